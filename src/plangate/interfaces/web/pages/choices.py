"""Which tasks an option would change (WEB-2), from what the plan and the readings say themselves.

What rests on a question's open decision is drafted anew with the answer, and may change, go or be
joined by others: no page says that options do the same to it. An option reaches further where its
reading settles or rules out another decision, or names a task's files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.graphs import open_decision, resting_on
from plangate.core.model.nouns import Assumption, Interpretation, Option, Plan, Question


class Reach(NamedTuple):
    """What waits for an answer whatever it is, and what each option changes beside it."""

    every: tuple[str, ...]
    also: Mapping[str, tuple[str, ...]]
    """By the option's key; in the order of the plan."""
    holds: str = ""
    """The key of the option the plan rests on already: choosing it changes nothing."""

    @property
    def is_same(self) -> bool:
        """Whether no option is known to reach further than another."""
        return not any(self.also.values())

    def of(self, key: str) -> tuple[str, ...]:
        """Every task that changes when an option is chosen."""
        return () if key == self.holds else (*self.every, *self.also.get(key, ()))


def reach(session: Session, asked: Question, entry: Assumption | None) -> Reach | None:
    """WEB-2: None while there is no plan that could rest on it."""
    plan = session.plan
    if plan is None:
        return None
    names = {open_decision(asked.question_id), *([str(entry.id)] if entry else [])}
    every = _resting(plan, names)
    also = {
        option.key: tuple(t for t in _touched(session, plan, asked, option) if t not in every)
        for option in asked.options
    }
    holding = entry.interpretation if entry else None
    holds = next((o.key for o in asked.options if holding in _readings(o)), "")
    return Reach(every, also, holds if holding else "")


def _resting(plan: Plan, names: Iterable[str]) -> tuple[str, ...]:
    found = {task for name in names for task in resting_on(plan, name)}
    return tuple(task.id for task in plan.tasks if task.id in found)


def _touched(session: Session, plan: Plan, asked: Question, option: Option) -> tuple[str, ...]:
    """The tasks whose files it decides, and those on decisions it settles or rules out."""
    others = {name for reading in _meant(session, asked, option) for name in _decides(reading)}
    grounds = {open_decision(name) for name in others}
    grounds |= {str(entry.id) for entry in session.in_force if entry.ambiguity in others}
    found = set(_resting(plan, grounds))
    found |= {task.id for task in plan.tasks if set(task.files).intersection(option.touches)}
    return tuple(task.id for task in plan.tasks if task.id in found)


def _meant(session: Session, asked: Question, option: Option) -> Iterator[Interpretation]:
    for ambiguity in session.ambiguities:
        if ambiguity.id == asked.question_id:
            wanted = _readings(option)
            yield from (each for each in ambiguity.interpretations if each.id in wanted)


def _decides(reading: Interpretation) -> tuple[str, ...]:
    """GATE-17: the decisions a reading takes elsewhere."""
    return (*reading.settles, *reading.rules_out)


def _readings(option: Option) -> tuple[str, ...]:
    return option.together or (option.interpretation,)
