"""The composition root: the only module that knows which adapter stands behind which port.

What a command does not need it does not load: listing questions takes the store alone, and only
whoever plans pays for the engine and the catalog.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from plangate.app.addresses import Address
from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.model.errors import BadInput, MissingExtra, PlangateError, StoreDamaged
from plangate.core.model.records import Document, Fields
from plangate.model_wiring import minds, thinks, web_of
from plangate.settings import (
    Database,
    Settings,
    cache_directory,
    data_directory,
    environment,
    own_archetypes,
    own_dimensions,
    place_of,
    read_settings,
    state_directory,
    trust_store,
)
from plangate.trust.files import read_rule_files

if TYPE_CHECKING:
    from datetime import datetime

    from plangate.adapters.anchors import AnchorFile
    from plangate.adapters.exports import KnownExports
    from plangate.adapters.formats.format import Format
    from plangate.adapters.messages import Presence, Sent
    from plangate.adapters.minds.drafting.drafting_archetypes import Archetype
    from plangate.adapters.minds.rules.dimension import Dimension
    from plangate.adapters.minds.rules.workspace import Catalog
    from plangate.adapters.own_token import OwnToken
    from plangate.adapters.published import PublishedMemory, PublishedPlans
    from plangate.adapters.recall.recollection import Meanings
    from plangate.adapters.repo.checkout.excerpts import Excerpt as Lines
    from plangate.adapters.rights import Rights
    from plangate.adapters.sql.glimpse import Glimpse as ReadOnlyStore
    from plangate.adapters.sql.store import SQLStore
    from plangate.adapters.sql.team_glimpse import TeamGlimpse

    Excerpt = Lines
    from plangate.adapters.model.dry import Draft

    OwnStore = SQLStore
    Glimpse = ReadOnlyStore | TeamGlimpse
    from plangate.app.acts.publishing import Publication
    from plangate.app.log.moving import Moved
    from plangate.app.planner import InForce, Planner, SessionOptions
    from plangate.app.ports import (
        Clock,
        Ground,
        Investigator,
        Mind,
        Notifier,
        Proposer,
        Recall,
        Scout,
        Store,
        Witness,
    )
    from plangate.core.guard.acts import Actor, Right
    from plangate.core.investigation.briefs import Brief
    from plangate.core.log.anchors import Anchor, Anchors
    from plangate.core.model.nouns import Ambiguity, Question
    from plangate.core.model.places import Here, Identity
    from plangate.core.model.policy import Policy
    from plangate.core.plans.adequacy.substance import Terrain
    from plangate.model_wiring import ModelChoice
    from plangate.trust.files import RuleFiles


Part = TypeVar("Part")


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


def user_name() -> str:
    """Whose process this is, by the system's word."""
    from plangate.adapters.acting import user_name

    return user_name()


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


def usual_database(workspace: Path | None) -> Database:
    """The database of the settings, whatever this call or the environment names."""
    return read_settings(_unswayed(), workspace).db


def _unswayed() -> dict[str, str]:
    """The environment without what it says to plangate."""
    return {
        name: value for name, value in environment().items() if not name.startswith("PLANGATE_")
    }


def open_store(
    settings: Settings, *, busy_ms: int | None = None
) -> AbstractContextManager[OwnStore]:
    """The store of the settings, for those who only look things up: our SQLite file, mostly."""
    if not _is_ours(settings):
        from plangate.adapters import doors

        name = settings.use.store
        made: AbstractContextManager[OwnStore] = _part(
            doors.STORES, "use.store", name, ("sqlite",), settings, None
        )
        return made
    anchors = open_anchors(settings)
    if isinstance(settings.db, Address):
        return _served(settings.db, anchors)
    from plangate.adapters.sql.sqlite import SQLiteStore

    if busy_ms is None:
        return SQLiteStore(settings.db, anchors=anchors)
    return SQLiteStore(settings.db, anchors=anchors, busy_ms=busy_ms)


