"""The question itself: how it is built, what makes it a good one, what a reply to it means.

`questions` builds it from what the gate decided (ASK-1…6), `lint` finds its faults (ASK-5),
`matters` says whether two questions are about one thing (GATE-19), `answers` reads a reply
(ASK-11) and `attention` how much the person may be interrupted (ATT-1).
"""
