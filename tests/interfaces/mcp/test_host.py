"""The host thinks, plangate judges (MCP-3): proposals in, verdicts out, all of it untrusted."""

from __future__ import annotations

import json
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from plangate.core.investigation.brief_values import tokens_of
from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    DECISIONS,
    DELETING,
    ERAS,
    PROPOSAL,
    TASKS,
    choosing,
    refused,
    run,
    server_for,
    told,
    typing,
)
from tests.interfaces.support import ASKED

pytestmark = pytest.mark.rule("MCP-3")

#: A goal that names a place of the workspace.
IN_PLACE = "Print the invoice number on every page that app/api.py renders, and in its footer"
#: The tasks, resting on no decision.
FREE_TASKS = [{**task, "rests_on": []} for task in TASKS]
SECRET = "sk-ant-" + "api03-" + "Q7f2kLm9Xw4RtYb8" * 4


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def planned(workspace: Path, db: Path, goal: str = CLEAR, **brought: Any) -> dict[str, Any]:
    """What one call of `plan` comes to, without a person."""

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "plan", goal=goal, **brought)

    return run(work)


def refusal(workspace: Path, db: Path, goal: str = CLEAR, **brought: Any) -> str:
    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            return await refused(client, "plan", goal=goal, **brought)

    return run(work)


def committed(workspace: Path) -> None:
    """The workspace as a repository with one commit."""
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all of it")):
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
        subprocess.run(command, cwd=workspace, check=True, capture_output=True)


# --- two calls make a plan ------------------------------------------------------------------------


@pytest.mark.rule("MCP-1", "MCP-4", "UND-3")
def test_a_goal_alone_gives_the_brief_and_one_example_and_the_proposal_gives_every_verdict(
    workspace: Path, db: Path, era: str, cli: Runner
) -> None:
    async def work() -> tuple[dict[str, Any], dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=choosing(0)) as client:
            wanted = await told(client, "plan", goal=IN_PLACE)
            return wanted, await told(client, "plan", goal=IN_PLACE, **PROPOSAL)

    wanted, done = run(work)
    assert wanted["state"] == "wanted"
    assert wanted["brief"]["places"]
    assert set(wanted["example"]) == {"decisions", "tasks", "evidence"}
    assert (done["state"], done["session"]) == ("plan", wanted["session"])
    (verdict,) = done["decisions"]
    assert (verdict["id"], verdict["verdict"], verdict["choice"]) == (
        "number-place",
        "confirmed",
        "top",
    )
    assert [task["title"] for task in done["tasks"]] == [task["title"] for task in TASKS]
    plan = cli("show", done["session"], "--json").json["plan"]
    assert plan["tasks"][0]["rests_on"] == [verdict["entry"]]
    assert cli("audit").code == 0


def test_a_host_that_brings_everything_needs_one_call(workspace: Path, db: Path) -> None:
    sure = deepcopy(PROPOSAL)
    for option, prior in zip(sure["decisions"][0]["options"], (0.97, 0.03), strict=True):
        option["prior"] = prior
    document = planned(workspace, db, **sure)
    assert document["state"] == "plan"
    assert [row["verdict"] for row in document["decisions"]] == ["assume"]
    assert document["decisions"][0]["why"]


@pytest.mark.rule("ASK-17", "MCP-4")
def test_while_a_question_is_open_the_tasks_are_judged_and_those_that_wait_say_for_what(
    workspace: Path, db: Path
) -> None:
    document = planned(workspace, db, **PROPOSAL)
    assert document["state"] == "question"
    assert [row["verdict"] for row in document["decisions"]] == ["ask"]
    assert [task["for"] for task in document["tasks"]] == ["number-place", "number-place"]
    assert "Where does the invoice number stand?" in document["question"]["text"]


