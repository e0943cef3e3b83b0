"""A plan as a file of its repository (PUB-1): the page, what stands on it, and what an edit means.

Nothing here opens a file; app/acts/plans/publishing.py takes edits in and
adapters/kept/published_plans.py writes.
"""
