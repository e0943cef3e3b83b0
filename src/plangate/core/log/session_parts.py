"""The parts a session is made of that are more than one value."""

from __future__ import annotations

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
