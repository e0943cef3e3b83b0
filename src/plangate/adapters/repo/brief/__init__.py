"""What a brief says of a workspace for one goal (UND-3); answers to questions about it (INV-13).

`scout` is the door: it hears the goal once and asks the others. `places` says where the work is,
the room `already` what is there already (UND-4), `siblings` what to copy from, `heard_here` how
much of the goal's own words are known (UND-2).
"""
