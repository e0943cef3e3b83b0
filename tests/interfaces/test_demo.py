"""`plangate demo`: a tour that shows the whole product and leaves nothing behind."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

import plangate
from tests.conftest import Ran, Runner


@pytest.fixture
def folders(tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for temporary things that nobody else uses."""
    own = tmp_path / "tmp"
    own.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    environment["TMPDIR"] = str(own)
    return own


@pytest.mark.rule("CLI-1")
def test_the_tour_shows_an_inference_a_question_a_plan_and_an_approval_in_this_order(
    cli: Runner,
) -> None:
    ran = cli("demo")
    assert (ran.code, ran.err) == (0, "")
    steps = [
        "1. A goal the repository can answer by itself:",
        "Redis runs as a service here (docker-compose.yml:5)",
        "$ plangate wrong a1",
        "Per address holds instead",
        "changed t1: ",
        "2. A goal that contradicts itself:",
        "D1  Which way of logging in should be built?",
        "Answer with: plangate answer ",
        "$ plangate answer D1 a",
        "Plan v2 for ",
        "auth method: Passwords only",
        "\nTasks",
        "3. A goal that cannot be undone:",
        "[cannot be undone]",
        "$ plangate answer D2 'Remove it for good'",
        "$ plangate approve",
        "Your turn:",
    ]
    places = [ran.out.find(step) for step in steps]
    assert -1 not in places, steps[places.index(-1)]
    assert places == sorted(places)
    assert ran.out.count("D1  ") == 1
    assert ran.out.count("Plan v") == 1


@pytest.mark.rule("CLI-1", "CLI-2")
def test_the_tour_as_json_is_one_document_of_its_outcomes(cli: Runner) -> None:
    ran = cli("demo", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert list(document) == ["schema", "inferred", "overturned", "asked", "answered", "final"]
    assert document["schema"] == "plangate.demo/1"
    assert [document[step]["outcome"] for step in ("inferred", "asked", "answered")] == [
        "plan",
        "question",
        "plan",
    ]
    responses = [entry["user_response"] for entry in document["inferred"]["assumptions"]]
    assert responses.count("inferred_from_codebase") == 1
    assert document["asked"]["session"] == document["answered"]["session"]
    versions = [document[step]["plan"]["version"] for step in ("asked", "answered")]
    assert versions == [1, 2], "what does not hang on the question was planned before"
    assert "confirmed: Passwords only" in [
        entry["user_response"] for entry in document["answered"]["assumptions"]
    ]


@pytest.mark.rule("CLI-1", "ACT-1")
def test_at_a_terminal_the_person_plays_it(person: Runner) -> None:
    says = [
        ("for you: ", ""),
        ("takes a): ", "plangate answer D1 b"),
        ("takes a): ", "b"),
        ("Your answer: ", "Remove it for good"),
        ("leaves it waiting: ", "y"),
    ]
    ran = person("demo", says=says)
    assert (ran.code, ran.err) == (0, "")
    assert "auth method: Both methods" not in ran.out
    assert "Needs your approval: t" in ran.out
    assert "Approved: t" in ran.out
    assert "$ plangate" not in ran.out, "nothing is shown that the person does"


@pytest.mark.rule("CLI-1")
def test_the_tour_leaves_nothing_behind(
    cli: Runner, folders: Path, home: Path, db: Path, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    assert cli("demo").code == 0
    assert sorted(tmp_path.iterdir()) == before
    assert list(folders.iterdir()) == []
    assert list(home.iterdir()) == []
    assert not db.exists()


@pytest.mark.rule("CLI-1", "CLI-2")
def test_without_a_terminal_the_tour_never_pauses_and_reads_nothing(
    process: Runner, folders: Path, home: Path
) -> None:
    site = home / "site"
    site.mkdir()
    impatient = (
        "import pathlib, time\n"
        "def refuse(*_): raise AssertionError('the tour paused')\n"
        "time.sleep = refuse\n"
        f"pathlib.Path({str(site / 'seen')!r}).touch()\n"
    )
    (site / "sitecustomize.py").write_text(impatient, encoding="utf-8")
    path = os.pathsep.join([str(site), str(Path(plangate.__file__).parents[1])])
    ran = process("demo", stdin="", env={"PYTHONPATH": path})
    assert (site / "seen").exists()
    assert (ran.code, ran.err) == (0, "")
    assert "Your turn:" in ran.out
    assert list(folders.iterdir()) == []


@pytest.mark.rule("CLI-1")
def test_the_tour_is_the_same_whatever_the_home_holds(
    cli: Runner, person: Runner, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    (home / "plangate.toml").write_text("[policy]\nevpi_question_threshold = 0\n", "utf-8")
    person("focus", "deep")
    document = cli("demo", "--json").json
    assert [document[step]["outcome"] for step in ("inferred", "asked", "answered")] == [
        "plan",
        "question",
        "plan",
    ]


@pytest.mark.rule("ERR-1")
def test_where_nothing_can_be_written_the_tour_says_so_in_one_line(
    cli: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    ran = cli("demo")
    assert (ran.code, ran.out) == (1, "")
    assert ran == Ran(1, "", ran.err)
    assert ran.err.count("\n") == 1
    assert "gone" in ran.err
