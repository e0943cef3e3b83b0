"""When an agent is done planning: is its plan detailed enough to be worked from? (HOOK-4, REF-4)"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.interfaces.hook.calls import PLANNING, Call, PassedOver, read_call, refusal, reply
from plangate.interfaces.hook.place import HookPlace, HookReply, place_of, record
from plangate.interfaces.hook.transcript import head_of

_LARGEST_PLAN = 2 * 1024 * 1024
_LARGEST_HEAD = 256 * 1024
_LONGEST_GOAL = 20_000
_MOST_FINDINGS = 12
_MOST_TOLD = 3
#: ADQ-18: from this score on a plan is thin because of its steps, not of its score.
_GOOD = 0.82
_EVENTS = {"claude": "PreToolUse", "gemini": "BeforeTool"}


def plan_review(agent: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """Measure the plan an agent wants approved; under enforce a thin one goes back."""
    call = read_call(agent, raw, PLANNING)
    place = place_of(call, environ)
    report = review(_plan(call), _goal(call.transcript), place.workspace)
    sent_back = bool(report["is_too_thin"]) and place.settings.plan_policy.plan_adequacy_enforce
    line = ""
    try:
        _record_review(call, report, sent_back, place)
    except Exception as error:  # noqa: BLE001  # what was found is said even when it is not kept
        line = f"not recorded: {error}"
    passed = "not sent back" if report["is_too_thin"] else "passed"
    person = f"plangate: this plan is {_told(report)}, {'sent back' if sent_back else passed}"
    if sent_back:
        return HookReply(refusal(call, summary(report), person), line)
    return HookReply(reply(person, _shadow(report), event=_EVENTS[call.agent]), line)


def review(plan: str, goal: str | None, workspace: Path) -> Document:
    """The report of `plangate check` about a plan in Markdown, held against the workspace."""
    from plangate.core.plans.adequacy.adequacy import check_plan
    from plangate.core.plans.plan_document import read_foreign_plan
    from plangate.wiring.plan_files import read_plan_file
    from plangate.wiring.workspaces import terrain_of

    try:
        document, name = read_plan_file(plan.encode(), "plan.md", "plan", workspace=workspace)
    except BadInput as error:
        raise PassedOver(str(error)) from None
    untitled = {k: v for k, v in document.items() if k != "goal"}  # a heading is nobody's goal
    stated = {"goal": goal} if goal else {}
    report = check_plan(read_foreign_plan({**untitled, **stated}), terrain_of(workspace))
    return {**report, "format": name}


def summary(report: Fields) -> str:
    """The findings as an agent can act on them, the plan's own first."""
    told = [f"- {f['code']}: {f['saw']} → {f['cure']}" for f in report["findings"]]
    for task in sorted(report["per_task"], key=lambda task: task["confidence"]):
        told += [f"- {task['id']}, {f['code']}: {f['saw']} → {f['cure']}" for f in task["findings"]]
    more = [f"- and {len(told) - _MOST_FINDINGS} more"] if len(told) > _MOST_FINDINGS else []
    head = (
        f"No failure: plangate measured this plan, and it is {_verdict(report)}. Keep its steps, "
        "add what is missing, and present it again:"
    )
    return "\n".join([head, *told[:_MOST_FINDINGS], *more])


def _verdict(report: Fields) -> str:
    """The verdict with the figure that made it so; a score never contradicts it."""
    score, risk = report["adequacy_score"], report["aggregate_unresolved_risk"]
    if not report["is_too_thin"]:
        return f"detailed enough (score {score:.2f})"
    by_score = f"score {score:.2f}: {', '.join(report['adequacy_reason_codes'][:3])}"
    by_tasks = f"its steps leave a risk of {risk:.2f} open"
    return f"too thin to be worked from ({by_tasks if score >= _GOOD else by_score})"


def _told(report: Fields) -> str:
    """The verdict for a person: in words, with the steps that are meant, and no code."""
    if not report["is_too_thin"]:
        return _verdict(report)
    steps = sorted(report["per_task"], key=lambda task: task["confidence"])
    of_steps = [f"step {task['id']}: {f['saw']}" for task in steps for f in task["findings"]]
    of_all = [f["saw"] for f in report["findings"]]
    by_steps = report["adequacy_score"] >= _GOOD
    saw = [*of_steps, *of_all] if by_steps else [*of_all, *of_steps]
    return f"too thin to be worked from ({'; '.join(saw[:_MOST_TOLD])})"


def _shadow(report: Fields) -> str:
    """For the model, where a thin plan passes: the first findings, to be cured while working."""
    codes = ", ".join(report["adequacy_reason_codes"][:6])
    more = f"; findings: {codes}. Nothing is held back" if report["is_too_thin"] else ""
    return f"plangate: this plan is {_verdict(report)}{more}."


def _plan(call: Call) -> str:
    """The plan as the client hands it over, else as it stands in the file the client names."""
    plan = call.given.get("plan")
    if isinstance(plan, str) and plan.strip():
        return plan
    path = call.given.get("planFilePath") or call.given.get("plan_path")
    if isinstance(path, str) and path and (text := head_of(path, _LARGEST_PLAN)).strip():
        return text
    raise PassedOver("tool_input has neither a plan nor a file with one")


def _goal(transcript: str) -> str | None:
    """What the person asked for first, when that stands near the beginning of the transcript."""
    for line in head_of(transcript, _LARGEST_HEAD).splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(entry, dict) or entry.get("type") != "user" or entry.get("isMeta"):
            continue
        message = entry.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        goal = "\n".join(_texts(content)).strip()
        # What the client itself puts there (a command, a reminder) stands in angle brackets.
        if goal and not goal.startswith("<"):
            return goal if len(goal) <= _LONGEST_GOAL else None
    return None


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and isinstance(block.get("text"), str):
                yield block["text"]


def _record_review(call: Call, report: Fields, sent_back: bool, place: HookPlace) -> None:
    """REF-4: shadow or enforce, what was measured is written down."""
    from plangate.core.events.agent_events import AgentPlanReviewed

    event = AgentPlanReviewed(
        workspace=str(place.workspace),
        goal=call.goal,
        call=call.id,
        format=report["format"],
        tasks=len(report["per_task"]),
        adequacy_score=report["adequacy_score"],
        is_too_thin=report["is_too_thin"],
        adequacy_reason_codes=tuple(report["adequacy_reason_codes"]),
        sent_back=sent_back,
        surface=call.surface,
    )
    record(call, [event], place)
