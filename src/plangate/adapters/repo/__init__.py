"""The workspace, read and never written to (INV-11).

Four rooms, each may use the ones below it:

    brief      the answers: what a brief says of a goal
    index      what is remembered between two looks: words, history, kinds of files
    facts      what a repository says about itself: manifests, commands, routes, rules
    checkout   the files themselves: which may be read, what git knows, what is ignored

Nothing here decides. Every claim carries the line it was found in, and every bound that cut a
look short is said.
"""
