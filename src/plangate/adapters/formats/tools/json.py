"""plangate's own JSON: the document of `plangate check`, or what `plangate plan --json` printed."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

from plangate.adapters.formats.format import Edit, Written

NAME = "json"
SAID = "plangate"
KIND = "json"
RANK = 90


def looks_like(value: object, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whatever no other reader knows: what is wrong with it is said field by field."""
    return True


def read(value: object) -> Any:
    """The document itself; of an outcome, its plan under its goal."""
    if not (isinstance(value, Mapping) and isinstance(value.get("plan"), Mapping)):
        return value
    plan = {"tasks": value["plan"].get("tasks", [])}
    if "goal" in value:
        plan["goal"] = value["goal"]
    if isinstance(value.get("complexity"), int):
        plan["goal_complexity"] = value["complexity"]
    return plan


def write(plan: Written) -> str:
    """The document `plangate check` reads."""
    document = {"goal": plan.goal, "tasks": [dict(task) for task in plan.tasks]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def rewrite(edit: Edit) -> str:
    """What stands beside the fields of a task survives, in the document and in each task."""
    made = copy.deepcopy(edit.value)
    holder = made["plan"] if isinstance(made.get("plan"), dict) else made
    old = {task["id"]: task for task in holder.get("tasks", [])}
    holder["tasks"] = [{**old.get(task["id"], {}), **task} for task in edit.tasks]
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
