"""What a person sets and takes back, in a real browser (WEB-6, ATT-1, PREF-3, PREF-4, ASK-12)."""

from __future__ import annotations

import pytest

from plangate.core.model.nouns import Ambiguity
from tests.browser.chromium import Browser, Page
from tests.browser.conftest import logged_in
from tests.browser.test_page import at
from tests.interfaces.support import OPEN
from tests.interfaces.web.site import Site, site_in
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
        assert page.text(".top .focus") == "focus: deep"
        assert "deep" in at_terminal("focus", environment=site.environment).text
        assert page.errors() == []


def test_the_dial_is_turned_and_says_what_it_would_have_changed(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("dial")) as site:
        page = logged_in(chromium, site)
        question = site.question(OPEN)
        page.goto(at(site, "/settings"))
        assert "Over the last 30 days it would have asked more:" in page.text(".would")
        pick(page, "#d1", "l")
        page.follow("form[action$='/dial'] button")
        assert "It asks less there." in page.text(".said")
        assert page.run("document.getElementById('d1').value") == "less"
        assert "as usual:" in page.text(".would")
        assert row(site, question)["status"] == "pending"


def test_a_preference_is_added_refused_and_cleared(site: Site, page: Page) -> None:
    site.question(Ambiguity("lamp-colour", OPEN.interpretations))
    page.goto(at(site, "/settings"))
    page.click("details summary")
    page.type("#qid", "lamp-colour")
    pick(page, "#value", "n")
    page.follow("form[action$='/prefer'] button")
    assert "lamp-colour: never-ask" in page.text(".said")
    assert "lamp-colour" in page.text("table")
    page.click("details summary")
    page.type("#qid", "x" * 300)
    page.follow("form[action$='/prefer'] button")
    assert "300 characters are too many" in page.text("body > .problem")
    assert page.run("document.getElementById('qid').value") == "x" * 300  # nothing typed is lost
    page.goto(at(site, "/settings"))
    page.run(
        "[...document.querySelectorAll('tr')].find((row) => row.innerText.includes("
        "'lamp-colour')).querySelector('button').id = 'here'"
    )
    page.follow("#here")
    assert "lamp-colour: cleared" in page.text(".said")


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
