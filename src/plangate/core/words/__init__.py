"""What words alone give away: one-way doors, actions, routine matters.

`one_way` is the net of PREF-2 over any text, with its rows beside it; `irreversible` asks it
about readings and tasks; `plan_words` knows verbs, fillers and safeguards; `routine` knows the
matters GATE-13 never asks about. Everything here takes a text and returns what it saw in it.
"""
