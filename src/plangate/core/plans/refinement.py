"""The refinement loop: measure a plan, expand it in bounded rounds, keep the best (REF-1…5).

Everything here is a pure look at a session: whether another round is wanted and allowed, whether
what a proposer offered may stand, and what the telemetry says. Who offers is none of its business:
the rules' expanders, a model and a host agent are held to the same checks.

Tokens are counted without a model: a token is four bytes of UTF-8, rounded up. A round reserves the
plan and its findings once as what is read and the plan once more as what is written; afterwards it
is charged for what was read and for the tasks that are new or changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from plangate.core.gate.session_facts import complexity_of, size_of_plan
from plangate.core.log.session import Session
from plangate.core.log.wire import canonical
from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Plan, Task, plain
from plangate.core.model.policy import at_least
from plangate.core.model.policy.gate_numbers import TOLERANCE
from plangate.core.model.records import AdequacyReport, AdequacySnapshot, Document, Telemetry
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.plans.quality import refused_tasks
from plangate.core.plans.session_ground import terrain_in, to_be_new, to_carry_out

#: ADQ-15's codes: what a round may never bring about.
REGRESSIONS = frozenset(
    ("possible_rewrite_compression", "file_linkage_reduced", "description_mass_reduced")
)

#: REF-1: which fields of an existing task a finding may change, beside adding new tasks.
DEMANDED: Mapping[str, frozenset[str]] = {
    code: frozenset(fields.split())
    for code, fields in {
        "vague_short": "title description",
        "vague_phrase": "title description",
        "tbd_placeholder": "title description files preconditions check",
        "manifest_empty_path": "files",
        "risk_destructive": "description preconditions check depends_on",
        "deps_incomplete_or_order": "depends_on",
        "heavy_without_test_hint": "description check files depends_on complexity",
        "precondition_missing": "preconditions",
        "too_few_tasks": "complexity depends_on",
        "mega_task_cluster": "complexity depends_on",
        "missing_plan_verification": "check",
        "flat_dependency_graph": "depends_on",
        "goal_paths_unlinked": "files",
        "verbose_but_low_surface": "description files",
        "repeated_task_phrasing": "description",
        "unknown_file": "files",
        "unknown_command": "check",
        "restates_goal": "title description files",
        "no_place": "files description",
        "decision_uncovered": "rests_on",
    }.items()
}
#: What may be replaced and not only added to, because the finding says it is wrong as it stands.
_REPLACED: Mapping[str, frozenset[str]] = {
    "vague_short": frozenset(("title", "description")),
    "vague_phrase": frozenset(("title", "description")),
    "tbd_placeholder": frozenset(("title", "description", "files", "preconditions", "check")),
    "manifest_empty_path": frozenset(("files",)),
    "deps_incomplete_or_order": frozenset(("depends_on",)),
    "repeated_task_phrasing": frozenset(("description",)),
    "unknown_file": frozenset(("files",)),
    "unknown_command": frozenset(("check",)),
}


class Offer(NamedTuple):
    """What became of a round: the tasks that stand, or why none of the offered do."""

    tasks: tuple[Task, ...] | None
    reason: str
    why: str = ""


# --- measuring ------------------------------------------------------------------------------------


def tokens_of(text: str) -> int:
    """A token for every four bytes of UTF-8, rounded up: an estimate that needs no model."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def assess(
    session: Session, tasks: Sequence[Task], previous: Sequence[Task] | None = None
) -> AdequacyReport:
    """The adequacy report of a session's plan, held against its workspace (ADQ-20…26) where that
    was looked at; what the format of an adopted one does not carry is not held against it."""
    lacks = session.work.adopted.lacks if session.work.adopted else ()
    return check_plan(
        PlanDocument(
            goal=session.clarified or session.goal,
            tasks=tuple(
                _as_read(task, lacks)._replace(new_files=to_be_new(session, task)) for task in tasks
            ),
            goal_complexity=size_of_plan(session, tasks, _estimate(session)),
            depth=session.begun.depth,
            previous_tasks=None
            if previous is None
            else tuple(_as_read(task, lacks) for task in previous),
            decisions=to_carry_out(session),
        ),
        terrain_in(session, tasks),
    )


def _estimate(session: Session) -> int:
    return session.intake.complexity if session.intake else complexity_of(session)


def _as_read(task: Task, lacks: Sequence[str] = ()) -> PlanTask:
    read = PlanTask(
        id=task.id,
        description=task.description,
        title=task.title,
        files=task.files,
        complexity=task.complexity,
        depends_on=task.depends_on,
        preconditions=task.preconditions,
        check=task.check,
        rests_on=task.rests_on,
        answers_to=task.answers_to,
    )
    absent: Document = dict.fromkeys(lacks)
    return read._replace(**absent)


