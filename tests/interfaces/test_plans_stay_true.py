"""Plans while the world goes on: groups for workers, stale places, proofs (PLAN-8, 10, 11)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner
from tests.interfaces.support import log_of, refused

GOAL = "Add rate limiting to the public API"
MANIFEST = '[project]\nname = "shop"\ndependencies = ["fastapi", "redis"]\n'
API = (
    "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
    '@app.get("/orders")\ndef orders():\n    return []\n'
)


def git(root: Path, *arguments: str) -> None:
    names = (
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.org",
        "-c",
        "commit.gpgsign=false",
    )
    subprocess.run(["git", *names, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def shop(workspace: Path) -> Path:
    """A small service with a history."""
    for path, text in {
        "pyproject.toml": MANIFEST,
        "shop/api.py": API,
        "shop/limits.py": "import redis\n\nstore = redis.Redis()\n",
        "tests/test_api.py": "def test_orders():\n    assert True\n",
    }.items():
        (workspace / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace / path).write_text(text)
    git(workspace, "init", "-q", "-b", "main")
    git(workspace, "add", ".")
    git(workspace, "commit", "-q", "-m", "Serve the orders")
    return workspace


def planned(cli: Runner, shop: Path) -> Any:
    ran = cli("plan", GOAL, "--workspace", shop, "--json")
    assert ran.code == 0, f"expected a plan, got {ran}"
    return ran.json


def edited(cli: Runner, session: str, *tasks: dict[str, Any]) -> None:
    """Somebody's own version, with places of its own."""
    ran = cli("plan-edit", session, "--from-stdin", stdin=json.dumps({"tasks": list(tasks)}))
    assert ran.code == 0, ran


def task(name: str, *files: str, needs: tuple[str, ...] = (), title: str = "") -> dict[str, Any]:
    return {
        "id": name,
        "title": title or f"Change {name} of the shop",
        "description": f"Add what {name} needs to {', '.join(files) or 'the shop'}",
        "files": list(files),
        "depends_on": list(needs),
        "check": "pytest tests passes",
    }


# --- groups ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-8")
def test_an_outcome_says_which_tasks_can_run_side_by_side(cli: Runner, shop: Path) -> None:
    document = planned(cli, shop)
    groups = document["groups"]
    listed = [name for group in groups["groups"] for name in group["tasks"]]
    assert sorted(listed) == sorted(each["id"] for each in document["plan"]["tasks"])
    assert groups["kind"] == ("parallel" if groups["workers"] > 1 else "simple")


