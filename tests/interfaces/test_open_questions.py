"""Open questions (ASK-1): where no option is known the person says it, and silence takes an action.

A goal that leaves something open which nobody can guess used to offer “something else, to be said”
as an option: whoever chose it had said nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plangate import open_planner
from plangate.interfaces.mcp.forms import OWN_WORDS, question_form
from tests.conftest import Runner
from tests.interfaces.support import let_time_pass, refused

VAGUE = "Make the public API better"
SAID = "answer within 50 ms for ten clients"
DOCUMENT: dict[str, Any] = {
    "goal": "Move the reports to the reporting database",
    "ambiguities": [
        {
            "id": "reporting-database",
            "prompt": "What is the address of the reporting database?",
            "blocker_type": "missing_external_data",
            "blocker_evidence": ["the address of the reporting database"],
            "none_fits": 0.6,
            "interpretations": [
                {
                    "id": "local",
                    "label": "Use a local SQLite file",
                    "consequence": "the reports run on a file of their own",
                    "prior": 1.0,
                    "complexity": 0.3,
                    "reversibility": "reversible",
                }
            ],
        }
    ],
}


def asked(cli: Runner, workspace: Path, goal: str = VAGUE) -> Any:
    ran = cli("plan", goal, "--workspace", workspace, "--json")
    assert ran.code == 3, ran
    return ran.json["question"]


@pytest.mark.rule("ASK-1", "UND-6")
def test_what_nobody_can_guess_is_asked_openly_with_an_action_for_silence(
    cli: Runner, workspace: Path
) -> None:
    question = asked(cli, workspace)
    assert question["kind"] == "open_ended"
    (action,) = question["options"]
    assert question["default"] == action["key"]
    assert "else" not in action["label"]
    assert "own words" in cli("inbox").out + cli("show", question["id"]).out.lower()
    assert cli("audit", "--json").code == 0


@pytest.mark.rule("ASK-1", "ASK-11")
@pytest.mark.parametrize("nothing", ["b", "yes", "maybe", "you decide"])
def test_an_open_question_is_not_answered_by_saying_nothing(
    cli: Runner, workspace: Path, nothing: str
) -> None:
    question = asked(cli, workspace)
    refused(cli("answer", question["id"], nothing), "a or your own words")
    ran = cli("answer", question["id"], SAID, "--json").json
    assert ran["result"] == "answered"
    assert (ran["question"]["answer"]["value"], ran["question"]["answer"]["option"]) == (SAID, None)
    entries = ran["outcome"]["assumptions"]
    assert [entry["decision"] for entry in entries if entry["decision"] == SAID]


@pytest.mark.rule("ASK-1", "ASK-9")
def test_silence_on_an_open_question_takes_its_action(
    user: Runner, workspace: Path, db: Path
) -> None:
    ran = user("plan", VAGUE, "--workspace", workspace, "--json").json
    action = ran["question"]["options"][0]["label"]
    let_time_pass(db, ran["question"]["id"])
    waited = user("wait", ran["question"]["id"], "--json").json
    assert waited["question"]["status"] == "timed_out"
    entries = user("assumptions", "--json").json["assumptions"]
    taken = [(entry["decision"], entry["user_response"]) for entry in entries]
    assert (action, "timeout_assumed") in taken


@pytest.mark.rule("ASK-1", "GATE-15", "VOI-7")
def test_a_gate_document_with_one_reading_and_doubt_asks_openly(cli: Runner) -> None:
    ran = cli("gate", "--json", stdin=json.dumps(DOCUMENT))
    question = ran.json["decisions"][0]["question"]
    assert (ran.code, question["kind"], question["default"]) == (3, "open_ended", "a")
    assert question["lint"] == []  # ASK-5's count of options does not apply
    assert "Use a local SQLite file" in question["stakes"]


@pytest.mark.rule("ASK-1", "MCP-4")
def test_a_form_offers_own_words_beside_the_action(cli: Runner, workspace: Path, db: Path) -> None:
    name = asked(cli, workspace)["id"]
    with open_planner(db=db) as planner:
        form = question_form(planner.session(name.partition("-")[0]).question(name))
    offered = form.fields["choice"]["enum"]
    assert len(offered) == 2
    assert offered[-1] == OWN_WORDS
