"""SPLIT-8: ids of parts, whatever a skill and its options are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.model.slugs import LONGEST, LONGEST_SKILL, slug, split_id
from plangate.core.words.one_way import is_split_id

pytestmark = pytest.mark.rule("SPLIT-8")

KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ANY = st.text(min_size=1, max_size=200)
SKILLS = st.one_of(ANY, st.text("abc-", min_size=1, max_size=60))
KEYS = st.lists(
    st.one_of(ANY, st.sampled_from(["E1", "e 1", "Ω", "日本", "x" * 100, "x" * 99, "-"])),
    min_size=1,
    max_size=30,
    unique=True,
)


@pytest.mark.parametrize(
    ("skill", "key", "expected"),
    [
        ("plan-ceo-review", "E4 detect mappings", "plan-ceo-review-split-e4-detect-mappings"),
        ("ship", "rspec", "ship-split-rspec"),
        ("plan eng review", "Add Coverage_Test!", "plan-eng-review-split-add-coverage-test"),
        ("Größe", "naïve café", "groe-split-naive-cafe"),
        ("scope", "日本", "scope-split-option"),
        ("🦊", "🦊", "option-split-option"),
        ("a--b", "--x--", "a-b-split-x"),
    ],
)
def test_an_id_is_the_skill_and_the_option_in_plain_words(
    skill: str, key: str, expected: str
) -> None:
    assert split_id(skill, key, [key]) == expected


def test_options_that_look_alike_are_told_apart_in_their_order() -> None:
    keys = ["E 1", "e-1", "E1", "E_1", "E!1"]
    assert [split_id("ship", key, keys) for key in keys] == [
        "ship-split-e-1",
        "ship-split-e-1-2",
        "ship-split-e1",
        "ship-split-e-1-3",
        "ship-split-e-1-4",
    ]


def test_a_number_given_to_a_double_is_not_given_to_an_option_of_that_name() -> None:
    keys = ["a", "A!", "a-2", "a 2"]
    names = [split_id("ship", key, keys) for key in keys]
    assert names == ["ship-split-a", "ship-split-a-2", "ship-split-a-2-2", "ship-split-a-2-3"]


def test_long_options_are_cut_and_the_prefix_is_kept() -> None:
    keys = [f"{'word ' * 30}{n}" for n in range(200)]
    names = [split_id("plan-engineering-review-of-the-payments", key, keys) for key in keys]
    assert len(set(names)) == 200
    assert all(name.startswith("plan-engineering-review-of-the-payments-split-w") for name in names)
    assert max(map(len, names)) <= LONGEST


def test_even_the_longest_skill_leaves_room_for_two_hundred_options() -> None:
    keys = [f"{'x' * 100}{n}" for n in range(200)]
    names = {split_id("s" * 60, key, keys) for key in keys}
    assert len(names) == 200
    assert all(len(name) <= LONGEST and is_split_id(name) for name in names)


@given(ANY)
def test_a_slug_of_any_text_is_kebab_ascii_and_never_empty(text: str) -> None:
    assert KEBAB.fullmatch(slug(text))
    assert slug(slug(text)) == slug(text)


@given(SKILLS, KEYS)
def test_ids_of_any_options_are_short_distinct_and_recognised(skill: str, keys: list[str]) -> None:
    names = [split_id(skill, key, keys) for key in keys]
    assert len(set(names)) == len(keys)
    for name in names:
        assert KEBAB.fullmatch(name)
        assert len(name) <= LONGEST == 64
        assert is_split_id(name)
        assert name.startswith(f"{slug(skill)[:LONGEST_SKILL].strip('-')}-split-")


@given(SKILLS, KEYS, ANY)
def test_a_control_question_never_takes_the_id_of_an_option(
    skill: str, keys: list[str], other: str
) -> None:
    if other not in keys:
        assert split_id(skill, other, keys) not in {split_id(skill, key, keys) for key in keys}


@pytest.mark.rule("SPLIT-9")
@pytest.mark.parametrize(
    "name",
    [
        "qa-splitscreen-test",
        "split-test",
        "ship-split",
        "ship-split-",
        "-split-x",
        "Ship-split-x",
        "ship-split-x_y",
        "ship split x",
        "ship--split-x",
        "s" * 60 + "-split-x",
        "",
    ],
)
def test_what_only_looks_like_the_id_of_a_part_is_none(name: str) -> None:
    assert not is_split_id(name)
