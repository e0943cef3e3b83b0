"""The adequacy rules (ADQ-1…19): each fires where the specification says and nowhere else.

Plans here are written as `plangate check` reads them. A plan is sound unless a test spoils it.
"""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.model.errors import BadInput
from plangate.core.plans.adequacy.adequacy import check_plan, target_tasks
from plangate.core.plans.adequacy.adequacy_plan import PLAN_ROWS
from plangate.core.plans.adequacy.adequacy_tasks import TASK_ROWS
from plangate.core.plans.plan_document import (
    PLAN_DOCUMENT,
    read_foreign_plan,
    read_plan_document,
)

Json = dict[str, Any]

SUBJECTS = (
    "Add the token bucket that counts the calls of one key",
    "Wire the bucket into the request path of the public API",
    "Return status 429 and a header that says when to retry",
    "Document the limits for callers on the developer pages",
    "Measure how many calls are refused and export the counter",
    "Migrate the old per-address limits to the new buckets",
    "Test the limits from end to end against a running server",
    "Remove the switch that turned the old limiter on",
    "Register the bucket in the settings of every service",
    "Review the limits with the people who run the API",
)


def task(number: int = 1, **changes: Any) -> Json:
    """A task with nothing to be said against it; `…` as a value leaves the field out."""
    made: Json = {
        "id": f"t{number}",
        "title": f"Part {number}",
        "description": SUBJECTS[(number - 1) % len(SUBJECTS)] + f", part {number}",
        "files": [f"app/limits_{number}.py"],
        "complexity": 4,
        "depends_on": [f"t{number - 1}"] if number > 1 else [],
        "preconditions": ["the store can be reached"],
        "check": f"pytest tests/test_limits_{number}.py passes",
        **changes,
    }
    return {name: value for name, value in made.items() if value is not ...}


def plan(*tasks: Json, goal: str = "Add rate limiting", complexity: int = 3, **more: Any) -> Json:
    return {"goal": goal, "goal_complexity": complexity, "tasks": list(tasks), **more}


def sound(number: int = 4, **more: Any) -> Json:
    return plan(*(task(n) for n in range(1, number + 1)), **more)


def each(document: Json, **changes: Any) -> Json:
    """The plan with every task changed."""
    tasks = [{**entry, **changes} for entry in document["tasks"]]
    kept = [{k: v for k, v in entry.items() if v is not ...} for entry in tasks]
    return {**document, "tasks": kept}


def report(document: Json) -> Json:
    return dict(check_plan(read_plan_document(document)))


def task_codes(**changes: Any) -> list[str]:
    """The codes of one changed task."""
    return list(report(plan(task(**changes)))["per_task"][0]["reason_codes"])


def plan_codes(document: Json) -> list[str]:
    return list(report(document)["adequacy_reason_codes"])


def score(document: Json) -> float:
    return float(report(document)["adequacy_score"])


def skipped(document: Json) -> dict[str, str]:
    return {entry["code"]: entry["because"] for entry in report(document)["skipped"]}


@pytest.mark.rule("ADQ-18", "ADQ-19")
def test_nothing_is_said_against_a_sound_plan() -> None:
    found = report(sound(complexity=7))
    assert found["adequacy_score"] == 1.0
    assert found["aggregate_unresolved_risk"] == 0.0
    assert found["is_too_thin"] is False
    assert found["adequacy_reason_codes"] == []
    assert [entry["reason_codes"] for entry in found["per_task"]] == [[]] * 4
    assert found["critical_count"] == 0


# --- one task -------------------------------------------------------------------------------------


@pytest.mark.rule("ADQ-1")
@pytest.mark.parametrize(
    ("description", "fires"),
    [
        pytest.param("", True, id="nothing"),
        pytest.param("   \n ", True, id="blanks"),
        pytest.param("Add a table", True, id="11 characters"),
        pytest.param("Add a tables", False, id="12 characters, 3 words"),
        pytest.param("  Add a table   ", True, id="blanks do not count"),
        pytest.param("Refactor authentication", True, id="2 words"),
        pytest.param("Refactor the authentication", False, id="3 words"),
    ],
)
def test_a_description_below_12_characters_or_3_words_is_short(
    description: str, fires: bool
) -> None:
    assert ("vague_short" in task_codes(description=description)) is fires


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize(
    ("description", "fires"),
    [
        pytest.param("Add the bucket to the path", False, id="a verb in front"),
        pytest.param("In the public API we now add a limit", True, id="the verb is the 7th word"),
        pytest.param("In the public API we add a limit", False, id="the verb is the 6th word"),
        pytest.param("The limits are validated at the border", False, id="an inflection"),
        pytest.param("The limiter for the public part of it", True, id="no verb"),
        pytest.param("Additional limits for the public part", True, id="part of another word"),
        pytest.param("**Wiring** of the `limits` module", False, id="marks around a word"),
        pytest.param("Add the limits and fix stuff on the way", True, id="a filler"),
        pytest.param("Add the limits and cleaning up of the rest", True, id="a filler inflected"),
        pytest.param("Add tests for various limits of callers", True, id="various"),
        pytest.param("Add something that limits the callers", True, id="something"),
        pytest.param("Somehow add the limits of all callers", True, id="somehow"),
        pytest.param("Add misc limits to the public API", True, id="misc"),
        pytest.param("Refactor everything about the limits", True, id="refactor everything"),
        pytest.param("Add the miscellany page to the menu", False, id="misc within a word"),
        pytest.param("app/store.py: the limit of each caller", False, id="a file and its content"),
        pytest.param("In app/store.py: the limit of a caller", False, id="in a file, its content"),
        pytest.param("Add a limit (500 if something breaks)", False, id="a remark in brackets"),
        pytest.param("Limiter.take throws once the bucket is dry", False, id="what a symbol does"),
        pytest.param("`take(caller)` throws once it is dry", False, id="what quoted code does"),
        pytest.param("Limiter.take and the bucket of a caller", True, id="a symbol alone"),
    ],
)
def test_a_description_without_an_action_or_with_a_filler_is_vague(
    description: str, fires: bool
) -> None:
    assert ("vague_phrase" in task_codes(description=description)) is fires


