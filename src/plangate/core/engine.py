"""next_move: given everything that happened so far, what comes next.

`STEPS` reads top to bottom like the product does: wait for the open question, end, lock the triad,
propose, recollect, investigate, gate, intake, loop or go ahead, plan, review. Each step looks and
returns a move or passes on. Nothing here does anything; app/planner.py performs the move and
appends what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from plangate.core.events import event as e
from plangate.core.gate.asking.matters import joins
from plangate.core.gate.decide import decide
from plangate.core.gate.seen_words import Words
from plangate.core.gate.session_facts import (
    complexity_of,
    grasp_in,
    held_readings,
    is_delivered,
    not_earned,
    provisional,
)
from plangate.core.investigation.gaps import gaps_of
from plangate.core.investigation.stops import stop_report
from plangate.core.log.chain import time_of
from plangate.core.log.overdue import is_overdue
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.nouns import Intake, Plan, Reason
from plangate.core.model.policy.steps_numbers import LAST_TURN_FOR_TRIAD
from plangate.core.moves import (
    Ask,
    Decide,
    Deliver,
    DraftPlan,
    JoinQuestion,
    LookAround,
    Loop,
    Move,
    Note,
    OpenScope,
    Proceed,
    Propose,
    Recollect,
    SeePlaces,
    Stop,
    Survey,
    Wait,
)
from plangate.core.plans.adoption import adopted_version
from plangate.core.plans.work.staleness import unseen
from plangate.core.scopes.scope_parts import open_part
from plangate.core.scopes.scope_plan import (
    choice_of,
    goal_of,
    not_taken,
    scope_of,
    taken,
    with_scopes,
)
from plangate.core.steps.deadlines import expiry
from plangate.core.steps.gate_step import gate_document, gate_events, weighed
from plangate.core.steps.interview_step import interview
from plangate.core.steps.investigation_step import next_turn
from plangate.core.steps.joining_step import joined_report, taken_over
from plangate.core.steps.plan_step import (
    meanwhile,
    nothing_else_left,
    review,
    steps_left,
    what_helps,
)
from plangate.core.steps.settling_step import consequence
from plangate.core.understanding.grasp import STOP_BELOW
from plangate.core.understanding.intake import classify, exploratory_cue

#: MCP-3: the proposer of a session whose ideas come from the agent that hosts it.
_HOST = "host"


def next_move(session: Session, around: Surroundings) -> Move:
    """The next move of a session: a chore for the shell, or an outcome for the caller."""
    for step in STEPS:
        if (move := step(session, around)) is not None:
            return move
    raise AssertionError("the last step always moves")


# --- the steps ------------------------------------------------------------------------------------


def _overdue(session: Session, around: Surroundings) -> Move | None:
    """ASK-8: whoever looks first expires a question that nobody answered."""
    for left in session.questions.values():
        if left.left and is_overdue(left, around.now):  # others wait for it still (GATE-19)
            return Note((e.QuestionTimedOut(str(left.id), str(left.deadline)),))
    question = session.open_question
    if question is not None and is_overdue(question, around.now):
        return Note(expiry(session, question))
    return None


def _consequences(session: Session, _around: Surroundings) -> Move | None:
    """GATE-17: what was decided reaches what hangs on it before anything else happens."""
    found = consequence(session)
    return None if found is None else Note((found,))


def _open_question(session: Session, around: Surroundings) -> Move | None:
    """An open question is waited for; what does not hang on it goes on meanwhile (ASK-17)."""
    question = session.open_question
    if question is None:
        return None
    if (move := _meanwhile(session, around)) is not None:
        return move
    return Ask(session.question(str(question.id)), _report(session))


def _meanwhile(session: Session, around: Surroundings) -> Move | None:
    """ASK-17: the rest of the plan is drafted and kept in repair while a question is open."""
    if any(ambiguity.id not in session.undecided for ambiguity in weighed(session)):
        return _gate(session, around)
    if session.begun.route is not None:
        return None
    if session.begun.proposer == _HOST and (session.plan is None or session.stale_plan):
        return None  # MCP-3: a host hears of the question before more is wanted of it
    if session.plan is None:
        found = classify(session.goal, complexity_of(session), asks=False)
        if found.outcome != "HierarchicalPlan":
            return None
    return (
        _adopted(session, around)
        or _plan(session, around)
        or _scope_tasks(session, around)
        or (_places(session, around) if session.plan is not None else None)
        or meanwhile(session, around)
    )


def _joined_question(session: Session, around: Surroundings) -> Move | None:
    """GATE-19: a question of another session is waited for, and its answer taken over; what does
    not hang on it goes on meanwhile (ASK-17)."""
    for ambiguity, join in session.joins.items():
        if (standing := around.joined.get(join.question)) is None:
            if join.how is None:  # it is in quarantine: asked here instead (REC-9)
                return Note((e.JoinSettled(join.question, ambiguity, "lost"),))
            continue
        if standing.question.is_open:
            if (move := _beside(session, around)) is not None:
                return move
            ending = "held" if standing.question.status == "held" else "question"
            report = joined_report(session, standing.question, ending)
            return Wait(standing.question, report)
        if happened := taken_over(session, ambiguity, standing):
            return Note(happened)
    return None


def _beside(session: Session, around: Surroundings) -> Move | None:
    """ASK-17: a session joins before it looks into anything, so that comes first here."""
    for step in (_same_question, _recollection, _investigation):
        if (move := step(session, around)) is not None:
            return move
    return _meanwhile(session, around)


def _same_question(session: Session, around: Surroundings) -> Move | None:
    """GATE-19, before the table: what is being asked here already is joined, not asked again."""
    for ambiguity in weighed(session):
        for question in around.open_here:
            if joins(ambiguity, question):
                return JoinQuestion(question, ambiguity.id)
    return None


def _expired_deferral(session: Session, around: Surroundings) -> Move | None:
    """ATT-3: an expired deferral blocks until it is resolved or renewed."""
    for deferral in session.deferrals.values():
        overdue = deferral.expiry is not None and time_of(deferral.expiry) < around.now
        if deferral.status == "open" and overdue and session.stop is None:
            action = (
                f"deferral {deferral.id} expired at {deferral.expiry}: resolve it with "
                f"`plangate deferrals resolve {deferral.id} --how TEXT` or renew it with "
                f"`plangate deferrals renew {deferral.id} --risk TEXT`"
            )
            return Note((e.StopReported(stop_report(session, "blocked", [action])),))
    return None


def _ended(session: Session, _around: Surroundings) -> Move | None:
    """A session that ended says again how."""
    if session.stop is None:
        return None
    match session.stop.ending:
        case "plan" | "listed":
            return Deliver(_plan_of(session), session.stop)
        case "proceed":
            return Proceed(session.stop)
        case "loop":
            return Loop(session.stop)
        case _:
            return Stop(session.stop)


def _triad(session: Session, _around: Surroundings) -> Move | None:
    """INV-2: goal, constraints and initial evidence first; without them by turn 2, an end."""
    if session.triad is not None:
        return None
    failures = session.inquiry.survey_failures
    if len(failures) < LAST_TURN_FOR_TRIAD:
        return Survey(session.begun.workspace, session.goal)
    actions = [
        f"make {session.begun.workspace} readable, then plan again: {failures[-1]}",
    ]
    return Note((e.StopReported(stop_report(session, "blocked", actions)),))


def _routed(session: Session, _around: Surroundings) -> Move | None:
    """INT-6: a person's route skips the work of the one declined."""
    route = session.begun.route
    if route not in ("ImmediateAction", "OodaLoop") or session.intake or session.clarified:
        return None
    complexity = complexity_of(session)
    usual = classify(session.goal, complexity, asks=False).outcome
    reason = Reason("INT-6", f"a person chose {route}; by itself it would have been {usual}")
    return Note((e.IntakeDecided(route, (reason,), complexity, overrides=usual),))


