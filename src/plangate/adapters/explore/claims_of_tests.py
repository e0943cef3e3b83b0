"""What the tests of a repository assert about the readings of a goal: tests as a way of looking.

A test says what somebody expects of the program, by its name (“a login returns a signed token”) and
by what it asserts. Its word is worth more than a remark and less than the code that runs: a test
may be about something that is faked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.explore.looking import Claim, first_of_each, gathered
from plangate.adapters.library.librarian import topic_of
from plangate.adapters.library.statements import Statement, Topic, asserted
from plangate.adapters.repo.checkout.sign_weights import is_test
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.found_text import found_text
from plangate.core.model.nouns import Dispatch
from plangate.core.moves import Investigate
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension

#: How sure one test makes: enough to contradict, not enough to infer from.
WORTH = 0.6
_MOST_FILES = 400
_MOST_PER_FILE = 300
_LONGEST = 200

#: A test's name as each family of runners writes it.
_NAMED = re.compile(
    r"^[ \t]*(?:async[ \t]+)?def[ \t]+test_?(?P<python>\w+)"
    r"|\b(?:it|test|specify|scenario|describe|context)(?:\.\w+)?[ \t]*\(?[ \t]*"
    r"(?:\"(?P<quoted>[^\"\n]{4,200})\"|'(?P<single>[^'\n]{4,200})'|`(?P<back>[^`\n]{4,200})`)"
    r"|^func[ \t]+Test(?P<go>\w+)\("
    r"|^[ \t]*(?:public[ \t]+|internal[ \t]+)?(?:async[ \t]+)?(?:void|fun|function|Task)[ \t]+"
    r"`?(?P<method>(?:test|should|when|given)\w*)`?\("
    r"|^[ \t]*(?:async[ \t]+)?fn[ \t]+(?P<rust>\w+)\(\)",
    re.MULTILINE,
)
_ASSERTION = re.compile(
    r"^[ \t]*(?:assert\b|self\.assert|expect\b|should\b|assert_|require\.|t\.(?:Error|Fatal)).*$"
    r"|^.*(?:\.should\b|\bexpect\(|\bassert\w*!?\().*$",
    re.MULTILINE,
)


def has_tests(files: Sequence[str]) -> bool:
    return any(map(is_test, files))


def look_at_tests(
    chore: Investigate,
    dispatch: Dispatch,
    dimensions: Sequence[Dimension],
    time_left: Callable[[], float],
) -> EvidenceGathered:
    """What the names and the assertions of tests say for the ambiguities of one dispatch."""
    workspace = Workspace(Path(chore.workspace))
    known = {dimension.id: dimension for dimension in dimensions}
    about = chore.about(dispatch)
    topics = {a.id: topic_of(a, known.get(a.id)) for a in about}
    signs = [_signs(known[a.id]) for a in about if a.id in known]
    paths = [path for path in workspace.files if is_test(path)][:_MOST_FILES]
    found: list[Claim] = []
    read = 0
    for path in paths:
        if time_left() <= 0:
            break
        text = workspace.text(path)
        if text is not None:
            read += 1
            found += [*_named(path, text, topics), *_asserted(path, text, signs)]
    said = f"read {counted(read, 'test file')}"
    return gathered(dispatch, about, first_of_each(found), said, workspace.limits(), time_left)


def _named(path: str, text: str, topics: dict[str, Topic]) -> Iterator[Claim]:
    """What tests are called, read as statements below the name of their file."""
    headings = (_words(path.rpartition("/")[2].partition(".")[0]), "Decision")
    for count, found in enumerate(_NAMED.finditer(text)):
        if count >= _MOST_PER_FILE:
            return
        said = _words(next(name for name in found.groups() if name))
        line = text.count("\n", 0, found.start()) + 1
        for name, topic in topics.items():
            if reading := asserted(Statement(said[:_LONGEST], line, headings), topic):
                yield _claim(path, line, name, reading, said)


class _Signs(NamedTuple):
    """How each reading of a dimension shows in code."""

    ambiguity: str
    patterns: tuple[tuple[str, re.Pattern[str]], ...]


def _signs(dimension: Dimension) -> _Signs:
    patterns = tuple(
        (reading.interpretation.id, re.compile(detector.text, re.MULTILINE))
        for reading in dimension.readings
        for detector in reading.seen
    )
    return _Signs(dimension.id, patterns)


def _asserted(path: str, text: str, signs: Sequence[_Signs]) -> Iterator[Claim]:
    """What assertions look at: a sign of a reading in a line that asserts something."""
    for count, found in enumerate(_ASSERTION.finditer(text)):
        if count >= _MOST_PER_FILE:
            return
        line = text.count("\n", 0, found.start()) + 1
        for each in signs:
            shown = {reading for reading, sign in each.patterns if sign.search(found.group())}
            if len(shown) == 1:
                yield _claim(path, line, each.ambiguity, shown.pop(), found.group().strip())


def _claim(path: str, line: int, ambiguity: str, reading: str, said: str) -> Claim:
    quote = found_text(said, _LONGEST)
    digest = hashlib.sha256(f"{path}\n{said}".encode()).hexdigest()[:16]
    return Claim(ambiguity, reading, WORTH, f"{path}:{line}", f"a test expects: {quote}", digest)


def _words(name: str) -> str:
    """A name as words: `test_login_returnsJWT` as “test login returns JWT”."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ").replace("-", " "))
    return " ".join(spaced.split())
