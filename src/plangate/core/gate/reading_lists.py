"""The readings of one ambiguity as somebody lists them, made fit to be weighed (VOI-2, VOI-7).

Priors that nearly sum to one are taken in proportion, readings with the same label are one, groups
are a partition. Whatever is changed on the way is said; whatever cannot be mended is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.policy.gate_numbers import TOLERANCE


def normalised(ambiguity: Ambiguity) -> Ambiguity:
    """The ambiguity with priors that sum to 1; those that do already stay as they are."""
    readings = ambiguity.interpretations
    total = fsum([reading.prior for reading in readings])
    if abs(total - 1.0) <= TOLERANCE or total <= 0.0:
        return ambiguity
    moved = tuple(reading._replace(prior=reading.prior / total) for reading in readings)
    return ambiguity._replace(interpretations=moved)


def mostly_shared(readings: tuple[Interpretation, ...]) -> bool:
    """VOI-2: whether over half of some reading's list is shared by every reading."""
    if len(readings) < 2 or not all(reading.touches for reading in readings):
        return False
    common = set(readings[0].touches).intersection(*(r.touches for r in readings[1:]))
    return any(2 * len(common) > len(set(reading.touches)) for reading in readings)


def merged(
    readings: tuple[Interpretation, ...], at: str
) -> tuple[tuple[Interpretation, ...], dict[str, str]]:
    """VOI-2: readings with the same label are one, its id the first by name; who was renamed."""
    by_label: dict[str, list[int]] = {}
    for place, reading in enumerate(readings):
        by_label.setdefault("".join(reading.label.casefold().split()), []).append(place)
    if len(by_label) == len(readings):
        return readings, {}
    renamed: dict[str, str] = {}
    one: list[Interpretation] = []
    for places in by_label.values():
        first = min((readings[i] for i in places), key=lambda reading: reading.id)
        for i in places:
            if field := _differing(first, readings[i]):
                problem = f"is the label of {first.id!r} too, and {field} differs"
                label_at = f"{at}.interpretations[{i}].label"
                raise BadInput(label_at, problem, "a label of its own, or equal fields")
            if readings[i].id != first.id:
                renamed[readings[i].id] = first.id
        one.append(first._replace(prior=min(1.0, fsum([readings[i].prior for i in places]))))
    return tuple(one), renamed


def _differing(one: Interpretation, other: Interpretation) -> str | None:
    for name in Interpretation._fields:
        if name not in ("id", "label", "prior"):
            mine, theirs = getattr(one, name), getattr(other, name)
            if isinstance(mine, tuple):
                mine, theirs = set(mine), set(theirs)
            if mine != theirs:
                return name
    return None


def renamed_within(ambiguity: Ambiguity, names: Mapping[str, str]) -> Ambiguity:
    groups = [tuple(dict.fromkeys(names.get(n, n) for n in g)) for g in ambiguity.groups]
    seen: set[str] = set()
    partition: list[tuple[str, ...]] = []
    for group in groups:  # one that was split over two groups stays in the first
        kept = tuple(name for name in group if name not in seen)
        seen.update(kept)
        partition += [kept] if kept else []
    default = ambiguity.safe_default
    return ambiguity._replace(
        groups=tuple(partition), safe_default=names.get(default, default) if default else None
    )


def check_partition(groups: Any, known: set[str], at: str) -> None:
    """VOI-7: every interpretation in exactly one group."""
    if not groups:
        return
    named = [name for group in groups for name in group]
    for place, group in enumerate(groups):
        for name in group:
            if name not in known:
                raise BadInput(
                    f"{at}.groups[{place}]",
                    f"{name!r} is not an interpretation",
                    ", ".join(sorted(known)[:20]),
                )
    if len(named) != len(set(named)) or set(named) != known:
        wrong = sorted(known - set(named)) or sorted(n for n in named if named.count(n) > 1)
        problem = f"{wrong[0]!r} is in {'no' if wrong[0] not in named else 'more than one'} group"
        raise BadInput(f"{at}.groups", problem, "every interpretation in exactly one group")
