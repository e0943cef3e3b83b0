"""`plangate ooda`: turns in order, bounded by the budget, promoted to a plan (INT-3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plangate.app.acts.plans.loops import NEXT
from tests.conftest import Ran, Runner
from tests.interfaces.support import EXPLORED, PLANNED, log_of, refused, stop_report_of

ROUND = ("observe", "orient", "decide", "act")


@pytest.fixture
def loop(cli: Runner, workspace: Path) -> str:
    """A session that opened a loop."""
    return opened(cli, workspace)


def opened(cli: Runner, workspace: Path, *more: str) -> str:
    document = cli("plan", EXPLORED, "--workspace", workspace, "--json", *more).json
    assert document["outcome"] == "loop"
    return str(document["session"])


def turn(cli: Runner, session: str, name: str, text: str = "what I saw") -> dict[str, Any]:
    ran = cli("ooda", session, name, text, "--json")
    assert ran.code == 0, ran
    document: dict[str, Any] = ran.json
    return document


@pytest.mark.rule("INT-3", "CLI-1")
def test_a_loop_goes_round_turn_by_turn_and_each_is_recorded(cli: Runner, loop: str) -> None:
    for number, name in enumerate(ROUND, start=1):
        document = turn(cli, loop, name, f"turn {number}")
        assert document["schema"] == "plangate.loop/1"
        assert (document["session"], document["rounds"]) == (loop, 1)
        assert document["next"] == list(NEXT[name])
        assert [t["turn"] for t in document["turns"]] == list(ROUND[:number])
        assert document["turns"][-1]["text"] == f"turn {number}"
    assert turn(cli, loop, "observe")["rounds"] == 2
    assert log_of(cli, loop).count("LoopTurned") == 5
    shown = cli("show", loop).out
    assert "observe  turn 1" in shown
    assert cli("audit").code == 0


@pytest.mark.rule("INT-3")
def test_a_turn_tells_what_is_left_and_what_comes_next(cli: Runner, loop: str) -> None:
    assert cli("ooda", loop, "observe", "fails one run in five") == Ran(
        0,
        "observe noted; round 1, 4 rounds left\n"
        f"Clear enough? plangate ooda {loop} promote 'what became clear'\n"
        f"Next: plangate ooda {loop} orient 'what it means'\n",
        "",
    )


@pytest.mark.rule("INT-3", "CLI-5", "CLI-6")
def test_what_is_being_found_out_is_under_way_and_says_its_next_turn(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = opened(cli, workspace)
    turn(cli, loop, "observe")
    monkeypatch.chdir(workspace)
    bare = " ".join(cli().out.split())
    assert "nothing is under way" not in bare
    assert f"Next: plangate ooda {loop} orient" in bare
    status = cli("status", "--workspace", workspace)
    assert status.code == 2
    assert "being found out" in status.err
    assert f"plangate ooda {loop} promote" in " ".join(status.err.split())
    cli("plan", PLANNED, "--workspace", workspace)
    assert f"plangate ooda {loop} orient" in " ".join(cli().out.split())


@pytest.mark.rule("INT-3", "ERR-1")
@pytest.mark.parametrize(
    ("taken", "wrong"),
    [
        ([], "orient"),
        ([], "decide"),
        ([], "act"),
        (["observe"], "decide"),
        (["observe"], "act"),
        (["observe", "orient"], "observe"),
        (["observe", "orient", "decide"], "orient"),
        (["observe", "orient", "decide", "act"], "decide"),
    ],
)
def test_a_turn_out_of_order_is_refused_with_what_may_come(
    cli: Runner, loop: str, taken: list[str], wrong: str
) -> None:
    for name in taken:
        turn(cli, loop, name)
    last = taken[-1] if taken else None
    after = last or "the start"
    ran = cli("ooda", loop, wrong, "too soon")
    refused(ran, f"{wrong} cannot follow {after}", " or ".join(NEXT[last]))
    assert log_of(cli, loop).count("LoopTurned") == len(taken)


@pytest.mark.rule("INT-3")
def test_a_turn_may_be_made_again_within_its_round(cli: Runner, loop: str) -> None:
    turn(cli, loop, "observe")
    assert turn(cli, loop, "observe", "and this as well")["rounds"] == 1


@pytest.mark.rule("INT-3", "ERR-1")
@pytest.mark.parametrize(
    "text", ["", "  ", "bell\x07", "x" * 20_001], ids=["empty", "blank", "control", "long"]
)
def test_a_turn_without_usable_words_is_refused(cli: Runner, loop: str, text: str) -> None:
    refused(cli("ooda", loop, "observe", text), "observe: ")
    assert "LoopTurned" not in log_of(cli, loop)


@pytest.mark.rule("INT-3", "CLI-2", "INV-9", "STOP-4")
def test_when_the_iterations_are_spent_the_loop_says_so_and_stays_promotable(
    cli: Runner, workspace: Path
) -> None:
    session = opened(cli, workspace, "--budget", "quick")
    for _ in range(3):
        for name in ROUND:
            last = turn(cli, session, name)
    assert (last["rounds"], last["rounds_left"]) == (3, 0)
    spent = cli("ooda", session, "observe", "once more", "-v")
    assert (spent.code, spent.err) == (6, "")
    report = stop_report_of(spent.out)
    assert report["stop_reason"] == "budget_exhausted"
    assert f"plangate ooda {session} promote" in str(report["next_actions"])
    again = cli("ooda", session, "observe", "and again", "--json")
    assert (again.code, again.json["outcome"]) == (6, "stop")
    assert log_of(cli, session).count("LoopTurned") == 12
    promoted = cli("ooda", session, "promote", "Retry the flaky API call once", "--json")
    assert (promoted.code, promoted.json["outcome"]) == (0, "plan")


@pytest.mark.rule("INT-3")
def test_a_loop_is_promoted_to_a_plan_of_what_became_clear(cli: Runner, loop: str) -> None:
    turn(cli, loop, "observe")
    ran = cli("ooda", loop, "promote", "Pin the clock in tests/test_api.py", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "plan")
    assert ran.json["intake"] == "HierarchicalPlan"
    assert ran.json["intake_reasons"][0] == {
        "rule": "INT-3",
        "saw": "the loop was promoted: Pin the clock in tests/test_api.py",
    }
    titles = [task["title"] for task in ran.json["plan"]["tasks"]]
    assert "Pin the clock in tests/test_api.py" in titles
    assert ran.json["goal"] == EXPLORED
    refused(cli("ooda", loop, "observe", "once more"), "has no open loop")
    refused(cli("ooda", loop, "promote", "once more"), "has no open loop")
    assert cli("audit").code == 0


@pytest.mark.rule("INT-3", "ERR-1")
def test_a_session_without_a_loop_takes_no_turns(cli: Runner, workspace: Path) -> None:
    session = cli("plan", PLANNED, "--workspace", workspace, "--json").json["session"]
    refused(cli("ooda", session, "observe", "x"), f"{session} has no open loop")


@pytest.mark.rule("INT-3", "ASK-14")
def test_a_secret_said_in_a_turn_is_not_kept(cli: Runner, loop: str) -> None:
    secret = "sk_live_" + "a1B2c3D4" * 3
    turn(cli, loop, "observe", f"fails with {secret}")
    assert secret not in cli("show", loop).out + cli("export").out


@pytest.mark.rule("INT-3", "UND-2")
def test_what_became_clear_is_understood_by_its_own_words(cli: Runner, tmp_path: Path) -> None:
    place = tmp_path / "shop"
    place.mkdir()
    (place / "api.py").write_text("def list_orders():\n    return []\n", encoding="utf-8")
    asked = "Why does the flux time out on Mondays?"
    session = cli("plan", asked, "--workspace", place, "--json").json["session"]
    turn(cli, session, "observe")
    ran = cli("ooda", session, "promote", "Sort the orders in list_orders in api.py", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "plan"), ran
    assert any("api.py" in task["files"] for task in ran.json["plan"]["tasks"])
    assert cli("audit").code == 0


@pytest.mark.rule("INT-3", "UND-6")
def test_what_became_clear_is_asked_about_where_it_cannot_be_undone(
    cli: Runner, workspace: Path
) -> None:
    session = opened(cli, workspace)
    ran = cli("ooda", session, "promote", "Delete all orders of closed shops for good", "--json")
    assert (ran.code, ran.json["outcome"]) == (3, "question"), ran
    assert "for good" in ran.json["question"]["prompt"]
