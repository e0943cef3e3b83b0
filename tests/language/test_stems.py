"""One stemmer and one stop list (UND-1): when two words are one, and which words say nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.language.words.stems import (
    beginnings,
    compounds,
    content_stems,
    content_words,
    is_stop,
    parts,
    stem,
    stems,
)

pytestmark = pytest.mark.rule("UND-1")


@pytest.mark.parametrize(
    "words",
    [
        "limit limits limiter limiting limited",
        "cache cached caching caches",
        "category categories",
        "session sessions",
        "delete deletion deleting deletes deleted",
        "migrate migration migrating migrated migrates",
        "route routing routes routed",
        "query queries querying queried",
        "log logs logging logger logged",
        "format formats formatting formatter",
        "render renderer rendering rendered",
        "optimise optimize optimization optimising",
        "colour color colours",
        "rate rates rating rated",
        "authentication authenticate auth authorisation",
        "database databases db",
        "process processes processing processed",
        "theme themes theming",
    ],
)
def test_the_forms_of_a_word_are_one(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "session second",
        "customer custom",
        "string strong",
        "server service",
        "setting set",
        "order ordinary",
        "number numb",
        "status state",
        "format form",
    ],
)
def test_words_that_only_look_alike_are_two(words: str) -> None:
    one, other = words.split()
    assert stem(one) != stem(other)


def test_a_name_is_taken_apart_and_its_neighbours_are_one_word_too() -> None:
    assert stems("rateLimit_store.py") == {"rate", "limit", stem("stores"), "py"}
    assert stem("changelist") in compounds("ChangeList")


def test_the_words_of_weight_are_left_when_the_others_are_taken_out() -> None:
    said = "Please add a login for the users' orders, and don't touch GitHub"
    assert content_words(said) == ("login", "users", "orders", "touch", "github")
    assert "user" not in content_stems(said, ["weak_in_goals"])
    assert is_stop("The")


@given(st.text(max_size=40))
def test_any_text_has_stems_and_none_is_empty(text: str) -> None:
    assert all(content_stems(text))
    assert stem(text or "a")


_NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True)
_KNOWN = st.sampled_from("isationRate ouring dbAuthenticate x_ray iPhone SHA256sum URLs".split())


@given(st.one_of(_NAMES, _KNOWN))
def test_a_name_is_looked_into_for_each_of_its_stems_and_for_the_whole_of_it(name: str) -> None:
    made_of = parts(name)

    for one in (*map(stem, made_of), *filter(None, ["".join(made_of)])):
        assert beginnings([one]).search(name), one


def test_a_name_of_other_words_is_not_looked_into() -> None:
    begun = beginnings(["zebra", "quiet"])

    assert not [name for name in ("rateLimit", "RATE_LIMIT", "optquota") if begun.search(name)]


def test_without_a_word_to_look_for_no_name_is_looked_into() -> None:
    assert not beginnings([]).search("anything")
