"""Decisions with many options: started from a document, answered part by part (section 9).

A chain a person starts is no clarification: focus, budget, quota and preferences do not touch it
(SPLIT-9). One that clarifies a session is: it waits as a whole while these say so, and once shipped
it is one of the session's clarifications. Each step is one event in the chain's own stream, so a
kill between any two parts loses nothing (SPLIT-10).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from shlex import quote
from typing import NamedTuple

from plangate.app.naming.lookup import find_session
from plangate.app.planner import Planner
from plangate.core.audit.projection import scope_rows
from plangate.core.events import event as e
from plangate.core.guard.redaction import redact
from plangate.core.log.chain import SCOPE_PREFIX, moment, seal_all
from plangate.core.log.session import HOST, Session
from plangate.core.log.tables import Query
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import AlreadySettled, BadInput, Conflict, NotFound, StoreBusy
from plangate.core.model.policy.agents_numbers import GOAL_IS_CURRENT_HOURS, HOST_QUESTIONS
from plangate.core.model.records import Document
from plangate.core.model.scope_nouns import Chain, Choice, Decision, Part, is_one_question
from plangate.core.model.shapes import Choice as OneOf
from plangate.core.model.shapes import ListOf, Record, Text
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.scopes.enumerated import kind_of
from plangate.core.scopes.scope_log import after, fold_chain
from plangate.core.scopes.scope_moves import check_options
from plangate.core.scopes.scope_one_way import one_way_options, row_taken, typed_reply
from plangate.core.scopes.scope_parts import open_part
from plangate.core.scopes.scope_plan import begun_options, why_it_waits

KINDS = ("alternatives", "independent", "unsure")
_KEY = Text(200)
SCOPE_DOCUMENT = Record(
    required={
        "decision": Text(2_000),
        "options": ListOf(
            Record(
                required={"key": _KEY, "label": Text(2_000)},
                optional={
                    "scope": Text(2_000, blank=True),
                    "cost": Text(500, blank=True),
                    "requires": ListOf(_KEY, most=200),
                    "conflicts": ListOf(_KEY, most=200),
                    "recommend": OneOf(("include", "defer", "cut")),
                    "reason": Text(2_000, blank=True),
                },
            ),
            least=1,
            most=200,
        ),
    },
    optional={
        "kind": OneOf(KINDS),
        "skill": Text(60),
        "surface": OneOf(("capped", "whole")),
    },
)


class Scope(NamedTuple):
    """A chain and its id."""

    id: str
    chain: Chain


def read_decision(document: object, shows: str = "capped") -> Decision:
    """A decision from a caller's document, or one line about what is wrong with it (ERR-1).

    `shows` is what the place it is started from can show, for a document that does not say.
    """
    read = SCOPE_DOCUMENT.read(document, "document")
    options = tuple(_choice(entry) for entry in read["options"])
    seen: set[str] = set()
    for place, option in enumerate(options):
        folded = " ".join(option.key.casefold().split())
        if folded in seen:
            raise BadInput(
                f"options[{place}].key", f"{option.key!r} appears twice", "each key once"
            )
        seen.add(folded)
        _must_be_a_name(option.key, f"options[{place}].key")
    check_options(options)
    _must_be_a_name(read.get("skill", "scope"), "skill")
    kind, why = read.get("kind"), ""
    if kind is None:  # SPLIT-2: read from the options, and said why
        kind, why = kind_of(read["decision"], options)
    return Decision(
        decision=redact(read["decision"].strip()),
        kind=kind,
        one_question=is_one_question(kind, options),
        why_kind=why,
        options=options,
        skill=read.get("skill", "scope"),
        surface=read.get("surface", shows),
    )


def _must_be_a_name(text: str, field: str) -> None:
    """ASK-14: a name is stored as it is given, so one that holds a secret is refused."""
    if redact(text) != text:
        raise BadInput(field, "looks like a secret", "a name")


def _choice(entry: Document) -> Choice:
    """An option with its secrets removed; its key is a name and holds none."""
    words: Document = {
        name: redact(entry[name]) for name in ("label", "scope", "cost", "reason") if name in entry
    }
    return Choice(**{**entry, **words})


def start(
    planner: Planner,
    decision: Decision,
    workspace: str,
    *,
    by: str,
    session: str | None = None,
    asked_for: str = "",
) -> Scope:
    """Begin a chain; its number is the workspace's next one, without gaps (SPLIT-3). `session` is
    what it clarifies; `asked_for` the one whose host asks, and does with the answers what it will.
    """
    waits = ""
    if session is not None:
        clarified = planner.session(find_session(planner.store, session))
        session, workspace = clarified.id, clarified.begun.workspace
        if not planner.actor.is_person:  # SPLIT-9: a person's own chain waits for nothing
            waits = _why_it_waits(clarified, planner.outside.of(clarified), decision)
        here = planner.outside.here(clarified)
    else:
        here = planner.places.met(workspace)
    for _ in range(1_000):
        name = f"{SCOPE_PREFIX}{planner.new_id()}"
        parent = f"D{planner.outside.next_number(here)}"
        opened = session is not None and not planner.actor.is_person
        about = (session, waits, here.place, opened, asked_for)
        event = e.ScopeStarted(decision, workspace, parent, by, *about)
        entries = seal_all(name, None, (event,), planner.clock.now())
        try:
            planner.store.append(entries, scope_rows(name, entries))
        except Conflict:
            continue
        return Scope(name, fold_chain(entries))
    raise StoreBusy("decisions keep being numbered by other processes; try again")


def _why_it_waits(session: Session, around: Surroundings, decision: Decision) -> str:
    """SPLIT-9: what would keep a question of this session back keeps the whole chain back; work on
    other tasks does not (INT-8)."""
    if begun := begun_options(session, decision):
        return f"work on {', '.join(begun)} has begun (GATE-4)"
    if attention := why_it_waits(session, around.focus):
        return attention
    if session.open_question is not None:
        return "a question of this session is open (GATE-16)"
    if session.asked + around.chains >= session.begun.policy.clarifications:
        return "this session's clarifications are used (GATE-7)"
    return ""


def goal_asked_for(planner: Planner, workspace: str, surface: str) -> Session | None:
    """SPLIT-10: the goal that is being planned or worked on here from this surface, the latest;
    one that nobody has touched for hours is not what a new question is for."""
    since = moment(planner.clock.now() - timedelta(hours=GOAL_IS_CURRENT_HOURS))
    places = planner.places.here(workspace).places
    rows = Query("plan_sessions", places=places, order=("updated_at",), descending=True, limit=20)
    for row in planner.store.rows(rows):
        if row["updated_at"] < since:
            return None
        session = planner.session(row["plan_session_id"])
        tasks = session.plan.tasks if session.plan is not None else ()
        over = bool(tasks) and all(session.progress.get(task.id) == "done" for task in tasks)
        if session.begun.surface == surface and not over:
            return session
    return None


def open_alike(planner: Planner, decision: Decision, workspace: str) -> Scope | None:
    """ASK-16: the chain that already asks this here: the same words, and the same options."""
    places = planner.places.here(workspace).places
    wanted = Query(
        "scopes", places=places, among=("status", ("open", "held")), order=("created_at",)
    )
    for row in planner.store.rows(wanted):
        found = show(planner, row["id"])
        if _asks(found.chain.decision) == _asks(decision):
            return found
    return None


def _asks(decision: Decision) -> tuple[str, frozenset[tuple[str, str]]]:
    options = frozenset((option.key, _folded(option.label)) for option in decision.options)
    return _folded(decision.decision), options


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def must_be_left(planner: Planner, session: Session) -> None:
    """GATE-7, GATE-16: a host's chain is one of its goal's questions, so it is refused when they
    are used, and while one of them is open."""
    used = session.asked + planner.outside.of(session).chains
    most = session.begun.policy.clarifications
    if session.begun.proposer == HOST:
        most = min(most, HOST_QUESTIONS)
    if used >= most:
        raise BadInput(
            "decision",
            f"the {most} questions of “{session.goal[:80]}” are used",
            "a default of yours, which you say, or a decision that the person starts themselves",
        )
    if (waiting := session.open_question) is not None:
        raise BadInput("decision", f"question {waiting.id} of this goal waits", "one at a time")


def show(planner: Planner, name: str) -> Scope:
    found = find_scope(planner, name)
    return Scope(found, fold_chain(planner.store.read(found)))


def answer(
    planner: Planner,
    name: str,
    reply: str,
    *,
    by: str,
    surface: str,
    number: str | None = None,
    provenance: str = "choice",
) -> Scope:
    """Answer the open part; `number` refuses an answer meant for a part that is no longer open."""
    Text(2_000).read(reply, "CHOICE")

    actor = planner.actor
    if not actor.is_person:  # ACT-1: whatever it claims
        by, surface, provenance = actor.by, actor.recorded, RELAYED

    def act(chain: Chain) -> e.ScopeEvent:
        part = open_part(chain)
        if number is not None and (part is None or part.number != number):
            raise AlreadySettled(f"{number} is no longer open; nothing was changed")
        if part is None:
            return e.ScopeAnswered("", reply, by, surface, provenance)
        final = one_way_options(chain, part)
        _may_be_relayed(planner, chain, part, final)
        taken = typed_reply(final, part, reply)
        return e.ScopeAnswered(part.number, taken, by, surface, provenance)

    return _change(planner, name, act)


def _may_be_relayed(planner: Planner, chain: Chain, part: Part, final: Sequence[Choice]) -> None:
    """SPLIT-9: the last part, and a part about something one-way, are a person's (ACT-1)."""
    if planner.actor.is_person:
        return
    command = f"plangate scope answer {chain.parent} CHOICE"
    if part.kind == "final":
        planner.require("ship", command)
    if final:
        planner.require("one-way", command)


