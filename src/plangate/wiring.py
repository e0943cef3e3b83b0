"""The composition root: the only module that knows which adapter stands behind which port.

What a command does not need it does not load: listing questions takes the store alone, and only
whoever plans pays for the engine and the catalog.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.model.errors import BadInput
from plangate.settings import (
    Settings,
    cache_directory,
    data_directory,
    environment,
    own_dimensions,
    read_settings,
    state_directory,
    trust_store,
)
from plangate.trust.files import read_rule_files

if TYPE_CHECKING:
    from plangate.adapters.anchors import AnchorFile
    from plangate.adapters.minds.rules.dimension import Dimension
    from plangate.adapters.minds.rules.workspace import Catalog
    from plangate.adapters.recall.recollection import Meanings
    from plangate.adapters.rights import Rights
    from plangate.adapters.sql.sqlite import SQLiteStore
    from plangate.app.planner import InForce, Planner, Wish
    from plangate.app.ports import Clock, Scout, Store
    from plangate.core.guard.acts import Actor, Right
    from plangate.core.investigation.briefs import Brief
    from plangate.core.model.nouns import Ambiguity, Question
    from plangate.core.model.places import Here
    from plangate.trust.files import RuleFiles


def system_clock() -> Clock:
    from plangate.adapters.system import SystemClock

    return SystemClock()


def acting() -> Actor:
    """Who acts through this process's terminal or pipe (ACT-1)."""
    from plangate.adapters.acting import at_this_end

    return at_this_end(environment(), _presented())


def acting_program() -> Actor:
    """Who acts through the library: a program, wherever it runs (ACT-1)."""
    from plangate.adapters.acting import as_program

    return as_program(environment(), _presented())


def kept_rights() -> Rights:
    """Where rights that were handed on are kept: with the user's data, in no workspace."""
    from plangate.adapters.rights import Rights

    return Rights(data_directory(environment()) / "rights")


def _presented() -> Right | str | None:
    """The right of the token in the environment, why it carries none, or None without a token."""
    from plangate.adapters.acting import TOKEN_VARIABLE

    token = environment().get(TOKEN_VARIABLE, "")
    if not token:
        return None
    from plangate.core.log.chain import moment

    return kept_rights().presented(token, moment(system_clock().now()))


def in_force(workspace: str) -> InForce:
    """What holds in a workspace by its settings alone, whatever the environment says (ACT-1)."""
    from plangate.app.planner import InForce

    settings = read_settings({**_unswayed(), "PLANGATE_DB": ":unused:"}, Path(workspace))
    return InForce(settings.policy, settings.plan_policy, settings.on_timeout)


def usual_database(workspace: Path | None) -> Path:
    """The database of the settings, whatever this call or the environment names."""
    return read_settings(_unswayed(), workspace).db


def _unswayed() -> dict[str, str]:
    """The environment without what it says to plangate."""
    return {
        name: value for name, value in environment().items() if not name.startswith("PLANGATE_")
    }


def open_store(
    settings: Settings, *, busy_ms: int | None = None
) -> AbstractContextManager[SQLiteStore]:
    """The SQLite file of the settings, for those who only look things up."""
    from plangate.adapters.sql.sqlite import SQLiteStore

    anchors = open_anchors(settings)
    if busy_ms is None:
        return SQLiteStore(settings.db, anchors=anchors)
    return SQLiteStore(settings.db, anchors=anchors, busy_ms=busy_ms)


def open_anchors(settings: Settings) -> AnchorFile:
    """REC-6: where the anchors of the database are kept: not beside it."""
    from plangate.adapters.anchors import anchors_of

    return anchors_of(settings.db, settings.anchors or state_directory(environment()))


def wish_of(settings: Settings, **said: Any) -> Wish:
    """What holds for a session by the settings, and what the caller says besides (MCP-6).

    The one place where it is put together: a policy holds over MCP and in the library as it does
    at the command line.
    """
    from plangate.app.planner import Wish

    return Wish(
        timeout_secs=settings.timeout_secs,
        on_timeout=settings.on_timeout,
        budget=settings.budget,
        policy=settings.policy,
        plan_policy=settings.plan_policy,
    )._replace(**said)


