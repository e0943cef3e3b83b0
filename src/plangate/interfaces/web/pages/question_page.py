"""The question page (WEB-2, ASK-11, ASK-12): answering, holding, talking, noting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.app.acts import ledger_acts, question_acts
from plangate.app.acts.personal import set_preference
from plangate.app.naming.lookup import find_question
from plangate.app.planner import Planner
from plangate.app.team import people
from plangate.core.gate.asking.beside import still_beside
from plangate.core.gate.asking.reply_meaning import to_be_typed
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled, BadInput
from plangate.core.model.evidence import evidence_line
from plangate.core.model.nouns import Assumption, Evidence, Question
from plangate.core.model.records import Fields
from plangate.core.plans.revisions import standing_entry
from plangate.core.words.irreversible import is_one_way
from plangate.core.words.open_values import values_left_open
from plangate.interfaces.text import in_quotes
from plangate.interfaces.web import words
from plangate.interfaces.web.pages.choices import reach
from plangate.interfaces.web.pages.inbox_page import silence
from plangate.interfaces.web.visit import Go, Page, Visit, to
from plangate.interfaces.web.web_desk import SURFACE
from plangate.wiring.workspaces import excerpts

if TYPE_CHECKING:
    from plangate.wiring.workspaces import Excerpt

_MOST_EXCERPTS = 6


def question(visit: Visit) -> Page:
    """The question first, the evidence beside it (WEB-2)."""
    planner = visit.look()
    row = find_question(planner.store, visit.named["id"])
    session = planner.session(row["session"])
    asked = session.question(row["id"])
    entry = standing_entry(session, asked.question_id)
    found = [e for e in session.evidence if e.ambiguity == asked.question_id]
    team = visit.desk.team()
    values = {
        "q": still_beside(session, asked),
        "whose": team.assigned.get(str(asked.id), ""),
        "answerers": team.answerers,
        "session": session,
        "one_way": is_one_way(asked),
        "silence": silence(asked, visit.now),
        "titles": {t.id: t.title for t in session.plan.tasks} if session.plan else {},
        "entry": entry,
        "undoable": entry is not None and ledger_acts.can_be_undone(session, entry),
        "again": _asked_again(session, asked),
        "changing": visit.query.get("change") == "1" or visit.given("change") == "1",
        "left_open": values_left_open(asked),
        "typed": {name: visit.given(name) for name in ("choice", "words", "note")},
        "to_type": {o.key: to_be_typed(o, asked.options) for o in asked.options},
        "typed_label": visit.given(f"label-{visit.given('choice')}"),
        "all_wait": session.plan is not None and len(asked.blocks) == len(session.plan.tasks),
        "seen": _seen(session, asked, found),
        "looked": [evidence_line(e) for e in found if e.locator is None],
        "reach": reach(session, asked, entry),
        "trace": _trace(session, asked),
        "changes": _changes(session, entry) if asked.status in ("answered", "timed_out") else (),
        "earlier": session.earlier_answers.get(str(asked.id), ()),
    }
    return Page("question.html", words.short(asked.prompt, 70), values, part="inbox")


def _asked_again(session: Session, asked: Question) -> Question | None:
    """ASK-12: the question that asks anew what this one's answer decided no more."""
    same = [q for q in session.questions.values() if q.question_id == asked.question_id]
    return same[-1] if same and same[-1].id != asked.id else None


class Seen(NamedTuple):
    """A piece of evidence with the lines it was found in, as they are now."""

    fact: str
    locator: str
    supports: str
    excerpt: Excerpt | None


def _seen(session: Session, asked: Question, found: Sequence[Evidence]) -> list[Seen]:
    """First the lines the question itself names; then what was found; no line twice."""
    labels = {r.id: r.label for a in session.ambiguities for r in a.interpretations}
    seen = [Seen("named in the question", each, "", None) for each in _PLACE.findall(asked.prompt)]
    # What speaks for no reading of this question still shows where the work is.
    telling = [e for e in session.evidence if e.ambiguity is None and e.kind in _TELLING]
    for e in (*found, *telling):
        if e.locator:
            fact = evidence_line(e._replace(locator=None))
            seen.append(Seen(fact, str(e.locator), labels.get(e.supports or "", ""), None))
    seen = _apart(seen)[:_MOST_EXCERPTS]
    lines = excerpts(session.begun.workspace, [each.locator for each in seen])
    return [
        each._replace(excerpt=excerpt)
        for each, excerpt in zip(seen, lines, strict=True)
        if excerpt is not None or each.fact != "named in the question"
    ]


