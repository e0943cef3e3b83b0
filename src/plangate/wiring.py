"""The composition root: the only module that knows which adapter stands behind which port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plangate.adapters.catalog.dimension import shipped_dimensions
from plangate.adapters.catalog.rules import RulesProposer
from plangate.adapters.notify import CommandNotifier
from plangate.adapters.repo.explorer import Explorer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.adapters.system import SystemClock, new_id
from plangate.app.planner import Planner
from plangate.app.ports import Clock
from plangate.settings import Settings


@contextmanager
def open_planner(
    settings: Settings,
    *,
    clock: Clock | None = None,
    progress: Callable[[str], None] = lambda _line: None,
    complain: Callable[[str], None] = lambda _line: None,
) -> Iterator[Planner]:
    """A planner over the SQLite file of the settings: one connection for one use case."""
    notifier = CommandNotifier(settings.notify, complain) if settings.notify else None
    with SQLiteStore(settings.db) as store:
        yield Planner(
            store=store,
            clock=clock or SystemClock(),
            proposer=RulesProposer(shipped_dimensions),
            investigator=Explorer(shipped_dimensions),
            new_id=new_id,
            progress=progress,
            notifier=notifier,
        )
