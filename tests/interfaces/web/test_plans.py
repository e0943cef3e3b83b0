"""A plan on the page (WEB-3): summary, graph, list, a task, versions, approval by name."""

from __future__ import annotations

import json
import re

import pytest

from plangate.app.acts.ledger_acts import overturn
from plangate.app.acts.plans.closing import close
from plangate.core.model.nouns import Ambiguity, Task
from tests.interfaces.support import OPEN, reading
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in
from tests.person import at_terminal

pytestmark = pytest.mark.rule("WEB-3")

#: A decision nobody is asked about: the one reading is all but certain.
SURE = Ambiguity("paper", (reading("thick", 0.97), reading("thin", 0.03)))


def task(number: int, *after: int, final: bool = False, rests_on: tuple[str, ...] = ()) -> Task:
    return Task(
        id=f"t{number}",
        title=f"Write part {number} of the page",
        description=f"Write part {number} in page{number}.py and nothing else",
        files=(f"page{number}.py",),
        depends_on=tuple(f"t{name}" for name in after),
        check="pytest passes and the part is there",
        reversibility="irreversible" if final else "reversible",
        rests_on=rests_on,
        answers_to=f"goal: part {number}",
    )


def boxes(text: str) -> dict[str, str]:
    """Each box of the graph by its id, with its classes."""
    found = re.findall(r'class="box ([^"]*)".*?<text class="id"[^>]*>([^<]+)<', text, re.S)
    return {name: classes for classes, name in found}


def test_the_graph_and_the_list_say_the_same(site: Site, visitor: Visitor) -> None:
    session = site.planned(task(1), task(2, 1), task(3, 1), task(4, 2, 3, final=True))
    page = visitor.get(f"/plans/{session}")
    drawn = boxes(page.text)
    assert list(drawn) == ["t1", "t2", "t3", "t4"]
    assert "ready" in drawn["t1"]
    assert "final" in drawn["t4"]
    listed = page.words[page.words.index("The list") :]
    assert "t1 Write part 1 of the page ready" in listed
    assert "cannot be undone after t2, t3" in listed
    assert page.text.count('marker-end="url(#tip)"') == 4
    assert "4 tasks in 3 waves; 0 done, 1 can start now, 1 withheld" in page.words


@pytest.mark.rule("PLAN-13")
def test_a_closed_plan_says_so_and_asks_for_no_approval(site: Site, visitor: Visitor) -> None:
    session = site.planned(task(1, final=True))
    assert "Approve by name" in visitor.get(f"/plans/{session}").words
    with planner_in(site.db) as planner:
        close(planner, session, "the page was dropped", by="ada")
    page = visitor.get(f"/plans/{session}")
    assert "Closed: the page was dropped" in page.words
    assert "Approve by name" not in page.words
    assert "0 can start now" in page.words


def test_what_rests_on_a_guess_is_hatched_and_said(site: Site, visitor: Visitor) -> None:
    with planner_in(site.db, SURE, tasks=(task(1, rests_on=("paper",)), task(2, 1))) as planner:
        session = planner.start("Print the page", str(site.project()), LARGE).session.id
    page = visitor.get(f"/plans/{session}")
    assert "guess" in boxes(page.text)["t1"]
    assert "rests on a guess" in page.words
    assert "Assumed" in page.words[page.words.index("For review") :]


def test_what_waits_for_a_decision_is_dashed_and_names_the_question(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN, tasks=(task(1, rests_on=("row-store",)), task(2)))
    page = visitor.get(f"/plans/{question.session}")
    assert "waits" in boxes(page.text)["t1"]
    assert "ready" in boxes(page.text)["t2"]
    assert question.prompt in page.words


def test_the_approach_is_said_in_words_from_the_plan_itself(site: Site, visitor: Visitor) -> None:
    tasks = (task(1, rests_on=("paper",)), task(2, 1, rests_on=("row-store",)), task(3, 2))
    with planner_in(site.db, OPEN, SURE, tasks=(*tasks, task(4, final=True))) as planner:
        session = planner.start("Print the atlas", str(site.project()), LARGE).session
    review = visitor.get(f"/plans/{session.id}").words.partition("For review")[2]
    for sentence in (
        "To reach “Print the atlas” there are 4 tasks to do: it begins with t1 “Write part 1 of "
        "the page”, and the longest way ends with t3 “Write part 3 of the page”.",
        "It rests on “The thick store”, which was assumed.",
        "Until D1 is decided t2 “Write part 2 of the page” and t3 “Write part 3 of the page” wait.",
        "t4 “Write part 4 of the page” cannot be undone.",
    ):
        assert sentence in review