@pytest.mark.rule("ASK-17", "MCP-8")
@pytest.mark.parametrize(("reply", "state"), [("a", "plan"), ("b", "wanted")])
def test_an_answer_for_which_the_tasks_were_drafted_needs_no_new_ones(
    workspace: Path, db: Path, reply: str, state: str
) -> None:
    async def work() -> tuple[dict[str, Any], dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            asked = await told(client, "plan", goal=CLEAR, **PROPOSAL)
            said = await told(client, "answer", question=asked["question"]["id"], reply=reply)
            other = {**TASKS[0], "do": "Add the number to the footer template in app/api.py"}
            return said, await told(client, "plan", goal=CLEAR, tasks=[other])

    said, done = run(work)
    assert said["state"] == state
    assert done["state"] == "plan"
    assert [task["id"] for task in done["tasks"]] == ["t1", "t2"], "the other task stays"


@pytest.mark.rule("INT-3", "MCP-8")
def test_an_answer_never_takes_away_the_plan_a_host_brought(workspace: Path, db: Path) -> None:
    goal = f"{CLEAR}, and find out why the total in its footer is flaky"

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            asked = await told(client, "plan", goal=goal, **PROPOSAL)
            assert asked["state"] == "question"
            return await told(client, "answer", question=asked["question"]["id"], reply="a")

    done = run(work)
    assert done["state"] != "loop"
    assert [task["id"] for task in done["tasks"]] == ["t1", "t2"]


def test_with_the_rules_nothing_is_wanted_of_the_host(workspace: Path, db: Path) -> None:
    document = planned(workspace, db, "Add rate limiting to the public API", mind="rules")
    assert document["state"] == "plan"
    assert "example" not in document


@pytest.mark.rule("MCP-7")
def test_a_plan_of_ten_tasks_is_read_in_at_most_4000_tokens_and_its_reply_in_1500(
    workspace: Path, db: Path
) -> None:
    tasks = [
        {
            "id": f"t{n}",
            "title": f"Add part {n} of the number to the page and its footer",
            "do": "x " * 300,
            "files": [f"app/part_{n}.py"],
            "after": [f"t{n - 1}"] if n > 1 else [],
            "check": "pytest passes",
        }
        for n in range(1, 11)
    ]
    brief = planned(workspace, db)
    reply = planned(workspace, db, decisions=DECISIONS, tasks=tasks)
    assert tokens_of(reply) <= 1_500
    assert tokens_of(brief) + tokens_of(reply) <= 4_000
    assert len(reply["tasks"]) == 10
    for document in (brief, reply):
        assert "plangate plan" not in json.dumps(document), "no command where a tool does it"


# --- continuity -----------------------------------------------------------------------------------


@pytest.mark.rule("MCP-8", "ASK-16")
def test_a_host_that_lost_its_context_goes_on_from_the_workspace_alone(
    workspace: Path, db: Path, cli: Runner
) -> None:
    planned(workspace, db, tasks=FREE_TASKS, decisions=[])

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            status = await told(client, "status")
            name = status["current"]
            assert status["ready"] == ["t1"]
            full = await told(client, "status", session=name)
            assert full["tasks"][0]["do"] == TASKS[0]["do"]
            assert (await told(client, "plan", goal=CLEAR))["session"] == name
            assert (await told(client, "task", session=name, task="t1", do="start"))[
                "is"
            ] == "started"
            done = await told(client, "task", session=name, task="t1", do="done")
            assert [task["id"] for task in done["ready"]] == ["t2"]
            failed = await told(
                client, "task", session=name, task="t2", do="fail", note="no renderer"
            )
            assert failed["plan_version"] == 2

    run(work)
    assert cli("audit").code == 0


@pytest.mark.rule("MCP-8")
def test_what_was_assumed_is_told_since_a_time(workspace: Path, db: Path) -> None:
    sure = deepcopy(PROPOSAL)
    for option, prior in zip(sure["decisions"][0]["options"], (0.97, 0.03), strict=True):
        option["prior"] = prior
    planned(workspace, db, **sure)

    async def work() -> tuple[dict[str, Any], dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "status"), await told(
                client, "status", since="2999-01-01T00:00:00Z"
            )

    all_of_it, later = run(work)
    assert [entry["decision"] for entry in all_of_it["assumed"]] == ["At the top of each page"]
    assert "assumed" not in later


@pytest.mark.rule("MCP-8")
def test_a_host_that_lost_its_context_hears_of_what_it_only_began(
    workspace: Path, db: Path
) -> None:
    async def work() -> tuple[dict[str, Any], dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "plan", goal=CLEAR), await told(client, "status")

    begun, status = run(work)
    assert status["next"].startswith(f"{begun['session']} is begun and has no plan yet: call plan")


def test_a_plan_is_revised_by_sending_tasks_again(workspace: Path, db: Path, cli: Runner) -> None:
    planned(workspace, db, tasks=FREE_TASKS, decisions=[])
    more = {"id": "t3", "do": "Describe the number in README.md", "after": ["t1"]}
    again = planned(workspace, db, tasks=[more, {"id": "t2", "drop": "not needed"}])
    assert [task["id"] for task in again["tasks"]] == ["t1", "t3"]
    same = planned(workspace, db, tasks=[more])
    assert [task["id"] for task in same["tasks"]] == ["t1", "t3"]
    plan = cli("show", again["session"], "--json").json["plan"]
    assert plan["version"] == 2, "the same tasks again are no new version"


# --- decisions (GATE-18) --------------------------------------------------------------------------


@pytest.mark.rule("MCP-6", "GATE-18")
def test_a_host_that_says_nothing_of_a_known_decision_hides_nothing(
    workspace: Path, db: Path
) -> None:
    document = planned(workspace, db, DELETING, decisions=[])
    assert document["state"] == "question"
    assert [row["id"] for row in document["decisions"]][:1] == ["delete-semantics"]


@pytest.mark.rule("GATE-18", "ASM-2")
def test_a_dropped_decision_is_written_down_and_one_with_a_one_way_option_stays(
    workspace: Path, db: Path, cli: Runner
) -> None:
    goal = "Add rate limiting to the public API"
    known = planned(workspace, db, goal)["decisions"]
    drops = [{"id": row["id"], "drop": "the gateway does it"} for row in known]
    assert drops, "the catalog sees something here"
    document = planned(workspace, db, goal, decisions=drops)
    assert {row["verdict"] for row in document["decisions"]} == {"dropped"}
    entries = cli("assumptions", "--json").json["assumptions"]
    assert {entry["user_response"] for entry in entries} == {"dropped_by_host"}

    final = planned(workspace, db, DELETING, decisions=[{"id": "delete-semantics", "drop": "no"}])
    assert final["question"]["id"]
    assert any("cannot be undone" in line for line in final["kept"])
    assert cli("audit").code == 0


@pytest.mark.rule("MCP-6", "GATE-7")
def test_two_agents_in_one_workspace_share_a_question(workspace: Path, db: Path) -> None:
    async def work() -> None:
        server = server_for(workspace, db)
        async with Client(server, mode="legacy") as one, Client(server) as other:
            asked = await told(one, "plan", goal=ASKED, mind="rules")
            assert asked["state"] == "question"
            same = await told(other, "plan", goal=ASKED)
            assert same["question"]["id"] == asked["question"]["id"]
            relayed = await told(other, "answer", question=asked["question"]["id"], reply="a")
            assert relayed["result"] == "answered"
            seen = await told(one, "wait", question=asked["question"]["id"])
            assert seen["status"] == "answered"

    run(work)


@pytest.mark.rule("GATE-19", "GATE-18")
def test_what_another_host_believes_of_an_open_question_leaves_it_as_the_person_sees_it(
    workspace: Path, db: Path
) -> None:
    other = deepcopy(PROPOSAL)
    other["decisions"][0] |= {"default": "bottom", "question": "Where should the number be?"}
    for option, prior in zip(other["decisions"][0]["options"], (0.2, 0.8), strict=True):
        option["prior"] = prior

    async def work() -> None:
        server = server_for(workspace, db)
        async with Client(server) as one, Client(server) as second:
            asked = await told(one, "plan", goal=CLEAR, **PROPOSAL)
            same = await told(second, "plan", goal=CLEAR, **other)
            question = asked["question"]["id"]
            assert same["question"] == asked["question"], "with its letters and its default"
            assert same["kept"] == [
                f"number-place: a person is asked about it ({question}), so it stays as they see it"
            ]
            relayed = await told(one, "answer", question=question, reply="a")
            assert relayed["result"] == "answered"

    run(work)


def test_agents_that_ask_for_one_goal_at_once_share_its_question(workspace: Path, db: Path) -> None:
    """Whoever came second would find the question open and assume what is just being asked."""
    found: list[dict[str, Any]] = []

    async def work() -> None:
        server = server_for(workspace, db)

        async def plan() -> None:
            async with Client(server) as client:
                found.append(await told(client, "plan", goal=CLEAR, **PROPOSAL))

        async with anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(plan)

    run(work)
    assert {document["state"] for document in found} == {"question"}
    assert len({document["session"] for document in found}) == 1


# --- how far it is to be believed -----------------------------------------------------------------


@pytest.mark.rule("INT-10", "MCP-7")
def test_a_host_that_brings_nothing_for_strange_words_is_told_which_and_what_would_help(
    workspace: Path, db: Path
) -> None:
    strange = "Frobnicate the quux manifold"
    assert planned(workspace, db, strange)["state"] == "wanted"
    document = planned(workspace, db, strange, decisions=[], tasks=[])
    assert document["state"] == "not_understood"
    assert "Frobnicate, quux" in document["next"]
    assert "name files that are there" in document["next"]
    assert "plangate " not in document["next"]


@pytest.mark.rule("INT-10")
def test_rules_that_understood_nothing_leave_it_to_the_host(workspace: Path, db: Path) -> None:
    document = planned(workspace, db, "Frobnicate the quux manifold", mind="rules")
    assert document["state"] == "not_understood"
    assert "Propose yourself" in document["next"]


@pytest.mark.rule("INT-10", "UND-8")
def test_a_plan_at_a_doubtful_place_is_listed_until_its_lines_are_quoted(
    workspace: Path, db: Path
) -> None:
    committed(workspace)
    listed = planned(workspace, db, tasks=FREE_TASKS)
    assert listed["recommended"] is False
    assert any("evidence" in line for line in listed["surer"])
    lines = {
        path: (workspace / path).read_text().splitlines()[0]
        for path in ("app/api.py", "tests/test_api.py")
    }
    evidence = [
        {"claim": "the work is here", "locator": f"{path}:1", "quote": line}
        for path, line in lines.items()
    ]
    assert planned(workspace, db, evidence=evidence)["confidence"] > listed["confidence"]


def test_what_cannot_be_dropped_says_so_and_nothing_is_told_twice(
    workspace: Path, db: Path
) -> None:
    wanted = planned(workspace, db, DELETING)
    (decision,) = [d for d in wanted["decisions"] if d["id"] == "delete-semantics"]
    assert "keep every option" in decision["stays"]
    assert "open" not in wanted["brief"]
    assert all("prior" in option for option in decision["options"])


# --- evidence -------------------------------------------------------------------------------------


def _fact(**other: Any) -> dict[str, Any]:
    return {
        "claim": "the API answers with a dictionary",
        "locator": "app/api.py:1",
        "supports": {"number-place": "bottom"},
        **other,
    }


def vouching(workspace: Path) -> str:
    """The first line of app/api.py, in the last commit, with a word of what tests quote it for."""
    line = "# One of each is shown at the bottom, or in the footer, or one at the top."
    api = workspace / "app/api.py"
    api.write_text(f"{line}\n{api.read_text()}")
    committed(workspace)
    return line


def _line_of(workspace: Path) -> str:
    return (workspace / "app/api.py").read_text().splitlines()[0]


def test_a_quote_that_stands_in_the_last_commit_counts_and_never_settles(
    workspace: Path, db: Path, cli: Runner
) -> None:
    quote = vouching(workspace)
    document = planned(workspace, db, **PROPOSAL, evidence=[_fact(quote=quote)] * 3)
    assert "not_counted" not in document
    assert document["decisions"][0]["verdict"] == "ask", "0.6 is below GATE-2"
    log = cli("show", document["session"], "--json").json
    kept = [x for x in log["evidence"] if x["kind"] == "host"] if "evidence" in log else []
    assert sum(x["confidence"] for x in kept) <= 0.6, "three times the same counts once"


def test_a_decision_that_a_quoted_line_stands_for_says_where(workspace: Path, db: Path) -> None:
    line = vouching(workspace)
    sure = deepcopy(PROPOSAL)
    for option, prior in zip(sure["decisions"][0]["options"], (0.97, 0.03), strict=True):
        option["prior"] = prior
    taken = planned(workspace, db, **sure)["decisions"][0]["choice"]
    fact = _fact(quote=line, supports={"number-place": taken})
    document = planned(workspace, db, again=True, **sure, evidence=[fact])
    assert document["decisions"][0]["why"].startswith("settled by app/api.py:1; ")


@pytest.mark.parametrize("how", ["invented", "uncommitted", "no history", "outside", "no locator"])
def test_a_quote_that_cannot_be_found_in_the_last_commit_raises_nothing(
    workspace: Path, db: Path, how: str
) -> None:
    quote, locator = _line_of(workspace), "app/api.py:1"
    if how != "no history":
        committed(workspace)
    if how == "invented":
        quote = "the footer is the law"
    if how == "uncommitted":
        quote = "NUMBER_PLACE = 'bottom'"
        path = workspace / "app/api.py"
        path.write_text(f"{quote}\n{path.read_text()}")
    if how == "outside":
        locator = "../secret.py:1"
    fact = _fact(quote=quote, locator=locator)
    if how == "no locator":
        del fact["locator"]
    document = planned(workspace, db, **PROPOSAL, evidence=[fact])
    assert len(document["not_counted"]) == 1


# --- words a model gets right ---------------------------------------------------------------------


@pytest.mark.rule("CLI-7")
def test_json_strings_and_other_names_for_the_same_are_read(workspace: Path, db: Path) -> None:
    decision = {
        "name": "Number place",
        "prompt": "Where does it stand?",
        "choices": ["At the top", "In the footer"],
        "recommended": "At the top",
    }
    task = {
        "description": "Add the number to the template in app/api.py",
        "paths": "app/api.py",
        "depends_on": [],
        "verify": "pytest",
        "complexity": 0.4,
        "colour": "red",
    }
    document = planned(workspace, db, decisions=json.dumps([decision]), tasks=[json.dumps(task)])
    assert [row["id"] for row in document["decisions"]] == ["number-place"]
    assert [task["id"] for task in document["tasks"]] == ["t1"]
    assert document["ignored"] == ["tasks[0].colour"]


@pytest.mark.rule("ERR-1", "MCP-6")
def test_every_fault_is_told_in_one_line_and_nothing_is_written(
    workspace: Path, db: Path, cli: Runner
) -> None:
    line = refusal(
        workspace,
        db,
        decisions=[
            {"id": "x", "options": ["only one"], "provenance": "choice"},
            {"id": "y", "options": [{"label": "a", "undo": "maybe"}, "b"], "default": "c"},
        ],
        tasks=[{"id": "t1"}, {"id": "t1", "do": "x", "files": ["/etc/passwd"]}],
        evidence="all of it",
    )
    for said in (
        "decisions[0].options: has 1",
        "decisions[0].provenance: is not the host's to say",
        "undo: 'maybe' is not known; accepted: easy, partly, never",
        "decisions[1].default: 'c' is no option",
        "tasks[0].do: is missing",
        "'/etc/passwd' is outside",
        "evidence: is no list",
    ):
        assert said in line
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("ERR-1", "PLAN-2")
@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ([{"id": "a", "do": "x", "after": ["b"]}], "'b' is no task"),
        ([{"id": "a", "do": "x", "after": "a"}], "a comes after itself"),
        (
            [{"id": "a", "do": "x", "after": ["b"]}, {"id": "b", "do": "y", "after": ["a"]}],
            "is a cycle",
        ),
        ([{"id": "a", "do": "x", "rests_on": ["store"]}], "'store' is no decision"),
        ("nothing", "tasks: is no list"),
        ([{"do": "x"}] * 201, "201 are too many"),
        ([{"do": "x", "new_files": ["/etc/cron.d/x"]}], "tasks[0].new_files: '/etc/cron.d/x' is"),
    ],
    ids=["unknown", "itself", "cycle", "no decision", "text", "many", "outside"],
)
def test_tasks_that_are_no_plan_are_refused(
    workspace: Path, db: Path, tasks: Any, said: str
) -> None:
    assert said in refusal(workspace, db, tasks=tasks, decisions=[])


