"""What a question is about, so that the same thing is not asked twice at once (GATE-19, ASK-16).

Two askings are the same when they are about the same object, as it was heard, and the same
ambiguity. An id of a catalog names an ambiguity; any other id is somebody's own word for it, and
there the options speak: as many, and each with one of the other's that says the same. An object
nobody could hear is no reason to ask again: any doubt means that they are the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from plangate.core.model.digests import sha256
from plangate.core.model.nouns import Ambiguity, Option, Question

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_BREAK = re.compile(r"[.;:!?,()\[\]\n]+(?:\s|$)|\s[-–—]\s")
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "als", "al", "ments", "ment")
_LIGHTER_ENDINGS = ("ers", "er", "ed", "es", "s")

#: Words that belong to no thing: behind one of these a thing is over, or has not begun.
_LIGHT = frozenset(
    "a able about after again all also an and any are as at be been before being both but by can "
    "could did do does each either every everyone everything few for from had has have he her him "
    "his how i if in instead into is it its just last long look many may me might more most much "
    "must my never new no not now of off often on once only onto or our out over own per please "
    "shall she should so some than "
    "that the their them then there these they this those through to too under until up us using "
    "via was we were what when where whether which while who whose why will with within without "
    "work works would you your".split()
)
#: Before a thing these are passed over; behind it they end it like every light word.
_OPENERS = frozenset(
    "a all an any each every few her his its my new our own some the their".split()
)
#: What is done to a thing, or with it; a deed itself is no object.
_DEEDS = (
    "add allow anonymize archive ask bring build cache cancel change check choose clear close "
    "collect configure connect convert copy create deactivate decide define delete deploy "
    "destroy develop disable "
    "display do download drop enable encrypt erase expire export expose extend fetch fix forget "
    "get give handle happen hash have help hide host implement import improve include integrate "
    "introduce invite issue keep launch let limit list load log maintain make manage mark migrate "
    "modify monitor move need notify offer open persist place protect provide publish purge push "
    "put record refactor register remember remove rename render replace require restore restrict "
    "retain retire revoke rewrite rotate run save schedule secure send serve set ship show sign "
    "split start stop store support switch sync take terminate throttle track "
    "translate turn update upgrade upload use validate want wipe write"
).split()
#: Names of kinds, which say nothing of the thing itself: “account deletion feature”.
_KINDS = frozenset(
    "api backend capability component endpoint feature flow form functionality handling "
    "infrastructure integration layer logic management mechanism model module option page process "
    "scheme screen service solution step strategy subsystem support system way".split()
)
#: Whoever acts is no object: “let users delete …”.
_ACTORS = frozenset(
    "admin admins anyone customer customers guest guests member members people person somebody "
    "team user users visitor visitors".split()
)


def stem(word: str) -> str:
    """A word without its ending: “accounts” and “account”, “deletion” and “delete” are one."""
    word = re.sub(r"['’]s?$", "", word.casefold())
    for ending in (*_ENDINGS, *_LIGHTER_ENDINGS):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            cut = word[: -len(ending)]
            if ending == "s" and cut.endswith("s"):
                return cut  # “address” is no plural
            return cut[:-1] if cut[-1] == cut[-2] or cut[-1] == "e" else cut
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word


_DEED_STEMS = frozenset(stem(word) for word in _DEEDS)


@lru_cache(maxsize=256)
def object_of(text: str) -> str:
    """The head noun of what a clause or a question is about, stemmed; empty when none is heard.

    It stands behind the last deed (“let users delete their | account |”), before a deed that is a
    noun (“| account | deletion”), or is the subject of a question (“should | accounts | be …”).
    """
    for clause in filter(None, map(str.strip, _BREAK.split(text))):
        words = [found.group().casefold() for found in _WORD.finditer(clause)]
        things = _things(words)
        if things:
            return _head(things)
    return ""


def _things(words: Sequence[str]) -> list[str]:
    """The words of the first thing behind a deed; without one, of the first thing at all."""
    behind = [place for place, word in enumerate(words) if _is_deed(words, place, word)]
    for place in reversed(behind):
        if thing := _run(words, place + 1):
            return thing
    for place, word in enumerate(words):
        if word not in _LIGHT and word not in _ACTORS and place not in behind:
            return _run(words, place)
    return []


def _is_deed(words: Sequence[str], place: int, word: str) -> bool:
    """A verb that leads to an object: not “deletion”, nor what stands behind an article."""
    if stem(word) not in _DEED_STEMS or word.endswith(("ion", "ions", "al", "ment", "ments")):
        return False
    return place == 0 or words[place - 1] not in _OPENERS


def _run(words: Sequence[str], begin: int) -> list[str]:
    thing: list[str] = []
    for word in words[begin:]:
        if word in _LIGHT:
            if thing or word not in _OPENERS:
                break
        elif not (word.endswith("ly") and len(word) > 4):
            thing.append(word)
    return thing


def _head(things: Sequence[str]) -> str:
    """The last word that names a thing; a number behind it is part of its name."""
    words = list(things)
    number = words.pop() if len(words) > 1 and words[-1].isdigit() else ""
    while len(words) > 1 and (words[-1] in _KINDS or stem(words[-1]) in _DEED_STEMS):
        words.pop()
    return f"{stem(words[-1])} {number}".strip()


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
    words = [found.group().casefold() for found in _WORD.finditer(label)]
    return frozenset(stem(w) for w in words if w not in _LIGHT) or frozenset(words)
