"""What an answer does, by what it means and where its question stands (ASK-10…13).

Pure: a session, a question and a reply in, events and a sentence out. Whoever loads and appends
stands in app/acts/question_acts.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.gate.asking.question_building import risk_if_wrong
from plangate.core.gate.asking.reply_meaning import (
    Chosen,
    Custom,
    Empty,
    NeedsExact,
    Unclear,
    to_be_typed,
    understand,
)
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Answer, Assumption, Option, Question
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.plans.revisions import resting_tasks, standing_entry
from plangate.core.steps.gate_step import closed_deferrals

#: What happened, in the contract's word for it and in a sentence.
Happening = tuple[Sequence[e.Event], str, str]


def answered(
    session: Session, question: Question, reply: str, origin: Answer, change: bool
) -> Happening:
    """What an answer does, by what it means and where the question stands."""
    name = str(question.id)
    if question.status in ("answered", "withdrawn") and not change:
        message = f"{name} is already {question.status}; --change answers it anew"
        lost = _not_taken(name, reply, f"already {question.status}", origin)
        return (lost,), "already_settled", message
    match understand(reply, question):
        case Empty():
            raise BadInput("answer", "is empty", _choices(question))
        case Unclear(why=why):
            lost = _not_taken(name, reply, f"unclear: {why}", origin)
            return (lost,), "ambiguous", f"{why}; answer with {_choices(question)}"
        case NeedsExact(option=meant):
            lost = _not_taken(name, reply, "a one-way question takes exact words", origin)
            return (lost,), "refused", _exactly(question, meant)
        case Chosen(option=option):
            given = origin._replace(value=option.label, option=option.key)
            return _taken(session, question, given, option)
        case Custom(text=text):
            custom = "custom" if origin.provenance == "choice" else origin.provenance
            return _taken(session, question, origin._replace(value=text, provenance=custom), None)


def _exactly(question: Question, meant: Option | None) -> str:
    """ASK-11: what a one-way question takes, and what the words seem to mean."""
    if meant is not None and meant.reversibility == "irreversible":
        return (
            f"you seem to mean “{meant.label}”, which cannot be undone: type "
            f"“{to_be_typed(meant, question.options)}” to choose it; {question.id} stays open"
        )
    seems = f"you seem to mean {meant.key}) {meant.label}; " if meant is not None else ""
    return (
        f"not taken as an answer: {seems}one of the answers cannot be undone, so only "
        f"{_choices(question)} counts; {question.id} stays open"
    )


def _not_taken(name: str, reply: str, why: str, origin: Answer) -> e.AnswerNotTaken:
    return e.AnswerNotTaken(name, reply, why, origin.by, origin.surface)


def _taken(session: Session, question: Question, given: Answer, option: Option | None) -> Happening:
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    latest = _asked_last(session, question)
    if latest.id != question.id and latest.status == "answered":  # ASK-12: that answer holds
        lost = _not_taken(name, given.value, f"asked again as {latest.number}", given)
        told = f"{name} was asked again as {latest.number}; change the answer to that one"
        return (lost,), "already_settled", told
    if question.left and question.status == "timed_out":
        return (e.LateAnswerKept(name, given),), "late", f"late: {given.value}"
    if question.left and question.status == "answered":
        return (e.AnswerChanged(name, given),), "changed", f"changed: {given.value}"
    if question.status == "answered":
        return _changed(session, question, given, option)
    if question.status in ("timed_out", "withdrawn") and standing is not None:
        return _late(session, question, given, option)
    message = f"{name}: {given.value}"
    if question.left:  # GATE-19: this session took the default; the answer is for the others
        return (e.QuestionAnswered(name, given),), "answered", message
    if question.status == "timed_out":
        entry = e.AssumptionRecorded(_confirmed(session, question, given, option))
        reopened = e.SessionReopened(f"late answer to {name}", given.by)
        return (e.LateAnswerKept(name, given), entry, reopened), "late", message
    decided = _decided(session, question, given, option)
    closed = closed_deferrals(session, question.question_id, f"answered in {name}")
    return (e.QuestionAnswered(name, given), decided, *closed), "answered", message


def _decided(session: Session, question: Question, given: Answer, option: Option | None) -> e.Event:
    """What an answer does to the ledger: a new entry, or the last word about what was deferred."""
    standing = standing_entry(session, question.question_id)
    agrees = (
        standing is not None
        and option is not None
        and option.interpretation == standing.interpretation
    )
    if standing is None or (agrees and given.provenance == RELAYED):
        return e.AssumptionRecorded(_confirmed(session, question, given, option))
    if agrees:
        return e.AssumptionConfirmed(str(standing.id), given.by)
    return _revision(session, question, given, option, f"{given.by} answered {question.id}")


def _late(session: Session, question: Question, given: Answer, option: Option | None) -> Happening:
    """ASK-10: equal to what was taken it confirms the entry; different, it opens a revision."""
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    assert standing is not None
    kept = e.LateAnswerKept(name, given)
    if option is not None and option.interpretation == standing.interpretation:
        if given.provenance == RELAYED:  # MCP-6: it agrees, and confirms nothing
            return (kept,), "late", f"late, and it agrees with {standing.id}: {given.value}"
        confirmed = e.AssumptionConfirmed(str(standing.id), given.by)
        return (kept, confirmed), "late", f"late, and it confirms {standing.id}: {given.value}"
    revised = _revision(session, question, given, option, f"late answer to {name}")
    return (kept, revised), "late", _told("late", revised, given)


def _changed(
    session: Session, question: Question, given: Answer, option: Option | None
) -> Happening:
    """ASK-12: a changed mind is a revision; the first answer stays in the record."""
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    if standing is None:  # it was taken back, or put up for review
        raise BadInput(name, "its decision is open again", _asked_now(session, question))
    if standing.decision == given.value:
        if question.answer is not None and question.answer.value == given.value:
            lost = _not_taken(name, given.value, "already the answer", given)
            return (lost,), "already_settled", f"{name} is already answered so: {given.value}"
        message = f"changed: {given.value}; {standing.id} says so already"
        if given.provenance == RELAYED:  # MCP-6: it agrees, and confirms nothing
            return (e.AnswerChanged(name, given),), "changed", message
        confirmed = e.AssumptionConfirmed(str(standing.id), given.by)
        return (e.AnswerChanged(name, given), confirmed), "changed", message
    revised = _revision(session, question, given, option, f"{given.by} changed {name}")
    return (e.AnswerChanged(name, given), revised), "changed", _told("changed", revised, given)


def _asked_last(session: Session, question: Question) -> Question:
    """The latest question about the same decision: undone answers are asked for again."""
    asked = reversed(session.questions.values())
    return next((one for one in asked if one.question_id == question.question_id), question)


def _asked_now(session: Session, question: Question) -> str:
    asked = session.open_question
    is_again = asked is not None and asked.question_id == question.question_id
    return f"an answer to {asked.number}" if asked is not None and is_again else "a new question"


def _revision(
    session: Session, question: Question, given: Answer, option: Option | None, trigger: str
) -> e.DecisionRevised:
    standing = standing_entry(session, question.question_id)
    assert standing is not None
    entry = _confirmed(session, question, given, option)._replace(replaces=standing.id)
    tasks = resting_tasks(session.plan, str(standing.id))
    return e.DecisionRevised(str(standing.id), entry, tasks, trigger, given.by)


def _told(how: str, revised: e.DecisionRevised, given: Answer) -> str:
    touched = ", ".join(revised.tasks) or "no task"
    return f"{how}: {given.value}; it replaces {revised.overturned} and touches {touched}"


def _confirmed(
    session: Session, question: Question, given: Answer, option: Option | None
) -> Assumption:
    """ASM-1: an answer is a ledger entry too."""
    response = f"confirmed: {option.label}" if option else f"custom: {given.value}"
    relayed = given.provenance == RELAYED  # MCP-6: an agent's word for a person's is a lesser one
    return Assumption(
        decision=given.value,
        blocker_type=question.blocker_type,
        user_response=response,
        reasoning=f"{given.by} {'relayed an answer to' if relayed else 'answered'} "
        f"{question.number}",
        confidence="medium" if relayed else "high",
        risk_if_wrong=_risk(option, relayed),
        source=RELAYED if relayed else "answer",
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        ambiguity=question.question_id,
        interpretation=option.interpretation if option else None,
        rule="ASK-11",
        status="open" if relayed else "confirmed",
    )


def _risk(option: Option | None, relayed: bool) -> str:
    """What a person chose they chose; that it cannot be undone is said all the same."""
    if option is not None and option.reversibility == "irreversible":
        return risk_if_wrong(option)
    return "medium - relayed by an agent" if relayed else "low - said by a person"


def _choices(question: Question) -> str:
    """What answers a question: keys, and what is typed for what cannot be undone (ASK-11)."""
    taken = [
        f"“{to_be_typed(option, question.options)}”"
        if option.reversibility == "irreversible"
        else option.key
        for option in question.options
    ]
    if question.kind == "open_ended":
        taken.append("your own words")
    return f"{', '.join(taken[:-1])} or {taken[-1]}" if len(taken) > 1 else taken[0]
