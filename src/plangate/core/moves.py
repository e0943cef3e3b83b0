"""What the core may want next.

A chore is work for the shell, which performs it and appends what came of it; an outcome goes back
to the caller. A question to a person is an outcome: returned, never called back.
"""

from collections.abc import Mapping
from typing import NamedTuple

from plangate.core.events.event import Event, PlanAdopted, StopReport
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence, Plan, Question
from plangate.core.model.records import AdequacyReport
from plangate.core.model.scope_nouns import Chain, Decision
from plangate.core.model.sighting import Sighting

# --- chores ---------------------------------------------------------------------------------------


class Survey(NamedTuple):
    """Look at the workspace's outside: what the triad starts from (INV-2)."""

    workspace: str
    goal: str


class LookAround(NamedTuple):
    """UND-3: say what the workspace has to say about the goal, before anybody proposes."""

    workspace: str
    goal: str


class Propose(NamedTuple):
    """Find the ways in which the goal can be read."""

    goal: str
    evidence: tuple[Evidence, ...]
    workspace: str = ""
    seen: Sighting | None = None


class Recollect(NamedTuple):
    """Ask the memories and the earlier sessions what they say about open ambiguities."""

    session: str
    workspace: str
    goal: str
    ambiguities: tuple[Ambiguity, ...]
    #: REC-8: the places whose memories are this workspace's own.
    places: tuple[str, ...] = ()
    #: PLAN-12: the tasks of a plan somebody else made: what they say is said.
    adopted: PlanAdopted | None = None


class Investigate(NamedTuple):
    """Look for what decides between readings: one finding is owed for every dispatch."""

    workspace: str
    goal: str
    ambiguities: tuple[Ambiguity, ...]
    dispatches: tuple[Dispatch, ...]

    def about(self, dispatch: Dispatch) -> tuple[Ambiguity, ...]:
        """The ambiguities one dispatch is sent for."""
        return tuple(a for a in self.ambiguities if a.id in dispatch.ambiguities)


class DraftPlan(NamedTuple):
    """Turn the goal and the readings that hold into tasks."""

    goal: str
    workspace: str
    readings: Mapping[str, str]
    ambiguities: tuple[Ambiguity, ...]
    evidence: tuple[Evidence, ...]
    complexity: int
    one_task_group: bool
    previous: Plan | None
    in_own_words: Mapping[str, str] = {}
    #: ASK-17: what nobody has decided yet; what rests on it is drafted by a likely reading.
    undecided: tuple[str, ...] = ()
    #: UND-5: where the work is, what to follow and how it is tested.
    seen: Sighting | None = None


class ExpandPlan(NamedTuple):
    """Add to a plan what its findings or a failed task ask for; never rewrite it (REF-1)."""

    goal: str
    workspace: str
    plan: Plan
    report: AdequacyReport
    evidence: tuple[Evidence, ...]
    round: int = 0
    reserved: int = 0
    failures: Mapping[str, str] = {}
    frozen: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()


class OpenScope(NamedTuple):
    """PLAN-9: begin a scope about the options a goal enumerates; `stem` is the goal without."""

    decision: Decision
    stem: str


class SeePlaces(NamedTuple):
    """PLAN-10: look how the places and the evidence of a new version are now."""

    workspace: str
    version: int
    files: tuple[str, ...]
    locators: tuple[str, ...]


class JoinQuestion(NamedTuple):
    """GATE-19: wait for a question of another session that asks what this one would."""

    question: Question
    ambiguity: str


class Note(NamedTuple):
    """Write down what the core decided by itself; nothing has to be done outside."""

    events: tuple[Event, ...]


Chore = (
    Survey
    | LookAround
    | Propose
    | Recollect
    | Investigate
    | DraftPlan
    | ExpandPlan
    | SeePlaces
    | Note
)

#: MCP-3: what is wanted of a host agent when it is the one who has ideas.
HostChore = Propose | DraftPlan

# --- outcomes -------------------------------------------------------------------------------------


class Ask(NamedTuple):
    question: Question
    stop: StopReport


class Wait(NamedTuple):
    """GATE-19: the question of another session that this one waits for."""

    question: Question
    stop: StopReport


class Decide(NamedTuple):
    """PLAN-9: the scope a session waits for: its options are a person's to decide."""

    scope: str
    chain: Chain
    stop: StopReport


class Interview(NamedTuple):
    """INT-11: what a person may go through before anything is planned, most costly first."""

    questions: tuple[Question, ...]
    stop: StopReport


class Deliver(NamedTuple):
    plan: Plan
    stop: StopReport


class Proceed(NamedTuple):
    stop: StopReport


class Loop(NamedTuple):
    stop: StopReport


class Stop(NamedTuple):
    stop: StopReport


class Entrust(NamedTuple):
    """MCP-3: the next move is the host agent's: its decisions, or its tasks.

    `known` are the ambiguities the catalog already sees; what becomes of them is GATE-18's.
    """

    chore: HostChore
    stop: StopReport
    known: tuple[Ambiguity, ...] = ()


Outcome = Ask | Wait | Decide | Interview | Deliver | Proceed | Loop | Stop | Entrust
Move = Chore | JoinQuestion | OpenScope | Outcome
