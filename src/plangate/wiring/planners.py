"""The planner, put together: which adapter stands behind which of its ports.

What a command does not need is not loaded: parts are made when they are first asked for something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from plangate.app.naming.addresses import Address
from plangate.settings import Settings
from plangate.user_folders import cache_directory, environment
from plangate.wiring.catalogs import catalogs, kinds_of_change, rules_in
from plangate.wiring.databases import open_store
from plangate.wiring.language_models import minds, thinks, web_of
from plangate.wiring.members import as_member, policy_of_team
from plangate.wiring.notices import notices, quiet_ahead
from plangate.wiring.other_packages import investigator_in_use, is_ours, mind_in_use
from plangate.wiring.this_machine import acting, in_force, system_clock
from plangate.wiring.workspaces import (
    directory_of,
    located_on,
    open_ground,
    open_scout,
    quote_reader,
)

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension
    from plangate.adapters.model.dry import Draft
    from plangate.adapters.recall.recollection import Meanings
    from plangate.adapters.sql.store import SQLStore
    from plangate.app.planner import Planner
    from plangate.app.planner_parts import Eyes, InPlace
    from plangate.app.ports import Clock, Investigator, Mind, Proposer, Recall
    from plangate.app.session_options import SessionOptions
    from plangate.core.guard.acts import Actor
    from plangate.core.model.nouns import Ambiguity
    from plangate.wiring.language_models import ModelChoice

    OwnStore = SQLStore


Part = TypeVar("Part")


def session_options(settings: Settings, **said: Any) -> SessionOptions:
    """What holds for a session by the settings, and what the caller says besides (MCP-6).

    The one place where it is put together: a policy holds over MCP and in the library as it does
    at the command line.
    """
    from plangate.app.session_options import SessionOptions

    return SessionOptions(
        timeout_secs=settings.timeout_secs,
        on_timeout=settings.on_timeout,
        budget=settings.budget,
        policy=settings.policy,
        plan_policy=settings.plan_policy,
    )._replace(**said)


@contextmanager
def open_planner(
    settings: Settings,
    *,
    actor: Actor,
    clock: Clock | None = None,
    progress: Callable[[str], None] = lambda _line: None,
    complain: Callable[[str], None] = lambda _line: None,
    served: Mapping[str, str] = MappingProxyType({}),
    model: ModelChoice | None = None,
    mind: Mind | None = None,
) -> Iterator[Planner]:
    """A planner over the database of the settings, for one use case.

    `served` says where this machine has workspaces that were planned elsewhere (TEAM-2). `model` is
    what the caller names for its sessions (LLM-1); without one, a session of a model goes on with
    the model it began with.
    """
    from plangate.adapters.machine.system import new_id
    from plangate.adapters.repo.checkout.identity import identify, roots_of
    from plangate.app.planner import Planner
    from plangate.app.planner_parts import Models, Voices, Workspaces

    with open_store(settings) as store:
        known = _Dimensions(settings)
        yield Planner(
            store=store,
            clock=clock or system_clock(),
            proposer=_proposer(settings, known),
            investigator=_later(lambda: _investigator(settings, known)),
            new_id=new_id,
            actor=as_member(settings, store, actor),
            eyes=_eyes(settings, store, known, progress),
            models=Models(
                mind_of=(lambda _session: mind) if mind else minds(settings, model, complain),
                witness=quote_reader(),
            ),
            voices=Voices(progress, complain, notices(store, settings, complain)),
            workspaces=Workspaces(
                check=lambda workspace: known.catalog(directory_of(workspace)),
                rules_of=rules_in(known.catalog),
                identify=identify,
                roots=roots_of,
                locate=located_on(settings, store, served),
            ),
            settings=_in_place(settings, store, model),
            understands=known.understood,
            hold=_held(settings, alone=bool(served)),
        )


class _Later:
    """A part that is made when it is first asked for something: most commands never do."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if "_made" not in self.__dict__:
            self._made = self._make()
        return getattr(self._made, name)


def _later(make: Callable[[], Part]) -> Part:
    return cast("Part", _Later(make))