def _served(address: Address, anchors: AnchorFile | None, *, upgrade: bool = False) -> OwnStore:
    """TEAM-1: the record on a server; its driver is loaded by those alone who use it."""
    try:
        from plangate.adapters.sql.postgres import PostgresStore
    except ImportError:
        raise MissingExtra(f"--db {address}", "team") from None
    return PostgresStore(address, anchors=anchors, upgrade=upgrade)


def upgrade_schema(settings: Settings) -> None:
    """REC-5: bring a server's tables up to date; a file's are when it is opened."""
    if isinstance(settings.db, Address):
        _served(settings.db, None, upgrade=True)


def move_record(source: Settings, target: Settings) -> Moved:
    """TEAM-1: the record of one database carried into another, with its anchors."""
    from plangate.app.log.moving import move

    if not (_is_ours(source) and _is_ours(target)):
        raise BadInput("use.store", "is another package's", "our own stores, for a move")
    kept = open_anchors(source)
    open_anchors(target).take_over(kept, only_look=True)
    with open_store(source) as before, open_store(target) as after:
        done = move(before, after, kept_anchors(source, before))
    open_anchors(target).take_over(kept)
    for export in known_exports(source).paths():
        known_exports(target).add(export)
    return done


def as_member(settings: Settings, store: Store, actor: Actor) -> Actor:
    """TEAM-3: who acts, as the team knows them; as they are where nobody is in a team.

    A terminal is somebody by the token they entered, the page by its login, an agent or a script
    by the token in its environment, which makes nobody a person.
    """
    from plangate.core.log.chain import TEAM

    try:
        entries = store.read(TEAM)
    except StoreDamaged:
        return actor  # REC-9: whatever is asked next says so, and stops nothing else
    if not entries:
        return actor
    from plangate.app.team.people import digest_of
    from plangate.core.log.team import is_agent_name, team_of

    team = team_of(entries)
    if not team.has_people:
        return actor
    if not actor.is_person:
        if is_agent_name(actor.by):
            return actor  # by the bearer token of its request, which was checked
        agent = team.holder(digest_of(environment().get(_AGENT_TOKEN, "")))
        named = agent is not None and agent.kind == "agent"
        return actor._replace(by=agent.recorded) if agent and named else actor
    token = actor.token
    if actor.surface != "web":
        entered = team.token(digest_of(_own_token(settings).read()))
        token = entered.id if entered is not None else ""
    member = team.person(token)
    if member is None:
        return actor._replace(token="", roles=frozenset())
    return actor._replace(member=member.name, token=token, roles=member.roles)


#: TEAM-3: where an agent's process carries its token.
_AGENT_TOKEN = "PLANGATE_AGENT_TOKEN"


def _policy_of_team(store: Store) -> Callable[[str], Policy | None]:
    """TEAM-5: what a team set for a repository; asked once a session begins."""

    def found(place: str) -> Policy | None:
        from plangate.core.log.chain import TEAM

        if not store.has(TEAM):
            return None
        from plangate.app.team.policies import team_policy

        return team_policy(store, place)

    return found


def _own_token(settings: Settings) -> OwnToken:
    from plangate.adapters.own_token import OwnToken

    return OwnToken(place_of(settings.db), data_directory(environment()))


def holder_of(settings: Settings, token: str) -> tuple[str, str] | None:
    """TEAM-3: the person of the team whose token this is, and its id; None when it is nobody's."""
    from plangate.app.team.people import digest_of, team_in

    with open_store(settings) as store:
        team = team_in(store)
    found = team.token(digest_of(token))
    person = team.person(found.id) if found is not None else None
    return (person.name, found.id) if person is not None and found is not None else None


def agent_holder(settings: Settings, token: str) -> str | None:
    """TEAM-3: the agent of the team whose token this is, as the record names it."""
    from plangate.app.team.people import digest_of, team_in

    with open_store(settings) as store:
        member = team_in(store).holder(digest_of(token))
    return member.recorded if member is not None and member.kind == "agent" else None


def member_acting(settings: Settings, actor: Actor) -> Actor:
    """TEAM-3: who acts, as the team of this database knows them; for acts without a planner."""
    if isinstance(settings.db, Path) and not settings.db.exists():
        return actor  # nobody is in a team that is nowhere, and asking makes no file
    try:
        with open_store(settings) as store:
            return as_member(settings, store, actor)
    except PlangateError:
        return actor  # REC-9: it cannot be read, and whatever opens it next says so


