"""The page in a real browser (WEB-6): keys, live changes, two tabs, a restart, eyes and ears."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from plangate.app.acts import scope_acts
from plangate.core.model.nouns import Ambiguity
from tests.browser.chromium import Browser, Page
from tests.browser.conftest import PICTURES, logged_in
from tests.interfaces.support import OPEN, reading
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in, site_in, start
from tests.interfaces.web.test_hostile_text import filled
from tests.interfaces.web.test_plans import SURE, task
from tests.interfaces.web.test_questions import ONE_WAY, row
from tests.interfaces.web.test_scopes import begun, chain
from tests.person import at_terminal

pytestmark = [pytest.mark.browser, pytest.mark.rule("WEB-6", "WEB-1", "WEB-2", "WEB-3", "WEB-5")]


def at(site: Site, path: str) -> str:
    return site.server.address + path


# --- flows ----------------------------------------------------------------------------------------


def test_a_question_is_answered_from_the_inbox_by_keys(site: Site, page: Page) -> None:
    question = site.question(Ambiguity("row-store", (reading("x", 0.5), reading("y", 0.5))))
    page.goto(at(site, "/inbox"))
    for _ in range(100):
        page.press("j")
        if page.run("document.querySelector('.row.current')?.id") == question.id:
            break
    page.press("b")
    page.wait_until("document.querySelector('.said')?.innerText.includes('Answered: D1')")
    assert row(site, question)["answer"]["option"] == "b"
    assert page.errors() == []


def test_what_cannot_be_undone_is_typed(site: Site, page: Page) -> None:
    question = site.question(ONE_WAY)
    final = next(o for o in question.options if o.reversibility == "irreversible")
    page.goto(at(site, f"/questions/{question.id}"))
    page.press(final.key)  # the key chooses it and leads to the field for its label
    page.call("Input.insertText", text=final.label)
    with page.loading():
        page.press("Enter")
    assert final.label in page.text(".outcome")
    assert row(site, question)["answer"]["value"] == final.label


def test_hold_note_and_own_words_by_keys_and_mouse(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.goto(at(site, f"/questions/{question.id}"))
    with page.loading():
        page.press("h")
    assert "on hold" in page.text(".outcome")
    page.press("n")
    page.call("Input.insertText", text="asked the team")
    page.type("#words", "in a drawer")
    page.click("button.primary")
    page.wait_until("document.querySelector('.outcome')?.innerText.includes('in a drawer')")
    assert "asked the team" in page.text(".note")


def test_a_wrong_shows_what_changes_and_is_undone(site: Site, page: Page) -> None:
    tasks = (task(1, rests_on=("paper",)), task(2, 1), task(3))
    with planner_in(site.db, SURE, tasks=tasks) as planner:
        session = planner.start("Print the map", str(site.project()), LARGE).session
    (entry,) = session.in_force
    page.goto(at(site, f"/ledger/{entry.id}"))
    assert "t1" in page.text("#wrong + .silence")
    page.click("#r-1")
    page.follow("button.danger")
    assert "holds now; it touches t1, t2" in page.text(".said")
    page.follow(".said .link")
    assert "“The thick store” holds now" in page.text(".said")


def test_steps_are_approved_by_ticking_their_names(site: Site, page: Page) -> None:
    session = site.planned(task(1, final=True), task(2, 1))
    page.goto(at(site, f"/plans/{session}"))
    page.click("#approve-t1")
    page.follow("#approve button")
    assert "Approved in v1: t1." in page.text(".said")
    page.follow(".graph a.box")
    assert page.has("#task")
    assert page.address.endswith("#task")


def test_a_table_says_what_clashes_while_one_decides(site: Site, page: Page) -> None:
    name = begun(site)
    page.goto(at(site, f"/scopes/{name}"))
    page.click("input[name=row-2][value=include]")
    assert page.text("[data-warnings]") == "reports needs core"
    assert page.text("[data-decided]") == "1 of 5 decided"
    page.click("input[name=row-0][value=include]")
    assert page.text("[data-warnings]") == ""
    page.follow("button.primary")
    assert chain(site, name).decided == 2


# --- an answer shows at once ----------------------------------------------------------------------


def test_a_table_is_read_and_decided_on_a_phone(site: Site, page: Page) -> None:
    name = begun(site)
    page.resize(360)
    page.goto(at(site, f"/scopes/{name}"))
    assert page.run("document.querySelector('.scope th[scope=row]').offsetWidth") > 250
    words = "[...document.querySelectorAll('.scope tbody tr:first-child .word')]"
    assert page.run(f"{words}.map((each) => each.innerText)") == ["Include", "Defer", "Cut", "Hold"]
    assert page.run(f"{words}.every((each) => each.offsetHeight < 30)")  # no word is broken
    page.click(".scope tbody tr:nth-child(5) .word")
    page.follow("[data-scope] button.primary")
    assert "1 of 5 decided" in page.text("main")


def test_an_answer_shows_before_the_server_has_it_and_is_changed_and_undone(
    site: Site, page: Page
) -> None:
    question = site.question(OPEN)
    page.goto(at(site, f"/questions/{question.id}"))
    page.run("window.here = true")
    page.click("#o-a")
    with site.server.stopped():  # it hears nothing: what shows is the page's own
        page.click("button.primary")
        page.wait_until("document.querySelector('form.chosen') !== null")
        assert "Chosen: “The local store”" in page.text(".said")
        assert row(site, question)["status"] == "pending"
    page.wait_until("document.querySelector('.outcome')?.innerText.includes('The local store')")
    assert page.text(".said form button") == "Undo"
    in_view = "document.querySelector('.said form button').getBoundingClientRect().top"
    assert 0 <= page.run(in_view) < 300
    page.goto(at(site, f"/questions/{question.id}?change=1"))
    page.click("#o-b")
    page.click("button.primary")
    page.wait_until("document.querySelector('.outcome')?.innerText.includes('The remote store')")
    assert page.address == at(site, f"/questions/{question.id}")
    page.follow(".said form button")
    assert "“The local store” holds again" in page.text(".said")
    assert row(site, question)["answer"]["value"] == "The local store"
    assert page.errors() == []


def test_a_slip_in_the_list_is_taken_back_in_the_list(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.goto(at(site, "/inbox"))
    page.click(f"[id='{question.id}'] [data-key=b]")
    page.wait_until("document.querySelector('.said form button')?.innerText === 'Undo'")
    assert not page.has(f"[id='{question.id}']")
    page.run("window.scrollTo(0, document.body.scrollHeight)")
    in_view = "document.querySelector('.said form button').getBoundingClientRect().top"
    assert 0 <= page.run(in_view) < 300  # however far down the list it was given
    page.follow(".said form button")
    assert "D2 asks it again" in page.text(".said")
    page.click(f"[id='{question.session}-q2'] [data-key=a]")
    page.wait_until("document.querySelector('.said')?.innerText.includes('The local store')")
    assert page.errors() == []


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        ("e.querySelector('[data-key=b]').value = ''", "nothing was chosen"),
        ("e.querySelector('[name=form_token]').value = 'x'", "not of this login"),
    ],
)
def test_an_answer_the_server_refuses_is_taken_back(
    site: Site, page: Page, spoil: str, why: str
) -> None:
    question = site.question(OPEN)
    page.goto(at(site, "/inbox"))
    page.run(f"((e) => {{ {spoil}; }})(document.getElementById('{question.id}'))")
    page.click(f"[id='{question.id}'] [data-key=b]")
    page.wait_until("document.getElementById('refused') !== null")
    assert why in page.text("#refused")
    assert not page.has(".row.chosen")
    assert row(site, question)["status"] == "pending"


# --- live -----------------------------------------------------------------------------------------


def test_another_terminals_answer_appears_without_loading(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.goto(at(site, f"/questions/{question.id}"))
    page.run("window.here = true")
    answered = at_terminal("answer", str(question.id), "b", environment=site.environment)
    assert answered.code == 0, answered.text
    page.wait_until("document.querySelector('.outcome')?.innerText.includes('The remote store')")
    assert page.run("window.here") is True


def test_what_one_types_is_not_lost_when_something_changes(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.goto(at(site, f"/questions/{question.id}"))
    page.type("#words", "half a sen")
    at_terminal("note", str(question.id), "meanwhile", environment=site.environment)
    page.wait_until("document.getElementById('changed') !== null")
    assert page.run("document.getElementById('words').value") == "half a sen"


def test_of_two_tabs_one_is_first_and_the_other_sees_who(
    site: Site, page: Page, chromium: Browser
) -> None:
    question = site.question(OPEN)
    other = chromium.new_tab(page.context)
    for tab in (page, other):
        tab.goto(at(site, f"/questions/{question.id}"))
    other.click("#o-b")  # half way through: the page leaves it alone
    page.click("#o-a")
    page.click("button.primary")
    other.wait_until("document.getElementById('changed') !== null")
    other.click("button.primary")
    other.wait_until("document.querySelector('body > .problem') !== null")
    assert "answered first: “The local store”" in other.text("body > .problem")
    assert row(site, question)["answer"]["value"] == "The local store"


def test_a_page_finds_a_server_that_was_started_again(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("again")) as site:
        page = logged_in(chromium, site)
        question = site.question(OPEN)
        page.goto(at(site, f"/questions/{question.id}"))
        page.run("window.here = true")
        port = str(urlsplit(site.server.address).port)
        site.server.stop()
        at_terminal("answer", str(question.id), "a", environment=site.environment)
        again = start(site.environment, "--port", port, cwd=site.workspace)
        try:
            page.wait_until("document.querySelector('.outcome') !== null")
            assert page.run("window.here") is True
        finally:
            again.stop()


# --- without scripts, on a phone, for every eye ---------------------------------------------------


def test_everything_works_without_scripts(site: Site, page: Page) -> None:
    question = site.question(OPEN)
    page.without_scripts()
    page.goto(at(site, f"/questions/{question.id}"))
    page.click("#o-b")
    page.follow("button.primary")
    assert "The remote store" in page.text(".outcome")
    page.follow("nav a[href='/ledger']")
    assert "Ledger" in page.text("h1")


def everywhere(site: Site) -> list[str]:
    """An address of each kind of page, with something on it."""
    question, one_way = site.question(OPEN), site.question(ONE_WAY)
    tasks = (task(1, rests_on=("paper",)), task(2, 1, final=True), task(3, 1))
    with planner_in(site.db, SURE, tasks=tasks) as planner:
        session = planner.start("Print the atlas", str(site.project()), LARGE).session
    (entry,) = session.in_force
    return [
        "/",
        "/inbox",
        f"/questions/{question.id}",
        f"/questions/{one_way.id}",
        "/plans",
        f"/plans/{session.id}?task=t1",
        "/ledger",
        f"/ledger/{entry.id}",
        f"/scopes/{begun(site)}",
        "/history?audit=1",
        f"/history/{session.id}",
        "/numbers",
        "/settings",
    ]


def test_no_page_is_wider_than_a_phone_and_none_asks_anybody_else(site: Site, page: Page) -> None:
    page.resize(360, 740)
    for path in everywhere(site):
        page.goto(at(site, path))
        assert page.run("document.documentElement.scrollWidth") <= 360, path
    assert all(each.startswith(site.server.address) for each in page.requests())
    assert page.errors() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_checker_of_accessibility_finds_nothing_serious(
    site: Site, page: Page, axe: str, scheme: str
) -> None:
    page.prefers(scheme)
    found: dict[str, list[str]] = {}
    for path in everywhere(site):
        page.goto(at(site, path))
        page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.run(f"(() => {{ {axe} }})()")
        told = json.loads(
            page.run("axe.run().then((all) => JSON.stringify([all.violations, all.passes.length]))")
        )
        assert told[1] > 10, "the checker looked at nothing"
        serious = [
            f"{each['id']}: {each['nodes'][0]['html'][:160]} {each['nodes'][0]['failureSummary']}"
            for each in told[0]
            if each["impact"] in ("serious", "critical")
        ]
        if serious:
            found[path] = serious
    assert found == {}


def test_the_keyboard_reaches_the_page_and_shows_where_it_is(site: Site, page: Page) -> None:
    page.goto(at(site, "/inbox"))
    page.press("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.press("Enter")
    page.wait_until("location.hash === '#main'")
    page.press("Tab")
    page.press("Tab")
    width = "getComputedStyle(document.activeElement).outlineWidth"
    assert page.run("document.activeElement.closest('main') !== null")
    assert page.run(width) == "3px"


def test_hostile_words_do_nothing_in_a_browser(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with site_in(tmp_path_factory.mktemp("hostile")) as site:
        visitor = Visitor(site.server.address).log_in(site.server.link)
        filled(site, visitor)
        page = logged_in(chromium, site)
        links = set(
            re.findall(r'href="(/[^"]*)"', visitor.get("/").text + visitor.get("/plans").text)
        )
        for path in sorted(links):
            if path.startswith("/static/"):
                continue
            page.goto(at(site, path.replace("&amp;", "&")))
            assert page.run("document.querySelectorAll('img, main script').length") == 0, path
        assert page.errors() == []


def test_pictures_for_the_documentation(site: Site, page: Page) -> None:
    for path in everywhere(site):
        name = path.strip("/").partition("?")[0].partition("/")[0] or "home"
        for look in ("light", "dark"):
            page.prefers(look)
            page.goto(at(site, path))
            file = PICTURES / f"{name}-{look}.png"
            page.picture(file)
            assert Path(file).stat().st_size > 5_000
    with planner_in(site.db) as planner:
        assert scope_acts.show(planner, begun(site)).chain.status == "open"
