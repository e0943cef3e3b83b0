"""What a planner is given besides its store, clock and minds, by what it is about.

Every part stands for nobody when nothing is given: a planner without eyes plans without looking.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from plangate.app.naming.directories import Identify, Roots, by_path
from plangate.app.ports import Ground, Mind, Notifier, Recall, Scout, Witness
from plangate.app.session_options import InForce, SessionOptions
from plangate.core.events import event as e
from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy import Policy

#: ASK-15: for words and ambiguities of a workspace, which readings the words name.
Understands = Callable[[str, Sequence[Ambiguity], str], Mapping[str, str | None]]


def names_nothing(
    _words: str, _about: Sequence[Ambiguity], _workspace: str
) -> dict[str, str | None]:
    return {}


def _silent(_line: str) -> None:
    pass


class Voices(NamedTuple):
    """Who is told of what goes on."""

    progress: Callable[[str], None] = _silent
    warn: Callable[[str], None] = _silent
    notifier: Notifier | None = None


SILENT = Voices()


class Eyes(NamedTuple):
    """What looks at the record and at the workspace for a planner."""

    recall: Recall | None = None
    scout: Scout | None = None
    ground: Ground | None = None


NO_EYES = Eyes()


class Models(NamedTuple):
    """The language model of a session, and who reads its quotes again (LLM-1)."""

    mind_of: Callable[[Session], Mind | None]
    witness: Witness


def _no_rules(_workspace: str, _raised: Collection[str]) -> WorkspaceRules:
    return NO_RULES


class Workspaces(NamedTuple):
    """What this machine knows of a workspace: whether it can be planned in, which rules it brings
    along, what identifies it, which others lie around it, and where its place is here (TEAM-2)."""

    check: Callable[[str], object] = _silent
    rules_of: Callable[[str, Collection[str]], WorkspaceRules] = _no_rules
    identify: Identify = by_path
    roots: Roots = lambda _workspace: ()
    locate: Callable[[str, str], str | None] = lambda workspace, _place: workspace


BY_THEIR_PATHS = Workspaces()


def _never_quiet(_now: datetime, _seconds: float) -> int:
    return 0


class InPlace(NamedTuple):
    """What a person and a team have set: it holds where a caller says nothing else."""

    wish: SessionOptions = SessionOptions()
    in_force: Callable[[str], InForce] = lambda _workspace: InForce()
    team_policy: Callable[[str], Policy | None] = lambda _place: None
    quiet_ahead: Callable[[datetime, float], int] = _never_quiet
    """ASK-8: by how many seconds quiet hours put off a deadline so many seconds from a moment."""


NOTHING_SET = InPlace()


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
