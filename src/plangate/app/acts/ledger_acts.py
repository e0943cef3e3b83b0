"""What a person does with the ledger: confirm an entry, overturn it, take that back (ASM-3).

An overturned entry is replaced, never erased; the plan's next version changes the tasks that rest
on it and what depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.app.naming.lookup import find_row
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.gate.asking.question_building import risk_if_wrong
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Assumption, Interpretation, Question
from plangate.core.model.records import Document
from plangate.core.plans.plan_graph import RELAYED, is_confirmed
from plangate.core.plans.revisions import readings_left, replacement, resting_tasks, standing_entry
from plangate.core.steps.gate_step import closed_deferrals, has_begun
from plangate.core.words.irreversible import cannot_be_undone


class Revised(NamedTuple):
    """A revision: what was overturned, what holds instead, which tasks it touches."""

    overturned: Assumption
    entry: Assumption
    tasks: tuple[str, ...]
    advanced: Advanced


def confirm(planner: Planner, name: str, *, by: str) -> Assumption:
    """A person says an entry is right."""
    row = find_row(planner.store, "assumptions", name)

    def act(session: Session) -> Sequence[e.Event]:
        entry = session.assumptions[row["id"]]
        if entry.status == "wrong":
            raise BadInput("assumption id", f"{entry.id} was overturned", "an entry that holds")
        _must_hold(session, entry)
        if entry.status == "confirmed":
            return ()
        command = f"plangate confirm {entry.id}"
        done = planner.require("confirm", command, workspace=session.begun.workspace)
        return (e.AssumptionConfirmed(str(entry.id), done.signed(by)),)

    session = planner.change(row["session"], act)
    return session.assumptions[row["id"]]


def overturn(
    planner: Planner,
    name: str,
    *,
    choice: str | None = None,
    reading: str | None = None,
    words: str | None = None,
    by: str,
) -> Revised:
    """A person says an entry is wrong: what holds instead, and the plan that follows from it.

    `choice` is the `reading` that holds instead where it names one, and else the person's `words`.
    """
    row = find_row(planner.store, "assumptions", name)
    said = checked_note(words, "--instead") if words is not None else None
    if choice is not None:
        said = checked_note(choice, "CHOICE")

    def act(session: Session) -> Sequence[e.Event]:
        entry = _to_overturn(session, row["id"])
        named, kept = reading, said
        if choice is not None and _fitting(session, entry, choice):
            named, kept = choice, None
        chosen = _named_reading(session, entry, named) if named is not None else None
        if chosen is None:
            _must_be_left(session, entry, kept)
        command = f"plangate wrong {entry.id}"
        signed = _reviser(planner, session, entry, command, by)
        new = replacement(session, entry, reading=chosen, words=kept, by=signed)
        new = _as_said(planner, session, new, command)
        revised = _revision(session, entry, new, f"{signed} overturned {entry.id}", signed)
        return (*(planner.named(session, kept) if kept else ()), revised)

    planner.change(row["session"], act)
    return _revised(planner, row["session"], row["id"])


class Instead(NamedTuple):
    """What may hold instead of an entry, and whether somebody's own words may."""

    entry: Assumption
    readings: tuple[Interpretation, ...]
    own_words: bool


def instead_of(planner: Planner, name: str) -> Instead:
    """CLI-6: the options for whoever says that an entry is wrong and not what holds instead."""
    row = find_row(planner.store, "assumptions", name)
    session = planner.session(row["session"])
    entry = _to_overturn(session, row["id"])
    readings = _readings_of(session, entry)
    others = tuple(r for r in readings if r.id != entry.interpretation)
    return Instead(entry, others, not any(map(cannot_be_undone, readings)))


def _to_overturn(session: Session, name: str) -> Assumption:
    entry = session.assumptions[name]
    if entry.status == "wrong":
        now = next((x for x in session.in_force if x.ambiguity == entry.ambiguity), None)
        holds = f"{now.id}, which holds instead ({now.decision})" if now else "one that holds"
        raise BadInput("assumption id", f"{entry.id} is already overturned", holds)
    _must_hold(session, entry)
    return entry


