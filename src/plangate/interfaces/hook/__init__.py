"""The hooks of coding agents: a document in, a verdict out, never in the way (HOOK-1)."""
