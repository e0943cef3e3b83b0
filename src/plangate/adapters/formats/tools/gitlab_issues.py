"""Open tasks as GitLab's issues, one object for each: what its API takes; written, never read."""

from __future__ import annotations

from plangate.adapters.formats.format import Written
from plangate.adapters.formats.trackers import as_json, body, labels, open_tasks, title

NAME = "gitlab-issues"


def write(plan: Written) -> str:
    return as_json(
        [
            {
                "title": title(task),
                "description": body(plan, task),
                "labels": ",".join(labels(task)),
            }
            for task in open_tasks(plan)
        ]
    )
