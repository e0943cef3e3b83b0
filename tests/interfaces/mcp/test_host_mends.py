"""What a host meets that tells decisions one by one, mends them, and passes replies on (MCP-3)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, PROPOSAL, TASKS, refused, run, server_for, told

pytestmark = pytest.mark.rule("MCP-3")

#: Three ways, one of which destroys; the others keep or ask, and speak of removing all the same.
DIRECTORIES: dict[str, Any] = {
    "id": "directories",
    "question": "What does the clean-up do with a directory it meets?",
    "options": [
        {
            "id": "never",
            "label": "Never remove directories",
            "consequence": "directories are skipped; users need rm -r for them",
            "prior": 0.4,
            "undo": "easy",
        },
        {
            "id": "stays",
            "label": "It stays, empty",
            "consequence": "rollback is a deploy",
            "prior": 0.3,
            "undo": "partly",
        },
        {
            "id": "all",
            "label": "Remove it with all its contents",
            "consequence": "deletes all files of the user in it",
            "prior": 0.3,
            "undo": "partly",
        },
    ],
    "default": "never",
}


def calls(workspace: Path, db: Path, *made: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What some calls come to, one after the other; `$q` is the last question's id."""

    async def work() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        question = ""
        async with Client(server_for(workspace, db)) as client:
            for tool, arguments in made:
                sent = {k: question if v == "$q" else v for k, v in arguments.items()}
                found.append(await told(client, tool, **sent))
                question = found[-1].get("question", {}).get("id", question)
        return found

    return run(work)


def refusal(workspace: Path, db: Path, **brought: Any) -> str:
    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            return await refused(client, "plan", goal=CLEAR, **brought)

    return run(work)


# --- what cannot be undone ------------------------------------------------------------------------


@pytest.mark.rule("PREF-2", "GATE-18", "ASK-11")
def test_an_option_that_keeps_is_no_deed_and_the_one_that_destroys_is_told_to_the_host(
    workspace: Path, db: Path
) -> None:
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [DIRECTORIES]}))
    lines = document["question"]["text"].splitlines()
    final = [line for line in lines if "(cannot be undone)" in line]
    assert len(final) == 1
    assert "Remove it with all its contents" in final[0]
    assert "only the person" in document["question"]["answer_by"], "as a whole it is one-way"
    (note,) = document["kept"]
    assert note.startswith("directories.all: undo is never, not partly")


@pytest.mark.rule("PREF-2")
def test_a_label_that_keeps_hides_no_deed_of_its_consequence(workspace: Path, db: Path) -> None:
    hidden = deepcopy(DIRECTORIES)
    hidden["options"][0] |= {"label": "Keep it simple", "consequence": "drops the users table"}
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [hidden]}))
    assert any(note.startswith("directories.never: undo is never") for note in document["kept"])


def test_how_hard_it_is_to_undo_is_not_guessed(workspace: Path, db: Path) -> None:
    odd = deepcopy(DIRECTORIES)
    odd["options"][2]["undo"] = "hard"
    line = refusal(workspace, db, decisions=[odd])
    assert "decisions[0].options[2].undo: 'hard' is not known" in line
    for word in ("easy", "partly", "never", "irreversible"):
        assert word in line


@pytest.mark.rule("GATE-10")
def test_of_equals_the_one_that_can_be_undone_is_taken_and_not_the_first_by_name(
    workspace: Path, db: Path
) -> None:
    two: list[dict[str, Any]] = [
        {"id": "all-at-once", "label": "All at once", "prior": 0.5, "effort": 6},
        {"id": "one-by-one", "label": "One by one", "prior": 0.5, "effort": 6, "undo": "easy"},
    ]
    decision = {"id": "order", "question": "In which order?", "options": two}
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [decision]}))
    taken = document["question"]["text"] if "question" in document else document["decisions"]
    assert "“One by one” is assumed" in taken or taken[0]["choice"] == "one-by-one"


# --- replies --------------------------------------------------------------------------------------