@pytest.mark.rule("ADQ-2")
def test_a_title_that_says_the_deed_leaves_the_description_to_say_the_thing() -> None:
    thing = "A select with 30 days, 90 days and never"
    said = {"description": thing, "title": "Let the reader choose how long"}
    assert "vague_phrase" not in task_codes(**said)
    assert "vague_phrase" in task_codes(**{**said, "title": "The select of days"})
    assert "vague_phrase" in task_codes(**{**said, "description": f"{thing}, or something"})


@pytest.mark.rule("ADQ-1", "ADQ-2")
def test_a_short_description_is_called_short_and_not_vague_as_well() -> None:
    assert task_codes(description="Fix stuff") == ["vague_short"]


@pytest.mark.rule("ADQ-3")
@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({"description": "Add the limits of TBD to the API"}, True),
        ({"description": "Add the limits, todo: say which"}, True),
        ({"description": "Add the limits of ??? to the API"}, True),
        ({"description": "Add the limits to path/to/file.py"}, True),
        ({"check": "TBD"}, True),
        ({"title": "TODO"}, True),
        ({"preconditions": ["???"]}, True),
        ({"files": ["TBD"]}, True),
        ({"files": ["src/tbd.py"]}, True),
        ({"files": ["path/to/limits.py"]}, True),
        ({"files": ["app/<name>.py"]}, True),
        ({"files": ["app/limits.py", "???"]}, True),
        ({"description": "Add the methodology of limits to the docs"}, False),
        ({"description": "Add the limits: is that why??? it fails"}, False),
        ({"description": "Add the open limits to TODO.md"}, False),
        ({"description": "Add the limits to src/todo/list.py"}, False),
        ({"files": ["src/todo/list.py", "mastodon.py"]}, False),
        ({"files": [""]}, False),
    ],
)
def test_a_placeholder_is_found_as_a_word_or_as_a_path(changes: Json, fires: bool) -> None:
    assert ("tbd_placeholder" in task_codes(**changes)) is fires


@pytest.mark.rule("ADQ-4")
@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({"description": "Drop the users table of the old shop"}, True),
        ({"description": "Drop the users table without a backup"}, True),
        ({"description": "Drop the users table, no backup needed"}, True),
        ({"description": "Drop the users table and skip the dry run"}, True),
        ({"description": "Drop the users table; a rollback is not possible"}, True),
        ({"description": "Delete all the old backups from the bucket"}, True),
        ({"description": "Drop the users table and the backup"}, True),
        ({"description": "Wipe the disk. Backups are too slow to make"}, True),
        ({"description": "Drop the users table before the backup runs"}, True),
        ({"description": "Drop the users table after taking a backup"}, False),
        ({"description": "Drop the users table and take a backup first"}, False),
        ({"description": "Never drop the users table before the backup is verified"}, False),
        ({"description": "Never drop the users table without a backup"}, False),
        ({"description": "Drop the users table after a dry run"}, False),
        ({"description": "Drop the users table once the owner confirms"}, False),
        ({"description": "Take a snapshot, then drop the users table"}, False),
        ({"description": "Drop the users table; the rollback script is ready"}, False),
        ({"description": "Drop the users table", "preconditions": ["a backup exists"]}, False),
        ({"description": "Drop the users table", "preconditions": ["no backup exists"]}, True),
        ({"title": "Drop the users table"}, True),
        ({"description": "Truncate the label after 20 characters"}, False),
        ({"description": "Delete trailing whitespace in the docs"}, False),
        (
            {"description": "Add a worker that deletes all rows of the users", "files": ["a.py"]},
            False,
        ),
        ({"description": "Add a worker that deletes all rows of the users", "files": []}, True),
    ],
)
def test_destruction_without_an_affirmed_safeguard_is_critical(changes: Json, fires: bool) -> None:
    found = report(plan(task(**changes)))
    assert ("risk_destructive" in found["per_task"][0]["reason_codes"]) is fires
    assert found["critical_count"] == int(fires)


@pytest.mark.rule("ADQ-5", "PLAN-2")
@pytest.mark.parametrize(
    ("needs", "saw"),
    [
        pytest.param(["t1"], None, id="an earlier task"),
        pytest.param([], None, id="none"),
        pytest.param(["t9"], "t9 is not a task", id="a stranger"),
        pytest.param(["t3"], "t3 stands later", id="a later task"),
        pytest.param(["t1", "t9", "t3"], "t9 is not a task and t3 stands later", id="both"),
    ],
)
def test_a_dependency_on_a_stranger_or_a_later_task_is_found(
    needs: list[str], saw: str | None
) -> None:
    tasks = (task(1), task(2, depends_on=needs), task(3, depends_on=[]))
    found = report(plan(*tasks))["per_task"][1]
    assert [finding["saw"] for finding in found["findings"]] == ([saw] if saw else [])
    assert found["confidence"] == (0.55 if saw else 1.0)


