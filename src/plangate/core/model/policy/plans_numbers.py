"""Plans: adequacy, expanding, adopting (ADQ, REF, PLAN). Numbers by the module that asks."""

# --- adequacy (ADQ-19, ADQ-1…16)
#: ADQ-18.
THIN_WITH_FINDINGS = 0.82
THIN = 0.58
THIN_RISK = 0.32

# --- adequacy_rows (ADQ-19)
LONGEST_QUOTE = 60

# --- adopting (PLAN-12)
ADOPTING_LONGEST_TITLE = 120
ADOPTING_MOST_TASKS = 2_000

# --- done_proof (PLAN-11)
DONE_PROOF_LONGEST = 500

# --- expanders (REF-1)
#: A task this complex is split (ADQ-12).
EXPANDERS_MEGA = 9
#: When a plan has too few tasks, those from here on are split too.
EXPANDERS_BIG = 5
EXPANDERS_MOST_PARTS = 4

# --- plan_document (CLI-4)
PLAN_DOCUMENT_SHOWN = 12

# --- substance (ADQ-20…26)
#: ADQ-18: more of the tasks than this with a finding of substance, and the plan is thin.
THIN_SHARE = 1 / 3
