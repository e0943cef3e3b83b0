"""Documentation cut into statements, and which of them assert something about this project.

Prose mentions many things a project does not do. So a statement counts for a reading when it is
about the decision at hand, names the reading in a clause that neither denies nor weighs it, and
says it as something that is done or decided (“limits are counted in Redis”). Two readings asserted
in one statement cancel out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plangate.language.phrases import marked
from plangate.language.words.row_patterns import any_case

_MOST_STATEMENTS = 2_000
_LONGEST = 600
_LONGEST_LINE = 2_000


class Statement(NamedTuple):
    """A sentence, the line its paragraph begins at, and the headings above it."""

    text: str
    line: int
    headings: tuple[str, ...]


class Topic(NamedTuple):
    """A decision as documentation may speak of it: phrases for it, and for each of its readings."""

    about: tuple[str, ...]
    readings: Mapping[str, tuple[str, ...]]


_FENCE = re.compile(r"^\s*(?:```|~~~)")
_HASHES = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_UNDERLINE = re.compile(r"^([=\-~^\"'`*+#])\1{2,}\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_NOISE = re.compile(r"^\s*(?:\||<!--|<[a-z/]|\.\. |:\w+:|!\[|\[!\[|---|===)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(\[*])")
_CLAUSE = re.compile(r"[,;:()]|\s[-–—]\s|\b(?:but|while|whereas|although|though)\b")

_DECISION = re.compile(r"\b(?:decision|outcome|resolution)\b", re.IGNORECASE)


def statements(text: str) -> Iterator[Statement]:
    """Sentences of the prose in a text; code, tables, comments and markup are passed over."""
    headings: dict[int, str] = {}
    paragraph: list[str] = []
    begins, count, fenced = 1, 0, False
    lines = [*(line[:_LONGEST_LINE] for line in text.splitlines()), ""]
    for number, written in enumerate(lines, 1):
        fence = _FENCE.match(written)
        fenced ^= fence is not None
        if fenced and not fence:
            continue
        line = "" if fence else written
        heading = _heading(lines, number)
        ends = not line.strip() or heading or _ITEM.match(line) or _NOISE.match(line)
        if ends and paragraph:
            for sentence in _sentences(paragraph):
                count += 1
                yield Statement(sentence, begins, tuple(headings.values()))
            paragraph = []
            if count >= _MOST_STATEMENTS:
                return
        if heading:
            level, title = heading
            headings = {k: v for k, v in headings.items() if k < level} | {level: title[:200]}
        elif line.strip() and not _NOISE.match(line) and not _is_code(line):
            if not paragraph:
                begins = number
            paragraph.append(_ITEM.sub("", line).strip())


def _heading(lines: list[str], number: int) -> tuple[int, str] | None:
    line = lines[number - 1]
    if found := _HASHES.match(line):
        return len(found.group(1)), found.group(2)
    below = lines[number] if number < len(lines) else ""
    if line.strip() and not line.startswith((" ", "\t")) and (mark := _UNDERLINE.match(below)):
        return "=-~^\"'`+*#".index(mark.group(1)) + 1, line.strip()
    return None


def _is_code(line: str) -> bool:
    return line.startswith(("    ", "\t")) and not _ITEM.match(line)


def _sentences(paragraph: list[str]) -> Iterator[str]:
    whole = " ".join(part for part in paragraph if not _UNDERLINE.match(part))
    for sentence in _SENTENCE.split(whole):
        if cleaned := sentence.strip():
            yield cleaned[:_LONGEST]


def asserted(statement: Statement, topic: Topic) -> str | None:
    """The one reading that a statement asserts, None when it asserts none or two."""
    if statement.text.endswith("?"):
        return None
    if not (any_case("asserted").search(statement.text) or _is_decision(statement)):
        return None  # the cheap question first: hearing a sentence costs far more
    heard = marked(statement.text)
    about = heard.stated(topic.about) or marked(" / ".join(statement.headings)).stated(topic.about)
    if about is None:
        return None
    found = {
        reading
        for reading, phrases in topic.readings.items()
        for clause in _CLAUSE.split(statement.text)
        if clause and not any_case("hedged").search(clause) and marked(clause).stated(phrases)
    }
    return found.pop() if len(found) == 1 else None


def _is_decision(statement: Statement) -> bool:
    """Whether a statement stands below the heading under which records decide."""
    return bool(statement.headings) and _DECISION.search(statement.headings[-1]) is not None
