"""What a batch adds up to, before anybody is sent again (INV-5).

Cross-referenced: readings that each have strong support contradict each other and are named.
Triangulated: ways of looking that are independent of one another (code, documentation, tests,
history, memory) raise what they support together, by the arithmetic of beliefs.py, and only where
nothing speaks for another reading. Ranked, and summarised in one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from plangate.core.events import event as e
from plangate.core.gate.beliefs import TRIANGULATED, believed, piece, support_after, weight
from plangate.core.log.session import Session
from plangate.core.model.nouns import EXHAUSTION_PARTS, Ambiguity, Evidence
from plangate.core.model.policy import at_least
from plangate.language.tokens import counted


def synthesise(session: Session) -> e.EvidenceSynthesised:
    """The batch that came back, in the light of everything held."""
    inquiry = session.inquiry
    about = [a for a in session.open_ambiguities if _was_looked_for(session, a.id)]
    new = [entry for entry in session.evidence if entry.id not in inquiry.known_before]
    old = [entry for entry in session.evidence if entry.id in inquiry.known_before]
    known = {piece(entry) for entry in old if entry.supports is not None}
    speaking = [entry for entry in new if entry.supports is not None]
    fresh = [entry for entry in speaking if piece(entry) not in known]
    told = [entry for entry in new if entry.supports is None and not _is_search(entry)]
    repeated = [x for f in inquiry.findings for x in f.evidence if x.supports is not None]
    files = sorted(inquiry.files - inquiry.files_before)
    supported = ranked(session, about)
    against = contradictions(session, about)
    return e.EvidenceSynthesised(
        iteration=inquiry.count,
        supported=supported,
        contradictions=against,
        triangulated=triangulated(session, about),
        new_evidence=tuple(entry.id for entry in (*fresh, *told)),
        new_files=tuple(files),
        redundant=bool(repeated) and not fresh,
        summary=_summary(len(fresh) + len(told), files, supported, against),
    )


def contradictions(session: Session, about: Iterable[Ambiguity]) -> tuple[str, ...]:
    """INV-13: what speaks for two readings of one ambiguity at once, from any two places; how
    strongly it must is the session's own policy, as for GATE-2."""
    enough = session.begun.policy.contradiction_threshold
    found: list[str] = []
    for ambiguity in about:
        speaking = (x for x in session.evidence if x.ambiguity == ambiguity.id and x.supports)
        strong: dict[str, str] = {}
        for entry in speaking:
            if at_least(entry.confidence, enough):
                strong.setdefault(str(entry.supports), entry.locator or entry.id)
        if len(strong) > 1:
            sides = " against ".join(f"{name} ({where})" for name, where in strong.items())
            found.append(f"{ambiguity.id}: {sides}")
    return tuple(found)


def ranked(session: Session, about: Iterable[Ambiguity]) -> tuple[e.Support, ...]:
    """Every reading something speaks for, the likeliest first."""
    found: list[e.Support] = []
    for ambiguity in about:
        beliefs = {r.id: r.prior for r in believed(ambiguity, session.evidence).interpretations}
        for name, pieces in _by_reading(session, ambiguity).items():
            ways = sorted({_way(session, entry) for entry in pieces})
            ids = tuple(entry.id for entry in pieces)
            belief = round(100 * beliefs[name])
            found.append(e.Support(ambiguity.id, name, belief, tuple(ways), ids))
    return tuple(sorted(found, key=lambda s: (-s.belief, s.ambiguity, s.reading)))


def triangulated(session: Session, about: Iterable[Ambiguity]) -> tuple[Evidence, ...]:
    """What two or more independent ways of looking support together, as evidence of its own."""
    found: list[Evidence] = []
    held = {entry.id for entry in session.evidence}
    for ambiguity in about:
        by_reading = _by_reading(session, ambiguity)
        if len(by_reading) != 1:
            continue
        [(name, pieces)] = by_reading.items()
        if ambiguity.reading(name).reversibility == "irreversible":
            continue  # what cannot be undone is not inferred from hints
        strongest: dict[str, Evidence] = {}
        for entry in pieces:
            way = _way(session, entry)
            if way not in strongest or entry.confidence > strongest[way].confidence:
                strongest[way] = entry
        if len(strongest) < 2:
            continue
        readings = len(ambiguity.interpretations)
        together = prod(weight(entry.confidence, readings) for entry in strongest.values())
        ways = sorted(strongest)
        places = [strongest[way].locator or strongest[way].id for way in ways]
        entry = Evidence(
            id=f"{ambiguity.id}:{name}:{'+'.join(ways).replace(' ', '-')}",
            ambiguity=ambiguity.id,
            source=strongest[ways[0]].source,
            supports=name,
            confidence=support_after(together, readings),
            kind=TRIANGULATED,
            fact=f"{' and '.join(ways)} agree on {name}: {', '.join(places)}",
        )
        if entry.id not in held:
            found.append(entry)
    return tuple(found)


def _by_reading(session: Session, ambiguity: Ambiguity) -> dict[str, list[Evidence]]:
    """The pieces that speak for each reading, the same content once."""
    known = {reading.id for reading in ambiguity.interpretations}
    seen: set[tuple[str, str]] = set()
    found: dict[str, list[Evidence]] = {}
    for entry in session.evidence:
        if entry.ambiguity != ambiguity.id or entry.supports not in known:
            continue
        if entry.kind == TRIANGULATED or piece(entry) in seen:
            continue
        seen.add(piece(entry))
        if weight(entry.confidence, len(known)) > 1.0:
            found.setdefault(str(entry.supports), []).append(entry)
    return found


def _way(session: Session, entry: Evidence) -> str:
    """How it was found: two facts found the same way are not independent of each other."""
    if entry.source != "repo_facts":
        return entry.source.replace("_", " ")
    return session.inquiry.strategy_of.get(entry.id, "survey")


def _was_looked_for(session: Session, name: str) -> bool:
    return any(name in dispatch.ambiguities for dispatch in session.inquiry.batch)


def _is_search(entry: Evidence) -> bool:
    """A record of having looked: exhaustion needs it, but it is no news."""
    return entry.kind in (*EXHAUSTION_PARTS, "investigation") or entry.confidence == 0.0


def _summary(
    new: int, files: Sequence[str], supported: Sequence[e.Support], against: Sequence[str]
) -> str:
    found = f"{counted(new, 'new fact')} in {counted(len(files), 'new file')}"
    best = supported[0] if supported else None
    leads = f"; {best.ambiguity} leans to {best.reading} ({best.belief / 100:.2f})" if best else ""
    return f"{found}{leads}{'; contradiction: ' + '; '.join(against) if against else ''}"
