"""Whether one question is worth a person's attention, and what happens otherwise.

`document` is what is known, `worth` weighs it (section 3), `decide` walks the rules of section 4
top to bottom; the first that decides wins and every rule reached leaves a line in the trace.
`questions` and `assumptions` word what was decided, `answers` reads replies, `preferences` and
`attention` are the person's own settings, `matters` tells whether two decisions are the same one
(GATE-19). One pure function decides for every surface; any doubt means the safer result.
"""