class _Dimensions:
    """The dimensions of a workspace, read once for one use case."""

    def __init__(self, settings: Settings) -> None:
        self.catalog = catalogs(settings.use.catalogs)

    def known(self, workspace: Path) -> Sequence[Dimension]:
        return self.catalog(workspace).dimensions

    def added(self, workspace: Path) -> Sequence[Dimension]:
        return tuple(self.catalog(workspace).added.values())

    def understood(
        self, words: str, about: Sequence[Ambiguity], workspace: str
    ) -> Mapping[str, str | None]:
        """ASK-15: which readings somebody's own words name."""
        from plangate.adapters.minds.rules.own_words import understood

        return understood(words, about, self.known(Path(workspace)))


def _eyes(
    settings: Settings, store: OwnStore, known: _Dimensions, progress: Callable[[str], None]
) -> Eyes:
    from plangate.app.planner_parts import Eyes

    return Eyes(
        recall=_later(lambda: _recall(store, known)) if is_ours(settings) else None,
        scout=_later(lambda: open_scout(progress)),
        ground=open_ground(),
    )


def _in_place(settings: Settings, store: OwnStore, model: ModelChoice | None) -> InPlace:
    from plangate.app.planner_parts import InPlace

    return InPlace(
        wish=session_options(settings, **thinks(settings, model)),
        in_force=in_force,
        team_policy=policy_of_team(store),
        quiet_ahead=quiet_ahead(settings),
    )


def _proposer(settings: Settings, dimensions: _Dimensions) -> Proposer:
    from plangate.adapters.minds.rules.mind import RulesProposer

    kinds = kinds_of_change(settings)
    return mind_in_use(settings, RulesProposer(dimensions.known, dimensions.added, kinds))


def _investigator(settings: Settings, dimensions: _Dimensions) -> Investigator:
    from plangate.adapters.explore.explorer import Explorer
    from plangate.adapters.library.librarian import Librarian
    from plangate.adapters.subagents import Subagents

    explorer = Explorer(dimensions.known, cache_directory(environment()))
    web = web_of(settings) if settings.web.provider else None
    own = Subagents(explorer, Librarian(dimensions.known, web), web=web is not None)
    return investigator_in_use(settings, own)


def _recall(store: OwnStore, dimensions: _Dimensions) -> Recall:
    """It searches by SQL; a store of another package is planned with without it."""
    from plangate.adapters.recall.recollection import Recollection

    return Recollection(store, dimensions.known, _meanings())


def dry_run(
    settings: Settings, goal: str, workspace: str, choice: ModelChoice, wish: SessionOptions
) -> Draft | None:
    """LLM-7: the first call a goal would lead to, from a copy of the database that is thrown away;
    None when no model would be called."""
    from tempfile import TemporaryDirectory

    from plangate.adapters.model.dry import DryMind
    from plangate.adapters.sql.opening import copied

    mind = DryMind(choice)
    with TemporaryDirectory(prefix="plangate-") as folder:
        db = Path(folder) / "plangate.db"
        if isinstance(settings.db, Path):
            copied(settings.db, db)
        own = settings._replace(db=db, anchors=Path(folder), notify=(), anchor_command=())
        with open_planner(own, actor=acting(), mind=mind) as planner:
            planner.start(goal, workspace, wish)
    return mind.drafts[0] if mind.drafts else None


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
    from plangate.adapters.repo.checkout.identity import identify, roots_of
    from plangate.app.planner import Planner
    from plangate.app.planner_parts import InPlace, Voices, Workspaces

    caller = Caller(ambiguity)
    with open_store(settings) as store:
        yield Planner(
            store=store,
            clock=system_clock(),
            proposer=caller,
            investigator=caller,
            new_id=lambda: session,
            actor=actor,
            voices=Voices(warn=complain, notifier=notices(store, settings, complain)),
            workspaces=Workspaces(identify=identify, roots=roots_of),
            settings=InPlace(in_force=in_force, quiet_ahead=quiet_ahead(settings)),
        )


def _held(settings: Settings, alone: bool) -> Callable[[str], AbstractContextManager[object]]:
    """TEAM-2: to be at a session of a server, for those who would call a model for it too."""
    if not (is_ours(settings) and isinstance(settings.db, Address)):
        return nullcontext
    address = settings.db

    def hold(session: str) -> AbstractContextManager[object]:
        from plangate.adapters.team.holding import held

        return held(address, session, alone=alone)

    return hold


def _meanings() -> Meanings | None:
    """Likeness by meaning, when the dependency group `embeddings` is installed; lexical if not."""
    from plangate.adapters.recall.meaning import is_installed, likeness_by_meaning

    return likeness_by_meaning if is_installed() else None
