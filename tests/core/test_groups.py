"""Task groups (PLAN-8): random plans are cut so that nobody gets in anybody's way."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.model.graphs import circle_in
from plangate.core.model.nouns import Task
from plangate.core.plans.work.groups import groups_of

pytestmark = pytest.mark.rule("PLAN-8")

PATHS = ("app/a.py", "app/b.py", "app", "./app/a.py", "docs/x.md", "docs/y.md", "lib/c.py", "d.py")


def task(name: str, *files: str, needs: tuple[str, ...] = ()) -> Task:
    return Task(name, f"Change {name}", f"Change what {name} is about", files, depends_on=needs)


@st.composite
def plans(draw: st.DrawFn) -> list[Task]:
    """Up to twelve tasks, each on a few paths and behind some of the tasks before it."""
    found: list[Task] = []
    for number in range(draw(st.integers(0, 12))):
        before = [each.id for each in found]
        needs = draw(st.lists(st.sampled_from(before), unique=True, max_size=3)) if before else []
        files = draw(st.lists(st.sampled_from(PATHS), unique=True, max_size=2))
        found.append(task(f"t{number}", *files, needs=tuple(needs)))
    return draw(st.permutations(found))


def overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


@given(plans())
def test_every_task_is_in_one_group_and_no_two_groups_share_a_file(tasks: list[Task]) -> None:
    found = groups_of(tasks)
    listed = [name for group in found.groups for name in group.tasks]
    assert sorted(listed) == sorted(each.id for each in tasks)
    for one, other in combinations(found.groups, 2):
        assert not any(overlap(a, b) for a in one.files for b in other.files)
    assert sum(not group.files for group in found.groups) <= 1, "what names no file stays together"


@given(plans())
def test_groups_can_be_handed_out_one_after_another_without_breaking_a_dependency(
    tasks: list[Task],
) -> None:
    found = groups_of(tasks)
    assert not circle_in({group.id: group.after for group in found.groups})
    home = {name: group for group in found.groups for name in group.tasks}
    for each in tasks:
        for needed in each.depends_on:
            if home[needed] is home[each.id]:
                order = home[needed].tasks
                assert order.index(needed) < order.index(each.id)
            else:
                assert home[needed].id in home[each.id].after


@given(plans())
def test_the_kind_says_whether_more_than_one_worker_is_ever_busy(tasks: list[Task]) -> None:
    found = groups_of(tasks)
    assert (found.kind == "parallel") == (found.workers > 1)
    assert found.workers <= len(found.groups)
    alone = groups_of(tasks, one_group=True)
    assert len(alone.groups) <= 1
    assert alone.kind == "simple"


def test_a_chain_is_one_group_and_needs_one_worker() -> None:
    found = groups_of(
        [task("t1", "a.py"), task("t2", "b.py", needs=("t1",)), task("t3", "c.py", needs=("t2",))]
    )
    assert [group.tasks for group in found.groups] == [("t1", "t2", "t3")]
    assert (found.kind, found.workers) == ("simple", 1)


def test_two_features_and_their_release_keep_two_workers_busy() -> None:
    found = groups_of(
        [
            task("t1", "shop/cart.py"),
            task("t2", "shop/mail.py"),
            task("t3", "tests/test_cart.py", needs=("t1",)),
            task("t4", "CHANGELOG.md", needs=("t2", "t3")),
        ]
    )
    assert [(group.tasks, group.after) for group in found.groups] == [
        (("t1", "t3"), ()),
        (("t2",), ()),
        (("t4",), ("g1", "g2")),
    ]
    assert (found.kind, found.workers) == ("parallel", 2)


def test_a_folder_and_a_file_in_it_are_one_worker_s() -> None:
    found = groups_of([task("t1", "shop"), task("t2", "shop/cart.py"), task("t3", "docs/x.md")])
    assert [group.tasks for group in found.groups] == [("t1", "t2"), ("t3",)]
