"""Plan files of other tools: what is a task in them, and what never is (ADQ-19, PLAN-2).

Every file here was written for these tests.
"""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.formats.detection import detect_and_read
from plangate.adapters.formats.format import Written
from plangate.adapters.formats.prose import paths_in, references_in
from plangate.adapters.formats.registry import own_readers
from plangate.adapters.formats.tools.markdown import write
from plangate.core.model.errors import BadInput
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.plan_document import read_foreign_plan, read_plan_document
from plangate.core.publishing.page import Page, PageTask, page_text

pytestmark = pytest.mark.rule("ADQ-19")

Json = dict[str, Any]


def read(text: str, name: str = "plan.md") -> tuple[Json, str]:
    return detect_and_read(dedent(text).encode(), name)


def tasks_of(text: str, name: str = "plan.md") -> list[str]:
    """The first line of every task."""
    return [task["description"].split("\n")[0] for task in read(text, name)[0]["tasks"]]


def judged_or_refused(raw: bytes, name: str) -> str | Json:
    try:
        return judged(raw, name)
    except BadInput as refusal:
        return str(refusal)


def judged(raw: bytes, name: str = "") -> Json:
    plan, found = detect_and_read(raw, name)
    reader = read_plan_document if found == "plangate" else read_foreign_plan
    return dict(check_plan(reader(plan)))


# --- checklists -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        pytest.param("- [ ] Add it\n- [x] Test it\n* [X] Ship it\n+ [-] Drop it",
                     ["Add it", "Test it", "Ship it", "Drop it"], id="marks"),
        pytest.param("1. [ ] Add it\n2) [x] Test it", ["Add it", "Test it"], id="numbered boxes"),
        pytest.param("[ ] Add it\n[x] Test it", ["Add it", "Test it"], id="boxes without a mark"),
        pytest.param("☐ Add it\n☑ Test it", ["Add it", "Test it"], id="drawn boxes"),
        pytest.param("- [] Add it\n- [ ]Test it", ["Add it", "Test it"], id="missing blanks"),
        pytest.param("-  [ ]  🚀 **Add** it", ["🚀 Add it"], id="emoji and bold"),
        pytest.param("- [ ] Add it\r\n- [x] Test it\r\n", ["Add it", "Test it"], id="CRLF"),
        pytest.param("\t- [ ] Add it\n\t\t- [ ] Test it", ["Add it", "Test it"], id="tabs"),
        pytest.param("> - [ ] Add it\n> - [ ] Test it", ["Add it", "Test it"], id="quoted"),
        pytest.param("- [ ] Add it\n\n\n  - [ ] Test it\n- plain", ["Add it", "Test it"],
                     id="nested boxes and a bullet"),
        pytest.param("- [x](http://a.b) no box\n- [ ] Add it", ["Add it"], id="a link is no box"),
        pytest.param("- [1] a footnote\n- [ ] Add it", ["Add it"], id="a footnote is no box"),
        pytest.param("- [ ] Add it\n```\n- [ ] not this\n```\n- [ ] Test it",
                     ["Add it", "Test it"], id="a fence"),
        pytest.param("- [ ] Add it\n  ~~~sh\n  - [ ] not this\n  ~~~\n- [ ] Test it",
                     ["Add it", "Test it"], id="a fence in an item"),
        pytest.param("````\n```\n- [ ] not this\n```\n````\n- [ ] Add it", ["Add it"],
                     id="a fence within a fence"),
        pytest.param("- [ ] Add it\n```\n- [ ] Test it", ["Add it", "Test it"],
                     id="a fence that never ends is none"),
        pytest.param("<!-- - [ ] not this\n- [ ] nor this -->\n- [ ] Add it", ["Add it"],
                     id="a comment"),
        pytest.param("<!-- never closed\n- [ ] Add it", ["Add it"], id="half a comment"),
        pytest.param("---\ntitle: x\ntodo: '- [ ] not this'\n---\n- [ ] Add it", ["Add it"],
                     id="front matter"),
        pytest.param("---\n- [ ] Add it", ["Add it"], id="half of front matter"),
        pytest.param("| a | b |\n|---|---|\n| - [ ] not this | x |\n\n- [ ] Add it", ["Add it"],
                     id="a table"),
        pytest.param("- [ ] Add it\n***\n- - -\n- [ ] Test it", ["Add it", "Test it"], id="rules"),
        pytest.param("\ufeff- [ ] Add it", ["Add it"], id="a byte order mark"),
        pytest.param("- [ ] Add caf\u0083\u00e9", ["Add caf é"], id="a slip of encodings"),
    ],
)  # fmt: skip
def test_every_box_is_a_task_and_nothing_else_is(text: str, tasks: list[str]) -> None:
    assert tasks_of(text) == tasks
    assert read(text)[1] == "checklist"


