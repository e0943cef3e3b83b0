"""Which test shows a change of one file: by its path, what it speaks of, and the goal (UND-5).

The tests a goal ranks are asked what they are about; here each is asked about one file as well:
whether folders and names are made of the same rare words, whether it brings the file in or names
what is declared there, and the function that does what the goal speaks of most of all.
"""

from __future__ import annotations

import math
import re
from bisect import insort
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARATION
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import LONGEST_WORD
from plangate.adapters.repo.places.nearness import TextOf
from plangate.adapters.repo.places.tests_ranked import TESTS, called_alike
from plangate.core.investigation.ranking import Ranked
from plangate.language.words.stems import is_stop, parts, stem, words_in_rows

#: So many tests are read for one file, so much of each, and so many are told.
_MOST_READ, _LONGEST_TEXT, _MOST_TOLD = 16, 150_000, 3
#: What a folder's word tells beside one of the name, and a role of files.
_FOLDER, _ROLE = 0.6, 0.5
#: How much each sign tells, fitted to 132 commits and goals that name a test; a sum below the
#: second was right in a third, and counts only where the names share a word.
_ALIKE, _BROUGHT_IN, _NAMED, _DECLARED = 1.84, 0.64, 0.39, 1.0
_DOES_IT, _OF_GOAL, _RANKED, _CHANGED, _BESIDE = 0.44, 0.38, 2.5, 1.0, 0.4
_LEAST, _SURE = 2.5, 3.3
#: What it tells that a goal says the words of a test's name, and that it is called after the file:
#: chosen on 113 goals of ten repositories whose right file is known.
_SAID, _OWN = 0.85, 0.5
_NONE: frozenset[str] = frozenset()
#: A shorter name stands anywhere; so many names that are declared count half.
_LONG, _LONG_NAME, _HALF = 6, 5, 2.0
#: Two ways to add the same up differ by less.
_NEARLY = 1e-9
_MARK = re.compile(r"\.(?:test|spec|cy)\b")
_NAME = re.compile(DECLARATION)


class About(NamedTuple):
    """What is known of a goal when its tests are sought: its words by rarity, the tests ranked for
    it, and by file the function that does what it speaks of."""

    rare: Mapping[str, float]
    ranked: Sequence[Ranked]
    does: Mapping[str, frozenset[str]]


def tests_of_place(index: Index, text_of: TextOf, path: str, about: About) -> tuple[str, ...]:
    """The tests that show a change of a file most likely, the likeliest first; none where none is
    likely."""
    called = _name_of(_words(path))
    best = max((one.score for one in about.ranked), default=0.0) or 1.0
    ranks = {one.name: one.score / best for one in about.ranked}
    read = _Read(path, text_of)
    together, times = index.past.together(path), index.past.times(path) + 3
    goal = sum(about.rare.values()) or 1.0
    does = about.does.get(path, _NONE)
    worth: dict[str, float] = {}
    enough = 0.0
    for test, near in _nearest(index, path, ranks):
        named = _name_of(_words(test))
        shared = sum(tells for word, tells in about.rare.items() if word in named) / goal
        least = max(_SURE if called.isdisjoint(named) else _LEAST, enough)
        unread = (
            _ALIKE * near
            + _RANKED * ranks.get(test, 0.0)
            + _CHANGED * together[test] / times
            + _OF_GOAL * shared
            + _SAID * _said_of(test, about.rare)
            + _OWN * bool(called_alike(path, [test]))
        )
        told = unread + read.told_by(test, does, least - unread)
        if told >= least:
            worth[test] = told
            enough = sorted([0.0] * _MOST_TOLD + [*worth.values()])[-_MOST_TOLD]
    return tuple(sorted(worth, key=lambda test: (-worth[test], test))[:_MOST_TOLD])


def _said_of(test: str, rare: Mapping[str, float]) -> float:
    """How much of a test's own name a goal says: `test_list_checks` of a list of checks."""
    noise = words_in_rows("parts_of_any_path")
    name = _MARK.sub("", test.rpartition("/")[2]).rpartition(".")[0]
    own = [stem(part) for part in parts(name) if part not in noise and not is_stop(part)]
    return sum(word in rare for word in own) / (len(own) or 1)


def _name_of(words: Mapping[str, float]) -> frozenset[str]:
    """The words of a path that are its name's, and no role of files."""
    return frozenset(word for word, tells in words.items() if tells > _FOLDER)


