"""Codex, opencode and Gemini CLI: `plan` runs in the first turn, unasked, and its reply arrives."""

from __future__ import annotations

import json

import pytest

from tests.clients.conftest import Place, Written
from tests.clients.model import Says, serving

pytestmark = pytest.mark.rule("HOOK-2", "MCP-2")

GIVEN = {"goal": "Add rate limiting to the public API", "mind": "rules"}
FOUND = "docker-compose.yml:3"


def test_codex_has_plan_in_its_first_turn_and_runs_it(place: Place, write: Written) -> None:
    place.set_up("codex")
    script = Says(tool="plan", given=GIVEN, server="mcp__plangate")
    with serving(script) as model:
        write(
            ".codex/config.toml",
            'model = "scripted"\nmodel_provider = "loopback"\n\n[model_providers.loopback]\n'
            f'name = "loopback"\nbase_url = "{model.address}/v1"\nwire_api = "responses"\n\n'
            f'[projects.{json.dumps(str(place.shop))}]\ntrust_level = "trusted"\n',
        )
        ran = place.agent("codex", "exec", "--skip-git-repo-check", "Please plan it")
    assert model.heard(FOUND), (ran.stdout[-2000:], ran.stderr[-2000:])
    # One database: what the agent planned is what the person sees.
    assert json.loads(place.plangate("sessions", "--json"))["sessions"]


def test_opencode_runs_plan(place: Place, write: Written) -> None:
    place.set_up("opencode")
    with serving(Says(tool="plangate_plan", given=GIVEN)) as model:
        options = {"baseURL": f"{model.address}/v1", "apiKey": "no-key"}
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "name": "loopback",
            "options": options,
            "models": {"scripted": {"name": "scripted", "tool_call": True}},
        }
        write(".config/opencode/opencode.json", {"provider": {"loopback": provider}})
        ran = place.agent("opencode", "run", "-m", "loopback/scripted", "Please plan it")
    assert model.heard(FOUND), (ran.stdout[-2000:], ran.stderr[-2000:])


def test_gemini_runs_plan_in_a_folder_its_person_trusts(place: Place, write: Written) -> None:
    place.set_up("gemini")
    write(".gemini/settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}}})
    write(".gemini/trustedFolders.json", {str(place.shop): "TRUST_FOLDER"})
    with serving(Says(tool="mcp_plangate_plan", given=GIVEN)) as model:
        own = {"GEMINI_API_KEY": "no-key", "GOOGLE_GEMINI_BASE_URL": model.address}
        ran = place.agent("gemini", "-m", "gemini-2.5-pro", "-p", "Please plan it", **own)
    assert model.heard(FOUND), (ran.stdout[-2000:], ran.stderr[-2000:])
    assert model.heard("Ask the person only what it returns as a question")  # GEMINI.md
