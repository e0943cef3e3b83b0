"""A question, built from an ambiguity the gate wants to ask about (ASK-1…6).

ASK-1: with one reading to offer, what else there may be is not known, and the question is open: it
is answered in words, and that reading is the action which silence leads to.

Every reading is offered, most probable first and what cannot be undone last; the default is the
safe fallback and the recommendation is the likeliest reading, and they are shown as what they are.
What cannot be undone is recommended only where the person chose it before. The words are the
caller's own wherever there are any; lint.py reads the result with a reader's eyes.
"""

from __future__ import annotations

from plangate.core.gate.document import GateDocument
from plangate.core.gate.walk.case import Decision
from plangate.core.gate.worth import most_conservative, quotes_of
from plangate.core.model.evidence import CHOSEN_HERE, evidence_line
from plangate.core.model.nouns import REVERSIBILITIES, Ambiguity, Interpretation, Option, Question
from plangate.core.model.slugs import option_key
from plangate.core.words.irreversible import cannot_be_undone, says_so
from plangate.core.words.one_way import is_registered_one_way
from plangate.language.tokens import counted

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
    fallback, reason = _default(ambiguity, decision)
    options = _options(ambiguity, decision, fallback.id)
    default = next(o for o in options if fallback.id in (o.interpretation, *o.together))
    return Question(
        question_id=ambiguity.id,
        kind="multiple_choice" if len(options) > 1 else "open_ended",  # ASK-1
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
        expected_loss=decision.worth.in_force,
        heard=ambiguity.heard,
        catalogued=ambiguity.catalogued,
    )


def risk_if_wrong(reading: Interpretation | Option) -> str:
    """What it costs when this reading was not the one that was meant."""
    files = len(reading.touches)
    what = f"{counted(files, 'place')} to change back" if files else "work to redo"
    match "irreversible" if _is_final(reading) else reading.reversibility:
        case "reversible":
            return f"low - {what}, nothing lost"
        case "partial":
            return f"medium - {what}, some of it by hand"
        case _:
            return "high - cannot be undone"


def _is_final(reading: Interpretation | Option) -> bool:
    """An option of a question is as final as it was found when the question was made."""
    if isinstance(reading, Option):
        return reading.reversibility == "irreversible"
    return cannot_be_undone(reading)


def _leads_to(reading: Interpretation) -> str:
    """What an option leads to; a reason that lifted the word net's verdict is shown with it."""
    if not reading.undo_why:
        return reading.consequence
    return f"{reading.consequence} (it can be undone, its proposer says: {reading.undo_why})"


def _options(ambiguity: Ambiguity, decision: Decision, fallback: str) -> tuple[Option, ...]:
    """ASK-2: every reading, the most probable first, and last those that cannot be undone.

    A key therefore never moves onto what cannot be undone because of what was learned.
    """
    act_on = decision.worth.act_on
    readings = ambiguity.interpretations
    final = [cannot_be_undone(reading) for reading in readings]
    places = range(len(readings))
    order = sorted(places, key=lambda i: (final[i], i != act_on, -readings[i].prior))
    if decision.worth.by_groups:
        return _group_options(ambiguity, [readings[i].id for i in order], fallback)
    return tuple(
        Option(
            key=option_key(place),
            label=readings[i].label,
            consequence=_leads_to(readings[i]),
            interpretation=readings[i].id,
            reversibility="irreversible" if final[i] else readings[i].reversibility,
            touches=readings[i].touches,
            strictness=readings[i].strictness,
        )
        for place, i in enumerate(order)
    )


def _group_options(ambiguity: Ambiguity, order: list[str], fallback: str) -> tuple[Option, ...]:
    """VOI-7: one option for each group, in the order of its first reading; one that holds what
    cannot be undone comes last and is called so. Each stands for its likeliest reading by itself,
    the one of the default for the safe fallback."""
    groups = [sorted(group, key=order.index) for group in ambiguity.groups]
    final = {r.id for r in ambiguity.interpretations if cannot_be_undone(r)}
    groups.sort(key=lambda group: (not final.isdisjoint(group), order.index(group[0])))
    options: list[Option] = []
    for place, group in enumerate(groups):
        inside = [ambiguity.reading(name) for name in group]
        worst = max(inside, key=lambda r: (r.id in final, REVERSIBILITIES.index(r.reversibility)))
        stated = [r.strictness for r in inside if r.strictness is not None]
        options.append(
            Option(
                key=option_key(place),
                label=" or ".join(reading.label for reading in inside),
                consequence="; or ".join(map(_leads_to, inside)),
                interpretation=fallback if fallback in group else group[0],
                reversibility="irreversible" if worst.id in final else worst.reversibility,
                touches=tuple(dict.fromkeys(t for reading in inside for t in reading.touches)),
                strictness=min(stated) if stated else None,
                together=tuple(group) if len(group) > 1 else (),
            )
        )
    return tuple(options)


