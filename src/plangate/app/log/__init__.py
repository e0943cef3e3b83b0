"""The log as a whole: audited, exported, imported, erased from, counted (REC-4, REC-6, REC-10)."""
