"""Use cases over ports: what plangate does, knowing the core and nothing that is outside.

`ports` is what is needed from outside, one or two methods each. `planner` is the one loop: load,
fold, ask the core for the next move, perform it (`chores`), append what came of it. Everything
else is a use case that ends in a call of the planner or in a look at the tables:

    acts   what a person does with a session: answer, overturn, approve, set a preference
    log    what is done with the log as a whole: audit, export, erase, count
"""
