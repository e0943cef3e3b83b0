"""The brief on the labelled goals, both halves as sums (`./check full`).

What is asserted is a floor, so that a change for the worse is seen; the figures are printed, and
what they should become is in benchmarks/README.md.
"""

from __future__ import annotations

import sys

import pytest

import plangate
from tests.sets.load import Half, goals


class Sums:
    """What was found of one half, never goal by goal."""

    def __init__(self, half: Half) -> None:
        self.goals = self.places = self.tested = self.tests = 0
        for goal in goals(half):
            found = plangate.brief(goal.goal, workspace=goal.root)["places"]
            self.goals += 1
            self.places += not set(goal.places).isdisjoint(one["path"] for one in found[:3])
            if goal.tests:
                tests = dict.fromkeys(test for one in found for test in one["tests"])
                self.tested += 1
                self.tests += not set(goal.tests).isdisjoint(list(tests)[:3])


@pytest.mark.full
@pytest.mark.rule("UND-3", "UND-5")
@pytest.mark.parametrize("half", ["open", "held"])
def test_a_right_place_and_a_right_test_are_among_the_first_three_of_most_goals(
    half: Half, capsys: pytest.CaptureFixture[str]
) -> None:
    sums = Sums(half)

    with capsys.disabled():
        told = f"places {sums.places}/{sums.goals}, tests {sums.tests}/{sums.tested}"
        sys.stdout.write(f"\n{half}: {told}\n")
    assert sums.places >= 0.7 * sums.goals
    assert sums.tests >= 0.6 * sums.tested
