"""Investigating: budgets, plateaus, ranks (INV). Numbers by the module that asks."""

# --- briefs (UND-3)
#: Characters a token stands for, on the careful side: paths and JSON take more tokens than prose.
BRIEFS_CHARACTERS_A_TOKEN = 3.3

# --- exploration (INV-12)
#: INV-3: the fast path reads this many files at most.
DIRECT_READS = 2

# --- gaps (STOP-2)
GAPS_FAR = 10
GAPS_LONGEST_OBJECT = 400

# --- measure (INV-6)
#: INV-7: what a commitment needs, and what a best effort needs to be recommended, in hundredths.
COMMIT_FROM = 80
RECOMMEND_FROM = 70
#: INV-7: an iteration that takes away less of the uncertainty than this, in percent, is slow.
SLOW_BELOW = 20

# --- ranking (UND-5)
#: How fast a place in a list loses its worth. Between 2 and 5 nothing changes; 60 loses.
RANKING_K = 3
#: So many things are ranked at all, and so many of them are looked at once more.
RANKING_MOST = 100
RANKING_LOOKED_AT = 24
#: So many reasons are told of a place, and so sure at least and at most it is said to be.
RANKING_MOST_REASONS = 4
RANKING_LEAST = 0.01
RANKING_NEVER_SURER = 0.95
#: How fast the others fall behind the first.
RANKING_FALL = 3

# --- verdict (INV-7, INV-8)
#: INV-8, the gain in hundredths.
SAME_FAILURES = 3
PLATEAU_BELOW = 10
