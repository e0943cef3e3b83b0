"""Puts plangate into the configuration of coding agents, and takes it out again (HOOK-2)."""
