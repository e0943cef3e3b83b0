"""The nearest things that are there, for somebody to look at before they build (UND-4).

What a goal wants may be there under words it does not use. Nobody can be sure of that by words
alone, so this is no claim: a few things a person would recognise, likeliest first, to be looked at.
Two lists are one: what may be it by its names and sentences (`weighing`), and the things whose name
and explanation carry most of the goal's words, or of words that features are called by of which
somebody speaks like that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from plangate.adapters.repo.already.naming import words_of_name
from plangate.adapters.repo.already.wish_sentences import wish_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.things import Kept
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import NEAR, Existing
from plangate.language.words.described import described_in
from plangate.language.words.stems import content_stems, words_of
from plangate.language.words.wishes import brought_to_mind, is_telling, kindred, wishes_in

#: So many are told, and so many of the likeliest are looked at for it.
_MOST, _LIKELIEST = 3, 12
#: What a word counts that the goal does not say itself: one that answers it, one that it brings to
#: mind, a name of a feature it asks for by one word or several, and of one it describes.
_ANSWERS, _BROUGHT, _ASKED_BRIEFLY, _ASKED, _DESCRIBED = 0.4, 0.6, 0.5, 1.2, 0.8
_MOST_DESCRIBED = 2
#: What stands beside the sentence that wishes counts less than what stands in it.
_LED_UP = 0.7
#: So many things are looked at, found by words that no more things carry in all.
_LOOKED_AT, _MOST_CARRIERS = 80, 3_000
#: What a word counts in a name, in what is said of it and in its path; a name and a text are that
#: long as a rule; and how soon more of it adds nothing.
_NAMED, _SAID, _IN_PATH, _NAME_WORDS, _SAID_WORDS, _SATED = 3.0, 1.0, 0.7, 4, 40, 1.2
#: A word that hardly anything carries says no more than one of so few things.
_FEWEST = 3
#: More than one word that speaks for a thing.
_SEVERAL = 0.2
#: What the share of the goal's words, the likelihood of being it, and the place of the file among
#: those that are likely add to the logarithm of the odds (benchmarks/README.md).
_SHARE, _LIKELY, _COMES_FIRST, _ALWAYS = 2.46, 2.57, 0.64, -3.22
#: Nearly all that are right are surer than this; nothing here is sure enough to be told as more.
_HOPELESS, _NEVER_SURER = 0.06, 0.39
#: What is called nearly like one that is told already is the same; of one file less is told.
_ALIKE, _SAME_FILE = 0.6, 0.2
_QUOTED = {"section": "the section", "label": "the text", "text": "the text"}
_LONGEST_NAME = 80
_MARKED = re.compile(r"^- |\s*\{[:#][^}]*\}\s*$")


class _Near(NamedTuple):
    """Something to look at, with the stems of what it is called."""

    what: str
    locator: str
    own: frozenset[str]
    #: How much it carries, as a share of all of the goal's own words.
    share: float = 0.0
    #: How likely it is to be it, and where its file comes among those that are likely.
    likely: float = 0.0
    first: float = 0.0

    @property
    def worth(self) -> float:
        return _SHARE * self.share + _LIKELY * self.likely + _COMES_FIRST * self.first

    @property
    def chance(self) -> float:
        """How often something like it was it."""
        return min(_NEVER_SURER, 1 / (1 + math.exp(-self.worth - _ALWAYS)))

    @property
    def path(self) -> str:
        return self.locator.rpartition(":")[0]


def nearest(
    index: Index, goal: str, likely: Sequence[Existing], told: Sequence[Existing]
) -> tuple[Existing, ...]:
    """Up to three things with those that are told already, which are left out."""
    found = {one.locator: one for one in _by_words(index, goal)}
    files: dict[str, float] = {}
    for rank, entry in enumerate(likely[:_LIKELIEST]):
        one = found.get(entry.locator) or _as_near(entry)
        found[entry.locator] = one._replace(likely=entry.strength)
        files.setdefault(one.path, 1 / (1 + rank))
    near = [one._replace(first=files.get(one.path, 0.0)) for one in found.values()]
    hopeful = [one for one in near if one.chance >= _HOPELESS]
    apart = _apart(hopeful, list(map(_as_near, told)))
    first = islice(apart, max(0, _MOST - len(told)))
    return tuple(Existing(one.what, one.locator, round(one.chance, 2), NEAR) for one in first)


def _as_near(entry: Existing) -> _Near:
    return _Near(_MARKED.sub("", entry.what), entry.locator, frozenset(words_of_name(entry.what)))


def _by_words(index: Index, goal: str) -> Iterator[_Near]:
    """The things that carry most of a goal's words, by how rare each of them is among things."""
    weights, own = _weights(goal)
    things, files = index.texts.things, index.texts.files
    count, carried = things.count(), things.carrying(weights)

    def rarity(word: str) -> float:
        times = max(_FEWEST, carried.get(word, 0))
        return weights[word] * math.log(1 + (count - times + 0.5) / (times + 0.5))

    rare = {word: rarity(word) for word in carried}
    whole = (1 + _SATED) * sum(map(rarity, own)) or 1.0
    sought, carriers = list[str](), 0
    for word in sorted(rare, key=lambda word: -rare[word]):
        if carriers + carried[word] <= _MOST_CARRIERS:
            carriers += carried[word]
            sought.append(word)
    for one in things.like(sought, _LOOKED_AT):
        if one.file in files:
            path = files[one.file].path
            worth = _carried(one, frozenset(words_of_name(path)), rare)
            called = frozenset(one.names.split())
            yield _Near(_called(one), f"{path}:{one.line}", called, worth / whole)


