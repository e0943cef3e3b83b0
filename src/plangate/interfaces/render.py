"""Values to text, Markdown and YAML for people; pure, shared by every surface.

Nothing here decides anything, and nothing here prints.
"""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from plangate.app.planner import Advanced
from plangate.core.events.event import StopReport
from plangate.core.log.session import Session
from plangate.core.model.nouns import Assumption, Deferral, Plan, Question
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Interview, Loop, Proceed, Wait
from plangate.core.plans.progress import awaiting_approval
from plangate.core.scopes.scope_log import scope_document
from plangate.interfaces.outcomes import stop_document, trust_command, wanted_of
from plangate.interfaces.text import clock, shown

WIDTH = 88

#: Bare words YAML would read as something other than text.
_YAML_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "nan", "inf"))


def outcome_text(advanced: Advanced) -> str:
    """Where a session stands, for a person."""
    session, outcome, _rules = advanced
    match outcome:
        case Ask(question=question):
            body = question_card(question)
        case Wait(question=question):
            body = (
                f"Session {session.id} waits for {question.id}: it asks the same, in session "
                f"{question.session} (GATE-19).\n\n{question_card(question)}"
            )
        case Decide(scope=name, chain=chain):
            body = scope_text(scope_document(name, chain))
        case Interview(questions=questions):
            body = interview_text(session, questions)
        case Deliver(plan=plan):
            body = plan_text(session, plan)
        case Proceed():
            body = _proceed_text(session)
        case Loop():
            body = _loop_text(session)
        case Entrust():
            wanted = " and ".join(wanted_of(outcome))
            body = f"Waits for {wanted} of the agent that plans “{shown(_short(session.goal))}”.\n"
        case _:
            body = f"Stopped: {outcome.stop.stop_reason.replace('_', ' ')}\n"
    return f"{body}{_rules_text(advanced)}\n{stop_yaml(outcome.stop)}"


def _rules_text(advanced: Advanced) -> str:
    """ACT-2: one line about the workspace's own rules, when it has any that matter here."""
    used, passed_over = (_by_file(part) for part in advanced.workspace_rules)
    said = [f"used {used}"] if used else []
    if passed_over:
        command = trust_command(advanced.session.begun.workspace)
        said.append(f"passed over {passed_over} (to let them count: {command})")
    return shown(f"\nThis workspace's own rules: {'; '.join(said)}\n") if said else ""


def _by_file(names: Iterable[str]) -> str:
    """Names of settings behind the name of their file, said once."""
    files: dict[str, list[str]] = {}
    for name in names:
        file, colon, key = name.partition(": ")
        files.setdefault(file, []).extend([key] if colon else [])
    return "; ".join(f"{file}: {', '.join(keys)}" if keys else file for file, keys in files.items())


def question_card(question: Question) -> str:
    """A question as a terminal shows it: the question first, then what each answer leads to."""
    lines = [f"{question.number or 'Question'}  {shown(question.prompt)}", ""]
    if question.ordinal is not None:
        lines[1:] = [f"    {how_many(question)}", ""]
    lines += _wrapped(question.why_now, "    ")
    lines += _wrapped(f"At stake: {question.stakes}", "    ")
    lines.append("")
    for option in question.options:
        marks = [
            *(["recommended"] if option.key == question.recommended else []),
            *(["if nobody answers"] if option.key == _assumed(question) else []),
            *(["cannot be undone"] if option.reversibility == "irreversible" else []),
        ]
        mark = f"  [{', '.join(marks)}]" if marks else ""
        lines.append(f"  {option.key}) {shown(option.label)}{mark}")
        lines += _wrapped(option.consequence, "     ")
    lines.append("")
    lines += _wrapped(_settled(question) or _silence(question), "    ")
    if question.evidence_summary:
        lines += ["", "    Looked at:"]
        for fact in question.evidence_summary[:8]:
            lines += _wrapped(f"- {fact}", "    ", "      ")
    for note in question.notes:
        lines += _wrapped(f"Note: {note}", "    ")
    if question.id and (question.is_open or question.status == "timed_out"):
        lines += ["", f"Answer with: plangate answer {question.id} {answer_words(question)}"]
    return "\n".join(lines) + "\n"


def how_many(question: Question) -> str:
    """VOI-10, ASK-17: which question of the session this is, and what waits for it."""
    count = f"Question {question.ordinal} of at most {question.at_most}."
    if not question.blocks:
        return count
    tasks = ", ".join(question.blocks[:6]) + (" …" if len(question.blocks) > 6 else "")
    return f"{count} Waiting for it: {tasks}; the rest can begin."


def interview_text(session: Session, questions: Iterable[Question]) -> str:
    """INT-11: every decision, the one that matters most first."""
    lines = [f"To decide for “{shown(_short(session.goal))}”, what matters most first:", ""]
    for place, question in enumerate(questions, 1):
        lines.append(f"{place}. {shown(question.prompt)}")
        lines += [f"     {o.key}) {shown(o.label)}" for o in question.options]
    lines += ["", f"At a terminal: plangate discuss {session.id} goes through them with you."]
    lines.append(f"Enough of it: plangate plan {shlex.quote(shown(session.goal))}")
    return "\n".join(lines) + "\n"


