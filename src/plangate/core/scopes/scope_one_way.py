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
    group,
    option_of,
    shown_alternatives,
)
from plangate.core.words.irreversible import says_so


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
        case _:
            pass
    return tuple(option for option in about if says_so(option.label, option.scope))


def typed_reply(one_way: tuple[Choice, ...], part: Part, reply: str) -> str:
    """ASK-11: the reply with the option by its key; refused unless what cannot be undone was taken
    by typing its label."""
    verb = "pick" if part.kind == "alternatives" else "include"
    said = " ".join(reply.split()).casefold()
    for option in one_way:
        label = " ".join(option.label.split()).casefold()
        if said in (label, f"{verb} {label}"):
            return f"{verb} {option.key}"
        key = option.key.casefold()
        bare = (verb, "a", f"a {key}") if part.kind == "option" else ()
        if part.kind != "batch" and said in (*bare, f"{verb} {key}"):
            problem = f"“{option.label}” cannot be undone and is taken by typing its label"
            raise BadInput("CHOICE", problem, f"{verb} {option.label}")
    if one_way and part.kind == "batch" and said == "include all":
        names = ", ".join(f"“{option.label}”" for option in one_way)
        raise BadInput(
            "CHOICE", f"{names} cannot be undone and is not among all", "include KEY,KEY"
        )
    return reply