def test_what_stands_below_a_box_belongs_to_it() -> None:
    text = """\
        # Add limits

        - [ ] Add the bucket
          in `app/bucket.py`
          - count the calls

          and forget them later
        - [ ] Test it
          - [ ] at the edges
            with a clock
        A closing word.
        """
    assert [task["description"] for task in read(text)[0]["tasks"]] == [
        "Add the bucket\nin `app/bucket.py`\ncount the calls\nand forget them later",
        "Test it",
        "at the edges\nwith a clock\nA closing word.",
    ]


def test_boxes_under_criteria_are_no_tasks_where_there_are_others() -> None:
    text = "- [ ] Add it\n## Definition of done\n- [ ] It is green\n## Testing\n- [ ] Test it\n"
    assert tasks_of(text) == ["Add it", "Test it"]
    assert tasks_of("## Acceptance criteria\n- [ ] It is green") == ["It is green"]


def test_a_checklist_carries_no_more_than_descriptions_and_the_files_it_names() -> None:
    plan, name = read("# Add limits\n- [ ] Add `app/a.py` and app/b.py\n- [ ] Test it")
    assert name == "checklist"
    assert plan == {
        "goal": "Add limits",
        "tasks": [
            {
                "id": "1",
                "description": "Add `app/a.py` and app/b.py",
                "files": ["app/a.py", "app/b.py"],
            },
            {"id": "2", "description": "Test it"},
        ],
    }


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("- [ ] 1.1 Add it\n- [ ] 1.2 Test it", ["1.1", "1.2"]),
        ("1. [ ] Add it\n2. [ ] Test it", ["1", "2"]),
        ("- [ ] 1. Add it\n- [ ] 1. Test it", ["1", "2"]),
        ("- [ ] 3 ways to add it\n- [ ] Test it", ["1", "2"]),
    ],
)
def test_tasks_keep_their_own_numbers_where_all_have_different_ones(
    text: str, ids: list[str]
) -> None:
    assert [task["id"] for task in read(text)[0]["tasks"]] == ids


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("1. Add it\n   - with care\n2. Test it", ["Add it", "Test it"]),
        ("- Add it\n- Test it\n  - twice", ["Add it", "Test it"]),
        ("To do:\n\n- a note\n\n1. Add it\n2. Test it", ["Add it", "Test it"]),
        ("• Add it\n• Test it", ["Add it", "Test it"]),
    ],
)
def test_a_list_without_boxes_is_a_plan_too(text: str, tasks: list[str]) -> None:
    assert tasks_of(text) == tasks


# --- goals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "goal"),
    [
        ("# Add limits", "Add limits"),
        ("# Implementation Plan: Add limits", "Add limits"),
        ("# Tasks: Add limits", "Add limits"),
        ("# Plan for Add limits", "Add limits"),
        ("# 🚀 Add limits — Implementation Plan", "Add limits"),
        ("# Add limits Checklist #", "Add limits"),
        ("Add limits\n==========", "Add limits"),
        ("## Add limits", "Add limits"),
        ("---\ntitle: Add limits\n---", "Add limits"),
        ('---\ngoal: "Add limits"\ntitle: other\n---\n# Third', "Add limits"),
        ("# Notes\n\n**Goal:** Add limits", "Add limits"),
        ("# Notes\n\n> Objective: Add limits", "Add limits"),
        ("# Notes\n\n## Goal\n\nAdd\nlimits", "Add limits"),
        ("# TODO", None),
        ("# Implementation Plan", None),
        ("# Project Tasks", None),
        ("## Phase 1: Setup", None),
        ("## 1. Implementation", None),
        ("### Add limits", None),
        ("", None),
    ],
)
def test_the_goal_is_what_the_page_says_it_is_for(head: str, goal: str | None) -> None:
    assert read(f"{head}\n\n- [ ] Add it\n- [ ] Test it\n")[0].get("goal") == goal


