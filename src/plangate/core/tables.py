"""The tables beside the record: their keys, their rows, and a row's value read back (REC-1).

Whoever only looks something up needs this and not the fold that makes the rows (projection.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from plangate.core.errors import StoreDamaged
from plangate.core.wire import decoder

Value = TypeVar("Value", bound=tuple[Any, ...])

#: The columns that make a row's key, by table.
KEYS: Mapping[str, tuple[str, ...]] = {
    "plan_sessions": ("plan_session_id",),
    "questions": ("id",),
    "assumptions": ("id",),
    "plans": ("session", "version"),
    "deferrals": ("id",),
    "decisions": ("id",),
    "scopes": ("id",),
    "focus": ("person",),
    "preferences": ("place", "question_id"),
    "memories": ("id",),
    "agent_calls": ("id",),
    "workspaces": ("path", "identity"),
}

#: What may stand once only: a number in a workspace (SPLIT-3), an open question (GATE-7), and an
#: open question about one matter (GATE-19). What is null is no second of anything.
UNIQUE: Sequence[tuple[str, tuple[str, ...], tuple[str, ...]]] = (
    ("decisions", ("place", "number"), ()),
    ("questions", ("place",), ("pending", "held")),
    ("questions", ("place", "matter"), ("pending", "held")),
)

#: Where a preference or a memory holds that is bound to no workspace.
EVERYWHERE = "*"


class Row(NamedTuple):
    table: str
    values: dict[str, Any]

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple(self.values[column] for column in KEYS[self.table])


class Query(NamedTuple):
    """Which rows of a projection are wanted."""

    table: str
    equals: Mapping[str, Any] = {}
    among: tuple[str, tuple[Any, ...]] | None = None
    begins: tuple[str, str] | None = None
    from_on: tuple[str, str] | None = None
    before: tuple[str, str] | None = None
    order: tuple[str, ...] = ()
    descending: bool = False
    limit: int | None = None
    #: Only what belongs to one of these places (REC-8).
    places: tuple[str, ...] = ()


def document_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The whole value a row stands for."""
    try:
        document: dict[str, Any] = json.loads(row["document"])
    except (ValueError, TypeError) as error:
        raise StoreDamaged(
            f"a row of session {row['session']} cannot be read ({error}); "
            "`plangate doctor --rebuild` makes the tables again"
        ) from None
    return document


def value_of(kind: type[Value], document: Mapping[str, Any]) -> Value:
    """A row's document as the value it was made from."""
    try:
        value: Value = decoder(kind)(dict(document))
    except (TypeError, AttributeError, ValueError) as error:
        raise StoreDamaged(
            f"a row cannot be read ({error}); `plangate doctor --rebuild` makes the tables again"
        ) from None
    return value
