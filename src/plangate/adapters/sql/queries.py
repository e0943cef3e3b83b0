"""The statements of the port, in the SQL that SQLite and PostgreSQL both understand (TEAM-1).

Marks are `?`; a store whose driver wants others puts them in (`SQLStore._run`). Text is compared by
code point in both: SQLite does so by itself, the columns of PostgreSQL say `COLLATE "C"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from plangate.core.log.tables import KEYS, UNIQUE, Cell, Query, TableRow

EVENT_COLUMNS = "stream, seq, type, version, at, payload, previous, digest"

#: Which statuses count for a unique index that does not count every row.
_COUNTED = {table: statuses for table, _, statuses in UNIQUE if statuses}


def takes_a_place(row: TableRow) -> bool:
    """A unique index judges row by row, so what gives its place up is written first: one append may
    settle a question and open another in either order."""
    return row.values.get("status") in _COUNTED.get(row.table, ())


@cache
def upsert(table: str, columns: tuple[str, ...]) -> str:
    """The statement that writes a row of these columns over the one with its key, if any."""
    keys = KEYS[table]
    changes = ", ".join(f"{c} = excluded.{c}" for c in columns if c not in keys)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
    )


def _is_status(column: str, value: Cell) -> bool:
    """A status is written out: SQLite uses an index of some statuses only when it can see them."""
    plain = isinstance(value, str) and value.isascii() and value.replace("_", "").isalpha()
    return column == "status" and plain


def _one_of(column: str, wanted: Sequence[Cell], values: list[Cell]) -> str:
    """A clause for a column that has one of these values."""
    if wanted and all(_is_status(column, value) for value in wanted):
        return f"{column} IN ({', '.join(map(repr, wanted))})"
    values += wanted
    return f"{column} IN ({', '.join('?' * len(wanted))})"


def _just(column: str, value: Cell, values: list[Cell]) -> str:
    """A clause for a column that has this value, or none."""
    if _is_status(column, value):
        return f"{column} = {value!r}"
    if value is None:
        return f"{column} IS NULL"
    values.append(value)
    return f"{column} = ?"


def select_rows(query: Query, *, names_nulls: bool = False) -> tuple[str, list[Cell]]:
    """The statement and its values; `names_nulls` where a database does not put them first."""
    values: list[Cell] = []
    clauses = [_just(column, value, values) for column, value in query.equals.items()]
    if query.places:
        clauses.append(_one_of("place", query.places, values))
    if query.among:
        clauses.append(_one_of(*query.among, values))
    if query.begins:
        column, prefix = query.begins
        clauses.append(f"{column} >= ? AND {column} < ?")  # unlike LIKE, by the key's index
        values += (prefix, f"{prefix}\U0010ffff")
    if query.from_on:
        column, least = query.from_on
        clauses.append(f"{column} >= ?")
        values.append(least)
    if query.before:
        column, most = query.before
        clauses.append(f"{column} < ?")
        values.append(most)
    sql = f"SELECT * FROM {query.table}"
    if clauses:
        sql += f" WHERE {' AND '.join(clauses)}"
    if query.order:
        way = " DESC" if query.descending else ""
        if names_nulls:
            way += " NULLS LAST" if query.descending else " NULLS FIRST"
        sql += f" ORDER BY {', '.join(column + way for column in query.order)}"
    if query.limit is not None:
        sql += " LIMIT ?"
        values.append(query.limit)
    return sql, values
