"""Options of a decision that cannot be undone: who takes them, in which words (SPLIT-9, ASK-11).

Looked at when an answer arrives, never when a chain is folded: what was recorded stays as it was.
"""

from __future__ import annotations

from plangate.core.model.errors import BadInput
from plangate.core.model.scope_nouns import (
    CAP,
    Chain,
    Choice,
    Part,
    clashes_of,
    group,
    option_of,
    shown_alternatives,
)
from plangate.core.words.irreversible import says_so

#: The word that takes an option, where it is another than for a part of its own.
_VERBS = {"alternatives": "pick", "conflict": "keep"}


def one_way_options(chain: Chain, part: Part) -> tuple[Choice, ...]:
    """The options this part is about whose own words say that they cannot be undone (PREF-2)."""
    about: tuple[Choice, ...] = ()
    match part.kind:
        case "option":
            about = (option_of(chain, str(part.about)),)
        case "alternatives":
            about = tuple(shown_alternatives(chain))
        case "batch":
            about = tuple(group(chain, CAP))
        case "each":
            about = chain.decision.options
        case "conflict":  # keeping both includes what the one needs
            about = tuple(option_of(chain, c.other) for c in clashes_of(chain)[:1] if c.needs)
        case _:
            pass
    return tuple(option for option in about if says_so(option.label, option.scope))


def typed_reply(one_way: tuple[Choice, ...], part: Part, reply: str) -> str:
    """ASK-11: the reply with the option by its key; refused unless what cannot be undone was taken
    by typing its label."""
    verb = _VERBS.get(part.kind, "include")
    said = _folded(reply)
    for option in one_way:
        label = _folded(option.label)
        if said in (label, f"{verb} {label}"):
            return f"{verb} {option.key}"
        key = option.key.casefold()
        bare = (verb, "a", f"a {key}") if part.kind == "option" else ()
        if part.kind not in ("batch", "each") and said in (*bare, f"{verb} {key}"):
            raise _not_typed(option, verb)
    if part.kind == "each":
        return "; ".join(_typed_batch(one_way, clause) for clause in reply.split(";"))
    return _typed_batch(one_way, reply) if part.kind == "batch" else reply


def _typed_batch(one_way: tuple[Choice, ...], reply: str) -> str:
    """Several at once: each by its key, what cannot be undone by its label."""
    word, _, rest = " ".join(reply.split()).partition(" ")
    if not one_way or word.casefold() != "include":
        return reply
    if rest.casefold() in ("all", "rest", "the rest"):
        raise _not_typed(one_way[0], "include")
    named = []
    for name in rest.split(","):
        for option in one_way:
            if _folded(name) == _folded(option.key):
                raise _not_typed(option, "include")
        meant = (option.key for option in one_way if _folded(name) == _folded(option.label))
        named.append(next(meant, name))
    return f"{word} {','.join(named)}"


def row_taken(option: Choice, said: str) -> str:
    """The disposition of a row of the whole table: a bucket, or the label of what cannot be undone,
    which is included by typing it."""
    if not says_so(option.label, option.scope):
        return said
    if _folded(said) == _folded(option.label):
        return "include"
    if _folded(said) in ("include", "a"):
        raise _not_typed(option, "include")
    return said


def _not_typed(option: Choice, verb: str) -> BadInput:
    problem = f"“{option.label}” cannot be undone and is taken by typing its label"
    return BadInput("CHOICE", problem, f"{verb} {option.label}")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
