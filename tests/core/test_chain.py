"""Decisions with many options, on the pure machine: whatever is answered, no option is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plangate.app.acts.scope_acts import read_decision
from plangate.core.model.errors import BadInput
from plangate.core.model.scope_nouns import (
    Chain,
    Choice,
    Decision,
    Part,
    is_one_question,
    warnings_of,
)
from plangate.core.scopes import scope_moves as moves
from plangate.core.scopes.scope_log import scope_document
from plangate.core.scopes.scope_parts import open_part
from plangate.core.words.one_way import is_split_id

STATES = ("include", "defer", "cut", "held", "undecided")
CHOICES = ("include", "defer", "cut", "hold")

#: S3's worked example.
PLATFORMS = (
    Choice(
        "E1", "Slack DM bot", "bot, install page", "2 weeks", recommend="include", reason="40 %"
    ),
    Choice("E2", "Discord guild bot", cost="3 weeks", recommend="defer"),
    Choice("E3", "Microsoft Teams", cost="4 weeks", recommend="defer"),
    Choice("E4", "Telegram", cost="1 week", recommend="include"),
    Choice("E5", "Mattermost", cost="2 weeks", recommend="cut"),
)


# --- putting decisions and answering them ---------------------------------------------------------


def numbered(count: int, **more: Any) -> tuple[Choice, ...]:
    return tuple(Choice(f"E{n}", f"Item {n}", **more) for n in range(1, count + 1))


def begun(options: Sequence[Choice], kind: str = "independent", surface: str = "capped") -> Chain:
    return moves.start(Decision("What ships?", kind, tuple(options), "scope", surface), "D3")


def part_of(chain: Chain) -> Part:
    part = open_part(chain)
    assert part is not None, f"expected an open part; the chain is {chain.status}"
    return part


def told(chain: Chain, *replies: str) -> Chain:
    for reply in replies:
        chain = moves.answer(chain, reply)
    return chain


def numbers_until_final(chain: Chain, reply: str) -> list[str]:
    """The numbers of the parts while every one of them gets the same answer."""
    seen = [part_of(chain).number]
    while part_of(chain).kind != "final":
        chain = told(chain, reply)
        seen.append(part_of(chain).number)
    return seen


def refused(chain: Chain, reply: str) -> str:
    """The one line about an answer that is none; nothing of the chain was changed."""
    before = repr(chain)
    with pytest.raises(BadInput) as caught:
        moves.answer(chain, reply)
    assert repr(chain) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- which shape a decision takes -----------------------------------------------------------------


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("surface", ["capped", "whole"])
def test_up_to_four_alternatives_are_one_ordinary_question(count: int, surface: str) -> None:
    chain = begun(numbered(count), "alternatives", surface)
    part = part_of(chain)
    assert part.number == "D3"
    assert part.choices == tuple(f"pick E{n}" for n in range(1, count + 1))
    after = told(chain, f"pick E{count}")
    assert after.status == "shipped"
    assert after.keys("include") == [f"E{count}"]
    assert len(after.keys("cut")) == count - 1


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize("kind", ["independent", "unsure"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_up_to_six_items_get_a_part_each_without_a_meta_question_and_a_final(
    kind: str, count: int
) -> None:
    seen = numbers_until_final(begun(numbered(count), kind), "include")
    assert seen == [*(f"D3.{n}" for n in range(1, count + 1)), "D3.final"]


@pytest.mark.rule("SPLIT-2", "SPLIT-3")
@pytest.mark.parametrize("count", [7, 8, 12, 200])
def test_more_than_six_items_are_first_asked_how_to_go_about_it(count: int) -> None:
    chain = begun(numbered(count))
    part = part_of(chain)
    assert (part.number, part.choices) == ("D3.0", ("proceed", "narrow", "batch"))
    seen = numbers_until_final(told(chain, "proceed"), "defer")
    assert seen == [*(f"D3.{n}" for n in range(1, count + 1)), "D3.final"]


@pytest.mark.rule("SPLIT-2", "SPLIT-11")
def test_a_surface_without_a_cap_is_never_asked_the_meta_question() -> None:
    assert part_of(begun(numbered(12), surface="whole")).number == "D3.1"


@pytest.mark.rule("SPLIT-2")
def test_many_alternatives_are_shown_whole_where_the_surface_can() -> None:
    part = part_of(begun(numbered(9), "alternatives", "whole"))
    assert part.number == "D3"
    assert part.choices == tuple(f"pick E{n}" for n in range(1, 10))


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize("count", [5, 6, 7, 9, 12])
def test_many_alternatives_on_a_capped_surface_come_in_threes_with_none_of_these(
    count: int,
) -> None:
    chain = begun(numbered(count), "alternatives")
    offered: list[str] = []
    while chain.stage == "alternatives":
        part = part_of(chain)
        *picks, none = part.choices
        assert len(part.choices) <= 4, "a capped question shows four choices at most"
        assert none.startswith("none")
        offered += [pick.removeprefix("pick ") for pick in picks]
        for pick in picks:
            assert told(chain, pick).keys("include") == [pick.removeprefix("pick ")]
        chain = told(chain, none)
    assert offered == [f"E{n}" for n in range(1, count + 1)], "an alternative was never offered"


@pytest.mark.rule("SPLIT-1", "SPLIT-2", "SPLIT-7")
def test_none_of_all_alternatives_is_confirmed_before_it_ships() -> None:
    chain = told(begun(numbered(5), "alternatives"), "none", "none")
    assert part_of(chain).number == "D3.final"
    assert chain.status == "open"
    assert told(chain, "ship").keys("cut") == ["E1", "E2", "E3", "E4", "E5"]


@pytest.mark.rule("SPLIT-2")
def test_an_alternative_of_another_group_cannot_be_picked() -> None:
    chain = begun(numbered(5), "alternatives")
    assert "D3" not in refused(chain, "pick E4").partition("accepted")[0]
    refused(chain, "pick")
    refused(chain, "E1")
    assert told(chain, "none", "pick E4").keys("include") == ["E4"]


@pytest.mark.rule("SPLIT-6")
def test_a_picked_alternative_that_needs_another_does_not_ship_unasked() -> None:
    options = [Choice("A", "a", requires=("B",)), Choice("B", "b")]
    chain = told(begun(options, "alternatives"), "pick A")
    assert part_of(chain).number == "D3.conflict-1"
    assert told(chain, "accept", "ship").accepted[0].name == "A needs B"
    assert told(chain, "keep B", "ship").keys("include") == ["A", "B"]
    assert told(chain, "cut A", "ship").keys("include") == []


@pytest.mark.rule("SPLIT-7")
def test_a_final_offers_only_what_it_takes() -> None:
    alternatives = told(begun(numbered(5), "alternatives"), "none", "none")
    assert part_of(alternatives).choices == ("ship", "cut KEY")
    items = told(begun(numbered(2)), "include", "include")
    assert part_of(items).choices == ("ship", "revise KEY", "cut KEY")


# --- the meta question ----------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-3")
def test_narrow_proposes_what_is_recommended_and_what_that_needs_and_defers_the_rest() -> None:
    options = (
        Choice("A", "a", recommend="include", requires=("C",)),
        Choice("B", "b", recommend="cut"),
        Choice("C", "c"),
        *numbered(5, recommend="defer"),
    )
    chain = told(begun(options), "narrow")
    assert part_of(chain).prompt == "Decide only A, C now, and defer B, E1, E2, E3, E4, E5?"
    assert Counter(chain.dispositions.values()) == {"undecided": 8}, "nothing is decided yet"
    after = told(chain, "confirm")
    assert after.keys("defer") == ["B", "E1", "E2", "E3", "E4", "E5"]
    assert after.keys("undecided") == ["A", "C"]
    assert told(after, "include", "include", "ship").keys("include") == ["A", "C"]


@pytest.mark.rule("SPLIT-3")
def test_narrow_without_recommendations_proposes_the_first_four() -> None:
    chain = told(begun(numbered(7)), "narrow", "confirm")
    assert chain.keys("undecided") == ["E1", "E2", "E3", "E4"]


@pytest.mark.rule("SPLIT-3")
@pytest.mark.parametrize(("reply", "number"), [("proceed", "D3.1"), ("b", "D3.1"), ("c", "D3.1")])
def test_a_proposed_set_may_be_turned_down(reply: str, number: str) -> None:
    chain = told(begun(numbered(7)), "narrow", reply)
    assert part_of(chain).number == number
    assert chain.stage == ("batch" if reply == "c" else "parts")
    assert Counter(chain.dispositions.values()) == {"undecided": 7}


@pytest.mark.rule("SPLIT-3")
def test_a_batch_asks_about_four_at_once_and_then_what_becomes_of_the_others() -> None:
    chain = told(begun(numbered(7)), "batch")
    assert part_of(chain).prompt.startswith("Which of E1 (Item 1), E2 (Item 2), E3 (Item 3), E4 (")
    chain = told(chain, "include E1, E3")
    assert part_of(chain).number == "D3.1-rest"
    chain = told(chain, "cut", "none", "defer")
    assert part_of(chain).number == "D3.final"
    assert [chain.keys(state) for state in ("include", "cut", "defer")] == [
        ["E1", "E3"],
        ["E2", "E4"],
        ["E5", "E6", "E7"],
    ]


@pytest.mark.rule("SPLIT-3")
def test_a_batch_all_of_which_is_included_asks_nothing_about_a_rest() -> None:
    chain = told(begun(numbered(8)), "batch", "include all")
    assert part_of(chain).number == "D3.2"
    assert told(chain, "include all", "ship").keys("include") == [f"E{n}" for n in range(1, 9)]


@pytest.mark.rule("SPLIT-5")
def test_holding_the_rest_of_a_batch_stops_the_chain_and_every_held_option_is_asked() -> None:
    chain = told(begun(numbered(8)), "batch", "include E1", "hold")
    assert (chain.status, chain.keys("held")) == ("held", ["E2", "E3", "E4"])
    asked: list[str] = []
    while chain.stage != "final":
        chain = moves.resume(chain) if chain.status == "held" else chain
        asked.append(str(part_of(chain).about))
        chain = told(chain, "include")
    assert sorted(asked) == [f"E{n}" for n in range(2, 9)]


@pytest.mark.rule("SPLIT-1")
@pytest.mark.parametrize(
    "reply", ["include", "include E5", "include E1,E9", "none E1", "E1", "cut"]
)
def test_a_batch_takes_only_what_names_its_own_options(reply: str) -> None:
    refused(told(begun(numbered(8)), "batch"), reply)


@pytest.mark.rule("SPLIT-1")
def test_an_answer_about_another_option_decides_nothing() -> None:
    chain = begun(PLATFORMS)
    for word in CHOICES:
        refused(chain, f"{word} E2")
    assert told(chain, "include E1").keys("include") == ["E1"], "its own name may be said"
    refused(told(begun(numbered(8)), "batch", "none"), "defer E1")
    refused(begun(numbered(8)), "proceed with E1")
    refused(told(begun(numbered(8)), "narrow"), "confirm E1")
    refused(told(begun(numbered(8)), "narrow"), "narrow")


# --- one part -------------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-4")
def test_a_part_tells_scope_cost_dependencies_and_the_recommendation_with_its_reason() -> None:
    options = (
        Choice("E1", "Slack", "bot", "2 weeks", ("E2",), ("E4",), "include", "40 % of requests"),
        Choice("E2", "Events"),
        Choice("E3", "Reports", requires=("E1",)),
        Choice("E4", "Old bot", requires=("E2",)),
    )
    part = part_of(begun(options))
    assert part.prompt == (
        "E1: Slack (bot; cost: 2 weeks; needs E2; excludes E4; cutting this orphans E3). "
        "Recommended: include, because 40 % of requests. Include, defer, cut or hold?"
    )
    assert (part.about, part.recommend) == ("E1", "include")
    second = part_of(told(begun(options), "include"))
    assert "cutting this orphans E1, E4" in second.prompt
    assert "complete" not in (part.prompt + second.prompt).casefold(), "no completeness score"


@pytest.mark.rule("SPLIT-4")
@pytest.mark.parametrize(
    ("reply", "state"),
    [
        *(zip(CHOICES, ("include", "defer", "cut", "held"), strict=True)),
        *(zip("abcd", ("include", "defer", "cut", "held"), strict=True)),
        ("  INCLUDE ", "include"),
        ("D", "held"),
    ],
)
def test_the_four_choices_stand_in_this_order_and_letters_mean_them(reply: str, state: str) -> None:
    chain = begun(PLATFORMS)
    assert part_of(chain).choices == CHOICES
    assert told(chain, reply).dispositions["E1"] == state


@pytest.mark.rule("SPLIT-1")
@pytest.mark.parametrize(
    "reply", ["", " ", "maybe", "e", "yes", "ship", "pick E1", "includes", "incl", "1", "hold on"]
)
def test_a_word_that_is_no_choice_changes_nothing(reply: str) -> None:
    line = refused(begun(PLATFORMS), reply)
    assert "include; defer; cut; hold" in line


# --- hold -----------------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-5")
def test_hold_stops_at_once_and_continue_asks_the_same_option_again() -> None:
    chain = told(begun(PLATFORMS), "include", "hold")
    assert chain.status == "held"
    assert open_part(chain) is None, "nothing is queued behind a hold"
    assert refused(chain, "include") == "scope: D3 is held; accepted: continue"
    again = moves.resume(chain)
    assert (part_of(again).about, part_of(again).number) == ("E2", "D3.revise-2")
    assert told(again, "cut", "defer").keys("undecided") == ["E4", "E5"]


@pytest.mark.rule("SPLIT-5")
def test_a_named_option_is_asked_next_and_the_held_one_is_not_forgotten() -> None:
    chain = moves.resume(told(begun(PLATFORMS), "hold"), "E4")
    assert (part_of(chain).about, part_of(chain).number) == ("E4", "D3.4")
    chain = told(chain, "include", "defer", "defer", "cut")
    assert (chain.status, chain.keys("held")) == ("held", ["E1"]), "no final while one is held"
    chain = moves.resume(chain)
    assert part_of(told(chain, "include")).number == "D3.final"


@pytest.mark.rule("SPLIT-5")
def test_only_a_held_chain_continues_and_only_with_an_option_of_its_own() -> None:
    chain = begun(PLATFORMS)
    with pytest.raises(BadInput, match="is open, not held"):
        moves.resume(chain)
    with pytest.raises(BadInput, match="'E9' is not an option; accepted: E1, E2, E3, E4, E5"):
        moves.resume(told(chain, "hold"), "E9")


# --- dependencies and conflicts -------------------------------------------------------------------


@pytest.mark.rule("SPLIT-6")
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ([Choice("A", "a", requires=("A",))], "options.A.requires: names the option itself"),
        ([Choice("A", "a", conflicts=("A",))], "options.A.conflicts: names the option itself"),
        ([Choice("A", "a", requires=("B",))], "options.A.requires: 'B' is not an option"),
        ([Choice("A", "a", conflicts=("B",))], "options.A.conflicts: 'B' is not an option"),
        (
            [Choice("A", "a", requires=("B",)), Choice("B", "b", requires=("A",))],
            "need each other in a circle",
        ),
        (
            [
                Choice("A", "a", requires=("B",)),
                Choice("B", "b", requires=("C",)),
                Choice("C", "c", requires=("A",)),
            ],
            "need each other in a circle",
        ),
        (
            [Choice("A", "a", requires=("B",), conflicts=("B",)), Choice("B", "b")],
            "options.A: both requires and excludes 'B'",
        ),
    ],
)
def test_options_that_contradict_themselves_are_refused_by_name(
    options: list[Choice], line: str
) -> None:
    with pytest.raises(BadInput) as caught:
        begun(options)
    assert line in str(caught.value)


NEEDS = (Choice("E1", "Core"), Choice("E2", "Other"), Choice("E3", "Extra", requires=("E1",)))
EXCLUDES = (Choice("A", "a", conflicts=("B",)), Choice("B", "b", conflicts=("A",)))


@pytest.mark.rule("SPLIT-6")
def test_a_required_option_that_was_cut_is_asked_about_before_the_final() -> None:
    chain = told(begun(NEEDS), "cut", "defer", "include")
    part = part_of(chain)
    assert part.number == "D3.conflict-1"
    assert part.prompt == "E3 needs E1, which is cut. What holds?"
    assert part.choices == ("keep E1", "cut E3", "accept")
    assert told(chain, "keep E1").keys("include") == ["E1", "E3"]
    assert told(chain, "cut E3").keys("include") == []
    accepted = told(chain, "accept")
    assert [clash.name for clash in accepted.accepted] == ["E3 needs E1"]
    for after in (told(chain, "keep E1"), told(chain, "cut E3"), accepted):
        assert part_of(after).number == "D3.final"


@pytest.mark.rule("SPLIT-6")
def test_two_included_options_that_exclude_each_other_are_one_question() -> None:
    chain = told(begun(EXCLUDES), "include", "include")
    assert part_of(chain).number == "D3.conflict-1"
    for reply, kept in (("cut A", "B"), ("cut B", "A"), ("keep A", "A"), ("keep B", "B")):
        after = told(chain, reply)
        assert after.keys("include") == [kept]
        assert part_of(after).number == "D3.final"
    assert told(chain, "accept", "ship").keys("include") == ["A", "B"]


@pytest.mark.rule("SPLIT-6")
@pytest.mark.parametrize(
    "reply", ["keep E3", "cut E1", "keep E2", "keep", "accept E1", "ship", "a"]
)
def test_a_conflict_takes_only_its_three_ways_out(reply: str) -> None:
    refused(told(begun(NEEDS), "cut", "defer", "include"), reply)


@pytest.mark.rule("SPLIT-6")
def test_conflicts_come_one_at_a_time_with_numbers_of_their_own() -> None:
    options = (
        Choice("A", "a"),
        Choice("B", "b", requires=("A",)),
        Choice("C", "c", requires=("A",)),
        Choice("D", "d", conflicts=("C",)),
    )
    chain = told(begun(options), "cut", "include", "include", "include")
    seen = []
    while part_of(chain).kind == "conflict":
        seen.append((part_of(chain).number, part_of(chain).prompt.partition(" ")[0]))
        chain = told(chain, "accept")
    assert seen == [("D3.conflict-1", "B"), ("D3.conflict-2", "C"), ("D3.conflict-3", "D")]


@pytest.mark.rule("SPLIT-6")
def test_what_was_accepted_is_asked_again_once_one_of_the_two_is_decided_anew() -> None:
    chain = told(begun(NEEDS), "cut", "defer", "include", "accept", "revise E1", "defer")
    assert chain.accepted == ()
    assert part_of(chain).number == "D3.conflict-2"


# --- final, revise, withdraw, restart -------------------------------------------------------------


@pytest.mark.rule("SPLIT-7")
def test_the_final_lists_the_set_and_ships_it() -> None:
    chain = told(begun(PLATFORMS), "include", "defer", "defer", "include", "defer")
    assert part_of(chain).prompt == "Included: E1, E4. Ship this?"
    shipped = told(chain, "ship")
    assert (shipped.status, open_part(shipped)) == ("shipped", None)
    assert shipped.keys("defer") == ["E2", "E3", "E5"]


@pytest.mark.rule("SPLIT-3", "SPLIT-7")
def test_revise_asks_exactly_one_part_again_and_confirms_the_set_again() -> None:
    chain = told(begun(PLATFORMS), *["include"] * 5)
    numbers = []
    for reply in ("cut", "defer", "include"):
        before = dict(chain.dispositions)
        chain = told(chain, "revise E2")
        numbers.append(part_of(chain).number)
        chain = told(chain, reply)
        assert part_of(chain).number == "D3.final"
        assert dict(chain.dispositions) == {**before, "E2": reply}
    assert numbers == ["D3.revise-2", "D3.revise-2-2", "D3.revise-2-3"]


@pytest.mark.rule("SPLIT-7")
def test_cutting_more_validates_the_set_again() -> None:
    chain = told(begun(NEEDS), "include", "include", "include", "cut E1")
    assert part_of(chain).prompt.startswith("E3 needs E1, which is cut")
    assert part_of(told(chain, "cut E3")).prompt == "Included: E2. Ship this?"


@pytest.mark.rule("SPLIT-7")
@pytest.mark.parametrize("reply", ["revise", "revise E9", "cut", "cut E9", "ship it", "yes", "E1"])
def test_a_final_takes_only_its_own_choices(reply: str) -> None:
    refused(told(begun(PLATFORMS), *["include"] * 5), reply)


@pytest.mark.rule("SPLIT-7")
def test_what_was_shipped_can_be_revised_and_is_confirmed_again() -> None:
    chain = told(begun(PLATFORMS), *["include"] * 5, "ship")
    again = moves.revise(chain, "E5")
    assert (again.status, part_of(again).number) == ("open", "D3.revise-5")
    assert part_of(told(again, "cut")).number == "D3.final"


@pytest.mark.rule("SPLIT-7")
def test_only_what_was_asked_can_be_revised() -> None:
    chain = begun(PLATFORMS)
    for key, line in (("E4", "'E4' was not asked yet"), ("E9", "'E9' is not an option")):
        with pytest.raises(BadInput, match=line):
            moves.revise(chain, key)
    with pytest.raises(BadInput, match="cannot be revised; accepted: restart"):
        moves.revise(moves.withdraw(chain), "E1")
    with pytest.raises(BadInput, match="cannot be revised; accepted: restart"):
        moves.revise(told(begun(numbered(3), "alternatives"), "pick E1"), "E1")


@pytest.mark.rule("SPLIT-5")
def test_a_decision_can_be_withdrawn_and_begun_anew_without_losing_an_option() -> None:
    chain = moves.withdraw(told(begun(PLATFORMS), "include", "hold"))
    assert (chain.status, open_part(chain)) == ("withdrawn", None)
    assert refused(chain, "include") == "scope: D3 is withdrawn; accepted: restart"
    with pytest.raises(BadInput, match="already withdrawn"):
        moves.withdraw(chain)
    fresh = moves.restart(chain)
    assert Counter(fresh.dispositions.values()) == {"undecided": 5}
    assert part_of(fresh).number == "D3.revise-1", "a number that was given is not given again"
    seen = numbers_until_final(fresh, "include")
    assert seen == ["D3.revise-1", "D3.revise-2", "D3.3", "D3.4", "D3.5", "D3.final"]


@pytest.mark.rule("SPLIT-5")
def test_what_was_shipped_cannot_be_withdrawn() -> None:
    with pytest.raises(BadInput, match="already shipped"):
        moves.withdraw(told(begun(numbered(1)), "include", "ship"))


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-11")
def test_rows_of_a_table_are_decided_in_any_order_and_end_in_the_same_final() -> None:
    table, chain = begun(PLATFORMS, surface="whole"), begun(PLATFORMS)
    wanted = {"E1": "include", "E2": "defer", "E3": "cut", "E4": "include", "E5": "defer"}
    for key in ("E4", "E2", "E5", "E1", "E3"):
        table = moves.decide_row(table, key, wanted[key])
    chain = told(chain, *wanted.values())
    assert part_of(table) == part_of(chain)
    assert table.dispositions == chain.dispositions == wanted


@pytest.mark.rule("SPLIT-3", "SPLIT-11")
def test_a_part_keeps_its_number_while_other_rows_are_decided() -> None:
    table = begun(PLATFORMS, surface="whole")
    for key in ("E5", "E3", "E5"):
        table = moves.decide_row(table, key, "include")
        assert (part_of(table).number, part_of(table).about) == ("D3.1", "E1")
    assert part_of(moves.decide_row(table, "E1", "cut")).number == "D3.2"


@pytest.mark.rule("SPLIT-6", "SPLIT-11")
def test_a_table_warns_of_clashes_while_rows_are_decided() -> None:
    table = moves.decide_row(begun(NEEDS, surface="whole"), "E3", "include")
    assert warnings_of(table) == ["E3 needs E1"]
    table = moves.decide_row(table, "E1", "include")
    assert warnings_of(table) == []
    table = moves.decide_row(moves.decide_row(table, "E1", "defer"), "E2", "cut")
    assert part_of(table).number == "D3.conflict-1", "a clash is asked about, not only shown"


@pytest.mark.rule("SPLIT-5", "SPLIT-11")
def test_a_held_row_keeps_a_table_from_its_final() -> None:
    table = begun(numbered(3), surface="whole")
    for key, bucket in (("E2", "hold"), ("E1", "include"), ("E3", "include")):
        table = moves.decide_row(table, key, bucket)
    assert (table.status, table.keys("held")) == ("held", ["E2"])
    assert part_of(moves.decide_row(table, "E2", "cut")).number == "D3.final"


@pytest.mark.rule("SPLIT-11")
def test_rows_are_only_decided_on_a_table_that_is_open() -> None:
    table = begun(PLATFORMS, surface="whole")
    shipped = told(begun(numbered(1), surface="whole"), "include", "ship")
    for chain, key, bucket, line in (
        (begun(PLATFORMS), "E1", "cut", "asks one option at a time"),
        (begun(numbered(3), "alternatives", "whole"), "E1", "cut", "asks one option at a time"),
        (table, "E9", "cut", "'E9' is not an option"),
        (table, "E1", "keep", "'keep' is no bucket"),
        (shipped, "E1", "cut", "D3 is shipped"),
    ):
        with pytest.raises(BadInput, match=line):
            moves.decide_row(chain, key, bucket)


# --- keys are any text ----------------------------------------------------------------------------


def folded(key: str) -> str:
    return " ".join(key.casefold().split())


@pytest.mark.rule("SPLIT-1")
@pytest.mark.parametrize(
    "keys",
    [
        ("E1", "e1"),
        ("Slack bot", "slack  BOT"),
        ("straße", "STRASSE"),
        (" a", "a "),
        ("a", "b", "a"),
    ],
)
def test_keys_that_differ_only_in_case_or_space_are_refused_as_duplicates(
    keys: tuple[str, ...],
) -> None:
    options = [{"key": key, "label": "x"} for key in keys]
    with pytest.raises(BadInput, match="appears twice; accepted: each key once"):
        read_decision({"decision": "Which?", "options": options})


@pytest.mark.rule("SPLIT-1", "SPLIT-7")
@pytest.mark.parametrize(
    "key", ["two words", "a, b", "🦊 fox", "include", "E1  spaced\tout", "pick E2", "x" * 200, "-1"]
)
def test_an_option_of_any_name_can_be_named_in_every_answer(key: str) -> None:
    options = (Choice(key, "x"), *numbered(6, conflicts=(key,)))
    assert told(begun(options, "alternatives"), f"pick {key}").keys("include") == [key]
    chain = told(begun(options), "batch", f"include {key}")
    assert chain.keys("include") == [key]
    chain = told(chain, "cut", "include E4", "cut", f"keep {key}")
    assert chain.keys("include") == [key]
    assert part_of(told(chain, f"revise {key}")).about == key
    assert told(chain, f"cut {key}").keys("include") == []
    assert moves.revise(chain, key).focus == key


# --- whatever happens -----------------------------------------------------------------------------

_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200)
KEYS = st.one_of(
    st.sampled_from(["E1", "E2", "E3", "two words", "a,b", "🦊", "hold", "pick", "A" * 200]),
    st.text("abcXY-, é🦊", min_size=1, max_size=12),
    _TEXT,
).filter(lambda key: folded(key) not in ("", "all", "none"))


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    """Options of any name with dependencies that make no circle, and conflicts."""
    keys = draw(st.lists(KEYS, min_size=1, max_size=12, unique_by=folded))
    order = draw(st.permutations(keys))
    few = st.integers(0, 9).map(lambda number: number == 0)
    options = []
    for key in keys:
        earlier = order[: order.index(key)]
        requires = tuple(other for other in earlier if draw(few))
        rest = [other for other in keys if other != key and other not in requires]
        conflicts = tuple(other for other in rest if draw(few))
        recommend = draw(st.sampled_from([None, "include", "defer", "cut"]))
        options.append(
            Choice(key, "x", requires=requires, conflicts=conflicts, recommend=recommend)
        )
    kind = draw(st.sampled_from(["alternatives", "independent", "independent", "unsure"]))
    surface = draw(st.sampled_from(["capped", "whole"]))
    one = is_one_question(kind, options)
    return Decision("What ships?", kind, tuple(options), "scope", surface, one)


def replies_to(chain: Chain, part: Part) -> list[str]:
    """Everything the choices of the open part stand for."""
    keys = list(chain.dispositions)
    if part.kind == "each":
        first = [f"{word} {key}" for key in keys for word in ("include", "defer")]
        each = [f"{reply}; cut rest" for reply in first] if len(keys) > 1 else first
        return [*each, "include all", "cut all", "hold"]
    shown = [key for key in keys if f"{key} (x)" in part.prompt]
    found: list[str] = []
    for choice in part.choices:
        match choice:
            case "include KEY,KEY":
                found += [f"include {key}" for key in shown]
            case "revise KEY" | "cut KEY":
                found += [choice.replace("KEY", key) for key in keys]
            case _:
                found.append(choice)
    return found


def clash_names(chain: Chain) -> set[frozenset[str]]:
    """What cannot stand, found without the code's help."""
    inside = set(chain.keys("include"))
    return {
        *(
            frozenset((option.key, other))
            for option in chain.decision.options
            for other in option.requires
            if option.key in inside and other not in inside
        ),
        *(
            frozenset((option.key, other))
            for option in chain.decision.options
            for other in option.conflicts
            if {option.key, other} <= inside
        ),
    }


