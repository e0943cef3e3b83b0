"""Where the work of a one-sentence goal is: what each way of looking says of the files (UND-5).

`ranking.py` weighs and adds the scores. Most of them look for all words in one place; `every
word` asks of each word whether the text, the path or the history of a file has it, so that a file
that has all of them somewhere comes before one that has a few of them often.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.adapters.repo.places.goal_words import Asked

Scores = dict[str, float]

#: How many times a word stands in a text of middling length until the text half has it, how much
#: of that depends on the length, and the same for what commits said of a file.
_TEXT_HALF, _TEXT_BY_LENGTH = 2.5, 0.8
_PAST_HALF, _PAST_BY_LENGTH = 2.0, 0.6
#: How far a word in the path, or one that commits use all the time, counts as one in the text.
_IN_PATH, _IN_PAST = 0.9, 0.9
#: What a word written like a name, and one for a deed, is worth of any other.
_STRESSED, _DEED = 2.0, 0.7


def scores_of(
    index: Index,
    wanted: Asked,
    kinds: Sequence[FileKind],
    among: Collection[str],
    named: Sequence[str],
) -> dict[str, Scores]:
    """What each way of looking says of the files that any of them speaks of."""
    texts, past, title = index.texts, index.past, wanted.title
    found = {
        "path": {path: 1 / rank for rank, path in enumerate(named, start=1)},
        "every word": every_word(index, wanted, kinds),
        "often": texts.scores(texts.said, title, kinds, "often"),
        "together": texts.scores(texts.said, wanted.together, kinds, "often"),
        "name": texts.scores(texts.named, title, kinds),
        "component": texts.scores(texts.named, wanted.component, kinds),
        "symbol": texts.scores(texts.said, wanted.names, kinds),
        "like commits": past.alike(title, among),
    }
    spoken_of = set().union(*found.values())
    words = {*title, *wanted.together}
    lately, endings = past.habits(among)
    looks = {file.path for file in texts.of_kinds(tuple(kinds)).values() if file.kind in _LOOKS}
    return found | {
        "own name": own_names({path: stem_of(path) for path in spoken_of}, words),
        "lately": {path: lately[path] for path in spoken_of if path in lately},
        "ending": {path: endings.get(path.rpartition(".")[2], 0.0) for path in spoken_of},
        "looks": dict.fromkeys(looks & spoken_of, 1.0),
        "shown": dict.fromkeys(texts.paths_of(("example",)) & spoken_of, 1.0),
    }


_LOOKS: tuple[FileKind, ...] = ("markup", "docs")


def own_names(names: Mapping[str, str], words: Collection[str]) -> Scores:
    """For every file with a name of its own the share of that name's words that the goal has."""
    found: Scores = {}
    for path, name in names.items():
        own = set(words_of(name).split())
        if shared := own.intersection(words):
            found[path] = len(shared) / len(own)
    return found


def stem_of(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].replace("-", "_")


class _Measured(NamedTuple):
    """Documents, how long each is and how long they are in the middle."""

    lengths: Mapping[int, int]
    mean: float

    def half(self, document: int, half: float, by_length: float) -> float:
        """How often a word must stand in a document for it to half have it."""
        return half * (1 - by_length + by_length * self.lengths[document] / self.mean)


def _measured(lengths: Mapping[int, int]) -> _Measured:
    return _Measured(lengths, sum(lengths.values()) / max(1, len(lengths)) or 1.0)


def every_word(index: Index, wanted: Asked, kinds: Sequence[FileKind]) -> Scores:
    """How far each file has every word of the title."""
    weights = {
        word: (_STRESSED if word in wanted.stressed else 1.0)
        * (_DEED if word in wanted.deeds else 1.0)
        for word in wanted.title
    }
    return having(index, weights, kinds, math.sqrt)


def having(
    index: Index,
    weights: Mapping[str, float],
    kinds: Sequence[FileKind],
    rare: Callable[[float], float],
) -> Scores:
    """How far each file has every one of the words: in its text, its path or its past.

    Squared, because the last of the words says more than the first. `rare` says what the rarity of
    a word counts.
    """
    if not weights:
        return {}
    texts = index.texts
    among = texts.of_kinds(tuple(kinds))
    text = _measured(texts.said.lengths(among))
    past = index.past.files({file.path: number for number, file in among.items()})
    spoken = _measured({past[one]: size for one, size in index.past.said.lengths(past).items()})
    worth: dict[int, float] = {}
    for word, weight in weights.items():
        missing: dict[int, float] = {}
        carriers = 0
        for document, times in texts.said.carriers(word):
            if document in text.lengths:
                carriers += 1
                half = text.half(document, _TEXT_HALF, _TEXT_BY_LENGTH)
                missing[document] = 1 - times / (times + half)
        for document, _ in texts.named.carriers(word):
            if document in missing:
                missing[document] *= 1 - _IN_PATH
        for one, times in index.past.said.carriers(word):
            if (number := past.get(one)) is not None:
                half = spoken.half(number, _PAST_HALF, _PAST_BY_LENGTH)
                missing[number] = missing.get(number, 1.0) * (1 - _IN_PAST * times / (times + half))
        whole = weight * rare(rarity(len(text.lengths), carriers))
        for document, share in missing.items():
            worth[document] = worth.get(document, 0.0) + whole * (1 - share)
    return {among[document].path: score * score for document, score in worth.items()}


def rarity(documents: int, carriers: int) -> float:
    """How much a word tells that so many of so many documents carry."""
    return math.log(1 + (documents - carriers + 0.5) / (carriers + 0.5))