class Chosen(NamedTuple):
    """What a person decided that nobody may assume, and the session after it."""

    entry: Assumption
    advanced: Advanced


def decide(planner: Planner, name: str, ambiguity: str, label: str, *, by: str) -> Chosen:
    """GATE-20: a person decides what is parked, by the label of the reading."""

    def act(session: Session) -> Sequence[e.Event]:
        parked = {a.id: a for a in session.left_open if session.undecided[a.id] == "park"}
        if ambiguity not in parked:
            problem = f"{ambiguity[:60]!r} is not parked in {session.id}"
            raise BadInput("decision", problem, ", ".join(parked) or "none is")
        wanted = " ".join(label.casefold().split())
        labels = {
            " ".join(r.label.casefold().split()): r for r in parked[ambiguity].interpretations
        }
        if wanted not in labels:
            shown = ", ".join(f"“{r.label}”" for r in parked[ambiguity].interpretations)
            raise BadInput("label", f"{label[:60]!r} is not an option", shown)
        done = planner.require("one-way", f"plangate decide {session.id} {ambiguity} LABEL")
        chosen = labels[wanted]
        entry = Assumption(
            decision=chosen.label,
            blocker_type=parked[ambiguity].blocker_type,
            user_response=f"confirmed: {chosen.label}",
            reasoning=f"{done.signed(by)} decided what was parked",
            confidence="high",
            risk_if_wrong=risk_if_wrong(chosen),
            source="answer",
            id=f"{session.id}-a{len(session.assumptions) + 1}",
            session=session.id,
            ambiguity=ambiguity,
            interpretation=chosen.id,
            rule="GATE-20",
            status="confirmed",
        )
        closed = closed_deferrals(session, ambiguity, "decided by a person")
        reopened = e.SessionReopened(f"{ambiguity} was decided", done.signed(by))
        return (e.AssumptionRecorded(entry), *closed, reopened)

    session = planner.change(name, act)
    return Chosen(list(session.assumptions.values())[-1], planner.advance(name))


class Reopened(NamedTuple):
    """ASK-12: a first answer taken back, and how its decision stands now."""

    overturned: Assumption
    asked: Question | None
    """The question that asks it anew; None where none may be asked."""
    entry: Assumption | None
    """What was assumed instead, where nothing asks."""
    tasks: tuple[str, ...]
    advanced: Advanced


def undo(planner: Planner, name: str, *, by: str) -> Revised | Reopened:
    """Take the last word about a decision back: what held before holds again.

    Where a person's answer was the first word, the decision is open again (ASK-12): the question
    stays settled as it was (ASK-7), and the gate looks at the decision anew.
    """
    row = _decided_row(planner, name)
    undone: list[str] = []

    def act(session: Session) -> Sequence[e.Event]:
        asked = session.assumptions[row["id"]]
        current = next((x for x in session.in_force if x.ambiguity == asked.ambiguity), None)
        if current is None:
            raise BadInput("assumption id", f"{asked.id} was taken back already", "one that holds")
        if current.replaces is None:
            undone[:] = [str(current.id)]
            return (_reopening(planner, session, current, by),)
        before = session.assumptions[current.replaces]
        signed = _reviser(planner, session, current, f"plangate undo {current.id}", by)
        again = before._replace(
            id=f"{session.id}-a{len(session.assumptions) + 1}",
            status=session.status_before[str(before.id)],
            tasks=(),
            reasoning=f"{signed} took the revision {current.id} back; {before.reasoning}",
        )
        _must_not_be_final(planner, session, again, f"plangate undo {current.id}")
        undone[:] = [str(current.id)]
        revised = _revision(session, current, again, f"{signed} took {current.id} back", signed)
        return (*_answers_restored(session, before), revised)

    session = planner.change(row["session"], act)
    if session.assumptions[undone[0]].ambiguity not in session.settled:
        return _reopened(planner, session, undone[0])
    return _revised(planner, row["session"], undone[0])


