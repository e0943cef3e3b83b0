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
from plangate.adapters.minds.drafting.drafting_tests import (
    by_hand,
    failing,
    passing,
    short_names,
)
from plangate.adapters.minds.drafting.traced.drafting_acts import act_tasks
from plangate.adapters.minds.drafting.traced.drafting_jobs import job_tasks
from plangate.adapters.minds.drafting.traced.drafting_trace import (
    Made,
    like,
    test_and_run,
    trace_tasks,
)
from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, joined
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.renaming import renamed
from plangate.adapters.minds.drafting.wording.titles import titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import ACT, JOB, MARK, Kin, KinFile, KinPoint, Sighting
from plangate.core.moves import DraftPlan
from plangate.language.words.vocabulary import verb_of

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


def _is_it(kin: Kin, clause: PieceOfWork) -> bool:
    return kin.clause == clause.heard or kin.clause in clause.text


def with_kin(chore: DraftPlan, work: Sequence[PieceOfWork]) -> tuple[DraftPlan, list[PieceOfWork]]:
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
    if kin.sort in (ACT, MARK):
        return act_tasks
    return trace_tasks if kin.thing else kin_tasks


def kin_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str) -> Made:
    """The tasks of one more of a kind, the new file first; which of them write documentation."""
    parts = _Parts(kin, strand, facts)
    if not kin.files:
        return parts.option(core)
    first = parts.core(core, remarks)
    rest = [needing(one, [first.id]) for one in (*parts.further(), *parts.registered())]
    return parts.ended([first, *rest])


