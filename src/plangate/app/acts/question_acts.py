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
from plangate.app.planner import Advanced, Planner, checked_note
from plangate.core.events import event as e
from plangate.core.gate.asking.question_building import risk_if_wrong
from plangate.core.gate.asking.reply_meaning import (
    Chosen,
    Custom,
    Empty,
    NeedsExact,
    Unclear,
    understand,
)
from plangate.core.guard.acts import Actor, require_role
from plangate.core.guard.redaction import redact
from plangate.core.log.chain import moment
from plangate.core.log.overdue import is_overdue
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled, BadInput, Conflict, StoreBusy, StoreDamaged
from plangate.core.model.nouns import Answer, Assumption, Option, Question
from plangate.core.model.records import Document
from plangate.core.model.shapes import Text
from plangate.core.plans.plan_graph import RELAYED, is_confirmed
from plangate.core.plans.revisions import resting_tasks, standing_entry
from plangate.core.steps.deadlines import moved_deadline
from plangate.core.steps.gate_step import closed_deferrals
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


#: What happened, in the contract's word for it and in a sentence.
Happening = tuple[Sequence[e.Event], str, str]
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
        happened, result, message = _answered(session, question, given, origin, change)
        happened = [*happened, *_heard(planner, session, question, happened)]
        if kept_note and happened:
            happened = [e.NoteAdded(str(question.id), kept_note, origin.by), *happened]
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
                    return [*calls, *told]
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
    return moment(now + timedelta(seconds=seconds + planner.quiet_ahead(now, seconds)))


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
    raise StoreBusy(f"{row['id']} is being changed by others all the time; try again")


def _must_not_park(question: Question) -> None:
    if question.parks:
        raise BadInput(
            str(question.id),
            "its default cannot be taken without a person",
            "an answer, or `plangate hold`",
        )


def add_note(planner: Planner, name: str, text: str, *, by: str) -> Replied:
    """Say something about a question without answering it (ASK-12)."""
    note = checked_note(text, "note")

    def act(_session: Session, question: Question) -> Happening:
        added = e.NoteAdded(str(question.id), note, planner.actor.signed(by))
        return (added,), "noted", f"noted on {question.id}"

    return _change(planner, name, act)


def discuss(planner: Planner, name: str, text: str, *, by: str) -> Replied:
    """Talk about a question without answering it: it stays open and its time begins anew."""
    note = checked_note(text, "text")

    def act(_session: Session, question: Question) -> Happening:
        if not question.is_open:
            raise _settled(question)
        signed = planner.actor.signed(by)
        happened: list[e.Event] = [e.NoteAdded(str(question.id), note, signed)]
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


# --- inside ---------------------------------------------------------------------------------------


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
    raise StoreBusy(f"{question_id} is being changed by others all the time; try again")


def _answered(
    session: Session, question: Question, reply: str, origin: Answer, change: bool
) -> Happening:
    """What an answer does, by what it means and where the question stands."""
    name = str(question.id)
    if question.status in ("answered", "withdrawn") and not change:
        message = f"{name} is already {question.status}; --change answers it anew"
        lost = _not_taken(name, reply, f"already {question.status}", origin)
        return (lost,), "already_settled", message
    match understand(reply, question):
        case Empty():
            raise BadInput("answer", "is empty", _choices(question))
        case Unclear(why=why):
            lost = _not_taken(name, reply, f"unclear: {why}", origin)
            return (lost,), "ambiguous", f"{why}; answer with {_choices(question)}"
        case NeedsExact(option=meant):
            lost = _not_taken(name, reply, "a one-way question takes exact words", origin)
            return (lost,), "refused", _exactly(question, meant)
        case Chosen(option=option):
            given = origin._replace(value=option.label, option=option.key)
            return _taken(session, question, given, option)
        case Custom(text=text):
            custom = "custom" if origin.provenance == "choice" else origin.provenance
            return _taken(session, question, origin._replace(value=text, provenance=custom), None)


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


def _exactly(question: Question, meant: Option | None) -> str:
    """ASK-11: what a one-way question takes, and what the words seem to mean."""
    if meant is not None and meant.reversibility == "irreversible":
        return (
            f"you seem to mean “{meant.label}”, which cannot be undone: type its label to choose "
            f"it; {question.id} stays open"
        )
    seems = f"you seem to mean {meant.key}) {meant.label}; " if meant is not None else ""
    return (
        f"{question.id} is one-way and takes no other words: {seems}answer with "
        f"{_choices(question)}; it stays open, and `plangate note` keeps words with it"
    )


def _not_taken(name: str, reply: str, why: str, origin: Answer) -> e.AnswerNotTaken:
    return e.AnswerNotTaken(name, reply, why, origin.by, origin.surface)


def _taken(session: Session, question: Question, given: Answer, option: Option | None) -> Happening:
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    if question.left and question.status == "timed_out":
        return (e.LateAnswerKept(name, given),), "late", f"late: {given.value}"
    if question.left and question.status == "answered":
        return (e.AnswerChanged(name, given),), "changed", f"changed: {given.value}"
    if question.status == "answered":
        return _changed(session, question, given, option)
    if question.status in ("timed_out", "withdrawn") and standing is not None:
        return _late(session, question, given, option)
    message = f"{name}: {given.value}"
    if question.left:  # GATE-19: this session took the default; the answer is for the others
        return (e.QuestionAnswered(name, given),), "answered", message
    if question.status == "timed_out":
        entry = e.AssumptionRecorded(_confirmed(session, question, given, option))
        reopened = e.SessionReopened(f"late answer to {name}", given.by)
        return (e.LateAnswerKept(name, given), entry, reopened), "late", message
    decided = _decided(session, question, given, option)
    closed = closed_deferrals(session, question.question_id, f"answered in {name}")
    return (e.QuestionAnswered(name, given), decided, *closed), "answered", message


