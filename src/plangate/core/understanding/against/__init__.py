"""What stands against a goal (UND-6): its own clauses, and what the repository says of itself."""
