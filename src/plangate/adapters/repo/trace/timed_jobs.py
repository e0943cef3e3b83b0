"""One more job in time: where those that are there are started, set and tested (UND-5).

“Delete read entries after 30 days”, “send a weekly digest”: whoever does such a thing here already
starts it somewhere, by a ticker, a mark above a function or a line of a schedule. The job of the
same kind shows where the new one is started, and the setting of its time shows how that one is set.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARATION
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.kin_points import declared_around
from plangate.adapters.repo.trace.stored_records import Attribute, Record
from plangate.adapters.repo.trace.trail_layers import layer_of
from plangate.adapters.repo.trace.trails import points_on, trail_of_name
from plangate.core.model.sighting import JOB, Kin, KinPoint
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.stems import (
    content_stems,
    parts,
    rows_as_stems,
    stem,
    stems,
    stems_in_rows,
    words_in_rows,
)

_MOST_FILES, _MOST_WORDS, _BODY, _AROUND = 16, 8, 14, 30
_LARGEST_FILE, _MOST_MEMBERS = 200_000, 4
#: So many jobs that one file starts make it the place for one more.
_TOGETHER = 2
#: So few words stand between “after” and the days.
_BEFORE = 4
#: What starts something again and again, in whatever language.
_STARTS = re.compile(
    r"time\.(?:NewTicker|Tick)\(|@(?:Cron|Scheduled|Interval)\(|@\w*(?:periodic_task|repeat_every)\b"
    r"|\bcrontab\(|\bSchedule::\w+\(|\$schedule->\w+\(|\badd_(?:job|periodic_task)\("
    r"|\bsetInterval\(|\b\w*[sS]cheduler(?:Instance)?\.(?:[aA]dd|every|cron|schedule)\w*\b"
    r"|\bcron\.(?:schedule|AddFunc|AddJob)\(|\bAddFunc\(|\bevery\s+\d+\.?\w*,?\s+(?:do|:)"
    r"|=> [\"']?(?:\*|\d+)(?:/\d+)? (?:\*|\d+) \*"
)
_NAME = re.compile(r"[A-Za-z_][\w:.-]*\w")
_DECLARED = re.compile(DECLARATION)
_MARK = re.compile(r"^\s*@")
_METHOD = re.compile(r"^\s*(?:async\s+|public\s+|private\s+)*(\w+)\(", re.MULTILINE)


class _Job(NamedTuple):
    """Something that is started again and again: where, what it is called and what it does."""

    path: str
    line: int
    name: str
    words: frozenset[str]


def timed_kin(workspace: Workspace, index: Index, goal: str) -> Kin | None:
    """What one more job takes, by one that is there; None where none is started here."""
    clause = next(filter(_is_timed, hear(goal).clauses), None)
    jobs = list(_jobs(workspace, index)) if clause else []
    if clause is None or not jobs:
        return None
    wanted = frozenset(content_stems(clause.text))
    job = _nearest(jobs, wanted)
    if job is None:
        return None
    settings = _settings(workspace, index, job, wanted)
    return Kin(
        clause=clause.text,
        name="",
        members=tuple(dict.fromkeys(one.name for one in jobs))[:_MOST_MEMBERS],
        nearest=job.name,
        points=(KinPoint(job.path, job.line, "", job.name, JOB), *settings),
        thing=job.name,
        sort=JOB,
        there=settings[0].beside if settings else "",
    )


def _nearest(jobs: Sequence[_Job], wanted: frozenset[str]) -> _Job | None:
    """The job that is called after the same kind of deed; else the nearest of those that one file
    starts together."""
    deeds = frozenset().union(
        *(row for row in rows_as_stems("deeds_of_jobs") if not row.isdisjoint(wanted))
    )
    named = [job for job in jobs if not deeds.isdisjoint(stems(job.name))]
    times = Counter(job.path for job in jobs)
    path, most = times.most_common(1)[0]
    together = [job for job in jobs if job.path == path] if most >= _TOGETHER else []

    def worth(job: _Job) -> tuple[bool, bool, int]:
        return bool(deeds & job.words), times[job.path] >= _TOGETHER, len(job.words & wanted)

    return max(named or reversed(together), key=worth, default=None)


def _is_timed(clause: Clause) -> bool:
    """Whether a clause wants something done in time: a deed of jobs, and when."""
    if clause.negated or clause.background or clause.kind == "fix" or not clause.verb:
        return False
    words = re.findall(r"[a-z]+|\d+", clause.text.lower())
    named = not words_in_rows("run_jobs").isdisjoint(words)
    if not named and not any(stem(clause.verb) in row for row in rows_as_stems("deeds_of_jobs")):
        return False
    units, alone = words_in_rows("units_of_time"), words_in_rows("done_in_time")
    for at, word in enumerate(words):
        before = words_in_rows("says_when").intersection(words[max(0, at - _BEFORE) : at])
        if word in alone or (word in units and before):
            return True
    return False


def _jobs(workspace: Workspace, index: Index) -> Iterator[_Job]:
    for path in _looked_at(index):
        lines = (workspace.text(path) or "")[:_LARGEST_FILE].splitlines()
        starts = [at for at, line in enumerate(lines, start=1) if _starts(line)]
        around = Counter(_name(lines, at) for at in starts)
        for at in starts:
            name = _name(lines, at)
            if around[name] > 1:  # one place starts them all
                name = next(_called(" ".join(lines[at - 1 : at + 2])), name)
            body = " ".join(lines[at - 1 : at + _BODY])
            if name:
                yield _Job(path, at, name, stems(name) | stems(body))


def _starts(line: str) -> bool:
    told = line.lstrip().startswith(("import ", "from ", "*", "//", "#", "use "))
    return not told and _STARTS.search(line) is not None


def _looked_at(index: Index) -> list[str]:
    """The files of the program that speak most of starting something again and again."""
    code = index.texts.of_kinds(("code",))
    often: Counter[str] = Counter()
    for word in words_in_rows("run_jobs"):
        named = {number for number, _ in index.texts.named.carriers(stem(word))}
        for number, times in index.texts.said.carriers(stem(word)):
            if number in code:
                often[code[number].path] += min(times, 4) + 4 * (number in named)
    inner = stems_in_rows("inner_machinery")
    own = (path for path, _ in often.most_common() if inner.isdisjoint(stems(path)))
    fitting = (path for path in own if layer_of(path) in ("code", "store"))
    return [path for path, _ in zip(fitting, range(_MOST_FILES), strict=False)]


def _name(lines: Sequence[str], number: int) -> str:
    """What is started: below a mark, named on the line itself, or the function around it."""
    line = lines[number - 1]
    if _MARK.search(line):
        below = (_DECLARED.search(text) for text in lines[number : number + _MOST_WORDS])
        if found := next(filter(None, below), None):
            return next(filter(None, found.groups()), "")
        called = _METHOD.search("\n".join(lines[number : number + 3]))
        return called.group(1) if called else ""
    return declared_around(lines, number) or next(iter(_called(line)), "")


def _called(text: str) -> Iterator[str]:
    """The names of several words in a text that are no words of starting."""
    known = words_in_rows("run_jobs") | words_in_rows("times_of_jobs") | {"run", "command", "new"}
    for found in (one.partition(".")[0] for one in _NAME.findall(text)):
        own = parts(found)
        if len(own) > 1 and not known.issuperset(own) and not _STARTS.search(f"{found}("):
            yield found


def _settings(
    workspace: Workspace, index: Index, job: _Job, wanted: frozenset[str]
) -> tuple[KinPoint, ...]:
    """The trail of the setting that says when a job runs or what is old to it."""
    lines = (workspace.text(job.path) or "").splitlines()
    near = "\n".join(lines[max(0, job.line - _AROUND) : job.line + _AROUND])
    times = words_in_rows("times_of_jobs")
    names = dict.fromkeys(
        found for found in re.findall(r"[A-Za-z_]\w+", near) if len(parts(found)) > 1
    )
    own = [name for name in names if not times.isdisjoint(parts(name))]
    own.sort(key=lambda name: -len(stems(name) & (stems(job.name) | wanted)))
    for name in own:
        trail = trail_of_name(index, name, frozenset(), job.path)
        every = [path for paths in trail.files.values() for path in paths] if trail else []
        is_set = any(not stems_in_rows("holds_settings").isdisjoint(stems(path)) for path in every)
        if trail is not None and is_set and stems(name) & (job.words | wanted):
            record = Record("", job.path, ())
            return points_on(workspace, trail, frozenset(), record, Attribute(name, 0, ""), {})
    return ()
