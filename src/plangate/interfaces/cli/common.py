"""What every command shares: its options, its settings, its planner, and one way to print."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from plangate.core.model.errors import BadInput, StoreBusy, StoreReadOnly
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Text
from plangate.interfaces.cli.own_name import as_called

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.core.guard.acts import Actor
    from plangate.interfaces.screens.screen import Screen
    from plangate.settings import Database, Settings
    from plangate.wiring.language_models import ModelChoice

Command = TypeVar("Command", bound=Callable[..., Any])


def json_option(function: Command) -> Command:
    import click

    told = "Print one JSON document."
    return click.option("--json", "as_json", is_flag=True, help=told)(function)


def db_option(function: Command) -> Command:
    import click

    from plangate.interfaces.cli.parameters import DatabaseName

    return click.option(
        "--db",
        type=DatabaseName(path_type=Path),
        metavar="FILE|URL",
        help="The database: a file, or postgresql://… "
        "(default: your data directory, or PLANGATE_DB).",
    )(function)


def from_option(function: Command) -> Command:
    import click

    told = "The format of PLAN (default: found by its content)."
    return click.option("--from", "form", metavar="FORMAT", help=told)(function)


def verbose_option(function: Command) -> Command:
    import click

    told = "The whole report: reasons, evidence, budget."
    return click.option("--verbose", "-v", is_flag=True, help=told)(function)


def workspace_option(help_text: str) -> Callable[[Command], Command]:
    import click

    return click.option("--workspace", "-w", type=click.Path(path_type=Path), help=help_text)


def emit(text: str) -> None:
    """Write to stdout, with exactly one newline at the end and nothing a terminal would obey; at a
    terminal no line is wider than it."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stdout.write(at_words(shown(text if text.endswith("\n") else f"{text}\n"), sys.stdout))


def emit_screen(text: str) -> None:
    """The same with our own colours left in, and no others, where there are any (CLI-5)."""
    from plangate.interfaces.screens.screen import PLAIN, STYLES
    from plangate.interfaces.text import shown

    if not has_colour():
        emit(text)
        return
    pieces = re.split(f"({'|'.join(map(re.escape, (PLAIN, *STYLES.values())))})", text)
    told = "".join(piece if place % 2 else shown(piece) for place, piece in enumerate(pieces))
    _clear_progress()
    sys.stdout.write(at_words(told if told.endswith("\n") else f"{told}\n", sys.stdout))


def has_colour() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody minds."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and has_cursor()


def has_cursor() -> bool:
    """Whether a terminal is one that lets a line be written again."""
    return os.environ.get("TERM", "dumb") != "dumb"


def screen_for(
    here: str | None = None, asked: frozenset[str] = frozenset(), *, verbose: bool = False
) -> Screen:
    """The screen at this stdout; `here` and `asked` are what needs no id."""
    from datetime import datetime

    from plangate.interfaces.screens.screen import Screen

    now = datetime.now().astimezone()
    if not sys.stdout.isatty():
        return Screen(verbose=verbose, now=now, here=here, asked=asked, spelled=as_called)
    from shutil import get_terminal_size

    width = min(88, max(20, get_terminal_size().columns))
    return Screen(width, has_colour(), True, verbose, now, here, asked, as_called)


def emit_file(text: str) -> None:
    """Write a file's text: as it is into a pipe or file, harmless onto a terminal."""
    if sys.stdout.isatty():
        emit_document(text.removesuffix("\n"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))


def emit_json(document: Fields) -> None:
    from plangate.interfaces.text import json_text

    emit_document(json_text(document))


def emit_document(text: str) -> None:
    """What is copied or read by a program stays as it is: nothing wraps, and what is escaped in a
    JSON document stands in strings only."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stdout.write(f"{shown(text)}\n")


def at_words(text: str, stream: TextIO) -> str:
    """A text with our commands as they are typed here; at a terminal its long lines are broken at
    words."""
    text = as_called(text)
    if not stream.isatty():
        return text
    from shutil import get_terminal_size

    from plangate.interfaces.screens.screen import Screen

    return Screen(max(20, get_terminal_size().columns), breaks=True).folded(text)


def complain(text: str) -> None:
    """Say on stderr why nothing came of it."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stderr.write(at_words(shown(" ".join(text.split())) + "\n", sys.stderr))


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


def tell_unreadable(names: Iterable[str]) -> None:
    """REC-9: one line for each session that cannot be read; the list goes on without it."""
    for name in dict.fromkeys(names):
        emit(f"session {name} cannot be read; `plangate doctor` says where and what to do")


class _Progress:
    """Whether a line of progress stands where the next text is to be written."""

    is_shown = False


def progress_line() -> Callable[[str], None]:
    if not sys.stderr.isatty() or not has_cursor():
        return lambda _line: None

    def show(line: str) -> None:
        from shutil import get_terminal_size

        from plangate.interfaces.screens.screen import Screen

        told = Screen(max(20, get_terminal_size().columns) - 1).fit(line, "· ", "…")
        sys.stderr.write(f"\r\033[K{told}\r")
        sys.stderr.flush()
        _Progress.is_shown = True

    return show


def _clear_progress() -> None:
    if _Progress.is_shown:
        _Progress.is_shown = False
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def text_or_stdin(text: str, field: str) -> str:
    """A text of the command line; `-` reads it from standard input."""
    if text != "-":
        return text
    try:
        return read_file_or_stdin("-", 100_000, field).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(field, f"byte {error.start} is not UTF-8", "UTF-8 text") from None


def read_file_or_stdin(
    file: str | None, largest: int = 64 * 1024 * 1024, field: str = "FILE"
) -> bytes:
    """The bytes of a file, or of stdin for none or `-`; bounded either way."""
    if file in (None, "-"):
        if sys.stdin.isatty():
            raise BadInput(field, "is missing", "a file, or a document on standard input")
        raw = sys.stdin.buffer.read(largest + 1)
    else:
        path = Path(str(file))
        try:
            with path.open("rb") as handle:
                raw = handle.read(largest + 1)
        except OSError as error:
            raise BadInput(field, f"{str(path)!r}: {error.strerror}", "a readable file") from None
    if len(raw) > largest:
        raise BadInput(field, f"more than {largest:,} bytes", f"up to {largest:,} bytes")
    return raw
