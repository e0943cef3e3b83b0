"""The library's surface: exactly these names, and the same gate as the command line's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plangate
from plangate.core.model.errors import StoreError
from tests.conftest import Runner
from tests.core.gate_documents import CONTRACTS_EXAMPLE as EXAMPLE
from tests.interfaces.support import ASKED, PLANNED
from tests.interfaces.test_gate_command import ANY_JSON, documents_like


def decided(document: Any) -> tuple[plangate.BadInput | None, dict[str, Any]]:
    """What the library makes of a document: its refusal, or its report."""
    try:
        return None, plangate.gate(document)
    except plangate.BadInput as error:
        return error, {}


@pytest.mark.rule("CLI-1")
def test_the_package_offers_exactly_these_names() -> None:
    assert sorted(plangate.__all__) == [
        "Advanced",
        "Answered",
        "Assumed",
        "BadInput",
        "Declined",
        "Held",
        "PlangateError",
        "Planner",
        "Question",
        "SessionOptions",
        "TimedOut",
        "Waiting",
        "__version__",
        "ask_first",
        "ask_human",
        "brief",
        "check",
        "explore",
        "gate",
        "open_planner",
        "value_of",
    ]
    assert dir(plangate) == plangate.__all__
    for name in plangate.__all__:
        assert getattr(plangate, name) is not None


@pytest.mark.rule("CLI-1")
def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = plangate.nonsense
    assert not hasattr(plangate, "settings_of_somebody")


@pytest.mark.rule("CLI-1")
def test_the_version_is_a_released_ones_form() -> None:
    assert all(part.isdigit() for part in plangate.__version__.split(".")[:2])


@pytest.mark.rule("CLI-3")
def test_the_gate_of_the_library_is_the_gate_of_the_command_line(cli: Runner) -> None:
    assert plangate.gate(EXAMPLE) == cli("gate", "--json", stdin=json.dumps(EXAMPLE)).json


@pytest.mark.rule("CLI-3", "ERR-1")
@given(document=documents_like(EXAMPLE))
def test_library_and_command_line_accept_and_refuse_the_same(cli: Runner, document: object) -> None:
    ran = cli("gate", "--json", stdin=json.dumps(document))
    refusal, report = decided(document)
    if refusal is not None:
        assert (ran.code, ran.json["message"]) == (2, " ".join(str(refusal).split()))
    else:
        assert ran.code in (0, 3)
        assert ran.json == json.loads(json.dumps(report))


@pytest.mark.rule("ERR-1")
@given(document=ANY_JSON | st.binary() | st.lists(st.floats()))
def test_the_library_refuses_what_it_cannot_use_with_one_typed_exception(
    document: object,
) -> None:
    refusal, report = decided(document)
    if refusal is None:
        assert report["schema"] == "plangate.gate/2"
    else:
        assert refusal.field
        assert "\n" not in str(refusal)
        assert isinstance(refusal, plangate.PlangateError)


@pytest.mark.rule("CLI-1")
def test_a_planner_of_the_library_and_the_command_line_share_the_record(
    cli: Runner, person: Runner, workspace: Path, db: Path
) -> None:
    with plangate.open_planner(workspace=workspace, db=db) as planner:
        advanced: plangate.Advanced = planner.start(
            ASKED, str(workspace), plangate.SessionOptions(by="ada", timeout_secs=60)
        )
    document = cli("show", advanced.session.id, "--json").json
    assert document["outcome"] == "question"
    assert document["question"]["timeout_secs"] == 60
    assert person("answer", advanced.session.id, "b").code == 0
    with plangate.open_planner(workspace=workspace, db=db) as planner:
        assert planner.session(advanced.session.id).state == "planning_complete"


@pytest.mark.rule("CLI-1", "INV-1")
def test_a_planner_of_the_library_reads_the_same_settings(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANGATE_TIMEOUT_SECS", "0")
    with (
        pytest.raises(plangate.BadInput, match="PLANGATE_TIMEOUT_SECS"),
        plangate.open_planner(workspace=workspace),
    ):
        pass
    assert cli("plan", PLANNED, "--workspace", workspace).code == 2


@pytest.mark.rule("ERR-1")
def test_a_file_that_is_no_database_is_a_typed_exception(tmp_path: Path) -> None:
    diary = tmp_path / "diary.db"
    diary.write_bytes(b"dear diary\n" * 100)
    with pytest.raises(StoreError), plangate.open_planner(workspace=tmp_path, db=diary):
        pass
    assert diary.read_bytes() == b"dear diary\n" * 100


@pytest.mark.rule("ERR-1")
def test_a_plan_with_half_a_character_in_it_is_refused_in_one_line() -> None:
    with pytest.raises(plangate.BadInput, match="plan: byte 6 is not UTF-8"):
        plangate.check("- [ ] \ud800 write the importer")


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("workspace", [None, 5, "shop", "/nowhere/at/all", "x" * 5_000, "\0"])
def test_a_session_is_begun_only_where_there_is_a_directory(
    cli: Runner, db: Path, workspace: Any
) -> None:
    refusal = pytest.raises(plangate.BadInput, match="workspace: ")
    with plangate.open_planner(db=db) as planner, refusal:
        planner.start("Fix a typo in the README", workspace)
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("plan", [None, 5, ["t1"], "\ud800"])
def test_what_is_no_plan_at_all_is_bad_input(plan: Any) -> None:
    with pytest.raises(plangate.BadInput, match="plan: "):
        plangate.check(plan)
