"""An issue pasted whole, read as an issue (UND-10).

Somebody's report is a title, a wish or two, and a heap of evidence: steps, what was expected, code,
tracebacks, the environment, a template's own lines. Only wishes are goals. Code and tracebacks name
places; the environment names nothing. How the parts are headed is in issue_headings.py. A form that
has no title takes what is wanted, or else what is wrong, for one. It opens no file and decides
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from plangate.language.issues.issue_headings import (
    Headed,
    Heading,
    asks_alone,
    heading_of,
    heads_a_form,
    is_jira,
    is_no_title,
    is_of_a_letter,
    is_of_the_template,
)
from plangate.language.words.row_patterns import any_case, any_said
from plangate.language.words.vocabulary import verb_of

Part = Literal[
    "title", "wish", "prose", "steps", "expected", "actual", "code", "traceback", "environment"
]


class Line(NamedTuple):
    """One line of a text and the part of an issue it belongs to."""

    part: Part
    text: str


class Issue(NamedTuple):
    """A text by its parts. A goal of one sentence is a title and nothing else."""

    title: str
    lines: tuple[Line, ...] = ()
    is_form: bool = False
    """Whether it is laid out as an issue is: with a heading that is known."""

    def of(self, *parts: Part) -> str:
        """The text of some parts, in order."""
        return "\n".join(line.text for line in self.lines if line.part in parts)

    @property
    def wishes(self) -> tuple[str, ...]:
        """What is wanted: the title first, then every sentence that wants something (UND-10)."""
        wanted = (line.text for line in self.lines if line.part == "wish")
        return tuple(dict.fromkeys(filter(None, (self.title, *wanted))))

    @property
    def wanted(self) -> str:
        """The wishes as a goal, each a sentence of its own."""
        return "\n".join(w if w.endswith((".", "!", "?", ":")) else f"{w}." for w in self.wishes)

    @property
    def tells_trouble(self) -> bool:
        """Whether it reports what goes wrong, and its title does not say what to do about it."""
        orders = _orders(self.title) or any_said("issue_wants").search(self.title)
        return not orders and bool(self.of("steps", "actual", "traceback"))

    @property
    def is_report(self) -> bool:
        """Whether there is evidence in it besides wishes, or it is laid out as an issue is."""
        evidence = (line.part not in ("title", "wish", "prose") for line in self.lines)
        return self.is_form or any(evidence)

    @property
    def said(self) -> str:
        """Everything a person said in their own words, without code, traces and surroundings."""
        own = self.of("wish", "prose", "steps", "expected", "actual")
        return "\n".join(filter(None, (self.title, own)))

    @property
    def shown(self) -> str:
        """Everything that was pasted: code and traces."""
        return self.of("code", "traceback")


# --- lines ----------------------------------------------------------------------------------------

_COMMENT = re.compile(r"<!--.{0,20000}?(?:-->|\Z)", re.DOTALL)
_FENCE = re.compile(r"^\s{0,6}(?:```+|~~~+|\{(?:code|noformat)\b[^}]{0,60}\})")
_BOX = re.compile(r"^\s*[-*]\s*\[[ xX]\]\s*")
_TRACE = re.compile(
    r"Traceback \(most recent call last\)|^\s*File \"[^\"]{1,300}\", line \d|^\s*at [\w$.<>]+\s?\("
    r"|^\s*at .{1,300}:\d+(?::\d+)?\)?$|^goroutine \d+|^panic: |^thread '.{1,80}' panicked"
    r"|^(?:[a-z_]+\.)*[A-Z]\w*(?:Error|Exception|Warning)\b\s*(?::|$)|^\s*Caused by: "
    r"|^\s*\^[~^]*\s*$|^\s+--> \S+:\d+",
    re.MULTILINE,
)
_PROMPT = re.compile(
    r"^\s*(?:>>> |\.\.\. |In \[\d+\]:|Out ?\[\d+\]:|\$ \S|% \S|> (?:npm|npx|yarn)\b)"
)
_CODE_LINE = re.compile(
    r"^\s*(?:import [\w.{*]|from [\w.]+ import |def \w+\(|class \w+[(:{]|@\w+|\}|\{\s*$|#include\b"
    r"|return\b.*[();\[\]{}]|(?:if|for|while|with|elif|else|try|except)\b.*[:{]\s*$"
    r"|(?:const|let|var|public|private|static|func|fn|package|use) [\w*{(].*[;{(=)]"
    r"|</?\w+[^>]{0,200}>\s*$)"
    r"|[;{]\s*$|^\s*[\w.\[\]'\"]+\s*(?:=|:=|\+=)\s*\S+[\w.]*[(\['\"{].{0,300}$"
    r"|^\s*[\w.]+\([^.!?]{0,300}\)\s*;?\s*$"
)
_SURROUNDINGS = (
    r"OS|Platform|Browser|Device[\w, ]{0,20}|Distro|Architecture|Operating System|Kernel|CPU|RAM"
    r"|Terminal|Editor|Python|Node(?:\.?js)?|npm|yarn|pnpm|Java|JDK|Go|Rust|rustc|Ruby|PHP|Docker"
    r"|GPU|Shell|IDE|Chrome|Firefox|Safari|Commit|Branch|Package manager|Database"
    r"|Installed (?:via|from|with)|[\w.@/ -]{1,40}versions?|Version"
)
_ENVIRONMENT = re.compile(
    rf"^\s*[-*+>]?\s*[*_]*(?:{_SURROUNDINGS})[*_]*\s*(?:\([^)]{{0,40}}\))?"
    r"\s*(?::|=|\bversion\b)[*_]*.{0,200}$"
    r"|^\s*[-*+]?\s*\**[\w.@/-]{1,60}\**\s*(?:==|@|:|\bv)?\s*`?v?\d+(?:\.\d+){1,4}[\w.+-]*`?,?\s*$",
    re.IGNORECASE,
)
_MACHINE = re.compile(
    r"^\W*(?:(?:on|using|with|and|,|/|\()?\s*(?:Chrome|Chromium|Firefox|Safari|Edge|Opera|Windows|macOS"
    r"|Mac OS X?|Ubuntu|Debian|Fedora|CentOS|Arch|Alpine|Linux|iOS|Android|Python|Node|Java|Docker)"
    r"(?: (?:box|server|laptop))?\s*v?\d[\w.]*\W*){1,6}$",
    re.IGNORECASE,
)
#: “Given …, when …, then …”: how it is tried, not what is done.
_GIVEN = re.compile(r"(?:given|when|then)\b", re.IGNORECASE)
_STEP = re.compile(r"^#\s+")
_MARKED = re.compile(r"\*\*|#{1,6} ")
#: What a tracker or a mail program writes before a text, and what somebody else said in it.
_FIELD = re.compile(
    r"(?:User-Agent|Build (?:Identifier|ID)|Content-Type|Message-ID|Date|From|To|Cc|X-[\w-]+): \S",
    re.IGNORECASE,
)
_WROTE = re.compile(r"(?:> ?)?.{3,80} wrote:$")
#: A letter's last words stand in its last rows.
_SIGNED = 4
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\"'(])")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)])\s+")
_FEW, _LONGEST, _LONGEST_LINE = 3, 100_000, 2_000


def goal_of(text: str) -> str:
    """A goal as one works from it: of a report what is wanted, and nothing of its form (UND-10)."""
    issue = read_issue(text)
    return (issue.wanted or text) if issue.is_report else text


def topic_of(text: str) -> str:
    """A goal as one speaks of it: a report by its title."""
    issue = read_issue(text)
    return (issue.title or text) if issue.is_report else text


@lru_cache(maxsize=64)
def read_issue(text: str) -> Issue:
    """A goal, an issue or a commit's message by its parts."""
    whole = _COMMENT.sub("", text[:_LONGEST])
    rows = [line.rstrip()[:_LONGEST_LINE] for line in whole.splitlines()]
    if any(map(_WROTE.match, rows)):
        rows = _without_quotes(rows)
    if is_jira(whole):
        rows = [_STEP.sub("- ", row) for row in rows]
    while rows and (not rows[0].strip() or (rows[1:] and _FIELD.match(rows[0]))):
        rows.pop(0)
    if not rows:
        return Issue("")
    title, body = _titled(rows)
    found, is_form = _lines(body)
    read = [line for _, line in found]
    if not title:
        title, is_form = _title_of(found), True
        read = [line for line in read if line.text != title or line.part == "actual"]
    if not title:
        title, is_form = _bare(rows[0]), False
    return Issue(title, (Line("title", title), *read), is_form)


