"""Where in the files the work is: the lines that print, declare, parse or handle what a goal names.

A file is where a change is made; a line in it is where somebody begins to read (UND-5). Looked into
are the likeliest files and those that carry the goal's rarest words. What counts is how many of the
goal's words stand close together, in one function or within a few lines: a quotation tells most, a
name and a text shown to people more than a comment, and an import next to nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import Symbol
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import WHOLE_TEXT
from plangate.adapters.repo.places.goal_words import Asked
from plangate.adapters.repo.spots.spot_lines import TESTS_BELOW, Sought, quoted_in, words_in
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import Spot
from plangate.language.clauses import spoken_of
from plangate.language.denials import named_for_removal
from plangate.language.issues.issue_text import Issue
from plangate.language.paths import PAST_MIGRATION
from plangate.language.words.stems import content_stems

_MOST_FILES, _MOST_CARRIERS = 16, 12
_MOST_SPOTS, _MOST_IN_A_FILE = 6, 2
#: The likeliest files, whose best line is said whatever stands elsewhere.
_FIRST = 3
#: A function of more lines is looked at piece by piece, so many lines to either side.
_WHOLE, _AROUND = 60, 8
_LONGEST_TEXT = 100
#: What a file counts that no list found, and one that holds a quotation, beside the likeliest.
_UNRANKED, _QUOTES = 0.35, 0.9
#: How much a goal's verb tells of a line, beside its nouns; a number; a quotation; a name.
_DEED, _NUMBER, _QUOTED, _NAMED = 0.35, 0.6, 2.0, 1.4
#: What a line counts in a function that takes away, where a goal does not.
_OTHER_DEED = 0.4
#: How much a word tells that stands behind the title of an issue.
_BEHIND = 0.5
#: What a name made of two neighbours tells beside the words themselves, which tell already.
_TOGETHER = 0.4
#: How much a word tells of what is not there yet, beside one for what gets it.
_NOT_YET = 0.5
#: What is there already and gets company tells best where: “the median beside the mean”.
_THERE = 2.0
_BESIDE = re.compile(
    r"\b(?:beside|alongside|below|above|under|behind|next to|instead of) (?P<what>[^,.;]+)", re.I
)
_NUMBERS = re.compile(r"(?<![\w.#/-])\d{2,6}(?![\w.])")
#: Of a spot this much weaker than the first nothing is said.
_LEAST = 0.5
_KINDS: tuple[FileKind, ...] = ("code", "markup", "example")


class _Hit(NamedTuple):
    """The goal's words of one line, and how much each tells there."""

    number: int
    told: Mapping[str, float]


class _File(NamedTuple):
    """A file with how much it counts, its lines, and the most that one spot of it could be."""

    path: str
    prior: float
    lines: Sequence[str]
    hits: Sequence[_Hit]
    most: float


class _Region(NamedTuple):
    first: int
    last: int


def spots(
    workspace: Workspace,
    index: Index,
    sought: Sought,
    likely: Sequence[tuple[str, float]],
    literals: Mapping[str, str],
    removes: bool = True,
) -> tuple[Spot, ...]:
    """The lines where most of what a goal speaks of stands, the likeliest first; where it removes
    nothing, a function that does is named for another deed."""
    weights = sought.weights
    whole = sum(weights.values())
    found: list[Spot] = []
    counted = _files(index, likely, weights, literals) if whole else {}
    first = [path for path, _ in likely[:_FIRST] if path in counted]
    for path, most in _in_turn(workspace, index, counted, weights, first):
        if path not in first and not _could_be_told(most, found):
            break
        file = _looked_into(workspace, path, counted[path], sought)
        if not file.hits or (path not in first and not _could_be_told(file.most, found)):
            continue
        every = _in_file(workspace, index, file, weights)
        fitting = (one if removes else _of_another_deed(one) for one in every)
        near = sorted(fitting, key=lambda s: -s.strength)
        apart = {one.symbol or one.locator: one for one in reversed(near)}
        kept = sorted(apart.values(), key=lambda s: -s.strength)[:_MOST_IN_A_FILE]
        found += [_quoting(file, spot, whole) for spot in kept]
    found.sort(key=lambda one: (-one.strength, one.locator))
    least = _LEAST * found[0].strength if found else 0.0
    best = {next((s for s in found if s.path == path), None) for path in first}
    told = [one for one in found if one.strength >= least or one in best]
    spare = max(0, len(told) - _MOST_SPOTS)
    spared = [one for one in reversed(told) if one not in best][:spare]
    return tuple(one for one in told if one not in spared)


