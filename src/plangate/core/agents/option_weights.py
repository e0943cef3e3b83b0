"""How far a host's word about an option counts: its belief, its reason, and the hours that put a
decision before others (MCP-3, GATE-18, GATE-16).

What a proposer believes counts as far as something stands behind it: a line of the repository that
was looked up, or a matter of craft that nobody else has to be asked about. What it says against the
word net counts as far as the option's own words allow (PREF-2).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum

from plangate.core.agents.proposals import HostDecision, HostOption
from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.agents_numbers import (
    AS_OFTEN_AS_NOT,
    BEHIND_A_GUESS,
    LEAST_SHARE,
    OF_WHAT_IS_BACKED,
)
from plangate.core.words.excuses import is_excused
from plangate.core.words.irreversible import option_says_so, ordered_by


def shares_of(told: HostDecision, supported: Collection[str]) -> list[float]:
    """MCP-3: what the proposer believes, as far as something stands behind it.

    A guess about what only a person knows is right about as often as not, however sure its
    proposer is and however many options there are; any other belief moves from equal shares as far
    as a quote that stands, or craft, carries it.
    """
    trust = _trust(told, supported)
    if trust == 0.0:
        return _guessed(told)
    equal = 1 / max(1, len(told.options))
    return [equal + trust * (share - equal) for share in _as_believed(told, supported)]


def _guessed(told: HostDecision) -> list[float]:
    """Half for the default, and the rest for the others alike; without one all are alike."""
    others = len(told.options) - 1
    if told.default is None or others < 1:
        return [1 / max(1, len(told.options))] * len(told.options)
    right = AS_OFTEN_AS_NOT
    return [right if o.id == told.default else (1 - right) / others for o in told.options]


def _trust(told: HostDecision, supported: Collection[str]) -> float:
    if len(set(supported)) == 1:
        return 1.0
    if is_craft(told):
        return 1.0
    return 0.0 if told.who_knows == "person" else BEHIND_A_GUESS


def is_craft(told: HostDecision) -> bool:
    """MCP-3: a matter of craft; what cannot be undone is none (GATE-20)."""
    return told.who_knows == "anyone" and not any(map(is_final_option, told.options))


def is_final_option(option: HostOption) -> bool:
    return option.undo == "irreversible" or says_it_is_final(option)


def _as_believed(told: HostDecision, supported: Collection[str]) -> list[float]:
    """The priors as told, their sum being one; what is not told shares what is left. What the
    repository or a person is said to know, and words of theirs speak for, is believed."""
    priors = {option.id: option.prior for option in told.options}
    sure = [name for name in priors if name in supported]
    is_known = told.who_knows in ("repository", "person") and len(sure) == 1
    said = [prior for prior in priors.values() if prior is not None]
    if is_known and (priors[sure[0]] or 0) < OF_WHAT_IS_BACKED:
        return _with_most(priors, sure[0])
    if not said:
        favoured = told.default if told.who_knows == "anyone" else None
        favoured = sure[0] if len(sure) == 1 else favoured
        return _with_most(priors, favoured) if favoured else [1 / max(1, len(priors))] * len(priors)
    left = max(0.0, 1 - fsum(said)) / max(1, len(priors) - len(said))
    filled = [max(left if prior is None else prior, LEAST_SHARE) for prior in priors.values()]
    whole = fsum(filled)
    return [share / whole for share in filled]


def _with_most(names: Collection[str], favoured: str) -> list[float]:
    rest = (1 - OF_WHAT_IS_BACKED) / max(1, len(names) - 1)
    return [OF_WHAT_IS_BACKED if name == favoured else rest for name in names]


def says_it_is_final(option: HostOption) -> bool:
    return option_says_so(option.label, option.consequence) and not is_lifted(option)


def is_lifted(option: HostOption) -> bool:
    """GATE-18: whether what an option's words sound like is lifted: by a reason, or because they
    tell what code will do that its plan only writes."""
    label, consequence = option.label, option.consequence
    caught = option.undo != "irreversible" and option_says_so(label, consequence)
    return caught and (is_excused(label, consequence, option.undo_why) or tells_of_code(option))


def tells_of_code(option: HostOption) -> bool:
    """Whether an option that was declared to be undone orders nothing itself, and code alone
    carries it out."""
    declared = option.undo in ("reversible", "partial")
    return declared and option.in_code and ordered_by(option.label, option.consequence) is None


# --- in which order ------------------------------------------------------------------------------


def with_turns(
    told: Sequence[Ambiguity], before: Collection[Ambiguity], *, late: bool
) -> tuple[Ambiguity, ...]:
    """GATE-16: what only a person knows is asked in the order it is told in (0028). What is told
    `late`, after a question was answered, waits for what was told before it."""
    known = {ambiguity.id: ambiguity.in_turn for ambiguity in before}
    return tuple(
        _in_turn(one._replace(told_as=place), max(0, known.get(one.id, int(late))))
        if one.hours_told
        else one
        for place, one in enumerate(told, 1)
    )


def _in_turn(told: Ambiguity, turn: int) -> Ambiguity:
    final = [r.reversibility == "irreversible" and not r.undo_told for r in told.interpretations]
    elsewhere = told.known_elsewhere and not all(final)  # nobody else settles what only parks
    return told._replace(in_turn=turn, known_elsewhere=elsewhere, in_order=not elsewhere)
