"""The frame every command stands in: help, exit codes, errors, streams, signals, completion."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import pytest

import plangate
from plangate.interfaces.cli.command_list import COMMANDS
from plangate.interfaces.cli.root import root
from tests.conftest import Ran, Runner
from tests.interfaces.support import (
    ASKED,
    EXPLORED,
    PLANNED,
    TRIVIAL,
    let_time_pass,
    log_of,
    question_of,
    refused,
)
from tests.patience import HANGS


def command_of(path: Sequence[str]) -> click.Command:
    command: click.Command = root
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


def below(*path: str) -> list[tuple[str, ...]]:
    """A command and every subcommand of it, by the words that call it."""
    command = command_of(path)
    names = command.commands if isinstance(command, click.Group) else ()
    return [path, *(found for name in names for found in below(*path, name))]


NAMES = [path for name in COMMANDS for path in below(name)]


def runs(path: Sequence[str]) -> bool:
    """Whether the words do something by themselves, or only lead to subcommands."""
    command = command_of(path)
    return not isinstance(command, click.Group) or command.invoke_without_command


def started(
    arguments: Sequence[str | bytes | Path], environment: Mapping[str, str], **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """A real process, its streams as bytes."""
    return subprocess.run(
        [sys.executable, "-m", "plangate", *arguments],
        env=dict(environment),
        capture_output="stdout" not in more,
        check=False,
        timeout=HANGS,
        **more,
    )


# --- help ---------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize("path", NAMES, ids=" ".join)
def test_every_command_teaches_with_an_example_that_parses(
    cli: Runner, path: tuple[str, ...]
) -> None:
    ran = cli(*path, "--help")
    assert (ran.code, ran.err) == (0, "")
    said = " ".join(ran.out.split())
    example = command_of(path).epilog or ""
    assert " ".join(example.split()) in said
    words = shlex.split(example.removeprefix("Example: "))
    ours = words[: next((n for n, word in enumerate(words) if word in ("|", ">>")), len(words))]
    name = path[-1:] if path in OLD_NAMES else path
    assert ours[: len(name) + 1] == ["plangate", *name]
    command_of(path).make_context(path[-1], ours[len(name) + 1 :])


#: Commands of 0.1.0 that stand at the top now and still answer to where they were (CLI-7).
OLD_NAMES = (("assumptions", "confirm"), ("assumptions", "wrong"))


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("path", [path for path in NAMES if runs(path)], ids=" ".join)
def test_every_command_takes_json(path: tuple[str, ...]) -> None:
    flags = [flag for option in command_of(path).params for flag in option.opts]
    assert "--json" in flags


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize("name", ["prefs", "scope", "catalog", "hook"])
def test_a_group_alone_prints_its_help(cli: Runner, name: str) -> None:
    ran = cli(name)
    assert (ran.code, ran.err) == (0, "")
    assert "\nCommands:\n" in ran.out


@pytest.mark.rule("CLI-2")
def test_the_help_lists_every_command_with_one_line(cli: Runner) -> None:
    ran = cli("--help")
    listed = ran.out.partition("Every day:")[2].splitlines()
    assert [line.split()[0] for line in listed if line.startswith("  ")][: len(COMMANDS)] == [
        *COMMANDS
    ]
    assert ran.out.rstrip().endswith(f"Example: plangate plan '{PLANNED}' --workspace .")


@pytest.mark.rule("CLI-6")
def test_without_any_argument_a_newcomer_is_told_how_to_begin(cli: Runner) -> None:
    ran = cli()
    assert (ran.code, ran.err) == (0, "")
    assert "Begin: plangate plan 'what you want done'" in ran.out
    assert "plangate --help" in ran.out


# --- what is loaded -----------------------------------------------------------------------------

#: Runs a statement, then tells which modules it loaded and what it did to the outside.
_WATCHED = """
import json, sys
before = set(sys.modules)
touched = []
def watch(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        touched.append(f"opened {arguments[0]} to write")
    elif event in ("os.mkdir", "os.remove", "socket.connect", "subprocess.Popen"):
        touched.append(event)
sys.addaudithook(watch)
try:
    %s
except SystemExit:
    pass
loaded = sorted(set(sys.modules) - before)
sys.stderr.write("\\n" + json.dumps({"loaded": loaded, "touched": touched}))
"""
_COMMAND = """
    from plangate.interfaces.cli import main
    sys.argv = ["plangate", *sys.argv[1:]]
    main()
"""


def watched(
    environment: Mapping[str, str], statement: str, *arguments: str, stdin: bytes = b""
) -> tuple[set[str], list[str]]:
    """The top-level and plangate modules that were loaded, and what was touched."""
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED % statement.strip(), *arguments],
        input=stdin,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        timeout=HANGS,
    )
    told = json.loads(done.stderr.splitlines()[-1])
    loaded = {
        name if name.startswith("plangate") else name.partition(".")[0] for name in told["loaded"]
    }
    return loaded, told["touched"]


def foreign(loaded: set[str]) -> set[str]:
    """What comes neither from Python nor from this package."""
    ours = {name for name in loaded if name.startswith("plangate")}
    return loaded - ours - set(sys.stdlib_module_names)


@pytest.mark.rule("CLI-1")
def test_importing_the_package_loads_nothing_foreign_and_does_nothing(
    environment: dict[str, str],
) -> None:
    loaded, touched = watched(environment, "import plangate")
    assert foreign(loaded) == set()
    assert not touched
    assert {name for name in loaded if name.startswith("plangate")} == {
        "plangate",
        "plangate._version",
    }


@pytest.mark.rule("CLI-1")
def test_importing_the_package_reads_no_environment(environment: dict[str, str]) -> None:
    untouchable = """
    import os
    class Untouchable(dict):
        def refuse(self, *_): raise AssertionError("the environment was read")
        __getitem__ = get = __contains__ = __iter__ = items = keys = values = refuse
    os.environ = Untouchable()
    import plangate, plangate.core.gate.decide, plangate.app.planner, plangate.interfaces.cli
    sys.stdout.write("untouched")
    """
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED % untouchable.strip()],
        env=environment,
        capture_output=True,
        check=False,
        timeout=HANGS,
    )
    assert done.stdout == b"untouched", done.stderr.decode()


@pytest.mark.rule("CLI-1")
def test_the_version_is_told_before_anything_heavy_is_loaded(
    environment: dict[str, str], home: Path
) -> None:
    loaded, touched = watched(environment, _COMMAND, "--version")
    assert foreign(loaded) == set()
    assert "sqlite3" not in loaded
    assert not {name for name in loaded if name.startswith(("plangate.core", "plangate.app"))}
    assert not touched
    assert list(home.iterdir()) == []


@pytest.mark.rule("CLI-3")
def test_the_gate_loads_no_database_and_no_yaml_and_touches_nothing(
    environment: dict[str, str], home: Path, db: Path
) -> None:
    document = b'{"goal": "Add a page", "ambiguities": []}'
    loaded, touched = watched(environment, _COMMAND, "gate", "--json", stdin=document)
    assert foreign(loaded) == set(), "not even a command line"
    assert "sqlite3" not in loaded
    assert not {name for name in loaded if name.startswith("plangate.adapters")}
    assert not touched
    assert not db.exists()
    assert list(home.iterdir()) == []


@pytest.mark.rule("PLAN-10")
@pytest.mark.parametrize("command", ["ready", "status"])
def test_a_look_at_a_plan_at_rest_loads_no_planner_and_one_that_asks_is_moved_on(
    cli: Runner, environment: dict[str, str], workspace: Path, db: Path, command: str
) -> None:
    rests = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    loaded, _ = watched(environment, _COMMAND, command, rests, "--json")
    assert not loaded & {"click", "plangate.app.planner", "plangate.core.engine"}
    assert "plangate.adapters.repo.checkout.ground" in loaded, "its places are looked at"
    question = question_of(cli, workspace)
    waits = question.partition("-")[0]
    let_time_pass(db, question)
    loaded, _ = watched(environment, _COMMAND, command, waits, "--json")
    assert "plangate.core.engine" in loaded
    assert "QuestionTimedOut" in log_of(cli, waits)


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize(
    "arguments",
    [
        ("inbox",),
        ("inbox", "--json"),
        ("ready", "-w", "."),
        ("ready", "--json", "--workspace", "."),
        ("status", "-v", "-w", "."),
        ("status", "nobody"),
        ("ready", "-w", "nowhere"),
        ("ready", "a", "b"),
        ("inbox", "--verbose"),
    ],
)
def test_the_quick_way_says_what_the_long_way_says(
    cli: Runner,
    process: Runner,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.chdir(workspace)
    question_of(cli, workspace)
    assert cli("plan", PLANNED, "--workspace", workspace).code == 0
    quick, long = process(*arguments), cli(*arguments)
    assert (quick.code, quick.err) == (long.code, long.err)
    assert quick.out == long.out


@pytest.mark.rule("CLI-1")
def test_the_list_of_commands_loads_none_of_them(environment: dict[str, str]) -> None:
    loaded, _ = watched(environment, _COMMAND, "--help")
    assert {name for name in loaded if name.startswith("plangate.interfaces.cli.")} == {
        "plangate.interfaces.cli.command_list",
        "plangate.interfaces.cli.own_name",
        "plangate.interfaces.cli.root",
    }


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version_is_the_packages_own(process: Runner, cli: Runner, flag: str) -> None:
    assert process(flag) == Ran(0, f"plangate {plangate.__version__}\n", "")
    assert cli(flag) == process(flag)


# --- exit codes ---------------------------------------------------------------------------------


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize(
    ("goal", "outcome", "code"),
    [
        (PLANNED, "plan", 0),
        (TRIVIAL, "proceed", 0),
        (EXPLORED, "loop", 0),
        (ASKED, "question", 3),
    ],
    ids=["plan", "proceed", "loop", "question"],
)
def test_plan_exits_by_what_came_of_it(
    cli: Runner, workspace: Path, goal: str, outcome: str, code: int
) -> None:
    ran = cli("plan", goal, "--workspace", workspace, "--json")
    assert (ran.json["outcome"], ran.code, ran.err) == (outcome, code, "")
    assert cli("plan", "nothing in here", "--workspace", workspace / "not-there").code == 2


@pytest.mark.rule("CLI-2")
def test_each_exit_code_means_one_thing(
    cli: Runner, person: Runner, workspace: Path, tmp_path: Path
) -> None:
    question = question_of(cli, workspace)
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"not a database" * 100)
    codes = {
        "done": cli("sessions").code,
        "error": cli("sessions", "--db", broken).code,
        "bad input": cli("show", "nobody").code,
        "waiting on a person": cli("wait", question, "--timeout", "0").code,
        "held": (cli("hold", question), cli("wait", question).code)[1],
        "already settled": (person("answer", question, "a"), person("answer", question, "b").code)[
            1
        ],
        "refused": cli("lint-question", stdin='{"prompt": "Please clarify?"}').code,
    }
    assert codes == {
        "done": 0,
        "error": 1,
        "bad input": 2,
        "waiting on a person": 3,
        "held": 4,
        "already settled": 4,
        "refused": 5,
    }


@pytest.mark.rule("CLI-2")
def test_yes_never_answers_a_question(cli: Runner, workspace: Path) -> None:
    question = question_of(cli, workspace, ASKED, "--yes")
    shown = cli("show", question, "--json").json["question"]
    assert (shown["status"], shown["answer"]) == ("pending", None)


# --- usage --------------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1", "CLI-2")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plann"], ["plann", "did you mean plan?"]),
        (["frobnicate"], ["frobnicate", "plangate --help"]),
        (["plan"], ["GOAL"]),
        (["plan", "x", "--dept", "deep"], ["--dept", "--depth"]),
        (["plan", "x", "--depth", "abyss"], ["--depth", "abyss", "minimal", "standard", "deep"]),
        (["plan", "x", "--route", "RequiresClarification"], ["--route", "plan", "loop", "go"]),
        (["plan", "x", "--complexity", "11"], ["--complexity", "11", "10"]),
        (["plan", "x", "--complexity", "many"], ["--complexity", "many"]),
        (["plan", "x", "--on-timeout", "guess"], ["--on-timeout", "assume", "wait", "abort"]),
        (["plan", "x", "--budget-signal", "low"], ["--budget-signal", "critical"]),
        (["plan", "x", "--mind", "oracle"], ["--mind", "rules"]),
        (["plan", "Add", "a login"], ["GOAL", "in quotes: plangate plan 'Add a login'"]),
        (["plan", "---\ntitle: x\n---\n"], ["GOAL", "--from FILE"]),
        (["focus", "trance"], ["trance", "ambient", "focused", "deep"]),
        (["focus", "deep", "--for", "soon"], ["--for", "soon", "45m"]),
        (["ooda", "s1", "panic", "x"], ["panic", "observe", "promote"]),
        (["completion", "tcsh"], ["tcsh", "bash", "zsh", "fish"]),
        (["sessions", "--limit", "0"], ["--limit", "0"]),
        (["wait", "s1", "--timeout", "-1"], ["--timeout", "-1"]),
        (["withdraw", "s1-q1"], ["--why"]),
        (["deferrals", "renew", "s1-d1"], ["--risk"]),
        (["deferrals", "forget"], ["forget"]),
    ],
    ids=" ".join,
)
def test_what_is_not_understood_gets_one_line_that_names_it(
    cli: Runner, arguments: list[str], said: list[str]
) -> None:
    refused(cli(*arguments), *said)


@pytest.mark.rule("ERR-1", "CLI-2")
@pytest.mark.parametrize(
    ("arguments", "error", "field"),
    [
        (["frobnicate", "--json"], "Usage", None),
        (["show", "nobody", "--json"], "NotFound", "session id"),
        (["plan", "  ", "--json"], "BadInput", "goal"),
        (["focus", "deep", "--for", "soon", "--json"], "BadInput", "--for"),
    ],
)
def test_with_json_an_error_is_a_document_too(
    cli: Runner, arguments: list[str], error: str, field: str | None
) -> None:
    ran = cli(*arguments)
    document = ran.json
    assert ran.err.endswith(f": {document['message']}\n")
    assert ran.err.count("\n") == 1
    assert document == {
        "schema": "plangate.error/1",
        "exit_code": 2,
        "error": error,
        "field": field,
        "message": document["message"],
    }


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    "arguments",
    [["doctor", "\x1b[31mred"], ["show", "\u202edlrow"], ["\x1b]0;title\x07"], ["export", "-o"]],
    ids=["escape", "bidi", "title", "path"],
)
def test_an_error_never_carries_what_a_terminal_would_obey(
    cli: Runner, tmp_path: Path, arguments: list[str]
) -> None:
    more = [str(tmp_path / "no" / "\x1b[2J")] if arguments == ["export", "-o"] else []
    ran = cli(*arguments, *more)
    assert ran.code in (1, 2)
    assert ran.err.count("\n") == 1
    assert not set(ran.err) & {"\x1b", "\x07", "\u202e"}


@pytest.mark.rule("ERR-1")
def test_a_database_that_is_none_is_left_as_it_is(cli: Runner, db: Path, workspace: Path) -> None:
    db.write_bytes(b"my diary, not a database\n" * 10)
    for command in (["sessions"], ["plan", PLANNED, "-w", str(workspace)], ["audit"]):
        refused(cli(*command), str(db), code=1)
    assert db.read_bytes() == b"my diary, not a database\n" * 10
    assert cli("doctor").code == 1


# --- streams ------------------------------------------------------------------------------------


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1", "TERM": "xterm"}])
def test_in_a_pipe_there_is_no_colour_no_progress_and_no_prompt(
    process: Runner, workspace: Path, colour: dict[str, str]
) -> None:
    ran = process("plan", ASKED, "--workspace", workspace, env=colour, stdin="a\n")
    assert (ran.code, ran.err) == (3, "")
    assert "\x1b" not in ran.out
    assert "Your answer" not in ran.out
    assert "Answer with: plangate answer " in ran.out


@pytest.mark.rule("CLI-2")
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_at_a_terminal_no_colour_is_used_when_none_is_wanted(
    environment: dict[str, str], workspace: Path
) -> None:
    import pty

    terminal, inside = pty.openpty()
    quiet = {**environment, "NO_COLOR": "1", "TERM": "xterm-256color"}
    command = ["plan", TRIVIAL, "--workspace", str(workspace)]
    done = started(command, quiet, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    seen = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert done.returncode == 0
    assert f"Go ahead: “{TRIVIAL}”" in seen
    assert re.search("\x1b\\[[0-9;]*m", seen) is None


@pytest.mark.rule("CLI-2", "CLI-5")
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_a_line_of_progress_is_gone_before_anything_is_written_over_it(
    cli: Runner, environment: dict[str, str], workspace: Path
) -> None:
    import pty

    asked = cli("plan", ASKED, "--workspace", workspace, "--json").json["question"]["id"]
    terminal, inside = pty.openpty()
    quiet = {**environment, "NO_COLOR": "1", "TERM": "xterm"}
    command = ["answer", asked, "a", "--workspace", str(workspace)]
    done = started(command, quiet, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    seen = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert done.returncode == 0
    before, _, after = seen.rpartition("the plan…\r")
    assert before
    assert after.startswith("\r\x1b[K")


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize(
    "command", ["export", "sessions", "--version", "--help", "sessions --json"]
)
def test_a_reader_that_leaves_is_no_failure_worth_telling(
    cli: Runner, environment: dict[str, str], workspace: Path, command: str
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = started(command.split(), environment, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.rule("CLI-2")
def test_the_first_bytes_of_an_export_are_given_before_the_reader_leaves(
    cli: Runner, environment: dict[str, str], workspace: Path
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    with subprocess.Popen(
        [sys.executable, "-m", "plangate", "export"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as exporting:
        assert exporting.stdout is not None
        assert exporting.stderr is not None
        assert exporting.stdout.read(7) == b'{"at":"'
        exporting.stdout.close()
        assert exporting.stderr.read() == b""
        assert exporting.wait(timeout=HANGS) in (0, 1)


@pytest.mark.rule("ERR-1")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["--version", "sessions", "sessions --json", "export"])
def test_a_full_disk_behind_stdout_gets_one_line(
    cli: Runner, environment: dict[str, str], workspace: Path, command: str
) -> None:
    cli("plan", PLANNED, "--workspace", workspace)
    with Path("/dev/full").open("wb") as full:
        done = started(command.split(), environment, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


@pytest.mark.rule("ERR-1")
@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("closed", "command", "code"),
    [
        (">&-", "--version", 0),
        (">&-", "sessions --json", 0),
        ("<&-", "gate", 2),
        ("2>&-", "frobnicate", 2),
        ("<&- >&- 2>&-", "sessions", 0),
    ],
)
def test_a_closed_stream_is_survived(
    environment: dict[str, str], closed: str, command: str, code: int
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m plangate {command} {closed}', sys.executable],
        env=environment,
        capture_output=True,
        check=False,
        timeout=HANGS,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


@pytest.mark.rule("CLI-2")
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_while_waiting_leaves_with_one_line_and_a_pending_question(
    cli: Runner, environment: dict[str, str], workspace: Path
) -> None:
    question = question_of(cli, workspace)
    tells_when_it_looks_again = (
        "import sys\n"
        "looks = []\n"
        "def watch(event, _):\n"
        "    if event == 'sqlite3.connect': looks.append(event)\n"
        "    if event == 'sqlite3.connect' and len(looks) == 2: print('waiting', flush=True)\n"
        "sys.addaudithook(watch)\n"
        "from plangate.interfaces.cli import main\n"
        "main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", tells_when_it_looks_again, "wait", question, "--timeout", "60"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stderr is not None
        assert waiting.stdout.readline() == b"waiting\n"
        waiting.send_signal(signal.SIGINT)
        told = waiting.stderr.read().decode()
        assert told.lstrip() == "plangate: interrupted; what was recorded stays recorded\n"
        assert waiting.wait(timeout=HANGS) == 130
    assert cli("show", question, "--json").json["question"]["status"] == "pending"


# --- encodings ----------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1")
def test_a_terminal_of_ascii_only_gets_replacements_and_no_traceback(
    environment: dict[str, str], workspace: Path
) -> None:
    poor = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = started(["plan", PLANNED, "-w", workspace], {**environment, **poor})
    assert done.returncode == 0
    assert done.stderr == b""
    assert f"?{PLANNED}?".encode() in done.stdout
    assert done.stdout.isascii()


@pytest.mark.rule("ERR-1")
def test_in_the_c_locale_a_goal_of_any_script_is_taken(
    environment: dict[str, str], workspace: Path
) -> None:
    plain = {**environment, "LANG": "C", "LC_ALL": "C"}
    plain.pop("PYTHONUTF8")
    done = started(["plan", "Añade 限流 💡", "-w", workspace, "--json"], plain)
    assert (done.returncode, done.stderr) == (3, b"")  # INT-10: nobody here knows these words
    assert json.loads(done.stdout)["goal"] == "Añade 限流 💡"


@pytest.mark.rule("ERR-1")
@pytest.mark.skipif(sys.platform != "linux", reason="a name of any bytes")
@pytest.mark.parametrize(
    "arguments",
    [
        [b"plan", b"caf\xe9"],
        [b"plan", b"x", b"--depth", b"\xff"],
        [b"show", b"\xff\xfe"],
        [b"answer", b"s1-q1", b"\xff"],
        [b"note", b"s1-q1", b"\xff"],
        [b"focus", b"deep", b"--for", b"\xff"],
        [b"gate", b"\xff.json"],
        [b"import", b"\xff.jsonl"],
        [b"\xff"],
    ],
    ids=lambda arguments: b" ".join(arguments).decode(errors="replace"),
)
def test_arguments_that_are_not_utf8_get_one_line(
    environment: dict[str, str], arguments: list[bytes]
) -> None:
    done = started(arguments, environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"a defect of plangate" not in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.rule("ERR-1")
def test_the_line_about_bytes_that_are_not_utf8_says_so(environment: dict[str, str]) -> None:
    done = started([b"plan", b"caf\xe9"], environment)
    assert done.stderr == (
        b"plangate: goal: contains the byte E9, which is not UTF-8, at position 3; "
        b"accepted: printable text, tabs and newlines\n"
    )


@pytest.mark.rule("ERR-1")
@pytest.mark.skipif(sys.platform != "linux", reason="a name of any bytes")
def test_a_workspace_whose_name_is_not_utf8_is_refused_and_one_with_such_files_is_not(
    environment: dict[str, str], tmp_path: Path, db: Path
) -> None:
    odd = os.fsencode(tmp_path) + b"/shop\xff"
    Path(os.fsdecode(odd)).mkdir()
    refusal = started([b"plan", ASKED.encode(), b"-w", odd], environment)
    assert refusal.returncode == 2
    assert b"--workspace" in refusal.stderr
    assert not db.exists()
    Path(os.fsdecode(odd + b"/login\xff.py")).write_text("x = 1\n")
    Path(os.fsdecode(odd)).rename(tmp_path / "shop")
    (tmp_path / "shop" / "login\x1b[31m.py").write_text("x = 1\n")
    taken = started(["plan", ASKED, "-v", "-w", tmp_path / "shop"], environment)
    assert (taken.returncode, taken.stderr) == (3, b"")
    assert b"not read: name that cannot be printed (2)" in taken.stdout
    assert b"\x1b" not in taken.stdout


@pytest.mark.rule("ERR-1", "ASK-12")
def test_a_user_name_of_any_bytes_is_kept_as_far_as_it_can_be_printed(
    environment: dict[str, str], workspace: Path
) -> None:
    named = {**os.environ, **environment}
    raw = {os.fsencode(k): os.fsencode(v) for k, v in named.items()} | {b"LOGNAME": b"a\xff\x1b[1m"}
    done = subprocess.run(
        [sys.executable, "-m", "plangate", "plan", ASKED, "-w", str(workspace)],
        env=raw,
        capture_output=True,
        check=False,
        timeout=HANGS,
    )
    assert (done.returncode, done.stderr) == (3, b"")


# --- completion ---------------------------------------------------------------------------------


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_for_each_shell(cli: Runner, shell: str) -> None:
    ran = cli("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_PLANGATE_COMPLETE={shell}_complete" in ran.out
    document = cli("completion", shell, "--json").json
    assert document == {
        "schema": "plangate.completion/1",
        "shell": shell,
        "script": document["script"],
    }
    assert document["script"].strip() == ran.out.strip()


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("plangate assu", ["assumptions"]),
        ("plangate focus d", ["deep"]),
        ("plangate plan --on-t", ["--on-timeout"]),
        ("plangate plan x --on-timeout a", ["assume", "abort"]),
        ("plangate deferrals re", ["renew", "resolve"]),
        ("plangate zz", []),
    ],
)
def test_what_is_typed_is_completed(process: Runner, typed: str, offered: list[str]) -> None:
    words = typed.split(" ")
    asking = {
        "_PLANGATE_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    ran = process(env=asking)
    assert ran.err == ""
    assert [line.partition(",")[2] for line in ran.out.split()] == offered


@pytest.mark.rule("ERR-1", "TEAM-1")
@pytest.mark.parametrize(
    ("meant", "told"),
    [
        ("postgresql:here", "is not a whole address"),
        ("postgres//here/there", "is not a whole address"),
        ("POSTGRES:here", "is not a whole address"),
        ("postgresql:/here", "is not a whole address"),
        ("postgresql://here/there/elsewhere", "is not a whole address"),
        ("host=here dbname=there password=of-a-test", "is not a whole address"),
        ("postgresql:me:of-a-test@here", "is not a whole address"),
        ("mysql://here/there", "mysql: is not a kind of database plangate knows"),
        ("sqlite:plans.db", "sqlite: is not a kind of database plangate knows"),
    ],
)
def test_a_mistyped_address_of_a_database_is_refused_at_every_door_and_becomes_no_file(
    cli: Runner, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meant: str, told: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    refused(cli("inbox", "--db", meant), "--db: ", told, "postgresql://USER@HOST/NAME")
    refused(cli("move", "--from", "x.db", "--to", meant), "--to: ", told)
    with monkeypatch.context() as patched:
        patched.setenv("PLANGATE_DB", meant)
        ran = cli("inbox")
        refused(ran, "PLANGATE_DB: ", told)
        assert "of-a-test" not in ran.err, "a password is never shown"
    refusal = pytest.raises(plangate.BadInput, match=f"db: .*{told}")
    with refusal, plangate.open_planner(db=meant):
        pass
    own = home / ".config" / "plangate" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text(f"db = {json.dumps(meant)}\n", encoding="utf-8")
    refused(cli("inbox"), "config.toml: db: ", told)
    assert list(here.iterdir()) == []


@pytest.mark.rule("ERR-1")
def test_a_file_with_a_colon_in_its_name_is_named_by_its_folder(
    cli: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workspace: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("plan", PLANNED, "--workspace", workspace, "--db", "./work:plans.db", "--json")
    assert ran.code == 0
    assert (tmp_path / "work:plans.db").is_file()


@pytest.mark.rule("CLI-1")
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_a_command_with_the_printed_script(
    environment: dict[str, str], tmp_path: Path, cli: Runner
) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(cli("completion", "bash").out, encoding="utf-8")
    program = tmp_path / "bin" / "plangate"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plangate "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    session = (
        f'source "{script}"; complete -p plangate; COMP_WORDS=(plangate lint); COMP_CWORD=1; '
        '_plangate_completion plangate; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", session],
        env={**environment, "PATH": f"{program.parent}:{environment['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS,
    )
    assert "_plangate_completion" in done.stdout
    assert done.stdout.splitlines()[-1] == "lint-question"


@pytest.mark.rule("CLI-1")
def test_the_module_and_the_in_process_command_say_the_same(
    process: Runner, cli: Runner, workspace: Path
) -> None:
    started_session = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    assert process("show", started_session) == cli("show", started_session)
    assert log_of(cli, started_session)[-1] == "StopReported"


@pytest.mark.rule("REC-7", "ERR-1")
@pytest.mark.parametrize(
    "command",
    "export|audit|inbox|sessions|stats|show|show t1|status|ready|memories|assumptions|deferrals|"
    "plan-diff|wait D1|prefs list|prefs stats|prefs explain x|hook log|scope list|scope show D1|"
    "people|policy".split("|"),
)
def test_a_named_database_that_is_not_there_is_not_made_by_who_reads(
    cli: Runner, tmp_path: Path, command: str
) -> None:
    missing = tmp_path / "mistyped" / "record.db"
    problem = f"--db: there is no database at {missing}; accepted: a file that is there"
    ran = cli(*command.split(), "--db", missing)
    assert (ran.code, ran.out, ran.err) == (2, "", f"plangate: {problem}\n")
    assert cli(*command.split(), "--db", missing, "--json").json["message"] == problem
    assert not missing.parent.exists()
    assert cli("sessions").code == 0, "the usual place is made when it is needed"


@pytest.mark.rule("ERR-1", "CLI-1")
def test_an_option_before_its_command_is_told_where_it_stands(cli: Runner) -> None:
    refused(cli("--db", "here.db", "status"), "--db stands behind the command: plangate status")
    refused(cli("--verzion"), "Did you mean '--version'?")


@pytest.mark.rule("CLI-6")
def test_a_goal_may_open_with_the_name_of_an_option(process: Runner, workspace: Path) -> None:
    goal = "--since should also take a date in the list of orders"
    told = process("plan", goal, "--workspace", workspace, "--json").json
    assert told["goal"] == goal
