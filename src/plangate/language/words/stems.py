"""When two words are one: endings cut off, names taken apart, and the words that say nothing.

One stemmer and one stop list for everybody (UND-1). A stem is for comparing, never for showing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from plangate.language.patterns import lazy
from plangate.language.words import compiled

_PART = lazy(
    r"(?<![A-Za-z])[a-z][A-Z][a-z]+|[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+"
    r"|\d+"
)
_RUN = lazy(r"[\w./-]+")
_OTHER_LETTERS = lazy(r"[^\W\d_a-zA-Z]+")
#: Names with a capital inside that nobody takes apart.
_NAMES = lazy(
    r"\b(?:TypeScript|JavaScript|CoffeeScript|GitHub|GitLab|BitBucket|PostgreSQL|MySQL|GraphQL"
    r"|OpenTelemetry|OpenAPI|PayPal|FastAPI|NodeJS|MongoDB|YouTube|LinkedIn|WebSockets?|WordPress)\b"
)
_VOWEL = lazy(r"[aeiouy]")
_SHORTEST = 3
#: The endings of deeds and doers, each with the fewest letters it leaves.
_DEEDS = (("ing", 3), ("ed", 3), ("ers", 4), ("er", 4), ("ors", 5), ("or", 5))
_ENDINGS = tuple(ending for ending, _ in _DEEDS)
#: “rating”, “typed”: what is left of them is no word.
_LOST_AN_E = lazy(r"[^aeiou][aeiouy][^aeiouwxy]")
_STAYS_DOUBLE = ("ll", "ss", "zz", "ff")


@cache
def group(name: str) -> frozenset[str]:
    """The words of a list of the vocabulary, by its name in `words/`."""
    return frozenset(compiled.GROUPS[name].split())


@cache
def rows_of(name: str) -> tuple[str, ...]:
    """The rows of a list whose entries are more than a word, by its name in `words/`."""
    return tuple(compiled.ROWS[name].splitlines())


@cache
def words_in_rows(name: str) -> frozenset[str]:
    """The words of a list whose words are nobody else's: it makes none of them known."""
    return frozenset(" ".join(rows_of(name)).split())


@cache
def rows_as_words(name: str) -> tuple[frozenset[str], ...]:
    """The rows of such a list, each as its words."""
    return tuple(frozenset(row.split()) for row in rows_of(name))


@cache
def rows_as_stems(name: str) -> tuple[frozenset[str], ...]:
    """The rows of such a list, each as the stems of its words."""
    return tuple(frozenset(map(stem, row)) for row in rows_as_words(name))


@cache
def stems_in_rows(name: str) -> frozenset[str]:
    """The stems of the words of such a list."""
    return frozenset(map(stem, words_in_rows(name)))


@cache
def stems_of_group(name: str) -> frozenset[str]:
    """The stems of the words of a list."""
    return frozenset(map(stem, group(name)))


@cache
def _same() -> dict[str, str]:
    rows = (row.split() for row in rows_of("same"))
    return {word: row[0] for row in rows for word in row}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """What a word is compared by: “limiting”, “limiter” and “limits” are one word, and so are
    “authentication” and “auth”."""
    low = american(word.lower())
    known = _same().get(low)
    return cut(known or low)


@lru_cache(maxsize=20_000)
def cut(word: str) -> str:
    """A word without its endings: nearly always the beginning of the word itself."""
    if len(word) <= _SHORTEST or word in group("whole"):
        return word
    word = singular(word)
    while word not in group("whole") and (shorter := _without_deed(word)) != word:
        word = shorter
    if word in group("whole"):
        return word
    return _bare(word)


def singular(word: str) -> str:
    """A noun as one speaks of a single one."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_deed(word: str) -> str:
    """A word without the ending of a deed or a doer, a doubled letter before it made one again."""
    if not word.endswith(_ENDINGS):
        return word
    if word.endswith("ied") and len(word) > 4:
        return f"{word[:-3]}y"
    for ending, least in _DEEDS:
        rest = word[: -len(ending)]
        if not word.endswith(ending) or len(rest) < least or not _VOWEL.search(rest):
            continue
        if ending == "ed" and rest.endswith("e"):
            return word  # “feed”, “speed”
        if len(rest) > _SHORTEST and rest[-1] == rest[-2] and not rest.endswith(_STAYS_DOUBLE):
            return rest[:-1]
        return f"{rest}e" if _LOST_AN_E.fullmatch(rest) else rest
    return word


def _bare(word: str) -> str:
    """A word without the last ending that others of its family lack: -ion, -ate, -e, -y."""
    if word.endswith("ification"):
        return word[:-7]
    if word.endswith("ion") and len(word) > 7 and word[-4] in "st":
        word = word[:-3]
    elif word.endswith("ie") and len(word) > 4:
        return word[:-2]
    elif word.endswith("e") and len(word) > 4:
        word = word[:-1]
    elif word.endswith("y") and len(word) > 4 and not _VOWEL.match(word[-2]):
        return word[:-1]
    elif not word.endswith("at") or len(word) < 7:
        return word
    return word[:-2] if word.endswith("at") and len(word) > 6 else word


def american(word: str) -> str:
    """One spelling for British and American words; no owner's s."""
    plain = word.replace("’", "'")
    if "'" in plain:
        plain = re.sub(r"'s?$", "", plain)
    if len(plain) > 6 and "is" in plain:
        plain = re.sub(r"is(e|es|ed|ing|ation|ations)$", r"iz\1", plain)
    if len(plain) > 5 and "our" in plain:
        plain = re.sub(r"our(s|al|ed|ing)?$", r"or\1", plain)
    return plain


