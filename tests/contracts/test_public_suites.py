"""The suites of plangate.testing: our own parts pass them, and broken ones do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from plangate import extend
from plangate.adapters.explore.explorer import Explorer
from plangate.adapters.formats.registry import own_format, own_names
from plangate.adapters.memory import MemoryStore, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.adapters.subagents import Subagents
from plangate.adapters.telling.own_commands import CommandNotifier
from plangate.extend import Ambiguity, Format, Investigator, Notifier, Propose, Proposer, Store
from plangate.testing import (
    STORAGE,
    FormatContract,
    InvestigatorContract,
    MindContract,
    NotifierContract,
    StoreContract,
)

pytestmark = pytest.mark.rule("EXT-1")

Opens = Callable[[], AbstractContextManager[Store]]


class TestMinds(MindContract):
    @pytest.fixture(params=["rules", "scripted"])
    def mind(self, request: pytest.FixtureRequest) -> Proposer:
        if request.param == "scripted":
            return ScriptedProposer()
        return RulesProposer(lambda _workspace: shipped_dimensions())


class TestInvestigators(InvestigatorContract):
    @pytest.fixture(params=["workspace", "scripted"])
    def investigator(self, request: pytest.FixtureRequest) -> Investigator:
        if request.param == "scripted":
            return ScriptedInvestigator()
        return Subagents(Explorer(lambda _workspace: shipped_dimensions()))


class TestStores(StoreContract):
    @pytest.fixture(params=["sqlite", "memory"])
    def open_store(self, request: pytest.FixtureRequest, tmp_path: Path) -> Opens:
        if request.param == "memory":
            return lambda: nullcontext(MemoryStore())
        return lambda: SQLiteStore(tmp_path / "log.db")


class TestFormats(FormatContract):
    @pytest.fixture(params=own_names())
    def plan_format(self, request: pytest.FixtureRequest) -> Format:
        return own_format(request.param)


class TestNotifiers(NotifierContract):
    @pytest.fixture
    def notifier(self) -> Notifier:
        return CommandNotifier(("/no/such/program",))


def test_a_mind_whose_readings_cannot_be_weighed_fails_its_suite() -> None:
    class Careless(ScriptedProposer):
        def propose(self, chore: Propose) -> Sequence[Ambiguity]:
            assert chore.goal == "x"
            return [STORAGE._replace(interpretations=STORAGE.interpretations[:1])]

    with pytest.raises(AssertionError):
        MindContract().test_what_is_proposed_can_be_weighed(Careless(), "x")


def test_a_store_that_writes_half_of_an_append_fails_its_suite() -> None:
    class Hasty(MemoryStore):
        def append(self, entries: Sequence[extend.Entry], rows: Sequence[extend.TableRow]) -> None:
            for entry in entries:
                super().append([entry], [])
            super().append([], rows)

    with pytest.raises(AssertionError):
        StoreContract().test_two_writers_cannot_take_the_same_place_and_the_second_leaves_nothing(
            lambda: nullcontext(Hasty())
        )


def test_a_format_that_loses_a_task_fails_its_suite() -> None:
    checklist = own_format("checklist")
    assert checklist.read is not None
    read = checklist.read
    forgetful = checklist._replace(read=lambda text: {"tasks": read(text)["tasks"][:1]})
    with pytest.raises(AssertionError):
        FormatContract().test_it_knows_its_own_files_and_reads_every_task_of_them(forgetful)


def test_the_public_names_for_extending_are_pinned() -> None:
    assert len(extend.__all__) == len(set(extend.__all__)) == 43
    for name in extend.__all__:
        assert getattr(extend, name) is not None
