"""One decorator for every command: `--db` and `--json`, and a call that knows what they lead to.

    @command(epilog="Example: plangate ready k3v9xq2m")
    @click.argument("name", metavar="ID")
    def ready(call: Call, name: str) -> int:
        with call.planner() as planner:
            ...
        return call.show(document, text)

The call takes `--db`, `--json` and, where the command has it, `--workspace`; the other options are
the function's arguments. A subcommand inherits what stands before it: `assumptions --json confirm`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

import click

from plangate.interfaces.cli.common import (
    UpToDate,
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    places_in,
    planner_for,
    settings_for,
    up_to_date_store,
)

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.settings import Settings
    from plangate.wiring import OwnStore

P = ParamSpec("P")
Text = str | Callable[[], str]


class Call:
    """One call of a command: where it looks, what it opens and how it prints."""

    def __init__(self, db: Path | None, as_json: bool, workspace: Path | None) -> None:
        self.db = db
        self.as_json = as_json
        self.workspace = workspace

    @cached_property
    def settings(self) -> Settings:
        return settings_for(self.workspace, self.db)

    @cached_property
    def here(self) -> Path:
        """The directory it is about, absolute: the one named, or the current one."""
        return existing_workspace(self.workspace)

    def planner(self) -> AbstractContextManager[Planner]:
        return planner_for(self.settings)

    def store(self) -> AbstractContextManager[OwnStore]:
        """The store alone, for those who only look things up."""
        from plangate.wiring import open_store

        return open_store(self.settings)

    def up_to_date_store(self) -> AbstractContextManager[UpToDate]:
        return up_to_date_store(self.settings)

    def places(self, store: Store) -> tuple[str, ...]:
        """REC-8: where what belongs to the named directory is kept; none named means everywhere."""
        return places_in(store, self.workspace)

    def show(self, document: dict[str, Any], text: Text, code: int = 0) -> int:
        """The document as JSON, or a text for people; then the exit code."""
        if self.as_json:
            emit_json(document)
        else:
            emit(text if isinstance(text, str) else text())
        return code

    def show_rows(
        self, document: dict[str, Any], rows: Callable[[], Sequence[Sequence[str]]], empty: str
    ) -> int:
        """A list as JSON or as a table; a sentence when there is nothing in it."""
        from plangate.interfaces.text import table

        def text() -> str:
            found = rows()
            return table(found) if found else empty

        return self.show(document, text)


Function = Callable[Concatenate[Call, P], int]


def command(
    name: str | None = None,
    *,
    of: click.Group | None = None,
    database: bool = True,
    **attributes: Any,
) -> Callable[[Function[P]], click.Command]:
    """A command with `--json` and, if it has a database, `--db`; `of` is the group it is in."""

    def made(function: Function[P]) -> click.Command:
        make = click.command if of is None else of.command
        return make(name or _name_of(function), **attributes)(_with_call(function, database))

    return made


def group(name: str | None = None, **attributes: Any) -> Callable[[Function[P]], click.Group]:
    """A group that is a command itself when no subcommand is named."""

    def made_of(function: Function[P]) -> click.Group:
        wrapped = _with_call(function, database=True)
        named = name or _name_of(function)
        return click.Group(
            named,
            callback=wrapped,
            help=wrapped.__doc__,
            params=list(reversed(getattr(wrapped, "__click_params__", []))),
            invoke_without_command=True,
            **attributes,
        )

    return made_of


def _name_of(function: Callable[..., int]) -> str:
    return function.__name__.strip("_").replace("_", "-")


def _with_call(function: Callable[..., int], database: bool) -> Callable[..., int]:
    """What click calls: it makes the call of its options and hands the rest on."""

    def run(**given: Any) -> int:
        context = click.get_current_context()
        if context.invoked_subcommand is not None:
            return 0  # the subcommand does the work, and reads what stands before it
        call = Call(_given("db"), bool(_given("as_json")), given.pop("workspace", None))
        given.pop("db", None)
        given.pop("as_json", None)
        return function(call, **given)

    run.__doc__ = function.__doc__
    for option in (json_option, db_option) if database else (json_option,):
        run = option(run)
    own: list[click.Parameter] = getattr(run, "__click_params__", [])
    own.extend(getattr(function, "__click_params__", []))  # click lists them from the last one up
    return run


def _given(name: str) -> Any:
    """An option of this command, or of the group before it."""
    context: click.Context | None = click.get_current_context()
    while context is not None:
        if context.params.get(name):
            return context.params[name]
        context = context.parent
    return None
