"""What every part keeps to, as suites for the packages of others (EXT-1). Provisional.

A pytest plugin: `pytest_plugins = ["plangate.testing"]` in a conftest.py, then one class a part:

    from plangate.testing import MindContract

    class TestMyMind(MindContract):
        @pytest.fixture
        def mind(self):
            return MyMind()

Each test of a suite says in its name what the rest of plangate relies on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from plangate.adapters.formats.format import Format, Written, format_of
from plangate.adapters.memory import FrozenClock, MemoryStore
from plangate.app.ports import Investigator, Notifier, Proposer, Store
from plangate.core.events.event import LoopTurned
from plangate.core.log.anchors import Total, link_of
from plangate.core.log.chain import Entry, seal_all
from plangate.core.log.tables import Query, TableRow
from plangate.core.model.errors import Conflict
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    REVERSIBILITIES,
    Ambiguity,
    Dispatch,
    Evidence,
    Interpretation,
    Option,
    Question,
)
from plangate.core.moves import DraftPlan, Investigate, Propose, Survey

GOALS = (
    "Add rate limiting to the public API",
    "🦊 הוסף \"באנר\"\n- to the page\n- and 'there'",
    "x",
    "delete " * 2_000,
)
STORAGE = Ambiguity(
    "storage",
    (
        Interpretation("file", "A local file", "adds one file", 0.5, 0.5, "reversible", ("a.py",)),
        Interpretation("table", "A new table", "adds a table", 0.5, 0.9, "partial", ("db",)),
    ),
)
_NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def frozen_clock() -> FrozenClock:
    """A clock that stands still until it is told to move."""
    return FrozenClock()


@pytest.fixture
def memory_store() -> MemoryStore:
    """A store that keeps everything in memory."""
    return MemoryStore()


class MindContract:
    """A mind proposes and drafts; it decides nothing. Give it by the fixture `mind`."""

    @pytest.fixture
    def mind(self) -> Proposer:
        raise NotImplementedError("a fixture `mind` that returns yours")

    @pytest.mark.parametrize("goal", GOALS)
    def test_what_is_proposed_can_be_weighed(self, mind: Proposer, goal: str) -> None:
        found = mind.propose(Propose(goal, ()))
        assert len({ambiguity.id for ambiguity in found}) == len(found)
        for ambiguity in found:
            readings = ambiguity.interpretations
            assert len({reading.id for reading in readings}) == len(readings) >= 2
            assert sum(reading.prior for reading in readings) == pytest.approx(1, abs=0.01)
            assert all(reading.prior > 0 and 0 < reading.complexity <= 1 for reading in readings)
            assert all(reading.reversibility in REVERSIBILITIES for reading in readings)

    @pytest.mark.parametrize("goal", GOALS)
    def test_a_draft_is_a_graph_that_can_be_put_in_order(self, mind: Proposer, goal: str) -> None:
        tasks = list(mind.draft(_drafting(mind, goal)))
        assert tasks
        assert {task.id for task in in_order(tasks)} == {task.id for task in tasks}
        assert all(1 <= task.complexity <= 10 for task in tasks)
        assert all(task.title.strip() and task.description.strip() for task in tasks)


class InvestigatorContract:
    """An investigator reads and never writes. Give it by the fixture `investigator`."""

    @pytest.fixture
    def investigator(self) -> Investigator:
        raise NotImplementedError("a fixture `investigator` that returns yours")

    def test_what_is_found_are_facts_that_name_what_they_are_about(
        self, investigator: Investigator, tmp_path: Path
    ) -> None:
        [found] = investigator.investigate(_investigating(_small_workspace(tmp_path)))
        ids = [fact.id for fact in found.evidence]
        assert len(set(ids)) == len(ids)
        assert {fact.ambiguity for fact in found.evidence} <= {STORAGE.id, None}
        assert all(0 <= fact.confidence <= 1 for fact in found.evidence)
        named = {name for part in found.exhaustion.values() for name in part}
        assert named <= set(ids), "a part of exhaustion names evidence, not words"
        assert found.dispatch == "i1"

    def test_looking_changes_nothing(self, investigator: Investigator, tmp_path: Path) -> None:
        place = _small_workspace(tmp_path)
        before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
        seen = investigator.survey(Survey(str(place), GOALS[0]))
        investigator.investigate(_investigating(place))
        assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before
        assert all(isinstance(fact, Evidence) for fact in seen.evidence)

    def test_a_workspace_with_nothing_to_see_is_no_error(
        self, investigator: Investigator, tmp_path: Path
    ) -> None:
        investigator.survey(Survey(str(tmp_path), GOALS[0]))
        [found] = investigator.investigate(_investigating(tmp_path))
        assert all(fact.supports is None for fact in found.evidence)


class StoreContract:
    """A store keeps entries and rows, all or none. Give `open_store`: a function that opens it."""

    @pytest.fixture
    def open_store(self, tmp_path: Path) -> Callable[[], AbstractContextManager[Store]]:
        raise NotImplementedError("a fixture `open_store` that returns a function")

    def test_a_stream_is_read_as_it_was_written(
        self, open_store: Callable[[], AbstractContextManager[Store]]
    ) -> None:
        entries = _entries("s1", "one", "ünïcode\n\x00", "three")
        with open_store() as store:
            assert list(store.streams()) == []
            store.append(entries, [])
            assert tuple(store.read("s1")) == entries
            assert (store.has("s1"), store.has("s2")) == (True, False)
            assert list(store.streams()) == ["s1"]
            assert tuple(store.entries()) == entries

    def test_two_writers_cannot_take_the_same_place_and_the_second_leaves_nothing(
        self, open_store: Callable[[], AbstractContextManager[Store]]
    ) -> None:
        with open_store() as store:
            first = _entries("s1", "one")
            store.append(first, [_row("deep")])
            with pytest.raises(Conflict):
                store.append((*_entries("s2", "new"), *_entries("s1", "two")), [_row("idle")])
            assert tuple(store.entries()) == first
            assert store.rows(Query("focus"))[0]["focus"] == "deep"

    def test_a_row_is_replaced_by_its_key_and_a_rebuild_replaces_them_all(
        self, open_store: Callable[[], AbstractContextManager[Store]]
    ) -> None:
        with open_store() as store:
            store.append(_entries("s1", "one"), [_row("deep")])
            store.append(_entries("s2", "two"), [_row("idle")])
            assert [row["focus"] for row in store.rows(Query("focus"))] == ["idle"]
            store.rebuild([])
            assert store.rows(Query("focus")) == []
            assert len(list(store.entries())) == 2

    def test_the_total_is_kept_up_with_every_append(
        self, open_store: Callable[[], AbstractContextManager[Store]]
    ) -> None:
        entries = (*_entries("s1", "one", "two"), *_entries("s2", "three"))
        with open_store() as store:
            for entry in entries:
                store.append([entry], [])
            links = [link_of(entry) for entry in entries]
            assert list(store.links()) == links
            assert store.total() == Total().plus(links)


class FormatContract:
    """A plan format reads what it writes. Give yours, with its NAME, by the fixture `own_format`.

    FILE is the name of a file of the format, where that matters to `looks_like`.
    """

    FILE = "plan"
    PLAN = Written(
        "Count requests per caller",
        (
            {"id": "t1", "title": "Add the counter", "description": "Add the counter in api.py"},
            {"id": "t2", "title": "Test the counter", "description": "Test it in test_api.py"},
        ),
    )

    @pytest.fixture
    def own_format(self) -> object:
        raise NotImplementedError("a fixture `own_format` that returns the module or class")

    @pytest.fixture
    def plan_format(self, own_format: object) -> Format:
        return format_of(own_format, str(getattr(own_format, "NAME", "")))

    def test_what_it_writes_is_the_same_twice(self, plan_format: Format) -> None:
        if plan_format.write is None:
            pytest.skip("it is read only")
        assert plan_format.write(self.PLAN) == plan_format.write(self.PLAN)

    def test_it_knows_its_own_files_and_reads_every_task_of_them(self, plan_format: Format) -> None:
        if plan_format.read is None or plan_format.write is None:
            pytest.skip("it is read only, or written only")
        value = _value_of(plan_format, plan_format.write(self.PLAN))
        assert plan_format.looks_like is None or plan_format.looks_like(value, self.FILE)
        tasks = plan_format.read(value)["tasks"]
        assert len(tasks) == len(self.PLAN.tasks)
        for task, wanted in zip(tasks, self.PLAN.tasks, strict=True):
            said = f"{task.get('title', '')} {task['description']}"
            assert wanted["description"] in said or wanted["title"] in said


class NotifierContract:
    """A notifier's failure never harms the planning. Give it by the fixture `notifier`."""

    @pytest.fixture
    def notifier(self) -> Notifier:
        raise NotImplementedError("a fixture `notifier` that returns yours")

    @pytest.mark.parametrize("happened", ["created", "answered", "expired"])
    def test_it_takes_every_notice(self, notifier: Notifier, happened: str) -> None:
        notifier.notify(happened, _QUESTION)


