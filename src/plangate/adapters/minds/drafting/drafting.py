"""Drafting without a model: a goal, what was decided about it and what the repository shows become
a graph of tasks.

The goal's clauses are sorted by the kind of change they ask for (drafting_archetypes.py); each kind
brings its tasks once, with one core task for every clause of it. A settled decision is a task of
its own before the core it concerns, and the core rests on it. Work that cannot be undone waits
behind a safeguard. A goal of little weight gets few tasks: the ones that only pay for larger goals
have a level. No task is there to make up a number: a plan without one says the same (ADQ-17).

The same chore always gives the same tasks; what a task answers to is the same in every draft that
has it, so that a revision knows it again (core/plans/revisions.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from plangate.adapters.minds.drafting.drafting_acting import acting
from plangate.adapters.minds.drafting.drafting_answers import (
    nothing_left,
    old_one_out,
    work_left,
)
from plangate.adapters.minds.drafting.drafting_archetypes import (
    Archetype,
    Template,
    plain_archetype,
    shipped_archetypes,
)
from plangate.adapters.minds.drafting.drafting_decisions import (
    HARDEST,
    LOOKING,
    as_answered,
    at_site,
    decided_tasks,
    resting,
    shaped,
)
from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_fill import Site, site_of, task_of
from plangate.adapters.minds.drafting.drafting_kin import (
    apart,
    drawn_by,
    kin_for,
    with_kin,
)
from plangate.adapters.minds.drafting.drafting_notes import noted
from plangate.adapters.minds.drafting.drafting_safeguards import guarded, reversibility_of, safe
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed, strands_of
from plangate.adapters.minds.drafting.drafting_tests import is_code
from plangate.adapters.minds.drafting.wording.clauses_of_work import (
    EXPECTED,
    PieceOfWork,
    asks_for_a_test,
    guesses,
    is_left_open,
    lowered,
    parsed,
    says_why,
    spares_tests,
)
from plangate.adapters.minds.drafting.wording.deeds import capital, is_wished
from plangate.adapters.minds.drafting.wording.titles import titled
from plangate.core.investigation.named_places import named_in
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Task
from plangate.core.moves import DraftPlan
from plangate.core.words.plan_words import action_verb, is_test_path, verification
from plangate.language.clauses import forbids, likens
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of, read_issue
from plangate.language.issues.reports import is_report
from plangate.language.paths import named_paths
from plangate.language.words.row_patterns import any_case

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension

#: ADQ-6: a task from here on says which test shows that it works.
_NEEDS_TEST = 7


def draft_plan(
    chore: DraftPlan,
    dimensions: Sequence[Dimension],
    kinds: Sequence[Archetype] | None = None,
) -> list[Task]:
    """The tasks of a goal, each behind what it depends on, their ids t1, t2 …"""
    title = _title(chore.goal)
    chore = _wished(chore)
    chore, work = with_kin(chore, _led_by(title, work_left(chore)))
    if not work:
        return nothing_left(chore)
    told = " ".join(chore.in_own_words.values())
    named = named_in(told, chore.evidence) if len(work) == 1 else ()
    facts = DraftingFacts(chore.evidence, chore.seen, for_several=len(work) > 1, named=named)
    facts.proof.spared = any(spares_tests(clause.text) for clause in hear(chore.goal).clauses)
    decided = [] if chore.one_task_group else decided_tasks(chore, dimensions)
    kinds = shipped_archetypes() if kinds is None else kinds
    strands = apart(chore.seen, strands_of(chore, work, dimensions, kinds))
    tasks = _drafted(chore, strands, decided, facts)
    tasks += old_one_out(chore, tasks)
    return _numbered(shaped(chore, tasks, strands))


def _title(goal: str) -> str:
    """What a text of several lines is headed by, where that says what is wanted."""
    issue = read_issue(goal)
    says = len(issue.title.split()) >= _SAYS_MUCH and "\n" in goal.strip()
    return issue.title if says and not is_report(issue.title) else ""


#: So many words of a title say what is wanted.
_SAYS_MUCH = 3


def _led_by(title: str, work: list[PieceOfWork]) -> list[PieceOfWork]:
    """The work of an issue, its title before what the story below it seems to ask for."""
    low = title.casefold().strip(" .")
    if not low or any(one.text.casefold() in low or low in one.text.casefold() for one in work):
        return work
    told = [line for one in work for line in (*one.remarks, one.text) if line.casefold() != low]
    return [parsed(title.strip(" ."))._replace(remarks=tuple(dict.fromkeys(told)))]


def _wished(chore: DraftPlan) -> DraftPlan:
    """UND-10: of an issue pasted whole only the wishes are drafted from."""
    issue, wanted = read_issue(chore.goal), goal_of(chore.goal)
    ordered = any(clause.wants or is_wished(clause.text) for clause in hear(wanted).clauses)
    shown = issue.of("actual", "traceback") or is_report(issue.title)
    if not issue.tells_trouble or (ordered and not shown):
        return chore._replace(goal=wanted)
    meant = " ".join(issue.of("expected").split()).strip(" .")
    return chore._replace(goal=f"Fix: {wanted}{f' {EXPECTED}{meant}.' if meant else ''}")


# --- tasks ----------------------------------------------------------------------------------------


def _drafted(
    chore: DraftPlan,
    strands: Sequence[Strand],
    decided: Sequence[Task],
    facts: DraftingFacts,
) -> list[Task]:
    """All tasks of a plan under names of their own: `endpoint.handler.1`, `datastore`."""
    tasks: list[Task] = []
    pages: list[Task] = []
    settled = {name for task in decided for name in task.rests_on}
    for strand in strands:
        made = _strand_tasks(_share(chore, strands), strand, facts, chore.complexity, settled)
        pages += [task for task, is_page in made if is_page]
        tasks += [task for task, is_page in made if not is_page]
    tasks = resting(chore, _in_sequence(tasks, strands), decided, strands)
    tasks = as_answered(chore, tasks, decided)
    searches = {task.id for task in tasks if task.id.endswith(LOOKING)}
    placed = (at_site(task, strands, facts, searches) for task in decided)
    tasks = [*placed, *tasks, *noted(strands, _one_page(shaped(chore, pages, strands)), facts)]
    return [safe(task) for task in guarded(tasks, strands, facts)]


def _share(chore: DraftPlan, strands: Sequence[Strand]) -> DraftPlan:
    """What one of several clauses is asked to carry of the goal's complexity."""
    clauses = sum(len(strand.clauses) for strand in strands)
    return chore if clauses == 1 else chore._replace(complexity=max(1, chore.complexity // 2))


def _strand_tasks(
    chore: DraftPlan, strand: Strand, facts: DraftingFacts, level: int, settled: set[str]
) -> list[tuple[Task, bool]]:
    """The tasks of one kind of change, and which of them write documentation."""
    archetype = strand.archetype
    if (kin := kin_for(chore.seen, strand)) is not None and not chore.one_task_group:
        kind = archetype if kin.files else plain_archetype()
        place = acting(kin, strand.clauses[0], facts)
        own = () if kin.files else tuple(point.path for point in kin.points[:1])
        here = facts.at((*place, *own)[0]) if place or own else facts
        core = _core(chore, strand._replace(archetype=kind), strand.clauses[0], here)
        core = core._replace(id=strand.cores[0])
        told = "".join(f". {line}" for line in _remarks(strand.clauses[0]))
        return _with_a_test(drawn_by(kin)(kin, core, strand, facts, told), strand, facts)
    together = site_of(archetype, strand.clauses, facts)
    made: list[tuple[Task, bool]] = []
    named: dict[str, tuple[str, ...]] = {}
    first = _found_first(archetype, together, facts)
    if first is not None:
        made.append((purposed(first, strand.clauses, "find"), False))
    known = together.shows_where
    proved = (known or together.is_untested) and any(
        _proves(t, archetype) and _pays(chore, t, level, strand) for t in archetype.tasks
    )
    for template in archetype.tasks:
        needs = tuple(dict.fromkeys(n for key in template.after for n in named[key]))
        if first is not None and not needs:
            needs = (first.id,)
        tasks: list[Task] = []
        if template.core:
            tasks = [_core(chore, strand, clause, facts, proved) for clause in strand.clauses]
        elif _proves(template, archetype) and not known:
            tasks = []  # a test that nobody knows a place for is part of the change
        elif _pays(chore, template, level, strand) and settled.isdisjoint(template.undecided):
            task = task_of(template, together, f"{archetype.id}.{template.key}")
            tasks = [purposed(task, strand.clauses, template.key)] if task else []
        # What depends on a task that is left out depends on what that one would have.
        named[template.key] = tuple(task.id for task in tasks) or needs
        made += [(task._replace(depends_on=needs), template.page) for task in tasks]
    return made


def _with_a_test(
    made: list[tuple[Task, bool]], strand: Strand, facts: DraftingFacts
) -> list[tuple[Task, bool]]:
    """One more of a kind whose siblings show no test gets one beside the nearest other test."""
    built = [task for task, is_page in made if not is_page]
    home = next((path for task in built for path in task.files if is_code(path)), "")
    tested = (task.id.endswith(".test") or any(map(is_test_path, task.files)) for task in built)
    if not home or any(tested):
        return made
    site = site_of(plain_archetype(), strand.clauses, facts.at(home))
    if site.tests is None:
        told = f"{built[0].description}. Try it by hand, as {site.without}"
        return [(built[0]._replace(description=told), False), *made[1:]]
    proves = next(one for one in plain_archetype().tasks if _proves(one, plain_archetype()))
    test = task_of(proves, site, f"{strand.archetype.id}.{proves.key}")
    if test is None:
        return made
    behind = needing(purposed(test, strand.clauses, proves.key), [task.id for task in built])
    return [*((task, False) for task in built), (behind, False), *(one for one in made if one[1])]


def _proves(template: Template, archetype: Archetype) -> bool:
    """Whether a task writes the test of the change itself."""
    return template.files == ("tests",) and archetype.core.key in template.after


def _pays(chore: DraftPlan, template: Template, level: int, strand: Strand) -> bool:
    """Whether a task is worth having; a safeguard is, whatever the goal's size, where it is due,
    and what belongs to an answer is with that answer only."""
    if template.answer and (told := chore.readings.get(template.answer[0])):
        return told == template.answer[1]
    if template.level <= level:
        return True
    return template.safeguard and any(
        reversibility_of(strand.archetype, clause) == "irreversible" for clause in strand.clauses
    )


def _found_first(archetype: Archetype, site: Site, facts: DraftingFacts) -> Task | None:
    """The search for the place, where there is something to search and it did not show itself."""
    if archetype.find is None or site.target or facts.is_empty():
        return None
    return task_of(archetype.find, site, f"{archetype.id}.find")


def _core(
    chore: DraftPlan,
    strand: Strand,
    clause: PieceOfWork,
    facts: DraftingFacts,
    proved: bool = False,
) -> Task:
    """The change itself, for one clause: as hard as the goal, with what the goal says besides."""
    template = strand.archetype.core
    site = site_of(strand.archetype, [clause], facts)
    task = task_of(template, site, strand.core_of(clause), proved)
    if task is None:  # the clause lacks a word its kind of change speaks of
        template = plain_archetype().core
        task = task_of(template, site, strand.core_of(clause))
    if task is None:
        raise AssertionError("the core of a plain change does without every slot")
    description = capital(task.description)
    if action_verb(description) is None:
        deed = "Fix" if is_report(clause.text) else "Implement this"
        description = f"{deed}: {lowered(description)}"
    description += "".join(
        f". {line}" for line in facts.notes(site.target, clause, "like" in site.slots)
    )
    description += "".join(f". {line}" for line in _remarks(clause))
    hardest = max(template.complexity, min(HARDEST, chore.complexity))
    before = facts.proof.command(next(iter(site.target), None))
    given = task.preconditions or (
        f"{before} passes before the change" if before else "the workspace can be brought back",
    )
    proof = "" if verification(task.check) or hardest < _NEEDS_TEST else ", and a test shows it"
    proof += "".join(f"; {lowered(remark)}" for remark in clause.remarks if forbids(remark))
    return purposed(task, [clause], template.key)._replace(
        description=description,
        files=task.files or named_paths(clause.text),
        complexity=hardest,
        check=_with_proof(task.check, proof),
        preconditions=given,
        reversibility=reversibility_of(strand.archetype, clause),
    )


def _with_proof(check: str, proof: str) -> str:
    """A check that shows more, before the command that it ends in."""
    said, runs, command = check.rpartition(": `")
    return f"{said}{proof}{runs}{command}" if runs else f"{check}{proof}"


def _remarks(clause: PieceOfWork) -> Iterator[str]:
    """What the goal says beside its wish: why it is wanted, and what is to stay as it is."""
    said = [remark for remark in clause.remarks if not asks_for_a_test(remark)]
    kept = [remark for remark in said if forbids(remark)]
    left = [remark for remark in said if is_left_open(remark)]
    alike = [r for r in said if r not in (*kept, *left) and likens(r) and not guesses(r)]
    asked = [r for r in said if r.rstrip().endswith("?") and r not in (*kept, *left, *alike)]
    told = [remark for remark in said if remark not in (*kept, *left, *alike, *asked)]
    before = clause.remarks[: clause.told_before]
    also = any_case("says_besides")
    besides = [r for r in told if r not in before and (also.match(r) or not says_why(r))]
    told = [remark for remark in told if remark not in besides]
    besides = [also.sub("", remark) for remark in besides]
    for word, remarks in (
        ("Why: ", told),
        ("Also: ", besides),
        ("Asked: ", asked),
        ("To copy: ", alike),
        ("Yours to settle: ", left),
        ("Keep in mind: ", kept),
    ):
        line = "; ".join(remark.strip(" #") for remark in remarks)
        if line:
            yield line if line.startswith(EXPECTED) else f"{word}{line}"


def _in_sequence(tasks: Sequence[Task], strands: Sequence[Strand]) -> list[Task]:
    """A clause the goal wants after another waits for that one's core, a part for its whole."""
    named = sorted(
        ((clause, strand) for strand in strands for clause in strand.clauses),
        key=lambda entry: (entry[0].number, entry[0].is_part),
    )
    behind: dict[str, list[str]] = {}
    earlier: list[str] = []
    for clause, strand in named:
        name = strand.core_of(clause)
        if strand.archetype.last:
            behind[name] = list(earlier)
        elif (clause.is_part or clause.follows) and earlier:
            behind[name] = earlier[-1:]
        if not clause.is_part:
            earlier.append(name)
    return [needing(task, behind.get(task.id, [])) for task in tasks]


def _one_page(pages: Sequence[Task]) -> list[Task]:
    """What several kinds of change write about themselves, as one task."""
    if len(pages) < 2:
        return list(pages)
    first = pages[0]
    return [
        first._replace(
            title=titled("; ".join([first.title, *(lowered(p.title) for p in pages[1:])])),
            description=". ".join(page.description for page in pages),
            files=tuple(dict.fromkeys(path for page in pages for path in page.files)),
            depends_on=tuple(dict.fromkeys(name for page in pages for name in page.depends_on)),
            rests_on=tuple(dict.fromkeys(name for page in pages for name in page.rests_on)),
        )
    ]


# --- names ----------------------------------------------------------------------------------------


def _numbered(tasks: Sequence[Task]) -> list[Task]:
    """Tasks in order, named t1, t2 … instead of by what they are."""
    ordered = in_order(tasks)
    names = {task.id: f"t{place}" for place, task in enumerate(ordered, start=1)}
    return [
        task._replace(
            id=names[task.id],
            depends_on=tuple(sorted((names[n] for n in task.depends_on), key=lambda n: int(n[1:]))),
        )
        for task in ordered
    ]
