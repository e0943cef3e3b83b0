"""Frozen: the gate of edition 1 with its word net, for replaying old logs only (REC-2).

A log proves what the rules of its day gave. The gate goes on changing; this copy never does. It
stands on what is no rule of the product (errors, shapes, digests, lazy patterns) and on nothing
else of the core but the session that `replay.py` reads. Delete it with the last log of 0.1.
"""