def can_be_undone(session: Session, entry: Assumption) -> bool:
    """Whether there is a last word about its decision to take back."""
    if entry.replaces is not None:
        return True
    return _answered(session, entry) is not None and not _why_it_stands(session, entry)


def _answered(session: Session, entry: Assumption) -> Question | None:
    """The question that a person's answer made this entry of."""
    asked = [q for q in session.questions.values() if q.question_id == entry.ambiguity and q.answer]
    return asked[-1] if asked and is_confirmed(entry) else None


def _why_it_stands(session: Session, entry: Assumption) -> str:
    """GATE-4: why a first answer can be changed, and not be asked for again."""
    begun = has_begun(session, str(entry.ambiguity))
    return "a task that rests on it has begun" if begun else ""


def _reopening(planner: Planner, session: Session, entry: Assumption, by: str) -> e.Event:
    """ASK-12: only what a person answered, and only while nothing was begun on it."""
    asked = _answered(session, entry)
    if asked is None:
        way = f"a revised decision; to choose otherwise: plangate wrong {entry.id}"
        raise BadInput("assumption id", f"{entry.id} revised nothing", way)
    if why := _why_it_stands(session, entry):
        other = f"another answer: `plangate answer {asked.number} --change`"
        raise BadInput("assumption id", f"{entry.id} cannot be taken back: {why}", other)
    signed = _reviser(planner, session, entry, f"plangate undo {entry.id}", by)
    tasks = resting_tasks(session.plan, str(entry.id))
    trigger = f"{signed} took the answer to {asked.number} back"
    return e.DecisionReopened(str(entry.id), tasks, trigger, signed, review=True)


def _reopened(planner: Planner, session: Session, overturned: str) -> Reopened:
    advanced = planner.advance(session.id)
    before = advanced.session.assumptions[overturned]
    about, asked = str(before.ambiguity), advanced.session.open_question
    if asked is not None and asked.question_id != about:
        asked = None
    tasks = resting_tasks(session.plan, overturned)
    return Reopened(before, asked, standing_entry(advanced.session, about), tasks, advanced)


def _reviser(planner: Planner, session: Session, entry: Assumption, command: str, by: str) -> str:
    """ACT-1: what a person decided is a person's to change; who does it, as the record says it."""
    if not is_confirmed(entry):
        return planner.actor.signed(by)
    return planner.require("revise", command, workspace=session.begun.workspace).signed(by)


def _as_said(planner: Planner, session: Session, new: Assumption, command: str) -> Assumption:
    """A revision as it counts: what is no person's word is passed on, and settles nothing final."""
    _must_not_be_final(planner, session, new, f"{command} --reading {new.interpretation}")
    if planner.actor.is_person or new.source != "answer":
        return new
    risk = "medium - relayed by an agent"
    return new._replace(source=RELAYED, confidence="medium", risk_if_wrong=risk, status="open")


def _must_not_be_final(planner: Planner, session: Session, new: Assumption, command: str) -> None:
    """ACT-1: only a person takes a reading that cannot be undone."""
    readings = (r for a in session.ambiguities if a.id == new.ambiguity for r in a.interpretations)
    chosen = next((r for r in readings if r.id == new.interpretation), None)
    if chosen is not None and cannot_be_undone(chosen):
        planner.require("one-way", command)


def _decided_row(planner: Planner, name: str) -> Document:
    """The ledger row an id means: its own, or the one that a question led to."""
    if "-q" not in name:
        return find_row(planner.store, "assumptions", name)
    question = find_row(planner.store, "questions", name)
    session = planner.session(question["session"])
    entry = standing_entry(session, question["question_id"])
    if entry is None:
        raise BadInput("question id", f"{question['id']} decided nothing yet", "a settled question")
    return find_row(planner.store, "assumptions", str(entry.id))


