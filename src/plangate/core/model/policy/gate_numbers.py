"""The gate (VOI, GATE, ATT, ASM-4). Numbers by the module that asks."""

# --- attention (ATT-1, ATT-2)
ATTENTION_STEP = 0.4
#: Behind this many later questions an earlier one weighs as little: 0.6 to the sixty-fifth.
MOST_REMEMBERED = 65

# --- beliefs (INV-6)
BELIEFS_STRONGEST = 0.99
#: However much speaks for one reading, another keeps a probability that is not nothing.
BELIEFS_SUREST = 1e30

# --- document (VOI-2)
#: Priors that sum to this much around 1 are taken in proportion, and it is said.
DOCUMENT_PRIOR_SLACK = 0.1

# --- learning (ASM-4)
STRENGTH = 3.5

# --- preferences (PREF-2, SPLIT-9)
LONGEST_NOTE = 300

# --- session_facts (INT-9)
#: INT-9: from here on a goal is most of a system.
SESSION_FACTS_LARGE_FROM = 8

# --- worth (VOI-1…10, VOI-3)
#: VOI-2: two readings that share this much were not told apart by whoever listed what they touch.
WORTH_UNKNOWN_FROM = 0.75
