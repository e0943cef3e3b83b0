"""The gate (VOI, GATE, ATT, ASM-4). Numbers by the module that asks."""

from collections.abc import Mapping

# --- every comparison (VOI-5)
#: Two numbers closer than this count as equal.
TOLERANCE = 1e-9

# --- the bar (VOI-5, VOI-10, PREF-3)
#: VOI-5: above this much recent interruption the threshold is multiplied.
INTERRUPTED = 0.8
INTERRUPTED_FACTOR = 1.5
#: VOI-10: so many questions of a session cost the same; from the next on the bar stands higher.
FREE_QUESTIONS = 2
RISEN_FACTOR = 2.0
#: PREF-3: what the dial of a workspace does to the bar; `less` for two-way decisions only.
DIAL: Mapping[str, float] = {"more": 0.5, "normal": 1.0, "less": 2.0}

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

# --- reply_meaning (ASK-11)
#: A longer label is typed up to its first mark, where that many words stand before it.
TYPED_LABEL_LONGEST = 50
TYPED_LABEL_LEAST_WORDS = 2

# --- session_facts (INT-9)
#: INT-9: from here on a goal is most of a system.
SESSION_FACTS_LARGE_FROM = 8
#: ADQ-8: hours of a host's tasks for each point of complexity.
SESSION_FACTS_HOURS_A_POINT = 2

# --- walk/case (VOI-9)
#: VOI-9: what cannot be undone leaves this much doubt at most.
ONE_WAY_DOUBT = 0.05

# --- worth (VOI-1…10, VOI-3)
#: VOI-1: what a path costs is its complexity times this.
MULTIPLIERS: Mapping[str, float] = {"reversible": 1.0, "partial": 3.0, "irreversible": 10.0}
#: VOI-2: two readings that share this much were not told apart by whoever listed what they touch.
WORTH_UNKNOWN_FROM = 0.75
