"""Which address is which page, and which act belongs to which page: the whole map of the site."""

from __future__ import annotations

from collections.abc import Mapping

from plangate.interfaces.web.pages import (
    history,
    home,
    inbox,
    ledger,
    numbers,
    plans,
    questions,
    scopes,
    settings,
)
from plangate.interfaces.web.visit import Act, Show

PAGES: Mapping[str, Show] = {
    "/": home.home,
    "/inbox": inbox.inbox,
    "/questions/{id}": questions.question,
    "/plans": plans.listed,
    "/plans/{id}": plans.plan,
    "/ledger": ledger.ledger,
    "/ledger/{id}": ledger.entry,
    "/scopes": scopes.listed,
    "/scopes/{id}": scopes.scope,
    "/history": history.history,
    "/history/{id}": history.session,
    "/numbers": numbers.numbers,
    "/settings": settings.settings,
}

#: An act, and the page that is shown again when it cannot be done.
ACTS: Mapping[str, tuple[Act, Show]] = {
    "/seen": (home.seen, home.home),
    "/questions/{id}/answer": (questions.answer, questions.question),
    "/questions/{id}/hold": (questions.hold, questions.question),
    "/questions/{id}/resume": (questions.resume, questions.question),
    "/questions/{id}/note": (questions.note, questions.question),
    "/questions/{id}/withdraw": (questions.withdraw, questions.question),
    "/questions/{id}/claim": (questions.claim, questions.question),
    "/questions/{id}/assign": (questions.assign, questions.question),
    "/questions/{id}/undo": (questions.undo, questions.question),
    "/plans/{id}/approve": (plans.approve, plans.plan),
    "/ledger/{id}/confirm": (ledger.confirm, ledger.entry),
    "/ledger/{id}/wrong": (ledger.wrong, ledger.entry),
    "/ledger/{id}/undo": (ledger.undo, ledger.entry),
    "/scopes/{id}/rows": (scopes.rows, scopes.scope),
    "/scopes/{id}/answer": (scopes.answer, scopes.scope),
    "/scopes/{id}/resume": (scopes.resume, scopes.scope),
    "/settings/focus": (settings.focus, settings.settings),
    "/settings/dial": (settings.dial, settings.settings),
    "/settings/prefer": (settings.prefer, settings.settings),
    "/settings/clear": (settings.clear, settings.settings),
    "/settings/logout": (settings.log_out_everywhere, settings.settings),
}
