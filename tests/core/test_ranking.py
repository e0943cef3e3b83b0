"""Many lists made into one, and how far the first is to be believed."""

from __future__ import annotations

import pytest

from plangate.core.investigation.ranking import (
    OF_SCORES,
    WEIGHTS,
    could_be,
    fused,
    strengths,
    weighed,
)

pytestmark = pytest.mark.rule("UND-5")


def test_what_two_lists_put_second_beats_what_one_puts_first() -> None:
    lists = {"text": ["a", "both"], "history": ["b", "both"]}

    assert fused(lists)[0].name == "both"


def test_each_thing_says_which_lists_named_it_the_best_first() -> None:
    lists = {"text": ["x", "a"], "name": ["a"], "history": []}

    (found,) = (one for one in fused(lists) if one.name == "a")

    assert found.why == ("name", "text")


def test_a_list_that_names_something_twice_counts_its_first_place() -> None:
    assert fused({"text": ["a", "a", "a"]}) == fused({"text": ["a"]})


def test_a_clear_lead_is_surer_than_a_tie() -> None:
    clear = fused({"text": ["a", "b"], "name": ["a"], "history": ["a"]})
    tie = fused({"text": ["a", "b"], "name": ["b", "a"]})

    assert strengths(clear, 3)[0] > 0.8
    assert strengths(tie, 2)[0] < 0.75


def test_nobody_is_surer_than_the_first_and_nobody_is_certain() -> None:
    found = strengths(fused({"text": list("abcdef"), "name": ["a"], "code": ["a"]}), 3)

    assert found == sorted(found, reverse=True)
    assert all(0 < one < 1 for one in found)
    assert strengths([], 0) == []


def test_each_way_of_looking_counts_by_its_weight_and_its_own_best() -> None:
    found = weighed({"often": {"a": 40.0, "b": 10.0}, "name": {"b": 0.2}, "lately": {}})

    assert [(one.name, one.why) for one in found] == [("a", ("text",)), ("b", ("name", "text"))]
    assert found[0].score == WEIGHTS["often"]
    assert found[1].score == WEIGHTS["name"] + WEIGHTS["often"] / 4


def test_a_share_counts_as_it_is_and_is_no_reason_unless_it_says_something_of_the_goal() -> None:
    found = weighed({"own name": {"a": 0.5}, "ending": {"a": 0.2}, "every word": {"b": 3.0}})

    assert [one.why for one in found] == [("history",), ("name",)]
    assert found[1].score == WEIGHTS["own name"] / 2 + WEIGHTS["ending"] * 0.2


def test_what_only_speaks_of_looks_comes_after_what_does_the_work() -> None:
    found = weighed({"often": {"page.html": 5.0, "page.py": 4.5}, "looks": {"page.html": 1.0}})

    assert [one.name for one in found] == ["page.py", "page.html"]
    assert could_be({"often": {"a": 1.0}, "looks": {"a": 1.0}}) == WEIGHTS["often"]


def test_a_place_most_ways_of_looking_agree_on_is_surer() -> None:
    ways = ("every word", "often", "component", "like commits")
    alone = {way: {name: 1.0} for way, name in zip(ways, "abcd", strict=True)}
    agreed = {way: {"a": 1.0} for way in ways}

    assert strengths(weighed(alone), could_be(alone), OF_SCORES)[0] < 0.3
    assert strengths(weighed(agreed), could_be(agreed), OF_SCORES)[0] > 0.7


def test_those_looked_at_once_more_keep_the_measure_of_all() -> None:
    scores = {"often": {"a": 40.0, "b": 10.0, "c": 20.0}, "near": {"b": 2.0}}

    found = weighed(scores, only=frozenset("bc"))

    assert [one.name for one in found] == ["b", "c"]
    assert found[1].score == WEIGHTS["often"] / 2
