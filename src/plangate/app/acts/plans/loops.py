"""Observe, orient, decide, act: the turns of a loop, recorded and bounded (INT-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput

#: Each turn may be made again or lead on to the next; acting leads back to observing.
NEXT: Mapping[str | None, tuple[str, ...]] = {
    None: ("observe",),
    "observe": ("observe", "orient"),
    "orient": ("orient", "decide"),
    "decide": ("decide", "act"),
    "act": ("act", "observe"),
}


class Turned(NamedTuple):
    session: Session
    rounds: int
    rounds_left: int
    next_turns: tuple[str, ...]


def rounds_of(session: Session) -> int:
    """How many times the loop has gone round: each round begins by observing."""
    last: str | None = None
    rounds = 0
    for turn in session.turns:
        rounds += turn.turn == "observe" and last != "observe"
        last = turn.turn
    return rounds


def take_turn(planner: Planner, name: str, turn: e.Turn, text: str, *, by: str) -> Turned | None:
    """Record one turn; None when the budget of iterations lets the loop go round no more."""
    kept = checked_note(text, turn)

    def act(session: Session) -> Sequence[e.Event]:
        _must_be_open(session)
        last = session.turns[-1].turn if session.turns else None
        if turn not in NEXT[last]:
            raise BadInput("turn", f"{turn} cannot follow {last or 'the start'}", _or(NEXT[last]))
        begins_round = turn == "observe" and last != "observe"
        if begins_round and rounds_of(session) >= session.begun.budget.iterations:
            return _spent(session)
        return (e.LoopTurned(turn, kept, by),)

    after = planner.change(name, act)
    if after.stop is not None and after.stop.ending == "exhausted":
        return None
    left = after.begun.budget.iterations - rounds_of(after)
    return Turned(after, rounds_of(after), left, NEXT[turn])


def promote(planner: Planner, name: str, clarified: str, *, by: str) -> Advanced:
    """Leave the loop with a plan: what became clear is what is planned."""
    kept = checked_note(clarified, "what became clear")

    def act(session: Session) -> Sequence[e.Event]:
        _must_be_open(session)
        return (e.LoopPromoted(kept, by, anew=True),)

    planner.change(name, act)
    return planner.advance(name)


def _spent(session: Session) -> Sequence[e.Event]:
    """INV-9: the budget is spent; the loop says so once and stays promotable."""
    if session.stop is not None and session.stop.ending == "exhausted":
        return ()
    actions = [
        f'plangate ooda {session.id} promote "what became clear"  (make a plan of it)',
        "start again with a larger budget: plangate plan GOAL --budget deep",
    ]
    return (e.StopReported(stop_report(session, "exhausted", actions)),)


def _must_be_open(session: Session) -> None:
    if not session.loop_open:
        raise BadInput("session", f"{session.id} has no open loop", "a session that opened one")


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words)
