"""A record carried into another store byte for byte: positions, digests, what was erased (TEAM-1).

The target is empty before and has everything after, or is as it was: one transaction. That both say
the same is proved by the audit of each, not by the carrying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from plangate.app.log.audits import audit_document, run_audit
from plangate.app.ports import Store
from plangate.core.audit.projection import log_rows, rows_of
from plangate.core.log.anchors import Anchors, Total
from plangate.core.log.chain import LOG, Entry
from plangate.core.log.tables import TableRow
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.records import Document


class Movable(Store, Protocol):
    """A store that knows its positions and can take over those of another."""

    def placed(self) -> Iterator[tuple[int, Entry]]:
        """The whole record by position."""

    def carry(
        self, placed: Iterable[tuple[int, Entry]], rows_of: Callable[[str], Iterable[TableRow]]
    ) -> None:
        """Take over a whole record at its own positions; all or none."""


class Moved(NamedTuple):
    """What was carried, and what the audit says of it on either side."""

    total: Total
    before: Document
    after: Document

    @property
    def is_the_same(self) -> bool:
        return self.before == self.after


def move(source: Movable, target: Movable, anchors: Anchors) -> Moved:
    """Carry everything from one store into an empty one; refused when it holds anything."""
    if (there := target.total().events) or next(iter(target.streams()), None):
        raise BadInput("--to", f"events are there already: {there}", "an empty database")
    held = {
        str(row.values["session"])
        for row in log_rows(source.read(LOG))
        if row.table == "quarantined" and not row.values["released"]
    }

    def rows(stream: str) -> Iterable[TableRow]:
        if stream in held:
            return ()
        try:
            return rows_of(stream, target.read(stream))
        except StoreDamaged as error:
            raise BadInput(
                f"session {stream}", str(error), f"plangate doctor --quarantine {stream} first"
            ) from None

    target.carry(source.placed(), rows)
    before, after = (_audited(store, anchors) for store in (source, target))
    return Moved(target.total(), before, after)


def _audited(store: Store, anchors: Anchors) -> Document:
    return audit_document(run_audit(store, anchors=anchors))
