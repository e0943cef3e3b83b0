"""Which store stands behind the settings, and what is kept beside it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from plangate.app.naming.addresses import Address
from plangate.core.model.errors import BadInput, MissingExtra
from plangate.settings import Settings, place_of
from plangate.user_folders import environment, state_directory
from plangate.wiring.other_packages import is_ours, part_of_package

if TYPE_CHECKING:
    from collections.abc import Collection

    from plangate.adapters.kept.anchor_file import AnchorFile
    from plangate.adapters.kept.exports import KnownExports
    from plangate.adapters.kept.published_plans import PublishedMemory
    from plangate.adapters.sql.glimpse import Glimpse as ReadOnlyStore
    from plangate.adapters.sql.store import SQLStore
    from plangate.adapters.sql.team_glimpse import TeamGlimpse
    from plangate.app.log.moving import Moved
    from plangate.app.ports import Store
    from plangate.core.log.anchors import Anchor, Anchors

    OwnStore = SQLStore
    Glimpse = ReadOnlyStore | TeamGlimpse


def open_store(
    settings: Settings, *, busy_ms: int | None = None
) -> AbstractContextManager[OwnStore]:
    """The store of the settings, for those who only look things up: our SQLite file, mostly."""
    if not is_ours(settings):
        from plangate.adapters import entry_points

        name = settings.use.store
        made: AbstractContextManager[OwnStore] = part_of_package(
            entry_points.STORES, "use.store", name, ("sqlite",), settings, None
        )
        return made
    anchors = open_anchors(settings)
    if isinstance(settings.db, Address):
        return _served(settings.db, anchors)
    from plangate.adapters.sql.sqlite import SQLiteStore

    if busy_ms is None:
        return SQLiteStore(settings.db, anchors=anchors)
    return SQLiteStore(settings.db, anchors=anchors, busy_ms=busy_ms)


def _served(address: Address, anchors: AnchorFile | None, *, upgrade: bool = False) -> OwnStore:
    """TEAM-1: the record on a server; its driver is loaded by those alone who use it."""
    try:
        from plangate.adapters.sql.postgres import PostgresStore
    except ImportError:
        raise MissingExtra(f"--db {address}", "team") from None
    return PostgresStore(address, anchors=anchors, upgrade=upgrade)


def upgrade_schema(settings: Settings) -> None:
    """REC-5: bring a server's tables up to date; a file's are when it is opened."""
    if isinstance(settings.db, Address):
        _served(settings.db, None, upgrade=True)


def move_record(source: Settings, target: Settings) -> Moved:
    """TEAM-1: the record of one database carried into another, with its anchors."""
    from plangate.app.log.moving import move

    if not (is_ours(source) and is_ours(target)):
        raise BadInput("use.store", "is another package's", "our own stores, for a move")
    kept = open_anchors(source)
    open_anchors(target).take_over(kept, only_look=True)
    with open_store(source) as before, open_store(target) as after:
        done = move(before, after, kept_anchors(source, before))
    open_anchors(target).take_over(kept)
    for export in known_exports(source).paths():
        known_exports(target).add(export)
    return done


class Changes(Protocol):
    """Whoever says that something may have been written."""

    def wait(self, seconds: float) -> Collection[str] | None:
        """Until something was written, at most so long; sooner is no harm. The streams that were
        written to, or None when it may have been any."""

    def close(self) -> None: ...


def changes(settings: Settings) -> Changes:
    """TEAM-1: a server tells; into a file one looks again and again."""
    if is_ours(settings) and isinstance(settings.db, Address):
        from plangate.adapters.sql.listening import Listening

        return Listening(settings.db)
    from plangate.adapters.machine.system import LookingAgain

    return LookingAgain()


def glimpse(settings: Settings) -> AbstractContextManager[Glimpse | None]:
    """The database for those who may not wait and change nothing; None when there is none yet."""

    from plangate.adapters.sql.glimpse import glimpse

    if not is_ours(settings):
        return nullcontext(None)  # another package's store has no file to look into
    if isinstance(settings.db, Address):
        from plangate.adapters.sql.team_glimpse import glimpse as of_a_server

        return of_a_server(settings.db)
    return glimpse(settings.db)


def open_anchors(settings: Settings) -> AnchorFile:
    """REC-6: where the anchors of the database are kept: not beside it."""
    from plangate.adapters.kept.anchor_file import anchors_of

    def tell(one: Anchor) -> None:
        """The person's `anchor_command`; whatever goes wrong with it, nothing here does."""
        if not settings.anchor_command:
            return
        from plangate.adapters.telling.own_commands import start_command

        document = {"schema": "plangate.anchor/1", "db": str(settings.db), **one._asdict()}
        start_command(settings.anchor_command, document, settings.workspace or Path())

    state = settings.anchors or state_directory(environment())
    if not isinstance(settings.db, Address):
        return anchors_of(place_of(settings.db), state, tell)
    from socket import gethostname

    return anchors_of(place_of(settings.db), state, tell, gethostname())


def anchor_program(settings: Settings) -> str | None:
    """The program of `anchor_command`; None when there is none outside the workspace."""
    from plangate.adapters.telling.own_commands import program_of

    return program_of(settings.anchor_command, settings.workspace or Path())


def kept_anchors(settings: Settings, store: Store) -> Anchors:
    """REC-6: the anchors of the log, what our own store knows of them, and published ones."""
    published = [(str(path), one) for path, one in published_plans(settings).anchors()]
    return own_anchors(settings, store)._replace(published=tuple(published))


def own_anchors(settings: Settings, store: Store) -> Anchors:
    from plangate.adapters.sql.store import SQLStore

    if isinstance(store, SQLStore):
        return store.kept_anchors()
    return open_anchors(settings).read()


def strange_in(store: Store) -> list[str]:
    """REC-9: what acts in our own file and is not plangate's, and what is missing there."""
    from plangate.adapters.sql.sqlite import SQLiteStore

    return store.strange() if isinstance(store, SQLiteStore) else []


def put_right(store: Store) -> None:
    from plangate.adapters.sql.sqlite import SQLiteStore

    if isinstance(store, SQLiteStore):
        store.put_right()


def published_plans(settings: Settings) -> PublishedMemory:
    """PUB-1: where plans of the database were published."""
    from plangate.adapters.kept.published_plans import PublishedMemory

    return PublishedMemory(
        place_of(settings.db), settings.anchors or state_directory(environment())
    )


def known_exports(settings: Settings) -> KnownExports:
    """REC-10: where exports of the database went."""
    from plangate.adapters.kept.exports import KnownExports

    return KnownExports(place_of(settings.db), settings.anchors or state_directory(environment()))
