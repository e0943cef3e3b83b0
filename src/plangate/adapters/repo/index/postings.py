"""Which words stand in which documents, and BM25 over them, in SQLite.

SQLite's own full-text search gives a word that stands in half of the documents no weight at all and
counts every document alike; in a repository of thirty files both are wrong. So the counts are kept
in plain tables and the score is worked out here, over the documents that are asked about and no
others. A document that changed gets a new number; the old number's rows are passed over.
"""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Literal

#: What every text on BM25 takes.
_K1, _B = 1.2, 0.75
_MOST_WORDS = 80
_AT_ONCE = 200_000

Counting = Literal["bm25", "once", "often"]
#: Words that all count alike, the first of them, or all of them by a weight of each.
Words = Sequence[str] | Mapping[str, float]


def tables_of(name: str) -> str:
    return f"""
CREATE TABLE {name}_words (id INTEGER PRIMARY KEY, word TEXT UNIQUE);
CREATE TABLE {name}_lengths (documents BLOB, lengths BLOB);
CREATE TABLE {name}_postings (word INTEGER, document INTEGER, times INTEGER,
  PRIMARY KEY (word, document)) WITHOUT ROWID;
"""


def names_of(name: str) -> tuple[str, ...]:
    return f"{name}_words", f"{name}_lengths", f"{name}_postings"


class _MadeOf(dict[str, tuple[int, ...]]):
    """The numbers of the words that each name is made of: most names stand in many documents."""

    def __init__(self, found: Callable[[str], tuple[int, ...]]) -> None:
        self._found = found

    def __missing__(self, name: str) -> tuple[int, ...]:
        self[name] = made_of = self._found(name)
        return made_of


