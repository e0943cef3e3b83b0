"""A language model as the mind: it proposes, the core judges, decides and records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plangate.core.model.model_use import FAULTS
from tests.models.conftest import GOAL, PROPOSAL, Planning, Scripts
from tests.models.provider import Reply, calls, says


@pytest.mark.rule("LLM-1", "MCP-3", "GATE-18", "UND-3")
def test_a_model_proposes_in_one_call_and_the_core_decides(
    planning: Planning, provider: Scripts
) -> None:
    server = provider(says(PROPOSAL))
    outcome = planning.plan().json
    assert outcome["outcome"] == "plan", outcome
    assert [task["id"] for task in outcome["plan"]["tasks"]] == ["t1", "t2", "t3"]
    assert len(server.sent) == 1
    shown = server.texts(0)
    assert "rate-limit-scope" in shown, "the catalog's doubts are part of what it reads"
    assert '"path": "app/api.py"' in shown, "so is the brief"
    entries = {entry["decision"]: entry["user_response"] for entry in outcome["assumptions"]}
    dropped = [how for what, how in entries.items() if "does not arise" in what]
    assert dropped == ["dropped_by_host"], entries
    assert any("Redis" in what for what in entries), entries


@pytest.mark.rule("LLM-4")
def test_every_call_and_its_proposal_are_in_the_record_and_it_is_audited_without_the_model(
    planning: Planning, provider: Scripts
) -> None:
    server = provider(says(PROPOSAL, tokens=(3_000, 700)))
    planning.plan()
    server.close()
    (call,) = planning.payloads("ModelCalled")
    assert call["prompt"] == "propose@1"
    assert call["model"] == "local:toy"
    assert (call["tokens_in"], call["tokens_out"], call["outcome"]) == (3_000, 700, "ok")
    assert len(call["digest"]) == len(call["reply"]) == 64
    assert call["max_output_tokens"] == 6_000
    (proposed,) = planning.payloads("ModelProposed")
    assert [task["id"] for task in proposed["document"]["tasks"]] == ["t1", "t2", "t3"]
    audit = planning.cli("audit", "--json")
    assert audit.json["ok"], audit.json


@pytest.mark.rule("LLM-3", "REF-5")
@pytest.mark.parametrize(("depth", "most"), [("minimal", 3_000), ("deep", 12_000)])
def test_the_depth_says_how_many_tasks_are_wanted_and_how_long_a_plan_may_be(
    planning: Planning, provider: Scripts, depth: str, most: int
) -> None:
    server = provider(says(PROPOSAL))
    planning.plan("--depth", depth, "--no-looks")
    body = server.sent[0]
    assert most in (body.get("max_completion_tokens"), body.get("max_tokens"))
    assert f'"depth": "{depth}"' in server.texts(0)
    (measured,) = planning.payloads("PlanMeasured")
    assert measured["telemetry"]["initial_plan_max_output_tokens"] == most
    assert measured["telemetry"]["plan_depth"] == depth


@pytest.mark.rule("LLM-4")
def test_a_plan_of_ten_tasks_takes_one_call_and_few_tokens(
    planning: Planning, provider: Scripts
) -> None:
    last = PROPOSAL["tasks"][-1]
    more = [
        {**last, "id": f"t{n}", "title": f"Test case {n}", "after": [f"t{n - 1}"]}
        for n in range(4, 11)
    ]
    server = provider(says({**PROPOSAL, "tasks": [*PROPOSAL["tasks"], *more]}))
    outcome = planning.plan().json
    assert len(outcome["plan"]["tasks"]) == 10
    assert len(server.sent) <= 3
    assert sum(len(server.texts(place)) for place in range(len(server.sent))) / 3.3 < 12_000


_FAULTS: dict[str, Reply] = {
    "wrong_key": Reply(status=401, text="bad key"),
    "unknown_model": Reply(status=404, text="the model toy does not exist"),
    "rate_limited": Reply(status=429, text="slow down"),
    "failed": Reply(status=500, text="broken"),
    "truncated": Reply(text='{"decisions": [', finish="length"),
    "refused": Reply(text=None, refusal="I cannot help with that", finish="stop"),
    "no_network": Reply(closes=True),
    "invalid": says("I would rather talk about the weather."),
}


@pytest.mark.rule("LLM-3")
@pytest.mark.parametrize("fault", _FAULTS)
def test_a_fault_is_a_named_outcome_and_the_rules_result_stands_with_a_note(
    planning: Planning, provider: Scripts, fault: str
) -> None:
    server = provider(_FAULTS[fault])
    ran = planning.plan()
    assert ran.code == 0, ran.err
    assert ran.json["plan"]["tasks"], "the rules' plan"
    notes = [line for line in ran.json["stop"]["evidence_summary"] if "local:toy" in line]
    assert len(notes) == 1
    assert FAULTS[fault] in notes[0]
    (back,) = planning.payloads("MindFellBack")
    assert back["outcome"] == fault
    wanted = {"invalid": 2, "rate_limited": 2, "failed": 2, "no_network": 2}.get(fault, 1)
    assert len(server.sent) == wanted, "a fault of the document goes back once, no more"
    again = planning.cli(
        "plan", GOAL, "--workspace", str(planning.workspace), "--model", "local:toy"
    )
    (line,) = [block for block in again.out.split("\n\n") if "Planned by the rules" in block]
    assert FAULTS[fault] in " ".join(line.split()), "said where the plan is read"


@pytest.mark.rule("LLM-3")
def test_a_model_that_does_not_answer_is_given_up_after_its_time(
    planning: Planning, provider: Scripts, home: Path
) -> None:
    provider(Reply(silent=True))
    _settings(home, "[model]\nseconds = 1\n")
    ran = planning.plan()
    assert ran.json["plan"]["tasks"]
    (back,) = planning.payloads("MindFellBack")
    assert back["outcome"] == "timed_out"


@pytest.mark.rule("LLM-3")
def test_what_cannot_be_used_goes_back_once_with_every_reason(
    planning: Planning, provider: Scripts
) -> None:
    wrong = json.loads(json.dumps(PROPOSAL))
    wrong["decisions"][0]["default"] = "nowhere"
    wrong["tasks"][0]["rests_on"] = ["no-such-decision"]
    wrong["tasks"][1]["files"] = ["../outside.py"]
    server = provider(says(wrong), says(PROPOSAL))
    outcome = planning.plan().json
    assert [task["id"] for task in outcome["plan"]["tasks"]] == ["t1", "t2", "t3"]
    told = server.texts(1)
    assert "'nowhere' is no option" in told
    assert "'../outside.py' is outside" in told
    first, second = planning.payloads("ModelCalled")
    assert (first["outcome"], second["outcome"]) == ("invalid", "ok")
    assert not planning.payloads("MindFellBack")


@pytest.mark.rule("LLM-3")
def test_a_session_whose_model_failed_goes_on_with_another_mind(
    planning: Planning, provider: Scripts
) -> None:
    provider(Reply(status=401))
    before = planning.plan().json
    provider(says(PROPOSAL))
    after = planning.plan(model="local:other").json
    assert after["session"] == before["session"]
    assert {"t1", "t2", "t3"} <= {task["id"] for task in after["plan"]["tasks"]}
    first, *others = [call["model"] for call in planning.payloads("ModelCalled")]
    assert first == "local:toy"
    assert set(others) == {"local:other"}
    assert planning.cli("audit", "--json").json["ok"]


@pytest.mark.rule("LLM-4")
def test_money_is_counted_reserved_and_shown(
    planning: Planning, provider: Scripts, home: Path
) -> None:
    provider(says(PROPOSAL, tokens=(2_000, 1_000)))
    _settings(home, "[model]\nprice_in = 3\nprice_out = 15\n")
    ran = planning.plan("--max-cost", "0.50")
    (call,) = planning.payloads("ModelCalled")
    assert call["cost"] == 2_000 * 3 + 1_000 * 15
    assert call["reserved"] > call["cost"]
    assert "$0.0210" in ran.err, "shown while it works"
    assert ran.json["stop"]["budget_consumed"]["model_cost"] == "$0.0210/$0.5000"
    stats = planning.cli("stats", "--json").json["model"]
    assert stats["cost_per_plan"] == pytest.approx(0.021)
    assert stats["cost_per_question_avoided"] == pytest.approx(0.021 / 2)


@pytest.mark.rule("LLM-4", "ATT-1", "GATE-5")
def test_a_call_that_does_not_fit_is_not_made_and_the_signal_is_cost_exceeded(
    planning: Planning, provider: Scripts, home: Path
) -> None:
    server = provider(says(PROPOSAL))
    _settings(home, "[model]\nprice_in = 3\nprice_out = 15\n")
    goal = "Let users delete their account"
    ran = planning.plan("--max-cost", "0.001", goal=goal)
    assert not server.sent
    (call,) = planning.payloads("ModelCalled")
    assert (call["outcome"], call["signal"], call["cost"]) == ("over_budget", "cost_exceeded", 0)
    assert ran.json["question"] is None, "GATE-5: nothing is asked once the money is spent"


@pytest.mark.rule("LLM-7", "ERR-1")
def test_a_limit_without_a_known_price_is_refused_in_one_line(
    planning: Planning, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANGATE_MODEL_ADDRESS", "https://models.example.org/v1")
    ran = planning.plan("--max-cost", "1")
    assert ran.code == 2
    assert "the price of local:toy is not known" in ran.err


@pytest.mark.rule("LLM-7")
def test_a_dry_run_shows_what_would_be_sent_and_sends_and_writes_nothing(
    planning: Planning, provider: Scripts, db: Path
) -> None:
    server = provider(says(PROPOSAL))
    sent = planning.plan("--dry-run").json["sent"]
    assert not server.sent
    assert not db.exists()
    assert "def public_api" in sent["text"]
    assert sent["prompt"] == "propose@1"
    planning.plan()
    (call,) = planning.payloads("ModelCalled")
    assert call["digest"] == sent["digest"], "it is the very prompt that is sent"


@pytest.mark.rule("ASK-14", "LLM-4")
def test_secrets_are_taken_out_before_anything_leaves(
    planning: Planning, provider: Scripts, workspace: Path
) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    api = workspace / "app/api.py"
    api.write_text(f'TOKEN = "{secret}"\n{api.read_text()}', encoding="utf-8")
    server = provider(says(PROPOSAL))
    planning.plan(goal=f"{GOAL}, the token is {secret}")
    assert server.sent
    assert secret not in json.dumps(server.sent)


@pytest.mark.rule("REF-1", "REF-3", "LLM-1")
def test_a_thin_plan_is_expanded_and_what_would_rewrite_it_is_rolled_back(
    planning: Planning, provider: Scripts
) -> None:
    thin = {"decisions": [], "tasks": [{"id": "t1", "do": "Add rate limiting to the API"}]}
    rewritten = {"tasks": [{"id": "t1", "do": "Write something else in app/api.py instead"}]}
    more = {"tasks": [*PROPOSAL["tasks"][1:], {**PROPOSAL["tasks"][0], "id": "t4", "after": []}]}
    more["tasks"] = [{**task, "rests_on": [], "after": ["t1"]} for task in more["tasks"]]
    for reply, kept in ((rewritten, False), (more, True)):
        server = provider(says(thin), says(reply))
        ran = planning.plan("--again", "--complexity", "7", "--refine", "always")
        assert len(server.sent) >= 2
        tasks = {task["id"]: task["description"] for task in ran.json["plan"]["tasks"]}
        assert tasks["t1"] == "Add rate limiting to the API"
        assert ("t2" in tasks) is kept
    assert planning.payloads("PlanRolledBack")


@pytest.mark.rule("ASK-15")
def test_own_words_are_mapped_onto_other_decisions_by_the_model(
    planning: Planning, provider: Scripts
) -> None:
    def option(name: str, prior: float) -> dict[str, Any]:
        words = {"id": name, "label": name.replace("-", " "), "consequence": f"it is {name}"}
        return {**words, "prior": prior, "effort": 8, "undo": "partly", "decides": [f"{name}.py"]}

    proposal = {
        "decisions": [
            {
                "id": "unit",
                "question": "What is counted?",
                "options": [option("requests", 0.5), option("bytes", 0.5)],
            },
            {
                "id": "window",
                "question": "Over how long is it counted?",
                "options": [option("minute", 0.52), option("day", 0.48)],
            },
        ],
        "tasks": [{**task, "rests_on": ["unit", "window"]} for task in PROPOSAL["tasks"]],
    }
    understood = says({"decisions": {"window": "day"}})
    server = provider(says(proposal), understood, says({"tasks": PROPOSAL["tasks"][1:]}))
    asked = planning.plan()
    assert asked.code == 3, asked.out
    answered = planning.cli("answer", asked.json["question"]["id"], "each login, from dusk to dusk")
    assert answered.code in (0, 3), answered.err
    kinds = [call["purpose"] for call in planning.payloads("ModelCalled")]
    assert kinds[:2] == ["propose", "understand"], kinds
    assert "from dusk to dusk" in server.texts(1)
    entries = planning.cli("assumptions", "--json").json["assumptions"]
    (window,) = [entry for entry in entries if entry["ambiguity"] == "window"]
    assert window["interpretation"] == "day"


@pytest.mark.rule("LLM-1")
def test_a_provider_asked_for_a_tool_call_answers_by_one(
    planning: Planning, provider: Scripts, home: Path
) -> None:
    _settings(home, '[model]\noutput = "tool"\n')
    server = provider(calls(("propose", PROPOSAL)))
    assert planning.plan().json["plan"]["tasks"][0]["id"] == "t1"
    assert [tool["function"]["name"] for tool in server.sent[0]["tools"]] == ["propose"]


@pytest.mark.rule("LLM-1", "ERR-1")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--model", "claude"], "--model: 'claude' is not a model"),
        (["--model", ""], "--model: '' is not a model"),
        (["--model", "nosuch:thing"], "model: 'nosuch' is not a provider"),
        (["--mind", "model"], "--mind: no model is named"),
        (["--model", "local:toy", "--mind", "rules"], "--model: stands beside --mind rules"),
        (["--model", "local:toy", "--max-cost", "0"], "--max-cost: 0 is out of range"),
    ],
)
def test_what_names_no_model_is_refused_in_one_line(
    planning: Planning, provider: Scripts, arguments: list[str], told: str
) -> None:
    if "nosuch:thing" not in arguments:  # an address takes any name
        provider(says(PROPOSAL))
    ran = planning.plan(*arguments, model="")
    assert ran.code == 2
    assert told in ran.err
    assert not planning.events("GoalReceived")


def _settings(home: Path, text: str) -> None:
    folder = home / ".config/plangate"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(text, encoding="utf-8")