def here_in(store: Store, workspace: Path) -> Here:
    """REC-8: a directory as the workspace it is, for those who only look things up."""
    from plangate.adapters.repo.identity import identify
    from plangate.app.places import here

    return here(store, identify(str(workspace)))


@contextmanager
def open_planner(
    settings: Settings,
    *,
    actor: Actor,
    clock: Clock | None = None,
    progress: Callable[[str], None] = lambda _line: None,
    complain: Callable[[str], None] = lambda _line: None,
) -> Iterator[Planner]:
    """A planner over the SQLite file of the settings: one connection for one use case."""
    from plangate.adapters.library.librarian import Librarian
    from plangate.adapters.minds.rules.mind import RulesProposer
    from plangate.adapters.minds.rules.own_words import understood
    from plangate.adapters.recall.recollection import Recollection
    from plangate.adapters.repo.explorer import Explorer
    from plangate.adapters.repo.ground import WorkspaceGround
    from plangate.adapters.repo.identity import identify, roots_of
    from plangate.adapters.subagents import Subagents
    from plangate.adapters.system import new_id
    from plangate.app.planner import Planner

    with open_store(settings) as store:
        catalog = _catalogs()
        kept = cache_directory(environment())

        def dimensions(workspace: Path) -> Sequence[Dimension]:
            return catalog(workspace).dimensions

        yield Planner(
            store=store,
            clock=clock or system_clock(),
            proposer=RulesProposer(dimensions, lambda place: (*catalog(place).added.values(),)),
            investigator=Subagents(Explorer(dimensions, kept), Librarian(dimensions)),
            new_id=new_id,
            progress=progress,
            warn=complain,
            check_workspace=lambda workspace: catalog(_directory(workspace)),
            rules_of=_rules(catalog),
            notifier=_notices(store, settings, complain),
            recall=Recollection(store, dimensions, _meanings()),
            ground=WorkspaceGround(),
            wish=wish_of(settings),
            identify=identify,
            roots=roots_of,
            actor=actor,
            in_force=in_force,
            understands=lambda words, about, place: understood(
                words, about, dimensions(Path(place))
            ),
        )


def open_scout(progress: Callable[[str], None] = lambda _line: None) -> Scout:
    """Whoever looks at a workspace for a brief; its index lies in the cache folder."""
    from plangate.adapters.repo.scout import Scout as RepositoryScout

    return RepositoryScout(cache_directory(environment()), progress)


def brief_of(
    settings: Settings,
    goal: str,
    workspace: str,
    progress: Callable[[str], None] = lambda _line: None,
) -> Brief:
    """UND-3: the brief of a goal, with what this database remembers of the workspace."""
    from plangate.app.briefs import brief

    scout = open_scout(progress)
    if not settings.db.exists():
        return brief(goal, workspace, scout)
    with open_store(settings) as store:
        return brief(goal, workspace, scout, store, here_in(store, Path(workspace)).places)


def _directory(workspace: str) -> Path:
    """Where a session plans; refused when it is nowhere, or somewhere else for every caller."""
    if not (os.path.isabs(workspace) and os.path.isdir(workspace)):  # noqa: PTH112, PTH117 - these never raise
        raise BadInput("workspace", f"{workspace[:200]!r} is none", "a directory's whole path")
    return Path(workspace)


