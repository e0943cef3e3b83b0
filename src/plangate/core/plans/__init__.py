"""Plans: a checked, versioned graph of tasks (section 8).

`plan_graph` builds and checks a version, `adequacy` scores it by rows of signals, `quality`
refuses single tasks, `refinement` and `expanders` add what is missing and never rewrite,
`revisions` and `replanning` change only what a decision or a failure touches, `progress` is the
work on it.
"""