def assert_sound(chain: Chain, decision: Decision) -> None:
    """What holds after every step, whatever it was."""
    assert list(chain.dispositions) == [option.key for option in decision.options], "an option"
    groups = [chain.keys(state) for state in STATES]
    assert sum(map(len, groups)) == len(decision.options), "offered ≠ the sum of the states"
    assert chain.decided == len(decision.options) - len(groups[3]) - len(groups[4])
    part = open_part(chain)
    assert (part is not None) == (chain.status == "open"), "one open part, or none"
    if chain.status == "shipped" or (part is not None and part.kind == "final"):
        assert not groups[3], f"{groups[3]} held at the end"
        assert not groups[4], f"{groups[4]} undecided at the end"
        accepted = {frozenset((clash.key, clash.other)) for clash in chain.accepted}
        assert clash_names(chain) <= accepted, "a clash ships that nobody accepted"
    if part is not None:
        assert part.number.startswith("D3")
        assert is_split_id(part.question_id)
        if part.about is not None:
            assert chain.dispositions[part.about] == "undecided"
            assert part.choices == CHOICES
    document = scope_document("sc-1", chain)
    assert [option["key"] for option in document["options"]] == list(chain.dispositions)
    assert document["offered"] == len(decision.options)


def finished(chain: Chain) -> Chain:
    """The chain brought to its end by a person who answers whatever is open."""
    first = {
        "meta": "proceed",
        "narrow": "confirm",
        "parts": "defer",
        "batch": "none",
        "each": "cut all",
    }
    then = {"rest": "cut", "conflict": "accept", "final": "ship"}
    for _ in range(60):
        if chain.status == "shipped":
            return chain
        if chain.status == "withdrawn":
            chain = moves.restart(chain)
        elif chain.status == "held":
            chain = moves.resume(chain)
        else:
            reply = {**first, **then}.get(chain.stage) or part_of(chain).choices[0]
            chain = moves.answer(chain, reply)
    raise AssertionError(f"no end was reached: {chain}")


