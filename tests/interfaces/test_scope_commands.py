"""`plangate scope`: a decision with many options at the command line, and none ever dropped."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran, Runner
from tests.interfaces.support import OPEN, asked, recorded, refused
from tests.patience import HANGS

#: S3's worked example: five platforms, each with a decision of its own.
PLATFORMS: dict[str, Any] = {
    "decision": "Which chat platforms ship in this release?",
    "kind": "independent",
    "skill": "plan-review",
    "surface": "capped",
    "options": [
        {
            "key": "E1",
            "label": "Slack DM bot",
            "scope": "bot, events, install page",
            "cost": "2 weeks",
            "requires": [],
            "conflicts": [],
            "recommend": "include",
            "reason": "40 % of requests",
        },
        {"key": "E2", "label": "Discord guild bot", "cost": "3 weeks", "recommend": "defer"},
        {"key": "E3", "label": "Microsoft Teams", "cost": "4 weeks", "recommend": "defer"},
        {"key": "E4", "label": "Telegram", "cost": "1 week", "recommend": "include"},
        {"key": "E5", "label": "Mattermost", "cost": "2 weeks", "recommend": "defer"},
    ],
}
KEYS = ["E1", "E2", "E3", "E4", "E5"]


def document(count: int, **more: Any) -> dict[str, Any]:
    options = [{"key": f"E{n}", "label": f"Item {n}"} for n in range(1, count + 1)]
    return {"decision": "What ships?", "kind": "independent", "options": options, **more}


class Desk:
    """One person's command line, about one decision at a time."""

    def __init__(self, cli: Runner, workspace: Path) -> None:
        self.cli = cli
        self.workspace = workspace

    def start(self, given: Mapping[str, Any], *more: str | Path) -> Ran:
        where = () if "--workspace" in more else ("--workspace", self.workspace)
        return self.cli("scope", "start", "--json", *where, *more, stdin=json.dumps(given))

    def answer(self, *words: str, name: str = "D1") -> Ran:
        return self.cli("scope", "answer", name, *words, "--json")

    def answers(self, *replies: str) -> Any:
        """The document after the last of several answers, every one of which is taken."""
        ran = self.show()
        for reply in replies:
            ran = self.answer(*reply.split())
            assert ran.code in (0, 3, 4), ran
        return ran.json

    def show(self, name: str = "D1") -> Ran:
        return self.cli("scope", "show", name, "--json")


@pytest.fixture
def desk(user: Runner, workspace: Path) -> Desk:
    return Desk(user, workspace)


def dispositions(shown: Any) -> dict[str, str]:
    return {option["key"]: option["disposition"] for option in shown["options"]}


# --- S3's worked example and its failure ----------------------------------------------------------


@pytest.mark.rule("SPLIT-1", "SPLIT-2", "SPLIT-3", "SPLIT-7")
def test_five_platforms_two_included_three_deferred_ship(desk: Desk) -> None:
    parts = []
    shown = desk.start(PLATFORMS).json
    for reply in ("include", "defer", "defer", "include", "defer"):
        parts.append((shown["open"]["number"], shown["open"]["about"]))
        ran = desk.answer(reply)
        assert ran.code == 3, "it waits for a person"
        shown = ran.json
    assert parts == [(f"D1.{place}", key) for place, key in enumerate(KEYS, start=1)]
    assert shown["open"]["number"] == "D1.final"
    assert shown["open"]["prompt"] == "Included: E1, E4. Ship this?"
    ran = desk.answer("ship")
    assert ran.code == 0
    assert (ran.json["status"], ran.json["open"]) == ("shipped", None)
    wanted = ("include", "defer", "defer", "include", "defer")
    assert dispositions(ran.json) == dict(zip(KEYS, wanted, strict=True))


