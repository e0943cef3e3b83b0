"""Substance of a plan (ADQ-20…26): real files and commands, the goal's own matters; ablations.

The plan below is a good one. Every way of making it worse must lower its score or raise its risk.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.adequacy.substance import Terrain, run_by
from plangate.core.plans.plan_document import read_plan_document

GOAL = "Export the bookmarks of a reader as CSV. Refuse more than 10 downloads a day"
TERRAIN = Terrain(
    frozenset(
        "shelf/bookmarks.py shelf/limits.py shelf/routes.py tests/test_bookmarks.py "
        "tests/test_limits.py pyproject.toml Makefile docs/api.md".split()
    ),
    frozenset(("shelf", "tests", "docs")),
    frozenset(("test", "lint")),
)
Json = dict[str, Any]


def good_plan() -> Json:
    return {
        "goal": GOAL,
        "goal_complexity": 5,
        "decisions": ["a1"],
        "tasks": [
            {
                "id": "t1",
                "title": "Write the rows of a reader's bookmarks",
                "description": "Add rows_of(reader) to shelf/bookmarks.py: title, address, tags, "
                "one line each, quoted as the csv module does it",
                "files": ["shelf/bookmarks.py"],
                "complexity": 3,
                "depends_on": [],
                "preconditions": ["make test passes"],
                "rests_on": ["a1"],
                "check": "make test passes and tests/test_bookmarks.py covers a comma in a title",
            },
            {
                "id": "t2",
                "title": "Serve the export",
                "description": "Add GET /bookmarks.csv to shelf/routes.py beside the feed, with "
                "the reader's own bookmarks and a file name in the header",
                "files": ["shelf/routes.py"],
                "complexity": 3,
                "depends_on": ["t1"],
                "preconditions": ["rows_of is there"],
                "check": "make test passes and a stranger gets 404",
            },
            {
                "id": "t3",
                "title": "Limit downloads a day",
                "description": "Record downloads of a reader in shelf/limits.py, refuse the "
                "eleventh of a day with 429 and the hour at which it may go on",
                "files": ["shelf/limits.py", "tests/test_limits.py"],
                "complexity": 4,
                "depends_on": ["t2"],
                "preconditions": ["the export is served"],
                "check": "make test passes and the eleventh export of a day is refused",
            },
        ],
    }


def judged(plan: Json, terrain: Terrain | None = TERRAIN) -> Json:
    return dict(check_plan(read_plan_document(plan), terrain))


def codes(report: Json) -> set[str]:
    found = set(report["adequacy_reason_codes"])
    return found | {code for task in report["per_task"] for code in task["reason_codes"]}


@pytest.mark.rule("ADQ-20", "ADQ-21", "ADQ-22", "ADQ-23", "ADQ-24", "ADQ-25", "ADQ-26")
def test_a_good_plan_has_no_finding_and_says_that_it_was_looked_at() -> None:
    report = judged(good_plan())
    assert codes(report) == set()
    assert (report["substance"], report["thin_because"]) == ("looked at", None)


@pytest.mark.rule("ADQ-20")
def test_without_a_workspace_substance_is_not_looked_at_and_this_is_said() -> None:
    plan = good_plan()
    plan["tasks"][0]["files"] = ["shelf/nowhere.py"]
    report = judged(plan, None)
    assert report["substance"] == "not looked at"
    assert codes(report) == set()


# --- one finding each -----------------------------------------------------------------------------


@pytest.mark.rule("ADQ-20")
def test_a_file_that_is_not_there_is_found_and_a_new_one_is_not() -> None:
    plan = good_plan()
    plan["tasks"][0]["files"] = ["shelf/nowhere.py"]
    assert "unknown_file" in codes(judged(plan))
    plan["tasks"][0]["new_files"] = ["shelf/nowhere.py"]
    assert "unknown_file" not in codes(judged(plan))


@pytest.mark.rule("ADQ-24")
@pytest.mark.parametrize(
    "check", ["make deploy-all passes", "pytest tests/test_nothing.py passes and it works"]
)
def test_a_check_that_cannot_run_is_found(check: str) -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = check
    assert "unknown_command" in codes(judged(plan))


@pytest.mark.rule("ADQ-24")
def test_a_file_in_a_remark_is_not_run_and_a_plan_may_bring_its_own_target() -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = "make test passes (the page, shelf/base.html, shows it)"
    assert "unknown_command" not in codes(judged(plan))
    plan["tasks"][2]["check"] = "make limits passes"
    assert "unknown_command" in codes(judged(plan))
    plan["tasks"][0]["files"] = ["Makefile"]
    assert "unknown_command" not in codes(judged(plan))


@pytest.mark.rule("ADQ-24")
@pytest.mark.parametrize("check", ["go test ./mysql", "go vet ./mysql/..."])
def test_a_folder_that_the_plans_own_files_make_can_be_run_in(check: str) -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = check
    assert "unknown_command" in codes(judged(plan))
    plan["tasks"][0]["new_files"] = ["mysql/sub/store.go"]
    assert "unknown_command" not in codes(judged(plan))


@pytest.mark.rule("ADQ-24")
@pytest.mark.parametrize(
    "check",
    [
        "vendor/bin/phpunit tests/test_limits.py passes",
        "./node_modules/.bin/vitest run passes",
        ".venv/bin/pytest passes",
        "web/node_modules/.bin/tsc --noEmit passes",
        "bin/rspec passes",
        "pytest tests/test_limits.py: the centre lies within radius/2 in 200 runs",
        "pytest tests/test_limits.py: start/stop are one button",
    ],
)
def test_what_a_package_manager_puts_there_can_be_run_and_words_between_slashes_are_not_run(
    check: str,
) -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = check
    assert "unknown_command" not in codes(judged(plan))


@pytest.mark.rule("ADQ-24")
@pytest.mark.parametrize(
    ("check", "runs"),
    [
        ("pnpm test:unit --filter=@shelf/web: the page shows it", False),
        ("make test passes: a row does not make IsKnown true and shows just one line", False),
        ("make test and make deploy-all pass", True),
        ("cd shelf && make deploy-all", True),
    ],
)
def test_a_package_and_a_verb_are_no_command(check: str, runs: bool) -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = check
    assert ("unknown_command" in codes(judged(plan))) is runs


@pytest.mark.rule("ADQ-24")
def test_a_program_missing_among_ones_own_cannot_be_run_unless_a_known_command_runs_it() -> None:
    plan = good_plan()
    plan["tasks"][2]["check"] = "bin/smoke and make smoke pass"
    own = TERRAIN._replace(folders=TERRAIN.folders | {"bin"})
    assert "unknown_command" in codes(judged(plan, own))
    known = own._replace(runs=frozenset(run_by("bin/smoke && make smoke")))
    assert "unknown_command" not in codes(judged(plan, known))


@pytest.mark.rule("ADQ-23")
def test_a_clause_that_no_task_answers_is_named() -> None:
    plan = good_plan()
    plan["tasks"] = plan["tasks"][:2]
    report = judged(plan)
    found = next(f for f in report["findings"] if f["code"] == "goal_uncovered")
    assert "10 downloads a day" in found["saw"]


@pytest.mark.rule("ADQ-26")
def test_a_task_about_something_else_is_off_goal() -> None:
    plan = good_plan()
    plan["tasks"].append(
        {
            "id": "t4",
            "title": "Repaint the login screen",
            "description": "Change colours of the welcome banner and its fonts",
            "files": ["docs/api.md"],
            "complexity": 2,
            "depends_on": ["t3"],
            "preconditions": [],
            "check": "it looks right",
        }
    )
    report = judged(plan)
    assert "off_goal" in report["per_task"][3]["reason_codes"]


@pytest.mark.rule("ADQ-26")
def test_a_task_in_the_words_or_the_file_of_one_that_is_on_the_goal_is_on_it_too() -> None:
    plan = good_plan()
    words = {"complexity": 2, "preconditions": [], "check": "it runs", "depends_on": []}
    place = plan["tasks"][0]["files"]
    plan["tasks"] += [
        {**words, "id": "t4", "description": "Wake a timer once an hour", "files": place},
        {**words, "id": "t5", "description": "Stop the timer on shutdown", "files": []},
        {**words, "id": "t6", "description": "Repaint the welcome banner", "files": []},
        {**words, "id": "t7", "description": "Choose fonts for the banner", "files": []},
    ]
    for task, needed in ((-3, "t4"), (-1, "t6")):
        plan["tasks"][task]["depends_on"] = [needed]
    codes = {task["id"]: task["reason_codes"] for task in judged(plan)["per_task"]}
    assert [name for name in codes if "off_goal" in codes[name]] == ["t6", "t7"]


# --- ablations: each makes it worse, always -------------------------------------------------------


def another_goals_plan(plan: Json) -> None:
    plan["goal"] = "Show the weather of the next three days on the harbour page in Danish"


def invented_files(plan: Json) -> None:
    for task in plan["tasks"]:
        task["files"] = [path.replace("shelf/", "src/core/") for path in task["files"]]


def goal_restated(plan: Json) -> None:
    for task in plan["tasks"]:
        task["title"] = "Export the bookmarks of a reader"
        task["description"] = "Export the bookmarks of a reader as CSV, 10 downloads a day"
        task["check"] = "the bookmarks of a reader export as CSV"
        task["files"] = []


def decision_dropped(plan: Json) -> None:
    plan["tasks"][0]["rests_on"] = []


@pytest.mark.rule("ADQ-18", "ADQ-20", "ADQ-22", "ADQ-25", "ADQ-26")
@pytest.mark.parametrize(
    "ablation", [another_goals_plan, invented_files, goal_restated, decision_dropped]
)
def test_an_ablation_lowers_the_score_or_raises_the_risk(ablation: Any) -> None:
    before = judged(good_plan())
    plan = good_plan()
    ablation(plan)
    after = judged(plan)
    lower = after["adequacy_score"] < before["adequacy_score"]
    riskier = after["aggregate_unresolved_risk"] > before["aggregate_unresolved_risk"]
    assert lower or riskier


OTHER_GOALS = (
    "Show the weather of the next three days on the harbour page in Danish",
    "Let keepers weigh the penguins every morning",
    "Print tickets for the night train with the seat and the coach",
)


@st.composite
def ablated(draw: st.DrawFn) -> tuple[Json, Json]:
    """A good plan, with or without some of its tasks' order and checks, and the same made worse."""
    good = good_plan()
    for task in good["tasks"]:
        task["complexity"] = draw(st.integers(2, 6))
        task["preconditions"] = draw(st.sampled_from((task["preconditions"], ["make lint passes"])))
    worse: Json = json.loads(json.dumps(good))
    some = draw(st.sets(st.integers(0, 2), min_size=1))
    match draw(st.sampled_from(("goal", "files", "restated", "decision"))):
        case "goal":
            worse["goal"] = draw(st.sampled_from(OTHER_GOALS))
        case "files":
            folder = draw(st.sampled_from(("src/core/", "lib/", "app/internal/")))
            for task in (worse["tasks"][at] for at in some):
                task["files"] = [folder + path.rpartition("/")[2] for path in task["files"]]
        case "restated":
            for task in (worse["tasks"][at] for at in some):
                task |= {"title": GOAL, "description": GOAL, "check": GOAL, "files": []}
        case _:
            worse["tasks"][0]["rests_on"] = []
    return good, worse


