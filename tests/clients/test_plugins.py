"""The plugins of integrations/ in the agents themselves: valid, and nothing left to approve."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.clients.conftest import Place, Written
from tests.clients.model import Says, serving
from tests.clients.runs import (
    CODEX_SERVER,
    codex,
    codex_settings,
    gemini,
    gemini_trusts,
    opencode,
    opencode_settings,
    said,
)
from tests.clients.test_claude_code import environment, trusts
from tests.clients.test_other_agents import FOUND, GIVEN, RELAYED

pytestmark = pytest.mark.rule("HOOK-2")

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = ROOT / "integrations"
COMMAND = "/plangate:plan Add rate limiting to the public API"
TOLD = "Plan this goal with plangate: Add rate limiting to the public API"
PRIMED = "plangate plans before you work"
CLAUDE_TOOL = "mcp__plugin_plangate_plangate__"


def test_claude_code_finds_both_the_marketplace_and_the_plugin_valid(place: Place) -> None:
    for folder in (ROOT, PLUGINS / "claude"):
        ran = place.agent("claude", "plugin", "validate", str(folder), DISABLE_TELEMETRY="1")
        assert (ran.returncode, "Validation passed" in ran.stdout) == (0, True), said(ran)


def test_claude_code_with_the_plugin_alone_leaves_only_answers_to_approve(place: Place) -> None:
    trusts(place)
    for line in (["marketplace", "add", str(ROOT)], ["install", "plangate@plangate"]):
        ran = place.agent("claude", "plugin", *line, DISABLE_TELEMETRY="1")
        assert ran.returncode == 0, said(ran)
    plan = Says(tool=f"{CLAUDE_TOOL}plan", given=GIVEN)
    relay = Says(tool=f"{CLAUDE_TOOL}answer", given=RELAYED)
    with serving(plan, relay) as model:
        ran = place.agent("claude", "-p", "Please plan it", **environment(model))
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    assert model.heard("requested permissions to use " + CLAUDE_TOOL + "answer")
    assert not model.heard("requested permissions to use " + CLAUDE_TOOL + "plan")
    with serving(plan) as model:
        ran = place.agent("claude", "-p", COMMAND, **environment(model))
    assert model.heard(TOLD), said(ran)
    for name in ("plan", "inbox", "assumptions"):
        assert model.heard(f"plangate:{name}"), "the model sees the commands"


def test_codex_with_the_plugin_alone_leaves_only_answers_to_approve(
    place: Place, write: Written
) -> None:
    for line in (["marketplace", "add", str(ROOT)], ["add", "plangate@plangate"]):
        ran = place.agent("codex", "plugin", *line)
        assert ran.returncode == 0, said(ran)
    kept = (place.home / ".codex/config.toml").read_text()
    plan = Says(tool="plan", given=GIVEN, server=CODEX_SERVER)
    relay = Says(tool="answer", given=RELAYED, server=CODEX_SERVER)
    with serving(plan, relay) as model:
        write(".codex/config.toml", codex_settings(place, model) + "\n" + kept)
        ran = codex(place, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    assert model.heard("MCP tool call requires approval")
    assert model.heard("plangate:plangate-inbox"), "what the others have as commands"


def test_gemini_finds_the_extension_valid_and_runs_it_by_the_persons_rules(
    place: Place, write: Written
) -> None:
    extension = PLUGINS / "gemini"
    gemini_trusts(place, write, str(extension))
    valid = place.agent("gemini", "extensions", "validate", str(extension))
    assert "successfully validated" in valid.stdout + valid.stderr, said(valid)
    ran = place.agent("gemini", "extensions", "install", "--consent", str(extension))
    assert ran.returncode == 0, said(ran)
    rules = place.home / ".gemini/policies"
    rules.mkdir()
    shutil.copy(extension / "for-your-policies/plangate.toml", rules)
    plan = Says(tool="mcp_plangate_plan", given=GIVEN)
    with serving(plan, Says(tool="mcp_plangate_answer", given=RELAYED)) as model:
        ran = gemini(place, model, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    assert 'Tool "mcp_plangate_answer" not found' in ran.stderr
    # With -p what a hook tells at the beginning stands before the prompt, which is no command then.
    gemini_trusts(place, write, str(extension), hooks=False)
    with serving(plan) as model:
        ran = gemini(place, model, COMMAND)
    assert model.heard(TOLD), said(ran)


def test_opencode_with_the_plugin_alone_leaves_only_answers_to_approve(
    place: Place, write: Written
) -> None:
    plan = Says(tool="plangate_plan", given=GIVEN)
    relay = Says(tool="plangate_answer", given=RELAYED)
    plugin = [(PLUGINS / "opencode").as_uri()]
    with serving(plan, relay) as model:
        write(".config/opencode/opencode.json", opencode_settings(model, plugin=plugin))
        ran = opencode(place, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    assert not model.heard("no-such-q1' is not known")
    with serving(plan) as model:
        write(".config/opencode/opencode.json", opencode_settings(model, plugin=plugin))
        ran = opencode(place, "--command", "plangate:plan", *COMMAND.split()[1:])
    assert model.heard(TOLD), said(ran)
