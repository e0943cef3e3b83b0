"""The nouns of planning, as values.

Rows that are read by the thousand are named tuples (cheap to define, to make and to compare);
nothing here has behaviour beyond looking at itself. Their annotations are types, not strings as
elsewhere: a named tuple compiles each string when it is defined, and every call pays for it. The
words are those of the glossary in docs/concepts.md.
"""

from typing import Literal, NamedTuple

from plangate.core.model.kinds import *


class Reason(NamedTuple):
    """Why something was decided: the rule, and what it saw at that moment."""

    rule: str
    saw: str


class Interpretation(NamedTuple):
    """One reading of a goal along one dimension, with what it would lead to."""

    id: str
    label: str
    consequence: str
    prior: float
    complexity: float
    reversibility: Reversibility
    touches: tuple[str, ...] = ()
    strictness: float | None = None
    #: GATE-17: what holding this decides elsewhere, and what it leaves nothing to decide about.
    settles: dict[str, str] = {}  # noqa: RUF012 - a default nobody writes to
    rules_out: tuple[str, ...] = ()
    #: PREF-2: why it can be undone whatever its words sound like, and what its proposer declared
    #: where its words were stricter.
    undo_why: str = ""
    undo_told: Reversibility | None = None
    #: PREF-2: tasks of its plan that only write code carry it out: its words tell what that code
    #: will do, and what its label orders counts alone.
    in_code: bool = False


class Ambiguity(NamedTuple):
    """One dimension along which the goal can be read in two or more ways."""

    id: str
    interpretations: tuple[Interpretation, ...]
    blocker_type: BlockerType = "ambiguous_goal"
    blocker_evidence: tuple[str, ...] = ()
    safe_default: str | None = None
    none_fits: float = 0.0
    prompt: str | None = None
    safe_default_reason: str | None = None
    learned: str | None = None
    #: The one or two files known to show it: they are read directly (INV-3).
    reads: tuple[str, ...] = ()
    #: GATE-19: the object as it was heard, and whether the id is one of a catalog.
    heard: str = ""
    catalogued: bool = False
    #: VOI-7: the readings as a question would offer them together, a partition of their ids.
    groups: tuple[tuple[str, ...], ...] = ()
    #: What the goal means and no file can say: one look is enough, then a person is asked (INV-7).
    only_a_person: bool = False
    #: MCP-3: who proposed it calls it a matter of craft, which nobody else has to be asked about.
    craft: bool = False
    #: GATE-16: its proposer declares that all of it can be undone; words alone say otherwise.
    by_words: bool = False
    #: GATE-16: its proposer says that the repository or craft tells it, and no person has to.
    known_elsewhere: bool = False
    #: GATE-16: asked before its proposer's others (-1) or behind them (1), and the hours it says a
    #: wrong guess costs; 0 where nobody says so, as in older records.
    in_turn: int = 0
    hours_told: int = 0
    #: GATE-16: far fewer hours than another's, so that what is final in it does not put it first.
    by_hours: bool = False
    #: GATE-16: which of its proposer's decisions it is, and whether these are asked in that order;
    #: without it, as in older records, the earlier one of equals is asked first.
    told_as: int = 0
    in_order: bool = False
    #: ASK-15: the reading that a person's own words speak for, where only they may take it.
    spoken_for: str = ""
    #: GATE-18: nobody but its proposer saw it, who may correct or drop it with a reason.
    own: bool = False

    def reading(self, interpretation: str) -> Interpretation:
        return next(i for i in self.interpretations if i.id == interpretation)


class Evidence(NamedTuple):
    """A fact, where it was seen, and which reading it supports how strongly.

    `supports` is None for a search that found nothing: a fact too, and one that exhaustion needs.
    """

    id: str
    ambiguity: str | None
    source: Source
    supports: str | None
    confidence: float
    locator: str | None = None
    kind: str = "given"
    fact: str = ""
    digest: str | None = None


class Dispatch(NamedTuple):
    """One subagent call: who looks how for what, for which ambiguities and how long (INV-3, INV-4).

    `parts` are the parts of exhaustion (ASK-6) it shall fill. `reads` names the one or two files of
    a fast path: they are read directly and nothing else is, which costs no call.
    """

    id: str
    subagent: Subagent
    strategy: Strategy
    looks_for: str
    ambiguities: tuple[str, ...]
    parts: tuple[str, ...]
    seconds: float
    reads: tuple[str, ...] = ()

    @property
    def calls(self) -> int:
        return 0 if self.reads else 1


class Attention(NamedTuple):
    """What the person's attention allows right now (ATT-1, ATT-2)."""

    focus: Focus = "ambient"
    budget: BudgetSignal = "normal"
    interrupt_ewma: float = 0.0


class Quota(NamedTuple):
    """What a session's questions have used up (VOI-10, GATE-7), counted.

    `asked` were answered or timed out; `open_in_workspace` are those of other sessions.
    """

    asked: int = 0
    open_in_session: int = 0
    open_in_workspace: int = 0
    attempts: int = 0


