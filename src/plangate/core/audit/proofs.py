"""The audit: from the log alone, prove or refute that every decision followed the rules (REC-2).

A session is read once, event by event; what is looked at is forgotten again, so a log of any length
is audited in the memory of its longest session. Each criterion is a row with its own small check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.core.audit.criteria import (
    CRITERIA,
    DECISION_CHECKS,
    is_ambiguous,
    is_below_the_bar,
    is_unrecognised,
    is_worth_asking,
    malformed,
    replay_differs,
    undocumented_threshold,
    unnamed,
)
from plangate.core.audit.replay import InForce, Recorded, recorded
from plangate.core.events import event as e
from plangate.core.log.anchors import AnchorAudit
from plangate.core.log.chain import Entry, broken_links, event_of, is_erased, is_verifiable
from plangate.core.log.folding import step
from plangate.core.log.session import Session
from plangate.core.model.errors import PlangateError
from plangate.core.model.policy import Policy, at_least
from plangate.core.model.policy.audit_numbers import AUTO_EXPANSION, PROOFS_MOST_LISTED
from plangate.core.model.records import DecisionRecord


class Break(NamedTuple):
    """A place where a rule is broken."""

    session: str
    event: int
    what: str


class Criterion:
    """How one criterion fared: how often it was looked at, and where it broke."""

    def __init__(self, name: str, means: str) -> None:
        self.id = name
        self.means = means
        self.checked = 0
        self.failures = 0
        self.broken: list[Break] = []
        self.counts: dict[str, int] = {}

    def look(self, problem: str | None, session: str, event: int) -> None:
        self.checked += 1
        if problem is not None:
            self.failures += 1
            if len(self.broken) < PROOFS_MOST_LISTED:
                self.broken.append(Break(session, event, problem))

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    @property
    def ok(self) -> bool:
        return self.failures == 0


class Audit:
    """What an audit found so far; `look_at` takes one session's entries at a time."""

    def __init__(self, other_policy: Policy | None = None, *, anew: bool = False) -> None:
        """`anew`: the numbers are others now, and each document is made anew by them (REC-3)."""
        self.sessions = 0
        self.events = 0
        self.criteria = {name: Criterion(name, means) for name, means in CRITERIA}
        self.chain = Criterion("chain", "every event follows the one before it, unchanged")
        self.replay = Criterion("replay", "every gate decision replays to the same result")
        self.tables = Criterion("tables", "every table says what the log says")
        self.ahead = Criterion("ahead", "no table knows of events that the log does not have")
        self.erasures = Erasures()
        self.anchor: AnchorAudit | None = None
        self.quarantined: list[str] = []
        self.strange: list[str] = []
        self.unreadable: list[str] = []
        self.low_value = 0
        self.expanded = 0
        self.other_policy = other_policy
        self._anew = anew
        self.counterfactual = Counterfactual()

    def look_at(self, stream: str, entries: Sequence[Entry]) -> Session | None:
        """Audit one session; the session its events make, None when they make none."""
        self.sessions += 1
        self.look_at_links(stream, entries)
        session: Session | None = None
        for place, entry in enumerate(entries):
            try:
                if is_erased(entry):
                    pass  # REC-10: counted, not replayed
                elif entry.type == "GateDecided":
                    decided = event_of(entry)
                    assert isinstance(decided, e.GateDecided)
                    self._gate(stream, entry, session, decided, entries[place + 1 :])
                elif entry.type in ("IntakeDecided", "QuestionAsked"):
                    self._look(stream, entry, session)
                session = step(session, entry)
            except (PlangateError, LookupError, ArithmeticError, TypeError, ValueError) as error:
                self.replay.look(f"cannot be read: {error}", stream, entry.seq)
                self.unreadable.append(stream)
                return None
        return session

    def look_at_links(self, stream: str, entries: Sequence[Entry]) -> None:
        """The chain of one stream, and what was erased from it (REC-10)."""
        self.events += len(entries)
        for seq, problem in broken_links(entries):
            self.chain.look(problem, stream, seq)
        self.chain.checked += len(entries)
        for entry in entries:
            if is_erased(entry):
                self.chain.look(self.erasures.count(entry), stream, entry.seq)

    @property
    def ok(self) -> bool:
        found = [*self.criteria.values(), self.chain, self.replay, self.tables, self.ahead]
        held = all(criterion.ok for criterion in found) and self.expansion_ok
        held = held and not self.strange
        return held and (self.anchor is None or self.anchor.problem is None)

    @property
    def expansion_ok(self) -> bool:
        return self.low_value == 0 or at_least(self.expanded / self.low_value, AUTO_EXPANSION)

    def _look(self, stream: str, entry: Entry, session: Session | None) -> None:
        event = event_of(entry)
        if isinstance(event, e.IntakeDecided):
            problem = unnamed(event)
            self.criteria["named-outcome"].look(problem, stream, entry.seq)
            if is_unrecognised(session):  # REC-2: what nobody understood raised no question either
                self.criteria["no-silent-pass"].count("INT-10")
        if isinstance(event, e.QuestionAsked):
            problem = malformed(event, session)
            self.criteria["well-formed-questions"].look(problem, stream, entry.seq)

    def _gate(
        self,
        stream: str,
        entry: Entry,
        session: Session | None,
        decided: e.GateDecided,
        later: Sequence[Entry],
    ) -> None:
        call = recorded(decided, entry.at)
        self.replay.look(replay_differs(session, decided, call), stream, entry.seq)
        for decision in decided.decisions:
            problem = undocumented_threshold(call, decided, decision)
            self.criteria["documented-threshold"].look(problem, stream, entry.seq)
            for name, check in DECISION_CHECKS:
                problem = check(session, decided, decision, later)
                self.criteria[name].look(problem, stream, entry.seq)
            self._tally(session, decided, decision)
        if self._anew:
            self.counterfactual.add(stream, decided, self._made_anew(session, decided, call))
        elif self.other_policy is not None:
            self.counterfactual.add(stream, decided, call.rulings(self.other_policy))

    def _made_anew(
        self, session: Session | None, decided: e.GateDecided, call: Recorded
    ) -> Mapping[str, tuple[str, str]]:
        """What the numbers as they are now give; those of an edition that is past are frozen."""
        if isinstance(call, InForce) and session is not None:
            return call.rulings_anew(self.other_policy, session)
        return {d["ambiguity"]: (d["action"], d["rule"]) for d in decided.decisions}

    def _tally(
        self, session: Session | None, decided: e.GateDecided, decision: DecisionRecord
    ) -> None:
        """The counts the criteria are read with: passes by reason, and the expansion share."""
        passed = self.criteria["no-silent-pass"]
        if decision["action"] == "investigate" or not is_ambiguous(decided, decision):
            return
        if is_worth_asking(decided, decision):
            if decision["action"] == "ask" and session is not None and session.begun.route:
                passed.count("route override")
            else:
                passed.count("GATE-20" if decision["action"] == "park" else decision["rule"])
        elif is_below_the_bar(decision):
            passed.count("VOI-10")
            self._expand(decision)
        else:
            self._expand(decision)

    def _expand(self, decision: DecisionRecord) -> None:
        """S0: of what is ambiguous and not worth a question, how much is expanded without one."""
        bound = any(step["rule"] == "GATE-17" for step in decision["trace"])  # needs its own answer
        if decision["action"] != "infer" and not bound:
            self.low_value += 1
            self.expanded += decision["action"] != "ask"


