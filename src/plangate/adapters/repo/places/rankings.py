"""Where the work is: independent lists of files for one goal (UND-3, UND-5).

Each list looks in one way; `ranking.py` makes one of them. What a person said, what they
pasted, the names they wrote out and the component they put before a colon are questions of their
own; so is what past commits said of a file, and which files change together. A goal of one
sentence is weighed by scores instead (`sentence_scores`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import best_of
from plangate.adapters.repo.places.goal_words import Asked
from plangate.adapters.repo.places.sentence_scores import scores_of
from plangate.core.investigation.ranking import (
    OF_RANKS,
    OF_SCORES,
    Ranked,
    Sureness,
    could_be,
    fused,
    strengths,
    weighed,
)
from plangate.language.words.features import OF_LOOKS, OF_PAGES

#: What the work is done in; markup and pages only when the goal speaks of them.
_WORK: tuple[FileKind, ...] = ("code", "example")
_ALSO: tuple[tuple[FileKind, frozenset[str]], ...] = (
    ("markup", OF_LOOKS),
    ("docs", OF_PAGES),
)
_DEPTH = 50
_SEEDS = 3

# --- lists ----------------------------------------------------------------------------------------


class Places(NamedTuple):
    """Files, best first, the most one of them could have got, and how sure that makes."""

    ranked: list[Ranked]
    most: float
    sureness: Sureness = OF_RANKS

    @property
    def strengths(self) -> list[float]:
        return strengths(*self)


def ranked_places(index: Index, wanted: Asked) -> Places:
    """The files the work probably touches: an issue by its parts, one sentence by what it says."""
    kinds = _kinds(wanted)
    among = index.texts.paths_of(tuple(kinds))
    if not wanted.said and not wanted.pasted:
        named = _named_in(wanted.paths, among)
        scores = scores_of(index, wanted, kinds, among, named)
        return Places(weighed(scores), could_be(scores), OF_SCORES)
    lists = lists_of(index, wanted, kinds)
    first = [one.name for one in fused(lists)[:_SEEDS]]
    lists["changes with"] = changing_with(index, first, among)
    return _placed(lists)


def _placed(lists: Mapping[str, Sequence[str]]) -> Places:
    return Places(fused(lists), sum(bool(names) for names in lists.values()))


def fused_lists(index: Index, wanted: Asked, kinds: Sequence[FileKind]) -> Places:
    """The files of some kinds that have most to say, best first."""
    return _placed(lists_of(index, wanted, kinds))


def _kinds(wanted: Asked) -> tuple[FileKind, ...]:
    said = frozenset(wanted.title)
    return (*_WORK, *(kind for kind, words in _ALSO if said & words))


def lists_of(index: Index, wanted: Asked, kinds: Sequence[FileKind]) -> dict[str, list[str]]:
    texts = index.texts
    among = index.texts.paths_of(tuple(kinds))
    return {
        "path": _named_in(wanted.paths, among),
        "text": texts.ranked(texts.said, wanted.title, kinds, _DEPTH),
        "words": texts.ranked(texts.said, wanted.said or wanted.title, kinds, _DEPTH, "once"),
        "description": texts.ranked(texts.said, wanted.said, kinds, _DEPTH),
        "code": texts.ranked(texts.said, wanted.pasted, kinds, _DEPTH),
        "name": texts.ranked(texts.named, wanted.title, kinds, _DEPTH),
        "component": texts.ranked(texts.named, wanted.component, kinds, _DEPTH),
        "symbol": texts.ranked(texts.said, wanted.names, kinds, _DEPTH),
        "name said": texts.ranked(texts.named, wanted.said, kinds, _DEPTH),
        "history": best_of(index.past.scores(wanted.title, among), _DEPTH),
        "history said": best_of(index.past.scores(wanted.said, among), _DEPTH),
    }


def _named_in(written: Iterable[str], among: Collection[str]) -> list[str]:
    """The files whose path somebody wrote out, or the end of it as a traceback has it."""
    found: dict[str, None] = {}
    for path in written:
        tail = path.strip("./")
        fitting = [one for one in among if one == tail or one.endswith(f"/{tail}")]
        while not fitting and "/" in tail:  # a traceback's path begins on another machine
            tail = tail.partition("/")[2]
            fitting = [one for one in among if one == tail or one.endswith(f"/{tail}")]
        if len(fitting) <= _SEEDS:
            found.update(dict.fromkeys(sorted(fitting)))
    return list(found)


def changing_with(index: Index, paths: Sequence[str], among: Collection[str]) -> list[str]:
    """Files that changed together with these, those of the first path before those of the next."""
    worth: Counter[str] = Counter()
    for place, path in enumerate(paths, start=1):
        times = index.past.times(path)
        for other, together in index.past.together(path).items():
            if other in among:
                worth[other] += together / (times + 3) / place  # type: ignore[assignment]
    return [path for path, _ in worth.most_common(_DEPTH)]
