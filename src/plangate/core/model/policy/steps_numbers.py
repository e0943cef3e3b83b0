"""The steps of the engine (INT, ASK-8). Numbers by the module that asks."""

# --- deadlines (ASK-8, ASK-9)
#: ASK-8: nobody who is not at the keyboard answers sooner.
LEAST_FOR_A_SCRIPT = 60
#: ASK-8: an answer at the deadline counts as on time; so many seconds later it has passed.
A_MOMENT = 0.05

# --- engine (INV-2)
#: INV-2: a session without a triad at the end of this turn ends.
LAST_TURN_FOR_TRIAD = 2

# --- gate_step (ASK-6)
#: ASK-6: from this goal complexity on, a question also needs an investigation.
INVESTIGATED_FROM = 7

# --- interview_step (INT-11)
INTERVIEW_STEP_LONGEST_WORDS = 2_000
