"""What stands in an SQLite file against what plangate makes there: what acts, and what is held.

The log is append-only by two triggers, and one question a matter by an index: whoever drops them
changes no row, and neither does who adds a trigger that acts at every writing (REC-9).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

from plangate.adapters.sql.schema import Migration, statements, teach

#: Kind and name of an object, and the statement that made it.
_Objects = Mapping[tuple[str, str], str]

_ACTING = (
    "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql > ''"
)
_UNSEARCHABLE = (
    "SELECT m.id FROM memories m LEFT JOIN memory_places p ON p.id = m.id "
    "LEFT JOIN memory_words w ON w.rowid = p.place WHERE w.text IS NOT m.text "
    "UNION ALL SELECT id FROM memory_places WHERE id NOT IN (SELECT id FROM memories) LIMIT 1"
)
_NO_TOTAL = "SELECT EXISTS (SELECT 1 FROM plan_events) AND NOT EXISTS (SELECT 1 FROM log_total)"


def strange_in(db: sqlite3.Connection, migrations: Sequence[Migration]) -> list[str]:
    """What is there and acts though plangate did not make it, and what is missing of its own."""
    ours, here = _as_made(migrations), _objects(db)
    found = [f"{kind} {name} is not plangate's" for kind, name in here if _acts(kind, name, ours)]
    for (kind, name), sql in ours.items():
        if (kind, name) not in here:
            found.append(f"{kind} {name} is missing")
        elif here[kind, name] != sql:
            found.append(f"{kind} {name} is not as plangate makes it")
    if (one := db.execute(_UNSEARCHABLE).fetchone()) is not None:
        found.append(f"the search in memories does not find what {one[0]} says")
    if db.execute(_NO_TOTAL).fetchone()[0]:
        found.append("the sum of the log's events is missing")
    return found


def put_right(db: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """What acts as plangate makes it, and the search from the memories; no row of a table goes."""
    ours, here = _as_made(migrations), _objects(db)
    for kind, name in here:
        if _acts(kind, name, ours):
            db.execute(f"DROP {kind} {_named(name)}")
    for (kind, name), sql in ours.items():
        if here.get((kind, name)) != sql:
            db.execute(f"DROP {kind} IF EXISTS {_named(name)}")
            db.execute(sql)
    if db.execute(_UNSEARCHABLE).fetchone() is not None:
        db.execute("DELETE FROM memory_words")
        db.execute("DELETE FROM memory_places")
        db.execute("INSERT INTO memory_places (id) SELECT id FROM memories ORDER BY at, id")
        db.execute(
            "INSERT INTO memory_words (rowid, text) "
            "SELECT p.place, m.text FROM memory_places p JOIN memories m ON m.id = p.id"
        )


def version_of(db: sqlite3.Connection, migrations: Sequence[Migration]) -> int:
    """Which schema the tables are of, whatever the file says; 0 when it has none."""
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "plan_events" not in here:
        return 0
    held = _objects(db).keys()
    reached = [
        one.number
        for place, one in enumerate(migrations, start=1)
        if _as_made(migrations[:place]).keys() <= held
    ]
    return max(reached, default=migrations[0].number)


def _acts(kind: str, name: str, ours: _Objects) -> bool:
    """Somebody's own index slows nothing down and changes nothing; a trigger does."""
    return kind == "trigger" and (kind, name) not in ours


def _as_made(migrations: Sequence[Migration]) -> _Objects:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        teach(fresh)
        for migration in migrations:
            for statement in statements(migration.sql):
                fresh.execute(statement)
        return _objects(fresh)


def _objects(db: sqlite3.Connection) -> _Objects:
    return {(kind, name): sql for kind, name, sql in db.execute(_ACTING)}


def _named(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
