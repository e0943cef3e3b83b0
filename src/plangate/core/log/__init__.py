"""The event log and what it folds into.

A session is the fold of its events and nothing else: `session` applies them one by one, with a
handler per event in the `*_folding` modules. `chain` seals each event behind the digest of the
one before it, `anchors` sums them up outside the database (REC-6), `wire` and `tables` turn
values into what is written and back. Two writers cannot both write the same sequence; the loser
folds again.
"""
