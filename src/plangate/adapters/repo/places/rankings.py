"""Where the work is: the files of a goal by all ways of looking (UND-3, UND-5).

The scores of a sentence and of an issue are weighed by `ranking.py`, and those that come first
looked at once more (`nearness`). What answers a question is fused from lists instead, each of which
looks in one way: what a person said, what they pasted, the names they wrote out, what commits said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import best_of
from plangate.adapters.repo.places.doing import Done, doing
from plangate.adapters.repo.places.goal_words import Asked
from plangate.adapters.repo.places.issue_scores import scores_of_issue
from plangate.adapters.repo.places.nearness import TextOf, near_and_declared
from plangate.adapters.repo.places.sentence_scores import Scores, rarity, scores_of
from plangate.core.investigation.ranking import (
    ISSUE_WEIGHTS,
    OF_ISSUES,
    OF_RANKS,
    OF_SCORES,
    WEIGHTS,
    Ranked,
    Sureness,
    could_be,
    fused,
    strengths,
    weighed,
)
from plangate.core.model.policy.investigation_numbers import RANKING_LOOKED_AT
from plangate.language.paths import PAST_MIGRATION
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
    """Files, best first, the most one of them could have got, how sure that makes, and how many of
    the words stand anywhere here."""

    ranked: list[Ranked]
    most: float
    sureness: Sureness = OF_RANKS
    words: int = 1

    @property
    def strengths(self) -> list[float]:
        return strengths(*self)


def ranked_places(index: Index, wanted: Asked, text_of: TextOf) -> Places:
    """The files the work probably touches: one sentence by what it says, an issue by its parts."""
    scores, weights, sureness = scored(index, wanted)
    ranked = _not_past(wanted, weighed(scores, weights))
    first = [one.name for one in ranked[:RANKING_LOOKED_AT]]
    scores |= near_and_declared(first, text_of, _worth(index, wanted, _kinds(wanted)))
    if wanted.is_sentence:
        scores["does"] = {
            path: one.worth for path, one in done_in(index, wanted, first, text_of).items()
        }
    again = weighed(scores, weights, frozenset(first))
    known = sum(bool(index.texts.said.carriers(word)) for word in wanted.title)
    every = [*again, *ranked[len(first) :]]
    return Places(every, could_be(scores, weights), sureness, known)


def _not_past(wanted: Asked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Without migrations that ran already, where the goal speaks of none: what comes next is a new
    one, and they repeat the words of everything that is kept."""
    if "migrat" in wanted.title:
        return list(ranked)
    return [one for one in ranked if not PAST_MIGRATION.search(one.name)]


def done_in(index: Index, wanted: Asked, paths: Sequence[str], text_of: TextOf) -> dict[str, Done]:
    """Which function of each file does what the goal speaks of."""
    rare = index.texts.weights(wanted.title)
    return doing(paths, text_of, wanted.moments, rare)


def scored(index: Index, wanted: Asked) -> tuple[dict[str, Scores], Mapping[str, float], Sureness]:
    """What each way of looking says, what each is worth, and how sure that makes."""
    kinds = _kinds(wanted)
    among = index.texts.paths_of(tuple(kinds))
    if wanted.is_sentence:
        named = _named_in(wanted.paths, among)
        return scores_of(index, wanted, kinds, among, named), WEIGHTS, OF_SCORES
    named = _named_in(wanted.paths[::-1], among)  # of a traceback the last line says most
    return scores_of_issue(index, wanted, kinds, among, named), ISSUE_WEIGHTS, OF_ISSUES


def _worth(index: Index, wanted: Asked, kinds: tuple[FileKind, ...]) -> dict[str, float]:
    """How rare each word of the title is in the files that could be meant."""
    among, said = index.texts.of_kinds(kinds), index.texts.said
    carried = {word: sum(one in among for one, _ in said.carriers(word)) for word in wanted.title}
    return {word: rarity(len(among), times) for word, times in carried.items() if times}


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
