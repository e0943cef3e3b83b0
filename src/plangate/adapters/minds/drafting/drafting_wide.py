"""Files that a change reaches beside its own place: one task for each, behind the change itself.

The history names some: what more than one commit alike touched (drafting_history.py). A change that
reaches most of a program goes place by place through what the brief found.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_spots import told_of
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed
from plangate.adapters.minds.drafting.drafting_tests import Tests, narrowed
from plangate.adapters.minds.drafting.wording.clauses_of_work import deed_of, mends
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Place
from plangate.core.words.plan_words import is_test_path
from plangate.language.tokens import shortened

_MOST, _MOST_ALONG, _LONGEST = 4, 2, 46


def carried_along(
    strands: Sequence[Strand], tasks: Sequence[Task], facts: DraftingFacts
) -> list[Task]:
    """The tasks, with those of the files that went along in changes like this; tests come last."""
    strand = next((one for one in strands if _is_built(one)), None)
    if strand is None:
        return list(tasks)
    named = [path for task in tasks for path in task.files]
    made = [
        _task(path, f"{why}: see what they did there, and do the like", (), facts, name)
        for path, why in facts.history.carried(named)[:_MOST_ALONG]
        for name in [f"{strand.archetype.id}.along.{path}"]
    ]
    made = [
        needing(purposed(one, strand.clauses, f"with {one.files[0]}"), strand.cores) for one in made
    ]
    late = tuple(task.id for task in made)
    return [*(needing(task, late) if _tests(task, strand) else task for task in tasks), *made]


def noted(strands: Sequence[Strand], pages: Sequence[Task], facts: DraftingFacts) -> list[Task]:
    """The pages a plan writes, and the note that changes here leave in the changelog."""
    told = {path for page in pages for path in page.files}
    logs = [path for path in facts.history.changelogs if path not in told]
    strand = next((one for one in strands if not one.archetype.acts), None)
    if not logs or strand is None or len(logs) < len(facts.history.changelogs):
        return list(pages)
    where, is_folder = logs[0], logs[0].endswith("/")
    note = Task(
        id=f"{strand.archetype.id}.note",
        title=f"Add a note to {where}" if is_folder else f"Add a line to {where}",
        description=f"Add to {where} what users notice, in the form of the entries there: changes "
        "of the program are noted there as a habit",
        files=() if is_folder else (where,),
        complexity=1,
        check=f"the newest entry of {where} tells this change in the words of its users",
    )
    return [*pages, needing(purposed(note, strand.clauses, "note"), strand.cores)]


def _is_built(strand: Strand) -> bool:
    """Whether a kind of change is work on the program, and no repair: that takes what it takes."""
    return not strand.archetype.acts and not all(map(mends, strand.clauses))


def _tests(task: Task, strand: Strand) -> bool:
    only_tests = bool(task.files) and all(map(is_test_path, task.files))
    return only_tests and not set(strand.cores).isdisjoint(task.depends_on)


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
    spot = facts.spots.in_file(place.path)
    names = [symbol.rpartition(":")[0] for symbol in place.symbols[:3]]
    looked = f" ({', '.join(names)})" if names else ""
    begin = f". Where: {told_of(spot)}" if spot else ""
    why = f"; it was found by {place.why[0]}" if place.why and not spot else ""
    deed = (
        f"Change in {place.path}{looked if not spot else ''} what “{said}” asks of it{begin}{why}"
    )
    task = _task(place.path, deed, place.tests, facts, name)
    if spot is None or not spot.symbol:
        return task
    return task._replace(title=f"Carry it into `{spot.symbol}` ({posixpath.basename(place.path)})")


def _task(path: str, deed: str, known: Sequence[str], facts: DraftingFacts, name: str) -> Task:
    tests = facts.proof.tests_of(path) or (Tests(known[0]) if known else None)
    command = facts.proof.command(tests.path if tests else path)
    run = narrowed(command, tests.path if tests else None) if command else ""
    return Task(
        id=name,
        title=f"Change {'/'.join(path.split('/')[-2:])} along with it",
        description=deed,
        files=(path,),
        complexity=4,
        preconditions=(f"{command} passes before the change",) if command else (),
        check=f"{run} passes, and nothing there still relies on the old way"
        if run
        else "nothing there still relies on the old way, looked at by hand",
    )