class Postings:
    """The words of one kind of document, in a database somebody else opens and closes."""

    def __init__(
        self, database: sqlite3.Connection, name: str, apart: Callable[[str], str]
    ) -> None:
        self._database = database
        self._made_of = _MadeOf(lambda name: tuple(map(self._known, apart(name).split())))
        self._words, self._lengths, self._postings = names_of(name)
        self._numbers: dict[str, int] = {}
        self._is_new = False
        self._new_words: list[tuple[int, str]] = []
        self._waiting: list[tuple[int, int, int]] = []
        self._new_lengths: dict[int, int] = {}
        self._measured: dict[int, tuple[Mapping[int, object], dict[int, int]]] = {}
        self._long: dict[int, int] = {}
        self._carriers: dict[str, list[tuple[int, int]]] = {}
        self._often: dict[str, int] = {}

    # --- writing ----------------------------------------------------------------------------------

    def write(self, document: int, names: Mapping[str, int]) -> None:
        """Take in a document by how often it has each name; `flush` makes it findable."""
        made_of, counted = self._made_of, dict[int, int]()
        for name, times in names.items():
            for word in made_of[name]:
                counted[word] = counted.get(word, 0) + times
        self._new_lengths[document] = sum(counted.values())
        self._waiting += zip(counted, repeat(document), counted.values(), strict=False)
        if len(self._waiting) > _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        self._measured.clear()
        self._long.clear()
        self._carriers.clear()
        self._often.clear()
        if self._new_lengths:  # of all documents in one row: it is read with every goal
            known = self._known_lengths() | self._new_lengths
            both = array("q", known).tobytes(), array("q", known.values()).tobytes()
            self._database.execute(f"DELETE FROM {self._lengths}")
            self._database.execute(f"INSERT INTO {self._lengths} VALUES (?, ?)", both)
            self._new_lengths.clear()
        self._database.executemany(f"INSERT INTO {self._words} VALUES (?, ?)", self._new_words)
        self._new_words.clear()
        self._waiting.sort(key=itemgetter(0))  # documents come in their order
        self._database.executemany(f"INSERT INTO {self._postings} VALUES (?, ?, ?)", self._waiting)
        self._waiting.clear()

    def clear(self) -> None:
        self._measured.clear()
        self._long.clear()
        self._carriers.clear()
        self._often.clear()
        for table in (self._words, self._lengths, self._postings):
            self._database.execute(f"DELETE FROM {table}")
        self._numbers.clear()
        self._made_of.clear()
        self._new_words.clear()
        self._new_lengths.clear()

    def _known(self, word: str) -> int:
        if (number := self._numbers.get(word)) is None:
            number = self._numbers[word] = self._number(word)
        return number

    def _number(self, word: str) -> int:
        """The number of a word met for the first time: where there were none it is the next, else
        the database knows."""
        if not self._numbers:
            known = self._database.execute(f"SELECT 1 FROM {self._words} LIMIT 1").fetchone()
            self._is_new = known is None
        if self._is_new:
            self._new_words.append((len(self._numbers) + 1, word))
            return len(self._numbers) + 1
        row = self._database.execute(
            f"INSERT INTO {self._words} (word) VALUES (?) "
            "ON CONFLICT (word) DO UPDATE SET word = word RETURNING id",
            (word,),
        ).fetchone()
        return int(row[0])

    # --- asking -----------------------------------------------------------------------------------

    def scores(
        self, words: Words, among: Mapping[int, object], counting: Counting = "bm25"
    ) -> dict[int, float]:
        """How much the documents of `among` carry any of the words, the rare ones most.

        A word may count by BM25, once however often it stands there, or by how often it stands
        there however long the document is; and each by a weight of its own.
        """
        weights = words if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        wanted = list(weights) if weights is words else list(weights)[:_MOST_WORDS]
        if not wanted or not among:
            return {}
        lengths = self.lengths(among)
        mean = sum(lengths.values()) / max(1, len(lengths)) or 1.0
        scores: dict[int, float] = {}
        for word in wanted:
            carriers = [row for row in self.carriers(word) if row[0] in lengths]
            if not carriers:
                continue
            rare = math.log(1 + (len(lengths) - len(carriers) + 0.5) / (len(carriers) + 0.5))
            rare *= weights[word]
            for document, times in carriers:
                if counting == "bm25":
                    size = 1 - _B + _B * lengths[document] / mean
                    worth = rare * times * (_K1 + 1) / (times + _K1 * size)
                else:
                    worth = rare * (1 + math.log(times)) if counting == "often" else rare
                scores[document] = scores.get(document, 0.0) + worth
        return scores

    def carriers(self, word: str) -> list[tuple[int, int]]:
        """The documents that carry a word, and how often; asked of the database once."""
        if (known := self._carriers.get(word)) is None:
            known = self._carriers[word] = self._database.execute(
                f"SELECT document, times FROM {self._postings} "
                f"WHERE word = (SELECT id FROM {self._words} WHERE word = ?)",
                (word,),
            ).fetchall()
        return known

    def often(self, word: str) -> int:
        """How many documents carry a word."""
        if (known := self._carriers.get(word)) is not None:
            return len(known)
        if (often := self._often.get(word)) is None:
            (often,) = self._database.execute(
                f"SELECT count(*) FROM {self._postings} "
                f"WHERE word = (SELECT id FROM {self._words} WHERE word = ?)",
                (word,),
            ).fetchone()
            self._often[word] = often
        return often

    def lengths(self, among: Mapping[int, object]) -> dict[int, int]:
        """How long each document is; measured once for each set of documents asked about."""
        if id(among) not in self._measured:
            if not self._long:
                self._long = self._known_lengths()
            found = {document: self._long[document] for document in among if document in self._long}
            self._measured[id(among)] = (among, found)  # kept with what it is of: an id lives on
        return self._measured[id(among)][1]

    def _known_lengths(self) -> dict[int, int]:
        row = self._database.execute(f"SELECT * FROM {self._lengths}").fetchone()
        return dict(zip(array("q", row[0]), array("q", row[1]), strict=True)) if row else {}
