"""The notify command of plangate.toml: what it is told, and that it never harms the planning.

The command is started and not waited for, so a test waits for what it says instead: it writes the
document it got to a pipe with a name, and the test reads there.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import plangate
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.adapters.telling.own_commands import CommandNotifier
from plangate.app.acts import question_acts
from plangate.app.planner import Planner
from plangate.app.planner_parts import Voices
from plangate.app.ports import Notifier, Store
from plangate.app.session_options import SessionOptions
from plangate.core.model.nouns import Ambiguity, Interpretation, Question
from tests.conftest import Ran
from tests.forked import run_forked
from tests.person import A_PERSON, at_a_terminal, trust

fcntl = pytest.importorskip("fcntl", reason="needs pipes with names and locks")

GOAL = "Let users delete their account"
PATIENCE = 60.0


class Pipe:
    """A pipe with a name: whoever writes to it is heard, one document after the other."""

    def __init__(self, path: Path, schema: str = "plangate.notice/1") -> None:
        os.mkfifo(path)
        self._schema = schema
        self.path = path
        # Opened for reading and writing: no writer is waited for, and none is the last one.
        self._handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self._heard = b""

    @property
    def command(self) -> list[str]:
        """A command that says what it was told."""
        return [
            "sh",
            "-c",
            f"cat > {shlex.quote(str(self.path))}; echo > {shlex.quote(str(self.path))}",
        ]

    def next(self) -> dict[str, Any]:
        """The next notice."""
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self._handle], [], [], PATIENCE)
            assert ready, f"nobody was notified; heard so far: {self._heard!r}"
            self._heard += os.read(self._handle, 65_536)
        line, _, self._heard = self._heard.partition(b"\n")
        document: dict[str, Any] = json.loads(line)
        assert document["schema"] == self._schema
        return document

    def close(self) -> None:
        os.close(self._handle)


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Pipe]:
    made = Pipe(tmp_path / "notices")
    yield made
    made.close()


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """A process started here runs the same plangate as the test that starts it."""
    return {**environment, "PYTHONPATH": str(Path(plangate.__file__).parents[1])}


Run = Callable[..., Ran]


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run plangate in some directory, with every warning an error; a person answers."""
    flags = ("-X", "dev", "-W", "error")

    def start(*arguments: str | Path, cwd: Path | None = None) -> Ran:
        words = [str(argument) for argument in arguments]
        if words[0] == "answer":
            place = cwd or tmp_path
            return Ran(*at_a_terminal(words, environment, apart=True, flags=flags, cwd=place))
        return Ran(*run_forked(words, environment, cwd=cwd or tmp_path, flags=flags))

    return start


def tell(workspace: Path, command: list[str]) -> None:
    words = ", ".join(json.dumps(word) for word in command)
    (workspace / "plangate.toml").write_text(f"notify = [{words}]\n", encoding="utf-8")
    above = workspace.parent
    own = {"HOME": str(above / "home"), "XDG_DATA_HOME": str(above)}
    assert trust(workspace, own).code == 0


def overdue(db: Path, workspace: Path) -> str:
    """The id of a question of this workspace whose deadline passed years ago."""
    with SQLiteStore(db) as store:
        planner = scripted(store, None)
        return str(
            planner.start("Keep the rows", str(workspace), SessionOptions(complexity=6)).session.id
        )


def scripted(store: Store, notifier: Notifier | None, proposals: int = 1) -> Planner:
    readings = tuple(
        Interpretation(name, f"The {name} way", f"does {name}", prior, 0.5, "partial", (name,))
        for name, prior in (("near", 0.6), ("far", 0.4))
    )
    return Planner(
        actor=A_PERSON,
        store=store,
        clock=FrozenClock(datetime(2020, 1, 1, tzinfo=UTC)),
        proposer=ScriptedProposer([Ambiguity("row-store", readings)] * proposals),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "s1",
        voices=Voices(notifier=notifier),
    )


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.rule("ASK-7")
def test_a_question_created_and_answered_is_told_with_its_whole_document(
    pipe: Pipe, run: Run, workspace: Path
) -> None:
    tell(workspace, pipe.command)
    planned = run("plan", GOAL, "--workspace", workspace, "--json")
    assert (planned.code, planned.err) == (3, "")
    question = json.loads(planned.out)["question"]
    created = pipe.next()
    assert created["happened"] == "created"
    # It is told as soon as it is written; what it blocks is known once the rest is drafted.
    assert created["question"] == question | {"blocks": []}
    assert question["blocks"]
    replied = run("answer", question["id"], "a", "--json", cwd=workspace)
    assert (replied.code, replied.err) == (0, "")
    answered = pipe.next()
    assert answered["happened"] == "answered"
    assert answered["question"] == json.loads(replied.out)["question"]
    assert answered["question"]["answer"]["option"] == "a"


