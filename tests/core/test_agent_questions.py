"""What plangate says to a question an agent is about to ask (HOOK-1, GATE-13), by value alone."""

from __future__ import annotations

from typing import Any

import pytest

from plangate.core.agents.agent_calls import (
    AgentQuestion,
    KeptAnswer,
    Offered,
    OpenQuestion,
    agent_stream,
    labels_chosen,
)
from plangate.core.agents.agent_evidence import Recorded
from plangate.core.agents.agent_questions import Known, QuestionVerdict, judge
from plangate.core.agents.agent_weighing import weigh
from plangate.core.agents.leave import asks_leave, is_plain_choice

pytestmark = pytest.mark.rule("HOOK-1")

STORES = ("PostgreSQL", "SQLite")


def asks(prompt: str, *labels: str, **more: Any) -> AgentQuestion:
    return AgentQuestion(prompt, options=tuple(map(Offered, labels)), **more)


WHICH = asks("Which database should the session store use?", *STORES, header="Session store")


def said(question: AgentQuestion, known: Known, one_way: str | None = None) -> QuestionVerdict:
    return judge(question, known, weigh, lambda _question: one_way)


def kept(*chosen: str, offered: tuple[str, ...] = STORES) -> KeptAnswer:
    return KeptAnswer("k1", ", ".join(chosen), chosen, offered, "2026-01-02T00:00:00.000Z")


# --- leave to act (GATE-13) -----------------------------------------------------------------------

#: What the hook of version 0.1 answered, and the likes of it.
ASKED_FOR_LEAVE = [
    ("Should I proceed with the deployment to production?", ("Deploy now", "Wait")),
    ("Should I proceed with the deployment to production?", ("Wait", "Deploy now")),
    ("Should I proceed with switching DNS to the new host?", ("Switch", "Wait")),
    ("Should I continue with the paid API (about 400 dollars)?", ("Yes", "No")),
    ("Do you approve this plan?", ("No, change it", "Yes")),
    ("Ready to proceed with charging the saved cards?", ("Charge", "Not yet")),
    ("Shall I go ahead and email all customers?", ("Email them", "Don't")),
    ("Is this plan okay?", ("The first", "Another")),
    ("Would you like me to continue with the next step?", ("The first", "Another")),
    ("The migration is prepared.", ("Run it", "Leave it")),
    ("Which one?", ("Do it", "Don't do it")),
    ("When should the release happen?", ("Tonight", "On Monday")),
    ("How should I notify the customers?", ("By mail", "By phone")),
    ("Darf ich jetzt auf den Server gehen?", ("Gern", "Lieber nicht")),
    ("Puis-je lancer la migration ?", ("Bien sûr", "Plus tard")),
    ("¿Puedo desplegar en producción?", ("Claro", "Todavía no")),
    ("本番環境にデプロイしてもいいですか？", ("はい", "いいえ")),
    ("可以部署到生产环境吗？", ("可以", "等等")),
    ("Можно продолжить?", ("Да", "Нет")),
    ("배포해도 될까요?", ("네", "아니요")),
]


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize(("prompt", "labels"), ASKED_FOR_LEAVE)
def test_leave_to_act_passes_whatever_is_stored(prompt: str, labels: tuple[str, ...]) -> None:
    """A preference, the person's own choice, a recommendation: none of them speaks."""
    first = f"{labels[0]} (Recommended)"
    question = asks(prompt, first, *labels[1:], header="Go")
    known = Known(
        answers=(kept(first, offered=(first, *labels[1:])),), preferences={"go": "never-ask"}
    )
    assert said(question, known).action == "pass"
    assert not is_plain_choice(question)


def test_a_header_or_an_option_alone_asks_for_leave() -> None:
    assert asks_leave(asks("Which store?", *STORES, header="Approve"))
    assert asks_leave(asks("Which store?", "Proceed with SQLite", "PostgreSQL"))
    assert not asks_leave(WHICH)
    assert not asks_leave(asks("Which store?", "", "PostgreSQL"))


