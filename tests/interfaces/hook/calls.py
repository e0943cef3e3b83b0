"""Documents in the shapes Claude Code documents for its hooks, written for these tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
