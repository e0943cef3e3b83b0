"""Where a session stands, with the form that could settle what it waits for."""

from __future__ import annotations

from plangate.app.planner import Advanced
from plangate.core.gate.asking.beside import still_beside
from plangate.core.log.session import Session
from plangate.core.model.nouns import Question
from plangate.core.model.records import Document
from plangate.core.moves import Ask, Decide, Wait
from plangate.core.plans.work.task_progress import standing
from plangate.interfaces.mcp.desks.served import Reply
from plangate.interfaces.mcp.forms import Form, question_form, scope_form
from plangate.interfaces.mcp.said.bounds import bounded
from plangate.interfaces.mcp.said.replies import session_reply


def session_shown(advanced: Advanced) -> Reply:
    """Where a session stands, for an agent, and the form that could settle what it waits for."""
    return Reply(bounded(session_reply(advanced)), form_of(advanced))


def form_of(advanced: Advanced) -> Form | None:
    outcome = advanced.outcome
    if isinstance(outcome, Ask | Wait) and outcome.question.status == "pending":
        joined = advanced.session.id if isinstance(outcome, Wait) else ""
        question = still_beside(advanced.session, outcome.question)
        form = question_form(question, goes_on=_goes_on(advanced.session))
        return form._replace(session=joined)
    return scope_form(outcome.scope, outcome.chain) if isinstance(outcome, Decide) else None


def _goes_on(session: Session) -> bool:
    """ASK-17: whether anything can be worked on while a question is open."""
    now = standing(session, session.plan) if session.plan is not None else None
    return now is not None and bool(now.ready or now.started)


def about_question(advanced: Advanced, question: Question) -> Reply:
    """Where a session stands, and what became of the question somebody asked after."""
    reply = session_shown(advanced)
    about: Document = {"asked": str(question.id), "status": question.status}
    if question.answer is not None:
        said = question.answer
        about["answer"] = {
            "value": said.value,
            "option": said.option,
            "provenance": said.provenance,
        }
    return reply._replace(document={**about, **reply.document})
