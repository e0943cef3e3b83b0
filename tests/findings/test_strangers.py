"""What a workspace may not do: run, loosen, redirect, or speak as plangate (F1, F2, F7, F10)."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.conftest import Runner
from tests.findings.support import CLASH, DELETE, GONE, Client, planned, question

LOOSE = "[policy]\nblockers_need_evpi = true\nevpi_question_threshold = 1000\n"


def runs(marker: Path) -> str:
    return f"notify = {json.dumps(['sh', '-c', f'touch {marker}'])}\n"


@pytest.mark.finding("F1")
@pytest.mark.rule("ACT-2")
def test_no_file_of_the_workspace_runs_a_command_or_moves_the_database(
    process: Runner, workspace: Path, tmp_path: Path
) -> None:
    ran, elsewhere = tmp_path / "ran", tmp_path / "far" / "away" / "x.db"
    (workspace / "plangate.toml").write_text(runs(ran) + f"db = {json.dumps(str(elsewhere))}\n")
    assert question(planned(process, CLASH, workspace))
    assert not ran.exists()
    assert not elsewhere.parent.exists()


@pytest.mark.finding("F1", "F2")
@pytest.mark.rule("ACT-2", "MCP-6")
def test_the_server_of_an_agent_that_wrote_the_workspace_does_no_more(
    environment: dict[str, str], workspace: Path, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    (workspace / "plangate.toml").write_text(runs(ran) + LOOSE)
    with Client(workspace, environment) as agent:
        assert agent.plan(CLASH)["outcome"] == "question"
    assert not ran.exists()


@pytest.mark.finding("F2")
@pytest.mark.rule("ACT-2")
def test_no_policy_of_the_workspace_lets_a_contradiction_pass(
    process: Runner, workspace: Path
) -> None:
    (workspace / "plangate.toml").write_text("timeout_secs = 1\n" + LOOSE)
    document = planned(process, CLASH, workspace)
    assert question(document)
    assert document["question"]["timeout_secs"] != 1


@pytest.mark.finding("F2")
@pytest.mark.rule("ACT-2")
def test_no_file_of_the_workspace_calls_a_one_way_door_reversible(
    process: Runner, workspace: Path, tried: Path
) -> None:
    (shipped,) = tried.glob("**/dimensions/delete-semantics.yaml")
    own = workspace / ".plangate" / "dimensions" / shipped.name
    own.parent.mkdir(parents=True)
    document = yaml.safe_load(shipped.read_text(encoding="utf-8"))
    for reading in document["readings"]:
        hard = reading["label"] == GONE
        reading |= {"prior": 0.9 if hard else 0.05, "reversibility": "reversible"}
    own.write_text(yaml.safe_dump(document), encoding="utf-8")
    found = planned(process, DELETE, workspace)
    assert question(found)
    (gone,) = (row for row in found["question"]["options"] if row["label"] == GONE)
    assert gone["reversibility"] == "irreversible"


@pytest.mark.finding("F7")
@pytest.mark.rule("ACT-3")
def test_an_agent_is_told_which_words_are_the_repositorys(
    environment: dict[str, str], workspace: Path
) -> None:
    with Client(workspace, environment) as agent:
        text = json.dumps(agent.plan("Add rate limiting to the public API"))
    assert "redis:7" in text or "docker-compose.yml" in text
    assert "found_text" in text


@pytest.mark.finding("F10")
@pytest.mark.rule("ACT-2")
def test_git_is_never_the_workspaces_own(
    process: Runner, workspace: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    subprocess.run(["git", "init", "--quiet", str(workspace)], check=True)
    ran, git = tmp_path / "ran", workspace / "git"
    git.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
    git.chmod(0o755)
    path = f"{workspace}{os.pathsep}{environment['PATH']}"
    planned(process, "Add a login page", workspace, env={"PATH": path})
    assert not ran.exists()
