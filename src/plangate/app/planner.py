"""The one loop: load, fold, ask the core for the next move, perform it, append what came of it.

A crash loses at most the chore under way: everything before it is in the record, and the next call
goes on from there. A second writer of the same session is refused by the record's key, loads again
and goes on; no lock is needed for correctness.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from typing import Any, NamedTuple, Protocol

from plangate.app.briefs import decided_before
from plangate.app.chores import Chores, Minds
from plangate.app.joining import join
from plangate.app.naming.directories import Places
from plangate.app.outside import Outside
from plangate.app.planner_parts import (
    BY_THEIR_PATHS,
    NO_EYES,
    NOTHING_SET,
    SILENT,
    Eyes,
    InPlace,
    Models,
    Understands,
    Voices,
    Workspaces,
    names_nothing,
    news_in,
)
from plangate.app.ports import Clock, Investigator, Proposer, Store
from plangate.app.scope_opening import open_scope
from plangate.app.session_options import (
    SessionOptions,
    check_goal,
    check_wish,
    persons_wishes,
    plan_command,
    received_goal,
    redacted_rules,
)
from plangate.app.thinking import Thinking
from plangate.core.audit.projection import rows_after
from plangate.core.engine import next_move
from plangate.core.events import event as e
from plangate.core.guard.acts import A_SCRIPT, Actor, require
from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.investigation.brief_values import Earlier
from plangate.core.log.chain import Entry, moment, seal_all
from plangate.core.log.folding import fold, step
from plangate.core.log.session import HOST, MODEL, Session
from plangate.core.log.tables import Query
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import Conflict, NotFound, StoreBusy, StoreDamaged
from plangate.core.model.nouns import Question
from plangate.core.moves import (
    Chore,
    DraftPlan,
    JoinQuestion,
    Move,
    Note,
    OpenScope,
    Outcome,
    Propose,
    Wait,
)
from plangate.core.steps.closing_step import refuse_if_closed
from plangate.core.steps.deadlines import is_overdue, seconds_to_wait

#: A session's moves are few; more than this would be a loop that does not end.
_MOST_MOVES = 200
_MOST_CONFLICTS = 100


class Advanced(NamedTuple):
    """Where a session stands: its state, and the outcome for the caller."""

    session: Session
    outcome: Outcome
    workspace_rules: WorkspaceRules = NO_RULES
    """ACT-2: what of the workspace's own rules led here, and what was passed over."""


class Folder(Protocol):
    """A directory, as paths name themselves."""

    def __fspath__(self) -> str: ...


