"""Whose act it is, and what a person meets who trusts plangate for a day (F5, N1 to N4)."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner
from tests.findings.support import CLASH, DELETE, GONE, Json, open_questions, planned, question

#: What Claude Code sets for the commands it runs.
AGENT = {"CLAUDECODE": "1"}


# --- F5: a shell is nobody ------------------------------------------------------------------------


@pytest.fixture
def shell(environment: dict[str, str]) -> Runner:
    """The shell of a coding agent: no terminal anywhere, a session of its own."""

    def run(*arguments: str | Path) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "plangate", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**environment, **AGENT},
            start_new_session=True,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.mark.finding("F5")
@pytest.mark.rule("ACT-1")
@pytest.mark.parametrize("words", ["prefs set auth-method never-ask", "focus deep"])
def test_a_shell_sets_nothing_that_asks_less(shell: Runner, words: str) -> None:
    ran = shell(*words.split())
    assert (ran.code, ran.out) == (5, "")


@pytest.mark.finding("F5")
@pytest.mark.rule("ACT-1", "ASK-11")
def test_a_shell_answers_nothing_that_cannot_be_undone(shell: Runner, workspace: Path) -> None:
    document = planned(shell, DELETE, workspace)
    (key,) = (row["key"] for row in document["question"]["options"] if row["label"] == GONE)
    assert shell("answer", question(document), key).code == 5
    assert open_questions(shell) == [question(document)]


@pytest.mark.finding("F5", "N4")
@pytest.mark.rule("ACT-1", "ASM-4", "PLAN-6")
def test_what_a_person_chose_for_good_is_begun_once_they_approved_and_no_shell_does_that(
    shell: Runner, terminal: Runner, workspace: Path
) -> None:
    session, task = chosen_for_good(terminal, workspace)
    waits = terminal("start", session, task)
    assert (waits.code, "approve" in waits.err) == (5, True), waits
    refused = shell("approve", session, task)
    assert (refused.code, "a person" in refused.err) == (5, True), refused
    assert terminal("start", session, task).code == 5


def chosen_for_good(run: Runner, workspace: Path) -> tuple[str, str]:
    """A person's own choice of what cannot be undone; the task that does it is next.

    The session and the task.
    """
    document = at_rest(run, DELETE, workspace)
    assert run("answer", document["question"]["id"], GONE).code == 0
    tasks = run("show", document["session"], "--json").json["plan"]["tasks"]
    (gone,) = (row for row in tasks if "for good" in row["title"])
    for before in gone["depends_on"]:
        assert run("start", document["session"], before).code == 0
        assert run("done", document["session"], before).code == 0
    return document["session"], gone["id"]


def at_rest(run: Runner, goal: str, workspace: Path) -> Json:
    ran = run("plan", goal, "--workspace", workspace, "--json")
    assert ran.code == 3, ran
    document: Json = ran.json
    return document


# --- N1 to N3 -------------------------------------------------------------------------------------


@pytest.mark.finding("N1")
@pytest.mark.rule("PLAN-7")
def test_a_failed_task_leaves_a_plan_that_can_be_worked_on(
    process: Runner, terminal: Runner, workspace: Path
) -> None:
    session, task = chosen_for_good(terminal, workspace)
    if terminal("start", session, task).code == 5:  # 0.1 did not wait for the approval (N4)
        assert terminal("approve", session, task, "--yes").code == 0
        assert terminal("start", session, task).code == 0
    assert terminal("fail", session, task, "--why", "no backup").code in (0, 3)
    ready = process("ready", session, "--json").json["ready"]
    assert ready, "something can be worked on"
    first = ready[0]["id"]
    assert process("start", session, first).code == 0
    assert process("done", session, first).code == 0


@pytest.mark.finding("N2")
@pytest.mark.rule("ASK-11")
def test_a_letter_and_enter_answer(terminal: Runner, workspace: Path, db: Path) -> None:
    clock = "(any key stops the clock) "
    terminal("plan", CLASH, "--workspace", workspace, says=[(clock, "b"), (clock, "q")])
    with closing(sqlite3.connect(db)) as file:
        (status,) = file.execute("SELECT status FROM questions WHERE number = 'D1'").fetchone()
    assert status == "answered"


@pytest.mark.finding("N3")
@pytest.mark.rule("ASK-3", "PREF-2")
def test_what_was_chosen_for_good_elsewhere_is_never_recommended_nor_first(
    process: Runner, terminal: Runner, workspace: Path, tmp_path: Path
) -> None:
    chosen_for_good(terminal, workspace)
    another = tmp_path / "another"
    another.mkdir()
    (another / "models.py").write_text("class User:\n    pass\n")
    asked = at_rest(process, DELETE, another)["question"]
    first, *_, last = asked["options"]
    assert first["reversibility"] != "irreversible"
    assert (last["label"], last["reversibility"]) == (GONE, "irreversible")
    assert asked["recommended"] != last["key"]
