"""What a reply means (ASK-11, ASK-13), one row a way of saying it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.asking.reply_meaning import (
    Chosen,
    Custom,
    Empty,
    NeedsExact,
    Unclear,
    to_be_typed,
    understand,
)
from plangate.core.model.nouns import Option, Question, Reversibility
from plangate.core.model.slugs import option_key

pytestmark = pytest.mark.rule("ASK-11")


def asked(*labels: str, one_way: str = "") -> Question:
    """A question with these options; `one_way` holds the keys of those that cannot be undone."""
    options = []
    for place, label in enumerate(labels):
        key = option_key(place)
        kind: Reversibility = "irreversible" if key in one_way.split() else "reversible"
        options.append(Option(key, label, f"changes {label}", f"r{place}", kind))
    return Question(
        question_id="q",
        kind="multiple_choice",
        prompt="Which?",
        why_now="It matters.",
        stakes="Much.",
        options=tuple(options),
        default="a",
        default_reason="the safe one",
        recommended="a",
        risk_if_wrong="low",
        one_way=bool(one_way),
        blocker_type="ambiguous_goal",
        missing=None,
        evidence_summary=(),
        exhaustion=None,
    )


LOGIN = asked("Passwords only", "Passwordless only", "Both methods", "Skip the login")
ONE_WAY = asked("Mark as deleted", "Archive first", "Both of them", "Remove for good", one_way="d")
LANGUAGES = asked("Go", "C", "Rust")
POLITE = asked("No cookies", "Yes, one cookie", "Maybe later, by mail")
TWINS = asked("To S3", "To S3", "To the NAS")
MANY = asked(*(f"Way number {n}" for n in range(40)))


def meaning(reply: str | None, question: Question = LOGIN) -> str:
    """What a reply was understood as, in a word."""
    match understand(reply, question):
        case Chosen(option=option):
            return option.key
        case NeedsExact(option=meant):
            return f"refused, seems {meant.key if meant else 'nothing'}"
        case Custom(text=text):
            return f"custom {text}"
        case Unclear():
            return "unclear"
        case Empty():
            return "empty"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # keys
        ("a", "a"),
        ("c", "c"),
        ("C", "c"),
        (" c ", "c"),
        ("c\n", "c"),
        ("\tb", "b"),
        # keys with marks and words
        ("c)", "c"),
        ("(c)", "c"),
        ("[c]", "c"),
        ("c.", "c"),
        ("C:", "c"),
        ("c,", "c"),
        ("c) both", "c"),
        ("C) Both methods", "c"),
        ("(c) both", "c"),
        ("c: both of them", "c"),
        ("c, both", "c"),
        ("option c", "c"),
        ("Option C", "c"),
        ("OPTION C.", "c"),
        ("option (c)", "c"),
        ("option c: both", "c"),
        ("choice b", "b"),
        ("answer a", "a"),
        ("option  c", "c"),
        # labels and their beginnings
        ("Both methods", "c"),
        ("both methods", "c"),
        ("  BOTH   METHODS ", "c"),
        ("both", "c"),
        ("bo", "c"),
        ("passwords", "a"),
        ("passwords o", "a"),
        ("passwordless", "b"),
        ("PASSWORDLESS ONLY", "b"),
        # what fits two
        ("password", "unclear"),
        ("pass", "unclear"),
        ("a) both", "unclear"),
        ("b) passwords only", "unclear"),
        ("option a, both methods", "unclear"),
        # what chooses nothing
        ("maybe", "unclear"),
        ("Maybe.", "unclear"),
        ("perhaps", "unclear"),
        ("not sure", "unclear"),
        ("I don't know", "unclear"),
        ("I don’t know!", "unclear"),
        ("whatever", "unclear"),
        ("you decide", "unclear"),
        ("it depends", "unclear"),
        ("hmm", "unclear"),
        ("ok", "unclear"),
        ("OK!", "unclear"),
        ("yes", "unclear"),
        ("no", "unclear"),
        ("go ahead", "unclear"),
        # everything else is kept as given
        ("b and c", "custom b and c"),
        ("Use our SSO instead", "custom Use our SSO instead"),
        ("a sentence of my own", "custom a sentence of my own"),
        ("  Neither:\nask legal  ", "custom Neither:\nask legal"),
        ("e", "custom e"),
        ("option e", "custom option e"),
        ("z) other", "custom z) other"),
        ("1", "custom 1"),
        ("maybe passwords, maybe not", "custom maybe passwords, maybe not"),
        ("methods", "custom methods"),
        ("ünïcode 🙂", "custom ünïcode 🙂"),
    ],
)
def test_a_reply_means_what_a_person_would_mean_by_it(reply: str, expected: str) -> None:
    assert meaning(reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # what can be undone: by its exact key or label
        ("a", "a"),
        (" B\n", "b"),
        ("archive  FIRST", "b"),
        # what cannot: by typing its label, and by nothing else
        ("Remove for good", "d"),
        ("  remove FOR good ", "d"),
        ("d", "refused, seems d"),
        ("D", "refused, seems d"),
        ("d)", "refused, seems d"),
        ("option d", "refused, seems d"),
        ("d) remove for good", "refused, seems d"),
        ("remove", "refused, seems d"),
        ("Remove for good, please", "refused, seems d"),
        # no other words choose anything
        ("option c", "refused, seems c"),
        ("c) both", "refused, seems c"),
        ("c.", "refused, seems c"),
        ("arch", "refused, seems b"),
        ("go with your recommendation", "refused, seems a"),
        ("whatever you suggest", "refused, seems a"),
        ("yes", "refused, seems a"),
        ("ok", "refused, seems a"),
        ("maybe", "refused, seems nothing"),
        ("Use our SSO instead", "refused, seems nothing"),
        ("a and b", "refused, seems nothing"),
        ("1", "refused, seems nothing"),
    ],
)
def test_a_one_way_question_takes_exact_words_only(reply: str, expected: str) -> None:
    assert meaning(reply, ONE_WAY) == expected


def test_a_question_the_word_net_caught_takes_exact_words_too() -> None:
    caught = asked("This week", "Next week")._replace(one_way=True)
    assert meaning("b", caught) == "b"
    assert meaning("next", caught) == "refused, seems b"
    assert meaning("in two weeks", caught) == "refused, seems nothing"


@pytest.mark.rule("ASK-13")
@pytest.mark.parametrize("reply", [None, "", " ", "\n", "\t \r\n", "\u00a0", "\u2003"], ids=repr)
def test_nothing_is_no_answer(reply: str | None) -> None:
    assert meaning(reply) == "empty"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("c", "unclear"),
        ("C", "unclear"),
        ("b", "b"),
        ("option c", "c"),
        ("rust", "c"),
        ("c) rust", "c"),
        ("go", "a"),
    ],
)
def test_a_key_that_is_anothers_label_fits_two(reply: str, expected: str) -> None:
    assert meaning(reply, LANGUAGES) == expected


@pytest.mark.parametrize(
    ("reply", "expected"), [("to s3", "unclear"), ("to", "unclear"), ("a", "a"), ("to the", "c")]
)
def test_one_label_on_two_options_fits_two(reply: str, expected: str) -> None:
    assert meaning(reply, TWINS) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("no", "a"), ("yes", "b"), ("Yes, one", "b"), ("maybe", "unclear"), ("maybe later", "c")],
)
def test_the_beginning_of_a_label_is_that_label_even_when_it_is_a_yes_or_no(
    reply: str, expected: str
) -> None:
    assert meaning(reply, POLITE) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("z", "z"),
        ("AA", "aa"),
        ("an", "an"),
        ("option ab", "ab"),
        ("ab)", "ab"),
        ("way number 3", "d"),
        ("way number 39", "an"),
        ("way number", "unclear"),
        ("k", "k"),
        ("y", "y"),
        ("n.", "n"),
        ("ao", "custom ao"),
    ],
)
def test_keys_behind_z_and_keys_that_are_words_are_keys(reply: str, expected: str) -> None:
    assert meaning(reply, MANY) == expected


@pytest.mark.parametrize("reply", ["yes", "ok", "sqlite:///x", "maybe", ""])
def test_an_open_question_takes_any_words(reply: str) -> None:
    open_ended = asked()._replace(kind="open_ended")
    expected = {"": "empty", "maybe": "unclear"}.get(reply, f"custom {reply}")
    assert meaning(reply, open_ended) == expected


@pytest.mark.rule("ASK-13")
@given(st.text(max_size=60))
def test_every_reply_means_exactly_one_thing_and_always_the_same(reply: str) -> None:
    found = understand(reply, LOGIN)
    assert isinstance(found, Chosen | Custom | Unclear | Empty | NeedsExact)
    assert isinstance(found, Empty) is (not reply.strip())
    assert understand(reply, LOGIN) == found
    if isinstance(found, Custom):
        assert found.text == reply.strip()
    if isinstance(found, Unclear):
        assert found.why


@given(st.text(max_size=30))
def test_only_the_exact_key_or_label_chooses_what_cannot_be_undone(reply: str) -> None:
    for said in (reply, f"d{reply}", f"drop the users table{reply}", f"{reply}drop"):
        found = understand(said, LOGIN)
        if isinstance(found, Chosen) and found.option.reversibility == "irreversible":
            assert " ".join(said.casefold().split()) in ("d", "drop the users table")


OPEN = asked("Measure first")._replace(kind="open_ended")
OPEN_ONE_WAY = OPEN._replace(one_way=True)


@pytest.mark.rule("ASK-1")
@pytest.mark.parametrize("question", [OPEN, OPEN_ONE_WAY])
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("a", "a"),
        ("Measure first", "a"),
        ("below 50 ms", "custom below 50 ms"),
        ("older than a year", "custom older than a year"),
    ],
)
def test_an_open_question_is_answered_in_words_or_by_its_action(
    question: Question, reply: str, expected: str
) -> None:
    assert meaning(reply, question) == expected


@pytest.mark.rule("ASK-1")
@pytest.mark.parametrize("question", [OPEN, OPEN_ONE_WAY])
@pytest.mark.parametrize("reply", ["b", "yes", "maybe", "you decide"])
def test_an_open_question_is_not_answered_by_words_that_say_nothing(
    question: Question, reply: str
) -> None:
    assert meaning(reply, question) in ("unclear", "refused, seems a", "refused, seems nothing")


LONG = asked(
    "Leave them where they are",
    "Keep what the programme shows (name, biography, picture); delete whatever else there is",
    "Delete all of it, whoever it is about, at the first run after the event has ended",
    "Delete all of it by hand, one person after the other, whenever somebody asks us for it",
    "No, never and under no circumstances, whoever asks for it and for whatever reason it is",
    one_way="b c d e",
)


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("a", "Leave them where they are"),
        ("b", "Keep what the programme shows"),
        ("c", LONG.options[2].label),  # another label begins so
        ("d", "Delete all of it by hand"),
        ("e", LONG.options[4].label),  # one word says too little
    ],
)
def test_a_long_label_of_what_cannot_be_undone_is_typed_up_to_its_first_mark(
    key: str, typed: str
) -> None:
    option = LONG.option(key)
    assert to_be_typed(option, LONG.options) == typed
    assert understand(typed, LONG) == understand(option.label, LONG) == Chosen(option)


def test_half_of_what_is_to_be_typed_chooses_nothing() -> None:
    assert isinstance(understand("Keep what the", LONG), NeedsExact)
    assert isinstance(understand("Delete all of it", LONG), NeedsExact)
