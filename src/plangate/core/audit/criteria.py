"""The audit's criteria, a row and a small check each (REC-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from plangate.core.audit.replay import Recorded
from plangate.core.events import event as e
from plangate.core.log.chain import Entry, event_of
from plangate.core.log.session import Session
from plangate.core.log.wire import canonical
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import INTAKES
from plangate.core.model.policy import at_least
from plangate.core.model.records import DecisionRecord
from plangate.core.understanding.grasp import STOP_BELOW

#: REC-2: what lets an ambiguity of value pass without a question.
PASSES = (
    "GATE-2",
    "GATE-4",
    "GATE-5",
    "GATE-7",
    "GATE-8",
    "GATE-12",
    "GATE-13",
    "GATE-16",
    "GATE-17",
)
CRITERIA: tuple[tuple[str, str], ...] = (
    (
        "named-outcome",
        "every session that passed intake has one of the four outcomes, with reasons",
    ),
    ("documented-threshold", "every decision records the threshold its policy gives"),
    ("no-silent-pass", "nothing worth a question passed without one, save by a named rule"),
    ("well-formed-questions", "every question has its options, one default, stakes and a deadline"),
    ("no-question-under-pressure", "nothing asks under deep focus or a spent budget"),
    ("at-most-one-question", "one gate call asks at most once"),
)


def is_unrecognised(session: Session | None) -> bool:
    """Whether a goal passed intake of which less than half was understood (INT-10)."""
    proposed = session.proposed if session else None
    return proposed is not None and proposed.grasp is not None and proposed.grasp < STOP_BELOW


def unnamed(event: e.IntakeDecided) -> str | None:
    if event.outcome not in INTAKES:
        return f"{event.outcome!r} is no intake outcome"
    return None if event.reasons else "the outcome has no reason"


def malformed(event: e.QuestionAsked, session: Session | None) -> str | None:
    question = event.question
    keys = [option.key for option in question.options]
    if not question.prompt.strip() or not question.stakes.strip():
        return "the question has no prompt or no stakes"
    if question.kind == "multiple_choice":
        if len(keys) < 2 or len(set(keys)) != len(keys):
            return f"{len(set(keys))} distinct options"
        if question.default not in keys:
            return f"the default {question.default!r} is not an option"
    if question.deadline is None or question.status != "pending":
        return "the question was not pending with a deadline when it was asked"
    if session is not None:
        proposed = [a for a in session.ambiguities if a.id == question.question_id]
        offered = {option.interpretation for option in question.options}
        dropped = {r.id for a in proposed for r in a.interpretations} - offered
        if dropped:
            return f"dropped {', '.join(sorted(dropped))}"
        if not proposed:
            return f"{question.question_id} was never proposed"
        if not session.gate_calls or not _asked_about(session.gate_calls[-1], question.question_id):
            return "no gate decision asked for it"
    return None


def _asked_about(call: e.GateDecided, name: str) -> bool:
    return any(d["ambiguity"] == name and d["action"] == "ask" for d in call.decisions)


def is_ambiguous(decided: e.GateDecided, decision: DecisionRecord) -> bool:
    """Plausible readings beside the one acted on, whichever rule decided between them (VOI-9); by
    edition 1, two plausible and materially different ones."""
    evpi = decision["evpi"]
    if decided.edition > 1:
        return bool(evpi["plausible"])
    return sum(reading["share"] > 0 for reading in evpi["readings"]) >= 2 and at_least(
        evpi["divergence"], decided.document["policy"]["min_divergence"]
    )


def is_worth_asking(decided: e.GateDecided, decision: DecisionRecord) -> bool:
    """Whether the value reaches what it was compared with: the bar, by edition 1 the threshold."""
    evpi = decision["evpi"]
    value = evpi["value"] if "value" in evpi else evpi["in_force"]
    bound = evpi["bar"] if "bar" in evpi else evpi["threshold"]
    reached = at_least(value, bound) or decision["value_rule"] is not None
    return is_ambiguous(decided, decision) and reached


def is_below_the_bar(decision: DecisionRecord) -> bool:
    """VOI-10: worth the threshold, and the bar stood higher."""
    evpi = decision["evpi"]
    return "bar" in evpi and at_least(evpi["in_force"], evpi["threshold"])


def undocumented_threshold(
    call: Recorded, decided: e.GateDecided, decision: DecisionRecord
) -> str | None:
    if decision["evpi"]["threshold"] != call.threshold:
        return f"threshold {decision['evpi']['threshold']}, the policy gives {call.threshold}"
    if decided.policy_version != call.policy_version:
        return f"policy version {decided.policy_version} is not {call.policy_version}"
    return None


def _passed_in_silence(
    session: Session | None,
    decided: e.GateDecided,
    decision: DecisionRecord,
    later: Sequence[Entry],
) -> str | None:
    if not is_worth_asking(decided, decision) or decision["action"] == "investigate":
        return None
    if decision["action"] == "ask":
        if session is not None and session.begun.route is not None:
            return None
        if _question_follows(later, decision["ambiguity"]):
            return None
        return f"{decision['ambiguity']} was to be asked and no question follows"
    if decision["rule"] in PASSES or decision["action"] == "park":  # GATE-20
        return None
    return f"{decision['ambiguity']} is worth a question and was decided by {decision['rule']}"


def _question_follows(later: Sequence[Entry], ambiguity: str) -> bool:
    for entry in later:
        if entry.type == "QuestionAsked":
            event = event_of(entry)
            if isinstance(event, e.QuestionAsked) and event.question.question_id == ambiguity:
                return True
        if entry.type == "GateDecided":
            return False
    return False


def _under_pressure(
    _session: Session | None,
    decided: e.GateDecided,
    decision: DecisionRecord,
    _later: Sequence[Entry],
) -> str | None:
    attention = decided.document["attention"]
    pressed = attention["focus"] == "deep" or attention["budget"] in ("critical", "cost_exceeded")
    if pressed and decision["action"] == "ask":
        return f"asked under focus {attention['focus']}, budget {attention['budget']}"
    return None


def _asked_twice(
    _session: Session | None,
    decided: e.GateDecided,
    decision: DecisionRecord,
    _later: Sequence[Entry],
) -> str | None:
    asking = [d["ambiguity"] for d in decided.decisions if d["action"] == "ask"]
    if len(asking) > 1 and decision["ambiguity"] == asking[0]:
        return f"asked about {', '.join(asking)}"
    return None


DecisionCheck = Callable[
    [Session | None, e.GateDecided, DecisionRecord, Sequence[Entry]], str | None
]
DECISION_CHECKS: tuple[tuple[str, DecisionCheck], ...] = (
    ("no-silent-pass", _passed_in_silence),
    ("no-question-under-pressure", _under_pressure),
    ("at-most-one-question", _asked_twice),
)


def replay_differs(session: Session | None, decided: e.GateDecided, call: Recorded) -> str | None:
    """Replay one gate call: its input from the session so far, its output from its input."""
    if session is not None:
        expected, document = call.expected(session), call.document
        if canonical(expected) != canonical(document):
            fields = [name for name in expected if expected[name] != document.get(name)]
            return f"the document is not what the session knew: {', '.join(fields)}"
    try:
        replayed = call.decisions()
    except StoreDamaged as error:  # what words said is not in the record (REC-2)
        return str(error)
    recorded_decisions = list(decided.decisions)
    same = canonical if decided.wording == call.wording else _unworded
    if same(replayed) != same(recorded_decisions):
        return "the recorded decision is not what the rules give"
    return None


def _unworded(decisions: Iterable[DecisionRecord]) -> str:
    """Decisions bit for bit, but for the words of the trace."""
    return canonical(
        [
            {**decision, "trace": [(step["rule"], step["decided"]) for step in decision["trace"]]}
            for decision in decisions
        ]
    )
