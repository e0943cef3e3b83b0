"""What a person reads: one module for each kind of screen, pure, for every command (CLI-5)."""
