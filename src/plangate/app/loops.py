"""Observe, orient, decide, act: the turns of a loop, recorded and bounded (INT-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

from plangate.app.planner import Advanced, Planner, checked_note
from plangate.core import events as e
from plangate.core.errors import BadInput, Conflict, StoreBusy
from plangate.core.session import Session, fold
from plangate.core.stops import stop_report

TURNS: tuple[str, ...] = get_args(e.Turn)

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
    for _ in range(100):
        entries = planner.load(name)
        session = fold(entries)
        _must_be_open(session)
        last = session.turns[-1].turn if session.turns else None
        if turn not in NEXT[last]:
            raise BadInput("turn", f"{turn} cannot follow {last or 'the start'}", _or(NEXT[last]))
        begins_round = turn == "observe" and last != "observe"
        if begins_round and rounds_of(session) >= session.begun.budget.iterations:
            _spend(planner, name)
            return None
        try:
            entries = planner.append(name, entries, (e.LoopTurned(turn, kept, by),))
        except Conflict:
            continue
        after = fold(entries)
        left = after.begun.budget.iterations - rounds_of(after)
        return Turned(after, rounds_of(after), left, NEXT[turn])
    raise StoreBusy(f"loop {name} is being changed by others all the time; try again")


def promote(planner: Planner, name: str, clarified: str, *, by: str) -> Advanced:
    """Leave the loop with a plan: what became clear is what is planned."""
    kept = checked_note(clarified, "what became clear")
    for _ in range(100):
        entries = planner.load(name)
        _must_be_open(fold(entries))
        try:
            planner.append(name, entries, (e.LoopPromoted(kept, by),))
        except Conflict:
            continue
        return planner.advance(name)
    raise StoreBusy(f"loop {name} is being changed by others all the time; try again")


def _spend(planner: Planner, name: str) -> None:
    """INV-9: the budget is spent; the loop says so and stays promotable."""
    entries = planner.load(name)
    session = fold(entries)
    if session.stop is None or session.stop.ending != "exhausted":
        actions = [
            f'plangate ooda {name} promote "what became clear"  (make a plan of it)',
            "start again with a larger budget: plangate plan GOAL --budget deep",
        ]
        report = stop_report(session, "exhausted", actions)
        planner.append(name, entries, (e.StopReported(report),))


def _must_be_open(session: Session) -> None:
    if not session.loop_open:
        raise BadInput("session", f"{session.id} has no open loop", "a session that opened one")


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words)