@pytest.mark.rule("SPLIT-1", "SPLIT-5")
def test_four_asked_and_one_dropped_cannot_happen(desk: Desk) -> None:
    """S3's failure: four options fit, so the fifth is moved to the TODOs without asking."""
    shown = desk.start(PLATFORMS).json
    for reply in ("include", "defer", "cut", "include"):
        assert [option["key"] for option in shown["options"]] == KEYS
        refused_ship = desk.answer("ship")
        assert refused_ship.code == 2
        shown = desk.answer(reply).json
    assert shown["open"]["about"] == "E5", "the fifth is asked about"
    assert dispositions(shown)["E5"] == "undecided"
    assert (shown["decided"], shown["offered"]) == (4, 5)
    for words in (("ship",), ("revise", "E1"), ("accept",), ("none",)):
        assert desk.answer(*words).code == 2
    assert desk.show().json == shown


@pytest.mark.rule("SPLIT-1")
def test_offered_is_the_sum_of_the_states_after_every_command(desk: Desk) -> None:
    desk.start(PLATFORMS)
    for command in (
        ("answer", "D1", "include"),
        ("answer", "D1", "hold"),
        ("continue", "D1", "E5"),
        ("answer", "D1", "cut"),
        ("answer", "D1", "nonsense"),
        ("revise", "D1", "E1"),
        ("answer", "D1", "defer"),
        ("withdraw", "D1"),
        ("restart", "D1"),
    ):
        desk.cli("scope", *command, "--json")
        shown = desk.show().json
        assert [option["key"] for option in shown["options"]] == KEYS, command
        states = Counter(dispositions(shown).values())
        assert sum(states.values()) == shown["offered"] == 5
        assert states["include"] + states["defer"] + states["cut"] == shown["decided"]


# --- the document others read ---------------------------------------------------------------------


@pytest.mark.rule("SPLIT-4", "SPLIT-8", "CLI-2")
def test_start_prints_the_contracts_document(desk: Desk) -> None:
    ran = desk.start(PLATFORMS)
    assert ran.code == 3
    shown = ran.json
    assert shown.pop("id").startswith("sc-")
    prompt = shown["open"].pop("prompt")
    assert prompt == (
        "E1: Slack DM bot (bot, events, install page; cost: 2 weeks). Recommended: include, "
        "because 40 % of requests. Include, defer, cut or hold?"
    )
    assert shown == {
        "schema": "plangate.scope/1",
        "status": "open",
        "parent": "D1",
        "decision": "Which chat platforms ship in this release?",
        "open": {
            "number": "D1.1",
            "question_id": "plan-review-split-e1",
            "about": "E1",
            "choices": ["include", "defer", "cut", "hold"],
            "recommend": "include",
        },
        "options": [
            {"key": option["key"], "label": option["label"], "disposition": "undecided"}
            for option in PLATFORMS["options"]
        ],
        "conflicts": [],
        "accepted": [],
        "decided": 0,
        "offered": 5,
    }


@pytest.mark.rule("CLI-2")
def test_every_command_prints_the_same_document_and_a_code_that_says_where_it_stands(
    desk: Desk,
) -> None:
    desk.start(PLATFORMS)
    fields = set(desk.show().json)
    for code, *command in (
        (3, "answer", "D1", "include"),
        (4, "answer", "D1", "hold"),
        (3, "continue", "D1"),
        (3, "answer", "D1", "cut"),
        (3, "revise", "D1", "E1"),
        (4, "withdraw", "D1", "--why", "decided elsewhere"),
        (3, "restart", "D1"),
        (0, "show", "D1"),
    ):
        ran = desk.cli("scope", *command, "--json")
        assert ran.code == code, command
        assert set(ran.json) == fields
        assert ran.json["schema"] == "plangate.scope/1"
        assert desk.show().json == ran.json


@pytest.mark.rule("CLI-1")
def test_people_see_the_open_part_first_and_then_every_option(desk: Desk) -> None:
    name = desk.start(PLATFORMS).json["id"]
    desk.answer("include")
    assert desk.cli("scope", "show", "D1").out == (
        f"D1  Which chat platforms ship in this release?  ({name})\n"
        "\n"
        "  D1.2  E2: Discord guild bot (cost: 3 weeks). Recommended: defer. Include, defer, cut\n"
        "      or hold?\n"
        "      include\n"
        "      defer\n"
        "      cut\n"
        "      hold\n"
        "\n"
        f"Answer with: plangate scope answer {name} CHOICE\n"
        "\n"
        "  include    E1  Slack DM bot\n"
        "  undecided  E2  Discord guild bot\n"
        "  undecided  E3  Microsoft Teams\n"
        "  undecided  E4  Telegram\n"
        "  undecided  E5  Mattermost\n"
        "  1 of 5 decided\n"
    )