def decide_row(
    planner: Planner, name: str, key: str, bucket: str, *, by: str, surface: str
) -> Scope:
    """Decide one row of a table that shows all of them (SPLIT-11): by its bucket, or, to include
    what cannot be undone, by its label (ASK-11)."""
    actor = planner.actor
    if not actor.is_person:
        by, surface = actor.by, actor.recorded

    def act(chain: Chain) -> e.ScopeEvent:
        named = [option for option in chain.decision.options if option.key == key]
        taken = row_taken(named[0], bucket) if named else bucket
        if taken != bucket:  # its label was typed, which only a person does (SPLIT-9)
            planner.require("one-way", f"plangate scope continue {chain.parent}")
        return e.ScopeRowDecided(key, taken, by, surface)

    return _change(planner, name, act)


def resume(planner: Planner, name: str, key: str | None, *, by: str) -> Scope:
    needs = _Needs("revise", f"plangate scope continue {quote(name)}")
    return _change(planner, name, lambda _chain: e.ScopeContinued(key, by), needs)


def revise(planner: Planner, name: str, key: str, *, by: str) -> Scope:
    needs = _Needs("revise", f"plangate scope revise {quote(name)} {quote(key)}")
    return _change(planner, name, lambda _chain: e.ScopeRevised(key, by), needs)


