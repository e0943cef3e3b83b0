"""How much of a wish some words carry (UND-4).

One word of a name answers one term of the wish: `LoadIndex` loads an index, and shows no progress
of loading. What the path or the help of a thing says counts less than its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from plangate.adapters.repo.already.goal_terms import Term, Wanted, is_telling
from plangate.language.words.features import actions
from plangate.language.words.stems import is_stop
from plangate.language.words.wishes import Phrase


class Fit(NamedTuple):
    """What some words carry of a wish."""

    share: float
    """The share of the terms by their weight."""
    named: float
    """The same for a name: what it says besides makes it another thing."""
    is_complete: bool
    """Whether nothing of the wish is missing."""
    is_whole: bool
    """The same for a name: one that is asked for plainly needs no other word."""
    telling: int
    """How many telling words it carries."""
    is_homonym: bool
    """Whether a single word answers, and one that has no other names."""
    spare: frozenset[str]
    """The words that say something else."""
    besides: float
    """Their share of the words that say anything."""


def fitted(own: frozenset[str], beside: frozenset[str], wanted: Wanted) -> Fit:
    """What the words of a name or a sentence carry, with those that stand beside it."""
    carried, explained, missing, near, telling = 0.0, set[str](), list[Term](), 0, 0
    answered: list[Term] = []
    for term in wanted.terms:
        words = _words_of(term.names)
        fitting = [
            name
            for name in (() if words.isdisjoint(own) else term.names)
            if own.issuperset(name) and set(name) - explained
        ]
        if fitting:
            carried += term.weight * _value(term, fitting)
            telling += max(map(len, fitting)) if is_telling([term]) else 0
            explained.update(word for name in fitting for word in name)
            answered.append(term)
        elif not words.isdisjoint(beside) and any(map(beside.issuperset, term.names)):
            carried += _BESIDE * term.weight
            near += 1
        else:
            missing.append(term)
    plain = [term for term in answered if term.is_plain and not _is_of(term, wanted.about)]
    lost = sum(term.weight for term in missing if term.is_required)
    plainly = any(lost <= _OUTWEIGHS[term.asked_by > 1] * term.weight for term in plain)
    lacking = sum(term.weight for term in wanted.terms) - carried
    share = carried / (carried + (_BESIDES_IT if plainly else 1.0) * lacking) if carried else 0.0
    qualified = all(not words.isdisjoint(own | beside) for words in wanted.qualifiers)
    qualified = qualified and not explained <= wanted.about
    qualified = qualified and not any(term.is_distinct for term in missing)
    complete = qualified and not any(term.is_required for term in missing)
    words = frozenset(word for word in own if not is_stop(word)) or own
    spare = words - explained - wanted.said
    besides = len(spare) / max(1, len(words))
    less = (_SPARE_AND_MISSED if missing else _SPARE) * besides
    as_name = share * (1 - less)
    if not near and missing and explained <= actions():
        as_name *= _LONE_ACTION
    homonym = len(answered) == 1 and not answered[0].is_known and not near
    if not explained:
        as_name = 0.0
    whole = (complete or (qualified and plainly)) and not _by_another_name(answered, own)
    return Fit(share, as_name, complete, whole, telling, homonym, spare, besides)


@lru_cache(maxsize=1_000)
def _words_of(names: frozenset[Phrase]) -> frozenset[str]:
    return frozenset().union(*names)


def described_by(own: frozenset[str], beside: frozenset[str], wanted: Wanted, fit: Fit) -> float:
    """How sure some words are of a feature that a story describes.

    A name that only the trade uses, the object of the story beside it, and a description of many
    words each make it surer; what the words say besides makes it less sure.
    """
    found = wanted.described
    names = [name for name in found.names if own.issuperset(name)] if found else []
    if found is None or not names:
        return 0.0
    rest = own.difference(*names)
    objects = [term.names for term in wanted.terms[1:]]
    strength = _TOLD
    strength += _TOLD_BY_NAME * any(len(name) > 1 or name in found.own for name in names)
    if any(rest.issuperset(name) for each in objects for name in each):
        strength += _TOLD_WITH_OBJECT
    elif any(beside.issuperset(name) for each in objects for name in each):
        strength += _TOLD_NEAR_OBJECT
    strength += _TOLD_AT_LENGTH * (found.slots > 2)
    strength += _TOLD_EXACTLY * any(own == frozenset(name) for name in names)
    return strength - _TOLD_BESIDES * fit.besides


#: What a described feature is sure of by one of its names, and what adds to it or takes from it.
_TOLD, _TOLD_BY_NAME, _TOLD_WITH_OBJECT, _TOLD_NEAR_OBJECT = 0.6, 0.1, 0.1, 0.06
_TOLD_AT_LENGTH, _TOLD_EXACTLY, _TOLD_BESIDES = 0.08, 0.06, 0.08


def _is_of(term: Term, about: frozenset[str]) -> bool:
    """Whether a wish is asked for by nothing but what the goal says it is about."""
    return all(about.issuperset(name) for name in term.own)


def _by_another_name(answered: Sequence[Term], own: frozenset[str]) -> bool:
    """Whether a single word answers, and only by what it may mean: a manifest for a composition."""
    if len(answered) != 1 or answered[0].is_known or not answered[0].own:
        return False
    return not any(own.issuperset(name) for name in answered[0].own)


def _value(term: Term, fitting: Sequence[Phrase]) -> float:
    """What an answer counts: another name for a word may be another thing."""
    itself = not term.own or not term.own.isdisjoint(fitting) or term.is_plain
    return 1.0 if itself else _OTHER_NAME


_OTHER_NAME = 0.8
#: So much of the rest may be missing where a feature is asked for by a word, and by several.
_OUTWEIGHS = (1.0, 1.6)
#: Who asks plainly for a known feature only says more of it with the other words.
_BESIDES_IT = 0.4
#: What the path says of a thing counts less than its name.
_BESIDE = 0.6
#: What a name says besides what is wanted makes it another thing, the more if something is missing.
_SPARE, _SPARE_AND_MISSED = 0.35, 0.45
_LONE_ACTION = 0.8
