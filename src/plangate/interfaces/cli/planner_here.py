"""The settings, the record and the planner a command works with, and who it is that calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.model.errors import BadInput, StoreBusy, StoreReadOnly
from plangate.core.model.records import Document
from plangate.core.model.shapes import Text
from plangate.interfaces.cli.printing import complain, progress_line

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.core.guard.acts import Actor
    from plangate.settings import Database, Settings
    from plangate.wiring.language_models import ModelChoice


def who() -> str:
    """The name in the record: the person at this terminal, or what acts in their place (ACT-1)."""
    from plangate.wiring.this_machine import acting

    return acting().by


def at_a_terminal() -> bool:
    """Whether a person is there to be asked."""
    from plangate.wiring.this_machine import acting

    return acting().is_person


def require_act(
    act: str, command: str, settings: Settings | None = None, workspace: Path | None = None
) -> Actor:
    """ACT-1 and TEAM-3 for what is done without a planner; `command` is what a person runs.

    `settings` name the database whose team has a say; without them it is the usual one's.
    """
    from plangate.core.guard.acts import require
    from plangate.core.log.chain import moment
    from plangate.wiring.members import member_acting
    from plangate.wiring.this_machine import acting, system_clock

    actor = acting()
    if actor.is_person:
        actor = member_acting(settings or settings_for(None, None), actor)
    place = str(workspace) if workspace is not None else None
    return require(act, actor, command, workspace=place, now=moment(system_clock().now()))


def existing_workspace(path: Path | None) -> Path:
    """The directory a session is about, absolute; refused when it is none."""
    try:
        workspace = (path or Path()).resolve()
        found = workspace.is_dir()
    except (OSError, RuntimeError) as error:  # too long a name; links that go round
        why = getattr(error, "strerror", None) or "links that lead round in a circle"
        named = repr(str(path)[:200]) if path else "the current directory"
        raise BadInput("--workspace", f"{named}: {why}", "a directory") from None
    if not found:
        problem = "is not a directory" if workspace.exists() else "does not exist"
        raise BadInput("--workspace", f"{str(workspace)!r} {problem}", "a directory")
    Text(4_096).read(str(workspace), "--workspace")
    return workspace


def places_in(store: Store, workspace: Path | None) -> tuple[str, ...]:
    """REC-8: where what belongs to this directory is kept; none named means everywhere."""
    from plangate.wiring.workspaces import here_in

    return here_in(store, existing_workspace(workspace)).places if workspace else ()


def settings_for(workspace: Path | None, db: Database | None) -> Settings:
    from plangate.settings import read_settings
    from plangate.user_folders import environment

    return read_settings(environment(), workspace or Path(), db)


def note_presence(settings: Settings) -> Actor:
    """Who acts here; NOTE-1: a person who is here needs no message."""
    from plangate.wiring.notices import presence
    from plangate.wiring.this_machine import acting

    actor = acting()
    if actor.is_person:
        presence(settings).note()
    return actor


@contextmanager
def planner_for(settings: Settings, model: ModelChoice | None = None) -> Iterator[Planner]:
    """A planner whose progress shows on a terminal's stderr and nowhere else.

    A plan or a person's act in another database than the settings' is said to be there (ACT-1).
    """
    from plangate.wiring.planners import open_planner

    with open_planner(
        settings,
        actor=note_presence(settings),
        progress=progress_line(),
        complain=complain,
        model=model,
    ) as planner:
        yield planner
        acted = planner.acted
    if acted and _is_elsewhere(settings):
        complain(f"database: {settings.db}")


def _is_elsewhere(settings: Settings) -> bool:
    """Whether this call or its environment named another database than the settings do."""
    import click

    from plangate.settings import place_of
    from plangate.user_folders import environment
    from plangate.wiring.this_machine import usual_database

    command: click.Context | None = click.get_current_context(silent=True)
    given: Document = {}
    while command is not None:  # --db may stand before the subcommand
        given = {**{k: v for k, v in command.params.items() if v is not None}, **given}
        command = command.parent
    if not (given.get("db") or environment().get("PLANGATE_DB")):
        return False
    usual = usual_database(given.get("workspace") or Path())
    return place_of(settings.db) != place_of(usual)


class UpToDate(NamedTuple):
    """A store in which what was overdue is settled, and the sessions where that failed."""

    store: Store
    unreadable: tuple[str, ...] = ()
    #: Past their deadline, and nobody may write that down here (REC-7).
    overdue: tuple[str, ...] = ()


@contextmanager
def up_to_date_store(settings: Settings) -> Iterator[UpToDate]:
    """The store, what is overdue settled first (ASK-8); without a planner unless something is."""
    from plangate.app.naming.lookup import overdue_sessions
    from plangate.wiring.databases import open_store
    from plangate.wiring.this_machine import system_clock

    with open_store(settings) as store:
        late = overdue_sessions(store, system_clock())
        if late and getattr(store, "reads_only", False):
            yield UpToDate(store, overdue=tuple(late))
        elif late:
            from plangate.app.acts.question_acts import expire_readable

            unreadable: Sequence[str] = ()
            try:
                with planner_for(settings) as planner:
                    unreadable = expire_readable(planner).unreadable
            except (StoreReadOnly, StoreBusy) as error:
                complain(f"what is overdue could not be settled: {error}")
            yield UpToDate(store, tuple(unreadable))
        else:
            yield UpToDate(store)
