"""When an agent is done planning: its plan is measured, and under enforce a thin one goes back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.interfaces.hook.calls import asked, asking, planned
from tests.interfaces.hook.test_pre_ask import decision, passed

pytestmark = pytest.mark.rule("HOOK-4", "REF-4")

GOAL = "Implement rate limiting for the public API in app/api.py, by key and address, with metrics"
THIN = "# Rate limiting\n\n1. Fix stuff\n2. Clean up\n"
GOOD = """# Fix the greeting

## Steps

1. Change the greeting in `app/api.py` so that it names the person who is logged in.
2. Add a test for the greeting to `tests/test_api.py` and run `pytest tests/test_api.py`.
"""


def review(cli: Runner, document: str) -> Ran:
    return cli("hook", "claude", "plan-review", stdin=document)


def says(workspace: Path, *messages: object) -> None:
    """A transcript as the client keeps it: a line of JSON for every message."""
    lines = [
        {"type": "file-history-snapshot", "snapshot": {}},
        {"type": "user", "isMeta": True, "message": {"role": "user", "content": "Caveat: …"}},
        {"type": "user", "message": {"role": "user", "content": "<command-name>/x</command-name>"}},
        *({"type": "user", "message": {"role": "user", "content": text}} for text in messages),
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (workspace / "transcript.jsonl").write_text(text + "no json at all\n")


def let_through(ran: Ran, said: str) -> None:
    """HOOK-4: no decision for the client, but a line to the person and one to the model."""
    assert (ran.code, ran.err) == (0, "")
    output = ran.json["hookSpecificOutput"]
    assert "permissionDecision" not in output
    assert said in ran.json["systemMessage"]
    assert ran.json["systemMessage"].endswith((", not sent back", ", passed"))
    assert said in output["additionalContext"]
    assert "\n" not in ran.json["systemMessage"] + output["additionalContext"]


@pytest.fixture
def enforced(monkeypatch: pytest.MonkeyPatch, cli: Runner) -> None:
    del cli  # it empties the environment first
    monkeypatch.setenv("PLANGATE_PLAN_ADEQUACY_ENFORCE", "1")


def test_in_shadow_a_thin_plan_is_measured_and_passed(cli: Runner, workspace: Path) -> None:
    says(workspace, GOAL)
    let_through(review(cli, planned(workspace, THIN)), "too thin to be worked from")
    (call,) = cli("hook", "log", "--json").json["calls"]
    assert call["kind"] == "plan"
    assert call["is_too_thin"]
    assert "too_few_tasks" in call["adequacy_reason_codes"]
    assert not call["sent_back"]
    assert "too thin, not sent back" in cli("hook", "log").out
    assert cli("audit").code == 0


@pytest.mark.rule("HOOK-4")
def test_the_person_reads_what_is_missing_in_words_and_of_which_step(
    cli: Runner, workspace: Path
) -> None:
    says(workspace, GOAL)
    plan = "# Plan\n\n1. Add the retry to the sender and count each one\n2. Make it all nice\n"
    said = review(cli, planned(workspace, plan)).json["systemMessage"]
    codes = cli("hook", "log", "--json").json["calls"][0]["adequacy_reason_codes"]
    assert "no_place" in codes
    assert not any(code in said for code in codes)
    assert "no place that is there is named by 1, 2, of 2 tasks" in said


@pytest.mark.usefixtures("enforced")
def test_under_enforce_a_thin_plan_goes_back_with_its_findings(
    cli: Runner, workspace: Path
) -> None:
    says(workspace, [{"type": "text", "text": GOAL}])
    reason = decision(review(cli, planned(workspace, THIN)), "deny")["permissionDecisionReason"]
    for words in ("too thin", "too_few_tasks", "vague_short", "→"):
        assert words in reason
    assert cli("hook", "log", "--json").json["calls"][0]["sent_back"]


@pytest.mark.usefixtures("enforced")
def test_under_enforce_a_plan_that_can_be_worked_from_passes(cli: Runner, workspace: Path) -> None:
    says(workspace, "Fix the greeting")
    let_through(review(cli, planned(workspace, GOOD)), "detailed enough")


@pytest.mark.usefixtures("enforced")
def test_the_plan_may_stand_in_the_file_the_client_names(cli: Runner, workspace: Path) -> None:
    (workspace / "plan.md").write_text(THIN)
    named = planned(workspace, None, planFilePath=str(workspace / "plan.md"))
    says(workspace, GOAL)
    decision(review(cli, named), "deny")
    passed(review(cli, planned(workspace, None)), "neither a plan nor a file")
    passed(review(cli, planned(workspace, "", planFilePath="/nowhere/x.md")), "neither a plan")
    passed(review(cli, planned(workspace, "Just do it.")), "no task was found")


@pytest.mark.usefixtures("enforced")
def test_without_a_goal_its_signals_are_skipped(cli: Runner, workspace: Path) -> None:
    """A transcript that is missing, a pipe, a folder or without a person's word is no goal."""
    plan = "# Work\n\n1. Change the greeting in `app/api.py` to name the person.\n"
    document = json.loads(planned(workspace, plan))
    os.mkfifo(workspace / "pipe")
    for transcript in ("/nowhere", str(workspace), str(workspace / "pipe"), "", 3, "a\0b"):
        ran = review(cli, json.dumps({**document, "transcript_path": transcript}))
        let_through(ran, "detailed enough")


