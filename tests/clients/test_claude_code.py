"""Claude Code itself: tools without approval, forms, the hooks before a question and a plan."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from threading import Timer
from typing import Any

import pytest

from tests.clients.conftest import PATIENCE, Place, installed
from tests.clients.model import Json, Model, Says, serving

pytestmark = pytest.mark.rule("HOOK-2")

GOAL = "Add rate limiting to the public API"
PLAN = Says(tool="mcp__plangate__plan", given={"goal": GOAL, "mind": "rules"})
ASKED = Says(
    tool="mcp__plangate__plan", given={"goal": "Let users delete their account", "mind": "rules"}
)


def trusts(place: Place) -> None:
    """The one thing that is the person's: they said yes to the folder when Claude Code asked."""
    known = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    settings = {"hasCompletedOnboarding": True, "projects": {str(place.shop): known}}
    (place.home / ".claude.json").write_text(json.dumps(settings))


@pytest.fixture(autouse=True)
def trusted(place: Place) -> None:
    trusts(place)


def question(prompt: str, *labels: str) -> Says:
    options = [{"label": label, "description": f"{label} it is"} for label in labels]
    asks = {"question": prompt, "header": "Store", "options": options, "multiSelect": False}
    return Says(tool="AskUserQuestion", given={"questions": [asks]})


def environment(model: Model) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": model.address,
        "ANTHROPIC_API_KEY": "no-key",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


Answering = Callable[[Json], Json]


def first_option(asked: Json) -> Json:
    return {"answers": {q["question"]: q["options"][0]["label"] for q in asked["questions"]}}


def last_option(asked: Json) -> Json:
    return {"answers": {q["question"]: q["options"][-1]["label"] for q in asked["questions"]}}


def skipped(asked: Json) -> Json:
    """As the client says that somebody skipped a question."""
    (prompt,) = [q["question"] for q in asked["questions"]]
    unanswered = {"unanswered": "skipped"}
    told = {prompt: "[User skipped this question]"}
    return {"answers": told, "annotations": {prompt: unanswered}}


