"""What may be stored, shown and done, and by whom.

`acts` is the table of person's acts by surface (ACT-1), `coding_agents` the marks by which an
agent's shell is known, `strictness` says in which direction a setting is stricter (ACT-2),
`redaction` takes secrets out before anything is stored (ASK-14), `found_text` marks what a
repository says (ACT-3).
"""
