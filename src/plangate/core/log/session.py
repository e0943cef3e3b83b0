"""A session: the fold of its events, and the state it is in (REC-1, INT-8).

Nobody sets a field of a session; whoever wants one to change appends an event and folds again
(folding.py). The handlers of this room alone write to it; a test looks for anybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from plangate.core.events import event as e
from plangate.core.log.chain import Entry
from plangate.core.log.investigation_state import Inquiry
from plangate.core.log.session_parts import Join, Known, Refining, Settled, Thinking, Work
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
from plangate.core.model.records import Telemetry
from plangate.core.model.sighting import Sighting

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

#: Who has ideas for a session where our own rules do not: its host (MCP-3), a model (LLM-1).
HOST: Final = "host"
MODEL: Final = "model"


class Session:
    """What is known about one planning of one goal in one workspace."""

    head: Entry | None = None
    began_at: str = ""
    updated_at: str = ""
    received: e.GoalReceived | None = None
    budget_signal: BudgetSignal = "normal"
    triad: e.TriadLocked | None = None
    seen: Sighting | None = None
    gaps: tuple[Ambiguity, ...] = ()
    proposed: e.AmbiguitiesProposed | None = None
    exhaustion: dict[str, list[str]] | None = None
    recalled: e.MemoriesRecalled | None = None
    seconds: float = 0.0
    attempts: int = 0
    intake: e.IntakeDecided | None = None
    clarification_used: bool = False
    loop_open: bool = False
    clarified: str | None = None
    aimed: str | None = None
    """What became clear, where it was looked at anew."""
    stop: e.StopReport | None = None
    closed: e.SessionClosed | None = None
    """PLAN-13: why nobody wants it any more."""
    stale_plan: str | None = None
    telemetry: Telemetry | None = None
    erased: int = 0
    """REC-10: how many of its events were erased; they fold as empty."""

    def __init__(self, stream: str) -> None:
        self.id = stream
        self.evidence: list[Evidence] = []
        self.limits: list[str] = []
        self.inquiry = Inquiry(Budget())
        self.iterations = self.calls = 0
        self.settled: dict[str, Settled] = {}
        self.gate_calls: list[e.GateDecided] = []
        self.questions: Known[Question] = Known()
        self.notes: dict[str, list[str]] = {}
        #: MCP-6: those that a person did not write themselves.
        self.passed_on: dict[str, list[str]] = {}
        #: MCP-4: what a person said in a form in place of the options of a one-way question.
        self.said_otherwise: dict[str, str] = {}
        #: MCP-3: the questions that were answered before their host last sent tasks.
        self.drafted_after: set[str] = set()
        self.earlier_answers: dict[str, list[Answer]] = {}
        self.late_answers: dict[str, list[Answer]] = {}
        self.taken_back: set[str] = set()
        """ASK-12: questions whose answer a person took back."""
        self.undecided: dict[str, str] = {}
        """What the gate left to a person: the ambiguities that ask, wait or are parked."""
        self.withdrawn: set[str] = set()
        self.review: set[str] = set()
        """ASK-15: spoken of in words that name no single reading."""
        self.joins: Known[Join] = Known()
        self.assumptions: Known[Assumption] = Known()
        self.deferrals: Known[Deferral] = Known()
        self.offered: list[str] = []
        self.plans: list[Plan] = []
        self.turns: list[e.LoopTurned] = []
        self.touched: set[str] = set()
        self.revised_tasks: dict[str, tuple[str, ...]] = {}
        self.status_before: dict[str, Literal["open", "confirmed", "wrong"]] = {}
        self.work = Work()
        self.refining = Refining()
        self.thinking = Thinking()
        self.allowed_findings: set[tuple[str, str]] = set()
        self.refused: dict[str, str] = {}
        self.pins: dict[str, set[str]] = {}
        self.removed_tasks: set[str] = set()
        self.approved: set[Task] = set()
        self.progress: dict[str, Literal["started", "done", "failed"]] = {}
        self.failures: dict[str, str] = {}

    # --- what is asked of it often ---

    @property
    def goal(self) -> str:
        return self.begun.goal

    @property
    def aim(self) -> str:
        """What is understood and planned: the goal, or what became clear in its loop (INT-3)."""
        return self.aimed or self.goal

    @property
    def topic(self) -> str:
        """The goal as one speaks of it: an issue pasted whole by its title (UND-10)."""
        if "\n" not in self.goal:
            return self.goal
        from plangate.language.issues.issue_text import topic_of  # noqa: PLC0415 - only issues need it

        return topic_of(self.goal)

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
        """VOI-10: its own questions that were answered or timed out; one that somebody answered in
        their own words is, though it was told anew since, and with what was asked in its place it
        is one. One taken back and asked again is one."""
        over = ("answered", "timed_out")
        own = [q for q in self.questions.values() if not q.left and q.id not in self.taken_back]
        settled = [q.question_id for q in own if q.status in over]
        retold = {
            q.question_id for q in own if q.status == "withdrawn" and q.id in self.said_otherwise
        }
        return len(settled) + len(retold.difference(settled))

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

    @property
    def is_at_rest(self) -> bool:
        """Whether its plan is delivered and advancing it would say so again and change nothing.

        Nothing of it is asked, joined, enumerated, revised or failed. A scope that somebody began
        for it lies outside and is for the caller to look up.
        """
        delivered = self.stop is not None and self.stop.ending in ("plan", "listed")
        asks = any(question.is_open for question in self.questions.values())
        return delivered and not (asks or self.moves_on)

    @property
    def moves_on(self) -> bool:
        """Whether its plan may have to be drafted, joined or mended anew."""
        outside = self.joins or self.work.opened or self.work.scopes
        return bool(outside or self.failures or self.stale_plan)

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
    def mind(self) -> Literal["rules", "model", "host"]:
        """Whose ideas the session stands on now: a model's that fell back are the rules'."""
        if self.begun.proposer == HOST:
            return HOST
        has_thought = self.thinking.proposed is not None and self.thinking.fell_back is None
        return MODEL if has_thought else "rules"

    @property
    def plan(self) -> Plan | None:
        return self.plans[-1] if self.plans else None

    @property
    def state(self) -> str:
        """INT-8; a session whose goal was erased is only that (REC-10)."""
        if self.is_erased:
            return "erased"
        if self.closed is not None:
            return "stopped"
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
