"""One more of a kind as tasks: what its nearest sibling is made of, part by part (UND-5, UND-9).

The brief found the family, the member to copy and the places where all members stand
(adapters/repo/kin). Each part is a task that names its file, the sibling and how one sees that it
is done: the new file, the places that register it, its test, its line in the pages. An option has
no file of its own: it is declared and handed on as its nearest is, and then the change is made.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence

from plangate.adapters.minds.drafting.drafting_acting import tested_in
from plangate.adapters.minds.drafting.drafting_archetypes import (
    plain_archetype,
    recurring_archetype,
)
from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_spots import values_of
from plangate.adapters.minds.drafting.drafting_strands import Strand, layer_task, needing
from plangate.adapters.minds.drafting.drafting_tests import narrowed, short_names
from plangate.adapters.minds.drafting.traced.drafting_acts import act_tasks
from plangate.adapters.minds.drafting.traced.drafting_jobs import job_tasks
from plangate.adapters.minds.drafting.traced.drafting_trace import Made, trace_tasks
from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, joined
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.renaming import renamed, searched
from plangate.adapters.minds.drafting.wording.titles import LONGEST_TITLE, in_short, titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import ACT, JOB, Kin, KinFile, KinPoint, Sighting
from plangate.core.moves import DraftPlan
from plangate.language.words.vocabulary import is_verb

_PROGRAM = ("code", "markup", "config")
#: So many siblings are named, files registered in, pages listed on.
_MOST_NAMED, _MOST_FILES, _MOST_PAGES = 4, 4, 2
#: What has a model to copy is no harder than this.
_COPIED = 5


def kin_for(seen: Sighting | None, strand: Strand) -> Kin | None:
    """The family that a strand of one clause adds a member to."""
    kin = seen.kin if seen else None
    if kin is None or len(strand.clauses) != 1 or strand.archetype.acts:
        return None
    return kin if _is_it(kin, strand.clauses[0]) else None


def _is_it(kin: Kin, clause: Clause) -> bool:
    return kin.clause == clause.heard or kin.clause in clause.text


def with_kin(chore: DraftPlan, work: Sequence[Clause]) -> tuple[DraftPlan, list[Clause]]:
    """The clauses of a goal, those that only say why or like what one more is wanted told with it;
    where its own is not among them, the first that names it is meant."""
    kin = chore.seen.kin if chore.seen else None
    if kin is None or chore.seen is None:
        return chore, list(work)
    named = tuple(name.lower() for name in (kin.name, kin.nearest) if name)
    spoken = [one for one in work if any(name in one.text.lower() for name in named)]
    own = next((one for one in work if _is_it(kin, one)), next(iter(spoken), None))
    if own is None:
        return chore, list(work)
    told = [one for one in spoken if one is not own and not one.verb]
    remarks = (*own.remarks, *(one.text for one in told))
    kept = [own._replace(remarks=remarks) if one is own else one for one in work]
    meant = chore.seen._replace(kin=kin._replace(clause=own.text))
    return chore._replace(seen=meant), [one for one in kept if one not in told]


def apart(seen: Sighting | None, strands: Sequence[Strand]) -> list[Strand]:
    """The strands, the clause that adds one more of a kind in one of its own."""
    kin = seen.kin if seen else None
    found: list[Strand] = []
    for strand in strands:
        own = tuple(one for one in strand.clauses if kin and _is_it(kin, one))[:1]
        rest = tuple(one for one in strand.clauses if one not in own)
        # What a sibling shows is built as that one is, whatever its words sound like.
        kind = plain_archetype() if strand.archetype.acts else strand.archetype
        kind = recurring_archetype() if kin and kin.sort == JOB else kind
        found += [Strand(kind, own)] if own else []
        found += [strand._replace(clauses=rest)] if rest else []
    return found


def drawn_by(kin: Kin) -> Callable[[Kin, Task, Strand, DraftingFacts, str], Made]:
    """Who draws the tasks of one more: a job, a deed, a stored value, or a member of a family."""
    if kin.sort == JOB:
        return job_tasks
    if kin.sort == ACT:
        return act_tasks
    return trace_tasks if kin.thing else kin_tasks


def kin_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str) -> Made:
    """The tasks of one more of a kind, the new file first; which of them write documentation."""
    parts = _Parts(kin, strand, facts)
    if not kin.files:
        return parts.option(core)
    first = parts.core(core, remarks)
    rest = [needing(one, [first.id]) for one in (*parts.further(), *parts.registered())]
    return parts.ended([first, *rest], kin.files[0].path)


class _Parts:
    """The parts of one new member, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand = kin, strand
        self._name = kin.name or kin.called or "the option"
        if not kin.files and (kin.is_proposed or " " in kin.name):
            self._name = renamed(kin.nearest, kin.nearest, kin.name)
        self._test = tested_in(kin, strand.clauses[0], facts)
        command = facts.proof.command(self._test)
        self._run = narrowed(command, self._test) if command else ""
        self._built = self._run or facts.command("build") or ""

    def _files(self, *kinds: str) -> list[KinFile]:
        return [file for file in self._kin.files if file.kind in kinds]

    def _points(self, *kinds: str) -> list[KinPoint]:
        return [point for point in self._kin.points if point.kind in kinds]

    def core(self, core: Task, remarks: str) -> Task:
        """The new file, written after its sibling's."""
        kin, file = self._kin, self._kin.files[0]
        others = [name for name in kin.members if name != kin.nearest][:_MOST_NAMED]
        also = f". Its other siblings are {joined(others)}" if others else ""
        proposed = f". The name {kin.name} is a proposal" if kin.is_proposed else ""
        deed = deed_of(self._strand.clauses[0]).rstrip(".")
        return core._replace(
            title=_in_a_new(f"Write {kin.called or kin.name}", file),
            complexity=min(core.complexity, _COPIED),
            description=f"Add {file.path} as a copy of {file.like} with what is its own changed"
            f"{self._cited()}{also}{proposed}. What is wanted: {deed}{remarks}",
            files=(file.path,),
            check=self._offered(),
        )

    def _offered(self) -> str:
        """A check that runs what is new, with the values that the goal gives."""
        name, nearest = self._name, self._kin.nearest
        values = values_of(self._strand.clauses)
        shown = f", shown with {values}" if values else ""
        if self._kin.is_proposed:
            passes = f"{self._run} passes, " if self._run else ""
            return f"{passes}the program's help lists `{name}`, and `{name}` does it{shown}"
        if self._test and self._run:
            return f"{self._run} passes with the cases of {nearest} for {name} too{shown}"
        passes = f"{self._built} passes, and " if self._built else ""
        return f"{passes}{name} can be had wherever {nearest} can{shown}"

    def option(self, core: Task) -> Made:
        """One more option: declared and handed on as its nearest is, then the change itself."""
        declared = self.registered()
        if not declared:
            return [(core, False)]
        home = declared[0]
        place = tuple(path for path in core.files if path != home.files[0])
        is_option = self._kin.nearest.startswith("--") or self._kin.is_proposed
        if not is_option or not _says_what_for(self._strand, self._name):
            acts = f". It likely acts in {place[0]}" if place and is_option else ""
            place = place if is_option else ()
            taken = core._replace(title=home.title, files=(*home.files, *place[:1]))
            taken = taken._replace(description=f"{home.description}{acts}", check=home.check)
            return self.ended([taken], "it")
        if not place:
            deed = deed_of(self._strand.clauses[0]).rstrip(".")
            told = f"{home.description}. What is wanted: {deed}"
            return self.ended(
                [core._replace(title=home.title, files=home.files, description=told)], "it"
            )
        made = needing(core._replace(title=self._made(core.title, place), files=place), [home.id])
        return self.ended([home, made], "it")

    def _made(self, title: str, place: Sequence[str]) -> str:
        """The change itself, told by what the option is to do."""
        found = _PURPOSE.search(self._strand.clauses[0].what)
        if found is None or not is_verb(found["deed"].partition(" ")[0]):
            return title
        where = f" ({_base(place[0])})" if place else ""
        told = in_short(f"Make {self._name} {found['deed']}", LONGEST_TITLE - len(where))
        return f"{told}{where}"

    def ended(self, built: Sequence[Task], without: str) -> Made:
        """What was built with its test behind all of it, and its pages behind the first."""
        steps = [needing(one, [built[0].id]) for one in self._migrated()]
        built = [*built, *steps]
        tests = [needing(one, [task.id for task in built]) for one in self._tested(without)]
        pages = [needing(one, [built[0].id]) for one in self._listed()]
        return [*((t, False) for t in (*built, *tests)), *((page, True) for page in pages)]

    def further(self) -> list[Task]:
        """The other files that every member has, in one task."""
        files = self._files(*_PROGRAM)[1:]
        if not files:
            return []
        paths = [file.path for file in files]
        told = joined([f"{file.path} after {file.like}" for file in files])
        return [
            self._task(
                "files",
                f"Add {joined(short_names(paths))} for {self._name}, as {self._kin.nearest} has",
                f"Add {told}: every member has its own, and {self._name} needs the same",
                paths,
                f"each of them does for {self._name} what its model does for {self._kin.nearest}",
            )
        ]

    def registered(self) -> list[Task]:
        """The places where the members stand together, in one task."""
        points = sorted(self._points(*_PROGRAM), key=lambda point: point.kind != "code")
        files = list(dict.fromkeys(point.path for point in points))[:_MOST_FILES]
        if not files:
            return []
        told = "; ".join(self._at(point) for point in points if point.path in files)
        name, nearest = self._name, self._kin.nearest
        if self._kin.files:
            at = points[0].beside
            nearest = nearest if renamed(at, nearest, "x") != at else at
            title = f"Register {name} beside {nearest} in {joined(short_names(files))}"
            deed = f"Add {name} wherever its siblings stand together: {told}"
        else:
            said = f"{deed_of(self._strand.clauses[0]).rstrip('.')}. " * (nearest[:2] != "--")
            title = f"Add {name} beside {nearest} in {joined(short_names(files))}"
            deed = f"{said}Add {name} wherever {nearest} stands: {told}{self._cited()}"
            deed += f". The name {name} is a proposal" if self._kin.is_proposed else ""
        return [self._task("register", title, deed, files, self._found_in(files))]

    def _migrated(self) -> list[Task]:
        """The step that brings a new field to data that is there, behind the newest one."""
        return [
            self._task(
                "migration",
                f"Write the migration for {self._name} behind {_base(point.path)}",
                f"Add a step numbered behind {point.path} that "
                f"adds {self._name} with a value for the rows that are there, and a way back",
                (posixpath.dirname(point.path),),
                f"the migration runs forwards, backwards and forwards again; "
                f"{self._run or 'the test'} passes after it",
            )
            for point in self._points("migration")
        ]

    def _found_in(self, files: Sequence[str]) -> str:
        """A check that finds the new one in every file."""
        run = f"{self._run} passes" if self._run else ""
        if not self._kin.name and self._kin.called:
            alike = f"{self._name} answers as wanted, and {self._kin.nearest} as before"
            return f"{run}, {alike}" if run else alike
        if not self._kin.name or (self._kin.is_proposed and self._kin.files):
            new = f"`{self._kin.name}`" if self._kin.name else "the new option"
            return f"{run or 'the program starts'}, and its help tells of {new}"
        each = "it" if len(files) == 1 else "every one of them"
        found = f"`grep -liE '{searched(self._name)}' {' '.join(files)}` lists {each}"
        return f"{found}, and {run}" if run else found

    def _cited(self) -> str:
        kin = self._kin
        return f". Commit {kin.commit} (“{kin.subject}”) added that one" if kin.commit else ""

    def _at(self, point: KinPoint) -> str:
        like = posixpath.basename(self._kin.files[0].path) if self._kin.files else ""
        own = renamed(point.beside, self._kin.nearest, self._kin.name, like)
        inside = f" in {point.symbol}" if point.symbol else ""
        new = f"`{own}` " if own != point.beside else ""
        return f"{new}beside `{point.beside}`{inside} ({point.path}:{point.line})"

    def _tested(self, without: str) -> list[Task]:
        """The test of the new one: its own file, or where its siblings are tested."""
        if self._test is None:
            return []
        name, nearest, own = self._name, self._kin.nearest, self._files("test")
        if own:
            title = _in_a_new(f"Test {name}", own[0])
            deed = f"Add {own[0].path} after {own[0].like}: the same cases for {name}"
        else:
            told = [self._at(point) for point in self._points("test") if point.path == self._test]
            beside = f", beside {nearest}" if told else ""
            cases = f": {'; '.join(told)}" if told else f", in {self._test}"
            title = f"Test {name} in {self._test}{beside}"
            deed = f"Add the cases of {nearest} for {name}{cases}"
        check = f"{self._run or 'the new test'} passes, and fails without {without}"
        return [self._task("test", title, deed, (self._test,), check)]

    def _listed(self) -> list[Task]:
        """The pages that list the members, and a page of its own where each has one."""
        own, points = self._files("docs")[:1], self._points("docs")
        pages = list(dict.fromkeys(point.path for point in points))[:_MOST_PAGES]
        if not pages and not own:
            return []
        told = [f"Add {file.path}, after {file.like}" for file in own]
        first = {point.path: point for point in reversed(points)}
        listed = [f"beside {first[path].beside} ({path}:{first[path].line})" for path in pages]
        told += [f"Add {self._name} {joined(listed)}"] if listed else []
        files = [*(file.path for file in own), *pages]
        named = joined(short_names(files))
        check = f"whoever reads of {self._kin.nearest} in {named} reads of {self._name} too"
        return [
            self._task("page", f"Document {self._name} in {named}", ". ".join(told), files, check)
        ]

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        task = layer_task(self._strand, "kin", key, title, deed, files, check)
        before = (f"{self._run} passes before the change",) if self._run else ()
        return task._replace(preconditions=before)


#: What an option is for: “a flag to skip empty lines”.
_PURPOSE = re.compile(r"\sto\s+(?P<deed>[a-z].+)$")


def _says_what_for(strand: Strand, name: str) -> bool:
    """Whether a clause says more of an option than its name: what it is to do."""
    clause = strand.clauses[0]
    return clause.thing.strip("` ") != clause.what.strip("` ") or name not in clause.text


def _in_a_new(deed: str, file: KinFile) -> str:
    """A title that names the new file and its model, in full where there is room."""
    new, like = short_names((file.path, file.like))
    for where, model in ((file.path, like), (new, like), (new, "")):
        title = f"{deed} in a new {where}{f', as {model} does' if model else ''}"
        if len(title) <= LONGEST_TITLE:
            break
    return titled(title)


def _base(path: str) -> str:
    return posixpath.basename(path)
