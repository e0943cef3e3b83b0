"""What an agent reads back (MCP-7): the plan, its decisions and what to do next, each thing once.

A reply is bounded: what does not fit is cut, and the call that shows the rest is named. Text of a
repository stands in quotation marks (ACT-3), and no shell command is named where a tool does it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from plangate.app.hosting import Hosted
from plangate.app.planner import Advanced
from plangate.core.agents.judging import Ground, findings_of
from plangate.core.agents.surer import what_would_raise
from plangate.core.gate.asking.beside import still_beside
from plangate.core.gate.session_facts import is_recommended
from plangate.core.guard.found_text import found_text
from plangate.core.investigation.brief_values import Brief, brief_document
from plangate.core.log.session import HOST, Session
from plangate.core.model.graphs import open_decision
from plangate.core.model.nouns import Plan
from plangate.core.model.records import Document, Fields
from plangate.core.model.sighting import Sighting
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Loop, Proceed, Propose, Wait
from plangate.core.scopes.scope_log import scope_document
from plangate.core.words.irreversible import cannot_be_undone, is_one_way
from plangate.interfaces.mcp.said.bounds import bounded, one_line
from plangate.interfaces.mcp.said.next_steps import next_of
from plangate.interfaces.mcp.said.question_replies import question_reply
from plangate.interfaces.mcp.said.task_rows import task_rows
from plangate.interfaces.mcp.said.verdict_rows import decision_rows, known_row
from plangate.interfaces.mcp.said.wanted import (
    AS_FOR_THE_LAST,
    EXAMPLE,
    FIRST_YOU,
    LOOK,
    MISQUOTED,
    NOTHING_BUT_NEVER,
    PUT_AS_IT_IS,
    QUOTE_WANTED,
    QUOTED_TOO,
    SOUNDS_FINAL,
    UNTOLD,
)
from plangate.interfaces.outcome_documents import outcome_word

#: So many rules are told that no line was quoted of.
_MOST_RULES = 2


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
        reply["decisions"] = [known_row(ambiguity) for ambiguity in outcome.known]
        reply["example"] = EXAMPLE
    elif "went_on" not in more and (near := _nearest(done.advanced.session.seen)):
        reply["nearest"] = near
    if done.judged is not None:
        if "decisions" in reply:
            in_full = done.told | _with_a_final_option(done.advanced.session)
            reply["decisions"] = [_unless_as_before(row, in_full) for row in reply["decisions"]]
        reply |= {"kept": list(done.judged.kept)} if done.judged.kept else {}
        if unquoted := done.judged.unquoted:
            reply["unquoted"] = [f"{name}: {why}" for name, why in unquoted.items()]
            reply["next"] = f"{reply['next']} {QUOTE_WANTED}"
        if rules := _not_quoted(done.advanced.session):
            reply["rules_not_quoted"] = rules
    if why := host_first(done):
        reply |= {"next": why, "decisions": _held_back(reply["decisions"], done.advanced.session)}
    reply |= {"not_counted": list(done.unseen[:8])} if done.unseen else {}
    reply |= {"ignored": list(done.ignored[:12])} if done.ignored else {}
    reply |= {"altered": list(done.altered[:8])} if done.altered else {}
    return bounded({**reply, **more})


def as_for_the_last(reply: Document) -> Document:
    """MCP-7: what is wanted for a further goal, of a client that was told it in full before."""
    kept = {name: value for name, value in reply.items() if name != "example"}
    return {**kept, "next": AS_FOR_THE_LAST}


def _with_a_final_option(session: Session) -> frozenset[str]:
    return frozenset(
        a.id for a in session.ambiguities if any(map(cannot_be_undone, a.interpretations))
    )


def _unless_as_before(row: Document, in_full: Collection[str]) -> Document:
    """MCP-7: what a call does not speak of, and what is settled without news in it, stands by its
    name and choice alone; its reason is in status with the session."""
    says_more = row.keys() - OF_EVERY_DECISION
    if row["id"] in in_full or says_more or row["verdict"] in ("ask", "wait", "park"):
        return row
    return {name: row[name] for name in row if name in AS_BEFORE and row[name] is not None}


#: What the verdict on every decision has, and what is told of one that is as it was.
OF_EVERY_DECISION = frozenset(("id", "verdict", "choice", "why", "entry"))
AS_BEFORE = frozenset(("id", "verdict", "choice"))


def host_first(done: Hosted) -> str:
    """GATE-6: what the host should say before the person is asked; empty for nothing."""
    if untold := _still_untold(done):
        return UNTOLD.format(names=", ".join(untold))
    asked = done.advanced.session.open_question
    if asked is not None and asked.question_id in done.never:
        return NOTHING_BUT_NEVER.format(decision=asked.question_id)
    if asked is not None and asked.question_id in done.quoted and not is_one_way(asked):
        return QUOTED_TOO.format(decision=asked.question_id)
    if asked is not None and asked.question_id in _only_sounds_final(done):
        return SOUNDS_FINAL.format(decision=asked.question_id)
    if asked is not None and asked.question_id in done.misquoted:
        return MISQUOTED.format(decision=asked.question_id)
    if asked is not None and done.judged and asked.question_id in done.judged.unquoted:
        return f"Waits for you first: {asked.question_id}. {QUOTE_WANTED} {PUT_AS_IT_IS}"
    return ""


def _only_sounds_final(done: Hosted) -> frozenset[str]:
    """What is told here of craft or of the repository, and is one-way by its words alone."""
    known = (a for a in done.advanced.session.ambiguities if a.by_words and a.known_elsewhere)
    return done.told.intersection(a.id for a in known)


def _held_back(rows: Sequence[Document], session: Session) -> list[Document]:
    """The verdicts, and of the question that is held back what `next` says of it too."""
    asked = session.open_question
    if asked is None:
        return list(rows)
    why = FIRST_YOU.format(question=asked.id)
    return [{**row, "why": why} if row["id"] == asked.question_id else row for row in rows]


def _still_untold(done: Hosted) -> list[str]:
    """Decisions that would be asked as plangate saw them, for the host did not speak of them, and
    that it can still tell: a one-way question that was asked stays as it is (GATE-19)."""
    session = done.advanced.session
    asked = session.open_question
    fixed = asked.question_id if asked is not None and is_one_way(asked) else None
    open_to = [name for name in done.untold if session.undecided.get(name) in ("ask", "wait")]
    return [name for name in open_to if name != fixed]


def _not_quoted(session: Session) -> list[str]:
    """UND-3: what binds here and comes from a file that the host quotes nowhere; told with its
    first plan, and not again."""
    if session.plan is None or session.plan.version > 1:
        return []
    quoted = (x.locator or "" for x in session.evidence if x.kind.startswith(HOST))
    read = {locator.partition(":")[0] for locator in quoted}
    rules = session.seen.rules if session.seen is not None else ()
    unread = {x.locator.partition(":")[0]: x for x in reversed(rules)}
    told = [x for path, x in unread.items() if path not in read]
    return [f"{x.locator} {one_line(x.text, 110)}" for x in reversed(told)][:_MOST_RULES]


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
    reply |= {"decisions": rows} if (rows := decision_rows(session, in_full=in_full)) else {}
    plan = session.plan
    if plan is not None and not isinstance(outcome, Proceed | Loop):
        if isinstance(outcome, Deliver):  # UND-8, INT-10
            reply["confidence"] = round(outcome.stop.confidence, 2)
            if not is_recommended(session):
                reply |= {"recommended": False, "surer": what_would_raise(session)}
        reply["tasks"] = task_rows(session, plan, ground, in_full=in_full)
        whole = findings_of(plan.tasks, session, ground).get("plan", ())
        if found := [*_held_up_by_all(session, plan), *whole]:
            reply["findings"] = found
    if isinstance(outcome, Ask | Wait):
        reply["question"] = question_reply(still_beside(session, outcome.question))
    if isinstance(outcome, Decide):
        reply["scope"] = scope_document(outcome.scope, outcome.chain)
    if advanced.workspace_rules.passed_over:
        reply["not_trusted"] = list(advanced.workspace_rules.passed_over)[:4]
    return {**reply, "next": next_of(advanced)}


def _held_up_by_all(session: Session, plan: Plan) -> list[str]:
    """ASK-17: what is open and no task names holds up every task."""
    names = [
        a.id
        for a in session.left_open
        if len(plan.tasks) > 1 and all(open_decision(a.id) in t.rests_on for t in plan.tasks)
    ]
    return [
        f"every task waits for {name}: name it in rests_on of those it changes" for name in names
    ]


def state_of(advanced: Advanced) -> str:
    """One word: plan, question, wait, wanted, proceed, loop, parked, thin …"""
    word = outcome_word(advanced)
    return advanced.outcome.stop.ending if word == "stop" else word


def brief_for_host(brief: Brief) -> Document:
    """The brief without what the host knows or does not need; found text marked (ACT-3)."""
    document = brief_document(brief)
    found = {
        **document,
        "exists": [
            {"what": found_text(x["what"], 120), "at": x["locator"], "strength": x["strength"]}
            for x in document["exists"]
        ],
        "nearest": _nearest(brief.seen),
        "places": [_place(entry) for entry in document["places"]],
        "rules": [
            {"at": x["locator"], "text": found_text(x["text"].strip("“”"))}
            for x in document["rules"]
        ],
        "conventions": {k: v for k, v in document["conventions"].items() if v},
    }
    left_out = ("schema", "goal", "grasp", "open")  # what is open stands among the decisions
    return {name: value for name, value in found.items() if value and name not in left_out}


def _nearest(seen: Sighting | None) -> list[Document]:
    """UND-4: what is worth a look before anything is built; no claim."""
    near = seen.nearest if seen is not None else ()
    return [{"what": found_text(one.what, 120), "at": one.locator} for one in near]


def _place(entry: Fields) -> Document:
    kept = {name: entry[name] for name in ("path", "symbols", "tests") if entry[name]}
    return {**kept, "strength": entry["strength"]}
