"""What a reply means (ASK-11, ASK-13): one pure function from words to an option.

Keys and labels are matched as people type them; anything else is a custom answer and is kept as
given. An option that cannot be undone is chosen by its exact key or label only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from plangate.core.model import Option, Question

_UNSURE = frozenset(
    "maybe,perhaps,dunno,idk,hmm,unsure,either,whatever,possibly,not sure,i don't know,don't know,"
    "no idea,up to you,you decide,it depends".split(",")
)
#: Assent to a question that offers a choice: it names no option and confirms none.
_ASSENT = frozenset(
    "ok,okay,k,yes,y,yep,yeah,no,n,nope,sure,fine,go,go ahead,do it,proceed,continue,lgtm,agreed,"
    "sounds good,please".split(",")
)
#: “option c”, “c)”, “(c) both”, “c: both”. A letter before words is no key: “a sentence”.
_KEYED = re.compile(
    r"^(?:(?:option|choice|answer)\s+[(\[]?(?P<named>[a-z]{1,3})\b[)\].:,-]?"
    r"|[(\[]?(?P<marked>[a-z]{1,3})[)\].:,-])(?P<rest>.*)$",
    re.DOTALL,
)
_MARKS = " -–—:,.()"
_WORD = re.compile(r"\w{3,}")


class Chosen(NamedTuple):
    """One option, by key, label or an unmistakable part of it."""

    option: Option


class Custom(NamedTuple):
    """Words that fit no option, kept as given."""

    text: str


class Unclear(NamedTuple):
    """A reply that fits two options or none clearly; it is asked back once."""

    why: str


class Empty(NamedTuple):
    """Nothing was said; not an answer, whatever the client claims (ASK-13)."""


class NeedsExact(NamedTuple):
    """The option meant cannot be undone and was not named exactly."""

    option: Option


Understood = Chosen | Custom | Unclear | Empty | NeedsExact


def understand(reply: str | None, question: Question) -> Understood:
    """What a reply to this question means."""
    text = (reply or "").strip()
    if not text:
        return Empty()
    folded = _folded(text)
    if exact := _exact(folded, question.options):
        return Chosen(exact)
    word = folded.strip(".!?")
    if word in _UNSURE or (word in _ASSENT and question.options):
        return Unclear(f"“{text[:60]}” chooses nothing")
    meant = _meant(folded, question.options)
    if len(meant) > 1:
        names = " and ".join(f"{option.key}) {option.label}" for option in meant[:3])
        return Unclear(f"“{text[:60]}” fits {names}")
    if len(meant) == 1:
        option = meant[0]
        return NeedsExact(option) if option.reversibility == "irreversible" else Chosen(option)
    return Custom(text)


def _exact(folded: str, options: Iterable[Option]) -> Option | None:
    """The option whose key or label this is, letter case aside."""
    return next((o for o in options if folded in (o.key, _folded(o.label))), None)


def _meant(folded: str, options: tuple[Option, ...]) -> list[Option]:
    """Every option the words may stand for: a label's beginning, `option c`, `c) both`."""
    by_label = [o for o in options if len(folded) >= 2 and _folded(o.label).startswith(folded)]
    keyed = _KEYED.match(folded)
    if by_label or keyed is None:
        return by_label
    named, rest = keyed.group("named") or keyed.group("marked"), keyed.group("rest").strip(_MARKS)
    by_key = [o for o in options if o.key == named]
    if not by_key or not rest or _about(rest, by_key[0]):
        return by_key
    return by_key + [o for o in options if _about(rest, o)]


def _about(rest: str, option: Option) -> bool:
    """Whether the words behind a key speak of this option's label."""
    return bool(set(_WORD.findall(rest)) & set(_WORD.findall(_folded(option.label))))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
