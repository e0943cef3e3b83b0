"""Decisions as a host or a model tells them, beside those already known (MCP-3, GATE-18).

Whoever proposes a decision owns it, and what is one-way stays one-way. How far its proposer's word
counts is option_weights.py's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from plangate.core.agents.option_weights import (
    is_craft,
    is_lifted,
    says_it_is_final,
    shares_of,
    tells_of_code,
)
from plangate.core.agents.proposals import HostDecision, HostEvidence, HostOption
from plangate.core.gate.asking.matters import object_of
from plangate.core.log.session import Session
from plangate.core.model.nouns import (
    REVERSIBILITIES,
    Ambiguity,
    Assumption,
    Interpretation,
    Reversibility,
)
from plangate.core.model.policy.agents_numbers import (
    HOURS_OF_ALL,
    JUDGING_EFFORT,
    KEPT_BY_THE_FINAL,
    LEAST_SHARE,
    LOST_UNFORESEEN,
)
from plangate.core.model.policy.gate_numbers import MULTIPLIERS, ONE_WAY_DOUBT
from plangate.core.model.policy.texts_numbers import EXCUSES_LEAST_WORDS
from plangate.core.model.policy.understanding_numbers import DOOR_ORDERED
from plangate.core.words.excuses import is_excused
from plangate.core.words.irreversible import cannot_be_undone, option_cue, ordered_by

#: How the ledger names a decision that its proposer dropped (GATE-18).
DROPPED = "dropped_by_host"
#: UND-7: the locator of evidence that quotes the goal itself.
THE_GOAL = "goal"
#: What a host may do about an option whose words sound final: what lifts them, and only that.
_LIFTED = "tell it again with undo_why (why nothing is lost)"
_CODE_DOES_IT = (
    "where code does it later, tell it again in the call that brings the tasks which write it "
    "(files, rests_on: [{name}])"
)
_ORDERED = (
    "its label orders it, which undo_why does not lift; where code does it later, say in the label "
    "what the program then does (“rows older than a year are deleted”), in the call that brings "
    "the tasks which write it (files, rests_on: [{name}])"
)
_AS_TOLD = {"reversible": "easy", "partial": "partly"}
_FINALITY = {name: place for place, name in enumerate(REVERSIBILITIES)}

#: Which options of which decisions a quote that stands in the repository speaks for.
Backing = Mapping[str, Collection[str]]


class Dropped(NamedTuple):
    """A decision that was known and is none, by the host's reason."""

    ambiguity: Ambiguity
    why: str

    def entry(self, name: str, session: str, who: str = "host") -> Assumption:
        """GATE-18: shown among what was decided without the person."""
        return Assumption(
            decision=f"{self.ambiguity.prompt or self.ambiguity.id}: does not arise",
            blocker_type="none",
            user_response=DROPPED,
            reasoning=f"the {who} dropped it: {self.why}",
            confidence="medium",
            risk_if_wrong="low - it can be put back",
            source=who,
            id=name,
            session=session,
            ambiguity=self.ambiguity.id,
            rule="GATE-18",
        )


class Merged(NamedTuple):
    """The decisions of a session after its proposer spoke."""

    ambiguities: tuple[Ambiguity, ...]
    dropped: tuple[Dropped, ...]
    kept: tuple[str, ...]


def backing_of(
    told: Iterable[HostEvidence],
    session: Session | None = None,
    of_people: Collection[str] = (),
) -> Backing:
    """What stands behind each decision: quotes that were looked up, now or before. Behind those
    `of_people`, which no file can know, only what people said: a line about the like is none."""
    found: dict[str, set[str]] = {}
    for entry in told:
        if entry.digest is not None:
            for decision, option in entry.supports:
                mute = (decision, option) in entry.idle
                if not mute and (entry.passed_on or decision not in of_people):
                    found.setdefault(decision, set()).add(option)
    asked = (*session.questions, THE_GOAL) if session is not None else ()
    for known in session.evidence if session is not None else ():
        counts = known.ambiguity not in of_people or known.locator in asked
        if known.ambiguity and known.supports and known.confidence > 0 and counts:
            found.setdefault(known.ambiguity, set()).add(known.supports)
    return found


