"""Versions, approval and progress of plans on the command line, and REF-4 to REF-6 on a file."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from plangate.core.model.errors import BadInput
from plangate.settings import read_settings
from tests.conftest import Runner
from tests.interfaces.support import PLANNED, log_of, refused
from tests.person import trust

#: S1's own query, to the letter.
S1_QUERY = """
SELECT plan_session_id,
iterative_loop_round,
iterative_stop_reason,
iterative_loop_metadata_json
FROM plan_sessions
WHERE iterative_loop_metadata_json IS NOT NULL
ORDER BY updated_at DESC
LIMIT 20;
"""
SCORES = """
SELECT json_extract(iterative_loop_metadata_json, '$.adequacy_after.score'),
       json_extract(iterative_loop_metadata_json, '$.adequacy_before.score')
FROM plan_sessions
"""


@pytest.fixture
def session(cli: Runner, workspace: Path) -> str:
    return str(cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"])


def tasks_of(cli: Runner, session: str) -> list[dict[str, Any]]:
    tasks: list[dict[str, Any]] = cli("show", session, "--json").json["plan"]["tasks"]
    return tasks


def edited(cli: Runner, session: str, tasks: list[dict[str, Any]], *more: str) -> Any:
    document = json.dumps({"tasks": tasks})
    return cli("plan-edit", session, "--from-stdin", "--json", *more, stdin=document)


# --- REF-4 to REF-6 -------------------------------------------------------------------------------


@pytest.mark.rule("REF-6", "REF-5")
def test_the_query_of_the_seed_runs_unchanged_on_the_database_file(
    session: str, cli: Runner, workspace: Path, db: Path
) -> None:
    cli("plan", "Fix a typo in the README", "--workspace", workspace)
    with sqlite3.connect(db) as connection:
        ((name, rounds, reason, document),) = connection.execute(S1_QUERY).fetchall()
        scores = connection.execute(SCORES + "WHERE plan_session_id = ?", (session,)).fetchall()
    told = json.loads(document)
    assert (name, rounds, reason) == (session, told["refinement_rounds"], told["loop_stop_reason"])
    assert scores == [(told["adequacy_after"]["score"], told["adequacy_before"]["score"])]


@pytest.mark.rule("REF-4", "STOP-4", "CLI-2")
def test_enforce_refuses_a_thin_plan_with_exit_5_and_its_telemetry_is_written(
    cli: Runner, person: Runner, tmp_path: Path, db: Path
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    thin = ("plan", "Fix a typo in the README", "-w", bare, "--route", "plan",
            "--complexity", "10", "--depth", "deep", "--refine", "off")  # fmt: skip
    (bare / "plangate.toml").write_text("[policy]\nauto_expand_thin_plan = false\n")
    where = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path)}
    assert trust(bare, where).code == 0
    assert person(*thin, "--json").code == 0, "by default it is only measured"
    ran = person(*thin, "--json", "--again", env={"PLANGATE_PLAN_ADEQUACY_ENFORCE": "1"})
    assert (ran.code, ran.json["outcome"], ran.json["plan"]) == (5, "stop", None)
    assert ran.json["stop"]["stop_reason"] == "human_required"
    assert "too_few_tasks" in ran.json["stop"]["next_actions"][0]
    with sqlite3.connect(db) as connection:
        rows = connection.execute(S1_QUERY).fetchall()
    assert {row[0] for row in rows} >= {ran.json["session"]}
    assert cli("show", ran.json["session"] + "-v1", "--json").code == 0, "it can be looked at"


@pytest.mark.rule("REF-2", "REF-4", "ERR-1")
def test_settings_out_of_range_are_refused_by_name(tmp_path: Path) -> None:
    mine = {"HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "mine")}
    own = tmp_path / "mine" / "plangate" / "config.toml"
    own.parent.mkdir(parents=True)
    tmp_path = tmp_path / "workspace"
    tmp_path.mkdir()
    for line, named in (
        ("max_refine_rounds = 9", "policy.max_refine_rounds: 9 is out of range"),
        ("gap_risk_threshold = 1.5", "policy.gap_risk_threshold"),
        ("refine_budget_tokens = -1", "policy.refine_budget_tokens"),
        ('loop_mode = "often"', "policy.loop_mode"),
        ("plan_adequacy_enforce = 1", "policy.plan_adequacy_enforce"),
    ):
        own.write_text(f"[policy]\n{line}\n")
        with pytest.raises(BadInput) as caught:
            read_settings(mine, tmp_path)
        assert named in str(caught.value)
    with pytest.raises(BadInput, match="PLANGATE_PLAN_ADEQUACY_ENFORCE"):
        read_settings({"PLANGATE_PLAN_ADEQUACY_ENFORCE": "maybe"}, None)
    own.unlink()
    (tmp_path / "plangate.toml").write_text("[policy]\nplan_adequacy_enforce = true\n")
    assert read_settings(mine, tmp_path).plan_policy.plan_adequacy_enforce
    off = {**mine, "PLANGATE_PLAN_ADEQUACY_ENFORCE": "off"}
    assert not read_settings(off, tmp_path).plan_policy.plan_adequacy_enforce


# --- versions -------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-3")
def test_an_edit_is_a_version_with_its_trigger_and_the_diff_shows_it_at_a_glance(
    cli: Runner, session: str
) -> None:
    tasks = tasks_of(cli, session)
    last = tasks[-1]["id"]
    tasks[0]["title"] = "Limit every caller alone"
    tasks[-1]["depends_on"] = []
    tasks.append(
        {"id": "mine", "title": "Tell support", "description": "Write support what changes",
         "depends_on": [last]}
    )  # fmt: skip
    ran = edited(cli, session, tasks)
    assert (ran.code, ran.json["plan"]["version"], ran.json["plan"]["parent"]) == (0, 2, 1)
    assert ran.json["plan"]["trigger"].startswith("edited by ")
    diff = cli("plan-diff", session, "--json").json
    assert (diff["schema"], diff["from"], diff["to"]) == ("plangate.plan-diff/1", 1, 2)
    assert [task["id"] for task in diff["added"]] == ["mine"]
    assert diff["changed"][0]["fields"]["title"]["after"] == "Limit every caller alone"
    text = cli("plan-diff", session[:5], "v1", "2").out
    assert "1 added, 0 removed, 2 changed" in text
    assert "+ mine  Tell support" in text
    assert "      + Limit every caller alone" in text
    assert "depends_on: -" in text
    assert "PlanEdited" in log_of(cli, session)


@pytest.mark.rule("PLAN-3", "ASM-3")
def test_a_revision_leaves_what_a_person_wrote_as_they_wrote_it(
    cli: Runner, person: Runner, session: str
) -> None:
    tasks = tasks_of(cli, session)
    tasks[0]["description"] = "Count callers the way the gateway of the company counts them"
    edited(cli, session, tasks)
    entry = tasks[0]["rests_on"][0]
    ran = person("assumptions", "wrong", entry, "--instead", "by their shoe size", "--json")
    assert ran.json["plan_version"] == 3
    assert tasks_of(cli, session)[0]["description"] == tasks[0]["description"]


@pytest.mark.rule("PLAN-5", "CLI-2")
def test_a_bad_edit_is_refused_and_an_override_with_a_reason_is_recorded(
    cli: Runner, person: Runner, session: str, tmp_path: Path
) -> None:
    tasks = tasks_of(cli, session)
    tasks[0]["description"] = "Do it"
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({"tasks": tasks}))
    refused(cli("plan-edit", session, "--file", file), "PLAN-5", "t1: vague_short", code=5)
    refused(
        person("plan-edit", session, "--file", file, "--allow-findings"), "--reason: is missing"
    )
    refused(cli("plan-edit", session, "--file", file, "--reason", "x"), "--allow-findings")
    refused(cli("plan-edit", session), "--file: is missing")
    refused(cli("plan-edit", session, "--file", file, "--from-stdin"), "cannot be used with")
    refused(cli("plan-edit", session, "--file", tmp_path / "none"), "--file")
    assert cli("show", session, "--json").json["plan"]["version"] == 1
    ran = person("plan-edit", session, "--file", file, "--allow-findings", "--reason", "obvious")
    assert ran.code == 0
    assert "FindingsAllowed" in log_of(cli, session)


@pytest.mark.rule("ERR-1", "CLI-2")
def test_versions_and_ids_that_are_none_get_one_line(
    cli: Runner, person: Runner, session: str
) -> None:
    refused(cli("plan-diff", session), "has only version 1")
    refused(cli("plan-diff", session, "v7"), "there is no v7", "accepted: v1")
    refused(cli("plan-diff", session, "soon"), "'soon' is not a version")
    refused(person("approve", session, "--version", "v3", "--yes"), "there is no v3")
    refused(cli("start", session, "t99"), "'t99' is not a task of v1")
    refused(cli("ready", "nothere"), "is not known")
    refused(cli("fail", session, "t1", "--why", " "), "--why: is empty")


# --- progress -------------------------------------------------------------------------------------


@pytest.mark.rule("INT-8", "CLI-2")
def test_a_plan_is_worked_through_to_its_end(cli: Runner, session: str) -> None:
    first = cli("ready", session, "--json").json
    assert (first["schema"], first["state"]) == ("plangate.ready/1", "planning_complete")
    assert sum(map(len, first["waves"])) == len(tasks_of(cli, session))
    assert cli("start", session, first["ready"][0]["id"], "--json").json["state"] == "executing"
    assert cli("sessions", "--json").json["sessions"][0]["state"] == "executing"
    for _ in range(20):
        now = cli("status", session[:6], "--json").json
        if now["finished"]:
            break
        for entry in (*now["started"], *now["ready"]):
            assert cli("done", session, entry["id"]).code == 0
    assert now["tasks"]["done"] == now["tasks"]["all"]
    text = cli("status", session).out
    assert "[##############################]" in text
    assert "Every task is done." in text
    assert cli("done", session, "t1").code == 4
    assert cli("audit").code == 0


@pytest.mark.rule("PLAN-3", "CLI-2")
def test_a_failed_task_is_planned_anew_and_nothing_else_is(cli: Runner, session: str) -> None:
    ran = cli("fail", session, "t1", "--why", "no such call", "--json")
    assert (ran.code, ran.json["plan_version"]) == (0, 2)
    diff = cli("plan-diff", session, "--json").json
    assert [task["id"] for task in diff["changed"]] == ["t1"]
    assert len(diff["added"]) == 1
    waiting = next(x for x in cli("ready", session, "--json").json["waiting"] if x["id"] == "t1")
    assert waiting["waits_for"] == [diff["added"][0]["id"]]
    refused(cli("start", session, "t1"), "t1 cannot be begun: it waits for", code=5)


@pytest.mark.rule("PLAN-6", "CLI-1")
def test_one_way_steps_are_withheld_until_they_are_approved(
    cli: Runner, person: Runner, session: str, workspace: Path
) -> None:
    tasks = tasks_of(cli, session)
    tasks[0]["reversibility"] = "irreversible"
    edited(cli, session, tasks)
    withheld = cli("ready", session, "--json").json["withheld"]
    assert "t1" in {entry["id"] for entry in withheld}
    refused(cli("start", session, "t1"), f"plangate approve {session}", code=5)
    refused(person("approve", session, "--yes"), "TASK: is missing", "approved by name", "t1")
    no = person("approve", session, typed="n\n")
    assert (no.code, no.out.splitlines()[-1]) == (4, "Nothing was approved.")
    refused(cli("start", session, "t1"), f"plangate approve {session}", code=5)
    refused(person("approve", session, "t99"), "is not a task of v2", "t1")
    for bare in (person("approve", "t99", "-w", workspace), cli("show", "t99", "-w", workspace)):
        assert bare.code == 2
        assert f"task id: 't99' is not a task of {session}-v2; accepted: t1" in bare.err
    ran = person("approve", session, "t1", "--json")
    assert (ran.code, ran.json["approved"]) == (0, ["t1"])
    assert cli("ready", session, "--json").json["withheld"] == []
    assert person("approve", session, "--yes").out == "Nothing of plan v2 waits for approval.\n"


@pytest.mark.rule("GATE-4", "INT-8", "ATT-3")
def test_once_work_has_begun_an_offered_deferral_asks_nothing(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    asked = "Add authentication with session cookies; passwordless, and users set strong passwords"
    ran = person("plan", asked, "-w", workspace, "--budget-signal", "critical", "--json")
    assert ran.code == 0, ran
    session = ran.json["session"]
    for task in ran.json["plan"]["tasks"]:
        if task["rests_on"]:
            assert cli("start", session, task["id"]).code == 0
            break
        assert cli("done", session, task["id"]).code == 0
    assert cli("resume", session, "--json").json["question"] is None
    assert cli("show", session, "--json").json["outcome"] == "plan"
    events = cli("show", session, "--log", "--json").json["events"]
    gates = [x["payload"] for x in events if x["type"] == "GateDecided"]
    assert gates[-1]["document"]["started"] == ["auth-method"], "the phase is the decision's own"
    assert "GATE-4" in {decision["rule"] for decision in gates[-1]["decisions"]}
    assert cli("audit").code == 0


@pytest.mark.rule("ERR-1", "PLAN-1")
def test_a_failed_task_is_told_of_by_the_abbreviation_it_was_named_with(
    user: Runner, workspace: Path
) -> None:
    goal = "Describe public_api in a comment in app/api.py"
    asked = ("--route", "plan", "--complexity", "2", "--refine", "off", "--json")
    session = user("plan", goal, "--workspace", workspace, *asked).json["session"]
    (only,) = tasks_of(user, session)
    ran = user("fail", session, only["id"][:1], "--why", "it broke")
    assert ran.code == 0, f"expected the task and its new version, got {ran}"
    assert f"{only['id']} has failed" in ran.out
    assert len(tasks_of(user, session)) == 2


@pytest.mark.rule("PLAN-3", "ERR-1")
def test_a_file_of_a_version_that_was_replaced_undoes_nothing(session: str, cli: Runner) -> None:
    old = cli("show", session, "--json").json["plan"]
    cli("fail", session, old["tasks"][0]["id"], "--why", "it broke")
    stale = cli("plan-edit", session, "--from-stdin", stdin=json.dumps(old))
    refused(stale, "version: the file is of v1, but v2 holds", "no version to write these tasks")
    assert len(tasks_of(cli, session)) == len(old["tasks"]) + 1
    assert edited(cli, session, old["tasks"]).code == 0, "who means it says so by naming none"


@pytest.mark.rule("PLAN-6", "ERR-1")
def test_an_approval_of_a_version_that_was_replaced_approves_nothing(
    session: str, cli: Runner, person: Runner
) -> None:
    cli("fail", session, tasks_of(cli, session)[0]["id"], "--why", "it broke")
    refused(person("approve", f"{session}-v1", "--yes"), "v1 was replaced by v2")
    assert person("approve", f"{session}-v2", "--yes").code == 0


@pytest.mark.rule("ERR-1")
def test_an_id_of_something_else_is_no_session(session: str, cli: Runner, workspace: Path) -> None:
    memory = cli("remember", "We count in Redis", "-w", workspace, "--json").json["id"]
    before = cli("export").out
    for name in (memory, f"{session}-v9", f"{session}-q7", f"{session}-", f"{session}-t1"):
        for command in (("ready",), ("status",), ("approve",), ("resume",), ("audit", "--session")):
            refused(cli(*command, name), " id: ", "accepted: ")
    assert cli("export").out == before


@pytest.mark.rule("CLI-2", "PLAN-4")
def test_a_plan_file_fits_into_one_document(session: str, cli: Runner) -> None:
    document = cli("show", session, "--as", "markdown", "--json").json
    assert (document["schema"], document["format"]) == ("plangate.file/1", "markdown")
    assert document["text"] == cli("show", session, "--as", "markdown").out


@pytest.mark.rule("PLAN-6", "ASM-3")
def test_an_approved_step_needs_approval_again_once_what_it_rests_on_is_overturned(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    goal = ("plan", "Let users delete their account", "--workspace", workspace, "--json")
    session = person(*goal, "--budget-signal", "critical").json["session"]
    mine = {
        "id": "wipe",
        "title": "Remove the rows of old accounts",
        "description": "Remove the rows of old accounts after a backup was taken and tested",
        "files": ["app/models.py"],
        "check": "pytest passes",
        "reversibility": "irreversible",
        "rests_on": [f"{session}-a1"],
    }
    assert edited(cli, session, [*tasks_of(cli, session), mine]).code == 0
    assert person("approve", session, "wipe", "--yes").code == 0
    assert "wipe" in [task["id"] for task in cli("ready", session, "--json").json["ready"]]
    assert person("wrong", f"{session}-a1", "Move to an archive").code == 0
    held = [task["id"] for task in cli("ready", session, "--json").json["withheld"]]
    assert "wipe" in held, "it was approved on other ground"
    assert cli("start", session, "wipe").code == 5
    assert person("approve", session, "wipe", "--yes").code == 0
    assert cli("start", session, "wipe").code == 0
    assert cli("audit").code == 0


@pytest.mark.rule("CLI-2", "ASK-17")
def test_while_a_question_is_open_what_does_not_hang_on_it_is_ready(
    cli: Runner, workspace: Path
) -> None:
    goal = "Let users delete their account"
    asked = cli("plan", goal, "--workspace", workspace, "--json").json
    waiting = [entry["task"] for entry in asked["waiting"]]
    ready = cli("ready", asked["session"], "--json")
    assert ready.code == 0
    assert waiting, "something hangs on the question"
    assert not set(waiting) & {task["id"] for task in ready.json["ready"]}
    refused = cli("start", asked["session"], waiting[0])
    assert refused.code == 5
    assert refused.err.count("\n") == 1
