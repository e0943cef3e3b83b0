"""Issues as GitHub has them, one object for each: what `gh issue list --json` prints, read; what
its API takes, written of the open tasks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plangate.adapters.formats.format import Written
from plangate.adapters.formats.prose import cleaned, paths_in, without_code
from plangate.adapters.formats.trackers import as_json, body, labels, open_tasks, title
from plangate.core.model.records import Document, Fields

NAME = "github-issues"
KIND = "json"
RANK = 5


def looks_like(value: Any, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whether a JSON value is a list of issues: each with a title and a body."""
    listed = isinstance(value, list) and bool(value)
    return listed and all(
        isinstance(one, Mapping) and {"title", "body"} <= one.keys() for one in value
    )


def read(value: Any) -> Document:
    """A task for each issue, called by its number; what they are part of is the goal."""
    plan: Document = {"tasks": [_task(one, place) for place, one in enumerate(value, start=1)]}
    if whole := next(filter(None, (_PART.search(_text(one)) for one in value)), None):
        plan["goal"] = whole["goal"].strip()
    return plan


#: What `write` ends a body with.
_PART = re.compile(r"^- Part of: (?P<goal>.+)$", re.MULTILINE)


def _text(issue: Fields) -> str:
    text = issue["body"] if isinstance(issue["body"], str) else ""
    return cleaned(without_code("\n".join(text.splitlines())))


def _task(issue: Fields, place: int) -> Document:
    number, named = issue.get("number"), str(issue["title"]).strip()
    told = _PART.sub("", _text(issue)).strip() or named
    made: Document = {"id": str(number or place), "title": named, "description": told}
    if files := list(paths_in(told)):
        made["files"] = files
    return made


def write(plan: Written) -> str:
    return as_json(
        [
            {"title": title(task), "body": body(plan, task), "labels": labels(task)}
            for task in open_tasks(plan)
        ]
    )
