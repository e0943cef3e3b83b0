"""Changes that are small by their kind and need no place to be looked for (INT-2).

Wording, a typo, a version number, a name nobody else sees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache

from plangate.core.model.policy.understanding_numbers import (
    CHANGES_ALIKE,
    CHANGES_LIKELY,
    CHANGES_LONGEST,
    CHANGES_MISSPELT,
    CHANGES_MOST_CLAUSES,
    CHANGES_PLACES,
    CHANGES_SHORT,
)
from plangate.core.model.sighting import NAMED, VERSION, Sighting
from plangate.core.understanding.against.conflicts import pieces_excluding
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.values import is_value_here
from plangate.language.clause_patterns import fault
from plangate.language.clauses import Clause
from plangate.language.denials import takes_away
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.issues.reports import is_report
from plangate.language.paths import TYPED, named_paths
from plangate.language.words.row_patterns import any_case, any_row, any_said, any_words
from plangate.language.words.stems import group, rows_of, stem
from plangate.language.words.vocabulary import product_names, thing_kind, verb_of

_ARROW = re.compile(r"->|→|=>")
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w])")


@lru_cache(maxsize=64)
def small_kind(goal: str) -> str | None:
    """What kind of small change a goal is; None when it is none that is known to be small."""
    issue = read_issue(goal)
    text = goal.strip()
    if issue.is_report or len(text.split()) > CHANGES_LONGEST or "\n" in text:
        return None
    if _is_behaviour(text):
        return None
    if len([c for c in clauses_of_work(goal) if c.verb]) > CHANGES_MOST_CLAUSES:
        return None
    if large_words(_without_texts(text).lower()):
        return None
    page = "page" if _is_page_put_right(text) else None
    return page or _comment(text) or _wording(text) or _version(text) or _local_name(text)


def _is_behaviour(text: str) -> bool:
    """“Search returns nothing when the term has a trailing space”, “the tooltip stays hidden”: what
    a program does wrong is no matter of words, whatever it is about."""
    misspelt = any_words("spelling").search(text.lower())
    when = fault().match(text) or any_case("condition_within").search(text)
    return not misspelt and when is not None and is_report(text)


def is_small(goal: str, seen: Sighting | None) -> bool:
    """Whether it is small, and what it quotes is there to be changed."""
    kind = small_kind(goal)
    if seen is not None and moves_a_major_version(goal, seen):
        return False
    besides = any_case("says_besides")
    if any(not clause.verb and besides.match(clause.text) for clause in hear(goal).clauses):
        return False  # “Fix the typo. Also the toast is ugly”: there is more to it
    if (
        kind not in ("version", "name", "page", "comment")
        and _is_weighty(goal)
        and not _trivial(goal)
    ):
        return False
    if kind is None and seen is not None and is_value_here(goal, seen):
        return not large_words(goal.lower()) and pieces_excluding(goal, seen) is None
    if kind is None or seen is None:
        return kind is not None
    quoted = [where for text, where in seen.literals.items() if text in goal]
    likely = bool(seen.places) and seen.places[0].strength >= CHANGES_LIKELY
    new_text = len(quoted) == 1 and likely and any_words("words_changed").search(goal.lower())
    return kind != "wording" or not quoted or any(quoted) or _trivial(goal) or bool(new_text)


def moves_a_major_version(goal: str, seen: Sighting) -> bool:
    """Whether a goal moves something on to another major version than the one that is there: what
    rests on it may have to change with it, which is never small."""
    if any_said("speaks_of_ci").search(goal) is not None:
        return False  # one more to be tried on takes nothing from the others
    told = " ".join([spot.text for spot in seen.spots if spot.why == VERSION][:1])
    there, wanted = _MAJOR.findall(told), _MAJOR.findall(goal)
    return bool(there and wanted) and int(wanted[-1]) > max(map(int, there))


_MAJOR = re.compile(r"(?<![\w.])[vV]?(\d{1,5})(?:\.\d+|\.x)*\b")


def small_places(goal: str, seen: Sighting) -> list[str]:
    """Where a small change is, as a sentence each: what the goal quotes, what it names, its value.
    Of what is quoted first, which is mostly the old text, it is said too that it stands nowhere."""
    pieces = sorted((text for text in seen.literals if text in goal), key=goal.index)
    quoted = {text: seen.literals[text] for text in pieces}
    found = [f"“{text}” stands at {where}." for text, where in quoted.items() if where]
    nowhere = [f"“{text}” was found in no file." for text in pieces[:1] if not quoted[text]]
    if found:
        return [*nowhere, *found][:CHANGES_PLACES]
    if seen.value:
        return [f"The value is probably the one at {seen.value}."]
    named = [spot.locator for spot in seen.spots if spot.why == NAMED]
    return [f"It is at {named[0]}."] if named else nowhere


def _without_texts(goal: str) -> str:
    """A goal without the texts it quotes: what they say is only reworded."""
    for quote in hear(goal).quotes:
        if " " in quote:
            goal = goal.replace(quote, " ")
    return goal


def _is_weighty(goal: str) -> bool:
    """“Set the default database to PostgreSQL”: few words, and never small."""
    outside = _without_texts(goal)
    for name in hear(goal).identifiers:
        outside = outside.replace(name, " ")  # `storage.linkDays` is a name, whatever it is made of
    words = frozenset(re.findall(r"[a-z]+", outside.lower()))
    return not (group("weighty") | product_names()).isdisjoint(words)


def _comment(text: str) -> str | None:
    """What a comment beside a name of the code says, whatever that code does."""
    names = hear(text).identifiers or _CAPITALS.search(text)
    said = names and any_words("comments_of_code").search(text.lower())
    return "comment" if said else None


#: “GCSubscriptions”: a name that opens with what is short for something.
_CAPITALS = re.compile(r"\b[A-Z]{3,}[a-z]{3,}")


def _wording(text: str) -> str | None:
    heard = hear(text)
    quoted = len(heard.quotes)
    if _ARROW.search(text) or _trivial(text) or _is_misspelt(text, heard.quotes):
        return "wording"
    changed = any_words("words_changed").search(text.lower()) is not None
    same = any_row("should_read").search(text.lower())
    if quoted >= 2 and (changed or _becomes(text, heard.quotes)):
        return "wording"
    if quoted >= 2 and same and not any(map(_is_done_by_program, clauses_of_work(text))):
        return "wording"
    short = len(text.split()) <= CHANGES_SHORT
    if short and ((quoted and changed) or _is_called(text) or _SED.match(text)):
        return "wording"
    outside = text
    for quote in heard.quotes:
        outside = outside.replace(quote, " ")
    verbs = [verb_of(word.lower()) for word in re.findall(r"[A-Za-z]+", outside)]
    mends = all(verb is None or verb.kind == "fix" or verb.may_be_noun for verb in verbs)
    return "wording" if quoted and mends and len(outside.split()) <= 9 else None


def _is_done_by_program(clause: Clause) -> bool:
    """“Refuse comments that consist of "same" or "lol"”: what is quoted is what it is done to."""
    return clause.kind in ("secure", "limit", "send", "take", "keep", "remove", "move", "build")


def _is_misspelt(text: str, quotes: Sequence[str]) -> bool:
    """“"Error crating it", should be creating”: nearly a word of what is quoted; or a name that
    stands beside it in its right form (“it says "Safron", the app is Saffron”)."""
    said = [word.lower() for quote in quotes for word in quote.split()]
    if right := _SHOULD_BE.search(text):
        return bool(get_close_matches(right[1].lower(), said, 1, CHANGES_ALIKE))
    if len(said) != 1 or any(
        clause.kind not in ("", "fix", "change") for clause in clauses_of_work(text)
    ):
        return False
    rest = [name.lower() for name in _NAME.findall(text.replace(quotes[0], " "))]
    return said[0] not in rest and bool(get_close_matches(said[0], rest, 1, CHANGES_MISSPELT))


#: A name in the middle of a sentence.
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{3,}")


_SHOULD_BE = re.compile(r"\bshould (?:be|say|read) [\"'“]?([A-Za-z-]{4,})\b")


def _is_page_put_right(text: str) -> bool:
    """“README says 1.76, the manifest says 1.88. Fix the README.”, “the path in AGENTS.md is wrong,
    it is docs/keys”: what a page says is put right, and nothing else is done."""
    deeds = [clause for clause in clauses_of_work(text) if clause.verb]
    of_pages = [one for one in deeds if one.kind == "fix" and one.thing_kind == "doc"]
    if len(deeds) == len(of_pages) == 1 and re.search(r"\d", text) is not None:
        return True
    said = text.lower().strip(" .!")
    if any(one.obliges and any_said("each_time").search(one.text) for one in clauses_of_work(text)):
        return False  # what is to happen each time is done by a program
    if len(deeds) <= 1 and _touched_pages().search(said) and not any_words("broad").search(said):
        return True
    mends = (one.kind in ("fix", "change", "document") or _is_of_two(one) for one in deeds)
    return _wrong_pages().search(said) is not None and all(mends)


def _is_of_two(clause: Clause) -> bool:
    """“… twice, remove one”: what goes stands there once more."""
    return clause.kind == "remove" and clause.what.lower() in rows_of("one_of_two")


def _wrong_pages() -> re.Pattern[str]:
    """The ways to say that a page is wrong."""
    return _of_pages("page_is_wrong")


def _touched_pages() -> re.Pattern[str]:
    """The ways to order a small thing of a page: “use https for the link in CONTRIBUTING.md”."""
    return _of_pages("page_is_touched")


@cache
def _of_pages(name: str) -> re.Pattern[str]:
    """Rows about pages, each with every kind of page in it."""
    page = "|".join(rows_of("pages"))
    rows = (row.replace("PAGE", f"(?:{page})") for row in rows_of(name))
    return re.compile("|".join(rf"(?:{row})" for row in rows))


def _becomes(text: str, quotes: Sequence[str]) -> bool:
    """“Change 'Cancelled' to 'Canceled'”: one quoted text becomes the other."""
    between = text.partition(quotes[0])[2].partition(quotes[1])[0]
    return any_case("turns_into").fullmatch(between) is not None


def _is_called(text: str) -> bool:
    """“Sidebar: call it Inbox, not Notifications”: a name on a screen, not the program's own."""
    on_screen = any(thing_kind(word) in ("element", "page") for word in re.findall(r"\w+", text))
    return on_screen and any_case("call_it_not").search(text) is not None


