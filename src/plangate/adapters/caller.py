"""The caller of `ask_human` as proposer and investigator: it knows its options and vouches.

A program that asks a person has looked for itself; what it looked at is not ours to see, and the
evidence says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.app.ports import Surveyed
from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Ambiguity, Evidence, Task
from plangate.core.moves import DraftPlan, ExpandPlan, Investigate, Propose, Survey

_VOUCHED = "the program that asks vouches that nothing it can look at decides this"


class Caller:
    """One ambiguity, handed in; what follows from its answer is the caller's to do."""

    def __init__(self, ambiguity: Ambiguity) -> None:
        self._ambiguity = ambiguity

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:  # noqa: ARG002 - the port has it
        return (self._ambiguity,)

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        held = chore.readings.get(self._ambiguity.id)
        words = chore.in_own_words.get(self._ambiguity.id, "")
        label = self._ambiguity.reading(held).label if held else words
        final = held is not None and self._ambiguity.reading(held).reversibility == "irreversible"
        task = Task(
            id="t1",
            title=label,
            description=f"Go on with {label}, as the program that asked does",
            check="the program that asked goes on",
            reversibility="irreversible" if final else "reversible",
            rests_on=(self._ambiguity.id,),
            answers_to=chore.goal,
        )
        return (task,)

    def expand(self, chore: ExpandPlan) -> Sequence[Task]:
        return chore.plan.tasks

    def survey(self, chore: Survey) -> Surveyed:  # noqa: ARG002 - the port has it
        return Surveyed(constraints=("asked by a program",), evidence=())

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        return [
            EvidenceGathered(
                strategy=dispatch.strategy,
                evidence=(self._word(dispatch.id),),
                exhaustion={part: [f"vouched:{dispatch.id}"] for part in dispatch.parts},
                calls=dispatch.calls,
                seconds=0.0,
                dispatch=dispatch.id,
                subagent=dispatch.subagent,
            )
            for dispatch in chore.dispatches
        ]

    def _word(self, dispatch: str) -> Evidence:
        return Evidence(
            id=f"vouched:{dispatch}",
            ambiguity=self._ambiguity.id,
            source="repo_facts",
            supports=None,
            confidence=0.0,
            kind="vouched",
            fact=_VOUCHED,
        )
