"""What tests share: no network, a database of their own, and three ways to run the command line.

`cli` and `process` are scripts, with a pipe at each end; `person` is somebody at a terminal.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import not_
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from scripts import words

words.main()  # a checkout that moved on, or whose words were edited, has none or old ones

from plangate.core.guard.coding_agents import MARKS  # noqa: E402
from plangate.user_folders import data_directory  # noqa: E402
from tests.patience import HANGS  # noqa: E402
from tests.team.databases import server_url  # noqa: E402

settings.register_profile(
    "plangate",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("full", parent=settings.get_profile("plangate"), max_examples=200)
settings.register_profile("long", parent=settings.get_profile("plangate"), max_examples=3_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "plangate"))

# Here tests begin between nine and ten in the morning: a deadline in eight hours is today, so that
# a line that tells it is as long at midnight as at noon.
os.environ["TZ"] = f"TESTS{time.gmtime().tm_hour - 9:+d}"
time.tzset()

# A shell without job control has its background jobs ignore Ctrl-C, and so would every process that
# the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the long forms of tests too")
    parser.addoption("--clients", action="store_true", help="run the real coding agents")
    parser.addoption("--small-model", action="store_true", help="run a real small model, offline")
    parser.addoption("--frameworks", action="store_true", help="run the real agent frameworks")


def pytest_configure(config: pytest.Config) -> None:
    """The long form of a property is more examples of it."""
    if config.getoption("--full") and "HYPOTHESIS_PROFILE" not in os.environ:
        settings.load_profile("full")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Agents, frameworks and a database server need more installed: they run when asked for."""
    if collection_path.name == "team" and not server_url():
        return True
    named = ("clients", "frameworks", "small_model")
    by_name = collection_path.name in named and collection_path.is_dir()
    option = f"--{collection_path.name.replace('_', '-')}"
    return True if by_name and not config.getoption(option) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `full` takes minutes and is left out unless it is asked for."""
    if config.getoption("--full"):
        return
    is_long = [item.get_closest_marker("full") is not None for item in items]
    config.hook.pytest_deselected(items=[*compress(items, is_long)])
    items[:] = compress(items, map(not_, is_long))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not go through it again, and
    seldom looks for more, as in a call of the command line."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_unconfigure() -> None:
    from tests.forked import end_servers

    end_servers()


class Ran(NamedTuple):
    """How a run of the command line ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)


Runner = Callable[..., Ran]


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that reaches outside this machine fails."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def db(home: Path, tmp_path: Path) -> Path:
    """The database of whoever names no other; its folder is there already."""
    folder = data_directory({"HOME": str(home), "XDG_DATA_HOME": str(tmp_path)})
    folder.mkdir(parents=True)
    return folder / "plangate.db"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A small repository: an API, a compose file with Redis, and a test runner."""
    files = {
        "docker-compose.yml": "services:\n  cache:\n    image: redis:7\n",
        "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
        "app/api.py": "def public_api(request):\n    return {'ok': True}\n",
        "tests/test_api.py": "def test_the_api_answers():\n    assert True\n",
    }
    root = tmp_path / "shop"
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def environment(home: Path, db: Path) -> dict[str, str]:
    """The environment of a person who has only just arrived, made from nothing (ACT-1)."""
    names = ("PATH", "LANG", "SYSTEMROOT", "TZ")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    data = {"XDG_DATA_HOME": str(db.parent.parent)}
    return {**kept, **data, "HOME": str(home), "PYTHONUTF8": "1"}


@pytest.fixture
def cli(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run a command in this process: fast, with everything between argv and exit code real."""
    from plangate.interfaces.cli.root import _outcome

    marks = {mark.variable for mark in MARKS}
    for name in [n for n in os.environ if n.startswith(("PLANGATE_", "XDG_")) or n in marks]:
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = _Captured(), _Captured()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            code = _outcome([str(argument) for argument in arguments])
        return Ran(code, out.text(), err.text())

    return run


@pytest.fixture
def person(environment: dict[str, str]) -> Runner:
    """Run a command as a person at a terminal of their own (tests/person.py)."""
    from tests.person import at_a_terminal

    def run(
        *arguments: str | Path,
        typed: str = "",
        env: Mapping[str, str] | None = None,
        says: Sequence[tuple[str, str]] = (),
    ) -> Ran:
        given = {**environment, "TERM": "xterm", "NO_COLOR": "1", **(env or {})}
        words = [str(argument) for argument in arguments]
        return Ran(*at_a_terminal(words, given, typed, says=says))

    return run


@pytest.fixture
def user(cli: Runner, person: Runner) -> Runner:
    """Somebody's command line: in a pipe as far as that goes, at a terminal for a person's acts."""

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
        ran = cli(*arguments, stdin=stdin)
        return person(*arguments) if ran.code == 5 and "ACT-1" in ran.err else ran

    return run


@pytest.fixture
def person_apart(environment: dict[str, str]) -> Runner:
    """The same as a program of its own: for tests that keep a database open or run threads."""
    from tests.person import at_a_terminal

    def run(*arguments: str | Path, typed: str = "") -> Ran:
        given = {**environment, "TERM": "xterm", "NO_COLOR": "1"}
        words = [str(argument) for argument in arguments]
        return Ran(*at_a_terminal(words, given, typed, apart=True))

    return run


class _Captured(io.TextIOWrapper):
    """A stand-in for a pipe: text and bytes both go in, and it is no terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8")


@pytest.fixture
def process(environment: dict[str, str]) -> Runner:
    """Run a command as a process of its own."""

    def run(*arguments: str | Path, stdin: str = "", env: Mapping[str, str] | None = None) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "plangate", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**environment, **(env or {})},
            check=False,
            timeout=HANGS,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
