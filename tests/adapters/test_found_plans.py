"""Plan files as people really write them: what is a task, a chapter, a check, a goal.

The texts are made up; their shapes are those of public files.
"""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest

from plangate.adapters.formats.detection import detect_and_read
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.plan_document import read_foreign_plan
from plangate.wiring.plan_files import write_plan_file

pytestmark = pytest.mark.rule("ADQ-19")


def _read(text: str, name: str = "plan.md") -> tuple[dict[str, Any], str]:
    return detect_and_read(dedent(text).encode(), name)


def _tasks(text: str) -> list[str]:
    plan, _ = _read(text)
    return [task["description"].partition("\n")[0] for task in plan["tasks"]]


def test_boxes_under_numbered_chapters_are_the_tasks() -> None:
    text = """\
        ## 1. Storage

        - [ ] 1.1 Create the table of parcels
        - [ ] 1.2 Load parcels by day

        ## 2. Pages

        - [ ] 2.1 Show the parcels of a day
        - [ ]* 2.2 Write tests for the page
        """
    plan, name = _read(text)
    assert name == "checklist"
    assert [task["id"] for task in plan["tasks"]] == ["1.1", "1.2", "2.1", "2.2"]
    assert plan["tasks"][3]["description"] == "Write tests for the page"


def test_steps_of_boxes_under_headings_called_tasks_belong_to_them() -> None:
    text = """\
        # Parcels

        ### Task 1: Create the table

        - [ ] **Step 1: Write the failing test**
        - [ ] **Step 2: Create the table**

        ### Task 2: Show a day

        - [ ] **Step 1: Write the failing test**
        - [ ] **Step 2: Add the page**
        """
    plan, name = _read(text)
    assert name == "claude-plan"
    assert [task["title"] for task in plan["tasks"]] == ["Create the table", "Show a day"]


@pytest.mark.parametrize("group", ["Phase", "Session", "Fase", "Milestone"])
def test_what_stands_below_a_phase_is_work_and_what_stands_beside_it_is_not(group: str) -> None:
    text = f"""\
        # Parcel tracker

        ## Idea

        - Everybody knows where a parcel is

        ## {group} 1 — Storage
        - Create the table of parcels
        - Load 30 parcels a second

        ## {group} 2: Pages
        - Show the parcels of a day

        ## Principles

        1. **Fast** — pages take 30 milliseconds

        ## Next steps

        - Begin with the table
        """
    assert _tasks(text) == [
        "Create the table of parcels",
        "Load 30 parcels a second",
        "Show the parcels of a day",
    ]


def test_boxes_beside_the_phases_do_not_hide_them() -> None:
    text = """\
        # Parcel tracker

        ## Phase 1: Storage
        1. Create the table of parcels
        2. Load parcels by day

        ## Phase 2: Pages
        1. Show the parcels of a day

        ## Release notes
        - [ ] The page opens
        - [ ] Nothing else changed
        """
    plan, name = _read(text)
    assert name == "claude-plan"
    assert len(plan["tasks"]) == 3


def test_numbers_within_a_sentence_stay() -> None:
    text = "# Parcels\n\n1. Keep 30 days of parcels\n2. Send 5. Then stop\n"
    assert _tasks(text) == ["Keep 30 days of parcels", "Send 5. Then stop"]


def test_a_list_under_a_line_that_names_a_gate_is_a_check() -> None:
    text = """\
        # Parcel tracker

        ## Release roadmap

        ### First release

        Deliverables:

        - Create the table of parcels
        - Show the parcels of a day

        Exit gate:

        - Five people find their parcel
        """
    assert _tasks(text) == ["Create the table of parcels", "Show the parcels of a day"]


def test_a_table_of_numbered_tasks_is_the_plan_with_its_dependencies() -> None:
    text = """\
        # Parcel tracker

        ## Breakdown

        | # | ID | Task | Depends on |
        |---|----|------|------------|
        | 1 | `store` | Create the table of parcels | — |
        | 2 | `page` | Show the parcels of a day in `src/day.py` | 1 |

        ## Risks

        | Risk | Description |
        |------|-------------|
        | Slow | The page may be slow |

        ## Open questions

        1. Who may see a parcel?
        2. How many are there?
        """
    plan, _ = _read(text)
    assert plan["tasks"] == [
        {"id": "1", "description": "Create the table of parcels", "depends_on": []},
        {
            "id": "2",
            "description": "Show the parcels of a day in `src/day.py`",
            "files": ["src/day.py"],
            "depends_on": ["1"],
        },
    ]


def test_a_few_lines_with_t_numbers_do_not_hide_the_other_boxes() -> None:
    text = """\
        # Parcels

        - [x] T1 Create the table
        - [x] T2 Load a day

        # Pages

        - [ ] Show the day
        - [ ] Show the week
        - [ ] Show the month
        """
    plan, name = _read(text)
    assert (name, len(plan["tasks"])) == ("checklist", 5)
    assert "goal" not in plan, "neither part is what the page is about"


