"""What plangate says to a question an agent is about to put to its person (HOOK-1).

The question becomes a document for the gate: its options are the readings, what the person answered
before and what a manifest says are evidence. The gate decides as it does everywhere; the linter has
a word where the gate would ask. What is left is three verdicts: pass it on, answer it, refuse it
with the reason. A decision that cannot be undone, and a part of a chain, always passes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from plangate.core.agent_calls import (
    RECOMMENDED,
    AgentQuestion,
    KeptAnswer,
    folded,
    folded_label,
    is_chain_part,
)
from plangate.core.gate import Decision, decide
from plangate.core.gate_document import GateDocument
from plangate.core.lint import Finding, lint_question
from plangate.core.model import Ambiguity, Attention, Evidence, Focus, Interpretation, Quota
from plangate.core.policy import DEFAULT_POLICY, Policy
from plangate.core.preferences import one_way_by_words
from plangate.core.routine import routine_sentence

#: The findings for which a question is refused; what else the linter finds is the agent's business.
REFUSED_FOR = (
    "ASK-5/generic-wording",
    "ASK-5/answered-by-tool",
    "GATE-13/routine",
    "SPLIT-1/dropped-options",
)
#: The way out that a group of a larger set has (SPLIT-2): whoever takes it sees the rest.
_SHOWS_THE_REST = re.compile(
    r"none of (?:these|them|the above)|(?:show|see) (?:me )?(?:the rest|more|others)", re.IGNORECASE
)
#: How far a reading that nobody weighed is from being implausible.
_UNWEIGHED = 0.5


class Known(NamedTuple):
    """What the record says that bears on a question."""

    answers: tuple[KeptAnswer, ...] = ()
    preferences: Mapping[str, str] = {}
    focus: Focus = "ambient"
    clarification_used: bool = False
    open_questions: tuple[Mapping[str, Any], ...] = ()
    scopes: tuple[Mapping[str, Any], ...] = ()
    policy: Policy = DEFAULT_POLICY


class Glance(NamedTuple):
    """What a look at the top of the workspace found: manifests, a history, and who names what."""

    manifests: tuple[str, ...] = ()
    has_history: bool = False
    has_files: bool = False
    mentions: Mapping[str, str] = {}
    """Where an option's label stands in a manifest, by the label."""


class Verdict(NamedTuple):
    """What to do with the question, by which rule, and the sentence that says why."""

    action: Literal["pass", "answer", "refuse"]
    rule: str = ""
    reason: str = ""
    value: str = ""
    source: str = ""


PASS = Verdict("pass")


def wants_a_glance(question: AgentQuestion) -> bool:
    """Whether it asks what the top of the workspace may answer."""
    asks_a_file = any(f.rule == "ASK-5/answered-by-tool" for f in _findings(question))
    return asks_a_file or routine_sentence(question.prompt) == "the test framework"


def judge(question: AgentQuestion, known: Known, glance: Glance | None = None) -> Verdict:
    """HOOK-1: pass unless a rule speaks, and always what is one-way or part of a chain."""
    if is_chain_part(question) or _is_relayed(question, known.open_questions):
        return PASS
    found = _by_the_gate(question, known, glance or Glance())
    if found.action == "pass":
        found = _by_the_linter(question, glance) or _by_a_scope(question, known.scopes) or PASS
    if found.action != "pass" and (why := one_way_by_words(question.names[0], *question.words)):
        return Verdict("pass", "PREF-2", f"one-way, {why}: yours to answer")
    return found


# --- the gate -------------------------------------------------------------------------------------


def _by_the_gate(question: AgentQuestion, known: Known, glance: Glance) -> Verdict:
    if len(question.options) < 2:
        return PASS  # nothing to weigh
    name = next((n for n in question.names if n in known.preferences), question.names[0])
    preference = known.preferences.get(name)
    # Several may be chosen, so no preference picks for the person (SPLIT-9).
    weighed = {} if question.multi_select or preference is None else {name: preference}
    kept = None if preference == "always-ask" else _kept_answer(question, known.answers)
    readings = _readings(question, kept)
    document = GateDocument(
        goal=question.prompt,
        ambiguities=(Ambiguity(name, readings, prompt=question.prompt),),
        evidence=tuple(_evidence(name, question, readings, kept, glance)),
        attention=Attention(focus=known.focus),
        quota=Quota(known.clarification_used, bool(known.open_questions)),
        preferences=weighed,  # type: ignore[arg-type]  # an unknown one is asked about (PREF-1)
        # Nobody gave priors, so no option is implausible however many there are.
        policy=known.policy._replace(
            min_prior=min(known.policy.min_prior, _UNWEIGHED / len(readings))
        ),
    )
    decision = decide(document)[0]
    if decision.action == "ask":
        return PASS
    return _spoken(decision, question, kept, known)


def _readings(question: AgentQuestion, kept: KeptAnswer | None) -> tuple[Interpretation, ...]:
    weights = [2 if RECOMMENDED.search(option.label) else 1 for option in question.options]
    labels = [(option.label, option.description) for option in question.options]
    if kept is not None and _chosen_place(question, kept) is None:
        # Own words, or several at once: a reading of the person's own.
        labels.append((kept.value, ""))
        weights.append(1)
    return tuple(
        Interpretation(
            id=f"o{place}",
            label=label,
            consequence=description,
            prior=weight / sum(weights),
            complexity=0.5,
            reversibility="partial",
        )
        for place, ((label, description), weight) in enumerate(zip(labels, weights, strict=True))
    )