def test_what_is_wrong_with_options_is_told_once(workspace: Path, db: Path) -> None:
    many = [{"id": f"o{n}", "label": f"Way {n}"} for n in range(100)]
    twice = [{"id": "o", "label": "One way"}, {"id": "o", "label": "Another"}]
    for options, said in ((many, "100 are too many"), (twice, "o stands twice")):
        asked = {"id": "way", "question": "Which way?", "options": options}
        line = refusal(workspace, db, decisions=[asked])
        assert said in line
        assert "faults" not in line


@pytest.mark.rule("ASK-14")
def test_a_secret_in_a_proposal_is_stored_nowhere(workspace: Path, db: Path) -> None:
    task = {**TASKS[1], "after": [], "do": f"Call the API with {SECRET} and test it"}
    document = planned(workspace, db, decisions=[], tasks=[task])
    assert SECRET not in json.dumps(document)
    assert SECRET.encode() not in b"".join(p.read_bytes() for p in db.parent.glob("plangate.db*"))


@pytest.mark.rule("ADQ-19")
def test_a_plan_that_was_sent_to_plan_can_be_sent_to_check_plan(workspace: Path, db: Path) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "check_plan", plan={"goal": CLEAR, "tasks": TASKS})

    assert [task["id"] for task in run(work)["per_task"]] == ["t1", "t2"]


