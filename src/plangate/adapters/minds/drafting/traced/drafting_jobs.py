"""One more job in time as tasks: what it does, where it is started and how its time is set (UND-5).

The brief found a job that is started here again and again, and the trail of the setting of its time
(adapters/repo/trace). The work itself is written where the goal's own words lead.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_strands import Strand, layer_task, needing
from plangate.adapters.minds.drafting.drafting_tests import (
    by_hand,
    failing,
    is_helper,
    narrowed,
    passing,
    short_names,
)
from plangate.adapters.minds.drafting.traced.drafting_trace import Made, at, files_of
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.adapters.minds.drafting.wording.titles import titled
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import Kin, KinPoint

_MOST_FILES, _MOST_LINES = 3, 6


def job_tasks(kin: Kin, core: Task, strand: Strand, facts: DraftingFacts, _told: str) -> Made:
    """The work, its start, its test and its pages; which of them write documentation."""
    parts = _Parts(kin, strand, facts)
    work = parts.work(core)
    start = needing(parts.start(), [work.id])
    tests = [needing(one, [work.id, start.id]) for one in parts.tested(work)]
    pages = [needing(one, [start.id]) for one in parts.told()]
    return [*((task, False) for task in (work, start, *tests)), *((one, True) for one in pages)]


class _Parts:
    """The parts of one new job, each as a task."""

    def __init__(self, kin: Kin, strand: Strand, facts: DraftingFacts) -> None:
        self._kin, self._strand, self._facts = kin, strand, facts
        self._start = kin.points[0]

    def _points(self, *kinds: str) -> list[KinPoint]:
        own = [point for point in self._kin.points[1:] if point.kind in kinds]
        return [point for point in own if not is_helper(point.path)]

    def work(self, core: Task) -> Task:
        """What the job does, as a function of its own where the goal's words lead."""
        wanted = deed_of(self._strand.clauses[0]).rstrip(".")
        files = list(core.files[:2]) or [self._start.path]
        near = self._facts.proof.tests_of(files[0])
        run = self._run_of(near.path) if near else ""
        deed = "Write it as a function that may run twice without harm and logs what it did"
        return core._replace(
            title=titled(wanted),
            description=f"{core.description}. {deed}",
            files=tuple(files),
            check=passing(near.path, run) if near else core.check,
        )

    def start(self) -> Task:
        """Where jobs are started, and the setting of their time."""
        kin, first = self._kin, self._start
        setting = self._points("store", "code", "migration")
        files = list(dict.fromkeys((first.path, *files_of(setting))))[:_MOST_FILES]
        deed = f"Start the new job as `{kin.nearest}` is started ({at(first)})"
        deed += ", and keep two runs from overlapping"
        if setting:
            lines = "; ".join(map(at, setting[:_MOST_LINES]))
            deed += f". Make its time a setting as `{kin.there}` is one: {lines}"
        also = " and make its time a setting" if setting else ""
        title = titled(f"Start it beside `{kin.nearest}`{also}")
        run = self._facts.proof.command(first.path) or ""
        check = by_hand("set its time to a minute; the log tells of one run a minute", run)
        return self._task("start", title, deed, files, check)

    def tested(self, work: Task) -> list[Task]:
        """A test of the work by itself, and of the setting where others are tested."""
        near = self._facts.proof.tests_of(work.files[0])
        points = self._points("test")
        files = [*([near.path] if near else []), *files_of(points)[:1]]
        if not files:
            return []
        run = self._run_of(files[0])
        beside = f". `{self._kin.there}` is tested at {at(points[0])}" if points else ""
        cases = "nothing to do, one, many, a second run, an error half-way"
        deed = f"Call the work directly: {cases}{beside}"
        title = "Test the job without waiting for its time"
        return [self._task("test", title, deed, list(dict.fromkeys(files)), failing(run))]

    def _run_of(self, test: str) -> str:
        command = self._facts.proof.command(test)
        return narrowed(command, test) if command else ""

    def told(self) -> list[Task]:
        """The pages that tell of the setting."""
        points = self._points("docs")[:1]
        if not points:
            return []
        deed = f"Tell when the job runs beside `{self._kin.there}`: {at(points[0])}"
        page = short_names(files_of(points))[0]
        check = f"{page} says when the job runs and how to change that"
        return [
            self._task("page", "Document the job and its setting", deed, files_of(points), check)
        ]

    def _task(self, key: str, title: str, deed: str, files: Sequence[str], check: str) -> Task:
        return layer_task(self._strand, "job", key, title, deed, files, check)
