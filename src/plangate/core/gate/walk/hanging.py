"""What holds decides what hangs on it (GATE-17): whoever settles something comes first."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from plangate.core.gate.document import GateDocument
from plangate.core.gate.settling import Claim, Held, Links, in_order_of_influence
from plangate.core.gate.walk.case import Case, Decision, Ruling, Step, one_way_reason
from plangate.core.gate.walk.gate_rules import evidence_settles
from plangate.core.gate.walk.walking import decision_of, walk
from plangate.core.gate.worth import weigh


def is_linked(document: GateDocument) -> bool:
    return any(
        reading.settles or reading.rules_out
        for ambiguity in document.ambiguities
        for reading in ambiguity.interpretations
    )


def linked(document: GateDocument, cases: Sequence[Case]) -> list[Decision]:
    """The decisions in the given order, made in the order of influence: whoever settles something
    comes before what it settles, and nothing is assumed against what evidence says."""
    links = Links(document.ambiguities, document.held)
    by_id = {case.ambiguity.id: case for case in cases}
    known: dict[str, str] = {}
    for case in cases:
        ruling, _ = evidence_settles(case)
        if ruling is not None and not links.claims(case.ambiguity):
            known[case.ambiguity.id] = _hold(links, case, ruling.reading or 0)
    made: dict[str, Decision] = {}
    for name in in_order_of_influence(document.ambiguities):
        made[name] = _hanging(by_id[name], links)
        taken = made[name].interpretation
        if taken is not None and known.get(name) != taken:
            readings = by_id[name].ambiguity.interpretations
            _hold(links, by_id[name], [r.id for r in readings].index(taken))
        elif made[name].rule == "GATE-17" and made[name].action == "assume":
            links.hold(Held(name, None))
    return [made[case.ambiguity.id] for case in cases]


def _hold(links: Links, case: Case, place: int) -> str:
    reading = case.ambiguity.interpretations[place]
    held = Held(case.ambiguity.id, reading.id, False, reading.settles, reading.rules_out)
    links.hold(held)
    return reading.id


def _hanging(case: Case, links: Links) -> Decision:
    """One decision, with what holds looked at before the table."""
    claims = links.claims(case.ambiguity)
    excluded = links.excluded(case.ambiguity)
    trace = [Step("GATE-17", False, f"{name} is out: {why}") for name, why in excluded.items()]
    if excluded:
        case = _without(case, set(excluded))
    said = {claim.interpretation for claim in claims}
    must_ask = None
    if len(said) > 1:
        must_ask = " and ".join(f"{c.by} says {c.interpretation or 'none'}" for c in claims[:3])
    elif case.ambiguity.id in case.document.review:
        must_ask = "what was said about it names no single reading, or was taken back"
    elif len(excluded) == len(case.ambiguity.interpretations):
        must_ask = "every reading contradicts what holds"
        claims = []  # what is claimed is out, too: without an answer it parks
    elif said and (settled := _settled(case, claims[0])) is not None:
        ruling, saw = settled
        if ruling is not None:
            made = decision_of(case, "GATE-17", ruling, [*trace, Step("GATE-17", True, saw)])
            return made._replace(follows=claims[0].by)
        must_ask = saw
    if must_ask is not None:
        trace.append(Step("GATE-17", False, f"{must_ask}: it needs an answer of its own"))
    return walk(case._replace(claims=tuple(claims), must_ask=must_ask), trace)


def _settled(case: Case, claim: Claim) -> tuple[Ruling | None, str] | None:
    """What a claim does by itself: decide, or say why it cannot and a person must."""
    if case.verified and not claim.firm:
        return None, f"{claim.by} bears on it by an assumption, and {case.blocker} is verified"
    if claim.interpretation is None:
        return Ruling("assume"), f"{claim.by} leaves nothing to decide here"
    readings = case.ambiguity.interpretations
    place = next(i for i, r in enumerate(readings) if r.id == claim.interpretation)
    saw = f"{claim.by} settles it: {claim.interpretation}"
    if case.words.is_final(case.ambiguity, readings[place]):
        return None, f"{saw}, which cannot be undone"
    if one_way_reason(case.ambiguity, case.words) is not None:
        return None, f"{saw}, and it is one-way"
    if readings[place].prior <= 0.0:
        return None, f"{saw}, which contradicts what holds"
    inferred, _ = evidence_settles(case)
    if inferred is not None and inferred.reading != place and not claim.firm:
        return None, f"{saw}, and the evidence says {readings[inferred.reading or 0].id}"
    return Ruling("assume", place), saw


def _without(case: Case, excluded: set[str]) -> Case:
    """The case with some readings offered and never taken: their weight goes to the others."""
    readings = case.ambiguity.interpretations
    left = fsum([reading.prior for reading in readings if reading.id not in excluded])
    if left <= 0.0:
        return case
    moved = tuple(r._replace(prior=0.0 if r.id in excluded else r.prior / left) for r in readings)
    ambiguity = case.ambiguity._replace(interpretations=moved)
    policy, words = case.document.policy, case.words
    worth = weigh(ambiguity, policy, case.worth.bar, case.blocker, case.verified, words.is_final)
    return case._replace(ambiguity=ambiguity, worth=worth, thinned=True)
