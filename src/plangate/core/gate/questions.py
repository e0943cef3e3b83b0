"""A question, built from an ambiguity the gate wants to ask about (ASK-1…6).

Every reading is offered, most probable first and what cannot be undone last; the default is the
safe fallback and the recommendation is the likeliest reading, and they are shown as what they are.
What cannot be undone is recommended only where the person chose it before. The words are the
caller's own wherever there are any; lint.py reads the result with a reader's eyes.
"""

from __future__ import annotations

from plangate.core.gate.decide import Decision
from plangate.core.gate.document import GateDocument
from plangate.core.gate.worth import conservative_order, most_conservative, quotes_of
from plangate.core.model.evidence import CHOSEN_HERE, evidence_line
from plangate.core.model.nouns import Ambiguity, Interpretation, Option, Question
from plangate.core.model.policy import at_least
from plangate.core.model.slugs import option_key
from plangate.core.words.irreversible import cannot_be_undone, says_so
from plangate.core.words.one_way import is_registered_one_way

_PART_NAMES = {
    "codebase_search": "a search of the code",
    "similar_features": "a look at similar features",
    "infrastructure": "a look at the infrastructure",
    "attempted_inference": "an attempt to infer it",
    "investigation": "an investigation",
}


def build_question(document: GateDocument, decision: Decision) -> Question:
    """The one question of a gate call; not yet stored, so without id, number or deadline."""
    ambiguity = decision.about
    options = _options(ambiguity, decision)
    default, reason = _default(ambiguity, decision, options)
    return Question(
        question_id=ambiguity.id,
        kind="multiple_choice",
        prompt=ambiguity.prompt or _prompt(ambiguity, options),
        why_now=_why_now(document, ambiguity, decision),
        stakes=_stakes(options),
        options=options,
        default=default.key,
        default_reason=reason,
        recommended=_recommended(ambiguity, decision, options),
        risk_if_wrong=risk_if_wrong(default),
        one_way=any(o.reversibility == "irreversible" for o in options)
        or is_registered_one_way(ambiguity.id)
        or says_so(ambiguity.prompt or ""),
        blocker_type=decision.blocker,
        missing=_missing(document, ambiguity, decision),
        evidence_summary=tuple(evidence_line(entry) for entry in decision.evidence),
        exhaustion=(
            None
            if document.exhaustion is None
            else {part: list(ids) for part, ids in document.exhaustion.items()}
        ),
        expected_loss=decision.worth.value,
        heard=ambiguity.heard,
        catalogued=ambiguity.catalogued,
    )


def risk_if_wrong(reading: Interpretation | Option) -> str:
    """What it costs when this reading was not the one that was meant."""
    files = len(reading.touches)
    what = f"{files} place{'' if files == 1 else 's'} to change back" if files else "work to redo"
    match "irreversible" if cannot_be_undone(reading) else reading.reversibility:
        case "reversible":
            return f"low - {what}, nothing lost"
        case "partial":
            return f"medium - {what}, some of it by hand"
        case _:
            return "high - cannot be undone"


def _options(ambiguity: Ambiguity, decision: Decision) -> tuple[Option, ...]:
    """ASK-2: every reading, the most probable first, and last those that cannot be undone.

    A key therefore never moves onto what cannot be undone because of what was learned.
    """
    act_on = decision.worth.act_on
    readings = ambiguity.interpretations
    final = [cannot_be_undone(reading) for reading in readings]
    places = range(len(readings))
    order = sorted(places, key=lambda i: (final[i], i != act_on, -readings[i].prior))
    return tuple(
        Option(
            key=option_key(place),
            label=readings[i].label,
            consequence=readings[i].consequence,
            interpretation=readings[i].id,
            reversibility="irreversible" if final[i] else readings[i].reversibility,
            touches=readings[i].touches,
            strictness=readings[i].strictness,
        )
        for place, i in enumerate(order)
    )


def _recommended(
    ambiguity: Ambiguity, decision: Decision, options: tuple[Option, ...]
) -> str | None:
    """ASK-2, ASK-3: the act-on reading; an irreversible one only if the person chose it here."""
    acted = ambiguity.interpretations[decision.worth.act_on].id
    option = next(o for o in options if o.interpretation == acted)
    chosen_here = any(x.kind == CHOSEN_HERE and x.supports == acted for x in decision.evidence)
    return option.key if option.reversibility != "irreversible" or chosen_here else None