@pytest.mark.rule("CLI-1")
def test_decisions_are_listed_the_latest_first(desk: Desk, workspace: Path) -> None:
    assert desk.cli("scope", "list").out.startswith("No decision yet.")
    desk.start(PLATFORMS)
    desk.start(document(5))
    desk.answer("include", name="D2")
    listed = desk.cli("scope", "list", "--json").json
    assert listed["schema"] == "plangate.scopes/1"
    assert [scope["parent"] for scope in listed["scopes"]] == ["D2", "D1"]
    assert desk.cli("scope", "list", "--workspace", workspace.parent, "--json").json["scopes"] == []
    assert "1/5  What ships?" in desk.cli("scope", "list").out


# --- hold, continue -------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-5")
def test_hold_stops_and_continue_asks_again(desk: Desk) -> None:
    desk.start(PLATFORMS)
    held = desk.answers("include", "hold")
    assert (held["status"], held["open"]) == ("held", None)
    assert dispositions(held)["E2"] == "held"
    refused(desk.cli("scope", "answer", "D1", "include"), "D1 is held; accepted: continue")
    again = desk.cli("scope", "continue", "D1", "--json").json
    assert (again["open"]["number"], again["open"]["about"]) == ("D1.revise-2", "E2")
    assert "On hold. Go on with: plangate scope continue" in (
        desk.cli("scope", "answer", "D1", "d").out
    )


@pytest.mark.rule("SPLIT-5")
def test_continue_with_a_key_asks_that_one_next(desk: Desk) -> None:
    desk.start(PLATFORMS)
    desk.answers("hold")
    refused(
        desk.cli("scope", "continue", "D1", "E9"), "'E9' is not an option", "E1, E2, E3, E4, E5"
    )
    assert desk.cli("scope", "continue", "D1", "E4", "--json").json["open"]["number"] == "D1.4"
    refused(desk.cli("scope", "continue", "D1"), "is open, not held")
    ended = desk.answers("cut", "cut", "cut", "cut")
    assert (ended["status"], dispositions(ended)["E1"]) == ("held", "held")
    refused(desk.cli("scope", "answer", "D1", "ship"), "D1 is held")


# --- conflicts ------------------------------------------------------------------------------------

LINKED = {
    "decision": "What ships?",
    "options": [
        {"key": "E1", "label": "Core"},
        {"key": "E2", "label": "Old core", "conflicts": ["E1"]},
        {"key": "E3", "label": "Reports", "requires": ["E1"]},
        {"key": "E4", "label": "Charts"},
        {"key": "E5", "label": "Alerts"},
    ],
}


@pytest.mark.rule("SPLIT-6")
@pytest.mark.parametrize(
    ("reply", "included", "accepted"),
    [
        ("keep E1", ["E1", "E3"], []),
        ("cut E3", [], []),
        ("accept", ["E3"], ["E3 needs E1"]),
    ],
)
def test_a_broken_dependency_is_asked_about_and_settled(
    desk: Desk, reply: str, included: list[str], accepted: list[str]
) -> None:
    desk.start(LINKED)
    clash = desk.answers("cut", "cut", "include", "cut", "cut")
    assert clash["open"]["number"] == "D1.conflict-1"
    assert clash["open"]["choices"] == ["keep E1", "cut E3", "accept"]
    assert clash["conflicts"] == ["E3 needs E1"]
    assert desk.answer("ship").code == 2, "what cannot stand does not ship"
    after = desk.answers(reply)
    assert (after["open"]["number"], after["accepted"]) == ("D1.final", accepted)
    shipped = desk.answers("ship")
    assert [key for key, given in dispositions(shipped).items() if given == "include"] == included


