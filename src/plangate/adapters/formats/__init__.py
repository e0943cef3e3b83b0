"""Plan files, ours and other tools', read as plans and written as files (PLAN-2, PLAN-4, ADQ-19).

What a format lacks stays absent. Each format is one file of `tools`; the other files are what
several of them share.
"""
