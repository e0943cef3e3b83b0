"""The titles of tasks: one line that says what, cut where its own words allow it or not at all."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_tests import Tests
from plangate.adapters.minds.drafting.wording.deeds import capital
from plangate.language.issues.reports import without_statement
from plangate.language.tokens import shortened
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import is_verb

LONGEST_TITLE = 80
#: What a title quotes of a goal: short enough that the quotation closes.
LONGEST_QUOTE = 42


def titled(text: str) -> str:
    line = " ".join(text.split()).rstrip("?!")
    if len(line) > LONGEST_TITLE and "“" not in line:
        line = without_statement(_ASIDE.sub("", line))
    return in_short(capital(line), LONGEST_TITLE)


#: “the environment screen (e) of a process”: what a sentence does without.
_ASIDE = re.compile(r"(?<=\w) \([^()]{1,40}\)(?= \w)")


def in_short(line: str, longest: int) -> str:
    """A line cut where its own words allow it, and between words where they do not."""
    if len(line) <= longest:
        return line
    if line.startswith("“") and line.endswith("”"):
        return f"{shortened(line.removesuffix('”'), longest - 1)}”"
    for cuts in (
        any_case("tells_what_for"),
        any_row("sentence_may_end"),
        any_row("tells_how_or_when"),
    ):
        ends = [found.start() for found in cuts.finditer(line, 0, longest + 1)]
        fitting = [line[:end].rstrip(" ,;:") for end in ends if _is_closed(line[:end])]
        whole = [p for p in fitting if len(p.split()) >= _LEAST_TITLE and not _is_area(p, line)]
        whole = [p for p in whole if not _ends_badly(p)] or whole
        if whole and (cuts is not any_row("tells_how_or_when") or _says_most(whole[-1], longest)):
            return whole[-1]
    return shortened(line, longest)


def _says_most(piece: str, longest: int) -> bool:
    """Whether a piece that ends before how and when is most of what there is room for, and ends in
    a thing: “we are left” wants to know with what."""
    return len(piece) >= _MOST * longest and not _ends_badly(piece)


def _ends_badly(piece: str) -> bool:
    """Whether a piece ends in a word that wants another: “so I can see”."""
    last = piece.rsplit(maxsplit=1)[-1].lower()
    return last in group("finite") | group("joins") | group("stop") or is_verb(last)


_MOST = 0.6


def _is_closed(piece: str) -> bool:
    """Whether every bracket and quotation of a piece is closed in it."""
    pairs = (("(", ")"), ("“", "”"))
    return all(piece.count(a) == piece.count(b) for a, b in pairs) and not piece.count('"') % 2


def _is_area(piece: str, line: str) -> bool:
    """Whether a piece only names what the rest is about: “Fix: Admin API”, “`--a` with `--b`”."""
    said = piece.removeprefix("Fix: ")
    return line[len(piece) :].startswith(":") and not is_verb(said.split(maxsplit=1)[0].lower())


_LEAST_TITLE = 5


def reproduced(said: str, tests: Tests | None, *, alone: bool) -> str:
    """What a reproduction reproduces and where, as far as a title has room for both."""
    what = "it" if alone else f"“{said}”"
    where = f" in {posixpath.basename(tests.path)}" if tests else ""
    whole = f"Reproduce {what}{where}"
    return whole if len(whole) <= LONGEST_TITLE else f"Reproduce the report{where}"


def test_title(said: str, tests: Tests | None, *, alone: bool) -> str:
    """Which change a test is of, and where it goes: of the only one it is enough to say “it”."""
    where = f" in {posixpath.basename(tests.path)}" if tests else ""
    if alone and where:
        return f"Test it{where}"
    return (
        f"Test “{said}”{where}"
        if where and len(said) <= LONGEST_QUOTE
        else f"Test the change{where}"
    )


def either(names: Sequence[str]) -> str:
    """“a”, “a or b”, “a, b or c”."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
