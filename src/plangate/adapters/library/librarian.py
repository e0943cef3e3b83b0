"""The librarian: what documentation says about the readings of a goal (INV-3).

It reads pages of the workspace and of packages installed in it, nothing else (INV-11), and the web
only where somebody has configured a provider. What documentation says is modest evidence: it may be
old. Nothing it says alone reaches the mark at which the gate infers; it counts beside what the code
shows. What comes from the web supports no reading at all: it is untrusted text, shown as such.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.adapters.library.shelves import (
    Document,
    Shelf,
    own_documents,
    package_documents,
)
from plangate.adapters.library.statements import Statement, Topic, asserted, statements
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.found_text import found_text
from plangate.core.guard.redaction import redact
from plangate.core.investigation.gaps import sought
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence
from plangate.core.moves import Investigate
from plangate.language.phrases import phrase_problem
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension
    from plangate.app.ports import Web

#: How much the word of each kind of document is worth.
_WORTH: dict[Shelf, float] = {"record": 0.7, "page": 0.5, "changelog": 0.4, "package": 0.3}
_MOST_PER_READING = 3
_MOST_RESULTS, _MOST_FETCHED = 5, 2
_LONGEST_QUOTE = 200
_LONGEST_FETCHED = 50_000


class Librarian:
    """Reads documentation for the planner; a `Web` makes it ask outside too."""

    def __init__(
        self, dimensions: Callable[[Path], Sequence[Dimension]], web: Web | None = None
    ) -> None:
        self._dimensions = dimensions
        self._web = web

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        began = time.monotonic()
        workspace = Workspace(Path(chore.workspace))
        about = chore.about(dispatch)
        if dispatch.strategy == "external research":
            found, limits = self._outside(about, time_left)
            looked: dict[str, Evidence] = {}
        else:
            documents = self._documents(workspace, dispatch)
            found, looked = self._read(workspace, about, documents, time_left)
            limits = workspace.limits()
        ids = [entry.id for entry in looked.values()]
        return EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=(*found, *looked.values()),
            exhaustion={"investigation": ids} if ids else {},
            calls=dispatch.calls,
            seconds=round(time.monotonic() - began, 3),
            limits=limits,
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
            outcome="partial" if time_left() <= 0 else "done",
            files=tuple(dict.fromkeys(str(e.locator).rpartition(":")[0] for e in found)),
        )

    def _documents(self, workspace: Workspace, dispatch: Dispatch) -> Iterable[Document]:
        if dispatch.reads:
            return own_documents(workspace, dispatch.reads)
        return chain(own_documents(workspace), package_documents(workspace))

    def _read(
        self,
        workspace: Workspace,
        about: Sequence[Ambiguity],
        documents: Iterable[Document],
        time_left: Callable[[], float],
    ) -> tuple[list[Evidence], dict[str, Evidence]]:
        """What the documents assert, and for each ambiguity that it was looked for."""
        known = {dimension.id: dimension for dimension in self._dimensions(workspace.root)}
        topics = {entry.id: topic_of(entry, known.get(entry.id)) for entry in about}
        hints = {name: _hint(topic) for name, topic in topics.items()}
        found: list[Evidence] = []
        count = 0
        for document in documents:
            if time_left() <= 0:
                break
            count += 1
            found += _said(document, topics, hints)
        kept = _strongest(found)
        looked = {
            entry.id: _looked(entry, count, sum(e.ambiguity == entry.id for e in kept))
            for entry in about
        }
        return kept, looked

    def _outside(
        self, about: Sequence[Ambiguity], time_left: Callable[[], float]
    ) -> tuple[list[Evidence], tuple[str, ...]]:
        if self._web is None:
            return [], ("no web provider is configured: nothing outside was looked at",)
        found: list[Evidence] = []
        for ambiguity in about:
            if time_left() <= 0:
                break
            found += _external(self._web, ambiguity)
        return found, ()


def topic_of(ambiguity: Ambiguity, dimension: Dimension | None) -> Topic:
    """The phrases of a dimension; those of its own names for an ambiguity the catalog lacks."""
    if dimension is not None:
        sides = (
            dimension.contradiction.one + dimension.contradiction.other
            if dimension.contradiction
            else ()
        )
        own = _phrases((ambiguity.id.replace("-", " "),))
        about = (*dimension.when, *dimension.builds, *sides, *own)
        readings = {r.interpretation.id: r.said for r in dimension.readings if r.said}
        return Topic(about, readings)
    about = _phrases((ambiguity.id.replace("-", " "), *ambiguity.id.split("-")))
    readings = {
        reading.id: _phrases((re.sub(r"^(?:in|per|by|with) ", "", reading.label.lower()),))
        for reading in ambiguity.interpretations
    }
    return Topic(about, {name: phrases for name, phrases in readings.items() if phrases})


def _phrases(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if len(name) > 2 and phrase_problem(name) is None)


def _said(
    document: Document, topics: dict[str, Topic], hints: dict[str, re.Pattern[str]]
) -> Iterator[Evidence]:
    """What a document asserts; a statement is heard only if it carries a word of some reading."""
    whole = document.text.lower()
    here = [(name, hint) for name, hint in hints.items() if hint.search(whole)]
    if not here:
        return
    for statement in statements(document.text):
        text = statement.text.lower()
        for name, hint in here:
            if hint.search(text) and (reading := asserted(statement, topics[name])):
                yield _evidence(document, statement, name, reading)


def _hint(topic: Topic) -> re.Pattern[str]:
    """The longest word of each phrase of its readings, for a text in lower case: a cheap look
    before a careful one."""
    phrases = {phrase for said in topic.readings.values() for phrase in said}
    words = {re.escape(word[:4].lower()) for phrase in phrases for word in _needed(phrase)}
    return re.compile("|".join(sorted(words)) or r"(?!)")


def _needed(phrase: str) -> list[str]:
    """The words of which a sentence with this phrase has one: those of its most telling place."""
    places = [
        [max(re.findall(r"[^\W\d_]+", word) or [""], key=len) for word in place.split("|")]
        for place in phrase.split()
    ]
    return max(places, key=lambda words: min(map(len, words)), default=[""])


def _evidence(document: Document, statement: Statement, ambiguity: str, reading: str) -> Evidence:
    quote = found_text(statement.text, _LONGEST_QUOTE)
    whose = (
        f"the documentation of {document.package} says"
        if document.package
        else _SAYS[document.shelf]
    )
    digest = hashlib.sha256(f"{document.path}\n{statement.text}".encode()).hexdigest()[:16]
    return Evidence(
        id=f"{ambiguity}:{reading}:{digest[:6]}",
        ambiguity=ambiguity,
        source="repo_facts",
        supports=reading,
        confidence=_WORTH[document.shelf],
        locator=f"{document.path}:{statement.line}",
        kind="documented",
        fact=f"{whose}: {quote}",
        digest=digest,
    )


_SAYS: dict[Shelf, str] = {
    "record": "a decision record says",
    "page": "the documentation says",
    "changelog": "the changelog says",
    "package": "a package's documentation says",
}


def _strongest(found: Sequence[Evidence]) -> list[Evidence]:
    """The best few statements of each reading: ten pages that repeat one sentence are no proof."""
    kept: list[Evidence] = []
    counted: dict[tuple[str | None, str | None], int] = {}
    for entry in sorted(found, key=lambda entry: -entry.confidence):
        place = (entry.ambiguity, entry.supports)
        counted[place] = counted.get(place, 0) + 1
        if counted[place] <= _MOST_PER_READING:
            kept.append(entry)
    return kept


def _looked(ambiguity: Ambiguity, documents: int, statements_found: int) -> Evidence:
    found = counted(statements_found, "statement")
    read = counted(documents, "document")
    return Evidence(
        id=f"{ambiguity.id}:documentation",
        ambiguity=ambiguity.id,
        source="repo_facts",
        supports=None,
        confidence=0.0,
        kind="documentation_search",
        fact=f"read {read} for {sought(ambiguity)}: {found}",
    )


def _external(web: Web, ambiguity: Ambiguity) -> Iterator[Evidence]:
    """Untrusted text from outside: bounded, redacted, labelled, and for no reading."""
    labels = ", ".join(reading.label for reading in ambiguity.interpretations)
    query = redact(f"{ambiguity.prompt or ambiguity.id} {labels}")[:300]
    for place, result in enumerate(list(web.search(query, _MOST_RESULTS))[:_MOST_RESULTS]):
        if not re.match(r"https?://[^\s<>\"]{1,500}$", result.address):
            continue
        said = result.excerpt
        if place < _MOST_FETCHED:
            with suppress(OSError):  # a page that cannot be read takes nothing from its excerpt
                said = _about(web.fetch(result.address)[:_LONGEST_FETCHED], ambiguity) or said
        yield Evidence(
            id=f"{ambiguity.id}:external:{place + 1}",
            ambiguity=ambiguity.id,
            source="repo_facts",
            supports=None,
            confidence=0.0,
            locator=redact(result.address),
            kind="external",
            fact=f"external, not verified: {found_text(said, _LONGEST_QUOTE)}",
        )


def _about(page: str, ambiguity: Ambiguity) -> str | None:
    """The first statement of a page that names one of the readings."""
    names = [reading.label.lower() for reading in ambiguity.interpretations]
    for statement in statements(page):
        if any(name in statement.text.lower() for name in names):
            return statement.text
    return None
