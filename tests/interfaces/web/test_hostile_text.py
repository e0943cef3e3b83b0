"""Whatever somebody writes into any field is text on every page (WEB-6)."""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

import pytest

from plangate.app.acts import scope_acts
from plangate.core.model.nouns import Ambiguity, Interpretation, Task
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in, site_in

pytestmark = pytest.mark.rule("WEB-6", "WEB-1")

#: Markup, an attribute's end, a template's braces, what reorders text, what ends a script or SVG.
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}\u202e</svg></title>"


def evil(number: int) -> str:
    return f"{EVIL}{number}"


def filled(site: Site, visitor: Visitor) -> None:
    """Hostile words in every field that people, agents and repositories fill."""
    readings = tuple(
        Interpretation(f"r{n}", f"{EVIL} {n}", evil(n), 0.5, 0.5, "partial", (evil(n),))
        for n in range(2)
    )
    about = Ambiguity("row-store", readings, prompt=f"{EVIL}?", safe_default_reason=EVIL)
    sure = Ambiguity(
        "paper",
        (readings[0]._replace(prior=0.97), readings[1]._replace(prior=0.03)),
        prompt=EVIL,
    )
    tasks = [
        Task(
            id=f"t{n}",
            title=evil(n),
            description=evil(n),
            files=(evil(n),),
            check=evil(n),
            depends_on=(f"t{n - 1}",) if n else (),
            preconditions=(EVIL,),
            rests_on=("paper",),
            answers_to=evil(n),
            reversibility="irreversible" if n == 2 else "reversible",
        )
        for n in range(4)
    ]
    project = site.workspace / "a<b>"
    project.mkdir()
    with planner_in(site.db, about, tasks=tasks) as planner:
        planner.start(f"{EVIL} asks", str(project), LARGE)
    with planner_in(site.db, sure, tasks=tasks) as planner:
        planner.start(f"{EVIL} plans", str(project), LARGE)
        options = [{"key": f"k{n}<", "label": evil(n), "scope": EVIL, "cost": EVIL} for n in (1, 2)]
        document = {"decision": EVIL, "kind": "independent", "surface": "whole"}
        decision = scope_acts.read_decision({**document, "options": options})
        scope_acts.start(planner, decision, str(project), by=EVIL)
    question = re.search(r"/questions/(w\d+-q1)", visitor.get("/inbox").text)
    assert question is not None
    visitor.post(f"/questions/{question[1]}/note", {"note": EVIL})
    visitor.post(f"/questions/{question[1]}/answer", {"words": EVIL, "note": EVIL})
    visitor.post(
        "/settings/prefer", {"question_id": "row-store", "value": "always-ask", "note": EVIL}
    )


def crawl(visitor: Visitor) -> dict[str, str]:
    """Every page that can be reached by links, the versions and panels too."""
    found: dict[str, str] = {}
    left = ["/", "/settings", "/scopes", "/ledger?show=all", "/history?audit=1"]
    while left:
        path = left.pop()
        if path in found or len(found) > 200:
            continue
        answer = visitor.get(path)
        assert answer.status == 200, f"{path}: {answer.words[:300]}"
        found[path] = answer.text
        for link in re.findall(r'href="(/[^"#]*)', answer.text):
            if not link.startswith(("/static/", "/login")):
                left.append(html.unescape(link))
    return found


def test_hostile_words_in_every_field_are_words_on_every_page(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_in(tmp_path_factory.mktemp("hostile")) as site:
        visitor = Visitor(site.server.address).log_in(site.server.link)
        filled(site, visitor)
        pages = crawl(visitor)
    kinds = {urlsplit(path).path.split("/")[1] for path in pages}
    assert kinds == {
        "", "inbox", "questions", "plans", "ledger", "scopes", "history", "numbers", "settings",
    }  # fmt: skip
    shown = 0
    for path, text in pages.items():
        assert "<script>alert" not in text, path
        assert "<img" not in text, path
        assert "onerror=alert(2)>" not in text, path
        assert "{{7*7}}" in text or "49" not in re.sub(r"[0-9a-f]{12,}", "", text), path
        assert "\u202e" not in text, path
        shown += "&lt;script&gt;alert(1)" in text
    assert shown > 8


def test_no_page_has_a_script_a_style_or_a_handler_of_its_own(visitor: Visitor) -> None:
    for path, text in crawl(visitor).items():
        assert not re.search(r"<script(?![^>]*\ssrc=)", text), path
        assert not re.search(r"<style|\sstyle=", text), path
        assert not re.search(r"<[^>]+\son[a-z]+\s*=", text), path
        outside = re.findall(r'(?:src|href|action)="(?!/|#|\?)[^"]*"', text)
        assert outside == [], path


def test_what_is_asked_for_by_a_hostile_address_is_text(visitor: Visitor) -> None:
    for path in (
        "/plans/%3Cscript%3Ealert(1)%3C/script%3E",
        "/nothing/%22%3E%3Cimg%20src=x%3E",
        "/plans/x?v=%3Cscript%3E",
        "/ledger?show=%3Cscript%3E",
        "/static/..%2f..%2fserver.py",
        "/static/plangate.css%00",
        "/inbox?page=99999999999999999999999",
        "/inbox?page=-1",
    ):
        answer = visitor.ask("GET", path)
        assert answer.status < 500, path
        assert "<script>" not in answer.text
        assert "<img" not in answer.text
        assert "Traceback" not in answer.text
