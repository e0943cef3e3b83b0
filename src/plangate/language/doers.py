"""Who does a deed that a clause names, and when: whoever carries the goal out, or what is built.

“Publish 3.0” is done by the work and cannot be taken back; “an agent that posts”, “let authors
publish” and “the bot should charge a card” are done later, by a program somebody can still change
(UND-6). A nightly job that mails every member asks nobody when it ships, and a migration is run
with the work: both are done by it. “How many posts were published” is over already. Time is
linear in the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from plangate.language.clauses import Clause
from plangate.language.tokens import Word
from plangate.language.words.stems import group, rows_of
from plangate.language.words.vocabulary import verb_of


def is_done_now(clause: Clause, saw: str) -> bool:
    """Whether carrying out a clause does the deed that these words of it name."""
    text = plain(clause.text)
    at = text.find(plain(saw))
    if at < 0:
        return True
    before, deed = text[:at], text[at:]
    if _rows("is_over").search(before) or _rows("is_over").match(deed):
        return False
    if _rows("enables").search(before) or _rows("supports").search(before):
        return False
    described = clause.kind == "build" and _rows("describes").search(before)
    if not (described or _rows("acts").search(before)):
        return True
    built = {*re.findall(r"[^\W\d_]+", clause.thing.lower())}
    by_itself = built & group("runs_by_itself") or _rows("by_itself").search(text)
    everybody = by_itself and _rows("reaches_all").search(deed)
    return bool(built & group("runs_once") or everybody)


def removed_elsewhere(words: Sequence[Word], text: str) -> Iterator[int]:
    """The places of words by which what is built takes something away from somebody else's: “an
    agent that deletes old files from S3” is no word about what is kept here (UND-7)."""
    for place, word in enumerate(words[:-1]):
        verb = verb_of(_written(words[place + 1], text))
        if not word.is_any(_RELATIVE) or verb is None or verb.kind != "remove":
            continue
        for at in range(place + 2, min(place + 2 + _SO_FAR, len(words))):
            if words[at].link in ("stop", "comma"):
                break
            if words[at - 1].is_any(_AT) and text[words[at].start].isupper():
                yield from range(place + 1, at)


def _written(word: Word, text: str) -> str:
    return text[word.start : word.end].lower()


_RELATIVE, _AT, _SO_FAR = frozenset(("that", "which")), frozenset(("from", "in", "on", "at")), 8


def plain(text: str) -> str:
    """A text as deeds are looked for in it: lower case, no apostrophes, single spaces."""
    return _BETWEEN.sub(" ", text.lower().replace("'", "").replace("’", ""))


_BETWEEN = re.compile(r"[^\w,;.]+")


@cache
def _rows(name: str) -> re.Pattern[str]:
    return re.compile("|".join(rows_of(name)))
