"""One ambiguity walks down the rules: the case, the rules in their order, the walk.

`case` has the values, `gate_rules` one small function a rule, `walking` goes down the table and
takes nothing irreversible (GATE-20), `hanging` looks at what holds before (GATE-17). decide.py puts
the decisions of one document together.
"""
