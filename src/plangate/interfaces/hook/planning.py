"""When an agent is done planning: is its plan detailed enough to be worked from? (HOOK-1, REF-4)"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from plangate.core.errors import BadInput
from plangate.interfaces.hook.calls import PLANNING, Call, PassedOver, read_call, refusal
from plangate.interfaces.hook.place import SURFACE, Place, Said, place_of, record

_LARGEST_PLAN = 2 * 1024 * 1024
_LARGEST_HEAD = 256 * 1024
_LONGEST_GOAL = 20_000
_MOST_FINDINGS = 12


def plan_review(raw: bytes, environ: Mapping[str, str]) -> Said:
    """Measure the plan an agent wants approved; under enforce a thin one goes back."""
    call = read_call(raw, PLANNING)
    place = place_of(call, environ)
    report = review(_plan(call), _goal(call.transcript))
    sent_back = bool(report["is_too_thin"]) and place.settings.plan_policy.plan_adequacy_enforce
    thin = "too thin" if report["is_too_thin"] else "detailed enough"
    line = f"plan {report['adequacy_score']:.2f}, {thin}, {'sent back' if sent_back else 'passed'}"
    try:
        _record_review(call, report, sent_back, place)
    except Exception as error:  # noqa: BLE001  # what was found is said even when it is not kept
        line = f"{line}; not recorded: {error}"
    return Said(refusal(summary(report)) if sent_back else "", line)


def review(plan: str, goal: str | None) -> dict[str, Any]:
    """The report of `plangate check` about a plan in Markdown."""
    from plangate.adapters.formats import detect_and_read
    from plangate.core.adequacy import check_plan
    from plangate.core.plan_document import read_foreign_plan

    try:
        document, name = detect_and_read(plan.encode(), "plan.md", "plan")
    except BadInput as error:
        raise PassedOver(str(error)) from None
    stated = {"goal": goal} if goal else {}
    report = check_plan(read_foreign_plan({**document, **stated}))
    return {**report, "format": name}


def summary(report: Mapping[str, Any]) -> str:
    """The findings as an agent can act on them, the plan's own first."""
    told = [f"- {f['code']}: {f['saw']} → {f['cure']}" for f in report["findings"]]
    for task in sorted(report["per_task"], key=lambda task: task["confidence"]):
        told += [f"- {task['id']}, {f['code']}: {f['saw']} → {f['cure']}" for f in task["findings"]]
    more = [f"- and {len(told) - _MOST_FINDINGS} more"] if len(told) > _MOST_FINDINGS else []
    head = (
        f"plangate: this plan is too thin to be worked from (score "
        f"{report['adequacy_score']:.2f}, unresolved risk "
        f"{report['aggregate_unresolved_risk']:.2f}). Keep its steps, add what is missing, and "
        "present it again:"
    )
    return "\n".join([head, *told[:_MOST_FINDINGS], *more])


def _plan(call: Call) -> str:
    """The plan as the client hands it over, else as it stands in the file the client names."""
    plan = call.given.get("plan")
    if isinstance(plan, str) and plan.strip():
        return plan
    path = call.given.get("planFilePath")
    if isinstance(path, str) and path and (text := _head(path, _LARGEST_PLAN)).strip():
        return text
    raise PassedOver("tool_input has neither a plan nor a file with one")


def _goal(transcript: str) -> str | None:
    """What the person asked for first, when that stands near the beginning of the transcript."""
    for line in _head(transcript, _LARGEST_HEAD).splitlines():
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


def _head(name: str, largest: int) -> str:
    """The beginning of a regular file; nothing when there is none that can be read at once."""
    if not name or "\0" in name:
        return ""
    try:
        # Without blocking, because a pipe of that name would wait for a writer.
        descriptor = os.open(Path(name), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return ""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return ""
        return os.read(descriptor, largest).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _record_review(call: Call, report: Mapping[str, Any], sent_back: bool, place: Place) -> None:
    """REF-4: shadow or enforce, what was measured is written down."""
    from plangate.core.agent_events import AgentPlanReviewed

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
        surface=SURFACE,
    )
    record(call, [event], place)
