"""Whether a question's time is over (ASK-8), for everybody who looks at one."""

from __future__ import annotations

from datetime import datetime

from plangate.core.log.chain import time_of
from plangate.core.model.nouns import Question


def is_overdue(question: Question, now: datetime) -> bool:
    """ASK-8: an answer at the deadline itself is on time; `wait` has no deadline to miss."""
    if question.status != "pending" or question.deadline is None or question.on_timeout == "wait":
        return False
    return now > time_of(question.deadline)
