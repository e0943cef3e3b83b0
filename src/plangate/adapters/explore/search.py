"""One pass over a workspace for everything that is looked for in it.

ripgrep says which files hold what an expression cannot do without; where it is missing or refuses,
the files are read one by one, with the same result. The expressions themselves are matched by
Python, in the few files that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fnmatch import translate
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.explore.literals import Needed, needed
from plangate.adapters.repo.checkout.ripgrep import MOST_LINES, Failed, Files, matching_lines
from plangate.adapters.repo.checkout.sign_weights import (
    SignPlace,
    is_remark,
    place_of,
    place_within,
)
from plangate.adapters.repo.checkout.workspace_files import Workspace

#: So few files are read sooner than a program is started.
_FEW = 100
_LONGEST_QUOTE = 200

TimeLeft = Callable[[], float]


class Sign(NamedTuple):
    """An expression, and the names of the files in which it means something."""

    files: tuple[str, ...]
    pattern: str


class Hit(NamedTuple):
    """The best place of a sign: where, the text there, and what the place is worth."""

    path: str
    line: int
    text: str
    place: SignPlace


class Found(NamedTuple):
    """The best hit of each sign, None for one that stands nowhere."""

    hits: tuple[Hit | None, ...]
    partial: bool = False
    limits: tuple[str, ...] = ()


def search(
    workspace: Workspace, signs: Sequence[Sign], time_left: TimeLeft, ripgrep: Path | None
) -> Found:
    """Where each sign stands best."""
    names = _Names(workspace)
    wanted = [names.like(sign.files) for sign in signs]
    limits: tuple[str, ...] = ()
    if ripgrep is not None and max(map(len, wanted), default=0) > _FEW:
        try:
            wanted = _narrow_down(workspace, signs, wanted, time_left, ripgrep)
        except Failed as why:
            limits = (f"ripgrep could not search ({why}): the files were read one by one",)
    return _read(workspace, signs, wanted, time_left)._replace(limits=limits)


_BY_ENDING = re.compile(r"\*(\.\w+)")


class _Names:
    """The files of a workspace by name: most signs stand in files with some ending."""

    def __init__(self, workspace: Workspace) -> None:
        self._paths = workspace.files
        self._found: dict[tuple[str, ...], list[str]] = {}
        self._endings: dict[str, list[str]] = {}
        for path in self._paths:
            name = path.rpartition("/")[2]
            self._endings.setdefault(name[name.rfind(".") :], []).append(path)

    def like(self, patterns: tuple[str, ...]) -> list[str]:
        """The files with such names, in no order."""
        if patterns not in self._found:
            endings = [found[1] for each in patterns if (found := _BY_ENDING.fullmatch(each))]
            others = [each for each in patterns if not _BY_ENDING.fullmatch(each)]
            paths = [path for ending in endings for path in self._endings.get(ending, ())]
            if others:
                wanted = re.compile("|".join(map(translate, others)))
                paths += (p for p in self._paths if wanted.match(p[p.rfind("/") + 1 :]))
            self._found[patterns] = list(dict.fromkeys(paths))
        return self._found[patterns]


# --- narrowing down -------------------------------------------------------------------------------


def _narrow_down(
    workspace: Workspace,
    signs: Sequence[Sign],
    wanted: Sequence[list[str]],
    time_left: TimeLeft,
    ripgrep: Path,
) -> list[list[str]]:
    """The files worth reading: for a sign that many could hold, those with a text it needs."""
    needs = {
        number: need
        for number, sign in enumerate(signs)
        if len(wanted[number]) > _FEW and (need := needed(sign.pattern))
    }
    if not needs:
        return list(wanted)
    names = sorted({name for number in needs for name in signs[number].files})
    expressions = {_escaped(text, need) for need in needs.values() for text in need.texts}
    holding: set[tuple[int, str]] = set()
    shown: dict[str, int] = {}
    files = Files(workspace.root, workspace.stamps)
    for path, text in matching_lines(ripgrep, files, names, sorted(expressions), time_left()):
        shown[path] = shown.get(path, 0) + 1
        for number, need in needs.items():
            # what was not shown in full may hold anything
            if text is None or shown[path] >= MOST_LINES or need.stands_in(text):
                holding.add((number, path))
    return [
        [path for path in paths if number not in needs or (number, path) in holding]
        for number, paths in enumerate(wanted)
    ]


def _escaped(text: str, need: Needed) -> str:
    return f"(?i:{re.escape(text)})" if need.any_case else re.escape(text)


# --- reading --------------------------------------------------------------------------------------


def _read(
    workspace: Workspace,
    signs: Sequence[Sign],
    wanted: Sequence[Sequence[str]],
    time_left: TimeLeft,
) -> Found:
    """Every file once, those in which a sign counts most first: the first hit is the best one."""
    due: dict[str, list[int]] = {}
    for number, paths in enumerate(wanted):
        for path in paths:
            due.setdefault(path, []).append(number)
    hits: list[Hit | None] = [None] * len(signs)
    places = {path: place_of(path) for path in workspace.stamps if path in due}
    for path in sorted(places, key=lambda path: -places[path].share):
        if not places[path].share:
            break  # nothing that stands from here on counts
        missing = [number for number in due[path] if _counts_less(hits[number], places[path])]
        if not missing:
            continue
        if time_left() <= 0:
            return Found(tuple(hits), partial=True)
        text = workspace.text(path)
        if text is not None:
            for number in missing:
                found = _hit(path, text, signs[number].pattern, places[path])
                if found is not None and _counts_less(hits[number], found.place):
                    hits[number] = found
    return Found(tuple(hits))


def _counts_less(hit: Hit | None, place: SignPlace) -> bool:
    return hit is None or hit.place.share < place.share


def _hit(path: str, text: str, pattern: str, place: SignPlace) -> Hit | None:
    """The first of the best matches that are no remarks."""
    need = needed(pattern)
    if need is not None and not need.stands_in(text):
        return None
    best: Hit | None = None
    for found in re.finditer(pattern, text, re.MULTILINE):
        if not is_remark(path, text, found.start()):
            said = found.group().lstrip()
            starts = found.end() - len(said)
            here = place_within(path, text, starts, place)
            if _counts_less(best, here):
                line = text.count("\n", 0, starts) + 1
                best = Hit(path, line, said.rstrip()[:_LONGEST_QUOTE], here)
            if best is not None and best.place.share >= place.share:
                break
    return best
