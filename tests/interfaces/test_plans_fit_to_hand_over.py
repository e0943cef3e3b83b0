"""What makes a plan fit to hand over: right places, tests that can run, and no false alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Runner

FILES = {
    "go.mod": "module example.org/post\n\ngo 1.22\n",
    "README.md": "# Post\n\nPost serves its own files, no configuration required.\n",
    "cmd/subscribers.go": (
        "package main\n\n// ExportSubscribers writes the subscribers of a list as CSV.\n"
        "func ExportSubscribers(list string) string { return list }\n"
    ),
    "cmd/campaigns.go": (
        "package main\n\n// SendCampaign sends a campaign message and counts its retries.\n"
        "func SendCampaign(retries int) int { return retries }\n"
    ),
    "frontend/cypress/e2e/subscribers.cy.js": (
        "describe('subscribers', () => { it('exports subscribers of a list as CSV', () => {}) })\n"
    ),
}


@pytest.fixture
def post(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "post" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "post"


@pytest.mark.rule("PLAN-1")
def test_a_go_file_is_neither_changed_in_nor_tested_by_a_browser_test(
    cli: Runner, post: Path
) -> None:
    goal = "Add a JSON export of the subscribers of a list beside the CSV export"
    told = cli("plan", goal, "--workspace", post, "--complexity", "5", "--json").json
    files = [path for task in told["plan"]["tasks"] for path in task["files"]]

    assert "cmd/subscribers.go" in files
    assert "cmd/subscribers_test.go" in files
    assert not any("cypress" in path for path in files)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Add a setting for the number of retries when sending a campaign message",
        "Check that the configured number of retries of a campaign is no larger than 5",
        "Validate that the retries of a campaign are no more than the limit, and test it",
    ],
)
def test_what_is_built_and_what_is_praised_is_no_reason_to_ask(
    cli: Runner, post: Path, goal: str
) -> None:
    told = cli("plan", goal, "--workspace", post, "--json").json

    assert told["question"] is None


@pytest.mark.rule("PLAN-1")
def test_a_setting_is_called_one_once(cli: Runner, post: Path) -> None:
    goal = "Add a setting for the number of retries when sending a campaign message"
    told = cli("plan", goal, "--workspace", post, "--complexity", "4", "--json").json
    titles = [task["title"] for task in told["plan"]["tasks"]]

    assert "Read the setting for the number of retries" in titles


@pytest.mark.rule("UND-6")
def test_sending_a_campaign_itself_still_is_a_decision(cli: Runner, post: Path) -> None:
    told = cli("plan", "Send the campaign to all subscribers", "--workspace", post, "--json").json
    decided = [entry["ambiguity"] for entry in told.get("assumptions", ())]

    assert told["question"] or decided
