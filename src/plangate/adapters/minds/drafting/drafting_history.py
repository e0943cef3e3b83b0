"""What the history of a repository says to a draft: commits that did something alike (UND-3)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from plangate.core.model.sighting import Precedent, Sighting
from plangate.core.words.one_way import one_way_cues
from plangate.core.words.plan_words import filler, is_test_path, placeholder
from plangate.language.clauses import parsed
from plangate.language.paths import GOES_ALONG
from plangate.language.tokens import shortened
from plangate.language.words.vocabulary import verb_of

_ENOUGH = 30
#: So much of what a goal speaks of a commit's subject must speak of to be its example.
_NEAR = 0.5
#: So many further files of the nearest example are named.
_HINTS = 2
_LONGEST_SUBJECT = 72
_PAGE = re.compile(r"\.(?:md|mdx|rst|txt|adoc)$", re.IGNORECASE)
#: “feat(web): …”, “[api] …”: what kind of commit it is, not what it does.
_LABEL = re.compile(r"^(?:\[[^\]]{1,30}\]\s*|[\w ./-]{2,30}(?:\([^)]{1,40}\))?!?:\s+)")


class History:
    """The precedents and habits of one repository."""

    def __init__(self, seen: Sighting) -> None:
        self._undone = [one for one in seen.precedents if is_removal(one.subject)]
        self._alike = [one for one in seen.precedents if one not in self._undone]
        self._habits = tuple(habit.path for habit in seen.habits)
        #: Whether there is enough of it to say what is not the habit here.
        self.is_known = seen.commits >= _ENOUGH

    def notes(self, named: Collection[str]) -> Iterator[str]:
        """What whoever begins should read first."""
        for one in self._undone[:1]:
            yield f"Commit {_cited(one)} took it or its like out: read why before building it"
        for one in [near for near in self._alike[:1] if near.share >= _NEAR]:
            yield f"The nearest example here is commit {_cited(one)}"
            told = (path for path in one.files if self._is_program(path) and path not in named)
            also = [path for path in told if not GOES_ALONG.search(path)]
            if also:
                yield f"It touched {' and '.join(also[:_HINTS])} too"

    def _is_program(self, path: str) -> bool:
        return not is_test_path(path) and not _PAGE.search(path)

    def changed(self, path: str) -> bool:
        """Whether a commit alike touched a file."""
        return any(path in one.files for one in self._alike)

    def pages(self) -> tuple[str, ...]:
        """Pages that commits alike brought up to date, changelogs aside."""
        told = (path for one in self._alike for path in one.files if _PAGE.search(path))
        return tuple(dict.fromkeys(path for path in told if path not in self._habits))

    @property
    def changelogs(self) -> tuple[str, ...]:
        """Where changes of the program are noted here as a habit."""
        return self._habits


def is_removal(subject: str) -> bool:
    """Whether a commit's subject says that something was taken out."""
    verb = verb_of(parsed(_LABEL.sub("", subject)).verb)
    return verb is not None and verb.kind == "remove"


def _cited(one: Precedent) -> str:
    """A commit by its name, and by its subject where that would not be taken for our own words."""
    subject = shortened(one.subject, _LONGEST_SUBJECT)
    told = filler(subject) or placeholder(subject) or one_way_cues(subject)
    return one.commit if told else f"{one.commit} (“{subject}”)"
