"""What an able model made of twelve goals, judged as it is judged every day (LLM-6).

A reply is kept verbatim beside the prompt it answers and the digest of all that was sent: the
digest is worked out again here, so that a prompt file or a schema that changes asks for new
replies. What the rules see in a goal may change meanwhile; the reply has to stand all the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plangate import check
from plangate.adapters.model.calling import Caller
from plangate.adapters.model.choice import ModelChoice
from plangate.adapters.model.model_mind import answer_of
from plangate.adapters.model.prompting import fenced, prompt
from tests.conftest import Runner
from tests.models.conftest import Planning, Scripts
from tests.models.kept import CASES, REPLIES, Case, materialise
from tests.models.provider import Body, Reply, says

#: What a plan at standard depth may take.
MOST_CALLS, MOST_TOKENS = 3, 12_000
_CHARACTERS_A_TOKEN = 3.3


def _kept(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((REPLIES / f"{case.name}.json").read_text("utf-8"))
    return found["replies"]  # type: ignore[no-any-return]


@pytest.mark.rule("LLM-6")
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_kept_reply_is_one_to_the_prompt_it_is_kept_with(case: Case) -> None:
    for purpose, kept in _kept(case).items():
        told = prompt(purpose)
        assert kept["prompt"] == told.label, "the prompt has another version: ask again"
        caller = Caller(ModelChoice("local", "able", "http://127.0.0.1:1/v1"))
        conversation = caller.conversation(told.text, answer_of(purpose))  # type: ignore[arg-type]
        conversation.say(kept["sent"])
        assert conversation.digest == kept["digest"]


@pytest.mark.rule("LLM-6", "LLM-1")
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_kept_reply_becomes_a_sound_plan_or_one_question(
    case: Case, cli: Runner, provider: Scripts, tmp_path: Path
) -> None:
    kept = _kept(case)

    def reply(body: Body) -> Reply:
        purpose = body["response_format"]["json_schema"]["name"]
        return says(kept.get(purpose, kept["propose"])["reply"])

    planning = Planning(cli, materialise(case, tmp_path))
    server = provider(reply)
    outcome = planning.plan(goal=case.goal, model="local:able").json
    called = planning.payloads("ModelCalled")
    assert {call["outcome"] for call in called} == {"ok"}, called
    assert len(called) <= MOST_CALLS
    goal = fenced("goal", case.goal)
    assert goal in kept["propose"]["sent"], "it was asked about this goal"
    assert goal in server.texts(0), "and so is a model today"
    sent = sum(len(server.texts(place)) for place in range(len(server.sent)))
    assert sent / _CHARACTERS_A_TOKEN < MOST_TOKENS
    assert outcome["outcome"] in ("plan", "question"), outcome["stop"]
    told = [task for one in kept.values() for task in json.loads(one["reply"])["tasks"]]
    assert {task["id"] for task in outcome["plan"]["tasks"]} <= {task["id"] for task in told}
    document = {"goal": case.goal, "tasks": _with_new_files(outcome, told)}
    report = check(document, workspace=planning.workspace)
    assert not report["is_too_thin"], report["adequacy_reason_codes"]
    found = {f["code"] for task in report["per_task"] for f in task["findings"]}
    assert not found & {"unknown_file", "restates_goal"}, report["per_task"]
    proposed, *_ = planning.payloads("ModelProposed")
    assert not proposed["not_counted"], "every quote stands where it says"


def _with_new_files(outcome: Any, told: Any) -> list[dict[str, Any]]:
    """The tasks of a plan as a document has them: what is to be made apart from what is there."""
    new = {path for task in told for path in task.get("new_files", ())}
    names = ("id", "title", "description", "complexity", "depends_on", "preconditions", "check")
    return [
        {
            **{name: task[name] for name in names},
            "files": [path for path in task["files"] if path not in new],
            "new_files": [path for path in task["files"] if path in new],
        }
        for task in outcome["plan"]["tasks"]
    ]
