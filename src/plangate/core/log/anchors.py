"""Anchors: what the log amounted to at one moment, to be kept outside of it (REC-6).

An anchor is the number of events and a sum over them; one more event is one more summand, so it is
kept up at the same cost however long the log is. Whoever changes, cuts or rewrites the log has the
sum against them, up to the last anchor, unless they can write the anchors too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plangate.core.log.chain import Entry
from plangate.core.log.wire import canonical
from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import Record, Text, Whole, read_json

_MODULUS = 2**256

#: What an event of a session's end is called: with it an anchor is due.
_END = "StopReported"

#: A stream, a sequence number and a digest: what the sum is made of.
Link = tuple[str, int, str]


class Total(NamedTuple):
    """How many events there are, and their sum."""

    events: int = 0
    sum: int = 0

    def plus(self, links: Iterable[Link]) -> Total:
        """The total with these events behind it."""
        events, total = self
        for stream, seq, digest in links:
            events += 1
            total += int(sha256(f"{stream}\n{seq}\n{digest}"), 16)
        return Total(events, total % _MODULUS)

    @property
    def hex(self) -> str:
        return f"{self.sum:064x}"


def link_of(entry: Entry) -> Link:
    return entry.stream, entry.seq, entry.digest


class Anchor(NamedTuple):
    """A total, when it was that, and the anchor before it."""

    events: int
    sum: str
    at: str
    previous: str
    #: A person took the log as it was then, whatever the anchors before said.
    accepted_by: str = ""

    @property
    def digest(self) -> str:
        return sha256(line_of(self))


BEFORE_THE_FIRST = "0" * 64
_NO_FILE = "the anchor file is gone or holds no anchor any more"
_SHAPE = Record(
    required={
        "events": Whole(0, 2**53),
        "sum": Text(64),
        "at": Text(40),
        "previous": Text(64),
        "accepted_by": Text(200, blank=True),
    },
    optional={},
)


def anchor(total: Total, at: str, before: Anchor | None, accepted_by: str = "") -> Anchor:
    previous = before.digest if before else BEFORE_THE_FIRST
    return Anchor(total.events, total.hex, at, previous, accepted_by)


def is_due(entries: Sequence[Entry], last: Anchor | None) -> bool:
    """At the end of a session, and with the first writing of a day."""
    if not entries:
        return False
    a_new_day = last is None or entries[-1].at[:10] > last.at[:10]
    return a_new_day or any(entry.type == _END for entry in entries)


def line_of(one: Anchor) -> str:
    return canonical(one._asdict())


class Anchors(NamedTuple):
    """The anchors of one log as they were found, and what is wrong with them by themselves."""

    in_force: tuple[Anchor, ...] = ()
    """From the last one that a person accepted on; all when none was."""
    fault: str | None = None
    expected: int = 0
    """Behind how many events the database knows an anchor in this very file; 0 when of none."""
    lost: int = 0
    """The same for one that a later writer no longer found there."""
    published: tuple[tuple[str, Anchor], ...] = ()
    """PUB-1: those that published plans carry, each with its file."""

    @property
    def to_compare(self) -> list[tuple[Anchor, str]]:
        """Every anchor in force with where it stands, the earliest first; each once."""
        accepted = self.in_force[0].at if self.in_force and self.in_force[0].accepted_by else ""
        named = {
            (one.events, one.sum): (one, file) for file, one in self.published if one.at >= accepted
        }
        named |= {(one.events, one.sum): (one, "") for one in self.in_force}
        return sorted(named.values())

    @property
    def last(self) -> Anchor | None:
        """The last one, or what is left of it when its file is gone; None when none was kept."""
        if self.in_force or not self.expected:
            return self.in_force[-1] if self.in_force else None
        return Anchor(self.expected, BEFORE_THE_FIRST, "", BEFORE_THE_FIRST)

    @property
    def missing(self) -> str | None:
        """What the database knows of and the file no longer has."""
        kept = max((one.events for one in self.in_force), default=0)
        known = max(self.lost, self.expected if kept < self.expected else 0)
        if not known:
            return None
        gone = "the last anchors are gone from their file" if kept else _NO_FILE
        return f"{gone}: the database knows of one behind event {known}"


def read_anchors(lines: Iterable[bytes]) -> Anchors:
    """Anchors from their file; each names the one before it, so that none can be taken out.

    A line that is none (a disk was full while it was written) matters only when one is missing in
    its place; what a person has accepted since no longer matters at all.
    """
    kept: list[Anchor] = []
    fault: str | None = None
    previous = BEFORE_THE_FIRST
    for number, raw in enumerate(lines, start=1):
        one = read_anchor(raw)
        if one is None:
            continue
        if one.accepted_by:
            kept, fault = [], None
        elif one.previous != previous:
            fault = fault or f"anchor {number} does not follow the one before it"
        previous = one.digest
        kept.append(one)
    return Anchors(tuple(kept), fault)


def read_anchor(raw: bytes) -> Anchor | None:
    """The anchor of a line; None when it holds none."""
    try:
        return Anchor(**_SHAPE.read(read_json(raw, "anchor"), "anchor"))
    except (BadInput, json.JSONDecodeError):
        return None


class AnchorAudit:
    """The log against its anchors; it is given every link in the order of positions."""

    def __init__(self, anchors: Anchors, kept: Total) -> None:
        self._total = Total()
        self._due = anchors.to_compare
        self._kept = kept
        self._wrong: str | None = anchors.fault or anchors.missing
        self._proven: Anchor | None = None
        self._at(self._total)

    def look_at(self, links: Iterable[Link]) -> None:
        for link in links:
            self._total = self._total.plus((link,))
            self._at(self._total)

    def _at(self, total: Total) -> None:
        if total.events == self._kept.events and total != self._kept:
            self._wrong = self._wrong or "the sum kept in the database is not that of its events"
        while self._due and self._due[0][0].events <= total.events:
            one, file = self._due.pop(0)
            if one.sum == total.hex:
                self._proven = one
            elif self._wrong is None:
                since = f"after event {self._proven.events}" if self._proven else "at the beginning"
                where = f" in {file}" if file else ""
                self._wrong = (
                    f"events 1 to {one.events} are not those anchored at {one.at}{where}: "
                    f"something was changed, removed or rewritten {since} or later"
                )

    @property
    def problem(self) -> str | None:
        """What does not hold; None when everything up to the last anchor does."""
        if self._wrong is None and self._due:
            (one, file), there = self._due[-1], self._total.events
            where = f" in {file}" if file else ""
            return (
                f"events anchored at {one.at}{where}: {one.events}; here: {there}; "
                f"missing: {one.events - there}"
            )
        if self._wrong is None and self._total.events < self._kept.events:
            missing = self._kept.events - self._total.events
            return f"events counted by the database: {self._kept.events}; missing: {missing}"
        return self._wrong

    @property
    def anchored(self) -> int | None:
        """How many events the last anchor that holds vouches for; None without any."""
        return self._proven.events if self._proven else None

    @property
    def total(self) -> Total:
        return self._total
