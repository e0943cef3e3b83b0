"""The work on a plan: what can start, in which waves and groups, and what counts as done.

`progress` says what is ready and what is withheld (PLAN-6), `groups` what several can work on at
once (PLAN-8), `done_proof` what shows that a task is done (PLAN-11), `staleness` what a task rests
on that is no longer as it was (PLAN-10).
"""
