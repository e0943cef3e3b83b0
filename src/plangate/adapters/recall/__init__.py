"""Recall: what people asked to be remembered and what they decided before, as evidence (GATE-2)."""
