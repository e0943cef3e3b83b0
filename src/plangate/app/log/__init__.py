"""The log as a whole: audited, exported and imported, erased from, counted (REC-4, REC-6, REC-10)."""