def answer_words(question: Question) -> str:
    """What stands behind `plangate answer ID`: keys, and the label of what cannot be undone."""
    taken = [
        shlex.quote(shown(option.label)) if option.reversibility == "irreversible" else option.key
        for option in question.options[:8]
    ]
    return "|".join(taken) or "TEXT"


def question_markdown(question: Question) -> str:
    """A question as Markdown, with every part a clarification request owes its reader."""
    lines = [
        f"## {question.number or 'Question'}: needs clarification",
        "",
        f"**Blocker type:** {question.blocker_type.replace('_', ' ')}",
        "",
        "**Evidence of exhaustion:**",
        *(f"- {_md(fact)}" for fact in question.evidence_summary),
    ]
    if not question.evidence_summary:
        lines.append("- vouched for by the caller")
    if question.missing:
        lines.append(f"- missing: {_md(question.missing)}")
    lines += [
        "",
        f"**Question:** {_md(question.prompt)}",
        "",
        f"**Why now:** {_md(question.why_now)}",
        "",
        f"**At stake:** {_md(question.stakes)}",
        "",
        "**Options:**",
    ]
    for option in question.options:
        mark = " *(recommended)*" if option.key == question.recommended else ""
        lines.append(f"- **{option.key})** {_md(option.label)}{mark}: {_md(option.consequence)}")
    lines += [
        "",
        f"**Safe fallback:** {_md(_silence(question))} Risk if wrong: {question.risk_if_wrong}.",
        "",
        f"**Status:** {question.status or 'not stored'}",
    ]
    return "\n".join(lines) + "\n"


def plan_text(session: Session, plan: Plan) -> str:
    """A plan with its ledger before its tasks (PLAN-6)."""
    lines = [
        f"Plan v{plan.version} for “{shown(_short(session.goal))}”  (session {session.id})",
        "",
    ]
    if session.assumptions:
        lines += ["Rests on:", *ledger_lines(session.in_force), ""]
    put_off = [d for d in session.deferrals.values() if d.status == "open"]
    if put_off:
        lines += [f"Put off: {shown(d.scope)}" for d in put_off]
        lines += [f"  plangate resume {session.id} asks when you have attention again", ""]
    for ambiguity in session.left_open:
        about = ambiguity.prompt or ambiguity.id
        lines += _wrapped(f"Not decided: {about}", "")
        if session.undecided[ambiguity.id] == "park":
            lines.append(f"  plangate decide {session.id} {ambiguity.id} LABEL")
        lines.append("")
    if steps := awaiting_approval(session, plan):
        names = ", ".join(task.id for task in steps)
        lines += [f"Needs your approval: {names} cannot be undone."]
        lines += [f"  plangate approve {session.id} {shlex.join(task.id for task in steps)}", ""]
    lines.append("Tasks:")
    for task in plan.tasks:
        after = f"  after {', '.join(task.depends_on)}" if task.depends_on else ""
        lines.append(f"  {task.id}  {shown(task.title)}{after}")
        if task.description != task.title:
            lines += _wrapped(task.description, "      ")
        if task.files:
            lines += _wrapped(f"files: {', '.join(task.files)}", "      ")
        lines += _wrapped(f"check: {task.check}", "      ")
    return "\n".join(lines) + "\n"


def ledger_lines(
    entries: Iterable[Assumption], located: Mapping[str, str] | None = None
) -> list[str]:
    """The ledger for people; `located` says where each piece of evidence was seen."""
    lines: list[str] = []
    for entry in entries:
        mark = "" if entry.status == "open" else f"  [{entry.status}]"
        lines.append(f"  {entry.id}  {entry.ambiguity}: {shown(entry.decision)}{mark}")
        lines += _wrapped(f"{entry.reasoning} [{entry.user_response}]", "      ")
        lines += _wrapped(
            f"confidence {entry.confidence}; if wrong: {entry.risk_if_wrong}", "      "
        )
        for name in entry.evidence if located else ():
            lines += _wrapped(f"seen: {(located or {}).get(name, name)}", "      ")
        if entry.tasks:
            lines += _wrapped(f"tasks: {', '.join(entry.tasks)}", "      ")
    return lines


def deferral_lines(deferral: Deferral) -> list[str]:
    return [
        f"{deferral.id}  {deferral.status}  {shown(deferral.scope)}",
        *_wrapped(f"risk: {deferral.risk_statement}", "      "),
        *_wrapped(f"closed when {deferral.closure_test}; expires {deferral.expiry}", "      "),
    ]


