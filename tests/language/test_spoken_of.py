"""What is there already of what a wish speaks of (UND-5)."""

from __future__ import annotations

import pytest

from plangate.language.clauses import spoken_of


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("wish", "there"),
    [
        ("The CSV export should also contain the published date", "The CSV export"),
        ("Show the number of notes on each entry card", "each entry card"),
        ("Count the contributors in the release statistics", "the release statistics"),
        ("Sort the tags by name", ""),
        ("What everybody who has ever seen it says about it should be shown", ""),
    ],
)
def test_what_gets_something_new_is_there_already(wish: str, there: str) -> None:
    assert spoken_of(wish) == there
