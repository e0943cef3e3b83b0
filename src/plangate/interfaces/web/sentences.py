"""Events as sentences (WEB-1): what happened, by whom and why, for people who read a history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from plangate.core.events import event as e
from plangate.core.log.chain import Entry, event_of, is_erased
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.records import Fields
from plangate.interfaces.screens.ledger import reason
from plangate.interfaces.web.words import given, topic
from plangate.language.tokens import counted


class Sentence(NamedTuple):
    """One line of a history; `rule` is shown under "why" only."""

    seq: int
    at: str
    text: str
    rule: str = ""
    kind: str = "plain"
    why: tuple[str, ...] = ()


def sentences(entries: Iterable[Entry]) -> list[Sentence]:
    """What happened in a session, its questions by the numbers people know them by."""
    numbers: dict[str, str] = {}
    return [_sentence(entry, numbers) for entry in entries]


def _sentence(entry: Entry, numbers: dict[str, str]) -> Sentence:
    """What an entry says happened; one that cannot be read says so (REC-9)."""
    if is_erased(entry):
        return Sentence(entry.seq, entry.at, "erased by a person")
    try:
        event: Any = event_of(entry)
    except StoreDamaged as error:
        return Sentence(entry.seq, entry.at, f"cannot be read: {error}", kind="final")
    if isinstance(event, e.QuestionAsked):
        numbers[str(event.question.id)] = str(event.question.number)
    elif (name := getattr(event, "question", None)) in numbers:
        event = event._replace(question=numbers[name])
    said = _SAID.get(type(event))
    told = said(event) if said else _Told(_words_of(entry.type))
    return Sentence(entry.seq, entry.at, *told)


class _Told(NamedTuple):
    text: str
    rule: str = ""
    kind: str = "plain"
    why: tuple[str, ...] = ()


def _words_of(kind: str) -> str:
    """An event nobody has a sentence for, by its own name."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


#: What the gate decides about something open, in words (GATE-3).
_WEIGHED = {
    "ask": "{} is asked",
    "wait": "{} waits for its turn",
    "assume": "{} is assumed",
    "infer": "{} is known from what was found",
    "defer": "{} is put off",
    "investigate": "{} is looked into further",
    "park": "{} is parked",
}
_TAKEN_AS = {
    "RequiresClarification": "a question comes first",
    "OodaLoop": "it is felt out turn by turn",
    "ImmediateAction": "it can be done at once",
    "HierarchicalPlan": "it needs a plan",
}
_STOPPED = {
    "proceed": "came to an end: it can be done without a plan",
    "loop": "left it to be found out, turn by turn",
    "not_understood": "came to an end: it was not understood, and nothing was planned",
    "recommendation_ready": "came to an end: the plan can be worked from",
    "blocking_question": "stopped at the question",
    "budget_exhausted": "stopped: there was no time left to look further",
    "stagnation": "stopped: looking further brought nothing new",
    "human_required": "came to an end: a person is to look at it",
}


def _gate(event: e.GateDecided) -> _Told:
    parts, why = [], []
    for decision in event.decisions:
        about = topic(decision["ambiguity"])
        parts.append(_WEIGHED.get(decision["action"], decision["action"] + " {}").format(about))
        why += [f"{line['rule']}: {line['saw']}" for line in decision["trace"] if line["decided"]]
    rules = ", ".join(dict.fromkeys(str(decision["rule"]) for decision in event.decisions))
    return _Told(f"weighed what is open: {'; '.join(parts)}", rules, "plain", tuple(why))


def _assumed(event: e.AssumptionRecorded) -> _Told:
    entry = event.assumption
    by_person = entry.status == "confirmed"
    verb = "wrote down" if by_person else "assumed"
    about = f" for {topic(entry.ambiguity)}" if entry.ambiguity else ""
    because = "" if by_person else f": {reason(entry)}"
    kind = "yours" if by_person else "assumed"
    why = (entry.reasoning,) if entry.reasoning else ()
    return _Told(f"{verb} “{entry.decision}”{about}{because}", entry.rule or "", kind, why)


