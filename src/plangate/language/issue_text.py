"""An issue pasted whole, read as an issue (UND-10).

Somebody's report is a title, a wish or two, and a heap of evidence: steps, what was expected, code,
tracebacks, the environment, a template's own lines. Only wishes are goals. Code and tracebacks name
places; the environment names nothing. English headings are known; in another language the title,
the code and the identifiers still stand for themselves. It opens no file and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from plangate.language.patterns import lazy
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

    def of(self, *parts: Part) -> str:
        """The text of some parts, in order."""
        return "\n".join(line.text for line in self.lines if line.part in parts)

    @property
    def wishes(self) -> tuple[str, ...]:
        """What is wanted: the title first, then every sentence that wants something (UND-10)."""
        wanted = (line.text for line in self.lines if line.part == "wish")
        return tuple(dict.fromkeys(filter(None, (self.title, *wanted))))

    @property
    def is_report(self) -> bool:
        """Whether there is evidence in it besides wishes."""
        return any(line.part not in ("title", "wish", "prose") for line in self.lines)

    @property
    def said(self) -> str:
        """Everything a person said in their own words, without code, traces and surroundings."""
        own = self.of("wish", "prose", "steps", "expected", "actual")
        return "\n".join(filter(None, (self.title, own)))

    @property
    def shown(self) -> str:
        """Everything that was pasted: code and traces."""
        return self.of("code", "traceback")


# --- headings -------------------------------------------------------------------------------------

_HEADINGS: tuple[tuple[Part | None, str], ...] = (
    (None, r"checklist|check ?list|prerequisites?|before (?:submitting|you)|code of conduct"),
    ("environment", r"environment|versions?\b|system info|platform|your setup|specifications?"),
    ("environment", r"(?:operating|desktop|smartphone|browser|package|software).*(?:info|version)"),
    ("steps", r"(?:steps|how|code|minimal).*reproduc|reproduc|test case|mre\b|mcve\b"),
    (
        "expected",
        r"expected|desired (?:behaviou?r|result|output)|what (?:did|do|i) (?:you )?expect",
    ),
    ("actual", r"(?:actual|current|observed) (?:behaviou?r|result|output)"),
    ("actual", r"what (?:actually )?happen"),
    ("wish", r"wanted|feature request|propos(?:al|ed?)|suggest|solution|request|goal"),
    ("wish", r"what (?:do )?you want|describe the (?:feature|solution)|enhancement"),
    ("wish", r"acceptance criteria|todo|tasks?$"),
    ("traceback", r"(?:stack ?)?trace(?:back)?|error (?:message|output|log)|logs?$|output$"),
    ("prose", r"(?:bug )?(?:description|summary|report|details?|overview|context|motivation)"),
    ("prose", r"describe the (?:bug|problem|issue)|problem|issue|alternatives|additional|notes?$"),
    ("prose", r"what|why|background|is your feature request related"),
)
_KNOWN_HEADINGS = tuple((part, lazy(words, re.IGNORECASE)) for part, words in _HEADINGS)
_HEADING = lazy(r"^\s{0,3}(?:#{1,6}\s+(.{1,80}?)\s*#*|\*\*(.{1,80}?)\*\*:?|(.{1,60}):)\s*$")


def _heading(line: str) -> str | None:
    """The words of a line that is a heading; a bare one counts only when it is a known one."""
    found = _HEADING.match(line)
    if found is None:
        return None
    marked = found[1] or found[2]
    if marked:
        return marked.strip(" :*")
    bare = found[3].strip()
    known = any(pattern.match(bare) for _, pattern in _KNOWN_HEADINGS)
    return bare if known and len(bare.split()) <= 6 else None


def _part_of(heading: str) -> Part | None:
    """The part a heading opens; one nobody knows opens a person's own words."""
    return next((part for part, words in _KNOWN_HEADINGS if words.match(heading)), "prose")


# --- lines ----------------------------------------------------------------------------------------