@pytest.mark.rule("ADQ-19", "ERR-1")
def test_a_plan_in_the_words_of_plan_is_refused_in_them(workspace: Path, db: Path) -> None:
    async def work() -> list[str]:
        async with Client(server_for(workspace, db)) as client:
            many = [{"id": f"t{n}", "do": "Count the requests"} for n in range(201)]
            bad = [{"id": "t1", "do": ""}, {"id": "t2", "do": "Count the requests"}]
            return [
                await refused(client, "check_plan", plan={"tasks": tasks}, goal=CLEAR)
                for tasks in (many, bad)
            ]

    too_many, empty = run(work)
    assert "tasks: 201 are too many; accepted: at most 200" in too_many
    assert "tasks[0].do: is" in empty
    assert "description" not in too_many + empty


@pytest.mark.rule("ADQ-19", "ADQ-20")
def test_check_plan_holds_a_plan_against_the_workspace(workspace: Path, db: Path) -> None:
    made = {"id": "t1", "do": "Count the requests of a caller", "new_files": ["app/limits.py"]}
    lost = {"id": "t2", "do": "Refuse beyond the limit", "files": ["app/nowhere.py"]}

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "check_plan", plan=[made, lost], goal=CLEAR)

    findings = {
        task["id"]: [finding["code"] for finding in task["findings"]]
        for task in run(work)["per_task"]
    }
    assert "unknown_file" in findings["t2"]
    assert "unknown_file" not in findings["t1"]