def _answers_restored(session: Session, decided: Assumption) -> list[e.Event]:
    """The answer that led to a decision, put back with it where another took its place."""
    return [
        e.AnswerChanged(name, given[-1])
        for name, question in session.questions.items()
        if question.question_id == decided.ambiguity and question.answer is not None
        if question.answer.value != decided.decision
        if (
            given := [
                a for a in session.earlier_answers.get(name, ()) if a.value == decided.decision
            ]
        )
    ]


def _must_hold(session: Session, entry: Assumption) -> None:
    """Of an ambiguity's entries only the last word can be confirmed or overturned."""
    last = next(
        x for x in session.in_force if (x.ambiguity or x.id) == (entry.ambiguity or entry.id)
    )
    if last.id != entry.id:
        problem = f"{entry.id} no longer holds, {last.id} does: {last.decision}"
        raise BadInput("assumption id", problem, str(last.id))


def _revision(
    session: Session, entry: Assumption, new: Assumption, trigger: str, by: str
) -> e.DecisionRevised:
    tasks = resting_tasks(session.plan, str(entry.id))
    return e.DecisionRevised(str(entry.id), new, tasks, trigger, by)


def _revised(planner: Planner, session_id: str, overturned: str) -> Revised:
    advanced = planner.advance(session_id)
    session = advanced.session
    events = [
        entry
        for entry in session.assumptions.values()
        if entry.id != overturned and entry.ambiguity == session.assumptions[overturned].ambiguity
    ]
    tasks = session.revised_tasks.get(overturned, ())
    return Revised(session.assumptions[overturned], events[-1], tasks, advanced)


def _must_be_left(session: Session, entry: Assumption, words: str | None) -> None:
    """ASK-11: where something cannot be undone a person names what holds instead, and
    their own words name nothing."""
    readings = [
        r for a in session.ambiguities if a.id == entry.ambiguity for r in a.interpretations
    ]
    others = ", ".join(f"“{r.label}”" for r in readings if r.id != entry.interpretation)
    if words is not None:
        if any(map(cannot_be_undone, readings)):
            raise BadInput("CHOICE", f"{entry.ambiguity} is one-way", others)
        return
    left = readings_left(session, entry)
    if not left:
        raise BadInput(
            "CHOICE", "is needed: no reading is left", "your own words for what holds instead"
        )
    if all(map(cannot_be_undone, left)):
        problem = "is needed: what is left cannot be undone"
        raise BadInput("CHOICE", problem, f"{others}, as plangate wrong ID CHOICE")


def _named_reading(session: Session, entry: Assumption, named: str) -> str:
    """A reading by its id, its label, or the beginning of one; what cannot be undone by its label
    alone (ASK-11)."""
    readings, wanted = _readings_of(session, entry), " ".join(named.casefold().split())
    found = _fitting(session, entry, named)
    if len(found) != 1 or found[0].id == entry.interpretation:
        others = ", ".join(r.id for r in readings if r.id != entry.interpretation)
        problem = "is what was overturned" if len(found) == 1 else "fits no single reading"
        raise BadInput("--reading", f"{named[:60]!r} {problem}", others or "none is left")
    typed = " ".join(found[0].label.casefold().split()) == wanted
    if cannot_be_undone(found[0]) and not typed:
        problem = f"“{found[0].label}” cannot be undone and is chosen by its label"
        raise BadInput("--reading", problem, f"“{found[0].label}”")
    return found[0].id


def _fitting(session: Session, entry: Assumption, named: str) -> list[Interpretation]:
    """The readings of an entry's decision that somebody may mean by this."""
    readings = _readings_of(session, entry)
    wanted = " ".join(named.casefold().split())
    exact = [r for r in readings if wanted in (r.id.casefold(), r.label.casefold())]
    return exact or [r for r in readings if wanted and r.label.casefold().startswith(wanted)]


def _readings_of(session: Session, entry: Assumption) -> tuple[Interpretation, ...]:
    found = (a.interpretations for a in session.ambiguities if a.id == entry.ambiguity)
    return next(found, ())
