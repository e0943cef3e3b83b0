"""Which address is which page, and which act belongs to which page: the whole map of the site."""

from __future__ import annotations

from collections.abc import Mapping

from plangate.interfaces.web.pages import (
    history_page,
    home_page,
    inbox_page,
    ledger_page,
    numbers_page,
    plan_page,
    question_page,
    scope_page,
    settings_page,
)
from plangate.interfaces.web.visit import Act, Show

PAGES: Mapping[str, Show] = {
    "/": home_page.home,
    "/inbox": inbox_page.inbox,
    "/questions/{id}": question_page.question,
    "/plans": plan_page.listed,
    "/plans/{id}": plan_page.plan,
    "/ledger": ledger_page.ledger,
    "/ledger/{id}": ledger_page.entry,
    "/scopes": scope_page.listed,
    "/scopes/{id}": scope_page.scope,
    "/history": history_page.history,
    "/history/{id}": history_page.session,
    "/numbers": numbers_page.numbers,
    "/settings": settings_page.settings,
}

#: An act, and the page that is shown again when it cannot be done.
ACTS: Mapping[str, tuple[Act, Show]] = {
    "/seen": (home_page.seen, home_page.home),
    "/questions/{id}/answer": (question_page.answer, question_page.question),
    "/questions/{id}/hold": (question_page.hold, question_page.question),
    "/questions/{id}/resume": (question_page.resume, question_page.question),
    "/questions/{id}/note": (question_page.note, question_page.question),
    "/questions/{id}/withdraw": (question_page.withdraw, question_page.question),
    "/questions/{id}/claim": (question_page.claim, question_page.question),
    "/questions/{id}/assign": (question_page.assign, question_page.question),
    "/questions/{id}/undo": (question_page.undo, question_page.question),
    "/plans/{id}/approve": (plan_page.approve, plan_page.plan),
    "/ledger/{id}/confirm": (ledger_page.confirm, ledger_page.entry),
    "/ledger/{id}/wrong": (ledger_page.wrong, ledger_page.entry),
    "/ledger/{id}/undo": (ledger_page.undo, ledger_page.entry),
    "/scopes/{id}/rows": (scope_page.rows, scope_page.scope),
    "/scopes/{id}/answer": (scope_page.answer, scope_page.scope),
    "/scopes/{id}/resume": (scope_page.resume, scope_page.scope),
    "/settings/focus": (settings_page.focus, settings_page.settings),
    "/settings/dial": (settings_page.dial, settings_page.settings),
    "/settings/prefer": (settings_page.prefer, settings_page.settings),
    "/settings/clear": (settings_page.clear, settings_page.settings),
    "/settings/logout": (settings_page.log_out_everywhere, settings_page.settings),
}
