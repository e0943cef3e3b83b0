"""What agents ask and propose (HOOK, MCP-3). Numbers by the module that asks."""

# --- agent_calls (HOOK-1)
LONGEST_AGENT_ID = 64
AGENT_CALLS_LONGEST_SESSION = 80

# --- agent_evidence (HOOK-1)
LEAST_SUBJECT_WORDS = 2
AGENT_EVIDENCE_LEAST_READINGS = 2
AGENT_EVIDENCE_SHORTEST_STEM = 4
AGENT_EVIDENCE_LONGEST_ENDING = 3

# --- agent_questions (HOOK-1, GATE-13)
#: So many options of a set in one question say that it is about that set.
AGENT_QUESTIONS_TELLING = 2

# --- agent_weighing (HOOK-1, GATE-2)
#: How far a reading that nobody weighed is from being implausible.
AGENT_WEIGHING_UNWEIGHED = 0.5

# --- telling (MCP-3, GATE-18)
JUDGING_EFFORT = 5
#: Hours of rework that are a complexity of one (VOI-1).
HOURS_OF_ALL = 10
#: How often a guess was right about what only a person knows (benchmarks, a host's decisions).
AS_OFTEN_AS_NOT = 0.5
#: How many times more was lost by a wrong guess about what only a person knows than its proposer
#: told (benchmarks, a host's decisions: 41 hours told, 78 lost).
LOST_UNFORESEEN = 2
#: So many questions a host's goal may put, and one more for what it declares final (GATE-7).
HOST_QUESTIONS = 2
#: So many other matters stand beside a question, with what is taken about them.
BESIDE_A_QUESTION = 3
#: So long after its last event a goal is the one that its host's other questions are for.
GOAL_IS_CURRENT_HOURS = 12
#: How far a belief nobody can check moves a decision from equal shares.
BEHIND_A_GUESS = 0.75
#: What an option gets that a quote or craft speaks for, when no prior is told.
OF_WHAT_IS_BACKED = 0.85
#: What an option that cannot be undone keeps of a decision that is told again.
KEPT_BY_THE_FINAL = 1 / 3
#: The least any option has.
LEAST_SHARE = 0.001

# --- surer (UND-8, MCP-7)
#: So many names are told of what holds a plan's confidence down.
SURER_NAMED = 3

# --- lines_about (MCP-3)
#: From this share of a decision's words on a line of the workspace may answer it.
LINES_TELLING = 0.25

# --- leave (GATE-13)
#: So many words that no other language has say that a text is English.
LEAVE_ENOUGH = 2

# --- proposals (MCP-3)
#: Priors whose sum is farther from 1 than this were scaled, and the host is told.
PROPOSALS_NEARLY_ONE = 0.011
