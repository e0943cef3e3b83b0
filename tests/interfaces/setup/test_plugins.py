"""The plugins: made from what set-up writes, and giving no right that is a person's to give."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from plangate.interfaces.setup.known_agents import ALLOWED, ASKED
from plangate.interfaces.setup.plugins import PLUGINS, claude_plugin, gemini_extension
from tests.conftest import Runner

pytestmark = pytest.mark.rule("HOOK-2")

ROOT = Path(__file__).resolve().parents[3]


def test_what_is_in_the_repository_is_what_is_made() -> None:
    line = [sys.executable, "scripts/integrations.py", "--check"]
    ran = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_no_plugin_names_a_path_of_a_machine_or_another_command() -> None:
    for make in PLUGINS.values():
        for name, text in make(["plangate"]).items():
            assert "/home/" not in text, name
            assert sys.executable not in text, name
            if name.endswith(".json"):
                json.loads(text)


def test_only_the_five_tools_of_its_own_server_run_unasked(cli: Runner, workspace: Path) -> None:
    own, said = "mcp__plugin_plangate_plangate__", {}
    others = [f"mcp__plangate__{ALLOWED[0]}", f"{own}{ALLOWED[0]}x", "Bash", ""]
    for name in [*(own + tool for tool in (*ALLOWED, *ASKED)), *others]:
        document = json.dumps({"tool_name": name, "cwd": str(workspace), "tool_input": {}})
        said[name] = cli("hook", "claude", "allow-own", stdin=document).out
    allowed = [name for name, out in said.items() if '"permissionDecision": "allow"' in out]
    assert allowed == [own + tool for tool in ALLOWED]
    assert {out for name, out in said.items() if name not in allowed} == {""}


def test_the_rules_for_gemini_name_the_five_tools_and_no_other() -> None:
    files = gemini_extension(["plangate"])
    (rule,) = tomllib.loads(files["for-your-policies/plangate.toml"])["rule"]
    assert rule["toolName"] == [f"mcp_plangate_{tool}" for tool in ALLOWED]
    (server,) = json.loads(files["gemini-extension.json"])["mcpServers"].values()
    assert "trust" not in server


def test_a_command_of_the_plugin_allows_nothing_that_speaks_for_a_person() -> None:
    commands = {n: t for n, t in claude_plugin(["plangate"]).items() if n.startswith("commands/")}
    assert sorted(commands) == [f"commands/{n}.md" for n in ("assumptions", "inbox", "plan")]
    for text in commands.values():
        (line,) = [line for line in text.splitlines() if line.startswith("allowed-tools: ")]
        assert not any(f"__{tool}" in line for tool in ASKED)