@pytest.mark.rule("ASK-8", "ASK-9")
@pytest.mark.parametrize("reader", ["inbox", "show", "wait"])
def test_a_question_that_expired_is_told_by_whoever_finds_it(
    pipe: Pipe, run: Run, workspace: Path, db: Path, reader: str
) -> None:
    name = overdue(db, workspace)
    tell(workspace, pipe.command)
    ran = run(reader, *([] if reader == "inbox" else [f"{name}-q1"]), cwd=workspace)
    assert (ran.code, ran.err) == (0, "")
    expired = pipe.next()
    assert (expired["happened"], expired["question"]["status"]) == ("expired", "timed_out")
    assert expired["question"]["answer"] is None


@pytest.mark.rule("ASK-7")
def test_the_workspace_of_the_question_says_who_is_told_wherever_it_is_answered_from(
    pipe: Pipe, run: Run, workspace: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    tell(elsewhere, ["false"])
    tell(workspace, pipe.command)
    planned = run("plan", GOAL, "--workspace", workspace, "--json", cwd=elsewhere)
    assert pipe.next()["happened"] == "created"
    question = json.loads(planned.out)["question"]["id"]
    assert run("answer", question, "a", cwd=elsewhere).code == 0
    assert pipe.next()["happened"] == "answered"


@pytest.mark.rule("ASK-8")
def test_an_inbox_that_expires_questions_of_several_workspaces_tells_each_its_own(
    pipe: Pipe, run: Run, workspace: Path, db: Path
) -> None:
    overdue(db, workspace)
    tell(workspace, pipe.command)
    assert run("inbox").code == 0
    assert pipe.next()["happened"] == "expired"


@pytest.mark.rule("ASK-7", "ASK-12")
def test_nobody_is_told_twice_and_of_nothing_else() -> None:
    class Heard:
        def __init__(self) -> None:
            self.notices: list[tuple[str, str | None]] = []

        def notify(self, happened: str, question: Question) -> None:
            self.notices.append((happened, question.status))

    heard = Heard()
    planner = scripted(MemoryStore(), heard)
    planner.start("Keep the rows", "/shop", SessionOptions(complexity=6))
    question_acts.add_note(planner, "s1-q1", "asked the team", by="ada")
    question_acts.hold(planner, "s1-q1", by="ada")
    question_acts.resume(planner, "s1-q1", by="ada")
    question_acts.answer(planner, "s1-q1", "maybe", by="ada", surface="test")
    assert heard.notices == [("created", "pending")]
    for reply in ("a", "b"):
        question_acts.answer(planner, "s1-q1", reply, by="ada", surface="test")
    planner.advance("s1")
    assert heard.notices == [("created", "pending"), ("answered", "answered")]


@pytest.mark.rule("ASK-7")
def test_what_is_told_was_written_first() -> None:
    """A notice about a question nobody can look up would be about nothing."""
    store = MemoryStore()
    looked_up: list[int] = []

    class LooksUp:
        def notify(self, happened: str, question: Question) -> None:  # noqa: ARG002
            looked_up.append(len(store.read(str(question.session))))

    scripted(store, LooksUp()).start("Keep the rows", "/shop", SessionOptions(complexity=6))
    types = [entry.type for entry in store.read("s1")]
    assert looked_up == [types.index("QuestionAsked") + 2]


@pytest.mark.rule("ASK-7")
def test_a_notifier_that_raises_harms_nothing() -> None:
    class Broken:
        def notify(self, happened: str, question: Question) -> None:
            raise RuntimeError(f"no route for {happened} {question.id}")

    planner = scripted(MemoryStore(), Broken())
    planner.start("Keep the rows", "/shop", SessionOptions(complexity=6))
    replied = question_acts.answer(planner, "s1-q1", "a", by="ada", surface="test")
    assert replied.result == "answered"
    assert planner.session("s1").state == "planning_complete"


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.rule("ASK-7", "ERR-1")
def test_a_command_that_is_not_there_is_said_once_and_the_question_is_asked(
    run: Run, workspace: Path
) -> None:
    tell(workspace, ["/no/such/notifier"])
    ran = run("plan", GOAL, "--workspace", workspace, "--json")
    assert (ran.code, json.loads(ran.out)["outcome"]) == (3, "question")
    assert ran.err.count("\n") == 1
    assert "notify" in ran.err
    assert "/no/such/notifier" in ran.err


@pytest.mark.rule("ASK-7", "ERR-1")
def test_a_file_that_may_not_be_run_is_said_and_the_question_is_asked(
    run: Run, workspace: Path
) -> None:
    script = workspace / "notify.txt"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    tell(workspace, [str(script)])
    ran = run("plan", GOAL, "--workspace", workspace)
    assert ran.code == 3
    assert ran.err.startswith("the notify command did not start")


@pytest.mark.rule("ASK-7")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["false"], id="fails"),
        pytest.param(["sh", "-c", "kill -9 $$"], id="is killed"),
        pytest.param(["true"], id="never reads"),
        pytest.param(["sh", "-c", "echo noise; echo noise >&2"], id="talks"),
    ],
)
def test_a_command_that_fails_or_never_reads_leaves_no_trace(
    run: Run, workspace: Path, command: list[str]
) -> None:
    tell(workspace, command)
    ran = run("plan", GOAL, "--workspace", workspace, "--json")
    assert (ran.code, ran.err) == (3, "")
    question = json.loads(ran.out)["question"]["id"]
    replied = run("answer", question, "a", "--json", cwd=workspace)
    assert (replied.code, replied.err) == (0, "")
    assert json.loads(replied.out)["result"] == "answered"


