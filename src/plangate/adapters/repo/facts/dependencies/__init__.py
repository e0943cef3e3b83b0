"""What a project depends on, as its manifests declare it; a word in a text proves nothing.

`declared` asks one reader for each kind of file; `frameworks` says which of what is declared is a
framework. A file kind more is a reader more.
"""
