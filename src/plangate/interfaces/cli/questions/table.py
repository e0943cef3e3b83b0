"""A decision with many options at a terminal: one table, rows decided in any order (SPLIT-11)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput

if TYPE_CHECKING:
    from plangate.app.acts.scope_acts import Scope
    from plangate.app.planner import Planner
    from plangate.core.model.scope_nouns import Chain

_LETTERS = {"i": "include", "d": "defer", "c": "cut", "h": "hold"}


def decide_at_terminal(planner: Planner, scope: Scope, *, by: str) -> Scope:
    """Let a person decide; a chain for capped surfaces is answered part by part instead."""
    from plangate.app.acts.scope_acts import answer
    from plangate.core.model.scope_nouns import warnings_of
    from plangate.core.scopes.scope_parts import open_part
    from plangate.interfaces.cli.terminal import choose

    whole = scope.chain.decision.surface == "whole" and scope.chain.decision.kind != "alternatives"
    place = 0
    while whole and scope.chain.stage == "parts" and _in_hand(scope.chain):
        chain = scope.chain
        rows = [
            _line(f"{chain.dispositions[o.key]:9}  {o.key}", o.label)[:110]
            for o in chain.decision.options
        ]
        warned = "; ".join(warnings_of(chain))
        details = [_line(f"clash: {warned}" if warned else o.scope) for o in chain.decision.options]
        hint = (
            f"{chain.decided} of {len(rows)} decided. i include, d defer, c cut, h hold, q leaves "
        )
        cursor = _next_open(chain, place)
        pressed, place = choose(rows, details, "".join(_LETTERS), hint, cursor)
        if pressed not in _LETTERS:
            return scope
        key = chain.decision.options[place].key
        scope = _decided(planner, scope, key, _LETTERS[pressed], by)
    while (part := open_part(scope.chain)) is not None:
        sys.stdout.write(f"{part.number}  {part.prompt}\n  {' | '.join(part.choices)}\n> ")
        sys.stdout.flush()
        reply = sys.stdin.readline().strip()
        if not reply:
            return scope
        try:
            scope = answer(planner, scope.id, reply, by=by, surface="cli", number=part.number)
        except BadInput as error:
            sys.stdout.write(f"{error}\n")
    return scope


def _decided(planner: Planner, scope: Scope, key: str, bucket: str, by: str) -> Scope:
    """The table after a key; what cannot be undone is included by typing its label (ASK-11)."""
    from plangate.app.acts.scope_acts import decide_row

    try:
        return decide_row(planner, scope.id, key, bucket, by=by, surface="cli")
    except BadInput as error:
        sys.stdout.write(f"{_line(str(error))}\nIts label: ")
        sys.stdout.flush()
    typed = sys.stdin.readline().strip()
    try:
        return decide_row(planner, scope.id, key, typed, by=by, surface="cli") if typed else scope
    except BadInput:
        return scope


def _in_hand(chain: Chain) -> bool:
    """Open, or held row by row; a chain that waits as a whole is not put to anybody."""
    return chain.status in ("open", "held") and not chain.waits


def _next_open(chain: Chain, place: int) -> int:
    """The row a person comes to next: the first one still undecided, from the last one on."""
    states = list(chain.dispositions.values())
    around = [*range(place, len(states)), *range(place)]
    return next((row for row in around if states[row] == "undecided"), place)


def _line(*parts: str) -> str:
    """Somebody's text in one row: a line break in it would break the table."""
    from plangate.interfaces.text import shown

    return shown("  ".join(part.replace("\n", " ").replace("\t", " ") for part in parts))
