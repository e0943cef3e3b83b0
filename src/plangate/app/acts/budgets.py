"""A person gives a running session more to look with (INV-1)."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.app.planner import Advanced, Planner
from plangate.core.events import event as e
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.policy import Budget
from plangate.core.model.shapes import Whole

#: INV-1: as far as a budget can ever go; iterations may besides be doubled once.
_MOST_CALLS, _MOST_SECONDS = 30, 1800


def raise_budget(
    planner: Planner,
    name: str,
    *,
    iterations: int | None = None,
    calls: int | None = None,
    seconds: int | None = None,
    by: str,
) -> Advanced:
    """Raise what is named and look further. A question that was open is taken back unanswered."""
    claimed = by

    def act(session: Session) -> Sequence[e.Event]:
        now = session.inquiry.allowed
        if not session.open_ambiguities:
            raise BadInput("session", f"{session.id} has nothing open to look for")
        most = max(now.iterations, 2 * session.begun.budget.iterations)
        raised = Budget(
            _raised(iterations, now.iterations, most, "--iterations"),
            _raised(calls, now.calls, max(now.calls, _MOST_CALLS), "--calls"),
            _raised(seconds, now.seconds, max(now.seconds, _MOST_SECONDS), "--seconds"),
        )
        command = f"plangate resume {session.id} --calls N"
        done = planner.require("budget", command, workspace=session.begun.workspace)
        by = done.signed(claimed)
        question = session.open_question
        taken_back: list[e.Event] = []
        if question is not None:
            if question.joined:  # GATE-19
                others = ", ".join(other.session for other in question.joined)
                raise BadInput("session", f"{question.id} is waited for by {others} too")
            taken_back = [e.QuestionWithdrawn(str(question.id), by, e.LOOKING_FURTHER)]
        return (*taken_back, e.BudgetRaised(raised, by))

    planner.change(name, act)
    return planner.advance(name)


def _raised(wanted: int | None, now: int, most: int, field: str) -> int:
    """A budget is raised, never lowered, and not beyond its end."""
    return now if wanted is None else int(Whole(now, most).read(wanted, field))