def _recommended(
    ambiguity: Ambiguity, decision: Decision, options: tuple[Option, ...]
) -> str | None:
    """ASK-2, ASK-3: the act-on reading; an irreversible one only if the person chose it here."""
    acted = ambiguity.interpretations[decision.worth.act_on].id
    option = next(o for o in options if acted in (o.interpretation, *o.together))
    chosen_here = any(x.kind == CHOSEN_HERE and x.supports == acted for x in decision.evidence)
    return option.key if option.reversibility != "irreversible" or chosen_here else None


def _default(ambiguity: Ambiguity, decision: Decision) -> tuple[Interpretation, str]:
    """ASK-3: what happens if nobody answers, and why that; never what cannot be undone where there
    is another, save the strictest option of a security decision, which then parks (ASK-9)."""
    readings = ambiguity.interpretations
    among = [place for place, reading in enumerate(readings) if reading.prior > 0.0]
    undoable = [place for place in among if not cannot_be_undone(readings[place])]
    if decision.blocker == "security_decision":
        reading = readings[most_conservative(ambiguity, decision.blocker, among, undoable)]
        if reading.strictness is not None:
            return reading, f"the strictest option (strictness {reading.strictness:g})"
    named = [readings[i] for i in undoable if readings[i].id == ambiguity.safe_default]
    if named:
        return named[0], ambiguity.safe_default_reason or "named as the safe default"
    reading = readings[most_conservative(ambiguity, decision.blocker, undoable or among, undoable)]
    return reading, f"the most conservative option: {_undoing(reading)}"


def _undoing(reading: Interpretation) -> str:
    return {
        "reversible": "it can be undone",
        "partial": "most of it can be undone",
        "irreversible": "no option can be undone and this one costs least",
    }["irreversible" if cannot_be_undone(reading) else reading.reversibility]


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
    settled = [step.saw for step in decision.trace if step.rule == "GATE-17"]
    if settled:
        return f"Other decisions bear on it: {settled[-1]}."
    if not worth.reaches:
        return "One of the readings cannot be undone."
    return (
        f"Going ahead with {acted.label} unasked is expected to waste {worth.in_force:.2f} "
        f"(asking pays from {worth.bar.height:.2f}), and nothing that was looked at decides it."
    )


def _stakes(options: tuple[Option, ...]) -> str:
    """ASK-4: one sentence about what changes between the options."""
    if len(options) == 1:
        return f"What you say is planned for; {options[0].label} is only what silence leads to."
    common = set(options[0].touches).intersection(*(set(o.touches) for o in options))
    parts = []
    for option in options[:4]:
        own = [touched for touched in option.touches if touched not in common]
        if own:
            more = f" and {len(own) - 3} more" if len(own) > 3 else ""
            parts.append(f"“{option.label.rstrip(' .')}” decides {', '.join(own[:3])}{more}")
    rest = len(options) - 4
    if parts:
        tail = f"; and {counted(rest, 'more option')}" if rest > 0 else ""
        return f"{'; '.join(parts)}{tail}."
    final = [option.reversibility == "irreversible" for option in options]
    if all(final):
        return "Whichever it is, it cannot be taken back once it is done."
    if any(final):
        return "Some of it cannot be taken back once it is done, the rest can be changed later."
    return "The options lead to different plans; what was built for one is redone for another."


def _missing(document: GateDocument, ambiguity: Ambiguity, decision: Decision) -> str | None:
    """What is missing: the external item itself, and any part of exhaustion (ASK-6, GATE-6)."""
    missing = [_PART_NAMES[part] for part in document.missing_parts()]
    if decision.blocker == "missing_external_data":
        missing = [*(e.strip() for e in ambiguity.blocker_evidence if e.strip()), *missing]
    return ", ".join(missing) or None
