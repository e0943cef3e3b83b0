"""What the tests of the command line share: goals, a planner whose clock stands still, and looks.

A session begun here by a clock of years ago is long overdue for the real command line: that is how
deadlines are tested without waiting for one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts.question_acts import hold, resume
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Store
from plangate.core.model.nouns import Ambiguity, Interpretation, Question, Reversibility, Task
from plangate.core.moves import Ask
from tests.conftest import Ran, Runner
from tests.person import A_PERSON

PLANNED = "Add rate limiting to the public API"
#: A goal with one question, a contradiction.
ASKED = "Add authentication with session cookies; passwordless, and users set strong passwords"
TRIVIAL = "Fix a typo in the README"
EXPLORED = "Find out why the API tests are flaky"
#: A goal whose question has an option that cannot be undone (production mode).
ONE_WAY = "Take payments with Stripe in the checkout flow"

#: The names of STOP-1, in its order.
STOP_FIELDS = [
    "stop_reason",
    "confidence",
    "evidence_summary",
    "uncertainties_remaining",
    "next_actions",
    "budget_consumed",
]
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Scene(NamedTuple):
    """A planner, and the clock that only a test moves."""

    planner: Planner
    clock: FrozenClock


def reading(
    name: str,
    prior: float,
    reversibility: Reversibility = "partial",
    strictness: float | None = None,
) -> Interpretation:
    return Interpretation(
        id=name,
        label=f"The {name} store",
        consequence=f"keeps the rows in {name}",
        prior=prior,
        complexity=0.5,
        reversibility=reversibility,
        touches=(f"{name}.py",),
        strictness=strictness,
    )


#: Two readings that lead to different plans, neither of them one-way: worth a question.
OPEN = Ambiguity("row-store", (reading("local", 0.6), reading("remote", 0.4)))

#: Every reading is one-way, so there is no default that silence could take.
FINAL = Ambiguity(
    "row-store", (reading("local", 0.6, "irreversible"), reading("remote", 0.4, "irreversible"))
)


def scene(*ambiguities: Ambiguity, store: Store | None = None, tasks: Sequence[Task] = ()) -> Scene:
    """A planner that proposes what it is given, begun long ago, its sessions called s1, s2 …"""
    clock, numbers = FrozenClock(LONG_AGO), count(1)
    planner = Planner(
        actor=A_PERSON,
        store=store or MemoryStore(),
        clock=clock,
        proposer=ScriptedProposer(ambiguities, tasks),
        investigator=ScriptedInvestigator(),
        new_id=lambda: f"s{next(numbers)}",
    )
    return Scene(planner, clock)


@contextmanager
def recorded(db: Path, *ambiguities: Ambiguity) -> Iterator[Scene]:
    """The same over a file that the command line opens afterwards."""
    with SQLiteStore(db) as store:
        yield scene(*ambiguities, store=store)


def let_time_pass(db: Path, question: str) -> None:
    """Put a question again by a clock of years ago: its deadline is long over by now."""
    with recorded(db) as (planner, _clock):
        hold(planner, question, by="a test")
        resume(planner, question, by="a test")


def asked(advanced: Advanced) -> Question:
    """The question a session waits for."""
    assert isinstance(advanced.outcome, Ask), f"expected a question, got {advanced.outcome}"
    return advanced.outcome.question


def question_of(cli: Runner, workspace: Path, goal: str = ASKED, *more: str) -> str:
    """The id of the question a goal leads to."""
    ran = cli("plan", goal, "--workspace", workspace, "--json", *more)
    assert ran.code == 3, f"expected a question, got {ran}"
    return str(ran.json["question"]["id"])


def log_of(cli: Runner, session: str) -> list[str]:
    """The types of a session's events, in order."""
    events = cli("show", session.partition("-")[0], "--log", "--json").json["events"]
    return [event["type"] for event in events]


def stop_report_of(text: str) -> dict[str, object]:
    """The YAML at the end of an outcome's text."""
    read = yaml.safe_load(text[text.index("stop_reason:") :])
    assert isinstance(read, dict)
    return read


def refused(ran: Ran, *said: str, code: int = 2) -> None:
    """One line on stderr that says this, nothing on stdout, no traceback (ERR-1)."""
    assert ran.code == code, f"expected exit {code}, got {ran}"
    assert ran.out == "", f"expected nothing on stdout, got {ran.out!r}"
    assert ran.err.count("\n") == 1, f"expected one line, got {ran.err!r}"
    assert ran.err.endswith("\n")
    for words in said:
        assert words in ran.err, f"expected {words!r} in {ran.err!r}"
    assert "Traceback" not in ran.err
    assert "a defect of plangate" not in ran.err


def with_field(document: Mapping[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy of a document with one field set; `…` in place of a value removes it."""
    made = copy.deepcopy(dict(document))
    place: Any = made
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return made
