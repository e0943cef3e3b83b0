"""One-way doors in a goal's own words: what is lost, sent out or renamed for others (UND-6).

Each is a decision with a reading that can be undone, unless the goal itself says which it wants.
What is taken away of the program's own text comes back from its history and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.policy.understanding import DOOR_NEAR
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.open_matters import Open, reading
from plangate.core.words.one_way import one_way_cues
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.stems import group, rows_of, stem
from plangate.language.words.vocabulary import verb_of

LOST, SENT, RENAMED, REMOVED = "lost-for-good", "sent-out", "public-name", "public-removal"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
#: Verbs that make people's data go without being called removal.
_LOSES = frozenset("empty expire forget prune overwrite reset throw thrown clean cleanup".split())
_SENDS = frozenset(
    "publish release send mail email announce notify charge deploy push share forward".split()
)
_TOOLING = frozenset(("test", "tests", "fixture", "fixtures", "mock", "staging"))


def doors_of(goal: str, seen: Sighting) -> Iterator[Open]:
    """The one-way doors of a goal that it leaves to somebody's judgement."""
    clauses = clauses_of_work(goal)
    stated = _rows("for_good").search(goal.lower()) is not None
    undone = _rows("recoverable").search(goal.lower()) is not None
    if not undone and (quote := _lost(goal, clauses, seen)):
        yield _losing(quote, stated=stated)
    if quote := _sent(clauses):
        yield _sending(quote)
    if quote := _renamed(clauses):
        yield _renaming(quote)
    elif quote := _removed(clauses):
        yield _removing(quote)


def _lost(goal: str, clauses: tuple[Clause, ...], seen: Sighting) -> str:
    """The words by which people's data would go."""
    for cue in one_way_cues(goal):
        if cue.kind in ("delete-data", "purge", "wipe", "drop", "truncate", "destroy"):
            return cue.saw
    if hear(goal).language != "english":
        found = _rows("lost_elsewhere").search(goal.lower())
        return found.group() if found else ""
    for clause in clauses:
        if _is_kept_shorter(clause.text):
            return clause.text
        words = [found.group().lower() for found in _WORD.finditer(clause.text)]
        for at, word in enumerate(words):
            verb = verb_of(word)
            takes = (verb is not None and verb.kind == "remove") or word in _LOSES
            if takes and _is_data(words[max(0, at - 3) : at], words[at + 1 : at + DOOR_NEAR], seen):
                return clause.text
    return ""


#: “Keep orders 30 days instead of 90”, “lower the retention”: what is older goes at once.
_INSTEAD = re.compile(
    r"\b(?:keep|kept|retain|store)\w*\b.{0,60}?\b(\d+)\s*\w* (?:instead of|not|rather than) (\d+)"
)
_FROM_TO = re.compile(
    r"\b(?:retention|grace|history|keep\w*)\b.{0,60}?\bfrom (\d+)\b.{0,20}?\bto (\d+)"
)
_SHORTER = re.compile(
    r"\b(?:reduce|shorten|lower|cut|decrease|halve)\b.{0,40}"
    r"\b(?:retention|grace period|history|how long)"
)


def _is_kept_shorter(text: str) -> bool:
    low = text.lower()
    if found := _INSTEAD.search(low):
        return int(found[1][:9]) < int(found[2][:9])
    if found := _FROM_TO.search(low):
        return int(found[1][:9]) > int(found[2][:9])
    return _SHORTER.search(low) is not None


def _is_data(before: list[str], behind: list[str], seen: Sighting) -> bool:
    """Whether what goes is something people entered, not something somebody programmed."""
    near = [*before, *behind]
    if _TOOLING.intersection(near):
        return False
    codes = {stem(word) for word in group("codes")}
    kept = {stem(word) for word in group("kept_data")}
    for word in behind or before:
        if stem(word) in codes:
            return False
        if stem(word) in kept:
            return True
    names = {stem(part) for place in seen.places for part in _declared(place.symbols)}
    return any(stem(word) in kept for word in before) or any(
        stem(word) in names and _rows("vague_spans").search(" ".join(near)) for word in behind
    )


def _declared(symbols: tuple[str, ...]) -> Iterator[str]:
    for symbol in symbols:
        name = symbol.partition(":")[0]
        if name[:1].isupper():
            yield name.lower()


