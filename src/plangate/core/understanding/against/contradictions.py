"""Clauses that do not go together, and clauses that a page of the repository rules out (UND-6)."""

from __future__ import annotations

from collections.abc import Iterator

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import (
    BOTH_HOLD,
    PAGE_KEPT,
    PAGE_KEPT_WIDELY,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.conflicts import clauses_against
from plangate.core.understanding.against.needs import rests_on_denied
from plangate.core.understanding.against.opposed import light_words
from plangate.core.understanding.against.opposition import Opposed
from plangate.core.understanding.against.pages import Ruled, page_against
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.open_matters import Open, reading
from plangate.language.words.stems import content_stems

EXCLUDES, AGAINST_PAGE = "clauses-exclude-each-other", "against-the-repository"
MAY_EXCLUDE = "clauses-may-exclude-each-other"


def contradictions_of(goal: str, seen: Sighting) -> Iterator[Open]:
    """What in a goal stands against itself, and what against the repository's own pages."""
    pair = clauses_against(goal, seen)
    if pair is not None and pair.is_asked:
        yield _excluding(pair)
    elif found := page_against(goal, seen):
        promised = rests_on_denied(
            found.clause, found.rule.text
        )  # “no telemetry” is kept on silence
        yield _against(found, is_whole=_is_all_of(goal, found) and not promised)
    elif pair is not None:
        yield _perhaps_excluding(pair)


def held_and_left_out(ambiguity: Ambiguity, reading: str) -> tuple[str, str] | None:
    """The piece of a goal that an answer lets hold, and the piece that it leaves out (UND-6)."""
    first_holds = {(EXCLUDES, "first"): True, (EXCLUDES, "second"): False}
    first_holds |= {(MAY_EXCLUDE, "bound"): True, (MAY_EXCLUDE, "wanted"): False}
    is_first = first_holds.get((ambiguity.id, reading))
    if is_first is None or len(ambiguity.blocker_evidence) < 2:
        return None
    one, other = (quote.strip('"') for quote in ambiguity.blocker_evidence[:2])
    return (one, other) if is_first else (other, one)


def _excluding(pair: Opposed) -> Open:
    one, other = pair.one, pair.other
    readings = (
        reading("first", f"“{one}” holds", f"“{other}” is left out", 0.5, 0.4),
        reading("second", f"“{other}” holds", f"“{one}” is left out", 0.5, 0.4),
    )
    ambiguity = Ambiguity(
        EXCLUDES,
        readings,
        blocker_type="mutually_exclusive_requirements",
        blocker_evidence=(f'"{one}"', f'"{other}"'),
        prompt=f"{_said(pair)} Which of the two holds?",
        heard=f"{one} {other}",
    )
    return Open("contradiction", ambiguity, (one, other))


def _said(pair: Opposed) -> str:
    """Both pieces in the goal's words, and what each would mean."""
    one, other = pair.one, pair.other
    if pair.means is None:
        return f"The goal says both “{one}” and “{other}”."
    first, second = pair.means
    return f"The goal says both “{one}” ({first}) and “{other}” ({second})."


def _perhaps_excluding(pair: Opposed) -> Open:
    """What two pieces leave open: that both hold is likelier, and assumed."""
    one, other = pair.one, pair.other
    less = round((1 - BOTH_HOLD) / 2, 3)
    then = f"“{other}” is done within it, or left out where it cannot be"
    readings = (
        reading("both", f"“{one}” and “{other}” both hold", then, BOTH_HOLD, 0.4),
        reading("bound", f"“{one}” goes first", f"“{other}” gives way", less, 0.4),
        reading("wanted", f"“{other}” goes first", f"“{one}” gives way", less, 0.4),
    )
    ambiguity = Ambiguity(
        MAY_EXCLUDE,
        readings,
        blocker_evidence=(f'"{one}"', f'"{other}"'),
        safe_default="both",
        safe_default_reason="the goal says both",
        prompt=f"{_said(pair)} Do both hold, or which gives way?",
        heard=f"{one} {other}",
    )
    return Open("contradiction", ambiguity, (one, other))


def _against(found: Ruled, *, is_whole: bool) -> Open:
    clause, rule = found.clause, found.rule
    page = rule.locator
    kept = PAGE_KEPT if found.plainly else PAGE_KEPT_WIDELY
    keep = reading(
        "keep-rule",
        f"Keep to what {page} says",
        "none of the goal is done"
        if is_whole
        else "the goal is done within it, or left out where it cannot be",
        1 - kept if is_whole else kept,
        0.4,
    )
    change = reading(
        "change-rule",
        f"The goal wins, and {page} changes with it",
        "the page and what rests on it change",
        kept if is_whole else round(1 - kept, 2),
        0.4 if is_whole else 0.6,
        "reversible" if is_whole and not found.plainly else "partial",
    )
    ambiguity = Ambiguity(
        AGAINST_PAGE,
        (change, keep) if is_whole else (keep, change),
        blocker_evidence=(page,),
        safe_default="change-rule" if is_whole else "keep-rule",
        safe_default_reason="the goal wants nothing else"
        if is_whole
        else "what the repository says holds until somebody changes it",
        prompt=f"{page} says: {rule.text[:160]} Does it still hold for “{clause[:80]}”?",
        heard=page,
        reads=(page.rpartition(":")[0],),
    )
    return Open("contradiction", ambiguity, (clause, rule.text))


def _is_all_of(goal: str, found: Ruled) -> bool:
    """Whether a goal wants nothing but what a page rules out: to keep to the page is then to do
    nothing, which nobody asks for."""
    named = frozenset(content_stems(f"{found.clause} {found.rule.text}")) - light_words()
    return all(
        one.text == found.clause or named.intersection(content_stems(one.text))
        for one in clauses_of_work(goal)
    )