class Option(NamedTuple):
    """One reading as a person may choose it."""

    key: str
    label: str
    consequence: str
    interpretation: str
    reversibility: Reversibility
    touches: tuple[str, ...] = ()
    strictness: float | None = None
    #: VOI-7: every reading it stands for, when it stands for more than one.
    together: tuple[str, ...] = ()


#: GATE-19: the provenance and the source of an answer that was given to another session.
JOINED = "joined"
#: ASK-11: that of a default whose taking a person left to plangate in so many words.
HANDED_BACK = "default"


class Answer(NamedTuple):
    """What a person, a default, a timeout or a preference said, and who said it where."""

    value: str
    option: str | None
    provenance: str
    by: str
    surface: str


class Joined(NamedTuple):
    """GATE-19: a session that waits for another one's question, and what its silence would do."""

    session: str
    on_timeout: OnTimeout


class Beside(NamedTuple):
    """ASK-12: what is taken about another matter, unless whoever answers says otherwise."""

    decision: str
    prompt: str
    taken: str
    number: int = 0


class Question(NamedTuple):
    """The one thing put to a person."""

    question_id: str
    kind: str
    prompt: str
    why_now: str
    stakes: str
    options: tuple[Option, ...]
    default: str
    default_reason: str
    recommended: str | None
    risk_if_wrong: str
    one_way: bool
    blocker_type: BlockerType
    missing: str | None
    evidence_summary: tuple[str, ...]
    exhaustion: dict[str, list[str]] | None
    timeout_secs: int = DEFAULT_TIMEOUT_SECS
    on_timeout: OnTimeout = "assume"
    expected_loss: float = 0.0
    id: str | None = None
    number: str | None = None
    session: str | None = None
    deadline: str | None = None
    status: str | None = None
    asked_at: str | None = None
    resolved_at: str | None = None
    answer: Answer | None = None
    notes: tuple[str, ...] = ()
    #: GATE-19: what it is about, who else waits for it, and whether the session that asked still
    #: does.
    heard: str = ""
    catalogued: bool = False
    joined: tuple[Joined, ...] = ()
    left: bool = False
    #: VOI-10, ASK-17: which question of the session this is, of how many at most, and the tasks
    #: that wait for it; questions of 0.1.0 say nothing of it.
    ordinal: int | None = None
    at_most: int | None = None
    blocks: tuple[str, ...] = ()
    #: ATT-2: it was written down for an agent, and no surface says that a person has seen it.
    unseen: bool = False
    #: ASK-12: other matters of its proposer's, with what is taken about them.
    taken_beside: tuple[Beside, ...] = ()
    #: ASK-15: what somebody wrote before, and which option an agent reads in it, in a sentence.
    read_back: str = ""

    def option(self, key: str) -> Option:
        return next(o for o in self.options if o.key == key)

    @property
    def is_open(self) -> bool:
        return self.status in ("pending", "held")

    @property
    def parks(self) -> bool:
        """ASK-9: nothing proceeds on silence when the default cannot be undone, or when a security
        decision says of no option how strict it is."""
        if self.option(self.default).reversibility == "irreversible":
            return True
        return self.blocker_type == "security_decision" and all(
            option.strictness is None for option in self.options
        )


class Assumption(NamedTuple):
    """A ledger entry: a decision the plan rests on, with its reason and its risk (ASM-1)."""

    decision: str
    blocker_type: BlockerType
    user_response: str
    reasoning: str
    confidence: Literal["high", "medium", "low"]
    risk_if_wrong: str
    source: str
    evidence: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    status: Literal["open", "confirmed", "wrong"] = "open"
    id: str | None = None
    session: str | None = None
    ambiguity: str | None = None
    interpretation: str | None = None
    rule: str | None = None
    replaces: str | None = None


class Deferral(NamedTuple):
    """A question not asked now because attention forbade it: the eleven fields of ATT-3."""

    id: str | None
    class_: str
    owner_role: str
    created: str | None
    expiry: str | None
    scope: str
    risk_statement: str
    closure_test: str
    review_cadence: str
    approver: str
    register_reference: str | None
    ambiguity: str = ""
    status: str = "open"


class Task(NamedTuple):
    """One step of a plan (PLAN-1)."""

    id: str
    title: str
    description: str
    files: tuple[str, ...] = ()
    complexity: int = 3
    depends_on: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()
    check: str = ""
    reversibility: Reversibility = "reversible"
    rests_on: tuple[str, ...] = ()
    answers_to: str = ""
    undo_why: str = ""
    """GATE-18: why it can be undone though its words sound final, as its proposer says."""


class Plan(NamedTuple):
    """A version of a plan: a graph of tasks, what led to it and what it replaced (PLAN-3)."""

    version: int
    tasks: tuple[Task, ...]
    notes: tuple[str, ...] = ()
    parent: int | None = None
    trigger: str = "drafted"
    requires_approval: bool = False
    changes: tuple[str, ...] = ()


ProofKind = Literal["commit", "command", "file"]


class Proof(NamedTuple):
    """What shows that a task is done (PLAN-11); `checked` when plangate itself has seen it."""

    kind: ProofKind
    what: str
    checked: bool = False
    detail: str = ""