def one_step(chain: Chain, data: st.DataObject) -> Chain:
    """Something somebody may do to a chain; it raises BadInput when it may not be done."""
    key = data.draw(st.sampled_from(list(chain.dispositions)))
    part = open_part(chain)
    act = data.draw(st.sampled_from(["answer"] * 12 + _OTHERS))
    match act:
        case "answer" if part is not None:
            return moves.answer(chain, data.draw(st.sampled_from(replies_to(chain, part))))
        case "row" if chain.decision.surface == "whole":
            return moves.decide_row(chain, key, data.draw(st.sampled_from(CHOICES)))
        case "continue key":
            return moves.resume(chain, key)
        case "revise":
            return moves.revise(chain, key)
        case "withdraw":
            return moves.withdraw(chain)
        case "restart":
            return moves.restart(chain)
        case "nonsense":
            return moves.answer(chain, data.draw(st.one_of(_TEXT, st.sampled_from(_NONSENSE))))
        case _:
            return moves.resume(chain)


_OTHERS = (
    ["row"] * 4
    + ["continue"] * 3
    + ["continue key", "revise", "revise", "nonsense"] * 2
    + [
        "withdraw",
        "restart",
    ]
)
_NONSENSE = ["", "include nobody", "keep", "cut", "ship it", "pick", "revise", "accept that", "z"]


