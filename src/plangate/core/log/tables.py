"""The tables beside the record: their keys, their rows, and a row's value read back (REC-1).

Whoever only looks something up needs this and not the fold that makes the rows (projection.py).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from plangate.core.log.wire import decoder
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.records import Document, Fields

Value = TypeVar("Value", bound=tuple[object, ...])
#: What a column holds.
Cell = str | int | float | None

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
    "erasures": ("stream", "seq"),
    "quarantined": ("session",),
    "workspaces": ("path", "identity"),
}

#: The column that names the stream a row was made from, where it is not `session`.
_STREAM_COLUMN: Mapping[str, str] = {
    "plan_sessions": "plan_session_id",
    "focus": "person",
    "preferences": "person",
    "erasures": "log",
    "quarantined": "log",
}


def stream_column(table: str) -> str:
    """The column of a table that names the stream its rows were made from."""
    return _STREAM_COLUMN.get(table, "session")


#: What may stand once only: a number in a workspace (SPLIT-3), and an open question about one
#: matter (GATE-19). What is null is no second of anything.
UNIQUE: Sequence[tuple[str, tuple[str, ...], tuple[str, ...]]] = (
    ("decisions", ("place", "number"), ()),
    ("questions", ("place", "matter"), ("pending", "held")),
)

#: Where a preference or a memory holds that is bound to no workspace.
EVERYWHERE = "*"


class TableRow(NamedTuple):
    table: str
    values: Document

    @property
    def key(self) -> tuple[Cell, ...]:
        return tuple(self.values[column] for column in KEYS[self.table])


class Query(NamedTuple):
    """Which rows of a projection are wanted."""

    table: str
    equals: Mapping[str, Cell] = {}
    among: tuple[str, tuple[Cell, ...]] | None = None
    begins: tuple[str, str] | None = None
    from_on: tuple[str, str] | None = None
    before: tuple[str, str] | None = None
    order: tuple[str, ...] = ()
    descending: bool = False
    limit: int | None = None
    #: Only what belongs to one of these places (REC-8).
    places: tuple[str, ...] = ()


def document_of(row: Fields) -> Document:
    """The whole value a row stands for."""
    try:
        document: Document = json.loads(row["document"])
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreDamaged(
            f"a row of session {row['session']} cannot be read ({error}); "
            "`plangate doctor --rebuild` makes the tables again"
        ) from None
    return document


def documents_of(
    rows: Iterable[Fields], kind: type[tuple[object, ...]] | None = None
) -> tuple[list[Document], list[str]]:
    """The values rows stand for, and the sessions whose rows cannot be read (REC-9).

    With a `kind` a row whose document makes no such value cannot be read either.
    """
    found: list[Document] = []
    unreadable: dict[str, None] = {}
    for row in rows:
        try:
            document = document_of(row)
            if kind is not None:
                value_of(kind, document)
            found.append(document)
        except StoreDamaged:
            unreadable[str(row["session"])] = None
    return found, list(unreadable)


def value_of(kind: type[Value], document: Fields) -> Value:
    """A row's document as the value it was made from."""
    try:
        value: Value = decoder(kind)(dict(document))
    except (TypeError, AttributeError, ValueError) as error:
        raise StoreDamaged(
            f"a row cannot be read ({error}); `plangate doctor --rebuild` makes the tables again"
        ) from None
    return value
