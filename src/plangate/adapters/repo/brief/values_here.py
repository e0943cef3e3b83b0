"""Where the value stands that a goal sets anew (INT-2): the line that holds it, among likely files.

“30 articles per page instead of 20” is a small change where a line says `posts_per_page => 20`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.spots.spot_lines import TESTS_BELOW
from plangate.language.amounts import number_of
from plangate.language.issues.issue_text import Issue
from plangate.language.paths import PAST_MIGRATION
from plangate.language.words.stems import content_stems, group, is_stop, stem, stems_of_group

_MOST_FILES, _LONGEST_LINE = 40, 240
_WRITTEN = r"one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty"
_VALUE = rf"[\"'`]?(?P<{{0}}>\d[\d.,]*|(?:{_WRITTEN})\b)"
_OLD = re.compile(
    rf"(?:\binstead of|\brather than|, not|\bup from|\bdown from|\bfrom) {_VALUE.format('old')}"
    rf"|(?<![\w.]){_VALUE.format('before')}\s*(?:->|→|=>)",
    re.IGNORECASE,
)
_ANY_NUMBER = re.compile(
    r"(?<![\w.])\d[\d.,]*\b|\b(?:one|two|three|four|five|ten|twenty|thirty)\b", re.IGNORECASE
)
_SET = re.compile(
    r"(?:[:=]>?\s*[\"'(]?\s*(?:\w+\()?|\d\.\.)(?P<number>\d[\d_]*)"
    r"|[\"'>(,]\s*(?P<other>\d[\d_]*)(?:ms|[smhd])?\s*[\"'<),*]"
)
_NAME = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])")


def states_old(said: str) -> bool:
    """Whether a goal says the value that stands there today."""
    return _OLD.search(said) is not None


def value_line(workspace: Workspace, likely: Sequence[str], issue: Issue) -> str:
    """The place of the line that holds the value a goal sets anew, of several the one that speaks
    most of what the goal does; "" where none is seen."""
    said = issue.said
    if not _ANY_NUMBER.search(said) or "\n" in said.strip():
        return ""
    found = _OLD.search(said)
    old = number_of((found["old"] or found["before"]).rstrip(".,")) if found else None
    names = frozenset(_names(said))
    best, most = "", 0.0
    for path in likely[:_MOST_FILES]:
        if PAST_MIGRATION.search(path) or _WRITTEN_OUT.search(path):
            continue
        about = names.intersection(_stems(path))
        written = (workspace.text(path) or "").partition(TESTS_BELOW)[0].splitlines()
        lines = list(map(_given_back, ["", *written], written))
        for number, line in enumerate(lines, start=1):
            if len(line) <= _LONGEST_LINE and _holds(line, old, names, about):
                worth = _told(lines, number, names, about)
                best, most = (f"{path}:{number}", worth) if worth > most else (best, most)
    return best


def _given_back(above: str, line: str) -> str:
    """A line with the name of what it is the value of, where the line above opens a function:
    `fn default_timeout() -> Duration {`."""
    opened = _OPENS.search(above)
    return f"{opened['name']} = {line.strip()}" if opened and _BARE.match(line) else line


_OPENS = re.compile(r"\b(?:fn|def|func|function|fun)\s+(?P<name>\w+)\s*\([^()]*\)[^(){}]*[{:]\s*$")
_BARE = re.compile(r"\s*(?:return\s+)?[\w:.]*\(?[\d_]+\)?;?\s*$")


def _told(
    lines: Sequence[str], number: int, names: frozenset[str], of_path: frozenset[str]
) -> float:
    """How much of what a goal speaks of stands in a line, in the lines above it and in its path."""
    own = names.intersection(_stems(lines[number - 1]))
    above = names.intersection(_stems("\n".join(lines[max(0, number - _ABOVE) : number - 1])))
    return len(own) + _NEAR * len(above - own) + _NEAR * len(of_path - own - above)


_ABOVE, _NEAR = 12, 0.6
#: What a program writes down of a database: it is changed by a step.
_WRITTEN_OUT = re.compile(r"(?:^|/)db/(?:schema|structure)\.\w+$")


def _holds(line: str, old: float | None, names: frozenset[str], of_path: frozenset[str]) -> bool:
    values = [
        float((one["number"] or one["other"]).replace("_", "")) for one in _SET.finditer(line)
    ]
    if not values:
        return False
    own = names.intersection(_stems(line))
    if old is not None:
        return any(value in _scaled(old) for value in values) and bool(own or len(of_path) > 1)
    return names - _units() <= own | of_path and _is_called_so(line, names)


def _is_called_so(line: str, names: frozenset[str]) -> bool:
    """Whether a value of a line has a name, and all of that name is in the goal."""
    called = (
        _stems(one["name"]) - stems_of_group("of_any_value") for one in _ASSIGNED.finditer(line)
    )
    return any(name and name <= names for name in called)


#: “maxHistory: 100”, “hp=12”: what a value is called.
_ASSIGNED = re.compile(
    r"(?P<name>[A-Za-z_][\w-]*)[\"'`]?\s*(?::|:?=>?)\s*[\"'(]?\s*(?:[\w:.]+\()?\d"
)


@cache
def _units() -> frozenset[str]:
    return stems_of_group("units") | stems_of_group("of_any_value")


def _scaled(value: float) -> tuple[float, ...]:
    """The value itself, and as seconds, minutes, milliseconds and bytes are written."""
    return tuple(value * times for times in (1, 60, 1000, 3600, 60_000, 1024, 86_400))


def _names(text: str) -> Iterable[str]:
    light = (group("said_of_values") | group("sets_values")) - {"default"}
    for word in _NAME.findall(text):
        if word.lower() not in light and not is_stop(word.lower()):
            yield from content_stems(word)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word.lower()) for word in _NAME.findall(text))