@pytest.mark.rule("ASK-7")
def test_a_command_that_hangs_holds_nobody_up(
    pipe: Pipe, run: Run, workspace: Path, tmp_path: Path
) -> None:
    """It tells what it heard and then waits for a lock that this test holds until it is over."""
    gate = tmp_path / "gate"
    waits = f"import fcntl; fcntl.flock(open({str(gate)!r}), fcntl.LOCK_SH)"
    hangs = f"{pipe.command[2]}; exec {shlex.quote(sys.executable)} -c {shlex.quote(waits)}"
    tell(workspace, ["sh", "-c", hangs])
    with gate.open("w", encoding="utf-8") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        ran = run("plan", GOAL, "--workspace", workspace, "--json")
        assert (ran.code, ran.err) == (3, "")
        assert pipe.next()["happened"] == "created"
        assert run("answer", json.loads(ran.out)["session"], "a", cwd=workspace).code == 0
        assert pipe.next()["happened"] == "answered"


@pytest.mark.rule("ASK-7", "ERR-1")
def test_settings_that_broke_after_the_question_was_asked_do_not_harm_its_answer(
    pipe: Pipe, run: Run, workspace: Path
) -> None:
    tell(workspace, pipe.command)
    asked = run("plan", GOAL, "--workspace", workspace, "--json")
    assert pipe.next()["happened"] == "created"
    (workspace / "plangate.toml").write_text("notify = 7\n", encoding="utf-8")
    ran = run("answer", json.loads(asked.out)["session"], "a")
    assert (ran.code, ran.err) == (0, "")
    assert "passed over plangate.toml: notify" in ran.out, "nobody trusts what it says now"


@pytest.mark.rule("ASK-7")
def test_a_workspace_that_is_gone_does_not_harm_the_answer(
    run: Run, workspace: Path, tmp_path: Path
) -> None:
    asked = run("plan", GOAL, "--workspace", workspace, "--json")
    workspace.rename(tmp_path / "moved")
    ran = run("answer", json.loads(asked.out)["session"], "a")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.rule("ASK-7")
def test_a_document_larger_than_any_pipe_reaches_a_command_that_is_slow_to_read(
    pipe: Pipe, db: Path
) -> None:
    """Nothing is held up by a full pipe: the document lies in a file before the command starts."""
    with SQLiteStore(db) as store:
        planner = scripted(store, CommandNotifier(pipe.command))
        planner.start("Keep the rows", "/shop", SessionOptions(complexity=6))
        assert pipe.next()["happened"] == "created"
        for _ in range(20):
            question_acts.add_note(planner, "s1-q1", "words " * 3_000, by="ada")
        question_acts.answer(planner, "s1-q1", "a", by="ada", surface="test")
    told = pipe.next()
    assert told["happened"] == "answered"
    assert len(json.dumps(told)) > 300_000