class _Read:
    """What a test says that is about one file."""

    def __init__(self, path: str, text_of: TextOf) -> None:
        self._path, self._text_of = path, text_of
        self._folder, _, name = path.rpartition("/")
        self._stem = name.partition(".")[0]
        names = path.rpartition(".")[0].split("/")
        tails = [names[-size:] for size in (2, 3) if len(names) >= size]
        self._tails = [mark.join(tail) for tail in tails for mark in ("/", ".", "\\", "::")]

    @cached_property
    def _declared(self) -> set[str]:
        names = _NAME.findall(self._text_of(self._path) or "")
        return {one for one in names if len(one) >= _LONG}

    def told_by(self, test: str, does: frozenset[str], least: float) -> float:
        """How much a test tells, if that may be as much as `least`: to read it takes longer."""
        beside = _BESIDE * (test.rpartition("/")[0] == self._folder)
        does_it = _DOES_IT * bool(does)
        if _BROUGHT_IN + _NAMED + _DECLARED + does_it + beside < least:
            return 0.0
        text = (self._text_of(test) or "")[:_LONGEST_TEXT]
        brought = any(tail in text for tail in self._tails)
        brought = brought or (beside > 0 and self._stands(text, "[./]", "['\"]"))
        named = len(self._stem) >= _LONG_NAME and self._stands(text, r"(?<!\w)", r"(?!\w)")
        does_it *= any(name in text for name in does)
        told = _BROUGHT_IN * brought + _NAMED * named
        most = _DECLARED * len(self._declared) / (len(self._declared) + _HALF)
        if told + most + does_it + beside < least - _NEARLY:
            return 0.0
        declared = sum(one in text for one in self._declared)
        return told + _DECLARED * declared / (declared + _HALF) + does_it + beside

    def _stands(self, text: str, before: str, behind: str) -> bool:
        """Whether the file's name stands in a text between two patterns."""
        if self._stem not in text:
            return False
        return re.search(rf"{before}{re.escape(self._stem)}{behind}", text) is not None


def _nearest(index: Index, path: str, ranks: Mapping[str, float]) -> list[tuple[str, float]]:
    """The tests whose path is made of a file's words most, or that are ranked, each with how much:
    no other is near enough to be read. By the words that two paths share can be told how far they
    may be alike at most, so that few are held against each other."""
    own, tests = _words(path), index.texts.of_kinds(TESTS)
    share = {word: (tells * _rare(index, word)) ** 2 for word, tells in own.items()}
    # A word that paths are not found by may stand in any.
    anywhere = sum(share[word] for word in own if len(word) < 2 or word.isdigit())
    most: dict[str, float] = {}
    for word in own:
        for number, _ in index.texts.named.carriers(word):
            if number in tests:
                test = tests[number].path
                most[test] = most.get(test, anywhere) + share[word]
    whole = sum(share.values())
    size = math.sqrt(whole) or 1.0
    could: dict[str, float] = {}
    for test, shared in most.items():
        is_long = max(map(len, test.split("/"))) > LONGEST_WORD  # nor by the words of such a name
        could[test] = _ALIKE * math.sqrt(whole if is_long else shared) / size
    for test, rank in ranks.items():
        could[test] = could.get(test, _ALIKE) + _RANKED * rank
    found: dict[str, float] = {}
    scores: list[float] = []
    for test in sorted(could, key=lambda test: -could[test]):
        if len(scores) >= _MOST_READ and could[test] < scores[_MOST_READ - 1] - _NEARLY:
            break
        found[test] = _alike(index, own, _words(test))
        insort(scores, _ALIKE * found[test] + _RANKED * ranks.get(test, 0.0), key=lambda one: -one)
    first = sorted(found, key=lambda t: (-_ALIKE * found[t] - _RANKED * ranks.get(t, 0.0), t))
    return [(test, found[test]) for test in first[:_MOST_READ]]


def _alike(index: Index, own: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How far two paths are made of the same words, the rare ones most."""

    def size(words: Mapping[str, float]) -> float:
        return math.sqrt(sum((tells * _rare(index, word)) ** 2 for word, tells in words.items()))

    both = (own[w] * other[w] * _rare(index, w) ** 2 for w in own.keys() & other.keys())
    return sum(both) / ((size(own) * size(other)) or 1.0)


def _rare(index: Index, word: str) -> float:
    return math.log1p(len(index.texts.files) / (1 + index.texts.named.often(word)))


@lru_cache(maxsize=10_000)
def _words(path: str) -> dict[str, float]:
    """The words a path is made of, those of its name most, without what marks a test."""
    folder, _, name = path.rpartition("/")
    noise, roles = words_in_rows("parts_of_any_path"), words_in_rows("roles_of_files")
    found = {stem(part): _FOLDER for part in parts(folder) if part not in noise}
    for part in parts(_MARK.sub("", name).rpartition(".")[0] or name):
        if part not in noise:
            found[stem(part)] = max(found.get(stem(part), 0.0), _ROLE if part in roles else 1.0)
    return found
