"""Documents as Claude Code 2.1.325 sent them, replayed through the command it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner

pytestmark = pytest.mark.rule("HOOK-1", "HOOK-3", "HOOK-4")

STORE = "Which store should the rate limiter use?"
FORMATS = "Which export formats should ship?"
SESSION = "37ff0c2a-5c3e-4b1f-9d52-000000000001"


def captured(workspace: Path, prompt: str, *labels: str, several: bool = False) -> dict[str, Any]:
    options = [{"label": label, "description": label.lower()} for label in labels]
    asks = {"question": prompt, "header": "Clarify", "options": options, "multiSelect": several}
    return {
        "session_id": SESSION,
        "transcript_path": str(workspace.parent / f"{SESSION}.jsonl"),
        "cwd": str(workspace),
        "prompt_id": "c88b",
        "permission_mode": "default",
        "effort": {"level": "medium"},
        "hook_event_name": "PreToolUse",
        "tool_name": "AskUserQuestion",
        "tool_input": {"questions": [asks]},
        "tool_use_id": "toolu_987d",
    }


def after(document: dict[str, Any], **response: Any) -> dict[str, Any]:
    questions = document["tool_input"]["questions"]
    answers = response.get("answers", {})
    return {
        **document,
        "hook_event_name": "PostToolUse",
        "duration_ms": 4_210,
        "tool_input": {**document["tool_input"], "answers": answers},
        "tool_response": {"questions": questions, **response},
    }


def sent(process: Runner, name: str, document: dict[str, Any]) -> Ran:
    ran = process("hook", "claude", name, stdin=json.dumps(document))
    assert ran.code == 0
    return ran


@pytest.mark.rule("GATE-13", "HOOK-1")
def test_the_go_ahead_that_version_0_1_gave(process: Runner, workspace: Path) -> None:
    prompt = "Should I proceed with the deployment to production?"
    ran = sent(process, "pre-ask", captured(workspace, prompt, "Deploy now", "Wait"))
    assert (ran.out, ran.err) == ("", "")


def test_a_generic_question_goes_back_without_the_looks_of_a_crash(
    process: Runner, workspace: Path
) -> None:
    prompt = "Could you please clarify what you mean?"
    ran = sent(process, "pre-ask", captured(workspace, prompt, "Yes", "No"))
    output = ran.json["hookSpecificOutput"]
    assert output["permissionDecision"] == "deny"
    assert output["permissionDecisionReason"].startswith("No failure: ")
    assert "“Yes”" not in ran.out
    assert "nothing failed" in output["additionalContext"]
    assert ran.json["systemMessage"].startswith("plangate: ")


def test_a_multi_select_comes_as_one_string(process: Runner, workspace: Path) -> None:
    document = captured(workspace, FORMATS, "CSV", "JSON", "PDF", several=True)
    sent(process, "pre-ask", document)
    sent(process, "post-ask", after(document, answers={FORMATS: "CSV, JSON"}))
    (call,) = process("hook", "log", "--json").json["calls"]
    assert call["chosen"] == ["CSV", "JSON"]


def test_a_skipped_question_is_no_answer_and_is_not_given_again(
    process: Runner, workspace: Path
) -> None:
    document = captured(workspace, STORE, "Redis", "In memory")
    sent(process, "pre-ask", document)
    skipped = {STORE: "[User skipped this question]"}
    notes = {STORE: {"unanswered": "skipped"}}
    ran = sent(process, "post-ask", after(document, answers=skipped, annotations=notes))
    assert "nobody answered" in ran.err
    assert process("hook", "log", "--json").json["calls"] == []
    assert (
        sent(process, "pre-ask", {**document, "session_id": "next", "tool_use_id": "t2"}).out == ""
    )


def test_free_text_in_place_of_an_answer_chooses_nothing(process: Runner, workspace: Path) -> None:
    document = captured(workspace, STORE, "Redis", "In memory")
    words = "Actually, let us talk about it first"
    sent(process, "pre-ask", document)
    sent(process, "post-ask", after(document, answers={}, response=words))
    (call,) = process("hook", "log", "--json").json["calls"]
    assert (call["value"], call["chosen"]) == (words, [])


def test_a_plan_in_shadow_is_seen_by_the_person_and_the_model(
    process: Runner, workspace: Path
) -> None:
    plan = workspace.parent / "pm-good-please-go-on-parsed-parasol.md"
    document = {
        **captured(workspace, STORE),
        "permission_mode": "plan",
        "tool_name": "ExitPlanMode",
        "tool_input": {"plan": "# Rate limiting\n\n1. Fix stuff\n", "planFilePath": str(plan)},
    }
    ran = sent(process, "plan-review", document)
    assert ran.json["systemMessage"].endswith("not sent back")
    assert "permissionDecision" not in ran.json["hookSpecificOutput"]
    assert "this plan is" in ran.json["hookSpecificOutput"]["additionalContext"]
