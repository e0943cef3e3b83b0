"""How a draft puts a goal's clauses: as work, as a deed, and as what is seen once it is done."""
