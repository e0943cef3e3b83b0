"""Questions on the page (WEB-1, WEB-2, ASK-11, ASK-12): asked, answered, talked about, changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts.plans.progress_acts import start_task
from plangate.app.acts.question_acts import answer
from plangate.core.log.tables import Query
from plangate.core.model.nouns import Ambiguity, Evidence, Question
from tests.interfaces.support import FINAL, OPEN, asked, reading
from tests.interfaces.web.site import LARGE, Site, Visitor, planner_in
from tests.interfaces.web.test_plans import task
from tests.person import at_terminal

pytestmark = pytest.mark.rule("WEB-1", "WEB-2")

#: One of the readings cannot be undone, the others can.
ONE_WAY = Ambiguity(
    "row-store",
    (reading("local", 0.5), reading("remote", 0.3), reading("none", 0.2, "irreversible")),
)


def row(site: Site, question: Question) -> dict[str, Any]:
    """The question as the record has it now."""
    with SQLiteStore(site.db) as store:
        (found,) = store.rows(Query("questions", equals={"id": question.id}))
    document: dict[str, Any] = json.loads(found["document"])
    return document


def test_the_inbox_says_what_waits_for_whom_and_what_silence_does(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN, "Keep the orders of the shop")
    page = visitor.get("/inbox").words
    assert question.prompt in page
    assert "Keep the orders of the shop" in page
    assert "if you do nothing: “The local store” is assumed in 8 hours" in page


@pytest.mark.rule("ASK-12")
def test_what_is_taken_about_other_matters_stands_above_the_note(
    site: Site, visitor: Visitor
) -> None:
    told = [
        Ambiguity(
            name, OPEN.interpretations, prompt=f"{name}?", safe_default="local", hours_told=many
        )
        for name, many in (("Which rows", 9), ("Whose rows", 7), ("How long kept", 2))
    ]
    with planner_in(site.db, *told) as planner:
        question = asked(planner.start("Keep the rows beside", str(site.project()), LARGE))
    page = visitor.get(f"/questions/{question.id}").words
    assert "Taken unless your note says otherwise: How long kept? The local store" in page
    assert "Whose rows" not in page


def test_a_question_that_can_be_undone_is_answered_from_the_list(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN)
    page = visitor.post(f"/questions/{question.id}/answer", {"choice": "b", "from": "inbox"})
    assert page.status == 200
    assert "Answered: D1, “The remote store”" in page.words
    assert f'action="/questions/{question.id}/undo?came=inbox"' in page.text
    given = row(site, question)["answer"]
    assert (given["value"], given["provenance"]) == ("The remote store", "choice")
    assert given["surface"] == "web"
    assert f'id="{question.id}"' not in visitor.get("/inbox").text


def test_one_that_cannot_be_undone_is_not_answered_from_the_list(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(ONE_WAY)
    page = visitor.get("/inbox").text
    assert f"/questions/{question.id}" in page
    assert f"/questions/{question.id}/answer" not in page


def test_the_question_comes_first_with_its_options_and_its_silence(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(ONE_WAY)
    page = visitor.get(f"/questions/{question.id}").words
    order = [question.prompt, "The local store", "keeps the rows in local", "cannot be undone"]
    places = [page.index(text) for text in order]
    assert places == sorted(places)
    assert "If you do nothing: “The local store” is assumed" in page
    assert "Why this was asked" in page
    assert "GATE-" in page[page.index("Why this was asked") :]
    assert "GATE-" not in page[: page.index("Why this was asked")]


def test_each_option_names_the_tasks_it_would_change(site: Site, visitor: Visitor) -> None:
    paper = Ambiguity("paper", (reading("thick", 0.97), reading("thin", 0.03)))
    local, remote = OPEN.interpretations
    chosen = OPEN._replace(interpretations=(local, remote._replace(settles={"paper": "thin"})))
    tasks = (
        task(1, rests_on=("row-store",)),
        task(2, 1),
        task(3, rests_on=("paper",)),
        task(4)._replace(files=("local.py",)),
        task(5),
    )
    with planner_in(site.db, chosen, paper, tasks=tasks) as planner:
        question = asked(planner.start("Print rows", str(site.project()), LARGE))
    page = visitor.get(f"/questions/{question.id}").words
    first, second = page.index("keeps the rows in local"), page.index("keeps the rows in remote")
    end = page.index("Or in my own words")
    part = "Write part {0} of the page".format
    assert f"changes t1 {part(1)}, t2 {part(2)}, t4 {part(4)}" in page[first:second]
    assert f"changes t1 {part(1)}, t2 {part(2)}, t3 {part(3)}" in page[second:end]
    assert f"t5 {part(5)}" not in page[first:end]
    assert "whichever is chosen" not in page


def test_what_rests_on_a_question_is_named_once_and_no_option_is_said_to_do_the_same_to_it(
    site: Site, visitor: Visitor
) -> None:
    """An option may remove a task that another changes (WEB-2)."""
    question = site.question(OPEN, tasks=(task(1, rests_on=("row-store",)), task(2, 1), task(3)))
    where = f"/questions/{question.id}"
    page = visitor.get(where).words
    named = "What is chosen decides what becomes of t1 Write part 1 of the page, t2 Write part 2"
    assert page.count(named) == 1
    assert "The same task" not in page
    visitor.post(f"{where}/answer", {"choice": "a"})
    again = visitor.get(f"{where}?change=1").words
    assert again.count("holds now: choosing it again changes nothing") == 1


def test_the_line_a_question_names_stands_beside_it_and_no_line_twice(
    site: Site, visitor: Visitor
) -> None:
    found = [
        Evidence(f"e{n}", "row-store", "repo_facts", None, 0.0, f"store.py:{n}", "similar", "it")
        for n in (1, 2, 9)
    ]
    asked_so = OPEN._replace(prompt="notes.md:2 says rows are kept. Does it hold? (gone.md:7)")
    folder = site.project()
    (folder / "notes.md").write_text("# Rows\nRows are kept for ever.\n", encoding="utf-8")
    (folder / "store.py").write_text("\n".join(f"row{n} = {n}" for n in range(1, 12)))
    with planner_in(site.db, asked_so, found=found) as planner:
        question = asked(planner.start("Keep rows", str(folder), LARGE))
    beside = visitor.get(f"/questions/{question.id}").words.partition("What was found")[2]
    assert beside.index("Rows are kept for ever.") < beside.index("store.py:1 ")
    assert "store.py:9" in beside
    assert "store.py:2 " not in beside
    assert "gone.md:7" not in beside


@pytest.mark.rule("ASK-12", "WEB-2")
def test_a_first_answer_is_taken_back_where_it_was_given(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN, tasks=(task(1, rests_on=("row-store",)), task(2)))
    where = f"/questions/{question.id}"
    visitor.post(f"{where}/answer", {"choice": "a", "from": "inbox"})
    back = visitor.post(f"{where}/undo?came=inbox")
    assert back.path.startswith("/inbox")
    assert "Taken back. D2 asks it again." in back.words
    again = f"{question.session}-q2"
    assert f'id="{again}"' in back.text  # the row stands in the list again
    assert f"“{question.prompt}”" not in back.words
    old = visitor.get(f"{where}?change=1")
    assert "It holds no more: D2 asks it again." in old.words
    assert "data-answer" not in old.text
    visitor.post(f"/questions/{again}/answer", {"choice": "b"})
    assert "The remote store" in visitor.get(f"/questions/{again}").words


@pytest.mark.rule("ASK-12", "GATE-4")
def test_an_answer_that_work_has_begun_on_offers_no_undo(site: Site, visitor: Visitor) -> None:
    with planner_in(site.db, OPEN, tasks=(task(1, rests_on=("row-store",)), task(2))) as planner:
        question = asked(planner.start("Print rows", str(site.project()), LARGE))
        answer(planner, str(question.id), "a", by="ana", surface="terminal")
        where = f"/questions/{question.id}"
        assert "Take the answer back" in visitor.get(where).words
        start_task(planner, str(question.session), "t1", by="ana")
    assert "Take the answer back" not in visitor.get(where).words
    refused = visitor.post(f"{where}/undo")
    assert refused.status == 400
    assert "a task that rests on it has begun" in refused.words


@pytest.mark.rule("ASK-11")
def test_what_cannot_be_undone_is_chosen_by_typing_its_label(site: Site, visitor: Visitor) -> None:
    question = site.question(ONE_WAY)
    where = f"/questions/{question.id}/answer"
    final = next(o for o in question.options if o.reversibility == "irreversible")
    clicked = visitor.post(where, {"choice": final.key})
    assert clicked.status == 400
    assert "cannot be undone" in clicked.words
    assert row(site, question)["status"] == "pending"
    mistyped = visitor.post(where, {"choice": final.key, f"label-{final.key}": "The non store"})
    assert mistyped.status == 400
    assert row(site, question)["status"] == "pending"
    typed = visitor.post(where, {"choice": final.key, f"label-{final.key}": final.label})
    assert typed.status == 200
    assert row(site, question)["answer"]["value"] == final.label


@pytest.mark.rule("ASK-11")
def test_a_one_way_question_takes_no_other_words(site: Site, visitor: Visitor) -> None:
    question = site.question(ONE_WAY)
    page = visitor.post(f"/questions/{question.id}/answer", {"words": "whatever you think"})
    assert page.status == 400
    assert "not taken as an answer" in page.words
    assert row(site, question)["status"] == "pending"


@pytest.mark.rule("ASK-12")
def test_own_words_and_a_note_are_kept_as_what_they_are(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    said = {"words": "in a spreadsheet for now", "note": "asked the team"}
    page = visitor.post(f"/questions/{question.id}/answer", said)
    given = row(site, question)["answer"]
    assert (given["value"], given["provenance"]) == ("in a spreadsheet for now", "custom")
    assert "Note: asked the team" in page.words


@pytest.mark.rule("ASK-12")
@pytest.mark.rule("ASK-1")
def test_an_open_question_is_answered_in_own_words_from_the_list_and_on_its_page(
    site: Site, visitor: Visitor
) -> None:
    one = Ambiguity(
        "what-is-wanted",
        (reading("smallest", 1.0, "reversible"),),
        blocker_type="missing_external_data",
        blocker_evidence=("what is wanted",),
        none_fits=0.6,
    )
    first, second = site.question(one), site.question(one)
    assert first.kind == "open_ended"
    # Twenty stand on a page, and other tests of this server leave some open.
    inbox = "".join(visitor.get(f"/inbox?page={page}").text for page in (1, 2, 3))
    listed = inbox.partition(f'id="{first.id}"')[2].partition("</li>")[0]
    assert 'name="words"' in listed
    assert listed.index('name="words"') < listed.index('name="choice"')
    said = {"words": "Show the totals by week", "from": "inbox"}
    assert "“Show the totals by week”" in visitor.post(f"/questions/{first.id}/answer", said).words
    assert row(site, first)["answer"]["provenance"] == "custom"
    page = visitor.get(f"/questions/{second.id}").text
    assert page.index("In my own words") < page.index('name="choice"')
    answered = visitor.post(f"/questions/{second.id}/answer", {"words": "Fewer clicks"}).words
    assert "Fewer clicks in the words of" in answered
    assert "on the page" in answered


def test_a_question_is_held_gone_on_with_talked_about_and_taken_back(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN)
    where = f"/questions/{question.id}"
    assert "is on hold" in visitor.post(f"{where}/hold").words
    assert row(site, question)["status"] == "held"
    assert "waits for your answer" in visitor.post(f"{where}/resume").words
    talked = visitor.post(f"{where}/note", {"note": "what about backups?", "discuss": "1"})
    assert "Note: what about backups?" in talked.words
    assert row(site, question)["status"] == "pending"
    assert visitor.post(f"{where}/withdraw").status == 400  # it needs a reason
    assert "is withdrawn" in visitor.post(f"{where}/withdraw", {"why": "not needed"}).words
    assert row(site, question)["status"] == "withdrawn"


@pytest.mark.rule("ASK-12")
def test_of_two_tabs_one_is_first_and_the_other_is_told_who(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    second = site.visitor()
    second.get(f"/questions/{question.id}")
    visitor.post(f"/questions/{question.id}/answer", {"choice": "a"})
    late = second.post(f"/questions/{question.id}/answer", {"choice": "b"})
    assert late.status == 409
    assert "answered first: “The local store”" in late.words
    assert row(site, question)["answer"]["value"] == "The local store"


@pytest.mark.rule("ASK-12")
def test_an_answer_is_changed_and_the_change_taken_back(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    where = f"/questions/{question.id}"
    visitor.post(f"{where}/answer", {"choice": "a"})
    assert "Change the answer" in visitor.get(where).words
    changed = visitor.post(f"{where}/answer", {"choice": "b", "change": "1"})
    assert row(site, question)["answer"]["value"] == "The remote store"
    assert "Before: The local store" in changed.words
    assert f'action="{where}/undo"' in changed.text.partition("<main")[0]  # said with the answer
    back = visitor.post(f"{where}/undo")
    assert "“The local store” holds again" in back.words
    assert row(site, question)["answer"]["value"] == "The local store"


@pytest.mark.rule("PREF-4")
def test_never_ask_this_kind_again_is_a_preference_that_is_shown_and_cleared(
    site: Site, visitor: Visitor
) -> None:
    other = Ambiguity("paper-size", OPEN.interpretations)
    question = site.question(other)
    visitor.post(f"/questions/{question.id}/answer", {"choice": "a", "never": "1"})
    settings = visitor.get("/settings")
    assert "paper size never ask" in settings.words
    with SQLiteStore(site.db) as store:
        (kept,) = store.rows(Query("preferences", equals={"question_id": "paper-size"}))
    cleared = visitor.post("/settings/clear", {"question_id": "paper-size", "place": kept["place"]})
    assert "paper size: cleared" in cleared.words


def test_the_lines_evidence_was_found_in_stand_beside_the_question(
    site: Site, visitor: Visitor
) -> None:
    from plangate.core.events.event import EvidenceGathered
    from plangate.core.model.nouns import Evidence

    question = site.question(OPEN)
    with planner_in(site.db) as planner:
        session = planner.session(str(question.session))
        from pathlib import Path

        place = Path(session.begun.workspace)
        (place / "db.py").write_text("import os\n\nROWS = os.open('<rows>', 0)\n", encoding="utf-8")
        seen = Evidence("seen:1", "row-store", "repo_facts", "local", 0.4, "db.py:3", fact="a file")
        gone = Evidence("seen:2", "row-store", "repo_facts", "local", 0.4, "../../x:1", fact="b")
        whole = Evidence("seen:3", "row-store", "repo_facts", "local", 0.4, "db.py", fact="c")
        gathered = EvidenceGathered("code search", (seen, gone, whole), {}, 0, 0.0)
        planner.append(session.id, session, (gathered,))
    page = visitor.get(f"/questions/{question.id}")
    assert "ROWS = os.open(&#39;&lt;rows&gt;&#39;, 0)" in page.text
    assert "db.py:3" in page.words
    assert page.text.count('<pre class="code"') == 1  # the head of a file says nothing
    assert "speaks for The local store" in page.words


@pytest.mark.rule("ASK-9")
def test_what_timed_out_and_parks_waits_in_the_inbox(site: Site, visitor: Visitor) -> None:
    from tests.interfaces.support import let_time_pass

    question = site.question(FINAL)
    let_time_pass(site.db, str(question.id))
    page = visitor.get("/inbox").words
    assert "parked: nothing goes on until you answer" in page
    shown = visitor.get(f"/questions/{question.id}").words
    assert "it waits for you" in shown
    listed = at_terminal("inbox", "--json", environment=site.environment).text
    assert str(question.id) in listed
    label = question.options[0].label
    key = question.options[0].key
    done = visitor.post(f"/questions/{question.id}/answer", {"choice": key, f"label-{key}": label})
    assert done.status == 200


@pytest.mark.rule("ASK-8")
def test_whoever_looks_settles_what_is_overdue(site: Site, visitor: Visitor) -> None:
    from tests.interfaces.support import let_time_pass

    question = site.question(OPEN)
    let_time_pass(site.db, str(question.id))
    visitor.get("/inbox")
    assert row(site, question)["status"] == "timed_out"
    page = visitor.get(f"/questions/{question.id}").words
    assert "“The local store” was assumed. An answer still counts." in page


def test_a_hundred_questions_come_a_page_at_a_time(site: Site, visitor: Visitor) -> None:
    for _ in range(30):
        site.question(OPEN)
    first, second = visitor.get("/inbox"), visitor.get("/inbox?page=2")
    assert first.text.count('class="row"') <= 40
    assert "the next ›" in first.words
    assert second.status == 200
    assert "page 2" in second.words
    assert visitor.get("/inbox?page=x").status == 200


def test_home_has_what_waits_and_what_was_assumed_until_it_is_marked_as_seen(
    site: Site, visitor: Visitor
) -> None:
    from tests.interfaces.support import let_time_pass

    question = site.question(OPEN, "Keep the letters")
    let_time_pass(site.db, str(question.id))
    page = visitor.get("/")
    assert "Decided without you" in page.words
    assert "The local store" in page.words[page.words.index("Decided without you") :]
    assert "/ledger/" in page.text
    visitor.post("/seen")
    after = visitor.get("/").words
    assert "Keep the letters" not in after.partition("Decided without you")[2]
