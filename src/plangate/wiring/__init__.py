"""The composition root: the only room that knows which adapter stands behind which port.

====================  ==============================================================
this_machine          the clock, who acts, the database of the settings alone
other_packages        parts of other packages in place of ours (EXT-1)
databases             the store, what looks into it, what is kept beside it
members               who somebody is in a team
workspaces            what looks at a workspace: identity, brief, terrain, excerpts
catalogs              dimensions and kinds of change, from everywhere they come
notices               who hears of a question
plan_files            plan files of other tools, plans kept in a repository
language_models       which model thinks, whether it may, what it costs
planners              the planner, put together of all of these
teamwork              the workers of a team, over a planner
====================  ==============================================================

What a command does not need it does not load: this page imports nothing, every adapter is imported
by the function that makes it, and only whoever plans pays for the engine and the catalog.
"""
