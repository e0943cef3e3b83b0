"""What a person does with a question: answer, hold, resume, withdraw, add a note (ASK-7…13).

Each call loads the session, looks, and appends; when another writer was first it looks again, so
exactly one transition out of `pending` wins and the loser is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from shlex import quote
from typing import NamedTuple

from plangate.app.joining import append_both, served
from plangate.app.naming.lookup import find_question, find_session, overdue_sessions
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.gate.asking.reply_meaning import Chosen, NeedsExact, understand
from plangate.core.guard.acts import Actor, require_role
from plangate.core.guard.redaction import redact
from plangate.core.log.chain import moment
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled, BadInput, Conflict, StoreBusy, StoreDamaged
from plangate.core.model.nouns import Answer, Option, Question
from plangate.core.model.records import Document
from plangate.core.model.shapes import Text
from plangate.core.plans.plan_graph import RELAYED, is_confirmed
from plangate.core.plans.revisions import standing_entry
from plangate.core.steps.answer_step import Happening, answered
from plangate.core.steps.deadlines import is_overdue, moved_deadline
from plangate.core.steps.joining_step import left_events
from plangate.core.steps.settling_step import heard_elsewhere
from plangate.core.words.irreversible import is_one_way

_REPLY = Text(20_000, blank=True)


_TRIES = 100


class Replied(NamedTuple):
    """What became of an answer; `result` is a word of the contract."""

    result: str
    question: Question
    advanced: Advanced | None
    message: str


Act = Callable[[Session, Question], Happening]


def answer(
    planner: Planner,
    name: str,
    reply: str | None,
    *,
    note: str | None = None,
    by: str,
    surface: str,
    provenance: str = "choice",
    change: bool = False,
) -> Replied:
    """Answer a question and go on planning with it; `change` revises a settled answer."""
    act = _answering(planner, reply, note, _origin(planner, by, surface, provenance), change)
    return _change(planner, name, act, advance_on=("answered", "changed", "late"))


def record_answer(
    planner: Planner, name: str, reply: str, *, by: str, surface: str, provenance: str = "choice"
) -> Replied:
    """Answer a question and leave the planning that follows to whoever advances the session."""
    origin = _origin(planner, by, surface, provenance)
    return _change(planner, name, _answering(planner, reply, None, origin))


def _origin(planner: Planner, by: str, surface: str, provenance: str) -> Answer:
    """ACT-1: who answered and where; what is no person's surface passes on, whatever it claims."""
    if planner.actor.is_person:
        require_role("answer", planner.actor)
        return Answer("", None, provenance, planner.actor.signed(by), surface)
    return Answer("", None, RELAYED, planner.actor.by, planner.actor.recorded)


def _answering(
    planner: Planner, reply: str | None, note: str | None, origin: Answer, change: bool = False
) -> Act:
    """`origin` says who answered, where and on whose word."""
    given = redact(_REPLY.read(reply or "", "answer"))
    kept_note = checked_note(note, "note") if note else None

    def act(session: Session, question: Question) -> Happening:
        settled = question.status in ("answered", "withdrawn") and not change
        if not settled and origin.provenance == RELAYED:
            _may_be_relayed(planner, session, question, given)
        happened, result, message = answered(session, question, given, origin, change)
        happened = [*happened, *_heard(planner, session, question, happened)]
        if kept_note and happened:
            passed_on = origin.provenance == RELAYED
            noted = e.NoteAdded(str(question.id), kept_note, origin.by, passed_on=passed_on)
            happened = [noted, *happened]
        return happened, result, message

    return act


def _heard(
    planner: Planner, session: Session, question: Question, happened: Sequence[e.Event]
) -> list[e.Event]:
    """ASK-15: what an answer in somebody's own words says about the session's other decisions."""
    for event in happened:
        match event:
            case e.AssumptionRecorded(assumption=entry) | e.DecisionRevised(entry=entry):
                if entry.interpretation is None and entry.user_response.startswith("custom:"):
                    calls, heard = planner.hear(session, entry.decision)
                    told = heard_elsewhere(session, str(question.id), entry, heard)
                    return [*calls, *told, *planner.named(session, entry.decision)]
            case _:
                pass
    return []


