"""The work on a plan (INT-8, GATE-4, PLAN-3, PLAN-6): random graphs and random histories."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.memory import FrozenClock, MemoryStore, ScriptedInvestigator
from plangate.app.acts import ledger_acts
from plangate.app.acts.plans import plan_acts, progress_acts
from plangate.app.log.audits import run_audit
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.guard.acts import A_SCRIPT, Actor
from plangate.core.log.folding import fold
from plangate.core.log.session import Session
from plangate.core.model.errors import (
    AlreadySettled,
    BadInput,
    PersonsAct,
    PlangateError,
    Refused,
)
from plangate.core.model.nouns import Ambiguity, Interpretation, Plan, Task, plain
from plangate.core.moves import DraftPlan, ExpandPlan, Propose
from plangate.core.plans.expanders import expansion
from plangate.core.plans.plan_diff import difference
from plangate.core.plans.work.task_progress import critical_path, standing, waves
from tests.person import A_PERSON

GOAL = "Add an export of all orders to the shop"
FORMAT = Ambiguity(
    "format",
    (
        Interpretation("json", "JSON", "writes JSON", 0.6, 0.2, "reversible", ("io.py",)),
        Interpretation("yaml", "YAML", "writes YAML", 0.3, 0.2, "reversible", ("io.py",)),
        Interpretation("xml", "XML", "writes XML", 0.1, 0.2, "reversible", ("io.py",)),
    ),
)


class Drafter:
    """Drafts a given graph; which tasks follow the chosen format is given too."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:  # noqa: ARG002
        return [FORMAT]

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        held = chore.readings.get("format") or chore.in_own_words["format"]
        return [
            task._replace(description=f"{task.description} as {held}") if task.rests_on else task
            for task in self._tasks
        ]

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        return expansion(chore)


def begun(tasks: Sequence[Task]) -> tuple[Planner, str]:
    numbers = count(1)
    planner = Planner(
        actor=A_PERSON,
        store=MemoryStore(),
        clock=FrozenClock(),
        proposer=Drafter(tasks),
        investigator=ScriptedInvestigator(),
        new_id=lambda: f"s{next(numbers)}",
    )
    name = planner.start(GOAL, "/shop", SessionOptions(complexity=6, by="ada")).session.id
    return planner, name


def task(number: int, *needs: str, **more: Any) -> Task:
    fields: dict[str, Any] = {
        "files": (f"shop/part_{number}.py",),
        "complexity": number % 5 + 1,
        "preconditions": ("the shop runs",),
        "check": f"pytest tests/test_part_{number}.py passes",
        "answers_to": f"part {number}",
        **more,
    }
    verb = ("Add", "Write", "Wire", "Export", "Document", "Move")[number % 6]
    words = {
        "title": f"{verb} part {number}",
        "description": f"{verb} part {number} of the export and its page",
    }
    return Task(**{"id": f"t{number}", "depends_on": needs, **words, **fields})


@st.composite
def graphs(draw: st.DrawFn) -> list[Task]:
    made = []
    for place in range(draw(st.integers(2, 6))):
        needs = sorted(draw(st.sets(st.integers(0, 5), max_size=2)))
        rests = draw(st.booleans())
        one_way = rests and draw(st.integers(0, 2)) == 0
        made.append(
            task(
                place,
                *(f"t{n}" for n in needs if n < place),
                rests_on=("format",) if rests else (),
                reversibility="irreversible" if one_way else "reversible",
            )
        )
    return made


WORDS = ("start", "done", "fail", "edit", "add", "drop", "approve", "overturn", "confirm")
HISTORIES = st.lists(
    st.tuples(st.sampled_from(WORDS), st.integers(0, 9), st.integers(0, 9)), max_size=14
)


