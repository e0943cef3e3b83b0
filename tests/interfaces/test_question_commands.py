"""What a person does with a question at the command line, and what its deadline does (ASK-7…13)."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from plangate import Planner, SessionOptions
from plangate.app.acts import question_acts
from plangate.core.log.chain import moment
from plangate.core.model.nouns import Ambiguity, OnTimeout
from plangate.interfaces.outcome_documents import exit_code_of, outcome_document
from plangate.interfaces.screens.questions import question_card
from tests.conftest import Ran, Runner
from tests.interfaces.support import (
    ASKED,
    FINAL,
    LONG_AGO,
    ONE_WAY,
    OPEN,
    PLANNED,
    asked,
    log_of,
    question_of,
    reading,
    recorded,
    refused,
    scene,
)

GOAL = "Build the storage layer"


def question(cli: Runner, name: str) -> dict[str, Any]:
    found: dict[str, Any] = cli("show", name, "--json").json["question"]
    return found


def said(planner: Planner, name: str, reply: str) -> question_acts.Replied:
    return question_acts.answer(planner, name, reply, by="ada", surface="test")


# --- understanding an answer ----------------------------------------------------------------------


@pytest.mark.rule("ASK-11", "ASK-12")
@pytest.mark.parametrize(
    "reply",
    ["b", "B", " b ", "option b", "b) passwordless", "(b)", "Passwordless only", "passwordl"],
)
def test_an_answer_is_understood_as_people_type_it(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace)
    ran = person("answer", name, reply, "--json")
    document = ran.json
    assert (ran.code, ran.err, document["result"]) == (0, "", "answered")
    assert document["schema"] == "plangate.answer/1"
    given = document["question"]["answer"]
    assert (given["value"], given["option"]) == ("Passwordless only", "b")
    assert (given["provenance"], given["surface"]) == ("choice", "cli")
    assert given["by"]
    assert document["question"]["status"] == "answered"
    assert document["outcome"]["schema"] == "plangate.outcome/2"
    assert document["outcome"]["outcome"] == "plan"


@pytest.mark.rule("ASK-11", "ASM-2")
def test_an_answer_in_ones_own_words_is_kept_as_given(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    words = "Passkeys first; a mailed code when there is none"
    document = person("answer", name, words, "--json").json
    given = document["question"]["answer"]
    assert (given["value"], given["option"], given["provenance"]) == (words, None, "custom")
    entries = document["outcome"]["assumptions"]
    assert f"custom: {words}" in [entry["user_response"] for entry in entries]


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize(
    "reply",
    ["pass", "Password", "maybe", "not sure", "you decide", "ab", "cb", "??", "/"],
)
def test_an_unclear_answer_is_asked_back_and_the_question_stays_open(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace)
    before = question(cli, name)
    ran = person("answer", name, reply)
    if reply == "Password":  # the beginning of both “Passwords only” and “Passwordless only”
        assert "a) Passwords only and b) Passwordless only" in ran.err
    refused(ran, f"“{reply}”", "answer with a, b or c")
    document = person("answer", name, reply, "--json")
    assert (document.code, document.json["result"], document.json["outcome"]) == (
        2,
        "ambiguous",
        None,
    )
    assert question(cli, name) == before
    assert log_of(cli, name)[-2:] == ["AnswerNotTaken", "AnswerNotTaken"]
    assert person("answer", name, "c").code == 0


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize("reply", ["ok", "OK.", "yes", "sure", "go ahead"])
def test_assent_chooses_nothing_where_there_is_a_choice(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace, ONE_WAY)
    refused(person("answer", name, reply), "not taken as an answer")
    assert question(cli, name)["status"] == "pending"


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize("reply", ["c", "C", "production", "option c", "c) production mode please"])
def test_a_one_way_option_needs_its_label(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace, ONE_WAY)
    assert question(cli, name)["one_way"] is True
    refused(person("answer", name, reply), "cannot be undone", "“Production mode”", "to choose it")
    assert person("answer", name, reply, "--json").json["result"] == "refused"
    assert question(cli, name)["status"] == "pending"


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize("reply", ["Production mode", " production  MODE "])
def test_a_one_way_option_whose_label_is_typed_is_taken(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace, ONE_WAY)
    ran = person("answer", name, reply, "--json")
    assert (ran.code, ran.json["question"]["answer"]["option"]) == (0, "c")


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize(
    ("reply", "seems"),
    [
        ("test", "a) Test mode"),
        ("option a", "a) Test mode"),
        ("go with your recommendation", "a) Test mode"),
        ("whatever is usual", "so only a, b or"),
    ],
)
def test_a_one_way_question_is_answered_by_no_other_words_and_stays_open(
    cli: Runner, person: Runner, workspace: Path, reply: str, seems: str
) -> None:
    name = question_of(cli, workspace, ONE_WAY)
    refused(person("answer", name, reply), "not taken as an answer", seems, "stays open")
    assert question(cli, name)["status"] == "pending"
    assert cli("note", name, reply).code == 0
    assert question(cli, name)["notes"] == [reply]
    assert question(cli, name)["status"] == "pending"
    assert person("answer", name, "A", "--json").json["question"]["answer"]["option"] == "a"


@pytest.mark.rule("ASK-13", "ERR-1")
@pytest.mark.parametrize("reply", ["", "   ", "\t\n"])
def test_an_empty_answer_is_none(cli: Runner, person: Runner, workspace: Path, reply: str) -> None:
    name = question_of(cli, workspace)
    refused(person("answer", name, reply), "answer: is empty", "a, b or c")
    assert question(cli, name)["status"] == "pending"
    assert "AnswerNotTaken" not in log_of(cli, name)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("reply", ["x" * 20_001, "bell \x07"], ids=["long", "control"])
def test_an_answer_that_cannot_be_stored_is_refused(
    cli: Runner, person: Runner, workspace: Path, reply: str
) -> None:
    name = question_of(cli, workspace)
    refused(person("answer", name, reply), "answer: ")
    assert question(cli, name)["status"] == "pending"


@pytest.mark.rule("ASK-7", "CLI-2")
def test_a_second_answer_changes_nothing_and_is_recorded(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    person("answer", name, "b")
    first = question(cli, name)
    refused(person("answer", name, "c"), f"{name} is already answered", code=4)
    document = person("answer", name, "c", "--json")
    assert (document.code, document.json["result"]) == (4, "already_settled")
    assert question(cli, name) == first
    assert log_of(cli, name)[-2:] == ["AnswerNotTaken", "AnswerNotTaken"]


@pytest.mark.rule("ASK-12", "CLI-1")
def test_a_changed_mind_is_said_to_be_one_and_undone_again(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    person("answer", name, "b")
    changed = person("answer", name, "a", "--change", "--json")
    assert (changed.code, changed.json["result"]) == (0, "changed")
    assert changed.json["outcome"]["plan"]["version"] == 3, "drafted meanwhile, answered, changed"
    taken = [e for e in changed.json["outcome"]["assumptions"] if e["ambiguity"] == "auth-method"]
    assert [(e["decision"], e["status"]) for e in taken] == [("Passwords only", "confirmed")]
    undone = person("undo", name, "--json")
    assert undone.code == 0
    latest = cli("show", name.partition("-")[0], "--json").json
    assert "Passwordless only" in [e["decision"] for e in latest["assumptions"]]
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-12")
def test_a_note_given_with_an_answer_is_kept_with_the_question(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    person("answer", name, "a", "--note", "agreed with the team")
    assert question(cli, name)["notes"] == ["agreed with the team"]
    assert "Note: agreed with the team" in cli("show", name).out


@pytest.mark.rule("CLI-1", "ASK-12")
def test_an_answered_question_shows_its_answer_and_no_longer_asks_for_one(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    ran = person("answer", name, "b")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{name}: Passwordless only\n\nPlan v2 for ")
    card = cli("show", name).out
    assert "b) Passwordless only." in " ".join(card.split())
    assert "Answer with:" not in card
    assert "Without an answer" not in card


# --- hold, resume, withdraw, note, discuss --------------------------------------------------------


@pytest.mark.rule("ASK-7", "CLI-2")
def test_a_held_question_has_no_deadline_until_it_is_put_again(
    user: Runner, workspace: Path
) -> None:
    name = question_of(user, workspace)
    before = question(user, name)["deadline"]
    assert user("hold", name) == Ran(0, f"{name} is on hold\n", "")
    held = question(user, name)
    assert (held["status"], held["deadline"]) == ("held", None)
    assert user("wait", name).code == 4
    assert "on hold, nothing happens" in user("inbox").out
    assert user("sessions", "--json").json["sessions"][0]["state"] == "held"
    refused(user("hold", name), f"{name}: is already on hold")
    resumed = user("resume", name, "--json")
    assert (resumed.code, resumed.json["result"]) == (0, "resumed")
    again = question(user, name)
    assert again["status"] == "pending"
    assert again["deadline"] >= before
    refused(user("resume", name), f"{name}: is not on hold")
    user("hold", name)
    told = user("resume", name).out
    assert told.startswith(f"{name} waits for an answer again. If you do nothing: ")
    assert re.search(r"\d{4}-\d\d-\d\dT", told) is None  # CLI-5: times are local and relative


@pytest.mark.rule("ASK-7", "GATE-7")
def test_a_held_question_keeps_nobody_else_from_asking_and_can_still_be_answered(
    user: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(user, workspace)
    user("hold", name)
    other = user("plan", ONE_WAY, "--workspace", workspace, "--json")
    assert other.json["outcome"] == "question", "it counts as one of five"
    assert user("resume", name.partition("-")[0], "--json").json["result"] == "resumed"
    user("hold", name)
    assert person("answer", name, "a", "--json").json["result"] == "answered"


@pytest.mark.rule("ASK-7", "ASM-2", "CLI-2")
def test_a_withdrawn_question_is_decided_unasked_and_leaves_the_quota_unused(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    ran = person("withdraw", name, "--why", "out of scope", "--json")
    assert (ran.code, ran.json["result"]) == (0, "withdrawn")
    taken = next(e for e in ran.json["outcome"]["assumptions"] if e["ambiguity"] == "auth-method")
    assert (taken["user_response"], taken["status"]) == ("quota_used", "open")
    assert "its question was withdrawn" in taken["reasoning"]
    told = " ".join(cli("show", taken["session"]).out.split())
    assert "its question was withdrawn; if wrong:" in told
    assert "no question left" not in told
    assert (cli("wait", name).code, question(cli, name)["answer"]) == (4, None)
    refused(person("withdraw", name, "--why", "again"), "already withdrawn", code=4)
    refused(cli("hold", name), "already withdrawn", code=4)


@pytest.mark.rule("ASK-12")
@pytest.mark.parametrize("command", ["note", "discuss"])
def test_talking_about_a_question_leaves_it_open(
    cli: Runner, workspace: Path, command: str
) -> None:
    name = question_of(cli, workspace)
    ran = cli(command, name, "asked the security team")
    assert (ran.code, ran.err) == (0, "")
    after = question(cli, name)
    assert (after["status"], after["notes"]) == ("pending", ["asked the security team"])
    refused(cli(command, name, "  "), "is empty")
    assert cli(command, name, "once more", "--json").json["outcome"] is None


@pytest.mark.rule("ASK-12")
def test_a_settled_question_takes_notes_and_no_discussion(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    person("answer", name, "a")
    assert cli("note", name, "for the record").code == 0
    refused(cli("discuss", name, "but why?"), "already answered", code=4)


# --- lists and views ------------------------------------------------------------------------------


@pytest.mark.rule("CLI-1", "CLI-2")
def test_the_inbox_lists_what_is_open_dearest_first_and_says_how_to_answer(
    cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    assert cli("inbox") == Ran(0, "Nothing waits for you.\n", "")
    assert cli("inbox", "--json").json == {"schema": "plangate.inbox/1", "questions": []}
    (tmp_path / "other").mkdir()
    names = {question_of(cli, workspace), question_of(cli, tmp_path / "other", ONE_WAY)}
    document = cli("inbox", "--json").json
    assert {entry["id"] for entry in document["questions"]} == names
    losses = [entry["expected_loss"] for entry in document["questions"]]
    assert losses == sorted(losses, reverse=True)
    listed = cli("inbox")
    assert all(name in listed.out for name in names)
    assert listed.out.count("is assumed in ") == 2
    assert all(f"plangate answer {name} a" in listed.out for name in names)
    assert f"other · {ONE_WAY}" in listed.out
    assert len(cli("inbox", "--limit", "1", "--json").json["questions"]) == 1
    narrowed = cli("inbox", "--workspace", tmp_path / "other", "--json").json["questions"]
    assert [entry["number"] for entry in narrowed] == ["D1"]


@pytest.mark.rule("CLI-1")
def test_sessions_are_listed_the_latest_first(cli: Runner, workspace: Path) -> None:
    none = cli("sessions")
    assert none.out.startswith("No session yet. Begin one: plangate plan ")
    name = question_of(cli, workspace)
    cli("plan", "Fix a typo in the README", "--workspace", workspace)
    found = cli("sessions", "--json").json
    assert found["schema"] == "plangate.sessions/1"
    assert [entry["ending"] for entry in found["sessions"]] == ["proceed", "question"]
    assert found["sessions"][1]["session"] == name.partition("-")[0]
    lines = cli("sessions").out.splitlines()
    assert len(lines) == 2
    assert "Fix a typo" in lines[0]
    assert len(cli("sessions", "--limit", "1").out.splitlines()) == 1


@pytest.mark.rule("ASM-1", "CLI-1")
def test_the_ledger_is_listed_with_reason_and_risk_and_can_be_narrowed(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    assert cli("assumptions").out == "Nothing was assumed.\n"
    name = question_of(cli, workspace)
    person("answer", name, "b")
    every = cli("assumptions", "--json").json
    assert every["schema"] == "plangate.assumptions/1"
    assert [e["status"] for e in every["assumptions"]] == ["confirmed"]
    planned = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    unconfirmed = cli("assumptions", "--open", "--json").json["assumptions"]
    assert {e["session"] for e in unconfirmed} == {planned}
    session = name.partition("-")[0]
    assert len(cli("assumptions", "--session", session[:4], "--json").json["assumptions"]) == 1
    text = cli("assumptions").out
    assert "auth method: " in text
    assert "rate limit store: " in text
    assert "if wrong: " in text
    shown = cli("show", f"{session}-a1", "--json").json
    assert (shown["schema"], shown["assumption"]["id"]) == (
        "plangate.assumption/1",
        f"{session}-a1",
    )
    told = cli("show", f"{session}-a1").out
    assert told.startswith(f"{session}-a1  auth method: ")
    assert "ASK-" not in told
    assert "Decided by a person: " in told
    assert f"Wrong? plangate wrong {session}-a1 'what holds instead'" in told
    assert cli("show", f"{session}-a1", "-v").out.startswith("id ")


@pytest.mark.rule("CLI-1", "ASK-6")
def test_a_question_is_shown_as_a_card_as_markdown_and_as_json(
    cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    assert cli("show", name, "--json").json["schema"] == "plangate.question/1"
    markdown = cli("show", name, "--markdown").out
    for part in (
        "**Blocker type:** mutually exclusive requirements",
        "**Evidence of exhaustion:**",
        "**Question:** ",
        "**Options:**",
        "**Safe fallback:** ",
        "**Status:** pending",
    ):
        assert part in markdown
    assert cli("show", name).out.startswith("D1  ")


@pytest.mark.rule("CLI-1")
def test_a_session_is_shown_with_its_log(cli: Runner, workspace: Path) -> None:
    session = question_of(cli, workspace).partition("-")[0]
    document = cli("show", session, "--log", "--json").json
    assert document["schema"] == "plangate.log/1"
    assert [event["seq"] for event in document["events"]] == [
        *range(1, len(document["events"]) + 1)
    ]
    text = cli("show", session, "--log").out.splitlines()
    assert len(text) == len(document["events"])
    assert any(" QuestionAsked " in line for line in text)
    assert " PlanDrafted " in text[-1], "what does not hang on it is planned meanwhile"


# --- ids ------------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-1")
def test_an_id_may_be_abbreviated_while_it_is_unmistakable(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    session = name.partition("-")[0]
    assert question(cli, f"{session}-q")["id"] == name
    assert cli("show", session[:5].upper(), "--json").json["session"] == session
    assert person("answer", session[:6], "a", "--json").json["question"]["id"] == name


@pytest.mark.rule("CLI-1", "ERR-1")
def test_an_abbreviation_that_fits_several_names_them(
    db: Path, cli: Runner, person: Runner
) -> None:
    with recorded(db, OPEN) as told:
        told.planner.start(GOAL, "/one")
        told.planner.start(GOAL, "/two")
    refused(cli("show", "s"), "'s' fits several", "s1, s2")
    refused(person("answer", "s", "a"), "'s' fits several", "s1-q1, s2-q1")
    assert cli("show", "s1", "--json").json["session"] == "s1"


@pytest.mark.rule("CLI-1", "ERR-1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "zzz"], "`plangate sessions`"),
        (["show", "zzz-q1"], "`plangate inbox`"),
        (["show", "zzz-a1"], "`plangate assumptions`"),
        (["show", "zzz-d1"], "`plangate deferrals`"),
        (["answer", "zzz", "a"], "`plangate inbox`"),
        (["hold", "zzz-q1"], "`plangate inbox`"),
        (["resume", "zzz-q1"], "`plangate inbox`"),
        (["withdraw", "zzz-q1", "--why", "x"], "`plangate inbox`"),
        (["note", "zzz-q1", "x"], "`plangate inbox`"),
        (["wait", "zzz-q1"], "`plangate inbox`"),
        (["ooda", "zzz", "observe", "x"], "`plangate sessions`"),
        (["audit", "--session", "zzz"], "`plangate sessions`"),
        (["deferrals", "resolve", "zzz-d1", "--how", "x"], "`plangate deferrals`"),
    ],
    ids=" ".join,
)
def test_an_unknown_id_is_refused_with_where_to_find_one(
    cli: Runner, arguments: list[str], said: str
) -> None:
    refused(cli(*arguments), "zzz", "is not known", said)


@pytest.mark.rule("CLI-1", "ERR-1")
@pytest.mark.parametrize("name", ["", " ", "%", "_", "*", "x" * 201, "a\x00b"])
def test_an_id_that_is_none_is_refused(cli: Runner, workspace: Path, name: str) -> None:
    question_of(cli, workspace)
    for command in (["show", name], ["answer", name, "a"], ["wait", name]):
        refused(cli(*command), " id: ")


# --- deadlines, with a clock that only the test moves ---------------------------------------------


@pytest.mark.rule("ASK-8")
def test_an_answer_at_the_deadline_itself_is_on_time() -> None:
    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    clock.pass_time(seconds=28_800)
    assert asked(planner.advance("s1")).status == "pending"
    replied = said(planner, name, "b")
    assert (replied.result, replied.question.status) == ("answered", "answered")


@pytest.mark.rule("ASK-8", "ASK-9", "ASM-2")
def test_just_after_the_deadline_silence_becomes_an_assumption_and_never_an_answer() -> None:
    planner, clock = scene(OPEN)
    before = asked(planner.start(GOAL, "/w"))
    assert before.deadline == moment(LONG_AGO + timedelta(seconds=28_800))
    clock.pass_time(seconds=28_800, milliseconds=1)
    advanced = planner.advance("s1")
    question = advanced.session.question("s1-q1")
    assert (question.status, question.answer) == ("timed_out", None)
    (entry,) = advanced.session.assumptions.values()
    assert (entry.user_response, entry.confidence) == ("timeout_assumed", "medium")
    assert entry.decision == question.option(question.default).label
    assert entry.status == "open"
    assert (exit_code_of(advanced), outcome_document(advanced)["outcome"]) == (0, "plan")


@pytest.mark.rule("ASK-8")
def test_the_deadline_is_the_one_that_was_asked_for() -> None:
    planner, clock = scene(OPEN)
    planner.start(GOAL, "/w", SessionOptions(timeout_secs=1))
    clock.pass_time(seconds=1)
    assert asked(planner.advance("s1")).status == "pending"
    clock.pass_time(milliseconds=1)
    assert planner.advance("s1").session.question("s1-q1").status == "timed_out"


@pytest.mark.rule("ASK-9", "CLI-2", "STOP-4")
def test_a_one_way_default_is_not_taken_on_silence_and_the_session_parks() -> None:
    planner, clock = scene(FINAL)
    card = question_card(asked(planner.start(GOAL, "/w")))
    assert "nothing is assumed" in card
    assert "if nobody answers" not in card
    clock.pass_time(hours=9)
    parked = planner.advance("s1")
    document = outcome_document(parked)
    assert (exit_code_of(parked), document["outcome"]) == (3, "stop")
    assert document["stop"]["stop_reason"] == "human_required"
    assert document["waiting"], "every task waits for a person"
    assert [entry["user_response"] for entry in document["assumptions"]] == ["waiting"]
    label = planner.session("s1").question("s1-q1").options[0].label
    late = said(planner, "s1-q1", label)
    assert late.result == "late"
    assert late.advanced is not None
    assert exit_code_of(late.advanced) == 0


@pytest.mark.rule("ASK-9")
@pytest.mark.parametrize(
    ("strictness", "ending"), [(None, "stop"), (7.0, "plan")], ids=["none is strict", "one is"]
)
def test_a_security_decision_of_unknown_strictness_parks(
    strictness: float | None, ending: str
) -> None:
    ambiguity = Ambiguity(
        "pii",
        (reading("local", 0.6, strictness=strictness), reading("remote", 0.4)),
        blocker_type="security_decision",
        blocker_evidence=("which law applies is not said",),
    )
    planner, clock = scene(ambiguity)
    planner.start(GOAL, "/w")
    clock.pass_time(hours=9)
    assert outcome_document(planner.advance("s1"))["outcome"] == ending


@pytest.mark.rule("ASK-9", "CLI-2")
@pytest.mark.parametrize(
    ("on_timeout", "outcome", "code"), [("wait", "question", 3), ("abort", "stop", 4)]
)
def test_what_silence_does_may_be_chosen(on_timeout: OnTimeout, outcome: str, code: int) -> None:
    planner, clock = scene(OPEN)
    planner.start(GOAL, "/w", SessionOptions(on_timeout=on_timeout))
    clock.pass_time(days=30)
    advanced = planner.advance("s1")
    assert (outcome_document(advanced)["outcome"], exit_code_of(advanced)) == (outcome, code)
    assert not advanced.session.assumptions
    replied = said(planner, "s1-q1", "b")
    assert replied.advanced is not None
    assert outcome_document(replied.advanced)["outcome"] == "plan"


@pytest.mark.rule("ASK-10")
def test_a_late_answer_equal_to_the_default_confirms_the_entry() -> None:
    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    clock.pass_time(hours=9)
    replied = said(planner, name, "a")
    assert (replied.result, replied.question.status) == ("late", "timed_out")
    assert replied.advanced is not None
    (entry,) = replied.advanced.session.assumptions.values()
    assert (entry.user_response, entry.status) == ("timeout_assumed", "confirmed")
    assert len(list(planner.store.streams())) == 1


@pytest.mark.rule("ASK-10", "ASM-3")
def test_a_late_answer_that_differs_opens_a_revision_that_names_the_tasks() -> None:
    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    clock.pass_time(hours=9)
    planner.advance("s1")
    replied = said(planner, name, "b")
    assert replied.result == "late"
    assert "t1" in replied.message
    assert replied.advanced is not None
    session = replied.advanced.session
    assert [e.status for e in session.assumptions.values()] == ["wrong", "confirmed"]
    assert [e.interpretation for e in session.in_force] == ["remote"]
    assert session.plan is not None
    assert session.plan.version == 2


@pytest.mark.rule("ASK-7", "ASK-8")
def test_a_hold_stops_the_clock_and_a_resume_starts_it_anew() -> None:
    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    question_acts.hold(planner, name, by="ada")
    clock.pass_time(days=30)
    assert asked(planner.advance("s1")).status == "held"
    question_acts.resume(planner, name, by="ada")
    assert asked(planner.advance("s1")).deadline == moment(
        LONG_AGO + timedelta(days=30, seconds=28_800)
    )


@pytest.mark.rule("ASK-12", "ASK-8")
def test_a_discussion_starts_the_clock_anew() -> None:
    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    clock.pass_time(seconds=28_799)
    question_acts.discuss(planner, name, "what does b cost?", by="ada")
    clock.pass_time(seconds=28_800)
    assert asked(planner.advance("s1")).status == "pending"


@pytest.mark.rule("ASK-7")
def test_a_hold_after_the_deadline_comes_too_late() -> None:
    from plangate.core.model.errors import AlreadySettled

    planner, clock = scene(OPEN)
    name = str(asked(planner.start(GOAL, "/w")).id)
    clock.pass_time(hours=9)
    with pytest.raises(AlreadySettled, match="already timed_out"):
        question_acts.hold(planner, name, by="ada")


# --- and the same through the command line: a session begun years ago is overdue ------------------


@pytest.mark.rule("ASK-8", "ASK-9")
@pytest.mark.parametrize(
    "reader",
    [
        ["inbox"],
        ["sessions"],
        ["show", "s1"],
        ["show", "s1-q1"],
        ["wait", "s1-q1"],
        ["assumptions"],
        ["deferrals"],
        ["stats"],
        ["prefs", "stats"],
        ["export"],
        ["status", "s1"],
        ["ready", "s1"],
    ],
    ids=" ".join,
)
def test_any_reader_expires_what_is_overdue(db: Path, cli: Runner, reader: list[str]) -> None:
    with recorded(db, OPEN) as told:
        told.planner.start(GOAL, "/w")
    ran = cli(*reader)
    assert (ran.code, ran.err) == (0, "")
    with closing(sqlite3.connect(db)) as file:  # before any other reader may have done it
        assert file.execute("SELECT status FROM questions").fetchall() == [("timed_out",)]
    assert cli("sessions", "--json").json["sessions"][0]["ending"] == "plan"
    assert question(cli, "s1-q1")["status"] == "timed_out"
    entries = cli("assumptions", "--away", "--json").json["assumptions"]
    assert [entry["user_response"] for entry in entries] == ["timeout_assumed"]
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-8")
def test_the_figures_and_the_export_know_of_a_question_that_has_just_expired(
    db: Path, cli: Runner, tmp_path: Path
) -> None:
    with recorded(db, OPEN) as told:
        told.planner.start(GOAL, "/w")
    copy = tmp_path / "copy.db"
    copy.write_bytes(db.read_bytes())
    figures = cli("stats", "--json", "--db", copy).json
    assert (figures["open"], figures["timed_out"]) == (0, 1)
    assert '"type":"QuestionTimedOut"' in cli("export").out


@pytest.mark.rule("ASK-10", "CLI-2")
def test_an_answer_that_comes_years_late_is_kept_and_said_to_be_late(
    db: Path, cli: Runner, person: Runner
) -> None:
    with recorded(db, OPEN) as told:
        told.planner.start(GOAL, "/w")
    ran = person("answer", "s1-q1", "a", "--json")
    assert (ran.code, ran.json["result"]) == (0, "late")
    assert ran.json["question"]["status"] == "timed_out"
    assert log_of(cli, "s1").count("LateAnswerKept") == 1
    assert "QuestionAnswered" not in log_of(cli, "s1")


@pytest.mark.rule("ASK-9", "CLI-2")
def test_waiting_for_a_question_that_parked_does_not_look_like_success(
    db: Path, cli: Runner, person: Runner
) -> None:
    with recorded(db, FINAL) as told:
        told.planner.start(GOAL, "/w")
    ran = cli("wait", "s1-q1", "--json")
    assert (ran.code, ran.json["status"]) == (3, "timed_out")
    assert ran.json["outcome"]["stop"]["stop_reason"] == "human_required"
    assert cli("resume", "s1").code == 3
    text = cli("show", "s1").out
    assert "Waits for you" in text
    assert "answer s1-q1" in text
    assert cli("sessions", "--json").json["sessions"][0]["ending"] == "parked"
    assert person("answer", "s1-q1", "ok").code == 2
    assert person("answer", "s1-q1", question(cli, "s1-q1")["options"][0]["label"]).code == 0


@pytest.mark.rule("ASK-9", "CLI-2")
def test_waiting_for_a_question_that_aborted_says_declined(db: Path, cli: Runner) -> None:
    with recorded(db, OPEN) as told:
        told.planner.start(GOAL, "/w", SessionOptions(on_timeout="abort"))
    assert cli("wait", "s1-q1").code == 4
    assert cli("sessions", "--json").json["sessions"][0]["ending"] == "aborted"


@pytest.mark.rule("ASK-8", "CLI-1")
def test_waiting_returns_when_the_question_is_settled_elsewhere(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace, ASKED)
    waiting = cli("wait", name, "--timeout", "0")
    assert waiting == Ran(3, f"{name} is pending\n", "")
    person("answer", name, "b")
    ran = cli("wait", name, "--json")
    assert (ran.code, ran.json["schema"], ran.json["status"]) == (0, "plangate.wait/1", "answered")
    assert ran.json["outcome"]["outcome"] == "plan"


@pytest.mark.rule("ASK-9", "ASK-7")
def test_a_one_way_default_is_not_taken_by_withdrawing_the_question(
    db: Path, cli: Runner, person: Runner
) -> None:
    with recorded(db, FINAL) as told:
        told.planner.start(GOAL, "/w", SessionOptions(on_timeout="wait"))
    refused(person("withdraw", "s1-q1", "--why", "tired"), "s1-q1", "plangate hold")
    assert question(cli, "s1-q1")["status"] == "pending"


@pytest.mark.rule("CLI-6", "ERR-1")
@pytest.mark.parametrize("name", ["D99", "D1", "q1", "k3v9xq2m-q1"])
def test_the_name_of_a_question_alone_is_no_note(cli: Runner, workspace: Path, name: str) -> None:
    asked_one = question_of(cli, workspace)
    ran = cli("note", name, "--workspace", workspace)
    assert ran.code == 2
    assert f"TEXT: is missing: {name} names a question" in ran.err
    assert not question(cli, asked_one)["notes"]


@pytest.mark.rule("CLI-6", "ERR-1")
def test_an_id_that_is_not_known_is_told_as_it_was_typed(cli: Runner, workspace: Path) -> None:
    question_of(cli, workspace)
    assert "'NoSuch7' is not known" in cli("plan-diff", "NoSuch7").err