@pytest.mark.rule("ADQ-6")
@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({"complexity": 6}, False),
        ({"complexity": 7}, True),
        ({"complexity": 7, "description": "Add the bucket and test its edges"}, False),
        ({"complexity": 7, "description": "Add the bucket and verify the count"}, False),
        ({"complexity": 7, "description": "Add the bucket without tests"}, True),
        ({"complexity": 7, "description": "Add the latest contest pages"}, True),
        ({"complexity": 7, "check": "the verification passes"}, False),
        ({"complexity": 7, "check": "the page looks right"}, True),
        ({"complexity": 7, "files": ["tests/test_limits.py"]}, False),
        ({"complexity": 7, "files": ["web/limits.spec.ts"]}, False),
        ({"complexity": 7, "files": ["app/latest.py"]}, True),
        ({"complexity": ...}, False),
        ({"complexity": 10, "check": ..., "files": ...}, True),
    ],
)
def test_a_heavy_task_without_a_hint_of_a_test_is_found(changes: Json, fires: bool) -> None:
    plain = {"check": "", "description": "Add the bucket to the request path"}
    assert ("heavy_without_test_hint" in task_codes(**{**plain, **changes})) is fires


@pytest.mark.rule("ADQ-6")
def test_a_test_that_was_declared_required_weighs_more_and_is_critical() -> None:
    heavy: Json = {"complexity": 8, "check": "", "description": "Add the bucket to the path"}
    usual = report(plan(task(**heavy)))
    required = report(plan(task(**heavy, test_required=True)))
    assert (usual["per_task"][0]["confidence"], usual["critical_count"]) == (0.82, 0)
    assert (required["per_task"][0]["confidence"], required["critical_count"]) == (0.65, 1)
    assert required["per_task"][0]["reason_codes"] == ["heavy_without_test_hint"]
    assert report(plan(task(test_required=True)))["critical_count"] == 0


@pytest.mark.rule("ADQ-7")
@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({"complexity": 6, "preconditions": []}, True),
        ({"complexity": 5, "preconditions": []}, False),
        ({"complexity": 6, "preconditions": ["  "]}, True),
        ({"complexity": 6, "preconditions": ["the store is there"]}, False),
        ({"complexity": 6, "preconditions": [], "files": []}, False),
        ({"complexity": 6, "preconditions": [], "files": ["TBD"]}, False),
        ({"complexity": 6, "preconditions": ...}, False),
        ({"complexity": 6, "preconditions": [], "files": ...}, False),
    ],
)
def test_a_hard_change_of_files_without_a_precondition_is_found(changes: Json, fires: bool) -> None:
    assert ("precondition_missing" in task_codes(**changes)) is fires


@pytest.mark.rule("ADQ-1", "ADQ-3", "ADQ-5", "ADQ-6", "ADQ-7")
def test_the_factors_of_a_task_multiply() -> None:
    spoiled = task(
        description="TBD",
        depends_on=["x"],
        complexity=9,
        preconditions=[],
        check="",
        files=["a.py"],
    )
    found = report(plan(spoiled))["per_task"][0]
    assert found["reason_codes"] == [
        "vague_short",
        "tbd_placeholder",
        "deps_incomplete_or_order",
        "heavy_without_test_hint",
        "precondition_missing",
    ]
    assert found["confidence"] == pytest.approx(0.65 * 0.70 * 0.55 * 0.82 * 0.70, abs=1e-12)


@pytest.mark.rule("ADQ-1", "ADQ-2", "ADQ-3", "ADQ-4", "ADQ-5", "ADQ-6", "ADQ-7")
def test_the_rows_of_a_task_have_the_factors_of_the_specification() -> None:
    assert [(row.rule, row.code, row.factor, row.critical) for row in TASK_ROWS] == [
        ("ADQ-1", "vague_short", 0.65, False),
        ("ADQ-2", "vague_phrase", 0.75, False),
        ("ADQ-3", "tbd_placeholder", 0.70, False),
        ("ADQ-4", "risk_destructive", 0.35, True),
        ("ADQ-5", "deps_incomplete_or_order", 0.55, False),
        ("ADQ-6", "heavy_without_test_hint", 0.82, False),
        ("ADQ-6", "heavy_without_test_hint", 0.65, True),
        ("ADQ-7", "precondition_missing", 0.70, False),
        ("PLAN-5", "manifest_empty_path", 1.0, False),
    ]


# --- the plan -------------------------------------------------------------------------------------


@pytest.mark.rule("ADQ-8", "ADQ-17")
@pytest.mark.parametrize(
    ("complexity", "number", "expected"),
    [
        (4, 1, 1.0),  # below 5 nothing is demanded
        (5, 1, 1 - 0.45 / 2),
        (5, 2, 1.0),
        (6, 3, 1 - 0.45 / 4),
        (8, 1, 1 - 0.45 * 3 / 4),
        (8, 4, 1.0),
        (9, 3, 1 - 0.45 * 3 / 6),
        (10, 1, 1 - 0.45 * 7 / 8),
        (10, 8, 1.0),
    ],
)
def test_too_few_tasks_cost_by_what_is_missing(
    complexity: int, number: int, expected: float
) -> None:
    document = sound(number, complexity=complexity)
    assert score(document) == pytest.approx(expected, abs=1e-12)
    assert (plan_codes(document) == ["too_few_tasks"]) is (expected < 1)


@pytest.mark.rule("ADQ-8", "ADQ-18")
def test_a_plan_without_a_task_scores_nothing_and_is_thin() -> None:
    found = report(plan(complexity=1))
    assert (found["adequacy_score"], found["is_too_thin"]) == (0.0, True)
    assert found["adequacy_reason_codes"][0] == "too_few_tasks"
    assert found["per_task"] == []


