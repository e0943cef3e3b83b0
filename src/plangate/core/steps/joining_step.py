"""A question of one session that others wait for too: what each makes of its end (GATE-19).

The question lives in the session that asked it. Whoever joined looks at it whenever it goes on and
takes its end over as its own: the same answer, or what silence brought. An answer that comes late
or changes later reaches everybody in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.gate.asking.matters import pairs
from plangate.core.gate.session_facts import complexity_of
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Standing
from plangate.core.model.nouns import JOINED, Ambiguity, Answer, Assumption, Question, Reason
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.plans.revisions import resting_tasks, standing_entry
from plangate.core.steps.deadlines import default_taken
from plangate.core.steps.gate_step import closed_deferrals


def joining_events(session: Session, ambiguity: str, question: Question) -> Sequence[e.Event]:
    """What happens in the session that joins."""
    saw = f"{question.id} of session {question.session} asks about {ambiguity} already"
    reason = Reason("GATE-19", saw)
    return (
        e.QuestionJoined(str(question.id), ambiguity, str(question.session)),
        e.IntakeDecided("RequiresClarification", (reason,), complexity_of(session)),
        e.StopReported(joined_report(session, question, "question")),
    )


def joined_report(session: Session, question: Question, ending: str) -> e.StopReport:
    action = (
        f"answer {question.id} (session {question.session} asked it, GATE-19): {question.prompt}"
    )
    return stop_report(session, ending, [action], question)


def taken_over(session: Session, ambiguity: str, standing: Standing) -> tuple[e.Event, ...]:
    """What the end of a joined question means here; nothing when that is known already."""
    join, question = session.joins[ambiguity], standing.question
    if standing.answer is not None:
        answer = standing.answer._replace(provenance=JOINED)
        return () if join.answer == answer else _answered(session, ambiguity, standing, answer)
    if join.how is not None:
        return ()
    settled = e.JoinSettled(join.question, ambiguity, str(question.status))
    if question.status == "timed_out" and question.on_timeout == "abort":
        actions = [f"nobody answered {question.id} in time and the session was to stop then"]
        return settled, e.StopReported(stop_report(session, "aborted", actions, question))
    if question.parks:
        why = f"nobody answered {question.id}, and its default is not taken on silence"
        return settled, e.DecisionParked(ambiguity, "ASK-9", why)
    if question.status == "timed_out":
        entry = default_taken(session, question, "timeout_assumed", "nobody answered in time")
    else:
        entry = default_taken(session, question, "auto_expanded", "the question was withdrawn")
    taken = _own(session, ambiguity, question, entry, question.default)
    return settled, e.AssumptionRecorded(taken), *closed_deferrals(session, ambiguity, "timed out")


def left_events(
    session: Session, ambiguity: str, question: Question, why: str
) -> tuple[e.Event, ...]:
    """What happens in a session that joined and no longer waits: the default holds instead."""
    entry = default_taken(session, question, "auto_expanded", f"withdrawn: {why}")
    settled = e.JoinSettled(str(question.id), ambiguity, "left")
    taken = _own(session, ambiguity, question, entry, question.default)
    return settled, e.AssumptionRecorded(taken)


def _answered(
    session: Session, ambiguity: str, standing: Standing, answer: Answer
) -> tuple[e.Event, ...]:
    question = standing.question
    settled = e.JoinSettled(str(question.id), ambiguity, "answered", answer)
    relayed = standing.answer is not None and standing.answer.provenance == RELAYED
    label = answer.value
    told = Assumption(
        decision=label,
        blocker_type=question.blocker_type,
        user_response=f"confirmed: {label}" if answer.option else f"custom: {label}",
        reasoning=f"{answer.by} {'relayed an answer to' if relayed else 'answered'} "
        f"{question.number}, which session {question.session} asked",
        confidence="medium" if relayed else "high",
        risk_if_wrong="medium - relayed by an agent" if relayed else "low - said by a person",
        source=RELAYED if relayed else JOINED,
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        rule="GATE-19",
        status="open" if relayed else "confirmed",
    )
    entry = _own(session, ambiguity, question, told, answer.option)
    before = standing_entry(session, ambiguity)
    if before is None:
        closed = closed_deferrals(session, ambiguity, f"answered in {question.id}")
        reopened = (e.SessionReopened(f"late answer to {question.id}", answer.by),)
        late = session.joins[ambiguity].how is not None
        return settled, e.AssumptionRecorded(entry), *closed, *(reopened if late else ())
    if entry.interpretation is not None and entry.interpretation == before.interpretation:
        return (settled,) if relayed else (settled, _confirmed(before, answer))
    tasks = resting_tasks(session.plan, str(before.id))
    trigger = f"{answer.by} answered {question.id}"
    revised = entry._replace(replaces=before.id)
    return settled, e.DecisionRevised(str(before.id), revised, tasks, trigger, answer.by)


def _confirmed(entry: Assumption, answer: Answer) -> e.AssumptionConfirmed:
    return e.AssumptionConfirmed(str(entry.id), answer.by)


def _own(
    session: Session, name: str, question: Question, entry: Assumption, option: str | None
) -> Assumption:
    """An entry about this session's own ambiguity, in its own reading that says the same."""
    mine: Ambiguity = next(a for a in session.ambiguities if a.id == name)
    paired = pairs(mine, question.options) or {}
    reading = None if option is None else paired.get(option)
    if option is not None and reading is None:
        # The same catalog id, and readings that have changed since: the option says which it is.
        known = {r.id for r in mine.interpretations}
        offered = question.option(option).interpretation
        reading = offered if offered in known else None
    decision = entry.decision if reading is None else mine.reading(reading).label
    return entry._replace(ambiguity=name, interpretation=reading, decision=decision)
