"""A plan as a person reads it: what was decided without them, the tasks, what is next (CLI-5)."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise

from plangate.core.log.session import Session
from plangate.core.model.nouns import Plan, Task
from plangate.core.model.policy.understanding_numbers import IS_THERE
from plangate.core.model.sighting import PERHAPS
from plangate.core.plans.work.task_progress import WorkState, awaiting_approval, standing
from plangate.interfaces.screens.screen import PIPE, Screen, cells, heading, project
from plangate.interfaces.text import in_ten, shown
from plangate.language.tokens import counted

#: How the checks of a draft name the command that is run for them, and how those of 0.1 did.
_RUN = re.compile(r"[:;] `(?P<run>[^`]+)`(?: still passes)?$")
_RUN_FIRST = re.compile(r"(?P<run>\S.{0,80}?) passes and (?=\S)")
_QUOTED_OR_END = re.compile(r"“[^”]*”|`[^`]*`|(?<=[\w)”`]\.) (?=[A-Z`“])")
_RUN_LAST = re.compile(r"(?<=\S); (?P<run>[^;]{1,80}) still passes$")


def plan_text(session: Session, plan: Plan, screen: Screen = PIPE) -> str:
    """A plan with its ledger before its tasks (PLAN-6), ending in what to type next."""
    from plangate.interfaces.screens.ledger import decided_lines

    now = standing(session, plan)
    lines = [*plan_heading(screen, session, plan), ""]
    lines += _turned_away(screen, session)
    lines += decided_lines(screen, session)
    lines += _open_lines(screen, session)
    lines += perhaps_lines(screen, session)
    lines += _approval_lines(screen, session, plan)
    run = "" if screen.verbose else _run_for_all(plan)
    lines += screen.wrapped(f"Tasks (test with {run}):" if run else "Tasks:", "", "  ")
    for task in plan.tasks:
        shorter = task if screen.verbose else task._replace(check=_beside(task, run))
        lines += _task_lines(screen, session, shorter)
    following = next_command(screen, session, now)
    told = f"{_cost(session, plan, now)} {_whose_turn(screen, session, now) if following else ''}"
    lines += ["", *screen.wrapped(told), *_next(screen, following)]
    return "\n".join(lines) + "\n"


def _turned_away(screen: Screen, session: Session) -> list[str]:
    """UND-3: that a project takes nothing a program made is known before the work begins."""
    from plangate.language.programs import turns_programs_away

    rules = session.seen.rules if session.seen is not None else ()
    for rule in (rule for rule in rules if turns_programs_away(rule.text)):
        told = f"Read before an agent begins, {rule.locator} says: {rule.text}"
        return [*screen.block("strong", told, "", "  "), ""]
    return []


def perhaps_lines(screen: Screen, session: Session) -> list[str]:
    """UND-4: what may be there already, and what is nearest, decides nothing, and is worth a look
    before the work."""
    if session.seen is None or session.progress:
        return []
    exists, near = session.seen.exists, session.seen.nearest
    maybe = [one for one in exists if one.why.startswith(PERHAPS) or one.strength >= IS_THERE]
    if any(one.id == "already-there" for one in session.ambiguities):
        maybe = []
    chances = [f"{one.what} ({one.locator}, {in_ten(one.strength)})" for one in maybe]
    places = [f"{one.what} ({one.locator})" for one in near]
    lines = _listed(screen, "Perhaps there already", chances)
    lines += _listed(screen, "Nearest already here, look before building", places)
    return [*lines, ""] if lines else []


def _listed(screen: Screen, said: str, things: list[str]) -> list[str]:
    return screen.wrapped(f"{said}: {'; '.join(things)}", "", "  ") if things else []


def plan_heading(screen: Screen, session: Session, plan: Plan) -> list[str]:
    """Whose plan it is: its goal, its project, and the id that means it everywhere."""
    where = f"({project(session.begun.workspace)}, session {session.id})"
    return heading(screen, f"Plan v{plan.version} for “{session.topic}”", where)


def _run_for_all(plan: Plan) -> str:
    """The one command that several checks of a plan name: it is said once."""
    found = [run for task in plan.tasks if (run := command_of(task.check))]
    return found[0] if len(set(found)) == 1 < len(found) else ""


def command_of(check: str) -> str:
    """The command a check begins or ends with; empty where it names none."""
    found = _RUN.search(check) or _RUN_FIRST.match(check) or _RUN_LAST.search(check)
    return found["run"] if found is not None else ""


def _beside(task: Task, run: str) -> str:
    """What a check says beside the command that is said once for all."""
    check = task.check
    if run and command_of(check) == run:
        check = _RUN.sub("", check)
        check = check.removeprefix(f"{run} passes and ").removesuffix(f"; {run} still passes")
    return check


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
    return _about_task(
        screen, task, screen.wrapped(f"{task.title}{mark}", f"  {task.id}  ", "      ")
    )


def _about_task(screen: Screen, task: Task, lines: list[str], indent: str = "      ") -> list[str]:
    """Behind or below its title: what to do, where, after what, and how it is checked."""
    if screen.verbose and task.description != task.title:
        for sentence in _sentences(task.description):
            lines += screen.wrapped(sentence, indent, f"{indent}  ")
    places = ", ".join(_with_line(path, task.description) for path in task.files)
    after = f"after {', '.join(task.depends_on)}" if task.depends_on else ""
    about = "; ".join(part for part in (places, after) if part)
    if about and len(lines) == 1 and cells(lines[0]) + cells(about) + 4 <= screen.width:
        lines = [f"{lines[0]}  ({shown(about)})"]
    elif about:
        label = "files: " if places and screen.verbose else ""
        lines += screen.wrapped(f"{label}{about}", indent)
    if not task.check:
        return lines
    if screen.verbose:
        return [*lines, *screen.block("dim", f"check: {task.check}", indent, f"{indent}  ")]
    checked = screen.some(f"check: {task.check}", indent, f"{indent}  ")
    return [*lines, *(screen.paint("dim", line) for line in checked)]


def _sentences(text: str) -> list[str]:
    """What is to be done, a sentence a line; what is quoted is not looked into."""
    cuts = [found.start() for found in _QUOTED_OR_END.finditer(text) if not found.group().strip()]
    return [text[begin:end] for begin, end in pairwise((0, *cuts, len(text)))]


def _with_line(path: str, description: str) -> str:
    """A file with the line that its task says to begin at (UND-5)."""
    found = re.search(rf"(?<![\w/.-]){re.escape(path)}(?P<line>:[1-9]\d*)\b", description)
    return f"{path}{found['line']}" if found else path


def whole_task(screen: Screen, session: Session, task: Task, *, titled: bool = True) -> list[str]:
    """A task with all a person needs to begin it."""
    whole = screen._replace(verbose=True)
    return _task_lines(whole, session, task) if titled else _about_task(whole, task, [], "  ")


def _cost(session: Session, plan: Plan, now: WorkState) -> str:
    """One line: how much work it is, and how far it is to be believed (UND-8, INT-10)."""
    files = {path for task in plan.tasks for path in task.files}
    rounds = f" in {len(now.waves)} rounds" if len(now.waves) > 1 else ""
    size = f"{counted(len(plan.tasks), 'task')}{rounds}"
    size += f", {counted(len(files), 'file')}" if files else ""
    return f"{size}. {how_sure(session)}"


def next_lines(screen: Screen, session: Session, now: WorkState) -> list[str]:
    """Who does the next thing, and what they type for it, last (CLI-5)."""
    following = next_command(screen, session, now)
    if not following:
        return []
    told = _whose_turn(screen, session, now)
    return [*(screen.wrapped(told) if told else ()), *_next(screen, following)]


def _next(screen: Screen, following: str) -> list[str]:
    return screen.block("strong", f"Next: {following}", "", "  ") if following else []


def _whose_turn(screen: Screen, session: Session, now: WorkState) -> str:
    """Nobody else does the work: plangate keeps the plan and waits to be told."""
    if now.started:
        name = f"{screen.of(session.id)}{shlex.quote(now.started[0].id)}"
        return f"When it is done, say so; if it fails: plangate fail {name} --why '…'"
    if now.ready and not now.done and _is_skeleton(session):
        return "The plan follows your answer." if session.open_question is not None else _FILL_IN
    if _is_looked_at_first(screen, session, now):
        return ""
    if now.ready:
        return "You or your agent do the work."
    if session.plan is not None and (steps := awaiting_approval(session, session.plan)):
        names = ", ".join(task.id for task in steps)
        return f"{names} cannot be undone, so only you can let it happen."
    return "What is left waits for your answer."


#: How a goal that says too little is filled in.
_FILL_IN = (
    "Name a file, a function or a page in the goal and plan it again, or let your coding agent "
    "fill it in (plangate setup --help)."
)


def _is_looked_at_first(screen: Screen, session: Session, now: WorkState) -> bool:
    """Whether a plan is a proposal nobody has begun, and less than the whole of it is shown."""
    return bool(now.ready and not now.done and not screen.verbose) and is_to_check(session)


def is_to_check(session: Session) -> bool:
    """Whether a plan is no more than a proposal (UND-8); an adopted one is somebody's own.

    A session that has ended says so itself (INT-10): a look at its plan works nothing out anew.
    """
    if session.work.adopted is not None:
        return False
    if session.stop is not None and session.stop.ending in ("plan", "listed"):
        return session.stop.ending == "listed"
    from plangate.core.gate.session_facts import is_delivered

    return session.plan is not None and not is_delivered(session)


def how_sure(session: Session) -> str:
    """How far a plan is to be believed, in a sentence (UND-8, INT-10)."""
    from plangate.core.gate.session_facts import (
        grasp_in,
        is_recommended,
        understood_confidence,
    )
    from plangate.core.understanding.confidence import LABELLED_FROM
    from plangate.core.understanding.restating import is_skeleton_in

    if session.work.adopted is not None:  # its places are somebody's own: no odds are known
        return "Taken over as it stands."
    sure, grasp = understood_confidence(session), grasp_in(session)
    odds = f": {_odds(sure)}" if sure is not None else ""
    unclear = ""
    if grasp is not None and sure is not None and grasp.not_understood and grasp.value <= sure:
        missed = ", ".join(f"“{word}”" for word in grasp.not_understood[:3])
        unclear = f", {missed} not being clear"
    if is_skeleton_in(session):
        return f"{_bare(session)}Only a skeleton{unclear}: {_LITTLE}."
    if is_recommended(session):
        return f"Sure enough to work from{unclear}{odds}."
    if sure is not None and sure >= LABELLED_FROM:
        return f"Fairly sure{unclear}{odds}. Read it first."
    before = "anybody goes on" if session.progress else "anybody starts"
    return f"Check it before {before}{unclear}{odds}."


_LITTLE = "it says little more than the goal"


def _bare(session: Session) -> str:
    """Who plans where there is nothing to read may stand in the wrong folder."""
    seen = session.seen
    is_bare = seen is not None and not (seen.files or seen.places)
    return "No code was found in this folder. " if is_bare else ""


def _odds(sure: float) -> str:
    """UND-8 as people say it: how many plans like this one are right, in places and decisions."""
    tenths = int(sure * 10 + 1e-9)
    many = f"about {tenths} in 10 have" if tenths else "hardly any has"
    return f"of plans like this {many} the right place and decisions"


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
        again = "plangate plan 'the goal, and what it is about'"
        return f"plangate answer {asked.number or asked.id}" if asked is not None else again
    if _is_looked_at_first(screen, session, now):
        return f"plangate show {screen.of(session.id)}{shlex.quote(now.ready[0].id)}"
    if now.ready:
        return f"plangate start {screen.of(session.id)}{shlex.quote(now.ready[0].id)}"
    if session.plan is not None and (steps := awaiting_approval(session, session.plan)):
        return approve_command(screen, session, steps)
    return f"plangate answer {asked.number or asked.id}" if asked is not None else ""
