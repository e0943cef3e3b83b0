"""Files and symbols that are named like the goal: where a change would go, and what is alike."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from plangate.adapters.repo.checkout.symbols import Symbol
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.paths_aside import is_aside, is_test
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence
from plangate.language.words.stems import stems

_MOST = 6


def related(view: View, symbols: Sequence[Symbol]) -> list[Evidence]:
    """Related files, best first (those the goal names before all), then similar symbols.

    How sure one is of a file is how much of the goal it carries: a file that shares one common word
    of four is listed, but nobody should begin to work there because of it.
    """
    named = [path for path in view.goal.paths if path in view.present]
    weights = _weights(view)
    scores = {path: score for path in view.files if (score := _path_score(view, path, weights)) > 0}
    declared = _symbols(view, symbols, weights)
    for score, path, *_ in declared:
        scores[path] = scores[path] + score / 2 if path in scores else score / 4
    best = max(scores.values(), default=0.0)
    near = [path for path, score in scores.items() if score >= best / 4 and path not in named]
    sure = _sureness(view, near, declared, weights)
    ranked = sorted(near, key=lambda path: (-sure[path], -scores[path], path.count("/"), path))
    files = [fact("related_file", path, path) for path in named]
    files += [fact("related_file", path, path, sure[path]) for path in ranked]
    alike = [
        fact("similar_symbol", f"{kind} {name}", f"{path}:{line}", min(0.9, 0.4 + 0.2 * shared))
        for _, path, line, kind, name, shared in declared
    ]
    return [*first(files, _MOST), *first(alike, _MOST)]


def _sureness(
    view: View,
    paths: Sequence[str],
    declared: Sequence[tuple[float, str, int, str, str, int]],
    weights: dict[str, float],
) -> dict[str, float]:
    """How sure it is that each file is meant: by how much of the goal it carries, and if few do.

    A word of the goal that stands nowhere may name what is new: it counts for little.
    """
    own = {path: view.goal.shared(path) for path in paths}
    carried = dict(own)
    for _, path, _, _, name, _ in declared:
        if path in carried:
            carried[path] |= view.goal.shared(name)
    known = frozenset().union(*carried.values())
    whole = sum(weight if word in known else weight / 4 for word, weight in weights.items())
    alike = Counter(words for path, words in carried.items() if _worth(path) == 1.0)
    sure: dict[str, float] = {}
    for path, words in carried.items():
        # What a file only declares somewhere says less than what it is called.
        shares = (weights[word] * (1.0 if word in own[path] else 0.6) for word in words)
        share = sum(shares) / (whole + 1e-9)
        crowd = 1.0 if alike[words] < _CROWD else 0.5
        sure[path] = round(0.3 + 0.6 * share * crowd * _worth(path), 2)
    return sure


#: So many files that carry the same words of a goal are none of them the one that is meant.
_CROWD = 5


def _worth(path: str) -> float:
    return 0.5 if is_aside(path) or _MADE.search(path) else 1.0


def _weights(view: View) -> dict[str, float]:
    """What a word of the goal is worth: less, the more paths carry it."""
    counted: Counter[str] = Counter()
    for path in view.files:
        counted.update(view.goal.shared(path))
    total = len(view.files) + 1
    return {word: math.log(total / (1 + counted[word])) + 0.1 for word in view.goal.words}


def _path_score(view: View, path: str, weights: dict[str, float]) -> float:
    """The file's own name counts twice what its folders do; code counts before prose."""
    shared = view.goal.shared(path)
    if (
        not shared
        or path[0] == "."
        or _is_compiled(view, path)
        or (is_test(path) and not view.goal.speaks_of(_TESTS))
    ):
        return 0.0
    own = view.goal.shared(path.rpartition("/")[2])
    score = sum(weights[word] * (1.0 if word in own else 0.5) for word in shared)
    if language_of(path) is None:
        score *= 0.4
    if path.endswith(".d.ts"):
        score *= 0.6
    if _PAST.search(path):
        score *= 0.2
    return score * _worth(path)


def _is_compiled(view: View, path: str) -> bool:
    """Whether a script was made from a typed one of the same name below `src`."""
    name, dot, ending = path.partition(".")
    if ending not in ("js", "d.ts", "mjs", "cjs", "js.map", "d.ts.map") or not dot:
        return False
    return any(f"src/{name}.{typed}" in view.present for typed in ("ts", "tsx", "mts"))


#: A migration or a translation that carries the goal's words is rarely what has to be changed.
_PAST = re.compile(r"(?:^|/)(?:migrations?|migrate|locales?|changelog\w*)/")
#: What a bundler has written: pressed, or with a fingerprint in its name.
_MADE = re.compile(r"\.min\.\w+$|[-.][0-9a-f]{16,}\.\w+$")
_TESTS = frozenset(("test", "tests", "testing", "coverage"))


def _symbols(
    view: View, symbols: Sequence[Symbol], weights: dict[str, float]
) -> list[tuple[float, str, int, str, str, int]]:
    """Definitions whose names carry the goal's words, the best of each file."""
    best: dict[str, tuple[float, str, int, str, str, int]] = {}
    for path, kind, name, line, _ in symbols:
        shared = view.goal.shared(name)
        if len(shared) > 1 or (shared and len(stems(name)) <= 2):
            score = sum(weights[word] for word in shared)
            if path not in best or score > best[path][0]:
                best[path] = (score, path, line, kind, name, len(shared))
    most = max((entry[5] for entry in best.values()), default=0)
    high = max((entry[0] for entry in best.values()), default=0.0)
    clear = [
        entry for entry in best.values() if entry[5] > 1 or most == 1 or entry[0] >= 0.8 * high
    ]
    return sorted(clear, key=lambda entry: (-entry[0], entry[1]))
