"""Markdown as people write it, cut into headings and list items in one pass.

Not a Markdown implementation: it knows what a plan can be made of and what never is a task (code
fences, tables, comments, front matter). It never fails on any text and is linear in its length.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from plangate.language.patterns import lazy

Kind = Literal["box", "number", "bullet"]
#: The level of a heading that is only a line in bold: below every real one.
BOLD_LINE = 7

_HEADING = lazy(r" {0,3}(#{1,6})[ \t]+(.*)")
_BOLD = lazy(r"\*\*([^*]{1,200})\*\*:?\s*")
#: “Exit gate:” alone on a line, over a list, is a heading that nobody made bold.
_NAMED_LIST = lazy(r"([A-Z][\w&/-]*(?: [\w&/-]+){0,3}):")
_RULE = lazy(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})")
_UNDERLINE = lazy(r"\s{0,3}(=+|-{2,})\s*")
_FENCE = lazy(r"\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})([^`]*)")
_QUOTE = lazy(r"\s{0,3}>[ \t]?")
_ITEM = lazy(r"(\s*)([-*+•◦▪‣–]|\d{1,9}(?:\.\d{1,9}){0,8}[.)]|\d{1,9}(?:\.\d{1,9}){1,8})\s+(.*)")
_BOX = lazy(r"(?:\[(?: {0,3}|\s?[xX✓✔✅vV~/>!*.o-]\s?)\](?!\()|[☐☑☒⬜🔲🔳])(?:\*(?=\s))?\s*(.*)")
_TICKED = lazy(r"\[\s?[xX✓✔✅]\s?\]|[☑✅]")
_ROW = lazy(r"\s*\|.*")
_LABEL = lazy(r"(\d{1,9}(?:\.\d{1,9}){0,8})[.):]?(?:\s|$)")
_FRONT_KEY = lazy(r"([A-Za-z][\w-]*)\s*:\s+(.+)")
_EMPHASIS = lazy(r"(?<![/\w*])\*{2,3}(?=\S)|(?<=\S)\*{2,3}(?![/\w*])|~~")
_PROGRESS = lazy(r"^(?:\[[ xX]\]|[^\w`\"'(\[])+")
_FRONT_LINES = 500


class Item(NamedTuple):
    """A list item with everything that belongs to it."""

    kind: Kind
    label: str
    text: str
    section: int
    depth: int
    parent: int | None
    more: list[str]
    """The lines below it: its own paragraphs and the items nested in it, boxes excepted."""
    ticked: bool = False


class Section(NamedTuple):
    """A heading and what stands below it up to the next; the first one has no heading."""

    title: str
    level: int
    parent: int | None
    lines: list[str]
    """Its paragraphs and items, in order, without code."""
    intro: list[str]
    """Its paragraphs before the first item."""


class Outline(NamedTuple):
    front: dict[str, str]
    sections: list[Section]
    items: list[Item]
    rows: list[str]
    """Table rows, in order."""


def outline(text: str) -> Outline:
    """The headings, items and table rows of a text."""
    lines, front = _front_matter(_without_comments(text).split("\n"))
    reader = _Reader(Outline(front, [Section("", 0, None, [], [])], [], []))
    for line, is_quoted in without_fences(lines):
        reader.take(line.expandtabs(4).rstrip(), is_quoted)
    return reader.made


def plain(text: str) -> str:
    """A heading or an item without the marks of emphasis; `src/**/*.py` keeps its stars."""
    return " ".join(_EMPHASIS.sub("", text).split())


class _Reader:
    """Takes one line after another; what is open is the section and the items on the way down."""

    def __init__(self, made: Outline) -> None:
        self.made = made
        self.open: list[tuple[int, int]] = []
        """Indent and number of every item the next line may belong to."""
        self.after_blank = False
        self.may_be_title = False

    def take(self, line: str, is_quoted: bool) -> None:
        if not line.strip():
            self.after_blank, self.may_be_title = True, False
            return
        if (is_quoted or not self._is_heading(line)) and not self._is_item(line, is_quoted):
            self._text(line)
        self.after_blank = False

    def _is_heading(self, line: str) -> bool:
        section = self.made.sections[-1]
        if found := _HEADING.fullmatch(line):
            self._open_section(re.sub(r"\s#+\s*$", "", f" {found[2]}"), len(found[1]))
        elif self.may_be_title and (under := _UNDERLINE.fullmatch(line)):
            title = section.lines.pop()
            section.intro.clear()
            self._open_section(title, 1 if under[1][0] == "=" else 2)
        elif _RULE.fullmatch(line):
            self.open = []
        elif bold := _BOLD.fullmatch(line) or (self.after_blank and _NAMED_LIST.fullmatch(line)):
            self._open_section(bold[1], BOLD_LINE)
        else:
            return False
        self.may_be_title = False
        return True

    def _open_section(self, title: str, level: int) -> None:
        sections = self.made.sections
        parent: int | None = len(sections) - 1
        while parent is not None and sections[parent].level >= level:
            parent = sections[parent].parent
        # A mark of progress in front (“✅ Step 1”, “[x] Step 1”) is no part of the name.
        name = _PROGRESS.sub("", plain(title), count=1)
        sections.append(Section(name, level, parent, [], []))
        self.open = []

    def _is_item(self, line: str, is_quoted: bool) -> bool:
        found = _ITEM.fullmatch(line)
        indent = len(found[1]) if found else len(line) - len(line.lstrip())
        body = found[3] if found else line.strip()
        may_be_box = body.startswith("[") or not body[:1].isascii()
        box = _BOX.fullmatch(body) if may_be_box else None
        if box is None and (found is None or is_quoted):
            return False
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()
        marker = found[2] if found else ""
        kind: Kind = "box" if box else "number" if marker[:1].isdigit() else "bullet"
        text = plain(box[1] if box else body)
        label = marker.rstrip(".)") if marker[:1].isdigit() else ""
        if not label and (numbered := _LABEL.match(text)):
            label = numbered[1]
        parent = self.open[-1][1] if self.open else None
        at = (len(self.made.sections) - 1, len(self.open), parent)
        ticked = box is not None and _TICKED.match(body) is not None
        item = Item(kind, label, text, *at, [], ticked)
        self._belongs(text, to_items=kind != "box")
        self.made.items.append(item)
        self.open.append((indent, len(self.made.items) - 1))
        self.may_be_title = False
        return True

    def _belongs(self, text: str, *, to_items: bool = True) -> None:
        """A line belongs to its section and to the items around it, up to a box; a box to none."""
        self.made.sections[-1].lines.append(text)
        if not to_items:
            return
        for _, number in reversed(self.open):
            item = self.made.items[number]
            item.more.append(text)
            if item.kind == "box":
                return

    def _text(self, line: str) -> None:
        if _ROW.fullmatch(line):
            self.made.rows.append(line.strip())
            self.open = []
            return
        indent = len(line) - len(line.lstrip())
        if self.after_blank:
            while self.open and self.open[-1][0] >= indent:
                self.open.pop()
        said = plain(line)
        if len(self.made.sections[-1].intro) == len(self.made.sections[-1].lines):
            self.made.sections[-1].intro.append(said)
        self._belongs(said)
        self.may_be_title = not self.open


def _without_comments(text: str) -> str:
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    return "".join([*parts, text[at:]])


def _front_matter(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines behind the front matter, and its one-line entries."""
    first = lines[0].strip() if lines else ""
    if first not in ("---", "+++"):
        return lines, {}
    for number, line in enumerate(lines[1:_FRONT_LINES], start=1):
        if line.strip() == first:
            pairs = (_FRONT_KEY.fullmatch(one.rstrip()) for one in lines[1:number])
            return lines[number + 1 :], {
                pair[1].lower(): pair[2].strip().strip("\"'") for pair in pairs if pair
            }
    return lines, {}


def without_fences(lines: list[str]) -> list[tuple[str, bool]]:
    """The lines outside code fences, and whether each is quoted; a fence left open is none."""
    kept: list[tuple[str, bool]] = []
    fence, opened_at = "", 0
    for number, line in enumerate(lines):
        quote = _QUOTE.match(line)
        bare = line[quote.end() :] if quote else line
        found = _FENCE.fullmatch(bare.rstrip())
        if fence:
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found:
            fence, opened_at = found[1], number
        else:
            kept.append((bare, quote is not None))
    if fence:
        kept += [(line, False) for line in lines[opened_at + 1 :] if not _FENCE.fullmatch(line)]
    return kept
