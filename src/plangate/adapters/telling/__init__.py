"""Telling a person who is not at a surface: their own commands, the desktop, Apprise (NOTE-1)."""
