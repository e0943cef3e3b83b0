"""Paths within a workspace are read as it has them, at every door; others are refused."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import plangate
from plangate.app.acts.plans.plan_acts import adopt
from plangate.app.session_options import SessionOptions
from plangate.core.events.event import PlanAdopted
from plangate.core.model.nouns import Task
from tests.conftest import Ran, Runner
from tests.interfaces.hook.calls import planned
from tests.interfaces.mcp.support import CLEAR, PROPOSAL, server_for, text_of
from tests.interfaces.mcp.support import run as run_mcp
from tests.interfaces.mcp.support import told as told_tool

GOAL = "Answer with the time from public_api"
#: Paths that name nothing in a workspace, however a file spells them.
STRANGE = (
    "/", "//", "///", "/etc/passwd", "..", "../..", "a/../..", "C:\\x", "C:/x", "~", "~/x", "\\\\a",
    "", " ", ".", "./", "a//b/", ":", ":1", "a:1:2", "x" * 4_000, "d/" * 2_000, "\x00", "a\x00b",
    "x" * 10_000, "\ud800",
)  # fmt: skip


def markdown(path: str) -> str:
    return (
        f"# {GOAL}\n\n- [ ] Add the time to the answer of public_api in {path}, in UTC\n"
        f"- [ ] Cover public_api with a test of the time: `pytest {path}`\n"
    )


def document(*files: str) -> dict[str, Any]:
    task = {"id": "t1", "description": "Add the time to the answer of public_api, in UTC"}
    return {"goal": GOAL, "tasks": [{**task, "files": list(files), "check": "pytest"}]}


def written(tmp_path: Path, plan: Any) -> Path:
    file = tmp_path / ("plan.md" if isinstance(plan, str) else "plan.json")
    file.write_text(plan if isinstance(plan, str) else json.dumps(plan))
    return file


def reviewed(cli: Runner, workspace: Path, path: str) -> Ran:
    given = planned(workspace, markdown(path))
    return cli("hook", "claude", "plan-review", stdin=given)


def codes(report: Any) -> list[str]:
    return [str(code) for code in report["adequacy_reason_codes"]]


@pytest.mark.rule("PLAN-12", "INV-11")
def test_an_adopted_plan_names_files_as_its_workspace_has_them(
    cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    file = written(tmp_path, document(f"{workspace}/app/api.py"))
    ran = cli("adopt", file, "--workspace", workspace, "--json")
    assert ran.code in (0, 3), ran
    assert [task["files"] for task in ran.json["plan"]["tasks"]] == [["app/api.py"]]
    assert cli("status", ran.json["session"]).code == 0


@pytest.mark.rule("PLAN-12", "ERR-1")
@pytest.mark.parametrize("path", ["/etc/passwd", "/", "../shop2/a.py", "a/../../b", "C:\\x.py"])
def test_a_plan_for_files_elsewhere_is_not_adopted_and_nothing_is_written(
    cli: Runner, workspace: Path, tmp_path: Path, path: str
) -> None:
    ran = cli("adopt", written(tmp_path, document(path)), "--workspace", workspace)
    assert ran.code == 2
    assert "tasks.t1.files: " in ran.err
    assert "is outside; accepted: paths within the workspace" in ran.err
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("ERR-1", "PLAN-10")
def test_a_record_with_a_path_from_the_root_opens_as_any_other(
    cli: Runner, workspace: Path, db: Path
) -> None:
    task = Task("t1", "Add the time", "Add the time to it", files=("/etc/a.py", "/", "//x/y"))
    with plangate.open_planner(workspace=workspace, db=db) as planner:
        plan = PlanAdopted((task,), "PLAN.md", "plangate", (), ())
        name = adopt(planner, GOAL, str(workspace), plan, SessionOptions()).session.id
    for command in ("status", "show", "resume"):
        assert cli(command, name).code in (0, 3), command


@pytest.mark.rule("ADQ-20", "ADQ-21")
@pytest.mark.parametrize("plan", [markdown, document], ids=["a page", "a document"])
def test_a_plan_with_paths_from_the_root_is_measured_like_one_without(
    cli: Runner, workspace: Path, tmp_path: Path, plan: Callable[[str], Any]
) -> None:
    def measured(path: str) -> Any:
        file = written(tmp_path, plan(path))
        return cli("check", file, "--workspace", workspace, "--json").json

    near, far = measured("app/api.py"), measured(f"{workspace}/app/api.py")
    assert codes(far) == codes(near)
    assert "unknown_file" not in codes(far)
    elsewhere = measured("/nowhere/app/api.py")
    assert {"no_place", "unknown_file"} & {*codes(elsewhere)}


@pytest.mark.rule("HOOK-4", "ADQ-21")
def test_a_hook_measures_a_plan_with_paths_from_the_root_like_one_without(
    cli: Runner, workspace: Path
) -> None:
    near, far = (reviewed(cli, workspace, x) for x in ("app/api.py", f"{workspace}/app/api.py"))
    assert far.out == near.out
    assert "no_place" not in far.out
    assert "no_place" in reviewed(cli, workspace, "/nowhere/app/api.py").out


@pytest.mark.rule("MCP-3")
def test_a_host_may_name_files_and_lines_by_where_they_lie(workspace: Path, db: Path) -> None:
    api = workspace / "app" / "api.py"
    api.write_text("# numbers stand at the top\n" + api.read_text())
    for words in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm one"):
        subprocess.run(["git", *words.split()], cwd=workspace, check=True)
    (task, *others) = PROPOSAL["tasks"]
    line = {"claim": "it is here", "quote": "# numbers stand at the top"}
    fact = {**line, "locator": f"{workspace}/app/api.py:1", "supports": {"number-place": "top"}}
    tasks = [{**task, "files": [f"{workspace}/app/api.py"]}, *others]

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told_tool(
                client, "plan", goal=CLEAR, **{**PROPOSAL, "tasks": tasks}, evidence=[fact]
            )

    assert "not_counted" not in run_mcp(work)


@pytest.mark.rule("MCP-3")
def test_a_line_outside_the_workspace_counts_for_nothing_and_says_so(
    cli: Runner, workspace: Path, db: Path
) -> None:
    fact = {"claim": "x", "locator": "/etc/passwd:1", "quote": "root:x:0:0"}

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told_tool(client, "plan", goal=CLEAR, **PROPOSAL, evidence=[fact])

    told = run_mcp(work)
    assert told["not_counted"] == ["/etc/passwd:1: it is outside the workspace"]
    assert cli("status", told["session"]).code == 0


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("path", STRANGE, ids=range(len(STRANGE)))
def test_no_path_however_strange_ends_in_more_than_a_line(
    cli: Runner, workspace: Path, tmp_path: Path, db: Path, path: str
) -> None:
    file = written(tmp_path, document(path))
    for command in ("adopt", "check"):
        ran = cli(command, file, "--workspace", workspace)
        assert ran.code in (0, 2, 3, 5), ran
        assert len(ran.err.strip().splitlines()) <= 1, ran.err
    if path.isprintable():
        assert reviewed(cli, workspace, path).code == 0
    task = {"id": "t1", "do": "Add the time to it", "files": [path], "new_files": [path]}
    fact = {"claim": "it is so", "locator": f"{path}:1", "quote": "def public_api(request):"}
    if "\ud800" in path:
        return  # no client can send it

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            plan = {"plan": {"goal": CLEAR, "tasks": [task]}}
            for tool, brought in (
                ("plan", {"goal": CLEAR, "tasks": [task]}),
                ("plan", {"goal": CLEAR, **PROPOSAL, "evidence": [fact]}),
                ("check_plan", plan),
            ):
                said = text_of(await client.call_tool(tool, brought))
                assert "defect" not in said
                assert said.startswith("{") or "\n" not in said

    run_mcp(work)
    assert cli("sessions").code == 0


@pytest.mark.rule("REC-2", "REC-9")
def test_a_record_that_rests_on_files_far_down_holds_as_any_other(
    cli: Runner, workspace: Path
) -> None:
    far_down = workspace.joinpath(*["a" * 40] * 30, "public_api.py")
    far_down.parent.mkdir(parents=True)
    far_down.write_text("def public_api(request):\n    return rate_limit(request)\n", "utf-8")
    for words in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm one"):
        subprocess.run(["git", *words.split()], cwd=workspace, check=True)
    goal = "Add rate limiting to the public API"
    planned = cli("plan", goal, "--workspace", workspace, "--json").json
    audit = cli("audit")
    assert audit.code == 0, audit.out
    assert cli("doctor").code == 0
    assert cli("show", planned["session"]).code == 0
