"""What a question is about, so that the same thing is not asked twice at once (GATE-19, ASK-16).

Two askings are the same when they are about the same object, as it was heard, and the same
ambiguity. An id of a catalog names an ambiguity; any other id is somebody's own word for it, and
there the options speak: as many, and each with one of the other's that says the same. An object
nobody could hear is no reason to ask again: any doubt means that they are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from plangate.core.model.digests import sha256
from plangate.core.model.nouns import Ambiguity, Option, Question
from plangate.language.words.stems import group, stem
from plangate.language.words.vocabulary import verb_of, verbs

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_BREAK = re.compile(r"[.;:!?,()\[\]\n]+(?:\s|$)|\s[-–—]\s")


@lru_cache(maxsize=256)
def object_of(text: str, raised_by: str = "") -> str:
    """The head noun of what a clause or a question is about, stemmed; empty when none is heard.

    It stands behind the last deed (“let users delete their | account |”), before a deed that is a
    noun (“| account | deletion”), or is the subject of a question (“should | accounts | be …”).
    Of several clauses it is that of the one with the words that raised it, or the next behind.
    """
    clauses = list(_clauses(text))
    raising = _words(raised_by)
    first = next((n for n, words in enumerate(clauses) if _holds(words, raising)), 0)
    for words in (*clauses[first:], *clauses[:first]):
        if things := _things(words):
            return _head(things)
    return ""


def _clauses(text: str) -> Iterator[list[str]]:
    """The words of each clause; an “and” before a deed begins another one."""
    for part in filter(None, map(str.strip, _BREAK.split(text))):
        words = _words(part)
        begin = 0
        for place, word in enumerate(words):
            if word in group("joins") and _is_deed(words, place + 1):
                yield words[begin:place]
                begin = place + 1
        yield words[begin:]


def _holds(words: Sequence[str], some: Sequence[str]) -> bool:
    return any(words[n : n + len(some)] == some for n in range(len(words)))


def _words(text: str) -> list[str]:
    return [found.group().casefold() for found in _WORD.finditer(text)]


def _things(words: Sequence[str]) -> list[str]:
    """The words of the first thing behind a deed; without one, of the first thing at all."""
    behind = [place for place in range(len(words)) if _is_deed(words, place)]
    for place in reversed(behind):
        if thing := _run(words, place + 1):
            return thing
    for place, word in enumerate(words):
        if word not in _light() and word not in group("actors") and place not in behind:
            return _run(words, place)
    return []


def _is_deed(words: Sequence[str], place: int) -> bool:
    """A verb that leads to an object: not “deletion”, nor what stands behind an article."""
    word = words[place] if place < len(words) else ""
    verb = verb_of(word)
    if verb is None or word.endswith(("ion", "ions", "al", "ment", "ments")):
        return False
    before = words[place - 1] if place else ""
    if before in group("determiners"):
        return False
    sure = not verb.may_be_noun or "name_their_work" in verb.lists
    return sure or not before or before in _light() or before in group("actors")


@cache
def _light() -> frozenset[str]:
    """Words that belong to no thing: behind one of these a thing is over, or has not begun."""
    return group("stop") | group("determiners") | group("not_things")


@cache
def _deed_stems() -> frozenset[str]:
    sure = (v for v in verbs() if not v.may_be_noun or "name_their_work" in v.lists)
    return frozenset(stem(verb.name) for verb in sure)


def _run(words: Sequence[str], begin: int) -> list[str]:
    thing: list[str] = []
    for word in words[begin:]:
        if not thing and (word == "of" or word in group("determiners") | group("shares")):
            continue
        if word in _light():
            break
        if not (word.endswith("ly") and len(word) > 4):
            thing.append(word)
    return thing


def _head(things: Sequence[str]) -> str:
    """The last word that names a thing; a number behind it is part of its name."""
    words, number = list(things), ""
    while len(words) > 1 and (words[-1].isdigit() or _says_nothing(words[-1])):
        last = words.pop()
        number = number or (last if last.isdigit() else "")
    return f"{stem(words[-1])} {number}".strip()


def _says_nothing(word: str) -> bool:
    unspecific = word in group("kinds_of_work") or word in group("holders")
    return unspecific or stem(word) in _deed_stems()


def goal_key(goal: str) -> str:
    """ASK-16: what goals share that differ in case, space and final punctuation only."""
    return sha256(" ".join(goal.casefold().split()).rstrip(" .!?…,;:"))[:32]


# --- the same -------------------------------------------------------------------------------------


def matter_of(question: Question) -> str | None:
    """The matter of a question as one text, for the index that lets it stand open once; None when
    its object was not heard."""
    if not question.heard:
        return None
    if question.catalogued:
        return f"{question.heard}\n{question.question_id}"
    return "\n".join((question.heard, "", *sorted(map(_said, _labels(question.options)))))


def joins(ambiguity: Ambiguity, question: Question) -> bool:
    """GATE-19: whether an open question already asks what this ambiguity would."""
    if ambiguity.heard and question.heard and ambiguity.heard != question.heard:
        return False
    if ambiguity.catalogued and question.catalogued:
        return ambiguity.id == question.question_id
    return pairs(ambiguity, question.options) is not None


def pairs(ambiguity: Ambiguity, options: Sequence[Option]) -> Mapping[str, str] | None:
    """Each option's key and the interpretation that says the same, one to one; None when an option
    or an interpretation is left over."""
    readings = ambiguity.interpretations
    if len(readings) != len(options):
        return None
    by_id = {reading.id for reading in readings}
    if ambiguity.catalogued and by_id == {option.interpretation for option in options}:
        return {option.key: option.interpretation for option in options}
    alike = {
        place: [n for n, reading in enumerate(readings) if _alike(option.label, reading.label)]
        for place, option in enumerate(options)
    }
    taken: dict[int, int] = {}
    for place in alike:
        if not _seated(place, alike, taken, set()):
            return None
    return {options[place].key: readings[n].id for n, place in taken.items()}


def _seated(
    place: int, alike: Mapping[int, Sequence[int]], taken: dict[int, int], tried: set[int]
) -> bool:
    """Find an option its reading, moving others to another of theirs where that helps."""
    for reading in alike[place]:
        if reading not in tried:
            tried.add(reading)
            if reading not in taken or _seated(taken[reading], alike, taken, tried):
                taken[reading] = place
                return True
    return False


def _alike(one: str, other: str) -> bool:
    """At least half of the words of weight are shared."""
    left, right = _weight(one), _weight(other)
    return left == right or 2 * len(left & right) >= max(1, len(left | right))


def _said(label: str) -> str:
    return " ".join(sorted(_weight(label)))


def _labels(options: Sequence[Option]) -> list[str]:
    return [option.label for option in options]


def _weight(label: str) -> frozenset[str]:
    words = _words(label)
    return frozenset(stem(w) for w in words if w not in _light()) or frozenset(words)
