"""That a project takes nothing a program made is heard however it is put (UND-3)."""

from __future__ import annotations

import pytest

from plangate.language.programs import turns_programs_away

pytestmark = pytest.mark.rule("UND-3")


@pytest.mark.parametrize(
    "said",
    [
        "I do not accept content generated or touched up by AI tools.",
        "Pull requests written by LLMs are not welcome.",
        "We do not allow the use of generative AI for code.",
        "No AI-generated code.",
        "LLM-generated content is strictly prohibited",
        "We will close any PR that was produced by coding agents",
        "Vibe coded patches are not accepted",
        "Agents must not make contributions or changes.",
        "AI agents may not open pull requests in this repository",
    ],
)
def test_a_refusal_of_what_programs_make_is_heard(said: str) -> None:
    assert turns_programs_away(said)


@pytest.mark.parametrize(
    "said",
    [
        "Do not use AI to write issues",
        "Never commit the agent's token",
        "Do not edit generated files",
        "Agents must not make changes to files below vendor/",
        "AI features are off by default",
        "Use Claude or Copilot if you like; you are responsible",
        "Never use wildcard imports in the AI module",
        "Disclose any use of AI in your pull request",
        "Don't send user data to the server",
    ],
)
def test_other_rules_turn_nobody_away(said: str) -> None:
    assert not turns_programs_away(said)
