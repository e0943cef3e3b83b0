"""The library's functions, as `from plangate import …` offers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plangate.app.planner import Planner
from plangate.core.errors import BadInput
from plangate.core.gate_document import read_gate_document
from plangate.core.gate_report import gate_report
from plangate.settings import environment, read_settings


def gate(document: Mapping[str, Any]) -> dict[str, Any]:
    """Decide one gate document; the same document and the same answer as `plangate gate --json`.

    Raises BadInput with one line that names the field when the document cannot be used.
    """
    return gate_report(read_gate_document(document))


def check(
    plan: str | bytes | Mapping[str, Any],
    *,
    goal: str | None = None,
    goal_complexity: int | None = None,
    depth: str | None = None,
    previous: str | bytes | Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Judge a plan: plangate's own document, or the text of another tool's plan file.

    The report of `plangate check --json`. Raises BadInput when the plan cannot be read.
    """
    from plangate.core.adequacy import check_plan
    from plangate.core.plan_document import read_foreign_plan, read_plan_document

    read, name = _plan(plan, "plan")
    given = {"goal": goal, "goal_complexity": goal_complexity, "depth": depth}
    if previous is not None:
        given["previous_tasks"] = _plan(previous, "previous")[0].get("tasks")
    document = {**read, **{key: value for key, value in given.items() if value is not None}}
    if name == "plangate" and "goal" not in document:
        raise BadInput("goal", "is missing", "a goal in the plan, or one given with it")
    reader = read_plan_document if name == "plangate" else read_foreign_plan
    return {**check_plan(reader(document)), "format": name}


def _plan(plan: str | bytes | Mapping[str, Any], field: str) -> tuple[dict[str, Any], str]:
    """A plan's document and the name of the format it was read from."""
    import json

    from plangate.adapters.formats import detect_and_read

    if isinstance(plan, Mapping):
        try:
            plan = json.dumps(plan)
        except (TypeError, ValueError) as error:
            raise BadInput(field, f"is not JSON ({error})", "a JSON document") from None
    read, name = detect_and_read(plan.encode() if isinstance(plan, str) else plan, "", field)
    if not isinstance(read, Mapping):
        raise BadInput(field, "is no object", "a plan with tasks")
    return dict(read), name


@contextmanager
def open_planner(*, workspace: str | Path = ".", db: str | Path | None = None) -> Iterator[Planner]:
    """A planner over the user's database, or over the file named by `db`."""
    from plangate import wiring  # lazy: the adapters are loaded by whoever plans

    settings = read_settings(environment(), Path(workspace), Path(db) if db else None)
    with wiring.open_planner(settings) as planner:
        yield planner
