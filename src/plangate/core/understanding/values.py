"""Goals that set one value of the program: a number, a colour, a time of day (INT-2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from plangate.core.model.policy.understanding_numbers import CHANGES_LIKELY, CHANGES_SHORT
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.grasp import clauses_of_work, objects_of
from plangate.language.hearing import hear
from plangate.language.words.row_patterns import any_row, any_words
from plangate.language.words.stems import content_stems, group, rows_of
from plangate.language.words.vocabulary import verb_of


def is_value_here(goal: str, seen: Sighting) -> bool:
    """One value of the program that stands here now: as an old one that is told, under its own
    name, or as a default. A bound nobody has set yet is a new rule, and no value (INT-2)."""
    if not _is_short(goal):
        return False
    both = _states_old_and_new(goal)
    if seen.value and (both or _says_both(goal)):
        return True
    if both and _is_one_short_wish(goal):
        about = (word for clause in clauses_of_work(goal) for word in objects_of(clause))
        words = [word for word in about if not word.isdigit()]
        known = [word for word in words if seen.spread.get(word, 0.0) > 0]
        if _is_named(goal, seen) or (_is_likely(seen) and len(known) == len(words)):
            return True
    return _states_one(goal) and _is_one_here(goal, seen)


def _is_one_here(goal: str, seen: Sighting) -> bool:
    """Whether the one value a goal states is that of something which has a value here."""
    if any(name in seen.literals and seen.literals[name] for name in hear(goal).identifiers):
        return True
    if any_words("puts_a_bound").search(goal.lower()) is not None:
        return False
    here = _is_one_short_wish(goal) and _is_likely(seen) and _is_all_here(goal, seen)
    if _DEFAULTS.search(goal) or not _COUNTED.search(_CLOCK.sub(" ", goal)):
        return here  # “make the header blue”, “run it at 3:00”
    return bool(seen.value)


def _is_likely(seen: Sighting) -> bool:
    return bool(seen.places) and seen.places[0].strength >= CHANGES_LIKELY


def _is_named(goal: str, seen: Sighting) -> bool:
    return any(where and text in goal for text, where in seen.literals.items())


_DEFAULTS = re.compile(r"\bdefaults?\b", re.IGNORECASE)
_COUNTED = re.compile(r"(?<![#\w])\d")
_CLOCK = re.compile(r"#[0-9a-f]{3,8}\b|\b\d{1,2}(?::\d\d|\s?[ap]m\b)", re.IGNORECASE)


def sets_a_value(goal: str) -> bool:
    """“Raise the default page size from 50 to 100”: one value of the program, old and new."""
    return _is_one_short_wish(goal) and _states_old_and_new(goal)


def _is_one_short_wish(goal: str) -> bool:
    clauses = [clause for clause in clauses_of_work(goal) if clause.verb or clause.obliges]
    return len(clauses) <= 1 and _is_short(goal)


def _is_short(goal: str) -> bool:
    both = _both(goal)  # what stands behind both values says why
    wish = goal[: both.end()] if both else goal
    return len(wish.split()) <= CHANGES_SHORT and not _loses(goal.lower())


def _loses(text: str) -> bool:
    """Whether data goes sooner by the new value: not what passes anyway, stays longer or is only
    shown."""
    shown = any(clause.kind == "show" for clause in clauses_of_work(text))
    passing = not group("passing").isdisjoint(_WORD.findall(text))
    if shown or passing or not any_words("data_goes_sooner").search(text):
        return False
    if found := _OLD_NEW.search(text):
        return float(found[2]) < float(found[1])
    found = any_row("new_not_old_number").search(text)
    return found is None or float(found[1]) < float(found[2])


_OLD_NEW = re.compile(r"\bfrom (\d{1,9})\b[^.;]{0,20}?\bto (\d{1,9})\b")


def _states_old_and_new(goal: str) -> bool:
    first = next(iter(clauses_of_work(goal)), None)
    both = _both(goal)
    if both and ": " in goal[: both.start()]:
        return True  # “Mail digest: 6am rather than 5am”: what stands before it is its name
    if first is not None and first.verb and first.verb not in group("sets_values"):
        return both is not None and first.kind not in ("build", "remove", "send", "move")
    told = first is not None and first.verb and _DEFAULT_TO.search(goal.lower())
    return both is not None or bool(told)


def _says_both(goal: str) -> bool:
    return _both(goal) is not None


def _both(goal: str) -> re.Match[str] | None:
    return _INSTEAD.search(goal) or _FROM_TO.search(goal) or _NOT.search(goal)


_LITERAL = r"[\"'“`]?(?:\d[\w.%]*|true|false|on|off|yes|no)[\"'”`]?"
_FROM_TO = re.compile(rf"\bfrom {_LITERAL} (?:\w+ )?to {_LITERAL}(?![\w])", re.IGNORECASE)
_NUMBER = (
    rf"(?:{_LITERAL}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)\b)"
)
_INSTEAD = re.compile(
    rf"{_NUMBER}(?: [\w-]+){{0,6}} (?:instead of|rather than) {_NUMBER}(?![\w])", re.IGNORECASE
)
_NOT = re.compile(rf"{_NUMBER}(?: [\w-]+){{0,2}},? not {_NUMBER}(?![\w])", re.IGNORECASE)
#: “Change the max page size to 100”: what has a value by its name, and a verb that sets it.
_DEFAULT_TO = re.compile(
    rf"\b(?:default|max|maximum|min|minimum|timeout|limit|size|width|height|level|interval|delay)\w*\b"
    rf".{{0,60}}\b(?:to|be|=) {_LITERAL}(?![\w])"
)


def _states_one(goal: str) -> bool:
    """“Ogres should have 20 hp”: a value is stated, and the verb sets it and builds nothing."""
    text = goal.lower().strip(" .!")
    stating = [clause for clause in clauses_of_work(goal) if clause.amounts]
    first = next(iter((*stating, *clauses_of_work(goal))), None)
    opens = first.verb if first else ""
    words = frozenset(_WORD.findall(text))
    measured = words & (group("measures") | group("speeds"))
    if measured or (opens and opens not in group("sets_values")):
        return False
    return _shapes().search(text) is not None


def _is_all_here(goal: str, seen: Sighting) -> bool:
    """Whether everything a goal names beside the value stands in the workspace."""
    found = any(seen.spread.get(word, 0.0) > 0 for word in content_stems(goal))
    return found and all(seen.spread.get(word, 0.0) > 0 for word in _names(goal))


def _names(goal: str) -> Iterator[str]:
    """The stems of what a goal names, without verbs, units and the value itself."""
    values = group("colours") | group("units") | group("said_of_values") | group("sets_values")
    for word in _WORD.findall(_HEX.sub(" ", goal.lower())):
        verb = verb_of(word)
        is_verb = verb is not None and not verb.may_be_noun
        if not is_verb and not {word, word.removesuffix("s")} & values:
            yield from content_stems(word)


_WORD = re.compile(r"[^\W\d_]+")
_HEX = re.compile(r"#[0-9a-f]{3,8}\b")


@cache
def _shapes() -> re.Pattern[str]:
    """The ways to state a value, each with every kind of value in it."""
    colours = "|".join(sorted(group("colours")))
    value = (
        rf"(?:(?:light |dark )?(?:{colours})|#[0-9a-f]{{3,8}}|\d{{1,2}}:\d\d|\d[\d.,]*\s?%?"
        r"|true|false|on|off)"
    )
    units = "|".join(sorted(group("units"), key=len, reverse=True))
    rows = (row.replace("VALUE", value).replace("UNIT", f"(?:{units})s?") for row in _rows())
    return re.compile("|".join(rf"(?:{row})" for row in rows))


def _rows() -> tuple[str, ...]:
    return rows_of("value_shapes")