@pytest.mark.parametrize(
    ("prompt", "labels"),
    [
        ("Which store should the rate limiter keep its counters in?", ("Redis", "In the process")),
        ("Which test framework should I use?", ("pytest", "unittest")),
        ("Where should we store the uploads?", ("On disk", "In a bucket")),
        ("How should errors be shown: inline or in a dialog?", ("Inline", "In a dialog")),
        ("Welche Datenbank soll es sein?", ("PostgreSQL", "SQLite")),
        ("Quelle base de données ?", ("PostgreSQL", "SQLite")),
        ("どのストアを使いますか？", ("Redis", "メモリ")),
        ("어떤 저장소가 좋습니까?", ("Redis", "메모리")),
        ("Should the limiter count per key or per address?", ("Per key", "Per address")),
    ],
)
def test_what_asks_which_is_a_plain_choice(prompt: str, labels: tuple[str, ...]) -> None:
    asks = AgentQuestion(prompt, "Store", tuple(map(Offered, labels)))
    assert not asks_leave(asks)
    assert is_plain_choice(asks)


@pytest.mark.parametrize(
    ("prompt", "labels"),
    [
        ("Does the export have a header row?", ("Yes", "No")),
        ("Which is it?", ("On", "Off")),
        ("Which one?", ("Yes, the first", "No")),
        ("Naoku velu prista?", ("Alpha", "Beta")),  # nobody knows these words
        ("Which one?", ("Only this",)),
        ("Which one?", ("!", "Redis")),
    ],
)
def test_what_may_ask_whether_is_none(prompt: str, labels: tuple[str, ...]) -> None:
    assert not is_plain_choice(AgentQuestion(prompt, "", tuple(map(Offered, labels))))


# --- what is on record ----------------------------------------------------------------------------


@pytest.mark.rule("GATE-2", "HOOK-3")
def test_the_persons_own_choice_answers_the_same_question_wherever_the_option_stands() -> None:
    known = Known(answers=(kept("SQLite"),))
    found = said(WHICH._replace(options=WHICH.options[::-1]), known)
    assert found[:2] == ("answer", "GATE-2")
    assert found.value == "SQLite"
    assert "as you answered on 2026-01-02" in found.reason
    marked = asks(WHICH.prompt, "PostgreSQL", "SQLite (Recommended)")
    assert said(marked, known).value == "SQLite (Recommended)"


def test_an_answer_to_other_options_or_in_own_words_answers_nothing() -> None:
    assert (
        said(WHICH, Known(answers=(kept("SQLite", offered=("SQLite", "MySQL")),))).action == "pass"
    )
    assert said(WHICH, Known(answers=(kept(),))).action == "pass"
    several = Known(answers=(kept(*STORES),))
    assert said(WHICH, several).action == "pass"
    both = said(WHICH._replace(multi_select=True), several)
    assert (both.action, both.value) == ("answer", "PostgreSQL, SQLite")


@pytest.mark.rule("PREF-1")
def test_always_ask_is_asked_although_an_answer_is_kept() -> None:
    known = Known(answers=(kept("SQLite"),), preferences={"session-store": "always-ask"})
    assert said(WHICH, known).action == "pass"


@pytest.mark.rule("GATE-8", "SPLIT-9")
def test_a_preference_takes_what_the_agent_recommends_and_nothing_else() -> None:
    known = Known(preferences={"session-store": "never-ask"})
    question = asks(WHICH.prompt, "PostgreSQL", "SQLite (Recommended)", header="Session store")
    found = said(question, known)
    assert found[:2] == ("answer", "GATE-8")
    assert found.value == "SQLite (Recommended)"
    assert said(WHICH, known).action == "pass", "it takes nothing because it stands first"
    assert said(question._replace(multi_select=True), known).action == "pass"


RECORDED = {
    "file": (
        Recorded("s1", "session-store", "SQLite", "file", "settings.py:3", "says sqlite"),
        "settings.py:3 answers",
    ),
    "way": (
        Recorded("s1", "session-store", "run sqlite here", "way"),
        "this is done here by `run sqlite here`",
    ),
    "person": (Recorded("a1", "session-store", "SQLite", "person"), "the person decided this"),
    "memory": (
        Recorded("m1", "session-store", "We use SQLite", "memory"),
        "had this remembered (m1)",
    ),
}


@pytest.mark.rule("GATE-2")
@pytest.mark.parametrize("kind", RECORDED)
def test_what_is_on_record_is_sent_back_with_where_to_check_it(kind: str) -> None:
    entry, reason = RECORDED[kind]
    found = said(WHICH, Known(recorded=(entry,)))
    assert found[:2] == ("refuse", "GATE-2")
    assert reason in found.reason
    assert found.source == entry.id
    again = said(WHICH, Known(recorded=(entry,), refused_before=True))
    assert again.action == "pass", "what was sent back once passes when it is asked again"


