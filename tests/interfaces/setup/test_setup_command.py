"""`plangate setup` and `plangate prime`, through the command line."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from plangate.interfaces.setup.known_agents import AGENTS
from tests.conftest import Runner
from tests.interfaces.support import ASKED, question_of, refused
from tests.person import at_a_terminal

pytestmark = pytest.mark.rule("HOOK-2")

FILES = {
    "claude": [".mcp.json", ".claude/settings.json"],
    "codex": [".codex/config.toml", ".codex/hooks.json"],
    "cursor": [".cursor/mcp.json"],
    "vscode": [".vscode/mcp.json"],
    "gemini": [".gemini/settings.json", "GEMINI.md"],
    "opencode": ["opencode.json", ".opencode/plugins/plangate.js"],
    "agents-md": ["AGENTS.md"],
}


@pytest.mark.parametrize("agent", AGENTS)
def test_set_up_is_checked_repeated_and_taken_out(agent: str, cli: Runner, workspace: Path) -> None:
    before = sorted(workspace.rglob("*"))
    missing = cli("setup", agent, "--check", "-w", workspace, "--json")
    assert missing.code == 1
    assert {file["state"] for file in missing.json["files"]} == {"missing"}
    made = cli("setup", agent, "-w", workspace, "--json").json
    assert [Path(file["path"]) for file in made["files"]] == [workspace / n for n in FILES[agent]]
    assert {file["state"] for file in made["files"]} == {"created"}
    again = cli("setup", agent, "-w", workspace, "--json").json
    assert {file["state"] for file in again["files"]} == {"unchanged"}
    there = cli("setup", agent, "--check", "-w", workspace, "--json")
    assert (there.code, there.json["ok"]) == (0, True)
    cli("setup", agent, "--remove", "-w", workspace)
    assert sorted(workspace.rglob("*")) == before
    assert cli("setup", agent, "--remove", "-w", workspace, "--json").json["ok"]


def test_each_agent_finds_the_server_where_it_looks(cli: Runner, workspace: Path) -> None:
    for agent in AGENTS:
        assert cli("setup", agent, "-w", workspace, "--command", "plangate").code == 0
    stdio = {"type": "stdio", "command": "plangate", "args": ["mcp"]}
    here = {**stdio, "args": ["mcp", "--workspace", "${workspaceFolder}"]}
    assert _json(workspace / ".mcp.json") == {"mcpServers": {"plangate": stdio}}
    assert _json(workspace / ".cursor/mcp.json") == {"mcpServers": {"plangate": here}}
    assert _json(workspace / ".vscode/mcp.json") == {"servers": {"plangate": here}}
    plain = {"command": "plangate", "args": ["mcp"]}
    assert _json(workspace / ".gemini/settings.json")["mcpServers"] == {"plangate": plain}
    local = {"type": "local", "command": ["plangate", "mcp"], "enabled": True}
    asks = {"plangate_answer": "ask", "plangate_decide_scope": "ask"}
    assert _json(workspace / "opencode.json") == {"mcp": {"plangate": local}, "permission": asks}
    server = tomllib.loads((workspace / ".codex/config.toml").read_text())["mcp_servers"][
        "plangate"
    ]
    assert {name: server[name] for name in plain} == plain
    assert server["required"] is True
    prompted = {"approval_mode": "prompt"}
    assert server["tools"] == {"answer": prompted, "decide_scope": prompted}
    assert "PLANGATE_DB" in server["env_vars"]
    for name in ("AGENTS.md", "GEMINI.md"):
        assert len((workspace / name).read_text().splitlines()) == 2 + 4


def test_no_path_of_this_machine_stands_in_a_file_of_the_project(
    cli: Runner, workspace: Path, home: Path
) -> None:
    for agent in AGENTS:
        cli("setup", agent, "-w", workspace)
        for name in FILES[agent]:
            text = (workspace / name).read_text()
            assert str(Path(sys.executable).parent) not in text
            assert str(workspace) not in text
            assert str(home) not in text


def test_only_a_person_lets_the_agent_call_tools_unasked(
    cli: Runner, environment: dict[str, str], workspace: Path, home: Path
) -> None:
    """ACT-1: an agent that runs set-up gives itself no leave; what a person gave stays."""
    settings = workspace / ".claude/settings.json"
    told = cli("setup", "claude", "-w", workspace).out
    asked = ["mcp__plangate__answer", "mcp__plangate__decide_scope"]
    assert _json(settings)["permissions"] == {"ask": asked}
    assert "no rule that lets the agent call plangate's tools unasked was written" in told
    assert cli("setup", "claude", "--check", "-w", workspace).code == 0
    rules = home / ".gemini/policies/plangate.toml"
    assert cli("setup", "gemini", "-w", workspace).code == 0
    assert not rules.exists()
    assert cli("setup", "gemini", "--check", "-w", workspace).code == 0
    for agent in ("claude", "gemini"):
        code, *_ = at_a_terminal(["setup", agent, "-w", str(workspace)], environment)
        assert code == 0
    allowed = _json(settings)["permissions"]["allow"]
    assert allowed == [f"mcp__plangate__{tool}" for tool in (
        "plan", "status", "wait", "check_plan", "task")]  # fmt: skip
    assert _json(settings)["enabledMcpjsonServers"] == ["plangate"]
    gemini = workspace / ".gemini/settings.json"
    assert "trust" not in _json(gemini)["mcpServers"]["plangate"]
    (rule,) = tomllib.loads(rules.read_text())["rule"]
    assert rule["toolName"] == [f"mcp_plangate_{tool.rpartition('__')[2]}" for tool in allowed]
    before = settings.read_bytes(), gemini.read_bytes()
    for agent in ("claude", "gemini"):
        again = cli("setup", agent, "-w", workspace, "--json").json
        assert {file["state"] for file in again["files"]} == {"unchanged"}
    assert (settings.read_bytes(), gemini.read_bytes()) == before
    for agent in ("claude", "gemini"):
        cli("setup", agent, "--remove", "-w", workspace)
    assert not settings.exists()
    assert not gemini.exists()
    assert not rules.exists()


def test_set_up_starts_the_server_as_the_agent_would_and_says_what_is_left(
    cli: Runner, workspace: Path
) -> None:
    own = f"{sys.executable} -P -m plangate"
    started = cli("setup", "cursor", "-w", workspace, "--command", own, "--json").json
    assert started["left_to_do"] == ["switch the server on when Cursor asks"]
    (line, _) = cli(
        "setup", "cursor", "-w", workspace, "--command", "no-such-program", "--json"
    ).json["left_to_do"]
    assert line.startswith(
        "the command no-such-program mcp does not start: no-such-program is not found"
    )
    (line, _) = cli(
        "setup", "cursor", "-w", workspace, "--command", f"{sys.executable} -c 1/0 #", "--json"
    ).json["left_to_do"]
    assert "ZeroDivisionError" in line


def test_every_agent_is_told_what_is_open_when_it_begins(cli: Runner, workspace: Path) -> None:
    name = question_of(cli, workspace, ASKED)
    document = json.dumps({"cwd": str(workspace), "hook_event_name": "SessionStart"})
    for agent in ("claude", "codex", "gemini", "opencode"):
        ran = cli("hook", agent, "prime", stdin=document)
        told = ran.json["hookSpecificOutput"]
        assert told["hookEventName"] == "SessionStart"
        assert name in told["additionalContext"]
    for broken in ("", "[]", "nonsense"):
        ran = cli("hook", "claude", "prime", stdin=broken)
        assert (ran.code, ran.out) == (0, "")


def test_claude_runs_each_hook_on_its_tools(cli: Runner, workspace: Path) -> None:
    cli("setup", "claude", "-w", workspace, "--command", "plangate")
    hooks = _json(workspace / ".claude/settings.json")["hooks"]
    found = {
        (event, entry["hooks"][0]["command"].rpartition(" ")[2]): entry["matcher"]
        for event, entries in hooks.items()
        for entry in entries
    }
    assert set(found) == {
        ("PreToolUse", "pre-ask"),
        ("PreToolUse", "plan-review"),
        ("PostToolUse", "post-ask"),
        ("SessionStart", "prime"),
    }
    assert "compact" in found["SessionStart", "prime"]
    for tool in ("AskUserQuestion", "mcp__conductor__AskUserQuestion"):
        assert re.search(found["PreToolUse", "pre-ask"], tool)
        assert re.search(found["PostToolUse", "post-ask"], tool)
    assert not re.search(found["PreToolUse", "pre-ask"], "AskUserQuestionnaire")
    assert found["PreToolUse", "plan-review"] == "ExitPlanMode"


def test_global_set_up_goes_to_the_persons_own_files(
    cli: Runner, workspace: Path, home: Path
) -> None:
    (home / ".claude.json").write_text('{"numStartups": 3, "projects": {}}')
    for agent in AGENTS:
        if agent != "agents-md":
            assert cli("setup", agent, "--global", "-w", workspace).code == 0
    assert _json(home / ".claude.json")["numStartups"] == 3
    assert "plangate" in _json(home / ".claude.json")["mcpServers"]
    for name in (".claude/settings.json", ".codex/config.toml", ".cursor/mcp.json",
                 ".gemini/settings.json", ".config/opencode/opencode.json"):  # fmt: skip
        assert (home / name).is_file()
    assert not (workspace / ".mcp.json").exists()
    refused(cli("setup", "agents-md", "--global", "-w", workspace), "--global", "AGENTS.md")


def test_a_file_with_comments_of_opencode_is_the_one_that_is_edited(
    cli: Runner, workspace: Path
) -> None:
    (workspace / "opencode.jsonc").write_text("{\n  // mine\n}\n")
    cli("setup", "opencode", "-w", workspace)
    assert "plangate" in (workspace / "opencode.jsonc").read_text()
    assert not (workspace / "opencode.json").exists()


def test_a_file_in_the_form_of_opencode_2_keeps_it(cli: Runner, workspace: Path) -> None:
    file = workspace / "opencode.json"
    file.write_text('{"mcp": {"servers": {"mine": {"type": "local", "command": ["x"]}}}}')
    before = file.read_bytes()
    cli("setup", "opencode", "-w", workspace, "--command", "plangate")
    servers = _json(file)["mcp"]["servers"]
    assert servers["plangate"] == {"type": "local", "command": ["plangate", "mcp"]}
    assert set(_json(file)["mcp"]) == {"servers"}
    assert cli("setup", "opencode", "--check", "-w", workspace, "--command", "plangate").code == 0
    cli("setup", "opencode", "--remove", "-w", workspace)
    assert file.read_bytes() == before


def test_global_files_are_where_the_agents_were_told_to_keep_them(
    cli: Runner, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "x"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "o"))
    for agent in ("claude", "codex", "opencode"):
        assert cli("setup", agent, "--global", "-w", workspace).code == 0
    for name in ("c/.claude.json", "c/settings.json", "x/config.toml", "o/opencode/opencode.json"):
        assert (tmp_path / name).is_file()


@pytest.mark.parametrize("option", [[], ["--remove"]])
def test_a_hook_of_somebody_elses_in_one_entry_with_ours_is_not_lost(
    option: list[str], cli: Runner, workspace: Path
) -> None:
    file = workspace / ".claude" / "settings.json"
    file.parent.mkdir()
    ours, mine = ({"type": "command", "command": c} for c in ("p hook claude pre-ask", "mine"))
    entry = {"matcher": "AskUserQuestion", "hooks": [ours, mine]}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [entry]}}))
    before = file.read_bytes()
    refused(cli("setup", "claude", *option, "-w", workspace), "settings.json", "another hook")
    assert file.read_bytes() == before
    assert not (workspace / ".mcp.json").exists()


@pytest.mark.parametrize("agent", AGENTS)
def test_print_writes_nothing_and_shows_what_would_be_pasted(
    agent: str, cli: Runner, workspace: Path
) -> None:
    before = sorted(workspace.rglob("*"))
    printed = cli("setup", agent, "--print", "-w", workspace)
    assert printed.code == 0
    for name in FILES[agent]:
        assert name in printed.out
    assert sorted(workspace.rglob("*")) == before
    document = cli("setup", agent, "--print", "-w", workspace, "--json").json
    shown = [file["path"] for file in document["files"]]
    assert [path for path in shown if not path.endswith("policies/plangate.toml")] == FILES[agent]
    for file in document["files"]:
        assert file["text"] in printed.out


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        ("cursor", ".cursor/mcp.json", "{'single': 1}"),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": [}'),
        ("cursor", ".cursor/mcp.json", '["a list"]'),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": 3}'),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": {}, "mcpServers": {}}'),
        ("cursor", ".cursor/mcp.json", '{"a": ' + "[" * 5_000),
        ("claude", ".claude/settings.json", '{"hooks": {"PreToolUse": {}}}'),
        ("codex", ".codex/config.toml", "this is = = no toml"),
        ("codex", ".codex/config.toml", "mcp_servers = {}\n"),
        ("codex", ".codex/config.toml", '[mcp_servers.plangate]\ncommand = "mine"\n'),
        ("codex", ".codex/config.toml", "# plangate: begin\n"),
    ],
)
def test_a_file_that_cannot_be_understood_is_named_and_left_alone(
    agent: str, name: str, text: str, cli: Runner, workspace: Path
) -> None:
    path = workspace / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    ran = cli("setup", agent, "-w", workspace)
    refused(ran, str(path), "left as it is")
    assert path.read_text() == text
    assert list(path.parent.iterdir()) == [path]
    assert not (workspace / ".mcp.json").exists()  # all files or none


def test_a_file_that_is_no_text_is_refused(cli: Runner, workspace: Path) -> None:
    (workspace / "opencode.json").write_bytes(b'{"a": "\xff"}')
    refused(cli("setup", "opencode", "-w", workspace), "is not UTF-8")
    (workspace / "opencode.json").unlink()
    (workspace / "opencode.json").symlink_to("nowhere.json")
    refused(cli("setup", "opencode", "-w", workspace), "leads nowhere")


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(cli: Runner, workspace: Path) -> None:
    real = workspace / "dotfiles.json"
    real.write_text('{"mcp": {}}\n')
    real.chmod(0o600)
    (workspace / "opencode.json").symlink_to(real)
    cli("setup", "opencode", "-w", workspace)
    assert (workspace / "opencode.json").is_symlink()
    assert "plangate" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    cli("setup", "opencode", "--remove", "-w", workspace)
    assert real.read_text() == '{"mcp": {}}\n'
    assert (workspace / "opencode.json").is_symlink()


def test_another_command_replaces_the_one_that_is_there(cli: Runner, workspace: Path) -> None:
    (workspace / ".mcp.json").write_text('{"mcpServers": {"x": {}}}')
    cli("setup", "claude", "-w", workspace, "--command", "/old/plangate")
    checked = cli("setup", "claude", "--check", "-w", workspace, "--command", "plangate", "--json")
    assert {file["state"] for file in checked.json["files"]} == {"different"}
    cli("setup", "claude", "-w", workspace, "--command", "uvx plangate")
    text = (workspace / ".mcp.json").read_text()
    assert '"uvx"' in text
    assert "/old" not in text + (workspace / ".claude/settings.json").read_text()
    cli("setup", "claude", "--remove", "-w", workspace)
    assert (workspace / ".mcp.json").read_text() == '{"mcpServers": {"x": {}}}'


def test_a_hook_set_up_in_a_folder_with_a_space_is_one_command(
    cli: Runner, workspace: Path
) -> None:
    cli("setup", "claude", "-w", workspace, "--command", "'/my tools/plangate'")
    entry = _json(workspace / ".claude/settings.json")["hooks"]["PreToolUse"][0]
    assert entry["hooks"][0]["command"] == "'/my tools/plangate' hook claude pre-ask"


def test_the_command_that_is_written_for_a_person_runs_this_installation(
    cli: Runner, workspace: Path, environment: dict[str, str], home: Path
) -> None:
    import subprocess

    cli("setup", "cursor", "--global", "-w", workspace)
    server = _json(home / ".cursor/mcp.json")["mcpServers"]["plangate"]
    words = [server["command"], *server["args"][:-3], "--version"]
    ran = subprocess.run(
        words, capture_output=True, text=True, env=environment, cwd=workspace, check=False
    )
    assert ran.stdout.startswith("plangate "), ran


def test_contradicting_options_and_commands_that_are_none_are_refused(
    cli: Runner, workspace: Path
) -> None:
    refused(cli("setup", "claude", "--check", "--remove", "-w", workspace), "--remove", "--check")
    refused(cli("setup", "claude", "-w", workspace, "--command", "'open"), "--command")
    refused(cli("setup", "claude", "-w", workspace, "--command", " "), "--command")
    refused(cli("setup", "emacs", "-w", workspace), "emacs")
    refused(cli("setup", "cursor", "--plugin", workspace / "p"), "--plugin")


def test_a_plugin_is_built_checked_and_taken_away(cli: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "plugins" / "plangate"
    assert cli("setup", "claude", "--plugin", folder, "--check").code == 1
    assert cli("setup", "claude", "--plugin", folder, "--command", "plangate").code == 0
    manifest = _json(folder / ".claude-plugin/plugin.json")
    assert manifest["name"] == "plangate"
    hooks = _json(folder / "hooks/hooks.json")["hooks"]
    assert set(hooks) == {"PreToolUse", "PostToolUse", "SessionStart"}
    assert "plangate" in _json(folder / ".mcp.json")["mcpServers"]
    head = (folder / "skills/plangate/SKILL.md").read_text().split("---")[1]
    assert set(yaml.safe_load(head)) == {"name", "description"}
    checked = cli("setup", "claude", "--plugin", folder, "--check", "--command", "plangate")
    assert checked.code == 0
    (folder / "hooks" / "notes.txt").write_text("mine")
    cli("setup", "claude", "--plugin", folder, "--remove")
    assert [p for p in folder.rglob("*") if p.is_file()] == [folder / "hooks" / "notes.txt"]


def test_a_plugin_does_not_write_over_somebody_elses_folder(cli: Runner, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    refused(cli("setup", "claude", "--plugin", tmp_path / "mine"), "neither empty", code=5)
    refused(cli("setup", "claude", "--plugin", tmp_path / "mine", "--remove"), "holds no", code=5)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


# --- prime ----------------------------------------------------------------------------------------


def tokens(text: str) -> float:
    """More than any tokeniser makes of English: three letters a token, or every word and sign."""
    return max(len(text) / 3, len(re.findall(r"\w+|[^\w\s]", text)))


def test_prime_costs_under_400_tokens_whatever_is_open(cli: Runner, workspace: Path) -> None:
    bare = cli("prime", "-w", workspace)
    assert bare.code == 0
    assert "Open here: nothing" in bare.out
    name = question_of(cli, workspace, ASKED)
    told = cli("prime", "-w", workspace).out
    assert name in told
    assert tokens(told) < 400
    document = cli("prime", "-w", workspace, "--json").json
    assert [q["id"] for q in document["open_questions"]] == [name]
    assert document["plan"]["session"] == name.partition("-")[0]
    assert f"Plan here: {ASKED[:40]}" in told, "whoever begins knows what is planned"


def test_prime_without_a_database_makes_none_and_survives_a_broken_one(
    cli: Runner, workspace: Path, db: Path
) -> None:
    assert cli("prime", "-w", workspace).code == 0
    assert not db.exists()
    db.write_bytes(b"no database at all, but long enough to look like a header" * 20)
    ran = cli("prime", "-w", workspace)
    assert ran.code == 0
    assert "plangate plan" in ran.out
    assert ran.err.count("\n") == 1


def _json(path: Path) -> Any:
    return json.loads(path.read_text())