@pytest.mark.rule("SPLIT-6")
def test_two_that_exclude_each_other_are_asked_about(desk: Desk) -> None:
    desk.start(LINKED)
    clash = desk.answers("include", "include", "defer", "cut", "cut")
    assert clash["open"]["choices"] == ["cut E2", "cut E1", "accept"]
    after = dispositions(desk.answers("keep E1"))
    assert [after[key] for key in ("E1", "E2", "E3")] == ["include", "cut", "defer"]


# --- final, revise, restart, withdraw -------------------------------------------------------------


@pytest.mark.rule("SPLIT-7")
def test_revise_asks_one_part_again_by_either_way(desk: Desk) -> None:
    desk.start(document(5))
    final = desk.answers("include", "include", "include", "cut", "cut")
    assert final["open"]["choices"] == ["ship", "revise KEY", "cut KEY"]
    assert desk.answers("revise E2")["open"]["number"] == "D1.revise-2"
    assert desk.answers("cut")["open"]["number"] == "D1.final"
    again = desk.cli("scope", "revise", "D1", "E2", "--json").json
    assert again["open"]["number"] == "D1.revise-2-2"
    assert desk.answers("defer", "cut E1")["open"]["number"] == "D1.final"
    after = dispositions(desk.answers("ship"))
    assert [after[key] for key in ("E1", "E2", "E3")] == ["cut", "defer", "include"]
    refused(desk.cli("scope", "answer", "D1", "ship"), "D1 is shipped", "revise KEY or restart")
    assert desk.cli("scope", "revise", "D1", "E3", "--json").json["status"] == "open"


@pytest.mark.rule("SPLIT-5")
def test_a_decision_can_be_withdrawn_and_restarted(desk: Desk) -> None:
    desk.start(PLATFORMS)
    desk.answers("include", "cut")
    withdrawn = desk.cli("scope", "withdraw", "D1", "--why", "decided elsewhere", "--json")
    assert (withdrawn.code, withdrawn.json["status"]) == (4, "withdrawn")
    for command in (("answer", "D1", "include"), ("revise", "D1", "E1"), ("continue", "D1")):
        refused(desk.cli("scope", *command), "restart")
    refused(desk.cli("scope", "withdraw", "D1"), "already withdrawn")
    fresh = desk.cli("scope", "restart", "D1", "--json").json
    assert set(dispositions(fresh).values()) == {"undecided"}
    assert (fresh["parent"], fresh["open"]["about"]) == ("D1", "E1")


@pytest.mark.rule("ERR-1", "ASK-14")
def test_why_it_was_withdrawn_is_kept_without_its_secrets(desk: Desk) -> None:
    secret = "ghp_" + "a1B2" * 9
    desk.start(document(2, decision=f"Ship with {secret}?"))
    desk.cli("scope", "withdraw", "D1", "--why", f"it holds {secret}")
    exported = desk.cli("export").out
    assert secret not in exported
    assert "it holds [redacted:" in exported


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("why", ["bell \x07", "half \udcff", "x" * 30_000])
def test_a_reason_that_cannot_be_kept_is_refused(desk: Desk, why: str) -> None:
    desk.start(document(2))
    refused(desk.cli("scope", "withdraw", "D1", "--why", why), "--why")
    assert desk.show().json["status"] == "open"


# --- stale answers --------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-3", "CLI-2")
def test_an_answer_meant_for_a_part_that_is_no_longer_open_changes_nothing(desk: Desk) -> None:
    desk.start(PLATFORMS)
    assert desk.answer("include", "--part", "D1.1").code == 3
    stale = desk.cli("scope", "answer", "D1", "cut", "--part", "D1.1")
    refused(stale, "D1.1 is no longer open; nothing was changed", code=4)
    desk.answers("hold")
    refused(desk.cli("scope", "answer", "D1", "cut", "--part", "D1.2"), "no longer open", code=4)
    assert dispositions(desk.show().json)["E2"] == "held"


# --- more than six --------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-3")
def test_seven_options_first_ask_how_to_go_about_it(desk: Desk) -> None:
    shown = desk.start(document(7)).json
    assert (shown["open"]["number"], shown["open"]["about"]) == ("D1.0", None)
    assert shown["open"]["choices"] == ["proceed", "narrow", "batch"]
    assert desk.answers("proceed")["open"]["number"] == "D1.1"


