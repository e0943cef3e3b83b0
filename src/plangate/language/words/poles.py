"""The words of two poles that one thing cannot have at once, found in a text (UND-6).

Every phrase of the list is filed under its first word, so that a text costs a look for each of its
words and nothing for the phrases it does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.language.words.stems import rows_of, words_in_rows


class Axis(NamedTuple):
    """What each of the two poles means."""

    one: str
    other: str


class Term(NamedTuple):
    """A phrase of a pole: its words, a star behind one for any ending."""

    axis: int
    pole: int
    words: tuple[str, ...]
    names_kept: bool


class Token(NamedTuple):
    """A word of a text, where it stands, and the mark before it."""

    word: str
    start: int
    end: int
    mark: str


class Hit(NamedTuple):
    """A phrase of a pole in a text, by its first and last token."""

    term: Term
    first: int
    last: int


def tokens_of(text: str) -> list[Token]:
    """The words of a text as the list has them: without articles and owners."""
    found: list[Token] = []
    at, before = 0, ""
    for match in _WORD.finditer(text):
        word, mark = match.group().lower(), before + text[at : match.start()]
        at, before = match.end(), ""
        if word in _SHORT_FORMS and mark in ("'", "’"):
            if word == "t":  # “don't”, “can't”
                found.append(Token("not", match.start(), at, ""))
            continue
        if word.endswith("n") and word != "can" and text[at : at + 2] in ("'t", "’t"):
            word = word[:-1]
        if word in words_in_rows("skipped_in_phrases"):
            before = mark
            continue
        found.append(Token(word, match.start(), at, mark))
    return found


_SHORT_FORMS = ("t", "s", "re", "ll", "d")
_WORD = re.compile(r"[A-Za-z0-9_]+(?:\+\+)?")


def hits_in(tokens: Sequence[Token]) -> Iterator[Hit]:
    """Every phrase of a pole in a text; of two of one pole that begin together the longer alone."""
    exact, begun = _phrases()
    for place, token in enumerate(tokens):
        word = token.word
        terms = list(exact.get(word, ()))
        for length in range(2, len(word) + 1):
            terms += begun.get(word[:length], ())
        longest: dict[tuple[int, int], Hit] = {}
        for term in terms:
            last = _end_of(term, tokens, place)
            if last is not None:
                key = (term.axis, term.pole)
                if key not in longest or len(longest[key].term.words) < len(term.words):
                    longest[key] = Hit(term, place, last)
        yield from longest.values()


def _end_of(term: Term, tokens: Sequence[Token], place: int) -> int | None:
    """Where a phrase ends that begins here; None where it does not stand here."""
    last = place + len(term.words) - 1
    if last >= len(tokens):
        return None
    for at, word in enumerate(term.words, place):
        if not _is(word, tokens[at].word) or (at > place and not _JOINS.match(tokens[at].mark)):
            return None
    return last


def _is(pattern: str, word: str) -> bool:
    if pattern == "#":
        return word.isdigit() or word in words_in_rows("small_numbers")
    if "*" not in pattern:
        return pattern == word
    begin, _, rest = pattern.partition("*")
    return word.startswith(begin) and (not rest or _pattern(pattern).fullmatch(word) is not None)


_JOINS = re.compile(r"[\s\-/_'’“”\"`()]*$")


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(word.replace("*", r"\w*"))


@cache
def axes() -> tuple[Axis, ...]:
    """The axes, in the order of their terms."""
    return tuple(_read()[0])


@cache
def _phrases() -> tuple[dict[str, list[Term]], dict[str, list[Term]]]:
    exact: dict[str, list[Term]] = {}
    begun: dict[str, list[Term]] = {}
    for term in _read()[1]:
        first = term.words[0]
        if "*" in first:
            begun.setdefault(first.partition("*")[0], []).append(term)
        else:
            exact.setdefault(first, []).append(term)
    return exact, begun


@cache
def _read() -> tuple[list[Axis], list[Term]]:
    found: list[Axis] = []
    terms: list[Term] = []
    for at, row in enumerate(rows_of("axes")):
        means = []
        for pole, half in enumerate(row.split(" / ")):
            meaning, _, phrases = half.partition(" =")
            means.append(meaning)
            for phrase in filter(None, map(str.strip, phrases.split(","))):
                plain = phrase.removeprefix("@")
                words = tuple(plain.replace("-", " ").replace("'", " ").split())
                terms.append(Term(at, pole, words, plain != phrase))
        found.append(Axis(*means))
    return found, terms
