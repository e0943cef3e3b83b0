"""Agent frameworks: a question of theirs passes the gate and comes back their own way (EXT-2).

Each framework has a way to stop for a person: an interrupt, an approval, a deferred tool, a
permission callback. Here each is tied to one durable question of plangate: the gate decides whether
a person is interrupted, the answer comes from any surface and survives a restart of the process,
and it goes back as the framework's own value for going on. `person` holds what they share; every
other module is one framework, imported only by whoever uses it.
"""
