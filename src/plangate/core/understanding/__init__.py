"""How much of a goal was understood, and what follows from that (section 6a, INT-2, INT-9, INT-10).

A goal is heard once (language/), a workspace is seen once (core/model/sighting.py); here the two
are held against each other. `grasp` says how much was accounted for and which words were not,
`changes` which changes are small by their kind, `effort` how hard the goal is by what it touches,
`doubts` what it leaves open beyond the catalog, and `confidence` what all of that leaves of the
hope that a plan is right. Not understood is never clear, and nothing open because nothing was seen
is never certainty.
"""
