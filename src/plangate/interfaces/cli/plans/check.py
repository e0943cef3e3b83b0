"""`plangate check` (CLI-4): the adequacy of any plan file; no database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import DEPTHS
from plangate.core.model.records import Document, Fields
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.shared_options import from_option, read_file_or_stdin
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.core.plans.adequacy.substance import Terrain
    from plangate.interfaces.screens.screen import Screen

_SHOWN_TASKS = 50
_WIDTH = 72


@command(
    database=False, epilog="Example: plangate check tasks.md --goal 'Add rate limiting to the API'"
)
@click.argument("plan", required=False)
@from_option
@click.option("--goal", help="What the plan is for (default: what the file says).")
@click.option("--before", metavar="FILE", help="The plan before this one, to find what was lost.")
@click.option("--depth", type=click.Choice(DEPTHS), help="How much detail to expect.")
@click.option("--goal-complexity", type=int, metavar="1..10", help="How hard the goal is.")
@click.option(
    "--workspace",
    "-w",
    "root",
    metavar="DIR",
    help="The workspace: compare the plan's files, commands and words with it.",
)
@click.option("--enforce", is_flag=True, help="Exit 5 when the plan is too thin.")
def check(
    call: Call,
    plan: str | None,
    form: str | None,
    goal: str | None,
    before: str | None,
    depth: str | None,
    goal_complexity: int | None,
    root: str | None,
    enforce: bool,
) -> int:
    """Say whether a plan is detailed enough to be worked from: PLAN, or standard input (-).

    Reads a Markdown checklist, a Claude Code plan, spec-kit's tasks.md, Task Master's tasks.json
    and plangate's own JSON. What a format does not carry is not held against it. With --workspace
    it also says whether the plan is about what is there and what is wanted. Exit 0; with --enforce
    5 when the plan is too thin. PLAN may be the folder of published plans (.plangate/plans): each
    is read, and exit 5 says that a merge is not finished or that a decision was edited by hand.
    """
    if plan is not None and Path(plan).is_dir():
        from plangate.interfaces.cli.plans.check_folder import check_folder

        return check_folder(call, Path(plan), root, enforce)
    from plangate.core.plans.adequacy.adequacy import check_plan
    from plangate.core.plans.plan_document import read_foreign_plan, read_plan_document
    from plangate.wiring.plan_files import read_plan_file

    raw = read_file_or_stdin(plan, field="PLAN")
    read, name = read_plan_file(raw, plan or "", form=form, workspace=root)
    given = {"goal": goal, "depth": depth, "goal_complexity": goal_complexity}
    if before is not None:
        given["previous_tasks"] = _tasks_of(before, root)
    document = _with(read, {key: value for key, value in given.items() if value is not None})
    if name == "plangate":
        if isinstance(document, Mapping) and "goal" not in document:
            raise BadInput("goal", "is missing", "a goal in the document, or --goal TEXT")
        report = check_plan(read_plan_document(document), terrain_at(root))
    else:
        report = check_plan(read_foreign_plan(document), terrain_at(root))
    report["format"] = name
    code = 5 if enforce and report["is_too_thin"] else 0
    return call.show(report, lambda: "\n".join(_report_lines(report, document, call.screen)), code)


def terrain_at(workspace: str | None) -> Terrain | None:
    from plangate.wiring.workspaces import terrain_of

    return None if workspace is None else terrain_of(workspace)


def _tasks_of(before: str, root: str | None) -> Any:
    from plangate.wiring.plan_files import read_plan_file

    raw = read_file_or_stdin(before, field="--before")
    read, _ = read_plan_file(raw, before, "--before", workspace=root)
    if not isinstance(read, Mapping) or "tasks" not in read:
        raise BadInput("--before", "has no tasks", "a plan file")
    return read["tasks"]


def _with(read: Any, given: Fields) -> Any:
    """The document with what the command line says about it."""
    return {**read, **given} if isinstance(read, Mapping) else read


# --- for a person ---------------------------------------------------------------------------------


def verdict_of(report: Fields) -> str:
    """ADQ-18: the verdict in words; the figures that made it stand behind it."""
    from plangate.core.plans.quality import BLOCKING

    if because := report["thin_because"]:
        return f"too thin to be worked from: {because}"
    found = ((task["id"], each) for task in report["per_task"] for each in task["findings"])
    refused = [(name, each["saw"]) for name, each in found if each["code"] in BLOCKING]
    if not refused:
        return "detailed enough"
    name, saw = refused[0]
    more = f", and {len(refused) - 1:,} more" if len(refused) > 1 else ""
    return f"detailed enough, and not to be begun as it is: {name} ({saw}){more}"


def _report_lines(report: Fields, document: Fields, screen: Screen) -> Iterator[str]:
    verdict = verdict_of(report)
    yield from screen.wrapped(f"{verdict[:1].upper()}{verdict[1:]}.", "", "  ")
    if report["substance"] == "not looked at":
        yield "Its files and commands were not looked at; say where with --workspace DIR."
    yield ""
    yield from _summary(report, document)
    if report["findings"]:
        yield from ["", "The plan"]
        for finding in report["findings"]:
            yield from _finding(finding, "  ")
    yield from _tasks(report["per_task"], _titles(document))
    yield from _skipped(report["skipped"])


def _summary(report: Fields, document: Fields) -> Iterator[str]:
    number = len(report["per_task"])
    goal = document.get("goal")
    yield f"goal   {_line(goal) if goal else 'not stated; say it with --goal'}"
    critical = report["critical_count"]
    told = f"tasks  {number:,}" + (f", {critical:,} critical" if critical else "")
    if report["estimated_goal_complexity"] is not None:
        target = report["detail_target_min_tasks"]
        complexity = report["estimated_goal_complexity"]
        told += f"; at least {target} expected for complexity {complexity} of 10"
    yield told
    mean = 1 - report["aggregate_unresolved_risk"]
    yield (
        f"score  {report['adequacy_score']:.2f} for the plan as a whole, "
        f"{mean:.2f} for a task on average"
    )
    yield f"read   as {report['format']}"


def _tasks(per_task: list[Document], titles: Mapping[str, str]) -> Iterator[str]:
    """The tasks with findings, the doubtful first; the rest is counted."""
    doubtful = sorted((t for t in per_task if t["findings"]), key=lambda t: t["confidence"])
    if doubtful:
        yield from ["", "Tasks, the most doubtful first"]
    for task in doubtful[:_SHOWN_TASKS]:
        yield f"  {task['id']}  {task['confidence']:.2f}  {titles.get(task['id'], '')}"
        for finding in task["findings"]:
            yield from _finding(finding, "      ")
    if more := doubtful[_SHOWN_TASKS:]:
        yield f"  … and {len(more):,} more tasks with findings; --json lists them all"


def _skipped(skipped: list[dict[str, str]]) -> Iterator[str]:
    """ADQ-19: that something was not looked at; which signals and why is for programs."""
    if skipped:
        told = counted(len(skipped), "signal")
        yield from ["", f"Not looked at: {told} the file says too little for; --json names them."]


def _finding(finding: Mapping[str, str], indent: str) -> Iterator[str]:
    """CLI-5: in plain words; the code stands behind them."""
    yield f"{indent}{finding['saw']} ({finding['code']})"
    yield f"{indent}  → {finding['cure']}"


def _titles(document: Fields) -> dict[str, str]:
    return {
        task["id"]: _line(task.get("title") or task["description"]) for task in document["tasks"]
    }


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH].rstrip()}…"
