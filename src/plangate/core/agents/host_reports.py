"""What a host agent is asked for and what it may report (MCP-3): shapes, bounds, and what counts.

Everything in a report is somebody else's text: it is read by its shape, bounded, redacted, and used
as data. The host adds to what plangate sees by itself and hides none of it: a dimension the catalog
finds stays unless the host tells it again, and no retelling makes a reading less final (MCP-6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from plangate.core.gate.document import read_session_document
from plangate.core.gate.matters import object_of
from plangate.core.guard.redaction import redact_value
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import (
    BLOCKER_TYPES,
    REVERSIBILITIES,
    Ambiguity,
    Evidence,
    Task,
    plain,
)
from plangate.core.model.shapes import Choice, ListOf, Number, Record, Shape, Text, Whole
from plangate.core.moves import DraftPlan, Entrust, ExpandPlan, HostChore, Investigate, Propose
from plangate.core.words.irreversible import irreversible_by_words

_NAME = Text(64)
_LINE = Text(300)
_PATHS = ListOf(Text(300), most=50)

PROPOSAL = Record(
    required={
        "ambiguities": ListOf(
            Record(
                required={
                    "id": _NAME,
                    "interpretations": ListOf(
                        Record(
                            required={
                                "id": _NAME,
                                "label": Text(200),
                                "consequence": Text(600),
                                "prior": Number(above=0, most=1),
                                "complexity": Number(above=0, most=1),
                                "reversibility": Choice(REVERSIBILITIES),
                            },
                            optional={"touches": _PATHS, "strictness": Number(least=0, most=10)},
                        ),
                        least=1,
                        most=12,
                    ),
                },
                optional={
                    "prompt": _LINE,
                    "blocker_type": Choice(BLOCKER_TYPES),
                    "blocker_evidence": ListOf(Text(600), most=10),
                    "safe_default": _NAME,
                    "none_fits": Number(least=0, most=1),
                },
            ),
            most=20,
        )
    },
    optional={},
)
FINDINGS = Record(
    required={
        "evidence": ListOf(
            Record(
                required={"fact": Text(600)},
                optional={
                    "ambiguity": _NAME,
                    "supports": _NAME,
                    "confidence": Number(least=0, most=1),
                    "locator": _LINE,
                    "quote": Text(600),
                },
            ),
            most=40,
        )
    },
    optional={},
)
_WORDS: Mapping[str, Shape] = {"title": Text(200), "description": Text(4_000)}
_REST: Mapping[str, Shape] = {
    "files": _PATHS,
    "complexity": Whole(1, 10),
    "depends_on": ListOf(_NAME, most=200),
    "preconditions": ListOf(Text(600), most=20),
    "check": Text(1_000, blank=True),
    "reversibility": Choice(REVERSIBILITIES),
    "rests_on": ListOf(_NAME, most=20),
    "answers_to": Text(600, blank=True),
}
_TASK = Record(required={"id": _NAME, **_WORDS}, optional=_REST)
_TASK_OR_PART = Record(required={"id": _NAME}, optional={**_WORDS, **_REST})
DRAFT = Record(required={"tasks": ListOf(_TASK, least=1, most=200)}, optional={})
EXPANSION = Record(required={"tasks": ListOf(_TASK_OR_PART, most=200)}, optional={})

_SHAPES: Mapping[type, Record] = {
    Propose: PROPOSAL,
    Investigate: FINDINGS,
    DraftPlan: DRAFT,
    ExpandPlan: EXPANSION,
}
_KINDS: Mapping[type, str] = {
    Propose: "propose",
    Investigate: "investigate",
    DraftPlan: "draft_plan",
    ExpandPlan: "expand_plan",
}
_WANTED: Mapping[type, str] = {
    Propose: (
        "Say where this goal can be read in two or more ways that lead to different plans. The "
        "priors of one ambiguity sum to 1. What is already found stays; tell one again under its "
        "id to word it for this repository. An empty list is a good answer."
    ),
    Investigate: (
        "Look in the workspace for what decides between these readings. A fact counts as evidence "
        "only with a locator (path:line) and a quote that stands there. plangate looks for itself "
        "as well; an empty list is a good answer."
    ),
    DraftPlan: (
        "Write the tasks that do what the goal wants under these decisions: real files, "
        "dependencies, preconditions, and a check that can be run. rests_on names decisions."
    ),
    ExpandPlan: (
        "Cure the findings: report new tasks, and of a task that a finding names only its id and "
        "the fields that change. Tasks you do not report stay as they are; none is dropped or "
        "rewritten. An empty list leaves it to plangate's own rules."
    ),
}
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

#: What a quote that stands in the workspace is worth at most; and for a reading that cannot be
#: undone too little to infer it (GATE-2): that takes a person.
_STRONGEST = 0.9
_FINAL = 0.7
_MOST_FACTS = 40
_FINALITY = {name: place for place, name in enumerate(REVERSIBILITIES)}


class Finding(NamedTuple):
    """A fact as the host told it; whether its quote stands where it says is not known here."""

    fact: str
    ambiguity: str | None = None
    supports: str | None = None
    confidence: float = 0.5
    locator: str | None = None
    quote: str | None = None


# --- what the host is asked for -------------------------------------------------------------------


def chore_document(entrusted: Entrust) -> dict[str, Any]:
    """A chore as the host receives it: what is wanted, what is known, and the schema to report."""
    kind = type(entrusted.chore)
    return {
        "id": entrusted.id,
        "kind": _KINDS[kind],
        "wanted": _WANTED[kind],
        "given": _given(entrusted.chore, entrusted.known),
        "report_schema": _SHAPES[kind].schema(),
    }


def _given(chore: HostChore, known: Sequence[Ambiguity]) -> dict[str, Any]:
    match chore:
        case Propose():
            return {
                "goal": chore.goal,
                "facts": _facts(chore.evidence),
                "already_found": [_lean(ambiguity) for ambiguity in known],
            }
        case Investigate():
            return {
                "goal": chore.goal,
                "ambiguities": [_lean(ambiguity) for ambiguity in chore.ambiguities],
                "looking_for": [dispatch.looks_for for dispatch in chore.dispatches],
            }
        case DraftPlan():
            return {
                "goal": chore.goal,
                "complexity": chore.complexity,
                "decisions": _decisions(chore),
                "facts": _facts(chore.evidence),
                "one_task_group": chore.one_task_group,
                "previous_tasks": plain(chore.previous.tasks) if chore.previous else [],
            }
        case ExpandPlan():
            return {
                "goal": chore.goal,
                "tasks": plain(chore.plan.tasks),
                "findings": [
                    *chore.report["findings"],
                    *(
                        {"task": task["id"], **finding}
                        for task in chore.report["per_task"]
                        for finding in task["findings"]
                    ),
                ],
                "failed": dict(chore.failures),
                "facts": _facts(chore.evidence),
            }


def _decisions(chore: DraftPlan) -> dict[str, str]:
    """What holds, by ambiguity: the label of the reading, or an answer in somebody's own words."""
    labels = {
        ambiguity.id: ambiguity.reading(chore.readings[ambiguity.id]).label
        for ambiguity in chore.ambiguities
        if ambiguity.id in chore.readings
    }
    return {**labels, **chore.in_own_words}


