"""What a name means: an id or its beginning, t3 in one workspace, a directory, an address."""
