"""The page of a published plan and what an edit of it means (PUB-1), in memory."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plangate.app.acts import ledger_acts
from plangate.app.acts.plans import plan_acts, progress_acts
from plangate.app.planner import Planner
from plangate.core.events import event as e
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Answer, Assumption, plain
from plangate.core.publishing.content import page_of
from plangate.core.publishing.edits import Edits, edited_tasks, edits_of
from plangate.core.publishing.page import (
    Page,
    PageTask,
    file_name,
    is_page,
    page_text,
    read_page,
    record_tag,
)
from plangate.core.publishing.wording import OWN_WORDS, Wording, own_words_of
from tests.core.test_plan_work import begun, task

pytestmark = pytest.mark.rule("PUB-1")

WORDING = Wording("s1", "/shop")


def planned() -> tuple[Planner, str]:
    """Three tasks in a row, the last resting on a decision and not to be undone."""
    last = task(3, "t1", rests_on=("format",), reversibility="irreversible")
    return begun([task(1), task(2), last])


def session_of(planned: tuple[Planner, str]) -> Session:
    return planned[0].session(planned[1])


def page_now(session: Session) -> Page:
    assert session.plan is not None
    return read_page(page_text(page_of(session, session.plan, WORDING, "12 abc")))


def edited(session: Session, before: str, after: str) -> Edits:
    """What an edit means that puts one text in the place of another."""
    assert session.plan is not None
    text = page_text(page_of(session, session.plan, WORDING, ""))
    assert before in text, text
    return edits_of(session, read_page(text.replace(before, after, 1)), WORDING)


# --- the page -------------------------------------------------------------------------------------


def test_a_page_says_its_plan_and_is_read_back_as_it_was_written() -> None:
    session = session_of(planned())
    page = page_now(session)
    assert (page.session, page.version, page.anchor) == ("s1", len(session.plans), "12 abc")
    assert page.is_untouched
    assert [one.id for one in page.tasks] == ["t1", "t2", "t3"]
    assert page.tasks[2].after == ("t1",)
    assert "a person has to approve it" in page.tasks[2].one_way
    assert page.done == "0 of 3"
    assert page_text(page) == page_text(page_now(session)), "same content, same bytes"
    assert edits_of(session, page, WORDING) == Edits()


LINES = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=40
).map(lambda text: " ".join(text.split()))
NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
TASKS = st.builds(
    PageTask,
    id=NAMES,
    title=LINES,
    description=st.lists(LINES.filter(bool), max_size=3).map("\n".join),
    done=st.booleans(),
    files=st.lists(NAMES, max_size=2).map(tuple),
    check=LINES,
    after=st.lists(NAMES, max_size=2).map(tuple),
    rests_on=st.lists(NAMES, max_size=2).map(tuple),
    before=st.lists(LINES.filter(bool), max_size=2).map(tuple),
    one_way=st.sampled_from(("", "cannot be undone")),
)


@example([PageTask("a", "", "0\\\\", False)], "a")
@given(st.lists(TASKS, max_size=4, unique_by=lambda one: one.id), NAMES)
def test_whatever_a_plan_says_its_page_holds_all_of_it(tasks: list[PageTask], goal: str) -> None:
    page = Page("s1", 2, "a", goal, (), tuple(tasks), ("v1 drafted",))
    found = read_page(page_text(page))
    assert found.tasks == page.tasks
    assert found.is_untouched


@given(st.text(max_size=200))
def test_a_text_that_is_no_page_is_refused_in_one_line(text: str) -> None:
    if not is_page(text):
        with pytest.raises(BadInput) as refused:
            read_page(text)
        assert "\n" not in str(refused.value)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("# Add", "<<<<<<< HEAD\n# Add", "a mark of a merge"),
        ("plangate: 1", "plangate: 9", "plangate: '9'"),
        ("session: s1", "session:", "session is missing"),
        ("version: 1", "version: one", "'one'"),
        ("---\nplangate", "plangate", "no front"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(before: str, after: str, said: str) -> None:
    page = Page("s1", 1, "", "Add it", (), (), ())
    with pytest.raises(BadInput) as refused:
        read_page(page_text(page).replace(before, after, 1))
    assert said in str(refused.value)


def test_two_plans_of_one_goal_have_files_of_their_own() -> None:
    goal = "Let everybody export all of their orders as a spreadsheet with totals"
    names = {file_name(goal, record_tag("s1", at)) for at in ("2026-01-01", "2026-01-02")}
    assert len(names) == 2
    assert all(name.startswith("let-everybody-export-all-of-their") for name in names)
    assert max(map(len, names)) < 60


# --- what an edit means ---------------------------------------------------------------------------


def test_words_checks_and_ticks_come_back() -> None:
    session = session_of(planned())
    found = edited(session, "t1 Write part 1", "t1 Write the first part")
    assert found.words == {"t1": {"title": "Write the first part"}}
    assert found.changes_plan
    assert session.plan is not None
    assert edited_tasks(session.plan, found)[0].title == "Write the first part"
    checked = edited(session, "check: pytest tests/test_part_2.py passes", "check: make all")
    assert checked.words == {"t2": {"check": "make all"}}
    ticked = edited(session, "- [ ] t2", "- [x] t2")
    assert ticked.ticked == ("t2",)
    assert ticked.refused == ()
    emptied = edited(session, "  Write part 1 of the export and its page\n", "")
    assert emptied.words == {"t1": {"description": "Write part 1"}}


REFUSED = [
    ("# Add an export", "# Drop an export", "the goal: “Drop an export"),
    ("- [ ] t2", "- [ ] t9 Do more\n- [ ] t2", "a task nobody planned: “t9 Do more”"),
    ("- [ ] t2", "- [ ] t1 Again\n- [ ] t2", "t1 appears twice"),
    ("`shop/part_1.py`", "`shop/other.py`", "t1 files: “shop/other.py”"),
    ("  - after: t1\n", "", "t3 after: “nothing”"),
    ("before: the shop runs", "before: nothing at all", "t1 before: “nothing at all”"),
    ("a person has to approve it by name", "approved by a person", "an approval; a person gives"),
    ("## Tasks", "- **a9** colour: red.\n\n## Tasks", "a decision: “**a9** colour: red.”"),
    ("## Versions\n", "## Versions\n\n- v0 made up\n", "a version: “v0 made up”"),
    ("## Versions", "Some prose of mine.\n\n## Versions", "not part of a plan: “Some prose"),
    ("t1 Write part 1\n", "t1\n", "t1 title: “” (it is empty)"),
]


@pytest.mark.parametrize(("before", "after", "said"), REFUSED, ids=[row[2][:30] for row in REFUSED])
def test_whatever_does_not_come_back_is_named(before: str, after: str, said: str) -> None:
    found = edited(session_of(planned()), before, after)
    assert any(said in line for line in found.refused), found
    assert not found.changes_plan


def test_a_task_that_was_taken_out_stays_and_that_is_said() -> None:
    session = session_of(planned())
    page = page_now(session)
    found = edits_of(session, page._replace(tasks=page.tasks[:2]), WORDING)
    assert found.refused == ("t3 was taken out; it stays in the plan",)


def test_an_order_comes_back_unless_a_task_would_stand_before_one_it_needs() -> None:
    session = session_of(planned())
    page = page_now(session)
    for order in permutations(page.tasks):
        names = [one.id for one in order]
        found = edits_of(session, page._replace(tasks=order), WORDING)
        if names == ["t1", "t2", "t3"]:
            assert found == Edits()
        elif names.index("t1") < names.index("t3"):
            assert found.order == tuple(names)
            assert session.plan is not None
            assert [one.id for one in edited_tasks(session.plan, found)] == names
        else:
            assert "a task would stand before one it needs" in found.refused[0]


def test_what_is_done_stays_done_and_is_no_longer_edited() -> None:
    plans = planned()
    planner, name = plans
    progress_acts.start_task(planner, name, "t1", by="ada")
    progress_acts.finish_task(planner, name, "t1", by="ada")
    session = session_of(plans)
    assert "done: 1 of 3" in page_text(page_now(session))
    assert edited(session, "- [x] t1", "- [ ] t1").refused == (
        "t1 is done; what is done stays done",
    )
    late = edited(session, "t1 Write part 1", "t1 Write it anew")
    assert late.refused == ("t1 title: “Write it anew” (it is done)",)


def test_a_file_from_before_the_plan_moved_on_is_no_edit_of_what_came_since() -> None:
    plans = planned()
    planner, name = plans
    old = page_now(session_of(plans))
    tasks = [plain(one) for one in session_of(plans).plans[-1].tasks]
    tasks[1]["title"] = "Write the second part"
    plan_acts.edit_plan(planner, name, {"tasks": tasks}, allow_reason=None, by="ada")
    session = session_of(plans)
    assert edits_of(session, old._replace(sealed=""), WORDING).words == {}
    theirs = [one._replace(title="Mine") if one.id == "t2" else one for one in old.tasks]
    both = edits_of(session, old._replace(tasks=tuple(theirs)), WORDING)
    assert both.refused == ("t2 title: “Mine” (the plan changed it too)",)
    assert "edited" in page_now(session).versions[-1]


# --- what may stand in a repository ---------------------------------------------------------------


def entry(**more: object) -> Assumption:
    fields = {
        "decision": "JSON",
        "blocker_type": "none",
        "user_response": "assumed",
        "reasoning": "most likely",
        "confidence": "high",
        "risk_if_wrong": "low - one file changes",
        "source": "assumption",
        "id": "s1-a1",
        "ambiguity": "file-format",
        "status": "open",
        **more,
    }
    return Assumption(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "role"),
    [
        ({"source": "relayed"}, "passed on by an agent"),
        ({"user_response": "confirmed: JSON"}, "decided by a person"),
        ({"status": "confirmed"}, "assumed, confirmed by a person"),
        ({"user_response": "preference"}, "by a person's preference"),
        ({"user_response": "timeout_assumed"}, "assumed, nobody answered in time"),
        ({"user_response": "inferred from io.py"}, "inferred by plangate"),
        ({"user_response": "dropped_by_host"}, "dropped by an agent"),
        ({}, "assumed by plangate"),
    ],
)
def test_who_decided_is_told_by_role(made: dict[str, object], role: str) -> None:
    line = WORDING.decision(entry(**made))
    assert f"({role}, confidence high)" in line
    assert line.startswith("**a1** file format: JSON")


def test_a_persons_name_and_words_stay_in_the_record() -> None:
    own = "our customers in Jena want it so, and nobody else does"
    wording = WORDING._replace(own_words=(own,))
    custom = entry(
        decision=own, user_response=f"custom: {own}", rule="ASK-11", reasoning="ada answered D1"
    )
    line = wording.decision(custom)
    assert OWN_WORDS in line
    assert "ada" not in line
    assert "A person answered D1" in line
    assert own in wording._replace(publishes_words=True).decision(custom)
    assert wording.said(f"{own[:30]}…") == OWN_WORDS, "also where they were cut off"
    assert wording.said("see /shop/io.py of s1-a3 in /shop") == "see io.py of a3 in ."
    taken_back = entry(reasoning="ada took the revision a2 back; JSON again")
    assert "ada" not in wording.reason(taken_back)


@pytest.mark.parametrize(
    ("trigger", "cause"),
    [
        ("edited by ada", "edited"),
        ("t1 failed: the disk of ada was full; t2 failed: no", "t1, t2 failed"),
        ("ada overturned a1", "a person overturned a1"),
        ("drafted", "drafted"),
    ],
)
def test_a_version_names_its_cause_and_nobody(trigger: str, cause: str) -> None:
    assert WORDING.cause(trigger) == cause


def test_own_words_are_what_people_typed_beside_the_goal() -> None:
    free, chosen = (
        Answer("by hand, please", None, "choice", "ada", "terminal"),
        Answer("JSON", "a", "choice", "ada", "terminal"),
    )
    events: list[e.Event] = [
        e.QuestionAnswered("q1", free),
        e.QuestionAnswered("q2", chosen),
        e.NoteAdded("q1", "a note of mine", "ada"),
        e.AssumptionRecorded(entry(decision="mine alone", user_response="custom: mine alone")),
        e.AssumptionRecorded(entry()),
    ]
    found = own_words_of(events, "Export it, a note of mine")
    assert set(found) == {"by hand, please", "mine alone"}
    assert list(found) == sorted(found, key=len, reverse=True)


def test_a_decision_that_was_overturned_shows_on_the_page_as_it_is_now() -> None:
    plans = planned()
    first = next(iter(session_of(plans).assumptions.values()))
    ledger_acts.overturn(plans[0], str(first.id), reading="yaml", by="ada")
    page = page_now(session_of(plans))
    assert any("YAML" in line for line in page.decisions)
    assert not any("ada" in line for line in (*page.decisions, *page.versions))
