"""UND-4: what a goal wants added and is there already is a decision: extend, replace, leave it.

Something alike is found for nearly every goal, so that a question is worth its while only where a
name here says all of what a clause wants. Otherwise it is taken to be extended, which builds what
was asked for, and a person can say that this is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import (
    EXISTING_MOST,
    EXTENDS,
    EXTENDS_IF_WHOLE,
    IS_THERE,
)
from plangate.core.model.sighting import Existing
from plangate.core.understanding.grasp import clauses_of_work, wanted_of
from plangate.core.understanding.open_matters import Open, reading
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems, group

#: The id of the ambiguity that what is there already raises.
ALREADY_THERE = "already-there"


def _named(entry: Existing) -> str:
    return entry.what[:1].upper() + entry.what[1:]


def _says_it_all(entry: Existing, goal: str) -> bool:
    """Whether a name carries every word of what a clause wants, its deed too where it has one."""
    parts = _HUMP.sub(r"\1 \2", " ".join(_CODE.findall(entry.what)) or entry.what)
    carried = frozenset(content_stems(_JOINT.sub(" ", parts)))
    wishes = map(wanted_of, clauses_of_work(goal))
    return any(len(wanted) > 1 and wanted <= carried for wanted in wishes)


_CODE = re.compile(r"`([^`]+)`")
_HUMP, _JOINT = re.compile(r"([a-z0-9])([A-Z])"), re.compile(r"[_./:-]+")


def _is_of_what_is_told(wish: Clause) -> bool:
    """Whether a wish changes what the goal itself tells of: that it is there is no discovery."""
    ruled_out = wish.negated or any_said("not_to_happen").search(wish.text)
    if ruled_out or wish.kind in _OF_WHAT_IS_THERE:
        return True
    subject, thing = (text.lower().split()[:1] for text in (wish.text, wish.thing))
    told = group("points_back")
    return not told.isdisjoint(subject) or (wish.kind != "build" and not told.isdisjoint(thing))


_OF_WHAT_IS_THERE = frozenset(("fix", "change", "reshape", "tune", "remove"))


def already_there(goal: str, exists: Sequence[Existing]) -> Open | None:
    """UND-4: extend it, replace it or leave it, when what a goal wants added is there already."""
    found = [entry for entry in exists if entry.strength >= IS_THERE]
    wishes = [clause for clause in hear(goal).clauses if clause.wants]
    if not found or (wishes and all(map(_is_of_what_is_told, wishes))):
        return None
    best = found[0]
    where = best.locator.rpartition(":")[0] or best.locator
    likely = EXTENDS_IF_WHOLE if _says_it_all(best, goal) else EXTENDS
    leave, replace = round((1 - likely) * 0.6, 3), round((1 - likely) * 0.4, 3)
    # A sentence of the repository is no part of an answer: its words are not what is done.
    it = "it" if best.what.startswith("“") else best.what
    readings = (
        reading("extend", f"Extend {it}", "it does more; its callers stay", likely, 0.3),
        reading("leave", "Use it as it is", "nothing is built; it is said where it is", leave, 0.1),
        reading(
            "replace",
            f"Replace {it}",
            "a new one is built; the old one goes and its callers move",
            replace,
            0.6,
            "partial",
        ),
    )
    choice = "Extend it, replace it or use it as it is?"
    prompt = f"{_named(best)} seems to do this already ({best.locator}). {choice}"
    ambiguity = Ambiguity(
        ALREADY_THERE,
        readings,
        blocker_evidence=tuple(entry.locator for entry in found[:EXISTING_MOST]),
        safe_default="extend",
        safe_default_reason="what was asked for is built, and nothing is taken away",
        prompt=prompt,
        reads=(where,),
        heard=best.what,
    )
    return Open("exists", ambiguity, tuple(f"{e.what} {e.locator}" for e in found[:EXISTING_MOST]))
