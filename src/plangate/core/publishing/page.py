"""The page of a published plan: one text for one content, and the content read back (PUB-1).

Same content, same bytes. A page is read leniently, because people and merges write it too: what
is not recognised is kept in `other`, so that nothing on it is lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput
from plangate.core.model.policy.publishing_numbers import PAGE_LONGEST_SLUG
from plangate.core.model.slugs import slug

FORMAT = "1"
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}) |={7}$")
_TASK = re.compile(r"[-*] \[([ xX])\] +(\S+)(?: +(.*))?")
_FIELD = re.compile(r"\s+[-*] (files|before|check|after|rests on|one-way): *(.*)")
_CODE = re.compile(r"`([^`]*)`")
_ESCAPED = re.compile(r"\A\\(?=[-*\\#])")
_NEEDS_ESCAPE = re.compile(r"[-*\\#]")


class PageTask(NamedTuple):
    """A task as it stands on the page; every text is one the page can carry."""

    id: str
    title: str
    description: str = ""
    done: bool = False
    files: tuple[str, ...] = ()
    check: str = ""
    after: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """What has to hold before it begins."""
    one_way: str = ""
    """That it cannot be undone, and whether a person approved it; empty when it can be."""


class Page(NamedTuple):
    """Everything on a page; `sealed` is what the page itself says its protected part amounts to."""

    session: str
    version: int
    anchor: str
    goal: str
    decisions: tuple[str, ...]
    tasks: tuple[PageTask, ...]
    versions: tuple[str, ...]
    sealed: str = ""
    other: tuple[str, ...] = ()
    """Lines that belong to nothing a page has."""
    said_done: str = ""
    """What the page says of how much is done; it is more than the ticks when one was taken off."""

    @property
    def done(self) -> str:
        return f"{sum(task.done for task in self.tasks)} of {len(self.tasks)}"

    @property
    def lost_ticks(self) -> bool:
        said, ticks = self.said_done.partition(" ")[0], sum(task.done for task in self.tasks)
        return said.isascii() and said.isdigit() and len(said) < 8 and int(said) > ticks

    @property
    def seal(self) -> str:
        """What the page amounts to, the part nobody may edit and the rest: a change shows."""
        lines = [self.session, self.goal, *self.decisions, "", *self.versions, ""]
        lines += [repr(_fixed(task)) for task in sorted(self.tasks)]
        words = [repr((t.id, t.title, t.description, t.check, t.done)) for t in self.tasks]
        return f"{_digest(lines)} {_digest(words)}"

    @property
    def is_whole(self) -> bool:
        """Whether nobody changed its protected part since it was written."""
        return self.sealed.partition(" ")[0] == self.seal.partition(" ")[0]

    @property
    def is_untouched(self) -> bool:
        """Whether nothing at all was changed in what it says."""
        return self.sealed == self.seal and not self.other


def _fixed(task: PageTask) -> tuple[object, ...]:
    return task.id, task.files, task.before, task.after, task.rests_on, task.one_way


def _digest(lines: list[str]) -> str:
    return sha256("\n".join(lines))[:16]


def record_tag(session: str, began_at: str) -> str:
    """Tells this record of a session from any other: two people may plan the same goal."""
    return sha256(f"{session} {began_at}")[:6]


def file_name(goal: str, tag: str) -> str:
    """A name that no other plan has, on whatever branch or machine it is made."""
    words = slug(goal)
    if len(words) > PAGE_LONGEST_SLUG:
        words = words[: PAGE_LONGEST_SLUG + 1].rpartition("-")[0] or words[:PAGE_LONGEST_SLUG]
    return f"{words}-{tag}.md"


# --- writing --------------------------------------------------------------------------------------


def page_text(page: Page) -> str:
    """The page as text: one line, one thing."""
    lines = [
        "---",
        f"plangate: {FORMAT}",
        f"session: {page.session}",
        f"version: {page.version}",
        f"done: {page.done}",
        f"anchor: {page.anchor}",
        f"seal: {page.seal}",
        "---",
        "",
        f"# {page.goal}",
        "",
        "## Decisions",
        "",
        *([f"- {line}" for line in page.decisions] or ["None was needed."]),
        "",
        "## Tasks",
        "",
    ]
    for task in page.tasks:
        lines += [*_task_lines(task), ""]
    lines += ["## Versions", "", *(f"- {line}" for line in page.versions)]
    return "\n".join(lines) + "\n"


def _task_lines(task: PageTask) -> Iterator[str]:
    yield f"- [{'x' if task.done else ' '}] {task.id} {task.title}".rstrip()
    for line in task.description.split("\n") if task.description else ():
        yield f"  {chr(92) if _NEEDS_ESCAPE.match(line) else ''}{line}".rstrip()
    if task.files:
        yield f"  - files: {', '.join(f'`{path}`' for path in task.files)}"
    for condition in task.before:
        yield f"  - before: {condition}"
    if task.check:
        yield f"  - check: {task.check}"
    if task.after:
        yield f"  - after: {', '.join(task.after)}"
    if task.rests_on:
        yield f"  - rests on: {', '.join(task.rests_on)}"
    if task.one_way:
        yield f"  - one-way: {task.one_way}"


def line_of(text: str) -> str:
    """A text as one line of a page: no control characters, no second line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def lines_of(text: str) -> str:
    """A text of several lines as a page carries it."""
    return "\n".join(filter(None, map(line_of, text.splitlines())))


