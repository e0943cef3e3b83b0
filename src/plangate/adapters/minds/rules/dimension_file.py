"""The shape of a dimension's data file, and what must hold in it beyond its shape."""

from __future__ import annotations

from math import fsum

from plangate.adapters.minds.rules.dimension import Contradiction, Dimension, Reading
from plangate.adapters.minds.rules.signs import detector_of
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import BLOCKER_TYPES, REVERSIBILITIES, Interpretation, Task
from plangate.core.model.records import Fields
from plangate.core.model.shapes import Choice, ListOf, MapOf, Number, Record, Text
from plangate.language.phrases import phrase_problem

_PHRASES = ListOf(Text(200), most=200)
_NAMES = ListOf(Text(200), least=1, most=50)
_TASK = Record(
    required={"title": Text(200), "description": Text(2_000)},
    optional={"check": Text(500), "files": ListOf(Text(500), most=20)},
)
_SEEN = Record(
    required={"confidence": Number(above=0, most=1), "says": Text(300)},
    optional={
        "files": _NAMES,
        "text": Text(1_000),
        "code": Text(1_000),
        "packages": _NAMES,
        "images": _NAMES,
        "settings": _NAMES,
    },
)
_READING = Record(
    required={
        "id": Text(100),
        "label": Text(200),
        "consequence": Text(500),
        "prior": Number(above=0, most=1),
        "complexity": Number(above=0, most=1),
        "reversibility": Choice(REVERSIBILITIES),
    },
    optional={
        "touches": ListOf(Text(200), most=50),
        "strictness": Number(least=0, most=10),
        "settles": MapOf(Text(100)),
        "rules_out": ListOf(Text(100), most=50),
        "said": _PHRASES,
        "role": Choice(("supplied", "stand-in", "left-out")),
        "seen": ListOf(_SEEN, most=50),
        "task": _TASK,
    },
)
DIMENSION = Record(
    required={"id": Text(100), "prompt": Text(500), "readings": ListOf(_READING, 2, 50)},
    optional={
        "when": _PHRASES,
        "builds": _PHRASES,
        "unless": _PHRASES,
        "blocker": Choice(
            tuple(b for b in BLOCKER_TYPES if b != "mutually_exclusive_requirements")
        ),
        "blocker_evidence": ListOf(Text(500), most=10),
        "contradiction": Record(
            required={"one": _NAMES, "other": _NAMES}, optional={"unless": _PHRASES}
        ),
        "safe_default": Text(100),
        "safe_default_reason": Text(500),
        "settles": Choice(("workspace", "goal")),
    },
)


def read_dimension(document: object) -> Dimension:
    """A dimension from a data file, or one line about what is wrong with it."""
    dimension = dimension_of(DIMENSION.read(document, "document"))
    for check in (_check_readings, _check_default, _check_triggers, _check_blocker):
        check(dimension)
    return dimension


def dimension_of(checked: Fields) -> Dimension:
    """A dimension from a document that was checked before; nothing is looked at again."""
    contradiction = checked.get("contradiction")
    return Dimension(
        id=checked["id"],
        prompt=checked["prompt"],
        when=tuple(checked.get("when", ())),
        builds=tuple(checked.get("builds", ())),
        unless=tuple(checked.get("unless", ())),
        readings=tuple(
            _reading(entry, f"readings[{place}]") for place, entry in enumerate(checked["readings"])
        ),
        blocker_type=checked.get("blocker", "ambiguous_goal"),
        blocker_evidence=tuple(checked.get("blocker_evidence", ())),
        contradiction=_contradiction(contradiction) if contradiction else None,
        safe_default=checked.get("safe_default"),
        safe_default_reason=checked.get("safe_default_reason"),
        settles=checked.get("settles", "goal"),
    )


def _contradiction(entry: Fields) -> Contradiction:
    return Contradiction(*(tuple(entry.get(name, ())) for name in Contradiction._fields))


