"""Whether one question is worth a person's attention, and what happens otherwise.

`document` is what is known, `worth` weighs it (section 3), `decide` walks the rules of section 4
top to bottom; the first that decides wins and every rule reached leaves a line in the trace.
`assumptions` words what was decided without asking, `preferences` are the person's own, `report`
is what leaves. The room `asking` is about the question itself. One pure function decides for every
surface; any doubt means the safer result.
"""
