"""What the use cases need from outside, one or two methods each.

Every port has a shipped in-memory or scripted adapter, and one contract suite that all of its
adapters pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from plangate.core.model.records import Document, Fields

if TYPE_CHECKING:
    from plangate.core.events.event import EvidenceGathered, ModelCalled
    from plangate.core.investigation.brief_values import Answer
    from plangate.core.log.anchors import Link, Total
    from plangate.core.log.chain import Entry
    from plangate.core.log.tables import Query, TableRow
    from plangate.core.model.model_use import CallOutcome, Purpose
    from plangate.core.model.nouns import Ambiguity, Depth, Evidence, Question, Strategy, Task
    from plangate.core.model.sighting import Sighting
    from plangate.core.moves import DraftPlan, ExpandPlan, Investigate, Propose, Recollect, Survey
    from plangate.core.plans.work.done_proof import Commit
    from plangate.core.plans.work.staleness import Seen


class Clock(Protocol):
    def now(self) -> datetime:
        """The time, with its zone."""


class Proposer(Protocol):
    """Whoever has ideas. It proposes; it never decides."""

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:
        """The ways in which a goal can be read."""

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        """The tasks that do what the goal wants, under the readings that hold."""

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        """The plan's tasks with what its findings or its failures ask for added to them."""


class Surveyed(NamedTuple):
    """What a look at the outside of a workspace gives: the triad's other two parts (INV-2)."""

    constraints: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    #: The kinds of looking that can find something here: no history without a repository, say.
    strategies: tuple[Strategy, ...] = ("code search",)
    #: What was passed over or could not be understood, one line each.
    limits: tuple[str, ...] = ()
    #: Why there is no first look at all; None when there is one.
    failure: str | None = None


class Investigator(Protocol):
    """Whoever looks. It reads; it never writes (INV-11)."""

    def survey(self, chore: Survey) -> Surveyed:
        """A first look, before anything is proposed."""

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        """What each dispatch found, as facts with locators: one finding a dispatch, in order."""


class Scout(Protocol):
    """Whoever looks at a workspace before anybody proposes anything (UND-3). It only reads."""

    def look(self, goal: str, workspace: str) -> Sighting:
        """What is there already, where the work is, what to copy."""

    def find(self, question: str, workspace: str) -> Answer:
        """What a workspace says to a question of somebody's own (INV-13)."""


class Looked(NamedTuple):
    """A quote that was looked up: a digest when it stands where it is said to, else why not."""

    digest: str | None = None
    why_not: str = ""
    at: str = ""
    """Where it stands, when that is another line than was said."""


class Witness(Protocol):
    """Whoever checks that a quote somebody else reports stands where they say (MCP-3)."""

    def seen(self, workspace: str, locator: str | None, quote: str | None) -> Looked:
        """Whether what is quoted stands there in the last commit."""


class Ground(Protocol):
    """Whoever looks at a workspace again: whether places and evidence are as they were (PLAN-10),
    and which commits were made since (PLAN-11)."""

    def see(self, workspace: str, files: Iterable[str], lines: Mapping[str, str]) -> Seen:
        """Files as they are; a line keeps its digest as long as it stands anywhere in its file."""

    def commits(self, workspace: str, since: str) -> Sequence[Commit]:
        """The commits made since a time, the newest first; none without a history to read."""

    def commit(self, workspace: str, name: str) -> Commit | None:
        """The commit of this name; None when there is none to be found."""


class Recall(Protocol):
    """Whoever remembers: what people asked to be kept, and what they decided before (GATE-2)."""

    def recall(self, chore: Recollect) -> Sequence[Evidence]:
        """What is known about the ambiguities, from `memory` and `prior_session` alone."""


class Matter(NamedTuple):
    """LLM-1: what a language model is asked to think about; `shown` are the parts of its prompt."""

    purpose: Purpose
    workspace: str
    shown: Fields
    depth: Depth = "standard"


class Thought(NamedTuple):
    """What a language model made of it: a document, or how the call ended without one (LLM-3)."""

    document: Fields | None
    outcome: CallOutcome = "ok"
    why: str = ""


class Mind(Protocol):
    """A language model. It proposes in the host's document (MCP-3); it decides nothing."""

    @property
    def name(self) -> str:
        """PROVIDER:NAME."""

    def begin(self, left: int | None) -> None:
        """Say what may be spent from here on, in millionths of a dollar; None for no limit."""

    def think(self, matter: Matter, faults: Sequence[str] = ()) -> Thought:
        """One call; with `faults`, what was wrong with the reply to the same matter before."""

    def investigator(self, own: Investigator) -> Investigator:
        """LLM-2: the model beside our own subagents, where it is let look; else those alone."""

    def calls(self) -> Sequence[ModelCalled]:
        """LLM-4: every call since this was last asked, in order."""


class Result(NamedTuple):
    """One hit of a search of the web: untrusted text from end to end."""

    title: str
    address: str
    excerpt: str


class Web(Protocol):
    """Whoever can look outside. None is configured by default; what it gives is never believed."""

    def search(self, query: str, most: int) -> Sequence[Result]:
        """The best hits for a query, `most` at most."""

    def fetch(self, address: str) -> str:
        """The text of a page."""


class Notifier(Protocol):
    """Whoever wants to know. Its failure never harms the planning."""

    def notify(self, happened: str, question: Question) -> None:
        """A question was created, answered or expired."""


class Store(Protocol):
    """The record and the tables made from it (REC-1)."""

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        """Write entries and rows, all or none; Conflict when a place is taken."""

    def replace(
        self,
        entries: Sequence[Entry],
        rows: Mapping[str, Sequence[TableRow]],
        erased: Sequence[Entry] = (),
    ) -> None:
        """Append entries, put rows in place of all that their streams made, and put erased entries
        in place of those that were there (REC-10); all or none."""

    def extend(
        self, entries: Iterable[Entry], rows_of: Callable[[str], Iterable[TableRow]]
    ) -> None:
        """Append any number of entries, then put what `rows_of` makes of each stream they touch in
        place of its rows; all or none. Both may read the store as it is by then."""

    def total(self) -> Total:
        """How many events there are and their sum, as kept up with every append (REC-6)."""

    def count_again(self) -> Total:
        """The same, counted from the events that are here and kept up from there."""

    def links(self) -> Iterator[Link]:
        """Stream, number and digest of every event, in the order of positions."""

    def read(self, stream: str, since: int = 1) -> Sequence[Entry]:
        """A stream's entries in order, from a number on; empty when there is none."""

    def has(self, stream: str) -> bool:
        """Whether a stream has any entry."""

    def streams(self) -> Iterator[str]:
        """Every stream, in the order of its first entry."""

    def entries(self) -> Iterator[Entry]:
        """The whole record in the order it was written."""

    def rows(self, query: Query) -> list[Document]:
        """Rows of one projection."""

    def rebuild(self, rows: Iterable[TableRow]) -> None:
        """Throw every projected row away and write these, all or none."""
