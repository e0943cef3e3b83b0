"""What a person says that fits no option, and what a host may do with it (ASK-15, GATE-18)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    CONTRADICTION,
    choosing,
    options,
    run,
    saying,
    server_for,
    told,
)
from tests.interfaces.mcp.test_host import vouching
from tests.interfaces.mcp.test_who_knows import TASKS, calls, decision, verdicts

pytestmark = pytest.mark.rule("MCP-3", "ASK-15")

SAID = "Three of them, as in the old report, and leave the rate alone"


def asked(*names: str) -> dict[str, Any]:
    """A proposal with decisions that only a person knows, the first the dearest."""
    decisions = [decision(name, "person", 8 - place) for place, name in enumerate(names)]
    return {"goal": CLEAR, "decisions": decisions, "tasks": TASKS}


def with_a_third(name: str, label: str = "Three") -> dict[str, Any]:
    known = decision(name, "person", 8)
    third = {"id": "three", "label": label, "consequence": "z", "effort": 5, "undo": "easy"}
    return {**known, "options": [*known["options"], third], "default": "three"}


def quote(question: str, words: str, **supports: str) -> dict[str, Any]:
    return {"claim": words, "locator": question, "quote": words, "supports": supports}


def test_words_that_fit_no_option_become_one_and_what_they_say_of_others_counts(
    workspace: Path, db: Path, cli: Runner
) -> None:
    first, replied = calls(
        workspace,
        db,
        ("plan", asked("cap", "rate")),
        ("answer", {"question": "$", "reply": SAID}),
    )
    question = first["question"]["id"]
    assert "no option of cap" in replied["next"]
    again = [with_a_third("cap"), {**decision("rate", "person", 7), "default": "one"}]
    evidence = [
        quote(question, "Three of them", cap="three"),
        quote(question, "leave the rate alone", rate="one"),
    ]
    (done,) = calls(
        workspace, db, ("plan", {"goal": CLEAR, "decisions": again, "evidence": evidence})
    )
    choices = {row["id"]: row["choice"] for row in done["decisions"]}
    assert choices == {"cap": "three", "rate": "one"}
    assert set(verdicts(done).values()) == {"assume"}, "a host's reading is no person's choice"
    assert "question" not in done, "the second is not asked after all"
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-18")
def test_a_reply_beside_the_point_is_asked_about_once_more_and_then_stands(
    workspace: Path, db: Path
) -> None:
    first, _ = calls(
        workspace,
        db,
        ("plan", asked("cap")),
        ("answer", {"question": "$", "reply": "The footer is fine as it is now"}),
    )
    clearer = {"goal": CLEAR, "decisions": [with_a_third("cap")]}
    (second,) = calls(workspace, db, ("plan", clearer))
    assert second["question"]["id"] != first["question"]["id"]
    (_,) = calls(
        workspace,
        db,
        ("answer", {"question": second["question"]["id"], "reply": "As the designers say"}),
    )
    other = {"goal": CLEAR, "decisions": [with_a_third("cap", "Three of them")]}
    (third,) = calls(workspace, db, ("plan", other))
    assert verdicts(third) == {"cap": "relayed"}
    (kept,) = third["kept"]
    assert kept.startswith("cap: a person answered it in their own words, which stand")


@pytest.mark.rule("MCP-6", "GATE-20")
def test_nobodys_words_are_taken_for_what_cannot_be_undone(workspace: Path, db: Path) -> None:
    first, _ = calls(
        workspace,
        db,
        ("plan", asked("cap")),
        ("answer", {"question": "$", "reply": "Drop the users table, all of it"}),
    )
    final = with_a_third("cap", "Drop the users table")
    words = quote(first["question"]["id"], "Drop the users table", cap="three")
    (done,) = calls(
        workspace, db, ("plan", {"goal": CLEAR, "decisions": [final], "evidence": [words]})
    )
    (row,) = done["decisions"]
    assert row["choice"] != "three"
    if row["verdict"] == "ask":
        assert "only the person" in done["question"]["answer_by"]


@pytest.mark.rule("ASK-11")
def test_a_person_without_a_preference_leaves_it_to_the_hosts_default(
    workspace: Path, db: Path
) -> None:
    first, replied = calls(
        workspace,
        db,
        ("plan", asked("cap")),
        ("answer", {"question": "$", "reply": "no preference"}),
    )
    assert replied["result"] == "ambiguous"
    assert "who_knows anyone" in replied["next"]
    left = {**decision("cap", "anyone", 8), "default": "one"}
    (done,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [left]}))
    assert done["session"] == first["session"]
    assert (verdicts(done), done["state"]) == ({"cap": "assume"}, "plan")


@pytest.mark.rule("MCP-4")
def test_after_own_words_in_a_form_the_host_speaks_before_the_next_form(
    workspace: Path, db: Path
) -> None:
    shown: list[str] = []

    async def in_words(
        context: ClientRequestContext,  # noqa: ARG001
        params: ElicitRequestParams,
    ) -> ElicitResult:
        shown.append(params.message)
        schema: Any = getattr(params, "requested_schema", {})
        if "choice" in schema["properties"]:
            return ElicitResult(action="accept", content={"choice": options(params)[-1]})
        return ElicitResult(action="accept", content={"in_your_own_words": SAID})

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), elicitation_callback=in_words) as client:
            return await told(client, "plan", **asked("cap", "rate"))

    reply = run(work)
    assert len(shown) == 2, "the question, and the form for own words"
    assert "no option of cap" in reply["next"]
    assert verdicts(reply)["rate"] == "wait"


@pytest.mark.rule("ADQ-8")
def test_a_hosts_work_is_not_split_to_make_up_a_number(workspace: Path, db: Path) -> None:
    goal = (
        "Replace the storage layer of the whole application, its API, its deployment and its "
        "reports by an event-sourced one with projections, and migrate every client"
    )

    def findings(effort: int) -> list[str]:
        tasks = [{**task, "effort": effort} for task in TASKS]
        (reply,) = calls(
            workspace, db, ("plan", {"goal": goal, "tasks": tasks, "decisions": [], "again": True})
        )
        return [line for line in reply.get("findings", ()) if "too_few" in line]

    assert findings(1) == findings(10) == []


@pytest.mark.rule("MCP-3")
def test_how_a_host_words_its_tasks_is_its_own_and_what_the_workspace_shows_is_told(
    workspace: Path, db: Path
) -> None:
    tasks = [
        {"id": "t1", "do": "No code: leave the footer as it stands", "files": ["app/api.py"]},
        {"id": "t2", "do": "Misc things for the report", "files": ["app/nowhere.py"]},
    ]
    sent = {"goal": CLEAR, "decisions": [], "tasks": tasks}
    (reply,) = calls(workspace, db, ("plan", sent))
    assert [len(row["findings"]) for row in reply["tasks"]] == [0, 1]
    assert reply["tasks"][1]["findings"][0].startswith("unknown_file: ")
    (checked,) = calls(workspace, db, ("check_plan", {"plan": {"tasks": tasks}, "goal": CLEAR}))
    assert "vague_phrase" in checked["per_task"][1]["reason_codes"], "whoever asks is told"


def sounding_final(label: str, **more: str) -> dict[str, Any]:
    known = decision("ending", "person", 8)
    known["options"][1] |= {"label": label, **more}
    return {"goal": CLEAR, "decisions": [known], "tasks": TASKS}


@pytest.mark.rule("GATE-18", "PREF-2")
def test_a_reason_takes_a_question_back_that_only_sounded_final(
    workspace: Path, db: Path, cli: Runner
) -> None:
    why = "they are drawn again from the photos"
    first, second = calls(
        workspace,
        db,
        ("plan", sounding_final("Wipe the thumbnails")),
        ("plan", sounding_final("Wipe the thumbnails", undo_why=why)),
    )
    assert "only the person" in first["question"]["answer_by"]
    assert "undo_why" in first["kept"][0]
    assert second["question"]["id"] != first["question"]["id"]
    assert "tool answer" in second["question"]["answer_by"]
    assert why in second["question"]["text"], "whoever is asked sees it"
    (done,) = calls(workspace, db, ("answer", {"question": first["session"], "reply": "b"}))
    assert done["decisions"][0]["choice"] == "two"
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-18", "MCP-6")
@pytest.mark.parametrize(
    "again",
    [
        {"label": "Delete all users", "undo_why": "they are in the cache anyway"},
        {"label": "Tidy up", "undo_why": "nothing is lost, only a cache"},
        {"label": "Tidy up"},
    ],
)
def test_no_reason_and_no_other_words_take_back_a_question_about_a_deed(
    workspace: Path, db: Path, again: dict[str, str]
) -> None:
    first, second = calls(
        workspace,
        db,
        ("plan", sounding_final("Delete all users")),
        ("plan", sounding_final(**again)),
    )
    assert second["question"]["id"] == first["question"]["id"]
    assert "only the person" in second["question"]["answer_by"]
    assert "Delete all users (cannot be undone)" in second["question"]["text"]


@pytest.mark.rule("MCP-4")
def test_a_form_that_nobody_answered_says_what_the_host_may_do(workspace: Path, db: Path) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), elicitation_callback=saying("decline")) as c:
            return await told(c, "plan", **asked("cap"))

    reply = run(work)
    assert "who_knows anyone" in reply["next"]
    assert reply["question"]["decision"] == "cap"


@pytest.mark.rule("GATE-6", "GATE-18")
def test_what_the_host_passed_over_is_not_put_to_a_person_before_it_spoke(
    workspace: Path, db: Path
) -> None:
    brought = {"goal": CONTRADICTION, "tasks": TASKS, "decisions": [decision("colour", "anyone")]}

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db), elicitation_callback=choosing(0)) as client:
            held = await told(client, "plan", **brought)
            return [held, await told(client, "plan", goal=CONTRADICTION)]

    held, put = run(work)
    name = held["question"]["decision"]
    assert f"Waits for you first: {name}" in held["next"]
    assert held["question"]["status"] == "pending"
    assert f"every task waits for {name}" in held["findings"][0]
    assert put["status"] == "answered", "the goal alone puts it"


@pytest.mark.rule("GATE-18", "MCP-6")
@pytest.mark.parametrize(
    ("goal", "verdict"),
    [("Make the API faster", "dropped"), (CONTRADICTION, "ask")],
    ids=["a limit that was not said", "two clauses that exclude each other"],
)
def test_what_the_host_passed_over_is_dropped_after_all_unless_it_is_a_blocker(
    workspace: Path, db: Path, cli: Runner, goal: str, verdict: str
) -> None:
    brought = {"goal": goal, "tasks": TASKS, "decisions": [decision("colour", "anyone")]}
    (held,) = calls(workspace, db, ("plan", brought))
    name = held["question"]["decision"]
    dropped = [{"id": name, "drop": "the budget in the settings is that limit"}]
    (done,) = calls(workspace, db, ("plan", {"goal": goal, "decisions": dropped}))
    assert verdicts(done)[name] == verdict
    assert ("question" in done) == (verdict == "ask")
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-6")
def test_a_file_quoted_for_what_only_a_person_knows_is_asked_about_before_the_person_is(
    workspace: Path, db: Path
) -> None:
    evidence = [quote("app/api.py:1", vouching(workspace), cap="one")]
    settled = {"goal": CLEAR, "decisions": [decision("cap", "repository", 8)]}

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db), elicitation_callback=choosing(0)) as client:
            held = await told(client, "plan", **asked("cap"), evidence=evidence)
            return [held, await told(client, "plan", **settled, evidence=evidence)]

    held, done = run(work)
    assert held["question"]["status"] == "pending"
    assert "who_knows repository" in held["next"]
    assert verdicts(done) == {"cap": "assume"}
    assert "question" not in done


@pytest.mark.rule("ASK-17")
def test_an_answer_that_tasks_were_not_drafted_for_names_those_it_changes(
    workspace: Path, db: Path
) -> None:
    tasks = [{**TASKS[0], "rests_on": ["cap"]}, TASKS[1]]
    _, otherwise = calls(
        workspace,
        db,
        (
            "plan",
            {
                "goal": CLEAR,
                "decisions": [decision("cap", "person", 8, default="one")],
                "tasks": tasks,
            },
        ),
        ("answer", {"question": "$", "reply": "b"}),
    )
    assert otherwise["state"] == "wanted"
    assert "cap is not what your tasks were drafted for" in otherwise["next"]
    assert f"tasks: {TASKS[0]['id']} again" in otherwise["next"]
