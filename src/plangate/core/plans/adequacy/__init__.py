"""Is a plan detailed enough to be worked from (ADQ-1…19), and is it about this goal (ADQ-20…26)?

`adequacy` makes the report: a score that starts at one and is multiplied by the factor of every
signal that fires. The signals are rows: `adequacy_tasks` look at one task, `adequacy_plan` at the
whole, `substance` at the goal and the workspace. A row says its rule, its factor and what it saw.
"""
