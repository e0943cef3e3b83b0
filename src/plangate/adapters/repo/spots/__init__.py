"""Where in the files the work of a goal is (UND-5): lines, and the tests nearest to it.

`spot_lines` says what a line tells of a goal's words, `spots` finds the lines where most of a goal
stands close together, `tests_alike` the test that a new one is written like.
"""
