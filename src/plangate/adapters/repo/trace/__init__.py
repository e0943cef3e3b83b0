"""One more value of a thing (UND-5): the trail of one that is there, through all layers.

`tracing` is the door. `attribute_wish` hears which thing is to get which value, `stored_records`
finds what the program keeps of that thing, and `trails` follows one of those through the files, by
layer: where it is stored, handled, shown, translated, tested and told.
"""
