"""Which tasks of a host wait for a person's approval, and what they are told (PLAN-6, PREF-2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, DECISIONS, TASKS, refused, run, server_for, told
from tests.interfaces.mcp.test_host_mends import calls

pytestmark = pytest.mark.rule("PLAN-6", "PREF-2")

DOES = ("start", "done", "fail")
CRAFT: dict[str, Any] = {
    "id": "layout",
    "question": "How is the page laid out?",
    "who_knows": "anyone",
    "options": [
        {"id": "plain", "label": "Plainly", "consequence": "one column", "effort": 1},
        {"id": "split", "label": "In two columns", "consequence": "two columns", "effort": 1},
    ],
    "default": "plain",
}


def row_of(workspace: Path, db: Path, decisions: list[dict[str, Any]], **task: Any) -> Any:
    sent = {"id": "t1", "title": "The page", "check": "pytest tests/test_api.py", **task}
    brought = {"goal": CLEAR, "decisions": decisions, "tasks": [sent]}
    (document,) = calls(workspace, db, ("plan", brought))
    (row,) = document["tasks"]
    return row


@pytest.mark.parametrize(
    ("do", "files"),
    [
        ("Add can_cancel in app/api.py. If it is false: db.session.rollback() and raise", "api"),
        ("In app/api.py add pay(): each card is charged, which cannot be taken back", "api"),
        ("Change app/api.py: for each due row send(customer, text) mails all customers", "api"),
        ("Add 003.sql: alter table partners add column url text, add column secret text", "sql"),
        ("Write the page on retention: old snapshots go for good after 30 days", "doc"),
        ("Write app/api.py. Return if the account is gone. Delete its rows, commit", "api"),
        ("Add the pages to app/api.py: index, new; destroy all accounts that were marked", "api"),
        ("Hide the customer accounts that are gone in app/api.py", "api"),
        ("Removes the account and its rows for good when a user asks, in app/api.py", "api"),
        ("`destroy` deletes all rows of the account for good", "api"),
        ("Add the column. `down` (rollback) takes it away, the backup stays", "sql"),
        ("Write the migration: a table of prices. `down` drops the table prices", "sql"),
        ("`rm` learns -rf in app/api.py, as the shell's does", "api"),
        ("Git tags that were deleted are hidden by app/api.py", "api"),
        ("In schema.sql add the key below allow_wipe, so that to_send fits to subscribers", "sql"),
        ("Add the column as ALTER TABLE … ADD COLUMN IF NOT EXISTS to the schema", "sql"),
    ],
)
def test_code_that_will_do_it_later_for_users_and_what_only_adds_can_be_taken_back(
    workspace: Path, db: Path, do: str, files: str
) -> None:
    named = {"api": "app/api.py", "sql": "migrations/003.sql", "doc": "docs/retention.md"}[files]
    row = row_of(workspace, db, [CRAFT], do=do, new_files=[named], rests_on=["layout"])
    assert row["is"] == "ready", row


@pytest.mark.parametrize(
    ("do", "files"),
    [
        ("Drop the table orders", []),
        ("Then wipe_all_users", []),
        ("Run wipe_all_users on the server", ["app/api.py"]),
        ("Drop the table orders", ["app/api.py"]),
        ("Add a check to app/api.py and drop the table orders", ["app/api.py"]),
        ("In app/api.py, erase all customer accounts", ["app/api.py"]),
        ("Change app/api.py; purge the customer database in production", ["app/api.py"]),
        ("Write app/api.py. Purge the customer database in production", ["app/api.py"]),
        ("Write app/api.py. Run it so that it deletes all accounts", ["app/api.py"]),
        ("Write app/api.py, then drop the table orders", ["app/api.py"]),
        ("Write app/api.py. Delete all customer accounts", ["app/api.py"]),
        ("Write it", ["db/migrate/003_drop_orders.rb"]),
        ("Run app/api.py so that it deletes all accounts", ["app/api.py"]),
        ("Add a job that deletes all accounts for good", []),
        ("Add 003.sql: alter table a add column b text, drop column c", ["migrations/003.sql"]),
        ("Add 003.sql: update orders, then delete from orders", ["migrations/003.sql"]),
        ("Send the mail to all customers", []),
        ("rm -rf the uploads of all users", ["app/api.py"]),
        ("git push --force to origin main", ["app/api.py"]),
        ("Please do a git reset --hard", ["app/api.py"]),
        ("SQL: DELETE  FROM users", ["app/api.py"]),
        ("DELETE FROM users in app/api.py", ["app/api.py"]),
        ("Execute TRUNCATE bookmarks", ["app/api.py"]),
        ("Force-push the branch", ["app/api.py"]),
        ("`dd if=/dev/zero of=/dev/sda` in app/api.py", ["app/api.py"]),
        ("Take the account away", ["app/api.py"]),
        ("Powershell: Remove-Item -Recurse -Force C:/data", ["app/api.py"]),
    ],
)
def test_a_task_that_does_it_when_it_is_done_waits_whatever_files_it_names(
    workspace: Path, db: Path, do: str, files: list[str]
) -> None:
    safe = f"{do}. A backup is taken and a dry run is made first."
    sent = {"do": safe, "new_files": files, "rests_on": ["layout"], "undo": "easy"}
    row = row_of(workspace, db, [CRAFT], **sent)
    assert row["is"] == "withheld", row
    assert "so a person approves it: it says “" in row["for"]
    assert "plangate approve" not in row["for"], "no command that is no tool of the host's"


@pytest.mark.rule("GATE-18")
def test_a_reason_lifts_of_a_task_what_it_lifts_of_an_option(workspace: Path, db: Path) -> None:
    """0022: what is made again from something else, and never what lasts."""
    why = "the cache is filled again from the rows on the next request"
    cache = {"do": "Purge the cache of thumbnails on the server", "undo_why": why}
    assert row_of(workspace, db, [CRAFT], **cache)["is"] == "ready"
    lasting = {"do": "Purge the customer accounts after a backup and a dry run", "undo_why": why}
    row = row_of(workspace, db, [CRAFT], **lasting)
    assert row["is"] == "withheld"
    assert "undo_why lifts a name, a cache or what only adds" in row["for"]


def test_a_decision_in_force_that_is_final_is_named_and_documents_do_not_inherit_it(
    workspace: Path, db: Path, person: Runner
) -> None:
    final = {
        "id": "numbers",
        "question": "Which invoice numbers are shown?",
        "who_knows": "anyone",
        "options": [
            {"id": "all", "label": "All", "consequence": "every page", "undo": "never"},
            {"id": "none", "label": "None", "consequence": "no page", "undo": "never"},
        ],
        "default": "all",
    }
    code = {"id": "t1", "do": "Add the number to app/api.py", "files": ["app/api.py"]}
    page = {
        "id": "t2",
        "do": "Write in docs/numbers.md where the number stands",
        "new_files": ["docs/numbers.md"],
    }
    tasks = [{**task, "rests_on": ["numbers"]} for task in (code, page)]
    brought = {"goal": CLEAR, "decisions": [final], "tasks": tasks}
    (asked,) = calls(workspace, db, ("plan", brought))
    assert person("answer", asked["question"]["id"], "All").code == 0
    (then,) = calls(workspace, db, ("status", {"session": asked["session"]}))
    rows = {row["id"]: row for row in then["tasks"]}
    assert rows["t1"]["for"].startswith(
        "it cannot be undone, so a person approves it: it rests on numbers, and what was chosen "
        "there cannot be undone"
    )
    assert rows["t2"]["is"] == "ready", rows["t2"]


@pytest.mark.rule("PLAN-5", "ADQ-4")
@pytest.mark.parametrize("chosen", [True, False])
def test_no_way_back_is_asked_of_what_a_person_chose_for_good(
    workspace: Path, db: Path, person: Runner, *, chosen: bool
) -> None:
    final = {
        "id": "merged",
        "question": "What becomes of the account that is merged away?",
        "who_knows": "person",
        "options": [
            {"id": "kept", "label": "It is kept", "consequence": "two", "undo": "easy"},
            {"id": "gone", "label": "It goes at once", "consequence": "one", "undo": "never"},
        ],
        "default": "gone" if chosen else "kept",
    }
    merge = {"id": "t0", "title": "Merge", "do": "Delete all rows of the other account in the end"}
    tasks = [{**merge, "files": ["app/api.py"], "rests_on": ["merged"]}, *TASKS]
    tasks = [{**task, "rests_on": ["merged"]} for task in tasks]
    (asked,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [final], "tasks": tasks}))
    said = "It goes at once" if chosen else "It is kept"
    assert person("answer", asked["question"]["id"], said).code == 0
    (then,) = calls(workspace, db, ("plan", {"goal": CLEAR, "tasks": tasks}))
    assert then["state"] == ("plan" if chosen else "quality")
    found = " ".join(then["tasks"][0]["findings"])
    assert ("risk_destructive" in found) is not chosen
    assert then["tasks"][0]["is"] == "withheld", "it is approved by a person all the same"


@pytest.mark.rule("ACT-1", "MCP-7")
def test_no_reply_about_work_names_a_command_that_only_a_person_may_run(
    workspace: Path, db: Path
) -> None:
    final = {"id": "wipe", "title": "Drop the table orders", "do": "Drop it after a backup"}
    steps = [{**task, "rests_on": []} for task in (*TASKS, final)]
    first = steps[0]["id"]

    async def work() -> tuple[str, dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            sent = {"goal": CLEAR, "decisions": [], "tasks": steps}
            session = (await told(client, "plan", **sent))["session"]
            line = await refused(client, "task", session=session, task="wipe", do="start")
            return line, await told(client, "task", session=session, task=first, do="start")

    line, begun = run(work)
    assert "plangate approve" not in f"{line}{begun}"
    assert "in the form that task start shows, on plangate's page or at a terminal" in line
    assert "a person approves it" in begun["withheld"]["wipe"]


@pytest.mark.rule("ACT-1", "MCP-7", "MCP-8")
def test_what_waits_for_the_person_is_told_in_the_words_of_the_tools(
    workspace: Path, db: Path
) -> None:
    free = {**TASKS[1], "id": "t3", "after": [], "rests_on": []}

    async def work() -> tuple[dict[str, Any], dict[str, str], dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            sent = {"decisions": DECISIONS, "tasks": [*TASKS, free]}
            asked = await told(client, "plan", goal=CLEAR, **sent)
            session, question = asked["session"], asked["question"]["id"]
            on = {"session": session, "task": "t1"}
            lines = {do: await refused(client, "task", **on, do=do) for do in DOES}
            on = {"session": session, "task": "t3", "do": "done"}
            lines["proof"] = await refused(client, "task", **on, proof="exit 1: pytest")
            begun = await told(client, "task", session=session, task="t3", do="start")
            await told(client, "answer", question=question, reply="a")
            return begun, lines, await told(client, "answer", question=question, reply="b")

    begun, lines, again = run(work)
    for words in (*lines.values(), begun["withheld"]["t1"], again["message"]):
        assert "plangate " not in words
        assert "--" not in words
        assert "your answer" not in words
    assert lines["start"] == "t1 cannot be begun: it waits for the person's answer to D1"
    assert lines["done"] == "t1 cannot be done yet: it waits for the person's answer to D1"
    assert lines["fail"].startswith("t1 was not begun and cannot have failed: it waits for")
    assert lines["proof"].startswith("proof: exit 1 shows that it is not done")
    assert "only the person changes that" in again["message"]


# --- options that only sound final ----------------------------------------------------------------


def votes(label: str, **more: str) -> dict[str, Any]:
    keeps = {"id": "keep", "label": "They count on", "consequence": "x", "effort": 2}
    goes = {"id": "go", "label": label, "consequence": "x", "effort": 2, "undo": "easy", **more}
    asks = {"id": "votes", "question": "What becomes of their votes?", "who_knows": "anyone"}
    return {**asks, "options": [{**keeps, "undo": "easy"}, goes], "default": "go"}


CARRIED = {**TASKS[0], "rests_on": ["votes"]}


@pytest.mark.rule("GATE-6", "GATE-18", "PREF-2")
@pytest.mark.parametrize(
    ("label", "cure", "again"),
    [
        (
            "Overwrite the old thumbnail",
            "tell it again with undo_why (why nothing is lost)",
            {"decisions": [votes("Overwrite the old thumbnail", undo_why="it is drawn again")]},
        ),
        (
            "History is truncated to 100 entries",
            "in the call that brings the tasks which write it (files, rests_on: [votes])",
            {"decisions": [votes("History is truncated to 100 entries")], "tasks": [CARRIED]},
        ),
        (
            "Purge votes of blocked users",
            "its label orders it, which undo_why does not lift",
            {"decisions": [votes("Votes of blocked users no longer count")], "tasks": [CARRIED]},
        ),
    ],
)
def test_what_only_sounds_final_is_its_hosts_first_and_one_more_call_is_enough(
    workspace: Path, db: Path, cli: Runner, label: str, cure: str, again: dict[str, Any]
) -> None:
    first, second = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, "decisions": [votes(label)]}),
        ("plan", {"goal": CLEAR, **again}),
    )
    assert first["next"].startswith("Waits for you first: votes")
    (kept,) = first["kept"]
    assert kept.endswith(cure) or f"; {cure}; " in kept
    (row,) = second["decisions"]
    assert (row["verdict"], row["choice"]) == ("assume", "go")
    assert "kept" not in second
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-6", "GATE-20")
def test_what_only_sounds_final_is_put_to_the_person_where_its_host_says_nothing_more(
    workspace: Path, db: Path
) -> None:
    _, then = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, "decisions": [votes("Purge votes of blocked users")]}),
        ("plan", {"goal": CLEAR}),
    )
    assert then["next"].startswith("The plan waits for votes.")
