"""Where a text is cut: into sentences, into pieces, and a sentence where a second deed begins.

What a piece says is taken apart in clauses.py; here only where it begins and ends (UND-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.language.clause_patterns import AND, BREAK, ITEM, SENTENCE, person
from plangate.language.clauses import Clause, begins_object, is_deed, parsed, plain_form
from plangate.language.words.row_patterns import any_case, any_said
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import is_verb, listed, verb_of


def clauses_of(text: str) -> list[Clause]:
    """Every clause of a text, in order; a single word is one."""
    found = [
        parsed(piece)._replace(follows=follows, listed=is_item)
        for piece, follows, is_item in pieces(text)
    ]
    whole = " ".join(text.split())
    return found or ([parsed(whole)] if whole else [])


def sentences(text: str) -> list[str]:
    """The sentences of a text: line breaks, list items and full stops end them."""
    cuts = (part.strip(" \t") for part in SENTENCE.split(text))
    return [part for part in cuts if part.strip(" .;,!?")]


def pieces(text: str) -> Iterator[tuple[str, bool, bool]]:
    """A text in pieces: whether each follows the one before, and whether it is a list's item."""
    is_item = False
    follows = False
    at = 0
    for found in [*BREAK.finditer(text), None]:
        piece = text[at : found.start()] if found else text[at:]
        if found and "then" in found.group().lower() and _tells_of_oneself(piece):
            continue  # “Now I copy it, then open it, then move it”
        ordered = any_case("and_then").match(piece)
        for part in coordinated(piece[ordered.end() :] if ordered else piece):
            if len(part.split()) >= 2 or (is_item and part):
                yield part, follows or ordered is not None, is_item
            follows, ordered = False, None
        if found is None:
            return
        mark = found.group()
        is_item = ITEM.search(mark) is not None or (is_item and ";" in mark)
        follows = "then" in mark.lower() or re.search(r"\d[.)]", mark) is not None
        at = found.end()


def _tells_of_oneself(piece: str) -> bool:
    return any_case("tells_of_oneself").match(piece) is not None


def coordinated(piece: str) -> Iterator[str]:
    """A sentence cut where “and” begins a second deed: “add X and remove Y”."""
    text = piece.strip(" .;,\t\n")
    opening = parsed(text).verb
    asked = any_case("asks_behind").search(text)
    if asked and _is_told(text[: asked.start()]):
        yield from coordinated(text[: asked.start()])
        yield text[asked.end() :]
        return
    reason = any_case("reason_behind_an_order").search(text) if opening else None
    # “make X optional, it is slow”
    if reason and any_said("reports_trouble").search(text, reason.start()):
        yield from coordinated(text[: reason.start()])
        yield text[reason.end() :]
        return
    begin = 0
    first = any_case("opens_with_condition").match(text)
    first = first or any_case("clause_at").match(text)  # “in the settings, show the version”
    condition = first.end() if first and opening else 0
    # “Let users log in and reset …” goes on speaking of users, “… and notify the shop” does not.
    behind = text.partition(" ")[2]
    people = opening in listed("take_people") and person().match(behind) is not None
    # “The build is broken, fix it and add a job”: a symptom, and what is to be done about it.
    if opening or any_said("reports_trouble").search(text):
        for found in AND.finditer(text, condition):
            verb, behind = found["verb"].lower(), found["behind"].lower()
            before = text[begin : found.start()].split()
            if not opening and not begin and found.group()[0] != ",":
                continue
            begins = plain_form(verb) in listed("program_does") if people else is_deed(verb, behind)
            denies = any_case("says_no_to").match(f"{verb} {behind}") is not None
            begins = begins or (denies and not people)
            if begins and behind not in group("no_object") and len(before) >= 2:
                yield text[begin : found.start()].strip(" ,")
                begin = found.start("verb")
    if not (opening or begin) and (order := _order_behind(text)):
        yield text[: order[0]].strip(" ,")
        begin = order[1]
    yield text[begin:].strip(" ,")


def _order_behind(text: str) -> tuple[int, int] | None:
    """Where a sentence that tells how things are goes on with an order: “The list is sorted by id,
    sort it by name”; the end of what is told and the begin of the order."""
    for found in any_case("order_may_begin").finditer(text):
        told = text[: found.start()]
        if any_case("labelled_condition").search(told):
            continue  # “New attribute [timeout]: if it runs longer, end it”
        if is_verb(found["verb"]) and begins_object(found["behind"]) and _tells(told):
            return found.start(), found.start("verb")
    return None


def _is_told(text: str) -> bool:
    """Whether a text before a question is a sentence of its own, and asks and orders nothing."""
    clause = parsed(text)
    ordered = bool(clause.verb) and clause.said == clause.verb  # “releases contain …” is none
    told = any_case("opened_by_what_happened").match(text) or not (ordered or clause.obliges)
    opens = any_case("condition_alone").match(text) is None
    return len(text.split()) >= _LEAST_TOLD and bool(told) and opens and clause.mood != "question"


_LEAST_TOLD = 4


def _tells(text: str) -> bool:
    """Whether a text says of something what it is or does."""
    words = text.lower().split()
    if len(words) < 3 or words[0] in group("where") | group("subordinates"):
        return False
    return any_said("reports_trouble").search(text) is not None or any(
        word in group("told_by") or (word.endswith("s") and not is_verb(word) and verb_of(word))
        for word in words[1:]
    )