_TELLING = ("similar_symbol", "route", "model_file", "command")
_PLACE = re.compile(r"[\w./-]+\.\w+:\d+")
_NUMBER = re.compile(r"[0-9]{1,9}")
#: Places of one file that are no further apart are in one another's lines.
_NEAR = 4


def _apart(seen: Sequence[Seen]) -> list[Seen]:
    """Each place once: of those that would show the same lines for the same option, the first."""
    kept: dict[tuple[str, str], list[int]] = {}
    apart = []
    for each in seen:
        path, _, line = each.locator.partition(":")
        digits = _NUMBER.match(line)
        number = int(digits[0]) if digits else 0
        shown = kept.setdefault((path, each.supports), [])
        if not any(abs(number - other) <= _NEAR for other in shown):
            shown.append(number)
            apart.append(each)
    return apart


def _trace(session: Session, asked: Question) -> list[Fields]:
    """The arithmetic, folded: which rules were reached, and what each of them saw."""
    for call in reversed(session.gate_calls):
        for decision in call.decisions:
            if decision["ambiguity"] == asked.question_id and decision["action"] == "ask":
                return list(decision["trace"])
    return []


def _changes(session: Session, entry: Assumption | None) -> tuple[str, ...]:
    """What the answer did to the plan: the lines of the version that followed it."""
    if session.plan is None or entry is None:
        return ()
    return session.plan.changes


# --- what a person does with it -------------------------------------------------------------------


def answer(visit: Visit) -> Go:
    """ASK-11: a choice by its key, what cannot be undone by its label, or one's own words."""
    name, note = visit.named["id"], visit.given("note") or None
    change = visit.given("change") == "1"
    with visit.act() as planner:
        row = find_question(planner.store, name)
        reply = _reply(visit, planner.session(row["session"]).question(row["id"]))
        done = question_acts.answer(
            planner, row["id"], reply, note=note, by=visit.login.by, surface=SURFACE, change=change
        )
        if done.result == "already_settled":
            raise AlreadySettled(_who_was_first(done.question))
        if done.result in ("refused", "ambiguous"):
            raise BadInput("answer", done.message)
        undoable = _is_undoable(planner.session(row["session"]), done.question)
        if visit.given("never") == "1":
            _never_again(planner, row["session"], done.question, visit.login.by)
    said = f"Answered: {done.question.number}, {_said(done)}"
    if not undoable:
        return _back(visit, str(row["id"]), said)
    came = visit.given("from") or None
    return _back(visit, str(row["id"]), said, to("questions", row["id"], "undo", came=came), "Undo")


def _is_undoable(session: Session, asked: Question) -> bool:
    entry = standing_entry(session, asked.question_id)
    return entry is not None and ledger_acts.can_be_undone(session, entry)


def _reply(visit: Visit, asked: Question) -> str:
    """What was said: own words before a choice; what cannot be undone needs its label typed."""
    if own := visit.given("words"):
        return own
    chosen = visit.given("choice")
    option = next((o for o in asked.options if o.key == chosen), None)
    if option is not None and option.reversibility == "irreversible":
        typed = visit.given(f"label-{chosen}")
        if not typed:
            problem = f"“{option.label}” cannot be undone"
            raise BadInput("label", problem, "its label, typed into the field below it")
        return typed
    if not chosen:
        raise BadInput("answer", "nothing was chosen", "an option, or your own words")
    return chosen


