"""A decision with many options at a terminal: one table, rows decided in any order (SPLIT-11)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plangate.core.errors import BadInput

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.scopes import Scope

_LETTERS = {"i": "include", "d": "defer", "c": "cut", "h": "hold"}


def decide_at_terminal(planner: Planner, scope: Scope, *, by: str) -> Scope:
    """Let a person decide; a chain for capped surfaces is answered part by part instead."""
    from plangate.app.scopes import answer, decide_row
    from plangate.core.chain.model import warnings_of
    from plangate.core.chain.parts import open_part
    from plangate.interfaces.cli.terminal import choose

    whole = scope.chain.decision.surface == "whole" and scope.chain.decision.kind != "alternatives"
    while whole and scope.chain.stage == "parts" and scope.chain.status in ("open", "held"):
        chain = scope.chain
        rows = [
            f"{chain.dispositions[o.key]:9}  {o.key}  {o.label}"[:110]
            for o in chain.decision.options
        ]
        warned = "; ".join(warnings_of(chain))
        details = [f"clash: {warned}" if warned else o.scope for o in chain.decision.options]
        hint = (
            f"{chain.decided} of {len(rows)} decided. i include, d defer, c cut, h hold, q leaves "
        )
        pressed, place = choose(rows, details, "".join(_LETTERS), hint)
        if pressed not in _LETTERS:
            return scope
        key = chain.decision.options[place].key
        scope = decide_row(planner, scope.id, key, _LETTERS[pressed], by=by, surface="cli")
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
