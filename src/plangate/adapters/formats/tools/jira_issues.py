"""Open tasks as Jira's issues, one object for each: what its API takes but for the project's key,
which a plan does not know; written, never read.
"""

from __future__ import annotations

from plangate.adapters.formats.format import Written
from plangate.adapters.formats.trackers import as_json, body, labels, open_tasks, title

NAME = "jira-issues"


def write(plan: Written) -> str:
    return as_json(
        [
            {
                "fields": {
                    "issuetype": {"name": "Task"},
                    "summary": title(task),
                    "description": body(plan, task),
                    "labels": [label.replace(" ", "-") for label in labels(task)],
                }
            }
            for task in open_tasks(plan)
        ]
    )