@contextmanager
def open_asker(
    settings: Settings,
    session: str,
    ambiguity: Ambiguity,
    *,
    actor: Actor,
    complain: Callable[[str], None],
) -> Iterator[Planner]:
    """A planner whose one ambiguity is the caller's own, and whose session has this id."""
    from plangate.adapters.caller import Caller
    from plangate.adapters.repo.identity import identify, roots_of
    from plangate.app.planner import Planner

    caller = Caller(ambiguity)
    with open_store(settings) as store:
        yield Planner(
            store=store,
            clock=system_clock(),
            proposer=caller,
            investigator=caller,
            new_id=lambda: session,
            notifier=_notices(store, settings, complain),
            warn=complain,
            identify=identify,
            roots=roots_of,
            actor=actor,
            in_force=in_force,
        )


def _notices(store: Store, settings: Settings, complain: Callable[[str], None]) -> _Notices:
    """Whoever wants to know of a question: its workspace's command, or the one of the settings."""

    def command_of(question: Question) -> tuple[Sequence[str], Path | None]:
        from plangate.core.log.tables import Query

        about = Query("plan_sessions", equals={"plan_session_id": question.session})
        workspaces = [Path(row["workspace"]) for row in store.rows(about)]
        own = [read_settings(environment(), workspace).notify for workspace in workspaces]
        return next(filter(None, own), settings.notify), next(iter(workspaces), None)

    return _Notices(command_of, complain)


def _catalogs() -> Callable[[Path], Catalog]:
    """The dimensions of a workspace, read when somebody plans there, once for one use case."""

    @cache
    def catalog(workspace: Path) -> Catalog:
        from plangate.adapters.minds.rules.workspace import catalog_of

        files = read_rule_files(workspace)
        users = own_dimensions(environment(), files.root)
        return catalog_of(files, trusted=trust_store(environment()).holds(files), users=users)

    return catalog


def check_dimensions(files: RuleFiles, users: Path | None) -> None:
    """Whether a workspace's dimensions could be used, before somebody trusts them."""
    from plangate.adapters.minds.rules.workspace import catalog_of

    catalog_of(files, trusted=True, users=users)


def _rules(catalog: Callable[[Path], Catalog]) -> Callable[[str, Collection[str]], WorkspaceRules]:
    """ACT-2: what of a workspace's own rules counts now, where these dimensions were raised."""

    def rules(workspace: str, raised: Collection[str]) -> WorkspaceRules:
        place = Path(workspace)
        files = read_rule_files(place)
        if not (files.files or files.problems):
            return NO_RULES
        looked_up = read_settings(environment(), place).looked_up_rules
        with suppress(BadInput):  # whoever plans with such a file is told; looking is not stopped
            return looked_up.and_also(catalog(place).rules(raised))
        return looked_up

    return rules


def _meanings() -> Meanings | None:
    """Likeness by meaning, when the dependency group `embeddings` is installed; lexical if not."""
    from plangate.adapters.recall.meaning import is_installed, likeness_by_meaning

    return likeness_by_meaning if is_installed() else None


def questions_answered_by(text: str, workspace: Path) -> list[str]:
    """The ids of the dimensions of which a text names one reading."""
    from plangate.adapters.recall.recollection import reading_named

    known = _catalogs()(workspace).dimensions
    return [d.id for d in known if reading_named(text, d.as_ambiguity(), d) is not None]


def reading_named_by(text: str, about: str, workspace: Path) -> tuple[bool, str | None, str]:
    """Whether a dimension is known, the reading of it that a text names, and all of its labels."""
    from plangate.adapters.recall.recollection import reading_named

    for dimension in _catalogs()(workspace).dimensions:
        if dimension.id == about:
            ambiguity = dimension.as_ambiguity()
            labels = ", ".join(reading.label for reading in ambiguity.interpretations)
            return True, reading_named(text, ambiguity, dimension), labels
    return False, None, ""


class _Notices:
    """The notifier, loaded when there is something to tell: it brings subprocesses and threads."""

    def __init__(
        self,
        command_of: Callable[[Question], tuple[Sequence[str], Path | None]],
        complain: Callable[[str], None],
    ) -> None:
        self._command_of = command_of
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        from plangate.adapters.notify import WorkspaceNotifier

        WorkspaceNotifier(self._command_of, self._complain).notify(happened, question)
