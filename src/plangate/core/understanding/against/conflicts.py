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
from plangate.language.words.row_patterns import any_case
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
    found = found or pieces_against(text, _phrases("binds"))
    return (
        found or both_ways(text) or opposite_deeds(text) or amounts_against(text, pieces_of(text))
    )


@cache
def _phrases(name: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(rows_of(name)) + r")\b", re.IGNORECASE)


def _kind_denied(text: str) -> tuple[str, str] | None:
    """“Delete nothing, ever. Clear out accounts”: a deed is ruled out, one of its kind wanted."""
    pieces = pieces_of(text)
    for denying in pieces:
        found = _RULED_OUT.search(denying)
        kind = _kind_of(found["verb"] or found["deed"]) if found else ""
        if not found or kind not in _TELLING:
            continue
        about = frozenset(content_stems(denying)) - light_words() - {stem(found["verb"] or "")}
        whole = _WHOLLY.search(denying) is not None
        for other in pieces:
            wanted = frozenset(content_stems(other))
            same = whole or about & wanted or _THEM.search(other)
            if (
                other != denying
                and not _RULED_OUT.search(other)
                and _opens_with(other, kind)
                and same
                and not _elsewhere(denying, other)
            ):
                return denying, other
    return None


def _elsewhere(one: str, other: str) -> bool:
    """“Not to people who are logged in; to guests”: to whom, where or as what is another."""
    here, there = _WHERE.search(one), _WHERE.search(other)
    if not here or not there or here["by"].lower() != there["by"].lower():
        return False
    return frozenset(content_stems(here["what"])).isdisjoint(content_stems(there["what"]))


_WHERE = re.compile(r"\b(?P<by>to|for|on|in|from|as|by|with) (?P<what>.+)$", re.IGNORECASE)


def _kind_of(word: str) -> str:
    verb = verb_of(word.lower())
    return verb.kind if verb else ""


def _opens_with(piece: str, kind: str) -> bool:
    return any(_kind_of(word) == kind for word in _PLAIN.findall(piece)[:2])


_PLAIN = re.compile(r"[A-Za-z]+")
#: Kinds of deeds that say enough by themselves: two of one kind are the same to whom it is done.
_TELLING = frozenset(("remove", "send", "show", "move", "ask", "keep"))
_RULED_OUT = re.compile(
    r"\b(?:never|nobody (?:may|can|should|must)|no one (?:may|can|should|must)"
    r"|(?:must|may|should|shall|can)(?: not|n['’]t)|do not|don['’]?t)"
    r"\s+(?:ever\s+|be\s+)?(?P<verb>[a-z]+)"
    r"|^(?P<deed>[a-z]+) nothing\b",
    re.IGNORECASE,
)
_WHOLLY = re.compile(r"\b(?:nothing|anything|ever|never|at all|anywhere)\b", re.IGNORECASE)
_THEM = re.compile(r"\b(?:them|it|these|those|ones)\b", re.IGNORECASE)


def _gone_and_used(text: str) -> tuple[str, str] | None:
    """“Replace Prisma, but keep using its client”: what goes is what the rest stands on."""
    pieces = pieces_of(text)
    for piece in pieces:
        found = _GOES.match(piece)
        if not found or _ASIDE_OF.search(found["what"]):
            continue
        gone = frozenset(content_stems(found["what"]))
        whole = gone & frozenset(map(stem, rows_of("whole_of")))
        gone -= whole or light_words()
        for other in pieces:
            order = order_in(other) if whole else None
            built = order is not None and order.kind == "build"
            stays = (_STAYS.search(other) or built) and not _GOES.match(other)
            there = _THERE.search(other) is not None
            same = gone <= frozenset(content_stems(other)) or there
            if gone and other != piece and stays and same:
                return piece, other
    return None


_GOES = re.compile(
    r"(?:please |then |also |we should |let['’]?s )?"
    r"(?:remove|drop|delete|replace|ditch|kill|abandon|get rid of|stop using|stop supporting"
    r"|move (?:away from|off)|migrate (?:away from|off))\s+(?:the |all |our )?"
    r"(?P<what>.+?)(?:\s+(?:with|by|from|in favou?r of|for good)\b.*)?$",
    re.IGNORECASE,
)
_THERE = re.compile(r"\b(?:there|in it|on it|with it)$", re.IGNORECASE)
_STAYS = re.compile(
    r"\b(?:still|keep|keeps|continue|continues|goes? on|must (?:run|work|be)"
    r"|has to (?:run|work)|remains?|stays?|works? (?:on|with|in)|supported)\b",
    re.IGNORECASE,
)


def _taken_and_kept(clauses: Sequence[Clause]) -> tuple[str, str] | None:
    """“Remove Redis, but keep the jobs running in it”: what goes is what the rest stands on."""
    for at, clause in enumerate(clauses):
        gone = frozenset(objects_of(clause)) - light_words()
        if clause.kind != "remove" or not gone or _ASIDE_OF.search(clause.text):
            continue
        for other in clauses[at + 1 :]:
            stays = other.verb in _KEEPS or _STILL.search(other.text)
            same = gone <= frozenset(content_stems(other.text)) or _WITHIN.search(other.text)
            if stays and same:
                return clause.text, other.text
    return None


#: “Remove the old parser”: one of several goes, and its like may stay.
_ASIDE_OF = re.compile(
    r"\b(?:old|unused|duplicate\w*|some|from|of|in|within|inside|between|older|dead)\b",
    re.IGNORECASE,
)
_KEEPS = frozenset("keep retain leave preserve".split())
_STILL = re.compile(r"\b(?:still|goes on|continues? to|keeps? on)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:in|on|with|through|from|by|of) (?:it|them)\b", re.IGNORECASE)
_NEVER = re.compile(
    r"\b(?:never|must not|may not|should not|shouldn['’]t|do not|don['’]t)\s+(?:ever\s+)?"
    r"(?P<verb>[a-z]+)(?P<behind>(?:\s+[\w-]+){0,4})",
    re.IGNORECASE,
)


def _wanted_and_denied(text: str) -> tuple[str, str] | None:
    """“Never write to disk, and write the site to disk”: a deed forbidden and wanted at once."""
    for found in _NEVER.finditer(text):
        verb = _plain(found["verb"])
        behind = frozenset(content_stems(_OBJECT_ENDS.split(found["behind"])[0])) - light_words()
        for other in _DEED.finditer(text):
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


_OBJECT_ENDS = re.compile(
    r"\b(?:to|in|on|at|into|from|when|if|unless|without|before|after|and|but)\b"
)
_DEED = re.compile(
    r"(?:^|[,;.!?]\s*(?:and\s|but\s|then\s)?|\b(?:and|but|then|should|must)\s)\s*(?P<verb>[a-z]+)"
    r"(?P<behind>(?:\s+[\w-]+){1,6})",
    re.IGNORECASE,
)


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