@pytest.mark.rule("SPLIT-3")
def test_narrow_defers_what_it_leaves_out_only_once_it_is_confirmed(desk: Desk) -> None:
    given = document(8)
    given["options"][6] |= {"recommend": "include", "requires": ["E2"]}
    desk.start(given)
    proposed = desk.answers("narrow")
    assert proposed["open"]["prompt"].startswith("Decide only E2, E7 now, and defer E1, E3")
    assert set(dispositions(proposed).values()) == {"undecided"}
    confirmed = desk.answers("confirm")
    assert Counter(dispositions(confirmed).values()) == {"defer": 6, "undecided": 2}
    shipped = desk.answers("include", "include", "ship")
    assert (shipped["decided"], shipped["offered"]) == (8, 8)


@pytest.mark.rule("SPLIT-3")
def test_a_batch_of_four_names_those_that_are_in(desk: Desk) -> None:
    desk.start(document(7))
    assert desk.answers("batch")["open"]["number"] == "D1.1"
    rest = desk.answers("include E2,E4")
    assert rest["open"]["prompt"] == "And E1, E3: deferred or cut?"
    assert dispositions(desk.answers("defer", "include all", "ship")) == {
        **dict.fromkeys(("E1", "E3"), "defer"),
        **dict.fromkeys(("E2", "E4", "E5", "E6", "E7"), "include"),
    }


@pytest.mark.rule("SPLIT-2")
def test_alternatives_are_picked_or_the_next_three_are_shown(desk: Desk) -> None:
    shown = desk.start(document(5, kind="alternatives")).json
    assert shown["open"]["choices"] == ["pick E1", "pick E2", "pick E3", "none"]
    assert desk.answers("none")["open"]["choices"] == ["pick E4", "pick E5", "none (of all)"]
    picked = desk.answer("pick", "E5")
    assert (picked.code, picked.json["status"]) == (0, "shipped")
    assert dispositions(picked.json) == {**dict.fromkeys(KEYS[:4], "cut"), "E5": "include"}


# --- numbers and ids ------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-3")
def test_decisions_of_a_workspace_are_counted_together_with_its_questions(
    desk: Desk, workspace: Path, db: Path
) -> None:
    assert desk.start(document(2)).json["parent"] == "D1"
    with recorded(db, OPEN) as scene:
        question = asked(scene.planner.start("Keep the rows", str(workspace)))
    assert question.number == "D2", "an open chain keeps no question from being asked (SPLIT-9)"
    assert desk.start(document(2)).json["parent"] == "D3"
    assert desk.start(document(2), "--workspace", workspace.parent).json["parent"] == "D1"


@pytest.mark.rule("CLI-1")
def test_a_decision_is_found_by_its_id_its_beginning_or_its_number(
    desk: Desk, workspace: Path
) -> None:
    name = desk.start(PLATFORMS).json["id"]
    for given in (name, name[:6], name.removeprefix("sc-"), name.removeprefix("sc-")[:4], "d1"):
        assert desk.show(given).json["id"] == name
    for given in ("D9", "zzz", "sc-zzz"):
        refused(desk.cli("scope", "show", given), "is not known", "scope list")
    refused(desk.cli("scope", "show", " "), "scope id: is empty")
    other = desk.start(PLATFORMS, "--workspace", workspace.parent).json["id"]
    refused(desk.cli("scope", "show", "D1"), "fits several", name, other)


# --- documents that are refused -------------------------------------------------------------------


def options(*given: dict[str, Any]) -> dict[str, Any]:
    return {"decision": "Which?", "options": list(given)}


