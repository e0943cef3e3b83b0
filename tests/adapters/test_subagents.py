"""Dispatches side by side: parallel, bounded in time, and an error is never evidence."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from plangate.adapters.memory import ScriptedInvestigator
from plangate.adapters.subagents import Subagents
from plangate.app.ports import Surveyed
from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Dispatch, Strategy, Subagent
from plangate.core.moves import Investigate, Survey

Look = Callable[[Dispatch, Callable[[], float]], EvidenceGathered]


class Explore:
    """A subagent that does what a test says."""

    def __init__(self, look: Look) -> None:
        self._look = look

    def survey(self, chore: Survey) -> Surveyed:
        return ScriptedInvestigator().survey(chore)

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        assert chore.about(dispatch) == ()
        return self._look(dispatch, time_left)


def sent(*dispatches: Dispatch) -> Investigate:
    return Investigate("/nowhere", "a goal", (), dispatches)


def dispatch(
    name: str,
    subagent: Subagent = "explore",
    strategy: Strategy = "code search",
    seconds: float = 60.0,
) -> Dispatch:
    return Dispatch(name, subagent, strategy, f"what {name} wants", (), (), seconds)


def found(at: Dispatch) -> EvidenceGathered:
    return EvidenceGathered(at.strategy, (), {}, at.calls, 0.0, dispatch=at.id)


@pytest.mark.rule("INV-3")
def test_independent_dispatches_run_at_the_same_time() -> None:
    both_there = threading.Barrier(2, timeout=10)

    def meets_the_other(at: Dispatch, _time_left: Callable[[], float]) -> EvidenceGathered:
        both_there.wait()
        return found(at)

    subagents = Subagents(Explore(meets_the_other), Explore(meets_the_other))
    findings = subagents.investigate(sent(dispatch("a"), dispatch("b", "librarian")))

    assert [(finding.dispatch, finding.outcome) for finding in findings] == [
        ("a", "done"),
        ("b", "done"),
    ]


@pytest.mark.rule("INV-4")
def test_a_subagent_that_passes_its_time_is_cancelled_and_marked_partial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("plangate.adapters.subagents._GRACE", 0.0)
    never = threading.Event()

    def hangs(at: Dispatch, time_left: Callable[[], float]) -> EvidenceGathered:
        if at.id == "slow":
            never.wait(10)
        assert time_left() <= at.seconds
        return found(at)

    findings = Subagents(Explore(hangs)).investigate(
        sent(dispatch("slow", seconds=0.0), dispatch("quick"))
    )
    never.set()

    assert [finding.outcome for finding in findings] == ["partial", "done"]
    assert findings[0].evidence == ()
    assert findings[0].limits == ("explore (code search) was cancelled after 0 s",)


@pytest.mark.rule("INV-4")
def test_an_error_is_a_failed_finding_with_a_signature_and_no_evidence() -> None:
    def breaks(at: Dispatch, _time_left: Callable[[], float]) -> EvidenceGathered:
        raise PermissionError(f"no way in,\nwhatever {at.strategy} does")

    findings = Subagents(Explore(breaks)).investigate(sent(dispatch("a"), dispatch("b")))

    assert {finding.outcome for finding in findings} == {"failed"}
    assert all(finding.evidence == () and finding.exhaustion == {} for finding in findings)
    assert {finding.failure for finding in findings} == {
        "PermissionError: no way in, whatever code search does"
    }


@pytest.mark.rule("INV-4")
def test_sending_a_subagent_nobody_is_fails_and_says_so(tmp_path: Path) -> None:
    subagents = Subagents(Explore(lambda at, _: found(at)))

    [finding] = subagents.investigate(sent(dispatch("a", "librarian", "documentation")))

    assert finding.outcome == "failed"
    assert "librarian" in str(finding.failure)
    assert subagents.survey(Survey(str(tmp_path), "a goal")).strategies == ("code search",)