@pytest.mark.rule("PLAN-8")
def test_ready_hands_out_groups_that_share_no_file(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    edited(
        cli,
        session,
        task("t1", "shop/api.py"),
        task("t2", "shop/limits.py"),
        task("t3", "tests/test_api.py", needs=("t1", "t2")),
    )
    groups = cli("ready", session, "--groups", "--json").json["groups"]
    assert (groups["kind"], groups["workers"]) == ("parallel", 2)
    assert [(g["tasks"], g["state"]) for g in groups["groups"]] == [
        (["t1"], "ready"),
        (["t2"], "ready"),
        (["t3"], "waiting"),
    ]
    cli("done", session, "t1")
    cli("start", session, "t2")
    text = cli("ready", session, "--groups").out
    assert "g1  done" in text
    assert "g2  started" in text
    assert "g3  waiting  after g1, g2" in text


# --- stale places ---------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-10")
def test_nothing_is_stale_while_nothing_has_changed(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    for command in (("ready", session), ("status", session), ("start", session, "t1")):
        assert cli(*command, "--json").json["stale"] == []


@pytest.mark.rule("PLAN-10")
def test_a_place_that_is_gone_is_named_with_a_revision(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    edited(cli, session, task("t1", "shop/api.py"), task("t2", "shop/limits.py", "shop/new.py"))
    (shop / "shop/api.py").unlink()
    (shop / "shop/new.py").write_text("somebody was faster\n")
    for command in ("ready", "status"):
        stale = cli(command, session, "--json").json["stale"]
        assert [(entry["task"], entry["what"]) for entry in stale] == [
            ("t1", "shop/api.py"),
            ("t2", "shop/new.py"),
        ]
        assert "no longer there" in stale[0]["says"]
        assert "there by now" in stale[1]["says"]
    text = cli("start", session, "t1").out
    assert "shop/api.py is no longer there since the plan was made" in text
    offer = f"plangate fail {session} t1 --why 'shop/api.py is no longer there'"
    assert offer in text
    # The revision that is offered plans the task anew, and from then on that is how it stands.
    assert cli("fail", session, "t1", "--why", "shop/api.py is no longer there").code == 0
    assert all(entry["task"] != "t1" for entry in cli("ready", session, "--json").json["stale"])


@pytest.mark.rule("PLAN-10")
def test_what_the_work_itself_changed_is_no_surprise(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    edited(cli, session, task("t1", "shop/api.py"), task("t2", "shop/api.py", "shop/limits.py"))
    cli("start", session, "t1")
    (shop / "shop/api.py").write_text(API + "# limited\n")
    (shop / "shop/limits.py").write_text("somebody else was here\n")
    stale = cli("ready", session, "--json").json["stale"]
    assert [entry["what"] for entry in stale] == ["shop/limits.py"]


@pytest.mark.rule("PLAN-10")
def test_evidence_that_no_longer_stands_is_named_with_its_decision(cli: Runner, shop: Path) -> None:
    document = planned(cli, shop)
    inferred = [a for a in document["assumptions"] if a["evidence"] and a["tasks"]]
    assert inferred, "the redis in the manifest decides where limits are counted"
    (shop / "pyproject.toml").write_text('[project]\nname = "shop"\ndependencies = ["fastapi"]\n')
    (shop / "shop/limits.py").write_text("store = {}\n")
    stale = cli("status", document["session"], "--json").json["stale"]
    decisions = [entry for entry in stale if entry["offer"].startswith("plangate wrong")]
    assert decisions, stale
    assert decisions[0]["offer"].split()[-1] in {a["id"] for a in inferred}
    assert "no longer says so" in decisions[0]["says"]


@pytest.mark.rule("PLAN-10")
def test_a_line_that_only_moved_still_holds(cli: Runner, shop: Path) -> None:
    document = planned(cli, shop)
    (shop / "pyproject.toml").write_text("# a remark\n\n" + MANIFEST)
    stale = cli("ready", document["session"], "--json").json["stale"]
    assert not [entry for entry in stale if entry["offer"].startswith("plangate wrong")]


# --- proofs ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-11")
def test_a_commit_a_file_and_an_exit_show_that_a_task_is_done(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    edited(cli, session, *(task(f"t{n}", f"shop/part{n}.py") for n in range(1, 5)))
    (shop / "shop/part1.py").write_text("made\n")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "Make the first part")
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=shop, check=True, capture_output=True, text=True
    ).stdout.strip()
    assert cli("done", session, "t1", "--proof", f"commit {head[:10]}").code == 0
    assert cli("done", session, "t2", "--proof", "file shop/part1.py").code == 0
    assert cli("done", session, "t3", "--proof", "exit 0: pytest tests").code == 0
    told = " ".join(cli("done", session, "t4").out.split())
    assert "proved (it is written down, not run): plangate done" in told
    status = cli("status", session, "--json").json
    assert status["proofs"]["t1"] == {
        "kind": "commit",
        "what": head,
        "checked": True,
        "detail": "Make the first part",
    }
    assert status["proofs"]["t2"]["checked"] is True
    assert status["proofs"]["t3"] == {
        "kind": "command",
        "what": "pytest tests",
        "checked": False,
        "detail": "exit 0, as reported",
    }
    assert status["unproved"] == ["t4"]
    assert "Noted as done, without proof: t4" in cli("status", session).out


@pytest.mark.rule("PLAN-11", "ERR-1")
@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("exit 1: pytest", "not done"),
        ("file shop/nothing.py", "not in the workspace"),
        ("file ../secret", "not in the workspace"),
        ("0123456789abcdef", "is not found"),
        ("looks good to me", "shows nothing"),
    ],
)
def test_what_shows_nothing_is_refused_and_nothing_is_written(
    proof: str, said: str, cli: Runner, shop: Path
) -> None:
    session = planned(cli, shop)["session"]
    before = log_of(cli, session)
    refused(cli("done", session, "t1", "--proof", proof), "--proof", said)
    assert log_of(cli, session) == before


@pytest.mark.rule("PLAN-11", "ERR-1")
def test_a_file_nobody_touched_shows_nothing_until_it_is_changed(cli: Runner, shop: Path) -> None:
    session = planned(cli, shop)["session"]
    (shop / "shop/part1.py").write_text("before\n")
    edited(cli, session, task("t1", "shop/part1.py"))
    proof = ("done", session, "t1", "--proof", "file shop/part1.py")
    refused(cli(*proof), "--proof", "is as it was when this was planned")
    (shop / "shop/part1.py").write_text("after\n")
    assert cli(*proof).code == 0


@pytest.mark.rule("PLAN-11")
def test_a_commit_that_names_a_task_is_offered_and_may_be_taken_later(
    cli: Runner, shop: Path
) -> None:
    session = planned(cli, shop)["session"]
    edited(cli, session, task("t1", "shop/part1.py"), task("t11", "shop/part2.py"))
    cli("start", session, "t1")
    assert cli("status", session, "--json").json["proof_offered"] == []
    git(shop, "commit", "-q", "--allow-empty", "-m", "Limit the orders (t1)")
    git(shop, "commit", "-q", "--allow-empty", "-m", "Prepare for t11-like things")
    (offered,) = cli("status", session, "--json").json["proof_offered"]
    assert (offered["task"], offered["subject"]) == ("t1", "Limit the orders (t1)")
    assert offered["command"] in cli("done", session, "t1").out
    assert cli(*offered["command"].split()[1:]).code == 0
    assert cli("status", session, "--json").json["unproved"] == []
    refused(cli(*offered["command"].split()[1:]), "already done", code=4)
