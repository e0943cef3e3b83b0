"""The search in the memories table: the best by their words, and the newest about a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Protocol

from plangate.core.log.tables import EVERYWHERE
from plangate.language.words.stems import content_words, cut

#: How many are looked at more closely, by the words and by the time.
_MOST = 24
_MOST_WORDS = 40

_COLUMNS = "m.id, m.session, m.place, m.kind, m.question_id, m.reading, m.text, m.at, m.heard"
_BY_TIME = (
    f"SELECT {_COLUMNS} FROM memories m "
    "WHERE m.status = 'kept' AND {about} AND m.place IN ({places}) AND m.session <> ? "
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
    """Whatever answers a SELECT: one of our stores."""

    #: How the best by their words are selected; `match` makes its expression of words.
    by_words: ClassVar[str]

    def match(self, words: Sequence[str]) -> str: ...

    def select(self, sql: str, values: Sequence[object]) -> list[tuple[object, ...]]: ...


def about_question(
    rows: Rows, goal: str, question_id: str, places: Sequence[str], session: str
) -> list[Kept]:
    """What is kept about a question: the best by words, then the newest of this workspace."""
    found: list[Kept] = []
    if words := _words(goal):
        sql = rows.by_words.format(columns=_COLUMNS, about="m.question_id = ?")
        values = (rows.match(words), session, question_id, _MOST)
        found += map(Kept._make, rows.select(sql, values))
    found += _newest(rows, question_id, places, session)
    return list(dict.fromkeys(found))


def about_nothing(rows: Rows, goal: str, places: Sequence[str], session: str) -> list[Kept]:
    """What is kept about no question, here or everywhere: the best by words, then the newest."""
    found: list[Kept] = []
    if words := _words(goal):
        about = f"m.question_id IS NULL AND m.place IN ({_marks(places)})"
        values = (rows.match(words), session, *places, EVERYWHERE, _MOST)
        sql = rows.by_words.format(columns=_COLUMNS, about=about)
        found += map(Kept._make, rows.select(sql, values))
    found += _newest(rows, None, places, session)
    return list(dict.fromkeys(found))


def _newest(rows: Rows, question_id: str | None, places: Sequence[str], session: str) -> list[Kept]:
    about = "m.question_id IS NULL" if question_id is None else "m.question_id = ?"
    asked = () if question_id is None else (question_id,)
    sql = _BY_TIME.format(about=about, places=_marks(places))
    found = rows.select(sql, (*asked, *places, EVERYWHERE, session, _MOST))
    return [Kept._make(row) for row in found]


def _marks(places: Sequence[str]) -> str:
    """A mark for each place, and one for everywhere."""
    return ", ".join("?" * (len(places) + 1))


def _words(goal: str) -> list[str]:
    """A goal's words of weight, as the search looks for them."""
    return sorted(set(map(cut, content_words(goal, ("weak_in_goals",)))))[:_MOST_WORDS]
