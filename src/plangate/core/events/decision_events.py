"""What happens to decisions: the gate's and the intake's, the ledger, deferrals and questions."""

from typing import NamedTuple

from plangate.core.model.nouns import (
    Answer,
    Assumption,
    BudgetSignal,
    Deferral,
    Intake,
    OnTimeout,
    Question,
    Reason,
)
from plangate.core.model.records import DecisionRecord, Document


class GateDecided(NamedTuple):
    """The whole input and the whole output, so that the log alone replays it (REC-2)."""

    document: Document
    decisions: tuple[DecisionRecord, ...]
    policy_version: str
    wording: int = 1
    #: REC-2: the edition of the gate that decided; logs of 0.1.0 have none and are edition 1.
    edition: int = 1
    #: From edition 2 on: what word rules saw, so that a replay needs no word net.
    heard: Document | None = None


class IntakeDecided(NamedTuple):
    outcome: Intake
    reasons: tuple[Reason, ...]
    complexity: int
    overrides: Intake | None = None


class AssumptionRecorded(NamedTuple):
    assumption: Assumption


class AssumptionConfirmed(NamedTuple):
    assumption: str
    by: str


class DecisionRevised(NamedTuple):
    """A ledger entry overturned by another, and the tasks that rest on it (ASM-3, ASK-10)."""

    overturned: str
    entry: Assumption
    tasks: tuple[str, ...]
    trigger: str
    by: str


class DecisionReopened(NamedTuple):
    """A ledger entry that no longer holds and that nothing takes the place of yet (GATE-17).

    `review` when what was said about it names no single reading (ASK-15), or was taken back
    (ASK-12).
    """

    overturned: str
    tasks: tuple[str, ...]
    trigger: str
    by: str
    review: bool = False


class WordsHeard(NamedTuple):
    """ASK-15: somebody's own words speak of decisions that are still open, and settle none."""

    question: str
    review: tuple[str, ...]


class DecisionParked(NamedTuple):
    """GATE-20, ASK-9: only a person decides this; what rests on it is withheld, the rest goes on.

    `rule` is the one that would have taken what cannot be undone.
    """

    ambiguity: str
    rule: str
    why: str


class DeferralRegistered(NamedTuple):
    deferral: Deferral


class DeferralOffered(NamedTuple):
    deferral: str
    checkpoint: str
    budget_signal: BudgetSignal = "normal"


class DeferralRenewed(NamedTuple):
    deferral: str
    risk_statement: str
    expiry: str
    by: str


class DeferralResolved(NamedTuple):
    deferral: str
    how: str
    by: str


# --- the life of a question -----------------------------------------------------------------------


class QuestionAsked(NamedTuple):
    question: Question


class QuestionAnswered(NamedTuple):
    question: str
    answer: Answer


class QuestionTimedOut(NamedTuple):
    question: str
    deadline: str


class QuestionHeld(NamedTuple):
    question: str
    by: str


class QuestionResumed(NamedTuple):
    question: str
    deadline: str
    by: str


class DeadlineMoved(NamedTuple):
    """ASK-8: somebody is at the question now; their surface gave it a little more time."""

    question: str
    deadline: str
    surface: str


#: Why a question is taken back that a person did not drop: it may be asked again.
LOOKING_FURTHER = "looking further with a new budget"
#: How a question ends with the plan it was asked for (PLAN-13): asked again if that goes on.
PLAN_CLOSED = "its plan was closed"
#: How a question ends whose host told its decision again before anybody answered: weighed anew.
TOLD_ANEW = "its host told the decision again"


class QuestionWithdrawn(NamedTuple):
    question: str
    by: str
    why: str


class AnswerNotTaken(NamedTuple):
    """An answer that came when the question was already settled, or fitted no single option."""

    question: str
    value: str
    why: str
    by: str
    surface: str


class LateAnswerKept(NamedTuple):
    """An answer after the deadline: kept and linked, never a silent rewrite (ASK-10)."""

    question: str
    answer: Answer


class AnswerChanged(NamedTuple):
    """A settled question answered anew; the first answer stays in the record (ASK-12)."""

    question: str
    answer: Answer


class QuestionShared(NamedTuple):
    """GATE-19: another session waits for this question too; the strictest silence of all holds."""

    question: str
    session: str
    on_timeout: OnTimeout


class QuestionLeft(NamedTuple):
    """One session no longer waits for a question, the asker's included; the others still do."""

    question: str
    session: str
    by: str
    why: str


class QuestionJoined(NamedTuple):
    """GATE-19: this session waits for a question of another one instead of asking it again."""

    question: str
    ambiguity: str
    session: str


class JoinSettled(NamedTuple):
    """What became of a question this session waited for; with an answer, the one it took."""

    question: str
    ambiguity: str
    how: str
    answer: Answer | None = None


class NoteAdded(NamedTuple):
    question: str
    note: str
    by: str
    own_words: bool = False
    """Whether a person said it in a form in place of every option (MCP-4)."""
    passed_on: bool = False
    """Whether an agent or a script says it, and not a person themselves (MCP-6)."""


DecisionEvent = (
    GateDecided
    | IntakeDecided
    | AssumptionRecorded
    | AssumptionConfirmed
    | DecisionRevised
    | DecisionReopened
    | DecisionParked
    | WordsHeard
    | DeferralRegistered
    | DeferralOffered
    | DeferralRenewed
    | DeferralResolved
    | QuestionAsked
    | QuestionAnswered
    | QuestionTimedOut
    | QuestionHeld
    | QuestionResumed
    | DeadlineMoved
    | QuestionWithdrawn
    | AnswerNotTaken
    | LateAnswerKept
    | AnswerChanged
    | QuestionShared
    | QuestionLeft
    | QuestionJoined
    | JoinSettled
    | NoteAdded
)
