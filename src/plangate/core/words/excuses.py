"""What a reason may lift of the word net's verdict on an option (PREF-2, GATE-18).

Why: the net reads words and errs to one side, so that an option which empties a cache may look like
one that empties a table, and a person is asked what nobody has to be. Whoever proposes it may say
why it can be undone. A reason lifts nothing by itself: what the option says is read again without
its names of code and files, without clauses about what is made again from something else, and with
a change of the stored shape that only adds called that. If the net still sees anything, the reason
is kept and nothing is lifted. What is declared final is not looked at here at all.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from plangate.core.model.policy.texts_numbers import (
    EXCUSES_LEAST_WORDS,
    ONE_WAY_LABEL,
    ONE_WAY_LOOK_AROUND,
)
from plangate.core.words.one_way import one_way_cues
from plangate.core.words.one_way_patterns import any_of
from plangate.language.words import one_way_net

_LISTS = one_way_net.LISTS


@lru_cache(maxsize=1_024)
def is_excused(label: str, consequence: str, why: str) -> bool:
    """Whether a reason lifts what the net sees in these words of one option."""
    if len(why.split()) < EXCUSES_LEAST_WORDS:
        return False
    return not any(one_way_cues(_without_excused(text)) for text in (label, consequence))


def without_added(text: str) -> str:
    """A text without SQL that only adds to a table; as it is where it also takes something away."""
    left = _listed("adds_in_sql").sub(" ", text)
    return text if takes(left) else left


def without_names(text: str) -> str:
    """A text without names of code (“a switch like allow_wipe”): they say what something is called.
    One that is run, or stands where a deed would, stays."""
    return _code_names().sub(lambda found: _unless_done(text, found), text) if "_" in text else text


def without_mentions(text: str) -> str:
    """What an option says without what it only speaks of: “users who may delete boards”, “as at
    the deletion of an account”, “after every publish”. The deed that it orders stays."""
    return _mentions().sub(" it ", text)


def _unless_done(text: str, found: re.Match[str]) -> str:
    if _hooks().match(found[0].rpartition(".")[2]):
        return _unless_run(text, found)
    before = text[max(0, found.start() - ONE_WAY_LOOK_AROUND) : found.start()].rstrip(" `'“\"(")
    orders = not before or before[-1] in ".;:,!?\n" or _leads().search(before) is not None
    return found[0] if orders else _unless_run(text, found)


def takes(text: str) -> bool:
    """Whether a change of the stored shape takes something away, by the words it is named with."""
    return _listed("takes").search(text) is not None


def runs(text: str) -> bool:
    """Whether a text has code run, rather than written."""
    return _listed("runs").search(text) is not None


def is_typed(sentence: str) -> bool:
    """Whether a sentence is what somebody types at a console (“rm -rf uploads”, “SQL: DELETE FROM
    users”): it is done as it stands, whatever file it is said to be for."""
    return _typed().match(sentence[:ONE_WAY_LABEL].lstrip()) is not None


def _without_excused(text: str) -> str:
    """A text without names, and without the clauses that destroy nothing."""
    named = _names().sub(lambda found: _unless_run(text, found), text)
    return "".join(map(_sentence, _sentences().split(named)))


def _unless_run(text: str, found: re.Match[str]) -> str:
    """A name is no deed, unless what it names is run."""
    before = text[max(0, found.start() - ONE_WAY_LOOK_AROUND) : found.start()]
    return found[0] if _listed("runs").search(before) else "it"


def _sentence(sentence: str) -> str:
    if _listed("adds").search(sentence) and not _listed("takes").search(sentence):
        sentence = _listed("shape_changes").sub("change", sentence)
    if _listed("lasting").search(sentence):
        return sentence
    clauses = _clauses().split(sentence)
    return "".join(" " if _listed("derived").search(clause) else clause for clause in clauses)


@cache
def _listed(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(_LISTS[name]).replace('_', ' ')}\b", re.IGNORECASE)


@cache
def _typed() -> re.Pattern[str]:
    """A command, or SQL in capitals or behind the name of what reads it; between backticks where it
    ends there. A program whose name a sentence begins with (“Git tags …”) needs a flag."""
    console, command = any_of(_LISTS["consoles"]), any_of(_LISTS["typed"])
    sql, reads_sql = any_of(_LISTS["typed_sql"]).replace("_", " "), any_of(_LISTS["reads_sql"])
    asked = (
        rf"(?:{any_of(_LISTS['asks'])} )*(?:an? |the )?(?:(?i:{console}): ?)?(?:[$] ?)?(?:sudo )?"
    )
    plain = rf"{command}\b(?![:./(=])(?= [^=\s])"
    flagged = rf"(?i:{command}) (?:[\w./-]+ ){{0,4}}?-{{1,2}}[a-zA-Z]"
    words = rf"{asked}(?:{plain}|{flagged}|{sql})"
    said = rf"{asked}(?i:{reads_sql}): ?\S"
    return re.compile(rf"(?:{words}|{said}|`{words}[^`]*`(?: (?:in|on|for|from|to)\b|\W*$))")


@cache
def _sentences() -> re.Pattern[str]:
    return re.compile(r"(?<=[.;:\n])(?=\s)")


@cache
def _clauses() -> re.Pattern[str]:
    return re.compile(rf"([,()]|\b{any_of(_LISTS['joins'])}\b)")


@cache
def _leads() -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(_LISTS['leads_to_deed'])}$", re.IGNORECASE)


@cache
def _code_names() -> re.Pattern[str]:
    """“allow_wipe”, “privacy.allow_wipe”, “to_send()”."""
    name = r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+"
    return re.compile(rf"(?<![\w./-])(?:\w+\.)*{name}(?:\(\))?(?![\w/-])")


@cache
def _hooks() -> re.Pattern[str]:
    return re.compile(rf"{any_of(_LISTS['hooks'])}_", re.IGNORECASE)


@cache
def _mentions() -> re.Pattern[str]:
    return re.compile(any_of(_LISTS["only_mentions"]).replace("_", " "), re.IGNORECASE)


@cache
def _names() -> re.Pattern[str]:
    """One word of code between backticks, and a path with a folder and a file's ending."""
    return re.compile(r"`[A-Za-z_][\w.]*(?:\(\))?`|(?<![\w/])[\w.-]+(?:/[\w.-]+)+\.\w{1,5}\b")
