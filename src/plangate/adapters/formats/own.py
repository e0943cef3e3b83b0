"""plangate's own JSON: the document of `plangate check`, or what `plangate plan --json` printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAME = "plangate"


def looks_like(value: Any, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whatever no other reader knows: what is wrong with it is said field by field."""
    return True


def read(value: Any) -> Any:
    """The document itself; of an outcome, its plan under its goal."""
    if not (isinstance(value, Mapping) and isinstance(value.get("plan"), Mapping)):
        return value
    plan = {"tasks": value["plan"].get("tasks", [])}
    if "goal" in value:
        plan["goal"] = value["goal"]
    if isinstance(value.get("complexity"), int):
        plan["goal_complexity"] = value["complexity"]
    return plan