@pytest.mark.rule("ADQ-9")
@pytest.mark.parametrize(
    ("goal", "changes", "fires"),
    [
        ("Add rate limiting", {"check": ""}, True),
        ("Add rate limiting", {"check": ...}, True),
        ("Migrating the shop to the new store", {"check": ""}, True),
        ("We want the limiter rewritten", {"check": ""}, True),
        ("Investigate and fix the leak", {"check": ""}, True),
        ("Explain how the limiter works", {"check": ""}, False),
        ("Investigate why the build fails", {"check": ""}, False),
        ("The limits of the public API", {"check": ""}, False),
        ("Add rate limiting", {"check": "curl shows 429"}, False),
        ("Add rate limiting", {"check": "TBD"}, True),
        ("Add rate limiting", {"check": "", "files": ["tests/test_a.py"]}, False),
        ("Add rate limiting", {"check": "", "description": "Add it and test the edges"}, False),
        ("Add rate limiting", {"check": "", "description": "Add it, skip the tests"}, True),
    ],
)
def test_a_goal_to_build_needs_something_that_verifies(
    goal: str, changes: Json, fires: bool
) -> None:
    plain = {"description": "Add the bucket to the request path", **changes}
    document = each(sound(2, goal=goal), **plain)
    assert ("missing_plan_verification" in plan_codes(document)) is fires
    assert score(document) == (0.82 if fires else 1.0)


@pytest.mark.rule("ADQ-10")
@pytest.mark.parametrize(
    ("number", "needs", "fires"),
    [(3, [], False), (4, [], True), (9, [], True), (4, ["t1"], False), (4, ..., False)],
)
def test_four_tasks_without_any_dependency_are_flat(number: int, needs: Any, fires: bool) -> None:
    document = each(sound(number), depends_on=[])
    document["tasks"][-1] = task(number, depends_on=needs)
    if needs is ...:
        document = each(document, depends_on=...)
    assert ("flat_dependency_graph" in plan_codes(document)) is fires
    assert score(document) == (0.85 if fires else 1.0)


@pytest.mark.rule("ADQ-11")
@pytest.mark.parametrize(
    ("goal", "files", "fires"),
    [
        ("Add limits to app/api.py", [], True),
        ("Add limits to app/api.py", ["TBD"], True),
        ("Add limits to app/api.py", [""], True),
        ("Add limits to app/api.py", ["app/other.py"], False),
        ("Add limits and/or quotas", [], False),
        ("Add limits to app/api.py", ..., False),
    ],
)
def test_a_path_in_the_goal_wants_a_file_in_a_task(goal: str, files: Any, fires: bool) -> None:
    document = each(sound(2, goal=goal), files=files)
    assert ("goal_paths_unlinked" in plan_codes(document)) is fires
    assert math.isclose(score(document), 0.80 if fires else 1.0, abs_tol=1e-12), (
        "only this signal counts"
    )


@pytest.mark.rule("ADQ-12")
@pytest.mark.parametrize(
    ("number", "complexities", "fires"),
    [
        (5, [9, 9], True),  # the target is 4: 5 < 6
        (6, [9, 9], False),
        (5, [9, 8], False),
        (5, [10, 9, 10], True),
        (5, [..., ...], False),
    ],
)
def test_two_huge_tasks_in_a_short_plan_are_a_cluster(
    number: int, complexities: list[Any], fires: bool
) -> None:
    document = sound(number, complexity=7)
    for place, value in enumerate(complexities):
        document["tasks"][place] = task(place + 1, complexity=value)
    assert ("mega_task_cluster" in plan_codes(document)) is fires
    assert score(document) == (0.78 if fires else 1.0)


def brief(number: int, length: int, linked: int) -> list[Json]:
    """Tasks whose descriptions have exactly this many characters, so many of them with files."""
    made = []
    for n in range(1, number + 1):
        text = f"Add {chr(96 + n) * 3} to it".ljust(length, "x")
        made.append(task(n, description=text, files=["a.py"] if n <= linked else []))
    return made


@pytest.mark.rule("ADQ-13")
@pytest.mark.parametrize(
    ("complexity", "number", "length", "linked", "fires"),
    [
        (6, 6, 27, 1, True),
        (6, 6, 28, 1, False),
        (6, 6, 27, 2, False),  # 2 of 6 are a third
        (5, 6, 27, 0, False),
        (6, 4, 20, 0, True),
        (9, 6, 20, 0, True),
        (9, 7, 20, 3, False),
    ],
)
def test_many_brief_tasks_with_few_files_have_little_surface(
    complexity: int, number: int, length: int, linked: int, fires: bool
) -> None:
    document = plan(*brief(number, length, linked), complexity=complexity)
    assert ("verbose_but_low_surface" in plan_codes(document)) is fires


@pytest.mark.rule("ADQ-14")
@pytest.mark.parametrize(
    ("alike", "number", "opening", "fires"),
    [
        (3, 4, "Add the limit of", True),
        (2, 4, "Add the limit of", False),
        (3, 3, "Add the limit of", False),
        (3, 7, "Add the limit of", True),  # 40 % of 7 are 2.8
        (3, 8, "Add the limit of", False),  # of 8 they are 3.2
        (4, 8, "Add the limit of", True),
        (4, 10, "ADD  the limit\nof", True),
        (4, 4, "Add a b c", False),  # 9 characters
        (4, 4, "Add a b cd", True),  # 10 characters
    ],
)
def test_tasks_that_open_alike_are_found(
    alike: int, number: int, opening: str, fires: bool
) -> None:
    document = sound(number)
    for place in range(alike):
        text = f"{opening} service {place} in the request path"
        document["tasks"][place] = task(place + 1, description=text)
    assert ("repeated_task_phrasing" in plan_codes(document)) is fires
    assert score(document) == (0.88 if fires else 1.0)


@pytest.mark.rule("ADQ-15")
@pytest.mark.parametrize(
    ("now", "before", "complexity", "fires"),
    [
        (2, 3, 3, True),
        (3, 3, 3, False),
        (4, 3, 3, False),
        (1, 2, 3, True),
        (0, 1, 3, False),  # one task is no plan to lose
        (1, 2, 10, False),  # the target is 8: 2 tasks were too few as well
        (6, 7, 10, True),
    ],
)
def test_a_rewrite_with_fewer_tasks_is_found(
    now: int, before: int, complexity: int, fires: bool
) -> None:
    document = sound(now, complexity=complexity, previous_tasks=sound(before)["tasks"])
    document = {**document, "previous_tasks": [{**t, "files": []} for t in sound(before)["tasks"]]}
    assert ("possible_rewrite_compression" in plan_codes(document)) is fires