@pytest.mark.rule("ADQ-18", "ADQ-20", "ADQ-22", "ADQ-25", "ADQ-26")
@settings(max_examples=60, deadline=None)
@given(ablated())
def test_whatever_is_ablated_of_whichever_plan_makes_it_worse(plans: tuple[Json, Json]) -> None:
    before, after = (judged(plan) for plan in plans)
    lower = after["adequacy_score"] < before["adequacy_score"]
    assert lower or after["aggregate_unresolved_risk"] > before["aggregate_unresolved_risk"]


@pytest.mark.rule("ADQ-18")
@pytest.mark.parametrize("ablation", [another_goals_plan, goal_restated])
def test_an_absurd_plan_is_thin_and_the_reason_is_named(ablation: Any) -> None:
    plan = good_plan()
    ablation(plan)
    report = judged(plan)
    assert report["is_too_thin"]
    assert report["thin_because"]


@pytest.mark.rule("ADQ-18", "ADQ-20")
def test_a_plan_for_files_that_do_not_exist_is_thin() -> None:
    plan = good_plan()
    invented_files(plan)
    report = judged(plan)
    assert report["is_too_thin"]
    assert {"unknown_file", "no_place"} & codes(report)


def codes_of(goal: str, *tasks: str) -> set[str]:
    lines = [{"id": f"t{n}", "description": text} for n, text in enumerate(tasks, 1)]
    return codes(judged({"goal": goal, "tasks": lines}))


