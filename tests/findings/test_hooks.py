"""What a hook may never do: answer by refusing, keep a skip, hide what it did (C1 to C6, F5)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.findings.support import CLASH, knife, open_questions, planned, question
from tests.interfaces.hook.calls import PROCESS, STORE, asked, asking, transcribed
from tests.interfaces.hook.calls import question as card


def hook(run: Runner, kind: str, document: str) -> Ran:
    ran = run("hook", "claude", kind, stdin=document)
    assert ran.code == 0, ran
    return ran


@pytest.mark.finding("C1")
@pytest.mark.rule("HOOK-1", "GATE-13")
@pytest.mark.parametrize(
    ("prompt", "labels"),
    [
        ("Should I proceed with the deployment to production?", ("Deploy now", "Wait")),
        ("Should I proceed with switching DNS to the new host?", ("Switch", "Wait")),
        ("Should I continue with the paid API (about 400 dollars)?", ("Yes", "No")),
        ("Do you approve this plan?", ("No, change it", "Yes")),
    ],
)
def test_leave_to_act_is_the_persons_to_give(
    prompt: str, labels: tuple[str, ...], process: Runner, workspace: Path
) -> None:
    assert hook(process, "pre-ask", asking(workspace, card(prompt, *labels))).out == ""


@pytest.mark.finding("C2")
@pytest.mark.rule("HOOK-1", "HOOK-4", "ASK-8")
@pytest.mark.parametrize("deadline", ["2099-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z"])
def test_an_open_question_silences_no_other_before_its_deadline_or_after(
    deadline: str, process: Runner, workspace: Path, db: Path
) -> None:
    assert question(planned(process, CLASH, workspace))
    with knife(db) as file:
        file.execute("UPDATE questions SET deadline = ?", (deadline,))
    assert hook(process, "pre-ask", asking(workspace)).out == ""


@pytest.mark.finding("C3")
@pytest.mark.rule("HOOK-4")
def test_a_skipped_question_is_no_answer(process: Runner, workspace: Path) -> None:
    document = json.loads(asked(workspace, {STORE: "[User skipped this question]"}))
    document["tool_response"]["annotations"] = {STORE: {"unanswered": "skipped"}}
    hook(process, "post-ask", json.dumps(document))
    assert "skipped this" not in process("hook", "log").out
    assert hook(process, "pre-ask", asking(workspace, session="another")).out == ""


@pytest.mark.finding("C3b")
@pytest.mark.rule("HOOK-4")
def test_the_persons_choice_settles_the_question_an_agent_passed_on(
    process: Runner, workspace: Path
) -> None:
    document = planned(process, CLASH, workspace)
    assert open_questions(process) == [question(document)]
    prompt = document["question"]["prompt"]
    labels = [row["label"] for row in document["question"]["options"]]
    passed_on = card(prompt, *labels)
    assert hook(process, "pre-ask", asking(workspace, passed_on)).out == ""
    transcribed(workspace, {prompt: labels[1]}, passed_on)
    hook(process, "post-ask", asked(workspace, {prompt: labels[1]}, passed_on))
    assert open_questions(process) == []


@pytest.mark.finding("C6")
@pytest.mark.rule("HOOK-4", "PREF-4")
def test_what_was_decided_is_told_to_the_person_and_to_the_model(
    process: Runner, workspace: Path
) -> None:
    hook(process, "pre-ask", asking(workspace))
    transcribed(workspace, {STORE: PROCESS})
    hook(process, "post-ask", asked(workspace, {STORE: PROCESS}))
    again = hook(process, "pre-ask", asking(workspace, session="another", call="toolu_02")).json
    told = again["hookSpecificOutput"]
    assert told["updatedInput"]["answers"] == {STORE: PROCESS}
    for line in (again["systemMessage"], told["additionalContext"]):
        assert "plangate" in line
        assert "\n" not in line


@pytest.mark.finding("F5")
@pytest.mark.rule("HOOK-3")
def test_a_forged_document_answers_no_later_question(process: Runner, workspace: Path) -> None:
    hook(process, "post-ask", asked(workspace, {STORE: PROCESS}))
    assert hook(process, "pre-ask", asking(workspace, session="another")).out == ""
