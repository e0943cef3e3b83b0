"""A decision with many options at a real terminal: one table, or the chain where it is capped."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner
from tests.patience import HANGS

pty = pytest.importorskip("pty")
pytestmark = pytest.mark.rule("SPLIT-11")

TWO_MORE = [{"key": key, "label": f"Part {key}"} for key in ("E4", "E5")]
LINKED: dict[str, Any] = {
    "decision": "What ships?",
    "surface": "whole",
    "options": [
        {"key": "E1", "label": "Core", "scope": "the engine itself"},
        {"key": "E2", "label": "Old core", "conflicts": ["E1"]},
        {"key": "E3", "label": "Reports", "requires": ["E1"]},
    ],
}


def at_a_terminal(
    environment: Mapping[str, str], arguments: Sequence[str | Path], *typed: tuple[str, str]
) -> Ran:
    """A real process at a pseudo-terminal; each text is typed once its cue stands there."""
    cues = [(cue.encode(), keys.encode()) for cue, keys in typed]
    terminal, inside = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "plangate", *map(str, arguments)],
        env={**environment, "TERM": "xterm"},
        stdin=inside,
        stdout=inside,
        stderr=inside,
    )
    os.close(inside)
    seen, since = b"", b""
    with contextlib.suppress(OSError):  # Linux says so when the other end is closed
        while select.select([terminal], [], [], 60)[0] and (read := os.read(terminal, 65_536)):
            seen, since = seen + read, since + read
            if cues and cues[0][0] in since:
                os.write(terminal, cues.pop(0)[1])
                since = b""
    os.close(terminal)
    if cues:
        running.kill()
    code = running.wait(timeout=HANGS)
    assert not cues, f"never asked for {cues[0][1]!r}: {seen.decode(errors='replace')}"
    return Ran(code, seen.decode().replace("\r\n", "\n"), "")


class Terminal:
    """`plangate scope start FILE` with a person at the keys."""

    def __init__(self, environment: dict[str, str], workspace: Path, cli: Runner) -> None:
        self.environment = environment
        self.workspace = workspace
        self.cli = cli

    def decide(self, document: dict[str, Any], *typed: tuple[str, str]) -> Ran:
        file = self.workspace.parent / "scope.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        words = ("scope", "start", file, "--workspace", self.workspace)
        return at_a_terminal(self.environment, words, *typed)

    def shown(self) -> Any:
        return self.cli("scope", "show", "D1", "--json").json

    def events(self) -> list[tuple[str, str]]:
        """What was recorded behind the start: the type, and what was said."""
        lines = [json.loads(line) for line in self.cli("export").out.splitlines()]
        return [
            (line["type"], str(line["payload"].get("bucket") or line["payload"].get("reply")))
            for line in lines[1:]
        ]


@pytest.fixture
def terminal(environment: dict[str, str], workspace: Path, cli: Runner) -> Terminal:
    return Terminal(environment, workspace, cli)


def screens(ran: Ran) -> list[list[str]]:
    """The tables that were drawn, one after the other, without what moves the cursor."""
    plain = re.sub(r"\x1b\[[\d?]*[A-Za-z]", "\n", ran.out).replace("\r", "\n")
    drawn, rows = [], []
    for line in plain.splitlines():
        if re.match(r"[> ] (undecided|include|defer|cut|held) ", line):
            rows.append(line)
        elif " decided. i include" in line:
            drawn.append([*rows, line])
            rows = []
    return drawn


@pytest.mark.rule("CLI-5")
def test_a_row_says_its_cost_what_is_recommended_and_what_it_was_before(
    terminal: Terminal,
) -> None:
    first = {"cost": "3 days", "recommend": "include", "reason": "nothing runs without it"}
    options = [{**LINKED["options"][0], **first}, *TWO_MORE]
    ran = terminal.decide(
        {**LINKED, "options": options},
        ("0 of 3 decided", "i"),
        ("1 of 3 decided", "k"),
        ("> include    E1", "c"),
        ("(was include", "q"),
    )
    assert "nothing runs without it" in ran.out
    start, *_, last = screens(ran)
    assert start[0] == "> undecided  E1  Core  (cost: 3 days, recommended: include)"
    assert "  cut        E1  Core  (was include, cost: 3 days, recommended: include)" in last


@pytest.mark.rule("SPLIT-5", "SPLIT-6", "SPLIT-7")
def test_rows_are_decided_under_the_cursor_with_a_live_warning_and_a_count(
    terminal: Terminal,
) -> None:
    ran = terminal.decide(
        LINKED,
        ("0 of 3 decided", "jj"),
        ("> undecided  E3", "i"),
        ("clash: E3 needs E1", "i"),
        ("2 of 3 decided", "h"),
        ("  held       E2".strip(), "d"),
        ("Ship this?", "ship\n"),
    )
    assert ran.code == 0, ran.out
    assert "the engine itself" in ran.out, "the scope of the row under the cursor"
    assert "D1.final  Included: E1, E3. Ship this?" in ran.out
    assert "It is shipped." in ran.out
    first, *_, last = screens(ran)
    assert first == [
        "> undecided  E1  Core",
        "  undecided  E2  Old core",
        "  undecided  E3  Reports",
        "0 of 3 decided. i include, d defer, c cut, h hold, q leaves ",
    ]
    assert last[:3] == [
        "  include    E1  Core",
        "> held       E2  Old core",
        "  include    E3  Reports",
    ]
    assert terminal.events() == [
        ("ScopeRowDecided", "include"),
        ("ScopeRowDecided", "include"),
        ("ScopeRowDecided", "hold"),
        ("ScopeRowDecided", "defer"),
        ("ScopeAnswered", "ship"),
    ]


def test_letters_go_down_the_table_row_by_row(terminal: Terminal) -> None:
    ran = terminal.decide(
        LINKED,
        ("0 of 3", "i"),
        ("1 of 3", "c"),
        ("2 of 3", "d"),
        ("Ship this?", "\n"),
    )
    assert ran.code == 3, "an empty line leaves; the decision waits"
    given = {option["key"]: option["disposition"] for option in terminal.shown()["options"]}
    assert given == {"E1": "include", "E2": "cut", "E3": "defer"}


@pytest.mark.rule("SPLIT-6")
def test_a_clash_left_in_the_table_is_asked_about_before_the_final(terminal: Terminal) -> None:
    ran = terminal.decide(
        LINKED,
        ("0 of 3", "i"),
        ("1 of 3", "i"),
        ("clash: E2 excludes E1", "c"),
        ("D1.conflict-1", "ship\n"),
        ("does not answer D1.conflict-1", "cut E2\n"),
        ("Ship this?", "ship\n"),
    )
    assert ran.code == 0, ran.out
    given = {option["key"]: option["disposition"] for option in terminal.shown()["options"]}
    assert given == {"E1": "include", "E2": "cut", "E3": "cut"}


@pytest.mark.rule("SPLIT-10")
def test_what_was_decided_before_leaving_stays_decided(terminal: Terminal) -> None:
    ran = terminal.decide(LINKED, ("0 of 3", "d"), ("1 of 3", "q"))
    assert ran.code == 3
    shown = terminal.shown()
    assert (shown["decided"], shown["open"]["number"]) == (1, "D1.2")


def test_a_line_break_in_a_label_does_not_break_the_table(terminal: Terminal) -> None:
    options = [{"key": "E1", "label": "two\nlines"}, {"key": "E2", "label": "x", "scope": "a\nb"}]
    ran = terminal.decide(LINKED | {"options": options}, ("0 of 2", "q"))
    (table,) = screens(ran)
    assert table[:2] == ["> undecided  E1  two lines", "  undecided  E2  x"]


@pytest.mark.rule("SPLIT-2", "SPLIT-3")
def test_a_capped_decision_is_answered_part_by_part(terminal: Terminal) -> None:
    ran = terminal.decide(
        {**LINKED, "options": [*LINKED["options"], *TWO_MORE], "surface": "capped"},
        ("D1.1", "include\n"),
        ("D1.2", "perhaps\n"),
        ("does not answer D1.2", "c\n"),
        ("D1.3", "hold\n"),
    )
    assert ran.code == 4, "it is on hold"
    assert "decided. i include" not in ran.out, "no table where the surface is capped"
    assert terminal.events() == [
        ("ScopeAnswered", "include"),
        ("ScopeAnswered", "c"),
        ("ScopeAnswered", "hold"),
    ]


@pytest.mark.rule("SPLIT-2")
def test_alternatives_are_one_question_on_a_whole_surface(terminal: Terminal) -> None:
    ran = terminal.decide(
        LINKED | {"kind": "alternatives"}, ("pick E1 | pick E2 | pick E3", "pick E2\n")
    )
    assert ran.code == 0, ran.out
    assert terminal.shown()["status"] == "shipped"


def test_a_terminal_shows_the_table_when_the_document_does_not_say(terminal: Terminal) -> None:
    unsaid = {name: value for name, value in LINKED.items() if name != "surface"}
    ran = terminal.decide(unsaid, ("0 of 3 decided", "q"))
    assert ran.code == 3
    assert terminal.events() == []


def test_a_table_that_was_left_is_opened_again(terminal: Terminal) -> None:
    terminal.decide(LINKED, ("0 of 3", "i"), ("1 of 3", "q"))
    ran = at_a_terminal(terminal.environment, ("scope", "continue", "D1"), ("1 of 3 decided", "q"))
    assert ran.code == 3
    assert terminal.events() == [("ScopeRowDecided", "include")]
