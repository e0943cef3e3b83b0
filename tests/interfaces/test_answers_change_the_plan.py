"""An answer changes the plan: what it leaves out is no task, and what it asks for is one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

ORDERS = '''"""Orders and their prices, stored in the database."""


class Order:
    """An order of a customer, with a price stored as a float."""

    price: float


def save_order(db, order):
    """Store an order and its price."""
    db.execute("insert into orders values (?)", (order.price,))


def export_orders_csv(db):
    """Export the orders as CSV."""
    return ",".join(str(row) for row in db.execute("select * from orders"))
'''
STORE = """// Store every note in the browser
export function storeNote(note) { localStorage.setItem(note.id, note); }
// Sync a note to the server on every change: server storage
export function syncNote(note) { return fetch('/notes', {method: 'POST', body: note}); }
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    place = tmp_path / "corner"
    place.mkdir()
    (place / "orders.py").write_text(ORDERS, encoding="utf-8")
    (place / "notes.js").write_text(STORE, encoding="utf-8")
    (place / "README.md").write_text("# Notes and orders\n", encoding="utf-8")
    return place


def decided(user: Runner, shop: Path, goal: str, name: str, wanted: str) -> tuple[Any, str]:
    """The plan and its screen once a matter is answered, or overturned where nobody was asked."""
    told = user("plan", goal, "--workspace", shop, "--json").json
    if question := told["question"]:
        assert name in str(question), question
        label = next(o["label"] for o in question["options"] if o["label"].startswith(wanted))
        assert user("answer", question["id"], label, "--json").code == 0
    else:
        entries = told["assumptions"]
        entry = next(entry for entry in entries if entry["ambiguity"] == name)
        if not entry["decision"].startswith(wanted):
            assert user("wrong", entry["id"], wanted, "--json").code == 0
    session = told["session"]
    shown = user("show", session)
    return user("show", session, "--json").json["plan"], shown.out


def titles(plan: Any) -> str:
    return "\n".join(task["title"] for task in plan["tasks"]).lower()


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "holds", "gone", "stays"),
    [
        (
            "Store notes only in the browser, and sync them to the server on every change. "
            "No server storage.",
            "“Store notes only in the browser”",
            "sync",
            "store notes only in the browser",
        ),
        (
            "Store notes only in the browser, and sync them to the server on every change. "
            "No server storage.",
            "“sync them",
            "only in the browser",
            "sync",
        ),
    ],
)
def test_a_clause_that_is_left_out_has_no_task(
    user: Runner, shop: Path, goal: str, holds: str, gone: str, stays: str
) -> None:
    plan, _ = decided(user, shop, goal, "clauses-exclude-each-other", holds)
    told = "\n".join(task["description"] for task in plan["tasks"])
    said = titles(plan) + re.sub("“[^”]*”", "", told).lower()  # what a file says is no task
    assert gone not in said
    assert stays in titles(plan)


@pytest.mark.rule("UND-4")
def test_what_is_there_and_stays_as_it_is_is_not_built(user: Runner, shop: Path) -> None:
    goal = "Add a CSV export of orders"
    plan, told = decided(user, shop, goal, "already-there", "Use it as it is")
    assert [task["title"] for task in plan["tasks"]] == [
        "Say where it is: the function `export_orders_csv` (orders.py:15)"
    ]
    assert "Nothing else is left to do" in plan["tasks"][0]["description"]
    line = "already there: the function `export_orders_csv` (orders.py:15): use it as it is"
    assert line in " ".join(told.split())


@pytest.mark.rule("UND-4")
def test_who_replaces_what_is_there_takes_the_old_one_out_last(user: Runner, shop: Path) -> None:
    plan, _ = decided(user, shop, "Add a CSV export of orders", "already-there", "Replace the")
    last = plan["tasks"][-1]
    assert "`export_orders_csv`" in last["title"]
    assert "take it out" in last["title"]
    assert last["files"] == ["orders.py"]
    assert last["depends_on"]


@pytest.mark.rule("UND-4")
def test_other_work_of_a_goal_goes_on_when_one_part_is_there(user: Runner, shop: Path) -> None:
    goal = "Add a CSV export of orders, and write a page in README.md about prices"
    plan, _ = decided(user, shop, goal, "already-there", "Use it as it is")
    assert "prices" in titles(plan)
    assert "csv" not in titles(plan)


