"""The explore subagent: reads a workspace, never writes to it (INV-11)."""