@pytest.mark.rule("SPLIT-1", "SPLIT-3", "SPLIT-5", "SPLIT-6", "SPLIT-7", "SPLIT-9")
@given(decisions(), st.data())
def test_whatever_is_answered_no_option_is_lost_and_nothing_incoherent_ships(
    decision: Decision, data: st.DataObject
) -> None:
    chain = moves.start(decision, "D3")
    put: dict[str, list[str]] = {key: [] for key in chain.dispositions}
    clashes_answered = 0
    for _ in range(data.draw(st.integers(0, 25))):
        assert_sound(chain, decision)
        part, before = open_part(chain), repr(chain)
        if part is not None and part.about is not None and part.number not in put[part.about]:
            put[part.about].append(part.number)
        if part is not None and part.kind == "conflict":
            assert part.number == f"D3.conflict-{clashes_answered + 1}"
        try:
            after = one_step(chain, data)
        except BadInput:
            assert repr(chain) == before, "a refused answer changed something"
            continue
        assert repr(chain) == before, "a chain is a value"
        if part is not None and part.kind == "conflict":
            clashes_answered += after.clashes - chain.clashes
        chain = after
    assert_sound(chain, decision)
    for place, numbers in enumerate(put.values(), start=1):
        every = [f"D3.{place}", f"D3.revise-{place}"]
        every += [f"D3.revise-{place}-{n}" for n in range(2, 40)]
        assert numbers in (every[: len(numbers)], every[1 : len(numbers) + 1]), "a gap, or a jump"
    assert_sound(finished(chain), decision)