def _look_around(session: Session, around: Surroundings) -> Move | None:
    """UND-3: what the workspace says of the goal comes before every proposal."""
    if around.scouts and session.seen is None and session.proposed is None and not session.intake:
        return LookAround(session.begun.workspace, session.goal)
    return None


def _gaps(session: Session, _around: Surroundings) -> Move | None:
    """STOP-2: what the goal rests on and the workspace does not have is named before all else."""
    if session.gaps or session.proposed is not None or session.intake is not None:
        return None
    found = gaps_of(session.goal, session.evidence)
    return Note((e.GapsFound(found),)) if found else None


def _taken_scope(session: Session, around: Surroundings) -> Move | None:
    """PLAN-9: what a scope of this session shipped, or shipped anew, is taken over."""
    if (found := not_taken(session, around.scopes)) is None:
        return None
    return Note(taken(session, *found))


def _scope(session: Session, around: Surroundings) -> Move | None:
    """PLAN-9: options that the goal enumerates are decided before anything is planned for them."""
    if (opened := session.work.opened) is not None:
        chain = around.scopes.get(opened.scope)
        if opened.scope in session.work.scopes or chain is None or chain.status == "withdrawn":
            return None
        part = open_part(chain)
        asked = f"{part.number}: {part.prompt}" if part else f"{opened.parent} is {chain.status}"
        actions = [f"plangate scope answer {opened.parent} CHOICE", asked]
        return Decide(opened.scope, chain, stop_report(session, "scope", actions))
    if session.proposed is not None or session.intake is not None or session.work.adopted:
        return None
    found = scope_of(session)
    return OpenScope(found.decision, found.stem) if found else None


