"""Attention (ATT-1, ATT-2): how interrupted somebody was, and lengths of time as they are typed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.asking.attention import FORGOTTEN_AFTER, interrupt_ewma, read_duration
from plangate.core.model.errors import BadInput

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


MINUTES = st.lists(st.integers(0, 2_000), max_size=20)


# --- ATT-2 ----------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-2")
@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        ([], 0.0),
        ([0], 0.4),
        ([30], 0.2),
        ([60], 0.1),
        ([15], 0.4 * 0.5**0.5),
        ([0, 0], 0.64),
        ([0, 0, 0], 0.784),
        ([0, 0, 0, 0], 0.8704),
        ([30, 0], 0.2 + 0.8 * 0.4),
        ([60, 30, 0], ((0.4 / 2 * 0.6 + 0.4) / 2) * 0.6 + 0.4),
    ],
)
def test_interruption_by_hand(minutes: list[float], expected: float) -> None:
    assert interrupt_ewma(map(ago, minutes), NOW) == pytest.approx(expected, abs=1e-12)


@pytest.mark.rule("ATT-2", "VOI-5")
def test_four_questions_in_a_row_raise_the_threshold_and_three_do_not() -> None:
    assert interrupt_ewma([NOW] * 3, NOW) < 0.8 < interrupt_ewma([NOW] * 4, NOW)


@pytest.mark.rule("ATT-2")
@given(MINUTES)
def test_interruption_stays_between_nothing_and_one(minutes: list[int]) -> None:
    assert 0.0 <= interrupt_ewma(map(ago, minutes), NOW) < 1.0


@pytest.mark.rule("ATT-2")
def test_any_number_of_questions_at_once_stays_below_one() -> None:
    assert 0.99 < interrupt_ewma([NOW] * 10_000, NOW) < 1.0


@pytest.mark.rule("ATT-2")
@given(MINUTES.flatmap(lambda minutes: st.tuples(st.just(minutes), st.permutations(minutes))))
def test_the_order_in_which_questions_are_counted_does_not_matter(
    orders: tuple[list[int], list[int]],
) -> None:
    one, other = orders
    assert interrupt_ewma(map(ago, one), NOW) == interrupt_ewma(map(ago, other), NOW)


@pytest.mark.rule("ATT-2")
@given(MINUTES, st.integers(0, 600))
def test_it_halves_every_half_hour(minutes: list[int], later: int) -> None:
    now = interrupt_ewma(map(ago, minutes), NOW)
    then = interrupt_ewma(map(ago, minutes), NOW + timedelta(minutes=later))
    assert then == pytest.approx(now * 0.5 ** (later / 30), abs=1e-9)


@pytest.mark.rule("ATT-2")
@given(MINUTES, st.integers(0, 600))
def test_one_more_question_never_makes_anybody_less_interrupted(
    minutes: list[int], more: int
) -> None:
    before = interrupt_ewma(map(ago, minutes), NOW)
    assert interrupt_ewma(map(ago, [*minutes, more]), NOW) >= before - 1e-12


@pytest.mark.rule("ATT-2")
@given(MINUTES)
def test_a_question_shown_now_moves_it_two_fifths_of_the_way_to_one(minutes: list[int]) -> None:
    before = interrupt_ewma(map(ago, minutes), NOW)
    after = interrupt_ewma([*map(ago, minutes), NOW], NOW)
    assert after == pytest.approx(before + 0.4 * (1 - before), abs=1e-9)


@pytest.mark.rule("ATT-2")
@given(MINUTES, st.integers(1, 600))
def test_what_is_yet_to_be_shown_does_not_count(minutes: list[int], later: int) -> None:
    future = NOW + timedelta(minutes=later)
    assert interrupt_ewma([*map(ago, minutes), future], NOW) == interrupt_ewma(
        map(ago, minutes), NOW
    )


@pytest.mark.rule("ATT-2")
def test_what_is_a_day_old_is_as_good_as_forgotten() -> None:
    old = NOW - FORGOTTEN_AFTER
    assert interrupt_ewma([old] * 100, NOW) < 1e-12


@pytest.mark.rule("ATT-2")
def test_zones_do_not_matter() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-7)))
    assert interrupt_ewma([elsewhere], NOW) == interrupt_ewma([NOW], NOW)


# --- ATT-1: for how long --------------------------------------------------------------------------


@pytest.mark.rule("ATT-1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90", timedelta(seconds=90)),
        ("90s", timedelta(seconds=90)),
        ("1s", timedelta(seconds=1)),
        ("45m", timedelta(minutes=45)),
        ("2h", timedelta(hours=2)),
        ("1h30m", timedelta(minutes=90)),
        ("1d12h", timedelta(hours=36)),
        ("2d", timedelta(days=2)),
        ("30d", timedelta(days=30)),
        ("720h", timedelta(days=30)),
        (" 2H ", timedelta(hours=2)),
        ("1h1h", timedelta(hours=2)),
        ("0h1m", timedelta(minutes=1)),
        ("007m", timedelta(minutes=7)),
    ],
)
def test_a_length_of_time_is_read_as_people_type_it(text: str, expected: timedelta) -> None:
    assert read_duration(text, "--for") == expected


@pytest.mark.rule("ATT-1", "ERR-1")
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "0s",
        "0h0m",
        "-1h",
        "+1h",
        "h",
        "2 h",
        "2x",
        "1.5h",
        "1h30",
        "two hours",
        "2hours",
        "h2",
        "31d",
        "721h",
        "2592001",
        "1e9s",
        "9999999999s",
        "999999999d",
        "999999999d999999999d",
        "999999999d" * 1_000,
        "9" * 10_000,
        "²h",
        "٣h",
        "1h\x00",
        "1h\n30m",
        "NaN",
        "inf",
    ],
)
def test_what_is_no_length_of_time_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_duration(text, "--for")
    message = str(caught.value)
    assert message.startswith("--for: ")
    assert "accepted: a length of time such as 45m, 2h, 1h30m or 2d" in message
    assert len(message.splitlines()) == 1
    assert len(message) < 200


@pytest.mark.rule("ATT-1", "ERR-1")
@given(st.one_of(st.text(max_size=30), st.text("0123456789smhd ", max_size=30)))
def test_any_text_is_a_length_of_time_within_bounds_or_refused(text: str) -> None:
    try:
        found = read_duration(text, "--for")
    except BadInput as error:
        found = timedelta(seconds=1)
        message = str(error)
    else:
        message = ""
    assert timedelta() < found <= timedelta(days=30)
    assert len(message.splitlines()) <= 1


@pytest.mark.rule("ATT-1")
@given(st.integers(0, 29), st.integers(0, 23), st.integers(0, 59), st.integers(1, 59))
def test_parts_add_up(days: int, hours: int, minutes: int, seconds: int) -> None:
    expected = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    assert read_duration(f"{days}d{hours}h{minutes}m{seconds}s", "--for") == expected
    assert read_duration(f"{seconds}s{minutes}m{hours}h{days}d", "--for") == expected
