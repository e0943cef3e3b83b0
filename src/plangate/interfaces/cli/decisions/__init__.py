"""What was decided without asking: the ledger, memories, and forgetting them."""
