"""Two pieces of a goal that do not go together (UND-6).

Some exclude each other whatever else is said: what goes is what the rest stands on, a number beyond
what another lets be. For all others signs say how likely it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plangate.core.model.policy.understanding_numbers import OPPOSED_SURELY
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.demands import order_in, without_conditions
from plangate.core.understanding.against.kept_scopes import kept_and_changed
from plangate.core.understanding.against.measures import amounts_against
from plangate.core.understanding.against.needs import pieces_of
from plangate.core.understanding.against.opposed import light_words, opposite_deeds
from plangate.core.understanding.against.opposition import Opposed, opposed_in
from plangate.core.understanding.grasp import objects_of
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.row_patterns import any_case, any_said
from plangate.language.words.stems import content_stems, rows_of, stem


def clauses_against(goal: str, seen: Sighting | None = None) -> Opposed | None:
    """Two pieces of a goal that may exclude each other, and how likely they do."""
    issue = read_issue(goal)
    if issue.is_report:
        return None  # what a report says is so and what should be so stand against each other
    said = " ".join((issue.said or goal).split())
    if found := _surely(without_conditions(_BRACKETS.sub(" ", said)), seen):
        return Opposed(*found, OPPOSED_SURELY)
    return opposed_in(said)


def pieces_excluding(goal: str, seen: Sighting | None = None) -> Opposed | None:
    """Two pieces of a goal that exclude each other so likely that somebody has to choose."""
    found = clauses_against(goal, seen)
    return found if found is not None and found.is_asked else None


def _surely(text: str, seen: Sighting | None) -> tuple[str, str] | None:
    clauses = [clause for clause in hear(text).clauses if clause.text]
    found = kept_and_changed(text, seen) or _taken_and_kept(clauses) or _gone_and_used(text)
    return found or opposite_deeds(text) or amounts_against(text, pieces_of(text))


_BRACKETS = re.compile(r"\s*\([^()]*\)")


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
