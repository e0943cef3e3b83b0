"""ASK-14: secrets leave a text and the rest of it stays; prose and code are not touched."""

import re
import time
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.guard.redaction import REFERENCE, redact, redact_value
from plangate.core.guard.redaction_judges import compiled
from plangate.core.guard.redaction_rows import RULES, Rule
from tests.core.redaction_cases import (
    ADVERSARIAL,
    AWS_KEY,
    GITHUB,
    HELD_OUT,
    HELD_OUT_INNOCENT,
    INNOCENT,
    JWT,
    MISSED,
    SECRETS,
    Case,
)

pytestmark = pytest.mark.rule("ASK-14")


def label(value: object) -> str:
    text = value.text if isinstance(value, Case) else str(value)
    return text[:40]


@pytest.mark.parametrize("case", [*SECRETS, *HELD_OUT], ids=label)
def test_a_secret_becomes_a_reference_and_everything_around_it_stays(case: Case) -> None:
    assert redact(case.text) == case.redacted


@pytest.mark.parametrize("text", [*INNOCENT, *HELD_OUT_INNOCENT], ids=label)
def test_ordinary_prose_and_code_stay_as_they_are(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("case", MISSED, ids=label)
def test_what_cannot_be_told_from_prose_is_left_alone_and_listed_as_such(case: Case) -> None:
    """The price of leaving prose alone; a rule that learns to tell moves its case to SECRETS."""
    assert redact(case.text) == case.text


def test_the_tables_are_as_large_as_promised() -> None:
    assert len(set(SECRETS)) >= 120
    assert len(set(INNOCENT)) >= 200


def test_every_kind_of_secret_has_a_case() -> None:
    assert {rule.kind for rule in RULES} == {case.kind for case in SECRETS}


@pytest.mark.parametrize("case", SECRETS, ids=label)
def test_what_is_redacted_stays_as_it_is_when_redacted_again(case: Case) -> None:
    assert redact(case.redacted) == case.redacted


def test_a_text_without_secrets_has_none() -> None:
    assert redact("Add dark mode") == "Add dark mode"
    assert redact("") == ""


# Numbering


def test_distinct_secrets_are_numbered_in_order_of_appearance() -> None:
    assert redact(f"first {GITHUB}, then {AWS_KEY}, then password=hunter2") == (
        "first [redacted:github-token#1], then [redacted:aws-access-key#2], "
        "then password=[redacted:secret-assignment#3]"
    )


def test_the_same_value_gets_the_same_number() -> None:
    assert redact(f"{GITHUB} and {AWS_KEY} and {GITHUB}") == (
        "[redacted:github-token#1] and [redacted:aws-access-key#2] and [redacted:github-token#1]"
    )


def test_new_secrets_are_numbered_after_the_references_already_there() -> None:
    assert redact(f"had [redacted:jwt#3], now {GITHUB}") == (
        "had [redacted:jwt#3], now [redacted:github-token#4]"
    )


def test_a_secret_repeated_without_context_is_redacted_too() -> None:
    assert redact("The password is hunter2. Type hunter2 twice.") == (
        "The password is [redacted:secret-assignment#1]. Type [redacted:secret-assignment#1] twice."
    )


def test_a_common_word_used_as_a_password_is_not_hunted_down_elsewhere() -> None:
    assert redact("postgres://postgres:postgres@db/postgres") == (
        "postgres://postgres:[redacted:url-password#1]@db/postgres"
    )


def test_a_secret_that_two_rules_see_is_redacted_once_with_the_surer_kind() -> None:
    assert redact(f"password={GITHUB}") == "password=[redacted:github-token#1]"
    assert redact(f'TOKEN="Bearer {JWT}"') == 'TOKEN="Bearer [redacted:jwt#1]"'


def test_a_value_that_only_begins_with_a_known_token_goes_as_a_whole() -> None:
    assert redact(f"password={GITHUB}!tail99") == "password=[redacted:github-token#1]"


def test_an_environment_file_keeps_its_names_and_its_harmless_values() -> None:
    text = (
        "APP_ENV=production\n"
        "DATABASE_URL=postgres://app:hunter2@db:5432/app\n"
        f"GITHUB_TOKEN={GITHUB}\n"
        "SMTP_PASS='s3cr3t 4 mail99'\n"
        "MAX_TOKENS=4096\n"
        "SESSION_SECRET=\n"
    )
    assert redact(text) == (
        "APP_ENV=production\n"
        "DATABASE_URL=postgres://app:[redacted:url-password#1]@db:5432/app\n"
        "GITHUB_TOKEN=[redacted:github-token#2]\n"
        "SMTP_PASS='[redacted:secret-assignment#3]'\n"
        "MAX_TOKENS=4096\n"
        "SESSION_SECRET=\n"
    )


# JSON-shaped values


def test_a_value_is_redacted_when_its_key_names_a_secret() -> None:
    assert redact_value({"password": "hunter2", "user": "bob"}) == {
        "password": "[redacted:secret-assignment#1]",
        "user": "bob",
    }


@pytest.mark.parametrize("key", ["password", "apiKey", "client_secret", "DB_PASSWORD", "token"])
def test_any_literal_under_a_secret_key_is_redacted_however_short(key: str) -> None:
    assert redact_value({key: "abc"}) == {key: "[redacted:secret-assignment#1]"}


@pytest.mark.parametrize(
    "value",
    [
        {"password": ""},
        {"password": None},
        {"password": 12345678},
        {"password": "${DB_PASSWORD}"},
        {"password": "changeme"},
        {"password": "Use passwords, hashed with argon2id"},
        {"password": "[redacted:secret-assignment#1]"},
        {"token_type": "bearer", "max_tokens": "4096", "tokens": 12},
        {"passwordless": "mail links", "secretary": "bob"},
        {"name": "REGION", "value": "eu-west-1"},
        {"name": "password", "value": "passkeys"},
        {"Reset the password": "bcrypt", "auth token": "rotating"},
        [1, 2.5, True, None, "plain"],
    ],
    ids=str,
)
def test_a_value_without_secrets_is_the_same(value: Any) -> None:
    assert redact_value(value) == value


def test_secrets_are_found_at_any_depth_in_keys_lists_and_tuples() -> None:
    value = {
        "notes": [f"use {GITHUB}", {"deep": (f"also {GITHUB}", 1)}],
        AWS_KEY: True,
        "api_keys": ["abc123def456ghi789", "jkl123mno456pqr789"],
        "env": [{"name": "DB_PASSWORD", "value": "swordfish"}],
    }
    assert redact_value(value) == {
        "notes": [
            "use [redacted:github-token#1]",
            {"deep": ("also [redacted:github-token#1]", 1)},
        ],
        "[redacted:aws-access-key#2]": True,
        "api_keys": ["[redacted:secret-assignment#3]", "[redacted:secret-assignment#4]"],
        "env": [{"name": "DB_PASSWORD", "value": "[redacted:secret-assignment#5]"}],
    }


def test_a_secret_found_under_its_key_is_redacted_in_the_strings_before_it_too() -> None:
    assert redact_value({"note": "log in with hunter2", "password": "hunter2"}) == {
        "note": "log in with [redacted:secret-assignment#1]",
        "password": "[redacted:secret-assignment#1]",
    }


def test_the_given_value_is_left_alone() -> None:
    given_value = {"password": "hunter2", "list": [GITHUB]}
    redact_value(given_value)
    assert given_value == {"password": "hunter2", "list": [GITHUB]}


# Properties

PIECES = (
    *(part for case in SECRETS for part in case[1:]),
    *INNOCENT,
    *("password", "API_KEY", "token", "=", ": ", "://", "@", '"', "'", "\\n", "\n", " ", ",", ";"),
    *("[redacted:jwt#1]", "[redacted:", "#1]", "x9Qz7x9Qz7x9", "hunter2", "-", "_", "Bearer "),
)
texts = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=8).map("".join),
)
json_values = st.recursive(
    st.none() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(texts)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(texts)
def test_only_references_are_added(text: str) -> None:
    rest = re.split(REFERENCE.replace("(", "(?:"), redact(text))
    position = 0
    for piece in rest:
        assert piece in text[position:]
        position = text.index(piece, position) + len(piece)


@given(json_values)
def test_redacting_a_value_twice_is_redacting_it_once(value: Any) -> None:
    once = redact_value(value)
    assert redact_value(once) == once


@given(texts)
def test_a_text_has_the_same_references_alone_and_in_a_value(text: str) -> None:
    assert redact_value({"note": text}) == {"note": redact(text)}


# Cost


def repeats(tokens: Any, *, last: bool = True) -> Iterator[str]:
    """Names every repeat without a bound that may give back what it took and try again."""
    for place, (operation, argument) in enumerate(tokens):
        is_last = last and place == len(tokens) - 1
        if operation in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
            if argument[1] == _constants.MAXREPEAT and not is_last:
                yield str(argument)
            yield from repeats(argument[2], last=False)
        elif operation in (_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP):
            yield "possessive or atomic: Python 3.11.2 matches these wrongly"
        elif operation is _constants.SUBPATTERN:
            yield from repeats(argument[3], last=is_last)
        elif operation is _constants.BRANCH:
            for branch in argument[1]:
                yield from repeats(branch, last=is_last)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
def test_every_repeat_of_a_rule_is_bounded_or_last_and_none_is_possessive(rule: Rule) -> None:
    assert list(repeats(_parser.parse(rule.pattern))) == []


@pytest.mark.parametrize("unit", ADVERSARIAL, ids=label)
def test_cost_grows_with_the_length_of_the_text_not_with_its_square(unit: str) -> None:
    def cost(size: int) -> float:
        text = (unit * size)[:size]
        start = time.process_time()
        redact(text)
        return time.process_time() - start

    small, large = min(cost(2_000) for _ in range(3)), min(cost(32_000) for _ in range(2))
    assert large < 80 * max(small, 1e-4), "16 times the text may not cost 256 times the work"


@pytest.mark.parametrize(
    "text", ["Add dark mode", "Move the settings page to React and keep the tests green", "ok: yes"]
)
def test_ordinary_text_runs_no_pattern_at_all(text: str) -> None:
    before = compiled.cache_info()
    assert redact(text) == text
    assert compiled.cache_info() == before


def test_the_name_of_a_decision_is_no_name_of_a_secret() -> None:
    said = {"locator": "app.py:3", "supports": {"feed-token": "one-hour-after-login"}}
    assert redact_value({"evidence": [said]}) == {"evidence": [said]}
    told = redact_value({"supports": {"feed-token": f"sk_live_{'a1B2' * 6}"}})
    assert "[redacted:" in told["supports"]["feed-token"], "what is a secret by itself goes"
