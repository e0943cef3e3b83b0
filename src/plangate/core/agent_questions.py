"""What plangate says to a question an agent is about to put to its person (HOOK-1).

Three verdicts: pass it on, answer it from what the person said or prefers, refuse it with evidence
the agent can check or for its wording. An option is named only where a person's stored answer or
preference, or a recorded fact, names it; never because of its place in the list. Leave to act
(GATE-13), a decision that cannot be undone (PREF-2), and a part of a chain always pass.

What is on record becomes a document for the gate, which decides as it does everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from plangate.core.agent_calls import (
    RECOMMENDED,
    AgentQuestion,
    KeptAnswer,
    OpenQuestion,
    folded,
    folded_label,
    is_chain_part,
    relay_of,
)
from plangate.core.agent_evidence import Recorded, facts_about, option_decided
from plangate.core.gate import decide
from plangate.core.gate_document import GateDocument
from plangate.core.leave import asks_leave, is_plain_choice
from plangate.core.lint import lint_question
from plangate.core.model import Ambiguity, Evidence, Interpretation
from plangate.core.patterns import lazy
from plangate.core.policy import DEFAULT_POLICY, Policy
from plangate.core.preferences import one_way_by_words

#: The findings for which a question is refused; what else the linter finds is the agent's business.
REFUSED_FOR = ("ASK-5/generic-wording", "ASK-5/two-questions", "SPLIT-1/dropped-options")
#: One of these lets a whole call pass: whoever must see one question of it sees them all.
FOR_THE_PERSON = ("GATE-13", "PREF-2")
#: The way out that a group of a larger set has (SPLIT-2): whoever takes it sees the rest.
_SHOWS_THE_REST = lazy(
    r"none of (?:these|them|the above)|(?:show|see) (?:me )?(?:the rest|more|others)", re.IGNORECASE
)
_ASKS = lazy(r"\b(?:which|what|where|who|how|when|why)\b|, and |\balso\b", re.IGNORECASE)
#: How far a reading that nobody weighed is from being implausible.
_UNWEIGHED = 0.5


class Known(NamedTuple):
    """What the record says that bears on a question."""

    answers: tuple[KeptAnswer, ...] = ()
    """The person's own choices, the latest first; who vouches for them was looked at before."""
    preferences: Mapping[str, str] = {}
    waiting: tuple[OpenQuestion, ...] = ()
    scopes: tuple[Mapping[str, Any], ...] = ()
    recorded: tuple[Recorded, ...] = ()
    refused_before: bool = False
    policy: Policy = DEFAULT_POLICY


class Verdict(NamedTuple):
    """What to do with the question, by which rule, and the sentence that says why."""

    action: Literal["pass", "answer", "refuse"]
    rule: str = ""
    reason: str = ""
    value: str = ""
    source: str = ""


PASS = Verdict("pass")


def judge(question: AgentQuestion, known: Known) -> Verdict:
    """HOOK-1: pass unless a rule speaks; what is sent back once passes when it is asked again."""
    if asks_leave(question):
        return Verdict("pass", "GATE-13")
    if is_chain_part(question) or known.refused_before:
        return PASS
    if relayed := relay_of(question, known.waiting):
        found = _whole(question, relayed)
    else:
        found = (
            _on_record(question, known)
            or _by_the_linter(question)
            or _by_a_scope(question, known.scopes)
            or PASS
        )
    if found.action != "pass" and (why := one_way_by_words(question.names[0], *question.words)):
        return Verdict("pass", "PREF-2", f"one-way, {why}: yours to answer")
    return found


def fits(question: AgentQuestion, answer: KeptAnswer) -> bool:
    """Whether an answer was given to this very question: the same options, one or more of them."""
    now = {folded_label(option.label) for option in question.options}
    same = now == {folded_label(label) for label in answer.offered}
    return same and bool(answer.chosen) and (question.multi_select or len(answer.chosen) == 1)


# --- what is on record, weighed by the gate -------------------------------------------------------


def _on_record(question: AgentQuestion, known: Known) -> Verdict | None:
    """A person's answer or preference, or what planning found; nothing when none of them speaks."""
    name = next((n for n in question.names if n in known.preferences), question.names[0])
    preference = known.preferences.get(name)
    if not is_plain_choice(question) or preference == "always-ask":
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
) -> Verdict | None:
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
            min_prior=min(known.policy.min_prior, _UNWEIGHED / len(readings))
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
        return Verdict("answer", "GATE-8", reason, question.options[taken].label, name)
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