class _Parts:
    """The parts of one new member, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand = kin, strand
        self._name = kin.name or kin.called or "the option"
        if not kin.files and (kin.is_proposed or " " in kin.name):
            self._name = renamed(kin.nearest, kin.nearest, kin.name)
        self._test = tested_in(kin, strand.clauses[0], facts)
        known = [file.path for file in kin.files] or [point.path for point in kin.points]
        self._shows, self._run = test_and_run(self._test, known, facts)
        self._every = facts.proof.command(self._shows) or facts.command("build") or ""

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
        title = like(titled(deed), _base(file.like) if _is_telling(file) else kin.nearest)
        wanted = "" if title.startswith(deed) else f". What is wanted: {deed}"
        return core._replace(
            title=title,
            complexity=min(core.complexity, _COPIED),
            description=f"Copy {file.like} to {file.path}, and replace what is {kin.nearest}'s own"
            f"{self._cited()}{also}{proposed}{wanted}{remarks}",
            files=(file.path,),
            check=self._offered(),
        )

    def _offered(self) -> str:
        """A check that runs what is new, with the values that the goal gives."""
        values = values_of(self._strand.clauses)
        if self._shows is not None:
            return passing(self._shows, self._run, values)
        shown = f" with {values}" if values else ""
        return by_hand(f"use {self._name} as {self._kin.nearest} is used{shown}", self._every)

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
            taken = core._replace(title=self._asked(), files=(*home.files, *place[:1]))
            taken = taken._replace(description=f"{home.description}{acts}", check=self._offered())
            return self.ended([taken])
        if not place:
            deed = deed_of(self._strand.clauses[0]).rstrip(".")
            told = f"{home.description}. What is wanted: {deed}"
            core = core._replace(title=self._asked(), files=home.files, description=told)
            return self.ended([core])
        made = needing(core._replace(title=self._made(core.title), files=place), [home.id])
        return self.ended([home, made])

    def _asked(self) -> str:
        """The one task of a change: in the goal's words, and like what it is made."""
        return like(titled(deed_of(self._strand.clauses[0])), f"`{self._kin.nearest}`")

    def _made(self, title: str) -> str:
        """The change itself, told by what the option is to do."""
        found = _PURPOSE.search(self._strand.clauses[0].what)
        first, _, rest = found["deed"].partition(" ") if found else ("", "", "")
        verb = verb_of(first)
        return titled(f"Make {self._name} {verb.name} {rest}") if verb else title

    def ended(self, built: Sequence[Task]) -> Made:
        """What was built with its test behind all of it, and its pages behind the first."""
        steps = [needing(one, [built[0].id]) for one in self._migrated()]
        built = [*built, *steps]
        tests = [needing(one, [task.id for task in built]) for one in self._tested()]
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
                titled(f"Give {self._name} the other files that {self._kin.nearest} has"),
                f"Add {told}: every member has its own, and {self._name} needs the same",
                paths,
                by_hand(f"search them for {self._kin.nearest}; nothing is left of it", self._every),
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
            title = titled(f"Register {name} beside {nearest}")
            deed = f"Add {name} wherever its siblings stand together: {told}"
        else:
            said = f"{deed_of(self._strand.clauses[0]).rstrip('.')}. " * (nearest[:2] != "--")
            title = titled(f"Add {name} beside {nearest}")
            deed = f"{said}Add {name} wherever {nearest} stands: {told}{self._cited()}"
            deed += f". The name {name} is a proposal" if self._kin.is_proposed else ""
        return [self._task("register", title, deed, files, self._had(nearest))]

    def _migrated(self) -> list[Task]:
        """The step that brings a new field to data that is there, behind the newest one."""
        return [
            self._task(
                "migration",
                titled(f"Write the migration for {self._name}"),
                f"Add a step numbered behind {point.path} that "
                f"adds {self._name} with a value for the rows that are there, and a way back",
                (posixpath.dirname(point.path),),
                by_hand("migrate forwards, backwards and forwards again", self._every),
            )
            for point in self._points("migration")
        ]

    def _had(self, nearest: str) -> str:
        """How one sees that the new one is known where its siblings are."""
        name = self._name
        if not self._kin.files and (self._kin.is_proposed or nearest.startswith("--")):
            return by_hand(
                f"set {name} as {nearest} is set; it is taken, and help tells of it", self._every
            )
        return by_hand(
            f"choose {name} where {nearest} can be chosen; it does its work", self._every
        )

    def _cited(self) -> str:
        kin = self._kin
        return f". Commit {kin.commit} (“{kin.subject}”) added that one" if kin.commit else ""

    def _at(self, point: KinPoint) -> str:
        like = posixpath.basename(self._kin.files[0].path) if self._kin.files else ""
        own = renamed(point.beside, self._kin.nearest, self._kin.name, like)
        inside = f" in {point.symbol}" if point.symbol else ""
        new = f"`{own}` " if own != point.beside else ""
        return f"{new}beside `{point.beside}`{inside} ({point.path}:{point.line})"

    def _tested(self) -> list[Task]:
        """The test of the new one: its own file, or where its siblings are tested."""
        if self._test is None:
            return []
        name, nearest, own = self._name, self._kin.nearest, self._files("test")
        if own:
            deed = f"Add {own[0].path} after {own[0].like}: the same cases for {name}"
        else:
            told = [self._at(point) for point in self._points("test") if point.path == self._test]
            cases = f": {'; '.join(told)}" if told else f", in {self._test}"
            deed = f"Add the cases of {nearest} for {name}{cases}"
        title = like(f"Test {name}", nearest)
        return [self._task("test", title, deed, (self._test,), failing(self._run))]

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
        made = {point.path: point.made_by for point in points if point.made_by}
        told += [f"{path} is made by {made[path]}: run it again" for path in pages if path in made]
        files = [*(file.path for file in own), *pages]
        named = joined(short_names(files))
        check = f"{named} {'says' if len(files) == 1 else 'say'} what {self._name} does"
        title = titled(f"Document {self._name}")
        return [self._task("page", title, ". ".join(told), files, check)]

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        task = layer_task(self._strand, "kin", key, title, deed, files, check)
        before = (f"{self._every} passes before the change",) if self._every else ()
        return task._replace(preconditions=before)


#: What an option is for: “a flag to skip empty lines”.
_PURPOSE = re.compile(r"\s(?:to|that|which)\s+(?P<deed>[a-z].+)$")


def _says_what_for(strand: Strand, name: str) -> bool:
    """Whether a clause says more of an option than its name: what it is to do."""
    clause = strand.clauses[0]
    return clause.thing.strip("` ") != clause.what.strip("` ") or name not in clause.text


def _is_telling(file: KinFile) -> bool:
    """Whether the name of a file says which member it is: `views.py` does not."""
    return _base(file.like) != _base(file.path)


def _base(path: str) -> str:
    return posixpath.basename(path)