@pytest.mark.rule("ADQ-15")
@pytest.mark.parametrize(
    ("files_now", "files_before", "fires"),
    [(["a.py"], ["a.py"], False), ([], ["a.py"], True), (["TBD"], ["a.py"], True),
     ([], [], False), (..., ["a.py"], False), ([], ..., False)],
)  # fmt: skip
def test_a_rewrite_that_lost_files_is_found(files_now: Any, files_before: Any, fires: bool) -> None:
    before = each(sound(3), files=files_before)["tasks"]
    document = each(sound(3, previous_tasks=before), files=files_now)
    assert (plan_codes(document) == ["file_linkage_reduced"]) is fires
    assert score(document) == (0.85 if fires else 1.0)


@pytest.mark.rule("ADQ-15")
@pytest.mark.parametrize(
    ("before", "now", "tasks_now", "fires"),
    [
        (1_000, 849, 2, True),  # 899 < 900
        (1_000, 850, 2, False),
        (1_000, 400, 3, False),  # more tasks than before
        (100, 39, 2, True),  # 89 < 90
        (100, 40, 2, False),
    ],
)
def test_a_rewrite_that_lost_text_is_found(
    before: int, now: int, tasks_now: int, fires: bool
) -> None:
    def of(total: int, number: int) -> list[Json]:
        texts = ["Add the limits ".ljust(total // number, "x") for _ in range(number)]
        texts[0] = texts[0].ljust(len(texts[0]) + total - sum(map(len, texts)), "x")
        return [task(n, description=text, files=[]) for n, text in enumerate(texts, start=1)]

    document = plan(*of(now, tasks_now), previous_tasks=of(before, 2))
    assert (plan_codes(document) == ["description_mass_reduced"]) is fires
    assert score(document) == (0.90 if fires else 1.0)


@pytest.mark.rule("ADQ-16")
@pytest.mark.parametrize(
    ("number", "complexity", "goal_complexity", "fires"),
    [
        (13, 2, 3, True),  # 3 × 4 = 12
        (12, 2, 3, False),
        (13, 3, 3, False),
        (13, 2, 9, False),  # 3 × 6 = 18
        (19, 2, 9, True),
        (60, 5, 6, False),
        (61, 5, 6, True),
        (61, ..., 6, True),
        (61, 5, 7, False),
    ],
)
def test_far_more_tasks_than_the_goal_needs_are_bloat(
    number: int, complexity: Any, goal_complexity: int, fires: bool
) -> None:
    document = each(sound(number, complexity=goal_complexity), complexity=complexity)
    assert ("bloat" in plan_codes(document)) is fires
    assert score(document) == (0.90 if fires else 1.0)


@pytest.mark.rule("ADQ-9", "ADQ-10", "ADQ-11", "ADQ-12", "ADQ-13", "ADQ-14", "ADQ-15", "ADQ-16")
def test_the_rows_of_a_plan_have_the_factors_of_the_specification() -> None:
    fixed = [(row.rule, row.code, row.factor) for row in PLAN_ROWS if not callable(row.factor)]
    assert fixed == [
        ("ADQ-8", "too_few_tasks", 0.0),
        ("ADQ-9", "missing_plan_verification", 0.82),
        ("ADQ-10", "flat_dependency_graph", 0.85),
        ("ADQ-11", "goal_paths_unlinked", 0.80),
        ("ADQ-12", "mega_task_cluster", 0.78),
        ("ADQ-13", "verbose_but_low_surface", 0.86),
        ("ADQ-14", "repeated_task_phrasing", 0.88),
        ("ADQ-15", "possible_rewrite_compression", 0.87),
        ("ADQ-15", "file_linkage_reduced", 0.85),
        ("ADQ-15", "description_mass_reduced", 0.90),
        ("ADQ-16", "bloat", 0.90),
        ("ADQ-16", "bloat", 0.90),
    ]


# --- targets, thinness, what is skipped -----------------------------------------------------------


@pytest.mark.rule("ADQ-17")
@pytest.mark.parametrize(
    ("depth", "targets"),
    [
        ("minimal", [1, 1, 1, 1, 1, 3, 3, 3, 5, 7]),
        ("standard", [1, 1, 1, 2, 2, 4, 4, 4, 6, 8]),
        ("deep", [3, 3, 3, 4, 4, 6, 6, 6, 8, 10]),
    ],
)
def test_the_target_follows_complexity_and_depth(depth: str, targets: list[int]) -> None:
    assert [target_tasks(complexity, depth) for complexity in range(1, 11)] == targets
    found = report(sound(complexity=7, depth=depth))
    assert found["detail_target_min_tasks"] == targets[6]


@pytest.mark.rule("ADQ-17")
def test_a_given_complexity_is_taken_and_a_missing_one_is_estimated() -> None:
    assert report(sound(complexity=9))["estimated_goal_complexity"] == 9
    document = sound(goal="Fix a typo in the tooltip")
    del document["goal_complexity"]
    assert report(document)["estimated_goal_complexity"] == 1


@pytest.mark.rule("ADQ-18")
@pytest.mark.parametrize(
    ("document", "thin"),
    [
        # 0.82 is not below 0.82
        pytest.param(each(sound(2), check="", description="Add it to the path"), False, id="0.82"),
        # 0.80 is, and a code fired
        pytest.param(each(sound(2, goal="Add it to a/b.py"), files=[]), True, id="0.80"),
        pytest.param(each(sound(5), depends_on=[]), False, id="0.85"),
        # 1 − 0.45 × 3/4 = 0.6625
        pytest.param(sound(1, complexity=8), True, id="0.66"),
    ],
)
def test_a_plan_is_thin_below_082_with_a_finding(document: Json, thin: bool) -> None:
    assert report(document)["is_too_thin"] is thin


@pytest.mark.rule("ADQ-18")
@pytest.mark.parametrize(
    ("short", "number", "thin"),
    [(1, 1, True), (9, 10, False), (10, 10, True), (0, 3, False)],
)
def test_a_plan_of_doubtful_tasks_is_thin_above_a_risk_of_032(
    short: int, number: int, thin: bool
) -> None:
    document = sound(number)
    for place in range(short):
        document["tasks"][place] = task(place + 1, description="Do it")
    found = report(document)
    assert found["aggregate_unresolved_risk"] == pytest.approx(0.35 * short / number, abs=1e-12)
    assert (found["adequacy_score"], found["is_too_thin"]) == (1.0, thin)


@pytest.mark.rule("ADQ-18")
def test_a_risk_of_exactly_032_is_not_above_it() -> None:
    tasks = [task(n, depends_on=["x"] if n <= 32 else []) for n in range(1, 46)]
    found = report(each(plan(*tasks, complexity=7), title="x"))
    assert found["aggregate_unresolved_risk"] == pytest.approx(0.45 * 32 / 45, abs=1e-12) == 0.32
    assert found["is_too_thin"] is False


@pytest.mark.rule("ADQ-19", "CLI-4")
def test_the_example_of_the_contract() -> None:
    found = report(plan(task(description="Do it"), goal="Add authentication", complexity=8))
    assert found == {
        "schema": "plangate.adequacy/1",
        "adequacy_score": 0.6625,
        "is_too_thin": True,
        "thin_because": "as a whole it scores 0.66, less than 0.82 (too_few_tasks)",
        "substance": "not looked at",
        "adequacy_reason_codes": ["too_few_tasks"],
        "detail_target_min_tasks": 4,
        "estimated_goal_complexity": 8,
        "aggregate_unresolved_risk": 0.35,
        "critical_count": 0,
        "per_task": [
            {
                "id": "t1",
                "confidence": 0.65,
                "reason_codes": ["vague_short"],
                "findings": [
                    {
                        "code": "vague_short",
                        "saw": "5 characters, 2 words",
                        "cure": "say what is done to what, in 12 characters and 3 words or more",
                    }
                ],
            }
        ],
        "findings": [
            {
                "code": "too_few_tasks",
                "saw": "1 task for a goal of complexity 8, 4 expected",
                "cure": "split the work into at least 3 more tasks",
            }
        ],
        "skipped": [
            {"code": code, "because": "no plan before this one was given"}
            for code in (
                "possible_rewrite_compression",
                "file_linkage_reduced",
                "description_mass_reduced",
            )
        ],
    }


@pytest.mark.rule("ADQ-19")
@pytest.mark.parametrize(
    ("field", "codes"),
    [
        ("depends_on", {"deps_incomplete_or_order", "flat_dependency_graph"}),
        (
            "complexity",
            {"heavy_without_test_hint", "precondition_missing", "mega_task_cluster", "bloat"},
        ),
        ("preconditions", {"precondition_missing"}),
        (
            "files",
            {
                "precondition_missing",
                "goal_paths_unlinked",
                "verbose_but_low_surface",
                "file_linkage_reduced",
            },
        ),
        ("check", set()),
        ("title", set()),
    ],
)
def test_an_absent_field_is_skipped_and_said_to_be(field: str, codes: set[str]) -> None:
    document = each(sound(previous_tasks=sound()["tasks"]), **{field: ...})
    assert {
        code for code, because in skipped(document).items() if because == f"no task carries {field}"
    } == codes


@pytest.mark.rule("ADQ-19")
def test_a_field_some_tasks_lack_is_judged_where_it_is_there() -> None:
    tasks = [task(1, complexity=...), task(2, complexity=9, check="", preconditions=[])]
    found = report(plan(*tasks))
    assert [entry["reason_codes"] for entry in found["per_task"]] == [
        [],
        ["heavy_without_test_hint", "precondition_missing"],
    ]
    assert skipped(plan(*tasks))["heavy_without_test_hint"] == "1 of 2 tasks lack complexity"


@pytest.mark.rule("ADQ-19")
def test_without_a_goal_nothing_that_needs_one_is_looked_for() -> None:
    document = each(sound(61), check="", depends_on=[])
    found = check_plan(read_foreign_plan({"tasks": document["tasks"]}))
    assert found["estimated_goal_complexity"] is None
    assert found["detail_target_min_tasks"] is None
    assert found["adequacy_reason_codes"] == ["flat_dependency_graph"]
    assert {entry["code"] for entry in found["skipped"]} >= {
        "too_few_tasks",
        "missing_plan_verification",
        "goal_paths_unlinked",
        "bloat",
    }


@pytest.mark.rule("ADQ-19")
def test_every_finding_says_what_it_saw_and_what_would_cure_it() -> None:
    spoiled = each(
        sound(5, complexity=10, goal="Add it to a/b.py", previous_tasks=sound(9)["tasks"]),
        description="TBD",
        files=[],
        complexity=9,
        preconditions=[],
        depends_on=["x"],
        check="",
    )
    found = report(spoiled)
    findings = [*found["findings"], *(f for t in found["per_task"] for f in t["findings"])]
    assert len(findings) > 20
    for finding in findings:
        assert set(finding) == {"code", "saw", "cure"}
        assert all(finding.values())
        assert "\n" not in "".join(finding.values())


# --- reading --------------------------------------------------------------------------------------


def changed(path: str, value: object) -> Json:
    document = copy.deepcopy(sound(2))
    place: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return document


@pytest.mark.rule("ERR-1", "CLI-4")
@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("goal", ..., "goal: is missing"),
        ("goal", " ", "goal: is empty"),
        ("goal_complexity", 0, "goal_complexity: 0 is out of range; accepted: a whole number from"),
        ("goal_complexity", 11, "goal_complexity: 11 is out of range"),
        ("goal_complexity", 5.5, "goal_complexity: 5.5 is not a whole number"),
        ("depth", "abyss", 'depth: "abyss" is not known; accepted: minimal, standard, deep'),
        ("tasks", {}, "tasks: an object is not a list"),
        ("owner", "me", "owner: is not a field; accepted: goal, tasks, goal_complexity, depth, pr"),
        ("tasks.0.id", ..., "tasks[0].id: is missing"),
        ("tasks.0.id", "", "tasks[0].id: is empty"),
        ("tasks.0.id", 7, "tasks[0].id: 7 is not text"),
        ("tasks.0.description", ..., "tasks[0].description: is missing"),
        ("tasks.0.description", "a\x00b", "tasks[0].description: contains the control character"),
        ("tasks.1.complexity", 11, "tasks[1].complexity: 11 is out of range"),
        ("tasks.1.complexity", True, "tasks[1].complexity: true is not a whole number"),
        ("tasks.1.files", "a.py", 'tasks[1].files: "a.py" is not a list'),
        ("tasks.1.files", [3], "tasks[1].files[0]: 3 is not text"),
        ("tasks.1.depends_on", [""], "tasks[1].depends_on[0]: is empty"),
        ("tasks.1.check", None, "tasks[1].check: null is not text"),
        ("tasks.1.owner", "me", "tasks[1].owner: is not a field; accepted: id, description, title"),
        ("tasks.1.test_required", "yes", 'tasks[1].test_required: "yes" is not a flag'),
        ("previous_tasks", [{}], "previous_tasks[0].id: is missing"),
    ],
)
def test_a_bad_document_is_refused_in_one_line_that_names_the_field(
    path: str, value: object, says: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read_plan_document(changed(path, value))
    assert str(caught.value).startswith(says)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.rule("PLAN-2")
@pytest.mark.parametrize(
    ("tasks", "says"),
    [
        pytest.param([task(1), task(1)], "tasks: the id t1 appears twice", id="an id twice"),
        pytest.param([task(1, depends_on=["t1"])], "tasks: t1 → t1 is a cycle", id="itself"),
        pytest.param(
            [task(1, depends_on=["t2"]), task(2)], "is a cycle; accepted: dependencies", id="two"
        ),
    ],
)
def test_duplicate_ids_and_cycles_are_refused_by_name(tasks: list[Json], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_plan_document(plan(*tasks))
    assert says in str(caught.value)
    assert all(name in str(caught.value) for name in {entry["id"] for entry in tasks})


@pytest.mark.rule("PLAN-2", "ADQ-5")
def test_a_long_cycle_is_refused_in_a_short_line() -> None:
    tasks = [task(n, depends_on=[f"t{n % 5_000 + 1}"]) for n in range(1, 5_001)]
    with pytest.raises(BadInput) as caught:
        read_plan_document(plan(*tasks))
    assert "is a cycle" in str(caught.value)
    assert "(5,000 tasks)" in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.rule("CLI-4")
def test_the_fields_of_our_own_plans_are_accepted() -> None:
    ours = task(reversibility="irreversible", rests_on=["a1"], answers_to="the goal")
    assert report(plan(ours))["adequacy_score"] == 1.0


@pytest.mark.rule("ERR-1")
def test_the_schema_describes_what_is_read() -> None:
    schema = PLAN_DOCUMENT.schema()
    assert schema["required"] == ["goal", "tasks"]
    entry = schema["properties"]["tasks"]["items"]
    assert entry["required"] == ["id", "description"]
    assert entry["properties"]["files"]["items"]["maxLength"] == 4_096
    assert entry["properties"]["complexity"] == {"type": "integer", "minimum": 1, "maximum": 10}


# --- properties -----------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.sampled_from(SUBJECTS),
    st.sampled_from(["", "Do it", "TBD", "Drop the users table", "Fix stuff somehow now please"]),
    st.text(max_size=60).filter(lambda text: text.isprintable()),
)


@st.composite
def plans(draw: st.DrawFn) -> Json:
    """Any plan, good or bad, without cycles."""
    number = draw(st.integers(0, 5))
    absent = draw(st.sets(st.sampled_from(["files", "complexity", "depends_on", "preconditions"])))
    tasks = []
    for place in range(number):
        earlier = st.sampled_from([f"t{n}" for n in range(place)] or ["x"])
        made = {
            "id": f"t{place}",
            "description": draw(TEXTS),
            "files": draw(st.lists(st.sampled_from(["a.py", "TBD", "tests/a.py", ""]), max_size=2)),
            "complexity": draw(st.integers(1, 10)),
            "depends_on": draw(st.lists(earlier, max_size=2)),
            "preconditions": draw(st.lists(st.sampled_from(["ready", ""]), max_size=1)),
            "check": draw(st.sampled_from(["", "pytest passes", "it looks right"])),
        }
        tasks.append({name: value for name, value in made.items() if name not in absent})
    goal = draw(st.sampled_from(["Add limits to app/api.py", "Explain the limits", "Limits"]))
    document: Json = {"goal": goal, "tasks": tasks}
    if draw(st.booleans()):
        document["goal_complexity"] = draw(st.integers(1, 10))
    document["depth"] = draw(st.sampled_from(["minimal", "standard", "deep"]))
    return document


@pytest.mark.rule("ADQ-18")
@given(plans())
def test_score_risk_and_confidence_stay_between_0_and_1_every_time(document: Json) -> None:
    found = report(document)
    assert found == report(copy.deepcopy(document))
    assert 0 <= found["adequacy_score"] <= 1
    assert 0 <= found["aggregate_unresolved_risk"] <= 1
    assert all(0 < entry["confidence"] <= 1 for entry in found["per_task"])
    assert len(found["per_task"]) == len(document["tasks"])


@pytest.mark.rule("ADQ-9")
@given(plans())
def test_dropping_checks_never_raises_the_score(document: Json) -> None:
    assert score(each(document, check="")) <= score(document)
    assert score(each(document, check=...)) <= score(document)


@pytest.mark.rule("ADQ-10")
@given(plans())
def test_dropping_dependencies_never_raises_the_score(document: Json) -> None:
    assert score(each(document, depends_on=[])) <= score(document)


@pytest.mark.rule("ADQ-5", "ADQ-19")
@given(plans(), st.randoms(use_true_random=False))
def test_the_order_of_tasks_matters_to_dependencies_only(document: Json, random: Any) -> None:
    free = each(document, depends_on=[])
    turned = {**free, "tasks": random.sample(free["tasks"], len(free["tasks"]))}
    one, other = report(free), report(turned)
    assert one["adequacy_score"] == other["adequacy_score"]
    assert one["aggregate_unresolved_risk"] == other["aggregate_unresolved_risk"]
    by_id = {entry["id"]: entry for entry in other["per_task"]}
    assert [by_id[entry["id"]] for entry in one["per_task"]] == one["per_task"]


def merged(document: Json, place: int) -> Json:
    """Two neighbours as one task: everything of both, the harder complexity."""
    tasks = copy.deepcopy(document["tasks"])
    one, two = tasks[place], tasks.pop(place + 1)
    one["description"] += f". {two['description']}"
    one["files"] += two["files"]
    one["complexity"] = max(one["complexity"], two["complexity"])
    for entry in tasks:
        entry["depends_on"] = [one["id"] if n == two["id"] else n for n in entry["depends_on"]]
    return {**document, "tasks": tasks}


@pytest.mark.rule("ADQ-8")
@given(st.integers(5, 10), st.integers(2, 10), st.data())
def test_merging_tasks_never_raises_the_score(
    complexity: int, number: int, data: st.DataObject
) -> None:
    document = sound(number, complexity=complexity)
    place = data.draw(st.integers(0, number - 2))
    assert score(merged(document, place)) <= score(document)


@pytest.mark.rule("ADQ-8")
def test_merging_down_to_one_task_lowers_the_score_step_by_step() -> None:
    document = sound(8, complexity=10)
    scores = [score(document)]
    while len(document["tasks"]) > 1:
        document = merged(document, 0)
        scores.append(score(document))
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


@pytest.mark.rule("ADQ-9", "ADQ-13")
@given(st.integers(1, 10), st.integers(1, 10), st.booleans())
def test_halving_descriptions_never_raises_the_score(
    complexity: int, number: int, with_files: bool
) -> None:
    document = sound(number, complexity=complexity)
    document = document if with_files else each(document, files=[])
    halved = copy.deepcopy(document)
    for entry in halved["tasks"]:
        entry["description"] = entry["description"][: len(entry["description"]) // 2]
    assert score(halved) <= score(document)


@pytest.mark.rule("ADQ-9", "ADQ-13")
def test_halving_takes_away_the_verification_and_the_surface() -> None:
    texts = [f"Add limit {n} and then test its edges" for n in "abcdef"]
    tasks = [task(n, description=t, files=[], check="") for n, t in enumerate(texts, start=1)]
    halves = [{**entry, "description": entry["description"][:18]} for entry in tasks]
    assert plan_codes(plan(*tasks, complexity=6)) == []
    assert plan_codes(plan(*halves, complexity=6)) == [
        "missing_plan_verification",
        "verbose_but_low_surface",
    ]


#: What may be wrong with a plan that fewer tasks or shorter texts put right (docs/decisions/0008).
CURED_BY_LESS = {
    "flat_dependency_graph",
    "verbose_but_low_surface",
    "repeated_task_phrasing",
    "bloat",
}


@st.composite
def flawed(draw: st.DrawFn) -> Json:
    """Plans with every field, flat or not, short or long, alike or not."""
    opening = draw(st.sampled_from(["", "Add the limit of the ", "Add it "]))
    tasks = [
        task(
            place,
            description=f"{opening}{draw(st.sampled_from(SUBJECTS))}",
            files=draw(st.sampled_from([[], ["app/a.py"]])),
            complexity=draw(st.integers(1, 10)),
            depends_on=[f"t{place - 1}"] if place > 1 and draw(st.booleans()) else [],
            check=draw(st.sampled_from(["", "pytest passes"])),
        )
        for place in range(1, draw(st.integers(3, 16)))
    ]
    return plan(*tasks, complexity=draw(st.integers(1, 10)))


def gained(before: Json, after: Json) -> tuple[set[str], float]:
    """Which findings an ablation cured, and what they alone would have raised the score to."""
    old, new = report(before), report({**after, "previous_tasks": before["tasks"]})
    cured = set(old["adequacy_reason_codes"]) - set(new["adequacy_reason_codes"])
    factors = {row.code: row.factor for row in PLAN_ROWS if not callable(row.factor)}
    bound = old["adequacy_score"]
    for code in cured:
        bound /= factors[code]
    assert new["adequacy_score"] <= bound + 1e-9
    return cured, new["adequacy_score"] - old["adequacy_score"]


@pytest.mark.rule("ADQ-15", "ADQ-18")
@settings(max_examples=60)
@given(flawed(), st.data())
def test_less_of_a_flawed_plan_gains_only_what_it_cured(
    document: Json, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(document["tasks"]) - 2))
    halves = copy.deepcopy(document)
    for entry in halves["tasks"]:
        entry["description"] = entry["description"][: len(entry["description"]) // 2]
    for ablated in (merged(document, place), halves):
        cured, gain = gained(document, ablated)
        assert cured <= CURED_BY_LESS
        assert cured or gain <= 1e-9, "who cures nothing gains nothing"