def withdraw(planner: Planner, name: str, why: str, *, by: str) -> Scope:
    kept = redact(Text(20_000, blank=True).read(why, "--why").strip())
    needs = _Needs("withdraw", f"plangate scope withdraw {quote(name)}")
    return _change(planner, name, lambda _chain: e.ScopeWithdrawn(by, kept), needs)


def restart(planner: Planner, name: str, *, by: str) -> Scope:
    needs = _Needs("revise", f"plangate scope restart {quote(name)}")
    return _change(planner, name, lambda _chain: e.ScopeRestarted(by), needs)


class _Needs(NamedTuple):
    """ACT-1: what undoes or ends a decision with many options is a person's act."""

    act: str
    command: str


def find_scope(planner: Planner, name: str) -> str:
    """A scope's id by its own, by the beginning of it, or by its number (`D3`)."""
    Text(200).read(name, "scope id")
    wanted = name.strip()
    by_number = planner.store.rows(Query("scopes", equals={"number": wanted.upper()}, limit=2))
    if len(by_number) == 1:
        return str(by_number[0]["id"])
    begun = wanted.lower() if wanted.startswith(SCOPE_PREFIX) else f"{SCOPE_PREFIX}{wanted.lower()}"
    rows = planner.store.rows(Query("scopes", begins=("id", begun), order=("id",), limit=9))
    exact = [row for row in rows if row["id"] == begun]
    found = exact or rows
    if len(found) != 1:
        listed = ", ".join(str(row["id"]) for row in (found or by_number)[:8])
        problem = "fits several" if listed else "is not known"
        accepted = listed or "an id that `plangate scope list` shows"
        raise NotFound("scope id", f"{wanted[:60]!r} {problem}", accepted)
    return str(found[0]["id"])


def _change(
    planner: Planner, name: str, act: Callable[[Chain], e.ScopeEvent], needs: _Needs | None = None
) -> Scope:
    found = find_scope(planner, name)
    for _ in range(1_000):
        before = list(planner.store.read(found))
        event = act(fold_chain(before))
        chain = after(fold_chain(before), event)
        if needs is not None:
            done = planner.require(needs.act, needs.command)
            event = event._replace(by=done.signed(event.by))
        if chain.status == "shipped":
            planner.require("ship", f"plangate scope answer {chain.parent} CHOICE")
        added = seal_all(found, before[-1], (event,), planner.clock.now())
        try:
            planner.store.append(added, scope_rows(found, [*before, *added]))
        except Conflict:
            continue
        if chain.status == "shipped" and chain.session is not None:
            planner.advance(chain.session)  # PLAN-9: what was decided is the plan's at once
        return Scope(found, chain)
    raise StoreBusy(f"{found} keeps being changed by other processes; try again")
