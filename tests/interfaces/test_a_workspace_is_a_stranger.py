"""A workspace is a stranger (ACT-2): what its files would run, loosen or redirect is passed over.

Each test here is a way that once led through a file of the workspace, tried at the real command,
server or library.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import plangate
from plangate.core.model.nouns import DEFAULT_TIMEOUT_SECS
from tests.conftest import Runner
from tests.interfaces.mcp.support import DELETING, run, server_for, told
from tests.interfaces.strangers import dimension, planned, replaced_deletion, toml, warehouse
from tests.interfaces.support import ASKED, PLANNED, TRIVIAL
from tests.person import at_terminal

LAX = "[policy]\nblockers_need_evpi = true\nevpi_question_threshold = 1000\n"


def over_mcp(workspace: Path, db: Path, goal: str) -> dict[str, Any]:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "plan", goal=goal, mind="rules")

    return run(work)


# --- a file in the workspace runs nothing and redirects nothing (F1) ------------------------------


@pytest.mark.rule("ACT-2")
def test_a_strangers_notify_command_is_run_by_no_plan_and_no_answer(
    process: Runner, workspace: Path, tmp_path: Path
) -> None:
    mark = tmp_path / "ran"
    toml(workspace, f'notify = ["sh", "-c", "echo > {mark}"]\n')
    asked = process("plan", ASKED, "--workspace", workspace, "--json")
    answered = process("answer", asked.json["session"], "a", "--json")
    assert (asked.code, answered.code) == (3, 0)
    for outcome in (asked.json, answered.json["outcome"]):
        rules = outcome["workspace_rules"]
        assert rules["passed_over"] == ["plangate.toml: notify"]
        assert rules["command"] == f"plangate trust --workspace {workspace}"
    assert not mark.exists()


@pytest.mark.rule("ACT-2", "MCP-6")
def test_a_strangers_notify_command_is_not_run_by_the_server(
    cli: Runner, workspace: Path, db: Path, tmp_path: Path
) -> None:
    del cli  # its environment is what the server runs in
    mark = tmp_path / "ran"
    toml(workspace, f'notify = ["sh", "-c", "echo > {mark}"]\n')
    document = over_mcp(workspace, db, ASKED)
    assert document["state"] == "question"
    assert document["not_trusted"] == ["plangate.toml: notify"]
    assert not mark.exists()


@pytest.mark.rule("ACT-2")
def test_a_session_that_goes_on_says_what_its_workspace_wants_by_now_and_does_not_get(
    cli: Runner, workspace: Path, db: Path
) -> None:
    assert "workspace_rules" not in planned(cli, workspace, ASKED)
    toml(workspace, LAX)
    wanted = ["plangate.toml: policy.blockers_need_evpi"]
    again = planned(cli, workspace, ASKED)
    assert again["outcome"] == "question"
    assert set(wanted) <= set(again["workspace_rules"]["passed_over"])
    assert set(wanted) <= set(over_mcp(workspace, db, ASKED)["not_trusted"])


@pytest.mark.rule("ACT-2")
@pytest.mark.parametrize("place", ["../deep/er/x.db", "{tmp}/elsewhere/x.db", "near.db"])
def test_a_strangers_database_is_not_opened_and_what_the_person_set_still_holds(
    cli: Runner, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    before = planned(cli, workspace, TRIVIAL)["session"]
    toml(workspace, f"db = {json.dumps(place.format(tmp=tmp_path))}\n")
    monkeypatch.chdir(workspace)
    assert before in [row["session"] for row in cli("sessions", "--json").json["sessions"]]
    rules = planned(cli, workspace, TRIVIAL)["workspace_rules"]
    assert rules["passed_over"] == ["plangate.toml: db"]
    assert not [*tmp_path.rglob("x.db"), *tmp_path.rglob("near.db"), *tmp_path.glob("deep")]


# --- nor does it set the gate's rules (F2) --------------------------------------------------------


@pytest.mark.rule("ACT-2", "MCP-6")
def test_a_strangers_policy_and_deadline_let_nothing_through_at_any_door(
    cli: Runner, workspace: Path, db: Path
) -> None:
    toml(workspace, f"timeout_secs = 1\n{LAX}")
    named = ["timeout_secs", "policy.blockers_need_evpi", "policy.evpi_question_threshold"]
    other = ("--db", db.with_name("other.db"), "--json")
    over = over_mcp(workspace, db, ASKED)
    seen = cli("show", over["question"]["id"], "--json").json["question"]
    document = cli("plan", ASKED, "-w", workspace, *other).json
    assert (over["state"], document["outcome"]) == ("question", "question")
    for question in (seen, document["question"]):
        assert question["timeout_secs"] == DEFAULT_TIMEOUT_SECS
    for passed_over in (over["not_trusted"], document["workspace_rules"]["passed_over"]):
        assert passed_over == [f"plangate.toml: {key}" for key in named]


@pytest.mark.rule("ACT-2")
def test_the_library_reads_a_strangers_file_by_the_same_rule(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del cli
    monkeypatch.chdir(workspace)
    toml(workspace, f"timeout_secs = 1\n{LAX}")
    asked = plangate.ask_human(
        "Which store?", ["near", "far"], key="store", one_way=["far"], wait_secs=0, tell=None
    )
    assert asked.question.timeout_secs == DEFAULT_TIMEOUT_SECS  # type: ignore[union-attr]


@pytest.mark.rule("ACT-2", "MCP-6")
def test_a_stranger_cannot_take_the_place_of_a_shipped_dimension(
    cli: Runner, workspace: Path, db: Path
) -> None:
    dimension(workspace, replaced_deletion(), "delete-semantics.yaml")
    name = ".plangate/dimensions/delete-semantics.yaml"
    over = over_mcp(workspace, db, DELETING)
    seen = cli("show", over["question"]["id"], "--json").json["question"]
    other = db.with_name("other.db")
    document = cli("plan", DELETING, "-w", workspace, "--db", other, "--json").json
    for question in (seen, document["question"]):
        options = {o["label"]: o["reversibility"] for o in question["options"]}
        assert options["Remove for good"] == "irreversible"
    for passed_over in (over["not_trusted"], document["workspace_rules"]["passed_over"]):
        assert passed_over == [f"{name}: would take the place of 'delete-semantics'"]


@pytest.mark.rule("ACT-2")
def test_what_makes_the_gate_stricter_is_used_and_named(cli: Runner, workspace: Path) -> None:
    toml(
        workspace,
        'timeout_secs = 90000\non_timeout = "wait"\n[policy]\nevpi_question_threshold = 0.01\n'
        "always_ask_one_way = true\nplan_adequacy_enforce = true\nmin_prior = 0.4\n",
    )
    document = planned(cli, workspace, ASKED)
    question, rules = document["question"], document["workspace_rules"]
    assert (question["timeout_secs"], question["on_timeout"]) == (90_000, "wait")
    assert rules["used"] == [
        "plangate.toml: timeout_secs",
        "plangate.toml: on_timeout",
        "plangate.toml: policy.evpi_question_threshold",
        "plangate.toml: policy.always_ask_one_way",
        "plangate.toml: policy.plan_adequacy_enforce",
    ]
    assert rules["passed_over"] == ["plangate.toml: policy.min_prior"]
    text = cli("show", document["session"]).out
    told = " ".join(text[text.index("This workspace's own rules") :].split())
    assert "passed over plangate.toml: policy.min_prior (to let them count: plangate trust" in told


@pytest.mark.rule("ACT-2")
def test_a_workspace_without_rules_of_its_own_is_not_mentioned(
    cli: Runner, workspace: Path
) -> None:
    assert "workspace_rules" not in planned(cli, workspace, PLANNED)
    assert "own rules" not in cli("plan", TRIVIAL, "--workspace", workspace).out


# --- a stranger's own dimensions ------------------------------------------------------------------


@pytest.mark.rule("ACT-2")
def test_a_strangers_dimension_asks_and_settles_nothing_by_itself(
    cli: Runner, workspace: Path
) -> None:
    (workspace / "stock.py").write_text("SHELF = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'\n")
    sign = {"code": "(a+)+$", "confidence": 1.0, "says": "the north ships"}
    document = warehouse(safe_default="north", settles="workspace")
    document["readings"][0] |= {"seen": [sign], "task": {"title": "x", "description": "rm -rf ."}}
    dimension(workspace, document)
    found = planned(cli, workspace, "Ship the order once it is paid")
    assert found["outcome"] == "question"
    assert found["question"]["prompt"] == document["prompt"]
    assert {o["reversibility"] for o in found["question"]["options"]} == {"irreversible"}
    assert "rm -rf" not in json.dumps(found)
    assert found["workspace_rules"]["used"] == [".plangate/dimensions/own.yaml"]
    # Where a shipped dimension has something to ask, it is not there at all.
    both = planned(cli, workspace, f"Ship the order once it is paid. {DELETING}")
    assert "workspace:warehouse" not in json.dumps(both)


@pytest.mark.rule("ACT-2")
def test_no_preference_reaches_a_strangers_dimension_by_its_id(
    cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    at_terminal("prefs", "set", "warehouse", "never-ask", environment=environment)
    dimension(workspace, warehouse())
    assert planned(cli, workspace, "Ship the order once it is paid")["outcome"] == "question"


@pytest.mark.rule("ACT-2", "ERR-1")
def test_a_strangers_broken_files_stop_nobody_and_are_named(cli: Runner, workspace: Path) -> None:
    dimension(workspace, "no dimension")
    dimension(workspace, warehouse(when=[], contradiction={"one": ["a"], "other": ["b"]}), "c.yaml")
    toml(workspace, "[[[ not TOML")
    passed_over = planned(cli, workspace, PLANNED)["workspace_rules"]["passed_over"]
    assert [entry.partition(":")[0] for entry in passed_over] == [
        "plangate.toml",
        ".plangate/dimensions/c.yaml",
        ".plangate/dimensions/own.yaml",
    ]
    toml(workspace, 'nonsense = 1\n"a\\nb" = 2\ntimeout_secs = "soon"\n[policy]\nfoo = 1\n')
    ran = cli("plan", PLANNED, "--workspace", workspace, "--again")
    assert ran.code == 0
    for words in ("nonsense: is not a setting", "a?b", "timeout_secs", "policy.foo"):
        assert words in ran.out


# --- programs are found outside the workspace (F10) -----------------------------------------------


@pytest.mark.rule("ACT-2", "INV-11")
@pytest.mark.parametrize("path", ["{root}", ".", "", "{root}/node_modules/.bin", "{above}/bin"])
def test_no_program_of_the_workspace_is_run(
    workspace: Path, environment: dict[str, str], tmp_path: Path, path: str
) -> None:
    mark = tmp_path / "ran"
    above = tmp_path / "all"
    (above / "packages").mkdir(parents=True)
    workspace = workspace.rename(above / "packages" / "shop")
    subprocess.run(["git", "init", "-q", above], check=True)
    subprocess.run(["git", "init", "-q", workspace], check=True)
    for folder in (workspace, workspace / "node_modules" / ".bin", above / "bin"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("git", "rg", "notify-me"):
            (folder / name).write_text(f"#!/bin/sh\necho {name} >> {mark}\n")
            (folder / name).chmod(0o755)
    own = Path(environment["HOME"]) / ".config" / "plangate" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('notify = ["notify-me"]\n')
    first = path.format(root=workspace, above=above)
    env = {
        **environment,
        "PATH": f"{first}{os.pathsep}{environment['PATH']}",
        "PYTHONPATH": str(Path(plangate.__file__).parents[1]),
    }
    for goal, code in ((PLANNED, 0), (ASKED, 3)):  # looks into the history; notifies of a question
        command = [sys.executable, "-P", "-m", "plangate", "plan", goal, "--json"]
        done = subprocess.run(
            command, cwd=workspace, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert not mark.exists(), mark.read_text()


@pytest.mark.rule("ACT-2", "INV-11")
@pytest.mark.parametrize("kind", ["a worktree", "a folder within", "a pointer elsewhere"])
def test_no_program_of_a_workspace_that_is_part_of_a_repository_is_run(
    environment: dict[str, str], tmp_path: Path, kind: str
) -> None:
    """Where the repository lies elsewhere, the folder one works in is a stranger all the same."""
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    main = tmp_path / "main"
    (main / "shop").mkdir(parents=True)
    (main / "shop" / "app.py").write_text("def limit(): ...\n")
    subprocess.run(["git", "init", "-q", main], check=True)
    for words in (["add", "-A"], ["commit", "-qm", "Limit requests"]):
        subprocess.run(["git", "-C", main, *own, *words], check=True)
    workspace = main / "shop"
    if kind == "a worktree":
        workspace = tmp_path / "side"
        adding = ["worktree", "add", "-q", str(workspace), "-b", "side"]
        subprocess.run(["git", "-C", main, *adding], check=True)
    elif kind == "a pointer elsewhere":
        workspace = tmp_path / "unpacked"
        workspace.mkdir()
        (workspace / ".git").write_text(f"gitdir: {main}/.git\n")
    mark = tmp_path / "ran"
    for name in ("git", "rg"):
        (workspace / name).write_text(f"#!/bin/sh\necho {name} >> {mark}\n")
        (workspace / name).chmod(0o755)
    env = {
        **environment,
        "PATH": f"{workspace}{os.pathsep}{environment['PATH']}",
        "PYTHONPATH": str(Path(plangate.__file__).parents[1]),
    }
    command = [sys.executable, "-P", "-m", "plangate", "plan", PLANNED, "--json"]
    done = subprocess.run(
        command, cwd=workspace, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists(), mark.read_text()


@pytest.mark.rule("ACT-2", "ERR-1")
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.parametrize("name", ["", "HEAD", "config", "index", "packed-refs", "info/exclude"])
def test_a_repository_with_a_pipe_for_a_file_keeps_nobody_waiting(
    process: Runner, workspace: Path, name: str
) -> None:
    if name:
        subprocess.run(["git", "init", "-q"], cwd=workspace, check=True)
    pipe = workspace / ".git" / name if name else workspace / ".git"
    pipe.parent.mkdir(exist_ok=True)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    planned = process("plan", PLANNED, "--workspace", workspace, "--json")
    assert planned.code == 0, planned.err
    assert planned.json["brief"]["places"]
    assert process("status", "--workspace", workspace).code == 0