@pytest.mark.rule("MCP-8")
def test_a_task_is_done_with_a_proof(workspace: Path, db: Path) -> None:
    async def work() -> tuple[dict[str, Any], str]:
        async with Client(server_for(workspace, db)) as client:
            brought = {"decisions": [], "tasks": FREE_TASKS}
            name = (await told(client, "plan", goal=CLEAR, **brought))["session"]
            await told(client, "task", session=name, task="t1", do="start")
            bad = {"session": name, "task": "t1", "do": "done", "proof": "file:no/such/file"}
            line = await refused(client, "task", **bad)
            good = {**bad, "proof": "file:app/api.py"}
            untouched = await refused(client, "task", **good)
            with (workspace / "app" / "api.py").open("a", encoding="utf-8") as changed:
                changed.write("LIMIT = 10\n")
            return await told(client, "task", **good), line + untouched

    done, lines = run(work)
    assert done["is"] == "done"
    assert "no/such/file" in lines
    assert "as it was when this was planned" in lines


@pytest.mark.rule("MCP-3", "ADQ-20")
def test_the_tasks_of_a_proposal_are_held_against_the_workspace(workspace: Path, db: Path) -> None:
    lost = {**FREE_TASKS[0], "files": ["app/nowhere.py"]}
    made = {**FREE_TASKS[1], "files": [], "new_files": ["app/made.py"]}
    document = planned(workspace, db, decisions=[], tasks=[lost, made])
    first, second = document["tasks"]
    assert any("app/nowhere.py" in line for line in first["findings"])
    assert not any("app/made.py" in line for line in second["findings"])
    # What is not sent again is not held against what was said about it before.
    again = planned(workspace, db, tasks=[{**lost, "files": ["app/api.py"]}])
    assert not any("unknown_file" in line for task in again["tasks"] for line in task["findings"])