# --- spec-kit -------------------------------------------------------------------------------------

SPEC_KIT = """\
    # Tasks: Rate limits for callers

    **Input**: Design documents from `/specs/001-limits/`

    ## Format: `[ID] [P?] [Story] Description`
    - **[P]**: Can run in parallel

    ## Phase 1: Setup

    - [X] T001 Create the package in src/limits/
    - [ ] T002 [P] Add the settings to src/settings.py

    ## Phase 2: User Story 1 - Callers are limited (Priority: P1) 🎯

    **Goal**: a caller gets 429
    **Independent Test**: call it eleven times and verify the answer

    ### Implementation for User Story 1

    - [ ] **T003** [P] [US1] Write the failing test in tests/test_limits.py
    - [ ] T004 [US1] Add the bucket to src/limits/bucket.py (depends on T001, T003)
      - forget old calls
    - [ ] T005 [US1]: Wire it into the API, depends on T001-T003

    **Checkpoint**: callers are limited

    ## Validation Checklist
    - [ ] All contracts have tests

    ```
    - [ ] T099 not this
    ```
    """


@pytest.mark.rule("PLAN-2")
def test_spec_kit_tasks_have_ids_paths_and_the_dependencies_they_name() -> None:
    plan, name = read(SPEC_KIT, "tasks.md")
    assert name == "spec-kit"
    assert plan == {
        "goal": "Rate limits for callers",
        "tasks": [
            {
                "id": "T001",
                "description": "Create the package in src/limits/",
                "files": ["src/limits/"],
            },
            {
                "id": "T002",
                "description": "Add the settings to src/settings.py",
                "files": ["src/settings.py"],
            },
            {
                "id": "T003",
                "description": "Write the failing test in tests/test_limits.py",
                "files": ["tests/test_limits.py"],
            },
            {
                "id": "T004",
                "description": (
                    "Add the bucket to src/limits/bucket.py (depends on T001, T003)\n"
                    "forget old calls"
                ),
                "files": ["src/limits/bucket.py"],
                "depends_on": ["T001", "T003"],
            },
            {
                "id": "T005",
                "description": "Wire it into the API, depends on T001-T003",
                "files": [],
                "depends_on": ["T001", "T002", "T003"],
                "check": "callers are limited\ncall it eleven times and verify the answer",
            },
        ],
    }


def test_spec_kit_tasks_may_be_headings() -> None:
    text = """\
        # Tasks: Limits
        ## Phase 1
        ### T001: Add the bucket
        **File**: `src/bucket.py`
        **Dependencies**: None
        ### T002 [P] Test the bucket
        **Dependencies**: T001
        """
    plan, name = read(text)
    assert name == "spec-kit"
    assert [(t["id"], t["files"], t["depends_on"]) for t in plan["tasks"]] == [
        ("T001", ["src/bucket.py"], []),
        ("T002", [], ["T001"]),
    ]


@pytest.mark.rule("PLAN-2")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- [ ] T001 Add it\n- [ ] T001 Test it", "the id T001 appears twice"),
        ("- [ ] T001 Add it, depends on T002\n- [ ] T002 Test it, depends on T001", "is a cycle"),
    ],
)
def test_duplicate_ids_and_cycles_of_a_foreign_file_are_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        judged(text.encode(), "tasks.md")


@pytest.mark.rule("PLAN-2", "ADQ-5")
def test_unknown_and_late_dependencies_of_a_foreign_file_are_findings() -> None:
    raw = b"- [ ] T001 Add the bucket, depends on T002\n- [ ] T002 Test it all, depends on T077"
    saw = [task["findings"][0]["saw"] for task in judged(raw, "tasks.md")["per_task"]]
    assert saw == ["T002 stands later", "T077 is not a task"]


# --- Task Master ----------------------------------------------------------------------------------