def merged(
    told: Sequence[HostDecision],
    known: Sequence[Ambiguity],
    stays: Mapping[str, str],
    who: str,
    backing: Backing,
) -> Merged:
    """GATE-18: what the host tells again is its own; what it drops goes, unless it is one-way.

    `stays` are the decisions nothing can be told about any more, and why; those told as they were
    have no reason.
    """
    ours = {ambiguity.id: ambiguity for ambiguity in known}
    dropped: list[Dropped] = []
    kept: list[str] = []
    for decision in told:
        mine = ours.get(decision.id)
        if decision.id in stays:
            kept += [f"{decision.id}: {why}"] if (why := stays[decision.id]) else []
        elif decision.drop is not None:
            if why := _may_not_drop(mine):
                kept.append(f"{decision.id}: {why}")
            else:
                dropped.append(Dropped(ours.pop(decision.id), decision.drop))
        else:
            ours[decision.id] = (
                told_again(mine, decision, who, backing)
                if mine
                else as_ambiguity(decision, who, backing)
            )
            kept += _stricter(decision)
            kept += _never_as_before(mine, decision) if mine else []
            if mine and (back := _left_out(mine, decision)):
                names = ", ".join(reading.id for reading in back)
                kept.append(f"{decision.id}: {names} stays among its options")
    return Merged(tuple(ours.values()), tuple(dropped), tuple(kept))


def _may_not_drop(mine: Ambiguity | None) -> str:
    """GATE-18: why a decision stays that its proposer drops; empty where it goes. What plangate saw
    and cannot be undone is told in other words under its id, and goes into no other decision."""
    if mine is None:
        return "there was no such decision to drop"
    if mine.spoken_for:
        return "a person spoke of it, so it stays until they confirm what was read"
    if mine.own or not is_final(mine):
        return ""
    return "an option of it cannot be undone, so it stays; tell yours about it under this id"


def _never_as_before(mine: Ambiguity, decision: HostDecision) -> list[str]:
    """Where an option was declared final and is now told otherwise without a reason."""
    before = {reading.id: reading for reading in mine.interpretations}
    return [
        f"{decision.id}.{option.id}: undo stays never, as it was told"
        + (": if that was a mistake, say why in undo_why" if mine.own else "")
        for option in decision.options
        if option.undo in _AS_TOLD and (was := before.get(option.id)) is not None
        if was.reversibility == "irreversible" and not was.undo_told
        if not _is_taken_back(mine, was, option)
    ]


def _is_taken_back(mine: Ambiguity, was: Interpretation, option: HostOption) -> bool:
    """GATE-18: whether its proposer takes back, with a reason, what it declared final itself, and
    neither these words nor those it was told in first say that it is."""
    if not mine.own or was.undo_told or option.undo not in _AS_TOLD:
        return False
    first = option._replace(label=was.label, consequence=was.consequence)
    final = says_it_is_final(option) or says_it_is_final(first)
    return len(option.undo_why.split()) >= EXCUSES_LEAST_WORDS and not final


# --- as final as its words ------------------------------------------------------------------------


def _stricter(told: HostDecision) -> list[str]:
    """PREF-2: where an option's words disagree with how easily the host says it is undone."""
    raised = [o for o in told.options if o.undo in _AS_TOLD and says_it_is_final(o)]
    return [
        f"{told.id}.{o.id}: undo is never, not {_AS_TOLD[str(o.undo)]}: its words say "
        f"“{option_cue(o.label, o.consequence)}”; {_lifted_by(o).format(name=told.id)}"
        for o in raised
    ]


def _lifted_by(option: HostOption) -> str:
    """GATE-18: what would lift the words of an option, as far as anything does."""
    label, consequence = option.label, option.consequence
    if is_excused(label, consequence, _LIFTED):
        return _LIFTED
    return _ORDERED if ordered_by(label, consequence) else _CODE_DOES_IT


def is_final(ambiguity: Ambiguity) -> bool:
    return any(map(cannot_be_undone, ambiguity.interpretations))


