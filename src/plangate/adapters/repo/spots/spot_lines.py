"""What a line of a file tells of a goal's words, by what kind of line it is, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from plangate.adapters.repo.index.indexed_texts import words_of

_LONGEST_LINE = 400
#: What is shown to people or names a thing tells more, a comment less, an import next to nothing.
_SHOWN, _DEFINED, _PROSE, _COMMENTED, _IMPORTED = 1.25, 1.2, 0.75, 0.6, 0.25

_WORD = re.compile(r"[^\W\d]\w*")
_STRING = re.compile(r"\"[^\"\n]{2,200}\"|'[^'\n]{2,200}'|`[^`\n]{2,200}`|>[^<>{}\n]{2,200}<")
_COMMENT = re.compile(r"^\s*(?:#(?![\[!\w])|//|\*|/\*|--\s|<!--|;;|\"\"\"|''')")
_IMPORT = re.compile(
    r"^\s*(?:import|from|use|require|require_relative|include|using|package|#include|@import)\b"
)
_DEFINES = re.compile(
    r"^\s*(?:[\w@]+\s+){0,4}(?:def|class|func|fun|fn|function|struct|enum|trait|interface|type"
    r"|const|let|var|val|pub|static)\b|^\s*[\"'`]?[\w.-]+[\"'`]?\s*(?::|=>?)(?!=)"
)
_WRITTEN_OUT = re.compile(r"^[^=(){}\[\];<>]*$")
_FEW_WORDS = 5


def quoted_in(text: str) -> str:
    """A quotation as one word among a goal's words: told apart by its marks."""
    return f"“{text.lower()}”"


def words_in(text: str) -> frozenset[str]:
    """The stems of a text's words, names taken apart and whole."""
    return frozenset().union(*map(_apart, _WORD.findall(text)))


@lru_cache(maxsize=50_000)
def _apart(name: str) -> tuple[str, ...]:
    return tuple(words_of(name).split())


def lines_with(text: str, words: Iterable[str]) -> dict[int, str]:
    """The lines in which any of the words may begin, by their numbers: a cheap look before the
    dear one."""
    low = text.lower() if len(text.lower()) == len(text) else text
    starts: set[int] = set()
    for beginning in {word.strip("“”")[:3].lower() for word in words}:
        at = low.find(beginning)
        while at >= 0:
            starts.add(low.rfind("\n", 0, at) + 1)
            end = low.find("\n", at)
            at = low.find(beginning, end) if end >= 0 else -1
    found: dict[int, str] = {}
    number, before = 1, 0
    for start in sorted(starts):
        number += text.count("\n", before, start)
        before, end = start, text.find("\n", start)
        found[number] = text[start:end] if end >= 0 else text[start:]
    return found


def told_by(text: str, weights: Mapping[str, float]) -> Iterator[tuple[int, dict[str, float]]]:
    """The lines that carry some of the words, and how much each of those tells there."""
    for number, line in lines_with(text, weights).items():
        if len(line) <= _LONGEST_LINE and (told := _told(line, weights)):
            yield number, told


def _told(line: str, weights: Mapping[str, float]) -> dict[str, float]:
    said = words_in(line)
    carried = [
        word
        for word in weights
        if word in said or (not word[0].isalpha() and _stands(word, line.lower()))
    ]
    share = _share(line) if carried else 0.0
    told = {word: weights[word] * share for word in carried}
    if share >= 1.0:
        shown = words_in(" ".join(_STRING.findall(line)))
        told |= {word: weights[word] * _SHOWN for word in told if word in shown}
    return told


def _stands(word: str, line: str) -> bool:
    """Whether a quotation or a number stands in a line as it was written."""
    if word.isdigit():
        return re.search(rf"(?<![\w.]){word}(?![\w.])", line) is not None
    return word.strip("“”") in line


def _share(line: str) -> float:
    if _IMPORT.match(line):
        return _IMPORTED
    if _COMMENT.match(line):
        return _COMMENTED
    if _DEFINES.match(line):
        return _DEFINED
    is_prose = _WRITTEN_OUT.match(line) and len(line.split()) > _FEW_WORDS
    return _PROSE if is_prose else 1.0