def _facts(evidence: Iterable[Evidence]) -> list[str]:
    lines = (
        f"{entry.kind}: {entry.fact}" + (f" ({entry.locator})" if entry.locator else "")
        for entry in evidence
    )
    return list(dict.fromkeys(lines))[:_MOST_FACTS]


def _lean(ambiguity: Ambiguity) -> dict[str, Any]:
    return {
        "id": ambiguity.id,
        "prompt": ambiguity.prompt,
        "interpretations": [
            {
                "id": reading.id,
                "label": reading.label,
                "prior": round(reading.prior, 3),
                "reversibility": reading.reversibility,
            }
            for reading in ambiguity.interpretations
        ],
    }


# --- what the host reports ------------------------------------------------------------------------


def read_report(chore: HostChore, document: Any) -> dict[str, Any]:
    """A report read by its chore's shape, its secrets blotted out (ASK-14)."""
    read: dict[str, Any] = redact_value(_SHAPES[type(chore)].read(document, "result"))
    return read


def read_proposal(document: Mapping[str, Any], known: Sequence[Ambiguity]) -> tuple[Ambiguity, ...]:
    """The host's ambiguities, and behind them every one of ours that it did not tell again."""
    for place, entry in enumerate(document["ambiguities"]):
        if not _ID.fullmatch(entry["id"]):
            raise BadInput(
                f"result.ambiguities[{place}].id",
                "is no name",
                "lower-case letters, digits and single hyphens, as in session-store",
            )
    read = read_session_document({"goal": "as given", "ambiguities": document["ambiguities"]})
    told = {a.id: a._replace(heard=object_of(a.prompt or "")) for a in read.ambiguities}
    ours = {ambiguity.id: ambiguity for ambiguity in known}
    retold = [_retold(ours[name], new) if name in ours else new for name, new in told.items()]
    return (*retold, *(ambiguity for name, ambiguity in ours.items() if name not in told))


