"""Who looks at what, for how long, and when it is enough (section 6).

Each iteration: an exploration plan, a batch of searches, a synthesis, a measure of what it
gained, a verdict (continue, switch, escalate, commit). `gaps` finds what is missing before
anything is looked at; `stops` words how a session ends. Uncertainty is computed from evidence,
never reported.
"""
