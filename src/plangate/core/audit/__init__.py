"""Proofs from the log alone (REC-2, REC-3).

`proofs` checks the conformance criteria, the chain and the anchors; `replay` decides every gate
decision again by the edition recorded with it (`edition1` is frozen for that); `projection` makes
the tables from the events, so that tables which say something else are found.
"""