class Talk:
    """Claude Code in the protocol of its SDK: a person who answers what it asks."""

    def __init__(
        self, place: Place, model: Model, *arguments: str, answer: Answering | None = None
    ) -> None:
        program = installed("claude")
        if isinstance(program, str):
            pytest.skip(f"claude did not run: {program}")
        self.controls: list[Json] = []
        self.answer = answer or first_option
        streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        prompting = ["--permission-prompt-tool", "stdio"]
        self.process = subprocess.Popen(
            [str(program), "-p", *streams, *prompting, *arguments],
            cwd=place.shop,
            env={**place.environ, **environment(model)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def send(self, document: Json) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(document) + "\n")
        self.process.stdin.flush()

    def run(self, prompt: str) -> None:
        """One turn of the person's to its end."""
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        clock = Timer(PATIENCE, self.process.kill)
        clock.start()
        try:
            begin = {"subtype": "initialize"}
            self.send({"type": "control_request", "request_id": "i", "request": begin})
            self.send({"type": "user", "message": {"role": "user", "content": prompt}})
            for line in self.process.stdout:
                heard = json.loads(line)
                if heard["type"] == "control_request":
                    self._answer(heard["request_id"], heard["request"])
                elif heard["type"] == "result":
                    break
            self.process.stdin.close()
            self.process.wait()
        finally:
            clock.cancel()
            self.process.kill()
            self.process.stdout.close()

    def _answer(self, name: str, request: Json) -> None:
        self.controls.append(request)
        given: Json = {"behavior": "allow", "updatedInput": request.get("input", {})}
        if request["subtype"] == "elicitation":
            schema: Any = request.get("requested_schema") or request.get("requestedSchema")
            field, shape = next(iter(schema["properties"].items()))
            given = {"action": "accept", "content": {field: shape["enum"][0]}}
        elif request.get("tool_name") == "AskUserQuestion":
            given["updatedInput"] = {**request["input"], **self.answer(request["input"])}
        reply = {"subtype": "success", "request_id": name, "response": given}
        self.send({"type": "control_response", "response": reply})


@pytest.mark.rule("MCP-2", "HOOK-4")
def test_plan_is_called_without_approval_and_the_session_is_primed(place: Place) -> None:
    place.set_up("claude")
    with serving(PLAN) as model:
        ran = place.agent("claude", "-p", "Please plan it", **environment(model))
    assert ran.returncode == 0, ran.stderr
    assert not model.heard("requested permissions")
    assert model.heard("docker-compose.yml:3")
    first = model.asked[0]
    assert "plangate plans before you work" in json.dumps(first)
    assert "mcp__plangate__plan" in [tool["name"] for tool in first["tools"]]


@pytest.mark.rule("MCP-4")
def test_a_form_is_shown_and_the_answer_is_kept(place: Place) -> None:
    place.set_up("claude")
    with serving(ASKED) as model:
        talk = Talk(place, model)
        talk.run("Please plan it")
    (form,) = [control for control in talk.controls if control["subtype"] == "elicitation"]
    assert len(form["message"].splitlines()) <= 4
    calls = json.loads(place.plangate("inbox", "--json"))
    assert not calls["questions"], calls
    assert model.heard("choice")


@pytest.mark.rule("HOOK-1")
def test_what_planning_found_is_not_put_to_the_person(place: Place) -> None:
    place.set_up("claude")
    asks = question("Which store should the rate limiter use?", "In memory", "Redis")
    leave = question("Should I proceed with the deployment to production?", "Deploy now", "Wait")
    with serving(PLAN, asks, leave) as model:
        talk = Talk(place, model)
        talk.run("Please plan it")
    assert model.heard("docker-compose.yml:3 answers this")
    assert not [c for c in talk.controls if str(c.get("tool_name")).startswith("mcp__")]
    asked = [c["input"] for c in talk.controls if c.get("tool_name") == "AskUserQuestion"]
    put = [given["questions"][0]["question"] for given in asked]
    assert put == ["Should I proceed with the deployment to production?"]


@pytest.mark.rule("HOOK-4")
def test_a_thin_plan_is_sent_back_under_enforce(place: Place) -> None:
    place.set_up("claude")
    thin = {"file_path": "$PLANFILE", "content": "# Plan\n\n1. Fix stuff\n2. Do the rest\n"}
    write, leave = Says(tool="Write", given=thin), Says(tool="ExitPlanMode")
    enforced = place._replace(environ={**place.environ, "PLANGATE_PLAN_ADEQUACY_ENFORCE": "1"})
    with serving(write, leave) as model:
        Talk(enforced, model, "--permission-mode", "plan").run("Please plan it")
    assert model.heard("too thin to be worked from")


STORE = question("Which store should the rate limiter use?", "In memory", "Redis")


def open_question(place: Place) -> Json:
    """A two-way question of plangate's own that waits for the person."""
    goal = "Add authentication with session cookies; passwordless, and users set strong passwords"
    document: Json = json.loads(place.plangate("plan", goal, "--json"))
    return dict(document["question"])


@pytest.mark.rule("HOOK-3")
def test_a_skipped_question_is_no_answer(place: Place) -> None:
    place.set_up("claude")
    with serving(STORE, STORE) as model:
        talk = Talk(place, model, answer=skipped)
        talk.run("Please go on")
    calls = json.loads(place.plangate("hook", "log", "--json"))["calls"]
    assert [call for call in calls if call["kind"] == "answer"] == []
    assert len([c for c in talk.controls if c.get("tool_name") == "AskUserQuestion"]) == 2


@pytest.mark.rule("HOOK-3")
def test_a_question_of_ours_that_is_answered_in_the_window_is_settled(place: Place) -> None:
    place.set_up("claude")
    ours = open_question(place)
    relayed = question(ours["prompt"], *[option["label"] for option in ours["options"]])
    with serving(relayed) as model:
        Talk(place, model, answer=last_option).run("Please ask me")
    settled = json.loads(place.plangate("show", ours["id"], "--json"))["question"]
    assert settled["status"] == "answered"
    assert settled["answer"]["option"] == ours["options"][-1]["key"]
    # The client writes its transcript after its hooks ran: nothing vouches for a choice yet.
    assert settled["answer"]["provenance"] == "relayed"
    assert model.heard(f"settles {ours['id']}")


@pytest.mark.rule("HOOK-1")
def test_an_open_question_silences_no_other(place: Place) -> None:
    place.set_up("claude")
    open_question(place)
    with serving(STORE) as model:
        talk = Talk(place, model)
        talk.run("Please go on")
    assert [c for c in talk.controls if c.get("tool_name") == "AskUserQuestion"]
    assert not model.heard("plangate kept this question")


@pytest.mark.rule("HOOK-1", "HOOK-4")
def test_an_answer_is_given_again_and_the_model_is_told_by_whom(place: Place) -> None:
    place.set_up("claude")
    with serving(STORE, STORE) as model:
        talk = Talk(place, model, answer=last_option)
        talk.run("Please go on")
    assert len([c for c in talk.controls if c.get("tool_name") == "AskUserQuestion"]) == 1
    assert model.heard("answered by plangate from what the person said before")


@pytest.mark.rule("MCP-2")
def test_plan_is_not_asked_about_in_plan_mode_and_an_answer_always_is(place: Place) -> None:
    place.set_up("claude")
    relay = Says(tool="mcp__plangate__answer", given={"question": "no-such-q1", "reply": "a"})
    with serving(PLAN, relay) as model:
        talk = Talk(place, model, "--permission-mode", "plan")
        talk.run("Please plan it")
    put = [c.get("tool_name") for c in talk.controls if c["subtype"] == "can_use_tool"]
    assert put == ["mcp__plangate__answer"]


@pytest.mark.rule("MCP-4")
def test_without_anybody_a_question_stays_open_and_its_text_reaches_the_model(place: Place) -> None:
    place.set_up("claude")
    with serving(ASKED) as model:
        place.agent("claude", "-p", "Please plan it", **environment(model))
    assert model.heard("which is not an answer")
    assert len(json.loads(place.plangate("inbox", "--json"))["questions"]) == 1