def reserved_tokens(plan: Plan, report: AdequacyReport) -> int:
    """REF-2: what a round may cost at most, taken before it begins."""
    return _read_tokens(plan, report) + tokens_of(canonical(plain(plan.tasks)))


def spent_tokens(plan: Plan, report: AdequacyReport, offered: Sequence[Task]) -> int:
    """What a round did cost: the plan and its findings read, the new and changed tasks written."""
    known = set(plan.tasks)
    fresh = [plain(task) for task in offered if task not in known]
    return _read_tokens(plan, report) + tokens_of(canonical(fresh))


def _read_tokens(plan: Plan, report: AdequacyReport) -> int:
    findings = [report["findings"], [task["findings"] for task in report["per_task"]]]
    return tokens_of(canonical(plain(plan.tasks)) + canonical(findings))


# --- another round? -------------------------------------------------------------------------------


def wants_refinement(session: Session, report: AdequacyReport) -> bool:
    """REF-2: whether the plan as it stands asks for a round, in the loop's mode.

    Beside thin and risky plans `auto` refines one that PLAN-5 would block: it may be curable.
    """
    policy, plan = session.begun.plan_policy, session.plan
    match policy.loop_mode:
        case "off":
            return policy.auto_expand_thin_plan and bool(report["is_too_thin"])
        case "always" if session.refining.rounds == 0:
            return True
        case _:
            return (
                bool(report["is_too_thin"])
                or at_least(report["aggregate_unresolved_risk"], policy.gap_risk_threshold)
                or bool(refused_tasks(session, plan.tasks if plan else (), report))
            )


def loop_stop_reason(session: Session, report: AdequacyReport) -> str | None:
    """REF-2: why the loop ends here, by its exact name; None when another round begins."""
    policy, refining = session.begun.plan_policy, session.refining
    if not wants_refinement(session, report):
        return "ready" if refining.rounds else "not_needed"
    if refining.last in ("rolled_back", "plateau", "proposer_failed"):
        return refining.last
    most = 1 if policy.loop_mode == "off" else policy.max_refine_rounds
    if refining.rounds >= min(most, policy.max_refine_rounds):
        return "max_refine_rounds"
    assert session.plan is not None, "only a drafted plan is refined"
    if refining.tokens + reserved_tokens(session.plan, report) > policy.refine_budget_tokens:
        return "token_budget"
    return None


# --- what was offered -----------------------------------------------------------------------------


def judged(session: Session, report: AdequacyReport, offered: Sequence[Task]) -> Offer:
    """REF-3: an offer that changes nothing, breaks REF-1, regresses or scores lower is refused."""
    assert session.plan is not None, "only a drafted plan is refined"
    before = session.plan.tasks
    try:
        after = in_order(kept_by_a_person(session, offered))
    except BadInput as error:
        return Offer(None, "rolled_back", f"PLAN-2: {error}")
    if after == before:
        return Offer(None, "plateau", "nothing was added")
    if broken := broken_expansion(before, after, report):
        return Offer(None, "rolled_back", f"REF-1: {broken}")
    now = assess(session, after, before)
    if worse := REGRESSIONS.intersection(now["adequacy_reason_codes"]):
        return Offer(None, "rolled_back", f"ADQ-15: {', '.join(sorted(worse))}")
    if now["adequacy_score"] < report["adequacy_score"] - TOLERANCE:
        scores = f"{report['adequacy_score']:.2f} to {now['adequacy_score']:.2f}"
        return Offer(None, "rolled_back", f"REF-3: the score fell from {scores}")
    return Offer(after, "kept")


def frozen_tasks(session: Session) -> set[str]:
    """The tasks no expansion may change: done ones, and of a revision those it did not touch."""
    done = {name for name, how in session.progress.items() if how == "done"}
    first = session.refining.from_version
    if session.plan is None or first <= 1:
        return done
    earlier = set(session.plans[first - 2].tasks)
    return done | {task.id for task in session.plan.tasks if task in earlier}


def kept_by_a_person(session: Session, offered: Sequence[Task]) -> tuple[Task, ...]:
    """The offer with everything as it was that may not change: done tasks, a person's own words."""
    assert session.plan is not None, "only a drafted plan is refined"
    before = {task.id: task for task in session.plan.tasks}
    frozen = frozen_tasks(session) - session.failures.keys()
    return tuple(
        task
        if task.id not in before
        else before[task.id]
        if task.id in frozen
        else pinned_task(before[task.id], task, session)
        for task in offered
        if task.id in before or task.id not in session.removed_tasks
    )