def _left_out(ours: Ambiguity, told: HostDecision) -> list[Interpretation]:
    """What the host leaves out of a decision that holds something irreversible: it is not thinned.

    Of another decision the host's options replace ours.
    """
    if not is_final(ours):
        return []
    names = {option.id for option in told.options}
    return [reading for reading in ours.interpretations if reading.id not in names]


def default_of(who: str) -> str:
    """Why a default is one: its proposer would build it."""
    return f"the {who}'s default"


def host_default(ambiguity: Ambiguity) -> str | None:
    """What the host would build; None where it did not say."""
    theirs = ambiguity.safe_default_reason == default_of("host")
    return ambiguity.safe_default if theirs else None


def as_ambiguity(told: HostDecision, who: str, backing: Backing) -> Ambiguity:
    """A decision in its proposer's words, as likely as what stands behind it allows."""
    shares = shares_of(told, backing.get(told.id, ()))
    readings = [
        _reading(option, share, told.who_knows)
        for option, share in zip(told.options, shares, strict=True)
    ]
    return Ambiguity(
        told.id,
        _proportioned(readings),
        prompt=told.question,
        safe_default=told.default,
        safe_default_reason=default_of(who) if told.default else None,
        heard=object_of(told.question),
        craft=is_craft(told),
        by_words=_by_words_alone(readings),
        none_fits=_doubt(readings),
        known_elsewhere=told.who_knows in ("anyone", "repository"),
        own=True,
        hours_told=max((option.effort or JUDGING_EFFORT for option in told.options), default=0),
    )


def _doubt(
    told: Sequence[Interpretation], before: Mapping[str, Interpretation] | None = None
) -> float:
    """GATE-20: what a proposer believes, and a line it quotes for it, never makes what cannot be
    undone the only thing there is; the goal's own order does, in the words it was read in."""
    ordered = [r.id for r in (before or {}).values() if r.prior >= DOOR_ORDERED]
    final = [r for r in told if cannot_be_undone(r)]
    as_read = all(r.id in ordered and before and before[r.id].label == r.label for r in final)
    return 0.0 if as_read else ONE_WAY_DOUBT


def told_again(ours: Ambiguity, told: HostDecision, who: str, backing: Backing) -> Ambiguity:
    """Our decision in the host's words, as final as it was."""
    fresh = as_ambiguity(told, who, backing)
    before = {reading.id: reading for reading in ours.interpretations}
    options, supported = {option.id: option for option in told.options}, backing.get(told.id, ())
    readings = [
        _no_less_final(r, before.get(r.id), options[r.id], ours, supported)
        for r in fresh.interpretations
    ]
    readings = _no_lighter([*readings, *_left_out(ours, told)], before, supported)
    is_blocker = ours.blocker_type not in ("ambiguous_goal", "none")
    default = ours.safe_default if is_blocker and ours.safe_default else told.default
    if default not in {reading.id for reading in readings}:
        default = None
    return ours._replace(
        interpretations=tuple(readings),
        prompt=told.question or ours.prompt,
        safe_default=default,
        safe_default_reason=ours.safe_default_reason if is_blocker else default_of(who),
        none_fits=_doubt(readings, before),
        learned=None,
        groups=(),
        craft=is_craft(told) and not any(map(cannot_be_undone, readings)),
        by_words=_by_words_alone(readings),
        known_elsewhere=fresh.known_elsewhere,
        hours_told=fresh.hours_told,
    )


def _by_words_alone(readings: Sequence[Interpretation]) -> bool:
    """GATE-16: whether words alone make a decision one-way: it is asked all the same (VOI-4), in
    the order of its value and not before what only a person knows."""
    final = [reading for reading in readings if reading.reversibility == "irreversible"]
    return bool(final) and all(reading.undo_told for reading in final)


