"""The lines of a file that may carry a wish, and what one of them says to people (UND-4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?<=[.!?;])\s")
_CODE = re.compile(r"^(?: {4}|\t|\.\. |_|\$ )|[{};]\s*$|[{%]%|</")
_LEAST_WORDS = 3
#: Texts for people: some words in quotation marks, or the entry of a list of texts.
_SPOKEN = re.compile(
    r"[\"'](?:[A-Za-z][\w-]*[,.:;]* +){2,}[^\"']*(?:[\"']|$)|^\s*[\w.-]+: (?:\w+ ){2}.*"
)
_MARKS = ('"', "'", ": ")
#: What stands between two tags is read on a screen.
_ON_SCREEN = re.compile(r">\s*([A-Z][\w'-]*(?: +[\w'’-]+)+[^<>{}]*)</")
_OF_FAILURES = re.compile(
    r"\b(?:log(?:ger|ging)?|slog|console|raise|throw|panic|warn(?:ing)?|debug|fatal|bail|assert\w*"
    r"|\w*(?:Error|Errorf|Exception)|errors?|class(?:Name)?)\b|^\s*(?:#|//|\*)",
    re.IGNORECASE,
)


def sentences(line: str) -> Iterator[str]:
    """The sentences of a line of prose; none of a line of code."""
    if not _CODE.search(line):
        cells = line.strip("| ").split("|") if line.startswith("|") else (line,)
        told = (one.strip() for cell in cells for one in _SENTENCE.split(cell))
        yield from (one for one in told if one.count(" ") >= _LEAST_WORDS)


def labels(line: str) -> Iterator[str]:
    """The texts for people in a line of code; what is said of a failure is no feature."""
    for found in _SPOKEN.finditer(line) if any(mark in line for mark in _MARKS) else ():
        if not _OF_FAILURES.search(line, 0, found.start()):
            yield found.group()
    if "</" in line:
        yield from _ON_SCREEN.findall(line)


def begun_lines(sought: re.Pattern[str], text: str, longest: int) -> Iterator[tuple[int, int, str]]:
    """The lines in which one of the words stands, with where they begin."""
    number, start = 1, 0
    low = text.lower()
    for found in sought.finditer(low if len(low) == len(text) else text):
        begins, end = text.rfind("\n", start, found.start()) + 1 or start, found.end()
        number += text.count("\n", start, begins)
        start = begins
        if end - start <= longest:
            yield number, start, text[start:end].rstrip("\r")
