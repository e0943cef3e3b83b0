"""What a line of a file tells of a goal's words, by what kind of line it is, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.language.words.stems import beginnings

#: From here on a file of the program holds its own tests.
TESTS_BELOW = "#[cfg(test)]"
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
    lines: dict[int, str] = {}
    number, start = 1, 0
    for found in _lines_begun(frozenset(words)).finditer(low):
        begins = low.rfind("\n", start, found.start()) + 1 or start
        number += low.count("\n", start, begins)
        start = begins
        lines[number] = text[start : found.end()]
    return lines


@lru_cache(maxsize=64)
def _lines_begun(words: frozenset[str]) -> re.Pattern[str]:
    """Where any of the words may begin, to the end of the line."""
    either = sorted({re.escape(word.strip("“”")[:3].lower()) for word in words})
    return re.compile(rf"(?:{'|'.join(either)})[^\n]*" if either else r"(?!)")


_NONE: frozenset[str] = frozenset()


class Sought:
    """The words of a goal, each with how much it tells, looked for line by line."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        #: Quotations and numbers are looked for as they are written.
        self._exact = [word for word in weights if not word[0].isalpha()]
        self._begun = beginnings(weights)
        self._of_name: dict[str, frozenset[str]] = {}

    def told_by(self, text: str) -> Iterator[tuple[int, dict[str, float]]]:
        """The lines that carry some of the words, and how much each of those tells there."""
        for number, line in lines_with(text, self.weights).items():
            if len(line) <= _LONGEST_LINE and (told := self._told(line)):
                yield number, told

    def said_in(self, text: str) -> set[str]:
        """Which of the words a text has: each name in it is taken apart once."""
        said: set[str] = set()
        for name in _WORD.findall(text):
            if (own := self._of_name.get(name)) is None:
                may_have = self._begun.search(name) or not name.isascii()
                own = frozenset(_apart(name)).intersection(self.weights) if may_have else _NONE
                self._of_name[name] = own
            said |= own
        return said

    def _told(self, line: str) -> dict[str, float]:
        said = self.said_in(line)
        said.update(word for word in self._exact if _stands(word, line.lower()))
        if not said:
            return {}
        share = _share(line)
        told = {word: self.weights[word] * share for word in self.weights if word in said}
        if share >= 1.0:
            shown = self.said_in(" ".join(_STRING.findall(line)))
            told |= {word: self.weights[word] * _SHOWN for word in told if word in shown}
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
