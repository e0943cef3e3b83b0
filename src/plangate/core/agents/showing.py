"""What a language model is shown, as named parts (LLM-1, UND-3): pure, small, the same every time.

The brief, the decisions already known with the doubts of the rules, the tasks and what was found
wrong with them. Words of a repository among them are data; whoever writes the prompt fences them
(LLM-5). A host sees the same through interfaces/mcp.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plangate.core.agents.judging import by_decision
from plangate.core.agents.retelling import noted_with
from plangate.core.gate.session_facts import complexity_of, provisional
from plangate.core.investigation.brief_values import Brief, Earlier, brief_document
from plangate.core.log.session import Session
from plangate.core.model.evidence import evidence_line
from plangate.core.model.nouns import Ambiguity, Interpretation, Task
from plangate.core.model.records import Document, Fields
from plangate.core.model.sighting import Sighting
from plangate.core.moves import DraftPlan, ExpandPlan
from plangate.core.plans.adequacy.adequacy import target_tasks

_UNDO = {"reversible": "easy", "partial": "partly", "irreversible": "never"}
_MOST_FACTS, _LONGEST_FACT = 12, 200


def to_propose(
    session: Session, known: Sequence[Ambiguity], earlier: Sequence[Earlier]
) -> Document:
    """Everything for a first proposal: decisions, tasks and evidence in one document."""
    return {
        "goal": session.clarified or session.goal,
        "wanted": wanted_tasks(session),
        "brief": _brief(session, earlier),
        "facts": _facts(session),
        "known_decisions": [known_decision(one) for one in known],
    }


def to_draft(session: Session, chore: DraftPlan, earlier: Sequence[Earlier]) -> Document:
    """Everything for tasks under what was decided since; with the plan so far, if there is one."""
    shown = {
        "goal": chore.goal,
        "wanted": wanted_tasks(session),
        "brief": _brief(session, earlier),
        "decided": [_decided(session, chore, one) for one in chore.ambiguities],
    }
    if chore.previous is None:
        return shown
    done = {name for name, how in session.progress.items() if how == "done"}
    touched = session.touched or {task.id for task in chore.previous.tasks}
    return {
        **shown,
        "tasks_so_far": tasks_shown(by_decision(chore.previous.tasks, session)),
        "to_change": sorted(touched - done),
        "done": sorted(done),
        "because": session.stale_plan or "",
    }


def to_expand(session: Session, chore: ExpandPlan) -> Document:
    """A plan with what was found wrong with it, or with what failed."""
    findings = [
        {"task": task["id"], **_finding(finding)}
        for task in chore.report["per_task"]
        for finding in task["findings"]
    ]
    return {
        "goal": chore.goal,
        "wanted": wanted_tasks(session),
        "brief": _brief(session),
        "tasks_so_far": tasks_shown(by_decision(chore.plan.tasks, session)),
        "findings": [*map(_finding, chore.report["findings"]), *findings],
        "failed": dict(chore.failures),
        "not_to_change": sorted(chore.frozen),
    }


def to_understand(words: str, ambiguities: Iterable[Ambiguity]) -> Document:
    """ASK-15: somebody's own words, and the decisions they may speak of."""
    return {"words": words, "decisions": [known_decision(one) for one in ambiguities]}


def to_look(goal: str, looks_for: str, ambiguities: Iterable[Ambiguity]) -> Document:
    """LLM-2: what an investigator is sent for."""
    decisions = [known_decision(one) for one in ambiguities]
    return {"goal": goal, "looks_for": looks_for, "decisions": decisions}


def wanted_tasks(session: Session) -> Document:
    """LLM-3: the depth as a number of tasks (ADQ-17)."""
    depth = session.begun.depth
    return {"depth": depth, "at_least_tasks": target_tasks(complexity_of(session), depth)}


def known_decision(ambiguity: Ambiguity) -> Document:
    """A decision in a model's words, with what the rules believe of it."""
    row: Document = {
        "id": ambiguity.id,
        "question": ambiguity.prompt or "",
        "options": [_option(reading) for reading in ambiguity.interpretations],
    }
    if ambiguity.blocker_type not in ("ambiguous_goal", "none"):
        row["blocker"] = ambiguity.blocker_type
    return row


def _option(reading: Interpretation) -> Document:
    return {
        "id": reading.id,
        "label": reading.label,
        "consequence": reading.consequence,
        "prior": round(reading.prior, 2),
        "undo": _UNDO[reading.reversibility],
    }


def tasks_shown(tasks: Iterable[Task]) -> list[Document]:
    """Tasks in the words a model sends them in; what is empty is left out."""
    rows = (
        {
            "id": task.id,
            "title": task.title,
            "do": task.description,
            "files": list(task.files),
            "after": list(task.depends_on),
            "rests_on": list(task.rests_on),
            "preconditions": list(task.preconditions),
            "check": task.check,
            "effort": task.complexity,
        }
        for task in tasks
    )
    return [{name: value for name, value in row.items() if value} for row in rows]


def _brief(session: Session, earlier: Sequence[Earlier] = ()) -> Document:
    """UND-3: the one document; what is known stands beside it in full, so not in it."""
    proposed = session.proposed
    brief = Brief(
        session.goal,
        session.seen or Sighting(),
        tuple(earlier),
        (),
        proposed.grasp if proposed else None,
        proposed.not_understood if proposed else (),
    )
    document = brief_document(brief)
    left_out = ("schema", "goal", "open")
    return {name: value for name, value in document.items() if value and name not in left_out}


def _facts(session: Session) -> list[str]:
    lines = dict.fromkeys(evidence_line(entry) for entry in session.evidence if entry.fact)
    return [line[:_LONGEST_FACT] for line in list(lines)[:_MOST_FACTS]]


def _decided(session: Session, chore: DraftPlan, one: Ambiguity) -> Document:
    row: Document = {"id": one.id, "question": one.prompt or ""}
    if words := chore.in_own_words.get(one.id):
        return {**row, "decided_in_own_words": words}
    held = chore.readings.get(one.id) or provisional(session, one)
    labels = {reading.id: reading for reading in one.interpretations}
    if held in labels:
        row |= {"option": held, "label": labels[held].label, "leads_to": labels[held].consequence}
    if note := noted_with(session, one.id):
        row["with_the_note"] = note
    if one.id in chore.undecided:
        row["state"] = "open: a person is being asked; draft by the option named here"
    return row


def _finding(finding: Fields) -> dict[str, str]:
    return {name: str(finding[name]) for name in ("code", "saw", "cure")}