def act(planner: Planner, name: str, word: str, place: int, other: int) -> None:
    """One thing a person may do; what is refused leaves everything as it was."""
    session = planner.session(name)
    assert session.plan is not None
    tasks = session.plan.tasks
    chosen = tasks[place % len(tasks)]
    entries = [str(x.id) for x in session.in_force]
    document: dict[str, Any] = plain(session.plan)
    match word:
        case "start":
            progress_acts.start_task(planner, name, chosen.id, by="ada")
        case "done":
            progress_acts.finish_task(planner, name, chosen.id, by="ada")
        case "fail":
            progress_acts.fail_task(planner, name, chosen.id, f"error {other}", by="ada")
        case "edit":
            document["tasks"][place % len(tasks)]["description"] = f"Write {other} my own way"
            plan_acts.edit_plan(planner, name, document, allow_reason=None, by="ada")
        case "add":
            own = plain(task(50 + other, chosen.id, answers_to=""))
            document["tasks"].append(own)
            plan_acts.edit_plan(planner, name, document, allow_reason=None, by="ada")
        case "drop":
            gone = document["tasks"].pop(place % len(tasks))["id"]
            for left in document["tasks"]:
                left["depends_on"] = [n for n in left["depends_on"] if n != gone]
            plan_acts.edit_plan(planner, name, document, allow_reason=None, by="ada")
        case "approve":
            plan_acts.approve(planner, name, None, by="ada", surface="cli")
        case "overturn":
            ledger_acts.overturn(planner, entries[0], words=f"format {other}", by="ada")
        case _:
            ledger_acts.confirm(planner, entries[0], by="ada")


def is_sound(session: Session) -> None:
    """What holds of every session, whatever happened."""
    plan = session.plan
    assert plan is not None
    now = standing(session, plan)
    ids = [one.id for one in plan.tasks]
    ready, started = {t.id for t in now.ready}, {t.id for t in now.started}
    done = {t.id for t in now.done}
    groups = [ready, started, done, set(now.waiting), set(now.withheld)]
    assert sorted(name for group in groups for name in group) == sorted(ids), "a partition"
    by_id = {one.id: one for one in plan.tasks}
    for name in ready:
        assert done.issuperset(by_id[name].depends_on), "ready means nothing is waited for"
    for name, one in by_id.items():
        if name not in done and set(one.depends_on) & now.withheld.keys():
            assert name in now.withheld, "dependents of what is withheld are withheld"
    assert sorted(n for wave in now.waves for n in wave) == sorted(set(ids) - done)


@pytest.mark.rule("INT-8", "PLAN-3", "PLAN-6", "REC-1", "ASM-3", "REF-1")
@settings(max_examples=60, deadline=None)
@given(graphs(), HISTORIES)
def test_whatever_is_done_in_whatever_order_the_rules_hold(
    tasks: list[Task], history: list[tuple[str, int, int]]
) -> None:
    planner, name = begun(tasks)
    finished: dict[str, Task] = {}
    mine: dict[str, dict[str, Any]] = {}
    for word, place, other in history:
        before = planner.session(name)
        with suppress(PlangateError):
            act(planner, name, word, place, other)
        after = planner.session(name)
        is_sound(after)
        assert before.plan is not None
        assert after.plan is not None
        now = {one.id: one for one in after.plan.tasks}
        for one in finished.values():
            assert now[one.id] == one, "a done task never changes"
        if word in ("edit", "add", "drop") and len(after.plans) > len(before.plans):
            found = difference(before.plan.tasks, after.plan.tasks)
            for gone in found.removed:
                mine.pop(gone.id, None)
            for change in found.changed:
                own = {field: getattr(change.new, field) for field in change.fields}
                mine.setdefault(change.new.id, {}).update(own)
            for new in found.added:
                mine[new.id] = new._asdict()
        for own_id, fields in mine.items():
            kept = {field: getattr(now[own_id], field) for field in fields}
            assert kept == fields, "what a person wrote stays as they wrote it"
        finished = {n: now[n] for n, how in after.progress.items() if how == "done"}
        if after.progress:
            assert after.state == "executing"
            assert after.open_question is None, "from the first task on nothing asks"
    entries = planner.load(name)
    assert fold(entries).plans == planner.session(name).plans
    assert run_audit(planner.store).ok


@pytest.mark.rule("PLAN-3")
@given(graphs())
def test_waves_partition_and_the_longest_chain_is_the_longest(tasks: list[Task]) -> None:
    place = {name: n for n, wave in enumerate(waves(tasks)) for name in wave}
    assert place.keys() == {one.id for one in tasks}
    assert all(place[need] < place[one.id] for one in tasks for need in one.depends_on)
    by_id = {one.id: one for one in tasks}

    def heaviest(name: str) -> int:
        one = by_id[name]
        return one.complexity + max(map(heaviest, one.depends_on), default=0)

    path, complexity = critical_path(tasks)
    assert complexity == max(map(heaviest, by_id)) == sum(by_id[n].complexity for n in path)


