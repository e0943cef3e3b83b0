"""Scopes: decisions with many options that never drop one (section 9).

At every step offered = included + deferred + cut + held + undecided. `scope_parts` numbers the
parts, `scope_moves` says what may follow, `scope_log` folds a scope from its events.
"""
