"""The page when things go wrong or grow large (WEB-6): a server that is gone, 10,000 questions."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from benchmarks.inbox import QUESTIONS, fill, template
from plangate.adapters.sql.sqlite import SQLiteStore
from tests.browser.chromium import Browser
from tests.browser.conftest import logged_in
from tests.browser.test_page import at
from tests.interfaces.support import OPEN
from tests.interfaces.web.site import site_in, start
from tests.interfaces.web.test_questions import row

pytestmark = [pytest.mark.browser, pytest.mark.rule("WEB-6", "WEB-1", "WEB-5")]


def test_a_page_says_that_the_connection_is_lost_keeps_what_was_chosen_and_recovers(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("lost")) as site:
        page = logged_in(chromium, site)
        question = site.question(OPEN)
        page.goto(at(site, f"/questions/{question.id}"))
        page.run("window.here = true")
        page.click("#o-b")
        site.server.stop()
        page.wait_until("document.getElementById('lost') !== null")
        assert "The connection is lost" in page.text("#lost")
        page.click("button.primary")
        page.wait_until("document.getElementById('refused') !== null")
        assert "The server does not answer" in page.text("#refused")
        assert page.run("document.getElementById('o-b').checked") is True
        assert row(site, question)["status"] == "pending"
        port = str(urlsplit(site.server.address).port)
        again = start(site.environment, "--port", port, cwd=site.workspace)
        try:
            page.wait_until("document.getElementById('lost') === null")
            page.click("button.primary")
            shown = "document.querySelector('.outcome')?.innerText"
            page.wait_until(f"{shown}.includes('The remote store')")
            assert page.run("window.here") is True
        finally:
            again.stop()
        assert row(site, question)["answer"]["value"] == "The remote store"


def test_ten_thousand_questions_are_gone_through_and_answered(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("many")) as site:
        page = logged_in(chromium, site)
        with SQLiteStore(site.db) as store:
            fill(store, template(), QUESTIONS)
        names = "[...document.querySelectorAll('[data-rows] > .row')].map((row) => row.id)"
        page.goto(at(site, "/inbox"))
        assert "99+" in page.text(".top nav")
        first = page.run(names)
        page.follow("a[rel=next]")
        second = page.run(names)
        assert (len(first), len(second)) == (20, 20)
        assert set(first).isdisjoint(second)
        page.press("j")
        page.press("b")
        page.wait_until("document.querySelector('.said')?.innerText.includes('Answered: D1')")
        page.goto(at(site, f"/questions/{second[0]}"))
        assert "Reading two" in page.text(".outcome")
        page.goto(at(site, "/inbox?page=2"))
        assert second[0] not in page.run(names)
        assert page.errors() == []