@pytest.mark.parametrize(
    "entry",
    [
        Recorded("s1", "cache", "SQLite", "file", "settings.py:3"),
        Recorded("s1", "session-store", "MySQL", "file", "settings.py:3"),
        Recorded("m1", "session-store", "We never use SQLite", "memory"),
        Recorded("s1", "order-export", "SQLite", "file", readings=("CSV", "SQLite")),
    ],
)
def test_a_record_about_something_else_or_that_names_no_option_sends_nothing_back(
    entry: Recorded,
) -> None:
    assert said(WHICH, Known(recorded=(entry,))).action == "pass"


def test_a_decision_is_known_by_its_question_and_by_its_readings() -> None:
    by_question = Recorded("s1", "x", "SQLite", "person", prompt=WHICH.prompt)
    by_readings = Recorded(
        "s1", "database-of-sessions", "SQLite", "person", readings=("SQLite", "PostgreSQL")
    )
    for entry in (by_question, by_readings):
        assert said(WHICH, Known(recorded=(entry,))).source == "s1"
    assert said(WHICH._replace(multi_select=True), Known(recorded=(by_question,))).action == "pass"


@pytest.mark.rule("PREF-2")
def test_what_cannot_be_undone_always_reaches_the_person() -> None:
    found = said(WHICH, Known(answers=(kept("SQLite"),)), one_way="it drops a table")
    assert found[:2] == ("pass", "PREF-2")
    assert "it drops a table: yours to answer" in found.reason


# --- wording, and options that were left out ------------------------------------------------------


@pytest.mark.rule("ASK-5")
def test_wording_is_sent_back_with_its_rule() -> None:
    twice = asks("Which store should we use? And where should it run?", *STORES)
    assert said(twice, Known()).rule == "ASK-5/two-questions"
    assert said(asks("Which store should we use? Redis?", *STORES), Known()).action == "pass"


@pytest.mark.rule("SPLIT-9")
@pytest.mark.parametrize("header", ["D3.1", "shop-split-store"])
def test_a_part_of_a_larger_decision_always_passes(header: str) -> None:
    question = WHICH._replace(header=header)
    assert said(question, Known(answers=(kept("SQLite"),))).action == "pass"


@pytest.mark.rule("SPLIT-1")
def test_an_open_question_that_lost_an_option_is_sent_back() -> None:
    ours = OpenQuestion("abc-q1", "What should deleting do?", ("Keep", "Hide", "Erase"))
    cut = asks("abc-q1: what should deleting do?", "Keep", "Hide")
    found = said(cut, Known(waiting=(ours,)))
    assert found[:2] == ("refuse", "SPLIT-1")
    assert "“Erase” of question abc-q1 is left out" in found.reason
    whole = asks("abc-q1?", "Keep", "Hide", "Erase")
    group = asks("abc-q1?", "Keep", "Hide", "None of these, show the rest")
    for question in (whole, group, asks("abc-q1?", "Keep", "Another")):
        assert said(question, Known(waiting=(ours,))).action == "pass"
    assert said(cut, Known(waiting=(ours._replace(overdue=True),))).action == "pass"


@pytest.mark.rule("SPLIT-1")
def test_an_option_of_a_decision_in_progress_may_not_be_left_out() -> None:
    options = [
        {"key": name[0], "label": name, "disposition": state}
        for name, state in (
            ("PDF", "undecided"),
            ("CSV", "held"),
            ("XML", "undecided"),
            ("TXT", "in"),
        )
    ]
    scope = {"id": "s9", "parent": "D4", "options": options}
    found = said(asks("Which formats?", "PDF", "C: CSV"), Known(scopes=(scope,)))
    assert found[:2] == ("refuse", "SPLIT-1")
    assert "“XML” of decision D4 is left out" in found.reason
    for labels in (("PDF", "CSV", "XML"), ("PDF", "JSON"), ("PDF", "CSV", "See more")):
        assert said(asks("Which formats?", *labels), Known(scopes=(scope,))).action == "pass"


# --- calls ----------------------------------------------------------------------------------------


def test_labels_are_told_apart_where_one_holds_a_comma() -> None:
    question = asks("Which?", "Now, all", "Now", "Later", multi_select=True)
    assert labels_chosen(question, "now, all, Later") == ("Now, all", "Later")
    assert labels_chosen(question, "something else") == ()
    assert labels_chosen(question._replace(multi_select=False), "Later") == ("Later",)


def test_a_question_is_named_by_its_header_then_by_its_words() -> None:
    assert WHICH.names[0] == "session-store"
    assert asks("?").names == ("question",)
    assert WHICH.key == asks("which database  should the session store use", *STORES).key
    assert agent_stream("A b/C").endswith("a-b-c")
