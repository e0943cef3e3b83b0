"""Documents in the shapes Claude Code documents for its hooks, written for these tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plangate.adapters.memory import FrozenClock
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.core.audit.projection import person_rows
from plangate.core.events import event as e
from plangate.core.log.chain import PERSON, seal_all
from tests.conftest import Ran, Runner

Json = dict[str, Any]

STORE = "Which store should the rate limiter keep its counters in?"
REDIS, PROCESS = "Redis (Recommended)", "In the process"


def question(
    prompt: str = STORE,
    *labels: str,
    header: str = "Store",
    several: bool = False,
    **descriptions: str,
) -> Json:
    options = labels or (REDIS, PROCESS)
    return {
        "question": prompt,
        "header": header,
        "options": [
            {"label": label, "description": descriptions.get(f"d{place}", "counts requests")}
            for place, label in enumerate(options)
        ],
        "multiSelect": several,
    }


def asking(
    workspace: Path,
    *questions: Json,
    session: str = "5f3c9a1e-0000-4000-8000-000000000001",
    call: str = "toolu_01",
    tool: str = "AskUserQuestion",
    **more: Any,
) -> str:
    """What PreToolUse gets before the tool that asks."""
    document = {
        "session_id": session,
        "transcript_path": str(workspace / "transcript.jsonl"),
        "cwd": str(workspace),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_use_id": call,
        "tool_input": {"questions": list(questions or (question(),))},
        **more,
    }
    return json.dumps(document)


def asked(workspace: Path, answers: Json, *questions: Json, **more: Any) -> str:
    """What PostToolUse gets after it: the answers by the questions' texts."""
    document = json.loads(asking(workspace, *questions, **more))
    document["hook_event_name"] = "PostToolUse"
    listed = document["tool_input"]["questions"]
    document["tool_response"] = {"questions": listed, "answers": answers, "annotations": {}}
    document["tool_input"]["answers"] = answers
    return json.dumps(document)


def transcribed(workspace: Path, answers: Json, *questions: Json, call: str = "toolu_01") -> None:
    """What the client itself writes down about a call and its result."""
    listed = list(questions or (question(),))
    use = {
        "type": "tool_use",
        "id": call,
        "name": "AskUserQuestion",
        "input": {"questions": listed},
    }
    told = ", ".join(f'"{prompt}"="{value}"' for prompt, value in answers.items())
    result = {
        "type": "tool_result",
        "tool_use_id": call,
        "content": f"Your questions have been answered: {told}. You can now continue.",
    }
    lines = [
        {"type": "assistant", "message": {"role": "assistant", "content": [use]}},
        {
            "type": "user",
            "message": {"role": "user", "content": [result]},
            "toolUseResult": {"questions": listed, "answers": answers},
        },
    ]
    with (workspace / "transcript.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def chosen(cli: Runner, workspace: Path, answers: Json, *questions: Json, **more: Any) -> Ran:
    """A whole call as the client makes it: the hook before it, the person, the hook after it."""
    before = cli("hook", "claude", "pre-ask", stdin=asking(workspace, *questions, **more))
    assert (before.code, before.out) == (0, ""), before
    transcribed(workspace, answers, *questions, call=more.get("call", "toolu_01"))
    return cli("hook", "claude", "post-ask", stdin=asked(workspace, answers, *questions, **more))


def prefer(db: Path, workspace: Path, name: str, value: str) -> None:
    """A preference in the record, as a person's own surface puts it there."""
    event = e.PreferenceSet(name, value, str(workspace), None, "ada")
    with SQLiteStore(db) as store:
        before = store.read(PERSON)
        entries = seal_all(PERSON, before[-1] if before else None, (event,), FrozenClock().now())
        store.append(entries, person_rows([*before, *entries]))


def planned(workspace: Path, plan: str | None, **given: Any) -> str:
    """What PreToolUse gets when an agent wants its plan approved."""
    tool_input = {"allowedPrompts": [{"tool": "Bash", "prompt": "run tests"}], **given}
    if plan is not None:
        tool_input["plan"] = plan
    document = {
        "session_id": "5f3c9a1e-0000-4000-8000-000000000001",
        "transcript_path": str(workspace / "transcript.jsonl"),
        "cwd": str(workspace),
        "permission_mode": "plan",
        "hook_event_name": "PreToolUse",
        "tool_name": "ExitPlanMode",
        "tool_use_id": "toolu_09",
        "tool_input": tool_input,
    }
    return json.dumps(document)
