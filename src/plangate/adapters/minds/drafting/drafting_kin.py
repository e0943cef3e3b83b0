"""One more of a kind as tasks: what its nearest sibling is made of, part by part (UND-5, UND-9).

The brief found the family, the member to copy and the places where all members stand
(adapters/repo/kin). Each part is a task that names its file, the sibling and how one sees that it
is done: the new file, the places that register it, its test, its line in the pages.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_fill import LONGEST_TITLE, titled
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed
from plangate.adapters.minds.drafting.drafting_tests import narrowed
from plangate.adapters.minds.drafting.drafting_words import deed_of, joined, lowered
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Kin, KinFile, KinPoint, Sighting

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
    clause = strand.clauses[0]
    return kin if kin.clause == clause.heard or kin.clause in clause.text else None


def kin_tasks(
    kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str
) -> list[tuple[Task, bool]]:
    """The tasks of one more of a kind, the new file first; which of them write documentation."""
    parts = _Parts(kin, strand, facts)
    first = parts.core(core, remarks)
    behind = parts.further()
    registered = parts.registered()
    built = [first, *behind, *registered]
    late = [needing(one, [first.id]) for one in (*behind, *registered)]
    tests = [needing(one, [task.id for task in built]) for one in parts.tested()]
    pages = [needing(one, [first.id]) for one in parts.listed()]
    made = [(task, False) for task in (first, *late, *tests)]
    return [*made, *((task, True) for task in pages)]


class _Parts:
    """The parts of one new member, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand, self._facts = kin, strand, facts
        test = next(iter(self.files("test")), None)
        table = next(iter(self._points("test")), None)
        self._test = test.path if test else table.path if table else None
        command = facts.test_command(self._test)
        self._run = narrowed(command, self._test) if command else ""

    def files(self, *kinds: str) -> list[KinFile]:
        return [file for file in self._kin.files if file.kind in kinds]

    def _points(self, *kinds: str) -> list[KinPoint]:
        return [point for point in self._kin.points if point.kind in kinds]

    def core(self, core: Task, remarks: str) -> Task:
        """The new file, written after its sibling's."""
        kin, clause = self._kin, self._strand.clauses[0]
        file = self.files(*_PROGRAM)[0]
        others = [name for name in kin.members if name != kin.nearest][:_MOST_NAMED]
        also = f" Its other siblings are {joined(others)}" if others else ""
        told = f". Commit {kin.commit} (“{kin.subject}”) added that one" if kin.commit else ""
        deed = lowered(deed_of(clause)).rstrip(".")
        shown = f"{self._run} passes and " if self._run else ""
        return core._replace(
            title=_in_a_new(f"Write {kin.name}", file),
            complexity=min(core.complexity, _COPIED),
            description=f"Add {file.path} to {deed}: copy {file.like} and change what is its "
            f"own{told}.{also}{remarks}",
            files=(file.path,),
            check=f"{shown}{file.path} offers everything that {_base(file.like)} offers, "
            f"for {kin.name}",
        )

    def further(self) -> list[Task]:
        """The other files that every member has, in one task."""
        files = self.files(*_PROGRAM)[1:]
        if not files:
            return []
        name, paths = self._kin.name, [file.path for file in files]
        told = joined([f"{file.path} after {file.like}" for file in files])
        task = self._task(
            "files",
            f"Add {joined(map_base(paths))} for {name}, as {self._kin.nearest} has",
            f"Add {told}: every member has its own, and {name} needs the same",
            paths,
            f"each of them does for {name} what its model does for {self._kin.nearest}",
        )
        return [task]

    def registered(self) -> list[Task]:
        """The places where the members stand together, in one task."""
        points = self._points(*_PROGRAM)
        files = list(dict.fromkeys(point.path for point in points))[:_MOST_FILES]
        if not files:
            return []
        told = [self._at(point) for point in points if point.path in files]
        name = self._kin.name
        return [
            self._task(
                "register",
                f"Register {name} beside {self._kin.nearest} in {joined(map_base(files))}",
                f"Add {name} wherever its siblings stand together: {'; '.join(told)}",
                tuple(files),
                f"`grep -il '{_searched(name)}' {' '.join(files)}` lists "
                f"{'it' if len(files) == 1 else 'every one of them'}"
                + (f", and {self._run} passes" if self._run else ""),
            )
        ]

    def _at(self, point: KinPoint) -> str:
        own = renamed(point.beside, self._kin.nearest, self._kin.name)
        inside = f" in {point.symbol}" if point.symbol else ""
        new = f"`{own}` " if own != point.beside else ""
        return f"{new}beside `{point.beside}`{inside} ({point.path}:{point.line})"

    def tested(self) -> list[Task]:
        """The test of the new one: its own file, or where its siblings are tested."""
        if self._test is None:
            return []
        name, file = self._kin.name, next(iter(self.files("test")), None)
        if file:
            title = _in_a_new(f"Test {name}", file)
            deed = f"Add {file.path} after {file.like}: the same cases for {name}"
        else:
            told = [self._at(point) for point in self._points("test") if point.path == self._test]
            title = f"Test {name} in {self._test}, beside {self._kin.nearest}"
            deed = f"Add the cases of {self._kin.nearest} for {name}: {'; '.join(told)}"
        run = self._run or "the new test"
        new = self.files(*_PROGRAM)[0].path
        return [
            self._task("test", title, deed, (self._test,), f"{run} passes, and fails without {new}")
        ]

    def listed(self) -> list[Task]:
        """The pages that list the members, and a page of its own where each has one."""
        name, own = self._kin.name, self.files("docs")[:1]
        points = self._points("docs")
        pages = list(dict.fromkeys(point.path for point in points))[:_MOST_PAGES]
        if not pages and not own:
            return []
        told = [f"Add {file.path}, after {file.like}" for file in own]
        first = {point.path: point for point in reversed(points)}
        listed = [f"beside {first[path].beside} ({path}:{first[path].line})" for path in pages]
        if listed:
            told.append(f"Add {name} {joined(listed)}")
        files = (*(file.path for file in own), *pages)
        return [
            self._task(
                "page",
                f"Document {name} in {joined(map_base(files))}",
                ". ".join(told),
                files,
                f"`grep -il '{_searched(name)}' {' '.join(files)}` lists "
                f"{'it' if len(files) == 1 else 'every one of them'}",
            )
        ]

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        task = Task(
            id=f"{self._strand.archetype.id}.kin.{key}",
            title=titled(title),
            description=deed,
            files=tuple(files),
            complexity=3,
            preconditions=(f"{self._run} passes before the change",) if self._run else (),
            check=check,
        )
        return purposed(task, self._strand.clauses, f"kin {key}")


