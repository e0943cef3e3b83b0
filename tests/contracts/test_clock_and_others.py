"""The contracts of the smaller ports: Clock, Proposer, Investigator, Witness, Notifier.

One list of adapters per port; a further adapter is one more row. Everything is tried with goals and
workspaces nobody had in mind when the adapter was written.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from plangate.adapters.explore.explorer import Explorer
from plangate.adapters.machine.system import SystemClock, new_id
from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.adapters.repo.checkout.quotes import QuoteReader
from plangate.adapters.subagents import Subagents
from plangate.adapters.telling.own_commands import CommandNotifier
from plangate.app.ports import Clock, Investigator, Notifier, Proposer, Witness
from plangate.core.log.chain import moment, time_of
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    REVERSIBILITIES,
    Ambiguity,
    Dispatch,
    Evidence,
    Interpretation,
    Option,
    Question,
)
from plangate.core.moves import DraftPlan, Investigate, Propose, Survey

GOALS = (
    "Add rate limiting to the public API",
    "Add authentication. It should be passwordless, and users should set strong passwords.",
    "🦊 הוסף \"באנר\"\n- to the page\n- and 'there'",
    "x",
    "delete " * 2_000,
)
STORAGE = Ambiguity(
    "storage",
    (
        Interpretation("file", "A local file", "adds one file", 0.5, 0.5, "reversible", ("a.py",)),
        Interpretation("table", "A new table", "adds a table", 0.5, 0.9, "partial", ("db",)),
    ),
)

CLOCKS: Sequence[Clock] = (SystemClock(), FrozenClock())
PROPOSERS: Sequence[Proposer] = (
    RulesProposer(lambda _workspace: shipped_dimensions()),
    ScriptedProposer([STORAGE]),
    ScriptedProposer(),
)
INVESTIGATORS: Sequence[Investigator] = (
    Subagents(Explorer(lambda _workspace: shipped_dimensions())),
    ScriptedInvestigator(),
)

clocks = pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: type(clock).__name__)
proposers = pytest.mark.parametrize("proposer", PROPOSERS, ids=["rules", "scripted", "silent"])
investigators = pytest.mark.parametrize("investigator", INVESTIGATORS, ids=["explorer", "scripted"])
goals = pytest.mark.parametrize("goal", GOALS, ids=["api", "auth", "strange", "short", "long"])


# --- clocks and ids -------------------------------------------------------------------------------


@clocks
@pytest.mark.rule("REC-1", "ASK-8")
def test_a_clock_knows_its_zone_and_never_goes_back(clock: Clock) -> None:
    times = [clock.now() for _ in range(100)]

    assert all(time.tzinfo is not None for time in times)
    assert times == sorted(times)


@clocks
@pytest.mark.rule("ASK-8")
def test_a_time_written_down_is_the_same_time_to_the_millisecond(clock: Clock) -> None:
    now = clock.now()

    assert timedelta() <= now - time_of(moment(now)) < timedelta(milliseconds=1)


@pytest.mark.rule("REC-1")
def test_times_written_down_are_in_order_as_text() -> None:
    start = datetime(2026, 12, 31, 23, 59, 59, 998_500, UTC)
    times = [start + timedelta(microseconds=700 * step) for step in range(20)]

    texts = [moment(time) for time in times]

    assert texts == sorted(texts)
    assert {len(text) for text in texts} == {24}


@pytest.mark.rule("ASK-8")
def test_a_frozen_clock_moves_when_it_is_told_to_and_only_then() -> None:
    clock = FrozenClock()
    before = clock.now()
    assert clock.now() == before

    clock.pass_time(minutes=5, milliseconds=1)

    assert clock.now() - before == timedelta(minutes=5, milliseconds=1)


@pytest.mark.rule("REC-1")
def test_ids_are_short_plain_and_not_met_twice() -> None:
    ids = [new_id() for _ in range(5_000)]

    assert len(set(ids)) == len(ids)
    assert all(
        len(name) == 8 and name.isascii() and name.islower() | name.isdigit() for name in ids
    )
    assert not set("".join(ids)) & set("01ilo"), "letters that are mistaken for digits"


# --- proposers ------------------------------------------------------------------------------------


@proposers
@goals
@pytest.mark.rule("VOI-1", "GATE-15")
def test_what_is_proposed_can_be_weighed(proposer: Proposer, goal: str) -> None:
    found = proposer.propose(Propose(goal, ()))

    assert len({ambiguity.id for ambiguity in found}) == len(found)
    for ambiguity in found:
        readings = ambiguity.interpretations
        assert len(readings) >= 2
        assert len({reading.id for reading in readings}) == len(readings)
        assert sum(reading.prior for reading in readings) == pytest.approx(1, abs=0.01)
        assert all(reading.prior > 0 and 0 < reading.complexity <= 1 for reading in readings)
        assert all(reading.reversibility in REVERSIBILITIES for reading in readings)
        if ambiguity.safe_default is not None:
            assert ambiguity.reading(ambiguity.safe_default).reversibility != "irreversible"


@proposers
@goals
@pytest.mark.rule("REC-2")
def test_the_same_goal_gets_the_same_proposals_and_the_same_draft(
    proposer: Proposer, goal: str
) -> None:
    chore = Propose(goal, ())

    assert list(proposer.propose(chore)) == list(proposer.propose(chore))
    assert list(proposer.draft(drafting(proposer, goal))) == list(
        proposer.draft(drafting(proposer, goal))
    )


@proposers
@goals
@pytest.mark.parametrize("one_task_group", [False, True])
@pytest.mark.rule("PLAN-1", "PLAN-2")
def test_a_draft_is_a_graph_that_can_be_put_in_order(
    proposer: Proposer, goal: str, one_task_group: bool
) -> None:
    tasks = list(proposer.draft(drafting(proposer, goal)._replace(one_task_group=one_task_group)))

    assert tasks
    assert {task.id for task in in_order(tasks)} == {task.id for task in tasks}
    assert all(1 <= task.complexity <= 10 for task in tasks)
    assert all(task.title.strip() and task.description.strip() for task in tasks)


def drafting(proposer: Proposer, goal: str) -> DraftPlan:
    """The chore of a plan under the first reading of everything proposed."""
    found = tuple(proposer.propose(Propose(goal, ())))
    return DraftPlan(
        goal=goal,
        workspace="/shop",
        readings={ambiguity.id: ambiguity.interpretations[0].id for ambiguity in found},
        ambiguities=found,
        evidence=(),
        complexity=5,
        one_task_group=False,
        previous=None,
    )


# --- investigators --------------------------------------------------------------------------------


def investigating(workspace: Path, goal: str) -> Investigate:
    return Investigate(
        workspace=str(workspace),
        goal=goal,
        ambiguities=(STORAGE,),
        dispatches=(
            Dispatch(
                id="i1",
                subagent="explore",
                strategy="code search",
                looks_for="where things are kept",
                ambiguities=(STORAGE.id,),
                parts=(*EXHAUSTION_PARTS, "investigation"),
                seconds=60.0,
            ),
        ),
    )


@investigators
@goals
@pytest.mark.rule("ASK-6", "INV-3")
def test_what_is_found_are_facts_that_name_what_they_are_about(
    investigator: Investigator, workspace: Path, goal: str
) -> None:
    [found] = investigator.investigate(investigating(workspace, goal))

    ids = [fact.id for fact in found.evidence]
    assert len(set(ids)) == len(ids)
    assert {fact.ambiguity for fact in found.evidence} <= {STORAGE.id, None}
    assert all(0 <= fact.confidence <= 1 for fact in found.evidence)
    named = {name for part in found.exhaustion.values() for name in part}
    assert named <= set(ids), "a part of exhaustion names evidence, not words"
    assert (found.dispatch, found.outcome, found.calls) == ("i1", "done", 1)
    assert found.seconds >= 0


@investigators
@pytest.mark.rule("INV-2", "INV-11")
def test_looking_changes_nothing(investigator: Investigator, workspace: Path) -> None:
    def state() -> dict[str, tuple[bytes, int]]:
        files = [path for path in workspace.rglob("*") if path.is_file()]
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    before = state()
    seen = investigator.survey(Survey(str(workspace), GOALS[0]))
    investigator.investigate(investigating(workspace, GOALS[0]))

    assert state() == before
    assert all(isinstance(fact, Evidence) for fact in seen.evidence)


@investigators
@pytest.mark.parametrize("what", ["empty", "gone", "a file"])
@pytest.mark.rule("INV-4")
def test_a_workspace_with_nothing_to_see_is_no_error(
    investigator: Investigator, tmp_path: Path, what: str
) -> None:
    place = tmp_path / "workspace"
    if what == "empty":
        place.mkdir()
    elif what == "a file":
        place.write_text("no directory", encoding="utf-8")

    investigator.survey(Survey(str(place), GOALS[0]))
    [found] = investigator.investigate(investigating(place, GOALS[0]))

    assert all(fact.supports is None for fact in found.evidence)


# --- witnesses ------------------------------------------------------------------------------------


@pytest.mark.rule("MCP-3", "INV-11")
@pytest.mark.parametrize(
    "locator",
    [
        "../outside.py:1",
        "./../outside.py",
        "link.py",
        ".git/config",
        "a" * 300,
        "a\0b",
        "",
        ":1",
        "app",
    ],
)
def test_a_witness_vouches_only_for_what_stands_in_a_file_of_the_workspace(
    tmp_path: Path, locator: str
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    quoted = "limit = counted_in(redis)"
    for path in (place / "app.py", tmp_path / "outside.py"):
        path.write_text(f"{quoted}\n", encoding="utf-8")
    (place / "link.py").symlink_to(tmp_path / "outside.py")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all of it")):
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
        subprocess.run(command, cwd=place, check=True, capture_output=True)
    with (place / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(f"# {quoted}\n")
    witness: Witness = QuoteReader()

    assert witness.seen(str(place), "app.py:1", quoted).digest
    passed_over = witness.seen(str(place), locator, quoted)
    assert passed_over.digest is None
    assert passed_over.why_not


# --- notifiers ------------------------------------------------------------------------------------

QUESTION = Question(
    question_id="storage",
    kind="multiple_choice",
    prompt="Where is it kept 🦊?",
    why_now="it decides the plan",
    stakes="one file or a table",
    options=(Option("a", "A local file", "adds one file", "file", "reversible"),),
    default="a",
    default_reason="the most conservative",
    recommended="a",
    risk_if_wrong="low",
    one_way=False,
    blocker_type="ambiguous_goal",
    missing=None,
    evidence_summary=(),
    exhaustion=None,
    id="s1-q1",
    number="D1",
    session="s1",
    status="pending",
)
FAILING = (
    ("/no/such/program",),
    (sys.executable, "-c", "raise SystemExit(3)"),
    (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"),
)


@pytest.mark.rule("ASK-7")
@pytest.mark.parametrize("command", FAILING, ids=["missing", "failing", "killed"])
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # it is started and not waited for
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_notifier_that_fails_harms_nobody(command: tuple[str, ...]) -> None:
    said: list[str] = []
    notifier: Notifier = CommandNotifier(command, said.append)

    notifier.notify("created", QUESTION)

    assert all("\n" not in line.strip() for line in said)
