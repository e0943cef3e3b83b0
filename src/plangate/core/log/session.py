"""A session: the fold of its events (REC-1).

Nobody sets a field of a session; whoever wants one to change appends an event and folds again. The
fold is one handler per event and runs in time linear in the number of events. The handlers stand by
what they are about: here how a session begins, loops and ends, and in inquiry/folding.py,
decision_folding.py and work_folding.py what comes between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from plangate.core.events import event as e
from plangate.core.log.chain import Entry, event_of, is_erased
from plangate.core.log.decision_folding import DECISIONS, Join, Settled
from plangate.core.log.investigation_folding import INQUIRY
from plangate.core.log.investigation_state import Inquiry
from plangate.core.log.work_folding import WORK, Refining, Work
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.graphs import open_decision, resting_on
from plangate.core.model.nouns import (
    Ambiguity,
    Answer,
    Assumption,
    BudgetSignal,
    Deferral,
    Evidence,
    Plan,
    Question,
    Task,
)
from plangate.core.model.policy import Budget, Policy
from plangate.core.model.sighting import Sighting

Handler = Callable[["Session", Any, str], None]


class Session:
    """What is known about one planning of one goal in one workspace."""

    def __init__(self, stream: str) -> None:  # noqa: PLR0915 - one line for each thing known
        self.id = stream
        self.head: Entry | None = None
        self.began_at = ""
        self.updated_at = ""
        self.received: e.GoalReceived | None = None
        self.budget_signal: BudgetSignal = "normal"
        self.triad: e.TriadLocked | None = None
        self.seen: Sighting | None = None
        self.gaps: Sequence[Ambiguity] = ()
        self.proposed: e.AmbiguitiesProposed | None = None
        self.evidence: Sequence[Evidence] = []
        self.exhaustion: Mapping[str, list[str]] | None = None
        self.recalled: e.MemoriesRecalled | None = None
        self.limits: Sequence[str] = []
        self.inquiry = Inquiry(Budget())
        self.iterations = self.calls = 0
        self.seconds = 0.0
        self.settled: Mapping[str, Settled] = {}
        self.gate_calls: Sequence[e.GateDecided] = []
        self.attempts = 0
        self.intake: e.IntakeDecided | None = None
        self.questions: Mapping[str, Question] = {}
        self.notes: Mapping[str, list[str]] = {}
        self.earlier_answers: Mapping[str, list[Answer]] = {}
        self.late_answers: Mapping[str, list[Answer]] = {}
        self.clarification_used = False
        self.undecided: Mapping[str, str] = {}
        """What the gate left to a person: the ambiguities that ask, wait or are parked."""
        self.withdrawn: Collection[str] = set()
        self.review: Collection[str] = set()
        """ASK-15: spoken of in words that name no single reading."""
        self.joins: Mapping[str, Join] = {}
        self.assumptions: Mapping[str, Assumption] = {}
        self.deferrals: Mapping[str, Deferral] = {}
        self.offered: Sequence[str] = []
        self.plans: Sequence[Plan] = []
        self.loop_open = False
        self.turns: Sequence[e.LoopTurned] = []
        self.clarified: str | None = None
        self.stop: e.StopReport | None = None
        self.stale_plan: str | None = None
        self.touched: Collection[str] = set()
        self.revised_tasks: Mapping[str, tuple[str, ...]] = {}
        self.status_before: Mapping[str, Literal["open", "confirmed", "wrong"]] = {}
        self.work = Work()
        self.refining = Refining()
        self.telemetry: Mapping[str, Any] | None = None
        self.allowed_findings: Collection[tuple[str, str]] = set()
        self.refused: Mapping[str, str] = {}
        self.pins: Mapping[str, Collection[str]] = {}
        self.removed_tasks: Collection[str] = set()
        self.approved: Collection[Task] = set()
        self.progress: Mapping[str, Literal["started", "done", "failed"]] = {}
        self.failures: Mapping[str, str] = {}
        self.erased = 0
        """REC-10: how many of its events were erased; they fold as empty."""

    # --- what is asked of it often ---

    @property
    def goal(self) -> str:
        return self.begun.goal

    @property
    def begun(self) -> e.GoalReceived:
        """How it began; every session has this, or it is none."""
        if self.received is None:
            raise StoreDamaged(f"session {self.id} has no beginning; run `plangate doctor`")
        return self.received

    @property
    def is_erased(self) -> bool:
        """REC-10: whether the goal itself was erased, and with it everything that led from it."""
        return self.received is ERASED_GOAL

    @property
    def place(self) -> str:
        """REC-8: the workspace it belongs to; of 0.1.0 its path."""
        return self.begun.place or self.begun.workspace

    @property
    def ambiguities(self) -> Sequence[Ambiguity]:
        return (*self.gaps, *(self.proposed.ambiguities if self.proposed else ()))

    @property
    def open_ambiguities(self) -> Sequence[Ambiguity]:
        """What the gate has yet to decide; what is parked is a person's (GATE-20)."""
        return [
            a
            for a in self.ambiguities
            if a.id not in self.settled and self.undecided.get(a.id) != "park"
        ]

    @property
    def left_open(self) -> Sequence[Ambiguity]:
        """ASK-17: what a person has yet to decide: asked, waiting or parked."""
        return [a for a in self.ambiguities if a.id not in self.settled and a.id in self.undecided]

    @property
    def asked(self) -> int:
        """VOI-10: its own questions that were answered or timed out."""
        over = ("answered", "timed_out")
        return sum(q.status in over and not q.left for q in self.questions.values())

    @property
    def open_question(self) -> Question | None:
        return next((q for q in self.questions.values() if q.is_open and not q.left), None)

    @property
    def is_joined(self) -> bool:
        """Whether it waits for a question of another session."""
        return any(join.how is None for join in self.joins.values())

    @property
    def waits_for_scope(self) -> bool:
        """PLAN-9: whether options of its goal are being decided."""
        opened = self.work.opened
        return opened is not None and opened.scope not in self.work.scopes and not self.stop

    def question(self, name: str) -> Question:
        """A question with its notes, and what it blocks while it is open (ASK-17)."""
        question = self.questions[name]
        blocks: tuple[str, ...] = ()
        if question.is_open and not question.left and self.plan is not None:
            blocks = resting_on(self.plan, open_decision(question.question_id))
        return question._replace(notes=tuple(self.notes.get(name, ())), blocks=blocks)

    @property
    def in_force(self) -> Sequence[Assumption]:
        """The ledger entries that hold: the last word about each ambiguity."""
        last = {x.ambiguity or x.id: x for x in self.assumptions.values()}
        return [entry for entry in last.values() if entry.status != "wrong"]

    @property
    def plan(self) -> Plan | None:
        return self.plans[-1] if self.plans else None

    @property
    def state(self) -> str:
        """INT-8; a session whose goal was erased is only that (REC-10)."""
        if self.is_erased:
            return "erased"
        question = self.open_question
        if question is not None:
            return "held" if question.status == "held" else "awaiting_clarification"
        if self.is_joined or self.waits_for_scope:
            return "awaiting_clarification"
        if self.progress:
            return "executing"
        if self.stop is None:
            return "planning"
        return (
            "planning_complete" if self.stop.ending in ("plan", "listed", "proceed") else "stopped"
        )