@pytest.mark.rule("ADQ-25")
def test_what_a_person_said_and_no_task_carries_out_is_found_and_what_is_assumed_is_not(
    workspace: Path, db: Path
) -> None:
    other = {**deepcopy(DECISIONS[0]), "id": "font", "who_knows": "anyone"}
    for option in other["options"]:
        option["effort"] = 1

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            sent = {"decisions": [*DECISIONS, other], "tasks": FREE_TASKS}
            asked = await told(client, "plan", goal=CLEAR, **sent)
            await told(client, "answer", question=asked["session"], reply="a")
            loose = await told(client, "plan", goal=CLEAR, tasks=FREE_TASKS)
            return [loose, await told(client, "plan", goal=CLEAR, tasks=TASKS)]

    loose, tied = (reply.get("findings", []) for reply in run(work))
    assert any("number-place" in line for line in loose)
    assert not any("font" in line for line in loose)
    assert not any("number-place" in line for line in tied)


@pytest.mark.rule("GATE-19", "GATE-6", "ASK-17")
def test_a_host_that_joins_a_question_and_brings_another_comes_to_an_outcome(
    cli: Runner, workspace: Path, db: Path
) -> None:
    """What a host brings beside a joined question is looked into before the gate weighs it; the
    gate alone asked for that again and again, and the call ended as a defect."""
    (workspace / "app" / "accounts.py").write_text(
        "class Account:\n    pass\n\n\ndef delete_account(user):\n    pass\n", encoding="utf-8"
    )
    assert cli("plan", DELETING, "--workspace", workspace).code == 3
    own = {
        "id": "mail-on-leaving",
        "question": "Which mail does somebody get who leaves?",
        "options": [
            {"id": "none", "label": "No mail", "consequence": "silence", "prior": 0.5, "effort": 6},
            {"id": "one", "label": "One mail", "consequence": "it asks", "prior": 0.5, "effort": 6},
        ],
    }
    task = {"id": "t1", "title": "Take the account out", "do": "Take it out of app/accounts.py"}
    reply = planned(
        workspace, db, "Account deletion for users", decisions=[own], tasks=[{**task, "check": "x"}]
    )
    verdicts = {decision["id"]: decision["verdict"] for decision in reply["decisions"]}
    assert verdicts["delete-semantics"] == "wait"
    assert verdicts["mail-on-leaving"] in ("wait", "assume")


