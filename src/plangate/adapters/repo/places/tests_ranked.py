"""Which tests the work probably touches: those of the goal and those of its places (UND-5).

They are weighed as places are, those of an issue with other weights than those of a sentence. A
test belongs to a place that it is named after, that it speaks of, or that it changed with.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.adapters.repo.places.goal_words import Asked
from plangate.adapters.repo.places.issue_scores import every_part, of_all_parts
from plangate.adapters.repo.places.sentence_scores import Scores, every_word, own_names
from plangate.core.investigation.ranking import ISSUE_TEST_WEIGHTS, TEST_WEIGHTS, Ranked, weighed

TESTS: tuple[FileKind, ...] = ("test",)
_SEEDS = 3
#: Tests that are named after the same place: how much less each further one says.
_NEXT = 0.3


def ranked_tests(index: Index, wanted: Asked, places: Mapping[str, float]) -> list[Ranked]:
    """The tests the work probably touches, best first; of the places, likeliest first, it is said
    how likely each is."""
    best = max(places.values(), default=0.0) or 1.0
    scores = _scores(index, wanted, {path: strength / best for path, strength in places.items()})
    if wanted.is_sentence:
        return weighed(scores, TEST_WEIGHTS)
    return weighed(_of_issue(index, wanted, scores), ISSUE_TEST_WEIGHTS)


def _of_issue(index: Index, wanted: Asked, scores: dict[str, Scores]) -> dict[str, Scores]:
    """The same with the other parts of an issue; how lately a test changed says nothing of it."""
    title, _ = scores.pop("every word"), scores.pop("lately")
    among = index.texts.paths_of(TESTS)
    found = {**scores, "title": title, **of_all_parts(index, wanted, TESTS, among)}
    named: set[str] = set().union(*found.values())
    said = own_names({path: _bare(path) for path in named}, every_part(wanted))
    return found | {"own name said": said}


def _scores(index: Index, wanted: Asked, worth: Mapping[str, float]) -> dict[str, Scores]:
    """What each way of looking says of the tests, given what the places are worth."""
    texts, past = index.texts, index.past
    among = texts.paths_of(TESTS)
    spoken_of = [name for path in worth if (name := _whole_name(path))]
    found = {
        "every word": every_word(index, wanted, TESTS),
        "words": texts.scores(texts.said, wanted.title, TESTS, "once"),
        "called alike": _called(worth, among),
        "changes with": _changed(index, worth, among),
        "speaks of": texts.scores(texts.said, spoken_of[: 2 * _SEEDS], TESTS, "often"),
        "like commits": past.alike(wanted.title, among),
    }
    named: set[str] = set().union(*found.values())
    lately, _ = past.habits(among)
    words = {*wanted.title, *wanted.together}
    return found | {
        "own name": own_names({path: _bare(path) for path in named}, words),
        "lately": {path: lately[path] for path in named if path in lately},
    }


def _called(worth: Mapping[str, float], among: Collection[str]) -> Scores:
    bare = {_bare(path) for path in worth}
    fitting = [test for test in among if _bare(test) in bare]
    found: Scores = {}
    for path, weight in worth.items():
        for place, test in enumerate(called_alike(path, fitting)):
            found[test] = max(found.get(test, 0.0), weight / (1 + _NEXT * place))
    return found


def _changed(index: Index, worth: Mapping[str, float], among: Collection[str]) -> Scores:
    found: Scores = {}
    for path, weight in worth.items():
        times = index.past.times(path)
        for test, together in index.past.together(path).items():
            if test in among:
                found[test] = found.get(test, 0.0) + weight * together / (times + 3)
    return found


def _whole_name(path: str) -> str:
    """The name of a file as texts speak of it: in one word."""
    own = _bare(path)
    return "" if own in _SAY_NOTHING else words_of(own).rpartition(" ")[2]


_TEST_MARK = re.compile(r"^tests?_|_tests?$|[._-](?:test|spec)$|(?<=[a-z])(?:Tests?|Spec|IT)$")
_SAY_NOTHING = frozenset("index mod main lib init __init__ base types utils util".split())


def called_alike(path: str, tests: Collection[str]) -> list[str]:
    """The tests named after a file, those in a like folder first."""
    own = _bare(path)
    if own in _SAY_NOTHING or not own:
        return []
    folders = set(path.split("/")[:-1])
    fitting = [test for test in tests if _bare(test) == own]
    return sorted(fitting, key=lambda test: (-len(folders & set(test.split("/"))), test))


def tests_within(path: str, tests: Collection[str]) -> list[str]:
    """The tests that lie in a folder of tests beside a file, where they are few."""
    folder = path.rpartition("/")[0]
    near = sorted(test for test in tests if folder and _TESTED.match(test.removeprefix(folder)))
    return near if len(near) <= _MOST_WITHIN else []


_TESTED = re.compile(r"/(?:tests?|specs?)/[^/]+$")
_MOST_WITHIN = 2


@lru_cache(maxsize=100_000)
def _bare(path: str) -> str:
    """The name of what a file is about: without its ending and what marks a test."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return _TEST_MARK.sub("", name).lower().replace("-", "_")


def tests_of(index: Index, place: str, ranked: Sequence[Ranked]) -> list[str]:
    """Which of the ranked tests belong to a place: named after it, or changed with it."""
    named = set(called_alike(place, [one.name for one in ranked]))
    together = index.past.together(place)
    return [one.name for one in ranked if one.name in named or together[one.name] > 1]
