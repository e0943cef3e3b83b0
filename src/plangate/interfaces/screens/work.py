"""The work on a plan as a person reads it: what can start, what is under way, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plangate.core.log.session import Session
from plangate.core.model.nouns import Plan
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import standing
from plangate.interfaces.screens.plans import next_command, plan_heading, whole_task
from plangate.interfaces.screens.screen import Screen, project, short
from plangate.interfaces.screens.standings import state_word

if TYPE_CHECKING:
    from plangate.app.acts.plans.progress_acts import Moved

_BAR = 30


def ready_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    """What can start now and what keeps the rest; the next command last."""
    yield plan_heading(screen, session, plan)
    yield from _work_lines(screen, plan, document)
    yield from look_lines(screen, document)
    yield from next_lines(screen, session, plan)


def status_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    """How far the work is, then the same."""
    yield plan_heading(screen, session, plan)
    done, total = document["tasks"]["done"], document["tasks"]["all"]
    filled = _BAR * done // total if total else _BAR
    bar = f"[{'#' * filled}{'.' * (_BAR - filled)}]"
    yield f"{bar} {done} of {total} tasks done, {state_word(session.state)}"
    if document["unproved"]:
        yield f"Done by word alone: {', '.join(document['unproved'])}"
    yield ""
    yield from _work_lines(screen, plan, document)
    yield from look_lines(screen, document)
    yield from next_lines(screen, session, plan)


def next_lines(screen: Screen, session: Session, plan: Plan) -> Iterator[str]:
    if following := next_command(screen, session, standing(session, plan)):
        yield from screen.block("strong", f"Next: {following}", "", "  ")


def _work_lines(screen: Screen, plan: Plan, document: Document) -> Iterator[str]:
    titles = {task.id: task.title for task in plan.tasks}
    checks = {task.id: task.check for task in plan.tasks}
    for heading, entries in (("Under way", document["started"]), ("Ready", document["ready"])):
        if entries:
            yield f"{heading}:"
            for entry in entries:
                yield screen.fit(titles[entry["id"]], f"  {entry['id']}  ")
                if checks[entry["id"]]:
                    check = screen.fit(checks[entry["id"]], "      check: ")
                    yield screen.paint("dim", check)
    if not document["ready"] and not document["started"] and document["waves"]:
        yield "Nothing can start now."
    if document["withheld"]:
        yield "Withheld:"
        for entry in document["withheld"]:
            line = f"{titles[entry['id']]}: {entry['why']}"
            yield from screen.wrapped(line, f"  {entry['id']}  ", "      ")
    if document["waiting"]:
        yield "Waiting:"
        for entry in document["waiting"]:
            after = f"  after {', '.join(entry['waits_for'])}"
            yield screen.fit(titles[entry["id"]], f"  {entry['id']}  ", after)
    if screen.verbose:
        yield from _wave_lines(screen, document)
    if not document["waves"]:
        yield screen.paint("good", "Every task is done.")


def _wave_lines(screen: Screen, document: Document) -> Iterator[str]:
    if len(document["waves"]) < 2:
        return
    waves = "  then  ".join(", ".join(wave) for wave in document["waves"])
    path = document["critical_path"]
    yield from screen.wrapped(f"Waves: {waves}", "", "  ")
    chain = f"Longest chain: {' → '.join(path['tasks'])} (complexity {path['complexity']})"
    yield from screen.wrapped(chain, "", "  ")


def look_lines(screen: Screen, document: Document) -> Iterator[str]:
    """PLAN-10, PLAN-11: what no longer holds, and commits that name a task."""
    if document["stale"]:
        yield screen.paint("assumed", "No longer as planned:")
        for entry in document["stale"]:
            yield from screen.wrapped(entry["says"], f"  {entry['task']}  ", "      ")
            yield from screen.wrapped(f"plan it anew: {entry['offer']}", "      ")
    if document["proof_offered"]:
        yield "Commits that name a task:"
        for entry in document["proof_offered"]:
            line = f"{entry['task']}  {entry['commit'][:12]} {entry['subject']}"
            yield screen.fit(line, "  ")
            yield from screen.wrapped(f"take it as proof: {entry['command']}", "      ")


def group_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    """PLAN-8: what each worker may take."""
    yield plan_heading(screen, session, plan)
    titles = {task.id: task.title for task in plan.tasks}
    count = document["workers"]
    yield f"{document['kind']}: {count} worker{'' if count == 1 else 's'} at the widest"
    for group in document["groups"]:
        after = f"  after {', '.join(group['after'])}" if group["after"] else ""
        yield f"{group['id']}  {group['state']}{after}"
        for name in group["left"]:
            yield screen.fit(titles[name], f"    {name}  ")
        if "note" in group:
            yield f"    {group['note']}"


def moved_lines(screen: Screen, moved: Moved, word: str, document: Document) -> Iterator[str]:
    """What a step of the work came to: `word` is started, done or failed."""
    session, plan, task = moved.session, moved.plan, moved.task
    how = "has failed" if word == "failed" else f"is {word}"
    yield screen.fit(task.title, f"{task.id} {how}: ")
    about = f"  ({project(session.begun.workspace)} · {short(session.topic, 50)})"
    yield screen.paint("dim", screen.fit(about))
    if word == "started":
        yield from whole_task(screen, session, task)[1:]
    if word == "failed":
        yield from _failed_lines(screen, moved, document)
    if word == "done" and task.id not in session.work.proofs:
        yield "Done by word alone: --proof says what shows it."
    yield from look_lines(screen, document)
    if document["ready"] and word != "started":
        yield f"Ready: {', '.join(entry['id'] for entry in document['ready'])}"
    if not document["waves"]:
        yield screen.paint("good", "Every task is done.")
    yield from next_lines(screen, session, plan)


def _failed_lines(screen: Screen, moved: Moved, document: Document) -> Iterator[str]:
    yield f"Plan v{moved.plan.version}:"
    for line in moved.plan.changes:
        yield from screen.wrapped(line, "  ", "    ")
    for line in moved.session.refused.values():
        yield from screen.wrapped(f"Kept back by the quality gate: {line}", "", "  ")
    for entry in document["withheld"]:
        if entry["id"] == moved.task.id:
            yield from screen.wrapped(f"{moved.task.id} waits again: {entry['why']}", "", "  ")
