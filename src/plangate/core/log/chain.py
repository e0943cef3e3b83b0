"""The log's links: entries, their digests, and events in and out of them (REC-1).

Each entry carries the digest of the one before it in its stream, so a byte changed anywhere breaks
the chain from there on. A stream is a session, or `person` for what belongs to no session, or `log`
for what was done to the log itself. From version 2 on the link covers the digest of the payload, so
that a payload can be erased and the chain still holds (REC-10); in version 1 it covers the payload.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, get_args

from plangate.core.log.wire import Decoder, canonical, decoder, encode, misfit
from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.records import Document
from plangate.core.model.shapes import Record, Text, Whole, read_json

if TYPE_CHECKING:
    from plangate.core.events.event import Event

#: The stream of what a person set for all sessions.
PERSON = "person"

#: The stream of what was done to the log itself: erasing, accepting a restored copy, quarantine.
LOG = "log"
#: The stream of who is in a team, and of their questions (TEAM-3).
TEAM = "team"

#: How the stream of a decision with many options begins.
SCOPE_PREFIX = "sc-"

#: How the stream of something a person asked to be remembered begins. (AGENT_PREFIX, in
#: agent_calls.py, begins that of an agent's session; all others are sessions of our own.)
MEMORY_PREFIX = "mem-"

#: How the stream of a path that was met as a workspace begins (REC-8).
PLACE_PREFIX = "ws-"

#: What stands before the first entry of a stream.
BEGINNING = "0" * 64

_VERSION = 2

#: REC-10: the first version whose link covers the digest of the payload.
_DIGESTED = 2

#: What stands in place of an erased payload, with its digest behind it; no JSON begins so.
_ERASED = "erased:"


class Entry(NamedTuple):
    """One line of the record, exactly as it is stored and exported."""

    stream: str
    seq: int
    type: str
    version: int
    at: str
    payload: str
    previous: str
    digest: str


def seal(stream: str, seq: int, event: Event, at: datetime, previous: str) -> Entry:
    """An event bound to its place in the record."""
    kind, payload, stamp = type(event).__name__, encode(event), moment(at)
    digest = entry_digest(stream, seq, kind, _VERSION, stamp, payload, previous)
    return Entry(stream, seq, kind, _VERSION, stamp, payload, previous, digest)


def seal_all(
    stream: str, after: Entry | None, events: Sequence[Event], at: datetime
) -> tuple[Entry, ...]:
    """Several events sealed one behind the other."""
    entries: list[Entry] = []
    seq, previous = (after.seq, after.digest) if after else (0, BEGINNING)
    for event in events:
        seq += 1
        entries.append(seal(stream, seq, event, at, previous))
        previous = entries[-1].digest
    return tuple(entries)


def is_erased(entry: Entry) -> bool:
    """REC-10: whether the payload of an entry was erased."""
    return entry.payload.startswith(_ERASED)


def erased(entry: Entry) -> Entry:
    """The entry without its payload; its place, its digest and its link stay."""
    if is_erased(entry):
        return entry
    kept = sha256(entry.payload) if entry.version >= _DIGESTED else ""
    return entry._replace(payload=f"{_ERASED}{kept}")


def is_verifiable(entry: Entry) -> bool:
    """Whether the link of an entry can be recomputed: not for an erased payload of version 1."""
    return entry.version >= _DIGESTED or not is_erased(entry)


#: What comes of a payload that somebody else wrote; a bottomless one among them.
_UNREADABLE = (ValueError, TypeError, AttributeError, KeyError, RecursionError)


def event_of(entry: Entry) -> Event:
    """The event an entry holds; StoreDamaged when it holds none."""
    if is_erased(entry):
        raise StoreDamaged(f"session {entry.stream}, event {entry.seq} ({entry.type}) was erased")
    read = decoders().get(entry.type)
    if read is None or entry.version > _VERSION:
        raise StoreDamaged(
            f"session {entry.stream}, event {entry.seq}: the type {entry.type!r} in version "
            f"{entry.version} is not known; it may come from a newer plangate: upgrade, or run "
            "`plangate doctor`"
        )
    try:
        event: Event = read(json.loads(entry.payload))
    except _UNREADABLE as error:
        raise _unreadable(entry, error) from None
    return event


def payload_of(entry: Entry) -> Document:
    """An entry's payload as JSON knows it; StoreDamaged when it is no JSON any more."""
    try:
        payload: Document = json.loads(entry.payload)
    except _UNREADABLE as error:
        raise _unreadable(entry, error) from None
    return payload


def _unreadable(entry: Entry, error: Exception) -> StoreDamaged:
    return StoreDamaged(
        f"session {entry.stream}, event {entry.seq} ({entry.type}) cannot be read ({error}); "
        "run `plangate doctor`"
    )


