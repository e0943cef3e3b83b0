"""A plan as a person reads it: what was decided without them, the tasks, what is next (CLI-5)."""

from __future__ import annotations

import shlex

from plangate.core.log.session import Session
from plangate.core.model.nouns import Plan, Task
from plangate.core.plans.work.task_progress import WorkState, awaiting_approval, standing
from plangate.interfaces.screens.screen import PIPE, Screen, cells, project
from plangate.interfaces.text import shown


def plan_text(session: Session, plan: Plan, screen: Screen = PIPE) -> str:
    """A plan with its ledger before its tasks (PLAN-6), ending in what to type next."""
    from plangate.interfaces.screens.ledger import decided_lines

    now = standing(session, plan)
    lines = [plan_heading(screen, session, plan), ""]
    lines += decided_lines(screen, session)
    lines += _open_lines(screen, session)
    lines += _approval_lines(screen, session, plan)
    lines.append("Tasks:")
    for task in plan.tasks:
        lines += _task_lines(screen, session, task)
    lines += ["", *_cost_lines(screen, session, plan, now)]
    if following := next_command(screen, session, now):
        lines += screen.block("strong", f"Next: {following}", "", "  ")
    return "\n".join(lines) + "\n"


def plan_heading(screen: Screen, session: Session, plan: Plan) -> str:
    where = f"”  ({project(session.begun.workspace)}, session {session.id})"
    return screen.paint("strong", screen.fit(session.topic, f"Plan v{plan.version} for “", where))


def _open_lines(screen: Screen, session: Session) -> list[str]:
    """What was put off, and what nobody may assume."""
    lines: list[str] = []
    put_off = [d for d in session.deferrals.values() if d.status == "open"]
    for deferral in put_off:
        lines += screen.wrapped(f"Put off: {deferral.scope}", "", "  ")
    if put_off:
        lines += [f"  plangate resume {session.id} asks when you have attention again", ""]
    for ambiguity in session.left_open:
        lines += screen.wrapped(f"Not decided: {ambiguity.prompt or ambiguity.id}", "", "  ")
        if session.undecided[ambiguity.id] == "park":
            lines.append(f"  plangate decide {session.id} {ambiguity.id} LABEL")
        lines.append("")
    return lines


def _approval_lines(screen: Screen, session: Session, plan: Plan) -> list[str]:
    steps = awaiting_approval(session, plan)
    if not steps:
        return []
    names = ", ".join(task.id for task in steps)
    told = f"Needs your approval: {names} cannot be undone."
    return [*screen.block("final", told), f"  {approve_command(screen, session, steps)}", ""]


def approve_command(screen: Screen, session: Session, steps: tuple[Task, ...]) -> str:
    return f"plangate approve {screen.of(session.id)}{shlex.join(task.id for task in steps)}"


def _task_lines(screen: Screen, session: Session, task: Task) -> list[str]:
    how = session.progress.get(task.id)
    mark = f"  [{how}]" if how else ""
    lines = screen.wrapped(f"{task.title}{mark}", f"  {task.id}  ", "      ")
    if screen.verbose and task.description != task.title:
        lines += screen.wrapped(task.description, "      ")
    places = ", ".join(task.files)
    after = f"after {', '.join(task.depends_on)}" if task.depends_on else ""
    about = "; ".join(part for part in (places, after) if part)
    if about and len(lines) == 1 and cells(lines[0]) + cells(about) + 4 <= screen.width:
        lines = [f"{lines[0]}  ({shown(about)})"]
    elif about:
        lines += screen.wrapped(about, "      ")
    if screen.verbose:
        return [*lines, *screen.block("dim", f"check: {task.check}", "      ", "        ")]
    return [*lines, screen.paint("dim", screen.fit(task.check, "      check: "))]


def whole_task(screen: Screen, session: Session, task: Task) -> list[str]:
    """A task with all a person needs to begin it."""
    return _task_lines(screen._replace(verbose=True), session, task)


def _cost_lines(screen: Screen, session: Session, plan: Plan, now: WorkState) -> list[str]:
    """One line: how much work it is, and how far it is to be believed (UND-8, INT-10)."""
    files = {path for task in plan.tasks for path in task.files}
    rounds = f" in {len(now.waves)} rounds" if len(now.waves) > 1 else ""
    size = f"{_count(len(plan.tasks), 'task')}{rounds}"
    size += f", {_count(len(files), 'file')}" if files else ""
    return screen.wrapped(f"{size}. {how_sure(session)}")


def how_sure(session: Session) -> str:
    """How far a plan is to be believed, in a sentence (UND-8, INT-10)."""
    from plangate.core.gate.session_facts import (
        grasp_in,
        is_recommended,
        understood_confidence,
    )
    from plangate.core.understanding.confidence import LABELLED_FROM
    from plangate.core.understanding.restating import is_skeleton_in

    sure, grasp = understood_confidence(session), grasp_in(session)
    figure = f" ({sure:.2f} of 1)" if sure is not None else ""
    if grasp is not None and sure is not None and grasp.not_understood and grasp.value <= sure:
        missed = ", ".join(f"“{word}”" for word in grasp.not_understood[:3])
        figure += f", {missed} not being clear"
    if is_skeleton_in(session):
        return f"Only a skeleton{figure}: it says little more than the goal."
    if is_recommended(session):
        return f"Sure enough to work from{figure}."
    if sure is not None and sure >= LABELLED_FROM:
        return f"Fairly sure{figure}: read it before you start."
    return f"A proposal to check, not a recommendation{figure}: it may begin at the wrong place."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _is_skeleton(session: Session) -> bool:
    """UND-9; a plan that is recommended is none, and whoever lists it need not look."""
    if session.stop is not None and session.stop.ending == "plan":
        return False
    from plangate.core.understanding.restating import is_skeleton_in

    return is_skeleton_in(session)


def next_command(screen: Screen, session: Session, now: WorkState) -> str:
    """CLI-5: what a person types next; empty when there is nothing to do."""
    if now.started:
        return f"plangate done {screen.of(session.id)}{shlex.quote(now.started[0].id)}"
    asked = session.open_question
    if now.ready and not now.done and _is_skeleton(session):
        fill_in = "plangate setup AGENT, for your agent to fill it in (or plan with --model)"
        return f"plangate answer {asked.number or asked.id}" if asked is not None else fill_in
    if now.ready:
        return f"plangate start {screen.of(session.id)}{shlex.quote(now.ready[0].id)}"
    if session.plan is not None and (steps := awaiting_approval(session, session.plan)):
        return approve_command(screen, session, steps)
    return f"plangate answer {asked.number or asked.id}" if asked is not None else ""