def _evidence(event: e.EvidenceGathered) -> _Told:
    found = [x.fact for x in event.evidence if x.fact]
    told = f"looked ({event.strategy}): {counted(len(found), 'fact')}"
    return _Told(told, "", "plain", tuple(found[:12]))


def _measured(event: e.PlanMeasured) -> _Told:
    told: Fields = event.telemetry
    return _Told(
        f"measured the plan: adequacy {told.get('adequacy_score', '?')}, "
        f"{told.get('loop_stop_reason', '')}"
    )


def _plan(plan: Any, verb: str) -> _Told:
    why = tuple(plan.changes)
    because = f": {plan.trigger}" if plan.trigger not in ("", "drafted") else ""
    told = f"{verb} plan v{plan.version} with {counted(len(plan.tasks), 'task')}{because}"
    return _Told(told, "", "plain", why)


def _taken(a: Any) -> str:
    return f"“{a.value}”, {given(a)}"


_SAID: Mapping[type, Callable[[Any], _Told]] = {
    e.GoalReceived: lambda v: _Told(f"{v.by} asked for: {v.goal}", "", "yours"),
    e.TriadLocked: lambda v: _Told(
        f"took a first look: {counted(len(v.initial_evidence), 'fact')}"
    ),
    e.AmbiguitiesProposed: lambda v: _Told(
        f"found {counted(len(v.ambiguities), 'thing') if v.ambiguities else 'nothing'} "
        "the goal leaves open",
        "",
        "plain",
        tuple(a.prompt or a.id for a in v.ambiguities),
    ),
    e.WorkspaceSeen: lambda _v: _Told("looked at the workspace"),
    e.SurveyFailed: lambda v: _Told(f"could not look at the workspace: {v.why}", "", "final"),
    e.MemoriesRecalled: lambda v: _Told(
        f"remembered {counted(len(v.evidence), 'thing')} decided before"
    ),
    e.ExplorationPlanned: lambda v: _Told(
        "planned what to look for", "", "plain", tuple(step.learns for step in v.steps)
    ),
    e.Dispatched: lambda v: _Told(f"sent {len(v.dispatches)} to look"),
    e.EvidenceGathered: _evidence,
    e.EvidenceSynthesised: lambda v: _Told(f"put together what was found: {v.summary}"),
    e.IterationDecided: lambda v: _Told(f"decided to {v.decision}: {v.saw}", v.rule),
    e.StrategySwitched: lambda v: _Told(f"tried {v.strategy} instead: {v.hypothesis}"),
    e.BudgetRaised: lambda v: _Told(f"{v.by} raised the budget", "", "yours"),
    e.GateDecided: _gate,
    e.IntakeDecided: lambda v: _Told(
        f"found that {_TAKEN_AS.get(v.outcome, v.outcome)} (complexity {v.complexity} of 10)",
        ", ".join(r.rule for r in v.reasons),
        "plain",
        tuple(r.saw for r in v.reasons),
    ),
    e.AssumptionRecorded: _assumed,
    e.AssumptionConfirmed: lambda v: _Told(f"{v.by} said {v.assumption} is right", "", "yours"),
    e.DecisionRevised: lambda v: _Told(
        f"{v.by} put “{v.entry.decision}” in place of {v.overturned} ({v.trigger}); "
        f"it touches {', '.join(v.tasks) or 'no task'}",
        v.entry.rule or "",
        "yours",
    ),
    e.DecisionReopened: lambda v: _Told(f"{v.overturned} is open again ({v.trigger})"),
    e.DecisionParked: lambda v: _Told(f"parked {topic(v.ambiguity)}: {v.why}", v.rule, "final"),
    e.DeferralRegistered: lambda v: _Told(f"put off: {v.deferral.scope}", "", "assumed"),
    e.DeferralOffered: lambda v: _Told(f"offered {v.deferral} again"),
    e.DeferralResolved: lambda v: _Told(f"{v.by} closed {v.deferral}: {v.how}", "", "yours"),
    e.QuestionAsked: lambda v: _Told(
        f"asked {v.question.number}: {v.question.prompt}", "", "waits"
    ),
    e.QuestionAnswered: lambda v: _Told(
        f"{v.question} was answered: {_taken(v.answer)}", "", "yours"
    ),
    e.QuestionTimedOut: lambda v: _Told(
        f"nobody answered {v.question} in time", "ASK-8", "assumed"
    ),
    e.QuestionHeld: lambda v: _Told(f"{v.by} put {v.question} on hold", "", "yours"),
    e.DeadlineMoved: lambda v: _Told(f"somebody was at {v.question}; it waited on", "ASK-8"),
    e.QuestionResumed: lambda v: _Told(f"{v.by} went on with {v.question}", "", "yours"),
    e.QuestionWithdrawn: lambda v: _Told(f"{v.by} took {v.question} back: {v.why}", "", "yours"),
    e.AnswerNotTaken: lambda v: _Told(
        f"an answer of {v.by} to {v.question} was not taken ({v.why}): “{v.value}”"
    ),
    e.LateAnswerKept: lambda v: _Told(
        f"a late answer to {v.question}: {_taken(v.answer)}", "", "yours"
    ),
    e.AnswerChanged: lambda v: _Told(
        f"the answer to {v.question} is now {_taken(v.answer)}", "", "yours"
    ),
    e.NoteAdded: lambda v: _Told(f"{v.by} noted on {v.question}: {v.note}", "", "yours"),
    e.QuestionJoined: lambda v: _Told(f"waits for {v.question} of session {v.session}", "GATE-19"),
    e.QuestionShared: lambda v: _Told(f"session {v.session} waits for {v.question} too", "GATE-19"),
    e.PlanDrafted: lambda v: _plan(v.plan, "drafted"),
    e.PlanRefined: lambda v: _plan(v.plan, "refined it to"),
    e.PlanEdited: lambda v: _plan(v.plan, f"{v.by} wrote"),
    e.PlanAdopted: lambda v: _Told(
        f"took over a plan of {counted(len(v.tasks), 'task')} from {v.source}"
    ),
    e.PlanRolledBack: lambda v: _Told(f"left the plan as it was: {v.why}"),
    e.PlanMeasured: _measured,
    e.PlanApproved: lambda v: _Told(
        f"{v.by} approved {', '.join(t.id for t in v.tasks)} of plan v{v.version}",
        "PLAN-6",
        "yours",
    ),
    e.FindingsAllowed: lambda v: _Told(f"{v.by} let findings pass: {v.reason}", "PLAN-5", "yours"),
    e.PlacesSeen: lambda v: _Told(f"remembered how {counted(len(v.files), 'file')} were"),
    e.TaskStarted: lambda v: _Told(f"{v.by} began {v.task}"),
    e.TaskDone: lambda v: _Told(
        f"{v.by} did {v.task}" + (f" ({v.proof.kind} {v.proof.what})" if v.proof else ""),
        "",
        "yours",
    ),
    e.TaskProved: lambda v: _Told(f"{v.by} brought a proof of {v.task}: {v.proof.what}"),
    e.TaskFailed: lambda v: _Told(f"{v.task} failed: {v.why}", "", "final"),
    e.StopReported: lambda v: _Told(
        _STOPPED.get(v.report.ending)
        or _STOPPED.get(v.report.stop_reason, f"stopped: {topic(v.report.stop_reason)}"),
        "",
        "plain",
        tuple(v.report.next_actions),
    ),
    e.SessionReopened: lambda v: _Told(f"went on: {v.why}"),
    e.SessionClosed: lambda v: _Told(f"{v.by} closed it: {v.why}", "PLAN-13", "yours"),
    e.ScopeOpened: lambda v: _Told(f"its options are decided one by one in {v.parent}"),
    e.ScopeTaken: lambda v: _Told(f"took over what {v.parent} decided"),
    e.ScopeStarted: lambda v: _Told(f"{v.by} began to decide: {v.decision.decision}"),
    e.ScopeAnswered: lambda v: _Told(f"{v.by} answered {v.number}: {v.reply}", "", "yours"),
    e.ScopeRowDecided: lambda v: _Told(f"{v.by} decided {v.key}: {v.bucket}", "", "yours"),
}
