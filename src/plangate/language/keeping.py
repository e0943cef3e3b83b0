"""Whether an option keeps things as they are, and what its consequence then only mentions.

“Never remove directories: users need rm -r for them” removes nothing; “Keep the table: the rows are
dropped” does. Every look is bounded, so that time is linear in the text.
"""

from __future__ import annotations

from plangate.language.patterns import lazy


def keeps(label: str) -> bool:
    """Whether a label says that something is not done, or stays as it is."""
    return _KEEPS.match(" ".join(label.casefold().replace("’", "'").split())) is not None


def asserted(consequence: str) -> tuple[str, ...]:
    """The clauses of a consequence that say what comes about, without those that only say what
    somebody may or has to do, or what it is like."""
    clauses = _CLAUSE_END.split(consequence.casefold())
    return tuple(clause for clause in clauses if clause.strip() and not _MENTIONS.search(clause))


_KEEPS = lazy(
    r"(?:never|don't|do not|nothing|no (?!longer|more)|not|skip|retain|preserve"
    r"|(?:keep|leave)s?(?! (?:nothing|none|only|out|off|no)\b))\b"
    r"|(?:(?:it|they|this|these|(?:the |all |every )?(?:[\w-]+ ){0,3}[\w-]+) )"
    r"(?:stays?|remains?|(?:is|are) (?:kept|left|never|not))\b"
)
_CLAUSE_END = lazy(r"[.;!?](?=\s|$)|\n|,\s|\s[-–—]+\s")
_MENTIONS = lazy(
    r"\b(?:needs?|can|could|may|might|would|ha(?:s|ve) to|like|as with|until|instead|by hand)\b"
    r"|^\s*(?:a |the )?roll-?backs? (?:is|are|stays?|remains?|takes?|means?)\b"
)
