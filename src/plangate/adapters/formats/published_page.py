"""A plan as plangate publishes it in its repository: .plangate/plans/ (PUB-1).

It is written by core/publishing, with the decisions of its session; here it is only read.
"""

from __future__ import annotations

from plangate.core.model.records import Document
from plangate.core.publishing.page import PageTask, is_page, read_page

NAME = "published"
RANK = 5


def looks_like(text: str, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    return is_page(text)


def read(text: str) -> Document:
    page = read_page(text)
    plan: Document = {"tasks": [_task(task) for task in page.tasks]}
    return {"goal": page.goal, **plan} if page.goal else plan


def _task(task: PageTask) -> Document:
    return {
        "id": task.id,
        "title": task.title,
        "description": task.description or task.title,
        "files": list(task.files),
        "check": task.check,
        "depends_on": list(task.after),
        "preconditions": list(task.before),
        "rests_on": list(task.rests_on),
    }