TASK: Json = {
    "id": 1,
    "title": "Add the bucket",
    "description": "Add a token bucket in src/bucket.py",
    "details": "Count calls.\n```python\ndrop_table()\n```\nForget them later.",
    "testStrategy": "Run the tests of the bucket",
    "priority": "high",
    "dependencies": [],
    "status": "done",
    "subtasks": [
        {"id": 1, "title": "Count the calls", "description": "Count", "dependencies": []},
        {"id": 2, "title": "Forget the calls", "dependencies": [1, "1.1", 2.5, 2], "details": ""},
    ],
}
SECOND: Json = {"id": "2", "title": "Wire it", "description": "Wire it in", "dependencies": [1, 9]}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"tasks": [TASK, SECOND]}, id="legacy"),
        pytest.param({"tasks": [TASK, SECOND], "metadata": {"version": "1"}}, id="legacy, more"),
        pytest.param({"master": {"tasks": [TASK, SECOND], "metadata": {}}}, id="one tag"),
        pytest.param({"dev": {"tasks": []}, "master": {"tasks": [TASK, SECOND]}}, id="two tags"),
        pytest.param({"dev": {"tasks": [TASK, SECOND]}, "master": {"tasks": []}}, id="empty main"),
        pytest.param([TASK, SECOND], id="a bare list"),
    ],
)
def test_task_master_files_are_read_in_every_form(value: Any) -> None:
    plan, name = detect_and_read(json.dumps(value).encode(), "tasks.json")
    assert name == "task-master"
    assert plan == {
        "tasks": [
            {
                "id": "1",
                "title": "Add the bucket",
                "description": (
                    "Add a token bucket in src/bucket.py\nCount calls.\nForget them later."
                ),
                "check": "Run the tests of the bucket",
                "depends_on": [],
                "files": ["src/bucket.py"],
            },
            {"id": "1.1", "title": "Count the calls", "description": "Count", "depends_on": []},
            {
                "id": "1.2",
                "title": "Forget the calls",
                "description": "Forget the calls",
                "depends_on": ["1.1", "1.1", "2.5", "2"],
            },
            {
                "id": "2",
                "title": "Wire it",
                "description": "Wire it in",
                "depends_on": ["1", "9"],
            },
        ]
    }


def test_tags_that_were_not_read_are_named() -> None:
    value = {"master": {"tasks": [TASK]}, "dev": {"tasks": [SECOND]}, "old": {"tasks": []}}
    plan, name = detect_and_read(json.dumps(value).encode(), "")
    assert name == "task-master, tag master (not read: dev)"
    assert len(plan["tasks"]) == 3


@pytest.mark.parametrize(
    ("task", "field", "value"),
    [
        ({"complexity": 7}, "complexity", 7),
        ({"complexityScore": 7.6}, "complexity", 8),
        ({"complexity": 99}, "complexity", 10),
        ({"complexity": "high"}, "complexity", None),
        ({"relevantFiles": [{"path": "a.py"}, "b.py", 3]}, "files", ["a.py", "b.py"]),
        ({"dependencies": "1"}, "depends_on", None),
        ({"dependencies": [{"id": 4}]}, "depends_on", ["4"]),
        ({"testStrategy": None}, "check", ""),
        ({"details": ["one", "two"]}, "description", "Add\none\ntwo"),
    ],
)
def test_what_a_task_of_task_master_may_carry(task: Json, field: str, value: Any) -> None:
    written = {"tasks": [{"id": 1, "description": "Add", "status": "pending", **task}]}
    plan, _ = detect_and_read(json.dumps(written).encode(), "tasks.json")
    assert plan["tasks"][0].get(field) == value


def test_a_project_description_of_task_master_is_the_goal() -> None:
    value = {"tasks": [TASK], "meta": {"description": "Limit every caller"}}
    assert detect_and_read(json.dumps(value).encode(), "")[0]["goal"] == "Limit every caller"
    value = {"tasks": [TASK], "metadata": {"description": "Tasks for master context"}}
    assert "goal" not in detect_and_read(json.dumps(value).encode(), "")[0]


# --- Claude Code plans ----------------------------------------------------------------------------

