"""A mind that wraps another and adds a task of its own: every plan ends in a decision record.

As an entry point of `plangate.minds` it would be chosen by `[use] mind` (docs/extend.md); here a
planner gets it by hand, with everything else from memory.

    python examples/decision_records.py
"""

from collections.abc import Sequence

from plangate import Planner
from plangate.extend import (
    Ambiguity,
    DraftPlan,
    ExpandPlan,
    FrozenClock,
    MemoryStore,
    Propose,
    Proposer,
    ScriptedInvestigator,
    ScriptedProposer,
    Task,
)


class DecisionRecords:
    def __init__(self, own: Proposer) -> None:
        self.own = own

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:
        return self.own.propose(chore)

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        tasks = list(self.own.draft(chore))
        last = tasks[-1]
        record = last._replace(
            id=f"t{len(tasks) + 1}",
            title="Write the decision record",
            description="Write what was decided, and why, into docs/decisions.md",
            files=("docs/decisions.md",),
            depends_on=(last.id,),
        )
        return [*tasks, record]

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        return self.own.expand(chore)


if __name__ == "__main__":
    planner = Planner(
        store=MemoryStore(),
        clock=FrozenClock(),
        proposer=DecisionRecords(ScriptedProposer()),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "s1",
    )
    plan = planner.start("Rewrite the scheduler and migrate its queue", "/srv/shop").session.plan
    assert plan is not None
    for task in plan.tasks:
        print(f"{task.id}  {task.title}")
