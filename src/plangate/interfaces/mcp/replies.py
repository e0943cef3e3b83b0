"""What an agent reads back (MCP-7): the plan, its decisions and what to do next, each thing once.

A reply is bounded: what does not fit is cut, and the call that shows the rest is named. Text of a
repository stands in quotation marks (ACT-3), and no shell command is named where a tool does it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from plangate.app.hosting import Hosted
from plangate.app.planner import Advanced
from plangate.core.agents.judging import Ground, findings_of
from plangate.core.agents.telling import DROPPED
from plangate.core.events.event import StopReport
from plangate.core.gate.session_facts import grasp_in, is_delivered, is_recommended, is_said
from plangate.core.guard.found_text import NOTICE, found_text
from plangate.core.investigation.brief_values import Brief, brief_document, tokens_of
from plangate.core.log.session import HOST, Session
from plangate.core.model.evidence import QUOTED
from plangate.core.model.nouns import Ambiguity, Assumption, Plan, Question, Task
from plangate.core.model.records import Document, Fields
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Loop, Outcome, Proceed, Propose, Wait
from plangate.core.plans.work.task_progress import standing, waiting_on
from plangate.core.scopes.scope_log import scope_document
from plangate.core.understanding.confidence import LABELLED_FROM
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.wanted import DECISIONS_AND_TASKS, EXAMPLE, LOOK, STAYS, TASKS
from plangate.interfaces.outcome_documents import outcome_word, wanted_of
from plangate.interfaces.screens.questions import answer_words

#: MCP-7: the most tokens of a reply with a plan; what is longer is cut and says so.
MOST_TOKENS = 1_500
#: What is said beside it: which call shows the rest, and what became of the question.
_ROOM = 60
_UNDO = {"reversible": "easy", "partial": "partly", "irreversible": "never"}


def host_reply(
    done: Hosted,
    brief: Brief | None,
    ground: Ground | None = None,
    see: Mapping[str, str] | None = None,
    **more: Any,
) -> Document:
    """The reply to `plan`: the brief and what is wanted, or every verdict at once."""
    reply = session_reply(done.advanced, ground, in_full=done.judged is None)
    reply = _with_lines(reply, see or {})
    outcome = done.advanced.outcome
    if isinstance(outcome, Entrust) and isinstance(outcome.chore, Propose):
        reply |= {"brief": brief_for_host(brief)} if brief is not None else {}
        reply["decisions"] = [_known(ambiguity) for ambiguity in outcome.known]
        reply["example"] = EXAMPLE
    if done.judged is not None:
        reply |= {"kept": list(done.judged.kept)} if done.judged.kept else {}
    reply |= {"not_counted": list(done.unseen[:8])} if done.unseen else {}
    reply |= {"ignored": list(done.ignored[:12])} if done.ignored else {}
    reply |= {"altered": list(done.altered[:8])} if done.altered else {}
    return bounded({**reply, **more})


def _with_lines(reply: Document, see: Mapping[str, str]) -> Document:
    """Beside a verdict that rests on no line of the repository, one that may speak of it."""
    rows = reply.get("decisions", [])
    open_to = ("assume", "ask", "wait")
    shown = {x["id"] for x in rows if x["id"] in see and x["verdict"] in open_to}
    if not shown:
        return reply
    told = [{**x, "see": see[x["id"]]} if x["id"] in shown else x for x in rows]
    return {**reply, "decisions": told, "next": f"{reply['next']} {LOOK}"}


def session_reply(
    advanced: Advanced, ground: Ground | None = None, *, in_full: bool = False
) -> Document:
    """Where a session stands: state, decisions, tasks, the open question, what to do next."""
    session, outcome = advanced.session, advanced.outcome
    reply: Document = {"session": session.id, "state": state_of(advanced)}
    reply |= {"decisions": rows} if (rows := decision_rows(session)) else {}
    plan = session.plan
    if plan is not None and not isinstance(outcome, Proceed | Loop):
        if isinstance(outcome, Deliver):  # UND-8, INT-10
            reply["confidence"] = round(outcome.stop.confidence, 2)
            reply |= {} if is_recommended(session) else {"recommended": False}
        reply["tasks"] = task_rows(session, plan, ground, in_full=in_full)
        if whole := findings_of(plan.tasks, session, ground).get("plan"):
            reply["findings"] = list(whole)
    if isinstance(outcome, Ask | Wait):
        reply["question"] = question_reply(outcome.question)
    if isinstance(outcome, Decide):
        reply["scope"] = scope_document(outcome.scope, outcome.chain)
    if advanced.workspace_rules.passed_over:
        reply["not_trusted"] = list(advanced.workspace_rules.passed_over)[:4]
    return {**reply, "next": next_of(advanced)}


def state_of(advanced: Advanced) -> str:
    """One word: plan, question, wait, wanted, proceed, loop, parked, thin …"""
    word = outcome_word(advanced)
    return advanced.outcome.stop.ending if word == "stop" else word


# --- decisions ------------------------------------------------------------------------------------


def decision_rows(session: Session) -> list[Document]:
    """MCP-3: the verdict on every decision, with its reason in one line."""
    entries = {entry.ambiguity: entry for entry in session.in_force}
    rows = [_row(session, a, entries.get(a.id)) for a in session.ambiguities]
    known = {ambiguity.id for ambiguity in session.ambiguities}
    dropped = [
        {"id": x.ambiguity, "verdict": "dropped", "why": _one_line(x.reasoning), "entry": x.id}
        for x in session.in_force
        if x.user_response == DROPPED and x.ambiguity not in known
    ]
    return [*(row for row in rows if row), *dropped]


def _row(session: Session, ambiguity: Ambiguity, entry: Assumption | None) -> Document:
    last = _last_decision(session, ambiguity.id)
    if entry is not None:
        verdict = "confirmed" if is_said(entry) else _taken_as(entry, last)
        return {
            "id": ambiguity.id,
            "verdict": verdict,
            "choice": _one_line(entry.interpretation or entry.decision, 80),
            "why": _one_line(f"{_found_at(session, entry)}{entry.reasoning}"),
            "entry": entry.id,
        }
    left_to = session.undecided.get(ambiguity.id)
    if left_to is None:
        return {}
    asked = [q for q in session.questions.values() if q.question_id == ambiguity.id and q.is_open]
    why = f"the person is asked: {asked[-1].id}" if asked else _why(last)
    return {"id": ambiguity.id, "verdict": left_to, "choice": None, "why": _one_line(why)}


def _found_at(session: Session, entry: Assumption) -> str:
    """Where a line that was looked up stands for what was taken; empty for none."""
    stands = (
        each.locator
        for each in session.evidence
        if each.ambiguity == entry.ambiguity
        and each.supports == entry.interpretation
        and each.confidence >= QUOTED
    )
    return next((f"{locator} says so; " for locator in stands if locator), "")


def _taken_as(entry: Assumption, last: Fields | None) -> str:
    if entry.user_response == DROPPED:
        return "dropped"
    return str(last["action"]) if last and last["action"] in ("infer", "defer") else "assume"


def _last_decision(session: Session, name: str) -> Fields | None:
    found = [d for call in session.gate_calls for d in call.decisions if d["ambiguity"] == name]
    return found[-1] if found else None


def _why(decision: Fields | None) -> str:
    if not decision:
        return "not weighed yet"
    saw = [step["saw"] for step in decision["trace"] if step["rule"] == decision["rule"]]
    return f"{decision['rule']}: {saw[-1] if saw else ''}"


def _known(ambiguity: Ambiguity) -> Document:
    """A decision plangate saw in the goal; GATE-18: one that cannot be dropped says so."""
    final = any(r.reversibility == "irreversible" for r in ambiguity.interpretations)
    return {
        "id": ambiguity.id,
        "question": ambiguity.prompt,
        "options": [
            {"id": r.id, "label": r.label, "prior": r.prior, "undo": _UNDO[r.reversibility]}
            for r in ambiguity.interpretations
        ],
        **({"stays": STAYS} if final else {}),
    }


# --- tasks ----------------------------------------------------------------------------------------


def task_rows(
    session: Session, plan: Plan, ground: Ground | None = None, *, in_full: bool
) -> list[Document]:
    """Every task with where it stands and what is wrong with it; in full for whoever lost it."""
    now = standing(session, plan)
    waits = waiting_on(session, plan)
    findings = findings_of(plan.tasks, session, ground)
    ready = {task.id for task in now.ready}
    return [
        _task_row(
            task,
            _standing(session, task, ready, waits, now.withheld),
            findings.get(task.id, ()),
            in_full=in_full,
        )
        for task in plan.tasks
    ]


def _task_row(
    task: Task, stands: Mapping[str, str], findings: Sequence[str], *, in_full: bool
) -> Document:
    row: Document = {"id": task.id, "title": _one_line(task.title, 90)}
    if in_full:
        row |= {"do": _one_line(task.description, 240), "files": list(task.files[:6])}
        row |= {"check": _one_line(task.check)} if task.check else {}
    row |= {"after": list(task.depends_on)} if task.depends_on else {}
    return {**row, **stands, "findings": [_one_line(line) for line in findings[:4]]}


def _standing(
    session: Session,
    task: Task,
    ready: set[str],
    waits: Mapping[str, Sequence[str]],
    withheld: Mapping[str, str],
) -> dict[str, str]:
    if (how := session.progress.get(task.id)) is not None:
        return {"is": how}
    if task.id in waits:
        return {"is": "waiting", "for": ", ".join(waits[task.id])}
    if task.id in withheld:
        return {"is": "withheld", "for": _one_line(withheld[task.id])}
    return {"is": "ready"} if task.id in ready else {}


# --- the rest -------------------------------------------------------------------------------------


def question_reply(question: Question) -> Document:
    """MCP-4: the id, what to show, and where it is answered."""
    options = [f"{o.key}) {option_title(o)}" for o in question.options]
    if question.kind == "open_ended":
        options.insert(0, "In the person's own words, or:")
    reply = {
        "id": question.id,
        "status": question.status,
        "text": "\n".join([question.prompt, *options, silence(question)]),
    }
    if is_one_way(question):
        command = f"plangate answer {question.id} {answer_words(question)}"
        return {**reply, "answer_by": f"only the person: in a form, or {command}"}
    return {**reply, "answer_by": "the tool answer, with what the person said"}


def option_title(option: Any) -> str:
    """An option with what it leads to, and whether it can be undone."""
    final = " (cannot be undone)" if option.reversibility == "irreversible" else ""
    same = option.consequence.strip().casefold() == option.label.strip().casefold()
    leads = "" if same else f": {_one_line(option.consequence, 140)}"
    # What cannot be undone is said first: clients cut a title after some fifty letters.
    return f"{_one_line(option.label, 100)}{final}{leads}"


def silence(question: Question) -> str:
    """What happens when nobody answers, in one line."""
    until = f" until {(question.deadline or '')[:16].replace('T', ' ')} UTC"
    if question.status == "held":
        return "On hold: nothing happens until the person resumes or answers it."
    if question.on_timeout == "wait" or question.parks:
        return "Without an answer nothing that hangs on it is done."
    if question.on_timeout == "abort":
        return f"Without an answer{until} the plan is given up."
    label = _one_line(question.option(question.default).label, 80)
    return f"Without an answer{until}, “{label}” is assumed; it can be changed later."


def next_of(advanced: Advanced) -> str:
    """The one thing to do now, by the tool that does it."""
    outcome: Outcome = advanced.outcome
    match outcome:
        case Ask(question=question) | Wait(question=question) if question.status == "held":
            return "On hold until the person resumes or answers it; do not do what hangs on it."
        case Ask(question=question) | Wait(question=question):
            plan = advanced.session.plan
            ready = plan is not None and bool(standing(advanced.session, plan).ready)
            rest = " Tasks that are ready can be begun meanwhile (task)." if ready else ""
            return f"Show the question as it stands, then wait on {question.id}.{rest}"
        case Decide(scope=name):
            return f"The person decides what ships: decide_scope with id {name}."
        case Deliver(plan=plan) if plan.requires_approval:
            return "Show the plan. Steps that cannot be undone wait for the person's approval."
        case Deliver() if not is_delivered(advanced.session):
            sure = f"confidence {outcome.stop.confidence:.2f} is below {LABELLED_FROM}"
            return (
                f"Listed, not recommended: {sure}. Show the plan and what was assumed to the "
                "person before you begin; quoting lines of the files it changes (evidence) raises "
                "it."
            )
        case Deliver(plan=plan) if why := _nothing_ready(advanced.session, plan):
            return why
        case Deliver():
            return "Work: task start, then task done. Tell the person what was assumed."
        case Proceed():
            return "Go ahead; no plan is needed."
        case Loop():
            return "Look first: observe, orient, decide, act; plan again once the goal is clear."
        case Entrust():
            return DECISIONS_AND_TASKS if "decisions" in wanted_of(outcome) else TASKS
        case _ if outcome.stop.ending == "not_understood":
            return _not_understood(advanced.session)
        case _:
            return _stopped(advanced.session, outcome.stop)


def _stopped(session: Session, stop: StopReport) -> str:
    """Why nothing goes on; tasks the quality gate refuses are mended by the same tool."""
    if stop.ending == "quality" and session.begun.proposer == HOST:
        return f"Not accepted: {stop.next_actions[0][:300]}. Call plan again with it mended."
    return f"It stopped: {'; '.join(stop.next_actions)[:300]}"


def _nothing_ready(session: Session, plan: Plan) -> str | None:
    """Why no task can be begun, when none can and none is under way."""
    now = standing(session, plan)
    if now.ready or now.started or not now.withheld:
        return None
    task, why = next(iter(now.withheld.items()))
    return f"Nothing is ready: {task}: {_one_line(why)}."


def _not_understood(session: Session) -> str:
    """INT-10, for a host: the words nobody placed, and which call would."""
    grasp = grasp_in(session)
    words = ", ".join(grasp.not_understood[:8]) if grasp else ""
    said = f"Not understood: {words or 'what the goal is about'}; no plan is recommended. "
    if session.begun.proposer != HOST:
        return f"{said}Propose yourself: plan with this goal, again, and without mind."
    return (
        f"{said}If you know what it means, plan with tasks that say it and name files that are "
        "there; else ask the person what they mean and plan with that goal."
    )


def brief_for_host(brief: Brief) -> Document:
    """The brief without what the host knows or does not need; found text marked (ACT-3)."""
    document = brief_document(brief)
    found = {
        **document,
        "exists": [
            {"what": found_text(x["what"], 120), "at": x["locator"], "strength": x["strength"]}
            for x in document["exists"]
        ],
        "places": [_place(entry) for entry in document["places"]],
        "rules": [
            {"at": x["locator"], "text": found_text(x["text"].strip("“”"))}
            for x in document["rules"]
        ],
        "conventions": {k: v for k, v in document["conventions"].items() if v},
    }
    left_out = ("schema", "goal", "grasp", "open")  # what is open stands among the decisions
    return {name: value for name, value in found.items() if value and name not in left_out}


def _place(entry: Fields) -> Document:
    kept = {name: entry[name] for name in ("path", "symbols", "tests") if entry[name]}
    return {**kept, "strength": entry["strength"]}


def bounded(reply: Document) -> Document:
    """MCP-7: cut to size; what goes first is what another call shows."""
    most = (2 * MOST_TOKENS if "brief" in reply else MOST_TOKENS) - _ROOM
    for cut in (_shorter_reasons, _fewer_findings, _bare_tasks, _fewer_tasks):
        if tokens_of(marked(reply)) <= most:
            break
        reply = {**cut(reply), "more": f"status with session {reply.get('session')}"}
    return marked(reply)


def marked(reply: Document) -> Document:
    """ACT-3: a reply that quotes says once what a quotation is."""
    quotes = "“" in json.dumps(reply, ensure_ascii=False)
    return {**reply, "found_text": NOTICE} if quotes else reply


def _shorter_reasons(reply: Document) -> Document:
    rows = [
        {
            name: _one_line(value, 60) if name == "why" else value
            for name, value in row.items()
            if name != "see"
        }
        for row in reply.get("decisions", ())
    ]
    return {**reply, "decisions": rows}


def _fewer_findings(reply: Document) -> Document:
    tasks = [
        {**x, "findings": [_one_line(line, 70) for line in x["findings"][:1]]}
        for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _bare_tasks(reply: Document) -> Document:
    kept = ("id", "title", "is", "findings")
    tasks = [
        {name: value for name, value in x.items() if name in kept} for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _fewer_tasks(reply: Document) -> Document:
    tasks = reply.get("tasks", [])
    return {**reply, "tasks": tasks[:12], "tasks_left_out": max(0, len(tasks) - 12)}


def _one_line(text: str, longest: int = 160) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