def renamed(written: str, member: str, name: str) -> str:
    """How the new one is written where a member is: `export-orgmode` gives `export-html`."""
    loose = r"[-_ ]?".join(map(re.escape, re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", member)))
    found = re.search(loose, written, re.IGNORECASE)
    if found is None:
        return written
    old, words = found.group(), re.findall(r"[^\W_]+", name)
    if old.isupper():
        new = "_".join(word.upper() for word in words)
    elif old[:1].isupper():
        new = "".join(word.capitalize() for word in words)
    else:
        mark = next((one for one in "-_" if one in written), "")
        new = mark.join(word.lower() for word in words)
    return written[: found.start()] + new + written[found.end() :]


def _in_a_new(deed: str, file: KinFile) -> str:
    """A title that names the new file and its model, in full where there is room."""
    new, like = map_base((file.path, file.like))
    for where, model in ((file.path, like), (new, like), (new, "")):
        title = f"{deed} in a new {where}{f', as {model} does' if model else ''}"
        if len(title) <= LONGEST_TITLE:
            break
    return titled(title)


def map_base(paths: Sequence[str]) -> list[str]:
    """Paths as a title has them: by their names, with their folder where two are called alike."""
    names = [_base(path) for path in paths]
    return [
        "/".join(path.split("/")[-2:]) if names.count(_base(path)) > 1 else _base(path)
        for path in paths
    ]


def _base(path: str) -> str:
    return posixpath.basename(path)


def _searched(name: str) -> str:
    """A name as grep finds it however it is written."""
    return ".?".join(re.findall(r"[^\W_]+", name.lower()))


def others_than_kin(seen: Sighting | None, strands: Sequence[Strand]) -> Iterator[Strand]:
    return (strand for strand in strands if kin_for(seen, strand) is None)