def login_of(settings: Settings, actor: Actor) -> tuple[str, str]:
    """TEAM-3: as whom somebody at a terminal logs in: in a team by the token they entered."""
    from plangate.core.guard.acts import require_role

    known = member_acting(settings, actor)
    require_role("login", known)
    return known.signed(actor.by), known.token


def enter_token(settings: Settings, token: str) -> str:
    """TEAM-3: keep a person's token for this database; whose it is."""
    found = holder_of(settings, token)
    if found is None:
        raise BadInput("TOKEN", "is no person's token of this database, or was revoked", "yours")
    _own_token(settings).write(token)
    return found[0]


def _located(
    settings: Settings, store: Store, served: Mapping[str, str]
) -> Callable[[str, str], str | None]:
    """REC-8: where a session's workspace lies on this machine; None when it does not."""

    def located(workspace: str, place: str) -> str | None:
        if not isinstance(settings.db, Address):
            return workspace
        if place in served:
            return served[place]
        if not os.path.isdir(workspace):  # noqa: PTH112 - it never raises
            return None
        return workspace if place in here_in(store, Path(workspace)).places else None

    return located


class Changes(Protocol):
    """Whoever says that something may have been written."""

    def wait(self, seconds: float) -> None:
        """Until something was written, at most so long; sooner is no harm."""

    def close(self) -> None: ...


def changes(settings: Settings) -> Changes:
    """TEAM-1: a server tells; into a file one looks again and again."""
    if _is_ours(settings) and isinstance(settings.db, Address):
        from plangate.adapters.sql.listening import Listening

        return Listening(settings.db)
    from plangate.adapters.system import LookingAgain

    return LookingAgain()


def glimpse(settings: Settings) -> AbstractContextManager[ReadOnlyStore | TeamGlimpse | None]:
    """The database for those who may not wait and change nothing; None when there is none yet."""
    from contextlib import nullcontext

    from plangate.adapters.sql.glimpse import glimpse

    if not _is_ours(settings):
        return nullcontext(None)  # another package's store has no file to look into
    if isinstance(settings.db, Address):
        from plangate.adapters.sql.team_glimpse import glimpse as of_a_server

        return of_a_server(settings.db)
    return glimpse(settings.db)


def open_anchors(settings: Settings) -> AnchorFile:
    """REC-6: where the anchors of the database are kept: not beside it."""
    from plangate.adapters.anchors import anchors_of

    def tell(one: Anchor) -> None:
        """The person's `anchor_command`; whatever goes wrong with it, nothing here does."""
        from plangate.adapters.notify import start_command

        document = {"schema": "plangate.anchor/1", "db": str(settings.db), **one._asdict()}
        start_command(settings.anchor_command, document, settings.workspace or Path())

    state = settings.anchors or state_directory(environment())
    return anchors_of(place_of(settings.db), state, *((tell,) if settings.anchor_command else ()))


def anchor_program(settings: Settings) -> str | None:
    """The program of `anchor_command`; None when there is none outside the workspace."""
    from plangate.adapters.notify import program_of

    return program_of(settings.anchor_command, settings.workspace or Path())


def kept_anchors(settings: Settings, store: Store) -> Anchors:
    """REC-6: the anchors of the log, what our own store knows of them, and published ones."""
    published = [(str(path), one) for path, one in published_plans(settings).anchors()]
    return _own_anchors(settings, store)._replace(published=tuple(published))


def _own_anchors(settings: Settings, store: Store) -> Anchors:
    from plangate.adapters.sql.store import SQLStore

    if isinstance(store, SQLStore):
        return store.kept_anchors()
    return open_anchors(settings).read()


def published_plans(settings: Settings) -> PublishedMemory:
    """PUB-1: where plans of the database were published."""
    from plangate.adapters.published import PublishedMemory

    return PublishedMemory(
        place_of(settings.db), settings.anchors or state_directory(environment())
    )