@pytest.mark.rule("ASK-11")
@pytest.mark.parametrize(
    "reply", ["Whatever you think is best", "You decide!", "it's up to you", "I don't mind"]
)
def test_a_reply_that_hands_the_choice_back_is_asked_back(
    workspace: Path, db: Path, reply: str
) -> None:
    _, said = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, **PROPOSAL}),
        ("answer", {"question": "$q", "reply": reply}),
    )
    assert (said["result"], said["status"]) == ("ambiguous", "pending")
    assert "name" in said["message"] or "answer with" in said["message"]
    assert said["state"] == "question"


@pytest.mark.rule("ASK-11")
def test_a_reply_with_something_in_it_is_kept_in_its_own_words(workspace: Path, db: Path) -> None:
    _, said = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, **PROPOSAL}),
        ("answer", {"question": "$q", "reply": "On the cover, in whatever font you like"}),
    )
    assert said["result"] == "answered"


# --- one session, and every fault at once ---------------------------------------------------------

#: A task that rests on nothing, beside those that rest on the decision.
FREE: dict[str, Any] = {
    "id": "t0",
    "title": "Describe the invoice number",
    "do": "Describe the invoice number in the docstring of app/api.py",
    "files": ["app/api.py"],
    "check": "pytest tests/test_api.py passes",
}


@pytest.mark.rule("ASK-16", "ASK-17")
def test_a_session_at_work_goes_on_after_an_answer_in_own_words(workspace: Path, db: Path) -> None:
    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            brought = {**PROPOSAL, "tasks": [FREE, *TASKS]}
            asked = await told(client, "plan", goal=CLEAR, **brought)
            await told(client, "task", session=asked["session"], task="t0", do="start")
            own = "On the back of the last page, in grey"
            said = await told(client, "answer", question=asked["question"]["id"], reply=own)
            other = {**TASKS[0], "do": "Add the number to the back of the last page in app/api.py"}
            done = await told(client, "plan", goal=CLEAR, tasks=[FREE, other, TASKS[1]])
            return [asked, said, done, await told(client, "status")]

    asked, said, done, status = run(work)
    assert said["state"] == "wanted"
    assert done["session"] == asked["session"]
    assert done["state"] == "plan"
    assert len(status["sessions"]) == 1


def test_a_faulty_proposal_opens_no_session_and_hides_no_fault(workspace: Path, db: Path) -> None:
    decision = {"options": [{"label": "One", "prior": 200}, {"label": "Two", "undo": "tricky"}]}
    tasks = [
        {**TASKS[1], "id": "t1", "after": ["nowhere"], "rests_on": ["colour"], "effort": "small"},
        {**TASKS[1], "id": "t1"},
    ]
    evidence = [{"claim": "it is red", "supports": {"shade": "red"}}]
    line = refusal(workspace, db, decisions=[decision], tasks=tasks, evidence=evidence)
    for fault in (
        "decisions[0].id",
        "decisions[0].options[0].prior",
        "decisions[0].options[1].undo",
        "tasks[0].effort",
        "tasks[1].id",
        "'nowhere' is no task",
        "'colour' is no decision",
        "'shade' is no decision",
    ):
        assert fault in line
    (status,) = calls(workspace, db, ("status", {}))
    assert status["sessions"] == []


def test_what_was_altered_is_said(workspace: Path, db: Path) -> None:
    loud = deepcopy(PROPOSAL["decisions"])
    loud[0]["options"][0] |= {"prior": 0.9, "consequence": ""}
    loud[0]["options"][1] |= {"prior": 0.9}
    del loud[0]["options"][0]["consequence"]
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": loud}))
    told = "decisions[0]: priors sum to 1.8, scaled to 1"
    assert document["altered"] == [told], "a label stands for its consequence, and nobody is told"


# --- what waits, and what is said of it -----------------------------------------------------------


@pytest.mark.rule("ASK-17")
def test_a_step_that_cannot_be_undone_waits_for_no_decision_it_does_not_rest_on(
    workspace: Path, db: Path
) -> None:
    final = {**FREE, "do": "Drop the table invoices_old from the database after a backup"}
    brought = {**PROPOSAL, "tasks": [{**final, "undo": "never"}, *TASKS]}
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, **brought}))
    standing = {task["id"]: task for task in document["tasks"]}
    assert standing["t0"]["is"] == "withheld", "for a person's approval alone"
    assert "cannot be undone" in standing["t0"]["for"]
    assert standing["t1"]["for"] == "number-place"


