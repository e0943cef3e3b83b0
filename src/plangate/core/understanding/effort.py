"""INT-9: how hard a goal is, from what the change touches and never from the length of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import (
    EFFORT_AT_MOST,
    EFFORT_COPIED,
    EFFORT_FEW_PLACES,
    EFFORT_LIKELY,
    EFFORT_OF_ANY_GOAL,
    EFFORT_WEIGHTS,
    UNRECOGNISED,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.changes import is_small, large_words, moves_a_major_version
from plangate.core.understanding.grasp import clauses_of_work, grasp_of, objects_of
from plangate.core.understanding.values import sets_a_value
from plangate.language.clause_patterns import listed_parts
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.row_patterns import any_case, any_words
from plangate.language.words.stems import group, rows_of, words_in_rows
from plangate.language.words.vocabulary import listed


class Complexity(NamedTuple):
    """An estimate from 1 to 10 and what it is made of."""

    value: int
    parts: tuple[str, ...]


def effort_of(goal: str, seen: Sighting, named: Sequence[Ambiguity] = ()) -> Complexity:
    """How hard a goal is in this workspace."""
    if is_small(goal, seen):
        return Complexity(1, ("small by its kind +1",))
    if sets_a_value(goal) and not large_words(goal.lower()):
        return Complexity(2, ("one value +2",))
    clauses = clauses_of_work(goal)
    text = _without_a_name(goal, seen).lower()
    large = (
        large_words(text)
        or _runs_on_another(clauses)
        or (_reshapes(clauses) and any_words("all_of_it").search(text) is not None)
    )
    parts = {**_counted(clauses, named), **_holding(goal, seen, clauses, large=large)}
    grasp = grasp_of(goal, seen, named)
    value = EFFORT_OF_ANY_GOAL + sum(parts.values())
    told = [f"{name} {n:+g}" for name, n in parts.items() if n]
    if seen.kin and not large and value > EFFORT_COPIED:
        told.append(f"a sibling to copy counts {EFFORT_COPIED}")
        value = EFFORT_COPIED
    if seen.kin and seen.kin.thing and value < EFFORT_COPIED:
        told.append(f"a trail through several layers counts {EFFORT_COPIED}")
        value = EFFORT_COPIED
    if grasp.unplaced and value < UNRECOGNISED:
        told.append(f"a clause nobody could place counts {UNRECOGNISED}")
        value = UNRECOGNISED
    return Complexity(round(max(1, min(10, value))), tuple(told))


def _counted(clauses: Sequence[Clause], named: Sequence[Ambiguity]) -> dict[str, float]:
    """What adds one for each of it, as far as it counts at all."""
    numbers = {
        "clauses": len(_deeds(clauses)) - 1,
        "things named together": _listed(clauses) - 1,
        "interfaces and data": len(_kinds(clauses) & words_in_rows("kinds_that_cross")),
        "reaches outside": len(_kinds(clauses) & words_in_rows("kinds_that_reach")),
        "security": sum(clause.kind == "secure" for clause in clauses),
        "decisions it needs": len(named),
    }
    return {name: min(EFFORT_AT_MOST[name], max(0, n)) for name, n in numbers.items()}


def _holding(
    goal: str, seen: Sighting, clauses: Sequence[Clause], *, large: bool
) -> dict[str, float]:
    """What holds of a goal or does not, and adds or takes away what it weighs."""
    wanted = " ".join(clause.text for clause in clauses).lower()
    likely = sum(place.strength >= EFFORT_LIKELY for place in seen.places)
    holds = {
        "most of a system": large,
        "a new ability": _is_new(clauses),
        "others may use it": _takes_away(clauses),
        "reshapes a part": _reshapes(clauses),
        "a version that may break things": _is_major_step(clauses)
        or moves_a_major_version(goal, seen),
        "a cause to be found": any(c.kind == "fix" or c.trouble for c in clauses),
        "to be measured first": _is_about_speed(clauses),
        "everywhere": not large and any_words("broad").search(wanted) is not None,
        "places": likely > EFFORT_FEW_PLACES,
        "tests or pages alone": _is_beside_the_program(clauses, goal),
        "exactly placed": not large and len(_deeds(clauses)) <= 1 and _exact(goal, seen),
    }
    return {name: EFFORT_WEIGHTS[name] for name, is_so in holds.items() if is_so}


def _deeds(clauses: Sequence[Clause]) -> list[Clause]:
    return [clause for clause in clauses if clause.verb or clause.obliges]


def _runs_on_another(clauses: Sequence[Clause]) -> bool:
    """“Run on Windows”: all of the program is to run on a system, whatever of it names one."""
    said = (clause.text.lower().strip(" .!") for clause in clauses)
    return any(_on_another_system().fullmatch(text) for text in said)


@cache
def _on_another_system() -> re.Pattern[str]:
    system = rf"(?:{'|'.join(rows_of('systems'))})"
    systems = (
        rf"{system}(?:(?:,? (?:and|or) |, ){system})*(?: (?:hosts?|machines?|systems?|boards?))?"
    )
    rows = "|".join(row.replace("SYSTEM", systems) for row in rows_of("runs_on_another"))
    return re.compile(rf"(?:{rows})(?: (?:too|as well|natively))?")


def _without_a_name(goal: str, seen: Sighting) -> str:
    """A goal without what it calls one more of a kind: a replace plugin replaces nothing here."""
    for word in seen.kin.said if seen.kin else ():
        goal = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", " ", goal)
    return goal


def _kinds(clauses: Sequence[Clause]) -> frozenset[str]:
    return frozenset(clause.thing_kind for clause in clauses)


def _listed(clauses: Sequence[Clause]) -> int:
    plain = (_ASIDE.sub(" ", clause.text) for clause in clauses)
    return max((len(listed_parts(text)) for text in plain), default=1)


#: What stands in brackets says more of a thing, and names none beside it.
_ASIDE = re.compile(r"\([^()]*\)")


def _reshapes(clauses: Sequence[Clause]) -> bool:
    """Something is put in the place of what is there: all that rests on it moves."""
    verbs = words_in_rows("put_in_its_place")
    return any(
        (clause.verb in verbs or _takes_out(clause)) and len(objects_of(clause)) > 0
        for clause in clauses
    )


def _takes_out(clause: Clause) -> bool:
    """“Move it into a file of its own”: what is taken out of a part makes another."""
    return clause.verb == "move" and any_case("taken_out_into").search(clause.text) is not None


def _is_major_step(clauses: Sequence[Clause]) -> bool:
    """“Upgrade to the newest NestJS major version”: all that uses it may have to change with it."""
    return any(
        clause.verb in group("steps_up") and any_words("major_step").search(clause.text.lower())
        for clause in clauses
    )


def _is_new(clauses: Sequence[Clause]) -> bool:
    """Something is to be possible that was not: built, or told without a deed (INT-2).

    What nobody recognised as a deed is never small by that alone, nor is what people are to be able
    to do, or what is to be sent, kept, taken in or held to a limit from now on.
    """
    return any(
        clause.kind in _LASTING
        or bool(clause.amounts and any_words("puts_a_bound").search(clause.text.lower()))
        or clause.verb in listed("take_people") - {"make"}
        or "support" in (clause.verb, clause.thing.lower().partition(" ")[0])
        or (
            (clause.kind in ("build", "show") or not (clause.verb or clause.trouble))
            and clause.thing_kind not in group("added_in_passing")
        )
        for clause in clauses
    )


_LASTING = frozenset(("send", "keep", "take", "limit"))


def _is_beside_the_program(clauses: Sequence[Clause], goal: str) -> bool:
    """Only tests or pages are written: nothing that runs for anybody changes."""
    if len(clauses) != 1 or len(hear(goal).clauses) != 1:
        return False
    return clauses[0].kind == "build" and clauses[0].thing_kind in ("test", "doc")


def _takes_away(clauses: Sequence[Clause]) -> bool:
    """A name or a part goes: whoever used it is in it too, however little is said."""
    return any(clause.kind == "remove" or clause.verb == "rename" for clause in clauses)


def _is_about_speed(clauses: Sequence[Clause]) -> bool:
    """Something is slow or to be faster, and nobody says by how much."""
    known = group("speeds") | group("measures") | {"slow"}
    spoken = (word for clause in clauses for word in re.findall(r"[a-z]+", clause.text.lower()))
    wants = any(clause.trouble or clause.kind == "tune" for clause in clauses)
    return wants and not known.isdisjoint(spoken)


def _exact(goal: str, seen: Sighting) -> bool:
    if any(where and text in goal for text, where in seen.literals.items()):
        return True
    return any(place.path in goal for place in seen.places)