def _said(done: question_acts.Replied) -> str:
    given = done.question.answer
    text = f"“{given.value}”" if given is not None else done.message
    if done.advanced is not None and done.advanced.session.plan is not None:
        changes = done.advanced.session.plan.changes
        if changes:
            return f"{text}. Plan v{done.advanced.session.plan.version}: {'; '.join(changes[:4])}"
    return text


def _who_was_first(asked: Question) -> str:
    given = asked.answer
    if given is None:
        return f"{asked.number} is already {asked.status}; nothing was changed"
    return f"{given.by} answered first: “{given.value}”. Nothing was changed; you can change it."


def _never_again(planner: Planner, session: str, asked: Question, by: str) -> None:
    workspace = planner.session(session).begun.workspace
    set_preference(
        planner,
        asked.question_id,
        "never-ask",
        workspace=workspace,
        note="said on the question's page",
        by=by,
    )


def hold(visit: Visit) -> Go:
    with visit.act() as planner:
        done = question_acts.hold(planner, visit.named["id"], by=visit.login.by)
    undo = to("questions", str(done.question.id), "resume")
    return _back(visit, str(done.question.id), f"{done.question.number} is on hold.", undo, "Go on")


def resume(visit: Visit) -> Go:
    with visit.act() as planner:
        done = question_acts.resume(planner, visit.named["id"], by=visit.login.by)
    return _back(visit, str(done.question.id), f"{done.question.number} waits for your answer.")


def note(visit: Visit) -> Go:
    """ASK-12: a note; with `discuss` the question's time begins anew."""
    talk = question_acts.discuss if visit.given("discuss") == "1" else question_acts.add_note
    with visit.act() as planner:
        done = talk(planner, visit.named["id"], visit.given("note"), by=visit.login.by)
    return _back(visit, str(done.question.id), "Noted; the question stays open.")


def withdraw(visit: Visit) -> Go:
    with visit.act() as planner:
        done = question_acts.withdraw(
            planner, visit.named["id"], by=visit.login.by, why=visit.given("why")
        )
    return _back(visit, str(done.question.id), f"{done.question.number} is withdrawn.")


def undo(visit: Visit) -> Go:
    """ASK-12: what held before the last change of mind holds again; a first answer, and it is
    asked anew."""
    with visit.act() as planner:
        done = ledger_acts.undo(planner, visit.named["id"], by=visit.login.by)
    if isinstance(done, ledger_acts.Revised):
        text = f"Taken back: “{done.entry.decision}” holds again."
        return _back(visit, visit.named["id"], text)
    return _taken_back(visit, done)


def _taken_back(visit: Visit, done: ledger_acts.Reopened) -> Go:
    """Where an answer that was taken back is asked again, or what was assumed instead."""
    if done.asked is not None:
        text = f"Taken back. {done.asked.number} asks it again."
        return _back(visit, str(done.asked.id), text)
    text = "Taken back. No more is asked in this session"
    if done.entry is None:
        return _back(visit, visit.named["id"], f"{text}: it stays open.")
    text = f"{text}: {in_quotes(done.entry.decision)} is assumed, and you can say that it is wrong."
    return Go(to("ledger", str(done.entry.id)), text)


def claim(visit: Visit) -> Go:
    """TEAM-3: somebody takes the question on; the others see that."""
    return _assigned(visit, visit.login.by)


def assign(visit: Visit) -> Go:
    """TEAM-3: it is handed over to somebody who may answer, or is anybody's again."""
    return _assigned(visit, visit.given("to"))


def _assigned(visit: Visit, name: str) -> Go:
    with visit.act() as planner:
        found = people.assign(planner, visit.named["id"], name, by=visit.login.by)
    return _back(visit, found, f"It is {name}'s to answer." if name else "It is anybody's again.")


def _back(visit: Visit, name: str, said: str, undo_at: str = "", label: str = "") -> Go:
    """Back to the list it was done on, or to the question."""
    came = visit.given("from") or visit.query.get("came", "")
    if came in ("inbox", "home"):
        link = undo_at or to("questions", name, change=1)
        place = "/inbox" if came == "inbox" else "/"
        return Go(place, said, link, label or "Change it")
    return Go(to("questions", name), said, undo_at, label)