CLAUDE = """\
    # Plan: Add rate limiting to the public API

    ## Context

    1. Bots call us
    2. We fall over

    ## Changes

    ### 1. Add the bucket (`src/bucket.py`)

    - Count the calls
    - Forget them later

    ```python
    - [ ] def not_this(): ...
    ```

    ### 2. Wire it in

    Edit `src/api.py`.

    ## Files to modify

    - `src/api.py`

    ## Verification

    1. Run `pytest tests/test_api.py`
    2. Call it eleven times
    """


def test_numbered_headings_of_work_are_the_steps() -> None:
    plan, name = read(CLAUDE)
    assert name == "claude-plan"
    assert plan == {
        "goal": "Add rate limiting to the public API",
        "tasks": [
            {
                "id": "1",
                "title": "Add the bucket (`src/bucket.py`)",
                "description": (
                    "Add the bucket (`src/bucket.py`)\nCount the calls\nForget them later"
                ),
                "files": ["src/bucket.py"],
            },
            {
                "id": "2",
                "title": "Wire it in",
                "description": "Wire it in\nEdit `src/api.py`.",
                "files": ["src/api.py"],
                "check": "Run `pytest tests/test_api.py`\nCall it eleven times",
            },
        ],
    }


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        pytest.param(
            "# X\n## Background\n- why\n## Step 1: Add it\ntext\n## Step 2 - Test it\n- a\n- b",
            ["Add it", "Test it"],
            id="step headings",
        ),
        pytest.param(
            "# X\n## ✅ Step 1: Add it\n## [ ] Step two — Test it", ["Add it", "Test it"],
            id="marks of progress before a step",
        ),
        pytest.param(
            "# X\n### Task 1: Add it\n**Files:**\n- a.py\n\n**Step 1: Write**\n\nso\n\n"
            "**Step 2: Run**\n### Task 2: Test it\n**Step 1: Write**",
            ["Add it", "Test it"],
            id="bold steps within tasks",
        ),
        pytest.param(
            "# X\n## Steps\n1. Add it\n2. Wire it\n\n**Details**\n- small\n### Rest\n- Test it",
            ["Add it", "Wire it", "Test it"],
            id="a list of its own before other headings",
        ),
        pytest.param(
            "# X\n## Work\n- an opening word\n### Tasks\n1. Add it\n2. Test it",
            ["Add it", "Test it"],
            id="bullets that only open a section",
        ),
        pytest.param(
            "# X\n## Types\n### 1. A thing\n### 2. Another\n## Work\n### Task 1: Add it\n"
            "- [ ] **Step 1: write**\n- [ ] **Step 2: run**\n### Task 2: Test it\n- [ ] x",
            ["Add it", "Test it"],
            id="task headings that hold boxes",
        ),
        pytest.param(
            "# X\n## Phase 1 — Base\n### Tasks\n1. Add it\n   - so\n2. Wire it\n"
            "### Acceptance Criteria\n- it runs\n## Phase 2\n- Test it\n- Ship it\n"
            "## Risks\n- all of them",
            ["Add it", "Wire it", "Test it", "Ship it"],
            id="lists in phases",
        ),
        pytest.param(
            "# X\n## Summary\n- one\n## Implementation\n### Backend\n- Add it\n- Wire it\n"
            "### Add the page\n- with a form\n### `web/app.ts`\n- import it\n## Testing\n- run",
            ["Add it", "Wire it", "Add the page", "`web/app.ts`"],
            id="headings that act and headings that group",
        ),
        pytest.param(
            "# X\n## 1. Overview\nx\n## 2. Data\ny\n## 3. Implementation\n- Add it\n- Test it",
            ["Add it", "Test it"],
            id="numbered chapters are no steps",
        ),
        pytest.param(
            "## Works\n1. Add it\n2. Wire it\n## Authors\n1. Test it",
            ["Add it", "Wire it", "Test it"],
            id="lists under any heading",
        ),
        pytest.param(
            "# X\n\n## Add it\n\nfor good\n\n## Test it\n\nwell", ["Add it", "Test it"],
            id="only headings",
        ),
        pytest.param(
            "# X\n\n| # | Task | Who |\n|---|:--|---|\n| 1 | Add it | me |\n| 2 | Test it | you |",
            ["Add it", "Test it"],
            id="only a table",
        ),
        pytest.param(
            "# X\n**Steps**\n1. Add it\n2. Test it\n**Verification:**\n1. Run it",
            ["Add it", "Test it"],
            id="bold lines as headings",
        ),
        pytest.param(
            "Title\n=====\nWork\n----\n1. Add it\n2. Test it", ["Add it", "Test it"],
            id="underlined headings",
        ),
    ],
)  # fmt: skip
def test_steps_are_found_where_the_page_has_them(text: str, tasks: list[str]) -> None:
    assert tasks_of(text) == tasks
    assert read(text)[1] == "claude-plan"


