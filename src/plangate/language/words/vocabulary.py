"""What a word is known as: verbs with kinds and forms, nouns with the kinds of things they name.

The knowledge is in `words/*.toml`; here it is asked. A verb is known to everybody or to nobody
(UND-1): there is no list of verbs beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from plangate.language.words import compiled
from plangate.language.words.inflections import british, inflected
from plangate.language.words.stems import group, rows_of, stem

__all__ = ["group"]

#: What a verb does to things: the tables of `words/verbs.toml`.
Kind = Literal[
    "build",
    "change",
    "reshape",
    "tune",
    "fix",
    "remove",
    "move",
    "secure",
    "limit",
    "keep",
    "send",
    "take",
    "show",
    "operate",
    "verify",
    "document",
    "explore",
    "decide",
]
KINDS: frozenset[str] = frozenset(get_args(Kind))
#: Who says one of these wants to know, to check or to tell; nothing behaves differently afterwards.
LOOKING: frozenset[str] = frozenset(("explore", "verify", "document", "decide"))
#: Everything else changes what is there.
CHANGING = KINDS - LOOKING


class Verb(NamedTuple):
    """A verb: its plain form, what it does, what else is known of it, and its forms."""

    name: str
    kind: str
    lists: frozenset[str]
    forms: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Whether something is different afterwards, in the program or in the world."""
        return self.kind in CHANGING

    @property
    def may_be_noun(self) -> bool:
        return "nouns" in self.lists


def _read(line: str) -> Verb:
    name, kind, lists, forms, _ = line.split("|")
    return Verb(name, kind, frozenset(lists.split(",")), (name, *forms.split()))


@cache
def _verbs() -> dict[str, Verb]:
    lines = compiled.VERBS.strip("\n").split("\n")
    return {line.partition("|")[0]: _read(line) for line in lines}


def verbs() -> Iterator[Verb]:
    """Every verb there is."""
    return iter(_verbs().values())


@lru_cache(maxsize=4096)
def verb_of(word: str) -> Verb | None:
    """The verb a word is a form of, None when nobody knows one.

    Looked up in the text the vocabulary is compiled to: a process that asks for a few words, as a
    hook does, need not read all of them.
    """
    low = word.lower()
    if not low.isalpha():
        return None
    text = compiled.VERBS
    place = text.find(f"\n{low}|")
    if place < 0:
        place = text.rfind("\n", 0, max(0, text.find(f" {low} ")))
    return _read(text[place + 1 : text.index("\n", place + 1)]) if place >= 0 else None


def is_verb(word: str) -> bool:
    """Whether a word is the plain form of a verb: “add”, not “added”."""
    low = word.lower()
    known = verb_of(low)
    return known is not None and (low == known.name or low in british(known.name))


@cache
def listed(name: str) -> frozenset[str]:
    """The plain forms of the verbs on a list of `words/verbs.toml`."""
    return frozenset(verb.name for verb in _verbs().values() if name in verb.lists)


@cache
def of_kinds(*kinds: str) -> frozenset[str]:
    """The plain forms of the verbs of some kinds."""
    return frozenset(verb.name for verb in _verbs().values() if verb.kind in kinds)


@lru_cache(maxsize=1024)
def forms(word: str) -> tuple[str, ...]:
    """A verb in all its forms, the plain one first and its -ing fourth; known or not."""
    known = verb_of(word)
    if known is not None and known.name == word:
        return known.forms
    return tuple(form for one in (word, *british(word)) for form in inflected(one))


@cache
def irregular_nouns() -> dict[str, str]:
    """Forms no ending makes, and the word of the dictionary each belongs to."""
    rows = (row.split() for row in rows_of("irregular_nouns"))
    return {form: word for word, *forms in rows for form in forms}


# --- nouns ----------------------------------------------------------------------------------------


@cache
def _things() -> dict[str, str]:
    """Nouns as they are written, and their stems where those are not another noun's."""
    rows = [row.split() for row in rows_of("things")]
    exact = {noun: kind for kind, *nouns in rows for noun in nouns}
    return {stem(noun): kind for noun, kind in exact.items()} | exact


def thing_kind(noun: str) -> str:
    """The kind of thing a noun names (“endpoint”, “column”, …), "" when nobody knows."""
    low = noun.lower()
    things = _things()
    singular = low.removesuffix("s")
    return things.get(low) or things.get(singular) or things.get(stem(low), "")


@cache
def product_names() -> frozenset[str]:
    """The names of products that anybody may choose from."""
    return frozenset(products())


@cache
def products() -> dict[str, tuple[str, str]]:
    """Of every name of a product its kind, and the one name that stands for all it has."""
    found: dict[str, tuple[str, str]] = {}
    for row in rows_of("products"):
        kind, *names = row.split()
        for name in names:
            first, *others = name.split("=")
            found |= dict.fromkeys((first, *others), (kind, first))
    return found


def is_known(word: str) -> bool:
    """Whether anybody knows a word: as a verb, a noun or a word of the language."""
    low = word.lower()
    known = low in _everyday() or verb_of(low) is not None or stem(low) in _everyday()
    return known or thing_kind(low) != ""


@cache
def _everyday() -> frozenset[str]:
    """The words of all lists, and their stems; those of other languages are not known."""
    apart = ("not_english", "leave_")
    lists = (words for name, words in compiled.GROUPS.items() if not name.startswith(apart))
    words = {word for some in lists for word in some.split()}
    return frozenset(words | {stem(word) for word in words})
