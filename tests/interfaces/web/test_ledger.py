"""The ledger on the page (ASM-3, PREF-4): right, wrong with what it changes beforehand, undo."""

from __future__ import annotations

import pytest

from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity
from tests.interfaces.support import OPEN, reading
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in
from tests.interfaces.web.test_plans import SURE, task

pytestmark = pytest.mark.rule("WEB-1")

_TASKS = (task(1, rests_on=("paper",)), task(2, 1), task(3))


def assumed(site: Site, ambiguity: Ambiguity = SURE) -> tuple[str, str]:
    """A session whose plan rests on something nobody was asked about, and the entry's id."""
    with planner_in(site.db, ambiguity, tasks=_TASKS) as planner:
        session = planner.start("Print the card", str(site.project()), LARGE).session
        return session.id, str(next(iter(session.in_force)).id)


def session_of(site: Site, name: str) -> Session:
    with planner_in(site.db) as planner:
        return planner.session(name)


def test_the_ledger_lists_what_was_assumed_with_its_reason_and_its_doubt(
    site: Site, visitor: Visitor
) -> None:
    _, entry = assumed(site)
    page = visitor.get("/ledger")
    assert f"/ledger/{entry}" in page.text
    assert "confidence" in page.words
    assert "if wrong:" in page.words
    assert "paper: The thick store" in page.words
    assert "expected waste" not in page.words  # the arithmetic is folded on the entry's page
    own = visitor.get(f"/ledger/{entry}").words
    assert own.index("Why:") < own.index("The arithmetic")
    assert visitor.get("/ledger?show=nonsense").status == 400


def test_an_entry_is_said_to_be_right(site: Site, visitor: Visitor) -> None:
    session, entry = assumed(site)
    assert "Confirmed: “The thick store”" in visitor.post(f"/ledger/{entry}/confirm").words
    assert session_of(site, session).assumptions[entry].status == "confirmed"


@pytest.mark.rule("ASM-3")
def test_what_a_wrong_would_change_is_said_before_it_is_said(site: Site, visitor: Visitor) -> None:
    session, entry = assumed(site)
    before = visitor.get(f"/ledger/{entry}").words
    told = before[before.index("What would change:") : before.index("Nothing else.")]
    assert "t1" in told
    assert "t2" in told
    assert "t3" not in told
    done = visitor.post(f"/ledger/{entry}/wrong", {"reading": "thin"})
    assert "“The thin store” holds now; it touches t1, t2." in done.words
    assert "Undo" in done.words
    now = session_of(site, session)
    assert now.assumptions[entry].status == "wrong"
    assert now.plan is not None
    assert now.plan.version == 2


@pytest.mark.rule("ASM-3")
def test_a_wrong_is_taken_back_and_what_held_before_holds_again(
    site: Site, visitor: Visitor
) -> None:
    session, entry = assumed(site)
    visitor.post(f"/ledger/{entry}/wrong", {"words": "on parchment"})
    (holds,) = session_of(site, session).in_force
    assert holds.decision == "on parchment"
    back = visitor.post(f"/ledger/{holds.id}/undo")
    assert "“The thick store” holds now" in back.words


@pytest.mark.rule("ASM-3")
def test_without_another_the_likeliest_that_is_left_holds(site: Site, visitor: Visitor) -> None:
    session, entry = assumed(site)
    assert "“The thin store” holds now" in visitor.post(f"/ledger/{entry}/wrong").words
    (holds,) = session_of(site, session).in_force
    assert holds.status == "open"


@pytest.mark.rule("ASK-11")
def test_a_reading_that_cannot_be_undone_is_chosen_by_its_label(
    site: Site, visitor: Visitor
) -> None:
    final = Ambiguity("paper", (reading("thick", 0.97), reading("burnt", 0.03, "irreversible")))
    session, entry = assumed(site, final)
    clicked = visitor.post(f"/ledger/{entry}/wrong", {"reading": "burnt"})
    assert clicked.status == 400
    assert "is chosen by its label" in clicked.words
    done = visitor.post(
        f"/ledger/{entry}/wrong", {"reading": "burnt", "label-burnt": "The burnt store"}
    )
    assert done.status == 200
    assert session_of(site, session).in_force[0].decision == "The burnt store"


@pytest.mark.rule("PREF-4")
def test_what_a_preference_decided_is_shown_apart_and_can_be_undone(
    site: Site, visitor: Visitor
) -> None:
    from plangate.app.acts.personal import set_preference

    project = site.project()
    with planner_in(site.db, OPEN, tasks=_TASKS) as planner:
        set_preference(
            planner, "row-store", "never-ask", workspace=str(project), note=None, by="ana"
        )
        session = planner.start("Keep the cards", str(project), LARGE).session
    (entry,) = session.in_force
    assert entry.user_response == "preference"
    page = visitor.get("/ledger?show=preference")
    assert f"/ledger/{entry.id}" in page.text
    assert "by preference" in page.words
    assert "by preference" in visitor.get("/").words
    done = visitor.post(f"/ledger/{entry.id}/wrong", {"reading": "remote"})
    assert "“The remote store” holds now" in done.words
    assert "Decided by preference: 1" in visitor.get("/numbers").words
