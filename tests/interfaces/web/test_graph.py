"""The layout of a plan's graph: waves, no line through a box, few crossings (WEB-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.interfaces.web.graph import BOX, Layout, laid_out

pytestmark = pytest.mark.rule("WEB-3")


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, list[str]]:
    size = draw(st.integers(0, 24))
    return {
        f"t{n}": [f"t{m}" for m in sorted(draw(st.sets(st.integers(0, n - 1), max_size=3)))]
        if n
        else []
        for n in range(size)
    }


def cut_through(layout: Layout) -> list[str]:
    """Boxes that a line runs through."""
    found = []
    for line in layout.lines:
        for (x1, y1), (x2, y2) in pairwise(line.corners):
            for name, box in layout.boxes.items():
                across = min(x1, x2) < box.x + BOX[0] - 0.5 and max(x1, x2) > box.x + 0.5
                along = min(y1, y2) < box.y + BOX[1] - 0.5 and max(y1, y2) > box.y + 0.5
                if across and along:
                    found.append(f"{line.start}→{line.end} through {name}")
    return found


@given(graphs())
def test_waves_go_from_left_to_right_and_nothing_overlaps(needs: dict[str, list[str]]) -> None:
    layout = laid_out(needs)
    assert layout.boxes.keys() == needs.keys()
    for name, before in needs.items():
        for each in before:
            assert layout.boxes[each].wave < layout.boxes[name].wave
    boxes = list(layout.boxes.values())
    for place, one in enumerate(boxes):
        assert 0 <= one.y <= layout.height - BOX[1] + 0.2
        for other in boxes[place + 1 :]:
            assert one.wave != other.wave or abs(one.y - other.y) >= BOX[1]


@given(graphs())
def test_no_line_runs_through_a_box_and_every_line_is_upright_or_level(
    needs: dict[str, list[str]],
) -> None:
    layout = laid_out(needs)
    assert cut_through(layout) == []
    assert len(layout.lines) == sum(map(len, needs.values()))
    for line in layout.lines:
        assert all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in pairwise(line.corners))


@pytest.mark.parametrize(
    ("needs", "crossings"),
    [
        ({"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}, 0),
        ({"a": [], "b": [], "c": ["b"], "d": ["a"]}, 0),
        ({"a": [], "b": [], "c": ["a", "b"], "d": ["a", "b"]}, 1),  # no drawing has fewer
        ({}, 0),
    ],
    ids=["diamond", "swapped", "both to both", "nothing"],
)
def test_what_can_be_drawn_without_a_crossing_is(
    needs: Mapping[str, Sequence[str]], crossings: int
) -> None:
    assert laid_out(needs).crossings == crossings


def test_a_tree_of_two_hundred_has_no_crossing() -> None:
    needs = {f"t{n}": [f"t{(n - 1) // 3}"] if n else [] for n in range(200)}
    assert laid_out(needs).crossings == 0