# --- one thing at a time --------------------------------------------------------------------------


def plan_of(planner: Planner, name: str) -> Plan:
    plan = planner.session(name).plan
    assert plan is not None
    return plan


ONE_WAY = [
    task(0, rests_on=("format",), reversibility="irreversible"),
    task(1, "t0"),
    task(2),
    task(3, "t1", "t2"),
]


@pytest.mark.rule("PLAN-6")
def test_one_way_steps_and_what_needs_them_are_withheld_until_a_person_approves() -> None:
    planner, name = begun(ONE_WAY)
    now = standing(planner.session(name), plan_of(planner, name))
    assert set(now.withheld) == {"t0", "t1", "t3"}
    assert [one.id for one in now.ready] == ["t2"]
    with pytest.raises(Refused, match="plangate approve"):
        progress_acts.start_task(planner, name, "t0", by="ada")
    planner.actor = Actor("mcp", "an agent")
    with pytest.raises(PersonsAct, match="an MCP tool call"):
        plan_acts.approve(planner, name, None, by="ada", surface="cli")
    planner.actor = A_PERSON
    approved = plan_acts.approve(planner, name, "v1", by="ada", surface="cli")
    assert [one.id for one in approved.tasks] == ["t0"]
    assert not standing(planner.session(name), plan_of(planner, name)).withheld


@pytest.mark.rule("PLAN-6")
def test_a_version_with_other_one_way_steps_needs_approval_again_and_the_same_do_not() -> None:
    planner, name = begun(ONE_WAY)
    plan_acts.approve(planner, name, None, by="ada", surface="cli")
    document = plain(plan_of(planner, name))
    document["tasks"][2]["title"] = "Write something else"
    plan_acts.edit_plan(planner, name, document, allow_reason=None, by="ada")
    assert not standing(planner.session(name), plan_of(planner, name)).withheld
    ledger_acts.overturn(planner, f"{name}-a1", reading="xml", by="ada")
    held = standing(planner.session(name), plan_of(planner, name)).withheld
    assert set(held) == {"t0", "t1", "t3"}, "choosing what it does is not leave to run it"
    ledger_acts.overturn(planner, f"{name}-a2", by="ada")  # the likeliest left: nobody's word
    assert "t0" in standing(planner.session(name), plan_of(planner, name)).withheld
    with pytest.raises(BadInput, match="was replaced by"):
        plan_acts.approve(planner, name, "v1", by="ada", surface="cli")


@pytest.mark.rule("PLAN-3")
def test_a_failure_changes_the_failed_task_and_adds_what_finds_its_cause() -> None:
    planner, name = begun([task(0), task(1, "t0"), task(2, "t1")])
    progress_acts.finish_task(planner, name, "t0", by="ada")
    progress_acts.start_task(planner, name, "t1", by="ada")
    before = plan_of(planner, name)
    moved = progress_acts.fail_task(planner, name, "t1", "the driver lacks the call", by="ada")
    found = difference(before.tasks, moved.plan.tasks)
    assert [change.new.id for change in found.changed] == ["t1"]
    assert found.changed[0].fields == ("depends_on",)
    (cause,) = found.added
    assert "the driver lacks the call" in cause.description
    assert moved.plan.trigger == "t1 failed: the driver lacks the call"
    assert [one.id for one in standing(moved.session, moved.plan).ready] == [cause.id]


@pytest.mark.rule("ASM-3", "INT-8", "GATE-4")
def test_what_was_done_on_a_decision_that_fell_is_done_again_by_a_new_task() -> None:
    planner, name = begun([task(0, rests_on=("format",)), task(1, "t0"), task(2)])
    for done in ("t0", "t2"):
        progress_acts.finish_task(planner, name, done, by="ada")
    before = plan_of(planner, name)
    revised = ledger_acts.overturn(planner, f"{name}-a1", reading="yaml", by="ada")
    after = plan_of(planner, name)
    assert revised.advanced.session.state == "executing"
    assert after.tasks[: len(before.tasks) - 1][0] == before.tasks[0]
    (again,) = difference(before.tasks, after.tasks).added
    assert again.title.startswith("Do t0 again")
    assert "yaml" in again.description
    assert again.id in next(one for one in after.tasks if one.id == "t1").depends_on
    assert next(one for one in after.tasks if one.id == "t2") == before.tasks[2]
    ledger_acts.overturn(planner, f"{name}-a2", reading="xml", by="ada")
    third = plan_of(planner, name)
    assert [one.id for one in third.tasks] == [one.id for one in after.tasks]
    assert "xml" in next(one for one in third.tasks if one.id == again.id).description
    ledger_acts.overturn(planner, f"{name}-a3", reading="json", by="ada")
    assert again.id not in {one.id for one in plan_of(planner, name).tasks}, "it was right"