@pytest.mark.rule("SPLIT-3")
@given(decisions())
def test_parts_answered_in_turn_are_numbered_in_order_without_gaps(decision: Decision) -> None:
    decision = decision._replace(kind="independent", surface="capped", one_question=False)
    chain = moves.start(decision, "D3")
    if len(decision.options) > 6:
        assert part_of(chain).number == "D3.0"
        chain = told(chain, "proceed")
    seen = numbers_until_final(chain, "cut")
    expected = [f"D3.{place}" for place in range(1, len(decision.options) + 1)]
    assert seen == [*expected, "D3.final"]


@pytest.mark.rule("SPLIT-1")
@given(decisions(), _TEXT)
def test_an_answer_that_is_no_choice_is_refused_in_one_line(decision: Decision, reply: str) -> None:
    chain = moves.start(decision, "D3")
    word = reply.casefold().split()[:1]
    known = {"include", "defer", "cut", "hold", "a", "b", "c", "d", "proceed", "narrow", "batch"}
    known |= {"pick", "none"}
    assume(not word or word[0] not in known)
    refused(chain, reply)


# --- the picture in the documentation -------------------------------------------------------------

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scope.md"


def steps_taken() -> set[tuple[str, str, str]]:
    """Every step from stage to stage, by the first word of its answer, in some small decisions."""
    excludes = (Choice("A", "x", conflicts=("B",)), Choice("B", "x"), Choice("C", "x"))
    started = [
        begun((*excludes, Choice("D", "x", requires=("C",)), *numbered(4))),
        begun(NEEDS),
        begun((*NEEDS, Choice("E4", "More", requires=("E3",)))),
        begun(EXCLUDES),
        moves.start(Decision("What ships?", "independent", NEEDS, one_question=True), "D3"),
        begun(numbered(5), "alternatives"),
        begun([Choice("A", "a", requires=("B",)), Choice("B", "b")], "alternatives"),
    ]
    seen: set[tuple[str, str, str]] = set()
    known: set[str] = set()
    while started:
        chain = started.pop()
        if (now := _where(chain)) in known:
            continue
        known.add(now)
        part = open_part(chain)
        replies = [] if part is None else replies_to(chain, part)
        found = [(reply.split()[0], moves.answer(chain, reply)) for reply in replies]
        if chain.status == "held":
            found.append(("continue", moves.resume(chain)))
        seen |= {(_stage(chain), word, _stage(after)) for word, after in found}
        started += [after for _, after in found]
    return seen


