"""The approach of a plan in words (WEB-3): a few sentences, each said by the plan's own data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.core.log.session import Session
from plangate.core.model.graphs import grounds
from plangate.core.model.nouns import Assumption, Plan, Task
from plangate.core.plans.plan_graph import is_confirmed
from plangate.core.plans.work.task_progress import WorkState, waiting_on
from plangate.interfaces.web.words import short
from plangate.language.tokens import counted

_MOST_NAMED = 3


def approach(session: Session, plan: Plan, now: WorkState) -> list[str]:
    """WEB-3: how the goal is reached, on what that rests, what waits and what is for good."""
    return [
        _way(session, plan, now),
        _ground(session, plan),
        *_waiting(session, plan),
        _for_good(plan),
    ]


def _way(session: Session, plan: Plan, now: WorkState) -> str:
    goal = f"To reach “{short(session.topic, 120)}”"
    left = [task for task in plan.tasks if task not in now.done]
    if not left:
        return f"{goal} there {_were(len(plan.tasks))}, all done."
    first = now.started or now.ready
    verb = "under way is" if now.started else "it begins with"
    begins = f"{verb} {_named(first)}" if first else "nothing can begin yet"
    last = {task.id: task for task in plan.tasks}[now.critical_path[-1]]
    end = f", and the longest way ends with {_named([last])}" if last not in first else ""
    steps = counted(len(left), "task")
    return f"{goal} there {'is' if len(left) == 1 else 'are'} {steps} to do: {begins}{end}."


def _were(number: int) -> str:
    return f"{'was' if number == 1 else 'were'} {counted(number, 'task')}"


def _ground(session: Session, plan: Plan) -> str:
    used = {name for names in grounds(plan).values() for name in names}
    entries = [entry for name, entry in session.assumptions.items() if name in used]
    said = _decisions([each for each in entries if is_confirmed(each)])
    guesses = [each for each in entries if not is_confirmed(each)]
    verb = "was" if len(guesses) == 1 else "were"
    parts = [f"on {said}, decided by a person"] if said else []
    parts += [f"on {_decisions(guesses)}, which {verb} assumed"] if guesses else []
    if not parts:
        return "No task of it rests on a decision that was taken or assumed."
    return f"It rests {', and '.join(parts)}."


def _waiting(session: Session, plan: Plan) -> Iterator[str]:
    """ASK-17: what hangs on decisions that nobody has taken, by the questions' numbers."""
    found = waiting_on(session, plan)
    waiting = [task for task in plan.tasks if task.id in found]
    if not waiting:
        return
    numbers = {q.question_id: q.number for q in session.questions.values()}
    names = dict.fromkeys(name for task in waiting for name in found[task.id])
    about = ", ".join(str(numbers.get(name) or name) for name in names)
    verb = "waits" if len(waiting) == 1 else "wait"
    rest = "" if len(waiting) < len(plan.tasks) else " Until then nothing of it can begin."
    yield f"Until {about} is decided {_named(waiting)} {verb}.{rest}"


def _for_good(plan: Plan) -> str:
    final = [task for task in plan.tasks if task.reversibility == "irreversible"]
    return (
        f"{_named(final)} cannot be undone."
        if final
        else "No step of it is marked as one that cannot be undone."
    )


def _named(tasks: Sequence[Task]) -> str:
    return _joined([f"{task.id} “{short(task.title, 60)}”" for task in tasks])


def _decisions(entries: Sequence[Assumption]) -> str:
    return _joined([f"“{short(entry.decision, 80)}”" for entry in entries])


def _joined(parts: Sequence[str]) -> str:
    """A few of them by name, the rest by their number."""
    more = len(parts) - _MOST_NAMED
    shown = [*parts[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))