@pytest.mark.rule("UND-6", "PLAN-6")
@pytest.mark.parametrize(
    "goal",
    ["Wipe the price history of orders from the database", "Empty the orders that nobody paid"],
)
def test_what_stays_recoverable_is_archived_and_needs_no_approval(
    user: Runner, shop: Path, goal: str
) -> None:
    plan, _ = decided(user, shop, goal, "lost-for-good", "Keep it recoverable")
    assert "mark or archive" in titles(plan)
    assert "bring back" in titles(plan)
    assert not plan["requires_approval"]
    assert all(task["reversibility"] != "irreversible" for task in plan["tasks"])
    assert not any(word in titles(plan) for word in ("wipe", "empty", "delete"))


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Convert all stored order prices from floats to integer cents",
        "Re-encode every stored price of an order as a string",
    ],
)
def test_converting_beside_copies_compares_and_switches(
    user: Runner, shop: Path, goal: str
) -> None:
    plan, _ = decided(user, shop, goal, "turned-over", "Convert a copy")
    said = titles(plan)
    assert said.index("convert a copy") < said.index("compare the copy") < said.index("switch over")
    assert not plan["requires_approval"]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("wanted", "there", "gone"),
    [
        ("Mark it as going away", "mark as going away", "remove the syncnote"),
        ("Remove it now", "remove the syncnote", "mark as going away"),
    ],
)
def test_what_others_may_use_is_marked_first_or_removed_now(
    user: Runner, shop: Path, wanted: str, there: str, gone: str
) -> None:
    plan, _ = decided(user, shop, "Remove the syncNote method", "public-removal", wanted)
    assert there in titles(plan)
    assert gone not in titles(plan)


@pytest.mark.rule("UND-6", "PLAN-6")
@pytest.mark.parametrize(
    "goal",
    ["Announce the new prices to all customers by mail", "Deploy the notes site to production"],
)
def test_what_is_only_prepared_leaves_the_last_step_to_a_person(
    user: Runner, shop: Path, goal: str
) -> None:
    plan, _ = decided(user, shop, goal, "sent-out", "Prepare it and stop")
    assert "prepare all but the last step" in titles(plan)
    assert not plan["requires_approval"]
    assert goal.lower() not in [task["title"].lower() for task in plan["tasks"]]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("wanted", "kept"), [("New name, the old one", True), ("New name only", False)]
)
def test_an_old_name_is_kept_only_where_that_was_wanted(
    user: Runner, shop: Path, wanted: str, kept: bool
) -> None:
    goal = "Rename the function export_orders_csv to orders_as_csv in the public API"
    plan, _ = decided(user, shop, goal, "public-name", wanted)
    assert ("keep the old name" in titles(plan)) is kept


@pytest.mark.rule("UND-6", "PLAN-6")
@pytest.mark.parametrize(
    ("goal", "name", "wanted", "deed"),
    [
        (
            "Update the README and delete the existing notes of closed accounts",
            "lost-for-good",
            "Remove it for good",
            "delete the existing notes",
        ),
        ("Remove the syncNote method", "public-removal", "Remove it now", "remove the syncnote"),
        (
            "Convert all stored order prices from floats to integer cents",
            "turned-over",
            "Convert it where it is",
            "convert all stored",
        ),
        (
            "Rename the function export_orders_csv to orders_as_csv in the public API",
            "public-name",
            "New name only",
            "rename the function",
        ),
    ],
)
def test_what_a_final_answer_lets_happen_rests_on_it_and_waits_for_approval(
    user: Runner, shop: Path, goal: str, name: str, wanted: str, deed: str
) -> None:
    plan, _ = decided(user, shop, goal, name, wanted)
    done = [task for task in plan["tasks"] if task["title"].lower().startswith(deed)]
    assert done
    assert all(task["rests_on"] for task in done)
    assert {task["reversibility"] for task in done} == {"irreversible"}


@pytest.mark.rule("UND-6", "ASM-3")
def test_what_was_to_go_for_good_is_not_done_once_the_answer_is_overturned(
    user: Runner, shop: Path
) -> None:
    goal = "Delete the orders of closed shops for good"
    plan, _ = decided(user, shop, goal, "lost-for-good", "Remove it for good")
    assert "delete the orders" in titles(plan)
    assert user("wrong", "a1", "Keep it recoverable", "--workspace", shop).code == 0
    after = user("show", "--workspace", shop, "--json").json["plan"]
    assert "mark or archive" in titles(after)
    assert "delete the orders" not in titles(after)
    assert not after["requires_approval"]


