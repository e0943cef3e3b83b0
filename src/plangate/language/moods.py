"""How a goal speaks: of what is there (upkeep, a topic), of what it wants to have made, and of what
that will do, later.

Every look around a word is bounded, so that time is linear in the goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from plangate.language.clauses import Clause
from plangate.language.negation import AND, right_before
from plangate.language.tokens import Word
from plangate.language.words.row_patterns import any_row
from plangate.language.words.sorts import NEAR, deeds, light, makes, pairs, upkeep
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import listed, verb_of

_LIKE = frozenset(("like",))
#: Prepositions that may lead to the object all the same.
_KEEPING = ("for", "of", "to")


def moods(words: Sequence[Word], *, is_labelled: bool) -> tuple[set[int], set[int], set[int]]:
    """The places of words that are only spoken of, of those that are to be made, and of those a
    second half of a sentence may want (“add X to A and Y to B”)."""
    spoken_of: set[int] = set()
    wanted: set[int] = set()
    parallel: set[int] = set()
    troubled = _troubled(words)
    mood = _Mood()
    for place, word in enumerate(words):
        if word.link == "stop":
            mood = _Mood(upkeep="trouble" if place in troubled else "")
        if place == 0 and is_labelled:
            mood = _Mood(upkeep="label")
        mood = mood.at(words, place)
        if mood.began == place:
            continue  # “rename”, “after”: the word itself is meant
        if mood.upkeep or mood.topic or place < mood.known_until:
            spoken_of.add(place)
        elif mood.makes == "object":
            wanted.add(place)
        elif mood.makes == "second":
            parallel.add(place)
    return spoken_of, wanted, parallel


class _Mood(NamedTuple):
    """How a goal speaks at one place: about upkeep or a topic, and whether it wants things made."""

    upkeep: Literal["", "trouble", "work", "label"] = ""
    topic: bool = False
    makes: Literal["", "object", "place", "second"] = ""
    known_until: int = 0
    began: int = -1

    def at(self, words: Sequence[Word], place: int) -> _Mood:
        word = words[place]
        mood = self._replace(topic=False) if word.link in ("comma", "stop") else self
        if word.aside:
            return mood
        if opens(words, place) and not (mood.upkeep == "trouble" and _is_subject(word)):
            if _is_upkeep(words, place):
                return _Mood("label" if mood.upkeep == "label" else "work", began=place)
            if mood.upkeep == "label":
                return mood
            if word.is_any(makes()):
                return _Mood(makes="object")
            if word.is_any(deeds()):
                return _Mood()
        if word.is_any(group("obliges")) and mood.upkeep == "trouble":
            return mood._replace(upkeep="")
        return mood._within(words, place)

    def _within(self, words: Sequence[Word], place: int) -> _Mood:
        word = words[place]
        if word.is_any(group("subordinates")) or _is_comparison(words, place):
            return self._replace(topic=True, began=place)
        if word.is_any(group("names_topic")):
            return self._replace(known_until=_named_until(words, place + 1))
        if self.makes == "object":
            if word.is_any(group("writings")) and _is_about(words, place + 1):
                return self._replace(topic=True)
            if word.is_any(group("places")) and not _keeps_object(words, place):
                return self._replace(makes="place")
        elif self.makes == "place" and (word.link == "comma" or right_before(words, place, AND)):
            return self._replace(makes="second")
        elif self.makes == "second" and word.is_any(group("places")):
            return self._replace(makes="place")
        return self


def _is_subject(word: Word) -> bool:
    """“Deleting a comment throws an error”: the deed is what the trouble is with."""
    return word.names[0].endswith("ing")


def _named_until(words: Sequence[Word], begin: int) -> int:
    """Where a name of one or two words ends: “about our docs | using …”."""
    heavy = 0
    for place in range(begin, min(begin + NEAR, len(words))):
        if heavy == 2 or words[place].is_any(group("means")):
            return place
        heavy += not is_light(words[place])
    return begin + NEAR


def _keeps_object(words: Sequence[Word], place: int) -> bool:
    """“support for webhooks”, “some kind of cache”: the preposition still leads to the object."""
    name = words[place].names[0]
    return name in _KEEPING and right_before(words, place, group(f"keeps_object_{name}"))


def _is_upkeep(words: Sequence[Word], place: int) -> bool:
    """A clause that works on what is there, or a sentence that only asks how things are."""
    word = words[place]
    if word.is_any(group("question_words")):
        return place == 0 or word.link == "stop"
    if word.is_any(listed("speak_of")):
        return True
    if not word.is_any(upkeep()):
        return False
    behind = words[place + 1] if place + 1 < len(words) else None
    return behind is None or not behind.is_any(group("names_things"))


def opens(words: Sequence[Word], place: int) -> bool:
    """Whether a clause begins here: behind a break or an “and”, with only polite words between."""
    for at in range(place, max(-1, place - 8), -1):
        if words[at].link == "stop" or at == 0:
            return True
        if words[at].link == "comma":
            return True
        before = words[at - 1]
        if before.is_any(group("joins")):
            return True
        if not before.is_any(group("leads")):
            return False
    return False


def _troubled(words: Sequence[Word]) -> set[int]:
    """Where sentences begin that report trouble: “login fails with a 500”."""
    begins: set[int] = set()
    first = 0
    for place, word in enumerate(words):
        if word.link == "stop":
            first = place
        if word.is_any(group("trouble")) and not word.aside:
            begins.add(first)
    return begins


def _is_comparison(words: Sequence[Word], place: int) -> bool:
    word = words[place]
    if word.is_any(_LIKE):
        return place > 0 and not words[place - 1].is_any(group("woulds"))
    pair = (word.names[0], words[place + 1].names[0]) if place + 1 < len(words) else None
    return pair in pairs("compares")


def _is_about(words: Sequence[Word], place: int) -> bool:
    """“tests for …”, “docs on …”: what follows is what the writing is about."""
    if place >= len(words):
        return False
    word = words[place]
    return word.link == "space" and word.is_any(group("about"))


def is_light(word: Word) -> bool:
    """A word that carries no thing of its own."""
    return word.is_any(light()) or (len(word.names[0]) > 4 and word.names[0].endswith("ly"))


# --- who does a deed, and when --------------------------------------------------------------------

# “Publish 3.0” is done by the work and cannot be taken back; “an agent that posts”, “let authors
# publish” and “the bot should charge a card” are done later, by a program somebody can still change
# (UND-6). A nightly job that mails every member asks nobody when it ships, and a migration is run
# with the work: both are done by it. “How many posts were published” is over already.


def is_done_now(clause: Clause, saw: str) -> bool:
    """Whether carrying out a clause does the deed that these words of it name."""
    text = plain(clause.text)
    at = text.find(plain(saw))
    if at < 0:
        return True
    before, deed = text[:at], text[at:]
    if any_row("is_over").search(before) or any_row("is_over").match(deed):
        return False
    if any_row("done_at_another_time").search(before) and _DOING.match(deed):
        return False
    if any_row("enables").search(before) or any_row("supports").search(before):
        return False
    described = clause.kind == "build" and any_row("describes").search(before)
    if not (described or any_row("acts").search(before)):
        return True
    built = {*re.findall(r"[^\W\d_]+", clause.thing.lower())}
    by_itself = built & group("runs_by_itself") or any_row("by_itself").search(text)
    everybody = by_itself and any_row("reaches_all").search(deed)
    return bool(built & group("runs_once") or everybody)


_DOING = re.compile(r"[a-z]+ing\b")


def removed_elsewhere(words: Sequence[Word], text: str) -> Iterator[int]:
    """The places of words by which what is built takes something away from somebody else's: “an
    agent that deletes old files from S3” is no word about what is kept here (UND-7)."""
    for place, word in enumerate(words[:-1]):
        verb = verb_of(_written(words[place + 1], text))
        if not word.is_any(_RELATIVE) or verb is None or verb.kind != "remove":
            continue
        for at in range(place + 2, min(place + 2 + _SO_FAR, len(words))):
            if words[at].link in ("stop", "comma"):
                break
            if words[at - 1].is_any(_AT) and text[words[at].start].isupper():
                yield from range(place + 1, at)


def _written(word: Word, text: str) -> str:
    return text[word.start : word.end].lower()


_RELATIVE, _AT, _SO_FAR = frozenset(("that", "which")), frozenset(("from", "in", "on", "at")), 8


def plain(text: str) -> str:
    """A text as deeds are looked for in it: lower case, no apostrophes, single spaces."""
    return _BETWEEN.sub(" ", text.lower().replace("'", "").replace("’", ""))


_BETWEEN = re.compile(r"[^\w,;.]+")
