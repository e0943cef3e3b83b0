"""Connections to a database server: one pool a process and address, the schema looked at once.

A new database is given its tables at once; an old schema is brought up to date only when somebody
says so (`plangate doctor --upgrade`), because others may be at work on it; a newer one is refused.
"""

from __future__ import annotations

import atexit
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import psycopg
from psycopg_pool import ConnectionPool

from plangate.adapters.sql.schema import Migration, shipped_migrations
from plangate.adapters.sql.team_failures import refused_at_the_door
from plangate.app.naming.addresses import Address
from plangate.core.model.errors import StoreError, StoreReadOnly, StoreTooNew, StoreTooOld
from plangate.core.model.records import Document

#: The namespace of every table of ours: whatever else is in a database is not touched.
NAMESPACE = "plangate"
#: Who listens hears of every stream that was written to.
CHANNEL = "plangate"
#: "plan" in ASCII: who changes the schema holds it, and nobody else does meanwhile.
_SCHEMA_LOCK = 0x706C616E
#: How long a statement waits for a server that is away, and for another writer.
PATIENCE = 10.0
_MOST = 20
_FOLDER = Path(__file__).parent / "team_migrations"


#: A connection whose rows are plain tuples.
Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"


class Served(NamedTuple):
    """A pool, the schema's number behind it, and whether nothing may be written there."""

    pool: ConnectionPool[Connection]
    number: int
    reads_only: bool


#: A connection that broke is tried again and told by us, not by the pool.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)

_served: dict[str, Served] = {}
_opening = Lock()


def team_migrations() -> tuple[Migration, ...]:
    return shipped_migrations(_FOLDER)


def served(
    address: Address, migrations: Sequence[Migration] | None = None, *, upgrade: bool = False
) -> Served:
    """The pool of this process for an address, opened and looked at once."""
    with _opening:
        found = _served.get(address.url)
        if found is None or upgrade:
            number, reads_only = _prepared(address, migrations or team_migrations(), upgrade)
            pool = found.pool if found else _pool(address)
            found = _served[address.url] = Served(pool, number, reads_only)
    return found


def connect(address: Address, **more: Any) -> Connection:
    """A connection of its own, outside the pool; its failure is one clear line."""
    try:
        return psycopg.connect(address.url, **(_arguments(address) | more))
    except psycopg.Error as error:
        raise refused_at_the_door(error, str(address)) from None


@atexit.register
def close_all() -> None:
    """Every pool of this process, closed."""
    while _served:
        _served.popitem()[1].pool.close()


def _arguments(address: Address) -> Document:
    options = f"-c search_path={NAMESPACE} -c lock_timeout={int(PATIENCE * 1000)}"
    given: Document = {"autocommit": True, "application_name": "plangate"}
    if "options=" not in address.url:
        given["options"] = options
    if "connect_timeout=" not in address.url:
        given["connect_timeout"] = 5
    return given


def _pool(address: Address) -> ConnectionPool[Connection]:
    return ConnectionPool(
        address.url,
        kwargs=_arguments(address),
        min_size=1,
        max_size=_MOST,
        timeout=PATIENCE,
        open=True,
        name="plangate",
    )


def _prepared(address: Address, migrations: Sequence[Migration], upgrade: bool) -> tuple[int, bool]:
    """The number of the schema, made when there is none, and whether it may only be read."""
    newest = migrations[-1].number
    with connect(address) as db:
        number = _number(db)
        if number == 0 or (upgrade and number < newest):
            number = _migrated(db, address, migrations, upgrade)
        _refuse_other(address, number, newest)
        return number, _only_read(db)


def _refuse_other(address: Address, number: int, newest: int) -> None:
    if number > newest:
        raise StoreTooNew(
            f"{address} was written by a newer plangate (schema {number}, this one knows "
            f"{newest}); upgrade plangate, nothing was changed"
        )
    if number < newest:
        raise StoreTooOld(
            f"{address} was written by an older plangate (schema {number}, this one needs "
            f"{newest}); back it up, then `plangate doctor --upgrade`; nothing was changed"
        )


def _number(db: Connection) -> int:
    found = db.execute(f"SELECT to_regclass('{NAMESPACE}.plangate_schema')").fetchone()
    if found is None or found[0] is None:
        return 0
    kept = db.execute("SELECT number FROM plangate_schema").fetchone()
    return int(kept[0]) if kept else 0


def _migrated(
    db: Connection, address: Address, migrations: Sequence[Migration], upgrade: bool
) -> int:
    """REC-5: forward only, all or none, one at a time however many come at once."""
    try:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
            number = _number(db)  # another process may have been first
            if number and not upgrade:
                return number
            _refuse_foreign(db, address)
            db.execute(f"CREATE SCHEMA IF NOT EXISTS {NAMESPACE}")
            for migration in migrations:
                if migration.number > number:
                    db.execute(migration.sql.encode())
            newest = migrations[-1].number
            db.execute(
                "INSERT INTO plangate_schema (one, number) VALUES (1, %s) "
                "ON CONFLICT (one) DO UPDATE SET number = excluded.number",
                (newest,),
            )
            return newest
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreReadOnly(
            f"{address} has no tables of plangate and this user may make none ({error}); "
            "let its owner run plangate once"
        ) from None


def _refuse_foreign(db: Connection, address: Address) -> None:
    """A namespace of that name that is not ours, or a text nobody can keep whole."""
    (encoding,) = db.execute("SHOW server_encoding").fetchone() or ("",)
    if encoding != "UTF8":
        raise StoreError(
            f"{address} keeps text as {encoding}; plangate needs a database made with UTF8 "
            "(createdb --encoding UTF8 --template template0); nothing was changed"
        )
    found = db.execute(
        "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND to_regclass(%s) IS NULL",
        (NAMESPACE, f"{NAMESPACE}.plangate_schema"),
    ).fetchone()
    if found and found[0]:
        raise StoreError(
            f"{address} has a namespace {NAMESPACE} that is not plangate's; nothing was changed; "
            "choose another database"
        )


def _only_read(db: Connection) -> bool:
    """REC-7: a copy that follows another server, or a user who may only look."""
    found = db.execute(
        "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' "
        "OR NOT has_table_privilege('plan_events', 'INSERT')"
    ).fetchone()
    return bool(found and found[0])


@cache
def marked(sql: str) -> bytes:
    """A statement with the marks this driver wants."""
    return sql.replace("%", "%%").replace("?", "%s").replace("IN ()", "IN (NULL)").encode()