@pytest.mark.rule("PLAN-5", "ADQ-4")
def test_a_page_about_deleting_deletes_nothing(workspace: Path, db: Path) -> None:
    page = {
        "id": "docs",
        "title": "Describe deleting all user data",
        "do": "Describe how deleting all user data from the database works in docs/deleting.md",
        "new_files": ["docs/deleting.md"],
        "after": ["t1"],
    }
    gone = {**page, "id": "gone", "do": "Delete all user data from the database", "title": "Delete"}
    gone |= {"new_files": [], "files": ["app/api.py"]}
    tasks = [{**TASKS[0], "rests_on": []}, page, gone]
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [], "tasks": tasks}))
    found = {task["id"]: " ".join(task["findings"]) for task in document["tasks"]}
    assert "risk_destructive" not in found["docs"]
    assert "risk_destructive" in found["gone"]


@pytest.mark.rule("ADQ-2", "UND-1")
def test_a_task_may_name_its_file_before_its_verb(workspace: Path, db: Path) -> None:
    task = {**TASKS[0], "rests_on": [], "do": "In app/api.py, pass the invoice number to the page"}
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [], "tasks": [task]}))
    assert "vague_phrase" not in " ".join(document["tasks"][0]["findings"])


@pytest.mark.rule("ADQ-21")
def test_tasks_that_are_not_sent_again_still_name_the_places_they_named(
    workspace: Path, db: Path
) -> None:
    first = {**TASKS[0], "rests_on": []}
    tasks = [first, TASKS[1], {**first, "id": "t3", "do": "Add the number to the footer as well"}]
    brought = {"goal": CLEAR, "decisions": [], "tasks": tasks}
    again = {"goal": CLEAR, "tasks": [{**first, "new_files": ["app/number.py"]}]}
    whole, part = calls(workspace, db, ("plan", brought), ("plan", again))
    assert "no_place" not in " ".join(whole.get("findings", ()))
    assert "no_place" not in " ".join(part.get("findings", ()))


@pytest.mark.rule("ADQ-24")
def test_what_the_brief_says_to_run_can_be_run(workspace: Path, db: Path) -> None:
    (workspace / "pyproject.toml").unlink()
    (workspace / "tests" / "test_api.py").unlink()
    flow = workspace / ".github" / "workflows" / "ci.yml"
    flow.parent.mkdir(parents=True)
    flow.write_text("jobs:\n  test:\n    steps:\n      - run: ./gradlew test\n")
    task = {**TASKS[0], "rests_on": [], "check": "./gradlew test passes"}
    begun, judged = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR}),
        ("plan", {"goal": CLEAR, "decisions": [], "tasks": [task]}),
    )
    assert begun["brief"]["conventions"]["test"] == "./gradlew test"
    assert "unknown_command" not in " ".join(judged["tasks"][0]["findings"])


@pytest.mark.rule("MCP-8")
def test_the_status_of_a_workspace_says_what_its_plan_says(workspace: Path, db: Path) -> None:
    asked, status = calls(workspace, db, ("plan", {"goal": CLEAR, **PROPOSAL}), ("status", {}))
    assert status["next"].startswith(asked["next"])


@pytest.mark.rule("ASK-11", "MCP-6")
def test_what_a_person_has_to_type_is_filled_in(workspace: Path, db: Path) -> None:
    async def work() -> tuple[str, str]:
        async with Client(server_for(workspace, db)) as client:
            asked = await told(client, "plan", goal=CLEAR, decisions=[DIRECTORIES])
            name = asked["question"]["id"]
            return name, await refused(client, "answer", question=name, reply="It stays, empty")

    name, line = run(work)
    assert f"plangate answer {name} b" in line


# --- a decision told again ------------------------------------------------------------------------