def _answered(question: AgentQuestion, kept: KeptAnswer) -> Verdict:
    """The answer in the labels of today, as the client wants several: joined by commas."""
    value = ", ".join(question.options[_place_of(question, c)].label for c in kept.chosen)
    reason = f"as you answered on {kept.at[:10]}; `plangate hook forget {kept.id}` ends that"
    return Verdict("answer", "GATE-2", reason, value, kept.id)


def _refused(question: AgentQuestion, entry: Recorded) -> Verdict:
    """The evidence and where it can be checked; what it says is quoted, not told to be done."""
    place = option_decided(question, entry)
    label = RECOMMENDED.sub(" ", question.options[place or 0].label).strip()
    match entry.kind:
        case "file":
            saw = f"{entry.where} answers this: “{label}” (found while planning, {entry.id}: "
            reason = f"{saw}{entry.said}). Check it there"
        case "person":
            reason = f"the person decided this: “{label}”. Check it with `plangate show {entry.id}`"
        case _:
            reason = (
                f"the person had this remembered ({entry.id}): “{entry.decision[:200]}”. Check it "
                "with `plangate memories`"
            )
    return Verdict("refuse", "GATE-2", f"{reason}; if it does not hold, ask again.", "", entry.id)


# --- what the gate does not look at ---------------------------------------------------------------


def _by_the_linter(question: AgentQuestion) -> Verdict | None:
    options = [{"label": o.label, "consequence": o.description} for o in question.options]
    for finding in lint_question({"prompt": question.prompt, "options": options}):
        if finding.rule not in REFUSED_FOR:
            continue
        if finding.rule == "SPLIT-1/dropped-options" and _is_a_group(question):
            continue
        if finding.rule == "ASK-5/two-questions" and not _asks_twice(question.prompt):
            continue
        return Verdict("refuse", finding.rule, f"{finding.saw}: {finding.cure}.")
    return None


def _asks_twice(prompt: str) -> bool:
    """Two sentences that both ask; “Which store? Redis?” asks once."""
    sentences = [part for part in re.split(r"(?<=\?)\s+", prompt) if part.rstrip().endswith("?")]
    return len([part for part in sentences if _ASKS.search(part)]) > 1 or len(sentences) == 1


def _whole(question: AgentQuestion, relayed: OpenQuestion) -> Verdict:
    """An open question passes as it stands; one that lost options on the way is sent back."""
    offered = {folded_label(option.label) for option in question.options}
    missing = [label for label in relayed.labels if folded_label(label) not in offered]
    there = len(relayed.labels) - len(missing)
    if relayed.overdue or _is_a_group(question) or not missing or there < _TELLING:
        return PASS
    left_out = ", ".join(f"“{label}”" for label in missing[:8])
    why = f"{left_out} of question {relayed.id} is left out, and only the person may drop an option"
    return Verdict("refuse", "SPLIT-1", f"{why}. `plangate show {relayed.id}` has all of them.")


#: So many options of a set in one question say that it is about that set.
_TELLING = 2


def _by_a_scope(question: AgentQuestion, scopes: Sequence[Mapping[str, Any]]) -> Verdict | None:
    """SPLIT-1: an option of a decision that is being taken here may not be left out."""
    if _is_a_group(question):
        return None
    offered = {folded_label(option.label) for option in question.options}
    for scope in scopes:
        open_ones = [o for o in scope["options"] if o["disposition"] in ("undecided", "held")]
        there = [option for option in open_ones if _offers(offered, option)]
        missing = [option for option in open_ones if option not in there]
        if len(there) >= _TELLING and missing:
            left_out = ", ".join(f"“{option['label']}”" for option in missing[:8])
            return Verdict(
                "refuse",
                "SPLIT-1",
                f"{left_out} of decision {scope['parent']} is left out, and only the person may "
                f"drop an option. `plangate scope show {scope['id']}` asks about each in turn.",
            )
    return None


def _offers(offered: set[str], option: Mapping[str, Any]) -> bool:
    key, label = folded(option["key"]), folded_label(option["label"])
    return any(
        o in (key, label) or o.startswith((f"{key}:", f"{key} ", f"{key})")) for o in offered
    )


def _is_a_group(question: AgentQuestion) -> bool:
    """SPLIT-2: three of many with a way to the rest drops nothing."""
    return any(_SHOWS_THE_REST.search(option.label) for option in question.options)