@pytest.mark.rule("INT-8")
def test_a_task_is_begun_once_in_its_order_and_done_once() -> None:
    planner, name = begun([task(0), task(1, "t0")])
    with pytest.raises(Refused, match="it waits for t0"):
        progress_acts.start_task(planner, name, "t1", by="ada")
    assert planner.session(name).state == "planning_complete"
    assert progress_acts.start_task(planner, name, "t0", by="ada").session.state == "executing"
    with pytest.raises(AlreadySettled, match="already started"):
        progress_acts.start_task(planner, name, "t0", by="ada")
    progress_acts.finish_task(planner, name, "t0", by="ada")
    for again in (progress_acts.start_task, progress_acts.finish_task):
        with pytest.raises(AlreadySettled, match="already done"):
            again(planner, name, "t0", by="ada")
    with pytest.raises(BadInput, match="'t9' is not a task of v1"):
        progress_acts.start_task(planner, name, "t9", by="ada")
    with pytest.raises(BadInput, match="--why: is empty"):
        progress_acts.fail_task(planner, name, "t1", "  ", by="ada")


@pytest.mark.rule("PLAN-2", "PLAN-3")
def test_an_edit_is_checked_like_any_plan_and_leaves_done_tasks_alone() -> None:
    planner, name = begun([task(0), task(1, "t0"), task(2)])
    progress_acts.finish_task(planner, name, "t0", by="ada")
    whole = plain(plan_of(planner, name))

    def edited(**fields: Any) -> dict[str, Any]:
        tasks = [{**whole["tasks"][0], **fields}, *whole["tasks"][1:]]
        return {**whole, "tasks": tasks}

    for document, says in (
        (edited(title="Other"), "is done; its title cannot change"),
        ({"tasks": whole["tasks"][1:]}, "'t0' is not a task"),
        ({"tasks": whole["tasks"] + whole["tasks"][:1]}, "appears twice"),
        ({"tasks": []}, "is empty"),
        ({}, "tasks: is missing"),
        (edited(complexity=11), "tasks[0].complexity"),
        (edited(colour="red"), "colour"),
        (edited(rests_on=["nobody"]), "is not an entry"),
    ):
        written = len(planner.load(name))
        with pytest.raises(BadInput) as caught:
            plan_acts.edit_plan(planner, name, document, allow_reason=None, by="ada")
        assert says in str(caught.value)
        assert len(planner.load(name)) == written, "nothing was written"
    bad = {"tasks": [*whole["tasks"][:2], {**whole["tasks"][2], "description": "Do it"}]}
    with pytest.raises(Refused, match="PLAN-5"):
        plan_acts.edit_plan(planner, name, bad, allow_reason=None, by="ada")


@pytest.mark.rule("PLAN-7")
def test_a_failed_destructive_task_locks_nothing_its_repair_and_the_rest_go_on() -> None:
    """The repair quotes the title of what failed; plangate's own words are no reason to stop."""
    wipe = task(1, title="Drop the old orders table", description="Drop it after a backup is made")
    planner, name = begun([task(0), wipe, task(2)])
    plan_acts.approve(planner, name, None, by="ada", surface="cli")
    progress_acts.start_task(planner, name, "t1", by="ada")

    moved = progress_acts.fail_task(planner, name, "t1", "the lock was not granted", by="ada")

    now = standing(moved.session, moved.plan)
    (repair,) = [one for one in moved.plan.tasks if one.answers_to.startswith("failure of t1")]
    assert {one.id for one in now.ready} == {"t0", "t2", repair.id}
    assert set(now.withheld) == {"t1"}, "the step itself waits for a new approval"
    progress_acts.finish_task(planner, name, "t2", by="ada")
    progress_acts.finish_task(planner, name, repair.id, by="ada")