def test_a_phases_own_criteria_are_the_check_of_its_last_task() -> None:
    text = """\
        # X
        ## Phase 1: Base
        - Add it
        - Wire it
        ### Success Criteria
        #### Automated
        - [ ] the tests pass
        ## Phase 2: Rest
        - Ship it
        ## Verification
        Look at it.
        """
    assert [task.get("check") for task in read(text)[0]["tasks"]] == [
        None,
        "the tests pass",
        "Look at it.",
    ]


def test_a_step_may_say_what_it_depends_on() -> None:
    text = "## Work Plan\n1. Add it. Depends on: none.\n2. Wire it. Depends on: 1.\n3. Test it.\n"
    assert [task.get("depends_on") for task in read(text)[0]["tasks"]] == [[], ["1"], None]


# --- our own JSON ---------------------------------------------------------------------------------


def test_our_own_document_comes_back_as_it_is() -> None:
    document = {"goal": "Add limits", "tasks": [{"id": "t1", "description": "Add it"}]}
    assert detect_and_read(json.dumps(document).encode(), "") == (document, "plangate")


def test_the_plan_of_an_outcome_is_read_under_its_goal() -> None:
    tasks = [{"id": "t1", "title": "Add", "description": "Add it", "reversibility": "partial"}]
    outcome = {"schema": "plangate.outcome/1", "goal": "Add", "complexity": 4,
               "plan": {"version": 1, "tasks": tasks}}  # fmt: skip
    assert detect_and_read(json.dumps(outcome).encode(), "") == (
        {"goal": "Add", "goal_complexity": 4, "tasks": tasks},
        "plangate",
    )


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("raw", "name", "says"),
    [
        (b"", "plan.md", "PLAN: is empty"),
        (b" \n\t\n", "plan.md", "PLAN: is empty"),
        (b"Only prose here.\n", "plan.md", "PLAN: no task was found in it; accepted: a checklist"),
        (b"# A title\n", "plan.md", "PLAN: no task was found in it"),
        (b"```\n- [ ] in code\n```\n", "plan.md", "PLAN: no task was found in it"),
        (b"- [ ] Add \xff it", "plan.md", "PLAN: byte 10 is not UTF-8; accepted: text in UTF-8"),
        ("- [ ] Add it".encode("utf-16"), "plan.md", "PLAN: byte 0 is not UTF-8"),
        (b"- [ ] Add \x1b[31m it", "plan.md", "PLAN: contains the control character U+001B at pos"),
        (b"- [ ] a\x00b", "", "PLAN: contains the control character U+0000"),
        (b"{", "", "PLAN: is not JSON"),
        (b"{", "plan.json", "PLAN: is not JSON"),
        (b"- [ ] Add it", "plan.json", "PLAN: is not JSON"),
        (b'{"a": 1, "a": 2}', "", "PLAN: names a twice"),
        (b'{"tasks": [NaN]}', "", "PLAN: contains NaN"),
        (b"[" * 100_000, "", "PLAN: is nested too deeply"),
    ],
)
def test_what_is_no_plan_is_refused_in_one_line(raw: bytes, name: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        detect_and_read(raw, name)
    assert str(caught.value).startswith(says)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.rule("ERR-1")
def test_markdown_that_opens_like_json_is_markdown() -> None:
    assert tasks_of("[x] Add it\n[ ] Test it", "") == ["Add it", "Test it"]
    assert tasks_of("[![badge](a)](b)\n\n- [ ] Add it", "") == ["Add it"]
    assert tasks_of("{{ include }}\n\n- [ ] Add it", "plan.md") == ["Add it"]


# --- paths and references -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Write it into server.env.example, too", ["server.env.example"]),
        ("Add `src/a.py`, (tests/b.py) and ./c/d.ts.", ["src/a.py", "tests/b.py", "./c/d.ts"]),
        ("Edit Makefile and go.mod, package.json:12", ["go.mod", "package.json"]),
        ("Create app/(auth)/[id]/page.tsx", ["app/(auth)/[id]/page.tsx"]),
        ("in src/limits/ and docs/how-to", ["src/limits/", "docs/how-to"]),
        ("read/write and/or CI/CD, 24/7, T001/T002, client/server", []),
        ("see https://a.b/c/d.py and v1.2", []),
        ("src/a.py src/a.py", ["src/a.py"]),
    ],
)
def test_paths_are_found_in_prose(text: str, paths: list[str]) -> None:
    assert paths_in(text) == paths


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("depends on T001", ["T001"]),
        ("(depends on T001, T002 and T003)", ["T001", "T002", "T003"]),
        ("Depends on: T008-T010", ["T008", "T009", "T010"]),
        ("Dependencies: Task 1, Task 2", ["1", "2"]),
        ("blocked by step 1.2.", ["1.2"]),
        ("Dependencies: none", []),
        ("Dependencies: express, zod", None),
        ("requires 2 services", None),
        ("Add it", None),
    ],
)
def test_dependencies_are_found_in_prose(text: str, named: list[str] | None) -> None:
    assert references_in(text) == named