A, B = {"key": "A", "label": "a"}, {"key": "B", "label": "b"}
BAD: dict[str, tuple[Any, str]] = {
    "no document": ("", "document"),
    "no JSON": ("{", "document"),
    "a list": ([], "document"),
    "nothing in it": ({}, "decision"),
    "no decision": ({"options": [A]}, "decision"),
    "an empty decision": ({"decision": " ", "options": [A]}, "decision: is empty"),
    "no options": ({"decision": "Which?"}, "options"),
    "0 options": (options(), "options: 0 entries; accepted: a list of 1 to 200 entries"),
    "500 options": (document(500), "options: 500 entries; accepted: a list of 1 to 200"),
    "options is text": ({"decision": "Which?", "options": "A, B"}, "options"),
    "an option is text": ({"decision": "Which?", "options": ["A"]}, "options[0]"),
    "no key": (options({"label": "a"}), "options[0]"),
    "an empty key": (options({"key": "", "label": "a"}), "options[0].key: is empty"),
    "a key of 201": (options({"key": "k" * 201, "label": "a"}), "201 characters are too many"),
    "a key with a bell": (options({"key": "a\x07", "label": "a"}), "options[0].key: contains"),
    "no label": (options({"key": "A"}), "options[0]"),
    "an empty label": (options({"key": "A", "label": "  "}), "options[0].label: is empty"),
    "half a character": (options({"key": "A", "label": "\ud800"}), "options[0].label"),
    "a key twice": (options(A, B, A), "options[2].key: 'A' appears twice"),
    "a key twice but for case": (options(A, {"key": "a", "label": "x"}), "appears twice"),
    "needs itself": (options(A | {"requires": ["A"]}), "options.A.requires: names the option"),
    "excludes itself": (options(A | {"conflicts": ["A"]}), "options.A.conflicts: names the"),
    "needs nobody": (options(A | {"requires": ["Z"]}), "options.A.requires: 'Z' is not an option"),
    "excludes nobody": (options(A | {"conflicts": ["Z"]}), "'Z' is not an option"),
    "needs in a circle": (
        options(A | {"requires": ["B"]}, B | {"requires": ["A"]}),
        "need each other in a circle",
    ),
    "needs what it excludes": (
        options(A | {"requires": ["B"], "conflicts": ["B"]}, B),
        "both requires and excludes 'B'",
    ),
    "an unknown field": (options(A) | {"optoins": []}, "optoins"),
    "an unknown field of an option": (options(A | {"costs": "1"}), "costs"),
    "an unknown kind": (options(A) | {"kind": "both"}, "kind"),
    "an unknown surface": (options(A) | {"surface": "wide"}, "surface"),
    "an unknown recommendation": (options(A | {"recommend": "hold"}), "options[0].recommend"),
    "NaN": ('{"decision": "Which?", "options": NaN}', "NaN"),
    "a number too large": ('{"decision": 1e999, "options": []}', ""),
    "a name twice": ('{"decision": "a", "decision": "b", "options": []}', "decision"),
    "requires is text": (options(A | {"requires": "B"}, B), "requires"),
    "nested too deeply": ('{"decision":' + "[" * 100_000, ""),
    "null": ("null", "document"),
}


@pytest.mark.rule("SPLIT-6", "ERR-1")
@pytest.mark.parametrize("name", BAD)
def test_a_bad_document_gets_one_clear_line_and_nothing_is_written(
    cli: Runner, workspace: Path, db: Path, name: str
) -> None:
    given, said = BAD[name]
    text = given if isinstance(given, str) else json.dumps(given)
    ran = cli("scope", "start", "--workspace", workspace, stdin=text)
    refused(ran, said)
    assert len(ran.err) < 1_000
    assert not db.exists() or cli("scope", "list", "--json").json["scopes"] == []


@pytest.mark.rule("ERR-1")
def test_a_file_that_is_not_there_is_named(cli: Runner, tmp_path: Path) -> None:
    refused(cli("scope", "start", tmp_path / "none.json"), "none.json", "a readable file")


@pytest.mark.rule("ERR-1")
def test_two_hundred_options_are_not_too_many(desk: Desk) -> None:
    shown = desk.start(document(200, surface="whole")).json
    assert (shown["offered"], shown["open"]["number"]) == (200, "D1.1")
    refused(desk.cli("scope", "continue", "D1"), "not held")


# --- what a person set elsewhere does not touch a chain -------------------------------------------


