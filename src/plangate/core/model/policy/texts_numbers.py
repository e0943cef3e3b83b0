"""How far word rules and redaction look (GATE-11, ASK-14). Numbers by the module that asks."""

# --- found_text (ACT-3)
#: A locator longer than this names nothing a person would read.
FOUND_TEXT_LONGEST_LOCATOR = 300

# --- one_way (PREF-2, ADQ-4)
ONE_WAY_SPLIT_ID_MAX = 64
ONE_WAY_SAW_MAX = 80
ONE_WAY_LOOK_AROUND = 120
#: Labels and consequences are met again and again; texts up to this long are remembered.
ONE_WAY_LABEL = 400

# --- excuses (PREF-2, GATE-18)
#: A reason with fewer words than this says nothing.
EXCUSES_LEAST_WORDS = 3

# --- plan_words (ADQ-2)
PLAN_WORDS_OPENING = 6

# --- redaction_rows (ASK-14)
SHORTEST_TOKEN = 16  # no token stands in a shorter word: text without one skips their hints