# --- the corpus: the good and the thin, in every format -------------------------------------------

GOAL = "Add rate limiting to the public API"
GOOD_STEPS = (
    ("Add the token bucket that counts calls", "src/bucket.py"),
    ("Wire the bucket into every public route", "src/api.py"),
    ("Return 429 with a header that says when to retry", "src/errors.py"),
    ("Test the limits from end to end", "tests/test_limits.py"),
)
THIN_STEPS = ("Limits", "API", "misc", "TBD")


def as_task_master(steps: list[tuple[str, str]], strategy: str) -> str:
    tasks = [
        {"id": n, "title": text, "description": f"{text} {path}".strip(), "testStrategy": strategy,
         "dependencies": [n - 1] if n > 1 else [], "status": "pending"}
        for n, (text, path) in enumerate(steps, start=1)
    ]  # fmt: skip
    return json.dumps({"master": {"tasks": tasks, "metadata": {"description": GOAL}}})


def as_own(steps: list[tuple[str, str]], check: str) -> str:
    tasks = [
        {"id": f"t{n}", "description": text, "files": [path] if path else [], "check": check,
         "depends_on": [f"t{n - 1}"] if n > 1 else []}
        for n, (text, path) in enumerate(steps, start=1)
    ]  # fmt: skip
    return json.dumps({"goal": GOAL, "tasks": tasks})


def as_issues(steps: list[tuple[str, str]], check: str) -> str:
    bodies = (f"{text} {path}\n\n{check}\n- Part of: {GOAL}" for text, path in steps)
    named = zip((text for text, _ in steps), bodies, strict=True)
    return json.dumps([{"title": title, "body": body} for title, body in named])


def as_published(steps: list[tuple[str, str]], check: str) -> str:
    tasks = tuple(
        PageTask(f"t{n}", text, files=(path,) if path else (), check=check,
                 after=(f"t{n - 1}",) if n > 1 else ())
        for n, (text, path) in enumerate(steps, start=1)
    )  # fmt: skip
    return page_text(Page("k3v9xq2m", 1, "", GOAL, (), tasks, ("v1 drafted",)))


def in_every_format(steps: list[tuple[str, str]], check: str) -> dict[str, tuple[str, str]]:
    lines = [f"{text} {path}".strip() for text, path in steps]
    boxes = "".join(f"- [ ] {line}\n" for line in lines)
    numbered = "".join(f"- [ ] T00{n} {line}\n" for n, line in enumerate(lines, start=1))
    headings = "".join(f"### {n}. {line}\n\n" for n, line in enumerate(lines, start=1))
    ending = f"## Verification\n{check}\n" if check else ""
    return {
        "checklist": (f"# {GOAL}\n\n{boxes}", "todo.md"),
        "spec-kit": (f"# Tasks: {GOAL}\n\n## Phase 1\n{numbered}", "tasks.md"),
        "claude-plan": (f"# Plan: {GOAL}\n\n## Changes\n{headings}{ending}", "plan.md"),
        "task-master": (as_task_master(steps, check), "tasks.json"),
        "github-issues": (as_issues(steps, check), "issues.json"),
        "plangate": (as_own(steps, check), "plan.json"),
        "published": (as_published(steps, check), "add-rate-limiting-k3v9xq2m.md"),
        "markdown": (write(Written(GOAL, json.loads(as_own(steps, check))["tasks"])), "plan.md"),
    }


