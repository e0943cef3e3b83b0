"""The labelled sets are well-formed: a label that points nowhere would measure nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from tests.sets.load import (
    PER_REPO,
    REPOS,
    SETS,
    Goal,
    Half,
    Kind,
    Outcome,
    goals,
    seal,
    split,
)

pytestmark = pytest.mark.rule("HOUSE-6")

ALL = [*goals("open"), *goals("held")]
# How many goals of a kind the sets promise (README.md beside them).
PROMISED: dict[Kind, int] = {
    "large": 20,
    "trivial": 24,
    "one_way": 16,
    "contradictory": 12,
    "exists_already": 20,
    "exploratory": 14,
    "issue": 20,
    "vague": 20,
}


def _text(goal: Goal, path: str) -> str:
    return (goal.root / path).read_text(encoding="utf-8")


def test_every_repository_has_its_goals_and_a_fair_half_of_them_is_held() -> None:
    folders = sorted(path.name for path in REPOS.iterdir())

    assert len(folders) == 10
    assert Counter(goal.repo for goal in ALL) == dict.fromkeys(folders, PER_REPO)
    for half in get_args(Half):
        assert Counter(goal.repo for goal in goals(half)) == dict.fromkeys(folders, PER_REPO // 2)


def test_a_goal_lies_in_the_half_that_was_drawn_for_its_number() -> None:
    misplaced = [g.id for g in ALL if split(g.repo)[int(g.id.rpartition("-")[2])] != g.half]

    assert misplaced == []
    assert len({goal.id for goal in ALL}) == len(ALL)
    assert len({goal.goal for goal in ALL}) == len(ALL)


@pytest.mark.parametrize("folder", sorted(REPOS.iterdir()), ids=lambda folder: folder.name)
def test_a_repository_is_small_but_real(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size]

    assert 12 <= len(files) <= 30
    assert (folder / "README.md").is_file()
    assert any("test" in path.relative_to(folder).as_posix().lower() for path in files)


def test_every_file_and_symbol_of_a_label_is_there() -> None:
    files = [
        f"{goal.id}: {path}"
        for goal in ALL
        for path in [*goal.places, *goal.tests, *(one.path for one in goal.exists)]
        if not (goal.root / path).is_file()
    ]
    symbols = [
        f"{goal.id}: {one.symbol}"
        for goal in ALL
        for one in goal.exists
        if one.symbol not in _text(goal, one.path)
    ]

    assert files == []
    assert symbols == []


def test_a_contradiction_quotes_what_stands_there() -> None:
    wrong = []
    for goal in ALL:
        found = goal.contradiction
        if found is None:
            continue
        against = goal.goal
        if found.where is not None:
            path, _, line = found.where.rpartition(":")
            against = _text(goal, path).splitlines()[int(line) - 1]
        if found.clause not in goal.goal or found.against not in against:
            wrong.append(goal.id)

    assert wrong == []


def test_labels_use_the_agreed_words_and_ranges() -> None:
    for goal in ALL:
        assert goal.kind in get_args(Kind), goal.id
        assert goal.outcome, goal.id
        assert set(goal.outcome) <= set(get_args(Outcome)), goal.id
        assert 1 <= len(goal.places) <= 4, goal.id
        assert 1 <= goal.complexity <= 10, goal.id
        assert goal.complexity_why, goal.id
        for ambiguity in goal.ambiguities:
            assert len(ambiguity.readings) >= 2, goal.id
            assert set(ambiguity.irreversible) <= set(ambiguity.readings), goal.id


def test_labels_of_one_goal_agree_with_each_other() -> None:
    for goal in ALL:
        irreversible = any(ambiguity.irreversible for ambiguity in goal.ambiguities)
        assert goal.one_way or not (irreversible or goal.one_way_stated), goal.id
        if goal.kind == "exists_already":
            assert goal.exists, goal.id
        if goal.kind == "contradictory":
            assert goal.contradiction is not None, goal.id
        if goal.kind == "one_way":
            assert goal.one_way, goal.id
        if goal.kind == "trivial":
            assert goal.complexity <= 2, goal.id
        if goal.kind == "large":
            assert goal.complexity >= 7, goal.id
        if goal.kind in ("large", "vague", "contradictory", "one_way", "exists_already"):
            assert "go_ahead" not in goal.outcome, goal.id


def test_the_sets_hold_as_many_of_each_kind_as_promised() -> None:
    kinds = Counter(goal.kind for goal in ALL)
    one_way = [goal for goal in ALL if goal.one_way]

    assert len(ALL) >= 160
    assert {kind: count for kind, count in PROMISED.items() if kinds[kind] < count} == {}
    assert {goal.one_way_stated for goal in one_way} == {True, False}
    assert sum(1 for goal in ALL if goal.language != "en") >= 5
    for half in get_args(Half):
        assert {goal.kind for goal in goals(half)} == set(get_args(Kind))


def test_nothing_was_changed_since_the_sets_were_sealed() -> None:
    assert seal() == (SETS / "SEALED").read_text(encoding="utf-8").strip()


def test_a_half_is_asked_for_by_name() -> None:
    with pytest.raises(ValueError, match="neither 'open' nor 'held'"):
        goals("both")  # type: ignore[arg-type]