def _stage(chain: Chain) -> str:
    return chain.stage if chain.status == "open" else chain.status


def _where(chain: Chain) -> str:
    """What matters for the next stage: states that agree in this are looked at once."""
    options = chain.decision.options
    tied = {key for o in options for key in (*o.requires, *o.conflicts)}
    tied |= {o.key for o in options if o.requires or o.conflicts}
    states = [chain.dispositions[o.key] for o in options if o.key in tied]
    left = [len(chain.keys(state)) for state in ("undecided", "held")]
    counts = [len(options), chain.group, len(chain.accepted), *left]
    return repr((chain.decision.kind, _stage(chain), counts, states))


def steps_drawn() -> set[tuple[str, str, str]]:
    text = PAGE.read_text(encoding="utf-8")
    drawn = re.findall(r"^ +(\w+) --> (\w+): (.+)$", text, re.MULTILINE)
    return {(one, word.split()[0], two) for one, two, words in drawn for word in words.split(", ")}


@pytest.mark.rule("SPLIT-3", "SPLIT-5", "SPLIT-7", "HOUSE-4")
def test_the_picture_in_the_documentation_shows_every_step_there_is_and_no_other() -> None:
    assert steps_drawn() == steps_taken()


@pytest.mark.rule("SPLIT-3")
@pytest.mark.parametrize("word", ["all", "none", "None"])
def test_in_a_batch_an_option_called_all_or_none_is_meant_by_its_name(word: str) -> None:
    options = [Choice(key, key) for key in (word, "b", "c", "d", "e", "f", "g")]
    chain = moves.start(Decision("What ships?", "independent", tuple(options)), "D1")
    after = moves.answer(moves.answer(chain, "batch"), f"include {word}")
    assert after.keys("include") == [word]
