"""One more of a kind (UND-5): the family a goal adds a member to, and what a member takes.

`kinship` is the door. `named_new` hears which kind and name the goal speaks of, `file_families`
finds what differs in one part of its path, `kin_fit` brings both together, `kin_points` finds where
the members of a family stand side by side. The others are for members that have no file each:
`options` of the command line, `members` of a block that `blocks` found in a file, and `sorts_here`
for well-known names that stand together.
"""
