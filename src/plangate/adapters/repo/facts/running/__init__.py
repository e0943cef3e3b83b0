"""The commands a developer would type here: how tests, lint and build are run.

`runners` puts them in order; the others know the habits of one kind of project each. A command is
said only when the repository declares it, never because it is usual.
"""
