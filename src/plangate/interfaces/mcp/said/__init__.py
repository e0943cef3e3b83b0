"""What agents read back: every reply, its parts and its size (MCP-7)."""