def plan_pages(folder: Path) -> tuple[list[Path], list[Path]]:
    """The published plans in a folder, and the files of what was not taken over."""
    from plangate.adapters.published import plan_files

    return plan_files(folder)


def read_plan_page(path: Path) -> str:
    """The text of a published plan, or one line about why it cannot be read."""
    from plangate.adapters.published import read_plan_page

    return read_plan_page(path)


def publish_plan(
    settings: Settings, planner: Planner, workspace: Path, session: str
) -> Publication:
    """PUB-1: bring the file of one plan and its record together, by the settings' word on words."""
    from plangate.app.acts.publishing import publish

    files, last = _plan_files(settings, planner, workspace)
    return publish(planner, session, files, last, words=settings.publish_words)


def publish_workspace(
    settings: Settings, planner: Planner, workspace: Path
) -> Sequence[Publication]:
    """The same for every plan of a workspace that moved on, in its record or in its file."""
    from plangate.app.acts.publishing import sync

    files, last = _plan_files(settings, planner, workspace)
    return sync(planner, str(workspace), files, last, words=settings.publish_words)


def _plan_files(
    settings: Settings, planner: Planner, workspace: Path
) -> tuple[PublishedPlans, Anchor | None]:
    from plangate.adapters.published import PublishedPlans

    kept = _own_anchors(settings, planner.store).in_force
    last = kept[-1] if kept else None
    return PublishedPlans(workspace, published_plans(settings)), last


def known_exports(settings: Settings) -> KnownExports:
    """REC-10: where exports of the database went."""
    from plangate.adapters.exports import KnownExports

    return KnownExports(place_of(settings.db), settings.anchors or state_directory(environment()))


def session_options(settings: Settings, **said: Any) -> SessionOptions:
    """What holds for a session by the settings, and what the caller says besides (MCP-6).

    The one place where it is put together: a policy holds over MCP and in the library as it does
    at the command line.
    """
    from plangate.app.planner import SessionOptions

    return SessionOptions(
        timeout_secs=settings.timeout_secs,
        on_timeout=settings.on_timeout,
        budget=settings.budget,
        policy=settings.policy,
        plan_policy=settings.plan_policy,
    )._replace(**said)


def identify(workspace: str) -> Identity:
    """REC-8: what a directory is, by what it holds rather than where it lies."""
    from plangate.adapters.repo.checkout.identity import identify

    return identify(workspace)


def quote_reader() -> Witness:
    """MCP-3: whoever looks whether a quote stands where a host says it does."""
    from plangate.adapters.repo.checkout.quotes import QuoteReader

    return QuoteReader()


def excerpts(workspace: str, locators: Sequence[str]) -> list[Excerpt | None]:
    """WEB-2: the lines evidence was found in, as they are now."""
    from plangate.adapters.repo.checkout.excerpts import excerpts_at

    return excerpts_at(workspace, locators) if locators else []


def here_in(store: Store, workspace: Path) -> Here:
    """REC-8: a directory as the workspace it is, for those who only look things up."""
    from plangate.app.places import here

    return here(store, identify(str(workspace)))


