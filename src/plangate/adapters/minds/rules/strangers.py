"""Dimensions of a workspace nobody trusts (ACT-2): they may add a question and nothing else.

What a stranger's dimension could do otherwise, and what is done about it here:

* take the place of a shipped one, or settle it by its id: its id is put under `workspace:`, where
  no dimension, preference or earlier decision lives, and one with a known id is passed over;
* have a reading taken without asking, by priors, evidence, a default or a contradiction: all of
  them are dropped, the readings weigh the same and count as irreversible, so that no rule and no
  silence takes one;
* run its expressions over the repository, however long that takes: its signs are dropped unread;
* put commands into the plan: its tasks are dropped;
* take the one question from a shipped dimension: it is raised only where nothing else is.

One that cannot be used is passed over by name, since a stranger's file stops nobody's work.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from plangate.adapters.minds.rules.dimension import Dimension, Reading
from plangate.adapters.minds.rules.loading import dimension_in
from plangate.core.model.errors import BadInput

#: Before the id of a stranger's dimension.
PREFIX = "workspace:"
#: ASK-2: more are no question but a list, in which each would weigh too little to be plausible.
_MOST_READINGS = 4
_MOST_FILES = 50


class Added(NamedTuple):
    """What a stranger's files add, by their names, and what of them is passed over and why."""

    dimensions: Mapping[str, Dimension] = {}
    passed_over: tuple[str, ...] = ()


def added_dimensions(files: Mapping[str, bytes], known: Collection[str]) -> Added:
    """The dimensions that a workspace nobody trusts adds to those that are known by id."""
    dimensions: dict[str, Dimension] = {}
    passed_over: list[str] = []
    taken = set(known)
    for place, (name, raw) in enumerate(files.items()):
        try:
            if place >= _MOST_FILES:
                raise BadInput(name, f"comes after {_MOST_FILES} others")
            dimension = dimension_in(name, raw)
            _check(name, dimension, taken)
        except BadInput as error:
            passed_over.append(f"{error.field}: {error.problem}")
            continue
        taken.add(dimension.id)
        dimensions[name] = tamed(dimension)
    return Added(dimensions, tuple(passed_over))


def tamed(dimension: Dimension) -> Dimension:
    """A stranger's dimension as a plain question that only a person's answer settles."""
    share = 1.0 / len(dimension.readings)
    return dimension._replace(
        id=f"{PREFIX}{dimension.id}",
        readings=tuple(_tamed(reading, share) for reading in dimension.readings),
        blocker_type="ambiguous_goal",
        blocker_evidence=(),
        contradiction=None,
        safe_default=None,
        safe_default_reason=None,
        settles="goal",
    )


def _tamed(reading: Reading, share: float) -> Reading:
    meaning = reading.interpretation._replace(
        prior=share,
        complexity=1.0,
        reversibility="irreversible",
        touches=(),
        strictness=None,
        settles={},
        rules_out=(),
    )
    return Reading(meaning, seen=(), task=None, said=reading.said, role=None)


def _check(name: str, dimension: Dimension, taken: Collection[str]) -> None:
    if dimension.id in taken:
        raise BadInput(name, f"would take the place of {dimension.id!r}")
    if len(dimension.readings) > _MOST_READINGS:
        raise BadInput(name, f"has more than {_MOST_READINGS} readings")
    if not (dimension.when or dimension.builds):
        raise BadInput(name, "is raised by a contradiction alone")
