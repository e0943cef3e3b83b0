"""What a person said beside the question, as evidence for another decision (MCP-3, ASK-15).

An agent passes a reply on; what it holds beyond the question is quoted from the record, by the
question's id. It counts as a quote of a file does, and never as a person's choice (MCP-6).
"""

from __future__ import annotations

from hashlib import sha256

from plangate.core.agents.proposals import HostEvidence
from plangate.core.log.session import Session

_NOT_THERE = "those words are not recorded with that question; answer passes them on, or its note"


def as_passed_on(entry: HostEvidence, session: Session) -> HostEvidence:
    """Evidence whose locator is a question: whether its words were said there."""
    name, quote = str(entry.locator), _plain(entry.quote or "")
    if not quote or not any(quote in _plain(text) for text in _said(session, name)):
        return entry._replace(why_not=_NOT_THERE)
    digest = sha256(f"{name}\n{quote}".encode()).hexdigest()[:16]
    return entry._replace(digest=digest, passed_on=True)


def _said(session: Session, name: str) -> list[str]:
    question = session.questions[name]
    answers = [question.answer] if question.answer is not None else []
    answers += [*session.earlier_answers.get(name, ()), *session.late_answers.get(name, ())]
    return [*session.notes.get(name, ()), *(answer.value for answer in answers)]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
