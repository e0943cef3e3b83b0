"""One pass over a workspace for everything that is looked for in it.

ripgrep says which files hold what an expression cannot do without, or declare a name made of some
words; where it is missing or refuses, the files are read one by one, with the same result. The
expressions themselves are matched by Python, in the few files that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import translate
from functools import cache
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.repo.files import Workspace
from plangate.adapters.repo.literals import Needed, needed
from plangate.adapters.repo.places import Place, is_remark, place_of
from plangate.adapters.repo.ripgrep import MOST_LINES, Failed, matching_lines

#: So few files are read sooner than a program is started.
_FEW = 100
_LONGEST_QUOTE = 200

TimeLeft = Callable[[], float]


class Sign(NamedTuple):
    """An expression, and the names of the files in which it means something."""

    files: tuple[str, ...]
    pattern: str


class Declared(NamedTuple):
    """Words that a declared name may be made of, and the names of files that declare something."""

    files: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """The same for ripgrep and for Python."""
        words = "|".join(map(re.escape, self.words))
        return rf"\b(?:{_DECLARING})[ \t]+(?:\([^()\n]*\)[ \t]*)?[A-Za-z0-9_]*(?i:{words})"

    def words_in(self, text: str) -> frozenset[str]:
        """The words that the names declared in a text begin with, or go on with."""
        if not self.words:
            return frozenset()
        names = {found.group(1) for found in _declaration(self.pattern).finditer(text)}
        parts = {part for name in names for part in parts_of(name)}
        return frozenset(w for w in self.words if any(part.startswith(w) for part in parts))


@cache
def _declaration(pattern: str) -> re.Pattern[str]:
    before, name, after = pattern.rpartition("[A-Za-z0-9_]*")
    return re.compile(f"{before}({name}{after}{name})")


_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def parts_of(name: str) -> list[str]:
    """The words of an identifier: `rateLimit_store` has three."""
    return [part.lower() for part in _PART.findall(name)]


_DECLARING = (
    "def|class|func|fun|fn|function|interface|struct|trait|enum|type|module|object|record|const"
)


class Hit(NamedTuple):
    """The best place of a sign: where, the text there, and what the place is worth."""

    path: str
    line: int
    text: str
    place: Place


class Found(NamedTuple):
    """The best hit of each sign (None: there is none), and the words that files declare."""

    hits: tuple[Hit | None, ...]
    declaring: Mapping[str, frozenset[str]]
    partial: bool = False
    limits: tuple[str, ...] = ()


def search(
    workspace: Workspace,
    signs: Sequence[Sign],
    declared: Declared,
    time_left: TimeLeft,
    ripgrep: Path | None,
) -> Found:
    """Where each sign stands best, and which files declare names made of the words."""
    wanted = [_named(workspace, sign.files) for sign in signs]
    sources = _named(workspace, declared.files) if declared.words else []
    narrowed = None
    limits: tuple[str, ...] = ()
    if ripgrep is not None and max(map(len, [*wanted, sources]), default=0) > _FEW:
        try:
            narrowed = _narrow_down(workspace, signs, declared, wanted, time_left, ripgrep)
        except Failed as why:
            limits = (f"ripgrep could not search ({why}): the files were read one by one",)
    if narrowed is not None:
        wanted = [
            [path for path in paths if narrowed.may_hold(number, path)]
            for number, paths in enumerate(wanted)
        ]
        sources = [path for path in sources if path in narrowed.whole]
    found = _read(workspace, signs, declared, wanted, sources, time_left)
    declaring = {**(narrowed.declaring if narrowed else {}), **found.declaring}
    in_order = {path: declaring[path] for path in workspace.stamps if path in declaring}
    return found._replace(declaring=in_order, limits=limits)


def _named(workspace: Workspace, names: Iterable[str]) -> list[str]:
    """The files with such names, without those whose signs count for nothing."""
    pattern = re.compile("|".join(map(translate, names)))
    return [
        path
        for path in workspace.files
        if pattern.match(path.rpartition("/")[2]) and place_of(path).share
    ]


# --- narrowing down -------------------------------------------------------------------------------


class _Narrowed(NamedTuple):
    """What ripgrep saw: signs by file, declared words by file, and files it showed in part only."""

    searched: frozenset[int]
    holding: set[tuple[int, str]]
    declaring: dict[str, frozenset[str]]
    whole: set[str]

    def may_hold(self, number: int, path: str) -> bool:
        sought = number in self.searched
        return not sought or (number, path) in self.holding or path in self.whole


def _narrow_down(
    workspace: Workspace,
    signs: Sequence[Sign],
    declared: Declared,
    wanted: Sequence[Sequence[str]],
    time_left: TimeLeft,
    ripgrep: Path,
) -> _Narrowed:
    """Which files are worth reading for the signs that many files could hold."""
    needs = {
        number: need
        for number, sign in enumerate(signs)
        if len(wanted[number]) > _FEW and (need := needed(sign.pattern))
    }
    names = {name for number in needs for name in signs[number].files}
    expressions = [_escaped(text, need) for need in needs.values() for text in need.texts]
    if declared.words:
        names.update(declared.files)
        expressions.append(declared.pattern)
    seen = _Narrowed(frozenset(needs), set(), {}, set())
    lines: dict[str, int] = {}
    for path, text in matching_lines(
        ripgrep, workspace.root, sorted(names), sorted(set(expressions)), time_left()
    ):
        if path not in workspace.stamps or path in seen.whole:
            continue
        lines[path] = lines.get(path, 0) + 1
        if text is None or lines[path] >= MOST_LINES:
            seen.whole.add(path)
            continue
        lowered = text.lower()
        seen.holding.update((n, path) for n, need in needs.items() if _holds(text, lowered, need))
        if words := declared.words_in(text):
            seen.declaring[path] = seen.declaring.get(path, frozenset()) | words
    return seen


def _escaped(text: str, need: Needed) -> str:
    return f"(?i:{re.escape(text)})" if need.any_case else re.escape(text)


def _holds(text: str, lowered: str, need: Needed) -> bool:
    if need.any_case:
        return any(each.lower() in lowered for each in need.texts)
    return any(each in text for each in need.texts)


# --- reading --------------------------------------------------------------------------------------


def _read(
    workspace: Workspace,
    signs: Sequence[Sign],
    declared: Declared,
    wanted: Sequence[Sequence[str]],
    sources: Sequence[str],
    time_left: TimeLeft,
) -> Found:
    """Every file once, those in which a sign counts most first: the first hit is the best one."""
    due: dict[str, list[int]] = {path: [] for path in sources}
    for number, paths in enumerate(wanted):
        for path in paths:
            due.setdefault(path, []).append(number)
    hits: list[Hit | None] = [None] * len(signs)
    declaring: dict[str, frozenset[str]] = {}
    words_in = frozenset(sources)
    in_order = [path for path in workspace.stamps if path in due]
    for path in sorted(in_order, key=lambda path: -place_of(path).share):
        missing = [number for number in due[path] if hits[number] is None]
        if not missing and path not in words_in:
            continue
        if time_left() <= 0:
            return Found(tuple(hits), declaring, partial=True)
        text = workspace.text(path)
        if text is None:
            continue
        lowered = text.lower()
        for number in missing:
            hits[number] = _hit(path, text, lowered, signs[number].pattern)
        if path in words_in and (words := declared.words_in(text)):
            declaring[path] = words
    return Found(tuple(hits), declaring)


def _hit(path: str, text: str, lowered: str, pattern: str) -> Hit | None:
    """The first place that is no remark."""
    need = needed(pattern)
    if need is not None and not _holds(text, lowered, need):
        return None
    for found in re.compile(pattern, re.MULTILINE).finditer(text):
        start = found.start() + len(found.group()) - len(found.group().lstrip())
        if not is_remark(path, text, found.start()):
            line = text.count("\n", 0, start) + 1
            return Hit(path, line, found.group().strip()[:_LONGEST_QUOTE], place_of(path))
    return None