@pytest.mark.rule("SPLIT-9")
def test_no_preference_or_focus_answers_a_part(desk: Desk, workspace: Path) -> None:
    name = desk.start(PLATFORMS).json["open"]["question_id"]
    where = ("--workspace", workspace)
    stored = desk.cli("prefs", "set", name, "never-ask", *where)
    assert stored.code == 0
    assert "passed over" in stored.err
    assert desk.cli("focus", "deep").code == 0
    before = desk.show().json
    desk.cli("plan", "Let users delete their account", *where, "--budget-signal", "critical")
    assert desk.show().json == before
    assert desk.cli("prefs", "check", name, *where).out.startswith("ASK_NORMALLY\nNOTE: your never")
    assert desk.start(PLATFORMS).json["status"] == "open", "deep focus defers no chain"


# --- kills and races ------------------------------------------------------------------------------


@pytest.mark.rule("SPLIT-10", "HOUSE-3")
def test_a_chain_goes_on_in_a_process_of_its_own_for_every_part(
    process: Runner, person_apart: Runner, workspace: Path, tmp_path: Path
) -> None:
    file = tmp_path / "linked.json"
    file.write_text(json.dumps(LINKED), encoding="utf-8")
    shown = process("scope", "start", file, "--workspace", workspace, "--json").json
    seen = [shown["open"]["number"]]
    for words in (
        ("answer", "D1", "cut"),
        ("answer", "D1", "hold"),
        ("continue", "D1"),
        ("answer", "D1", "defer"),
        ("answer", "D1", "include"),
        ("answer", "D1", "cut"),
        ("answer", "D1", "cut"),
        ("answer", "D1", "keep", "E1"),
        ("answer", "D1", "ship"),
    ):
        persons = words[0] == "continue" or words[-1] == "ship"
        shown = (person_apart if persons else process)("scope", *words, "--json").json
        seen.append((shown["open"] or {}).get("number", shown["status"]))
    assert seen == [
        *("D1.1", "D1.2", "held", "D1.revise-2", "D1.3", "D1.4", "D1.5"),
        *("D1.conflict-1", "D1.final", "shipped"),
    ]
    assert list(dispositions(shown).values()) == ["include", "defer", "include", "cut", "cut"]


@pytest.mark.rule("SPLIT-3", "SPLIT-10")
def test_of_processes_that_answer_the_same_part_one_wins(
    desk: Desk, environment: dict[str, str]
) -> None:
    desk.start(PLATFORMS)
    command = [sys.executable, "-m", "plangate", "scope", "answer", "D1"]
    running = [
        subprocess.Popen(
            [*command, reply, "--part", "D1.1"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for reply in ("include", "cut", "defer")
    ]
    ended = [(one.communicate(timeout=HANGS), one.returncode) for one in running]
    assert sorted(code for _, code in ended) == [3, 4, 4], ended
    shown = desk.show().json
    assert (shown["decided"], shown["open"]["number"]) == (1, "D1.2")


@pytest.mark.rule("ASK-14", "ERR-1")
@pytest.mark.parametrize("field", ["options[0].key", "skill"])
def test_a_name_that_holds_a_secret_is_refused(
    cli: Runner, workspace: Path, db: Path, field: str
) -> None:
    secret = "x-AKIAIOSFODNN7EXAMPLE"
    key, skill = (secret, "plan") if field != "skill" else ("E1", secret)
    document = {
        "decision": "Which exports ship first?",
        "skill": skill,
        "options": [{"key": key, "label": "CSV"}, {"key": "E2", "label": "PDF"}],
    }
    ran = cli("scope", "start", "-", "-w", workspace, stdin=json.dumps(document))
    refused(ran, f"{field}: looks like a secret")
    assert not db.exists() or b"AKIAIOSFODNN7" not in db.read_bytes()


# --- up to four are one question (SPLIT-2) --------------------------------------------------------


@pytest.mark.rule("SPLIT-2")
def test_up_to_four_items_are_one_question_that_takes_a_disposition_for_each(desk: Desk) -> None:
    shown = desk.start(document(4)).json
    assert shown["open"]["number"] == "D1", "no part of a chain"
    assert shown["open"]["prompt"].endswith("E1: Item 1; E2: Item 2; E3: Item 3; E4: Item 4")
    ran = desk.answer("include", "E1,", "E4;", "defer", "E2;", "cut", "rest")
    assert (ran.code, ran.json["status"]) == (0, "shipped")
    assert dispositions(ran.json) == {"E1": "include", "E2": "defer", "E3": "cut", "E4": "include"}


@pytest.mark.rule("SPLIT-1", "SPLIT-2", "ERR-1")
@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("include E1", "says nothing about E2, E3"),
        ("include E1; cut E1, E2, E3", "names 'E1' twice"),
        ("include E9; cut rest", "'E9' is not meant here"),
        ("take E1", "does not answer D1"),
    ],
)
def test_no_option_is_left_out_of_the_one_answer(desk: Desk, reply: str, said: str) -> None:
    desk.start(document(3))
    refused(desk.cli("scope", "answer", "D1", *reply.split()), said)
    assert set(dispositions(desk.show().json).values()) == {"undecided"}


