"""Two pieces of a goal that do not go together (UND-6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.demands import order_in, without_conditions
from plangate.core.understanding.against.kept_scopes import kept_and_changed
from plangate.core.understanding.against.measures import amounts_against
from plangate.core.understanding.against.needs import kept_away, needed_and_denied, pieces_of
from plangate.core.understanding.against.opposed import both_ways, light_words, opposite_deeds
from plangate.core.understanding.against.stances import pieces_against
from plangate.core.understanding.grasp import objects_of
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.row_patterns import any_case, any_said, any_words
from plangate.language.words.stems import content_stems, rows_of, stem
from plangate.language.words.vocabulary import verb_of


def clauses_against(goal: str, seen: Sighting | None = None) -> tuple[str, str] | None:
    """Two pieces of a goal that do not go together."""
    issue = read_issue(goal)
    if issue.is_report:
        return None  # what a report says is so and what should be so stand against each other
    text = without_conditions(_BRACKETS.sub(" ", " ".join((issue.said or goal).split())))
    pieces = pieces_of(text)
    for one, other in _pairs():
        left, right = one.search(text), other.search(text)
        if left and right and not _in_one_piece(left, right, pieces):
            if kept_away(text, right) or any_case("instead_of_it").search(
                f" {text[right.start() :]}"
            ):
                continue  # “no personal data: hide the phone number”, “write a log instead”
            return left.group(), right.group()
    clauses = [clause for clause in hear(text).clauses if clause.text]
    found = kept_and_changed(text, seen)
    found = found or _taken_and_kept(clauses) or _gone_and_used(text) or _wanted_and_denied(text)
    found = found or needed_and_denied(text, seen) or _kind_denied(text)
    found = found or pieces_against(text, any_said("binds"))
    return (
        found or both_ways(text) or opposite_deeds(text) or amounts_against(text, pieces_of(text))
    )


def _kind_denied(text: str) -> tuple[str, str] | None:
    """“Delete nothing, ever. Clear out accounts”: a deed is ruled out, one of its kind wanted."""
    pieces = pieces_of(text)
    for denying in pieces:
        found = any_case("deed_ruled_out").search(denying)
        kind = _kind_of(found["verb"] or found["deed"]) if found else ""
        if not found or kind not in _TELLING:
            continue
        about = frozenset(content_stems(denying)) - light_words() - {stem(found["verb"] or "")}
        whole = any_said("said_of_all").search(denying) is not None
        for other in pieces:
            wanted = frozenset(content_stems(other))
            same = whole or about & wanted or any_said("those_before").search(other)
            if (
                other != denying
                and not any_case("deed_ruled_out").search(other)
                and _opens_with(other, kind)
                and same
                and not _elsewhere(denying, other)
            ):
                return denying, other
    return None


def _elsewhere(one: str, other: str) -> bool:
    """“Not to people who are logged in; to guests”: to whom, where or as what is another."""
    here, there = map(any_case("to_whom_or_where").search, (one, other))
    if not here or not there or here["by"].lower() != there["by"].lower():
        return False
    return frozenset(content_stems(here["what"])).isdisjoint(content_stems(there["what"]))


def _kind_of(word: str) -> str:
    verb = verb_of(word.lower())
    return verb.kind if verb else ""


def _opens_with(piece: str, kind: str) -> bool:
    return any(_kind_of(word) == kind for word in _PLAIN.findall(piece)[:2])


_PLAIN = re.compile(r"[A-Za-z]+")
#: Kinds of deeds that say enough by themselves: two of one kind are the same to whom it is done.
_TELLING = frozenset(("remove", "send", "show", "move", "ask", "keep"))


def _gone_and_used(text: str) -> tuple[str, str] | None:
    """“Replace Prisma, but keep using its client”: what goes is what the rest stands on."""
    pieces = pieces_of(text)
    for piece in pieces:
        found = any_case("takes_away").match(piece)
        if not found or any_said("one_of_several_goes").search(found["what"]):
            continue
        gone = frozenset(content_stems(found["what"]))
        whole = gone & frozenset(map(stem, rows_of("whole_of")))
        gone -= whole or light_words()
        for other in pieces:
            order = order_in(other) if whole else None
            built = order is not None and order.kind == "build"
            stays = any_said("goes_on_being").search(other) or built
            stays = stays and not any_case("takes_away").match(other)
            there = any_case("ends_in_there").search(other) is not None
            same = gone <= frozenset(content_stems(other)) or there
            if gone and other != piece and stays and same:
                return piece, other
    return None


def _taken_and_kept(clauses: Sequence[Clause]) -> tuple[str, str] | None:
    """“Remove Redis, but keep the jobs running in it”: what goes is what the rest stands on."""
    for at, clause in enumerate(clauses):
        gone = frozenset(objects_of(clause)) - light_words()
        aside = any_said("one_of_several_goes").search(clause.text)
        if clause.kind != "remove" or not gone or aside:
            continue
        for other in clauses[at + 1 :]:
            stays = other.verb in _KEEPS or any_said("goes_on_still").search(other.text)
            same = gone <= frozenset(content_stems(other.text))
            same = same or any_said("within_it").search(other.text) is not None
            if stays and same:
                return clause.text, other.text
    return None


_KEEPS = frozenset("keep retain leave preserve".split())


def _wanted_and_denied(text: str) -> tuple[str, str] | None:
    """“Never write to disk, and write the site to disk”: a deed forbidden and wanted at once."""
    for found in any_case("never_to_do").finditer(text):
        verb = _plain(found["verb"])
        done_to = any_words("object_ends").split(found["behind"])[0]
        behind = frozenset(content_stems(done_to)) - light_words()
        for other in any_case("deed_wanted").finditer(text):
            if found.start() <= other.start() < found.end() or _plain(other["verb"]) != verb:
                continue
            wanted = frozenset(content_stems(other["behind"]))
            if _is_denial_before(text, other.start()) or not behind <= wanted:
                continue
            return found.group().strip(), other.group("verb") + other["behind"]
    return None


def _plain(word: str) -> str:
    verb = verb_of(word)
    return verb.name if verb else word.lower()


def _is_denial_before(text: str, place: int) -> bool:
    return _DENIES_HERE.search(text[max(0, place - 12) : place + 1]) is not None


_DENIES_HERE = re.compile(r"(?:never|not|n['’]t|without|no)\s*$", re.IGNORECASE)


def _in_one_piece(one: re.Match[str], other: re.Match[str], pieces: Sequence[str]) -> bool:
    """Whether two matches overlap, or one piece says both: it knows how they go together."""
    overlap = one.start() < other.end() and other.start() < one.end()
    return overlap or any(one.group() in piece and other.group() in piece for piece in pieces)


_BRACKETS = re.compile(r"\s*\([^()]*\)")


@cache
def _pairs() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    found = []
    for row in rows_of("pairs_against"):
        one, _, other = row.partition(" / ")
        found.append(
            (
                re.compile(rf"\b(?:{one})\b", re.IGNORECASE),
                re.compile(rf"\b(?:{other})\b", re.IGNORECASE),
            )
        )
    return tuple(found)