def fold(entries: Iterable[Entry]) -> Session:
    """The session its entries make, in the order of their sequence."""
    session: Session | None = None
    for entry in entries:
        session = step(session, entry)
    if session is None:
        raise StoreDamaged("a session without events")
    return session


def step(session: Session | None, entry: Entry) -> Session:
    """One entry further. The session given is used up: go on with the one returned."""
    if session is None:
        session = Session(entry.stream)
        session.began_at = entry.at
    session.head = entry
    session.updated_at = entry.at
    if is_erased(entry):
        return _without_payload(session, entry)
    event = event_of(entry)
    try:
        handler: Handler = _HANDLERS.get(type(event), _not_of_a_session)
        handler(session, event, entry.at)
    except (KeyError, TypeError, AttributeError) as error:
        raise StoreDamaged(
            f"session {entry.stream}, event {entry.seq} ({entry.type}) does not fit the events "
            f"before it ({error!r}); run `plangate doctor`"
        ) from error
    return session


def _without_payload(session: Any, entry: Entry) -> Session:
    """REC-10: an erased payload folds as empty; one that began a session leaves a bare name."""
    session.erased += 1
    if entry.type == e.GoalReceived.__name__:
        session.received = ERASED_GOAL
    folded: Session = session
    return folded


#: What is left of a goal that was erased.
ERASED_GOAL = e.GoalReceived(
    goal="(erased)",
    workspace="",
    depth="standard",
    route=None,
    complexity=None,
    proposer="",
    timeout_secs=300,
    on_timeout="assume",
    budget_signal="normal",
    budget=Budget(),
    policy=Policy(),
    by="",
    surface="",
)


# --- one handler per event ------------------------------------------------------------------------
# The handlers alone write to a session; its public types are read-only for everybody else.


def _goal_received(s: Any, event: e.GoalReceived, _at: str) -> None:
    s.received = event
    s.budget_signal = event.budget_signal
    s.inquiry.allowed = event.budget


def _loop_opened(s: Any, _event: e.LoopOpened, _at: str) -> None:
    s.loop_open = True


def _loop_turned(s: Any, event: e.LoopTurned, _at: str) -> None:
    s.turns.append(event)


def _loop_promoted(s: Any, event: e.LoopPromoted, _at: str) -> None:
    s.loop_open = False
    s.clarified = event.clarified
    s.intake = None
    s.stop = None


def _stop_reported(s: Any, event: e.StopReported, _at: str) -> None:
    s.stop = event.report


def _session_reopened(s: Any, _event: e.SessionReopened, _at: str) -> None:
    s.stop = None


def _not_of_a_session(s: Any, event: e.Event, _at: str) -> None:
    raise StoreDamaged(f"session {s.id} holds a {type(event).__name__}; run `plangate doctor`")


_HANDLERS: dict[type, Handler] = {
    **INQUIRY,
    **DECISIONS,
    **WORK,
    e.GoalReceived: _goal_received,
    e.LoopOpened: _loop_opened,
    e.LoopTurned: _loop_turned,
    e.LoopPromoted: _loop_promoted,
    e.StopReported: _stop_reported,
    e.SessionReopened: _session_reopened,
}
