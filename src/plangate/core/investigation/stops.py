"""The stop report: how a session ended or why it waits, and what to do next (STOP-1…4)."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events.event import StopReport
from plangate.core.gate.beliefs import believed
from plangate.core.gate.session_facts import understood_confidence
from plangate.core.investigation import measure
from plangate.core.investigation.gaps import NEEDS_PERMISSION
from plangate.core.log.session import Session
from plangate.core.model.evidence import evidence_line
from plangate.core.model.model_use import dollars
from plangate.core.model.nouns import Question, StopReason
from plangate.core.model.policy.investigation_numbers import RECOMMEND_FROM
from plangate.core.understanding.intake import is_understood

#: STOP-4: endings and their reasons.
_REASONS: dict[str, StopReason] = {
    "plan": "recommendation_ready",
    "proceed": "recommendation_ready",
    "loop": "recommendation_ready",
    "question": "blocking_question",
    "scope": "blocking_question",
    "interview": "blocking_question",
    "held": "human_required",
    "parked": "human_required",
    "not_understood": "human_required",
    "listed": "human_required",
    "aborted": "human_required",
    "closed": "human_required",
    "blocked": "human_required",
    "refused": "human_required",
    "exhausted": "budget_exhausted",
    "entrusted": "human_required",
    "elsewhere": "human_required",
    "thin": "human_required",
    "quality": "human_required",
    "stagnation": "stagnation",
}


#: Parts of exhaustion a question lists in full; here the search itself says enough. The facts of
#: a repository that describe it as a whole are kept for the draft and told by `show`.
_DETAILS = frozenset(
    "similar_features infrastructure attempted_inference lock_file language source_root "
    "entry_point lint_command build_command test_folder settings_module model_file doc_page "
    "changelog ci_workflow container_file compose_service infrastructure_file component_folder "
    "translation_folder migration_folder job_module env_name recent_activity".split()
)


def stop_report(
    session: Session, ending: str, next_actions: Sequence[str], question: Question | None = None
) -> StopReport:
    """The report of this ending, from what the session knows."""
    return StopReport(
        stop_reason=_REASONS[ending],
        confidence=shown_confidence(session, question),
        evidence_summary=tuple(_evidence_lines(session)),
        uncertainties_remaining=tuple(_uncertainties(session, question)),
        next_actions=tuple(next_actions),
        budget_consumed=budget_consumed(session),
        ending=ending,
    )


def shown_confidence(session: Session, question: Question | None) -> float:
    """UND-8: the chance that this is right; with a question open at most its likeliest answer."""
    settled = confidence(session, question)
    sure = understood_confidence(session)
    return settled if sure is None else min(settled, sure)


def confidence(session: Session, question: Question | None) -> float:
    """INV-6: 1.0 with nothing open, else how likely the likeliest reading of what is open is."""
    still_open = [
        believed(ambiguity, session.evidence)
        for ambiguity in session.ambiguities
        if ambiguity.id not in session.settled
        if question is None or ambiguity.id == question.question_id
    ]
    return measure.confidence(still_open) / 100


def asking_report(session: Session, asked: Question) -> StopReport:
    """The report of a session that ends with a question, for now (STOP-3, STOP-4)."""
    actions = [f"answer {asked.id}: {asked.prompt}"]
    if asked.question_id == NEEDS_PERMISSION:
        return stop_report(session, "refused", actions, asked)
    if session.inquiry.ended in ("exhausted", "stagnation"):
        actions += best_effort(session, asked)
        return stop_report(session, session.inquiry.ended, actions, asked)
    return stop_report(session, "question", actions, asked)


def best_effort(session: Session, question: Question) -> list[str]:
    """INV-9: the best recommendation so far, labelled, and how to go on with a new budget."""
    surest = confidence(session, question)
    label = question.option(question.recommended or question.default).label
    enough = round(100 * surest) >= RECOMMEND_FROM
    recommended = enough and question.recommended is not None  # ASK-2
    found = "recommended" if recommended else "listed, not recommended"
    return [
        f"best effort, {found} at confidence {surest:.2f}: {label}",
        f"or look further with a new budget: plangate resume {session.id} --calls N",
    ]


def budget_consumed(session: Session) -> dict[str, str]:
    budget = session.inquiry.allowed
    consumed = {
        "iterations": f"{session.iterations}/{budget.iterations}",
        "subagent_calls": f"{session.calls}/{budget.calls}",
        "wall_time": f"{session.seconds:.1f}s/{budget.seconds}s",
    }
    return {**consumed, **_model_consumed(session)}


def _model_consumed(session: Session) -> dict[str, str]:
    """LLM-4: what a model took; nothing where none was called."""
    thinking, most = session.thinking, session.begun.max_cost
    if not thinking.calls:
        return {}
    tokens_in = sum(call.tokens_in for call in thinking.calls)
    tokens_out = sum(call.tokens_out for call in thinking.calls)
    at_most = f"/{dollars(most)}" if most is not None else ""
    unsure = "" if thinking.is_priced else " at least"
    return {
        "model_calls": str(len(thinking.calls)),
        "model_tokens": f"{tokens_in:,} in, {tokens_out:,} out",
        "model_cost": f"{dollars(thinking.spent)}{unsure}{at_most}",
    }


def _evidence_lines(session: Session) -> list[str]:
    told = [entry for entry in session.evidence if entry.kind not in _DETAILS]
    return [*dict.fromkeys(evidence_line(entry) for entry in told), *dict.fromkeys(session.limits)]


def _uncertainties(session: Session, question: Question | None) -> list[str]:
    """What is open, and what was taken without anybody saying so."""
    open_now = [question.prompt] if question else []
    open_now += [
        f"not decided: {ambiguity.prompt or ambiguity.id}"
        for ambiguity in session.left_open
        if question is None or ambiguity.id != question.question_id
    ]
    doubts = [
        f"{entry.decision}: {entry.user_response}, confidence {entry.confidence}, "
        f"if wrong: {entry.risk_if_wrong}"
        for entry in session.in_force
        if entry.status == "open" and entry.confidence != "high"
    ]
    if not is_understood(session.aim):
        doubts.append("no word of the goal is known here: look yourself for what cannot be undone")
    return open_now + doubts