@pytest.mark.rule("ADQ-23", "ADQ-22")
@pytest.mark.parametrize(
    ("goal", "tasks"),
    [
        (
            "Support exporting the reader's shelf as LaTeX tabular",
            (
                "Add shelf/latex.py with a writer like the one in shelf/bookmarks.py",
                "Offer it at /shelf.tex in shelf/routes.py, one tabular row for a bookmark",
                "Test the tabular output in tests/test_bookmarks.py by make test",
            ),
        ),
        (
            "The CSV export ignores the limit; make it honour that",
            ("In shelf/bookmarks.py ask shelf/limits.py before a CSV row is exported",),
        ),
    ],
)
def test_tasks_that_answer_a_clause_together_leave_it_to_nobody(
    goal: str, tasks: tuple[str, ...]
) -> None:
    assert codes_of(goal, *tasks) & {"goal_uncovered", "restates_goal"} == set()


@pytest.mark.rule("ADQ-23", "ADQ-24")
def test_the_half_that_is_left_out_and_the_command_that_is_not_there_are_found() -> None:
    goal = "Let the shelf page sort by date, and send an e-mail when a limit is reached"
    sorts = "Sort the shelf by date in shelf/routes.py and run `make e2e`"
    assert {"goal_uncovered", "unknown_command"} <= codes_of(goal, sorts)