class Planner:
    """Plans goals: begins sessions, advances them, and records what happens to them."""

    def __init__(  # noqa: PLR0913 - the five that are always given, and what may be
        self,
        *,
        store: Store,
        clock: Clock,
        proposer: Proposer,
        investigator: Investigator,
        new_id: Callable[[], str],
        actor: Actor = A_SCRIPT,
        eyes: Eyes = NO_EYES,
        models: Models | None = None,
        voices: Voices = SILENT,
        workspaces: Workspaces = BY_THEIR_PATHS,
        settings: InPlace = NOTHING_SET,
        understands: Understands = names_nothing,
        hold: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.store, self.clock, self.new_id, self.actor = store, clock, new_id, actor
        #: Whether somebody planned or did a person's act through this planner.
        self.acted = False
        self.places = Places(store, clock, workspaces.identify, workspaces.roots)
        self.eyes, self.settings = eyes, settings
        self._voices, self._workspaces = voices, workspaces
        self._proposer, self._understands, self._hold = proposer, understands, hold
        self.outside = Outside(store, clock, voices.warn, eyes)
        self.thinking = Thinking(models, self._earlier, voices.progress) if models else None
        minds = Minds(proposer, investigator, self.thinking)
        self.chores = Chores(minds, eyes, clock, self.outside, voices.progress)

    def acting_as(self, actor: Actor) -> Planner:
        """The same planner for what somebody else does with it."""
        other = copy(self)
        other.actor = actor
        return other

    def start(
        self, goal: str, workspace: str | Folder, wish: SessionOptions | None = None
    ) -> Advanced:
        """Begin a session and advance it as far as it goes without a person.

        Without a `wish` of the caller's the settings this planner was opened with hold (MCP-6).
        """
        where: Any = workspace  # whatever it is, `begin` says what is accepted
        if not isinstance(workspace, str) and hasattr(workspace, "__fspath__"):
            where = workspace.__fspath__()
        return self.advance(self.begin(goal, where, wish))

    def begin(
        self,
        goal: str,
        workspace: str,
        wish: SessionOptions | None = None,
        name: str | None = None,
        *also: e.Event,
    ) -> str:
        """Record a goal; its id. The text is redacted once (ASK-14) and never edited again.

        With a `name` of the caller's the id is that one, or Conflict when it is taken. What `also`
        happened is written with it.
        """
        self.check(goal, workspace)
        check_wish(wish or self.settings.wish)
        wish = self._as_allowed(
            goal, workspace, self._of_the_team(workspace, wish or self.settings.wish)
        )
        received = received_goal(
            goal,
            workspace,
            wish,
            self.actor,
            place=self.places.met(workspace).place,
            proposer=type(self._proposer).__name__,
        )
        if name is not None:
            self.append(name, None, (received, *also))
            return name
        for _ in range(_MOST_CONFLICTS):
            name = self.new_id()
            if not self.store.read(name):
                try:
                    self.append(name, None, (received, *also))
                except Conflict:
                    continue
                return name
        raise StoreBusy("no free session id was found; try again")

    def hear(
        self, session: Session, words: str
    ) -> tuple[Sequence[e.Event], Mapping[str, str | None]]:
        """ASK-15: what somebody's own words say about the decisions of a session."""
        heard = self._understands(words, session.ambiguities, session.begun.workspace)
        return self.chores.hear(session, words, heard)

    def named(self, session: Session, words: str) -> tuple[e.Event, ...]:
        """UND-5: the places somebody's own words name."""
        return self.chores.named(session, words)

    def _earlier(self, session: Session) -> Sequence[Earlier]:
        """UND-3: what was decided before in this workspace about something like it."""
        places = self.places.here(session.begun.workspace).places
        return list(decided_before(self.store, session.goal, places))

    def check(self, goal: str, workspace: str) -> None:
        """Refuse what cannot be planned, before anything is written."""
        check_goal(goal, workspace)
        self._workspaces.check(workspace)

    def require(
        self,
        act: str,
        command: str,
        *,
        workspace: str | None = None,
        tasks: Collection[str] = (),
        detail: str = "",
    ) -> Actor:
        """ACT-1: who does this act, or a refusal with the command for a person."""
        now = moment(self.clock.now())
        actor = require(
            act, self.actor, command, workspace=workspace, now=now, tasks=tasks, detail=detail
        )
        self.acted = True
        return actor

    def _of_the_team(self, workspace: str, wish: SessionOptions) -> SessionOptions:
        """TEAM-5: what the team set holds where the caller says nothing else than the settings."""
        team = self.settings.team_policy(self.places.here(workspace).place)
        if team is None or wish.policy != self.settings.in_force(workspace).policy:
            return wish
        return wish._replace(policy=team)

    def _as_allowed(self, goal: str, workspace: str, wish: SessionOptions) -> SessionOptions:
        """A wish that whoever acts may have: what makes the gate ask less is a person's (ACT-1)."""
        command, now = plan_command(goal, workspace), self.settings.in_force(workspace)
        team = self.settings.team_policy(self.places.here(workspace).place)
        now = now if team is None else now._replace(policy=team)
        for act, detail, flags in persons_wishes(wish, now):
            self.require(act, f"{command} {flags}".strip(), workspace=workspace, detail=detail)
        self.acted = True
        seconds, raised = seconds_to_wait(wish.timeout_secs, is_person=self.actor.is_person)
        if raised is not None:
            self._voices.warn(raised)
        return wish._replace(timeout_secs=seconds)

    def advance(self, name: str) -> Advanced:
        """Move a session on until its next move is an outcome.

        A model's session is held meanwhile, so that nobody else calls the model for it (TEAM-2).
        """
        session = self.session(name)
        with self._hold(name) if session.begun.proposer == MODEL else nullcontext():
            return self._moved_on(name, session)

    def _moved_on(self, name: str, session: Session) -> Advanced:
        conflicts = 0
        for _ in range(_MOST_MOVES):
            move = next_move(session, self._around(session))
            if isinstance(move, JoinQuestion | Wait) and is_overdue(
                move.question, self.clock.now()
            ):
                self.advance(str(move.question.session))  # expires it (ASK-8)
                continue
            if isinstance(move, Propose | DraftPlan) and session.begun.proposer == HOST:
                if (stands := self._as_it_was(session, move)) is None:
                    return self._advanced(session, self.chores.entrusted(session, move))
                move = stands
            if isinstance(move, Chore | JoinQuestion | OpenScope):
                if self._is_elsewhere(session, move):
                    return self._advanced(session, self.chores.left_to_a_worker(session))
                try:
                    session = self._performed(session, move)
                except Conflict:
                    conflicts += 1
                    if conflicts > _MOST_CONFLICTS:
                        raise StoreBusy(
                            f"session {name} keeps being changed by other processes; try again"
                        ) from None
                    session = self.session(name)
                continue
            return self._advanced(session, move)
        raise AssertionError(f"session {name} does not come to an outcome")

    def _is_elsewhere(self, session: Session, move: Move) -> bool:
        """TEAM-2: what needs a workspace that is not on this machine is left to one that has it."""
        if isinstance(move, Note | JoinQuestion | OpenScope):
            return False
        return self._workspaces.locate(session.begun.workspace, session.place) is None

    def _around(self, session: Session) -> Surroundings:
        around = self.outside.of(session)
        return around._replace(
            quiet=self.settings.quiet_ahead(around.now, session.begun.timeout_secs)
        )

    def _as_it_was(self, session: Session, chore: Propose | DraftPlan) -> Note | None:
        """ASK-17: a host's draft that was made for what was decided since stands as it is."""
        from plangate.core.agents.judging import still_stands  # noqa: PLC0415 - few sessions have a host

        tasks = still_stands(session, chore) if isinstance(chore, DraftPlan) else None
        return None if tasks is None else Note((self.chores.drafted(session, tasks),))

    def _advanced(self, session: Session, outcome: Outcome) -> Advanced:
        """ACT-2: the settings are those the session began with, everything else is as it is now."""
        raised = [ambiguity.id for ambiguity in session.ambiguities]
        place = (
            self._workspaces.locate(session.begun.workspace, session.place)
            or session.begun.workspace
        )
        now = redacted_rules(self._workspaces.rules_of(place, raised))
        return Advanced(session, outcome, session.begun.workspace_rules.and_also(now))

    def _performed(self, session: Session, move: Chore | JoinQuestion | OpenScope) -> Session:
        if isinstance(move, JoinQuestion):
            return join(self, session, move)
        if not isinstance(move, Note | OpenScope):
            # REC-8: the workspace as it lies on this machine
            where = self._workspaces.locate(move.workspace, session.place) or move.workspace
            move = move._replace(workspace=where)
        if isinstance(move, OpenScope):
            opened = open_scope(self, session, move)
            return self.append(session.id, session, (opened,))
        return self.append(session.id, session, self.chores.perform(session, move))

    def load(self, name: str) -> Sequence[Entry]:
        entries = self.store.read(name)
        if not entries and self.store.rows(
            Query("plan_sessions", equals={"plan_session_id": name})
        ):
            raise StoreDamaged(
                f"session {name} is in its table and the log does not find it: events or an index "
                "are damaged; run `plangate doctor`"
            )
        if not entries:
            raise NotFound("session", f"{name!r} is not known", "an id of `plangate sessions`")
        return entries

    def session(self, name: str) -> Session:
        session = fold(self.load(name))
        if session.is_erased:
            raise NotFound("session", f"{name!r} was erased", "a session that was not")
        return session

    def change(self, name: str, act: Callable[[Session], Sequence[e.Event]]) -> Session:
        """Append what `act` makes of a session, looking again whenever another writer was first."""
        for _ in range(_MOST_CONFLICTS):
            session = self.session(name)
            happened = act(session)
            try:
                return self.append(name, session, happened) if happened else session
            except Conflict:
                continue
        raise StoreBusy(f"session {name} keeps being changed by other processes; try again")

    def append(self, name: str, session: Session | None, happened: Sequence[e.Event]) -> Session:
        """Seal events behind what is there and write them with the rows they change.

        The session given is used up, written or not: go on with the one returned, or load again.
        """
        if session is not None:
            refuse_if_closed(session, happened)
        added = seal_all(name, session.head if session else None, happened, self.clock.now())
        for entry in added:
            session = step(session, entry)
        assert session is not None, "something has happened"
        self.store.append(added, rows_after(session, added, happened))
        for word, question in news_in(happened):
            self._try_to_tell(word, session.question(question))
        return session

    def tell(self, word: str, question: Question) -> None:
        """Tell whoever wants to know."""
        if self._voices.notifier is not None:
            self._voices.notifier.notify(word, question)

    def _try_to_tell(self, word: str, question: Question) -> None:
        """What happened is recorded already; whoever fails to hear of it harms nothing."""
        try:
            self.tell(word, question)
        except Exception as error:  # noqa: BLE001 - somebody else's code
            self._voices.warn(
                f"the notifier failed on {word} {question.id} ({error}); nothing is lost"
            )
