"""What is remembered of a workspace between two looks, in one SQLite file that may be deleted.

`index` keeps it up to date, file by file as they change. It holds the words of every file with
BM25 over them (`texts`, `postings`), what commits said of the files they touched (`past`) and what
each file is to somebody who looks for the place of a change (`kinds`).
"""
