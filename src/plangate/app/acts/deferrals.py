"""Deferrals: questions attention did not allow, offered again at a checkpoint once (ATT-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plangate.app.naming.lookup import find_row
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.log.chain import moment
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import BudgetSignal, Deferral
from plangate.core.steps.gate_step import DEFERRAL_LIFE


def resume_session(
    planner: Planner, name: str, *, by: str, budget_signal: BudgetSignal = "normal"
) -> Advanced:
    """A checkpoint: open deferrals are offered again, then the session goes on."""
    planner.change(name, lambda session: _offers(planner, session, by, budget_signal))
    return planner.advance(name)


def renew(planner: Planner, name: str, risk: str, *, by: str) -> Deferral:
    """Give a deferral a new term; it needs a new risk statement."""
    statement = checked_note(risk, "--risk")

    def act(deferral: Deferral, signed: str) -> Sequence[e.Event]:
        if statement == deferral.risk_statement:
            raise BadInput("--risk", "says the same as before", "a new risk statement")
        expiry = moment(planner.clock.now() + DEFERRAL_LIFE)
        return [e.DeferralRenewed(str(deferral.id), statement, expiry, signed)]

    return _change(planner, name, act, "renew {} --risk RISK", by)


def resolve(planner: Planner, name: str, how: str, *, by: str) -> Deferral:
    """Close a deferral: a person looked and says how it is settled."""
    reason = checked_note(how, "how")

    def act(deferral: Deferral, signed: str) -> Sequence[e.Event]:
        return [e.DeferralResolved(str(deferral.id), reason, signed)]

    return _change(planner, name, act, "resolve {} --how HOW", by)


def _offers(
    planner: Planner, session: Session, by: str, budget_signal: BudgetSignal
) -> list[e.Event]:
    """Open deferrals not offered yet, once attention is to be had and the quota is unused; a plan
    that was closed is taken up again (PLAN-13)."""
    if session.closed is not None:
        where, command = session.begun.workspace, f"plangate resume {session.id}"
        done = planner.require("revise", command, workspace=where)
        return [e.SessionReopened("it is wanted again", done.signed(by))]
    pressed = planner.outside.focus() == "deep" or budget_signal in ("critical", "cost_exceeded")
    used_up = session.asked >= session.begun.policy.clarifications
    if pressed or used_up or session.open_question:
        return []
    offered = [
        e.DeferralOffered(str(d.id), f"session resumed by {by}", budget_signal)
        for d in session.deferrals.values()
        if d.status == "open" and d.id not in session.offered
    ]
    reopened = session.stop is not None and session.stop.ending == "blocked"
    return [*offered, *([e.SessionReopened("resumed", by)] if reopened and not offered else [])]


def _change(
    planner: Planner,
    name: str,
    act: Callable[[Deferral, str], Sequence[e.Event]],
    command: str,
    by: str,
) -> Deferral:
    row = find_row(planner.store, "deferrals", name)

    def look(session: Session) -> Sequence[e.Event]:
        deferral = session.deferrals[row["id"]]
        if deferral.status != "open":
            raise BadInput("deferral id", f"{deferral.id} is {deferral.status}", "an open deferral")
        done = planner.require(
            "renew",
            f"plangate deferrals {command.format(deferral.id)}",
            workspace=session.begun.workspace,
        )
        blocked = session.stop is not None and session.stop.ending == "blocked"
        reopened = e.SessionReopened(f"{deferral.id} was looked after", "requester")
        return [*act(deferral, done.signed(by)), *([reopened] if blocked else [])]

    return planner.change(row["session"], look).deferrals[row["id"]]
