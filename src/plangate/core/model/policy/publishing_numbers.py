"""What is published of a plan (PUB). Numbers by the module that asks."""

# --- page (PUB-1)
PAGE_LONGEST_SLUG = 40

# --- wording (PUB-1)
WORDING_SHORTEST = 4
#: So much of the beginning tells own words that were cut off.
WORDING_RECOGNISED = 20
