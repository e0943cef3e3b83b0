"""The interview (INT-11): before planning, every decision the gate would weigh, most costly first.

A person goes through them until they say enough; what is left is the gate's as always. What is
answered here is no clarification: nobody interrupted the person.
"""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.gate.asking.question_building import build_question, risk_if_wrong
from plangate.core.gate.asking.reply_meaning import Chosen, Custom, understand
from plangate.core.gate.decide import decide
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Assumption, Question
from plangate.core.model.policy.steps_numbers import INTERVIEW_STEP_LONGEST_WORDS
from plangate.core.moves import Interview
from plangate.core.steps.gate_step import closed_deferrals, gate_document


def interview(session: Session, around: Surroundings) -> Interview | None:
    """What is still to be gone through; None when nothing is, or the person has said enough."""
    if not session.begun.interview or session.work.interview_over:
        return None
    questions = interview_questions(session, around)
    if not questions:
        return None
    actions = [f"{question.question_id}: {question.prompt}" for question in questions]
    return Interview(questions, stop_report(session, "interview", actions))


def interview_questions(session: Session, around: Surroundings) -> tuple[Question, ...]:
    """Every open decision as a question, the one that is worth most first."""
    if not session.open_ambiguities:
        return ()
    document = gate_document(session, around)
    found = [build_question(document, decision) for decision in decide(document)]
    return tuple(sorted(found, key=lambda q: (-q.expected_loss, q.question_id)))


def answered(
    session: Session, question: Question, reply: str, by: str, surface: str
) -> tuple[e.Event, ...]:
    """What a reply in an interview decides; refused when it chooses nothing."""
    match understand(reply, question):
        case Chosen(option=option):
            entry = Assumption(
                decision=option.label,
                blocker_type=question.blocker_type,
                user_response=f"confirmed: {option.label}",
                reasoning=f"{by} chose it in the interview",
                confidence="high",
                risk_if_wrong=risk_if_wrong(option),
                source="answer",
                interpretation=option.interpretation,
            )
        case Custom(text=words):
            entry = Assumption(
                decision=words[:INTERVIEW_STEP_LONGEST_WORDS],
                blocker_type=question.blocker_type,
                user_response=f"custom: {words[:INTERVIEW_STEP_LONGEST_WORDS]}",
                reasoning=f"{by} said so in the interview",
                confidence="high",
                risk_if_wrong="low - said by a person",
                source="answer",
            )
        case _:
            keys = ", ".join(option.key for option in question.options)
            final = "the whole label of what cannot be undone" if question.one_way else "own words"
            raise BadInput("answer", f"{reply[:60]!r} chooses nothing", f"{keys}, or {final}")
    entry = entry._replace(
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        ambiguity=question.question_id,
        status="confirmed",
        rule="INT-11",
    )
    said = e.InterviewAnswered(question.question_id, entry.decision, by, surface)
    closed = closed_deferrals(session, question.question_id, "INT-11")
    return (said, e.AssumptionRecorded(entry), *closed)
