"""What a person sets, confirms and takes back, in a real browser (WEB-6, ATT-1, PREF-3, ASK-12)."""

from __future__ import annotations

import pytest

from plangate.core.model.nouns import Ambiguity
from tests.browser.chromium import Browser, Page
from tests.browser.conftest import logged_in
from tests.browser.test_page import at
from tests.interfaces.support import OPEN, reading
from tests.interfaces.web.site import LARGE, Site, planner_in, site_in
from tests.interfaces.web.test_plans import SURE, task
from tests.interfaces.web.test_questions import row
from tests.person import at_terminal

pytestmark = [pytest.mark.browser, pytest.mark.rule("WEB-6", "WEB-1")]


def pick(page: Page, selector: str, first_letter: str) -> None:
    """Choose in a list as a keyboard does: go there and type."""
    page.run(f"document.querySelector({selector!r}).focus()")
    page.press(first_letter)


def test_the_focus_is_set_for_a_while_and_stands_on_every_page(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("focus")) as site:
        page = logged_in(chromium, site)
        page.goto(at(site, "/settings"))
        pick(page, "#f", "d")
        page.type("#for", "2h")
        page.follow("form[action$='/focus'] button")
        assert "Focus is deep until" in page.text(".said")
        page.goto(at(site, "/inbox"))
        assert page.text(".top .focus") == "Settings · focus: deep"
        assert "deep" in at_terminal("focus", environment=site.environment).text
        assert page.errors() == []


def test_the_dial_is_turned_and_says_what_it_would_have_changed(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("dial")) as site:
        page = logged_in(chromium, site)
        readings = (reading("local", 0.8, "reversible"), reading("remote", 0.2, "reversible"))
        with planner_in(site.db, Ambiguity("row-store", readings)) as planner:
            planner.start("Keep the rows", str(site.project()), LARGE)
        page.goto(at(site, "/settings"))
        would = "Over the last 30 days, set to more it would have asked 1 more (row store)."
        assert page.text(".would") == would
        pick(page, "#d1", "l")
        page.follow("form[action$='/dial'] button")
        assert "It asks less there." in page.text(".said")
        assert page.run("document.getElementById('d1').value") == "less"
        assert page.text(".would") == would


def test_a_preference_is_added_refused_and_cleared(site: Site, page: Page) -> None:
    site.question(Ambiguity("lamp-colour", OPEN.interpretations))
    page.goto(at(site, "/settings"))
    page.click("details summary")
    page.type("#qid", "lamp-colour")
    pick(page, "#value", "n")
    page.follow("form[action$='/prefer'] button")
    assert "lamp colour: never ask" in page.text(".said")
    assert "lamp colour" in page.text("table")
    page.click("details summary")
    page.type("#qid", "x" * 300)
    page.follow("form[action$='/prefer'] button")
    assert "300 characters are too many" in page.text("body > .problem")
    assert page.run("document.getElementById('qid').value") == "x" * 300  # nothing typed is lost
    page.goto(at(site, "/settings"))
    page.run(
        "[...document.querySelectorAll('tr')].find((row) => row.innerText.includes("
        "'lamp colour')).querySelector('button').id = 'here'"
    )
    page.follow("#here")
    assert "lamp colour: cleared" in page.text(".said")


def test_a_question_is_taken_back_with_a_reason(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.goto(at(site, f"/questions/{question.id}"))
    page.run("[...document.querySelectorAll('summary')].at(-1).scrollIntoView()")
    page.run("document.querySelector('details:has(#why) summary').id = 'take-back'")
    page.click("#take-back")
    page.click("details:has(#why) button")
    assert page.run("document.getElementById('why').validity.valueMissing") is True
    assert row(site, question)["status"] == "pending"  # the browser asks for the reason
    page.type("#why", "it is decided elsewhere")
    page.follow("details:has(#why) button")
    assert "is withdrawn" in page.text(".said")
    assert "withdrawn" in page.text(".outcome")
    assert row(site, question)["status"] == "withdrawn"
    assert page.errors() == []


def test_a_question_is_talked_about_held_gone_on_with_and_never_asked_again(
    site: Site, page: Page
) -> None:
    question = site.question(Ambiguity("shelf-order", OPEN.interpretations))
    page.goto(at(site, f"/questions/{question.id}"))
    page.type("#note", "what about the old ones?")
    page.follow("button[name=discuss]")
    assert "the question stays open" in page.text(".said")
    assert "what about the old ones?" in page.text(".note")
    page.follow("[data-hold]")
    assert row(site, question)["status"] == "held"
    page.follow(".said .link")  # undone where it is said
    assert row(site, question)["status"] == "pending"
    page.click("#o-a")
    page.click("#never")
    page.click("button.primary")
    page.wait_until("document.querySelector('.outcome')?.innerText.includes('The local store')")
    page.goto(at(site, "/settings"))
    assert "shelf order" in page.text("table")


def test_home_is_answered_from_and_marked_as_seen_and_the_ledger_confirmed(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("home")) as site:
        page = logged_in(chromium, site)
        tasks = (task(1, rests_on=("paper",)), task(2, 1))
        with planner_in(site.db, SURE, tasks=tasks) as planner:
            planner.start("Print the map", str(site.project()), LARGE)
        question = site.question(OPEN)
        page.goto(at(site, "/"))
        page.click("[data-quick] [data-key=a]")
        page.wait_until("document.querySelector('.said')?.innerText.includes('Answered: D1')")
        assert row(site, question)["answer"]["value"] == "The local store"
        assert "The thick store" in page.text("main")
        page.follow("form[action$='/seen'] button")
        assert "The thick store" not in page.text("main")
        page.goto(at(site, "/ledger"))
        page.follow("form[action$='/confirm'] button")
        assert "confirmed" in page.text("main")
        page.follow("footer button")
        page.goto(at(site, "/inbox"))
        assert "Log in" in page.text("h1")  # nothing is shown to who has logged out