def _without_quotes(rows: list[str]) -> list[str]:
    """A reply without what it answers, unless nothing else is in it."""
    own = [row for row in rows if not row.startswith(">") and not _WROTE.match(row)]
    return own if any(row.strip() for row in own) else rows


def _titled(rows: list[str]) -> tuple[str, list[str]]:
    """The title of a text, "" where a form begins at once, and the rows below it."""
    bare, below = _bare(rows[0]), [row for row in rows[1:] if row.strip()]
    if not below:
        return bare, []
    heading = heading_of(rows[0])
    if heading is not None and heading.kind and heading.rest:
        told = heading.kind in ("prose", "wish", "actual", "expected")
        return (heading.rest, rows[1:]) if told else ("", rows)
    asked = asks_alone(rows[0]) if _is_alone(rows, 0) else None
    opens = heads_a_form(rows[0]) or _BOX.match(rows[0]) or is_of_a_letter(rows[0])
    opens = opens or _ENVIRONMENT.match(rows[0]) or _is_section(rows[0], below)
    if (opens or asked) and any(map(_is_own, below)):
        return "", rows
    if is_no_title(rows[0]) and any(map(_is_own, below)):
        return "", rows[1:]
    return any_case("tagged_as").sub("", bare) or bare, rows[1:]


def _is_section(row: str, below: list[str]) -> bool:
    """Whether a first row is marked as others below it are: one section of several, no title."""
    found = _MARKED.match(row)
    if found is None or row.startswith("# "):
        return False
    mark = found.group()
    alike = (other for other in below if other.startswith(mark))
    if mark == "**":
        return row.rstrip(" :").endswith("**") and any(
            other.rstrip(" :").endswith("**") for other in alike
        )
    return any(alike)


