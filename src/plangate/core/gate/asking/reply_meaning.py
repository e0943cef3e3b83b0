"""What a reply means (ASK-11, ASK-13): one pure function from words to an option.

Keys and labels are matched as people type them; anything else is a custom answer and is kept as
given. On a one-way question nothing is guessed: a reversible option is chosen by its exact key or
label, an irreversible one by its label only, and no other words choose anything; an open one
(ASK-1) is answered in words, for it offers nothing else to choose. Exact is word for word: whoever
types all of a label in capitals means it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plangate.core.model.nouns import Option, Question
from plangate.core.model.policy.gate_numbers import TYPED_LABEL_LEAST_WORDS, TYPED_LABEL_LONGEST
from plangate.core.words.irreversible import is_one_way
from plangate.language.words.row_patterns import any_words
from plangate.language.words.stems import group

_UNSURE = frozenset(
    "maybe,perhaps,dunno,idk,hmm,unsure,either,whatever,possibly,not sure,i don't know,don't know,"
    "no idea,up to you,you decide,it depends".split(",")
)
#: Assent to a question that offers a choice: it names no option and confirms none.
_ASSENT = frozenset(
    "ok,okay,k,yes,y,yep,yeah,no,n,nope,sure,fine,go,go ahead,do it,proceed,continue,lgtm,agreed,"
    "sounds good,please".split(",")
)
#: “option c”, “use option c”, “c)”, “(c) both”, “c: both”. A letter before words is no key: “a
#: sentence”.
_KEYED = re.compile(
    r"^(?:(?:(?:please\s+)?(?:use|choose|take|pick|go\s+with)\s+)?"
    r"(?:option|choice|answer)\s+[(\[]?(?P<named>[a-z]{1,3})\b[)\].:,-]?"
    r"|[(\[]?(?P<marked>[a-z]{1,3})[)\].:,-])(?P<rest>.*)$",
    re.DOTALL,
)
_LETTER = re.compile("[a-z]")
_MARKS = " -–—:,.()"
_SAID_WORD = re.compile(r"[\w']+")
_WORD = re.compile(r"\w{3,}")


def to_be_typed(option: Option, options: Iterable[Option]) -> str:
    """ASK-11: what is typed to choose what cannot be undone: its label, or of a long one the words
    before its first mark, where no other label begins with them."""
    begun = _BEGINNING.match(option.label) if len(option.label) > TYPED_LABEL_LONGEST else None
    if begun is None or len(begun[0].split()) < TYPED_LABEL_LEAST_WORDS:
        return option.label
    others = (o.label for o in options if o.key != option.key)
    unlike = not any(_folded(label).startswith(_folded(begun[0])) for label in others)
    return begun[0] if unlike else option.label


#: Up to the first mark that divides a sentence; a dot within a name or an amount is none.
_BEGINNING = re.compile(r"[^,;:(–—]+?(?=\s*(?:[,;:(–—]|\.(?:\s|$)))")


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
    """Words a one-way question does not take, and the option they seem to mean, if any."""

    option: Option | None


Understood = Chosen | Custom | Unclear | Empty | NeedsExact


def understand(reply: str | None, question: Question) -> Understood:
    """What a reply to this question means."""
    text = (reply or "").strip()
    if not text:
        return Empty()
    folded = _folded(text)
    word = folded.strip(".!?")
    if is_one_way(question):
        strict = _strictly(text, folded, question)
        said = question.kind == "open_ended" and not _says_nothing(word, question)
        return Custom(text) if said and strict == NeedsExact(None) else strict
    exact = _exact(folded, question.options)
    if len(exact) == 1:
        return Chosen(exact[0])
    meant = exact or _meant(folded, question.options)
    if word in _UNSURE or (not meant and _says_nothing(word, question)):
        return Unclear(f"“{text[:60]}” chooses nothing")
    if len(meant) > 1:
        return _fits(text, meant)
    if not meant and hands_back(text):
        return Unclear(
            f"“{text[:60]}” names no option; name one, or leave it open and the safe default is "
            "assumed at its deadline"
        )
    if not meant and question.options and (slip := _slip(folded, question.options)):
        return slip
    return Chosen(meant[0]) if meant else Custom(text)


def _slip(folded: str, options: Sequence[Option]) -> Unclear | None:
    """What fingers type and nobody says: two keys at once, marks alone."""
    letters = "".join(filter(str.isalnum, folded))
    keyed = [option for option in options if option.key in letters]
    if not letters:
        return Unclear(f"“{folded[:60]}” chooses nothing")
    plain = all(len(option.key) == 1 for option in options)
    whole = len(keyed) == len(set(letters)) == len(letters) > 1
    return _fits(folded, keyed) if plain and whole else None


def hands_back(text: str) -> bool:
    """Whether a reply only leaves the choice to whoever asked: “whatever you think is best”."""
    words = set(_SAID_WORD.findall(_folded(text)))
    return words <= group("hands_back") and not words.isdisjoint(group("hands_to"))


def _says_nothing(word: str, question: Question) -> bool:
    """Assent to a choice, and of an open question also the key of an option it does not have."""
    if question.kind == "open_ended" and (_LETTER.fullmatch(word) or word in _UNSURE):
        return True
    return word in _ASSENT and bool(question.options)


def _strictly(text: str, folded: str, question: Question) -> Understood:
    """ASK-11 where something cannot be undone: exact words, and its label for what cannot."""
    named = [
        o
        for o in question.options
        if folded in (_folded(o.label), _folded(to_be_typed(o, question.options)))
    ]
    keyed = [o for o in question.options if o.key == folded and o not in named]
    if len(named) + len(keyed) > 1:
        return _fits(text, [*named, *keyed])
    if named:
        return Chosen(named[0])
    if keyed:
        final = keyed[0].reversibility == "irreversible"
        return NeedsExact(keyed[0]) if final else Chosen(keyed[0])
    return NeedsExact(_seems(folded, question))


def _seems(folded: str, question: Question) -> Option | None:
    """The one option that words a one-way question does not take seem to mean."""
    meant = _meant(folded, question.options)
    defers = any_words("leaves_it_to_the_asker").search(folded)
    if not meant and (defers or folded.strip(".!?") in _ASSENT):
        meant = [o for o in question.options if o.key == question.recommended]
    if not meant:
        meant = [o for o in question.options if _folded(o.label) in folded]
    return meant[0] if len(meant) == 1 else None


def _fits(text: str, options: Iterable[Option]) -> Unclear:
    names = " and ".join(f"{option.key}) {option.label}" for option in list(options)[:3])
    return Unclear(f"“{text[:60]}” fits {names}")


def _exact(folded: str, options: Iterable[Option]) -> list[Option]:
    """The option whose key or label this is, letter case aside; “c” may be one's key and another's
    label."""
    return [o for o in options if folded in (o.key, _folded(o.label))]


def _meant(folded: str, options: tuple[Option, ...]) -> list[Option]:
    """Every option the words may stand for: a label's beginning, `option c`, `c) both`."""
    by_label = _begun_with(folded, options)
    keyed = _KEYED.match(folded)
    if by_label or keyed is None:
        return by_label
    named, rest = keyed.group("named") or keyed.group("marked"), keyed.group("rest").strip(_MARKS)
    by_key = [o for o in options if o.key == named]
    if not by_key or not rest:
        return by_key
    named_too = _begun_with(rest, options) or [o for o in options if _about(rest, o)]
    return by_key if by_key[0] in named_too else by_key + named_too


def _begun_with(words: str, options: tuple[Option, ...]) -> list[Option]:
    return [o for o in options if len(words) >= 2 and _folded(o.label).startswith(words)]


def _about(rest: str, option: Option) -> bool:
    """Whether the words behind a key speak of this option's label."""
    return bool(set(_WORD.findall(rest)) & set(_WORD.findall(_folded(option.label))))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
