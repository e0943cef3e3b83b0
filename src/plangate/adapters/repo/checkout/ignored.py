"""What a repository's own .gitignore files leave out, decided folder by folder on the way down.

Git's rules: the last pattern that fits wins, `!` takes back, a pattern with a slash before its end
counts from its own folder, one that ends in a slash fits folders only. Files above the workspace
are never read (INV-11), and patterns come from strangers: matching takes no more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate
from functools import cached_property, lru_cache
from typing import NamedTuple

#: More patterns than this in one file are no list that somebody wrote.
MOST_PATTERNS = 1_000
_LONGEST_PATTERN = 300
_ANY_DEPTH = "**"


class _Rule(NamedTuple):
    """One line: the parts of its path, as regular expressions, and what it means."""

    parts: tuple[str, ...]
    takes_back: bool
    only_folders: bool


class _Reached(NamedTuple):
    """A rule on the way down: the parts before `at` fit the folders so far."""

    order: int
    rule: _Rule
    at: int


class Ignored:
    """The rules that hold in one folder; `below` gives those of a folder in it."""

    def __init__(self, reached: Sequence[_Reached] = ()) -> None:
        self._reached = tuple(reached)

    def with_file(self, text: str) -> Ignored:
        """The rules of this folder with its own .gitignore: they come last, so they win."""
        first = max((state.order for state in self._reached), default=0) + 1
        rules = read_rules(text)
        own = (_Reached(first + place, rule, 0) for place, rule in enumerate(rules))
        return Ignored([*self._reached, *_spread(own)])

    def below(self, folder: str) -> Ignored:
        """The rules that still hold inside a folder."""
        if not self._moves:
            return self  # as in most folders: nothing is compiled again
        held: list[_Reached] = []
        for state in self._reached:
            if _part(state) == _ANY_DEPTH:
                held.append(state)
            elif not _is_last(state) and re.match(_part(state), folder, re.DOTALL):
                held.append(state._replace(at=state.at + 1))
        return _interned(tuple(dict.fromkeys(_spread(held))))

    def leaves_out(self, name: str, *, folder: bool) -> bool:
        if not self._reached:
            return False
        rules = self._for_folders if folder else self._for_files
        found = rules.pattern.match(name)
        if found is None or found.lastindex is None:
            return False
        return not rules.takes_back[found.lastindex - 1]

    @cached_property
    def _moves(self) -> bool:
        """Whether going down changes anything: a rule for any depth is the same at every depth."""
        return any(
            _part(state) != _ANY_DEPTH and not (_is_last(state) and _floats(state))
            for state in self._reached
        )

    @cached_property
    def _for_folders(self) -> _Matcher:
        return _matcher(self._reached, folders=True)

    @cached_property
    def _for_files(self) -> _Matcher:
        return _matcher(self._reached, folders=False)


@lru_cache(maxsize=10_000)
def _interned(reached: tuple[_Reached, ...]) -> Ignored:
    """One object for the same rules, so that thousands of sibling folders compile them once."""
    return Ignored(reached)


class _Matcher(NamedTuple):
    """All rules as one expression, the last one first: the group that fits is the one that wins."""

    pattern: re.Pattern[str]
    takes_back: tuple[bool, ...]


def _matcher(reached: Iterable[_Reached], *, folders: bool) -> _Matcher:
    ending = {
        state.order: state
        for state in reached
        if _is_last(state) and (folders or not state.rule.only_folders)
    }
    last_first = [ending[order] for order in sorted(ending, reverse=True)]
    groups = "|".join(f"({'.*' if _part(s) == _ANY_DEPTH else _part(s)})" for s in last_first)
    return _Matcher(
        re.compile(groups or r"(?!)", re.DOTALL), tuple(s.rule.takes_back for s in last_first)
    )


def _part(state: _Reached) -> str:
    return state.rule.parts[state.at]


def _is_last(state: _Reached) -> bool:
    return state.at == len(state.rule.parts) - 1


def _floats(state: _Reached) -> bool:
    """Whether a part stands behind a `**`: it is looked for at every depth from here on."""
    return state.at > 0 and state.rule.parts[state.at - 1] == _ANY_DEPTH


def _spread(states: Iterable[_Reached]) -> Iterable[_Reached]:
    """`**` may stand for no folder at all: what follows it is reached at once."""
    for state in states:
        yield state
        at = state.at
        while state.rule.parts[at] == _ANY_DEPTH and at + 1 < len(state.rule.parts):
            at += 1
            yield state._replace(at=at)


# --- reading --------------------------------------------------------------------------------------


def read_rules(text: str) -> list[_Rule]:
    """The patterns of one file; what is no pattern is passed over, as git does."""
    rules: list[_Rule] = []
    for line in text.splitlines():
        if len(rules) >= MOST_PATTERNS:
            break
        if rule := _rule(line):
            rules.append(rule)
    return rules


def _rule(line: str) -> _Rule | None:
    line = re.sub(r"(?<!\\) +$", "", line)
    if not line or line.startswith("#") or len(line) > _LONGEST_PATTERN:
        return None
    takes_back = line.startswith("!")
    line = line[1:] if takes_back else line
    only_folders = line.endswith("/")
    line = line.rstrip("/")
    parts = [part for part in line.split("/") if part]
    if not parts:
        return None
    if "/" not in line:
        parts.insert(0, _ANY_DEPTH)
    once = [p for i, p in enumerate(parts) if p != _ANY_DEPTH or parts[i - 1 : i] != [_ANY_DEPTH]]
    written = tuple(part if part == _ANY_DEPTH else _expression(part) for part in once)
    return _Rule(written, takes_back, only_folders)


def _expression(part: str) -> str:
    """One part of a path as an expression: the standard library's, which never backtracks."""
    part = part.replace("[^", "[!")
    part = re.sub(r"\\([*?[])", r"[\1]", part)  # escaped, the way the standard library does it
    return translate(re.sub(r"\\(.)", r"\1", part))
