"""The investigation: who looks at what, for how long, and when it is enough (section 6)."""
