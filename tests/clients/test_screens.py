"""What a person sees and presses: forms and hooks at the terminals of the agents themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.conftest import Place, Written, installed
from tests.clients.model import Says, serving
from tests.clients.runs import (
    CODEX_SERVER,
    codex_settings,
    gemini_environment,
    gemini_trusts,
)
from tests.clients.screen import at_a_screen
from tests.clients.test_claude_code import ASKED, PLAN, STORE, environment
from tests.clients.test_other_agents import FOUND, GIVEN
from tests.clients.test_other_agents import STORE as STORE_ELSEWHERE

pytestmark = pytest.mark.rule("MCP-4")

PROMPT = "What should deleting do with the data?"
FINAL = "c) Remove for good (cannot be undone)"
#: Longer than the server once waited for a form.
LONG = 60.0


def program(agent: str) -> str:
    found = installed(agent)
    if isinstance(found, Path):
        return str(found)
    pytest.skip(f"{agent} did not run: {found}")


@pytest.fixture
def known_claude(place: Place) -> None:
    """A person who has used Claude Code here before."""
    known = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    settings = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "projects": {str(place.shop): known},
        "customApiKeyResponses": {"approved": ["no-key"], "rejected": []},
    }
    (place.home / ".claude.json").write_text(json.dumps(settings))


def answer_of(place: Place) -> tuple[str, str]:
    """The option that was recorded, and as what."""
    (session,) = json.loads(place.plangate("sessions", "--json"))["sessions"]
    shown = json.loads(place.plangate("show", f"{session['session']}-q1", "--json"))
    answer = shown["question"]["answer"]
    return answer["option"], answer["provenance"]


@pytest.mark.usefixtures("known_claude")
def test_claude_code_shows_the_whole_form_and_takes_the_choice(place: Place) -> None:
    place.set_up("claude")
    with (
        serving(ASKED) as model,
        at_a_screen(
            [program("claude")], place.shop, {**place.environ, **environment(model)}
        ) as screen,
    ):
        screen.shows("for agents", "? for shortcuts")
        screen.write("Please plan it")
        screen.press("Enter")
        screen.shows(PROMPT)
        screen.shows("Waiting for it:")
        assert "more lines" not in screen.text, "all of the message is shown"
        screen.press("Right")
        screen.shows(FINAL)
        screen.press("Down")
        screen.press("Enter")
        screen.shows("✔ Your choice: b)")
        screen.shows("❯ Note, if any, in your own words")
        screen.press("Down")
        screen.shows("❯ Accept")
        screen.press_until("Enter", "All done.")
    assert answer_of(place) == ("b", "choice")


@pytest.mark.rule("HOOK-4")
@pytest.mark.usefixtures("known_claude")
def test_claude_code_shows_what_a_hook_decided(place: Place) -> None:
    place.set_up("claude")
    with (
        serving(PLAN, STORE) as model,
        at_a_screen(
            [program("claude")], place.shop, {**place.environ, **environment(model)}
        ) as screen,
    ):
        screen.shows("for agents", "? for shortcuts")
        screen.write("Please plan it")
        screen.press("Enter")
        screen.shows("All done.")
        screen.shows("was not put to you")
    assert model.heard(f"{FOUND} answers this")


def test_codex_keeps_the_form_open_and_sends_it_with_enter(place: Place, write: Written) -> None:
    place.set_up("codex")
    deleting = {"goal": "Let users delete their account", "mind": "rules"}
    with serving(Says(tool="plan", given=deleting, server=CODEX_SERVER)) as model:
        write(".codex/config.toml", codex_settings(place, model))
        line = [program("codex"), "--dangerously-bypass-hook-trust", "Please plan it"]
        with at_a_screen(line, place.shop, place.environ) as screen:
            screen.shows(PROMPT)
            screen.stays(PROMPT, LONG)
            screen.press("Down")
            screen.press("Enter")
            screen.shows("All done.")
    assert answer_of(place) == ("b", "choice")


@pytest.mark.rule("HOOK-1")
def test_gemini_does_not_ask_what_planning_found(place: Place, write: Written) -> None:
    place.set_up("gemini")
    gemini_trusts(place, write)
    plan = Says(tool="mcp_plangate_plan", given=GIVEN)
    asks = Says(tool="ask_user", given={"questions": [{**STORE_ELSEWHERE, "type": "choice"}]})
    with serving(plan, asks) as model:
        line = [program("gemini"), "-m", "gemini-2.5-pro", "-i", "Please plan it"]
        environ = {**place.environ, **gemini_environment(model)}
        with at_a_screen(line, place.shop, environ) as screen:
            screen.shows("All done.")
    assert model.heard(f"{FOUND} answers this")
