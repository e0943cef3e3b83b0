"""What a repository says about itself, as facts with locators (INV-3, INV-11).

One module per family, each a function from a view of the workspace to evidence. Knowledge is kept
in rows: a framework more is a row more. A wrong fact is worse than none, so a name counts where it
is declared or used as such, and what lies in examples, fixtures and tests speaks for itself only.
"""
