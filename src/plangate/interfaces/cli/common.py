"""What every command shares: its options, its settings, its planner, and one way to print."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plangate.core.errors import BadInput
from plangate.settings import Settings, environment, read_settings

if TYPE_CHECKING:
    from plangate.app.planner import Planner

Command = TypeVar("Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    help="The database file (default: your data directory, or PLANGATE_DB).",
)


def workspace_option(help_text: str) -> Callable[[Command], Command]:
    return click.option("--workspace", "-w", type=click.Path(path_type=Path), help=help_text)


def emit(text: str) -> None:
    """Write to stdout, with exactly one newline at the end."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def emit_json(document: dict[str, Any]) -> None:
    from plangate.interfaces.render import json_text

    emit(json_text(document))


def who() -> str:
    """The person at this terminal."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "unknown"


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def existing_workspace(path: Path | None) -> Path:
    """The directory a session is about, absolute; refused when it is none."""
    workspace = (path or Path()).resolve()
    if not workspace.is_dir():
        raise BadInput("--workspace", f"{str(workspace)!r} is no directory", "a directory")
    return workspace


def settings_for(workspace: Path | None, db: Path | None) -> Settings:
    return read_settings(environment(), workspace or Path(), db)


@contextmanager
def planner_for(settings: Settings) -> Iterator[Planner]:
    """A planner whose progress shows on a terminal's stderr and nowhere else."""
    from plangate.wiring import open_planner

    with open_planner(settings, progress=_progress()) as planner:
        yield planner


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


def read_file_or_stdin(file: str | None, largest: int = 64 * 1024 * 1024) -> bytes:
    """The bytes of a file, or of stdin for none or `-`; bounded either way."""
    if file in (None, "-"):
        if sys.stdin.isatty():
            raise BadInput("FILE", "is missing", "a file, or a document on standard input")
        raw = sys.stdin.buffer.read(largest + 1)
    else:
        path = Path(str(file))
        try:
            with path.open("rb") as handle:
                raw = handle.read(largest + 1)
        except OSError as error:
            raise BadInput("FILE", f"{str(path)!r}: {error.strerror}", "a readable file") from None
    if len(raw) > largest:
        raise BadInput("FILE", f"more than {largest:,} bytes", f"up to {largest:,} bytes")
    return raw
