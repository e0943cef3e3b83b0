"""The parts a session is made of that are more than one value."""

from typing import NamedTuple, NoReturn, TypeVar

from plangate.core.events import event as e
from plangate.core.model.nouns import Answer, Proof

Value = TypeVar("Value")


class DoesNotFit(Exception):
    """An event speaks of something that no event before it brought."""


class Known(dict[str, Value]):
    """What events brought, by name. A name nobody brought is a damaged log, no defect of ours."""

    def __missing__(self, name: str) -> NoReturn:
        raise DoesNotFit(name)


class Settled(NamedTuple):
    """An ambiguity that is no longer open: which reading holds, and by what."""

    interpretation: str | None
    rule: str


class Join(NamedTuple):
    """GATE-19: whose question a session waits for, and what it knows to have become of it."""

    question: str
    session: str
    how: str | None = None
    answer: Answer | None = None

    @property
    def is_over(self) -> bool:
        """Whether the question bears on the session no longer: left, or not to be had (REC-9)."""
        return self.how in ("left", "lost")


class Refining(NamedTuple):
    """Where the refinement loop of the last draft stands (REF-2)."""

    from_version: int = 0
    rounds: int = 0
    tokens: int = 0
    last: str = ""
    ended: bool = True


class Thinking:
    """What a language model did in a session: its calls, and its proposal that is in force."""

    def __init__(self) -> None:
        self.calls: list[e.ModelCalled] = []
        self.proposed: e.ModelProposed | None = None
        self.fell_back: e.MindFellBack | None = None
        self.new_files: set[str] = set()
        """What its tasks are to make (ADQ-20)."""

    @property
    def spent(self) -> int:
        """LLM-4: what was spent, in millionths of a dollar; a call of unknown price as reserved."""
        return sum(
            call.cost if call.cost is not None else call.reserved or 0 for call in self.calls
        )

    @property
    def is_priced(self) -> bool:
        return all(call.cost is not None for call in self.calls)

    @property
    def plan_tokens(self) -> int | None:
        """REF-5: how many tokens the first plan might take; None where no model drafted it."""
        drafts = [call for call in self.calls if call.purpose in ("propose", "draft")]
        return drafts[0].max_output_tokens if drafts else None


class Work:
    """What a plan came from and what is known of the ground it stands on.

    `seen_files` and `seen_lines` are digests of places and evidence as they were when the plan was
    made (PLAN-10); `proofs` show that a task is done (PLAN-11).
    """

    def __init__(self) -> None:
        self.adopted: e.PlanAdopted | None = None
        self.proofs: dict[str, Proof] = {}
        self.seen_files: dict[str, str] = {}
        self.seen_lines: dict[str, str] = {}
        self.seen_version = 0
        self.interviewed: list[str] = []
        self.interview_over = False
        self.opened: e.ScopeOpened | None = None
        self.scopes: dict[str, e.ScopeTaken] = {}
        #: PLAN-7: the tasks made because another failed, with the words they were made with.
        self.repairs: dict[str, str] = {}
