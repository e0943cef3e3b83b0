"""Use cases over ports: what plangate does, knowing the core and nothing that is outside."""
