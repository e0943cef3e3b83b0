"""Where one more option, setting or endpoint acts, and where it is tested (UND-5).

What declares it is known by its siblings (adapters/repo/kin). What it does happens elsewhere: in a
file that the goal calls by its name, else in the likeliest one; its test is there too.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_tests import can_test, is_called_after, is_helper
from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, heavy_words
from plangate.adapters.minds.drafting.wording.screens import speaks_of_screens
from plangate.core.model.sighting import Kin
from plangate.language.paths import is_screen
from plangate.language.words.stems import rows_as_stems, stem, words_in_rows


def acting(kin: Kin, clause: PieceOfWork, facts: DraftingFacts) -> tuple[str, ...]:
    """The likeliest file beside the one that declares the new one, no file of another command; none
    where what the goal speaks of stands in its command, or where the new one has its own file."""
    if kin.files or not kin.points:
        return ()
    home, words = kin.points[0].path, _telling(clause)
    places = [path for path in facts.places() if _may_act(path, home)]
    named = [path for path in places if is_called_after(path, words)]
    likely = [path for path in facts.likely(words) if _may_act(path, home)]
    likely = [path for path in likely if facts.is_likely(path)]
    if not speaks_of_screens(words):
        likely.sort(key=is_screen)
    if _stays(kin) or (_is_command(home) and facts.spots.files()[:1] == [home]):
        likely = []
    return tuple(dict.fromkeys((*named, *likely)))[:1]


def _stays(kin: Kin) -> bool:
    """Whether what the siblings do, options of a command, stays in the file that declares them."""
    program = {point.path for point in kin.points if point.kind in ("code", "markup", "config")}
    return kin.nearest.startswith("--") and len(program) == 1


def tested_in(kin: Kin, clause: PieceOfWork, facts: DraftingFacts) -> str | None:
    """Where the new one is tested: in a file of its own, in the one that is called after what the
    goal speaks of, where its siblings are, or beside what it acts in and what declares it."""
    own = [file.path for file in kin.files if file.kind == "test"]
    told = (point.path for point in kin.points if point.kind == "test")
    table = [path for path in told if not is_helper(path)]
    if own or kin.files or not kin.points:
        return next(iter((*own, *table)), None)
    return next(_tests(kin, clause, facts, table), None)


def _tests(
    kin: Kin, clause: PieceOfWork, facts: DraftingFacts, table: Sequence[str]
) -> Iterator[str]:
    among = (*acting(kin, clause, facts), kin.points[0].path)
    near = [tests for path in among if (tests := facts.proof.tests_of(path))]
    known = [tests.path for tests in near if tests.like is None]
    every = dict.fromkeys((*known, *table, *facts.proof.likely_tests()))
    fits = [test for test in every if any(can_test(test, path) for path in among)]
    words = _telling(clause)
    yield from (test for test in fits if is_called_after(test, words))
    yield from (*table, *known, *(tests.path for tests in near))


def _telling(clause: PieceOfWork) -> list[str]:
    """The words of a clause that say more than by what something is offered."""
    return [word for word in heavy_words(clause.text) if word.lower() not in _offering()]


def _may_act(path: str, home: str) -> bool:
    beside = _is_command(home) and posixpath.dirname(path) == posixpath.dirname(home)
    return path != home and not beside and not is_called_after(path, list(_offering()))


def _is_command(home: str) -> bool:
    """Whether a file lies among commands, each with its own."""
    held = {stem(part) for part in re.findall(r"[a-z]+", posixpath.dirname(home).lower())}
    return not held.isdisjoint(rows_as_stems("hold_commands")[0])


@cache
def _offering() -> frozenset[str]:
    return words_in_rows("options_of_commands") | words_in_rows("made_a_setting")