def test_labels_of_spec_kit_are_no_part_of_what_is_done() -> None:
    text = """\
        # Tasks: 快递查询

        - [ ] **T001** [P] [Foundation-US6] 创建 `src/day.py`
        - [ ] **T002** [US1] 实现查询服务（依赖T001；按日期）
        """
    plan, name = _read(text, "tasks.md")
    assert name == "spec-kit"
    assert plan["tasks"][0]["description"] == "创建 `src/day.py`"
    assert plan["tasks"][1]["depends_on"] == ["T001"]


@pytest.mark.parametrize(
    ("heading", "line"),
    [("Executive Summary", "**Goal:** Add a page of parcels"), ("Goal", "Add a page of parcels")],
)
def test_a_goal_is_found_where_the_page_states_it(heading: str, line: str) -> None:
    text = f"# Parcels Plan\n\n## {heading}\n\n{line}\n\n## Steps\n\n1. Add the page to the menu\n"
    assert _read(text)[0]["goal"] == "Add a page of parcels"


def test_tasks_made_after_the_example_of_task_master_are_read_whole() -> None:
    entry = {
        "id": "store-2",
        "title": "Parcels by day",
        "status": "todo",
        "spec": "Load the parcels of a day in src/day.py",
        "depends_on": ["store-1"],
        "acceptance_criteria": ["pytest passes"],
    }
    document = {"tasks": [{"id": "store-1", "title": "Table", "status": "done"}, entry]}
    plan, name = _read(json.dumps(document), "tasks.json")
    assert name == "task-master"
    assert plan["tasks"][1] == {
        "id": "store-2",
        "title": "Parcels by day",
        "description": "Load the parcels of a day in src/day.py",
        "check": "pytest passes",
        "depends_on": ["store-1"],
        "files": ["src/day.py"],
    }


@pytest.mark.rule("ADQ-1", "ADQ-2")
@pytest.mark.parametrize(
    "line",
    [
        "创建快递查询页面",
        "写 `src/day.py`：按日期查询",
        "日付ごとの荷物一覧を追加する",
        "택배 조회 페이지 추가",
        "Criar a página de encomendas",
        "Añadir la página de paquetes",
        "Ajouter la page des colis",
        "Die Seite der Pakete hinzufügen",
        "Добавить страницу посылок",
    ],
)
def test_a_task_in_another_language_is_not_called_vague(line: str) -> None:
    plan, _ = _read(f"- [ ] {line}\n- [ ] 登录\n")
    first, second = check_plan(read_foreign_plan(plan))["per_task"]
    assert first["reason_codes"] == []
    assert second["reason_codes"] == ["vague_short"], "two characters say nothing in any language"


@pytest.mark.rule("ADQ-4")
@pytest.mark.parametrize(
    ("line", "is_destructive"),
    [
        ("Add routes: POST /parcels, DELETE /parcels/:id", False),
        ("Add buttons to create/edit/delete parcels", False),
        ("Add forms to create, edit and delete parcels", False),
        ("Run DELETE FROM parcels on the live database", True),
        ("Migrate parcels, then delete all rows of the old table", True),
    ],
)
def test_a_way_to_delete_is_not_a_deletion(line: str, is_destructive: bool) -> None:
    plan, _ = _read(f"- [ ] {line}\n")
    codes = check_plan(read_foreign_plan(plan))["per_task"][0]["reason_codes"]
    assert ("risk_destructive" in codes) is is_destructive


@pytest.mark.rule("ADQ-4")
@pytest.mark.parametrize(
    "line",
    ["List files, delete everything in /data", "Get approval, delete the production database"],
)
def test_a_deletion_behind_another_step_is_one(line: str) -> None:
    plan, _ = _read(f"- [ ] {line}\n")
    codes = check_plan(read_foreign_plan(plan))["per_task"][0]["reason_codes"]
    assert "risk_destructive" in codes


@pytest.mark.rule("PLAN-4")
@pytest.mark.parametrize("to", ["claude-plan", "spec-kit"])
def test_a_task_named_like_a_check_is_read_back_as_a_task(to: str) -> None:
    for titles in (["Testing"], ["Add the page", "Acceptance criteria", "Overview of parcels"]):
        tasks = [{"id": f"t{n}", "description": title} for n, title in enumerate(titles, start=1)]
        back, name = detect_and_read(write_plan_file(to, "Parcels", tasks).encode(), "x.md")
        assert (name, len(back["tasks"])) == (to, len(titles))


@pytest.mark.rule("ADQ-9")
def test_a_section_of_commands_that_verify_is_a_verification() -> None:
    text = """\
        # Plan: Add a page of parcels

        ## Phase 1: Storage
        - Create the table of parcels in `src/day.py`

        ### Local validation

        ```bash
        make all
        ```
        """
    plan, _ = _read(text)
    report = check_plan(read_foreign_plan(plan))
    assert "missing_plan_verification" not in report["adequacy_reason_codes"]