@pytest.mark.rule("GATE-18", "GATE-19")
def test_a_decision_nobody_answered_can_be_mended_and_is_weighed_anew(
    workspace: Path, db: Path, cli: Runner
) -> None:
    mended = deepcopy(PROPOSAL)
    mended["decisions"][0]["options"][1]["label"] = "At the foot of each page"
    asked, same, anew = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, **PROPOSAL}),
        ("plan", {"goal": CLEAR, **PROPOSAL}),
        ("plan", {"goal": CLEAR, **mended}),
    )
    assert same["question"]["id"] == asked["question"]["id"], "told the same, nothing changes"
    assert anew["session"] == asked["session"]
    assert anew["question"]["id"] != asked["question"]["id"]
    assert "At the foot of each page" in anew["question"]["text"]
    first = cli("show", asked["question"]["id"], "--json").json["question"]
    assert first["status"] == "withdrawn"
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-18", "GATE-19")
def test_telling_it_again_is_no_way_round_a_one_way_question(workspace: Path, db: Path) -> None:
    mild = deepcopy(DIRECTORIES)
    mild["options"] = mild["options"][:2]
    mild["options"][0]["prior"] = 0.99
    asked, anew = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, "decisions": [DIRECTORIES]}),
        ("plan", {"goal": CLEAR, "decisions": [mild]}),
    )
    assert anew["question"] == asked["question"]
    assert any("a person is asked about it" in note for note in anew["kept"])


# --- what sounds routine --------------------------------------------------------------------------


@pytest.mark.rule("GATE-13")
def test_a_decision_is_routine_by_what_it_asks_and_not_by_its_name(
    workspace: Path, db: Path
) -> None:
    """`approval` may be leave to begin, or what a program has its own people do."""
    approval: dict[str, Any] = {
        "id": "approval",
        "question": "Does a clerk have to agree to each number?",
        "options": [
            {
                "id": "none",
                "label": "No, the program counts",
                "consequence": "nothing waits for a clerk",
                "prior": 0.5,
                "effort": 6,
                "undo": "partly",
            },
            {
                "id": "always",
                "label": "Yes, each one",
                "consequence": "a list of numbers for clerks",
                "prior": 0.5,
                "effort": 7,
                "undo": "partly",
            },
        ],
    }
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [approval]}))
    (verdict,) = [one for one in document["decisions"] if one["id"] == "approval"]
    assert verdict["verdict"] == "ask"


@pytest.mark.rule("MCP-7", "MCP-8")
def test_tasks_that_were_refused_are_mended_in_the_session_that_stopped(
    workspace: Path, db: Path
) -> None:
    goal = "Frobnicate the zorgles with each quuxel"
    vague = [{"id": "t1", "title": "Look around", "do": "Look", "rests_on": ["kind"]}]
    kind = deepcopy(DIRECTORIES) | {"id": "kind"}
    kind["options"] = [
        {**kind["options"][0], "prior": 0.98},
        {**kind["options"][1], "prior": 0.02},
    ]
    first, again = calls(
        workspace,
        db,
        ("plan", {"goal": goal, "decisions": [kind], "tasks": vague}),
        ("plan", {"goal": goal, "tasks": [{**TASKS[0], "rests_on": ["kind"]}]}),
    )
    assert first["state"] == "quality"
    assert "plangate " not in first["next"], "a tool does it"
    assert again["session"] == first["session"]
    assert again["tasks"][0]["title"] == TASKS[0]["title"]


@pytest.mark.rule("GATE-18", "GATE-16")
def test_a_decision_that_waits_behind_another_question_can_be_told_again(
    workspace: Path, db: Path, cli: Runner
) -> None:
    options = [
        {
            "id": name,
            "label": f"{name.title()} of each page",
            "consequence": f"changes the {name} of the page",
            "prior": prior,
            "effort": 7,
            "undo": "partly",
        }
        for name, prior in (("top", 0.5), ("foot", 0.5))
    ]
    first = {"id": "place", "question": "Where does the number stand?", "options": options}
    second = {"id": "style-of-it", "question": "Which numbers are shown?", "options": options}
    sure = [{**options[0], "prior": 0.99}, {**options[1], "prior": 0.01}]
    asked, again, answered = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, "decisions": [first, second]}),
        ("plan", {"goal": CLEAR, "decisions": [{**second, "options": sure}]}),
        ("answer", {"question": "$q", "reply": "a"}),
    )
    before = {one["id"]: one["verdict"] for one in asked["decisions"]}
    after = {one["id"]: one["verdict"] for one in answered["decisions"]}
    assert before == {"place": "ask", "style-of-it": "wait"}
    assert after == {"place": "relayed", "style-of-it": "assume"}
    assert "kept" not in again
    assert cli("audit", "--db", db).code == 0
