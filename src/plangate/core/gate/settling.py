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
from plangate.core.model.graphs import circle_in, waves_of
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
    needs: dict[str, list[str]] = {a.id: [] for a in sorted(ambiguities, key=lambda a: a.id)}
    for ambiguity in ambiguities:
        for reading in ambiguity.interpretations:
            for name in (*reading.settles, *reading.rules_out):
                if name in needs:
                    needs[name].append(ambiguity.id)
    return [name for wave in waves_of(needs) for name in wave]


# --- when readings are loaded ---------------------------------------------------------------------


def _check_circles(ambiguities: Sequence[Ambiguity], at: str) -> None:
    """No ambiguity bears on itself through others, whichever readings hold."""
    reaches = {
        a.id: sorted({n for r in a.interpretations for n in (*r.settles, *r.rules_out)})
        for a in ambiguities
    }
    if circle := circle_in({k: [n for n in v if n in reaches] for k, v in reaches.items()}):
        shown = " → ".join(circle[:8])
        problem = f"settles and rules_out go round in a circle: {shown}"
        raise BadInput(at, problem, "no cycle")


def check_links(
    ambiguities: Sequence[Ambiguity], at: str = "ambiguities", *, complete: bool = True
) -> None:
    """Refuse `settles` and `rules_out` that name nothing, go round in a circle or contradict
    themselves (GATE-17); a list that is not `complete` may name ambiguities decided before."""
    known = {a.id: a for a in ambiguities}
    linked = False
    for place, ambiguity in enumerate(ambiguities):
        for n, reading in enumerate(ambiguity.interpretations):
            if reading.settles or reading.rules_out:
                linked = True
                field = f"{at}[{place}].interpretations[{n}]"
                _check_names(ambiguity, reading, known, field, complete)
                _follow(reading, known, field)
    if linked:
        _check_circles(ambiguities, at)


def _check_names(
    ambiguity: Ambiguity,
    reading: Interpretation,
    known: Mapping[str, Ambiguity],
    at: str,
    complete: bool,
) -> None:
    for name, wanted in reading.settles.items():
        if name in known and all(r.id != wanted for r in known[name].interpretations):
            readings = ", ".join(r.id for r in known[name].interpretations[:20])
            raise BadInput(f"{at}.settles.{name}", f"{wanted!r} is not an interpretation", readings)
        if name in reading.rules_out:
            raise BadInput(f"{at}.rules_out", f"{name!r} is settled by it too", "one of the two")
    for field, names in (("settles", tuple(reading.settles)), ("rules_out", reading.rules_out)):
        for name in names if complete else ():
            if name not in known:
                others = ", ".join(n for n in list(known)[:20] if n != ambiguity.id)
                raise BadInput(f"{at}.{field}", f"{name!r} is no ambiguity", others or "none")
        if ambiguity.id in names:
            raise BadInput(f"{at}.{field}", f"names its own {ambiguity.id!r}", "another ambiguity")


def _follow(reading: Interpretation, known: Mapping[str, Ambiguity], at: str) -> None:
    """Everything that follows from a reading, which must say one thing about each ambiguity."""
    said: dict[str, str | None] = {}
    following = [reading]
    while following:
        now = following.pop()
        for name, wanted in (*now.settles.items(), *((n, None) for n in now.rules_out)):
            if name in said and said[name] != wanted:
                raise BadInput(at, f"what it settles says two things about {name!r}", "one of them")
            if name not in said and wanted is not None and name in known:
                following += [r for r in known[name].interpretations if r.id == wanted]
            said[name] = wanted