def _bare(row: str) -> str:
    return re.sub(r"^\s*(?:#{1,6}\s+|title:\s*)", "", row, flags=re.IGNORECASE).strip()


def _is_own(row: str) -> bool:
    return not (_BOX.match(row) or is_of_the_template(row) or is_of_a_letter(row))


def _title_of(found: list[tuple[Headed, Line]]) -> str:
    """What a form is about: what is wanted, else what is wrong, else what should be so."""
    for part in ("wish", "prose", "actual", "expected"):
        for section, line in found:
            if line.part == part and section not in ("criteria", "aside", "traceback"):
                return line.text
    return next((line.text for _, line in found if line.part == "wish"), "")


class _Place(NamedTuple):
    """Where in an issue one reads: under which heading, and how that was set."""

    section: Headed = "prose"
    loose: bool = False
    filled: bool = False
    """Whether something stood under the heading already."""


def _lines(rows: list[str]) -> tuple[list[tuple[Headed, Line]], bool]:
    """The body, fence by fence and section by section, and whether a known heading is in it."""
    found: list[tuple[Headed, Line]] = []
    place, trace, known, at = _Place(), False, False, 0
    while at < len(rows):
        row = rows[at]
        at += 1
        if _FENCE.match(row):
            block, at = _block(rows, at)
            found += [(place.section, line) for line in block if place.section != "nothing"]
            trace = False
        elif not (trace and row.strip() and not _MARKED.match(row)) and (
            heading := _headed(rows, at - 1)
        ):
            place = _Place(heading.kind or "prose", heading.loose, bool(heading.rest))
            known, trace = known or heading.kind is not None, False
            if heading.rest:
                said = row if heading.kind == "environment" else heading.rest
                found += [(place.section, line) for line in _read_row(said, place.section)]
        elif not row.strip():
            trace = False
        elif found and is_of_a_letter(row) and at >= len(rows) - _SIGNED:
            break
        else:
            if _is_past(place, rows, at - 1):
                place = _Place()
            trace = trace or _TRACE.search(row) is not None
            made = _read_row(row, place.section, in_trace=trace)
            found += [(place.section, line) for line in made]
            place = place._replace(filled=True)
    return _wanted(found), known