def scope_text(document: Mapping[str, Any]) -> str:
    """A decision with many options for people: the open part first, then every option."""
    lines = [f"{document['parent']}  {shown(document['decision'])}  ({document['id']})", ""]
    part = document["open"]
    if part is not None:
        lines += _wrapped(f"{part['number']}  {part['prompt']}", "  ", "      ")
        lines += [f"      {choice}" for choice in part["choices"]]
        lines += ["", f"Answer with: plangate scope answer {document['id']} CHOICE", ""]
    elif document["status"] == "held":
        why = f"Waits: {document['waits']}" if document.get("waits") else "On hold"
        lines += [f"{why}. Go on with: plangate scope continue {document['id']}", ""]
    else:
        lines += [f"It is {document['status']}.", ""]
    if "why_kind" in document:
        lines += _wrapped(f"Taken as {document['kind']}: {document['why_kind']}.", "  ")
    for option in document["options"]:
        lines.append(f"  {option['disposition']:9}  {option['key']}  {shown(option['label'])}")
    lines.append(f"  {document['decided']} of {document['offered']} decided")
    lines += [f"  clash: {clash}" for clash in document["conflicts"]]
    lines += [f"  accepted: {clash}" for clash in document["accepted"]]
    return "\n".join(lines) + "\n"


def stop_yaml(report: StopReport) -> str:
    """STOP-1 as YAML; every string is quoted as JSON quotes it, which YAML reads the same way."""
    lines: list[str] = []
    for name, value in stop_document(report).items():
        if isinstance(value, list):
            lines.append(f"{name}:" if value else f"{name}: []")
            lines += [f"  - {_quoted(entry)}" for entry in value]
        elif isinstance(value, dict):
            lines.append(f"{name}:")
            lines += [f"  {key}: {_quoted(entry)}" for key, entry in value.items()]
        else:
            lines.append(f"{name}: {value}")
    return "\n".join(lines) + "\n"


def _proceed_text(session: Session) -> str:
    reason = session.intake.reasons[-1].saw if session.intake else ""
    lines = [f"Go ahead: “{shown(_short(session.goal))}”", f"No plan is needed: {reason}.", ""]
    if session.assumptions:
        lines += ["Rests on:", *ledger_lines(session.in_force), ""]
    return "\n".join(lines)


def _loop_text(session: Session) -> str:
    reason = session.intake.reasons[-1].saw if session.intake else ""
    lines = [
        f"Loop opened for “{shown(_short(session.goal))}”  (session {session.id})",
        f"Why: {reason}. Observe, orient, decide, act; then observe again.",
        "",
    ]
    lines += [f"  {turn.turn:8} {shown(turn.text)}" for turn in session.turns[-8:]]
    return "\n".join(lines) + ("\n" if session.turns else "")


def _settled(question: Question) -> str | None:
    """How a question ended; None while it is open or was never stored."""
    when = clock(question.resolved_at) if question.resolved_at else ""
    match question.status:
        case "answered" if question.answer is not None:
            given = question.answer
            key = f"{given.option}) " if given.option else ""
            return f"Answered by {given.by} at {when}: {key}{given.value} ({given.provenance})."
        case "timed_out":
            return f"Timed out at {when}; an answer is still kept with it."
        case "withdrawn":
            return f"Withdrawn at {when}."
        case _:
            return None


def _silence(question: Question) -> str:
    """What happens if nobody answers, and when."""
    default = next((o.label for o in question.options if o.key == question.default), "")
    when = f"by {clock(question.deadline)}" if question.deadline else _within(question)
    if question.status == "held":
        return "On hold: nothing happens until it is resumed or answered."
    match question.on_timeout:
        case "wait":
            return "It waits until somebody answers."
        case "abort":
            return f"Without an answer {when} the session stops."
        case _ if question.parks:
            return f"Without an answer {when} nothing is assumed: planning waits for a person."
        case _:
            return (
                f"Without an answer {when}, {question.default}) {default} is assumed "
                f"({question.default_reason}) and written down as such; it can be changed later."
            )


def _assumed(question: Question) -> str | None:
    """The key of what silence would lead to; None when nothing is taken on silence (ASK-9)."""
    return None if question.on_timeout != "assume" or question.parks else question.default


def _within(question: Question) -> str:
    return f"within {question.timeout_secs} s"


def _wrapped(text: str, indent: str, hanging: str | None = None) -> list[str]:
    return textwrap.wrap(
        shown(" ".join(text.split())),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=hanging if hanging is not None else indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _quoted(value: str) -> str:
    """A string YAML reads back as it is: plain when nothing in it is special, else quoted."""
    plain_words = re.fullmatch(r"[A-Za-z][A-Za-z0-9 ./_(),;-]*[A-Za-z0-9.)]", value)
    if plain_words and value.lower() not in _YAML_WORDS:
        return value
    return shown(json.dumps(value, ensure_ascii=False))


def _short(text: str, longest: int = 70) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def _md(text: str) -> str:
    return shown(" ".join(text.split()))
