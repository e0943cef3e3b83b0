"""Which test shows a change of one file: by its path, what it speaks of, and the goal (UND-5).

The tests a goal ranks are asked what they are about; here each is asked about one file as well:
whether folders and names are made of the same rare words, whether it brings the file in or names
what is declared there, and the function that does what the goal speaks of most of all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARATION
from plangate.adapters.repo.index.index import Index
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
    own = _words(path)
    called = _name_of(own)
    best = max((one.score for one in about.ranked), default=0.0) or 1.0
    ranks = {one.name: one.score / best for one in about.ranked}
    near = {test: _alike(index, own, _words(test)) for test in _sharing(index, own, ranks)}
    first = sorted(near, key=lambda t: (-_ALIKE * near[t] - _RANKED * ranks.get(t, 0.0), t))
    read = _Read(path, text_of(path) or "")
    together, times = index.past.together(path), index.past.times(path) + 3
    goal = sum(about.rare.values()) or 1.0
    worth: dict[str, float] = {}
    for test in first[:_MOST_READ]:
        named = _name_of(_words(test))
        shared = sum(tells for word, tells in about.rare.items() if word in named) / goal
        worth[test] = (
            _ALIKE * near[test]
            + _RANKED * ranks.get(test, 0.0)
            + _CHANGED * together[test] / times
            + _OF_GOAL * shared
            + _SAID * _said_of(test, about.rare)
            + _OWN * bool(called_alike(path, [test]))
            + read.told_by((text_of(test) or "")[:_LONGEST_TEXT], test, about.does.get(path, _NONE))
        )
    least = {test: _SURE if called.isdisjoint(_name_of(_words(test))) else _LEAST for test in worth}
    sure = [test for test in worth if worth[test] >= least[test]]
    return tuple(sorted(sure, key=lambda test: (-worth[test], test))[:_MOST_TOLD])


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

    def __init__(self, path: str, text: str) -> None:
        self._folder, _, name = path.rpartition("/")
        self._stem = name.partition(".")[0]
        self._own = re.compile(rf"(?<!\w){re.escape(self._stem)}(?!\w)")
        self._beside = re.compile(rf"[./]{re.escape(self._stem)}['\"]")
        names = path.rpartition(".")[0].split("/")
        tails = [names[-size:] for size in (2, 3) if len(names) >= size]
        self._tails = [mark.join(tail) for tail in tails for mark in ("/", ".", "\\", "::")]
        self._declared = {one for one in _NAME.findall(text) if len(one) >= _LONG}

    def told_by(self, text: str, test: str, does: frozenset[str]) -> float:
        beside = test.rpartition("/")[0] == self._folder
        brought = any(tail in text for tail in self._tails)
        brought = brought or (beside and self._beside.search(text) is not None)
        named = len(self._stem) >= _LONG_NAME and self._own.search(text) is not None
        declared = sum(one in text for one in self._declared)
        return (
            _BROUGHT_IN * brought
            + _NAMED * named
            + _DECLARED * declared / (declared + _HALF)
            + _DOES_IT * any(name in text for name in does)
            + _BESIDE * beside
        )


def _sharing(index: Index, own: Mapping[str, float], ranked: Collection[str]) -> Iterator[str]:
    """The tests whose path has a word of a file's, and those that are ranked."""
    tests = index.texts.of_kinds(TESTS)
    numbers = {n for word in own for n, _ in index.texts.named.carriers(word) if n in tests}
    yield from sorted({tests[number].path for number in numbers}.union(ranked))


def _alike(index: Index, own: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How far two paths are made of the same words, the rare ones most."""

    def size(words: Mapping[str, float]) -> float:
        return math.sqrt(sum((tells * _rare(index, word)) ** 2 for word, tells in words.items()))

    both = (own[w] * other[w] * _rare(index, w) ** 2 for w in own.keys() & other.keys())
    return sum(both) / ((size(own) * size(other)) or 1.0)


def _rare(index: Index, word: str) -> float:
    return math.log1p(len(index.texts.files) / (1 + len(index.texts.named.carriers(word))))


def _words(path: str) -> dict[str, float]:
    """The words a path is made of, those of its name most, without what marks a test."""
    folder, _, name = path.rpartition("/")
    noise, roles = words_in_rows("parts_of_any_path"), words_in_rows("roles_of_files")
    found = {stem(part): _FOLDER for part in parts(folder) if part not in noise}
    for part in parts(_MARK.sub("", name).rpartition(".")[0] or name):
        if part not in noise:
            found[stem(part)] = max(found.get(stem(part), 0.0), _ROLE if part in roles else 1.0)
    return found