@pytest.mark.rule("SPLIT-2", "SPLIT-6")
def test_a_broken_dependency_in_the_one_answer_is_asked_about(desk: Desk) -> None:
    three = LINKED | {"options": LINKED["options"][:3]}
    desk.start(three)
    clash = desk.answers("include E3; cut rest")
    assert clash["open"]["number"] == "D1.conflict-1"
    assert desk.answers("keep E1")["open"]["number"] == "D1.final"


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize(
    ("labels", "kind", "because"),
    [
        (("Python 3.11", "Python 3.12", "Python 3.13"), "alternatives", "versions"),
        (("React", "Vue", "Svelte", "Angular", "Solid"), "alternatives", "frameworks"),
        (("Grid layout", "List layout", "Card layout"), "alternatives", "layout"),
        (
            ("Slack bot", "CSV export", "Login page", "Weekly report", "Alerts"),
            "independent",
            "fea",
        ),
        (("Apples", "Pears"), "unsure", "excludes"),
    ],
)
def test_the_kind_is_read_from_the_options_and_shown_with_its_reason(
    desk: Desk, labels: tuple[str, ...], kind: str, because: str
) -> None:
    options = [{"key": f"E{n}", "label": label} for n, label in enumerate(labels)]
    shown = desk.start({"decision": "What about these?", "options": options}).json
    assert shown["kind"] == kind
    assert because in shown["why_kind"]
    told = desk.cli("scope", "show", "D1").out
    assert because in told
    how = "One of them is picked: " if kind == "alternatives" else "Each is decided by itself: "
    assert how in told


@pytest.mark.rule("SPLIT-2")
def test_beside_options_that_exclude_each_other_nothing_says_that_none_does(desk: Desk) -> None:
    options = [
        {"key": "E1", "label": "Apples", "conflicts": ["E2"]},
        {"key": "E2", "label": "Pears"},
        {"key": "E3", "label": "Plums"},
    ]
    shown = desk.start({"decision": "What about these?", "options": options}).json
    assert (shown["kind"], shown["why_kind"]) == (
        "independent",
        "only what the options name excludes another",
    )


@pytest.mark.rule("SPLIT-1", "CLI-5", "CLI-6")
def test_a_decision_that_was_left_half_way_is_said_to_wait(desk: Desk) -> None:
    name = desk.start(PLATFORMS).json["id"]
    desk.cli("scope", "answer", name, "include")
    for ran in (desk.cli("inbox"), desk.cli()):
        told = " ".join(ran.out.split())
        assert "Nothing waits" not in told
        assert "Which chat platforms ship in this release? 1 of 5 decided" in told
        assert f"plangate scope continue {name}" in told
    assert [one["id"] for one in desk.cli("inbox", "--json").json["scopes"]] == [name]
    desk.cli("scope", "answer", name, "hold")
    assert "1 of 5 decided, on hold" in " ".join(desk.cli("inbox").out.split())
    desk.cli("scope", "withdraw", name)
    assert desk.cli("inbox").out == "Nothing waits for you.\n"
