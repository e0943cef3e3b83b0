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

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.interfaces.cli.planner_here import (
    UpToDate,
    existing_workspace,
    note_presence,
    places_in,
    planner_for,
    settings_for,
    up_to_date_store,
)
from plangate.interfaces.cli.printing import emit_json, emit_screen, screen_for
from plangate.interfaces.cli.shared_options import db_option, json_option

if TYPE_CHECKING:
    import click

    from plangate.app.naming.nearby import Nearby
    from plangate.app.planner import Advanced, Planner
    from plangate.app.ports import Store
    from plangate.core.model.nouns import Question
    from plangate.interfaces.screens.screen import Screen
    from plangate.settings import Database, Settings
    from plangate.wiring.databases import OwnStore
    from plangate.wiring.language_models import ModelChoice

P = ParamSpec("P")
Text = str | Callable[[], str]


class Call:
    """One call of a command: where it looks, what it opens and how it prints."""

    def __init__(
        self, db: Database | None, as_json: bool, workspace: Path | None, verbose: bool = False
    ) -> None:
        self.db = db
        self.as_json = as_json
        self.workspace = workspace
        self.verbose = verbose
        #: The question whose card a person has read in this call.
        self.read_here: str | None = None
        self._store: Store | None = None
        self._short: tuple[str | None, frozenset[str]] = (None, frozenset())

    @cached_property
    def settings(self) -> Settings:
        return settings_for(self.workspace, self.db)

    @cached_property
    def here(self) -> Path:
        """The directory it is about, absolute: the one named, or the current one."""
        return existing_workspace(self.workspace)

    @contextmanager
    def planner(self, model: ModelChoice | None = None) -> Iterator[Planner]:
        with planner_for(self.settings, model) as planner:
            self._store = planner.store
            self._keep_published(planner)  # an edit of the file comes before what is done now
            yield planner
            self._keep_published(planner)
            if not self.as_json:
                self._short = self._short_in(planner.store)
            self._store = None

    @contextmanager
    def looking(self) -> Iterator[OwnStore]:
        """The store alone for a person's everyday look, who is noted to be here as by a planner."""
        note_presence(self.settings)
        with self.store() as store:
            yield store
            if not self.as_json:
                self._short = self._short_in(store)

    def _keep_published(self, planner: Planner) -> None:
        """PUB-1: with `publish = true`, the plans of this directory and their files."""
        if self.settings.publish:
            from plangate.interfaces.cli.plans.publish import keep_published

            keep_published(self, planner)

    def near(self, store: Store) -> Nearby:
        """CLI-6: what short names mean in the directory named, or in the current one."""
        from plangate.app.naming.nearby import Nearby
        from plangate.wiring.workspaces import here_in

        return Nearby(store, here_in(store, self.here).places)

    @property
    def screen(self) -> Screen:
        """What is read here, with the names that can be typed in the current directory."""
        short = self._short if self._store is None else self._short_in(self._store)
        return screen_for(*short, verbose=self.verbose)

    def screen_over(self, store: Store) -> Screen:
        """The same for those who opened the store alone."""
        return screen_for(*self._short_in(store), verbose=self.verbose)

    def _short_in(self, store: Store) -> tuple[str | None, frozenset[str]]:
        """The plan and the question that need no id in the current directory."""
        from plangate.app.naming.nearby import Nearby
        from plangate.wiring.workspaces import here_in

        with suppress(BadInput):  # a directory that is gone
            near = Nearby(store, here_in(store, existing_workspace(None)).places)
            return near.at_work, near.asked
        return None, frozenset()

    def show_outcome(self, advanced: Advanced, **more: object) -> int:
        """Print where a session stands; its exit code."""
        from plangate.interfaces.outcome_documents import exit_code_of, outcome_document
        from plangate.interfaces.screens.outcomes import outcome_text
        from plangate.interfaces.screens.questions import stays_open

        if self.as_json:
            emit_json({**outcome_document(advanced), **more})
        elif (left := self._left_open(advanced)) is not None:
            emit_screen("\n".join(stays_open(self.screen, left)))
        else:
            emit_screen(outcome_text(advanced, self.screen))
        return exit_code_of(advanced)

    def _left_open(self, advanced: Advanced) -> Question | None:
        """The question a person has just read here and left as it was."""
        asked = getattr(advanced.outcome, "question", None)
        return asked if asked is not None and asked.id == self.read_here else None

    def store(self) -> AbstractContextManager[OwnStore]:
        """The store alone, for those who only look things up."""
        from plangate.wiring.databases import open_store

        return open_store(self.settings)

    def up_to_date_store(self) -> AbstractContextManager[UpToDate]:
        if sys.stdin.isatty():  # who looks is here, and needs no message
            note_presence(self.settings)
        return up_to_date_store(self.settings)

    def places(self, store: Store) -> tuple[str, ...]:
        """REC-8: where what belongs to the named directory is kept; none named means everywhere."""
        return places_in(store, self.workspace)

    def show(self, document: Fields, text: Text, code: int = 0) -> int:
        """The document as JSON, or a text for people; then the exit code."""
        if self.as_json:
            emit_json(document)
        else:
            emit_screen(text if isinstance(text, str) else text())
        return code

    def show_rows(
        self, document: Document, rows: Callable[[], Sequence[Sequence[str]]], empty: str
    ) -> int:
        """A list as JSON or as a table; a sentence when there is nothing in it."""
        from plangate.interfaces.text import table

        def text() -> str:
            found = rows()
            return table(found) if found else empty

        return self.show(document, text)


