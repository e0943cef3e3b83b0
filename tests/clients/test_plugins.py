"""The plugins of integrations/ in the agents themselves: valid, and nothing left to approve."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
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
#: What decides nothing runs unasked; what speaks for a person is put to them.
UNASKED: dict[str, Mapping[str, object]] = {
    "plan": GIVEN,
    "status": {},
    "wait": {"question": "no-such-q1", "seconds": 0},
    "check_plan": {"plan": "- [ ] Limit requests in app/api.py"},
    "task": {"session": "no-such", "task": "t1", "do": "start"},
}
OPTIONS = [{"key": key, "label": f"Format {key}"} for key in "abcde"]
SCOPE = {"decision": "Which formats ship?", "kind": "independent", "options": OPTIONS}
ASKED: dict[str, Mapping[str, object]] = {"answer": RELAYED, "decide_scope": {"decision": SCOPE}}


def calls(tools: dict[str, Mapping[str, object]], prefix: str = "", server: str = "") -> list[Says]:
    """A turn of the model for each of these tools."""
    return [Says(tool=prefix + name, given=given, server=server) for name, given in tools.items()]


def test_claude_code_finds_both_the_marketplace_and_the_plugin_valid(place: Place) -> None:
    for folder in (ROOT, PLUGINS / "claude"):
        ran = place.agent("claude", "plugin", "validate", str(folder), DISABLE_TELEMETRY="1")
        assert (ran.returncode, "Validation passed" in ran.stdout) == (0, True), said(ran)


def test_claude_code_with_the_plugin_alone_leaves_only_answers_to_approve(place: Place) -> None:
    trusts(place)
    for line in (["marketplace", "add", str(ROOT)], ["install", "plangate@plangate"]):
        ran = place.agent("claude", "plugin", *line, DISABLE_TELEMETRY="1")
        assert ran.returncode == 0, said(ran)
    with serving(*calls(UNASKED | ASKED, CLAUDE_TOOL)) as model:
        ran = place.agent("claude", "-p", "Please plan it", **environment(model))
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    for name in ASKED:
        assert model.heard("requested permissions to use " + CLAUDE_TOOL + name)
    assert place.called() == set(UNASKED)
    with serving() as model:
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
    with serving(*calls(UNASKED | ASKED, server=CODEX_SERVER)) as model:
        write(".codex/config.toml", codex_settings(place, model) + "\n" + kept)
        ran = codex(place, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    assert model.heard("MCP tool call requires approval")
    assert place.called() == set(UNASKED)
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
    with serving(*calls(UNASKED | ASKED, "mcp_plangate_")) as model:
        ran = gemini(place, model, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard(PRIMED)
    for name in ASKED:
        assert f'Tool "mcp_plangate_{name}" not found' in ran.stderr
    assert place.called() == set(UNASKED)
    # With -p what a hook tells at the beginning stands before the prompt, which is no command then.
    gemini_trusts(place, write, str(extension), hooks=False)
    with serving() as model:
        ran = gemini(place, model, COMMAND)
    assert model.heard(TOLD), said(ran)


def test_opencode_with_the_plugin_alone_leaves_only_answers_to_approve(
    place: Place, write: Written
) -> None:
    plugin = [(PLUGINS / "opencode").as_uri()]
    for name, given in ASKED.items():  # with nobody there its run ends at what is refused
        with serving(*calls(UNASKED | {name: given}, "plangate_")) as model:
            write(".config/opencode/opencode.json", opencode_settings(model, plugin=plugin))
            ran = opencode(place, "Please plan it")
        assert model.heard(FOUND), said(ran)
        assert model.heard(PRIMED)
        assert f"plangate_{name}" in ran.stderr + ran.stdout, "it was called, and refused"
    assert place.called() == set(UNASKED)
    with serving() as model:
        write(".config/opencode/opencode.json", opencode_settings(model, plugin=plugin))
        ran = opencode(place, "--command", "plangate:plan", *COMMAND.split()[1:])
    assert model.heard(TOLD), said(ran)
