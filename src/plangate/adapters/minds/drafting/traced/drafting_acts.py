"""One more deed on a thing as tasks: done and reached, offered on a screen, tested (UND-5, UND-9).

The brief found the files through which another deed of the same thing goes, and who does the like
elsewhere (adapters/repo/trace/acts_here.py). Every task names the lines behind which the new one
goes, and the one to copy.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_strands import Strand, layer_task, needing
from plangate.adapters.minds.drafting.drafting_tests import by_hand, failing, is_helper, passing
from plangate.adapters.minds.drafting.traced.drafting_trace import (
    Made,
    files_of,
    like,
    test_and_run,
)
from plangate.adapters.minds.drafting.wording.clauses_of_work import joined
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.titles import titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import MARK, PERSON, Kin, KinPoint
from plangate.language.words.inflections import inflected

#: So many files a task names, and so many lines it tells.
_MOST_FILES, _MOST_SCREENS, _MOST_TESTS, _MOST_LINES = 6, 3, 2, 6


def act_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, remarks: str) -> Made:
    """The tasks of one more deed, what does it first."""
    parts = _Parts(kin, strand, facts)
    kept = parts.kept() if kin.sort == MARK else []
    work = needing(parts.work(core, remarks), [one.id for one in kept])
    screens = [needing(one, [work.id]) for one in parts.offered()]
    tests = [needing(one, [work.id]) for one in parts.tested()]
    return [(task, False) for task in (*kept, work, *screens, *tests)]


class _Parts:
    """The parts of one more deed, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand = kin, strand
        tests = [one for one in kin.points if one.kind == "test" and not is_helper(one.path)]
        self._tests = tests[:_MOST_TESTS]
        path = tests[0].path if tests else None
        built = [one for one in kin.points if one.kind in ("code", "store")]
        self._test, self._run = test_and_run(path, files_of(built), facts)
        # A test that is still to be written runs neither before nor in between.
        self._before = self._run if path else facts.proof.command(self._test) or ""

    def kept(self) -> list[Task]:
        """Where it is kept who put a mark on what, and taken back."""
        kin = self._kin
        points = [one for one in kin.points if one.kind in ("store", "migration")]
        points += [one for one in kin.points if one.kind == "brought"]
        newest = [one.path for one in kin.points if one.kind == "step"]
        stay = [one for one in points if one.kind != "brought"]
        rows = [posixpath.dirname(path) for path in newest]
        done = inflected(kin.wanted, doubled=("star",))[2]
        whom = "whom" if kin.thing == PERSON else f"which {kin.thing}"
        deed = f"Store who {done} {whom}, once each, so that it can be taken back"
        deed += f". `{kin.nearest}` is stored so: {_lines(points)}"
        deed += f". Write a migration behind the newest, {joined(newest)}" if newest else ""
        title = like(f"Store who {done} {whom}", f"`{kin.nearest}`")
        steps = (
            f"one person does it twice to the same {kin.thing}, another one once; two are stored"
        )
        files = list(dict.fromkeys((*files_of(stay)[:_MOST_FILES], *rows)))
        return [self._task("kept", title, deed, files, by_hand(steps, self._before))]

    def work(self, core: Task, remarks: str) -> Task:
        """What does it, and what leads there: handler, service, query, route."""
        kinds = ("code",) if self._kin.sort == MARK else ("code", "store")
        points = [one for one in self._kin.points if one.kind in kinds][:_MOST_FILES]
        wanted = deed_of(self._strand.clauses[0]).rstrip(".")
        files = files_of(points)
        like = f". Write it as {self._kin.there} does the like" if self._kin.there else ""
        there = f"what is there for the {self._kin.thing}"
        if self._kin.sort == MARK:
            there = f"`{self._kin.nearest}`, with its way back"
        behind = f"Put it beside {there}: {_lines(points)}"
        steps = f"do it to a {self._kin.thing} and look at that one again"
        check = passing(self._test, self._run) if self._test else by_hand(steps, self._before)
        return core._replace(
            title=titled(wanted),
            description=f"{wanted[:1].upper()}{wanted[1:]}{like}. {behind}{remarks}",
            files=tuple(files),
            preconditions=(f"{self._before} passes before the change",)
            if self._before
            else core.preconditions,
            check=check,
        )

    def offered(self) -> list[Task]:
        """Where people reach it."""
        points = [one for one in self._kin.points if one.kind == "screen"][:_MOST_SCREENS]
        if not points:
            return []
        files = files_of(points)
        title = titled(f"Offer `{self._kin.wanted}` on the {self._kin.thing} screens")
        if self._kin.sort == MARK:
            title = titled(
                f"Offer `{self._kin.wanted}` and its way back, like `{points[0].beside}`"
            )
        deed = f"Offer `{self._kin.wanted}` where other deeds stand: {_lines(points)}"
        steps = f"choose `{self._kin.wanted}` for a {self._kin.thing}; the page shows it done"
        return [self._task("screen", title, deed, files, by_hand(steps))]

    def tested(self) -> list[Task]:
        """Where the deeds of the thing are tested."""
        files = files_of(self._tests)
        if not files:
            return []
        title = titled(f"Test `{self._kin.wanted}` beside `{self._tests[0].beside}`")
        deed = f"Add cases of it where the other deeds are tested: {_lines(self._tests)}"
        return [self._task("test", title, deed, files, failing(self._run))]

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        return layer_task(self._strand, "act", key, title, deed, files, check)


def _lines(points: Sequence[KinPoint]) -> str:
    told = (f"`{one.beside}` ({one.path}:{one.line})" for one in points[:_MOST_LINES])
    return "; ".join(told)
