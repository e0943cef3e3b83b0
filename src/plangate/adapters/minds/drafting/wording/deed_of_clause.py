"""A clause of a goal as its task says it: without its politeness, and else in its own words."""

from __future__ import annotations

import re

from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, lowered
from plangate.adapters.minds.drafting.wording.deeds import as_deed, capital
from plangate.adapters.minds.drafting.wording.reading_well import is_cut_short, reads_well
from plangate.language import clauses
from plangate.language.clauses import forbids
from plangate.language.issues.reports import is_report
from plangate.language.paths import named_paths
from plangate.language.words.row_patterns import any_case
from plangate.language.words.vocabulary import is_verb, verb_of

#: “In store/orders.py, …”: where stands before what is to be done.
_OPENS_WITH_PLACE = re.compile(r"(?:in|within|inside)\s+(?P<where>\S+),\s+", re.IGNORECASE)


def deed_of(clause: PieceOfWork) -> str:
    """A clause as something to do: a wish without its politeness; any other sentence as it was
    said, and quoted where it does not stand alone."""
    if clause.remarks and any_case("says_the_same").fullmatch(clause.text):
        return f"“{clause.remarks[-1].strip(' .')}. {capital(clause.text)}”"
    deed = "" if any_case("story_then_order").search(clause.text) else _deed(clause.text)
    if deed and (deed.lower() in clause.text.lower() or reads_well(deed)):
        return deed
    if (
        is_cut_short(clause.text)
        or any_case("story_then_order").search(clause.text)
        or any_case("opens_with_it").match(clause.text)
    ):
        return _with_what_it_is_about(clause)
    return f"“{clause.text}”" if _asks(clause.text) else capital(clause.text)


def mended(clause: PieceOfWork) -> str:
    """The same of a report, which says what is wrong and not what to do about it."""
    deed = deed_of(clause)
    if deed[:1] == "“":
        return deed
    if is_report(clause.text) and not _opens_with_mending(deed):
        return f"Fix: {lowered(deed)}"
    return deed if _opens_with_a_deed(deed) else f"Fix: {lowered(deed)}"


def _with_what_it_is_about(clause: PieceOfWork) -> str:
    """A sentence that names nothing itself, behind the one it goes back to."""
    told = [each.strip(" .") for each in (*clause.remarks[:1], clause.text)]
    if found := any_case("labelled_as").match(told[0]):
        told[0] = capital(found["rest"])
    return f"“{'. '.join(told)}”"


def _asks(text: str) -> bool:
    """Whether a sentence is put as a question, which no order can be read from."""
    return text.rstrip().endswith("?") or clauses.parsed(text).mood == "question"


def _deed(text: str) -> str:
    if turned := any_case("condition_first").match(text):
        text = f"{turned['rest']} {lowered(turned['when'])}"
    opening = _OPENS_WITH_PLACE.match(text)
    at_path = opening is not None and named_paths(opening["where"])
    said = text[opening.end() :] if opening and at_path else text
    return as_deed(said) or ("" if said == text and not turned else capital(said))


def _opens_with_a_deed(text: str) -> bool:
    """Whether a sentence begins with what is done, or was: it is no report."""
    first = text.split(maxsplit=1)[0].lower().rstrip(":")
    return is_verb(first) or forbids(text) or first.endswith(("ed", "ly"))


def _opens_with_mending(text: str) -> bool:
    """“Fix hang when the pipe is closed” says it already."""
    verb = verb_of(text.split(maxsplit=1)[0].lower().rstrip(":"))
    return verb is not None and verb.kind == "fix"
