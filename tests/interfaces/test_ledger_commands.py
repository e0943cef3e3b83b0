"""`plangate assumptions`, `decide` and `undo`: what was decided, seen and overturned at the command
line (ASM-1…3, ASK-12)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plangate.app.session_options import SessionOptions
from tests.conftest import Ran, Runner
from tests.interfaces.support import (
    ASKED,
    FINAL,
    OPEN,
    PLANNED,
    log_of,
    question_of,
    recorded,
    refused,
)

#: ASM-1, as CONTRACTS spells it.
FIELDS = {
    "id",
    "session",
    "decision",
    "blocker_type",
    "user_response",
    "reasoning",
    "confidence",
    "risk_if_wrong",
    "source",
    "evidence",
    "tasks",
    "status",
}
DELETED = "Let users delete their account"


def planned(cli: Runner, workspace: Path) -> str:
    """A session with two entries: one assumed, one seen in the repository."""
    ran = cli("plan", PLANNED, "--workspace", workspace, "--json")
    assert ran.code == 0, f"expected a plan, got {ran}"
    return str(ran.json["session"])


def entries(cli: Runner, *more: str | Path) -> list[dict[str, Any]]:
    ran = cli("assumptions", *more, "--json")
    assert (ran.code, ran.err, ran.json["schema"]) == (0, "", "plangate.assumptions/1")
    listed: list[dict[str, Any]] = ran.json["assumptions"]
    return listed


def ids(cli: Runner, *more: str | Path) -> list[str]:
    return [str(entry["id"]) for entry in entries(cli, *more)]


@pytest.mark.rule("CLI-6")
def test_wrong_and_undo_need_no_id_where_only_one_can_be_meant(
    cli: Runner, person: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    refused(cli("undo"), "nothing was planned here")
    planned(cli, workspace)
    refused(cli("wrong"), "several could be meant", "a1 (rate limit scope: ", "a2 (")
    refused(person("undo"), "you have decided nothing here")
    assert person("confirm", "a1").code == 0
    assert person("wrong", "a2", "gateway").code == 0
    assert "rate limit store: In Redis" in person("undo").out
    assert person("confirm", "a4").code == 0
    refused(person("wrong"), "nothing was decided without you for")


def revision(ran: Ran) -> dict[str, Any]:
    document: dict[str, Any] = ran.json
    assert (ran.code, ran.err, document["schema"]) == (0, "", "plangate.revision/1")
    return document


# --- listing --------------------------------------------------------------------------------------


@pytest.fixture
def full(cli: Runner, person: Runner, db: Path, workspace: Path, tmp_path: Path) -> dict[str, str]:
    """Sessions that decided in every way: planned, answered, put off, left without an answer."""
    with recorded(db, OPEN) as scene:
        scene.planner.start("Keep the rows", "/srv/old", SessionOptions(complexity=6, by="ada"))
        scene.clock.pass_time(days=1)
        scene.planner.advance("s1")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    put_off = person(
        "plan", DELETED, "--workspace", elsewhere, "--budget-signal", "critical", "--json"
    )
    question = question_of(cli, workspace, ASKED)
    assert person("answer", question, "a").code == 0
    return {
        "silent": "s1",
        "put off": str(put_off.json["session"]),
        "answered": question.partition("-")[0],
        "planned": planned(cli, workspace),
    }


@pytest.mark.rule("ASM-1", "ASM-2")
def test_the_ledger_lists_every_decision_with_the_fields_of_the_contract(
    cli: Runner, full: dict[str, str]
) -> None:
    listed = entries(cli)
    assert all(entry.keys() >= FIELDS for entry in listed)
    told = {entry["session"]: set[str]() for entry in listed}
    for entry in listed:
        told[entry["session"]].add(entry["user_response"].partition(":")[0])
    assert told == {
        full["silent"]: {"timeout_assumed"},
        full["put off"]: {"deferred"},
        full["answered"]: {"confirmed"},
        full["planned"]: {"auto_expanded", "inferred_from_codebase"},
    }


@pytest.mark.rule("ASM-1")
def test_the_ledger_is_narrowed_to_what_nobody_confirmed(
    cli: Runner, person: Runner, full: dict[str, str]
) -> None:
    assert {entry["status"] for entry in entries(cli, "--open")} == {"open"}
    confirmed = [entry for entry in entries(cli) if entry["id"] not in ids(cli, "--open")]
    assert [(x["session"], x["ambiguity"], x["status"]) for x in confirmed] == [
        (full["answered"], "auth-method", "confirmed")
    ]
    unconfirmed = ids(cli, "--open")
    assert person("assumptions", "confirm", "s1-a1").code == 0
    assert set(unconfirmed) - set(ids(cli, "--open")) == {"s1-a1"}


@pytest.mark.rule("ASM-1", "ASK-9")
def test_the_ledger_is_narrowed_to_what_was_decided_while_nobody_was_there(
    cli: Runner, full: dict[str, str]
) -> None:
    assert ids(cli, "--away") == sorted((f"{full['silent']}-a1", f"{full['put off']}-a1"))


@pytest.mark.rule("ASM-1")
def test_the_ledger_is_narrowed_to_a_session_by_its_id_or_that_of_anything_in_it(
    cli: Runner, full: dict[str, str]
) -> None:
    mine = [f"{full['planned']}-a1", f"{full['planned']}-a2"]
    for name in (full["planned"], full["planned"][:6], *mine):
        assert ids(cli, "--session", name) == mine


@pytest.mark.rule("ASM-1")
@pytest.mark.parametrize("confidence", ["high", "medium", "low"])
def test_the_ledger_is_narrowed_to_a_confidence(
    cli: Runner, full: dict[str, str], confidence: str
) -> None:
    assert full
    everything = entries(cli)
    wanted = [entry for entry in everything if entry["confidence"] == confidence]
    assert entries(cli, "--confidence", confidence) == wanted


@pytest.mark.rule("ASM-1", "CLI-2")
def test_the_ledger_is_narrowed_to_a_workspace(
    cli: Runner, full: dict[str, str], workspace: Path, tmp_path: Path
) -> None:
    here = {entry["session"] for entry in entries(cli, "--workspace", workspace)}
    assert here == {full["answered"], full["planned"]}
    assert ids(cli, "--workspace", tmp_path / "elsewhere") == [f"{full['put off']}-a1"]


@pytest.mark.rule("ASM-1")
def test_what_narrows_the_ledger_narrows_it_together(
    cli: Runner, full: dict[str, str], workspace: Path
) -> None:
    both = entries(cli, "--workspace", workspace, "--open", "--confidence", "high")
    assert [entry["id"] for entry in both] == [f"{full['planned']}-a2"]
    assert entries(cli, "--workspace", workspace, "--away") == []


@pytest.mark.rule("ASM-1")
def test_the_ledger_says_decision_reason_evidence_risk_and_tasks_to_a_person(
    cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    text = cli("assumptions", "--session", session, "-v").out
    seen = text[text.index(f"{session}-a2") :]
    for words in (
        "rate-limit-store: In Redis",
        "[inferred_from_codebase]",
        "confidence high; if wrong: low - 2 places to change back, nothing lost",
        "seen: Redis runs as a service here (docker-compose.yml:3)",
        "tasks: t2, t3",
    ):
        assert words in seen


@pytest.mark.rule("ASM-1")
def test_an_empty_ledger_says_so(cli: Runner) -> None:
    assert cli("assumptions").out == "Nothing was assumed.\n"
    assert entries(cli) == []


@pytest.mark.rule("ASM-1", "STOP-1")
def test_a_plan_and_its_stop_report_list_what_they_rest_on(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", PLANNED, "--workspace", workspace, "--json")
    assert ran.json["assumptions"] == entries(cli)
    doubts = ran.json["stop"]["uncertainties_remaining"]
    unsure = [x for x in ran.json["assumptions"] if x["confidence"] != "high"]
    assert [doubt.partition(": auto_expanded")[0] for doubt in doubts] == [
        entry["decision"] for entry in unsure
    ]


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--confidence", "sure"], ["'sure'", "high", "medium", "low"]),
        (["--session", "nowhere"], ["session id", "'nowhere' is not known", "plangate sessions"]),
        (["--session", ""], ["session id", "is empty"]),
        (["--workspace", "/no/such/place"], ["--workspace", "does not exist"]),
        (["sometimes"], ["sometimes"]),
    ],
)
def test_a_list_that_cannot_be_narrowed_so_says_what_is_accepted(
    cli: Runner, arguments: list[str], said: list[str]
) -> None:
    refused(cli("assumptions", *arguments), *said)


# --- confirming -----------------------------------------------------------------------------------


@pytest.mark.rule("ASM-1", "CLI-2")
def test_an_entry_is_confirmed_in_words_and_as_json(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    ran = person("assumptions", "confirm", f"{session}-a2")
    assert (ran.code, ran.out) == (0, f"{session}-a2 is confirmed: In Redis\n")
    again = person("assumptions", "confirm", f"{session}-a2", "--json")
    assert (again.code, again.json["schema"]) == (0, "plangate.assumption/1")
    assert again.json["assumption"]["status"] == "confirmed"
    assert log_of(cli, session).count("AssumptionConfirmed") == 1


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("subcommand", ["confirm", "wrong"])
def test_json_and_the_database_may_be_asked_for_before_or_behind_the_subcommand(
    cli: Runner, person: Runner, workspace: Path, tmp_path: Path, subcommand: str
) -> None:
    other = tmp_path / "other.db"
    planned_there = cli("plan", PLANNED, "--workspace", workspace, "--db", other, "--json").json
    name = f"{planned_there['session']}-a1"
    instead = ["another"] * (subcommand == "wrong")
    before = person("assumptions", "--json", "--db", other, subcommand, name, *instead)
    assert before.code == 0
    assert before.json["schema"] in ("plangate.assumption/1", "plangate.revision/1")
    behind = person("assumptions", "confirm", f"{name[:-1]}2", "--db", other, "--json")
    assert behind.json["assumption"]["status"] == "confirmed"


# --- overturning ----------------------------------------------------------------------------------


@pytest.mark.rule("ASM-3", "PLAN-3", "CLI-2")
def test_an_overturned_entry_gives_the_revision_of_the_contract(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    before = cli("show", session, "--json").json["plan"]
    document = revision(
        person("assumptions", "wrong", f"{session}-a2", "--reading", "gateway", "--json")
    )
    assert document["assumption"] == f"{session}-a2"
    assert document["tasks"] == ["t2", "t3", "t4"]
    assert document["plan_version"] == 2
    assert document["entry"]["id"] == f"{session}-a3"
    assert document["entry"]["decision"] == "In the gateway"
    assert document["outcome"]["schema"] == "plangate.outcome/2"
    after = document["outcome"]["plan"]
    assert (after["version"], after["parent"]) == (2, 1)
    assert after["changes"] == document["changes"]
    assert after["tasks"][0] == before["tasks"][0], "t1 rests on something else"
    assert [task["id"] for task in after["tasks"]] == [task["id"] for task in before["tasks"]]
    listed = {entry["id"]: entry["status"] for entry in entries(cli, "--session", session)}
    assert listed == {
        f"{session}-a1": "open",
        f"{session}-a2": "wrong",
        f"{session}-a3": "confirmed",
    }


@pytest.mark.rule("ASM-3")
@pytest.mark.parametrize(
    "reading", ["in-process", "IN-PROCESS", "In the process", " in the  process ", "in the p"]
)
def test_a_reading_is_named_by_its_id_its_label_or_the_beginning_of_it(
    cli: Runner, person: Runner, workspace: Path, reading: str
) -> None:
    session = planned(cli, workspace)
    ran = person("assumptions", "wrong", f"{session}-a2", "--reading", reading, "--json")
    assert revision(ran)["entry"]["interpretation"] == "in-process"


@pytest.mark.rule("ASM-3")
def test_what_holds_instead_may_be_said_in_ones_own_words(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    words = "In PostgreSQL, beside the accounts"
    ran = person("assumptions", "wrong", f"{session}-a2", "--instead", words)
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert told.startswith(f"{session}-a2 is overturned; {session}-a3 holds: {words} (to take")
    assert "Changed: t2; t3, t4 rest on it and stay.\n" in ran.out
    assert f"  changed t2: {words}\n" in ran.out
    assert "Plan v2 for" in ran.out


@pytest.mark.rule("ASM-3", "CLI-6")
@pytest.mark.parametrize(
    ("typed", "holds"),
    [("b\n", "In the gateway"), ("z\nby hand\n", "by hand"), ("\n", None)],
)
def test_a_person_who_says_only_that_it_is_wrong_is_asked_what_holds_instead(
    cli: Runner, person: Runner, workspace: Path, typed: str, holds: str | None
) -> None:
    session = planned(cli, workspace)
    before = log_of(cli, session)
    ran = person("wrong", f"{session}-a2", typed=typed)
    assert ran.code == 0, ran
    assert "  b) In the gateway" in ran.out
    assert (log_of(cli, session) == before) is (holds is None)
    entries = cli("assumptions", "--session", session, "--json").json["assumptions"]
    assert holds is None or holds in [entry["decision"] for entry in entries]


@pytest.mark.rule("ASM-3", "CLI-6", "ERR-1")
def test_without_a_person_to_ask_the_options_are_named_and_nothing_is_guessed(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    before = log_of(cli, session)
    refused(cli("wrong", f"{session}-a2"), "CHOICE", "“In the gateway” or your own words")
    told = person("wrong", f"{session}-a2", "--json")
    assert (told.code, told.json["field"]) == (2, "CHOICE")
    assert log_of(cli, session) == before


@pytest.mark.rule("ASM-3", "ERR-1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--reading", "memcached"], ["--reading", "'memcached'", "in-process", "gateway"]),
        (["--reading", "redis"], ["--reading", "is what was overturned", "in-process"]),
        (["--reading", "in"], ["--reading", "fits no single reading"]),
        (["--reading", ""], ["--reading", "fits no single reading"]),
        (["--instead", "   "], ["--instead", "is empty"]),
        (["--instead", "x" * 20_001], ["--instead", "20,001 characters"]),
        (["--instead", "bell\x07"], ["--instead", "U+0007"]),
        (["--reading", "gateway", "--instead", "both"], ["--instead", "--reading"]),
    ],
)
def test_a_revision_that_cannot_be_made_is_refused_and_nothing_is_written(
    cli: Runner, person: Runner, workspace: Path, arguments: list[str], said: list[str]
) -> None:
    session = planned(cli, workspace)
    before = log_of(cli, session)
    refused(person("assumptions", "wrong", f"{session}-a2", *arguments), *said)
    assert log_of(cli, session) == before


@pytest.mark.rule("ASM-3", "ERR-1")
@pytest.mark.parametrize(
    "command", [["assumptions", "confirm"], ["assumptions", "wrong"], ["undo"]]
)
@pytest.mark.parametrize("name", ["nope", "nope-a1", "", " ", "é" * 300])
def test_an_unknown_entry_is_refused_with_where_to_find_one(
    cli: Runner, workspace: Path, command: list[str], name: str
) -> None:
    planned(cli, workspace)
    refused(cli(*command, name), "assumption id")


@pytest.mark.rule("ERR-1")
def test_an_abbreviation_that_fits_several_entries_names_them(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    refused(person("assumptions", "wrong", session), "fits several", f"{session}-a1, {session}-a2")


@pytest.mark.rule("ASM-3")
def test_an_entry_that_was_overturned_is_neither_confirmed_nor_overturned_again(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    assert person("wrong", f"{session}-a2", "In the gateway").code == 0
    refused(person("assumptions", "wrong", f"{session}-a2"), f"{session}-a2 is already overturned")
    refused(person("assumptions", "confirm", f"{session}-a2"), f"{session}-a2 was overturned")


@pytest.mark.rule("ASM-3", "ERR-1")
def test_a_refusal_is_a_document_when_a_program_asks(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    ran = person("assumptions", "wrong", f"{session}-a2", "--reading", "memcached", "--json")
    assert (ran.code, ran.json["schema"], ran.json["field"]) == (
        2,
        "plangate.error/1",
        "--reading",
    )


# --- undo -----------------------------------------------------------------------------------------


@pytest.mark.rule("ASK-12", "ASM-3")
def test_undo_gives_a_revision_too_and_says_what_holds_again(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    person("assumptions", "wrong", f"{session}-a2", "--reading", "gateway")
    document = revision(person("undo", f"{session}-a3", "--json"))
    assert document["assumption"] == f"{session}-a3"
    assert document["entry"]["decision"] == "In Redis"
    assert (document["plan_version"], document["tasks"]) == (3, ["t2", "t3", "t4"])
    assert document["entry"]["evidence"], "it rests on what was seen, as before"


@pytest.mark.rule("ASK-12", "CLI-5")
def test_a_screen_offers_undo_only_where_it_is_taken(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace)
    wrong = person("assumptions", "wrong", f"{session}-a2", "--reading", "gateway")
    assert f"to take it back: plangate undo {session}-a3" in " ".join(wrong.out.split())
    undone = person("undo", f"{session}-a3")
    assert "In Redis" in undone.out
    assert "to take it back" not in undone.out
    refused(person("undo", f"{session}-a4"), f"plangate wrong {session}-a4")


@pytest.mark.rule("ASK-12")
def test_undo_by_the_question_brings_the_answer_back(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    question = question_of(cli, workspace, DELETED)
    assert person("answer", question, "a").code == 0
    assert person("answer", question, "Move to an archive", "--change").code == 0
    ran = person("undo", question)
    assert ran.code == 0
    assert "holds: Mark as deleted" in ran.out
    shown = cli("show", question, "--json").json["question"]
    assert (shown["status"], shown["answer"]["option"]) == ("answered", "a")


@pytest.mark.rule("ASK-12", "ERR-1")
def test_undo_of_nothing_is_refused(cli: Runner, person: Runner, workspace: Path) -> None:
    session = planned(cli, workspace)
    refused(person("undo", f"{session}-a1"), f"{session}-a1 revised nothing")
    question = question_of(cli, workspace, DELETED)
    refused(person("undo", question), "decided nothing yet")


@pytest.mark.rule("ASM-3", "REC-2")
def test_after_all_of_it_the_audit_still_holds(user: Runner, workspace: Path) -> None:
    session = planned(user, workspace)
    for arguments in (
        ["assumptions", "confirm", f"{session}-a1"],
        ["assumptions", "wrong", f"{session}-a2", "In the gateway"],
        ["assumptions", "wrong", f"{session}-a3", "--instead", "in the sky"],
        ["undo", f"{session}-a4"],
        ["undo", f"{session}-a4"],
    ):
        assert user(*arguments).code == 0, arguments
    assert user("audit", "--json").json["ok"]
    assert user("show", session, "--json").json["plan"]["version"] == 5


# --- what is parked -------------------------------------------------------------------------------


@pytest.fixture
def parked(cli: Runner, db: Path) -> str:
    """A session whose question nobody answered, and no option of which can be undone."""
    with recorded(db, FINAL) as scene:
        scene.planner.start("Keep the rows", "/srv/old", SessionOptions(complexity=6, by="ada"))
        scene.clock.pass_time(days=1)
        scene.planner.advance("s1")
    assert cli("sessions", "--json").json["sessions"][0]["ending"] == "parked"
    return "s1"


@pytest.mark.rule("GATE-20", "ACT-1", "CLI-2")
def test_what_is_parked_is_decided_by_a_person_with_the_whole_label(
    parked: str, cli: Runner, person: Runner
) -> None:
    words = ("decide", parked, "row-store", "The local store")
    refused(cli(*words), "ACT-1", "plangate decide s1 row-store", code=5)
    assert "AssumptionRecorded" not in log_of(cli, parked), "a script decides nothing"
    ran = person(*words, "--json")
    assert (ran.code, ran.json["schema"]) == (0, "plangate.decided/1")
    entry = ran.json["assumption"]
    assert (entry["decision"], entry["rule"]) == ("The local store", "GATE-20")
    assert (entry["user_response"], entry["status"]) == ("confirmed: The local store", "confirmed")
    assert ran.json["outcome"]["plan"]["requires_approval"], "chosen is not yet approved (PLAN-6)"
    refused(person(*words), "'row-store' is not parked in s1", "none is")
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-20", "ERR-1")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("s1", "row-store", "local"),
            "label: 'local' is not an option; accepted: “The local store”",
        ),
        (("s1", "row-store", "a"), "label: 'a' is not an option"),
        (("s1", "colour", "The local store"), "decision: 'colour' is not parked in s1"),
        (("nothere", "row-store", "The local store"), "session id: 'nothere' is not known"),
    ],
)
def test_a_part_of_a_label_decides_nothing(
    words: tuple[str, ...], said: str, parked: str, cli: Runner, person: Runner
) -> None:
    before = log_of(cli, parked)
    refused(person("decide", *words), said)
    assert log_of(cli, parked) == before


@pytest.mark.rule("CLI-5")
def test_the_ledger_begins_with_what_happened_last(cli: Runner, tmp_path: Path) -> None:
    goals = [f"Add rate limiting to the public API of part {part}" for part in ("x", "y", "z")]
    for name, goal in enumerate(goals):
        place = tmp_path / f"p{name}"
        place.mkdir()
        (place / "api.py").write_text("def public_api():\n    return 1\n", encoding="utf-8")
        assert cli("plan", goal, "--workspace", place).code == 0
    told = cli("assumptions").out
    at = [told.index(goal) for goal in reversed(goals)]
    assert at == sorted(at), told


@pytest.mark.rule("CLI-6", "ERR-1")
def test_wrong_without_an_id_names_the_plan_in_which_nothing_was_decided_alone(
    cli: Runner, workspace: Path
) -> None:
    """`assumptions` lists those of every plan here: which one is meant is said."""
    cli("plan", "Add rate limiting to the public API", "--workspace", workspace)
    cli("plan", "Let users delete their account", "--workspace", workspace)
    told = cli("wrong", "--workspace", workspace)
    assert told.code == 2
    assert "nothing was decided without you for “Let users delete their account”" in told.err