@pytest.mark.rule("PLAN-7", "GATE-20")
def test_a_repair_waits_where_the_step_it_repairs_would() -> None:
    final = task(1, rests_on=("format",), reversibility="irreversible")
    planner, name = begun([task(0), final, task(2)])
    plan_acts.approve(planner, name, None, by="ada", surface="cli")
    progress_acts.start_task(planner, name, "t1", by="ada")
    moved = progress_acts.fail_task(planner, name, "t1", "the lock was not granted", by="ada")
    (repair,) = [one for one in moved.plan.tasks if one.answers_to.startswith("failure of t1")]
    assert repair in standing(moved.session, moved.plan).ready

    why = "what it followed from is gone"
    gone = e.DecisionReopened(f"{name}-a1", ("t1",), why, "ada")
    planner.change(name, lambda _session: (gone, e.DecisionParked("format", "GATE-4", why)))
    after = planner.advance(name).session

    now = standing(after, plan_of(planner, name))
    assert [one.id for one in now.ready] == ["t0", "t2"]
    assert now.withheld[repair.id] == "it waits for what nobody has decided yet: format"
    with pytest.raises(Refused, match="nobody has decided yet: format"):
        progress_acts.start_task(planner, name, repair.id, by="ada")


@pytest.mark.rule("PLAN-5", "PLAN-7", "ACT-1")
def test_a_task_that_only_calls_itself_a_repair_passes_no_gate() -> None:
    planner, name = begun([task(0), task(1)])
    progress_acts.start_task(planner, name, "t0", by="ada")
    progress_acts.fail_task(planner, name, "t0", "the disk was full", by="ada")
    kept = [plain(one) for one in plan_of(planner, name).tasks]
    forged = {**kept[-1], "id": "x1", "description": "Fix stuff somehow", "depends_on": []}
    forged["answers_to"] = "failure of t0: the disk was full"
    planner.actor = A_SCRIPT
    with pytest.raises(Refused, match="PLAN-5"):
        plan_acts.edit_plan(planner, name, {"tasks": [*kept, forged]}, allow_reason=None, by="bot")
    assert "x1" not in {one.id for one in plan_of(planner, name).tasks}


@pytest.mark.rule("PLAN-7", "PLAN-5")
def test_a_task_refused_once_work_began_keeps_back_itself_and_what_needs_it() -> None:
    planner, name = begun([task(0, rests_on=("format",)), task(1, "t0"), task(2), task(3, "t2")])
    progress_acts.start_task(planner, name, "t2", by="ada")

    ledger_acts.overturn(planner, f"{name}-a1", words="a format that is TBD", by="ada")

    session = planner.session(name)
    now = standing(session, plan_of(planner, name))
    assert now.withheld.keys() == {"t0", "t1"}
    assert "tbd_placeholder" in now.withheld["t0"]
    assert now.withheld["t1"] == "it needs t0, which the quality gate refuses"
    with pytest.raises(Refused, match="tbd_placeholder"):
        progress_acts.start_task(planner, name, "t0", by="ada")
    progress_acts.finish_task(planner, name, "t2", by="ada")
    progress_acts.finish_task(planner, name, "t3", by="ada")

    plan_acts.allow_findings(planner, name, "the format is known to all", by="ada")

    assert not standing(planner.session(name), plan_of(planner, name)).withheld
    progress_acts.finish_task(planner, name, "t0", by="ada")


@pytest.mark.rule("UND-10", "PLAN-5")
@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Do something about the ??? in the export", "Do something about the ??? in io.py"),
        ("Drop the legacy orders table", "Drop the legacy orders table of the shop"),
        ("Clean up various leftovers of the export", "Clean up various leftovers in the export"),
        ("CSV", "Add: CSV"),
    ],
)
def test_words_of_the_persons_own_goal_never_refuse_the_draft_made_from_them(
    goal: str, said: str
) -> None:
    planner, _ = begun([task(0, description=said), task(1)])

    session = planner.start(goal, "/other", SessionOptions(complexity=6, by="ada")).session

    assert session.stop is not None
    assert session.stop.ending == "plan"
