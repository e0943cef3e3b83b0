"""A change that reaches most of a program goes place by place: one task for each that was found."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts, Tests, narrowed
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed
from plangate.adapters.minds.drafting.drafting_words import deed_of
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Place
from plangate.language.clauses import shortened

_MOST, _LONGEST = 4, 46


def place_by_place(
    strands: Sequence[Strand], tasks: Sequence[Task], facts: DraftingFacts
) -> list[Task]:
    """Tasks for the places the plan does not work in yet, each behind the change itself."""
    named = [path for task in tasks for path in task.files]
    strand = strands[0]
    said = shortened(deed_of(strand.clauses[0]), _LONGEST)
    made: list[Task] = []
    for number, place in enumerate(facts.further(named)[:_MOST], start=1):
        task = _carried(place, said, facts, f"{strand.archetype.id}.wide.{number}")
        made.append(needing(purposed(task, strand.clauses, f"wide {place.path}"), strand.cores))
    return made


def _carried(place: Place, said: str, facts: DraftingFacts, name: str) -> Task:
    names = [symbol.rpartition(":")[0] for symbol in place.symbols[:3]]
    looked = f" ({', '.join(names)})" if names else ""
    why = f"; it was found by {place.why[0]}" if place.why else ""
    tests = facts.tests_of(place.path) or (Tests(place.tests[0]) if place.tests else None)
    command = facts.command("test")
    run = narrowed(command, tests.path if tests else None) if command else ""
    return Task(
        id=name,
        title=f"Change {posixpath.basename(place.path)} too: {said}",
        description=(
            f"Change in {place.path}{looked} what “{said}” asks of it{why}. Say in the commit what "
            "stays as it is"
        ),
        files=(place.path,),
        complexity=4,
        preconditions=(f"{command} passes before the change",) if command else (),
        check=f"{run} passes, and nothing there still relies on the old way"
        if run
        else "nothing there still relies on the old way, looked at by hand",
    )