_COMMENT = lazy(r"<!--.{0,20000}?(?:-->|\Z)", re.DOTALL)
_FENCE = lazy(r"^\s{0,6}(?:```+|~~~+)")
_BOX = lazy(r"^\s*[-*]\s*\[[ xX]\]\s*")
_TRACE = lazy(
    r"Traceback \(most recent call last\)|^\s*File \"[^\"]{1,300}\", line \d|^\s*at [\w$.<>]+\s?\("
    r"|^\s*at .{1,300}:\d+(?::\d+)?\)?$|^goroutine \d+|^panic: |^thread '.{1,80}' panicked"
    r"|^(?:[a-z_]+\.)*[A-Z]\w*(?:Error|Exception|Warning)\b\s*(?::|$)|^\s*Caused by: "
    r"|^\s*\^[~^]*\s*$|^\s+--> \S+:\d+",
    re.MULTILINE,
)
_PROMPT = lazy(r"^\s*(?:>>> |\.\.\. |In \[\d+\]:|Out ?\[\d+\]:|\$ \S|% \S|> (?:npm|npx|yarn)\b)")
_CODE_LINE = lazy(
    r"^\s*(?:import [\w.{*]|from [\w.]+ import |def \w+\(|class \w+[(:{]|@\w+|\}|\{\s*$|#include\b"
    r"|return\b.*[();\[\]{}]|(?:if|for|while|with|elif|else|try|except)\b.*[:{]\s*$"
    r"|(?:const|let|var|public|private|static|func|fn|package|use) [\w*{(].*[;{(=)]"
    r"|</?\w+[^>]{0,200}>\s*$)"
    r"|[;{]\s*$|^\s*[\w.\[\]'\"]+\s*(?:=|:=|\+=)\s*\S+[\w.]*[(\['\"{].{0,300}$"
    r"|^\s*[\w.]+\([^.!?]{0,300}\)\s*;?\s*$"
)
_SURROUNDINGS = (
    "OS|Platform|Browser|Device|Distro|Architecture|Operating System|Kernel|CPU|RAM|GPU|Shell|IDE"
    r"|Terminal|Editor|Python|Node(?:\.?js)?|npm|yarn|pnpm|Java|JDK|Go|Rust|rustc|Ruby|PHP|Docker"
    "|Chrome|Firefox|Safari|Commit|Branch|Package manager|Database|Installed (?:via|from|with)"
    r"|[\w.@/ -]{1,40}versions?|Version"
)
_ENVIRONMENT = lazy(
    rf"^\s*[-*+>]?\s*\**(?:{_SURROUNDINGS})\**\s*(?:\([^)]{{0,40}}\))?"
    r"\s*(?::|=|\bversion\b)\**.{0,200}$"
    r"|^\s*[-*+]?\s*\**[\w.@/-]{1,60}\**\s*(?:==|@|:|\bv)?\s*`?v?\d+(?:\.\d+){1,4}[\w.+-]*`?,?\s*$",
    re.IGNORECASE,
)
_SENTENCE = lazy(r"(?<=[.!?])\s+(?=[A-Z`*\"'(])")
_BULLET = lazy(r"^\s*(?:[-*+]|\d{1,2}[.)])\s+")
_WANTS = lazy(
    r"\b(?:should(?:n't)?|would (?:like|love|be (?:nice|great|good|useful|helpful|better))"
    r"|i'?d like|(?:i|we|users?|people|it) (?:really )?(?:want|need|wish)s?\b|please|must(?:n't)?"
    r"|let'?s|need(?:s|ed)? to|could (?:we|you|it)|can (?:we|you) (?:please|add|make|have)|propose"
    r"|suggest|(?:is|be) nice to|feature request|has to|have to|ought to|requested|instead of"
    r"|allow(?:ing)?|support for)\b",
    re.IGNORECASE,
)
_LONGEST = 100_000
_LONGEST_LINE = 2_000


def read_issue(text: str) -> Issue:
    """A goal, an issue or a commit's message by its parts."""
    lines = _COMMENT.sub("", text[:_LONGEST]).splitlines()
    rows = [line.rstrip()[:_LONGEST_LINE] for line in lines]
    while rows and not rows[0].strip():
        rows.pop(0)
    if not rows:
        return Issue("")
    title = re.sub(r"^\s*(?:#{1,6}\s+|title:\s*)", "", rows[0], flags=re.IGNORECASE).strip()
    read = tuple(_lines(rows[1:]))
    return Issue(title, (Line("title", title), *read))


def _lines(rows: list[str]) -> Iterator[Line]:
    """The body, fence by fence and section by section."""
    section: Part | None = "prose"
    trace_under_way = False
    at = 0
    while at < len(rows):
        row = rows[at]
        at += 1
        if _FENCE.match(row):
            block, at = _block(rows, at)
            yield from block
            trace_under_way = False
        elif (heading := _heading(row)) is not None:
            section = _part_of(heading)
            trace_under_way = False
        elif not row.strip():
            trace_under_way = False
        else:
            trace_under_way = trace_under_way or _TRACE.search(row) is not None
            yield from _read_row(row, section, in_trace=trace_under_way)


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


def _read_row(row: str, section: Part | None, *, in_trace: bool) -> Iterator[Line]:
    if _BOX.match(row) and section != "wish":
        return  # a template's list of boxes
    if section is None:
        return
    if in_trace:
        yield Line("traceback", row)
    elif _ENVIRONMENT.match(row) or section == "environment":
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


def _sentences(row: str, section: Part) -> Iterator[Line]:
    """A person's own words: those that want something are wishes, wherever they stand."""
    for sentence in _SENTENCE.split(_BULLET.sub("", row).strip(" >")):
        words = sentence.strip()
        if not words:
            continue
        if section == "prose":
            wants = _WANTS.search(words) or _orders(words)
            yield Line("wish" if wants else "prose", words)
        elif section == "traceback":
            yield Line("prose", words)
        else:
            yield Line(section, words)
