"""Why a plan that is to be checked begins where it does: what a person judges its place by (UND-5).

The reasons are those the look at the workspace gave; nothing is looked up again.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from plangate.core.log.session import Session
from plangate.core.model.nouns import Task
from plangate.core.model.sighting import SAYS, VERSION, Place, Sighting, Spot
from plangate.interfaces.screens.plans import is_to_check
from plangate.interfaces.screens.screen import Screen
from plangate.interfaces.text import shown

_MOST_WORDS, _MOST_SYMBOLS, _LONGEST_GOAL = 4, 2, 120
#: What a way of looking that found a file says of it, where nothing nearer can be quoted.
_SAYS = {
    "named": "the goal names it",
    "path": "the goal names it",
    "text": "words of the goal stand in it",
    "history": "commits that read like the goal changed it",
    "lately": "it was changed lately",
}


#: The same of a line.
_TOLD = {
    SAYS: "says what the goal tells that it says",
    VERSION: "has the version that the goal moves on",
}


def place_lines(screen: Screen, session: Session, task: Task) -> list[str]:
    """UND-8: of a plan to check, why the file was taken and what to do if it is the wrong one."""
    seen = session.seen
    place = _place(seen, task) if seen is not None else None
    if seen is None or place is None or session.progress or not is_to_check(session):
        return []
    lines = ["", *screen.wrapped(f"Is {place.path} the right place? It was taken because:")]
    for reason in _reasons(session.goal, seen, place):
        lines += screen.wrapped(reason, "  - ", "    ")
    lines += screen.wrapped("Wrong? Name the right file in the goal and plan it again:")
    goal = session.topic if len(session.topic) <= _LONGEST_GOAL else "the goal"
    again = f"plangate plan {shlex.quote(shown(f'{goal}, in path/to/the/file'))}"
    return [*lines, *screen.wrapped(again, "  ", "    ")]


def _place(seen: Sighting, task: Task) -> Place | None:
    """The place a task begins at: of its files the first that was found, or the first it speaks
    of."""
    found = {place.path: place for place in seen.places}
    named = [found[path] for path in task.files if path in found]
    told = (place for place in seen.places if place.path in task.description)
    return named[0] if named else next(told, None)


def _reasons(goal: str, seen: Sighting, place: Place) -> Iterator[str]:
    """What speaks for a place, the line to look at first."""
    spot = next((spot for spot in seen.spots if spot.path == place.path), None)
    left = [why for why in place.why if not (spot is not None and why == "text")]
    if spot is not None:
        yield _at(goal, spot)
    if "name" in left and (words := _said(goal, _stems(place.path))):
        yield f"its name has {words} of the goal"
    alike = [name for one in place.symbols if _said(goal, _stems(name := one.partition(":")[0]))]
    if "symbol" in left and alike:
        yield f"it declares {_listed([f'`{name}`' for name in alike[:_MOST_SYMBOLS]])}"
    if before := next((one for one in seen.precedents if place.path in one.files), None):
        yield f"commit {before.commit[:8]} did something alike there: “{before.subject}”"
        left = [why for why in left if why != "history"]
    yield from dict.fromkeys(_SAYS[why] for why in left if why in _SAYS)


def _at(goal: str, spot: Spot) -> str:
    """The line that speaks of the goal, with what stands there."""
    around = f", in `{spot.symbol}`," if spot.symbol else ""
    words = _said(goal, frozenset(spot.words))
    told = f"and what is around it speak of {words}" if words else "is the nearest to the goal"
    told = _TOLD.get(spot.why, told)
    text = " ".join(spot.text.split()).strip("“”")
    return f"line {spot.line}{around} {told}" + (f": “{text}”" if text else "")


def _said(goal: str, stems: frozenset[str]) -> str:
    """The words of a goal that have one of these stems, quoted."""
    from plangate.language.words.stems import is_stop, stem

    words = dict.fromkeys(re.findall(r"[^\W\d_]+", goal))
    found = [word for word in words if not is_stop(word) and stem(word.lower()) in stems]
    return _listed([f"“{word}”" for word in found[:_MOST_WORDS]])


def _stems(name: str) -> frozenset[str]:
    from plangate.language.words.stems import stems

    return stems(name)


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
