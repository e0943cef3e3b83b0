"""What is there already of what a goal wants (UND-4).

`existing` is the door. `wish_sentences`, `wants_new`, `goal_terms` and `stories` hear what is
wanted, `naming` and `chronicle` what the repository says it has, `fitting` how much of the one the
other carries.
"""