def _sent(clauses: tuple[Clause, ...]) -> str:
    for clause in clauses:
        words = {found.group().lower() for found in _WORD.finditer(clause.text)}
        if clause.verb in _SENDS and words & group("outward"):
            return clause.text
        if clause.verb in ("publish", "release") and not clause.negated:
            return clause.text
    return ""


def _renamed(clauses: tuple[Clause, ...]) -> str:
    for clause in clauses:
        words = {stem(found.group().lower()) for found in _WORD.finditer(clause.text)}
        if clause.verb != "rename" or words & {stem(w) for w in group("local_names")}:
            continue
        public = words & {stem(w) for w in group("public_names")}
        dotted = re.search(r"\b[A-Z]\w+\.\w+", clause.text)
        if public or dotted:
            return clause.text
    return ""


_NOT_PUBLIC = re.compile(
    r"\b(?:unused|dead|internal|private|local|temporary|test\w*|mock\w*|duplicate\w*|unneeded|own)\b"
)
_PUBLIC = re.compile(
    r"\b(?:endpoint|route|flag|option|subcommand|method|parameter|argument|header|setting|hook"
    r"|event|api)s?\b|(?<![\w-])--[a-z][\w-]+|\b\w+\.[a-z]\w+\(|\bsupport for\b"
)


def _removed(clauses: tuple[Clause, ...]) -> str:
    """What others may call, taken away: they find out when it is gone."""
    for clause in clauses:
        verb = verb_of(clause.verb) if clause.verb else None
        takes = verb is not None and verb.kind == "remove" and not clause.negated
        thing = clause.text.lower().partition(" from ")[0].partition(" in ")[0]
        if takes and _PUBLIC.search(thing) and not _NOT_PUBLIC.search(clause.text.lower()):
            return clause.text
    return ""


def _removing(quote: str) -> Open:
    readings = (
        reading(
            "deprecate",
            "Mark it as going away first, remove it in a later release",
            "it works on with a warning; nobody breaks today",
            0.5,
            0.3,
        ),
        reading(
            "remove",
            "Remove it now",
            "whoever still uses it breaks with the next release",
            0.5,
            0.2,
            "irreversible",
        ),
    )
    prompt = f"“{_short(quote)}”: others may use it. Announce its end first, or remove it at once?"
    return _open(REMOVED, readings, prompt, quote, "deprecate")


def _losing(quote: str, *, stated: bool) -> Open:
    gone = 0.9 if stated else 0.5
    readings = (
        reading(
            "recoverable",
            "Keep it recoverable: mark or archive first, remove later",
            "what goes can be brought back for a while",
            round(1 - gone, 2),
            0.4,
        ),
        reading(
            "for-good",
            "Remove it for good",
            "the data is gone and nobody can bring it back",
            gone,
            0.3,
            "irreversible",
        ),
    )
    prompt = f"“{_short(quote)}”: should what goes be recoverable, or gone for good?"
    return _open(LOST, readings, prompt, quote, "recoverable")


def _sending(quote: str) -> Open:
    readings = (
        reading(
            "prepare", "Prepare it and stop before it goes out", "nothing leaves yet", 0.4, 0.2
        ),
        reading("send", "Let it go out", "others receive it and keep it", 0.6, 0.2, "irreversible"),
    )
    prompt = f"“{_short(quote)}”: should it go out at once, or be prepared for a person to release?"
    return _open(SENT, readings, prompt, quote, "prepare")


def _renaming(quote: str) -> Open:
    readings = (
        reading(
            "keep-old",
            "New name, the old one still works",
            "callers move when they like",
            0.45,
            0.3,
        ),
        reading(
            "break",
            "New name only",
            "whoever uses the old name breaks at once",
            0.55,
            0.2,
            "irreversible",
        ),
    )
    prompt = f"“{_short(quote)}”: others may use the old name. Keep it working beside the new one?"
    return _open(RENAMED, readings, prompt, quote, "keep-old")


def _open(
    name: str, readings: tuple[Interpretation, ...], prompt: str, quote: str, safe: str
) -> Open:
    ambiguity = Ambiguity(
        name,
        readings,
        safe_default=safe,
        safe_default_reason="it is the reading that can be undone",
        prompt=prompt,
        heard=_short(quote),
    )
    return Open("dimension", ambiguity, (quote,))


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= 80 else f"{line[:79]}…"


@cache
def _rows(name: str) -> re.Pattern[str]:
    return re.compile(r"(?:" + "|".join(rows_of(name)) + r")")