def _weights(goal: str) -> tuple[dict[str, float], list[str]]:
    """The words of a goal and those they lead to, each with what it counts; and its own."""
    wish = frozenset(content_stems(wish_of(goal)))
    own = {word: 1.0 if word in wish else _LED_UP for word in content_stems(goal)}
    found = dict(own)

    def also(names: Iterable[Sequence[str]], weight: float) -> None:
        for name in names:
            for word in name:
                found[word] = max(found.get(word, 0.0), weight)

    for word, weight in own.items():
        also(kindred(word), _ANSWERS * weight)
        also(brought_to_mind(word), _BROUGHT * weight)
    said = words_of(goal)
    for asked in wishes_in(said):
        plainly = sum(map(is_telling, asked.words)) > 1
        also(asked.names, _ASKED if plainly else _ASKED_BRIEFLY)
    for one in described_in(said)[:_MOST_DESCRIBED]:
        also(one.names, _DESCRIBED)
    return found, list(own)


def _carried(one: Kept, around: frozenset[str], rare: Mapping[str, float]) -> float:
    """How much of the words a thing carries in its name, in what is said of it, in its path."""
    names, said = one.names.split(), one.said.split()
    name_length = 0.5 + 0.5 * len(names) / _NAME_WORDS
    said_length = 0.4 + 0.6 * len(said) / _SAID_WORDS
    words = around.union(names, said).intersection(rare)
    worth = 0.0
    for word in words:
        times = _NAMED * (word in names) / name_length + _IN_PATH * (word in around)
        times += _SAID * min(2, said.count(word)) / said_length
        worth += rare[word] * times * (1 + _SATED) / (times + _SATED)
    return worth * (1 + _SEVERAL * (len(words) > 1))


def _called(one: Kept) -> str:
    """A thing as people speak of it; a text stands in quotation marks."""
    if one.kind in _QUOTED:
        return f"{_QUOTED[one.kind]} {found_text(_MARKED.sub('', one.name), _LONGEST_NAME)}"
    return f"the {one.kind} `{one.name}`"


def _apart(found: list[_Near], told: Sequence[_Near]) -> Iterator[_Near]:
    """The best first, and behind it what is another thing than all before it."""
    before = list(told)
    while found:
        best = max(found, key=lambda one: one.worth - _repeats(one, before))
        found.remove(best)
        if not any(_is_same(best, other) for other in before):
            before.append(best)
            yield best


def _repeats(one: _Near, before: Sequence[_Near]) -> float:
    return _SAME_FILE * sum(other.path == one.path for other in before)


def _is_same(one: _Near, other: _Near) -> bool:
    shared = len(one.own & other.own)
    return one.locator == other.locator or shared >= _ALIKE * max(1, len(one.own | other.own))
