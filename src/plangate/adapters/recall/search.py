"""The search in the memories table: FTS5 by bm25, and the newest about a question beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from plangate.core.log.tables import EVERYWHERE
from plangate.language.words.stems import content_words, cut

#: How many are looked at more closely, by the words and by the time.
_MOST = 24
_MOST_WORDS = 40

_COLUMNS = "m.id, m.session, m.place, m.kind, m.question_id, m.reading, m.text, m.at, m.heard"
_BY_WORDS = (
    f"SELECT {_COLUMNS} FROM memory_words "
    "JOIN memory_places p ON p.place = memory_words.rowid JOIN memories m ON m.id = p.id "
    "WHERE memory_words MATCH ? AND m.status = 'kept' AND m.session <> ? AND {about} "
    "ORDER BY bm25(memory_words), m.at DESC, m.id LIMIT ?"
)
_BY_TIME = (
    f"SELECT {_COLUMNS} FROM memories m "
    "WHERE m.status = 'kept' AND m.question_id IS ? AND m.place IN ({places}) AND m.session <> ? "
    "ORDER BY m.at DESC, m.id LIMIT ?"
)


class Kept(NamedTuple):
    """A memory as the table has it."""

    id: str
    session: str
    place: str
    kind: str
    question_id: str | None
    reading: str | None
    text: str
    at: str
    heard: str = ""


class Rows(Protocol):
    """Whatever answers a SELECT: the SQLite store."""

    def select(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]: ...


def about_question(
    rows: Rows, goal: str, question_id: str, places: Sequence[str], session: str
) -> list[Kept]:
    """What is kept about a question: the best by words, then the newest of this workspace."""
    found: list[Kept] = []
    if words := _match(goal):
        sql = _BY_WORDS.format(about="m.question_id = ?")
        found += map(Kept._make, rows.select(sql, (words, session, question_id, _MOST)))
    found += _newest(rows, question_id, places, session)
    return list(dict.fromkeys(found))


def about_nothing(rows: Rows, goal: str, places: Sequence[str], session: str) -> list[Kept]:
    """What is kept about no question, here or everywhere: the best by words, then the newest."""
    found: list[Kept] = []
    if words := _match(goal):
        about = f"m.question_id IS NULL AND m.place IN ({_marks(places)})"
        values = (words, session, *places, EVERYWHERE, _MOST)
        found += map(Kept._make, rows.select(_BY_WORDS.format(about=about), values))
    found += _newest(rows, None, places, session)
    return list(dict.fromkeys(found))


def _newest(rows: Rows, question_id: str | None, places: Sequence[str], session: str) -> list[Kept]:
    sql = _BY_TIME.format(places=_marks(places))
    found = rows.select(sql, (question_id, *places, EVERYWHERE, session, _MOST))
    return [Kept._make(row) for row in found]


def _marks(places: Sequence[str]) -> str:
    """A mark for each place, and one for everywhere."""
    return ", ".join("?" * (len(places) + 1))


def _match(goal: str) -> str:
    """A goal as an FTS5 expression: any of its words of weight, quoted, so that none commands."""
    words = sorted(set(map(cut, content_words(goal, ("weak_in_goals",)))))[:_MOST_WORDS]
    return " OR ".join(f'"{word}"*' for word in words)
