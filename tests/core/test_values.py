"""Small values of the core: where a workspace belongs, quiet hours, money, a team, the dial."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.events import event as e
from plangate.core.events import team_events as te
from plangate.core.gate.decide import EDITION, WORDING, decide
from plangate.core.gate.dials import turned
from plangate.core.gate.document import read_gate_document, session_document
from plangate.core.log.chain import TEAM, seal_all
from plangate.core.log.team import NO_TEAM, Team, checked_member, is_agent_name, team_of
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.model_use import (
    CALL_OUTCOMES,
    FAULTS,
    Price,
    dollars,
    signal_of,
    stronger,
)
from plangate.core.model.nouns import Task, plain
from plangate.core.model.places import (
    Identity,
    here_from,
    key_of,
    lone,
    normalised_remote,
    place_for,
)
from plangate.core.model.quiet import QuietHours, read_quiet_hours
from plangate.core.steps.gate_step import decision_record

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)

# --- where a workspace belongs (REC-8) ------------------------------------------------------------

SAME = [
    "https://example.org/shop/store.git",
    "https://ada:secret@Example.org/shop/store",
    "https://example.org:443/shop/store.git/",
    "git@example.org:shop/store.git",
    "ssh://git@example.org:2222/shop/store.git",
    "git://example.org:9418/shop/./store?x#y",
]


@pytest.mark.rule("REC-8")
@pytest.mark.parametrize("url", SAME)
def test_one_remote_is_one_identity_however_it_is_written(url: str) -> None:
    assert normalised_remote(url) == "example.org/shop/store"


@pytest.mark.rule("REC-8")
@pytest.mark.parametrize("url", ["", "/srv/store.git", "file:///srv/store.git", "https://", "c:x"])
def test_a_path_is_no_remote(url: str) -> None:
    assert normalised_remote(url) is None


@pytest.mark.rule("REC-8")
def test_another_port_of_the_web_is_another_server() -> None:
    assert normalised_remote("https://example.org:8443/shop") == "example.org:8443/shop"
    assert normalised_remote("https://[::1]/shop.git") == "[::1]/shop"


@pytest.mark.rule("REC-8")
def test_a_reused_remote_is_told_apart_by_its_history() -> None:
    met = [{"place": "example.org/shop", "roots": "aaa bbb"}]
    assert place_for("example.org/shop", ["bbb"], met) == "example.org/shop"
    assert place_for("example.org/shop", [], met) == "example.org/shop"
    assert place_for("example.org/shop", ["ccc"], met) == "example.org/shop#ccc"
    assert place_for("example.org/shop", ["ccc"], []) == "example.org/shop"
    assert key_of("example.org/shop", "web") == "example.org/shop//web"
    assert key_of("example.org/shop", "") == "example.org/shop"


@pytest.mark.rule("REC-8")
def test_a_workspace_has_what_was_adopted_into_its_place() -> None:
    rows = [
        {"at": "2", "path": "/b", "place": "key", "adopts": True},
        {"at": "1", "path": "/a", "place": "key", "adopts": False},
    ]
    assert here_from(Identity("/a", "key"), rows).places == ("key", "/a", "/b")
    assert here_from(Identity("/c", "key"), ()).place == "key"
    assert lone("/a").places == ("/a",)
    assert Identity("/a", "/a").is_path


# --- quiet hours (NOTE-1, ASK-8) ------------------------------------------------------------------


@pytest.mark.rule("NOTE-1")
@pytest.mark.parametrize(
    ("span", "quiet", "loud"),
    [("22:00-07:00", (22, 23, 0, 6), (7, 12, 21)), ("1:00 - 5:30", (1, 4), (0, 6, 23))],
)
def test_quiet_hours_may_go_over_midnight(
    span: str, quiet: tuple[int, ...], loud: tuple[int, ...]
) -> None:
    hours = read_quiet_hours(span)
    assert hours is not None
    assert all(hours.cover(AT.replace(hour=hour)) for hour in quiet)
    assert not any(hours.cover(AT.replace(hour=hour)) for hour in loud)


@pytest.mark.rule("NOTE-1", "ERR-1")
@pytest.mark.parametrize("text", ["22-7", "22:00-22:00", "25:00-07:00", "nights"])
def test_what_is_no_span_of_a_day_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="quiet_hours"):
        read_quiet_hours(text)


@pytest.mark.rule("NOTE-1")
def test_no_quiet_hours_are_none() -> None:
    assert read_quiet_hours("  ") is None


@pytest.mark.rule("ASK-8")
@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23), st.integers(1, 200_000))
def test_a_deadline_does_not_run_while_it_is_quiet(
    begin: int, end: int, now: int, seconds: int
) -> None:
    """The seconds that are not quiet between now and the deadline are those that were given."""
    if begin == end:
        return
    hours = QuietHours(AT.time().replace(hour=begin), AT.time().replace(hour=end))
    start = AT.replace(hour=now)
    until = start + timedelta(seconds=seconds + hours.seconds_ahead(start, seconds))
    minutes = int((until - start).total_seconds() // 60)
    awake = sum(not hours.cover(start + timedelta(minutes=m)) for m in range(minutes))
    assert abs(awake * 60 - seconds) < 120


# --- money (LLM-3, LLM-4) -------------------------------------------------------------------------


@pytest.mark.rule("LLM-4")
def test_money_is_exact_and_rounded_up() -> None:
    price = Price(3_000_000, 15_000_000)
    assert price.of(1_000_000, 1_000_000) == 18_000_000
    assert Price(1, 0).of(1, 0) == 1, "never nothing for something"
    assert [dollars(n) for n in (None, 0, 50, 123_456, 2_500_000)] == [
        "cost unknown",
        "$0.0000",
        "under $0.0001",
        "$0.1235",
        "$2.50",
    ]


@pytest.mark.rule("LLM-4")
def test_a_count_only_ever_asks_for_less() -> None:
    assert signal_of(10**9, None) == "normal"
    assert [signal_of(n, 100) for n in (0, 79, 80, 99, 100)] == [
        "normal",
        "normal",
        "high_load",
        "high_load",
        "cost_exceeded",
    ]
    assert signal_of(1, 100, refused=True) == "cost_exceeded"
    assert stronger("critical", "high_load") == "critical"
    assert set(FAULTS) == set(CALL_OUTCOMES) - {"ok"}


# --- a team (TEAM-3) ------------------------------------------------------------------------------


def team(*events: e.Event) -> Team:
    return team_of(seal_all(TEAM, None, events, at=AT))


@pytest.mark.rule("TEAM-3")
def test_a_token_is_its_holders_until_it_is_revoked_or_they_are_gone() -> None:
    joined = (
        te.MemberSet("ada", "person", ("answer", "people"), "root"),
        te.MemberSet("bot", "agent", (), "ada"),
        te.TokenIssued("k1", "ada", "d1", "root"),
        te.TokenIssued("k2", "bot", "d2", "ada"),
    )
    found = team(*joined)
    assert found.has_people
    assert found.answerers == ("ada",)
    ada, bot = found.holder("d1"), found.holder("d2")
    assert ada is not None
    assert bot is not None
    assert (ada.recorded, bot.recorded) == ("ada", "agent bot")
    assert is_agent_name(bot.recorded)
    assert found.person("k1") == ada
    assert found.person("k2") is None, "an agent's token makes nobody a person"
    assert found.person("k9") is None
    assert found.holder("d9") is None
    for gone in (te.TokenRevoked("k1", "root"), te.MemberRemoved("ada", "root")):
        after = team(*joined, gone)
        assert after.holder("d1") is None
        assert after.person("k1") is None
    assert not NO_TEAM.has_people


@pytest.mark.rule("TEAM-3", "REC-9")
def test_what_is_no_event_of_a_team_is_damage() -> None:
    with pytest.raises(StoreDamaged, match="holds a"):
        team(e.NoteAdded("q1", "no", "ada"))


@pytest.mark.rule("TEAM-3")
def test_a_question_is_whose_it_was_last_given_to() -> None:
    given_to = [te.QuestionAssigned("q1", to, "ada") for to in ("bob", "eve")]
    assert team(*given_to).assigned == {"q1": "eve"}
    assert team(*given_to, te.QuestionAssigned("q1", "", "ada")).assigned == {}


@pytest.mark.rule("TEAM-3", "ERR-1")
def test_a_name_and_its_roles_are_checked() -> None:
    assert checked_member(" ada@shop ", ["people", "answer", "answer"]) == (
        "ada@shop",
        ("answer", "people"),
    )
    for name, roles in (("a b", []), ("", []), ("ada", ["king"])):
        with pytest.raises(BadInput):
            checked_member(name, roles)


# --- the dial (PREF-3) ----------------------------------------------------------------------------


def reading(name: str, prior: float, complexity: float) -> dict[str, object]:
    return {
        "id": name,
        "label": name,
        "consequence": "",
        "prior": prior,
        "complexity": complexity,
        "reversibility": "partial",
        "touches": [name],
    }


@pytest.mark.rule("PREF-3")
def test_what_another_dial_would_have_asked_is_told_from_the_log() -> None:
    near = [reading("one", 0.6, 0.3), reading("two", 0.4, 0.3)]
    document = read_gate_document(
        {
            "goal": "Add it",
            "ambiguities": [{"id": "which", "interpretations": near}],
            "policy": {"evpi_question_threshold": 0.5},
        }
    )
    decisions = decide(document)
    asked = decisions[0].action == "ask"
    kept = tuple(decision_record(document, one) for one in decisions)
    call = e.GateDecided(
        session_document(document), kept, document.policy.version, edition=EDITION, wording=WORDING
    )
    found = turned([call, call._replace(edition=1)])
    assert found["normal"] == ((), ())
    assert found["more"].fewer == found["less"].more == ()
    assert (found["less"].fewer if asked else found["more"].more) == ("which",)


@pytest.mark.rule("REC-1")
def test_a_field_younger_than_kept_records_is_left_out_while_it_says_nothing() -> None:
    task = Task("t1", "Add a column", "Add the column `note`")
    assert "undo_why" not in plain(task)
    assert plain(task._replace(undo_why="it only adds"))["undo_why"] == "it only adds"
