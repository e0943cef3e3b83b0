"""The verdict on every decision, each with its reason in one line (MCP-3)."""

from __future__ import annotations

from plangate.core.agents.retelling import noted_with
from plangate.core.agents.telling import DROPPED, host_default
from plangate.core.gate.session_facts import is_said, provisional
from plangate.core.log.session import Session
from plangate.core.model.evidence import QUOTED
from plangate.core.model.nouns import Ambiguity, Assumption
from plangate.core.model.policy.understanding_numbers import DOOR_ORDERED
from plangate.core.model.records import Document, Fields
from plangate.core.plans.plan_graph import RELAYED, is_confirmed
from plangate.core.words.irreversible import cannot_be_undone
from plangate.core.words.open_values import asks_for
from plangate.interfaces.mcp.said.bounds import one_line, reason_line
from plangate.interfaces.mcp.said.wanted import STAYS

_UNDO = {"reversible": "easy", "partial": "partly", "irreversible": "never"}


#: Rules by which something is taken that nobody and no file said.
_GUESSED = frozenset(("GATE-1", "GATE-3", "GATE-4", "GATE-5", "GATE-7"))
#: A reason as it is shown beside a plan, and to whoever asks for all of it.
_SHORT, _WHOLE = 160, 2_000


def decision_rows(session: Session, *, in_full: bool = False) -> list[Document]:
    """MCP-3: the verdict on every decision, with its reason in one line; uncut `in_full`."""
    longest = _WHOLE if in_full else _SHORT
    entries = {entry.ambiguity: entry for entry in session.in_force}
    rows = [_row(session, a, entries.get(a.id), longest) for a in session.ambiguities]
    known = {ambiguity.id for ambiguity in session.ambiguities}
    dropped = [
        {
            "id": x.ambiguity,
            "verdict": "dropped",
            "why": one_line(x.reasoning, longest),
            "entry": x.id,
        }
        for x in session.in_force
        if x.user_response == DROPPED and x.ambiguity not in known
    ]
    return [*(row for row in rows if row), *dropped]


#: ASK-15: what a host builds where a person's words speak for what they have not confirmed.
_SPOKEN = "their words are read as {option}: write the tasks for it; they confirm that themselves"

#: GATE-20: what a host can do about a decision that nothing could be taken of.
_PARKED = (
    "no option can be undone and no question is left: tell it again with one that can{drop}; else "
    "a person decides it on plangate's page"
)


def _row(
    session: Session, ambiguity: Ambiguity, entry: Assumption | None, longest: int
) -> Document:
    last = _last_decision(session, ambiguity.id)
    if entry is not None:
        why = f"{_ground_of(session, ambiguity, entry)}{entry.reasoning}"
        said = "confirmed" if is_confirmed(entry) else RELAYED  # MCP-6
        verdict = said if is_said(entry) else _taken_as(entry, last)
        taken: Document = {
            "id": ambiguity.id,
            "verdict": verdict,
            "choice": entry.interpretation or one_line(entry.decision, _WHOLE),
            "why": reason_line(why, longest),
            "entry": entry.id,
        }
        return {**taken, **_with_it(session, ambiguity, entry)}
    left_to = session.undecided.get(ambiguity.id)
    if left_to is None:
        return {}
    asked = [q for q in session.questions.values() if q.question_id == ambiguity.id and q.is_open]
    why = f"the person is asked: {asked[-1].id}" if asked else _why(last)
    first = session.open_question
    if first is not None and last and last["rule"] == "GATE-16":
        why = f"behind {first.question_id}"
    if ambiguity.spoken_for and not asked:
        why = _SPOKEN.format(option=ambiguity.spoken_for)
    elif left_to == "park" and all(map(cannot_be_undone, ambiguity.interpretations)):
        why = _PARKED.format(drop=", or drop it with why" if ambiguity.own else "")
    row: Document = {"id": ambiguity.id, "verdict": left_to, "choice": None}
    row["why"] = one_line(why, longest)
    row |= {"leaves_open": asks} if (asks := _leaves_open(ambiguity)) else {}
    meanwhile = (  # ASK-17
        ambiguity.spoken_for or ambiguity.safe_default or provisional(session, ambiguity)
    )
    return {**row, "meanwhile": meanwhile} if meanwhile and session.plan else row


def _leaves_open(ambiguity: Ambiguity) -> str:
    """MCP-4: the options of what a person decides that bring no value, and what would."""
    if ambiguity.known_elsewhere or not ambiguity.own:
        return ""
    asked = {r.id: asks_for(r.label, r.consequence) for r in ambiguity.interpretations}
    told = "; ".join(f"{name}: {asks}" for name, asks in asked.items() if asks)
    return f"{told}? Name values in its options, or the form asks for it in a note" if told else ""


def _with_it(session: Session, ambiguity: Ambiguity, entry: Assumption) -> Document:
    """ASK-12: what a person said beside the option, and what they left open with it."""
    row = _not_as_told(session, ambiguity, entry)
    if (note := noted_with(session, ambiguity.id)) and not _is_drafted_for(session, ambiguity.id):
        return {**row, "note": one_line(note, _WHOLE)}
    chosen = (r for r in ambiguity.interpretations if r.id == entry.interpretation)
    asks = next((asks_for(r.label, r.consequence) for r in chosen), "")
    if not asks or not is_said(entry):
        return row
    return {**row, "leaves_open": f"{asks}: nobody said it; name in the task what you take"}


def _is_drafted_for(session: Session, decision: str) -> bool:
    """Whether tasks were sent since a question was answered: its note is told until then."""
    asked = (name for name, q in session.questions.items() if q.question_id == decision)
    return not session.drafted_after.isdisjoint(asked)


def _not_as_told(session: Session, ambiguity: Ambiguity, entry: Assumption) -> Document:
    """MCP-3: where something else holds than its proposer would build, and what it changes; tasks
    that rest on an answer were written for it."""
    default = host_default(ambiguity)
    if default in (None, entry.interpretation):
        return {}
    tasks = session.plan.tasks if session.plan is not None else ()
    resting = [task.id for task in tasks if entry.id in task.rests_on]
    if resting and is_said(entry) and not session.stale_plan:
        return {}
    changes = f"; look at {', '.join(resting[:12])}" if resting else ""
    return {"not_your_default": f"you would build {default}{changes}"}


def _ground_of(session: Session, ambiguity: Ambiguity, entry: Assumption) -> str:
    """What a decision rests on, said first: a line that was looked up, craft, or nothing."""
    stands = (
        each.locator
        for each in session.evidence
        if each.ambiguity == entry.ambiguity
        and each.supports == entry.interpretation
        and each.confidence >= QUOTED
    )
    if is_said(entry):
        return ""
    if locator := next(filter(None, stands), None):
        return f"settled by {locator}; "
    if entry.rule not in _GUESSED:
        return ""
    likely = {r.id: r.prior for r in ambiguity.interpretations}
    if not ambiguity.own and likely.get(str(entry.interpretation), 0.0) >= DOOR_ORDERED:
        return "the goal says so: "  # UND-7
    if ambiguity.craft:
        return "a matter of craft: "
    return "your default: " if entry.interpretation == host_default(ambiguity) else "guessed: "


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
    return str(saw[-1] if saw else decision["rule"])


def known_row(ambiguity: Ambiguity) -> Document:
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
