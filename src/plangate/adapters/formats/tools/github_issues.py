"""Open tasks as GitHub's issues, one object for each: what its API takes; written, never read."""

from __future__ import annotations

from plangate.adapters.formats.format import Written
from plangate.adapters.formats.trackers import as_json, body, labels, open_tasks, title

NAME = "github-issues"


def write(plan: Written) -> str:
    return as_json(
        [
            {"title": title(task), "body": body(plan, task), "labels": labels(task)}
            for task in open_tasks(plan)
        ]
    )
