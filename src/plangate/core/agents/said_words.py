"""Words of a person that a host quotes: from the goal, or from what they said to a question.

They are looked up in the record, by the question's id, and count as a quote of a file does, never
as a person's choice (MCP-6).
"""

from __future__ import annotations

from hashlib import sha256

from plangate.core.agents.proposals import HostEvidence
from plangate.core.agents.telling import THE_GOAL
from plangate.core.log.session import Session
from plangate.language.words.stems import content_stems

_NOT_THERE = "those words are not recorded with that question; answer passes them on, or its note"


def as_in_the_goal(entry: HostEvidence, session: Session) -> HostEvidence:
    """UND-7: evidence whose locator is the goal: whether its words stand there. They are a
    person's, and count as a quote does."""
    quote = plain(entry.quote or "")
    if len(content_stems(quote)) < 2 or quote not in plain(session.goal):
        return entry._replace(why_not="those words do not stand in the goal")
    digest = sha256(f"{THE_GOAL}\n{quote}".encode()).hexdigest()[:16]
    return entry._replace(digest=digest, passed_on=True)


def as_passed_on(entry: HostEvidence, session: Session) -> HostEvidence:
    """Evidence whose locator is a question: whether its words were said there."""
    name, quote = str(entry.locator), plain(entry.quote or "")
    if not quote or not _is_said_to(session, name, quote):
        others = (str(x) for x in session.questions if quote and _is_said_to(session, x, quote))
        where = next(others, None)
        return entry._replace(why_not=f"those words were said to {where}" if where else _NOT_THERE)
    digest = sha256(f"{name}\n{quote}".encode()).hexdigest()[:16]
    return entry._replace(digest=digest, passed_on=True)


def _is_said_to(session: Session, name: str, quote: str) -> bool:
    return any(quote in plain(text) for text in _said_to(session, name))


def _said_to(session: Session, name: str) -> list[str]:
    question = session.questions[name]
    answers = [question.answer] if question.answer is not None else []
    answers += [*session.earlier_answers.get(name, ()), *session.late_answers.get(name, ())]
    return [*session.notes.get(name, ()), *(answer.value for answer in answers)]


def plain(text: str) -> str:
    return " ".join(text.casefold().split())