def _wanted(found: list[tuple[Headed, Line]]) -> list[tuple[Headed, Line]]:
    """Where a heading says what is wanted, a “we have to” of the story around it is no wish."""
    said = any((section, line.part) == ("wish", "wish") for section, line in found)
    return [
        (section, Line("prose", line.text))
        if said and section == "prose" and line.part == "wish"
        else (section, line)
        for section, line in found
    ]


def _headed(rows: list[str], at: int) -> Heading | None:
    """The heading a row is; a bare line is one where it stands apart and says nothing else."""
    heading = heading_of(rows[at])
    if heading is not None or not (_is_alone(rows, at) or _stands_apart(rows, at)):
        return heading
    kind = asks_alone(rows[at])
    return Heading(kind) if kind else None


def _is_alone(rows: list[str], at: int) -> bool:
    """Whether a row begins a paragraph that goes on below it."""
    begins = at == 0 or not rows[at - 1].strip()
    return begins and at + 1 < len(rows) and bool(rows[at + 1].strip())


def _stands_apart(rows: list[str], at: int) -> bool:
    """Whether a few words stand between two empty rows, and more comes below."""
    around = "".join((*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2]))
    return len(rows[at].split()) <= _FEW and not around.strip() and any(rows[at + 2 :])


def _is_past(place: _Place, rows: list[str], at: int) -> bool:
    """Whether the paragraph or list under a heading without marks is over."""
    if not (place.loose and place.filled) or at == 0 or rows[at - 1].strip():
        return False
    return not (_BULLET.match(rows[at]) or _is_indented(rows[at]))


def _block(rows: list[str], at: int) -> tuple[list[Line], int]:
    """What stands in a fence, and where the text goes on."""
    start = at
    while at < len(rows) and not _FENCE.match(rows[at]):
        at += 1
    inside = [row for row in rows[start:at] if row.strip()]
    text = "\n".join(inside)
    if _TRACE.search(text):
        part: Part = "traceback"
    elif inside and all(_ENVIRONMENT.match(row) for row in inside):
        part = "environment"
    else:
        part = "code"
    return [Line(part, row) for row in inside], at + 1


def _read_row(row: str, section: Headed, *, in_trace: bool = False) -> Iterator[Line]:
    if section == "nothing" or (_BOX.match(row) and section not in ("wish", "criteria")):
        return  # a template's list of boxes
    if is_of_the_template(row) or is_of_a_letter(row):
        return
    if in_trace:
        yield Line("traceback", row)
    elif _ENVIRONMENT.match(row) or _MACHINE.match(row) or section == "environment":
        yield Line("environment", row)
    elif _PROMPT.match(row) or _CODE_LINE.search(row) or _is_indented(row):
        yield Line("code", row)
    else:
        yield from _sentences(_BOX.sub("", row), section)


def _is_indented(row: str) -> bool:
    return row.startswith(("    ", "\t")) and not _BULLET.match(row)


def _orders(words: str) -> bool:
    """Whether a sentence opens with a verb that changes something: “Add …”, “Return …”."""
    opening = re.match(r"[A-Za-z]+", words)
    known = verb_of(opening.group()) if opening else None
    return known is not None and known.changes and known.name == str(opening and opening[0]).lower()


def _sentences(row: str, section: Headed) -> Iterator[Line]:
    """A person's own words: those that want something are wishes, wherever they stand."""
    said = map(str.strip, _SENTENCE.split(_BULLET.sub("", row).strip(" >")))
    for words in (one for one in said if one and not is_of_the_template(one)):
        yield Line(_part_of(words, section), words)


def _part_of(words: str, section: Headed) -> Part:
    """What a sentence of a section is; a plea counts even where somebody tells what happened."""
    match section:
        case "prose" if not any_case("told_of_right_now").match(words):
            return "wish" if any_said("issue_wants").search(words) or _orders(words) else "prose"
        case "actual" | "aside" if any_case("pleads").search(words):
            return "wish"
        case "wish" | "criteria":
            return "expected" if _GIVEN.match(words) else "wish"
        case "actual" | "expected" | "steps" | "environment":
            return section
        case _:
            return "prose"