@pytest.mark.rule("ATT-2", "MCP-6")
def test_questions_that_nobody_saw_interrupt_nobody_and_raise_no_bar(
    workspace: Path, db: Path, cli: Runner
) -> None:
    for place in ("header", "summary", "cover"):
        goal = f"Print the invoice number in the {place} that app/api.py renders"
        assert planned(workspace, db, goal, **PROPOSAL)["state"] in ("question", "wait")
    assert cli("focus", "--json").json["interrupt_ewma"] == 0

    async def seen() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=choosing(0)) as client:
            return await told(client, "plan", goal=IN_PLACE, **PROPOSAL)

    assert run(seen)["state"] == "plan"
    assert cli("focus", "--json").json["interrupt_ewma"] > 0


@pytest.mark.rule("PLAN-6", "MCP-8")
def test_what_rests_on_a_final_answer_is_never_ready_before_the_plan_is_drawn_anew(
    workspace: Path, db: Path, cli: Runner
) -> None:
    brought = deepcopy(PROPOSAL)
    (decision,) = brought["decisions"]
    decision |= {"question": "What happens to the old numbers?", "who_knows": "person"}
    keep, drop = decision["options"]
    keep |= {"label": "Keep the numbers", "undo": "easy", "prior": 0.5}
    drop |= {"label": "Drop the numbers table", "undo": "never", "prior": 0.5}

    async def work() -> tuple[dict[str, Any], dict[str, Any]]:
        server = server_for(workspace, db)
        answering = typing("Drop the numbers table", [])
        async with Client(server, elicitation_callback=answering) as client:
            answered = await told(client, "plan", goal=IN_PLACE, **brought)
            return answered, await told(client, "status")

    answered, status = run(work)
    assert [row["verdict"] for row in answered["decisions"]] == ["confirmed"]
    ready = cli("ready", answered["session"], "--json").json
    assert [task["id"] for task in ready["ready"]] == []
    assert "t1" not in status.get("ready", [])
    assert "plan is not drawn anew" in {row["id"]: row["why"] for row in ready["withheld"]}["t1"]
