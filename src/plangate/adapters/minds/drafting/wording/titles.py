"""The titles of tasks: one line that says what, cut where its own words allow it or not at all."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_tests import Tests
from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, joined
from plangate.adapters.minds.drafting.wording.what_is_seen import seen_of
from plangate.language.tokens import shortened

LONGEST_TITLE = 80
#: What a title quotes of a goal: short enough that the quotation closes.
LONGEST_QUOTE = 42
#: What is seen may be told without when, for what and with what.
_HOW = re.compile(r",?\s(?:for|with|after|before|when|while|if|in|by|on)\s")


def titled(text: str) -> str:
    line = " ".join(text.split())
    return in_short(line[:1].upper() + line[1:], LONGEST_TITLE)


def in_short(line: str, longest: int) -> str:
    """A line cut where its own words allow it, and between words where they do not."""
    if len(line) <= longest:
        return line
    ends = [found.start() for found in _CUTS.finditer(line, 0, longest + 1)]
    fitting = [
        line[:end].rstrip(" ,;:")
        for end in ends
        if line.count("(", 0, end) == line.count(")", 0, end) and not line.count('"', 0, end) % 2
    ]
    whole = [piece for piece in fitting if len(piece.split()) >= _LEAST_TITLE]
    return whole[-1] if whole else shortened(line, longest)


#: What is seen may be told without when, for what and with what; so much of it must be left.
_HOW = re.compile(r",?\s(?:for|with|after|before|when|while|if|in|by|on)\s")
_LEAST_SHOWN = 16
#: Where a sentence may end early: what stands behind says how, why or what for.
_CUTS = re.compile(
    r"[,;:]\s|\s(?:so that|which|because|like|in order|to (?=list|show))\b|\s\(|\s[-–—]\s"
)
_LEAST_TITLE = 3


def quoted(said: str) -> str:
    """What is done, as the title of a task behind it says it: whole, or not once more."""
    return f"“{said}”" if len(said) <= LONGEST_QUOTE else "the change"


def reproduced(said: str, tests: Tests | None) -> str:
    """What a reproduction reproduces and where, as far as a title has room for both."""
    where = f" in {posixpath.basename(tests.path)}" if tests else ""
    lines = (f"Reproduce “{said}”{where}", f"Reproduce “{said}”", f"Reproduce the report{where}")
    return next((line for line in lines if len(line) <= LONGEST_TITLE), lines[-1])


def outcome_of_all(clauses: Sequence[Clause]) -> str:
    """What one sees once all of it is done, where every clause says so."""
    seen = [" ".join(filter(None, seen_of(clause))) for clause in clauses]
    return joined(seen) if all(seen) else ""


def test_title(clauses: Sequence[Clause], said: str, tests: Tests | None) -> str:
    """What a test is to show, and where it goes."""
    name = posixpath.basename(tests.path) if tests else ""
    who, so = seen_of(clauses[0]) if len(clauses) == 1 else ("", "")
    where = f"Test {f'in {name} ' if name else ''}that {who}"
    ends = [len(so), *(found.start() for found in reversed(list(_HOW.finditer(so))))]
    shown = [so[:end].rstrip(" ,") for end in ends if end <= LONGEST_TITLE - len(where) - 1]
    if so and shown:
        return f"{where} {shown[0]}"
    return f"Test {quoted(said)}{f' in {name}' if name else ''}"


def choices(names: Sequence[str]) -> str:
    """The names of several files as a title has room for them."""
    line = " and ".join([", ".join(names[:-1]), names[-1]])
    others = "one other" if len(names) == 2 else f"{len(names) - 1} others"
    return line if len(line) <= LONGEST_QUOTE else f"{names[0]} and {others}"


def either(names: Sequence[str]) -> str:
    """“a”, “a or b”, “a, b or c”."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
