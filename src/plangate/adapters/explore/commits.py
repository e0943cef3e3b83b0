"""What the messages of commits say about the readings of a goal: history as a way of looking.

A commit says what was decided at the time (“Count limits in Redis”), so its message is read like a
line of a decision record; what it says may be long undone, so it is worth little by itself.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.adapters.library.librarian import topic_of
from plangate.adapters.library.statements import Statement, Topic, asserted
from plangate.adapters.repo.checkout.git import logged
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.found_text import found_text
from plangate.core.model.nouns import Dispatch, Evidence
from plangate.core.moves import Investigate

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension

#: How sure one commit makes; two of the same reading are still one way of looking (INV-5).
WORTH = 0.6
#: INV-13: how far back commits are read.
MOST = 2_000
_LONGEST = 200
_MOST_PER_READING = 3


def look_at_history(
    chore: Investigate,
    dispatch: Dispatch,
    dimensions: Sequence[Dimension],
    _time_left: Callable[[], float] = lambda: 0.0,
) -> EvidenceGathered:
    """What the newest commits say for the ambiguities of one dispatch."""
    began = time.monotonic()
    known = {dimension.id: dimension for dimension in dimensions}
    topics = {a.id: topic_of(a, known.get(a.id)) for a in chore.about(dispatch)}
    text = logged(Path(chore.workspace), "--format=%x01%h%n%s%n%b", "--no-merges", most=MOST)
    messages = list(_messages(text or ""))
    found = _first_of_each(_said(messages, topics))
    looked = [
        Evidence(
            id=f"{name}:history",
            ambiguity=name,
            source="repo_facts",
            supports=None,
            confidence=0.0,
            kind="investigation",
            fact=f"read {len(messages)} commit messages for {name}",
        )
        for name in topics
    ]
    return EvidenceGathered(
        strategy=dispatch.strategy,
        evidence=(*found, *looked),
        exhaustion={"investigation": [entry.id for entry in looked]},
        calls=dispatch.calls,
        seconds=round(time.monotonic() - began, 3),
        limits=() if text is not None else ("git history: could not be read",),
        dispatch=dispatch.id,
        subagent=dispatch.subagent,
        files=tuple(dict.fromkeys(str(entry.locator) for entry in found)),
    )


def _messages(text: str) -> Iterator[tuple[str, str]]:
    """Each commit's short name and the lines of its message, newest first."""
    for block in text.split("\x01")[1:]:
        name, _, message = block.partition("\n")
        yield name.strip(), message.strip()


def _said(messages: Sequence[tuple[str, str]], topics: dict[str, Topic]) -> Iterator[Evidence]:
    for commit, message in messages:
        for line in message.splitlines()[:20]:
            statement = Statement(line.strip()[:_LONGEST], 1, ("Decision",))
            for name, topic in topics.items():
                if statement.text and (reading := asserted(statement, topic)):
                    yield _evidence(commit, statement.text, name, reading)


def _evidence(commit: str, line: str, ambiguity: str, reading: str) -> Evidence:
    digest = hashlib.sha256(line.encode()).hexdigest()[:16]
    return Evidence(
        id=f"{ambiguity}:{reading}:{digest[:6]}",
        ambiguity=ambiguity,
        source="repo_facts",
        supports=reading,
        confidence=WORTH,
        locator=f"commit {commit}",
        kind="committed",
        fact=f"a commit says: {found_text(line)}",
        digest=digest,
    )


def _first_of_each(found: Iterator[Evidence]) -> list[Evidence]:
    """The newest few for each reading, each message once."""
    kept: dict[str, Evidence] = {}
    counts: dict[tuple[str | None, str | None], int] = {}
    for entry in found:
        place = (entry.ambiguity, entry.supports)
        if entry.id not in kept and counts.get(place, 0) < _MOST_PER_READING:
            kept[entry.id] = entry
            counts[place] = counts.get(place, 0) + 1
    return list(kept.values())