def _default(
    ambiguity: Ambiguity, decision: Decision, options: tuple[Option, ...]
) -> tuple[Option, str]:
    """ASK-3: what happens if nobody answers, and why that; never what cannot be undone where there
    is another, save the strictest option of a security decision, which then parks (ASK-9)."""
    by_reading = {option.interpretation: option for option in options}
    named = ambiguity.safe_default
    if named is not None and by_reading[named].reversibility != "irreversible":
        return by_reading[named], ambiguity.safe_default_reason or "named as the safe default"
    readings = ambiguity.interpretations
    if decision.blocker == "security_decision":
        place = most_conservative(ambiguity, decision.blocker)
        if (strictness := readings[place].strictness) is not None:
            reason = f"the strictest option (strictness {strictness:g})"
            return by_reading[readings[place].id], reason
    undoable = [
        place
        for place, reading in enumerate(readings)
        if by_reading[reading.id].reversibility != "irreversible"
    ]
    place = conservative_order(readings, decision.blocker, undoable or range(len(readings)))
    option = by_reading[readings[place].id]
    return option, f"the most conservative option: {_undoing(option)}"


def _undoing(option: Option) -> str:
    return {
        "reversible": "it can be undone",
        "partial": "most of it can be undone",
        "irreversible": "no option can be undone and this one costs least",
    }[option.reversibility]


def _prompt(ambiguity: Ambiguity, options: tuple[Option, ...]) -> str:
    topic = ambiguity.id.replace("-", " ").replace("_", " ").replace(".", " ").strip()
    if len(options) > 4:
        return f"Which {topic} should the plan follow?"
    *most, last = [option.label.rstrip(" .?!") for option in options]
    choice = f"{', '.join(most)} or {last}" if most else last
    return f"Which {topic} should the plan follow: {choice}?"


def _why_now(document: GateDocument, ambiguity: Ambiguity, decision: Decision) -> str:
    worth = decision.worth
    evidence = [entry.strip() for entry in ambiguity.blocker_evidence if entry.strip()]
    if decision.blocker == "mutually_exclusive_requirements":
        quotes = quotes_of(ambiguity, document.goal.casefold())
        quoted = " and ".join(f"“{quote}”" for quote in quotes[:2])
        return f"The goal asks for both {quoted}, and one plan cannot do both as written."
    if decision.blocker == "missing_external_data":
        return f"The work needs something that is not in the workspace: {'; '.join(evidence)}."
    if decision.blocker == "security_decision":
        return f"This decides about security: {'; '.join(evidence)}."
    acted = ambiguity.interpretations[worth.act_on]
    if worth.value_rule == "VOI-4":
        return f"The likeliest reading, {acted.label}, cannot be undone."
    if document.preferences.get(ambiguity.id) == "always-ask":
        return "You asked to always be asked about this."
    if not at_least(worth.value, worth.threshold):
        return "One of the readings cannot be undone."
    return (
        f"Going ahead with {acted.label} unasked is expected to waste {worth.value:.2f} "
        f"(asking pays from {worth.threshold:.2f}), and nothing that was looked at decides it."
    )


def _stakes(options: tuple[Option, ...]) -> str:
    """ASK-4: one sentence about what changes between the options."""
    common = set(options[0].touches).intersection(*(set(o.touches) for o in options))
    parts = []
    for option in options[:4]:
        own = [touched for touched in option.touches if touched not in common]
        if own:
            more = f" and {len(own) - 3} more" if len(own) > 3 else ""
            parts.append(f"{option.label.rstrip(' .')} decides {', '.join(own[:3])}{more}")
    rest = len(options) - 4
    if parts:
        tail = f"; and {rest} more option{'' if rest == 1 else 's'}" if rest > 0 else ""
        return f"{'; '.join(parts)}{tail}."
    kinds = list(dict.fromkeys(option.reversibility for option in options))
    if len(kinds) > 1:
        return f"The options differ in how far they can be undone: {', '.join(kinds)}."
    return "The options lead to different plans; what was built for one is redone for another."


def _missing(document: GateDocument, ambiguity: Ambiguity, decision: Decision) -> str | None:
    """What is missing: the external item itself, and any part of exhaustion (ASK-6, GATE-6)."""
    missing = [_PART_NAMES[part] for part in document.missing_parts()]
    if decision.blocker == "missing_external_data":
        missing = [*(e.strip() for e in ambiguity.blocker_evidence if e.strip()), *missing]
    return ", ".join(missing) or None
