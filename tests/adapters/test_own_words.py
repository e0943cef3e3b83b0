"""Somebody's own words against every decision of the catalog (ASK-15).

Twenty sentences for each dimension: some name a reading by a word it is known by, some deny it,
some leave it open, and some speak of something else. A wrong settle is worse than none: it may
happen in at most two of a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.own_words import understood

NAMES = (
    "use {}",
    "we want {}",
    "{}, like the other team",
    "please take {} here",
    "go with {} and keep it simple",
    "the customer asked for {}",
)
DENIES = (
    "no {}",
    "anything but not {}",
    "do it without {}",
    "we do not want {}",
    "never {}",
    "avoid {}",
)
LEAVES_OPEN = ("maybe {}", "could it be {}?", "{} if there is time", "perhaps {} later")
#: Nothing in these names a decision.
ELSEWHERE = (
    "ask Maria on Thursday before you begin",
    "the same as last year",
    "whatever is quicker to write",
    "keep the names as they are in the handbook",
)


def phrases_of(dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Readings with the plain words they are known by."""
    for reading in dimension.readings:
        for phrase in reading.said:
            if not set("|*$<>") & set(phrase):
                yield reading.interpretation.id, phrase


def sentences(dimension: Dimension) -> list[tuple[str, str | None, str]]:
    """Twenty: the words, the reading they name, and what kind of sentence it is."""
    known = list(phrases_of(dimension))
    made: list[tuple[str, str | None, str]] = []
    if known:
        for shape, (reading, phrase) in zip(NAMES, cycle(known), strict=False):
            made.append((shape.format(phrase), reading, "names"))
        for shape, (_, phrase) in zip(DENIES, cycle(known), strict=False):
            made.append((shape.format(phrase), None, "denies"))
        for shape, (_, phrase) in zip(LEAVES_OPEN, cycle(known), strict=False):
            made.append((shape.format(phrase), None, "leaves open"))
    made += [(words, None, "elsewhere") for words in ELSEWHERE]
    return list(islice(made, 20))


def settled(dimension: Dimension, words: str) -> str | None:
    return understood(words, [dimension.as_ambiguity()], shipped_dimensions()).get(dimension.id)


@pytest.mark.rule("ASK-15")
def test_words_settle_the_wrong_reading_in_at_most_two_of_a_hundred_sentences() -> None:
    wrong, right, named, count = [], 0, 0, 0
    for dimension in shipped_dimensions():
        for words, meant, kind in sentences(dimension):
            count += 1
            named += kind == "names"
            found = settled(dimension, words)
            right += kind == "names" and found == meant
            if found is not None and found != meant:
                wrong.append((dimension.id, words, found))
    assert count >= 1_000
    assert len(wrong) <= 0.02 * count, wrong[:20]
    assert right >= 0.7 * named, f"{right} of {named}"


@pytest.mark.rule("ASK-15")
def test_words_about_something_else_speak_of_nothing() -> None:
    for words in ELSEWHERE:
        every = [dimension.as_ambiguity() for dimension in shipped_dimensions()]
        assert understood(words, every, shipped_dimensions()) == {}, words


@pytest.mark.rule("ASK-15")
@pytest.mark.parametrize(
    ("words", "ambiguity", "reading"),
    [
        ("OAuth with Google", "auth-method", None),
        ("passwords, please, but no magic links", "auth-method", None),
        ("a magic link by mail", "auth-method", "passwordless"),
        ("keep the counters in redis", "rate-limit-store", "redis"),
        ("redis or the gateway, whichever is there", "rate-limit-store", None),
        ("not in redis", "rate-limit-store", None),
    ],
)
def test_what_is_plain_settles_and_what_is_not_is_looked_at_again(
    words: str, ambiguity: str, reading: str | None
) -> None:
    dimension = next(d for d in shipped_dimensions() if d.id == ambiguity)
    found = understood(words, [dimension.as_ambiguity()], shipped_dimensions())
    assert found == {ambiguity: reading}
