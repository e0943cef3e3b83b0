"""Plans in their repository (PUB-1): what is written, what an edit brings back, what it cannot."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.app.test_anchors import entries_of, forge, resealed
from tests.conftest import Ran, Runner
from tests.interfaces.mcp.support import run, server_for
from tests.interfaces.support import ASKED, ONE_WAY, PLANNED
from tests.person import trust

OWN_WORDS = "only with a hardware key from Lausanne"


@pytest.fixture
def page(cli: Runner, workspace: Path) -> Path:
    """The published file of a plan of several tasks."""
    assert cli("plan", PLANNED, "--workspace", workspace).code == 0
    return publish(cli, workspace)


def publish(cli: Runner, workspace: Path, *more: str) -> Path:
    (plan,) = published(cli, workspace, *more)
    return workspace / str(plan["file"])


def published(cli: Runner, workspace: Path, *more: str) -> list[dict[str, Any]]:
    ran = cli("publish", "--workspace", workspace, "--json", *more)
    assert ran.code in (0, 4), ran
    plans: list[dict[str, Any]] = ran.json["plans"]
    return plans


def edit(page: Path, before: str, after: str) -> None:
    text = page.read_text(encoding="utf-8")
    assert before in text, f"{before!r} is not in\n{text}"
    page.write_text(text.replace(before, after, 1), encoding="utf-8")


def shown(cli: Runner, workspace: Path) -> dict[str, Any]:
    document: dict[str, Any] = cli("show", "--workspace", workspace, "--json").json
    return document


def refused_beside(page: Path) -> str:
    return page.with_name(page.name.replace(".md", ".rej.md")).read_text(encoding="utf-8")


def set_own(home: Path, text: str) -> None:
    folder = home / ".config" / "plangate"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(text, encoding="utf-8")


def git(workspace: Path, *words: str) -> str:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    ran = subprocess.run(
        ["git", "-C", str(workspace), *who, *words], capture_output=True, text=True, check=False
    )
    return ran.stdout + ran.stderr


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.rule("PUB-1")
def test_a_published_plan_is_a_page_a_reviewer_can_read_and_the_same_bytes_each_time(
    cli: Runner, workspace: Path, page: Path
) -> None:
    text = page.read_text(encoding="utf-8")
    plan = shown(cli, workspace)["plan"]
    session = shown(cli, workspace)["session"]
    assert page.parent == workspace / ".plangate" / "plans"
    assert re.fullmatch(r"add-rate-limiting-to-the-public-api-[0-9a-f]{6}\.md", page.name)
    assert text.startswith(f"---\nplangate: 1\nsession: {session}\nversion: ")
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings == [f"# {PLANNED}", "## Decisions", "## Tasks", "## Versions"]
    for task in plan["tasks"]:
        assert f"- [ ] {task['id']} {task['title']}\n" in text
        assert f"  - check: {task['check']}\n" in text
    assert "- **a1** " in text
    again = published(cli, workspace)
    assert (again[0]["result"], page.read_text(encoding="utf-8")) == ("unchanged", text)


@pytest.mark.rule("PUB-1")
def test_nothing_is_added_to_git_and_the_file_is_as_others_may_read_it(
    cli: Runner, workspace: Path
) -> None:
    git(workspace, "init", "-q")
    assert cli("plan", PLANNED, "--workspace", workspace).code == 0
    page = publish(cli, workspace)
    assert git(workspace, "status", "--porcelain", ".plangate").strip() == "?? .plangate/"
    assert page.stat().st_mode & 0o400


@pytest.mark.rule("PUB-1")
def test_no_name_no_note_and_no_own_words_unless_the_settings_say_so(
    cli: Runner, person: Runner, workspace: Path, home: Path
) -> None:
    question = cli("plan", ASKED, "--workspace", workspace, "--json").json["question"]["id"]
    person("note", question, "ask Beatrix in Lausanne first")
    assert person("answer", question, OWN_WORDS, "--workspace", workspace).code == 0
    page = publish(cli, workspace)
    text = page.read_text(encoding="utf-8")
    assert "(own words, not published) (decided by a person, confidence high)" in text
    assert "Lausanne" not in text
    assert "Beatrix" not in text
    name = cli("show", question, "--json").json["question"]["answer"]["by"]
    assert name
    assert f"{name} answered" not in text
    assert str(workspace) not in text
    set_own(home, "publish_words = true\n")
    assert publish(cli, workspace) == page
    assert OWN_WORDS in page.read_text(encoding="utf-8")
    assert "Beatrix" not in page.read_text(encoding="utf-8"), "a note is no part of a plan"


@pytest.mark.rule("PUB-1")
def test_who_overturned_and_took_back_is_told_by_role_however_often(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    planned = cli("plan", PLANNED, "--workspace", workspace, "--json").json
    others = [entry["id"] for entry in planned["assumptions"]]
    assert others
    for _ in range(2):
        last = shown(cli, workspace)["assumptions"][-1]["id"]
        assert person("wrong", last, "in words of my own").code == 0
        last = shown(cli, workspace)["assumptions"][-1]["id"]
        assert person("wrong", last, "otherwise again").code == 0
        last = shown(cli, workspace)["assumptions"][-1]["id"]
        assert person("undo", last).code == 0
    told = "\n".join(entry["reasoning"] for entry in shown(cli, workspace)["assumptions"])
    name = re.search(r"^(.+?) took the revision", told, re.MULTILINE)
    assert name is not None, told
    text = publish(cli, workspace).read_text(encoding="utf-8")
    assert "a person overturned" in text
    assert not re.search(rf"\b{re.escape(name[1])} (?:took|overturned)", text), text


@pytest.mark.rule("PUB-1")
def test_a_published_plan_is_evidence_of_nothing(cli: Runner, workspace: Path) -> None:
    assert cli("plan", PLANNED, "--workspace", workspace).code == 0
    assert publish(cli, workspace).is_file()
    ran = cli("explore", PLANNED, "--workspace", workspace, "--json")
    assert ".plangate/plans" not in ran.out, ran.out
    ran = cli("brief", PLANNED, "--workspace", workspace, "--json")
    assert ".plangate/plans" not in ran.out, ran.out


@pytest.mark.rule("PUB-1", "ASK-14")
def test_a_secret_never_reaches_the_file(cli: Runner, workspace: Path) -> None:
    goal = f"{PLANNED}, staging password: hunter2secret"
    cli("plan", goal, "--workspace", workspace)
    assert "hunter2secret" not in publish(cli, workspace).read_text(encoding="utf-8")


# --- edits ----------------------------------------------------------------------------------------


@pytest.mark.rule("PUB-1", "ACT-1")
def test_words_check_order_and_tick_come_back_as_a_scripts_edit(
    cli: Runner, person: Runner, workspace: Path, page: Path
) -> None:
    first = shown(cli, workspace)["plan"]["tasks"][0]
    edit(page, f"- [ ] {first['id']} {first['title']}", f"- [x] {first['id']} Count the calls")
    edit(page, f"  - check: {first['check']}", "  - check: pytest tests passes twice")
    assert person("publish", "--workspace", workspace).code == 0, "whoever runs it"
    after = shown(cli, workspace)
    task = after["plan"]["tasks"][0]
    assert (task["title"], task["check"]) == ("Count the calls", "pytest tests passes twice")
    assert task["files"] == first["files"]
    assert after["plan"]["trigger"] == "edited by the published file"
    assert cli("status", "--workspace", workspace, "--json").json["done"] == [first["id"]]
    assert not page.with_name(page.name.replace(".md", ".rej.md")).exists()
    assert "done: 1 of " in page.read_text(encoding="utf-8")
    events = cli("show", after["session"], "--log", "--json").json["events"]
    by = {e["type"]: e["payload"].get("by") for e in events}
    assert (by["PlanEdited"], by["TaskDone"]) == ("the published file", "the published file")


@pytest.mark.rule("PUB-1", "UND-8")
def test_what_somebody_writes_into_the_file_makes_no_plan_surer(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    notes = "def list_notes(page):\n    return NOTES[page:]\n"
    (workspace / "notes.py").write_text(notes, encoding="utf-8")
    goal = f"{PLANNED} and full text search over the notes"
    cli("plan", goal, "--workspace", workspace)
    before = how_sure(cli, workspace)
    assert "Check it before anybody starts" in cli("show", "--workspace", workspace).out
    page = publish(cli, workspace)
    first, *others = shown(cli, workspace)["plan"]["tasks"]
    edit(page, f"- [ ] {first['id']} {first['title']}", f"- [x] {first['id']} Count the calls")
    for task in others:
        edit(page, f"] {task['id']} {task['title']}", f"] {task['id']} Weigh anchors in harbour")
    assert person("publish", "--workspace", workspace).code == 0
    assert cli("status", "--workspace", workspace, "--json").json["done"] == [first["id"]]
    assert how_sure(cli, workspace) == before


def how_sure(cli: Runner, workspace: Path) -> str:
    text = " ".join(cli("show", "--workspace", workspace).out.split())
    return text[text.index("of plans like this about ") :].partition(".")[0]


@pytest.mark.rule("PUB-1")
def test_an_order_in_which_a_task_stands_before_one_it_needs_is_refused(
    cli: Runner, workspace: Path, page: Path
) -> None:
    tasks = shown(cli, workspace)["plan"]["tasks"]
    needs = next(task for task in tasks if task["depends_on"])
    reorder(page, needs["id"])
    (made,) = published(cli, workspace)
    assert made["taken"] == []
    assert "would stand before one it needs" in made["refused"][0]
    assert [t["id"] for t in shown(cli, workspace)["plan"]["tasks"]] == [t["id"] for t in tasks]


@pytest.mark.rule("PUB-1")
def test_an_order_the_tasks_allow_comes_back(cli: Runner, workspace: Path, tmp_path: Path) -> None:
    goal = "Write down how it is run"
    free = tmp_path / "plan.md"
    free.write_text(
        f"# {goal}\n\n"
        "- [ ] Describe the start of app/api.py in the README and check it by hand\n"
        "- [ ] Describe the tests of tests/test_api.py in the README and run them\n",
        encoding="utf-8",
    )
    assert cli("adopt", free, "--workspace", workspace).code in (0, 3)
    page = publish(cli, workspace)
    first, second = (task["id"] for task in shown(cli, workspace)["plan"]["tasks"])
    reorder(page, second)
    (made,) = published(cli, workspace)
    assert made["taken"] == [f"the order {second}, {first}"]
    assert [t["id"] for t in shown(cli, workspace)["plan"]["tasks"]] == [second, first]


def reorder(page: Path, first: str) -> None:
    """Put one task before all others."""
    start, listed = page.read_text(encoding="utf-8").split("## Tasks\n\n")
    listed, behind = listed.split("## Versions")
    entries = [entry for entry in listed.split("\n\n") if entry.strip()]
    entries.sort(key=lambda entry: f"] {first} " not in entry.splitlines()[0])
    text = f"{start}## Tasks\n\n" + "\n\n".join(entries) + f"\n\n## Versions{behind}"
    page.write_text(text, encoding="utf-8")


@pytest.mark.rule("PUB-1")
def test_a_decision_an_approval_a_file_name_and_a_new_task_do_not_come_back(
    cli: Runner, workspace: Path, page: Path
) -> None:
    before = shown(cli, workspace)
    text = page.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("- **a1**"))
    edit(page, line, "- **a1** storage: In a spreadsheet (decided by a person, confidence high).")
    edit(page, "  - files: `", "  - files: `etc/passwd`, `")
    edit(page, "  - check: ", "  - one-way: cannot be undone; approved by a person\n  - check: ")
    edit(page, "## Versions", "- [ ] t99 Also paint it red\n\n## Notes\n\nhello\n\n## Versions")
    (made,) = published(cli, workspace)
    assert made["taken"] == []
    after = shown(cli, workspace)
    assert (after["plan"], after["assumptions"]) == (before["plan"], before["assumptions"])
    assert page.read_text(encoding="utf-8") == text, "what the record says stands there again"
    beside = refused_beside(page)
    for words in ("In a spreadsheet", "etc/passwd", "approved by a person", "t99 Also", "hello"):
        assert words in beside, f"{words!r} is lost"


@pytest.mark.rule("PUB-1", "PLAN-6")
def test_no_edit_makes_a_step_harmless_or_done_that_waits_for_approval(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    question = cli("plan", ONE_WAY, "--workspace", workspace, "--json").json["question"]
    final = next(o for o in question["options"] if o["reversibility"] == "irreversible")
    person("answer", question["id"], final["label"])
    document = shown(cli, workspace)
    step = next(t for t in document["plan"]["tasks"] if t["reversibility"] == "irreversible")
    page = publish(cli, workspace)
    edit(page, f"- [ ] {step['id']} ", f"- [x] {step['id']} ")
    line = "  - one-way: cannot be undone; a person has to approve it by name\n"
    edit(page, line, "")
    (made,) = published(cli, workspace)
    assert made["taken"] == []
    assert any("cannot be done yet" in line for line in made["refused"])
    assert any("one-way" in line for line in made["refused"])
    assert step["id"] not in cli("status", "--workspace", workspace, "--json").json["done"]
    assert line in page.read_text(encoding="utf-8")


@pytest.mark.rule("PUB-1", "PLAN-5")
def test_one_edit_the_gate_refuses_stops_no_other(cli: Runner, workspace: Path, page: Path) -> None:
    one, two = shown(cli, workspace)["plan"]["tasks"][:2]
    edit(page, f"{one['id']} {one['title']}", f"{one['id']} TBD")
    edit(page, f"{two['id']} {two['title']}", f"{two['id']} Refuse callers over the limit")
    (made,) = published(cli, workspace)
    after = shown(cli, workspace)["plan"]["tasks"]
    assert after[1]["title"] == "Refuse callers over the limit"
    assert after[0]["title"] == one["title"]
    assert "TBD" in " ".join(made["refused"]) or "PLAN-5" in " ".join(made["refused"])


@pytest.mark.rule("PUB-1")
def test_a_file_of_an_older_version_is_no_edit_and_what_both_changed_is_refused(
    cli: Runner, workspace: Path, page: Path
) -> None:
    old = page.read_text(encoding="utf-8")
    first = shown(cli, workspace)["plan"]["tasks"][0]
    edit(page, f"{first['id']} {first['title']}", f"{first['id']} Count the calls")
    publish(cli, workspace)
    page.write_text(old, encoding="utf-8")
    (made,) = published(cli, workspace)
    assert (made["taken"], made["refused"], made["result"]) == ([], [], "written")
    assert "Count the calls" in page.read_text(encoding="utf-8")
    page.write_text(old.replace(first["title"], "Count other calls", 1), encoding="utf-8")
    (made,) = published(cli, workspace)
    assert "the plan changed it too" in made["refused"][0]
    assert "Count other calls" in refused_beside(page)


@pytest.mark.rule("PUB-1", "ERR-1")
def test_a_file_that_says_it_is_of_another_plan_is_left_with_a_sentence(
    cli: Runner, workspace: Path, page: Path
) -> None:
    text = page.read_text(encoding="utf-8")
    own = next(line for line in text.splitlines() if line.startswith("session: "))
    page.write_text(text.replace(own, "session: zzzzzzzz"), encoding="utf-8")
    ran = cli("publish", "--workspace", workspace)
    assert ran.code == 4
    said = f"it says it is of 'zzzzzzzz', and this plan is of {own.removeprefix('session: ')}"
    assert said in " ".join(ran.out.split())


@pytest.mark.rule("PUB-1", "ERR-1")
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda p: p.write_bytes(b"\xff\xfe\x00"), id="not UTF-8"),
        pytest.param(lambda p: p.write_text("x" * 2_100_000), id="too large"),
        pytest.param(lambda p: p.write_text("---\nplangate: 9\n---\n"), id="another format"),
        pytest.param(lambda p: (p.unlink(), p.symlink_to("/etc/hostname")), id="a link"),
        pytest.param(lambda p: (p.unlink(), p.mkdir()), id="a folder"),
    ],
)
def test_a_file_that_cannot_be_read_is_left_as_it_is(
    cli: Runner, workspace: Path, page: Path, damage: Any
) -> None:
    damage(page)
    ran = cli("publish", "--workspace", workspace)
    assert ran.code == 4
    assert "is left as it is" in ran.out
    assert "Traceback" not in ran.err
    assert cli("ready", "--workspace", workspace).code == 0


@pytest.mark.rule("PUB-1", "ACT-3")
def test_hostile_words_in_the_file_are_text(cli: Runner, workspace: Path, page: Path) -> None:
    first = shown(cli, workspace)["plan"]["tasks"][0]
    edit(page, first["title"], "Wire it \x1b]0;pwned\x07 up\u202e ![x](http://evil) <script>")
    ran = cli("publish", "--workspace", workspace)
    assert "\x1b" not in ran.out + ran.err
    assert "\u202e" not in ran.out + ran.err
    listed = cli("ready", "--workspace", workspace)
    assert "\x1b" not in listed.out
    assert "\x1b" not in page.read_text(encoding="utf-8")


@pytest.mark.rule("PUB-1", "ACT-2")
@pytest.mark.parametrize("link", [".plangate", ".plangate/plans"])
def test_a_folder_that_leads_out_of_the_workspace_is_never_written_to(
    cli: Runner, workspace: Path, tmp_path: Path, link: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (workspace / link).parent.mkdir(exist_ok=True)
    (workspace / link).symlink_to(outside)
    cli("plan", PLANNED, "--workspace", workspace)
    ran = cli("publish", "--workspace", workspace)
    assert ran.code in (2, 4)
    assert "is a link" in ran.out + ran.err
    assert not [path for path in outside.rglob("*") if path.is_file()]


# --- by itself ------------------------------------------------------------------------------------


@pytest.mark.rule("PUB-1", "ACT-2")
def test_publish_in_a_strangers_settings_counts_for_nothing_until_it_is_trusted(
    cli: Runner, workspace: Path, environment: dict[str, str]
) -> None:
    (workspace / "plangate.toml").write_text("publish = true\n", encoding="utf-8")
    document = cli("plan", PLANNED, "--workspace", workspace, "--json").json
    assert "plangate.toml: publish" in document["workspace_rules"]["passed_over"]
    assert not (workspace / ".plangate").exists()
    assert trust(workspace, environment).code == 0
    assert cli("ready", "--workspace", workspace).code == 0
    assert len(list((workspace / ".plangate" / "plans").glob("*.md"))) == 1


@pytest.mark.rule("PUB-1")
def test_with_publish_on_every_command_keeps_file_and_record_together(
    cli: Runner, workspace: Path, home: Path
) -> None:
    set_own(home, "publish = true\n")
    cli("plan", PLANNED, "--workspace", workspace)
    (page,) = (workspace / ".plangate" / "plans").glob("*.md")
    first = shown(cli, workspace)["plan"]["tasks"][0]["id"]
    edit(page, f"- [ ] {first} ", f"- [x] {first} ")
    ready = cli("ready", "--workspace", workspace, "--json")
    assert ready.json["done"] == [first], "the tick is in before the command answers"
    assert f"taken over: {first} done" in ready.err
    second = ready.json["ready"][0]["id"]
    assert cli("done", second, "--workspace", workspace).err == ""
    assert f"- [x] {second} " in page.read_text(encoding="utf-8")


@pytest.mark.rule("PUB-1", "MCP-6")
def test_no_tool_call_publishes_and_the_next_command_does(
    cli: Runner, workspace: Path, home: Path, db: Path
) -> None:
    set_own(home, "publish = true\n")
    cli("doctor")  # the database is there before the server opens it

    async def over_mcp() -> None:
        async with Client(server_for(workspace, db)) as client:
            given = {"goal": PLANNED, "workspace": str(workspace), "mind": "rules"}
            reply = await client.call_tool("plan", given)
            assert not reply.is_error

    run(over_mcp)
    assert not (workspace / ".plangate").exists()
    assert cli("status", "--workspace", workspace).code == 0
    assert len(list((workspace / ".plangate" / "plans").glob("*.md"))) == 1


# --- merges, checks, anchors, erasing -------------------------------------------------------------


@pytest.mark.rule("PUB-1")
def test_a_merge_of_two_branches_loses_no_decision(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    git(workspace, "init", "-q", "-b", "main")
    git(workspace, "add", "app")
    git(workspace, "commit", "-qm", "start")
    question = cli("plan", ASKED, "--workspace", workspace, "--json").json["question"]["id"]
    page = publish(cli, workspace)
    git(workspace, "add", ".plangate")
    git(workspace, "commit", "-qm", "plan")
    git(workspace, "checkout", "-qb", "other")
    cli("plan", PLANNED, "--workspace", workspace)
    beside = publish(cli, workspace)
    git(workspace, "add", ".plangate")
    git(workspace, "commit", "-qm", "another plan")
    git(workspace, "checkout", "-q", "main")
    assert person("answer", question, "a").code == 0
    publish(cli, workspace, question.partition("-")[0])
    git(workspace, "commit", "-qam", "decided")
    merged = git(workspace, "merge", "--no-edit", "other")
    assert "CONFLICT" not in merged
    assert beside.exists()
    decisions = cli("show", question, "--json").json
    assert "decided by a person" in page.read_text(encoding="utf-8"), decisions
    ran = cli("check", workspace / ".plangate" / "plans", "--json")
    assert (ran.code, len(ran.json["plans"])) == (0, 2)


@pytest.mark.rule("PUB-1")
def test_two_people_who_plan_the_same_goal_never_meet_in_one_file(
    cli: Runner, workspace: Path, page: Path, tmp_path: Path
) -> None:
    theirs = page.read_bytes()
    other = ("--db", str(tmp_path / "other.db"))
    assert cli("plan", PLANNED, "--workspace", workspace, *other).code == 0
    mine = publish(cli, workspace, *other)
    assert mine != page
    assert page.read_bytes() == theirs


@pytest.mark.rule("PUB-1")
def test_an_unfinished_merge_is_left_alone_and_fails_the_check(
    cli: Runner, workspace: Path, page: Path
) -> None:
    edit(page, "## Decisions", "<<<<<<< ours\n## Decisions\n=======\n## Decision\n>>>>>>> theirs")
    torn = page.read_bytes()
    (made,) = published(cli, workspace)
    assert (made["result"], page.read_bytes()) == ("left", torn)
    assert "a merge that is not finished" in made["why"]
    ran = cli("check", page.parent)
    assert ran.code == 5
    assert "a merge that is not finished" in ran.out


@pytest.mark.rule("PUB-1")
@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_a_merge_torn_in_the_front_matter_alone_is_mended_by_publishing(
    cli: Runner, workspace: Path, page: Path, style: str
) -> None:
    def commit(told: str) -> None:
        git(workspace, "add", "app", ".plangate")
        git(workspace, "commit", "-qm", told)

    git(workspace, "init", "-q", "-b", "main")
    git(workspace, "config", "merge.conflictStyle", style)
    commit("plan")
    git(workspace, "checkout", "-qb", "other")
    cli("done", "t1", "--workspace", workspace)
    publish(cli, workspace)
    commit("one done")
    git(workspace, "checkout", "-q", "main")
    *_, last = shown(cli, workspace)["plan"]["tasks"]
    edit(page, last["title"], "Cross the limit in a test of the API")
    publish(cli, workspace)
    commit("another version")
    assert "CONFLICT" in git(workspace, "merge", "--no-edit", "other")
    torn = page.read_text(encoding="utf-8")
    assert "<<<<<<<" not in torn.partition("\n---\n")[2]
    assert cli("check", page.parent).code == 5, "what is committed has no marks"
    before = shown(cli, workspace)["plan"]["version"]

    (made,) = published(cli, workspace)

    assert (made["result"], made["taken"], made["refused"]) == ("written", [], [])
    assert "<<<<<<<" not in page.read_text(encoding="utf-8")
    assert shown(cli, workspace)["plan"]["version"] == before
    assert cli("check", page.parent).code == 0


@pytest.mark.rule("PUB-1")
def test_a_file_that_is_ahead_of_this_record_is_left_as_it_is(
    cli: Runner, workspace: Path, page: Path
) -> None:
    edit(page, "version: ", "version: 7")
    ahead = page.read_bytes()
    (made,) = published(cli, workspace)
    assert (made["result"], page.read_bytes()) == ("left", ahead)
    assert "this record knows" in made["why"]


@pytest.mark.rule("PUB-1", "CLI-4")
def test_the_check_of_a_folder_takes_ticks_and_words_and_finds_an_edited_decision(
    cli: Runner, page: Path
) -> None:
    assert cli("check", page.parent).code == 0
    edit(page, "- [ ] t1 ", "- [x] t1 Carefully: ")
    assert cli("check", page.parent).code == 0, "a tick and words are anybody's"
    edit(page, "- **a1** ", "- **a1** really, ")
    ran = cli("check", page.parent, "--json")
    assert (ran.code, ran.json["ok"]) == (5, False)
    assert "changed by hand" in ran.json["plans"][0]["problems"][0]
    assert cli("check", page, "--json").json["format"] == "published"


@pytest.mark.rule("REC-6", "PUB-1")
def test_a_log_rewritten_with_its_anchors_is_found_by_what_was_published(
    cli: Runner, workspace: Path, page: Path, db: Path, home: Path
) -> None:
    assert cli("audit").code == 0
    line = next(x for x in page.read_text(encoding="utf-8").splitlines() if x[:7] == "anchor:")
    publish(cli, workspace)
    assert line in page.read_text(encoding="utf-8"), "a version keeps its anchor"
    entries = entries_of(db)
    goal = next(n for n, entry in enumerate(entries) if entry.type == "GoalReceived")
    payload = {**json.loads(entries[goal].payload), "goal": "Something else entirely"}
    entries[goal] = entries[goal]._replace(payload=json.dumps(payload))
    forge(db, resealed(entries))
    with sqlite3.connect(db) as raw:
        raw.execute("DELETE FROM anchored")
    for file in (home / ".local" / "state" / "plangate" / "anchors").glob("*"):
        file.unlink()
    ran: Ran = cli("audit")
    assert ran.code == 5
    assert page.name in ran.out


@pytest.mark.rule("REC-10", "PUB-1")
def test_forgetting_a_session_names_its_published_files(
    cli: Runner, person: Runner, workspace: Path, page: Path
) -> None:
    session = shown(cli, workspace)["session"]
    edit(page, "## Versions", "hello\n\n## Versions")
    publish(cli, workspace)
    ran = person("forget", "--session", session)
    assert ran.code == 0
    told = "".join(ran.out.split())  # a path is broken where the terminal ends
    assert f"{page}stillholdsit" in told
    assert f"{page.with_name(page.name.replace('.md', '.rej.md'))}stillholdsit" in told
    state = "".join(p.read_text() for p in (workspace.parent / "home").rglob("published/*"))
    assert "rate" not in state, "what is remembered of a file holds no word of its plan"