# --- reading --------------------------------------------------------------------------------------


def is_page(text: str) -> bool:
    """Whether a text is a published plan at all."""
    front, _ = _front(text.splitlines())
    return front.get("plangate") is not None


def read_page(text: str) -> Page:
    """The page of a file, or one line about why it is none (ERR-1)."""
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if _CONFLICT.match(line):
            problem = f"line {number} is a mark of a merge that is not finished"
            raise BadInput("plan", problem, "the file with the merge resolved")
    front, rest = _front(lines)
    if front.get("plangate") != FORMAT:
        problem = f"plangate: {front['plangate'][:20]!r}" if "plangate" in front else "no front"
        raise BadInput("plan", problem, f"front matter with `plangate: {FORMAT}`")
    missing = [key for key in ("session", "version") if not front.get(key)]
    if missing:
        raise BadInput("plan", f"{missing[0]} is missing", "the front matter as it was written")
    version = front["version"]
    if not (version.isascii() and version.isdigit() and 0 < len(version) < 8):
        raise BadInput("version", f"{version[:20]!r}", "a whole number")
    return _body(front, int(version), rest)


def _front(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """The entries between the first two rules, and the lines behind them."""
    if not lines or lines[0].strip() != "---" or "---" not in map(str.strip, lines[1:]):
        return {}, lines
    end = 1 + [line.strip() for line in lines[1:]].index("---")
    entries = (line.partition(":") for line in lines[1:end])
    return {key.strip(): value.strip() for key, _, value in entries}, lines[end + 1 :]


def with_one_front(text: str) -> str:
    """A merge that is torn in the front matter alone mended: the side of the later version stands,
    of one version the side that has more done. These lines are plangate's own; all others are not.
    """
    lines = text.splitlines()
    if not any(map(_CONFLICT.match, lines)) or "---" not in map(str.strip, lines[1:]):
        return text
    end = 1 + [line.strip() for line in lines[1:]].index("---")
    ours, theirs = [lines[0]], [lines[0]]
    taking = [ours, theirs]
    for line in lines[1:end]:
        if _CONFLICT.match(line):
            taking = {"<": [ours], "=": [theirs], ">": [ours, theirs]}.get(line[0], [])
            continue
        for side in taking:
            side.append(line)
    later = max(ours, theirs, key=_how_far)
    return "\n".join([*later, *lines[end:], ""])


def _how_far(front: list[str]) -> tuple[int, int]:
    said, _ = _front([*front, "---"])
    version, done = said.get("version", ""), said.get("done", "").partition(" ")[0]
    return (int(version) if version.isdigit() else 0, int(done) if done.isdigit() else 0)


class _Sections:
    """The lines of a page by the heading they stand under."""

    def __init__(self) -> None:
        self.goal = ""
        self.listed: dict[str, list[str]] = {"Decisions": [], "Versions": []}
        self.tasks: list[PageTask] = []
        self.other: list[str] = []

    def take(self, section: str, line: str) -> None:
        if section == "Tasks":
            if not self._is_task(line) and not self._is_of_task(line):
                self.other.append(line)
        elif section in self.listed and line.startswith(("- ", "* ")):
            self.listed[section].append(line[2:].strip())
        elif not (section == "Decisions" and line == "None was needed."):
            self.other.append(line)

    def _is_task(self, line: str) -> bool:
        found = _TASK.fullmatch(line.rstrip())
        if found is None:
            return False
        self.tasks.append(PageTask(found[2], found[3] or "", done=found[1] != " "))
        return True

    def _is_of_task(self, line: str) -> bool:
        if not self.tasks or not line.startswith((" ", "\t")):
            return False
        task, found = self.tasks[-1], _FIELD.fullmatch(line.rstrip())
        if found is None:
            words = _ESCAPED.sub("", line.strip(), count=1)
            description = "\n".join(filter(None, (task.description, words)))
            self.tasks[-1] = task._replace(description=description)
            return True
        self.tasks[-1] = _with_field(task, found[1], found[2].strip())
        return True


def _with_field(task: PageTask, name: str, value: str) -> PageTask:
    names = tuple(filter(None, map(str.strip, value.split(","))))
    match name:
        case "files":
            return task._replace(files=tuple(_CODE.findall(value)))
        case "after":
            return task._replace(after=names)
        case "rests on":
            return task._replace(rests_on=names)
        case "before":
            return task._replace(before=(*task.before, value))
        case "check":
            return task._replace(check=value)
        case _:
            return task._replace(one_way=value)


def _body(front: dict[str, str], version: int, lines: Iterable[str]) -> Page:
    found, section = _Sections(), ""
    for line in lines:
        if not line.strip():
            continue
        if line.startswith("# ") and not found.goal:
            found.goal = line[2:].strip()
        elif line.startswith("## ") and line[3:].strip() in ("Decisions", "Tasks", "Versions"):
            section = line[3:].strip()
        else:
            found.take(section, line)
    return Page(
        session=front["session"],
        version=version,
        anchor=front.get("anchor", ""),
        goal=found.goal,
        decisions=tuple(found.listed["Decisions"]),
        tasks=tuple(found.tasks),
        versions=tuple(found.listed["Versions"]),
        sealed=front.get("seal", ""),
        other=tuple(found.other),
        said_done=front.get("done", ""),
    )
