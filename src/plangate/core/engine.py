"""next_move: given everything that happened so far, what comes next.

`STEPS` reads top to bottom like the product does: stay closed, wait for the open question, end,
lock the triad, propose, recollect, investigate, gate, intake, loop or go ahead, plan, review. Each
step looks and returns a move or passes on. Nothing here does anything; app/planner.py performs the
move and appends what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plangate.core.events import event as e
from plangate.core.gate.asking.matters import joins
from plangate.core.gate.decide import decide
from plangate.core.gate.seen_words import Words
from plangate.core.gate.session_facts import complexity_of, grasp_in, is_delivered
from plangate.core.investigation.gaps import gaps_of
from plangate.core.investigation.stops import stop_report
from plangate.core.log.chain import time_of
from plangate.core.log.session import HOST, Session
from plangate.core.model.context import Surroundings
from plangate.core.model.policy.steps_numbers import LAST_TURN_FOR_TRIAD
from plangate.core.moves import (
    Ask,
    Deliver,
    JoinQuestion,
    LookAround,
    Loop,
    Move,
    Note,
    Proceed,
    Propose,
    Recollect,
    Stop,
    Survey,
    Wait,
)
from plangate.core.scopes.scope_plan import goal_of
from plangate.core.steps.closing_step import stay_closed
from plangate.core.steps.deadlines import expiry, is_overdue
from plangate.core.steps.drafting_step import adopt_plan, note_places, plan_of, plan_what_is_left
from plangate.core.steps.gate_step import gate_document, gate_events, weighed
from plangate.core.steps.intake_step import decide_intake, go_ahead, open_loop, persons_route
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
from plangate.core.steps.scope_step import (
    few_alternatives,
    scope_of_goal,
    scope_tasks,
    take_scope_over,
)
from plangate.core.steps.settling_step import consequence
from plangate.core.understanding.grasp import STOP_BELOW
from plangate.core.understanding.intake import classify


def next_move(session: Session, around: Surroundings) -> Move:
    """The next move of a session: a chore for the shell, or an outcome for the caller."""
    for step in STEPS:
        if (move := step(session, around)) is not None:
            return move
    raise AssertionError("the last step always moves")


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
    if session.begun.proposer == HOST and (session.plan is None or session.stale_plan):
        return None  # MCP-3: a host hears of the question before more is wanted of it
    if session.plan is None:
        found = classify(session.goal, complexity_of(session), asks=False)
        if found.outcome != "HierarchicalPlan":
            return None
    return (
        adopt_plan(session, around)
        or plan_what_is_left(session, around)
        or scope_tasks(session, around)
        or (note_places(session, around) if session.plan is not None else None)
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
    for step in (_same_question, _recollection, next_turn):
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
            return Deliver(plan_of(session), session.stop)
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


def _look_around(session: Session, around: Surroundings) -> Move | None:
    """UND-3: what the workspace says of the goal comes before every proposal."""
    if around.scouts and session.seen is None and session.proposed is None and not session.intake:
        return LookAround(session.begun.workspace, session.aim)
    return None


def _gaps(session: Session, _around: Surroundings) -> Move | None:
    """STOP-2: what the goal rests on and the workspace does not have is named before all else."""
    if session.gaps or session.proposed is not None or session.intake is not None:
        return None
    found = gaps_of(session.aim, session.evidence)
    return Note((e.GapsFound(found),)) if found else None


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
            session.id, workspace, session.aim, open_now, around.places, session.work.adopted
        )
    return None


def _gate(session: Session, around: Surroundings) -> Move | None:
    """The gate weighs what is still open; at most one question comes of it."""
    if not weighed(session):
        return None
    document, words = gate_document(session, around), Words()
    decisions = decide(document, words)
    return Note(tuple(gate_events(session, around, document, decisions, words)))


def _deliver(session: Session, _around: Surroundings) -> Move | None:
    """GATE-20: what is parked withholds its own tasks; else a person is needed. INT-10: so it is
    when less than half of the goal was understood, unless a person wrote the plan (PLAN-12), took
    it up piece by piece (PLAN-9), found it out (INT-3), answered what it asked, or works on it; the
    draft is listed as a skeleton."""
    grasp = grasp_in(session)
    work = session.work
    told = session.mind == "rules" and any(q.answer for q in session.questions.values())
    of_a_person = work.adopted or work.scopes or session.progress or session.aimed or told
    if grasp is not None and grasp.value < STOP_BELOW and not of_a_person:
        return Note((e.StopReported(stop_report(session, "not_understood", what_helps(session))),))
    listed = "plan" if is_delivered(session) else "listed"
    ending = "parked" if nothing_else_left(session) else listed
    return Note((e.StopReported(stop_report(session, ending, steps_left(session))),))


STEPS: Sequence[Callable[[Session, Surroundings], Move | None]] = (
    _overdue,
    stay_closed,
    _consequences,
    _open_question,
    _joined_question,
    _expired_deferral,
    take_scope_over,
    _ended,
    _triad,
    persons_route,
    _look_around,
    _gaps,
    scope_of_goal,
    _proposals,
    few_alternatives,
    _same_question,
    _recollection,
    next_turn,
    interview,
    _gate,
    decide_intake,
    go_ahead,
    open_loop,
    adopt_plan,
    plan_what_is_left,
    scope_tasks,
    note_places,
    review,
    _deliver,
)


def _report(session: Session) -> e.StopReport:
    question = session.open_question
    if session.stop is not None and question is not None and question.status == "pending":
        return session.stop
    ending = "held" if question is not None and question.status == "held" else "question"
    name = question.id if question else ""
    return stop_report(session, ending, [f"plangate resume {name}"], question)
