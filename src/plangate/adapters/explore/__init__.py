"""The explore subagent (INV-11): what a repository already says about the readings of a goal.

`explorer` is the door. It makes one pass over the files (`search`, made cheap by `literals`) and
looks in the ways a reading can be supported: manifests, tests, commits, and what the goal names.
Each claim comes back with its locator; that nothing was found is a result too (`looking`).
"""