@pytest.mark.rule("UND-6", "PLAN-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Drop the notes table and delete all stored orders",
        "Purge the orders of closed shops, and delete the existing notes of their owners",
    ],
)
def test_one_answer_about_what_is_lost_holds_for_everything_that_would_be(
    user: Runner, shop: Path, goal: str
) -> None:
    kept, _ = decided(user, shop, goal, "lost-for-good", "Keep it recoverable")
    assert not re.search(r"^(?:drop|delete|purge)", titles(kept), re.MULTILINE), titles(kept)
    assert len(re.findall("^mark or archive", titles(kept), re.MULTILINE)) == 2
    assert user("wrong", "a1", "Remove it for good", "--workspace", shop).code == 0
    gone = user("show", "--workspace", shop, "--json").json["plan"]["tasks"]
    deed = "(?:write the migration: )?(?:drop|delete|purge)"
    deeds = [t for t in gone if re.match(deed, t["title"].lower())]
    assert len(deeds) == 2
    assert {task["reversibility"] for task in deeds} == {"irreversible"}


@pytest.mark.rule("UND-6", "PLAN-6")
def test_what_was_to_go_for_good_waits_again_once_the_answer_is_taken_back(
    user: Runner, shop: Path
) -> None:
    goal = "Delete the orders of closed shops for good"
    decided(user, shop, goal, "lost-for-good", "Remove it for good")
    assert user("undo", "a1", "--workspace", shop).code == 0
    ready = user("ready", "--workspace", shop, "--json").json
    titled = [task["title"] for task in ready["ready"] + ready["waiting"]]
    assert not any(title.startswith("Delete the orders") for title in titled), ready


@pytest.mark.rule("ASM-3", "PLAN-3")
def test_a_plan_that_was_turned_there_and_back_says_nothing_twice(user: Runner, shop: Path) -> None:
    (shop / "CHANGELOG.md").write_text("# Changes\n\n## 1.1\n\n- Orders\n", encoding="utf-8")
    goal = "Remove the syncNote method and delete the existing notes of closed accounts"
    decided(user, shop, goal, "lost-for-good", "Remove it for good")
    if question := user("show", "--workspace", shop, "--json").json.get("question"):
        user("answer", question["id"], "Remove it now", "--json")
    before = user("show", "--workspace", shop, "--json").json["plan"]
    assert user("wrong", "a1", "Keep it recoverable", "--workspace", shop).code == 0
    turned = user("show", "--workspace", shop, "--json").json["plan"]
    assert len({task["title"].partition(" notes")[0] for task in turned["tasks"]}) == len(
        turned["tasks"]
    )
    assert user("undo", "a1", "--workspace", shop).code == 0
    again = user("show", "--workspace", shop, "--json").json["plan"]
    assert sorted(titles(again).splitlines()) == sorted(titles(before).splitlines())


@pytest.mark.rule("UND-6")
def test_the_question_names_what_would_be_lost(user: Runner, shop: Path) -> None:
    goal = "Purge the orders of closed shops and stop exporting them as CSV"
    question = user("plan", goal, "--workspace", shop, "--json").json["question"]
    assert question["prompt"].startswith("“Purge the orders of closed shops”: ")


@pytest.mark.rule("ASK-11", "UND-5")
@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("make saving many orders faster", "saving 10000 orders takes less than 300 ms"),
        ("make it faster", "save an order in under 2 seconds"),
    ],
)
def test_an_amount_that_was_answered_stands_in_the_plan_and_in_its_check(
    user: Runner, shop: Path, goal: str, said: str
) -> None:
    told = user("plan", goal, "--workspace", shop, "--json").json
    assert user("answer", told["question"]["id"], said, "--json").code == 0
    plan = user("show", told["session"], "--json").json["plan"]
    measure, mend, *_ = plan["tasks"]
    assert measure["title"].startswith("Measure "), "what is to be faster is measured first"
    assert said in mend["description"]
    assert mend["check"].startswith(f"as answered, {said}; ")
    assert "median" in mend["check"]
    assert all("register" not in task["title"].lower() for task in plan["tasks"])


@pytest.mark.rule("ASM-3", "UND-8")
@pytest.mark.parametrize(
    ("value", "title"),
    [("the gateway", "Cache in the gateway"), ("in Varnish", "Cache in Varnish")],
)
def test_a_value_in_own_words_takes_the_place_of_the_value(
    user: Runner, shop: Path, value: str, title: str
) -> None:
    told = user("plan", "Cache the orders in orders.py", "--workspace", shop, "--json").json
    entry = next(one for one in told["assumptions"] if one["ambiguity"] == "cache-store")
    assert user("wrong", entry["id"], value, "--json").code == 0
    shown = user("show", told["session"], "--json").json
    assert title in [task["title"] for task in shown["plan"]["tasks"]]
    assert shown["confidence"] <= told["confidence"], "nobody understood more than before"