def _no_less_final(
    told: Interpretation,
    ours: Interpretation | None,
    option: HostOption,
    known: Ambiguity,
    supported: Collection[str],
) -> Interpretation:
    """The stricter of the two reversibilities. What its words alone made final stays so in other
    words, unless a reason lifts those it was told in first; what its proposer declared final in a
    decision of its own it takes back with a reason."""
    if ours is None:
        return told
    kept = ours.reversibility
    if _is_taken_back(known, ours, option):
        return told._replace(undo_why=option.undo_why)
    if ours.undo_told and (
        tells_of_code(option) or is_excused(ours.label, ours.consequence, option.undo_why)
    ):
        kept = ours.undo_told
    is_told = bool(option.undo) or told.reversibility == "irreversible"
    said = told.reversibility if is_told else kept
    stricter = max(said, kept, key=_FINALITY.__getitem__)
    strictness = told.strictness if told.strictness is not None else ours.strictness
    dear = not known.own and is_final(known) and not supported  # fewer hours make it no cheaper
    return told._replace(
        reversibility=stricter,
        complexity=max(told.complexity, ours.complexity) if dear else told.complexity,
        strictness=strictness,
        settles=ours.settles,
        rules_out=ours.rules_out,
    )


def _no_lighter(
    told: Sequence[Interpretation],
    before: Mapping[str, Interpretation],
    supported: Collection[str],
) -> list[Interpretation]:
    """What is final keeps a third of the weight, or what it had (VOI-9, GATE-18), half of that
    where a line speaks for what can be undone; what the host adds that can be undone takes its
    share of it. Told twice it is the same."""
    told = _proportioned(told)
    backed = any(r.id in supported and not cannot_be_undone(r) for r in told)
    kept_at_most = KEPT_BY_THE_FINAL / 2 if backed else KEPT_BY_THE_FINAL
    added = fsum(r.prior for r in told if r.id not in before and not cannot_be_undone(r))
    floors = {
        r.id: max(min(before[r.id].prior, kept_at_most) * (1 - added), ONE_WAY_DOUBT)
        for r in told
        if r.id in before and r.reversibility == "irreversible"
    }
    kept = {r.id: floors[r.id] for r in told if r.id in floors and r.prior < floors[r.id]}
    others = fsum(r.prior for r in told if r.id not in kept)
    left = (1 - fsum(kept.values())) / others if others else 1.0
    return [r._replace(prior=kept.get(r.id, r.prior * left)) for r in told]


def _reading(option: HostOption, prior: float, who_knows: str | None) -> Interpretation:
    """An option as a reading. How hard it is to take back is not known where it is not told, so it
    is not taken for easy."""
    undo: Reversibility = option.undo or "partial"  # type: ignore[assignment]
    raised = undo != "irreversible" and says_it_is_final(option)  # PREF-2, whatever the host says
    return Interpretation(
        id=option.id,
        label=option.label,
        consequence=option.consequence or option.label,
        prior=max(prior, LEAST_SHARE),
        complexity=_hours_lost(option, undo, who_knows, raised=raised) / HOURS_OF_ALL,
        reversibility="irreversible" if raised else undo,
        touches=option.decides,
        undo_why=option.undo_why if is_lifted(option) else "",
        undo_told=undo if raised else None,
        in_code=is_lifted(option) and tells_of_code(option),
    )


def _hours_lost(
    option: HostOption, undo: Reversibility, who_knows: str | None, *, raised: bool
) -> float:
    """VOI-1: the gate multiplies by how hard something is to undo, and the hours a host tells are
    those lost, undoing included: where data change too, or words alone call it final, they count
    once. Such an option is asked about whatever it costs (VOI-4). Of what only a person knows more
    is lost than its proposer foresees."""
    hours = float(option.effort or JUDGING_EFFORT)
    if who_knows == "person":
        hours = min(HOURS_OF_ALL, hours * LOST_UNFORESEEN)
    if raised:
        return hours / MULTIPLIERS["irreversible"]
    return hours / MULTIPLIERS["partial"] if undo == "partial" else hours


def _proportioned(readings: Sequence[Interpretation]) -> tuple[Interpretation, ...]:
    whole = fsum(reading.prior for reading in readings)
    return tuple(reading._replace(prior=reading.prior / whole) for reading in readings)