def test_what_is_no_plan_is_passed_over(cli: Runner, workspace: Path) -> None:
    passed(review(cli, asking(workspace)), "tool_name is not ExitPlanMode")
    passed(review(cli, ""), "empty")
    passed(review(cli, "{"), "not JSON")


@pytest.mark.usefixtures("enforced")
def test_findings_are_sent_back_although_they_cannot_be_recorded(
    cli: Runner, workspace: Path, db: Path
) -> None:
    db.write_bytes(b"\x01" * 5_000)
    says(workspace, GOAL)
    ran = review(cli, planned(workspace, THIN))
    decision(ran, "deny")
    assert "not recorded" in ran.err


@pytest.mark.parametrize("name", ["pre-ask", "post-ask", "plan-review"])
def test_a_hook_as_a_process_ends_with_0_and_loads_no_command_line(
    name: str, process: Runner, workspace: Path
) -> None:
    documents = {
        "pre-ask": asking(workspace),
        "post-ask": asked(workspace, {}),
        "plan-review": planned(workspace, GOOD),
    }
    ran = process(
        "hook", "claude", name, stdin=documents[name], env={"PYTHONPROFILEIMPORTTIME": "1"}
    )
    assert ran.code == 0
    assert ("systemMessage" in ran.out) == (name == "plan-review")
    assert " plangate.interfaces.hook" in ran.err
    assert " click" not in ran.err
    assert process("hook", "claude", name, stdin="garbage").code == 0


def test_a_hook_is_looked_at_as_one_document(cli: Runner, workspace: Path) -> None:
    ran = cli("hook", "claude", "pre-ask", "--json", stdin=asking(workspace))
    assert ran.json == {"schema": "plangate.hook/1", "hook": "pre-ask", "reply": None, "said": ""}


def test_an_unknown_hook_is_refused_by_name(cli: Runner) -> None:
    ran = cli("hook", "claude", "pre-dinner")
    assert ran.code == 2
    assert "pre-ask" in ran.err


@pytest.mark.rule("HOOK-4", "ADQ-20")
@pytest.mark.usefixtures("enforced")
def test_a_plan_is_held_against_the_workspace(cli: Runner, workspace: Path) -> None:
    plan = "# Work\n\n1. Change the greeting in `app/no_such_file.py` to name the person.\n"
    ran = review(cli, planned(workspace, plan))
    assert "app/no_such_file.py" in ran.out
    there = plan.replace("no_such_file", "api")
    assert "unknown_file" not in review(cli, planned(workspace, there)).out


@pytest.mark.rule("HOOK-4")
def test_gemini_has_its_plan_reviewed_by_the_file_it_names(
    cli: Runner, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plan.md").write_text("# Work\n\n1. Do it.\n2. Test it.\n")
    given = {"plan_path": str(tmp_path / "plan.md")}
    document = {"cwd": str(workspace), "tool_name": "exit_plan_mode", "tool_input": given}
    ran = cli("hook", "gemini", "plan-review", stdin=json.dumps(document))
    assert "this plan is too thin" in ran.json["systemMessage"]
    assert "decision" not in ran.json
    monkeypatch.setenv("PLANGATE_PLAN_ADEQUACY_ENFORCE", "1")
    ran = cli("hook", "gemini", "plan-review", stdin=json.dumps(document))
    assert ran.json["decision"] == "deny"
