"""Which address is which page, and which act belongs to which page: the whole map of the site."""

from __future__ import annotations

from collections.abc import Mapping

from plangate.interfaces.web.pages import home, plans, questions
from plangate.interfaces.web.visit import Act, Show

PAGES: Mapping[str, Show] = {
    "/": home.home,
    "/inbox": questions.inbox,
    "/questions/{id}": questions.question,
    "/plans": plans.listed,
    "/plans/{id}": plans.plan,
}

#: An act, and the page that is shown again when it cannot be done.
ACTS: Mapping[str, tuple[Act, Show]] = {
    "/seen": (home.seen, home.home),
    "/questions/{id}/answer": (questions.answer, questions.question),
    "/questions/{id}/hold": (questions.hold, questions.question),
    "/questions/{id}/resume": (questions.resume, questions.question),
    "/questions/{id}/note": (questions.note, questions.question),
    "/questions/{id}/withdraw": (questions.withdraw, questions.question),
    "/questions/{id}/undo": (questions.undo, questions.question),
    "/plans/{id}/approve": (plans.approve, plans.plan),
}
