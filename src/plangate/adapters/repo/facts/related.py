"""Files and symbols that are named like the goal: where a change would go, and what is alike."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from plangate.adapters.repo.facts.goal import stems
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.view import View, fact, first, is_aside, is_test
from plangate.adapters.repo.symbols import Symbol
from plangate.core.model import Evidence

_MOST = 6


def related(view: View, symbols: Sequence[Symbol]) -> list[Evidence]:
    """Related files, best first (those the goal names before all), then similar symbols."""
    named = [path for path in view.goal.paths if path in view.present]
    weights = _weights(view)
    scores = {path: score for path in view.files if (score := _path_score(view, path, weights)) > 0}
    declared = _symbols(view, symbols, weights)
    for score, path, *_ in declared:
        scores[path] = scores[path] + score / 2 if path in scores else score / 4
    best = max(scores.values(), default=0.0)
    ranked = sorted(
        (path for path, score in scores.items() if score >= best / 4 and path not in named),
        key=lambda path: (-scores[path], path.count("/"), path),
    )
    files = [fact("related_file", path, path) for path in named]
    files += [
        fact("related_file", path, path, min(0.9, 0.3 + 0.6 * scores[path] / (best + 1e-9)))
        for path in ranked
    ]
    alike = [
        fact("similar_symbol", f"{kind} {name}", f"{path}:{line}", min(0.9, 0.4 + 0.2 * shared))
        for _, path, line, kind, name, shared in declared
    ]
    return [*first(files, _MOST), *first(alike, _MOST)]


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
    if not shared or path[0] == "." or (is_test(path) and not view.goal.speaks_of(_TESTS)):
        return 0.0
    own = view.goal.shared(path.rpartition("/")[2])
    score = sum(weights[word] * (1.0 if word in own else 0.5) for word in shared)
    if language_of(path) is None:
        score *= 0.4
    if path.endswith(".d.ts"):
        score *= 0.6
    if _PAST.search(path):
        score *= 0.2
    return score * (0.5 if is_aside(path) else 1.0)


#: A migration or a translation that carries the goal's words is rarely what has to be changed.
_PAST = re.compile(r"(?:^|/)(?:migrations?|migrate|locales?|changelog\w*)/")
_TESTS = frozenset(("test", "tests", "testing", "coverage"))


def _symbols(
    view: View, symbols: Sequence[Symbol], weights: dict[str, float]
) -> list[tuple[float, str, int, str, str, int]]:
    """Definitions whose names carry the goal's words, the best of each file."""
    best: dict[str, tuple[float, str, int, str, str, int]] = {}
    for path, kind, name, line in symbols:
        shared = view.goal.shared(name)
        if len(shared) > 1 or (shared and len(stems(name)) <= 2):
            score = sum(weights[word] for word in shared)
            if path not in best or score > best[path][0]:
                best[path] = (score, path, line, kind, name, len(shared))
    most = max((entry[5] for entry in best.values()), default=0)
    clear = [entry for entry in best.values() if entry[5] > 1 or most == 1]
    return sorted(clear, key=lambda entry: (-entry[0], entry[1]))
