"""What happened, past tense: the only thing that is ever written.

One module per part of the product; `event` joins them into the one union the log knows. A new
event is a named tuple among its siblings and a line in that union; a new field of an old event
has a default, a new meaning a new version (REC-1, REC-10), so that every log ever written still
folds.
"""