@cache
def decoders() -> Mapping[str, Decoder[Event]]:
    """How each known type of event is read, by its name."""
    found: dict[str, Decoder[Event]] = {}
    for name, kind in _kinds().items():
        found[name] = decoder(kind)
    return found


@cache
def _kinds() -> dict[str, type]:
    from plangate.core.events.event import Event  # noqa: PLC0415  # lazy: who only appends needs no kinds

    return {kind.__name__: kind for kind in get_args(Event)}


def entry_digest(
    stream: str, seq: int, kind: str, version: int, at: str, payload: str, previous: str
) -> str:
    if version >= _DIGESTED:
        is_gone = payload.startswith(_ERASED)
        payload = payload.removeprefix(_ERASED) if is_gone else sha256(payload)
    text = f"{previous}\n{stream}\n{seq}\n{kind}\n{version}\n{at}\n{payload}"
    return sha256(text)


def broken_links(entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """Where a stream's chain does not hold: the sequence number and what is wrong there."""
    broken: list[tuple[int, str]] = []
    expected_seq, previous = 1, BEGINNING
    for entry in entries:
        if entry.seq != expected_seq:
            broken.append((entry.seq, f"event {expected_seq} is missing"))
        elif entry.previous != previous:
            broken.append((entry.seq, "does not follow the event before it"))
        elif is_verifiable(entry) and entry.digest != entry_digest(*entry[:7]):
            broken.append((entry.seq, "was changed after it was written"))
        expected_seq, previous = entry.seq + 1, entry.digest
    return broken


# --- time -----------------------------------------------------------------------------------------


def moment(at: datetime) -> str:
    """UTC, ISO 8601, to the millisecond: always as wide, so that text order is time order."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def time_of(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except (ValueError, TypeError):
        raise StoreDamaged(
            f"the record holds the time {text!r}, which is none; run `plangate doctor`"
        ) from None


# --- one line of an export (REC-4) ----------------------------------------------------------------

_LINE = Record(
    required={
        "stream": Text(200),
        "seq": Whole(1, 2**53),
        "type": Text(200),
        "version": Whole(1, 1_000_000),
        "at": Text(40),
        "previous": Text(64),
        "digest": Text(64),
        "payload": Record({}, {}),
    },
    optional={"erased": Text(64, blank=True)},
)


def line_of(entry: Entry) -> str:
    """An entry as a line of JSON; the same entry always gives the same bytes."""
    head = {name: value for name, value in entry._asdict().items() if name != "payload"}
    if is_erased(entry):
        return canonical({**head, "payload": {}, "erased": entry.payload.removeprefix(_ERASED)})
    return canonical({**head, "payload": payload_of(entry)})


def entry_from_line(raw: bytes, at: str) -> Entry:
    """The entry of one exported line, its digest verified; or one line about what is wrong."""
    record = read_json(raw, at)
    payload = record.get("payload") if isinstance(record, dict) else None
    if not isinstance(payload, dict):
        raise BadInput(f"{at}.payload", "is missing or no object", "a line of `plangate export`")
    _LINE.read({**record, "payload": {}}, at)
    gone = record.pop("erased", None)
    if gone is not None and payload:
        raise BadInput(f"{at}.payload", "is there and said to be erased", "an empty object")
    try:
        text = canonical(payload) if gone is None else f"{_ERASED}{gone}"
        entry = Entry(**{**record, "payload": text})
        digest = entry_digest(*entry[:7])
    except (ValueError, RecursionError):  # half a character, a number too large, a bottomless pit
        raise BadInput(f"{at}.payload", "cannot be stored", "a line as it was exported") from None
    if is_verifiable(entry) and entry.digest != digest:
        raise BadInput(f"{at}.digest", "does not fit the line", "a line as it was exported")
    _must_be_ours(entry, payload, at)
    return entry


def _must_be_ours(entry: Entry, payload: Document, at: str) -> None:
    """A digest is no proof of origin: what we could not have written is refused."""
    kind = _kinds().get(entry.type)
    if kind is None or entry.version > _VERSION:
        raise BadInput(
            at,
            f"the type {entry.type!r} in version {entry.version} is not known",
            f"{', '.join(_kinds())} in version 1 to {_VERSION}; a newer plangate may know more",
        )
    place = None if is_erased(entry) else misfit(payload, kind, f"{at}.payload")
    if place is not None:
        raise BadInput(place, f"is not what a {entry.type} holds", "a line as it was exported")
    try:
        in_order = moment(time_of(entry.at)) == entry.at
    except (StoreDamaged, OverflowError):
        in_order = False
    if not in_order:
        raise BadInput(f"{at}.at", "is not a time", "UTC as in 2026-01-31T23:59:59.999Z")
