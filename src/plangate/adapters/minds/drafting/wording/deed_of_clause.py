"""A clause of a goal as its task says it: a deed that reads well, or the goal's own words.

Which words a wish is put in is known by its form alone (deeds.py); here is what the clause tells
besides: what it goes back to, what of a report is the trouble, where a condition stands first.
"""

from __future__ import annotations

import re

from plangate.adapters.minds.drafting.wording.clauses_of_work import Clause, lowered
from plangate.adapters.minds.drafting.wording.deeds import as_deed, is_order, is_wished
from plangate.adapters.minds.drafting.wording.reading_well import (
    is_cut_short,
    is_statement,
    reads_well,
)
from plangate.language import clauses
from plangate.language.paths import named_paths

#: “In store/orders.py, …”: where stands before what is to be done.
_OPENS_WITH_PLACE = re.compile(r"(?:in|within|inside)\s+(?P<where>\S+),\s+", re.IGNORECASE)
#: “If it fails half way, the lock stays.”: what happens is what a title must not lose.
_CONDITION_FIRST = re.compile(
    r"(?P<when>(?:if|when|whenever|after|before|while)\s[^,;:]{4,120}),\s+(?P<rest>[^\s,][^,]{8,})$",
    re.IGNORECASE,
)
#: So few words name a thing that is wanted.
_SHORT = 8
_IT = re.compile(r"(?:it|this|that|they|these|which)\b", re.IGNORECASE)


def deed_of(clause: Clause) -> str:
    """A clause as something to do: a symptom is something to fix, a thing something to add; what
    cannot be put so stands as it was said."""
    deed = _deed(clause)
    if not deed or is_cut_short(clause.text) or _ORDERS_IT.search(clause.text):
        return as_asked(clause)
    return deed if deed.lower() in clause.text.lower() or reads_well(deed) else as_asked(clause)


def as_asked(clause: Clause) -> str:
    """A wish in the goal's own words, behind what it is about where it names nothing itself."""
    told = clause.remarks[:1] if _IT.match(clause.text) or is_cut_short(clause.text) else ()
    said = ". ".join(each.strip(" .") for each in (*told, clause.text))
    return f"As asked: “{said}”"


def _deed(clause: Clause) -> str:
    if turned := _CONDITION_FIRST.match(clause.text):
        said = f"{turned['rest']} {lowered(turned['when'])}"
        return _deed(clause._replace(text=said[:1].upper() + said[1:]))
    if ended := _ended(clause):
        return ended
    heard = clauses.parsed(clause.text)
    opening = _OPENS_WITH_PLACE.match(clause.text)
    at_path = opening is not None and named_paths(opening["where"])
    if said := as_deed(clause.text[opening.end() :] if opening and at_path else clause.text):
        return said
    if heard.verb or clause.verb or is_order(clause.text):
        return clause.text
    if heard.trouble or (not heard.obliges and _tells(clause.text)):
        return f"Fix: {_worst(clause.text)}"
    names_a_thing = heard.thing_kind and len(clause.text.split()) <= _SHORT
    names_a_thing = names_a_thing or _ONE_MORE.match(clause.text) is not None
    return f"Add {lowered(clause.text)}" if names_a_thing and not heard.obliges else ""


_ONE_MORE = re.compile(r"an? (?=\S)", re.IGNORECASE)


#: “The terminal shows old logs. Clear it”: what is done stands before it.
_ORDERS_IT = re.compile(
    r"[.!?] (?:\w+ ){1,2}(?:it|them|this|that|these|those)(?:,? please)?\W*$", re.IGNORECASE
)


def _ended(clause: Clause) -> str:
    """“Guests can still vote. That should not be possible.”: what nobody is to be able to do."""
    if not _IMPOSSIBLE.match(clause.text):
        return ""
    able = (_CAN.match(remark) for remark in reversed(clause.remarks))
    found = next(filter(None, able), None)
    return f"Make sure that {lowered(found['who'])} cannot {found['what']}" if found else ""


_IMPOSSIBLE = re.compile(
    r"(?:that|this|it) (?:should|must)(?: not|n['’]t) (?:be (?:possible|allowed)|happen|work)\b",
    re.I,
)
_CAN = re.compile(r"(?P<who>[^,;:]{2,70}?) can (?:still |also )?(?P<what>[^.;]+)$", re.IGNORECASE)


def _tells(text: str) -> bool:
    """Whether a sentence tells how things are: who reports that wants it otherwise."""
    words = re.findall(r"[\w'’]+", text.lower().replace("’", "'"))
    return is_statement(text) and words[0] not in ("i", "we") and not is_wished(text)


def _worst(text: str) -> str:
    """Of a report that first tells what works the piece that tells what does not."""
    pieces = [piece for piece in re.split(r",\s+(?:but\s+)?|\s+but\s+", text) if piece]
    first = clauses.parsed(pieces[0])
    told = [
        p for p in pieces[1:] if clauses.parsed(p).trouble and (is_statement(p) or _DOING.match(p))
    ]
    return told[0] if told and not first.trouble else text


_DOING = re.compile(r"\w+ing\b")
