"""The words of a goal, and how much a path or a name is made of them.

Words are compared by a crude stem (“limiting”, “limiter” and “limits” are one word), and a word
that half of the repository carries in its paths says little: it weighs less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from plangate.core.gate.intake import named_paths

_COMMON = frozenset(
    "a add adds all allow also an and any app apps are as at base be been both but by can "
    "change code common core could create do does each edit ensure every feature file files "
    "first fix for from get give goal has have help helper helpers how if implement improve in "
    "index init into introduce is it its just last let lib like list main make module modules "
    "more move must need new no not of on one only or other our out package packages per please "
    "project provide read reading reads refactor remove rename replace repository run same set "
    "should show so some src such support than that the their them then there these they this "
    "those to up update upgrade use used user users using util utils via want was way we what "
    "when where which who why will with without work would write you your two three four five "
    # What is wrong with something, not what it is about.
    "break breaks broken bug bugs crash crashes fail failed failing fails failure failures green "
    "issue issues pass passes passing problem problems regression test tested testing tests wrong "
    "work working works".split()
)
#: Words that people write in full and code abbreviates, or the other way round.
_SAME = {
    "authentication": "auth",
    "authenticate": "auth",
    "authenticated": "auth",
    "authorization": "auth",
    "authorisation": "auth",
    "configuration": "config",
    "configure": "config",
    "configurable": "config",
    "conf": "config",
    "database": "db",
    "documentation": "docs",
    "doc": "docs",
    "email": "mail",
    "emails": "mail",
    "mailer": "mail",
    "environment": "env",
    "repositories": "repo",
    "translation": "i18n",
    "translations": "i18n",
    "internationalization": "i18n",
    "login": "signin",
    "categories": "category",
}
_ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ies", "ed", "es", "s", "e")
_PART = re.compile(r"(?<![A-Za-z])[a-z][A-Z][a-z]+|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+|\d+")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    word = _SAME.get(word, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=100_000)
def stems(name: str) -> frozenset[str]:
    """The stems a path or an identifier is made of: `rateLimit_store.py` gives four."""
    return frozenset(stem(part.lower()) for part in _PART.findall(name))


@lru_cache(maxsize=100_000)
def compounds(name: str) -> frozenset[str]:
    """The stems, and neighbours written as one word: `ChangeList` is a changelist too."""
    parts = [part.lower() for part in _PART.findall(name)]
    joined = {stem(one + other) for one, other in pairwise(parts)}
    return stems(name) | joined


#: Names with a capital inside that nobody takes apart.
_NAMES = re.compile(
    r"\b(?:TypeScript|JavaScript|CoffeeScript|GitHub|GitLab|BitBucket|PostgreSQL|MySQL|GraphQL"
    r"|OpenTelemetry|OpenAPI|PayPal|FastAPI|NodeJS|MongoDB|YouTube|LinkedIn|WebSockets?|WordPress)\b"
)


class Goal(NamedTuple):
    """What is wanted, as a reader of paths and names needs it."""

    text: str
    words: tuple[str, ...]
    paths: tuple[str, ...]

    def shared(self, name: str) -> frozenset[str]:
        """The goal's words that a path or a name carries."""
        return compounds(name).intersection(self.words)

    def speaks_of(self, words: Iterable[str]) -> bool:
        spoken = set(re.findall(r"[a-z][a-z0-9]*", self.text.lower()))
        return not spoken.isdisjoint(words)


def goal_of(text: str) -> Goal:
    paths = named_paths(text)
    flat = _NAMES.sub(lambda name: name.group().lower(), text)
    parts = (part.lower() for word in re.findall(r"[\w./-]+", flat) for part in _PART.findall(word))
    kept = (stem(part) for part in parts if len(part) > 2)
    return Goal(text, tuple(word for word in dict.fromkeys(kept) if word not in _IGNORED), paths)


_IGNORED = _COMMON | {stem(word) for word in _COMMON}
