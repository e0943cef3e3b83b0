"""What one decision says about others: `settles` and `rules_out` (GATE-17).

A reading may say which reading of another ambiguity follows from it, and which ambiguities it
leaves nothing to decide about. Claims of readings that hold reach what is open; a reading whose
claims contradict what holds is offered and never taken, so that no plan rests on two decisions that
exclude each other. Whoever loads readings checks them here once for cycles and contradictions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Ambiguity, Interpretation


class Claim(NamedTuple):
    """A decision that holds (`by`) says what another is; None rules that one out."""

    ambiguity: str
    interpretation: str | None
    by: str
    firm: bool = False


class Held(NamedTuple):
    """A decision that holds, or that was ruled out; `firm` when a person said so."""

    ambiguity: str
    interpretation: str | None
    firm: bool = False
    settles: dict[str, str] = {}  # noqa: RUF012 - a default nobody writes to
    rules_out: tuple[str, ...] = ()


class Links:
    """What holds while a document is decided, and what it says about the rest."""

    def __init__(self, ambiguities: Iterable[Ambiguity], held: Iterable[Held]) -> None:
        self._readings = {(a.id, r.id): r for a in ambiguities for r in a.interpretations}
        self._held: dict[str, Held] = {}
        self._claims: dict[str, list[Claim]] = {}
        for entry in held:
            self.hold(entry)

    def hold(self, entry: Held) -> None:
        """From now on this decision holds."""
        self._held[entry.ambiguity] = entry
        for name, reading in entry.settles.items():
            claim = Claim(name, reading, entry.ambiguity, entry.firm)
            self._claims.setdefault(name, []).append(claim)
        for name in entry.rules_out:
            claim = Claim(name, None, entry.ambiguity, entry.firm)
            self._claims.setdefault(name, []).append(claim)

    def claims(self, ambiguity: Ambiguity) -> Sequence[Claim]:
        """What is said about an ambiguity; what names no reading of it says nothing."""
        return [
            claim
            for claim in self._claims.get(ambiguity.id, ())
            if claim.interpretation is None
            or (ambiguity.id, claim.interpretation) in self._readings
        ]

    def excluded(self, ambiguity: Ambiguity) -> Mapping[str, str]:
        """The readings that contradict what holds, and what they contradict."""
        found: dict[str, str] = {}
        for reading in ambiguity.interpretations:
            if (reading.settles or reading.rules_out) and (why := self._against(reading)):
                found[reading.id] = why
        return found

    def _against(self, reading: Interpretation) -> str | None:
        """What holds and is contradicted by a reading, or by what follows from it."""
        seen: dict[str, str] = {}
        following = [reading]
        while following:
            now = following.pop()
            for name, wanted in now.settles.items():
                if seen.get(name) == wanted:
                    continue
                if why := self._denied(name, wanted, seen):
                    return why
                seen[name] = wanted
                if name not in self._held and (name, wanted) in self._readings:
                    following.append(self._readings[name, wanted])
            for name in now.rules_out:
                holds = self._held.get(name)
                if holds is not None and holds.firm and holds.interpretation is not None:
                    return f"{name} was answered"
        return None

    def _denied(self, name: str, wanted: str, seen: Mapping[str, str]) -> str | None:
        """What speaks against another ambiguity being this."""
        if name in seen:
            return f"{name} would be two things"
        holds = self._held.get(name)
        if holds is not None:
            same = holds.interpretation in (wanted, None)
            return None if same else f"{name} is {holds.interpretation}"
        others = [c for c in self._claims.get(name, ()) if c.interpretation != wanted]
        return f"{others[0].by} says something else about {name}" if others else None


def in_order_of_influence(ambiguities: Sequence[Ambiguity]) -> list[str]:
    """The ids so that who settles something comes before it, else by id; never by given order."""
    reaches: dict[str, set[str]] = {a.id: set() for a in ambiguities}
    for ambiguity in ambiguities:
        for reading in ambiguity.interpretations:
            named = {*reading.settles, *reading.rules_out}
            reaches[ambiguity.id] |= named & reaches.keys()
    waiting = dict.fromkeys(reaches, 0)
    for targets in reaches.values():
        for name in targets:
            waiting[name] += 1
    order: list[str] = []
    left = sorted(reaches)
    ready = [name for name in left if waiting[name] == 0]
    done: set[str] = set()
    while left:
        if not ready:
            ready = [next(name for name in left if name not in done)]
        for name in ready:
            order.append(name)
            done.add(name)
        freed: list[str] = []
        for name in ready:
            for target in reaches[name]:
                waiting[target] -= 1
                if waiting[target] == 0 and target not in done:
                    freed.append(target)
        left = [name for name in left if name not in done]
        ready = sorted(set(freed))
    return order


# --- when readings are loaded ---------------------------------------------------------------------


def check_links(ambiguities: Sequence[Ambiguity], at: str = "ambiguities") -> None:
    """Refuse `settles` and `rules_out` that name nothing, go round in a circle or contradict
    themselves (GATE-17); names nobody here has are left alone when `ambiguities` is not all."""
    known = {a.id: a for a in ambiguities}
    for place, ambiguity in enumerate(ambiguities):
        for n, reading in enumerate(ambiguity.interpretations):
            if reading.settles or reading.rules_out:
                field = f"{at}[{place}].interpretations[{n}]"
                _check_names(ambiguity, reading, known, field)
                _follow(ambiguity.id, reading, known, field)


def _check_names(
    ambiguity: Ambiguity, reading: Interpretation, known: Mapping[str, Ambiguity], at: str
) -> None:
    for name, wanted in reading.settles.items():
        if name in known and all(r.id != wanted for r in known[name].interpretations):
            readings = ", ".join(r.id for r in known[name].interpretations[:20])
            raise BadInput(f"{at}.settles.{name}", f"{wanted!r} is no interpretation", readings)
        if name in reading.rules_out:
            raise BadInput(f"{at}.settles.{name}", "is ruled out by it too", "one of the two")
    for field, names in (("settles", tuple(reading.settles)), ("rules_out", reading.rules_out)):
        if ambiguity.id in names:
            raise BadInput(f"{at}.{field}", f"names its own {ambiguity.id!r}", "another ambiguity")


def _follow(start: str, reading: Interpretation, known: Mapping[str, Ambiguity], at: str) -> None:
    """Everything that follows from a reading, which must say one thing about each ambiguity."""
    said: dict[str, str | None] = {}
    following = [reading]
    while following:
        now = following.pop()
        for name, wanted in (*now.settles.items(), *((n, None) for n in now.rules_out)):
            if name == start:
                raise BadInput(at, f"what it settles leads back to {start!r}", "no cycle")
            if name in said and said[name] != wanted:
                raise BadInput(at, f"what it settles says two things about {name!r}", "one of them")
            if name not in said and wanted is not None and name in known:
                following += [r for r in known[name].interpretations if r.id == wanted]
            said[name] = wanted
