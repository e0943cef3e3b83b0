"""Codex, opencode and Gemini CLI: what set-up leaves to approve, and the hook before a question."""

from __future__ import annotations

import json

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
    opencode_at_its_server,
    opencode_settings,
    said,
)

pytestmark = pytest.mark.rule("HOOK-2", "MCP-2")

GIVEN = {"goal": "Add rate limiting to the public API", "mind": "rules"}
RELAYED = {"question": "no-such-q1", "reply": "a"}
FOUND = "docker-compose.yml:3"
STORE = {
    "id": "store",
    "header": "Store",
    "question": "Which store should the rate limiter use?",
    "options": [
        {"label": "In memory", "description": "counters in the process"},
        {"label": "Redis", "description": "counters shared"},
    ],
}


def test_codex_runs_plan_unasked_in_its_first_turn_and_never_an_answer(
    place: Place, write: Written
) -> None:
    place.set_up("codex")
    plan = Says(tool="plan", given=GIVEN, server=CODEX_SERVER)
    relay = Says(tool="answer", given=RELAYED, server=CODEX_SERVER)
    with serving(plan, relay) as model:
        write(".codex/config.toml", codex_settings(place, model))
        ran = codex(place, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard("plangate plans before you work"), "primed when the session starts"
    assert model.heard("MCP tool call requires approval"), "what speaks for a person is asked about"
    # One database: what the agent planned is what the person sees.
    assert json.loads(place.plangate("sessions", "--json"))["sessions"]


@pytest.mark.rule("HOOK-1")
def test_codex_does_not_ask_what_planning_found(place: Place, write: Written) -> None:
    place.set_up("codex")
    plan = Says(tool="plan", given=GIVEN, server=CODEX_SERVER)
    asks = Says(tool="request_user_input", given={"questions": [STORE]})
    with serving(plan, asks) as model:
        feature = "[features]\ndefault_mode_request_user_input = true\n"
        write(".codex/config.toml", codex_settings(place, model) + feature)
        ran = codex(place, "Please plan it")
    assert model.heard(f"{FOUND} answers this"), said(ran)


def test_opencode_runs_plan_unasked_and_never_an_answer(place: Place, write: Written) -> None:
    place.set_up("opencode")
    plan = Says(tool="plangate_plan", given=GIVEN)
    with serving(plan, Says(tool="plangate_answer", given=RELAYED)) as model:
        write(".config/opencode/opencode.json", opencode_settings(model))
        ran = opencode(place, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard("plangate plans before you work"), "primed when the session starts"
    assert not model.heard("no-such-q1' is not known"), "the relay never reached the server"


@pytest.mark.rule("HOOK-1")
def test_opencode_does_not_ask_what_planning_found(place: Place, write: Written) -> None:
    """Its question needs a window, as its server has one for whoever opens it."""
    place.set_up("opencode")
    plan = Says(tool="plangate_plan", given=GIVEN)
    asks = Says(tool="question", given={"questions": [STORE]})
    with serving(plan, asks) as model:
        write(".config/opencode/opencode.json", opencode_settings(model))
        said_at_the_end = opencode_at_its_server(place, "Please plan it")
    assert model.heard(f"{FOUND} answers this"), said_at_the_end


def test_gemini_runs_plan_unasked_and_never_an_answer(place: Place, write: Written) -> None:
    place.set_up("gemini")
    gemini_trusts(place, write)
    plan = Says(tool="mcp_plangate_plan", given=GIVEN)
    with serving(plan, Says(tool="mcp_plangate_answer", given=RELAYED)) as model:
        ran = gemini(place, model, "Please plan it")
    assert model.heard(FOUND), said(ran)
    assert model.heard("Ask the person only what it returns as a question")  # GEMINI.md
    assert model.heard("plangate plans before you work"), "primed when the session starts"
    assert 'Tool "mcp_plangate_answer" not found' in ran.stderr
