"""Where the work of an issue is: what each way of looking says of the files (UND-5, UND-10).

The title is asked as that of a sentence is. The rest has too many words for each to count alike: a
word counts by how rare it is in the program and by how often the issue says it, wherever it does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.adapters.repo.places.goal_words import Asked
from plangate.adapters.repo.places.sentence_scores import Scores, having, own_names, stem_of

#: So many of an issue's words are asked for, in its order: the title's come first.
_MOST_WORDS = 150
#: How often a word is said until it half counts as one that is said all the time.
_SAID_HALF = 2.0


def scores_of_issue(
    index: Index,
    wanted: Asked,
    kinds: Sequence[FileKind],
    among: Collection[str],
    named: Sequence[str],
) -> dict[str, Scores]:
    """What each way of looking says of the files that any of them speaks of."""
    texts = index.texts
    found = {
        "path": {path: 1 / rank for rank, path in enumerate(named, start=1)},
        "name": texts.scores(texts.named, wanted.title, kinds),
        "like commits": index.past.alike(wanted.title, among),
        **of_all_parts(index, wanted, kinds, among),
    }
    spoken_of: set[str] = set().union(*found.values())
    words = every_part(wanted)
    return found | {
        "own name": own_names({path: stem_of(path) for path in spoken_of}, words),
        "whole name": whole_names(spoken_of, words),
        "shown": dict.fromkeys(texts.paths_of(("example",)) & spoken_of, 1.0),
    }


def of_all_parts(
    index: Index, wanted: Asked, kinds: Sequence[FileKind], among: Collection[str]
) -> dict[str, Scores]:
    """What all that an issue says, shows and names has to say of the files of some kinds."""
    texts, times = index.texts, wanted.times
    words = tuple(dict.fromkeys((*wanted.title, *wanted.said, *wanted.pasted)))[:_MOST_WORDS]
    logs = {word: math.log1p(times[word]) for word in words}
    return {
        "every word": having(index, logs, kinds, float),
        "often": texts.scores(texts.said, _by_times(words, times), kinds),
        "symbol": having(index, dict.fromkeys(wanted.names, 1.0), kinds, float),
        "like said": index.past.alike((*wanted.title, *wanted.said), among),
    }


def every_part(wanted: Asked) -> frozenset[str]:
    """Every word of an issue, wherever it stands."""
    parts = (wanted.title, wanted.together, wanted.names, wanted.said, wanted.pasted)
    return frozenset().union(*parts)


def _by_times(words: Iterable[str], times: Counter[str]) -> dict[str, float]:
    return {word: times[word] / (times[word] + _SAID_HALF) for word in words if times[word]}


def whole_names(paths: Collection[str], words: Collection[str]) -> Scores:
    """Files whose whole name the issue says, less sure where many are called so."""
    names = {path: words_of(stem_of(path)).rpartition(" ")[2] for path in paths}
    alike = Counter(names.values())
    return {path: 1 / alike[name] for path, name in names.items() if name in words}
