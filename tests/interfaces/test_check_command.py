"""`plangate check`: any plan file in, one report out, whatever the bytes (CLI-4, ERR-1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Runner
from tests.interfaces.support import refused, with_field

Json = dict[str, Any]

DOCUMENT: Json = {
    "goal": "Add rate limiting to the public API",
    "goal_complexity": 7,
    "depth": "standard",
    "tasks": [
        {
            "id": "t1",
            "title": "Bucket",
            "description": "Add the token bucket that counts calls",
            "files": ["app/bucket.py"],
            "complexity": 5,
            "depends_on": [],
            "preconditions": ["the store can be reached"],
            "check": "pytest tests/test_bucket.py passes",
        }
    ],
    "previous_tasks": [],
}
CHECKLIST = """\
# Add rate limiting to the public API

- [ ] Add the bucket to app/bucket.py
- [ ] Do it
- [ ] Drop the old counters table
"""


def changed(path: str, value: object) -> str:
    """The document with one field set; `…` in place of a value removes it."""
    return json.dumps(with_field(DOCUMENT, path, value))


@pytest.fixture
def checklist(tmp_path: Path) -> Path:
    path = tmp_path / "todo.md"
    path.write_text(CHECKLIST, encoding="utf-8")
    return path


# --- the report -----------------------------------------------------------------------------------


@pytest.mark.rule("CLI-4", "ADQ-19")
def test_the_document_of_the_contract_gives_the_report_of_the_contract(cli: Runner) -> None:
    ran = cli("check", "--json", "-", stdin=json.dumps(DOCUMENT))
    assert (ran.code, ran.err) == (0, "")
    report = ran.json
    assert report["schema"] == "plangate.adequacy/1"
    assert report["adequacy_score"] == 0.6625
    assert report["is_too_thin"] is True
    assert report["adequacy_reason_codes"] == ["too_few_tasks"]
    assert report["detail_target_min_tasks"] == 4
    assert report["estimated_goal_complexity"] == 7
    assert report["aggregate_unresolved_risk"] == 0
    assert report["critical_count"] == 0
    assert report["per_task"] == [
        {"id": "t1", "confidence": 1.0, "reason_codes": [], "findings": []}
    ]
    assert [finding["code"] for finding in report["findings"]] == ["too_few_tasks"]
    assert report["format"] == "plangate"


@pytest.mark.rule("CLI-4", "CLI-2")
def test_no_database_is_made(cli: Runner, db: Path, home: Path) -> None:
    assert cli("check", stdin=json.dumps(DOCUMENT)).code == 0
    assert not db.exists()
    assert list(home.iterdir()) == []


@pytest.mark.rule("CLI-2", "ADQ-18")
@pytest.mark.parametrize(("complexity", "code"), [(7, 5), (3, 0)])
def test_enforce_exits_five_for_a_thin_plan_and_still_reports(
    cli: Runner, complexity: int, code: int
) -> None:
    document = changed("goal_complexity", complexity)
    ran = cli("check", "--enforce", "--json", stdin=document)
    assert ran.code == code
    assert ran.json["is_too_thin"] is (code == 5)
    assert cli("check", stdin=document).code == 0


@pytest.mark.rule("ADQ-19")
def test_a_person_reads_verdict_findings_cures_and_what_was_not_looked_at(
    cli: Runner, checklist: Path
) -> None:
    ran = cli("check", checklist)
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """\
Too thin to be worked from: its tasks say too little (a risk of 0.33, more than 0.32).
Its files and commands were not looked at; say where with --workspace DIR.

goal   Add rate limiting to the public API
tasks  3, 1 critical; at least 2 expected for complexity 5 of 10
score  0.82 for the plan as a whole, 0.67 for a task on average
read   as checklist

The plan
  the goal says “add” and no task verifies the result (missing_plan_verification)
    → add a task or a check that shows that it works

Tasks, the most doubtful first
  3  0.35  Drop the old counters table
      “drop the old counters table” and no safeguard (risk_destructive)
        → say what makes it safe: a confirmation, a dry run, a rollback, a snapshot or a backup
  2  0.65  Do it
      5 characters, 2 words (vague_short)
        → say what is done to what, in 12 characters and 3 words or more

