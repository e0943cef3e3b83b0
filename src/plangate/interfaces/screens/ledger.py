"""What was decided, as a person reads it: without them first, and how it is overturned (CLI-5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from plangate.core.gate.assumptions import FOLLOWS, RAISED
from plangate.core.log.session import Session
from plangate.core.model.nouns import Assumption, Deferral
from plangate.core.plans.plan_graph import RELAYED, is_confirmed
from plangate.core.understanding.already_there import ALREADY_THERE
from plangate.interfaces.screens.screen import Screen, heading, placed, project

_MOST = 6
#: ASM-2 in plain words; what is missing here has its own reason, the evidence for it.
_WHY = {
    "timeout_assumed": "nobody answered in time",
    "deferred": "you were not to be disturbed",
    "quota_used": "this session had no question left",
    "decided_in_execution": "work had begun, and nothing asks from then on",
    "preference": "your preference decides it",
}
#: How the gate says that nothing else was likely enough to ask about.
_BY_FAR = re.compile(r"^taken (?:instead of|over) (.+): nothing else is likely enough$")
#: GATE-7: why a question was not put although the session had one left.
_NOT_PUT = re.compile(r": (its question was withdrawn|\d+ questions?(?: are)? open here), ")
_BELOW_THE_BAR, _REVISED = "GATE-3", "ASM-3"


def decided_lines(screen: Screen, session: Session) -> list[str]:
    """Every decision in force: what nobody was asked about first, and standing out."""
    alone = [entry for entry in session.in_force if not is_confirmed(entry)]
    yours = [entry for entry in session.in_force if is_confirmed(entry)]
    lines: list[str] = []
    if alone:
        first = screen.entry(alone[0].id, session.id)
        heading = f"Decided without you (wrong? plangate wrong {first} 'what holds instead'):"
        lines += screen.block("assumed", heading, "", "  ")
        lines += [*_entries(screen, session, alone), ""]
    if yours:
        lines += ["You decided:", *_entries(screen, session, yours), ""]
    return lines


def _entries(screen: Screen, session: Session, entries: Sequence[Assumption]) -> list[str]:
    if screen.verbose:
        return ledger_lines(screen, entries)
    lines: list[str] = []
    for entry in entries[:_MOST]:
        name = screen.entry(entry.id, session.id)
        lines += screen.wrapped(f"{topic(entry)}{_told(session, entry)}", f"  {name}  ", "      ")
        if not is_confirmed(entry):
            lines += screen.block("dim", reason(entry), "      ")
        if is_final(entry):
            lines.append(screen.paint("final", "      It cannot be undone."))
    if len(entries) > _MOST:
        lines.append(f"  and {len(entries) - _MOST} more: plangate assumptions")
    return lines


def _told(session: Session, entry: Assumption) -> str:
    """What was decided; of what is there already also what it is and where (UND-4)."""
    if entry.ambiguity == ALREADY_THERE:
        for one in session.ambiguities:
            unsaid = one.heard not in entry.decision
            if one.id == ALREADY_THERE and one.blocker_evidence and unsaid:
                said = entry.decision[:1].lower() + entry.decision[1:]
                return f"{one.heard} ({one.blocker_evidence[0]}): {said}"
    return entry.decision


def topic(entry: Assumption) -> str:
    """What an entry is about, before what was decided."""
    name = (entry.ambiguity or "").replace("-", " ").replace("_", " ")
    return f"{name}: " if name else ""


def is_final(entry: Assumption) -> bool:
    return entry.risk_if_wrong.startswith("high")


def reason(entry: Assumption) -> str:
    """Why it was decided so, in a sentence without figures, and what a mistake would cost."""
    if entry.source == RELAYED:
        return "passed on by a script or an agent as your word"
    if entry.source != "goal" and entry.evidence:
        return entry.reasoning
    said = _WHY.get(entry.user_response)
    if entry.user_response == "quota_used" and (found := _NOT_PUT.search(entry.reasoning)):
        said = found[1]
    if entry.rule == _BELOW_THE_BAR:
        higher = next((why for why in RAISED.values() if why in entry.reasoning), "")
        said = f"the likeliest, not asked: {higher}" if higher else "the likeliest"
        if any(name.startswith("recalled:") and ":mem-" in name for name in entry.evidence):
            said = "as you asked to remember"
    elif entry.rule == _REVISED:
        said = "the likeliest that was left when another was overturned"
    elif entry.user_response.startswith(FOLLOWS):
        said = f"follows from {entry.user_response.removeprefix(FOLLOWS).rpartition('-')[2]}"
    told = said or _BY_FAR.sub(r"far likelier than \1", entry.reasoning)
    cost = entry.risk_if_wrong.partition(" - ")[2]
    return f"{told}; if wrong: {cost}" if cost and not is_final(entry) else told


def ledger_lines(
    screen: Screen, entries: Iterable[Assumption], located: Mapping[str, str] | None = None
) -> list[str]:
    """The ledger in full; `located` says where each piece of evidence was seen."""
    lines: list[str] = []
    for entry in entries:
        marks = [] if entry.status == "open" else [entry.status]
        head = screen.wrapped(f"{entry.ambiguity}: {entry.decision}", f"  {entry.id}  ", "      ")
        lines += screen.marked(head, marks, "      ")
        how = entry.user_response
        if entry.source == RELAYED:  # MCP-6: its response is the person's, as somebody told it
            how = f"{RELAYED}: {how.partition(': ')[2]}"
        lines += screen.wrapped(f"{entry.reasoning} [{how}]", "      ")
        risk = f"confidence {entry.confidence}; if wrong: {entry.risk_if_wrong}"
        lines += screen.wrapped(risk, "      ")
        for name in entry.evidence if located else ():
            lines += screen.wrapped(f"seen: {(located or {}).get(name, name)}", "      ")
        if entry.tasks:
            lines += screen.wrapped(f"tasks: {', '.join(entry.tasks)}", "      ")
    return lines


def listed_lines(
    screen: Screen,
    entries: Iterable[Assumption],
    goals: Mapping[str, tuple[str, str]],
    located: Mapping[str, str],
) -> list[str]:
    """The ledger of several sessions: under each goal what was decided for it."""
    lines: list[str] = []
    before = None
    for entry in entries:
        if entry.session != before:
            workspace, goal = goals.get(str(entry.session), ("", ""))
            head = heading(screen, f"{project(workspace)} · {goal}", f"({entry.session})")
            lines += [*([""] if lines else []), *head]
            before = entry.session
        lines += ledger_lines(screen, [entry], located) if screen.verbose else _short(screen, entry)
    return lines


def entry_lines(screen: Screen, session: Session, entry: Assumption) -> Iterator[str]:
    """One decision: what, why, what a mistake costs, what rests on it, how it is overturned."""
    name = screen.entry(entry.id, session.id)
    about = screen.wrapped(f"{topic(entry)}{_told(session, entry)}", f"{name}  ", "    ")
    yield from about if name == entry.id else placed(screen, about, f"({entry.id})")
    yield from screen.block("dim", f"{project(session.begun.workspace)} · {session.topic}", "    ")
    yield ""
    after = next((x for x in session.assumptions.values() if x.replaces == entry.id), None)
    if entry.status == "wrong":
        holds = f"; {screen.entry(after.id, session.id)} holds: {after.decision}" if after else ""
        yield from screen.wrapped(f"Overturned{holds}")
        yield from screen.wrapped(f"What spoke for it: {reason(entry)}")
        return
    yours = is_confirmed(entry)
    why = entry.reasoning if yours else reason(entry).partition("; if wrong: ")[0]
    yield from screen.wrapped(f"{'Decided by a person' if yours else 'Decided without you'}: {why}")
    if cost := entry.risk_if_wrong.partition(" - ")[2]:
        yield from screen.wrapped(f"If wrong: {cost}")
    tasks = session.plan.tasks if session.plan else ()
    resting = [f"{task.id} {task.title}" for task in tasks if entry.id in task.rests_on]
    yield from screen.wrapped(f"Rests on it: {'; '.join(resting) or 'no task'}", "", "  ")
    others = [
        f"“{reading.label}”"
        for ambiguity in session.ambiguities
        for reading in ambiguity.interpretations
        if ambiguity.id == entry.ambiguity and reading.id != entry.interpretation
    ]
    if others:
        yield from screen.wrapped(f"Not taken: {', '.join(others)}", "", "  ")
    yield ""
    yield from screen.wrapped(f"Wrong? plangate wrong {name} 'what holds instead'")


def _short(screen: Screen, entry: Assumption) -> list[str]:
    name = screen.entry(entry.id, entry.session)
    lines = screen.wrapped(f"{topic(entry)}{entry.decision}", f"  {name}  ", "      ")
    told = {"wrong": "overturned", "confirmed": "confirmed"}.get(entry.status, "")
    if not told:
        told = "you decided" if is_confirmed(entry) else reason(entry)
    return [*lines, *screen.block("dim", told, "      ")]


def deferral_lines(screen: Screen, deferral: Deferral) -> list[str]:
    expires = screen.when(deferral.expiry) if deferral.expiry else "never"
    ends = "expired" if expires.partition(" (")[0].endswith(" ago") else "expires"
    return [
        *screen.wrapped(deferral.scope, f"{deferral.id}  {deferral.status}  ", "      "),
        *screen.wrapped(f"risk: {deferral.risk_statement}", "      "),
        *screen.wrapped(f"closed when {deferral.closure_test}; {ends} {expires}", "      "),
    ]
