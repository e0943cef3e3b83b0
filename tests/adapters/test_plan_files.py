"""Plans written as files, and files of other tools changed without losing what is not ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.formats.detection import detect_and_read, rewritten
from plangate.adapters.formats.format import Written
from plangate.adapters.formats.issues import read_issue
from plangate.core.model.errors import BadInput
from plangate.wiring.plan_files import plan_formats, write_plan_file
from tests.conftest import Runner

pytestmark = pytest.mark.rule("PLAN-4")

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12
)
LINE = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
PROSE = st.lists(
    LINE | st.sampled_from(["# not a heading", "- **Check**: no", "\\ back", "> q"]),
    min_size=1,
    max_size=4,
).map("\n".join)


def write(plan: Written, to: str) -> str:
    return write_plan_file(to, *plan)


@st.composite
def plans(draw: st.DrawFn) -> Written:
    """A plan whose tasks carry any of the fields, each behind what it depends on."""
    tasks: list[dict[str, Any]] = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        names = [task["id"] for task in tasks]
        fields = {
            "title": draw(LINE),
            "files": draw(st.lists(WORDS, max_size=3, unique=True)),
            "complexity": draw(st.integers(1, 10)),
            "depends_on": draw(st.lists(st.sampled_from(names), unique=True)) if names else [],
            "preconditions": draw(st.lists(PROSE, max_size=2)),
            "check": draw(st.just("") | PROSE),
            "reversibility": draw(st.sampled_from(["reversible", "partial", "irreversible"])),
        }
        kept = draw(st.sets(st.sampled_from(list(fields))))
        task = {"id": f"t{number}", "description": draw(PROSE)}
        tasks.append(task | {name: fields[name] for name in fields if name in kept | {"title"}})
    return Written(draw(LINE), tasks)


@given(plans())
@settings(max_examples=settings().max_examples)
@pytest.mark.parametrize("to", ["markdown", "json"])
def test_our_own_formats_are_read_back_as_they_were(to: str, plan: Written) -> None:
    name = {"markdown": "plan.md", "json": "plan.json"}[to]
    read, kind = detect_and_read(write(plan, to).encode(), name)
    assert kind == {"json": "plangate"}.get(to, to)
    assert read == {"goal": plan.goal, "tasks": list(plan.tasks)}


@given(plans())
@settings(max_examples=settings().max_examples // 2)
def test_task_master_files_carry_every_field_task_master_has(plan: Written) -> None:
    read, kind = detect_and_read(write(plan, "task-master").encode(), "tasks.json")
    assert kind == "task-master"
    assert [task["id"] for task in read["tasks"]] == [task["id"][1:] for task in plan.tasks]
    for ours, back in zip(plan.tasks, read["tasks"], strict=True):
        assert back["title"] == ours["title"]
        assert back["check"] == ours.get("check", "")
        assert back["depends_on"] == [name[1:] for name in ours.get("depends_on", [])]
        assert back.get("complexity") == ours.get("complexity")
        if ours.get("files"):
            assert back["files"] == ours["files"]


@given(plans())
@settings(max_examples=settings().max_examples // 2)
@pytest.mark.parametrize("to", plan_formats())
def test_every_writer_writes_every_plan_and_what_it_writes_is_stable(
    to: str, plan: Written
) -> None:
    text = write(plan, to)
    assert text == write(plan, to)
    assert text.endswith("\n")


CHAIN = Written(
    "Add a limit to the API",
    [
        {
            "id": "t1",
            "title": "Add the store",
            "description": "Add the store in app/limits.py",
            "files": ["app/limits.py"],
            "check": "pytest",
        },
        {"id": "t2", "title": "Add the docs", "description": "Write docs/limits.md"},
        {
            "id": "t3",
            "title": 'Call "it" [everywhere]',
            "description": "Call it.\nIn each route.",
            "depends_on": ["t1"],
            "reversibility": "irreversible",
        },
    ],
    done=frozenset({"t1"}),
)


def test_mermaid_shows_the_graph_and_obeys_nothing_in_a_title() -> None:
    assert write(CHAIN, "mermaid") == (
        "flowchart TD\n"
        '    n1["t1: Add the store"]\n'
        '    n2["t2: Add the docs"]\n'
        '    n3[["t3: Call #34;it#34; #91;everywhere#93;"]]\n'
        "    n1 --> n3\n"
        "    classDef done opacity:0.5\n"
        "    class n1 done\n"
    )


def test_spec_kit_has_a_phase_a_wave_and_a_mark_for_what_runs_side_by_side() -> None:
    text = write(CHAIN, "spec-kit")
    assert text.splitlines() == [
        "# Tasks: Add a limit to the API",
        "",
        "## Phase 1",
        "",
        "- [x] T001 [P] Add the store in app/limits.py",
        "  Verify: pytest",
        "- [ ] T002 [P] Add the docs: Write docs/limits.md",
        "",
        "## Phase 2",
        "",
        '- [ ] T003 Call "it" [everywhere]: Call it. (depends on T001)',
        "  In each route.",
    ]
    read, kind = detect_and_read(text.encode(), "tasks.md")
    assert kind == "spec-kit"
    assert [task["id"] for task in read["tasks"]] == ["T001", "T002", "T003"]
    assert read["tasks"][2]["depends_on"] == ["T001"]


@pytest.mark.parametrize("to", ["checklist", "claude-plan"])
def test_lists_for_people_are_read_back_with_as_many_tasks(to: str) -> None:
    read, kind = detect_and_read(write(CHAIN, to).encode(), "plan.md")
    assert kind == to
    assert len(read["tasks"]) == 3
    assert read["goal"] == "Add a limit to the API"


# --- files of other tools -------------------------------------------------------------------------

TAGGED: dict[str, Any] = {
    "master": {
        "tasks": [
            {
                "id": 1,
                "title": "Model",
                "description": "Add the model",
                "details": "with an index",
                "status": "in-progress",
                "priority": "high",
                "assignee": {"name": "ada"},
                "dependencies": [],
                "subtasks": [
                    {"id": 1, "title": "Index", "description": "Add it", "status": "done"}
                ],
            },
            {"id": 2, "title": "Route", "description": "Add the route", "dependencies": [1]},
        ],
        "metadata": {"created": "2026-01-01", "note": "kept"},
    },
    "later": {"tasks": [{"id": 9, "title": "Not now", "description": "Not now"}]},
}
SPECKIT = (
    "# Tasks: Shop\r\n\r\n**Prerequisites**: plan.md\r\n\r\n## Phase 1: Setup (Shared)\r\n\r\n"
    "- [x] T001 [P] [US1] Create the model in src/model.py\r\n"
    "- [ ] T002 [US1] Wire the route in src/routes.py\r\n\r\n"
    "**Checkpoint**: story one works\r\n"
)
CHECKLIST = (
    "# Move house\n\nSome words.\n\n- [x] Pack the books\n- [ ] Call the movers\n  - at nine\n"
)
CLAUDE = (
    "# Add a flag\n\n## Steps\n\n### 1. Add it\n\nAdd the flag to cli.py.\n\n"
    "### 2. Test it\n\nRun pytest.\n"
)

FILES: dict[str, bytes] = {
    "tasks.json": json.dumps(TAGGED, indent=4).encode(),
    "legacy.json": json.dumps({"tasks": TAGGED["master"]["tasks"], "meta": {"x": 1}}).encode(),
    "tasks.md": SPECKIT.encode(),
    "todo.md": CHECKLIST.encode(),
    "plan.md": CLAUDE.encode(),
    "marked.md": b"\xef\xbb\xbf" + CHECKLIST.encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_whose_tasks_did_not_change_comes_back_byte_for_byte(name: str) -> None:
    raw = FILES[name]
    assert rewritten(raw, name, detect_and_read(raw, name)[0]["tasks"]).encode() == raw


@pytest.mark.parametrize("name", ["tasks.json", "legacy.json"])
def test_a_changed_task_keeps_every_field_that_is_not_ours(name: str) -> None:
    tasks = detect_and_read(FILES[name], name)[0]["tasks"]
    changed = [
        task | {"check": "pytest -k route", "depends_on": ["1", "1.1"]}
        if task["id"] == "2"
        else task
        for task in tasks
    ]
    after = json.loads(rewritten(FILES[name], name, changed))
    before = json.loads(FILES[name])
    listed = after["master"]["tasks"] if name == "tasks.json" else after["tasks"]
    assert listed[1].pop("testStrategy") == "pytest -k route"
    assert listed[1]["dependencies"] == [1, "1.1"]
    listed[1]["dependencies"] = [1]
    assert after == before, "nothing else changed"
    again, _ = detect_and_read(rewritten(FILES[name], name, changed).encode(), name)
    assert again["tasks"] == changed


def test_new_and_removed_tasks_of_task_master_leave_the_others_alone() -> None:
    raw = FILES["tasks.json"]
    tasks = detect_and_read(raw, "tasks.json")[0]["tasks"]
    new = {"id": "3", "title": "Check", "description": "Run the tests", "depends_on": ["2"]}
    kept = [task for task in tasks if task["id"] != "1.1"]
    after = json.loads(rewritten(raw, "tasks.json", [*kept, new]))
    listed = after["master"]["tasks"]
    assert listed[0]["subtasks"] == []
    assert listed[0]["assignee"] == {"name": "ada"}
    assert (listed[2]["id"], listed[2]["dependencies"]) == (3, [2])
    assert after["later"] == TAGGED["later"]


def test_a_changed_line_of_spec_kit_keeps_its_box_its_labels_and_its_line_ends() -> None:
    tasks = detect_and_read(FILES["tasks.md"], "tasks.md")[0]["tasks"]
    changed = [
        tasks[0] | {"description": "Create the model and its index in src/model.py"},
        tasks[1],
    ]
    new = {"id": "T003", "description": "Verify the story in tests/test_story.py"}
    after = rewritten(FILES["tasks.md"], "tasks.md", [*changed, new])
    expected = SPECKIT.replace("the model in", "the model and its index in").replace(
        "src/routes.py\r\n",
        "src/routes.py\r\n- [ ] T003 Verify the story in tests/test_story.py\r\n",
    )
    assert after == expected


def test_a_change_that_cannot_be_made_in_place_is_refused_and_says_what_can_be_done() -> None:
    tasks = detect_and_read(FILES["plan.md"], "plan.md")[0]["tasks"]
    with pytest.raises(BadInput, match=r"cannot be changed in it.*--to markdown"):
        rewritten(FILES["plan.md"], "plan.md", [tasks[0] | {"description": "x y z"}, tasks[1]])
    listed = detect_and_read(FILES["todo.md"], "todo.md")[0]["tasks"]
    with pytest.raises(BadInput, match="cannot be taken out"):
        rewritten(FILES["todo.md"], "todo.md", listed[:1])


# --- the command ----------------------------------------------------------------------------------


def test_the_command_line_offers_every_format_there_is_a_writer_for() -> None:
    assert plan_formats() == tuple(sorted(plan_formats()))
    assert {"checklist", "claude-plan", "json", "markdown", "mermaid"} < set(plan_formats())


@pytest.mark.parametrize("to", plan_formats())
@pytest.mark.parametrize("name", FILES)
def test_any_file_can_be_written_as_any_other(name: str, to: str) -> None:
    read, _ = detect_and_read(FILES[name], name)
    assert write(Written(read.get("goal") or "Plan", read["tasks"]), to).strip()


def test_the_command_writes_a_file_in_another_format(cli: Runner, tmp_path: Path) -> None:
    file = tmp_path / "tasks.md"
    file.write_bytes(FILES["tasks.md"])
    ran = cli("convert", file, "--to", "task-master")
    assert ran.code == 0, ran.err
    assert [task["id"] for task in ran.json["master"]["tasks"]] == [1, 2]


def test_the_command_returns_a_file_in_its_own_format_untouched(
    cli: Runner, tmp_path: Path
) -> None:
    for name, to in (("tasks.json", "task-master"), ("todo.md", "checklist")):
        file = tmp_path / name
        file.write_bytes(FILES[name])
        assert cli("convert", file, "--to", to).out == FILES[name].decode()


def test_a_sessions_plan_is_shown_in_every_format(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    goal = "Rename public_api in app/api.py, then document it"
    planned = person("plan", goal, "--workspace", workspace, "--route", "plan", "--json").json
    tasks = planned["plan"]["tasks"]
    assert cli("done", planned["session"], tasks[0]["id"]).code == 0
    assert "- [x] " in cli("show", planned["session"], "--as", "checklist").out
    for to in ("mermaid", "task-master"):
        ran = cli("show", planned["session"], "--as", to)
        assert ran.code == 0, ran.err
        assert tasks[0]["title"].split()[0] in ran.out
    read, kind = detect_and_read(
        cli("show", f"{planned['session']}-v1", "--as", "markdown").out.encode(), "x.md"
    )
    assert kind == "markdown"
    assert read["tasks"] == tasks


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "docx"), "docx"),
        ((), "--to"),
        (("--to", "json", "--tasks", "missing.json"), "--tasks"),
    ],
)
def test_what_cannot_be_converted_is_one_line(
    arguments: tuple[str, ...], said: str, cli: Runner, tmp_path: Path
) -> None:
    file = tmp_path / "todo.md"
    file.write_bytes(FILES["todo.md"])
    ran = cli("convert", file, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


@given(plans())
@settings(max_examples=settings().max_examples // 4)
@pytest.mark.parametrize("to", ["github-issues", "gitlab-issues", "jira-issues"])
@pytest.mark.rule("PLAN-12")
def test_every_open_task_is_an_issue_that_a_plan_can_be_made_from(to: str, plan: Written) -> None:
    done = plan._replace(done=frozenset({plan.tasks[0]["id"]}))

    issues = json.loads(write(done, to))

    assert len(issues) == len(plan.tasks) - 1
    for issue, task in zip(issues, plan.tasks[1:], strict=True):
        read = read_issue(json.dumps(issue).encode(), "issue.json")
        assert read.title.startswith(f"{task['id']}: ")
        assert task["description"].split()[0] in read.text


def test_a_list_of_issues_keeps_what_each_says_and_its_number() -> None:
    """PLAN-4: what `gh issue list --json number,title,body,state` prints is a plan of issues."""
    issues = [
        {
            "number": 31,
            "title": "Add paging",
            "body": "In app/items.py,\r\nby number",
            "state": "OPEN",
        },
        {"number": 32, "title": "Sort the list", "body": None, "state": "OPEN"},
    ]
    plan, form = detect_and_read(json.dumps(issues).encode(), "issues.json")
    assert form == "github-issues"
    assert plan["tasks"] == [
        {
            "id": "31",
            "title": "Add paging",
            "description": "In app/items.py,\nby number",
            "files": ["app/items.py"],
        },
        {"id": "32", "title": "Sort the list", "description": "Sort the list"},
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("todo.md", "# Paging\n\n- [x] Add the model\n- [ ] Add the route\n"),
        ("tasks.md", "# Tasks: Paging\n\n- [X] T001 Add the model\n- [ ] T002 Add the route\n"),
        (
            "tasks.json",
            json.dumps(
                {
                    "tasks": [
                        {"id": 1, "title": "Add the model", "status": "done"},
                        {"id": 2, "title": "Add the route", "status": "pending"},
                    ]
                }
            ),
        ),
    ],
)
def test_what_a_file_says_is_done_stays_done_in_another_format(
    name: str, text: str, cli: Runner, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    for to, said in (
        ("checklist", ("- [x]", "- [ ]")),
        ("spec-kit", ("- [x]", "- [ ]")),
        ("task-master", ('"status": "done"', '"status": "pending"')),
    ):
        made = cli("convert", tmp_path / name, "--to", to).out.replace("[X]", "[x]")
        assert [made.count(one) for one in said] == [1, 1], (to, made)
    issues = json.loads(cli("convert", tmp_path / name, "--to", "github-issues").out)
    assert len(issues) == 1
