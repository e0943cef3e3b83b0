"""What is asked of a request that wants an answer, and of a list of requirements (UND-6, UND-7)."""

from __future__ import annotations

import pytest

from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.core.model.sighting import Place, Sighting
from plangate.core.moves import Propose
from plangate.core.understanding.doubts import doubts_of
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.understanding.unsaid.underspecified import underspecified
from plangate.language.words.qualifiers import qualified

NOWHERE = Sighting()
SOMEWHERE = Sighting(places=(Place("kiosk/prices.py", 1, 0.8),), spread={"price": 0.2}, files=40)
SPEC = """\
# Task statement
The kiosk must keep its prices while it restarts.
- The store must use a suitable default format for the prices.
- `load` must return the prices in the order of the menu.
- A price that is too old must be left out.
- The menu must show `prices` at once, and `load` must never be called twice.
- Errors must be logged.
"""


def asked(goal: str, seen: Sighting = NOWHERE) -> list[tuple[str, str]]:
    return [(one.ambiguity.id, one.ambiguity.prompt or "") for one in doubts_of(goal, seen)]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Plan a weekend in Lisbon",
        "Recommend a novel for my sister",
        "Teach me to bake bread",
        "Help me create a study plan for the winter",
        "Remind me to water the plants",
        "I keep bees. What are the hives that fit a roof?",
        "Find scholarships in Finland",
    ],
)
def test_an_everyday_request_is_asked_whom_it_is_for(goal: str) -> None:
    assert [name for name, _ in asked(goal)] == ["whom-it-is-for"]


@pytest.mark.rule("UND-6")
def test_a_script_is_asked_what_it_works_on_and_trouble_with_ones_own_thing_whose_it_is() -> None:
    assert [name for name, _ in asked("Write a bash script that renames all the files")] == [
        "what-it-works-on"
    ]
    assert [name for name, _ in asked("My dishwasher leaks. How can I diagnose it?")] == [
        "whom-it-is-for"
    ]
    assert asked("Diagnose the leak of the worker") == []


@pytest.mark.rule("UND-6")
def test_terms_that_pick_out_are_asked_about_together_in_one_question() -> None:
    goal = "How many high-risk loans do senior clients hold in economically distressed towns?"
    [(name, prompt)] = asked(goal)
    assert name == "undefined-term"
    assert all(
        f"“{term}" in prompt
        for term in ("high-risk loans", "senior clients", "economically distressed towns")
    )


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Who won the Tour de France in 1998?",
        "Find the capital of Bolivia",
        "I sail a little. Explain how a typical lock on a canal works",
    ],
)
def test_a_fact_about_something_named_has_one_answer(goal: str) -> None:
    assert asked(goal) == []


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal", ["Translate a paragraph into Finnish", "Count the faces in a picture"]
)
def test_a_deed_on_what_is_at_hand_is_asked_to_what_it_is_done_where_there_is_nothing(
    goal: str,
) -> None:
    assert [name for name, _ in asked(goal)] == ["what-it-works-on"]
    assert "what-it-works-on" not in dict(asked(goal, SOMEWHERE))


@pytest.mark.rule("UND-6")
def test_where_there_is_a_program_or_one_is_built_nothing_is_a_request() -> None:
    assert asked("Show the price of the day on the start page", SOMEWHERE) == []
    assert "whom-it-is-for" not in dict(asked("Add an endpoint that lists the prices"))


@pytest.mark.rule("UND-1")
def test_a_qualifier_stands_before_its_noun_and_a_plain_word_is_none() -> None:
    assert qualified("The total number of highly engaged users") == ("highly engaged users",)
    assert qualified("List the names of all towns") == ()


@pytest.mark.rule("UND-6")
def test_requirements_that_state_no_value_are_asked_about_in_one_question() -> None:
    [(name, prompt)] = asked(SPEC, SOMEWHERE)
    assert name == "unstated-limit"
    assert "suitable default format" in prompt
    assert "too old" in prompt


NAMED = (
    "- `open_till` must return `True`.\n- `close_till` must return `False`.\n"
    "- Orders above the per-table ceiling must be refused.\n"
    "- `print_bill` must take `table`.\n- `print_menu` must take `day`.\n"
)


@pytest.mark.rule("UND-6")
def test_a_value_that_requirements_speak_of_by_name_and_do_not_state_is_asked_about() -> None:
    [(name, prompt)] = asked(NAMED, SOMEWHERE)
    assert name == "unstated-limit"
    assert "the per-table ceiling" in prompt
    assert "open_till" not in prompt
    assert asked(NAMED.replace("ceiling", "ceiling of 12"), SOMEWHERE) == []
    assert asked("\n".join(NAMED.splitlines()[:4]), SOMEWHERE) == []  # four are no list


@pytest.mark.rule("UND-6", "UND-10")
def test_what_stands_under_requirements_is_required_without_a_must() -> None:
    listed = NAMED.replace("must ", "").replace("be refused", "are refused")
    issue = f"# Description\nThe till takes any order.\n\n# Requirements\n{listed}"
    assert ["per-table ceiling" in prompt for _, prompt in asked(issue, SOMEWHERE)] == [True]


@pytest.mark.rule("UND-6")
def test_a_matter_that_two_requirements_leave_open_is_asked_about_once() -> None:
    twice = f"{NAMED}- The menu must show the per-table ceiling of orders.\n"
    prompt = dict(asked(twice, SOMEWHERE))["unstated-limit"]
    assert prompt.count("per-table ceiling") == 1


@pytest.mark.rule("INT-3", "UND-6")
def test_who_lists_what_must_hold_does_not_explore_and_opens_no_door_by_a_word() -> None:
    told = f"{SPEC}\nIf `load` is called before, it must raise. Reproduce it with two tills."
    assert exploratory_cue(told) is None
    assert [name for name, _ in asked(told, SOMEWHERE)] == ["unstated-limit"]


@pytest.mark.rule("UND-6")
def test_an_issue_that_only_wonders_is_asked_what_should_be() -> None:
    issue = (
        "### Description\nThe kiosk rounds prices twice. Is that on purpose?\n"
        "Maybe the till could do it? Or the menu?\n\n### Steps to reproduce\nBuy two.\n"
    )
    assert [name for name, _ in asked(issue, SOMEWHERE)] == ["what-is-wanted"]
    said = issue.replace("Is that on purpose?", "It should round once.").replace("Maybe", "So")
    assert asked(said.replace("?", "."), SOMEWHERE) == []


@pytest.mark.rule("UND-6")
def test_an_issue_that_shows_names_and_expects_leaves_less_open_however_it_wonders() -> None:
    bare = "### Description\nThe kiosk rounds twice. Is that on purpose? Maybe the till does it?\n"
    shown = f"{bare}\n```\nround(round(price))\n```\n"
    expected = f"{shown}\n### Expected\n`round_price` rounds once.\n"
    assert underspecified(bare) > underspecified(shown) > underspecified(expected)


@pytest.mark.rule("UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Round the price everywhere (till, export, API) and log it",
        "fix(deps): update dependency leftpad to v1.0.0",
        "[AI] Mend the till's report",
    ],
)
def test_an_aside_and_a_value_that_is_stated_raise_no_decision(goal: str) -> None:
    proposer = RulesProposer(lambda _workspace: shipped_dimensions())
    assert proposer.propose(Propose(goal, (), "/nowhere")) == []