def hold(planner: Planner, name: str, *, by: str) -> Replied:
    """Suspend a question and its deadline; planning waits (ASK-7)."""

    def act(_session: Session, question: Question) -> Happening:
        _must_be(question, "pending")
        held = e.QuestionHeld(str(question.id), planner.actor.signed(by))
        return (held,), "held", f"{question.id} is on hold"

    return _change(planner, name, act)


def _new_deadline(planner: Planner, question: Question) -> str:
    """ASK-8: the same time again from now on, quiet hours ahead added."""
    now, seconds = planner.clock.now(), question.timeout_secs
    return moment(now + timedelta(seconds=seconds + planner.settings.quiet_ahead(now, seconds)))


def resume(planner: Planner, name: str, *, by: str) -> Replied:
    """Put a held question again, with a new deadline (ASK-7)."""

    def act(session: Session, question: Question) -> Happening:
        _must_be(question, "held")
        done = _person_goes_on(planner, session, f"plangate resume {question.id}")
        deadline = _new_deadline(planner, question)
        resumed = e.QuestionResumed(str(question.id), deadline, done.signed(by))
        return (resumed,), "resumed", f"{question.id} waits for an answer until {deadline}"

    return _change(planner, name, act)


def keep_open(planner: Planner, name: str, *, surface: str) -> Question:
    """ASK-8: somebody is at this question; its deadline does not pass while they are."""

    def act(session: Session, question: Question) -> Happening:
        deadline = moved_deadline(session, question, planner.clock.now())
        moved = e.DeadlineMoved(str(question.id), str(deadline), surface)
        return ((moved,) if deadline else ()), "kept open", ""

    return _change(planner, name, act).question


def withdraw(
    planner: Planner, name: str, *, by: str, why: str, session: str | None = None
) -> Replied:
    """Take a question back: it is decided as if the clarifications were used up (GATE-7), and
    nobody's attention was.

    GATE-19: for the session that asked, or the one named that joined it; while others wait for it
    the question stays open for them.
    """
    reason = checked_note(why, "why")
    if session is not None and (found := find_session(planner.store, session)):
        row = find_question(planner.store, name)
        if found != row["session"]:
            return _leave(planner, found, row, by=by, why=reason)

    def act(session: Session, question: Question) -> Happening:
        if not question.is_open or question.left:
            raise _settled(question)
        done = planner.require(
            "withdraw",
            f"plangate withdraw {question.id} --why WHY",
            workspace=session.begun.workspace,
        )
        _must_not_park(question)
        if question.joined:
            left = e.QuestionLeft(str(question.id), session.id, done.signed(by), reason)
            others = ", ".join(other.session for other in question.joined)
            return (left,), "withdrawn", f"{question.id} stays open for {others}"
        withdrawn = e.QuestionWithdrawn(str(question.id), done.signed(by), reason)
        return (withdrawn,), "withdrawn", f"{question.id} is withdrawn"

    return _change(planner, name, act, advance_on=("withdrawn",))


def _leave(planner: Planner, name: str, row: Document, *, by: str, why: str) -> Replied:
    """A session that joined a question no longer waits for it; the last one takes it back."""
    for _ in range(_TRIES):
        owner, session = planner.session(row["session"]), planner.session(name)
        question = owner.question(row["id"])
        mine = [a for a, j in session.joins.items() if j.question == row["id"] and j.how is None]
        if not question.is_open:
            raise _settled(question)
        if not mine:
            raise BadInput("session", f"{name} does not wait for {row['id']}", "one that joined it")
        command = f"plangate withdraw {row['id']} --session {name} --why WHY"
        done = planner.require("withdraw", command, workspace=session.begun.workspace)
        _must_not_park(question)
        theirs: list[e.Event] = [e.QuestionLeft(row["id"], name, done.signed(by), why)]
        if question.left and len(question.joined) == 1:
            theirs.append(e.QuestionWithdrawn(row["id"], done.signed(by), why))
        try:
            append_both(
                planner, owner, theirs, session, left_events(session, mine[0], question, why)
            )
        except Conflict:
            continue
        after = planner.session(row["session"]).question(row["id"])
        message = f"{name} no longer waits for {row['id']}"
        return Replied("withdrawn", after, planner.advance(name), message)
    raise StoreBusy(f"{row['id']} keeps being changed by other processes; try again")


def _must_not_park(question: Question) -> None:
    if question.parks:
        raise BadInput(
            str(question.id),
            "its default cannot be taken without a person",
            "an answer, or `plangate hold`",
        )


