"""The options and arguments that many commands take, and how a text or a file is read for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from plangate.core.model.errors import BadInput

if TYPE_CHECKING:
    pass


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
