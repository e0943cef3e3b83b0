"""What is on record about an agent's question, weighed by the gate (HOOK-1, GATE-2, GATE-8).

A person's answer, what planning found, and a preference become a document for the gate, which
decides as it does everywhere. It stands apart from agent_questions.py because most questions have
nothing on record, and a hook that passes one on must not load the gate for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.agents.agent_calls import RECOMMENDED, AgentQuestion, KeptAnswer, folded_label
from plangate.core.agents.agent_evidence import Recorded, facts_about, option_decided
from plangate.core.agents.agent_questions import Known, QuestionVerdict, fits
from plangate.core.agents.leave import is_plain_choice
from plangate.core.gate.decide import decide
from plangate.core.gate.document import GateDocument
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation
from plangate.core.model.policy.agents_numbers import AGENT_WEIGHING_UNWEIGHED


def weigh(question: AgentQuestion, known: Known) -> QuestionVerdict | None:
    """A person's answer or preference, or what planning found; nothing when none of them speaks."""
    name = next((n for n in question.names if n in known.preferences), question.names[0])
    preference = known.preferences.get(name)
    if not is_plain_choice(question) or "always-ask" in known.preferences.values():
        return None
    kept = next((answer for answer in known.answers if fits(question, answer)), None)
    if kept is not None and len(kept.chosen) > 1:
        return _answered(question, kept)
    found = [] if kept or question.multi_select else list(facts_about(question, known.recorded))
    places = [(entry, option_decided(question, entry)) for entry in found]
    if any(place is None for _, place in places):
        return None  # something else was decided than what is offered: the person is asked
    # Several may be chosen, so no preference picks for the person (SPLIT-9).
    preferred = None if question.multi_select else preference
    if kept is None and not places and preferred is None:
        return None
    return _by_the_gate(question, kept, [(e, p) for e, p in places if p is not None], name, known)


def _by_the_gate(
    question: AgentQuestion,
    kept: KeptAnswer | None,
    facts: Sequence[tuple[Recorded, int]],
    name: str,
    known: Known,
) -> QuestionVerdict | None:
    readings = _readings(question)
    if kept is not None:
        place = _place_of(question, kept.chosen[0])
        evidence = [Evidence("kept", name, "memory", readings[place].id, 1.0, locator=kept.id)]
    else:
        evidence = [
            Evidence(entry.id, name, "repo_facts", readings[place].id, 0.9, locator=entry.where)
            for entry, place in facts
        ]
    preference = None if question.multi_select else known.preferences.get(name)
    document = GateDocument(
        goal=question.prompt,
        ambiguities=(Ambiguity(name, readings, prompt=question.prompt),),
        evidence=tuple(evidence),
        preferences={name: preference} if preference else {},  # type: ignore[dict-item]  # PREF-1
        # Nobody gave priors, so no option is implausible however many there are.
        policy=known.policy._replace(
            min_prior=min(known.policy.min_prior, AGENT_WEIGHING_UNWEIGHED / len(readings))
        ),
    )
    decision = decide(document)[0]
    taken = [reading.id for reading in readings].index(decision.interpretation or readings[0].id)
    if decision.rule == "GATE-2" and kept is not None:
        return _answered(question, kept)
    if decision.rule == "GATE-2" and facts:
        return _refused(question, next(entry for entry, place in facts if place == taken))
    if decision.rule == "GATE-8" and _recommended(question) == [taken]:
        reason = f"your preference {preference} for {name} takes what the agent recommends"
        return QuestionVerdict("answer", "GATE-8", reason, question.options[taken].label, name)
    return None


def _readings(question: AgentQuestion) -> tuple[Interpretation, ...]:
    weights = [2 if RECOMMENDED.search(option.label) else 1 for option in question.options]
    return tuple(
        Interpretation(
            id=f"o{place}",
            label=option.label,
            consequence=option.description,
            prior=weight / sum(weights),
            complexity=0.5,
            reversibility="partial",
        )
        for place, (option, weight) in enumerate(zip(question.options, weights, strict=True))
    )


def _recommended(question: AgentQuestion) -> list[int]:
    """The places of what the agent itself recommends; a preference takes nothing else."""
    return [i for i, option in enumerate(question.options) if RECOMMENDED.search(option.label)]


def _place_of(question: AgentQuestion, label: str) -> int:
    return [folded_label(option.label) for option in question.options].index(folded_label(label))


def _answered(question: AgentQuestion, kept: KeptAnswer) -> QuestionVerdict:
    """The answer in the labels of today, as the client wants several: joined by commas."""
    value = ", ".join(question.options[_place_of(question, c)].label for c in kept.chosen)
    reason = f"as you answered on {kept.at[:10]}; `plangate hook forget {kept.id}` ends that"
    return QuestionVerdict("answer", "GATE-2", reason, value, kept.id)


def _refused(question: AgentQuestion, entry: Recorded) -> QuestionVerdict:
    """The evidence and where it can be checked; what it says is quoted, not told to be done."""
    place = option_decided(question, entry)
    label = RECOMMENDED.sub(" ", question.options[place or 0].label).strip()
    match entry.kind:
        case "file":
            saw = f"{entry.where} answers this: “{label}” (found while planning, {entry.id}: "
            reason = f"{saw}{entry.said}). Check it there"
        case "way":
            saw = f"this is done here by `{entry.decision[:200]}`: “{label}” (seen while planning"
            reason = f"{saw}, session {entry.id}). Check it by running it"
        case "person":
            reason = f"the person decided this: “{label}”. Check it with `plangate show {entry.id}`"
        case _:
            reason = (
                f"the person had this remembered ({entry.id}): “{entry.decision[:200]}”. Check it "
                "with `plangate memories`"
            )
    return QuestionVerdict(
        "refuse", "GATE-2", f"{reason}; if it does not hold, ask again.", "", entry.id
    )
