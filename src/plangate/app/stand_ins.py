"""What stands in for a planner's ports that nobody gave, and which events are news to a person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime

from plangate.app.session_options import InForce
from plangate.core.events import event as e
from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.model.nouns import Ambiguity


def no_settings(_workspace: str) -> InForce:
    return InForce()


def no_rules(_workspace: str, _raised: Collection[str]) -> WorkspaceRules:
    return NO_RULES


def silent(_line: str) -> None:
    pass


#: ASK-15: for words and ambiguities of a workspace, which readings the words name.
Understands = Callable[[str, Sequence[Ambiguity], str], Mapping[str, str | None]]


def names_nothing(
    _words: str, _about: Sequence[Ambiguity], _workspace: str
) -> dict[str, str | None]:
    return {}


#: ASK-8: by how many seconds quiet hours put off a deadline so many seconds from a moment.
QuietAhead = Callable[[datetime, float], int]


def never_quiet(_now: datetime, _seconds: float) -> int:
    return 0


def news_in(happened: Sequence[e.Event]) -> Iterator[tuple[str, str]]:
    """What a person may want to hear of, and about which question."""
    for event in happened:
        match event:
            case e.QuestionAsked(question=question):
                yield "created", str(question.id)
            case e.QuestionAnswered(question=name):
                yield "answered", name
            case e.QuestionTimedOut(question=name):
                yield "expired", name
            case _:
                pass
