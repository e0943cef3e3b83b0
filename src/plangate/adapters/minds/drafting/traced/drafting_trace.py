"""One more value of a thing as tasks: the trail of one that is there, by layer (UND-5, UND-9).

The brief found the value to copy and the lines on which it stands (adapters/repo/trace). Each layer
is a task that names those lines: where the new one is stored, handled, shown and translated, tested
and told. Every task says which value it copies, and how one sees that the new one is there.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from itertools import pairwise

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_strands import Strand, layer_task, needing
from plangate.adapters.minds.drafting.drafting_tests import is_helper, narrowed, short_names
from plangate.adapters.minds.drafting.wording.clauses_of_work import joined
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.renaming import renamed, searched
from plangate.adapters.minds.drafting.wording.titles import LONGEST_TITLE, titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Kin, KinPoint

#: So many files a task names.
_MOST_FILES, _MOST_TESTS, _MOST_PAGES = 5, 2, 2
_MOST_LINES, _MOST_STORES = 8, 3
Made = list[tuple[Task, bool]]


def trace_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str) -> Made:
    """The tasks of one more value, the store first; which of them write documentation."""
    layers = _Layers(kin, strand, facts)
    stored = layers.stored()
    handled = layers.handled(core, remarks)
    shown = layers.shown()
    built = [task for task in (stored, handled, shown) if task is not None]
    row = [built[0], *(needing(later, [earlier.id]) for earlier, later in pairwise(built))]
    tests = [needing(one, [task.id for task in row]) for one in layers.tested()]
    pages = [needing(one, [row[0].id]) for one in layers.told()]
    return [*((task, False) for task in (*row, *tests)), *((page, True) for page in pages)]


class _Layers:
    """The layers of one new value, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand, self._facts = kin, strand, facts
        self._name = renamed(kin.nearest, kin.nearest, kin.name)
        tests = [one for one in self._points("test") if not is_helper(one.path)]
        self._test = tests[0].path if tests else None
        command = facts.proof.command(self._test or kin.points[0].path)
        self._run = narrowed(command, self._test) if command and self._test else ""

    def _points(self, *layers: str) -> list[KinPoint]:
        return [point for point in self._kin.points if point.kind in layers]

    def stored(self) -> Task | None:
        """Where the value is kept: the model, its queries and the step that brings it to data."""
        kept, moved = self._points("store"), self._points("migration")
        rows, old = self._points("step"), self._points("brought")
        own = [*kept, *moved]
        if not own and not old:
            return None
        steps = [posixpath.dirname(point.path) for point in rows]
        files = [*files_of(kept)[:_MOST_STORES], *files_of(moved)[:_MOST_STORES], *steps]
        deed = f"Give {self._kin.thing} a stored `{self._name}`, as it has `{self._kin.nearest}`"
        deed += f". {self._why()}"
        # What only says where to look is told by its first word.
        if rows:
            newest = joined([point.path for point in rows])
            deed += f". Find the newest migration, {newest}, and write one behind it"
        deed += f". Trace `{self._kin.nearest}` at {self._lines([*own, *old])}"
        title = f"Store `{self._name}` of {self._kin.thing} as `{self._kin.nearest}` is"
        runs = "what was stored before the change still loads, with the default"
        title = placed(title, files_of(own or old))
        return self._task("store", title, deed, files, self._found(own, runs, files))

    def handled(self, core: Task, remarks: str) -> Task | None:
        """What is wanted of the value, where the one to copy is read, checked and handed on."""
        points = self._points("code")
        wanted = deed_of(self._strand.clauses[0]).rstrip(".")
        if not points:
            points = self._points("screen")
        files = files_of(points)[:_MOST_FILES] or list(core.files)
        run = self._facts.proof.command(self._test or files[0]) or "" if files else ""
        run = narrowed(run, self._test) if run else ""
        made = files_of(self._points("made"))
        deed = f"{wanted}. Read, check and hand on `{self._name}` as far as it is "
        deed += f"needed where `{self._kin.nearest}` is"
        deed += f": {self._lines(points)}" if points else ""
        deed += f". Do not edit {joined(made[:2])}: a generator makes it anew" if made else ""
        return core._replace(
            title=placed(f"Handle `{self._name}`: {wanted[:1].lower()}{wanted[1:]}", files),
            description=f"{deed}{remarks}",
            files=tuple(files),
            preconditions=(f"{run} passes before the change",) if run else core.preconditions,
            check=self._done(run),
        )

    def shown(self) -> Task | None:
        """Where people see and set the value, and the texts of it."""
        screens, texts = self._points("screen"), self._points("texts")
        if not self._points("code") or not (screens or texts):
            return None
        files = [*files_of(screens)[: _MOST_FILES - 1], *files_of(texts)[:1]]
        shown = (
            f"Show and set `{self._name}` where `{self._kin.nearest}` is: {self._lines(screens)}"
        )
        deed = shown if screens else f"Name `{self._name}` for people"
        if texts:
            deed += f". Add its texts beside {at(texts[0])}, in the other languages as well"
        also = " and its texts" if texts and screens else ""
        title = f"Show `{self._name}`{also} beside `{self._kin.nearest}`"
        check = self._found([*screens[:1], *texts[:1]], "it can be seen and changed there", files)
        return self._task("screen", placed(title, files), deed, files, check)

    def tested(self) -> list[Task]:
        """The tests of the value to copy, for the new one too."""
        points = [one for one in self._points("test") if not is_helper(one.path)]
        files = files_of(points)[:_MOST_TESTS]
        if not files:
            return []
        own = [point for point in points if point.path in files]
        title = f"Test `{self._name}` beside `{self._kin.nearest}`"
        deed = f"Add the cases of `{self._kin.nearest}` for `{self._name}`: {self._lines(own)}"
        check = f"{self._run or 'the new test'} passes, and fails without the change"
        return [self._task("test", placed(title, files), deed, files, check)]

    def told(self) -> list[Task]:
        """The pages that tell of the value to copy."""
        points = self._points("docs")
        files = files_of(points)[:_MOST_PAGES]
        if not files:
            return []
        own = [point for point in points if point.path in files]
        title = f"Document `{self._name}` beside `{self._kin.nearest}`"
        deed = f"Tell of `{self._name}` where `{self._kin.nearest}` is told of: {self._lines(own)}"
        check = f"whoever reads of {self._kin.nearest} in {joined(short_names(files))} "
        return [self._task("page", placed(title, files), deed, files, f"{check}reads of it too")]

    def _why(self) -> str:
        """Which value is copied, and how near it is."""
        kin = self._kin
        cited = f". Commit {kin.commit} (“{kin.subject}”) added that one" if kin.commit else ""
        same = kin.sort == kin.wanted or not kin.wanted
        sort = f"a value of the same sort ({kin.sort})"
        other = f"no value of the same sort ({kin.sort}, wanted is {kin.wanted}), but shows the way"
        told = f"`{kin.nearest}` is {sort if same else other}"
        near = (
            f". See first whether `{kin.there}`, which is there, can hold it" if kin.there else ""
        )
        return f"{told}{cited}. The name `{self._name}` is a proposal{near}"

    def _done(self, run: str) -> str:
        """What one sees once it works, and what runs."""
        seen = f"`{self._name}` can be set, and is there afterwards"
        return f"{seen}, as a new case shows: `{run}`" if run else seen

    def _lines(self, points: Sequence[KinPoint]) -> str:
        return "; ".join(at(point) for point in points[:_MOST_LINES])

    def _found(self, points: Sequence[KinPoint], seen: str, named: Sequence[str]) -> str:
        """A check that finds the new one in every file, and what one sees."""
        files = [path for path in files_of(points) if path in named]
        if not files:
            return seen
        each = "it" if len(files) == 1 else "every one of them"
        return f"`grep -liE '{searched(self._name)}' {' '.join(files)}` lists {each}; {seen}"

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        return layer_task(self._strand, "trace", key, title, deed, files, check)


def files_of(points: Sequence[KinPoint]) -> list[str]:
    return list(dict.fromkeys(point.path for point in points))


def at(point: KinPoint) -> str:
    inside = f" in {point.symbol}" if point.symbol else ""
    return f"{point.path}:{point.line}{inside}"


def placed(title: str, files: Sequence[str]) -> str:
    """A title with where it is, as far as there is room."""
    for most in (2, 1):
        whole = f"{title} ({joined(short_names(files)[:most])})"
        if files and len(whole) <= LONGEST_TITLE:
            return whole
    return titled(title)
