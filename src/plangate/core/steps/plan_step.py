"""What happens to a plan between its draft and its delivery: repaired, refined, gated, measured.

The end of engine.py's list of steps: each looks at the session and returns a move, or passes on.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.gate.session_facts import grasp_in, one_way, plan_notes
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import in_order, open_decision
from plangate.core.model.nouns import Ambiguity, Plan, Task
from plangate.core.model.records import AdequacyReport
from plangate.core.moves import ExpandPlan, Move, Note
from plangate.core.plans.expanders import repaired
from plangate.core.plans.plan_graph import next_version
from plangate.core.plans.quality import refused_tasks
from plangate.core.plans.refinement import (
    assess,
    frozen_tasks,
    judged,
    kept_by_a_person,
    loop_stop_reason,
    reserved_tokens,
    spent_tokens,
    telemetry,
)
from plangate.core.plans.revisions import changes_between
from plangate.core.plans.work.task_progress import awaiting_approval, tasks_left_open
from plangate.core.understanding.grasp import homeless


def review(session: Session, around: Surroundings) -> Move | None:
    """The first of the steps between a draft and its delivery that has something to do."""
    for step in (repair, refine, quality_gate, thin_plan_refused):
        if (move := step(session, around)) is not None:
            return move
    return None


def meanwhile(session: Session, around: Surroundings) -> Move | None:
    """ASK-17: while a question is open a plan is mended and its bad tasks are kept back; how good
    it is as a whole is looked at once everything is decided."""
    for step in (repair, quality_gate):
        if (move := step(session, around)) is not None:
            return move
    return None


def nothing_else_left(session: Session) -> bool:
    """GATE-20: whether every task still to be done hangs on what only a person decides."""
    assert session.plan is not None, "a plan is delivered only once it is drafted"
    to_do = [task for task in session.plan.tasks if session.progress.get(task.id) != "done"]
    hanging = set(tasks_left_open(session, session.plan))
    for task in in_order(session.plan.tasks):
        if not hanging.isdisjoint(task.depends_on):
            hanging.add(task.id)
    return bool(hanging) and all(task.id in hanging for task in to_do)


def steps_left(session: Session) -> list[str]:
    """STOP-4: what to do next with a plan: approve what cannot be undone, then its tasks."""
    assert session.plan is not None, "a plan is delivered only once it is drafted"
    done = [name for name, how in session.progress.items() if how == "done"]
    actions = [f"{task.id}: {task.title}" for task in session.plan.tasks if task.id not in done]
    if steps := awaiting_approval(session, session.plan):
        names = ", ".join(task.id for task in steps)
        named = shlex.join(task.id for task in steps)
        approval = f"{names} cannot be undone; approve first: plangate approve {session.id} {named}"
        actions.insert(0, approval)
    return [*(_to_decide(session, ambiguity) for ambiguity in session.left_open), *actions]


def _to_decide(session: Session, ambiguity: Ambiguity) -> str:
    """GATE-20: how a person decides what is parked: by its question, or by its label."""
    for question in session.questions.values():
        if question.question_id == ambiguity.id and question.status == "timed_out":
            return f"answer {question.id}: its default is not taken on silence: {question.prompt}"
    return f"decide what nobody may assume: plangate decide {session.id} {ambiguity.id} LABEL"


def what_helps(session: Session) -> list[str]:
    """INT-10: the words nobody understood, what was found all the same, and what would help."""
    grasp, seen = grasp_in(session), session.seen
    assert grasp is not None, "nobody stops for a grasp that was not judged"
    found = [f"{p.path} ({p.strength:.2f})" for p in (seen.places if seen else ())[:3]]
    words = ", ".join(grasp.not_understood[:8])
    homes = ", ".join(f"“{thing}”" for thing in homeless(session.aim, seen)[:3]) if seen else ""
    actions = [f"nothing here shows where this belongs: {homes}"] if homes else []
    if words or not homes:
        words = words or "its object"
        actions.append(f"not understood ({grasp.value:.2f} of the goal was): {words}")
    actions += [f"found all the same: {', '.join(found)}"] if found else []
    again = "plangate plan GOAL --workspace DIR"
    return [
        *actions,
        f"say it in other words, or name a file or symbol: {again}",
        "or let a model or the host agent propose: it may know what these words mean",
    ]


def repair(session: Session, _around: Surroundings) -> Move | None:
    """A task that failed is planned anew, and nothing else is."""
    if session.plan is None or not session.failures:
        return None
    report = assess(session, session.plan.tasks)
    return _expansion(session, session.plan, report, failures=dict(session.failures))


def refine(session: Session, _around: Surroundings) -> Move | None:
    """REF-2: another round while one is wanted and allowed; then how it ended."""
    if session.plan is None or session.refining.ended:
        return None
    report = assess(session, session.plan.tasks)
    if reason := loop_stop_reason(session, report):
        return Note((e.PlanMeasured(telemetry(session, session.plan.tasks, report, reason)),))
    return _expansion(
        session,
        session.plan,
        report,
        round=session.refining.rounds + 1,
        reserved=reserved_tokens(session.plan, report),
    )


def _expansion(session: Session, plan: Plan, report: AdequacyReport, **more: object) -> Move:
    return ExpandPlan(
        goal=session.clarified or session.goal,
        workspace=session.begun.workspace,
        plan=plan,
        report=report,
        evidence=tuple(session.evidence),
        frozen=frozenset(frozen_tasks(session)),
        taken=frozenset(task.id for version in session.plans for task in version.tasks),
        **more,  # type: ignore[arg-type]
    )


def quality_gate(session: Session, _around: Surroundings) -> Move | None:
    """PLAN-5: a task nobody should work from stops its plan, or is let pass with a reason.

    It keeps back that task and what depends on it, and nothing else (PLAN-7); once work has begun
    the plan goes on without it.
    """
    if session.plan is None:
        return None
    report = assess(session, session.plan.tasks)
    blocked = refused_tasks(session, session.plan.tasks, report)
    refused = {finding.task: finding.line for finding in blocked}
    if session.progress or session.left_open or not blocked:
        return Note((e.TasksRefused(refused),)) if refused != session.refused else None
    begun = session.begun
    if begun.allow_findings is not None:
        named = tuple(f"{finding.task} {finding.code}" for finding in blocked)
        return Note((e.FindingsAllowed(named, begun.allow_findings, begun.by),))
    actions = [finding.line for finding in blocked]
    actions += [
        f"mend it: plangate show {session.id}-v{session.plan.version} --json, then "
        f"plangate plan-edit {session.id} --file FILE",
        f"or let it pass: plangate plan-edit {session.id} --allow-findings --reason TEXT",
    ]
    stopped = e.StopReported(stop_report(session, "quality", actions))
    return Note((e.TasksRefused(refused), stopped))


def thin_plan_refused(session: Session, _around: Surroundings) -> Move | None:
    """REF-4: under enforce a plan that is still thin is refused with its findings.

    Not a plan under way: a new version of it would lock what is being worked on (PLAN-7).
    """
    enforced = session.begun.plan_policy.plan_adequacy_enforce
    if session.plan is None or not enforced or session.progress:
        return None
    report = assess(session, session.plan.tasks)
    if not report["is_too_thin"]:
        return None
    actions = [f"{finding['code']}: {finding['saw']}" for finding in report["findings"]]
    actions += [
        f"{task['id']}: {finding['code']} ({finding['saw']}); {finding['cure']}"
        for task in report["per_task"]
        for finding in task["findings"]
    ]
    actions.append(f"add to it: plangate plan-edit {session.id} --file FILE")
    return Note((e.StopReported(stop_report(session, "thin", actions)),))


# --- what became of an expansion ------------------------------------------------------------------


def expansion_events(
    session: Session, chore: ExpandPlan, offered: Sequence[Task] | None, why: str = ""
) -> tuple[e.Event, ...]:
    """The events of a round: its version, or why there is none; `offered` is None for a failure."""
    if chore.failures:
        return (_repair_event(session, chore, offered),)
    if offered is None:
        return (e.PlanRolledBack(chore.round, "proposer_failed", why, (), chore.reserved),)
    spent = min(chore.reserved, spent_tokens(chore.plan, chore.report, offered))
    offer = judged(session, chore.report, offered)
    if offer.tasks is None:
        changes = changes_between(chore.plan, offered) if offer.reason == "rolled_back" else ()
        return (
            e.PlanRolledBack(chore.round, offer.reason, offer.why, changes, chore.reserved, spent),
        )
    found = [*chore.report["adequacy_reason_codes"]]
    found += [code for task in chore.report["per_task"] for code in task["reason_codes"]]
    trigger = f"refined: {', '.join(dict.fromkeys(found)) or 'asked for'}"
    return (
        e.PlanRefined(_version(session, offer.tasks, trigger), chore.round, chore.reserved, spent),
    )


def _repair_event(
    session: Session, chore: ExpandPlan, offered: Sequence[Task] | None
) -> e.PlanRefined:
    """The plan with a way past each failure; the deterministic one where the offer will not do."""
    tasks = _sound_repair(session, chore, offered) if offered is not None else None
    if tasks is None:
        tasks = in_order(repaired(chore.plan.tasks, chore.failures, chore.taken))
    trigger = "; ".join(f"{name} failed: {why}" for name, why in chore.failures.items())
    return e.PlanRefined(_version(session, tasks, trigger), repairs=tuple(chore.failures))


def _sound_repair(
    session: Session, chore: ExpandPlan, offered: Sequence[Task]
) -> tuple[Task, ...] | None:
    """The offered repair when it changes the failed tasks, adds tasks, and does nothing else."""
    try:
        tasks = in_order(kept_by_a_person(session, offered))
    except BadInput:
        return None
    now = {task.id: task for task in tasks}
    untouched = all(
        now.get(task.id) == task for task in chore.plan.tasks if task.id not in chore.failures
    )
    same_intent = all(
        name in now and now[name].answers_to == task.answers_to
        for task in chore.plan.tasks
        if (name := task.id) in chore.failures
    )
    return tasks if untouched and same_intent and tasks != chore.plan.tasks else None


def _version(session: Session, tasks: Sequence[Task], trigger: str) -> Plan:
    known = {*session.assumptions, *(open_decision(a.id) for a in session.left_open)}
    sound = [
        task._replace(rests_on=tuple(name for name in task.rests_on if name in known))
        for task in tasks
    ]
    return next_version(sound, plan_notes(session), one_way(session), session.plan, trigger)