def _evidence(
    name: str,
    question: AgentQuestion,
    readings: Sequence[Interpretation],
    kept: KeptAnswer | None,
    glance: Glance,
) -> Sequence[Evidence]:
    if kept is not None:
        place = _chosen_place(question, kept)
        supported = readings[-1] if place is None else readings[place]
        return [Evidence("kept", name, "memory", supported.id, 1.0, locator=kept.id)]
    return [
        Evidence(f"seen-{reading.id}", name, "repo_facts", reading.id, 0.9, locator=where)
        for reading in readings
        if (where := glance.mentions.get(reading.label))
    ]


def _kept_answer(question: AgentQuestion, answers: Sequence[KeptAnswer]) -> KeptAnswer | None:
    """The latest answer that still answers: nothing is offered now that was not offered then."""
    now = {folded_label(option.label) for option in question.options}
    for answer in answers:
        then = {folded_label(label) for label in answer.offered}
        if now <= then and all(folded_label(label) in now for label in answer.chosen):
            return answer
    return None


def _chosen_place(question: AgentQuestion, kept: KeptAnswer) -> int | None:
    if len(kept.chosen) != 1:
        return None
    wanted = folded_label(kept.chosen[0])
    labels = [folded_label(option.label) for option in question.options]
    return labels.index(wanted) if wanted in labels else None


def _spoken(
    decision: Decision, question: AgentQuestion, kept: KeptAnswer | None, known: Known
) -> Verdict:
    """The gate's decision as a sentence for the agent, or for the person when it answers."""
    taken = next(r for r in decision.about.interpretations if r.id == decision.interpretation)
    saw = next(step.saw for step in decision.trace if step.decided)
    label = RECOMMENDED.sub(" ", taken.label).strip()
    take = f"Take “{label}” and write it down as an assumption with its reason."
    match decision.rule:
        case "GATE-2" if kept is not None:
            reason = (
                f"answered “{label}” on {kept.at[:10]}; `plangate hook forget {kept.id}` undoes it"
            )
            return Verdict("answer", "GATE-2", reason, _value(question, kept, taken), kept.id)
        case "GATE-2":
            where = decision.evidence[0].locator
            return Verdict("refuse", "GATE-2", f"{where} answers this: “{label}”. Go on with it.")
        case "GATE-8":
            reason = saw.partition(": ")[2].partition(";")[0]
            return Verdict("answer", "GATE-8", reason, taken.label, decision.ambiguity)
        case "GATE-7" if known.open_questions and not known.clarification_used:
            name = known.open_questions[0].get("id")
            why = f"question {name} is open in this workspace, and one is asked at a time."
            return Verdict("refuse", "GATE-7", f"{why} {take}")
        case "GATE-7":
            return Verdict(
                "refuse", "GATE-7", f"the one clarification of this goal is used. {take}"
            )
        case "GATE-5":
            return Verdict(
                "refuse", "GATE-5", f"the person is not to be interrupted ({saw}). {take}"
            )
        case rule:
            return Verdict("refuse", rule, f"{saw}. {take}")


def _value(question: AgentQuestion, kept: KeptAnswer, taken: Interpretation) -> str:
    """The answer in the labels of today, as the client wants several: joined by commas."""
    if not kept.chosen:
        return kept.value
    today = {folded_label(option.label): option.label for option in question.options}
    labels = [today[folded_label(label)] for label in kept.chosen]
    return ", ".join(labels) if len(labels) > 1 else taken.label


# --- what the gate does not look at ---------------------------------------------------------------


def _by_the_linter(question: AgentQuestion, glance: Glance | None) -> Verdict | None:
    for finding in _findings(question):
        if finding.rule not in REFUSED_FOR:
            continue
        if finding.rule == "SPLIT-1/dropped-options" and _is_a_group(question):
            continue
        if finding.rule == "ASK-5/answered-by-tool":
            source = _source(finding, glance or Glance())
            if source is None:
                continue  # there is nothing here that could answer it
            return Verdict("refuse", finding.rule, f"{finding.saw}. Look at {source} instead.")
        return Verdict("refuse", finding.rule, f"{finding.saw}: {finding.cure}.")
    return None


def _findings(question: AgentQuestion) -> tuple[Finding, ...]:
    options = [{"label": o.label, "consequence": o.description} for o in question.options]
    return lint_question({"prompt": question.prompt, "options": options})


def _source(finding: Finding, glance: Glance) -> str | None:
    """The file or command that answers it, when the workspace has it."""
    if "git " in finding.cure:
        return finding.cure.removeprefix("use ") if glance.has_history else None
    if "manifest" in finding.cure or "test configuration" in finding.cure:
        return ", ".join(glance.manifests[:3]) or None
    return finding.cure.removeprefix("use ") if glance.has_files else None


def _by_a_scope(question: AgentQuestion, scopes: Sequence[Mapping[str, Any]]) -> Verdict | None:
    """SPLIT-1: an option of a decision that is being taken here may not be left out."""
    if _is_a_group(question):
        return None
    offered = {folded_label(option.label) for option in question.options}
    for scope in scopes:
        open_ones = [o for o in scope["options"] if o["disposition"] in ("undecided", "held")]
        there = [option for option in open_ones if _offers(offered, option)]
        missing = [option for option in open_ones if option not in there]
        if len(there) >= 2 and missing:
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


def _is_relayed(question: AgentQuestion, open_questions: Sequence[Mapping[str, Any]]) -> bool:
    """The open question itself, passed on by an agent, is no second one."""
    labels = {folded_label(option.label) for option in question.options}
    for document in open_questions:
        asked = {folded_label(option["label"]) for option in document.get("options", ())}
        if folded(str(document.get("prompt", ""))) == folded(question.prompt):
            return True
        if len(labels & asked) >= 2:
            return True
    return False