# --- what the suites are tried with ---------------------------------------------------------------

_QUESTION = Question(
    question_id="storage",
    kind="multiple_choice",
    prompt="Where is it kept 🦊?",
    why_now="it decides the plan",
    stakes="one file or a table",
    options=(
        Option("a", "A local file", "adds one file", "file", "reversible"),
        Option("b", "A new table", "adds a table", "table", "partial"),
    ),
    default="a",
    default_reason="the most conservative",
    recommended="a",
    risk_if_wrong="low",
    one_way=False,
    blocker_type="ambiguous_goal",
    missing=None,
    evidence_summary=(),
    exhaustion=None,
    id="s1-q1",
    number="D1",
    session="s1",
    status="pending",
)


def _entries(stream: str, *texts: str) -> tuple[Entry, ...]:
    return seal_all(stream, None, [LoopTurned("observe", text, "ada") for text in texts], _NOON)


def _row(focus: str) -> TableRow:
    return TableRow(
        "focus", {"person": "person", "focus": focus, "until": None, "at": "2026-01-01"}
    )


def _value_of(plan_format: Format, text: str) -> object:
    return json.loads(text) if plan_format.kind == "json" else text


def _small_workspace(folder: Path) -> Path:
    place = folder / "workspace"
    place.mkdir()
    (place / "app.py").write_text("def keep(row):\n    return open('a.py')\n", encoding="utf-8")
    return place


def _drafting(mind: Proposer, goal: str) -> DraftPlan:
    """The chore of a plan under the first reading of everything proposed."""
    found = tuple(mind.propose(Propose(goal, ())))
    readings = {ambiguity.id: ambiguity.interpretations[0].id for ambiguity in found}
    return DraftPlan(goal, "/shop", readings, found, (), 5, one_task_group=False, previous=None)


def _investigating(workspace: Path) -> Investigate:
    parts = (*EXHAUSTION_PARTS, "investigation")
    one = Dispatch("i1", "explore", "code search", "where it is kept", (STORAGE.id,), parts, 60.0)
    return Investigate(str(workspace), GOALS[0], (STORAGE,), (one,))