def _in_turn(
    workspace: Workspace,
    index: Index,
    counted: Mapping[str, float],
    weights: Mapping[str, float],
    first: Sequence[str],
) -> list[tuple[str, float]]:
    """The files to look into with the most that a spot of each could be, by the words it carries:
    the first ones, then what could tell most."""
    files, said = index.texts.of_kinds(_KINDS), index.texts.said
    numbers = {n: one.path for n, one in files.items() if one.path in counted}
    known = {numbers[n] for n in said.lengths(files) if n in numbers}
    words = [word for word in weights if word[0].isalpha()]
    exact = sum(weight for word, weight in weights.items() if not word[0].isalpha())
    could = dict.fromkeys(known, exact)
    for word in words:
        for number, _ in said.carriers(word):
            if (path := numbers.get(number)) in known:
                could[path] += weights[word]
    whole = sum(weights.values())
    for path in counted:
        if path not in known or workspace.stamps[path].size > WHOLE_TEXT:
            could[path] = whole
    most = {path: _NAMED * could[path] / whole * counted[path] for path in counted}
    return sorted(most.items(), key=lambda one: (one[0] not in first, -one[1]))


def _looked_into(workspace: Workspace, path: str, prior: float, sought: Sought) -> _File:
    """A file with its lines that carry a word."""
    weights = sought.weights
    text = (workspace.text(path) or "").partition(TESTS_BELOW)[0]
    hits = [_Hit(number, told) for number, told in sought.told_by(text)]
    most = sum(_told(hits, frozenset(weights), weights).values())
    return _File(path, prior, text.split("\n"), hits, most / sum(weights.values()) * prior)


def _could_be_told(most: float, found: Sequence[Spot]) -> bool:
    """Whether a spot that is worth so much may be said beside those found: to read a file and to
    parse it takes much longer."""
    best = sorted((one.strength for one in found), reverse=True)
    least = _LEAST * best[0] if best else 0.0
    if len(best) >= _MOST_SPOTS:
        least = max(least, best[_MOST_SPOTS - 1])
    return round(most, 3) >= least


def _quoting(file: _File, spot: Spot, whole: float) -> Spot:
    """A spot with its line, and how much it is beside what all files could tell."""
    line = file.lines[int(spot.locator.rpartition(":")[2]) - 1]
    strength = round(spot.strength / whole * file.prior, 3)
    return spot._replace(text=found_text(line, _LONGEST_TEXT), strength=strength)


def _of_another_deed(spot: Spot) -> Spot:
    share = _OTHER_DEED if named_for_removal(spot.symbol) else 1.0
    return spot._replace(strength=spot.strength * share)


def goal_weights(
    index: Index, issue: Issue, wanted: Asked, literals: Mapping[str, str]
) -> dict[str, float]:
    """How much each word of a goal tells of a line; one that stands nowhere tells nothing."""
    shares = dict.fromkeys(wanted.said, _BEHIND)
    shares |= dict.fromkeys(wanted.together, _TOGETHER) | dict.fromkeys(wanted.title, 1.0)
    there = frozenset(content_stems(spoken_of(issue.title))).intersection(shares)
    if there:
        shares |= {word: share * _NOT_YET for word, share in shares.items() if word not in there}
    shares |= dict.fromkeys(wanted.deeds & shares.keys(), _DEED)
    if found := _BESIDE.search(issue.title):
        shares |= {w: _THERE for w in content_stems(found["what"]) if shares.get(w) == 1.0}
    weights = {
        word: weight * shares[word]
        for word, weight in index.texts.weights(shares).items()
        if index.texts.said.carriers(word)
    }
    most = max(weights.values(), default=1.0)
    weights |= dict.fromkeys(_NUMBERS.findall(issue.said), _NUMBER * most)
    return weights | {quoted_in(text): _QUOTED * most for text, at in literals.items() if at}


