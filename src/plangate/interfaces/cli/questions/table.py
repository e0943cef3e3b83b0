"""A decision with many options at a terminal: one table, rows decided in any order (SPLIT-11)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.printing import emit, has_cursor

if TYPE_CHECKING:
    from plangate.app.acts.scope_acts import Scope
    from plangate.app.planner import Planner
    from plangate.core.model.scope_nouns import Chain, Choice

_LETTERS = {"i": "include", "d": "defer", "c": "cut", "h": "hold"}


def decide_at_terminal(planner: Planner, scope: Scope, *, by: str) -> Scope:
    """Let a person decide; a chain for capped surfaces is answered part by part instead."""
    from plangate.app.acts.scope_acts import answer
    from plangate.core.model.scope_nouns import warnings_of
    from plangate.core.scopes.scope_parts import open_part
    from plangate.interfaces.cli.terminal import choose

    whole = scope.chain.decision.surface == "whole" and scope.chain.decision.kind != "alternatives"
    place = 0
    was: dict[str, str] = {}
    while whole and has_cursor() and scope.chain.stage == "parts" and _in_hand(scope.chain):
        chain = scope.chain
        options = chain.decision.options
        rows = [_row(o, chain.dispositions[o.key], was.get(o.key)) for o in options]
        warned = [f"clash: {'; '.join(warnings_of(chain))}"] if warnings_of(chain) else []
        details = [[*_about(o), *warned] or [""] for o in options]
        hint = (
            f"{chain.decided} of {len(rows)} decided. i include, d defer, c cut, h hold, q leaves "
        )
        cursor = _next_open(chain, place)
        title = chain.decision.decision
        pressed, place = choose(title, rows, details, "".join(_LETTERS), hint, cursor)
        if pressed not in _LETTERS:
            return scope
        key = options[place].key
        before = chain.dispositions[key]
        scope = _decided(planner, scope, key, _LETTERS[pressed], by)
        if before not in ("undecided", scope.chain.dispositions[key]):
            was[key] = before  # a decision that is written over does not go without a word
    while (part := open_part(scope.chain)) is not None:
        emit(f"{part.number}  {part.prompt}\n  {' | '.join(part.choices)}  (Enter leaves)")
        sys.stdout.write("> ")
        sys.stdout.flush()
        reply = sys.stdin.readline().strip()
        if not reply:
            return scope
        try:
            scope = answer(planner, scope.id, reply, by=by, surface="cli", number=part.number)
        except BadInput as error:
            emit(str(error))
    return scope


def _row(option: Choice, disposition: str, was: str | None) -> str:
    """What was decided, the option, what it costs and what is recommended for it."""
    beside = [
        f"was {was}" if was else "",
        f"cost: {option.cost}" if option.cost else "",
        f"recommended: {option.recommend}" if option.recommend else "",
    ]
    told = ", ".join(part for part in beside if part)
    return _line(f"{disposition:9}  {option.key}", option.label, *([f"({told})"] if told else []))


def _about(option: Choice) -> list[str]:
    """What an option holds, and why it is recommended so."""
    return [_line(part) for part in (option.scope, option.reason) if part]


def _decided(planner: Planner, scope: Scope, key: str, bucket: str, by: str) -> Scope:
    """The table after a key; what cannot be undone is included by typing its label (ASK-11)."""
    from plangate.app.acts.scope_acts import decide_row

    try:
        return decide_row(planner, scope.id, key, bucket, by=by, surface="cli")
    except BadInput as error:
        emit(_line(str(error)))
        sys.stdout.write("Its label: ")
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
