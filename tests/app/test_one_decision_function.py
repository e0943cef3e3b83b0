"""One decision function: whoever asks about a question gets the same verdict (GATE-8, PREF-1…2).

The library, the `gate` command, a session and `prefs check` are enumerated over every preference
and every way a question can be one-way, or a part of a chain.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import plangate
from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts import scope_acts
from plangate.app.planner import Planner
from plangate.core.audit.projection import person_rows
from plangate.core.events import event as e
from plangate.core.log.chain import PERSON, seal_all
from plangate.core.model.nouns import PREFERENCES, Ambiguity, Interpretation, Reversibility
from plangate.core.model.places import lone
from plangate.core.moves import Ask
from tests.conftest import Runner
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("GATE-8", "PREF-1", "PREF-2", "SPLIT-9")

GOAL = "Keep the rows somewhere"


class Case(NamedTuple):
    """A question, by what makes it one-way."""

    id: str
    consequence: str = "keeps the rows in a second file"
    reversibility: Reversibility = "partial"
    one_way: bool = False

    @property
    def ambiguity(self) -> Ambiguity:
        first = Interpretation(
            "local", "A local file", "adds one file", 0.6, 0.5, self.reversibility, ("a.py",)
        )
        second = Interpretation(
            "remote", "A service", self.consequence, 0.4, 0.5, "partial", ("b.py",)
        )
        return Ambiguity(self.id, (first, second))

    @property
    def text(self) -> str:
        """The words a person or a hook would hand to `prefs check`."""
        readings = self.ambiguity.interpretations
        return "\n".join(f"{one.label}: {one.consequence}" for one in readings)


CASES: dict[str, Case] = {
    "two-way": Case("row-store"),
    "only looks like a chain": Case("qa-splitscreen-test"),
    "one-way by its words": Case("row-store", "drops the users table", one_way=True),
    "one-way by the registry": Case("force-push", one_way=True),
    "one-way by declaration": Case("row-store", reversibility="irreversible", one_way=True),
    "a part of a chain": Case("ship-split-e4"),
    "a one-way part of a chain": Case("ship-split-e4", "drops the users table", one_way=True),
}


class Surfaces:
    """Every way to the verdict, over one database in which the preference stands."""

    def __init__(self, cli: Runner, db: Path, workspace: Path) -> None:
        self.cli = cli
        self.db = db
        self.workspace = workspace

    def prefer(self, case: Case, preference: str | None) -> None:
        """Store a preference as an older version may have left it, refused today or not."""
        if preference is None:
            return
        event = e.PreferenceSet(case.id, preference, str(self.workspace), None, "ada")
        entries = seal_all(PERSON, None, (event,), FrozenClock().now())
        with SQLiteStore(self.db) as store:
            store.append(entries, person_rows(entries))

    def document(self, case: Case, preference: str | None) -> dict[str, Any]:
        readings = [
            {name: value for name, value in one._asdict().items() if value is not None}
            for one in case.ambiguity.interpretations
        ]
        return {
            "goal": GOAL,
            "ambiguities": [{"id": case.id, "interpretations": readings}],
            "preferences": {case.id: preference} if preference else {},
        }

    def library(self, case: Case, preference: str | None) -> str:
        return _word(plangate.gate(self.document(case, preference)))

    def gate_command(self, case: Case, preference: str | None) -> str:
        text = json.dumps(self.document(case, preference))
        return _word(self.cli("gate", "--json", stdin=text).json)

    def session(self, case: Case, preference: str | None) -> str:
        del preference  # it stands in the store
        with SQLiteStore(self.db) as store:
            outcome = self._planner(store, case).start(GOAL, str(self.workspace))
        if isinstance(outcome.outcome, Ask):
            return "ASK_NORMALLY"
        (entry,) = outcome.session.assumptions.values()
        assert entry.user_response == "preference"
        return "AUTO_DECIDE"

    def prefs_check(self, case: Case, preference: str | None) -> str:
        del preference
        where = ("--workspace", self.workspace, "--text", case.text)
        return self.cli("prefs", "check", case.id, *where).out.splitlines()[0]

    def _planner(self, store: SQLiteStore, case: Case) -> Planner:
        return Planner(
            actor=A_PERSON,
            store=store,
            clock=FrozenClock(),
            proposer=ScriptedProposer([case.ambiguity]),
            investigator=ScriptedInvestigator(),
            new_id=lambda: "s1",
        )

    def chain(self, preference: str) -> str:
        """A chain whose open part has this preference: whether it still waits for a person."""
        with SQLiteStore(self.db) as store:
            planner = self._planner(store, CASES["two-way"])
            decision = scope_acts.read_decision(
                {
                    "decision": "What ships?",
                    "skill": "ship",
                    "options": [{"key": "E4", "label": "x"}],
                }
            )
            begun = scope_acts.start(planner, decision, str(self.workspace), by="ada")
            assert preference in planner.outside.preferences(lone(str(self.workspace))).values()
            waiting = scope_acts.show(planner, begun.id).chain
        undecided = waiting.dispositions == {"E4": "undecided"} and waiting.status == "open"
        return "ASK_NORMALLY" if undecided else "AUTO_DECIDE"


def _word(report: Any) -> str:
    (decision,) = report["decisions"]
    assert decision["rule"] in ("GATE-8", "GATE-9"), decision
    assert decision["action"] == ("assume" if decision["rule"] == "GATE-8" else "ask")
    return "AUTO_DECIDE" if decision["rule"] == "GATE-8" else "ASK_NORMALLY"


@pytest.fixture
def surfaces(cli: Runner, db: Path, workspace: Path) -> Surfaces:
    return Surfaces(cli, db, workspace)


@pytest.mark.parametrize("preference", [None, *PREFERENCES])
@pytest.mark.parametrize("name", CASES)
def test_every_surface_gives_the_same_verdict(
    surfaces: Surfaces, name: str, preference: str | None
) -> None:
    case = CASES[name]
    surfaces.prefer(case, preference)
    asking: dict[str, Callable[[Case, str | None], str]] = {
        "library": surfaces.library,
        "gate": surfaces.gate_command,
        "session": surfaces.session,
    }
    if case.reversibility != "irreversible":  # what a reading declares, an id and words do not tell
        asking["prefs check"] = surfaces.prefs_check
    decides = preference in ("never-ask", "ask-only-for-one-way")
    is_auto = decides and not case.one_way and "-split-" not in case.id
    expected = "AUTO_DECIDE" if is_auto else "ASK_NORMALLY"
    assert {name: ask(case, preference) for name, ask in asking.items()} == dict.fromkeys(
        asking, expected
    )


@pytest.mark.parametrize("preference", PREFERENCES)
def test_a_chain_asks_its_part_whatever_is_preferred_for_it(
    surfaces: Surfaces, preference: str
) -> None:
    surfaces.prefer(CASES["a part of a chain"], preference)
    assert surfaces.chain(preference) == "ASK_NORMALLY"