@pytest.mark.rule("ADQ-2", "ADQ-20")
def test_how_a_colleague_notes_down_a_task_is_no_finding() -> None:
    plan = {
        "goal": "Keep a note with every bookmark",
        "goal_complexity": 3,
        "tasks": [
            {"id": "t1", "description": "New nullable column `note` on the bookmarks of a shelf"},
            {
                "id": "t2",
                "description": "shelf/notes.py after shelf/bookmarks.py, reading the note of one",
                "files": ["shelf/notes.py", "shelf/bookmarks.py"],
            },
            {
                "id": "t3",
                "description": "BookmarkNotesTests: two bookmarks, one of them with a note",
                "files": ["tests/test_bookmarks.py"],
            },
        ],
    }
    report = judged(plan)
    assert codes(report).isdisjoint(("vague_phrase", "unknown_file", "missing_plan_verification"))


def steps_of(tasks: int) -> int:
    """How many calls it takes to judge a plan of so many tasks."""
    plan = {
        "goal": GOAL,
        "tasks": [
            {
                "id": f"t{n}",
                "description": f"Paint wall {n}",
                "files": [f"walls/{n}.py"],
                "check": "make test",
                "depends_on": [f"t{n - 1}"] if n else [],
            }
            for n in range(tasks)
        ],
    }
    document = read_plan_document(plan)
    seen = 0

    def step(_frame: object, event: str, _argument: object) -> None:
        nonlocal seen
        seen += event in ("call", "c_call")

    sys.setprofile(step)
    try:
        check_plan(document, TERRAIN)
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.rule("ADQ-20")
def test_a_plan_of_twice_as_many_tasks_takes_about_twice_the_work() -> None:
    """ADQ-20…26: a list of a thousand tasks is judged in seconds."""
    assert steps_of(200) < 3 * steps_of(100)