Not looked at: 9 signals the file says too little for; --json names them.
"""
    )


@pytest.mark.rule("ADQ-19")
def test_a_long_report_shows_the_first_tasks_and_counts_the_rest(cli: Runner) -> None:
    tasks = [{"id": f"t{n}", "description": "Do it"} for n in range(70)]
    ran = cli("check", stdin=json.dumps({"goal": "Look at it", "tasks": tasks}))
    assert ran.out.count("vague_short") == 50
    assert "… and 20 more tasks with findings; --json lists them all" in ran.out


@pytest.mark.rule("ADQ-19")
def test_a_file_that_says_no_goal_is_judged_and_the_goal_asked_for(
    cli: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "todo.md"
    path.write_text("- [ ] Add the bucket\n- [ ] Test the bucket\n", encoding="utf-8")
    ran = cli("check", path)
    assert (ran.code, ran.err) == (0, "")
    assert "goal   not stated; say it with --goal\ntasks  2\n" in ran.out


# --- options --------------------------------------------------------------------------------------


@pytest.mark.rule("ADQ-19", "ADQ-17")
def test_the_goal_on_the_command_line_overrides_the_file(cli: Runner, checklist: Path) -> None:
    goal = "Look at the limits in app/api.py"
    report = cli("check", checklist, "--goal", goal, "--goal-complexity", "9", "--json").json
    assert report["estimated_goal_complexity"] == 9
    assert report["detail_target_min_tasks"] == 6
    assert report["adequacy_reason_codes"] == ["too_few_tasks"]


@pytest.mark.rule("ADQ-17")
@pytest.mark.parametrize(("depth", "target"), [("minimal", 3), ("standard", 4), ("deep", 6)])
def test_the_depth_on_the_command_line_moves_the_target(
    cli: Runner, depth: str, target: int
) -> None:
    ran = cli("check", "--depth", depth, "--json", stdin=json.dumps(DOCUMENT))
    assert ran.json["detail_target_min_tasks"] == target


@pytest.mark.rule("ADQ-15")
def test_the_plan_before_may_be_a_file_of_any_format(
    cli: Runner, checklist: Path, tmp_path: Path
) -> None:
    now = tmp_path / "now.md"
    now.write_text("# Add rate limiting\n- [ ] Add it and test it\n", encoding="utf-8")
    before = {"tasks": DOCUMENT["tasks"], "goal": "x"}
    own = tmp_path / "before.json"
    own.write_text(json.dumps(before), encoding="utf-8")
    for file, codes in (
        (checklist, ["possible_rewrite_compression"]),
        (own, []),
    ):
        report = cli("check", now, "--before", file, "--json").json
        assert report["adequacy_reason_codes"] == codes


@pytest.mark.rule("CLI-4")
def test_a_goal_may_come_from_the_command_line_alone(cli: Runner) -> None:
    document = changed("goal", ...)
    refused(cli("check", stdin=document), "goal: is missing", "--goal TEXT")
    assert cli("check", "--goal", "Add limits", stdin=document).code == 0


@pytest.mark.rule("CLI-4", "CLI-1")
def test_what_plan_prints_can_be_checked(cli: Runner, workspace: Path) -> None:
    goal = "Add rate limiting to the public API"
    printed = cli("plan", goal, "--workspace", workspace, "--json")
    assert printed.code == 0, printed
    ran = cli("check", "-", "--json", stdin=printed.out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["format"] == "plangate"
    assert ran.json["estimated_goal_complexity"] == printed.json["complexity"]
    assert len(ran.json["per_task"]) == len(printed.json["plan"]["tasks"])


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1", "CLI-7")
def test_a_list_with_more_entries_than_any_plan_is_refused_before_it_is_cut(cli: Runner) -> None:
    ran = cli("check", "-", "--goal", "x", stdin="- [ ] do it\n" * 100_001)
    said = "PLAN: 100,001 list entries are too many; accepted: up to 100,000 entries"
    assert (ran.code, said in ran.err) == (2, True)


@pytest.mark.rule("ERR-1", "CLI-4")
@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("goal_complexity", 11, "goal_complexity: 11 is out of range"),
        ("depth", "abyss", "minimal, standard, deep"),
        ("nonsense", 1, "nonsense: is not a field; accepted: goal, tasks"),
        ("tasks.0.owner", 1, "tasks[0].owner: is not a field; accepted: id, description, title"),
        ("tasks.0.complexity", 0, "tasks[0].complexity: 0 is out of range"),
        ("tasks.0.description", ..., "tasks[0].description: is missing"),
        ("tasks.0.depends_on", ["t1"], "t1 → t1 is a cycle"),
        ("tasks", "x", "tasks: "),
    ],
)
def test_a_bad_field_is_named_with_what_is_accepted(
    cli: Runner, path: str, value: object, said: str
) -> None:
    refused(cli("check", stdin=changed(path, value)), said)


@pytest.mark.rule("ERR-1", "PLAN-2")
def test_duplicate_ids_are_refused_by_name(cli: Runner) -> None:
    document = changed("tasks", DOCUMENT["tasks"] * 2)
    refused(cli("check", stdin=document), "tasks: the id t1 appears twice")


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.md"], ["PLAN", "missing.md"]),
        (["-", "--before", "missing.md"], ["--before", "missing.md"]),
        (["-", "--depth", "abyss"], ["--depth", "minimal", "standard", "deep"]),
        (["-", "--goal-complexity", "11"], ["goal_complexity: 11 is out of range"]),
        (["-", "--goal-complexity", "many"], ["--goal-complexity"]),
        (["-", "--goal", " "], ["goal: is empty"]),
        (["-", "--goal", "a\x07b"], ["goal: contains the control character U+0007"]),
        (["-", "extra"], ["extra"]),
    ],
)
def test_bad_arguments_are_refused_in_one_line(
    cli: Runner, arguments: list[str], said: list[str]
) -> None:
    refused(cli("check", *arguments, stdin=json.dumps(DOCUMENT)), *said)


@pytest.mark.rule("ERR-1")
def test_a_plan_before_without_tasks_is_refused(cli: Runner, tmp_path: Path) -> None:
    path = tmp_path / "before.json"
    path.write_text('{"goal": "x"}', encoding="utf-8")
    ran = cli("check", "--before", path, stdin=json.dumps(DOCUMENT))
    refused(ran, "--before: has no tasks; accepted: a plan file")


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\n", b"{", b"[]", b"null", b"3", b'"text"', b"\xff\xfe", b"\x00", b"prose only",
        b'{"tasks": NaN}', b'{"goal": "x", "tasks": [1]}', b'{"goal": "x", "tasks": {}}',
        b"[" * 50_000, b'{"a": ' * 50_000, b"# Title\n", b"```\n- [ ] code\n```\n",
        b'{"master": {"tasks": [3]}}', b'{"goal": "\\ud800", "tasks": []}', b"- [ ] a\x1bb",
        b'{"tasks": [{"id": 1, "title": "a\\u0000", "status": "done"}]}',
    ],
)  # fmt: skip
def test_bad_bytes_are_refused_in_one_line(cli: Runner, raw: bytes) -> None:
    refused(cli("check", "-", stdin=raw))


@pytest.mark.rule("ERR-1", "CLI-2")
def test_a_refusal_is_one_document_too(cli: Runner) -> None:
    ran = cli("check", "--json", stdin="prose only")
    assert (ran.code, ran.json["schema"]) == (2, "plangate.error/1")
    assert ran.json["field"] == "PLAN"


@pytest.mark.rule("ERR-1")
def test_ten_megabytes_in_one_description_are_refused(cli: Runner) -> None:
    document = changed("tasks.0.description", "a" * 10_000_000)
    refused(cli("check", stdin=document), "tasks[0].description: 10,000,000 characters")


@pytest.mark.rule("ERR-1")
@given(st.binary(max_size=200))
def test_no_bytes_end_in_a_traceback(cli: Runner, raw: bytes) -> None:
    ran = cli("check", "-", stdin=raw)
    assert ran.code in (0, 2), ran
    if ran.code == 2:
        refused(ran)


SHAKEN: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10, 11, 1.5, "", " ", "x", "t1", "a\x00", [], ["t1"], [""], [3], {}, ...]
)
PATHS = st.sampled_from(
    ["goal", "goal_complexity", "depth", "tasks", "previous_tasks", "tasks.0", "other"]
    + [f"tasks.0.{field}" for field in [*DOCUMENT["tasks"][0], "test_required", "rests_on", "x"]]
)


@pytest.mark.rule("ERR-1")
@given(PATHS, SHAKEN)
def test_no_value_in_any_field_ends_in_a_traceback(cli: Runner, path: str, value: object) -> None:
    try:
        document = changed(path, value)
    except KeyError:  # there was no such field to leave out
        document = changed("tasks", [])
    ran = cli("check", "--json", stdin=document)
    assert ran.code in (0, 2), ran
    assert "defect" not in ran.err
    assert ran.json["schema"] in ("plangate.adequacy/1", "plangate.error/1")