def _files(
    index: Index,
    likely: Sequence[tuple[str, float]],
    weights: Mapping[str, float],
    literals: Mapping[str, str],
) -> dict[str, float]:
    """The files to look into, each with how much it counts."""
    best = max((strength for _, strength in likely), default=0.0) or 1.0
    counted = {
        path: _UNRANKED + (1 - _UNRANKED) * strength / best
        for path, strength in likely[:_MOST_FILES]
    }
    files, paths = index.texts.of_kinds(_KINDS), index.texts.paths_of(_KINDS)
    counted = {path: share for path, share in counted.items() if not PAST_MIGRATION.search(path)}
    for locator in literals.values():
        path = locator.rpartition(":")[0]
        if path in paths and not PAST_MIGRATION.search(path):
            counted[path] = max(counted.get(path, 0.0), _QUOTES)
    for word in sorted(weights, key=lambda word: -weights[word]):
        numbers = (number for number, _ in index.texts.said.carriers(word) if number in files)
        work = (files[n].path for n in numbers if not PAST_MIGRATION.search(files[n].path))
        carriers = list(islice(work, _MOST_CARRIERS + 1))
        for path in carriers if len(carriers) <= _MOST_CARRIERS else ():
            counted.setdefault(path, _UNRANKED)
    return counted


def _in_file(
    workspace: Workspace, index: Index, file: _File, weights: Mapping[str, float]
) -> Iterator[Spot]:
    path, lines, hits = file.path, file.lines, file.hits
    symbols = index.symbols(workspace, path) if path in workspace.stamps else []
    inside: dict[Symbol | None, list[_Hit]] = {}
    regions: dict[tuple[_Region, Symbol | None], None] = {}
    for hit, inner in zip(hits, _around([hit.number for hit in hits], symbols), strict=True):
        inside.setdefault(inner, []).append(hit)
        regions[_region(hit.number, inner, len(lines)), inner] = None
    for region, inner in regions:
        within = [hit for hit in inside[inner] if region.first <= hit.number <= region.last]
        best = max(within, key=_tells)
        name = inner.name if inner else ""
        if name.lower().startswith("test"):
            continue
        told = _told(within, words_in(name), weights)
        length = region.last - region.first + 1
        yield Spot(
            f"{path}:{best.number}",
            name,
            "",
            ", ".join(sorted(told, key=lambda word: -told[word])),
            sum(told.values()) / (1 + 0.1 * math.log2(max(length / 20, 1.0))),
            tuple(sorted(told)),
        )


def _tells(hit: _Hit) -> tuple[bool, float]:
    """How much a line tells: what the goal says exactly, a number or a quotation, before words."""
    return any(not word[0].isalpha() for word in hit.told), sum(hit.told.values())


def _told(
    hits: Sequence[_Hit], named: frozenset[str], weights: Mapping[str, float]
) -> dict[str, float]:
    """What some lines tell together: each word once, most where the function is named so."""
    told: dict[str, float] = {}
    for hit in hits:
        for word, worth in hit.told.items():
            told[word] = max(told.get(word, 0.0), worth)
    return {
        word: _NAMED * weights[word] if word in named else worth for word, worth in told.items()
    }


def _around(numbers: Sequence[int], symbols: Sequence[Symbol]) -> Iterator[Symbol | None]:
    """The innermost function or class around each of some lines, which come in their order."""
    waiting = sorted(range(len(symbols)), key=lambda at: symbols[at].line, reverse=True)
    around: list[int] = []
    for number in numbers:
        while waiting and symbols[waiting[-1]].line <= number:
            around.append(waiting.pop())
        around = [at for at in around if symbols[at].last >= number]
        inner = min(around, key=lambda at: (symbols[at].last - symbols[at].line, at), default=None)
        yield None if inner is None else symbols[inner]


def _region(number: int, inner: Symbol | None, lines: int) -> _Region:
    """What is read together with a line: the function around it, or some lines of a long one."""
    first, last = (inner.line, inner.last) if inner else (1, lines)
    if inner and last - first <= _WHOLE:
        return _Region(first, last)
    return _Region(max(first, number - _AROUND), min(last, number + _AROUND))
