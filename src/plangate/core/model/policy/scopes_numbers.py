"""Decisions with many options (SPLIT). Numbers by the module that asks."""

# --- enumerated (PLAN-9, SPLIT-2)
ENUMERATED_MOST = 60
LONGEST_LABEL = 200

# --- scope_plan (PLAN-9)
#: A part of this size is neither trivial nor a project of its own, until somebody looks.
SCOPE_PLAN_COMPLEXITY = 5
#: So many of the files that were found for an option stand in its task.
SCOPE_PLAN_MOST_FILES = 3
