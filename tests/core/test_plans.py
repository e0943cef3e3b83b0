"""Plans (PLAN-2, PLAN-3, PLAN-6): a sound graph, versions, and one-way steps that wait."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import check_graph, in_order
from plangate.core.model.nouns import Assumption, Plan, Reversibility, Task
from plangate.core.plans.plan_graph import is_confirmed, next_version


def task(name: str, *needs: str, reversibility: Reversibility = "reversible",
         rests_on: tuple[str, ...] = ()) -> Task:  # fmt: skip
    return Task(
        name,
        f"Do {name}",
        f"Do the work of {name}",
        depends_on=needs,
        reversibility=reversibility,
        rests_on=rests_on,
    )


def entry(
    response: str, status: Literal["open", "confirmed", "wrong"] = "open", name: str = "a1"
) -> Assumption:
    return Assumption("As CSV", "none", response, "why", "high", "low", "goal", status=status,
                      id=name)  # fmt: skip


@st.composite
def graphs(draw: st.DrawFn) -> list[Task]:
    """Tasks whose dependencies make no cycle, given in any order."""
    count = draw(st.integers(0, 9))
    made = []
    for place in range(count):
        needs = draw(st.lists(st.integers(0, 9), max_size=3, unique=True))
        made.append(task(f"t{place}", *(f"t{other}" for other in needs if other < place)))
    return draw(st.permutations(made))


def stands_right(tasks: tuple[Task, ...]) -> bool:
    """Whether each task stands behind what it depends on."""
    place = {one.id: n for n, one in enumerate(tasks)}
    return all(place[needed] < place[one.id] for one in tasks for needed in one.depends_on)


def refusal(tasks: list[Task]) -> str:
    with pytest.raises(BadInput) as caught:
        check_graph(tasks)
    text = str(caught.value)
    assert "accepted: " in text
    assert len(text.splitlines()) == 1
    return text


# --- PLAN-2 ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-2")
@pytest.mark.parametrize(
    ("tasks", "says"),
    [
        pytest.param([task("t1"), task("t1")], "the id t1 appears twice", id="an id twice"),
        pytest.param([task("t1", "t1")], "tasks.t1.depends_on: names the task itself", id="itself"),
        pytest.param(
            [task("t1", "t9"), task("t2")],
            "tasks.t1.depends_on: 't9' is not a task; accepted: t1, t2",
            id="a stranger",
        ),
        pytest.param([task("t1", "t2"), task("t2", "t1")], "is a cycle", id="two in a circle"),
        pytest.param(
            [task("t1", "t3"), task("t2", "t1"), task("t3", "t2"), task("t4")],
            "is a cycle",
            id="three in a circle",
        ),
        pytest.param([task("a\nb", "c\nd")], "'c\\nd' is not a task", id="odd names"),
    ],
)
def test_a_graph_that_is_not_sound_is_refused_with_the_ids_named(
    tasks: list[Task], says: str
) -> None:
    assert says in refusal(tasks)


@pytest.mark.rule("PLAN-2")
def test_every_task_of_a_cycle_is_named_and_no_other() -> None:
    text = refusal([task("t1"), task("t2", "t1", "t4"), task("t3", "t2"), task("t4", "t3")])
    assert all(name in text for name in ("t2", "t3", "t4"))
    assert "t1" not in text


@pytest.mark.rule("PLAN-2")
@given(graphs())
def test_a_graph_without_a_cycle_is_sound_in_any_order(tasks: list[Task]) -> None:
    check_graph(tasks)


@pytest.mark.rule("PLAN-2")
@given(graphs(), st.data())
def test_closing_a_circle_anywhere_is_refused(tasks: list[Task], data: st.DataObject) -> None:
    linked = [one for one in tasks if one.depends_on]
    if not linked:
        return
    later = data.draw(st.sampled_from(linked))
    earlier = later.depends_on[0]
    closed = [
        one._replace(depends_on=(*one.depends_on, later.id)) if one.id == earlier else one
        for one in tasks
    ]
    assert "is a cycle" in refusal(closed)


# --- the order of tasks ---------------------------------------------------------------------------


@pytest.mark.rule("PLAN-2")
@given(graphs())
def test_ordered_tasks_stand_behind_what_they_depend_on_and_none_is_lost(
    tasks: list[Task],
) -> None:
    ordered = in_order(tasks)
    assert stands_right(ordered)
    assert sorted(ordered) == sorted(tasks)


@pytest.mark.rule("PLAN-2", "PLAN-3")
@given(graphs())
def test_tasks_that_stand_right_already_are_left_as_they_are(tasks: list[Task]) -> None:
    ordered = in_order(tasks)
    assert in_order(ordered) == ordered
    if stands_right(tuple(tasks)):
        assert list(ordered) == tasks


@pytest.mark.rule("PLAN-2", "PLAN-3")
def test_a_task_in_the_wrong_place_moves_no_further_than_it_must() -> None:
    given_tasks = [task("t1"), task("t2", "t3"), task("t3"), task("t4"), task("t5", "t1")]
    assert [one.id for one in in_order(given_tasks)] == ["t1", "t3", "t2", "t4", "t5"]


@pytest.mark.rule("PLAN-2")
@pytest.mark.parametrize(
    "tasks", [[task("t1", "t9")], [task("t1", "t2"), task("t2", "t1")], [task("t1"), task("t1")]]
)
def test_what_is_not_sound_cannot_be_ordered_either(tasks: list[Task]) -> None:
    with pytest.raises(BadInput):
        in_order(tasks)


# --- PLAN-3 ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-3")
def test_the_first_version_has_no_parent_and_the_next_names_its_own() -> None:
    first = next_version([task("t1")], ["a note"], {}, None, "drafted")
    assert (first.version, first.parent, first.trigger) == (1, None, "drafted")
    assert first.notes == ("a note",)
    second = next_version([task("t1"), task("t2")], [], {}, first, "a1 was wrong")
    assert (second.version, second.parent, second.trigger) == (2, 1, "a1 was wrong")


@pytest.mark.rule("PLAN-3")
@given(graphs(), st.integers(1, 50))
def test_a_version_keeps_its_tasks_as_they_are(tasks: list[Task], version: int) -> None:
    previous = Plan(version, ())
    plan = next_version(tasks, [], {}, previous, "why")
    assert plan.tasks == tuple(tasks)
    assert (plan.version, plan.parent) == (version + 1, version)


@pytest.mark.rule("PLAN-2", "PLAN-3")
def test_no_version_is_made_of_a_graph_that_is_not_sound() -> None:
    with pytest.raises(BadInput):
        next_version([task("t1", "t1")], [], {}, None, "drafted")


# --- PLAN-6 ---------------------------------------------------------------------------------------


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize(
    ("given_entry", "confirmed"),
    [
        (entry("confirmed: As CSV"), True),
        (entry("custom: as XML"), True),
        (entry("auto_expanded", "confirmed"), True),
        (entry("timeout_assumed", "confirmed"), True),
        (entry("auto_expanded"), False),
        (entry("timeout_assumed"), False),
        (entry("preference"), False),
        (entry("inferred_from_codebase"), False),
        (entry("deferred"), False),
        (entry("quota_used"), False),
        (entry("decided_in_execution"), False),
        (entry("auto_expanded", "wrong"), False),
        (entry("confirmed: As CSV", "wrong"), False),
        (entry("custom: as XML", "wrong"), False),
    ],
)
def test_an_entry_is_confirmed_by_a_person_alone_and_until_it_is_overturned(
    given_entry: Assumption, confirmed: bool
) -> None:
    assert is_confirmed(given_entry) is confirmed


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize("reversibility", ["reversible", "partial"])
def test_a_step_that_can_be_undone_needs_no_approval(reversibility: Reversibility) -> None:
    rests = task("t1", reversibility=reversibility, rests_on=("a1",))
    plan = next_version([rests], [], (), None, "drafted")
    assert plan.requires_approval is False


@pytest.mark.rule("PLAN-6")
def test_what_rests_on_a_one_way_decision_is_irreversible_whatever_it_says_of_itself() -> None:
    rests = task("t1", reversibility="reversible", rests_on=("a1",))
    needs = task("t2", "t1", reversibility="reversible")
    plan = next_version([rests, needs], [], {"a1"}, None, "drafted")
    assert [one.reversibility for one in plan.tasks] == ["irreversible", "reversible"]
    assert plan.requires_approval is True


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize(
    ("title", "description", "files"),
    [
        ("Remove rows for good", "Delete them from the users table", ()),
        ("Deploy to production", "Run the pipeline", ()),
        ("Mail the customers", "Send the notice to every customer", ()),
        ("Finish", "Compare the counts, then drop the users table", ()),
        ("Finish", "Check the totals. Switch the DNS to the new host", ()),
        ("Add the job", "Write it and purge all orders on production", ()),
        ("Finish", "Verify the backup and drop the users table", ()),
        ("Check the list and delete all users for good", "As agreed", ()),
        ("Run it before midnight and wipe the disk", "As agreed", ()),
        ("Run the cleanup if needed to wipe all user data", "As agreed", ()),
        ("Note that when the script runs it wipes the disk", "As agreed", ()),
        ("find . -name '*.log' -delete", "As agreed", ()),
        ("Apply the change", "As agreed", ("db/migrations/0042_drop_users.sql",)),
        ("Implement the change", "As agreed", ("migrations/0042_drop_table_users.py",)),
    ],
)
def test_a_task_is_irreversible_by_its_own_words_and_files(
    title: str, description: str, files: tuple[str, ...]
) -> None:
    given = task("t1")._replace(title=title, description=description, files=files)
    plan = next_version([given], [], (), None, "drafted")
    assert plan.tasks[0].reversibility == "irreversible"
    assert plan.requires_approval is True


@pytest.mark.rule("PLAN-6")
@pytest.mark.parametrize(
    ("title", "description", "files"),
    [
        ("Test that deleting an account removes its rows", "Cover both ways", ()),
        ("Write a test for the purge of old orders", "One for each status", ()),
        ("Account deletion", "Deleting all rows of the user is covered", ("tests/test_users.py",)),
        ("Test that users log in and delete their account for good", "Cover both ways", ()),
        ("Write down how it works today, before deleting their account", "For the record", ()),
        ("Before purging all orders, write down the counts", "For the record", ()),
        ("Record the counts before purging all orders", "For the record", ()),
        ("Ask for the password when a user deletes their account for good", "In a form", ()),
        ("Investigate why rows are removed for good", "Read the logs", ()),
        ("Document how accounts are deleted", "Describe the purge of old rows", ()),
        ("Deleting accounts", "The users table is dropped last", ("docs/accounts.md",)),
        ("Back up what “delete all orders” would lose", "Take a backup of the orders table", ()),
        ("Rehearse “purge all orders” with a dry run", "List what would go", ()),
        ("Add a button that deletes the account", "Implement the handler", ()),
        ("Add the column", "Create it with a default", ("migrations/0043_add_column.sql",)),
    ],
)
def test_what_tests_tells_guards_or_only_writes_code_is_not(
    title: str, description: str, files: tuple[str, ...]
) -> None:
    given = task("t1")._replace(title=title, description=description, files=files)
    plan = next_version([given], [], (), None, "drafted")
    assert plan.tasks[0].reversibility == "reversible"
    assert plan.requires_approval is False
