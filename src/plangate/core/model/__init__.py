"""Nouns, numbers and shapes: what everything else in the core speaks of.

`nouns` are the values of section 1 of the specification (goal, ambiguity, interpretation,
evidence, task, plan); `policy` holds the numbers decisions compare against; `errors` is the one
tree of things that can go wrong, split by who can fix them; `shapes` reads documents and names
the field at fault. Nothing here decides anything, and nothing here imports another room.
"""