def _choice(session: Session, _around: Surroundings) -> Move | None:
    """SPLIT-2: a few alternatives that the goal enumerates are one ordinary question."""
    if session.intake is not None or session.gate_calls or session.work.adopted:
        return None
    choice = choice_of(session)
    return Note((e.GapsFound((*session.gaps, choice)),)) if choice else None


def _scope_tasks(session: Session, _around: Surroundings) -> Move | None:
    """PLAN-9: an included option has its task, a cut one takes its own with it."""
    plan = with_scopes(session, _plan_of(session))
    return Note((e.PlanRefined(plan),)) if plan is not None else None


def _proposals(session: Session, _around: Surroundings) -> Move | None:
    if session.proposed is None and session.intake is None:
        evidence = tuple(session.evidence)
        return Propose(goal_of(session), evidence, session.begun.workspace, session.seen)
    return None


def _recollection(session: Session, around: Surroundings) -> Move | None:
    """GATE-2: what was decided before is looked up once, before anything is looked into."""
    wanted = around.recalls and session.begun.learning and session.recalled is None
    if wanted and session.open_ambiguities:
        workspace, open_now = session.begun.workspace, tuple(session.open_ambiguities)
        return Recollect(
            session.id, workspace, session.goal, open_now, around.places, session.work.adopted
        )
    return None


def _investigation(session: Session, around: Surroundings) -> Move | None:
    """INV-2…12: what is open is looked into before the gate weighs it."""
    return next_turn(session, around)


def _interview(session: Session, around: Surroundings) -> Move | None:
    """INT-11: a person who wants to be asked goes through everything first."""
    return interview(session, around)


def _gate(session: Session, around: Surroundings) -> Move | None:
    """The gate weighs what is still open; at most one question comes of it."""
    if not weighed(session):
        return None
    document, words = gate_document(session, around), Words()
    decisions = decide(document, words)
    return Note(tuple(gate_events(session, around, document, decisions, words)))


def _intake(session: Session, _around: Surroundings) -> Move | None:
    """INT-1, once everything is settled."""
    if session.intake is not None:
        return None
    complexity = complexity_of(session)
    irreversible = [r.label for r in held_readings(session) if r.reversibility == "irreversible"]
    past_a_question = any(entry.rule == "INT-6" for entry in session.assumptions.values())
    parked = [ambiguity.id for ambiguity in session.left_open]
    found = classify(
        session.goal,
        complexity,
        asks=past_a_question,
        unsettled=parked,
        irreversible=irreversible,
        not_earned=not_earned(session),
    )
    if session.progress and found.outcome != "HierarchicalPlan":
        under_way = Reason("INT-4", "the plan is under way")
        found = found._replace(outcome="HierarchicalPlan", reasons=(*found.reasons, under_way))
    route = session.begun.route
    if session.work.adopted:
        reason = Reason("PLAN-12", f"the plan of {session.work.adopted.source} is there already")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif session.work.scopes:
        reason = Reason("PLAN-9", "what ships was decided; it is planned")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif session.clarified:
        reason = Reason("INT-3", f"the loop was promoted: {session.clarified}")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif route is not None and route != found.outcome:
        reason = Reason("INT-6", f"a person chose {route}")
        decided = e.IntakeDecided(
            route, (reason, *found.reasons), complexity, overrides=found.outcome
        )
    else:
        decided = e.IntakeDecided(found.outcome, found.reasons, complexity)
    return Note((decided,))


def _go_ahead(session: Session, _around: Surroundings) -> Move | None:
    """INT-2: it says so and does no planning work."""
    if session.intake is None or session.intake.outcome != "ImmediateAction":
        return None
    report = stop_report(session, "proceed", [f"go ahead: {session.goal}"])
    return Note((e.StopReported(report),))