def test_a_plan_that_rests_on_nothing_and_risks_nothing_says_so(
    site: Site, visitor: Visitor
) -> None:
    review = visitor.get(f"/plans/{site.planned(task(1))}").words.partition("For review")[2]
    assert "there is 1 task to do: it begins with t1" in review
    assert "No task of it rests on a decision that was taken or assumed." in review
    assert "No step of it is marked as one that cannot be undone." in review


def test_a_task_opens_with_its_files_its_check_and_its_neighbours(
    site: Site, visitor: Visitor
) -> None:
    session = site.planned(task(1), task(2, 1))
    page = visitor.get(f"/plans/{session}?task=t1").words
    panel = page[page.index("Write part 1 in page1.py") :]
    for part in ("Files page1.py", "Check pytest passes and the part is there", "Before t2"):
        assert part in panel


def test_a_version_says_what_it_changed_and_why(site: Site, visitor: Visitor) -> None:
    tasks = (task(1, rests_on=("paper",)), task(2, 1), task(3))
    with planner_in(site.db, SURE, tasks=tasks) as planner:
        advanced = planner.start("Print the letter", str(site.project()), LARGE)
        entry = str(next(iter(advanced.session.in_force)).id)
        overturn(planner, entry, reading="thin", by="ana")
    session = advanced.session.id
    page = visitor.get(f"/plans/{session}").words
    assert "v1 v2" in page
    assert f"because: ana overturned {entry}" in page
    assert "What v2 changed" in page
    old = visitor.get(f"/plans/{session}?v=1").words
    assert "This version was replaced" in old
    assert visitor.get(f"/plans/{session}?v=9").status == 400


@pytest.mark.rule("PLAN-6")
def test_steps_are_approved_by_name_and_only_those_that_were_ticked(
    site: Site, visitor: Visitor
) -> None:
    session = site.planned(task(1, final=True), task(2, final=True), task(3, 1))
    page = visitor.get(f"/plans/{session}")
    assert "2 steps cannot be undone" in page.words
    where = f"/plans/{session}/approve"
    nothing = visitor.post(where, {"version": "v1"})
    assert nothing.status == 400
    assert "nothing was ticked" in nothing.words
    unknown = visitor.post(where, {"version": "v1", "task": ["t9"]})
    assert unknown.status == 400
    done = visitor.post(where, {"version": "v1", "task": ["t1"]})
    assert "Approved in v1: t1." in done.words
    assert "1 step cannot be undone" in done.words
    with planner_in(site.db) as planner:
        approved = planner.session(session).approved
    assert {step.id for step in approved} == {"t1"}


@pytest.mark.rule("PLAN-6")
def test_an_approval_of_a_version_that_was_replaced_is_refused(
    site: Site, visitor: Visitor
) -> None:
    tasks = (task(1, rests_on=("paper",), final=True), task(2, 1))
    with planner_in(site.db, SURE, tasks=tasks) as planner:
        advanced = planner.start("Print the invoice", str(site.project()), LARGE)
        entry = str(next(iter(advanced.session.in_force)).id)
        overturn(planner, entry, reading="thin", by="ana")
    where = f"/plans/{advanced.session.id}/approve"
    late = visitor.post(where, {"version": "v1", "task": ["t1"]})
    assert late.status == 400
    assert "v1 was replaced by v2" in late.words


def test_a_large_plan_is_folded_into_what_one_worker_does(site: Site, visitor: Visitor) -> None:
    tasks = [task(n, *([n - 1] if n % 5 != 1 else [])) for n in range(1, 81)]
    session = site.planned(*tasks)
    page = visitor.get(f"/plans/{session}")
    drawn = boxes(page.text)
    assert 0 < len(drawn) < 40
    assert all(name.startswith("g") for name in drawn)
    assert page.words.count("Write part") >= 80  # the list has them all
    opened = visitor.get(f"/plans/{session}?group={next(iter(drawn))}")
    assert all(name.startswith("t") for name in boxes(opened.text))


