"""What a person does, one module for each thing it is done with (ACT-1).

Every act finds its target by id or the beginning of one (`app.lookup`), checks everything before it
writes anything, appends events, and lets the planner go on.
"""