def open_ground() -> Ground:
    """A second look at a workspace, for those who do not plan."""
    from plangate.adapters.repo.checkout.ground import WorkspaceGround

    return WorkspaceGround()


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
    from plangate.adapters.minds.rules.mind import RulesProposer
    from plangate.adapters.repo.checkout.identity import identify, roots_of
    from plangate.adapters.system import new_id
    from plangate.app.planner import Planner

    with open_store(settings) as store:
        catalog = _catalogs(settings.use.catalogs)

        def dimensions(workspace: Path) -> Sequence[Dimension]:
            return catalog(workspace).dimensions

        def added(workspace: Path) -> Sequence[Dimension]:
            return tuple(catalog(workspace).added.values())

        yield Planner(
            store=store,
            clock=clock or system_clock(),
            proposer=_mind(settings, RulesProposer(dimensions, added, _kinds(settings))),
            investigator=_later(lambda: _investigator(settings, _subagents(settings, dimensions))),
            new_id=new_id,
            progress=progress,
            warn=complain,
            check_workspace=lambda workspace: catalog(_directory(workspace)),
            rules_of=_rules(catalog),
            notifier=_notices(store, settings, complain),
            # Recall searches by SQL; a store of another package is planned with without it.
            recall=_later(lambda: _recall(store, dimensions)) if _is_ours(settings) else None,
            scout=_later(lambda: open_scout(progress)),
            ground=open_ground(),
            wish=session_options(settings, **thinks(settings, model)),
            identify=identify,
            roots=roots_of,
            actor=as_member(settings, store, actor),
            in_force=in_force,
            locate=_located(settings, store, served),
            team_policy=_policy_of_team(store),
            hold=_held(settings, alone=bool(served)),
            quiet_ahead=quiet_ahead(settings),
            understands=lambda words, about, place: _understood(
                words, about, dimensions(Path(place))
            ),
            mind_of=(lambda _session: mind) if mind else minds(settings, model, complain),
            witness=quote_reader(),
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


def _subagents(
    settings: Settings, dimensions: Callable[[Path], Sequence[Dimension]]
) -> Investigator:
    from plangate.adapters.explore.explorer import Explorer
    from plangate.adapters.library.librarian import Librarian
    from plangate.adapters.subagents import Subagents

    explorer = Explorer(dimensions, cache_directory(environment()))
    web = web_of(settings) if settings.web.provider else None
    return Subagents(explorer, Librarian(dimensions, web), web=web is not None)


def _recall(store: OwnStore, dimensions: Callable[[Path], Sequence[Dimension]]) -> Recall:
    from plangate.adapters.recall.recollection import Recollection

    return Recollection(store, dimensions, _meanings())


def _understood(
    words: str, about: Sequence[Ambiguity], dimensions: Sequence[Dimension]
) -> Mapping[str, str | None]:
    from plangate.adapters.minds.rules.own_words import understood

    return understood(words, about, dimensions)


def terrain_of(workspace: str | Path) -> Terrain:
    """ADQ-20…26: what is there that a plan can be held against."""
    from plangate.adapters.repo.checkout.terrain import terrain

    here = Path(workspace).resolve()
    if not here.is_dir():
        raise BadInput("workspace", f"{str(workspace)!r} is not a directory", "a directory")
    return terrain(here)


def open_scout(progress: Callable[[str], None] = lambda _line: None) -> Scout:
    """Whoever looks at a workspace for a brief; its index lies in the cache folder."""
    from plangate.adapters.repo.brief.scout import Scout as RepositoryScout

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
    if isinstance(settings.db, Path) and not settings.db.exists():
        return brief(goal, workspace, scout)
    with open_store(settings) as store:
        return brief(goal, workspace, scout, store, here_in(store, Path(workspace)).places)


# --- models (LLM-7); which one, and whether it may: model_wiring.py -------------------------------


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


# --- doors (EXT-1) --------------------------------------------------------------------------------


class Opening(NamedTuple):
    """What another package's part is made with: the settings, and our own part in its place."""

    settings: Settings
    own: Any
    """The part plangate would have used, to be asked or wrapped; None where there is none."""


def _part(
    group: str, field: str, name: str, ours: tuple[str, ...], settings: Settings, own: Any
) -> Any:
    """A part of another package: what its entry point makes of an opening."""
    from plangate.adapters import doors

    make = doors.named(group, name, ours, field)
    if not callable(make):
        raise BadInput(field, f"{name} cannot be called", "a function of one opening")
    return make(Opening(settings, own))


def _mind(settings: Settings, own: Proposer) -> Proposer:
    name = settings.use.mind
    if name == "rules":
        return own
    made: Proposer = _part("plangate.minds", "use.mind", name, ("rules",), settings, own)
    return made


def _investigator(settings: Settings, own: Investigator) -> Investigator:
    name = settings.use.investigator
    if name == "workspace":
        return own
    group, ours = "plangate.investigators", ("workspace",)
    made: Investigator = _part(group, "use.investigator", name, ours, settings, own)
    return made


def _notifier(settings: Settings, own: Notifier) -> Notifier:
    name = settings.use.notifier
    if name == "command":
        return own
    group, ours = "plangate.notifiers", ("command",)
    made: Notifier = _part(group, "use.notifier", name, ours, settings, own)
    return made


def _is_ours(settings: Settings) -> bool:
    return settings.use.store == "sqlite"


def _kinds(settings: Settings) -> Callable[[Path], Sequence[Archetype] | None]:
    """The kinds of change known in a workspace; None where there are only the shipped ones."""

    def kinds(workspace: Path) -> Sequence[Archetype] | None:
        from plangate.adapters.minds.rules.workspace import files_of
        from plangate.adapters.minds.yaml_files import files_in
        from plangate.trust.files import ARCHETYPES

        files = read_rule_files(workspace)
        users = own_archetypes(environment(), files.root)
        folders = [
            *_package_folders(settings.use.catalogs, "archetypes"),
            *([users] if users else []),
        ]
        found = [there for folder in folders if (there := files_in(folder))]
        own = files_of(files, ARCHETYPES)
        if own and trust_store(environment()).holds(files):
            found.append(own)
        if not found:
            return None
        from plangate.adapters.minds.drafting.drafting_archetypes import (
            archetypes_in,
            archetypes_with,
        )

        return archetypes_with(*map(archetypes_in, found))

    return kinds


def _package_folders(catalogs: Sequence[str], kind: str) -> list[Path]:
    """Where the catalogs of other packages keep their dimensions or archetypes."""
    from plangate.adapters import doors

    found = []
    for name in catalogs:
        package = doors.named(doors.CATALOGS, name, (), "use.catalogs")
        file = getattr(package, "__file__", None)
        if file is None:
            raise BadInput("use.catalogs", f"{name} is not a package", "a package with a folder")
        found.append(Path(file).parent / kind)
    return found


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
    from plangate.adapters.repo.checkout.identity import identify, roots_of
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
            quiet_ahead=quiet_ahead(settings),
        )


