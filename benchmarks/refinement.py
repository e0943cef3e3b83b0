"""What refining a plan of 50 tasks costs, next to a bare Python that does nothing.

    python benchmarks/refinement.py [ROUNDS]

Both sides are measured with the processor's clock: the one that starts a process by what the
process used. The plan is thin: nothing verifies it, its tasks are big and in no order, so every
expander has work. The second table is the same with more tasks, to see how the cost grows.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_most, by_best, print_table, rounds, take_turns
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.log.session import Session
from plangate.core.model.nouns import Task
from plangate.core.model.policy.plan_policy import PlanPolicy
from plangate.core.moves import ExpandPlan
from plangate.core.plans.expanders import expansion

LIMIT = 5
TASKS = 50
SIZES = (50, 200, 800)
GOAL = "Add rate limiting to the public API and tell callers when they may try again"


class Ruled(ScriptedProposer):
    """Drafts what it is given and expands as the rules do."""

    def expand(self, chore: ExpandPlan) -> tuple[Task, ...]:
        return expansion(chore)


def thin(number: int) -> Task:
    return Task(
        id=f"t{number}",
        title=f"Limit service {number}",
        description=f"Wire service {number} to the limiter; return 429; log who was limited",
        files=(f"app/service_{number}.py", f"app/limits_{number}.py"),
        complexity=9 if number % 5 == 0 else 6,
        answers_to=f"service {number}",
    )


def refined(size: int) -> Session:
    """A session whose plan is drafted and refined; nothing is looked up and nothing stored."""
    numbers = count(1)
    planner = Planner(
        store=MemoryStore(),
        clock=FrozenClock(),
        proposer=Ruled(tasks=[thin(number) for number in range(size)]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: f"s{next(numbers)}",
    )
    policy = PlanPolicy(loop_mode="always", refine_budget_tokens=1_000_000)
    return planner.start(GOAL, "/w", SessionOptions(complexity=8, plan_policy=policy)).session


def bare() -> None:
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def used() -> float:
    """The processor's seconds of this process and of those it waited for."""
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + below.ru_utime + below.ru_stime


def main() -> None:
    number = rounds(10)
    sides: dict[str, Callable[[], object]] = {"bare": bare, "refined": partial(refined, TASKS)}
    taken = take_turns(sides, number, clock=used)
    ratio = by_best(taken["refined"], taken["bare"])
    session = refined(TASKS)
    told = session.telemetry
    assert told is not None
    rows = [
        (
            f"{taken['bare'].best * 1e3:.1f}",
            f"{taken['refined'].best * 1e3:.1f}",
            f"{ratio:.2f} ×",
            at_most(ratio, LIMIT),
            f"{told['task_count_before_refine']} to {told['task_count_after_refine']}",
            f"{told['refinement_rounds']}, {told['loop_stop_reason']}",
        )
    ]
    head = ("bare Python, ms", "plan refined, ms", "of bare Python", "limit", "tasks", "rounds")
    print_table(f"A session with a thin plan of {TASKS} tasks", head, rows)
    grown = take_turns({str(size): partial(refined, size) for size in SIZES}, max(3, number // 3))
    each = {size: grown[str(size)].best / size * 1e6 for size in SIZES}
    print_table(
        "Microseconds for each drafted task",
        [f"{size:,} tasks" for size in SIZES],
        [[f"{each[size]:.0f}" for size in SIZES]],
    )


if __name__ == "__main__":
    main()