def add_note(
    planner: Planner, name: str, text: str, *, by: str, own_words: bool = False
) -> Replied:
    """Say something about a question without answering it (ASK-12); `own_words` is what a person
    says in a form in place of every option of a one-way question (MCP-4)."""
    note = checked_note(text, "note")

    def act(_session: Session, question: Question) -> Happening:
        signed, theirs = planner.actor.signed(by), planner.actor.is_person
        added = e.NoteAdded(str(question.id), note, signed, own_words, not theirs)
        return (added,), "noted", f"noted on {question.id}"

    return _change(planner, name, act)


def discuss(planner: Planner, name: str, text: str, *, by: str) -> Replied:
    """Talk about a question without answering it: it stays open and its time begins anew."""
    note = checked_note(text, "text")

    def act(_session: Session, question: Question) -> Happening:
        if not question.is_open:
            raise _settled(question)
        signed = planner.actor.signed(by)
        passed_on = not planner.actor.is_person
        noted = e.NoteAdded(str(question.id), note, signed, passed_on=passed_on)
        happened: list[e.Event] = [noted]
        if question.status == "pending":
            deadline = _new_deadline(planner, question)
            happened.append(e.QuestionResumed(str(question.id), deadline, signed))
        return happened, "discussed", f"noted on {question.id}, which stays open"

    return _change(planner, name, act)


class Expired(NamedTuple):
    """How many sessions moved on, and those that cannot be read (REC-9)."""

    moved: int
    unreadable: tuple[str, ...]


def expire_readable(planner: Planner) -> Expired:
    """ASK-8: any reader may expire what is overdue; how many sessions moved on by it, and which
    could not be read: they stop no other."""
    moved, unreadable = 0, []
    for session in overdue_sessions(planner.store, planner.clock):
        try:
            for question in planner.advance(session).session.questions.values():
                if question.joined and not question.is_open:
                    served(planner, question)  # GATE-19
            moved += 1
        except StoreDamaged:
            unreadable.append(session)
    return Expired(moved, tuple(unreadable))


def _change(planner: Planner, name: str, act: Act, advance_on: Sequence[str] = ()) -> Replied:
    row = find_question(planner.store, name)
    session_id, question_id = row["session"], row["id"]
    for _ in range(_TRIES):
        session = planner.session(session_id)
        question = session.question(question_id)
        if is_overdue(question, planner.clock.now()):
            planner.advance(session_id)  # expires it; what comes now is late
            continue
        happened, result, message = act(session, question)
        try:
            if happened:
                session = planner.append(session_id, session, happened)
        except Conflict:
            continue
        advanced = None
        if result in advance_on:
            others = served(planner, session.question(question_id))
            message += "".join(f"; for session {one} too: plangate show {one}" for one in others)
            advanced = planner.advance(session_id)
        after = (advanced.session if advanced else session).question(question_id)
        return Replied(result, after, advanced, message)
    raise StoreBusy(f"{question_id} keeps being changed by other processes; try again")


def _may_be_relayed(planner: Planner, session: Session, question: Question, reply: str) -> None:
    """ACT-1, MCP-6: what is passed on settles nothing one-way, no hold, and no person's word."""
    command = f"plangate answer {question.id} {_words_for(question, reply)}"
    if is_one_way(question):
        planner.require("one-way", command)
    standing = standing_entry(session, question.question_id)
    said = question.status != "pending" and standing is not None and is_confirmed(standing)
    if question.status == "held" or said:
        _person_goes_on(planner, session, f"{command} --change" if said else command)


def _words_for(question: Question, reply: str) -> str:
    """What a person types for the option that a reply means; KEY where it means none."""
    match understand(reply, question):
        case Chosen(option=option) | NeedsExact(option=Option() as option):
            final = option.reversibility == "irreversible"
            return quote(option.label) if final else option.key
        case _:
            return "KEY"


def _person_goes_on(planner: Planner, session: Session, command: str) -> Actor:
    return planner.require("revise", command, workspace=session.begun.workspace)


def _must_be(question: Question, status: str) -> None:
    if question.status == status:
        return
    if question.is_open:
        already = {"held": "is already on hold", "pending": "is not on hold"}
        raise BadInput(str(question.id), already[str(question.status)])
    raise _settled(question)


def _settled(question: Question) -> AlreadySettled:
    return AlreadySettled(f"{question.id} is already {question.status}; nothing was changed")