def pinned_task(before: Task, after: Task, session: Session) -> Task:
    """A task with the fields a person wrote as they wrote them."""
    return after._replace(
        **{field: getattr(before, field) for field in session.pins.get(before.id, ())}
    )


def broken_expansion(
    before: Sequence[Task], after: Sequence[Task], report: AdequacyReport
) -> str | None:
    """REF-1: what of an existing task is gone or changed without a finding that demands it."""
    now = {task.id: task for task in after}
    found = {task["id"]: task["reason_codes"] for task in report["per_task"]}
    for task in before:
        if task.id not in now:
            return f"{task.id} is gone"
        codes = (*found.get(task.id, ()), *report["adequacy_reason_codes"])
        if wrong := _changed_too_much(task, now[task.id], codes):
            return f"{task.id}: {wrong}"
    return None


def _changed_too_much(old: Task, new: Task, codes: Sequence[str]) -> str | None:
    for field in Task._fields:
        was, now = getattr(old, field), getattr(new, field)
        if was == now:
            continue
        demanding = [code for code in codes if field in DEMANDED.get(code, ())]
        if not demanding:
            return f"its {field} changed and no finding demands it"
        if any(field in _REPLACED.get(code, ()) for code in demanding):
            continue
        if not _holds_what_was(field, was, now):
            return f"its {field} lost what was there"
    return None


def _holds_what_was(field: str, was: Any, now: Any) -> bool:
    """Expanded, not rewritten: text and lists grow, a task that gave parts away gets smaller."""
    if field == "complexity":
        return bool(now <= was)
    if isinstance(was, tuple):
        return set(was) <= set(now)
    return str(was).strip() in str(now)


# --- telemetry ------------------------------------------------------------------------------------


def telemetry(
    session: Session, tasks: Sequence[Task], report: AdequacyReport, reason: str
) -> Telemetry:
    """REF-5: what the loop found and did, by the exact names; also for plans that are refused."""
    draft = session.plans[session.refining.from_version - 1].tasks
    before = assess(session, draft) if draft != tasks else report
    told: Telemetry = {
        "adequacy_score": report["adequacy_score"],
        "is_too_thin": report["is_too_thin"],
        "adequacy_reason_codes": report["adequacy_reason_codes"],
        "detail_target_min_tasks": report["detail_target_min_tasks"],
        "estimated_goal_complexity": report["estimated_goal_complexity"],
        "aggregate_unresolved_risk": report["aggregate_unresolved_risk"],
        "refinement_rounds": session.refining.rounds,
        "loop_stop_reason": reason,
        "plan_depth": session.begun.depth,
        # The rules write a plan whole; only a model has a cap that could cut one short.
        "initial_plan_max_output_tokens": session.thinking.plan_tokens,
        "adequacy_before": _snapshot(before),
        "adequacy_after": _snapshot(report),
        "task_count_before_refine": len(draft),
        "task_count_after_refine": len(tasks),
        "adequacy_improved_heuristic": improved(before, report),
        "refine_tokens_spent": session.refining.tokens,
    }
    return _with_model_use(told, session)


def _with_model_use(told: Telemetry, session: Session) -> Telemetry:
    """LLM-4: what a model took until here; nothing more where none was called."""
    if calls := session.thinking.calls:
        told["model_calls"] = len(calls)
        told["model_tokens_in"] = sum(call.tokens_in for call in calls)
        told["model_tokens_out"] = sum(call.tokens_out for call in calls)
        told["model_cost_micros"] = session.thinking.spent
    return told


def improved(before: AdequacyReport, after: AdequacyReport) -> bool:
    """REF-5: the score rose by 0.01, the plan is no longer thin, or the risk fell by 0.02."""
    return (
        at_least(after["adequacy_score"], before["adequacy_score"] + 0.01)
        or (before["is_too_thin"] and not after["is_too_thin"])
        or at_least(before["aggregate_unresolved_risk"], after["aggregate_unresolved_risk"] + 0.02)
    )


def _snapshot(report: AdequacyReport) -> AdequacySnapshot:
    return {
        "score": report["adequacy_score"],
        "is_too_thin": report["is_too_thin"],
        "reason_codes": report["adequacy_reason_codes"],
        "aggregate_unresolved_risk": report["aggregate_unresolved_risk"],
        "critical_count": report["critical_count"],
        "task_count": len(report["per_task"]),
    }
