"""Where the work of a goal is (UND-5): files and tests ranked, each with what speaks for it.

`goal_words` reads a goal as searches need it, `sentence_scores` weighs the files for one sentence,
`rankings` fuses the lists of an issue, ranks the tests and says how sure the first place is.
"""
