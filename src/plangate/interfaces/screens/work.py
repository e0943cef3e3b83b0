"""The work on a plan as a person reads it: what can start, what is under way, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from plangate.core.log.session import Session
from plangate.core.model.nouns import Plan
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import standing
from plangate.interfaces.screens.plans import (
    command_of,
    next_lines,
    plan_heading,
    whole_task,
)
from plangate.interfaces.screens.screen import Screen, heading, project
from plangate.interfaces.screens.session_states import ENDINGS, closed_lines, standing_word
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.app.acts.plans.progress_acts import Moved

_BAR = 30
#: A screen with room for the whole bar and what stands behind it.
_WIDE = 80


def ready_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    """What can start now and what keeps the rest; the next command last."""
    if _is_no_plan(session):
        yield from _no_plan(screen, session)
        return
    yield from plan_heading(screen, session, plan)
    yield from _work_lines(screen, session, plan, document)
    yield from look_lines(screen, document)
    yield from next_lines(screen, session, standing(session, plan))


def status_lines(
    screen: Screen, session: Session, plan: Plan, document: Document, others: Iterable[str] = ()
) -> Iterator[str]:
    """How far the work is, then the same; `others` are lines about the other plans here."""
    if session.closed is not None or _is_no_plan(session):
        yield from (closed_lines if session.closed is not None else _no_plan)(screen, session)
        yield from others
        return
    yield from plan_heading(screen, session, plan)
    done, total = document["tasks"]["done"], document["tasks"]["all"]
    long = _BAR if screen.width >= _WIDE else _BAR // 3
    filled = long * done // total if total else long
    bar = f"[{'#' * filled}{'.' * (long - filled)}]"
    ending = session.stop.ending if session.stop else None
    stands = standing_word({"state": session.state, "ending": ending})
    told = f"{done} of {counted(total, 'task')} done"
    told += "; the plan is to be checked first" if stands == ENDINGS["listed"] else f", {stands}"
    yield from screen.wrapped(told, f"{bar} ", " " * (long + 3))
    if document["unproved"]:
        yield from screen.wrapped(
            f"Noted as done, without proof: {', '.join(document['unproved'])}"
        )
    yield ""
    yield from _work_lines(screen, session, plan, document)
    yield from look_lines(screen, document)
    yield from others
    yield from next_lines(screen, session, standing(session, plan))


def _is_no_plan(session: Session) -> bool:
    """Whether what was drafted is kept for whoever asks for it and nobody is to begin it."""
    return session.stop is not None and session.stop.ending == "not_understood"


def _no_plan(screen: Screen, session: Session) -> Iterator[str]:
    """What is said of a goal that was not understood, and not what was drafted for it."""
    where = f"({project(session.begun.workspace)}, session {session.id})"
    yield from heading(screen, f"“{session.topic}”", where)
    why = f"plangate show {session.id} says why."
    yield from screen.wrapped(f"It was not understood, so nothing was planned; {why}")
    yield from screen.block("strong", "Next: plangate plan 'the goal in other words'", "", "  ")


def _withheld_lines(
    screen: Screen, session: Session, withheld: Sequence[Document], titles: Mapping[str, str]
) -> Iterator[str]:
    """What keeps each back; for neighbours that the same keeps back it is said once."""
    for why, entries in groupby(withheld, key=lambda entry: str(entry["why"])):
        ids = [entry["id"] for entry in entries]
        for name in ids:
            yield from screen.wrapped(titles[name], f"  {name}  ", "      ")
        told = why.replace(f"approve {session.id} ", f"approve {screen.of(session.id)}")
        if len(ids) > 1:
            told = told.replace("it waits", "they wait", 1)
        yield from screen.block("dim", told, "      ", "        ")


def _work_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    titles = {task.id: task.title for task in plan.tasks}
    checks = {task.id: task.check for task in plan.tasks}
    for told, entries in (("Under way", document["started"]), ("Ready", document["ready"])):
        if entries:
            yield f"{told}:"
            for entry in entries:
                yield from screen.wrapped(titles[entry["id"]], f"  {entry['id']}  ", "      ")
                if check := checks[entry["id"]]:
                    for line in screen.some(f"check: {check}", "      ", "        "):
                        yield screen.paint("dim", line)
    if not document["ready"] and not document["started"] and document["waves"]:
        yield "Nothing can start now."
    if document["withheld"]:
        yield "Withheld:"
        yield from _withheld_lines(screen, session, document["withheld"], titles)
    if document["waiting"]:
        yield "Waiting:"
        for entry in document["waiting"]:
            line = f"{titles[entry['id']]}  (after {', '.join(entry['waits_for'])})"
            yield from screen.wrapped(line, f"  {entry['id']}  ", "      ")
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
            yield from screen.wrapped(f"plan it again: {entry['offer']}", "      ")
    if document["proof_offered"]:
        yield "Commits that name a task:"
        for entry in document["proof_offered"]:
            line = f"{entry['commit'][:12]} {entry['subject']}"
            yield from screen.wrapped(line, f"  {entry['task']}  ", "      ")
            yield from screen.wrapped(f"take it as proof: {entry['command']}", "      ")


def group_lines(screen: Screen, session: Session, plan: Plan, document: Document) -> Iterator[str]:
    """PLAN-8: what each worker may take."""
    yield from plan_heading(screen, session, plan)
    titles = {task.id: task.title for task in plan.tasks}
    count = document["workers"]
    yield f"{document['kind']}: {counted(count, 'worker')} at the widest"
    for group in document["groups"]:
        after = f"  after {', '.join(group['after'])}" if group["after"] else ""
        yield f"{group['id']}  {group['state']}{after}"
        for name in group["left"]:
            yield from screen.wrapped(titles[name], f"    {name}  ", "        ")
        if "note" in group:
            yield f"    {group['note']}"


def moved_lines(
    screen: Screen, moved: Moved, word: str, document: Document, others: Sequence[Session] = ()
) -> Iterator[str]:
    """What a step of the work came to: `word` is started, done or failed; `others` are the plans
    that could have been meant."""
    session, plan, task = moved.session, moved.plan, moved.task
    how = "has failed" if word == "failed" else f"is {word}"
    yield from screen.wrapped(task.title, f"{task.id} {how}: ", "  ")
    about = f"{project(session.begun.workspace)} · {session.topic}"
    yield from (screen.paint("dim", line) for line in screen.some(about, "  ", "    "))
    if word == "started":
        yield from whole_task(screen, session, task, titled=False)
    for other in others:
        told = f"Another plan meant? plangate start {other.id} {task.id} (“{other.topic}”)"
        yield from screen.some(told, "", "  ")
    if word == "failed":
        yield from _failed_lines(screen, moved, document)
    if word == "done" and task.id not in session.work.proofs:
        run = command_of(task.check) or "COMMAND"
        proof = f"plangate done {screen.of(session.id)}{task.id} --proof 'exit 0: {run}'"
        told = "Noted as done, without proof. To note how it was proved (it is written down, "
        yield from screen.wrapped(f"{told}not run): {proof}", "", "  ")
    yield from look_lines(screen, document)
    if document["ready"] and word != "started":
        yield "Ready:"
        titles = {task.id: task.title for task in plan.tasks}
        for entry in document["ready"]:
            yield from screen.wrapped(titles[entry["id"]], f"  {entry['id']}  ", "      ")
    if not document["waves"]:
        yield screen.paint("good", "Every task is done.")
    yield from next_lines(screen, session, standing(session, plan))


def _failed_lines(screen: Screen, moved: Moved, document: Document) -> Iterator[str]:
    yield f"Plan v{moved.plan.version}:"
    for line in moved.plan.changes:
        yield from screen.wrapped(line, "  ", "    ")
    for line in moved.session.refused.values():
        yield from screen.wrapped(f"Kept back by the quality gate: {line}", "", "  ")
    for entry in document["withheld"]:
        if entry["id"] == moved.task.id:
            yield from screen.wrapped(f"{moved.task.id} waits again: {entry['why']}", "", "  ")