def _notices(store: Store, settings: Settings, complain: Callable[[str], None]) -> Notifier:
    """Whoever wants to know of a question: its workspace's command, or the one of the settings."""

    def command_of(question: Question) -> tuple[Sequence[str], Path | None]:
        from plangate.core.log.tables import Query

        about = Query("plan_sessions", equals={"plan_session_id": question.session})
        workspaces = [Path(row["workspace"]) for row in store.rows(about)]
        own = [read_settings(environment(), workspace).notify for workspace in workspaces]
        return next(filter(None, own), settings.notify), next(iter(workspaces), None)

    def tell(happened: str, question: Question) -> None:
        _message(settings, store, happened, question)

    own = _notifier(settings, _Notices(command_of, tell, complain))
    if not (_is_ours(settings) and isinstance(settings.db, Address)):
        return own
    return _told_once(settings.db, own, lambda question: tells(settings, command_of(question)[0]))


def tells(settings: Settings, command: Sequence[str] = ()) -> bool:
    """NOTE-1: whether anybody hears of anything by these settings."""
    return bool(
        command or settings.notify or settings.use.notifier != "command" or message_places(settings)
    )


def _told_once(address: Address, own: Notifier, tells: Callable[[Question], bool]) -> Notifier:
    from plangate.adapters.team.telling import TellingOnce

    return TellingOnce(address, own, tells)


def _held(settings: Settings, alone: bool) -> Callable[[str], AbstractContextManager[object]]:
    """TEAM-2: to be at a session of a server, for those who would call a model for it too."""
    if not (_is_ours(settings) and isinstance(settings.db, Address)):
        return nullcontext
    address = settings.db

    def hold(session: str) -> AbstractContextManager[object]:
        from plangate.adapters.team.holding import held

        return held(address, session, alone=alone)

    return hold


def _whole_name(db: Database) -> str:
    """A database as another process of this machine opens it."""
    return db.url if isinstance(db, Address) else str(db.absolute())


def presence(settings: Settings) -> Presence:
    """NOTE-1: when a person was last at a surface of the database."""
    from plangate.adapters.messages import Presence

    return Presence(place_of(settings.db), settings.anchors or state_directory(environment()))