GOOD = in_every_format(list(GOOD_STEPS), "Run pytest and call it eleven times")
THIN = in_every_format([(text, "") for text in THIN_STEPS], "")


@pytest.mark.rule("ADQ-18")
@pytest.mark.parametrize("name", GOOD)
def test_good_and_thin_plans_are_told_apart_in_every_format(name: str) -> None:
    for corpus, is_thin in ((GOOD, False), (THIN, True)):
        text, file = corpus[name]
        assert detect_and_read(text.encode(), file)[1] == name
        found = judged(text.encode(), file)
        assert len(found["per_task"]) == 4
        assert found["is_too_thin"] is is_thin, found
    good, thin = (judged(c[name][0].encode(), c[name][1]) for c in (GOOD, THIN))
    assert good["adequacy_score"] > thin["adequacy_score"]
    assert good["aggregate_unresolved_risk"] < thin["aggregate_unresolved_risk"]


@pytest.mark.parametrize("name", GOOD)
def test_a_format_is_known_without_the_name_of_the_file(name: str) -> None:
    assert detect_and_read(GOOD[name][0].encode(), "")[1] == name


def test_every_reader_has_a_plan_in_the_corpus() -> None:
    assert {reader.said for reader in own_readers()} == set(GOOD)


@pytest.mark.parametrize("name", GOOD)
def test_what_a_format_does_not_carry_is_said_and_not_held_against_it(name: str) -> None:
    found = judged(GOOD[name][0].encode(), GOOD[name][1])
    because = {entry["code"]: entry["because"] for entry in found["skipped"]}
    assert because["heavy_without_test_hint"] == "no task carries complexity"
    assert "precondition_missing" in because
    assert found["adequacy_reason_codes"] == []


# --- anything -------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["- [ ] ", "- [x] ", "# ", "## ", "### Step 1: ", "\n", "\n\n", "  ", "\t", "```", "~~~", "| ",
     "---\n", "===\n", "> ", "1. ", "* ", "**", "T001 ", "[P] ", "<!--", "-->", "Add it ", "é", "—",
     "path/to/x ", "a/b.py ", "depends on T001", "Phase 2", "Verification", "Context", "\r\n", "🚀",
     "todo", "{", "}", "[", "]", '"', "goal: x\n", "\u2028", "\x0c"]
)  # fmt: skip


@pytest.mark.rule("ERR-1")
@given(st.lists(PIECES, max_size=40), st.sampled_from(["", "a.md", "a.json", "a.txt", "tasks.md"]))
def test_any_text_is_judged_or_refused_in_one_line(pieces: list[str], name: str) -> None:
    found = judged_or_refused("".join(pieces).encode(), name)
    if isinstance(found, str):
        assert len(found.splitlines()) == 1
    else:
        assert 0 <= found["adequacy_score"] <= 1


@pytest.mark.rule("ERR-1")
@given(st.binary(max_size=100), st.sampled_from(["", "a.md", "a.json"]))
def test_any_bytes_are_judged_or_refused_in_one_line(raw: bytes, name: str) -> None:
    found = judged_or_refused(raw, name)
    assert not isinstance(found, str) or len(found.splitlines()) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["tasks", "master", "id", "title", "description", "details", "subtasks",
                         "dependencies", "goal", "plan", "testStrategy", "metadata", "complexity"]),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.rule("ERR-1")
@given(JSON)
def test_any_json_is_judged_or_refused_in_one_line(value: Any) -> None:
    found = judged_or_refused(json.dumps(value).encode(), "tasks.json")
    assert not isinstance(found, str) or len(found.splitlines()) == 1