def _decided(session: Session, question: Question, given: Answer, option: Option | None) -> e.Event:
    """What an answer does to the ledger: a new entry, or the last word about what was deferred."""
    standing = standing_entry(session, question.question_id)
    agrees = (
        standing is not None
        and option is not None
        and option.interpretation == standing.interpretation
    )
    if standing is None or (agrees and given.provenance == RELAYED):
        return e.AssumptionRecorded(_confirmed(session, question, given, option))
    if agrees:
        return e.AssumptionConfirmed(str(standing.id), given.by)
    return _revision(session, question, given, option, f"{given.by} answered {question.id}")


def _late(session: Session, question: Question, given: Answer, option: Option | None) -> Happening:
    """ASK-10: equal to what was taken it confirms the entry; different, it opens a revision."""
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    assert standing is not None
    kept = e.LateAnswerKept(name, given)
    if option is not None and option.interpretation == standing.interpretation:
        if given.provenance == RELAYED:  # MCP-6: it agrees, and confirms nothing
            return (kept,), "late", f"late, and it agrees with {standing.id}: {given.value}"
        confirmed = e.AssumptionConfirmed(str(standing.id), given.by)
        return (kept, confirmed), "late", f"late, and it confirms {standing.id}: {given.value}"
    revised = _revision(session, question, given, option, f"late answer to {name}")
    return (kept, revised), "late", _told("late", revised, given)


def _changed(
    session: Session, question: Question, given: Answer, option: Option | None
) -> Happening:
    """ASK-12: a changed mind is a revision; the first answer stays in the record."""
    name = str(question.id)
    standing = standing_entry(session, question.question_id)
    if standing is None:  # it was taken back, or put up for review
        raise BadInput(name, "its decision is open again", _asked_now(session, question))
    if standing.decision == given.value:
        if question.answer is not None and question.answer.value == given.value:
            lost = _not_taken(name, given.value, "already the answer", given)
            return (lost,), "already_settled", f"{name} is already answered so: {given.value}"
        message = f"changed: {given.value}; {standing.id} says so already"
        if given.provenance == RELAYED:  # MCP-6: it agrees, and confirms nothing
            return (e.AnswerChanged(name, given),), "changed", message
        confirmed = e.AssumptionConfirmed(str(standing.id), given.by)
        return (e.AnswerChanged(name, given), confirmed), "changed", message
    revised = _revision(session, question, given, option, f"{given.by} changed {name}")
    return (e.AnswerChanged(name, given), revised), "changed", _told("changed", revised, given)


def _asked_now(session: Session, question: Question) -> str:
    asked = session.open_question
    is_again = asked is not None and asked.question_id == question.question_id
    return f"an answer to {asked.number}" if asked is not None and is_again else "a new question"


def _revision(
    session: Session, question: Question, given: Answer, option: Option | None, trigger: str
) -> e.DecisionRevised:
    standing = standing_entry(session, question.question_id)
    assert standing is not None
    entry = _confirmed(session, question, given, option)._replace(replaces=standing.id)
    tasks = resting_tasks(session.plan, str(standing.id))
    return e.DecisionRevised(str(standing.id), entry, tasks, trigger, given.by)


def _told(how: str, revised: e.DecisionRevised, given: Answer) -> str:
    touched = ", ".join(revised.tasks) or "no task"
    return f"{how}: {given.value}; it replaces {revised.overturned} and touches {touched}"


def _confirmed(
    session: Session, question: Question, given: Answer, option: Option | None
) -> Assumption:
    """ASM-1: an answer is a ledger entry too."""
    response = f"confirmed: {option.label}" if option else f"custom: {given.value}"
    relayed = given.provenance == RELAYED  # MCP-6: an agent's word for a person's is a lesser one
    return Assumption(
        decision=given.value,
        blocker_type=question.blocker_type,
        user_response=response,
        reasoning=f"{given.by} {'relayed an answer to' if relayed else 'answered'} "
        f"{question.number}",
        confidence="medium" if relayed else "high",
        risk_if_wrong=_risk(option, relayed),
        source=RELAYED if relayed else "answer",
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        ambiguity=question.question_id,
        interpretation=option.interpretation if option else None,
        rule="ASK-11",
        status="open" if relayed else "confirmed",
    )


def _risk(option: Option | None, relayed: bool) -> str:
    """What a person chose they chose; that it cannot be undone is said all the same."""
    if option is not None and option.reversibility == "irreversible":
        return risk_if_wrong(option)
    return "medium - relayed by an agent" if relayed else "low - said by a person"


def _must_be(question: Question, status: str) -> None:
    if question.status == status:
        return
    if question.is_open:
        already = {"held": "is already on hold", "pending": "is not on hold"}
        raise BadInput(str(question.id), already[str(question.status)])
    raise _settled(question)


def _settled(question: Question) -> AlreadySettled:
    return AlreadySettled(f"{question.id} is already {question.status}; nothing was changed")


def _choices(question: Question) -> str:
    """What answers a question: keys, and the whole label of what cannot be undone (ASK-11)."""
    taken = [
        f"“{option.label}”" if option.reversibility == "irreversible" else option.key
        for option in question.options
    ]
    if question.kind == "open_ended":
        taken.append("your own words")
    return f"{', '.join(taken[:-1])} or {taken[-1]}" if len(taken) > 1 else taken[0]