def quiet_ahead(settings: Settings) -> Callable[[datetime, float], int]:
    """ASK-8: by how much the quiet hours ahead put a deadline off."""

    def ahead(now: datetime, seconds: float) -> int:
        quiet = settings.quiet_hours
        return quiet.seconds_ahead(now.astimezone(), seconds) if quiet else 0

    return ahead


#: NOTE-1: what a person is told of; their own answer is no news to them.
_NEWS = ("created", "expired", "parked")


def _message(settings: Settings, store: Store, happened: str, question: Question) -> None:
    """NOTE-1: tell a person who is not at a surface, unless it is quiet now or nowhere to go."""
    what = "parked" if happened == "expired" and question.parks else happened
    if what not in _NEWS or not message_places(settings):
        return
    quiet = settings.quiet_hours
    now = system_clock().now().astimezone()
    if (quiet and quiet.cover(now)) or presence(settings).is_here():
        return
    from plangate.adapters.messages import start_sender
    from plangate.core.log.tables import Query
    from plangate.core.log.wire import canonical

    about = Query("plan_sessions", equals={"plan_session_id": question.session})
    row = next(iter(store.rows(about)), {"goal": "", "workspace": ""})
    document = {
        "schema": "plangate.notice/1",
        "what": what,
        "question": question.prompt,
        "number": question.number,
        "project": Path(row["workspace"]).name,
        "goal": row["goal"],
        "id": question.id,
        "db": _whole_name(settings.db),
    }
    start_sender(canonical(document).encode())


def message_places(settings: Settings) -> tuple[str, ...]:
    """Where messages go, without a credential; none when nothing is set and there is no desktop."""
    from plangate.adapters.messages import desktop_command, without_credential

    desktop = settings.notify_desktop and desktop_command(environment(), settings.workspace)
    places = map(without_credential, settings.notify_to)
    return (*(("the desktop",) if desktop else ()), *places)


def send_message(settings: Settings, title: str, body: str) -> Sequence[Sent]:
    """Send a message everywhere now, and say what became of it."""
    from plangate.adapters import messages

    message = messages.Message(title, body)
    sent: list[Sent] = []
    desktop = messages.desktop_command(environment(), settings.workspace)
    if settings.notify_desktop and desktop:
        sent.append(messages.send_to_desktop(desktop, message))
    if settings.notify_to:
        sent += messages.send_by_apprise(settings.notify_to, message)
    return sent


def _catalogs(packages: Sequence[str] | None = None) -> Callable[[Path], Catalog]:
    """The dimensions of a workspace, read when somebody plans there, once for one use case."""

    @cache
    def catalog(workspace: Path) -> Catalog:
        from plangate.adapters.minds.rules.workspace import catalog_of

        files = read_rule_files(workspace)
        users = own_dimensions(environment(), files.root)
        named = packages
        if named is None:
            named = read_settings(environment(), workspace).use.catalogs
        folders = _package_folders(named, "dimensions")
        trusted = trust_store(environment()).holds(files)
        return catalog_of(files, trusted=trusted, users=users, packages=folders)

    return catalog


def check_dimensions(files: RuleFiles, users: Path | None) -> None:
    """Whether a workspace's catalog could be used, before somebody trusts it."""
    from plangate.adapters.minds.drafting.drafting_archetypes import archetypes_in
    from plangate.adapters.minds.rules.workspace import catalog_of, files_of
    from plangate.trust.files import ARCHETYPES

    catalog_of(files, trusted=True, users=users)
    archetypes_in(files_of(files, ARCHETYPES))


class Checked(NamedTuple):
    """A data file of a catalog: what it holds, or why it cannot be used."""

    file: str
    kind: str
    id: str | None
    problem: str | None = None


def checked_catalog(files: Mapping[str, bytes]) -> list[Checked]:
    """What each data file holds, whichever kind it is: by `readings` or by `tasks` (EXT-1)."""
    from plangate.adapters.minds.drafting.drafting_archetypes import archetypes_in
    from plangate.adapters.minds.rules.loading import dimension_in
    from plangate.adapters.minds.yaml_files import yaml_document

    found = []
    for name, raw in files.items():
        kind = "dimension"
        try:
            document = yaml_document(name, raw)
            if isinstance(document, Mapping) and "tasks" in document:
                kind = "archetype"
                found.append(Checked(name, kind, archetypes_in({name: raw})[name].id))
            else:
                found.append(Checked(name, kind, dimension_in(name, raw).id))
        except BadInput as error:
            found.append(Checked(name, kind, None, str(error)))
    return found