def _loop(session: Session, _around: Surroundings) -> Move | None:
    """INT-3: the loop opens; its turns are recorded as they are made."""
    if session.intake is None or session.intake.outcome != "OodaLoop":
        return None
    opened = e.LoopOpened((exploratory_cue(session.goal) or "chosen by a person",))
    actions = [
        f'plangate ooda {session.id} observe "what you saw"',
        f'plangate ooda {session.id} promote "what became clear"  (when a plan makes sense)',
    ]
    return Note((opened, e.StopReported(stop_report(session, "loop", actions))))


def _adopted(session: Session, _around: Surroundings) -> Move | None:
    """PLAN-12: somebody else's plan is kept as it is, whatever is decided around it."""
    if session.work.adopted is None or not (session.plan is None or session.stale_plan):
        return None
    return Note((e.PlanDrafted(adopted_version(session)),))


def _plan(session: Session, _around: Surroundings) -> Move | None:
    """INT-4: what is left is planned."""
    if session.plan is None or session.stale_plan:
        left = session.left_open
        likely = {a.id: reading for a in left if (reading := provisional(session, a)) is not None}
        decided = {
            name: settled.interpretation
            for name, settled in session.settled.items()
            if settled.interpretation is not None
        }
        return DraftPlan(
            goal=goal_of(session),
            workspace=session.begun.workspace,
            readings=decided | likely,
            undecided=tuple(ambiguity.id for ambiguity in left),
            ambiguities=tuple(session.ambiguities),
            evidence=tuple(session.evidence),
            complexity=complexity_of(session),
            one_task_group=any(
                decision["one_task_group"]
                for call in session.gate_calls
                for decision in call.decisions
            ),
            previous=session.plan,
            seen=session.seen,
            in_own_words={
                str(entry.ambiguity): entry.decision
                for entry in session.in_force
                if entry.interpretation is None and entry.rule not in ("GATE-17", "GATE-18")
            },
        )
    return None


def _places(session: Session, around: Surroundings) -> Move | None:
    """PLAN-10: what a version rests on is noted as it is now, so that a change can be told."""
    plan = _plan_of(session)
    files, locators = unseen(session, plan)
    if not around.sees_places or not (files or locators):
        return None
    return SeePlaces(session.begun.workspace, plan.version, files, locators)


def _deliver(session: Session, _around: Surroundings) -> Move | None:
    """GATE-20: what is parked withholds its own tasks; else a person is needed. INT-10: so it is
    when less than half of the goal was understood, unless a person wrote the plan (PLAN-12), took
    it up piece by piece (PLAN-9) or works on it; the draft is listed as a skeleton."""
    grasp = grasp_in(session)
    of_a_person = session.work.adopted or session.work.scopes or session.progress
    if grasp is not None and grasp.value < STOP_BELOW and not of_a_person:
        return Note((e.StopReported(stop_report(session, "not_understood", what_helps(session))),))
    listed = "plan" if is_delivered(session) else "listed"
    ending = "parked" if nothing_else_left(session) else listed
    return Note((e.StopReported(stop_report(session, ending, steps_left(session))),))


STEPS: Sequence[Callable[[Session, Surroundings], Move | None]] = (
    _overdue,
    _consequences,
    _open_question,
    _joined_question,
    _expired_deferral,
    _taken_scope,
    _ended,
    _triad,
    _routed,
    _look_around,
    _gaps,
    _scope,
    _proposals,
    _choice,
    _same_question,
    _recollection,
    _investigation,
    _interview,
    _gate,
    _intake,
    _go_ahead,
    _loop,
    _adopted,
    _plan,
    _scope_tasks,
    _places,
    review,
    _deliver,
)


def _plan_of(session: Session) -> Plan:
    assert session.plan is not None, "a plan is delivered only once it is drafted"
    return session.plan


def _report(session: Session) -> e.StopReport:
    question = session.open_question
    if session.stop is not None and question is not None and question.status == "pending":
        return session.stop
    ending = "held" if question is not None and question.status == "held" else "question"
    name = question.id if question else ""
    return stop_report(session, ending, [f"plangate resume {name}"], question)


#: The routes a person may choose (INT-6), and the words for them.
ROUTES: Mapping[str, Intake] = {
    "plan": "HierarchicalPlan",
    "loop": "OodaLoop",
    "go": "ImmediateAction",
}
