"""Messages when something waits (NOTE-1): sent by the real Apprise to a server on this machine."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.telling.messages import Message, as_text, without_credential
from plangate.core.model.errors import BadInput
from plangate.core.model.quiet import read_quiet_hours
from tests.conftest import Runner
from tests.interfaces.support import ASKED, ONE_WAY, PLANNED
from tests.person import trust

PATIENCE = 60.0
SECRET = "s3cr3t-t0ken"


class Mailbox:
    """A web server on loopback that keeps what is posted to it."""

    def __init__(self) -> None:
        self._posted: Queue[dict[str, Any]] = Queue()
        box = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                box._posted.put(json.loads(self.rfile.read(length)))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_words: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"json://ada:{SECRET}@127.0.0.1:{self.server.server_port}/"

    def next(self) -> dict[str, Any]:
        return self._posted.get(timeout=PATIENCE)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    yield box
    box.close()


def own(home: Path, text: str) -> None:
    folder = home / ".config" / "plangate"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(text, encoding="utf-8")


def asked(cli: Runner, workspace: Path, goal: str = ASKED, *more: str) -> dict[str, Any]:
    ran = cli("plan", goal, "--workspace", workspace, "--json", *more)
    assert (ran.code, ran.err) == (3, "")
    question: dict[str, Any] = ran.json["question"]
    return question


# --- what is sent ---------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-1")
def test_a_question_that_waits_is_told_with_its_project_goal_and_where_to_answer(
    cli: Runner, workspace: Path, home: Path, mailbox: Mailbox
) -> None:
    own(home, f'notify_to = ["{mailbox.address}"]\n')
    question = asked(cli, workspace)
    told = mailbox.next()
    assert told["title"] == "A question waits: shop"
    assert question["prompt"] in told["message"]
    assert f"shop · {ASKED}" in told["message"]
    assert f"plangate show {question['id']}" in told["message"], "no page is served"


@pytest.mark.rule("NOTE-1", "WEB-5")
def test_the_address_of_the_page_carries_no_credential(
    cli: Runner, workspace: Path, home: Path, db: Path, mailbox: Mailbox
) -> None:
    from plangate.interfaces.web.serving.whereabouts import says, web_folder

    own(home, f'notify_to = ["{mailbox.address}"]\n')
    says(web_folder(db), "http://127.0.0.1:8780")
    question = asked(cli, workspace)
    lines = mailbox.next()["message"].splitlines()
    assert lines[-1] == f"http://127.0.0.1:8780/questions/{question['id']}"


@pytest.mark.rule("NOTE-1")
def test_nobody_is_told_while_somebody_is_at_a_terminal(
    cli: Runner, person: Runner, workspace: Path, home: Path, mailbox: Mailbox
) -> None:
    own(home, f'notify_to = ["{mailbox.address}"]\n')
    assert person("plan", ASKED, "--workspace", workspace, "--json").code == 3
    (present,) = (home / ".local" / "state" / "plangate" / "present").iterdir()
    os.utime(present, (1, 1))  # they have long gone
    later = asked(cli, workspace, ONE_WAY)
    assert later["prompt"] in mailbox.next()["message"], "the first message is the second question"


@pytest.mark.rule("NOTE-1")
@pytest.mark.parametrize("look", ["inbox", "sessions", "ready", "assumptions"])
def test_whoever_looks_at_a_terminal_is_there(
    cli: Runner, person: Runner, workspace: Path, home: Path, look: str
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    assert person(look, "--workspace", workspace).code == 0
    assert [*(home / ".local" / "state" / "plangate" / "present").iterdir()]


@pytest.mark.rule("NOTE-1", "ASK-8")
def test_in_quiet_hours_nobody_is_told_and_no_deadline_runs(
    cli: Runner, workspace: Path, home: Path, mailbox: Mailbox
) -> None:
    now = datetime.now().astimezone()
    span = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=1):%H:%M}"
    own(home, f'notify_to = ["{mailbox.address}"]\nquiet_hours = "{span}"\n')
    quiet = asked(cli, workspace)
    began, until = (datetime.fromisoformat(quiet[name]) for name in ("asked_at", "deadline"))
    assert until - began > timedelta(seconds=quiet["timeout_secs"] + 50 * 60)
    own(home, f'notify_to = ["{mailbox.address}"]\n')
    later = asked(cli, workspace, ONE_WAY)
    assert later["prompt"] in mailbox.next()["message"], "the first message is the second question"
    began, until = (datetime.fromisoformat(later[name]) for name in ("asked_at", "deadline"))
    assert until - began == timedelta(seconds=later["timeout_secs"])


@pytest.mark.rule("NOTE-1")
def test_an_answer_is_no_news_to_whoever_gave_it(
    cli: Runner, workspace: Path, home: Path, mailbox: Mailbox
) -> None:
    own(home, f'notify_to = ["{mailbox.address}"]\n')
    question = asked(cli, workspace)
    assert question["prompt"] in mailbox.next()["message"]
    assert cli("answer", question["id"], "a").code == 0
    later = asked(cli, workspace, ONE_WAY)
    assert later["prompt"] in mailbox.next()["message"]


# --- whose addresses ------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-1", "ACT-2")
def test_addresses_of_a_workspace_count_for_nothing_even_when_it_is_trusted(
    cli: Runner, workspace: Path, environment: dict[str, str], mailbox: Mailbox
) -> None:
    text = f'notify_to = ["{mailbox.address}"]\nquiet_hours = "00:00-23:00"\n'
    (workspace / "plangate.toml").write_text(text, encoding="utf-8")
    assert trust(workspace, environment).code == 0
    document = cli("plan", ASKED, "--workspace", workspace, "--json").json
    passed_over = document["workspace_rules"]["passed_over"]
    assert {"plangate.toml: notify_to", "plangate.toml: quiet_hours"} <= set(passed_over)
    assert cli("notify", "--json").json["places"] == []


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-1", "ERR-1")
def test_a_place_that_cannot_be_reached_harms_nothing_and_the_test_says_so_without_the_secret(
    cli: Runner, process: Runner, workspace: Path, home: Path, mailbox: Mailbox
) -> None:
    port = mailbox.server.server_port
    mailbox.close()
    own(home, f'notify_to = ["json://ada:{SECRET}@127.0.0.1:{port}/", "nonsense"]\n')
    assert asked(cli, workspace)["status"] == "pending"
    ran = process("notify", "test")
    assert ran.code == 1
    assert SECRET not in ran.out + ran.err
    first, second = ran.out.splitlines()
    assert first.startswith("json://127.0.0.1: ")
    assert "is not an address Apprise knows" in second


@pytest.mark.rule("NOTE-1")
def test_a_test_message_arrives_and_says_where_it_went(
    process: Runner, home: Path, mailbox: Mailbox
) -> None:
    own(home, f'notify_to = ["{mailbox.address}"]\n')
    ran = process("notify", "test")
    assert (ran.code, ran.out) == (0, "json://127.0.0.1: sent\n")
    assert "something waits" in mailbox.next()["message"]


@pytest.mark.rule("NOTE-1", "ERR-1")
def test_without_an_address_and_a_desktop_the_test_says_what_to_set(cli: Runner) -> None:
    ran = cli("notify", "test")
    assert ran.code == 2
    assert "notify_to" in ran.err
    assert "go nowhere" in cli("notify").out


@pytest.mark.rule("NOTE-1", "ERR-1")
@pytest.mark.parametrize("line", ['quiet_hours = "late"', 'notify_to = "x"', "notify_desktop = 1"])
def test_a_wrong_setting_is_one_line_that_names_it(cli: Runner, home: Path, line: str) -> None:
    own(home, f"{line}\n")
    ran = cli("notify")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert line.partition(" ")[0] in ran.err


# --- the desktop ----------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-1")
def test_a_desktop_is_told_without_configuration_and_takes_every_word_as_text(
    cli: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    program, heard = folder / "notify-send", tmp_path / "heard"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{heard}"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    ran = cli("notify", "test")
    assert (ran.code, ran.out) == (0, "the desktop: sent\n")
    words = heard.read_text(encoding="utf-8").splitlines()
    assert words[:3] == ["--app-name=plangate", "--", "plangate"]
    monkeypatch.delenv("DISPLAY")
    assert cli("notify", "test").code == 2, "no desktop, nothing to show it on"


@pytest.mark.rule("NOTE-1", "ACT-3")
@given(st.text(max_size=2_000), st.text(max_size=2_000))
def test_nothing_in_a_message_is_obeyed(title: str, body: str) -> None:
    made = as_text(Message(title + "@everyone <!channel>", body + "[x](http://evil) <b>\x1b[31m"))
    for text in made:
        assert all(c.isprintable() or c in "\n\N{ZERO WIDTH SPACE}" for c in text)
        assert "<" not in text
        assert "](" not in text
        assert "@e" not in text
        assert len(text) < 2_000


@pytest.mark.rule("NOTE-1")
@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("discord://123456/abcdef", "discord://…"),
        ("tgram://1:token/42", "tgram://…"),
        ("ntfy://me:pw@ntfy.example.org/topic", "ntfy://ntfy.example.org"),
        ("not an address", "an address://…"),
    ],
)
def test_an_address_is_shown_without_what_opens_it(address: str, shown: str) -> None:
    assert without_credential(address) == shown


# --- quiet hours ----------------------------------------------------------------------------------


@pytest.mark.rule("ASK-8", "NOTE-1")
@pytest.mark.parametrize(
    ("span", "now", "hours", "added"),
    [
        ("22:00-07:00", "20:00", 1, 0),
        ("22:00-07:00", "20:00", 3, 9),
        ("22:00-07:00", "23:30", 8, 7.5),
        ("22:00-07:00", "06:00", 30, 1 + 9),
        ("12:00-13:00", "11:30", 8, 1),
        ("12:00-13:00", "13:00", 8, 0),
    ],
)
def test_a_deadline_runs_only_outside_quiet_hours(
    span: str, now: str, hours: float, added: float
) -> None:
    quiet = read_quiet_hours(span)
    assert quiet is not None
    at = datetime.fromisoformat(f"2026-03-02T{now}").replace(tzinfo=UTC)
    assert quiet.seconds_ahead(at, hours * 3_600) == added * 3_600


@pytest.mark.rule("NOTE-1", "ERR-1")
@pytest.mark.parametrize("text", ["7-8", "25:00-07:00", "22:00", "08:00-08:00", "22:61-23:00"])
def test_what_is_no_span_of_a_day_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="22:00-07:00"):
        read_quiet_hours(text)