_SED = re.compile(r"s/[^/]{2,40}/[^/]{0,40}/")


def _version(text: str) -> str | None:
    clause = clauses_of_work(text)[0] if clauses_of_work(text) else None
    if clause is None or clause.kind not in ("change", "operate", "build", "reshape"):
        return None
    if not _VERSION.search(any_case("when_it_comes_out").sub(" ", text)) or clause.verb in group(
        "hands_out"
    ):
        return None
    if takes_away(text):
        return None  # what goes with “in v2.0” goes all the same
    if any_words("sent_out").search(text.lower()):
        return None
    return "version"


def _local_name(text: str) -> str | None:
    clause = clauses_of_work(text)[0] if clauses_of_work(text) else None
    words = set(re.findall(r"[a-z]+", text.lower()))
    if clause is None or clause.verb != "rename" or any_words("breaks_others").search(text.lower()):
        return None
    return "name" if words & group("local_names") or "variable" in words else None


def large_words(text: str) -> bool:
    """Whether a text speaks of what changes most of a system wherever it is asked for."""
    for path in named_paths(text):
        text = text.replace(path, " ")
    words = {stem(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text)}
    return bool(words & {stem(word) for word in group("large_matters")})


def _trivial(text: str) -> bool:
    """Whether it is small whatever else is said; the “bump” of “tool bump --push” is a command."""
    plainly = any_words("trivial").search(TYPED.sub(" ", text.lower())) is not None
    return plainly or _reads_otherwise(text)


def _reads_otherwise(text: str) -> bool:
    """“Basical notes should read basic notes”: nearly the same text, without quotes."""
    reads = any_case("text_should_read").fullmatch(text.strip(" ."))
    if reads is None:
        return False
    old, new = reads["old"].lower(), reads["new"].lower()
    return SequenceMatcher(None, old, new).ratio() >= CHANGES_ALIKE