# --- names ----------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def parts(name: str) -> tuple[str, ...]:
    """The words a path or an identifier is made of: `rateLimit_store.py` gives four."""
    if name.isalpha() and name.isascii() and name[1:].islower():
        return (name.lower(),)  # most names are one word
    return tuple(map(str.lower, _PART.findall(name)))


@lru_cache(maxsize=100_000)
def stems(name: str) -> frozenset[str]:
    """The stems of a path's or an identifier's words."""
    return frozenset(map(stem, parts(name)))


@lru_cache(maxsize=100_000)
def compounds(name: str) -> frozenset[str]:
    """The stems, and neighbours written as one word: `ChangeList` is a changelist too."""
    return stems(name) | {stem(one + other) for one, other in pairwise(parts(name))}


@cache
def _said_for() -> dict[str, set[str]]:
    """The words that are compared by another one, by what that is cut to."""
    found: dict[str, set[str]] = {}
    for word, other in _same().items():
        found.setdefault(cut(other), set()).add(word)
    return found


def beginnings(stems: Iterable[str]) -> re.Pattern[str]:
    """Where a part of a name may begin that has one of some stems, or of which one is the whole: a
    cheap look before names are taken apart. What is cut off leaves the first two letters."""
    seconds: dict[str, set[str]] = {}
    for one in stems:
        for word in (one, *_said_for().get(one, ())):
            seconds.setdefault(word[:1], set()).add(word[1:2])
    for british, here in (("is", "iz"), ("ou", "or")):  # “isation”, “our”
        if here[1] in seconds.get(here[0], ()):
            seconds[here[0]].add(british[1])
    small = "|".join(_begun(f"[{re.escape(a)}{a.upper()}]", b) for a, b in sorted(seconds.items()))
    large = "|".join(_begun(re.escape(a.upper()), b) for a, b in sorted(seconds.items()))
    return re.compile(rf"(?<![A-Za-z])(?:{small})|{large}" if seconds else r"(?!)")


def _begun(first: str, seconds: set[str]) -> str:
    """A letter with any of those that come next, a mark between them allowed."""
    if "" in seconds:
        return first
    either = "".join(re.escape(one) + re.escape(one.upper()) for one in sorted(seconds))
    return f"{first}_*[{either}]"


# --- what says nothing ----------------------------------------------------------------------------


def is_stop(word: str) -> bool:
    """Whether a word carries nothing of its own."""
    return word.lower() in group("stop")


@cache
def _empty(also: tuple[str, ...]) -> frozenset[str]:
    lists = (group("stop"), group("light_verbs"), *(group(name) for name in also))
    return frozenset().union(*lists)


def names_whole(text: str) -> str:
    """A text in which names with a capital inside are one word."""
    return _NAMES.sub(lambda name: name.group().lower(), text)


def words_of(text: str) -> list[str]:
    """Every word of a text in lower case, names taken apart, other scripts as they stand."""
    flat = names_whole(text.replace("’", "'").replace("'", ""))
    found: list[str] = []
    for run in _RUN.findall(flat):
        found += parts(run)
        if not run.isascii():
            found += (word.lower() for word in _OTHER_LETTERS.findall(run))
    return found


def content_words(text: str, also_empty: Iterable[str] = ()) -> tuple[str, ...]:
    """The words of weight in a text, in order, each once and as written but in lower case.

    `also_empty` names further lists whose words weigh nothing here, such as `weak_in_paths`.
    """
    empty = _empty(tuple(also_empty))
    words = dict.fromkeys(words_of(text))
    return tuple(word for word in words if len(word) > 1 and word not in empty)


def content_stems(text: str, also_empty: Iterable[str] = ()) -> tuple[str, ...]:
    """The stems of the words of weight in a text, in order, each once."""
    return tuple(dict.fromkeys(map(stem, content_words(text, also_empty))))
