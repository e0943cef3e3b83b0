"""Who tells what happened, in a team's record: one of those who could, once (NOTE-1, TEAM-2).

Whoever wrote it tells of it. The row in `told` is put in first and kept once the message is on its
way: others who would tell the same wait for it at its key. Of one who dies before that nothing
stays: what is in the log, and not in `told` a few seconds later, is a worker's to tell.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import psycopg

from plangate.adapters.sql.connections import connect, served
from plangate.adapters.sql.team_failures import explained
from plangate.app.naming.addresses import Address
from plangate.app.ports import Notifier
from plangate.app.team.jobs import Untold
from plangate.core.model.nouns import Question

#: What the log calls it, and the word for it.
_WORDS = {
    "QuestionAsked": "created",
    "QuestionAnswered": "answered",
    "QuestionTimedOut": "expired",
}
#: So long after it happened it is left to whoever wrote it, and so long it is still news.
_AT_WORK, _NEWS = "3 s", "10 min"
_KEPT = "7 days"
_MOST = 500


class TellingOnce:
    """A notifier of which, among all who could tell of something, one does."""

    def __init__(
        self, address: Address, own: Notifier, has_something: Callable[[Question], bool]
    ) -> None:
        self._address = address
        self._own = own
        self._has_something = has_something

    def notify(self, happened: str, question: Question) -> None:
        """Nobody is told by those who have nowhere to tell it: it is left to others."""
        if not self._has_something(question):
            return
        put_in = "INSERT INTO told (question, happened) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        try:
            with served(self._address).pool.connection() as db, db.transaction():
                if db.execute(put_in, (str(question.id), happened)).rowcount:
                    self._own.notify(happened, question)
        except psycopg.Error as error:
            raise explained(error, str(self._address)) from error


def untold(address: Address) -> Iterator[Untold]:
    """What happened of late and nobody has begun to tell."""
    known = "SELECT question, happened FROM told WHERE question = ANY(%s)"
    try:
        with served(address).pool.connection() as db:
            happened = [
                Untold(session, question, _WORDS[kind])
                for session, kind, payload in db.execute(_FIND).fetchall()
                if (question := _question_in(kind, payload))
            ]
            told = set(db.execute(known, ([one.question for one in happened],)).fetchall())
    except psycopg.Error as error:
        raise explained(error, str(address)) from error
    return (one for one in happened if (one.question, one.happened) not in told)


def sweep(address: Address) -> None:
    """What was told long ago need not be known."""
    with connect(address) as db:
        db.execute(f"DELETE FROM told WHERE at < now() - interval '{_KEPT}'".encode())


_FIND = f"""
    SELECT stream, type, payload FROM (
        SELECT stream, type, payload, at FROM plan_events
        WHERE type IN ('QuestionAsked', 'QuestionAnswered', 'QuestionTimedOut')
        ORDER BY position DESC LIMIT {_MOST}
    ) AS latest
    WHERE at::timestamptz BETWEEN now() - interval '{_NEWS}' AND now() - interval '{_AT_WORK}'
""".encode()


def _question_in(kind: str, payload: str) -> str:
    """The id of the question an event is about; none when it was erased."""
    with suppress(ValueError, KeyError, TypeError):
        read: Any = json.loads(payload)["question"]
        return str(read["id"] if kind == "QuestionAsked" else read)
    return ""
