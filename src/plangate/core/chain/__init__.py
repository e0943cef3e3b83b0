"""Chains: decisions with many options that never drop one (section 9)."""