class Erased(NamedTuple):
    """One act of erasing, as it was recorded."""

    session: str
    events: int
    by: str
    at: str


class Erasures:
    """What was erased, by whom and when; a payload that is gone without that is a break."""

    def __init__(self) -> None:
        self.acts: list[Erased] = []
        self._named: dict[str, set[int]] = {}
        self.events = 0
        self.decisions = 0
        self.unverified = 0

    def learn(self, entries: Iterable[Entry]) -> None:
        """The acts, from the stream they are recorded in."""
        for entry in entries:
            if entry.type == "PayloadsErased":
                act = event_of(entry)
                assert isinstance(act, e.PayloadsErased)
                self.acts.append(Erased(act.stream, len(act.events), act.by, entry.at))
                self._named.setdefault(act.stream, set()).update(act.events)

    def count(self, entry: Entry) -> str | None:
        """Count one erased payload; what is wrong with it, None when nothing is."""
        self.events += 1
        self.decisions += entry.type == "GateDecided"
        self.unverified += not is_verifiable(entry)
        recorded_act = entry.seq in self._named.get(entry.stream, ())
        return None if recorded_act else "its payload is gone and nobody is recorded to erase it"


class Counterfactual:
    """Questions under the policy of the time and under another, per session and in sum."""

    def __init__(self) -> None:
        self.decisions = 0
        self.asked = 0
        self.would_ask = 0
        self.sessions: dict[str, dict[str, list[str]]] = {}

    def add(
        self, stream: str, decided: e.GateDecided, other: Mapping[str, tuple[str, str]]
    ) -> None:
        for decision in decided.decisions:
            name = decision["ambiguity"]
            before, (now, rule) = decision["action"], other[name]
            self.decisions += 1
            self.asked += before == "ask"
            self.would_ask += now == "ask"
            if before == "ask" and now != "ask":
                self._note(stream, "assumed_instead", f"{name} ({rule})")
            elif now == "ask" and before != "ask":
                self._note(stream, "asked_instead", f"{name} ({decision['rule']} before)")

    def _note(self, stream: str, kind: str, what: str) -> None:
        if stream in self.sessions or len(self.sessions) < PROOFS_MOST_LISTED:
            self.sessions.setdefault(stream, {}).setdefault(kind, []).append(what)
