"""History, audit, numbers and settings on the page (WEB-1, WEB-4, REC-6, ATT-1)."""

from __future__ import annotations

import re
import sqlite3

import pytest

from plangate.core.events import event as e
from plangate.core.log.chain import decoders
from plangate.core.model.nouns import Ambiguity
from plangate.interfaces.web.sentences import _SAID
from tests.interfaces.support import OPEN, reading
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in, site_in
from tests.interfaces.web.test_plans import SURE, task


@pytest.mark.rule("WEB-1")
def test_a_history_is_sentences_with_their_reasons_folded(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN, "Keep the stamps")
    visitor.post(f"/questions/{question.id}/answer", {"choice": "a"})
    page = visitor.get(f"/history/{question.session}").words
    told = [
        "asked for: Keep the stamps",
        "asked D1: Which row store",
        "D1 was answered: “The local store”, chosen by ",
    ]
    places = [page.index(text) for text in told]
    assert places == sorted(places)
    assert "on the page" in page[places[-1] :]
    assert "QuestionAnswered" not in page
    assert f"{question.id} was" not in page
    lately = visitor.get("/history").words.lower()
    for code in ("blocking question", "requires clarification", "workspace seen", "store: ask"):
        assert code not in lately
    assert "weighed what is open: row store is asked" in page
    assert "stopped at the question" in page
    every = visitor.get(f"/history/{question.session}?all=1").words
    assert len(every) > len(page)
    assert "Keep the stamps" in visitor.get("/history").words


@pytest.mark.rule("WEB-1")
def test_every_event_of_a_session_has_a_sentence_of_its_own_or_its_name() -> None:
    known = {name for name in decoders() if hasattr(e, name)}
    said = {kind.__name__ for kind in _SAID}
    assert said <= known
    assert len(said) > len(known) // 2


@pytest.mark.rule("REC-6")
def test_the_record_is_checked_and_its_last_anchor_named(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    visitor.post(f"/questions/{question.id}/answer", {"choice": "a"})
    page = visitor.get("/history").words
    assert "in the record. Last anchor:" in page
    assert "Everything holds" not in page
    checked = visitor.get("/history?audit=1").words
    assert "Everything holds" in checked
    assert "0 came out differently" in checked
    one = visitor.get(f"/history/{question.session}?audit=1").words
    assert "1 session," in one


@pytest.mark.rule("REC-6")
def test_a_record_somebody_changed_is_said_to_be_broken(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("broken")) as site:
        visitor = Visitor(site.server.address).log_in(site.server.link)
        question = site.question(OPEN)
        with sqlite3.connect(site.db) as db:
            db.execute("DROP TRIGGER plan_events_are_never_changed")
            db.execute("UPDATE plan_events SET at = replace(at, '2026', '2025') WHERE seq = 1")
        db.close()
        page = visitor.get("/history?audit=1").words
        assert "Something does not hold" in page
        assert str(question.session) in page


@pytest.mark.rule("WEB-4")
def test_numbers_are_drawn_on_the_server_with_a_sentence_each(site: Site, visitor: Visitor) -> None:
    first, second = site.question(OPEN), site.question(OPEN)
    with planner_in(site.db, SURE, tasks=(task(1),)) as planner:
        planner.start("Print the card", str(site.project()), LARGE)
    visitor.post(f"/questions/{first.id}/answer", {"choice": "a"})
    visitor.post(f"/questions/{second.id}/answer", {"words": "neither of them"})
    page = visitor.get("/numbers")
    titles = (
        "Questions a day, against the budget",
        "What was predicted, and what came of it",
        "Calibration",
        "Recommendations followed",
        "Own words, by the number of options",
        "Time to answer",
        "Questions that changed nothing",
    )
    assert all(title in page.words for title in titles)
    assert page.text.count('<svg class="plot" role="img"') == 6
    assert "answers were in own words" in page.words


@pytest.mark.rule("WEB-4")
def test_what_there_is_nothing_to_count_of_is_a_sentence_and_no_picture(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("numbers")) as site:
        visitor = site.visitor()
        assert "There is nothing to count yet." in visitor.get("/numbers").words
        site.question(OPEN)
        page = visitor.get("/numbers")
        assert page.text.count('<svg class="plot"') == 1
        assert page.words.count("No answer yet.") == 3
        assert "0 of 0" not in page.words
        told = visitor.get("/settings").words
        assert "You are told nowhere: there is no desktop here" in told
        assert "Nobody but you: the database is yours." in told


@pytest.mark.rule("WEB-1")
def test_focus_dial_and_preferences_are_set_by_the_person(site: Site, visitor: Visitor) -> None:
    site.planned(task(1), task(2, 1))
    deep = visitor.post("/settings/focus", {"focus": "deep", "for": "2h"})
    assert "Focus is deep until" in deep.words
    assert "focus: deep" in visitor.get("/inbox").words
    assert visitor.post("/settings/focus", {"focus": "asleep"}).status == 400
    assert visitor.post("/settings/focus", {"focus": "deep", "for": "soon"}).status == 400
    assert "Focus is ambient." in visitor.post("/settings/focus", {"focus": "ambient"}).words
    with_project = visitor.get("/settings").text
    workspace = with_project.partition('name="workspace" value="')[2].partition('"')[0]
    asked = visitor.post("/settings/dial", {"workspace": workspace, "dial": "less"})
    assert "It asks less there." in asked.words
    assert visitor.post("/settings/dial", {"workspace": "/etc", "dial": "less"}).status == 400
    kept = {"question_id": "colour-scheme", "value": "never-ask", "note": "taste"}
    assert "colour scheme: never ask" in visitor.post("/settings/prefer", kept).words
    refused = {"question_id": "", "value": "never-ask"}
    assert visitor.post("/settings/prefer", refused).status == 400
    cleared = visitor.post("/settings/clear", {"question_id": "colour-scheme", "place": "*"})
    assert "colour scheme: cleared" in cleared.words


@pytest.mark.rule("WEB-5")
def test_logging_out_everywhere_ends_every_login(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("leaving")) as site:
        one, other = site.visitor(), site.visitor()
        one.post("/settings/logout")
        assert other.ask("GET", "/").status == 401


@pytest.mark.rule("PREF-3")
def test_the_dial_says_what_it_would_have_changed_over_the_last_month(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("dial")) as site:
        visitor = Visitor(site.server.address).log_in(site.server.link)
        readings = (reading("local", 0.8, "reversible"), reading("remote", 0.2, "reversible"))
        with planner_in(site.db, Ambiguity("row-store", readings)) as planner:
            planner.start("Keep the rows", str(site.project()), LARGE)
        before = visitor.get("/settings")
        said = "Over the last 30 days, set to more it would have asked 1 more (row store)."
        assert said in before.words
        (path,) = re.findall(r'name="workspace" value="([^"]+)"', before.text)
        turned = visitor.post("/settings/dial", {"workspace": path, "dial": "more"}).words
        assert "Over the last 30 days every setting would have asked the same." in turned


@pytest.mark.full
@pytest.mark.rule("PREF-3")
def test_where_much_was_planned_a_month_is_worked_out_when_somebody_wants_to_know(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("month")) as site:
        visitor = Visitor(site.server.address).log_in(site.server.link)
        project = str(site.project())
        with planner_in(site.db) as planner:
            for number in range(101):
                planner.start(f"Keep the rows {number}", project, LARGE)
        page = visitor.get("/settings")
        assert "What another setting would have asked over the last 30 days" in page.words
        (link,) = re.findall(r'href="(/settings\?month=[^"#]+)', page.text)
        assert "30 days every setting would have asked the same" in visitor.get(link).words
