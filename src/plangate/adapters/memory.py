"""In-memory and scripted adapters: for tests, for demonstrations, and for a user's own tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from plangate.app.ports import Result, Surveyed
from plangate.core.events.event import EvidenceGathered
from plangate.core.log.anchors import Link, Total, link_of
from plangate.core.log.chain import Entry
from plangate.core.log.tables import KEYS, UNIQUE, Query, TableRow, stream_column
from plangate.core.model.errors import Conflict, ProposerFailed
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    Ambiguity,
    Dispatch,
    Evidence,
    Strategy,
    Task,
)
from plangate.core.model.records import Document
from plangate.core.moves import DraftPlan, ExpandPlan, Investigate, Propose, Recollect, Survey
from plangate.core.plans.work.done_proof import Commit
from plangate.core.plans.work.staleness import Seen


class MemoryStore:
    """The record and its tables in dictionaries; gone with the process."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._streams: dict[str, list[Entry]] = {}
        self._tables: dict[str, dict[tuple[object, ...], Document]] = {name: {} for name in KEYS}

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        self._write(entries, rows, {row.table: dict(self._tables[row.table]) for row in rows})

    def replace(
        self,
        entries: Sequence[Entry],
        rows: Mapping[str, Sequence[TableRow]],
        erased: Sequence[Entry] = (),
    ) -> None:
        left = {
            table: {key: row for key, row in kept.items() if row[stream_column(table)] not in rows}
            for table, kept in self._tables.items()
        }
        self._write(entries, [row for made in rows.values() for row in made], left)
        gone = {(entry.stream, entry.seq): entry for entry in erased}
        for stream, kept in self._streams.items():
            self._streams[stream] = [gone.get((x.stream, x.seq), x) for x in kept]
        self._entries = [gone.get((x.stream, x.seq), x) for x in self._entries]

    def extend(
        self, entries: Iterable[Entry], rows_of: Callable[[str], Iterable[TableRow]]
    ) -> None:
        streams = {name: list(kept) for name, kept in self._streams.items()}
        before = (list(self._entries), streams, self._tables)
        touched: dict[str, None] = {}
        try:
            for entry in entries:
                self._write((entry,), (), {})
                touched[entry.stream] = None
            self.replace((), {stream: list(rows_of(stream)) for stream in touched})
        except BaseException:
            self._entries, self._streams, self._tables = before
            raise

    def _write(
        self,
        entries: Sequence[Entry],
        rows: Sequence[TableRow],
        tables: dict[str, dict[tuple[object, ...], Document]],
    ) -> None:
        heads: dict[str, int] = {}
        for entry in entries:
            there = heads.get(entry.stream, len(self._streams.get(entry.stream, ())))
            if entry.seq != there + 1:
                raise Conflict(f"event {entry.seq} of {entry.stream} cannot follow event {there}")
            heads[entry.stream] = entry.seq
        for row in rows:
            tables[row.table][row.key] = dict(row.values)
        for table, columns, statuses in UNIQUE:
            if table in tables:
                _refuse_twice(tables[table], columns, statuses)
        self._tables.update(tables)
        for entry in entries:
            self._streams.setdefault(entry.stream, []).append(entry)
            self._entries.append(entry)

    def read(self, stream: str, since: int = 1) -> Sequence[Entry]:
        return tuple(entry for entry in self._streams.get(stream, ()) if entry.seq >= since)

    def has(self, stream: str) -> bool:
        return stream in self._streams

    def streams(self) -> Iterator[str]:
        return iter(tuple(self._streams))

    def entries(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def total(self) -> Total:
        return Total().plus(self.links())

    def count_again(self) -> Total:
        return self.total()

    def links(self) -> Iterator[Link]:
        return map(link_of, tuple(self._entries))

    def rows(self, query: Query) -> list[Document]:
        found = [dict(row) for row in _fitting(list(self._tables[query.table].values()), query)]
        if query.order:
            found.sort(
                key=lambda row: [_sortable(row[column]) for column in query.order],
                reverse=query.descending,
            )
        return found[: query.limit]

    def rebuild(self, rows: Iterable[TableRow]) -> None:
        tables: dict[str, dict[tuple[object, ...], Document]] = {name: {} for name in KEYS}
        for row in rows:
            tables[row.table][row.key] = dict(row.values)
        self._tables = tables


def _refuse_twice(
    table: dict[tuple[object, ...], Document],
    columns: tuple[str, ...],
    statuses: tuple[str, ...],
) -> None:
    seen: set[tuple[object, ...]] = set()
    for row in table.values():
        if statuses and row["status"] not in statuses:
            continue
        place = tuple(row.get(column) for column in columns)
        if None in place:
            continue
        if place in seen:
            raise Conflict(f"{', '.join(columns)} {place} is taken")
        seen.add(place)


def _fitting(rows: list[Document], query: Query) -> list[Document]:
    """The rows a query means, one condition after the other: most rows fall at the first."""
    for name, value in query.equals.items():
        rows = [row for row in rows if row[name] == value]
    # As SQL has it: what is null is among nothing, begins with nothing and comes after nothing.
    for given in (query.among, query.begins, query.from_on, query.before):
        if given:
            rows = [row for row in rows if row[given[0]] is not None]
    if query.places:
        rows = [row for row in rows if row["place"] in query.places]
    if query.among:
        name, wanted = query.among
        rows = [row for row in rows if row[name] in wanted]
    if query.begins:
        name, beginning = query.begins
        rows = [row for row in rows if str(row[name]).startswith(beginning)]
    if query.from_on:
        name, least = query.from_on
        rows = [row for row in rows if row[name] >= least]
    if query.before:
        name, bound = query.before
        rows = [row for row in rows if row[name] < bound]
    return rows


def _sortable(value: object) -> tuple[bool, Any]:
    """As SQLite orders: what is null comes first."""
    return (value is not None, value if value is not None else 0)


class FrozenClock:
    """A clock that stands still until it is told to move."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def pass_time(self, **length: float) -> None:
        self._now += timedelta(**length)


class ScriptedProposer:
    """Proposes what it was given, whatever the goal."""

    def __init__(
        self,
        ambiguities: Sequence[Ambiguity] = (),
        tasks: Sequence[Task] = (),
        expansions: Sequence[Sequence[Task] | ProposerFailed] = (),
    ) -> None:
        self._ambiguities = ambiguities
        self._tasks = tasks
        self._expansions = list(expansions)

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:  # noqa: ARG002 - the port has it
        return self._ambiguities

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        if self._tasks:
            return self._tasks
        return [
            Task(
                id="t1",
                title=chore.goal[:80],
                description=chore.goal,
                rests_on=tuple(dict.fromkeys((*chore.readings, *chore.undecided))),
                answers_to=chore.goal,
            )
        ]

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        """The next of the expansions it was given; the plan as it is when there is none left."""
        if not self._expansions:
            return chore.plan.tasks
        offered = self._expansions.pop(0)
        if isinstance(offered, ProposerFailed):
            raise offered
        return offered


class ScriptedInvestigator:
    """Finds what it was given, each strategy its own or all the same; every part counts as looked
    at. What is in `failing` fails whenever it is tried."""

    def __init__(
        self,
        evidence: Sequence[Evidence] = (),
        *,
        by_strategy: Mapping[Strategy, Sequence[Evidence]] | None = None,
        strategies: tuple[Strategy, ...] = ("code search",),
        failing: Collection[str] = (),
        surveyed: Sequence[Evidence] = (),
    ) -> None:
        self._evidence = tuple(evidence)
        self._by_strategy = by_strategy or {}
        self._strategies = strategies
        self._failing = failing
        self._surveyed = tuple(surveyed)

    def survey(self, chore: Survey) -> Surveyed:
        if "survey" in self._failing:
            return Surveyed((), (), failure=f"{chore.workspace} cannot be read")
        return Surveyed(("read-only",), self._surveyed, self._strategies)

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        return [self._finding(dispatch) for dispatch in chore.dispatches]

    def _finding(self, dispatch: Dispatch) -> EvidenceGathered:
        wanted = dispatch.ambiguities
        given = (*self._evidence, *self._by_strategy.get(dispatch.strategy, ()))
        found = [entry for entry in given if entry.ambiguity in wanted]
        looked = [
            Evidence(f"looked-{name}", name, "repo_facts", None, 0.0, fact=f"looked for {name}")
            for name in sorted(wanted)
        ]
        ids = [entry.id for entry in (*found, *looked)]
        failed = dispatch.strategy in self._failing
        return EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=() if failed else (*found, *looked),
            exhaustion={part: list(ids) for part in (*EXHAUSTION_PARTS, "investigation")},
            calls=dispatch.calls,
            seconds=0.0,
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
            outcome="failed" if failed else "done",
            files=tuple(entry.locator for entry in found if entry.locator),
            failure="scripted to fail" if failed else None,
        )


class ScriptedGround:
    """A workspace of the files it was given, by their texts, and the commits made in it."""

    def __init__(self, files: Mapping[str, str], commits: Sequence[Commit] = ()) -> None:
        self.files = dict(files)
        self.made = list(commits)

    def see(self, workspace: str, files: Iterable[str], lines: Mapping[str, str]) -> Seen:  # noqa: ARG002
        return Seen(
            {path: self.files.get(path, "") for path in files},
            {place: self.files.get(place.rpartition(":")[0], "") for place in lines},
        )

    def commits(self, workspace: str, since: str) -> Sequence[Commit]:  # noqa: ARG002
        return self.made

    def commit(self, workspace: str, name: str) -> Commit | None:  # noqa: ARG002
        return next((made for made in self.made if made.name.startswith(name)), None)


class ScriptedRecall:
    """Recalls what it was given about the ambiguities it is asked about."""

    def __init__(self, evidence: Sequence[Evidence] = ()) -> None:
        self._evidence = tuple(evidence)

    def recall(self, chore: Recollect) -> Sequence[Evidence]:
        wanted = {ambiguity.id for ambiguity in chore.ambiguities}
        return [entry for entry in self._evidence if entry.ambiguity in wanted]


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


class ScriptedWeb:
    """A web of the pages it was given; a search finds those that share a word with the query."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._pages = pages
        self.queries: list[str] = []

    def search(self, query: str, most: int) -> Sequence[Result]:
        self.queries.append(query)
        words = _long_words(query)
        found = [
            Result(address, address, text[:300])
            for address, text in self._pages.items()
            if words & _long_words(text)
        ]
        return found[:most]

    def fetch(self, address: str) -> str:
        return self._pages.get(address, "")
