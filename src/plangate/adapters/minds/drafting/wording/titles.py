"""The titles of tasks: one line that says what, cut where its own words allow it or not at all."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_tests import Tests
from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, joined
from plangate.adapters.minds.drafting.wording.reading_well import without_statement
from plangate.adapters.minds.drafting.wording.what_is_seen import seen_of
from plangate.language.tokens import shortened
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import is_verb

LONGEST_TITLE = 80
#: What a title quotes of a goal: short enough that the quotation closes.
LONGEST_QUOTE = 42
#: What is seen may be told without when, for what and with what.
_HOW = re.compile(r",?\s(?:for|with|after|before|when|while|if|in|by|on)\s")


def titled(text: str) -> str:
    line = " ".join(text.split()).rstrip("?")
    line = line if "“" in line else without_statement(line)
    return in_short(line[:1].upper() + line[1:], LONGEST_TITLE)


def in_short(line: str, longest: int) -> str:
    """A line cut where its own words allow it, and between words where they do not."""
    if len(line) <= longest:
        return line
    if line.startswith("As asked: “"):
        return f"{shortened(line.removesuffix('”'), longest - 1)}”"
    for cuts in (_CUTS, _HOW):
        ends = [found.start() for found in cuts.finditer(line, 0, longest + 1)]
        fitting = [line[:end].rstrip(" ,;:") for end in ends if _is_closed(line[:end])]
        whole = [p for p in fitting if len(p.split()) >= _LEAST_TITLE and not _is_area(p, line)]
        if whole and (cuts is _CUTS or _says_most(whole[-1], longest)):
            return whole[-1]
    return shortened(line, longest)


def _says_most(piece: str, longest: int) -> bool:
    """Whether a piece that ends before how and when is most of what there is room for, and ends in
    a thing: “we are left” wants to know with what."""
    last = piece.rsplit(maxsplit=1)[-1].lower()
    ends_badly = last in group("finite") | group("joins") | group("stop") or is_verb(last)
    return len(piece) >= _MOST * longest and not ends_badly


_MOST = 0.6


def _is_closed(piece: str) -> bool:
    """Whether every bracket and quotation of a piece is closed in it."""
    pairs = (("(", ")"), ("“", "”"))
    return all(piece.count(a) == piece.count(b) for a, b in pairs) and not piece.count('"') % 2


def _is_area(piece: str, line: str) -> bool:
    """Whether a piece only names what the rest is about: “Fix: Admin API”, “`--a` with `--b`”."""
    said = piece.removeprefix("Fix: ")
    return line[len(piece) :].startswith(":") and not is_verb(said.split(maxsplit=1)[0].lower())


#: Where a sentence may end early: what stands behind says how, why or what for.
_CUTS = re.compile(
    r"[,;:]\s|\s(?:so that|which|because|like|in order|to (?=list|show))\b|\s\(|\s[-–—]\s"
)
_LEAST_TITLE = 5


#: What stands before how and when, and says nothing without it.
_DANGLING = re.compile(r"\s+(?:even|only|again|just|also|and)$")


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
    fitting = (so[:end].rstrip(" ,") for end in ends if end <= LONGEST_TITLE - len(where) - 1)
    shown = [_DANGLING.sub("", piece) for piece in fitting]
    if so and shown:
        return f"{where} {shown[0]}"
    return f"Test {quoted(said)}{f' in {name}' if name else ''}"


def either(names: Sequence[str]) -> str:
    """“a”, “a or b”, “a, b or c”."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