def _reading(entry: Fields, at: str) -> Reading:
    task = entry.get("task")
    return Reading(
        Interpretation(
            entry["id"],
            entry["label"],
            entry["consequence"],
            entry["prior"],
            entry["complexity"],
            entry["reversibility"],
            tuple(entry.get("touches", ())),
            entry.get("strictness"),
            dict(entry.get("settles", {})),
            tuple(entry.get("rules_out", ())),
        ),
        tuple(
            detector_of(seen, f"{at}.seen[{place}]")
            for place, seen in enumerate(entry.get("seen", ()))
        ),
        Task(id="", **{**task, "files": tuple(task.get("files", ()))}) if task else None,
        said=tuple(entry.get("said", ())),
        role=entry.get("role"),
    )


def _check_readings(dimension: Dimension) -> None:
    readings = [reading.interpretation for reading in dimension.readings]
    seen: set[str] = set()
    for place, reading in enumerate(readings):
        if reading.id in seen:
            raise BadInput(f"readings[{place}].id", f"{reading.id!r} appears twice", "each id once")
        seen.add(reading.id)
    total = fsum(reading.prior for reading in readings)
    if abs(total - 1.0) > 0.01:
        raise BadInput("readings", f"the priors sum to {total:.4g}", "a sum of 1")


def _check_default(dimension: Dimension) -> None:
    """ASK-3: what happens on silence is a reading, and one that can be undone."""
    default = dimension.safe_default
    undoable = [
        reading.interpretation.id
        for reading in dimension.readings
        if reading.interpretation.reversibility != "irreversible"
    ]
    if default is not None and default not in undoable:
        problem = f"{default!r} is no reading that can be undone"
        raise BadInput("safe_default", problem, ", ".join(undoable) or "none: leave it out")


def _check_triggers(dimension: Dimension) -> None:
    if not (dimension.when or dimension.builds or dimension.contradiction):
        raise BadInput("when", "nothing raises this dimension", "when, builds, contradiction")
    named = [
        ("when", dimension.when),
        ("builds", dimension.builds),
        ("unless", dimension.unless),
        *((f"readings[{n}].said", reading.said) for n, reading in enumerate(dimension.readings)),
    ]
    if dimension.contradiction:
        sides = dimension.contradiction._asdict().items()
        named += [(f"contradiction.{name}", phrases) for name, phrases in sides]
    for field, phrases in named:
        for place, phrase in enumerate(phrases):
            if problem := phrase_problem(phrase):
                at, accepted = f"{field}[{place}]", "up to 8 words, with up to two * behind them"
                raise BadInput(at, f"{phrase!r} {problem}", accepted)


def _check_blocker(dimension: Dimension) -> None:
    """VOI-8 and GATE-15: a blocker names its item, and its readings say what can be done about it.

    An item that is missing can be supplied or, safely, stood in for; a security decision says how
    strict each reading is, since silence parks the session otherwise (ASK-9).
    """
    blocker = dimension.blocker_type
    if blocker not in ("missing_external_data", "security_decision"):
        return
    if not dimension.blocker_evidence:
        raise BadInput("blocker_evidence", "is missing", f"what makes this a {blocker}")
    if blocker == "security_decision":
        for place, reading in enumerate(dimension.readings):
            if reading.interpretation.strictness is None:
                raise BadInput(f"readings[{place}].strictness", "is missing", "0 to 10")
        return
    roles = {reading.role for reading in dimension.readings}
    for role in ("supplied", "stand-in"):
        if role not in roles:
            raise BadInput("readings", f"none has role {role}", "supplied, stand-in and left-out")
    for place, reading in enumerate(dimension.readings):
        if reading.role == "stand-in" and reading.interpretation.reversibility == "irreversible":
            at = f"readings[{place}].reversibility"
            raise BadInput(at, "a stand-in must be safe", "reversible, partial")