def _retold(ours: Ambiguity, told: Ambiguity) -> Ambiguity:
    """Our ambiguity in the host's words: it stays a blocker and as final as it was (MCP-6)."""
    finality = {reading.id: reading.reversibility for reading in ours.interpretations}
    readings = tuple(
        reading._replace(
            reversibility=max(
                reading.reversibility,
                finality.get(reading.id, "reversible"),
                key=lambda name: _FINALITY[name],
            )
        )
        for reading in told.interpretations
    )
    kept = {reading.id for reading in readings}
    dropped = tuple(r for r in ours.interpretations if r.id not in kept)
    # A reading the host leaves out is still there: an option is never dropped without a person.
    whole = fsum(reading.prior for reading in (*readings, *dropped))
    readings = tuple(r._replace(prior=r.prior / whole) for r in (*readings, *dropped))
    told = told._replace(
        interpretations=readings,
        prompt=told.prompt or ours.prompt,
        heard=ours.heard,
        catalogued=ours.catalogued,
    )
    if ours.blocker_type in ("ambiguous_goal", "none"):
        return told
    return told._replace(
        blocker_type=ours.blocker_type,
        blocker_evidence=ours.blocker_evidence,
        safe_default=ours.safe_default,
        safe_default_reason=ours.safe_default_reason,
    )


def read_findings(document: Mapping[str, Any], chore: Investigate) -> tuple[Finding, ...]:
    """The host's facts, each about an ambiguity of the chore or about none."""
    readings = {a.id: [r.id for r in a.interpretations] for a in chore.ambiguities}
    found = tuple(Finding(**entry) for entry in document["evidence"])
    for place, entry in enumerate(found):
        at = f"result.evidence[{place}]"
        if entry.ambiguity is not None and entry.ambiguity not in readings:
            known = ", ".join(readings)
            raise BadInput(f"{at}.ambiguity", f"{entry.ambiguity!r} is no ambiguity", known)
        if entry.supports is not None and entry.supports not in readings.get(
            entry.ambiguity or "", ()
        ):
            known = ", ".join(readings.get(entry.ambiguity or "", ())) or "name its ambiguity too"
            raise BadInput(f"{at}.supports", f"{entry.supports!r} is no interpretation", known)
    return found


def as_evidence(
    finding: Finding, name: str, chore: Investigate, *, stands: bool, digest: str | None
) -> Evidence:
    """A finding as evidence: what cannot be seen in the workspace is kept and decides nothing."""
    about = next((a for a in chore.ambiguities if a.id == finding.ambiguity), None)
    most = _STRONGEST
    if about is not None and finding.supports is not None:
        final = about.reading(finding.supports).reversibility == "irreversible"
        most = _FINAL if final else _STRONGEST
    return Evidence(
        id=name,
        ambiguity=finding.ambiguity,
        source="repo_facts",
        supports=finding.supports if stands else None,
        confidence=min(finding.confidence, most) if stands else 0.0,
        locator=finding.locator,
        kind="host" if stands else "host_unverified",
        fact=finding.fact,
        digest=digest,
    )


def read_tasks(document: Mapping[str, Any], chore: DraftPlan) -> tuple[Task, ...]:
    """The host's tasks, each resting on decisions of this plan."""
    decided = tuple(_decisions(chore))
    return tuple(
        _finality_kept(Task(**entry), decided, f"result.tasks[{place}]")
        for place, entry in enumerate(document["tasks"])
    )


def read_expansion(document: Mapping[str, Any], chore: ExpandPlan) -> tuple[Task, ...]:
    """The plan's tasks with what the host adds and changes; whether it may stand is REF-1's."""
    tasks = {task.id: task for task in chore.plan.tasks}
    decided = tuple(dict.fromkeys(name for task in chore.plan.tasks for name in task.rests_on))
    for place, entry in enumerate(document["tasks"]):
        at = f"result.tasks[{place}]"
        name = entry["id"]
        if name in tasks:
            # What a task rests on follows from its decisions, not from an expansion.
            change = {k: v for k, v in entry.items() if k != "rests_on"}
            tasks[name] = _finality_kept(tasks[name]._replace(**change), decided, at)
            continue
        for field in _WORDS:
            if field not in entry:
                raise BadInput(f"{at}.{field}", "is missing", f"{name} is new and needs a {field}")
        tasks[name] = _finality_kept(Task(**entry), decided, at)
    return tuple(tasks.values())


def _finality_kept(task: Task, decided: Sequence[str], at: str) -> Task:
    """A step that cannot be undone says so and rests on every decision, so that no omission makes
    it look confirmed (PLAN-6, MCP-6)."""
    for name in task.rests_on:
        if name not in decided:
            known = ", ".join(decided) or "none: nothing was decided"
            raise BadInput(f"{at}.rests_on", f"{name!r} is no decision of this plan", known)
    if irreversible_by_words(task, code_too=True):
        task = task._replace(reversibility="irreversible")
    if task.reversibility == "irreversible":
        task = task._replace(rests_on=tuple(decided))
    return task
