"""A person at a real terminal: the countdown, the prompt and the list of questions (ASK-9, ASK-12).

Each test reads what the terminal shows until it says what is awaited; nothing sleeps. Beside the
running command the same database is looked at through the command line in a pipe.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from plangate.app.session_options import SessionOptions
from plangate.interfaces.screens.screen import cells
from tests.conftest import Runner
from tests.forked import forked
from tests.interfaces.support import ASKED, ONE_WAY, OPEN, PLANNED, question_of, recorded
from tests.person import trust

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

PATIENCE = 60.0
CLOCK = "(any key stops the clock)"
PROMPT = "h holds, Enter leaves: "
HINT = "q leaves "
UP, DOWN = "\x1b[A", "\x1b[B"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A command that runs at a terminal of its own, and what a person sees and presses there."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], size: tuple[int, int]
    ) -> None:
        self.master, self._slave = pty.openpty()
        termios.tcsetwinsize(self._slave, size)
        self.settings = termios.tcgetattr(self._slave)
        self._seen = ""
        streams = (self._slave,) * 3
        there = {"TERM": "xterm", **environment}
        self._process = forked(arguments, there, streams, terminal=True)

    def until(self, text: str) -> str:
        """What was shown since the last look, up to this text."""
        end = time.monotonic() + PATIENCE
        while text not in self._seen:
            is_over = self._process.poll() is not None or time.monotonic() > end
            if not self._read(0.5) and is_over:
                raise AssertionError(f"expected {text!r} at the terminal, got {self._seen!r}")
        before, _, self._seen = self._seen.partition(text)
        return before + text

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def ended(self) -> tuple[int, str]:
        """The exit code, and the rest of what was shown."""
        code = self._process.wait()
        while self._read(0.0):
            pass
        return code, self._seen

    @property
    def is_as_before(self) -> bool:
        return bool(termios.tcgetattr(self._slave) == self.settings)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._process.close()
        os.close(self._slave)
        os.close(self.master)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if ready:
            self._seen += os.read(self.master, 65_536).decode("utf-8", errors="replace")
        return bool(ready)


At = Callable[..., Terminal]


@pytest.fixture
def at_terminal(environment: dict[str, str]) -> Iterator[At]:
    """Start a command at a terminal; 40 lines of 120 columns unless told."""
    started: list[Terminal] = []

    def start(*arguments: str | Path, size: tuple[int, int] = (40, 120)) -> Terminal:
        started.append(Terminal([str(argument) for argument in arguments], environment, size))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def open_questions(cli: Runner) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = cli("inbox", "--json").json["questions"]
    return listed


def seconds_between(first: str, second: str) -> float:
    return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds()


def only(cli: Runner) -> dict[str, Any]:
    (question,) = open_questions(cli)
    return question


# --- the countdown --------------------------------------------------------------------------------


@pytest.mark.rule("ASK-9", "ASK-7")
def test_the_countdown_is_in_view_and_any_key_stops_it(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    seen = terminal.until(CLOCK)
    assert "Which way of logging in should be built?" in seen
    assert "a) Passwords only" in seen
    assert re.search(r"Your answer\? (8:00:00|7:59:\d\d)  \(any key", seen)
    running = only(cli)
    assert (running["status"], running["deadline"] is None) == ("pending", False)
    terminal.press(" ")
    terminal.until(PROMPT)
    assert only(cli) == running, "hours are left: nothing has to be moved"


@pytest.mark.rule("ASK-8")
def test_the_deadline_moves_on_for_somebody_who_has_begun_to_type(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace, "--timeout-secs", "50")
    terminal.until(CLOCK)
    before = only(cli)
    terminal.press("b")
    terminal.until(PROMPT)
    now = only(cli)
    assert now["status"] == "pending"
    assert 60 < seconds_between(before["deadline"], now["deadline"]) <= 120
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-8")
def test_the_deadline_of_the_profile_s4_never_moves(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    about = ("--workspace", workspace, "--profile", "s4", "--timeout-secs", "50")
    terminal = at_terminal("plan", ASKED, *about)
    terminal.until(CLOCK)
    before = only(cli)
    terminal.press("b")
    terminal.until(PROMPT)
    assert only(cli)["deadline"] == before["deadline"]


@pytest.mark.rule("ASK-9", "ASK-12", "CLI-6")
@pytest.mark.parametrize(
    "pressed",
    [
        ("b\n",),
        ("b", "\n"),
        (" ", "b\n"),
        ("c", "\x7fb\n"),
        ("x", "\x15b\n"),
        ("p", "langate answer D1 b\n"),
        (" ", "answer d1 'b'\n"),
    ],
    ids=repr,
)
def test_an_answer_at_the_terminal_goes_on_to_the_plan(
    at_terminal: At, cli: Runner, workspace: Path, pressed: tuple[str, ...]
) -> None:
    """Typing a letter and Enter answers: the key that stops the clock is not swallowed."""
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(pressed[0])
    terminal.until(PROMPT)
    for keys in pressed[1:]:
        terminal.press(keys)
    terminal.until("Plan v2 for")
    code, rest = terminal.ended()
    assert code == 0
    assert "Add login by mailed links" in rest
    assert terminal.is_as_before
    assert open_questions(cli) == []
    ledger = cli("assumptions", "--json").json["assumptions"]
    (entry,) = [entry for entry in ledger if entry["rule"] == "ASK-11"]
    given = cli("show", f"{entry['session']}-q1", "--json").json["question"]["answer"]
    assert (given["option"], given["provenance"], given["surface"]) == ("b", "choice", "cli")


@pytest.mark.rule("ASK-11")
def test_the_command_for_another_question_answers_nothing_here(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press("plangate answer D7 b\n")
    assert "D7 is another question" in terminal.until(PROMPT)
    terminal.press("\n")
    terminal.ended()
    assert len(open_questions(cli)) == 1


@pytest.mark.rule("CLI-6")
def test_a_question_mark_says_more_and_neither_it_nor_a_command_nor_q_is_an_answer(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press("?\n")
    assert "At stake: " in terminal.until(PROMPT)
    terminal.press("plangate inbox\n")
    assert "that is a command" in terminal.until(PROMPT)
    terminal.press("q\n")
    assert "D1 stays open" in terminal.ended()[1]
    assert len(open_questions(cli)) == 1


@pytest.mark.rule("CLI-6", "ASK-12")
def test_a_question_named_without_an_answer_is_put_to_the_person(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    terminal = at_terminal("answer", name)
    terminal.until(CLOCK)
    terminal.press("b\r")
    terminal.until("Plan v2 for")
    assert terminal.ended()[0] == 0
    assert open_questions(cli) == []


@pytest.mark.rule("CLI-6", "ASK-12")
def test_the_question_that_follows_from_an_answer_is_asked_at_once(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    goal = "Rename the orders table to purchases"
    terminal = at_terminal("plan", goal, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press("a\r")
    assert "D2  " in terminal.until(CLOCK)
    terminal.press("a\r")
    assert terminal.ended()[0] == 0
    assert open_questions(cli) == []


@pytest.mark.rule("ASK-9")
def test_a_countdown_that_runs_out_leads_to_an_assumption(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace, "--timeout-secs", "1")
    terminal.until("Your answer? 0:01")
    terminal.until("nobody answered in time")
    code, _ = terminal.ended()
    assert (code, terminal.is_as_before) == (0, True)
    assert len(cli("assumptions", "--away", "--json").json["assumptions"]) == 1


@pytest.mark.rule("ASK-12", "ASK-7", "CLI-2")
def test_enter_leaves_the_question_pending_with_the_time_it_had(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    first = only(cli)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press("\n")
    code, seen = terminal.ended()
    after = only(cli)
    assert (code, after["status"]) == (3, "pending")
    assert "D1 stays open. Without an answer" in seen
    assert "Which way of logging in" not in seen, "the card stands right above"
    assert after["deadline"] == first["deadline"]


@pytest.mark.rule("ASK-12", "ASK-7", "CLI-2")
@pytest.mark.parametrize("word", ["h", "H", "hold"])
def test_h_leaves_the_question_on_hold(
    at_terminal: At, cli: Runner, workspace: Path, word: str
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press(f"{word}\n")
    code, seen = terminal.ended()
    assert (code, only(cli)["status"]) == (4, "held")
    assert "On hold" in seen


@pytest.mark.rule("ASK-11")
def test_an_unclear_reply_is_asked_back_at_the_prompt(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(" ")
    for reply in ("maybe", "pass"):
        terminal.until(PROMPT)
        terminal.press(f"{reply}\n")
        terminal.until("answer with a, b or c")
    terminal.until(PROMPT)
    assert only(cli)["status"] == "pending"
    terminal.press("both\n")
    terminal.until("Plan v2 for")
    assert terminal.ended()[0] == 0


@pytest.mark.rule("ASK-11")
def test_a_one_way_option_needs_its_name_at_the_prompt_too(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ONE_WAY, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press("prod\n")
    terminal.until("to choose it")
    terminal.until(PROMPT)
    terminal.press("Production mode\n")
    terminal.until("Plan v2 for")
    assert terminal.ended()[0] == 0
    assert open_questions(cli) == []


@pytest.mark.rule("ASK-9")
def test_a_question_without_a_deadline_has_no_countdown(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace, "--on-timeout", "wait")
    seen = terminal.until(PROMPT)
    assert CLOCK not in seen
    assert only(cli)["status"] == "pending"
    terminal.press("\n")
    assert terminal.ended()[0] == 3
    assert only(cli)["status"] == "pending"


@pytest.mark.rule("ASK-7", "ERR-1")
def test_an_interrupt_puts_the_terminal_back_and_leaves_the_question_pending(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    terminal.press("\x03")
    terminal.until("interrupted; what was recorded stays recorded")
    code, rest = terminal.ended()
    assert (code, terminal.is_as_before) == (130, True)
    assert "Traceback" not in rest
    assert only(cli)["status"] == "pending"


@pytest.mark.rule("ASK-7", "ASK-9")
def test_a_countdown_ends_when_somebody_else_answers(
    at_terminal: At, cli: Runner, person: Runner, workspace: Path
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace)
    terminal.until(CLOCK)
    assert person("answer", only(cli)["id"], "b").code == 0
    terminal.until("Plan v2 for")
    assert terminal.ended()[0] == 0


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("option", ["--yes", "--json"])
def test_yes_and_json_ask_nothing_at_a_terminal_and_answer_nothing(
    at_terminal: At, cli: Runner, workspace: Path, option: str
) -> None:
    terminal = at_terminal("plan", ASKED, "--workspace", workspace, option)
    code, seen = terminal.ended()
    assert code == 3
    assert CLOCK not in seen
    assert only(cli)["status"] == "pending"


@pytest.mark.rule("CLI-2", "ASK-9")
def test_in_a_pipe_nothing_counts_down_and_nothing_is_prompted_for(
    process: Runner, cli: Runner, workspace: Path
) -> None:
    ran = process("plan", ASKED, "--workspace", workspace, stdin="b\n")
    assert ran.code == 3
    assert "\x1b" not in ran.out + ran.err
    assert CLOCK not in ran.out
    assert PROMPT not in ran.out
    assert only(cli)["status"] == "pending", "what came through the pipe is no answer"
    listed = process("inbox", stdin="\n")
    assert listed.code == 0
    assert "\x1b" not in listed.out
    assert HINT not in listed.out


@pytest.mark.rule("CLI-2")
def test_with_one_end_in_a_pipe_nothing_is_prompted_for(
    environment: dict[str, str], workspace: Path
) -> None:
    master, slave = pty.openpty()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "plangate", "plan", ASKED, "--workspace", str(workspace)],
            stdin=slave,
            capture_output=True,
            env=environment,
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(slave)
        os.close(master)
    assert ran.returncode == 3
    assert b"\x1b" not in ran.stdout


# --- the list of questions ------------------------------------------------------------------------


@pytest.fixture
def three(cli: Runner, workspace: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Three questions about three workspaces, as the inbox orders them."""
    for goal, name in (
        (ASKED, "one"),
        (ONE_WAY, "two"),
        ("Let users delete their account", "three"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        question_of(cli, folder, goal, "--timeout-secs", "3600")
    assert workspace.is_dir()
    return open_questions(cli)


def marked(seen: str) -> str:
    """The question under the cursor, as last drawn."""
    rows: list[str] = re.findall(r"\((\w+-q\d+)\)", seen)
    return rows[-1]


@pytest.mark.rule("ASK-12", "CLI-2")
def test_arrow_keys_move_through_the_inbox_and_round_its_ends(
    at_terminal: At, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox")
    first, second, third = (str(question["id"]) for question in three)
    assert marked(terminal.until(HINT)) == first
    for key, wanted in (
        (DOWN, second),
        ("j", third),
        (DOWN, first),
        (UP, third),
        ("k", second),
        ("\x1bOA", first),
        ("\x1bOB", second),
        ("z", second),
        ("\x1b[5~", second),
        ("\x1b[1;5C", second),
    ):
        terminal.press(key)
        assert marked(terminal.until(HINT)) == wanted, key


@pytest.mark.rule("ASK-12")
def test_keys_that_arrive_together_all_count(at_terminal: At, three: list[dict[str, Any]]) -> None:
    terminal = at_terminal("inbox")
    terminal.until(HINT)
    terminal.press(DOWN * 8)
    assert marked(terminal.until(HINT)) == three[2]["id"]


@pytest.mark.rule("ASK-12", "CLI-2")
@pytest.mark.parametrize("key", ["q", "\x1b", "\x04"])
def test_leaving_the_inbox_puts_the_terminal_back_and_changes_nothing(
    at_terminal: At, cli: Runner, three: list[dict[str, Any]], key: str
) -> None:
    terminal = at_terminal("inbox")
    terminal.until(HINT)
    assert not terminal.is_as_before, "single keys are read while the list is open"
    terminal.press(key)
    code, _ = terminal.ended()
    assert (code, terminal.is_as_before) == (0, True)
    assert open_questions(cli) == three


@pytest.mark.rule("ASK-12", "ASK-7")
def test_h_holds_the_question_under_the_cursor(
    at_terminal: At, cli: Runner, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox")
    terminal.until(HINT)
    terminal.press(DOWN)
    terminal.until(HINT)
    terminal.press("h")
    terminal.until(f"{three[1]['number']} is on hold")
    assert marked(terminal.until(HINT)) == three[1]["id"], "the list is there again, as it was left"
    terminal.press("q")
    assert terminal.ended()[0] == 0
    statuses = {question["id"]: question["status"] for question in open_questions(cli)}
    assert [statuses[question["id"]] for question in three] == ["pending", "held", "pending"]


@pytest.mark.rule("ASK-12")
def test_n_adds_a_note_to_the_question_under_the_cursor(
    at_terminal: At, cli: Runner, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox")
    terminal.until(HINT)
    terminal.press(UP)
    terminal.until(HINT)
    terminal.press("n")
    terminal.until("Note: ")
    terminal.press("asked the team\n")
    terminal.until(f"noted on {three[2]['number']}")
    assert "Note: asked the team" in terminal.until(HINT)
    terminal.press("n")
    terminal.until("Note: ")
    terminal.press("\n")
    terminal.until(HINT)
    terminal.press("q")
    assert terminal.ended()[0] == 0
    assert terminal.is_as_before
    notes = {question["id"]: question["notes"] for question in open_questions(cli)}
    assert [notes[question["id"]] for question in three] == [[], [], ["asked the team"]]


@pytest.mark.rule("ASK-12", "ASK-9")
def test_enter_answers_the_question_under_the_cursor(
    at_terminal: At, cli: Runner, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox")
    terminal.until(HINT)
    terminal.press(DOWN)
    terminal.until(HINT)
    terminal.press("\r")
    seen = terminal.until(CLOCK)
    assert three[1]["prompt"] in seen
    terminal.press(" ")
    terminal.until(PROMPT)
    terminal.press(f"plangate answer {three[1]['number']} {three[1]['default']}\n")
    terminal.until("Plan v2 for")
    terminal.until("2 more wait for you: plangate inbox")
    assert terminal.ended()[0] == 0
    left = [question["id"] for question in open_questions(cli)]
    assert left == [three[0]["id"], three[2]["id"]]


@pytest.mark.rule("ASK-12")
def test_a_held_question_is_answered_from_the_inbox_without_a_countdown(
    at_terminal: At, cli: Runner, workspace: Path
) -> None:
    name = question_of(cli, workspace)
    assert cli("hold", name).code == 0
    terminal = at_terminal("inbox")
    assert "on hold, nothing happens" in terminal.until(HINT)
    terminal.press("\r")
    assert CLOCK not in terminal.until(PROMPT)
    terminal.press("h\n")
    assert terminal.ended()[0] == 4
    assert only(cli)["status"] == "held"


@pytest.mark.rule("ASK-12", "CLI-2")
def test_each_row_of_the_inbox_fits_the_terminal_so_that_the_list_can_be_drawn_again(
    at_terminal: At, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox", size=(24, 40))
    for question in (*three, three[0]):
        drawn = terminal.until("Enter answers")
        assert marked(drawn) == question["id"]
        lines = [
            line.rstrip("\r").rpartition("\r")[2] for line in _ESCAPES.sub("\n", drawn).split("\n")
        ]
        assert max(map(len, lines)) < 40, "a wrapped row makes the list walk down the screen"
        terminal.press(DOWN)


@pytest.mark.rule("ASK-12", "CLI-2")
def test_an_inbox_longer_than_the_screen_shows_what_is_around_the_cursor(
    at_terminal: At, cli: Runner, db: Path
) -> None:
    with recorded(db, OPEN) as scene:
        for number in range(30):
            scene.planner.start("Keep the rows", f"/w{number}", SessionOptions(on_timeout="wait"))
    ids = [question["id"] for question in open_questions(cli)]
    terminal = at_terminal("inbox", size=(10, 100))
    drawn = terminal.until(HINT)
    assert drawn.count("\n") < 10
    assert marked(drawn) == ids[0]
    terminal.press(UP)
    drawn = terminal.until(HINT)
    assert drawn.count("\n") < 10
    assert marked(drawn) == ids[-1]
    terminal.press("q")
    assert terminal.ended()[0] == 0


@pytest.mark.rule("ASK-9", "ASK-12")
def test_the_inbox_says_what_happens_if_nothing_is_done_with_the_question_under_the_cursor(
    at_terminal: At, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox", size=(24, 80))
    for question in three:
        drawn = terminal.until(HINT)
        told = f"If you do nothing: {question['default']}) is assumed in "
        assert told in drawn
        assert marked(drawn) == question["id"]
        terminal.press(DOWN)


@pytest.mark.rule("CLI-5", "ASK-12")
def test_the_inbox_shows_the_question_under_the_cursor_on_a_screen_of_its_own(
    at_terminal: At, three: list[dict[str, Any]]
) -> None:
    terminal = at_terminal("inbox", size=(24, 80))
    for question in three:
        drawn = " ".join(_ESCAPES.sub("", terminal.until(HINT)).split())
        assert question["prompt"] in drawn
        for option in question["options"]:
            assert f"{option['key']}) {option['label']}" in drawn
        terminal.press(DOWN)
    terminal.until(HINT)
    terminal.press("q")
    assert "\x1b[?1049l" in terminal.ended()[1], "what stood there before is back"


@pytest.mark.rule("CLI-2")
def test_a_terminal_that_cannot_move_its_cursor_gets_plain_lines(
    environment: dict[str, str], three: list[dict[str, Any]]
) -> None:
    terminal = Terminal(["inbox"], {**environment, "TERM": "dumb"}, (24, 80))
    try:
        code, seen = terminal.ended()
    finally:
        terminal.close()
    assert (code, "\x1b" in seen) == (0, False)
    assert all(question["prompt"] in seen for question in three)


@pytest.mark.rule("CLI-2")
def test_an_empty_inbox_says_so_and_asks_for_no_key(at_terminal: At) -> None:
    terminal = at_terminal("inbox")
    code, seen = terminal.ended()
    assert (code, "Nothing waits for you." in seen) == (0, True)


@pytest.mark.rule("ASK-12", "CLI-2")
def test_the_inbox_of_a_workspace_acts_on_that_workspaces_database(
    at_terminal: At,
    cli: Runner,
    workspace: Path,
    environment: dict[str, str],
) -> None:
    (workspace / "plangate.toml").write_text('db = "own.db"\n', encoding="utf-8")
    assert trust(workspace, environment).code == 0
    name = question_of(cli, workspace)
    terminal = at_terminal("inbox", "--workspace", workspace)
    terminal.until(HINT)
    terminal.press("h")
    terminal.until("D1 is on hold")
    assert marked(terminal.until(HINT)) == name
    terminal.press("q")
    assert terminal.ended()[0] == 0


@pytest.mark.rule("CLI-5")
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_of_an_everyday_command_is_wider_than_the_terminal(
    at_terminal: At, cli: Runner, workspace: Path, width: int
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    place = ("--workspace", workspace)
    everyday: list[tuple[str | Path, ...]] = [
        ("ready", *place),
        ("status", *place),
        ("show", *place),
        ("assumptions", *place),
        ("sessions",),
        ("plan", PLANNED, *place),
        ("doctor",),
    ]
    for command in everyday:
        code, shown = at_terminal(*command, size=(40, width)).ended()
        lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).replace("\r", "").split("\n")
        assert code == 0, (command, shown)
        assert [line for line in lines if cells(line) > width] == [], command
