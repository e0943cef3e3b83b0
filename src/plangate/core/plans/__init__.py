"""Plans: a checked, versioned graph of tasks (section 8).

`plan_graph` builds and checks a version, `quality` refuses single tasks, `refinement` and
`expanders` add what is missing and never rewrite, `revisions` and `replanning` change only what a
decision or a failure touches. Two rooms below it:

    adequacy   is it detailed enough, and about this goal? scored by rows of signals
    work       what can start, side by side or not; what shows that it is done; what went stale
"""