def catalog_files(paths: Sequence[Path], workspace: Path) -> dict[str, bytes]:
    """The data files named, those of the folders named, or the person's own and the workspace's."""
    from plangate.adapters.minds.yaml_files import files_at, files_in

    if paths:
        return {name: raw for path in paths for name, raw in files_at(path).items()}
    files = read_rule_files(workspace)
    own = {name: raw for name, raw in files.files.items() if name.endswith((".yaml", ".yml"))}
    for folder in (own_dimensions, own_archetypes):
        if (users := folder(environment(), files.root)) is not None:
            own |= files_in(users)
    return own


def catalog_schema(kind: str) -> Document:
    """The JSON schema of a data file."""
    from plangate.adapters.minds.drafting.drafting_archetypes import ARCHETYPE
    from plangate.adapters.minds.rules.dimension_file import DIMENSION

    return {"dimension": DIMENSION, "archetype": ARCHETYPE}[kind].schema()


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
        tell: Callable[[str, Question], None],
        complain: Callable[[str], None],
    ) -> None:
        self._command_of = command_of
        self._tell = tell
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        from plangate.adapters.notify import WorkspaceNotifier

        WorkspaceNotifier(self._command_of, self._complain).notify(happened, question)
        self._tell(happened, question)


# --- plan files -----------------------------------------------------------------------------------


def read_plan_file(
    raw: bytes, name: str, field: str = "PLAN", form: str | None = None
) -> tuple[Any, str]:
    """The plan in a file and the name of its format, found by its content unless it is named."""
    from plangate.adapters.formats import detection

    if form is not None:
        return detection.read_as(_format(form, "--from"), raw, field)
    return detection.detect_and_read(raw, name, field, _formats_of_others)


def write_plan_file(
    to: str,
    goal: str,
    tasks: Sequence[Fields],
    done: frozenset[str] = frozenset(),
    ledger: Sequence[str] = (),
) -> str:
    """A plan as the text of a file in the format named (PLAN-4)."""
    from plangate.adapters.formats.format import Written

    form = _format(to, "--to")
    if form.write is None:
        raise BadInput("--to", f"{to} can only be read", ", ".join(plan_formats()))
    return form.write(Written(goal, tasks, done, ledger))


def read_issue(raw: bytes, name: str) -> Any:
    """The goal in an issue as another tool exports it."""
    from plangate.adapters.formats.issues import read_issue

    return read_issue(raw, name)


def private_directory(path: Path) -> None:
    """Make a directory that nobody else can look into."""
    from plangate.adapters.private import private_directory

    private_directory(path)


def rewrite_plan_file(raw: bytes, name: str, tasks: Sequence[Fields]) -> str:
    """A file with these tasks instead of its own and everything else as it was."""
    from plangate.adapters.formats.detection import rewritten

    return rewritten(raw, name, tasks)


def plan_formats() -> tuple[str, ...]:
    """The names of our own plan formats."""
    from plangate.adapters.formats.registry import own_names

    return own_names()


def formats_of_packages() -> tuple[str, ...]:
    """EXT-1: the names of the plan formats that other packages bring."""
    from plangate.adapters import doors

    return doors.names(doors.FORMATS)


def _format(name: str, field: str) -> Format:
    from plangate.adapters import doors
    from plangate.adapters.formats.registry import format_named

    def find(wanted: str) -> object:
        return doors.named(doors.FORMATS, wanted, plan_formats(), field)

    found = format_named(name, find)
    assert found is not None, "one that is not there is refused"
    return found


def _formats_of_others() -> Iterator[Format]:
    from plangate.adapters import doors
    from plangate.adapters.formats.format import format_of

    return (format_of(found, name) for name, found in doors.every(doors.FORMATS))
