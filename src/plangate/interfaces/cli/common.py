"""What every command shares: its options, its settings, its planner, and one way to print."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from plangate.core.errors import BadInput, Refused, StoreBusy, StoreReadOnly
from plangate.core.shapes import Text

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])

#: What a plan can be written as; the writers are loaded by whoever writes one.
PLAN_FORMATS = (
    "markdown",
    "json",
    "mermaid",
    "task-master",
    "spec-kit",
    "checklist",
    "claude-plan",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    help="The database file (default: your data directory, or PLANGATE_DB).",
)


def workspace_option(help_text: str) -> Callable[[Command], Command]:
    return click.option("--workspace", "-w", type=click.Path(path_type=Path), help=help_text)


def emit(text: str) -> None:
    """Write to stdout, with exactly one newline at the end and nothing a terminal would obey.

    A JSON document stays the same document: what is escaped here stands in strings only.
    """
    from plangate.interfaces.text import shown

    sys.stdout.write(shown(text if text.endswith("\n") else f"{text}\n"))


def emit_file(text: str) -> None:
    """Write a file's text: as it is into a pipe or file, harmless onto a terminal."""
    if sys.stdout.isatty():
        emit(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))


def emit_json(document: dict[str, Any]) -> None:
    from plangate.interfaces.text import json_text

    emit(json_text(document))


def complain(text: str) -> None:
    """Say on stderr why nothing came of it."""
    from plangate.interfaces.text import shown

    sys.stderr.write(shown(" ".join(text.split())) + "\n")


def who() -> str:
    """The person at this terminal."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "unknown"
    # The environment may say anything; what is stored is printable and UTF-8.
    return "".join(letter if letter.isprintable() else "?" for letter in name[:100])


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


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
    from plangate.wiring import here_in

    return here_in(store, existing_workspace(workspace)).places if workspace else ()


def settings_for(workspace: Path | None, db: Path | None) -> Settings:
    from plangate.settings import environment, read_settings  # lazy: not every command has any

    return read_settings(environment(), workspace or Path(), db)


@contextmanager
def planner_for(settings: Settings) -> Iterator[Planner]:
    """A planner whose progress shows on a terminal's stderr and nowhere else."""
    from plangate.wiring import open_planner

    with open_planner(settings, progress=_progress(), complain=complain) as planner:
        yield planner


class UpToDate(NamedTuple):
    """A store in which what was overdue is settled, and the sessions where that failed."""

    store: Store
    unreadable: tuple[str, ...] = ()
    #: Past their deadline, and nobody may write that down here (REC-7).
    overdue: tuple[str, ...] = ()


@contextmanager
def up_to_date_store(settings: Settings) -> Iterator[UpToDate]:
    """The store, what is overdue settled first (ASK-8); without a planner unless something is."""
    from plangate.app.lookup import overdue_sessions
    from plangate.wiring import open_store, system_clock

    with open_store(settings) as store:
        late = overdue_sessions(store, system_clock())
        if late and store.reads_only:
            yield UpToDate(store, overdue=tuple(late))
        elif late:
            from plangate.app.questions import expire_readable

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


def person_only(what: str, command: str) -> None:
    """ACT-1: refuse a person's act where nobody sits."""
    if not at_a_terminal():
        raise Refused(f"{what} is a person's act (ACT-1); at a terminal: {command}")


def _progress() -> Callable[[str], None]:
    if not sys.stderr.isatty():
        return lambda _line: None

    def show(line: str) -> None:
        sys.stderr.write(f"\r\033[K· {line}…\r")
        sys.stderr.flush()

    return show


def clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")


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