def object_and(words: Sequence[str], last: str) -> tuple[str | None, str]:
    """CLI-6: the object by its id, which may be left out, and the one word behind it."""
    from plangate.app.naming.nearby import TASK

    if len(words) > 2:
        accepted = f"one {last}; put it in quotes when it has spaces"
        raise BadInput(last, f"{len(words) - 1} words stand behind the id", accepted)
    if len(words) == 2 and last == "TASK" and TASK.fullmatch(words[0]):
        raise BadInput(last, "two are named", "one at a time")
    return (words[0] if len(words) == 2 else None), words[-1]


Function = Callable[Concatenate[Call, P], int]


def command(
    name: str | None = None,
    *,
    of: click.Group | None = None,
    database: bool = True,
    reads: bool = False,
    **attributes: Any,
) -> Callable[[Function[P]], click.Command]:
    """A command with `--json` and, if it has a database, `--db`; `of` is the group it is in.

    One that only `reads` makes no database where one is named that is not there (REC-7).
    """

    def made(function: Function[P]) -> click.Command:
        import click

        make = click.command if of is None else of.command
        return make(name or _name_of(function), **attributes)(_with_call(function, database, reads))

    return made


def group(name: str | None = None, **attributes: Any) -> Callable[[Function[P]], click.Group]:
    """A group that is a command itself when no subcommand is named; alone it only reads."""

    def made_of(function: Function[P]) -> click.Group:
        import click

        wrapped = _with_call(function, database=True, reads=True)
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


def _with_call(function: Callable[..., int], database: bool, reads: bool) -> Callable[..., int]:
    """What click calls: it makes the call of its options and hands the rest on."""

    def run(**given: Any) -> int:
        import click

        context = click.get_current_context()
        if context.invoked_subcommand is not None:
            return 0  # the subcommand does the work, and reads what stands before it
        verbose = bool(given.pop("verbose", False))
        call = Call(_given("db"), bool(_given("as_json")), given.pop("workspace", None), verbose)
        given.pop("db", None)
        given.pop("as_json", None)
        if reads and isinstance(call.db, Path):
            _must_be_there(call.db)
        return function(call, **given)

    run.__doc__ = function.__doc__
    for option in (json_option, db_option) if database else (json_option,):
        run = option(run)
    own: list[click.Parameter] = getattr(run, "__click_params__", [])
    own.extend(getattr(function, "__click_params__", []))  # click lists them from the last one up
    return run


def _must_be_there(db: Path) -> None:
    with suppress(PermissionError, NotADirectoryError):  # whoever opens it says that better
        try:
            db.stat()
        except FileNotFoundError:
            problem = f"there is no database at {db}"
            raise BadInput("--db", problem, "a file that is there") from None


def _given(name: str) -> Any:
    """An option of this command, or of the group before it."""
    import click

    context: click.Context | None = click.get_current_context()
    while context is not None:
        if context.params.get(name):
            return context.params[name]
        context = context.parent
    return None