def test_a_large_plan_without_groups_is_folded_by_waves(site: Site, visitor: Visitor) -> None:
    tasks = [task(n, *({n - 8, n - 7} if n > 8 else ())) for n in range(1, 81)]
    session = site.planned(*tasks)
    drawn = boxes(visitor.get(f"/plans/{session}").text)
    assert list(drawn) == [f"w{n}" for n in range(1, len(drawn) + 1)]
    opened = visitor.get(f"/plans/{session}?group=w2")
    assert {"t1", "t9", "t17"} <= boxes(opened.text).keys()
    assert "w2 with what stands next to it" in opened.words
    assert len(boxes(visitor.get(f"/plans/{session}?group=nonsense").text)) == len(drawn)


@pytest.mark.parametrize("shape", ["side by side", "one chain of files"])
def test_no_shape_of_a_large_plan_is_one_box(site: Site, visitor: Visitor, shape: str) -> None:
    if shape == "side by side":
        tasks = [task(n) for n in range(1, 201)]
    else:
        tasks = [
            task(n, *([n - 3] if n > 3 else []))._replace(files=("a.py",)) for n in range(1, 201)
        ]
    page = visitor.get(f"/plans/{(session := site.planned(*tasks))}")
    drawn = boxes(page.text)
    assert 5 < len(drawn) <= 70
    opened = boxes(visitor.get(f"/plans/{session}?group={next(iter(drawn))}").text)
    assert 0 < len(opened) <= 60
    assert page.words.count(" → ") <= 8  # a chain of sixty is not read out


def test_many_small_waves_are_few_boxes_and_every_task_can_be_drawn(
    site: Site, visitor: Visitor
) -> None:
    """A chain on one file, which no groups part."""
    tasks = [task(n, *([n - 1] if n > 1 else []))._replace(files=("a.py",)) for n in range(1, 73)]
    where = f"/plans/{site.planned(*tasks)}"
    page = visitor.get(where)
    assert list(boxes(page.text))[:2] == ["w1-6", "w7-12"]
    assert len(boxes(page.text)) == 12
    assert "Draw every task" in page.words
    assert len(boxes(visitor.get(f"{where}?group=all").text)) == 72
    opened = boxes(visitor.get(f"{where}?group=w7-12").text)
    assert opened.keys() == {f"t{n}" for n in range(6, 14)}


def test_fifty_tasks_are_all_drawn_and_fold_by_group(site: Site, visitor: Visitor) -> None:
    tasks = [
        task(n, *([n - 1] if n % 5 != 1 else []))._replace(files=(f"a{(n - 1) // 5}.py",))
        for n in range(1, 51)
    ]
    where = f"/plans/{site.planned(*tasks)}"
    page = visitor.get(where)
    assert len(boxes(page.text)) == 50
    assert "Fold them by group" in page.words
    folded = boxes(visitor.get(f"{where}?group=bundles").text)
    assert list(folded) == [f"g{n}" for n in range(1, 11)]
    assert boxes(visitor.get(f"{where}?group=g2").text).keys() == {f"t{n}" for n in range(6, 11)}


def test_every_session_is_listed_and_an_unknown_one_is_said_to_be(visitor: Visitor) -> None:
    assert "Plans" in visitor.get("/plans").words
    missing = visitor.get("/plans/nobody")
    assert missing.status == 404
    assert "is not known" in missing.words
    assert "Traceback" not in missing.text


@pytest.mark.rule("INT-3", "CLI-7")
def test_a_loop_says_what_was_seen_and_its_next_turn(site: Site, visitor: Visitor) -> None:
    session = planned_by_a_person(site, "Why does the paper jam on Mondays?")
    at_terminal("ooda", session, "observe", "the tray is full", environment=site.environment)
    page = visitor.get(f"/plans/{session}").words
    assert "to find out No plan yet: look, note what you see" in page
    assert "observe the tray is full" in page
    assert f"plangate ooda {session} orient" in page
    assert "stopped" not in page
    assert "left it to be found out" in visitor.get(f"/history/{session}").words


@pytest.mark.rule("INT-10", "CLI-7")
def test_a_goal_that_was_not_understood_has_no_plan_to_begin(site: Site, visitor: Visitor) -> None:
    session = planned_by_a_person(site, "Frobnicate the quux gizmo")
    page = visitor.get(f"/plans/{session}").words
    assert "not understood It is not clear what" in page
    assert "name a file, a function or a page it is about" in page
    assert "can start now" not in page


def planned_by_a_person(site: Site, goal: str) -> str:
    place = site.project()
    (place / "paper.py").write_text("TRAY = 1\n", encoding="utf-8")
    words = ("plan", goal, "--workspace", place, "--json")
    told = at_terminal(*words, environment=site.environment)
    return str(json.loads(told.text[told.text.index("{") :])["session"])
