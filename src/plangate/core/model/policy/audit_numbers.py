"""The audit and the tables (REC). Numbers by the module that asks."""

# --- projection (REC-1)
PROJECTION_LONGEST_GOAL = 2_000

# --- proofs (REC-2)
#: S0: of the ambiguous cases not worth a question, at least this share is expanded without one.
AUTO_EXPANSION = 0.8
PROOFS_MOST_LISTED = 100
