"""How likely two stretches of a goal cannot both hold (UND-6).

Nothing says it for certain: opposite poles are named in goals that mean “not for guests, for
members”, and people who want what nobody can have often name none. Signs together say how often
two such stretches excluded each other among labelled goals (benchmarks/README.md).
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.core.model.policy.understanding_numbers import (
    OPPOSED_APART,
    OPPOSED_ASKED,
    OPPOSED_ASKED_UNNAMED,
    OPPOSED_NOTICED,
    OPPOSED_NOTICED_UNNAMED,
    SPEC_FROM,
)
from plangate.core.understanding.against.opposed import light_words
from plangate.core.understanding.against.stretches import Stretch, Text, words_in
from plangate.language.words.poles import Hit, axes, hits_in
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import is_stop, stem, words_in_rows
from plangate.language.words.vocabulary import verb_of

#: Pieces that name no opposites are held against each other no further apart.
_NEAR = range(1, OPPOSED_APART + 1)


class Opposed(NamedTuple):
    """Two pieces of a goal, how likely they exclude each other, and what each would mean."""

    one: str
    other: str
    chance: float
    means: tuple[str, str] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether they exclude each other so likely that somebody has to choose."""
        return self.chance >= (OPPOSED_ASKED if self.means else OPPOSED_ASKED_UNNAMED)


class Signs(NamedTuple):
    """What speaks for it and against it that two pieces exclude each other."""

    names_opposites: float
    """Phrases of opposite poles stand in them."""
    in_several_words: float
    """One of these phrases has several words."""
    joined_by_but: float
    words_shared: float
    """How many words both share beside those, up to two."""
    both_insist: float
    """Both say all, only, never or the like."""
    one_insists_on_nothing: float
    """One says nothing of the kind."""
    leaves_no_room: float
    """One says must, never, exactly."""
    one_keeps_one_changes: float
    joined: float
    """The second goes on with “and”, “with” or “using”."""
    in_one_piece: float
    """Both stand in one piece."""
    an_exception: float
    a_condition: float
    as_it_is_now: float
    for_others: float
    of_two_things: float
    """What one denies and the other wants is said of another thing."""
    each_in_its_place: float
    """Each is told of another place."""
    strictness: float
    """How much of the whole goal insists."""
    sentences_apart: float
    """How many sentences lie between them, up to three."""
    pieces: float
    """How many pieces the goal has, as a logarithm."""


#: What each sign adds to the logarithm of the odds, beside what it is without any.
_WEIGHTS = Signs(
    names_opposites=1.31,
    in_several_words=2.02,
    joined_by_but=1.86,
    words_shared=1.23,
    both_insist=1.01,
    one_insists_on_nothing=-0.46,
    leaves_no_room=1.15,
    one_keeps_one_changes=2.57,
    joined=1.17,
    in_one_piece=-5.81,
    an_exception=-1.00,
    a_condition=-0.77,
    as_it_is_now=-1.93,
    for_others=-1.18,
    of_two_things=-2.0,
    each_in_its_place=-1.90,
    strictness=0.81,
    sentences_apart=-0.14,
    pieces=-1.55,
)
_ALWAYS = -0.84


class _Pair(NamedTuple):
    """Two phrases of opposite poles, and the pole each is taken for."""

    one: Hit
    other: Hit
    poles: tuple[int, int]


@lru_cache(maxsize=64)
def opposed_in(text: str) -> Opposed | None:
    """The two pieces of a text that most likely exclude each other, if any may."""
    goal = Text(text)
    pairs = _pairs(goal)
    best: Opposed | None = None
    stretches = goal.stretches
    for at, one in enumerate(stretches):
        for place in range(at, len(stretches)):
            other, found = stretches[place], pairs.get((at, place), [])
            if not (_says(one) and _says(other)):
                continue
            if not found and (place - at not in _NEAR or _is_plain(goal, one, other)):
                continue
            chance = _chance(signs_of(goal, (at, place), found))
            least = OPPOSED_NOTICED if found else OPPOSED_NOTICED_UNNAMED
            if chance >= least and (best is None or chance > best.chance):
                best = Opposed(*_quoted(goal, one, other, found), chance, _meaning(found))
    return best


def _says(stretch: Stretch) -> bool:
    """Whether a stretch says more than “and nothing else” or “tests must pass”."""
    return bool((stretch.said | stretch.denied) - _care())


@cache
def _care() -> frozenset[str]:
    return frozenset(map(stem, words_in_rows("care_of_any_work")))


def _is_plain(goal: Text, one: Stretch, other: Stretch) -> bool:
    """Whether two stretches that name no opposites leave nothing open: neither insists on anything,
    both are orders of one kind, one says what goes with any work, or there is a list of them."""
    kinds = [
        verb.kind
        for each in (one, other)
        if (verb := verb_of(goal.tokens[_opening(goal, each)].word))
    ]
    if len(kinds) > 1 and kinds[0] == kinds[1]:
        return True
    said = goal.quote(one), goal.quote(other)
    if any(map(any_case("binds_nothing").search, said)) or any(each[:1] == "`" for each in said):
        return True  # what a name of code does is a matter of its own
    if any(map(any_case("kept_somewhere").search, said)):
        return True  # “…, but keep it in the list”: where it is to be seen all the same
    joined = goal.tokens[other.first].word in words_in_rows("joins_against")
    named = _shared(goal, one, other) or _is_crossed(one, other)
    if joined and other.words & words_in_rows("denies_in_pieces") and not named:
        return True  # “…, but never remove rows”: how the wish is meant
    if goal.tokens[_opening(goal, other)].word in words_in_rows("told_of_where"):
        return True  # “on every page and in its footer”
    if goal.stretches[-1].sentence + 1 >= SPEC_FROM:
        return True  # of so many sentences each speaks of a matter of its own
    if _is_carried_on(one, other):
        return True  # “mail everyone and remove them”: first this, then that
    insists = (one.words | other.words) & words_in_rows("insists")
    return not insists and not _is_crossed(one, other)


def _is_carried_on(one: Stretch, other: Stretch) -> bool:
    """Whether both are deeds done to the same, neither of which denies or keeps anything."""
    binds = words_in_rows("keeps_in_pieces") | words_in_rows("insists_hardest")
    bound = (one.words | other.words) & binds or one.denied or other.denied
    same = {"and", "then"} & other.words and other.words & words_in_rows("stand_for_others")
    return bool(same) and _changes(other) and not bound


def _opening(goal: Text, stretch: Stretch) -> int:
    """Where a stretch begins, behind a word that joins it to what stands before."""
    joined = goal.tokens[stretch.first].word in words_in_rows("joins_loosely")
    return min(stretch.last, stretch.first + joined)


def _is_crossed(one: Stretch, other: Stretch) -> bool:
    """Whether one denies what the other says."""
    crossed = (one.denied & other.said) | (other.denied & one.said)
    return bool(crossed - light_words())


def _pairs(goal: Text) -> dict[tuple[int, int], list[_Pair]]:
    """The phrases of opposite poles, by the stretches they stand in."""
    sides: dict[int, list[tuple[Hit, int, bool]]] = defaultdict(list)
    for hit in hits_in(goal.tokens):
        denied = goal.denies(hit.first, hit.last)
        if not hit.term.names_kept:
            sides[hit.term.axis].append((hit, hit.term.pole ^ denied, denied))
        elif denied or goal.stretches[goal.of[hit.first]].words & words_in_rows("keeps_in_pieces"):
            sides[hit.term.axis].append((hit, hit.term.pole, denied))
    found: dict[tuple[int, int], list[_Pair]] = defaultdict(list)
    for hits in sides.values():
        for at, (one, pole, denied) in enumerate(hits):
            for other, opposite, denied_too in hits[at + 1 :]:
                apart = other.first > one.last and not (denied and denied_too)
                if pole != opposite and apart and not _of_two_things(goal, one, other):
                    between = (goal.of[one.first], goal.of[other.first])
                    found[between].append(_Pair(one, other, (pole, opposite)))
    return found


def _of_two_things(goal: Text, one: Hit, other: Hit) -> bool:
    """“Do not cache the balance; cache the rates”: one deed or name, said of two things."""
    if one.term is not other.term:
        return False
    here, there = (_named_behind(goal, hit.last) for hit in (one, other))
    return bool(here) and bool(there) and here.isdisjoint(there)


def _named_behind(goal: Text, place: int) -> set[str]:
    """What a word is said of: the names in the four words behind it."""
    end = goal.stretches[goal.of[place]].last
    words = (goal.tokens[at].word for at in range(place + 1, min(place + 4, end) + 1))
    return {stem(word) for word in words if not is_stop(word) and not word.isdigit()}


def signs_of(goal: Text, at: tuple[int, int], pairs: list[_Pair]) -> Signs:
    """What speaks for it and against it that two stretches exclude each other."""
    one, other = goal.stretches[at[0]], goal.stretches[at[1]]
    both, everything = one.words | other.words, words_in(goal.stretches)
    sentences = {one.sentence, other.sentence}
    around = words_in([each for each in goal.stretches if each.sentence in sentences])
    begins = goal.tokens[other.first].word
    longest = max((len(p.one.term.words) + len(p.other.term.words) for p in pairs), default=0)
    said = (
        one.words & words_in_rows("insists_strictly"),
        other.words & words_in_rows("insists_strictly"),
    )
    here, there = (each.words & words_in_rows("for_whom_or_where") for each in (one, other))
    strict = sum(
        token.word in words_in_rows("insists_strictly") and not goal.picks(place)
        for place, token in enumerate(goal.tokens)
    )
    apart = at[0] != at[1]
    return Signs(
        names_opposites=bool(pairs),
        in_several_words=longest > 2,
        joined_by_but=apart and begins in words_in_rows("joins_against"),
        words_shared=_is_of_one(goal, one, other, pairs),
        both_insist=bool(said[0]) and bool(said[1]),
        one_insists_on_nothing=not all(
            each.words & words_in_rows("insists") for each in (one, other)
        ),
        leaves_no_room=bool(both & words_in_rows("insists_hardest")),
        one_keeps_one_changes=apart and _keeps_and_changes(goal, one, other),
        joined=apart and begins in words_in_rows("joins_wishes"),
        in_one_piece=not apart,
        an_exception=bool(around & words_in_rows("excepts")),
        a_condition=bool(everything & words_in_rows("supposes_in_pieces")),
        as_it_is_now=bool(around & words_in_rows("as_it_is_now")),
        for_others=bool(here) and bool(there) and not here & there,
        of_two_things=apart and _is_denied_of_another(goal, one, other),
        each_in_its_place=apart and _each_in_its_place(goal, one, other),
        strictness=min(4, strict) / max(1.0, len(goal.tokens) / 8),
        sentences_apart=min(3, other.sentence - one.sentence),
        pieces=math.log(len(goal.stretches)),
    )


def _is_of_one(goal: Text, one: Stretch, other: Stretch, pairs: list[_Pair]) -> int:
    """How many words both share beside those that oppose each other, up to two."""
    opposing = {
        goal.tokens[place].word
        for pair in pairs
        for hit in (pair.one, pair.other)
        for place in range(hit.first, hit.last + 1)
    }
    shared = _shared(goal, one, other)
    return min(2, len(shared - set(map(stem, opposing))))


def _shared(goal: Text, one: Stretch, other: Stretch) -> set[str]:
    """The stems both name: “export button” and “export API” share none."""
    both = (one.said | one.denied) & (other.said | other.denied) - light_words()
    return {
        word
        for word in both
        if not (heads := _behind(goal, one, word))
        or not heads.isdisjoint(_behind(goal, other, word, heads))
    }


def _behind(goal: Text, stretch: Stretch, word: str, default: set[str] | None = None) -> set[str]:
    """What stands right behind a word in a stretch, if it is a name."""
    found = set()
    for place in range(stretch.first, stretch.last):
        behind = goal.tokens[place + 1]
        if stem(goal.tokens[place].word) == word and not is_stop(behind.word):
            found.add(stem(behind.word))
    return found or set(default or ())


def _is_denied_of_another(goal: Text, one: Stretch, other: Stretch) -> bool:
    """“Retry calls, but never retry a booking”: what is denied is denied of another thing."""
    crossed = (one.denied & other.said) | (other.denied & one.said)
    return any(
        (here := _objects(goal, one, word))
        and (there := _objects(goal, other, word))
        and here.isdisjoint(there)
        for word in crossed - light_words()
    )


def _objects(goal: Text, stretch: Stretch, word: str) -> set[str]:
    places = range(stretch.first, stretch.last + 1)
    return {
        name
        for place in places
        if stem(goal.tokens[place].word) == word
        for name in _named_behind(goal, place)
    }


def _each_in_its_place(goal: Text, one: Stretch, other: Stretch) -> bool:
    """“Optional for old accounts, mandatory for new ones”: one word tells two places apart."""
    here, there = _placed(goal, one), _placed(goal, other)
    return any(here[word].isdisjoint(there[word]) for word in here.keys() & there.keys())


def _placed(goal: Text, stretch: Stretch) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for place in range(stretch.first, stretch.last):
        if (word := goal.tokens[place].word) in words_in_rows("told_of_where"):
            behind = (
                goal.tokens[at].word for at in range(place + 1, min(place + 4, stretch.last + 1))
            )
            found[word] |= {stem(name) for name in behind if not is_stop(name)}
    return found


def _keeps_and_changes(goal: Text, one: Stretch, other: Stretch) -> bool:
    keeps = words_in_rows("keeps_in_pieces")
    if not (other.words & words_in_rows("stand_for_others") or _shared(goal, one, other)):
        return False
    return any(
        kept.words & keeps and not changed.words & keeps and _changes(changed)
        for kept, changed in ((one, other), (other, one))
    )


def _changes(stretch: Stretch) -> bool:
    verbs = (verb_of(word) for word in stretch.words)
    return any(verb is not None and verb.kind in _CHANGES for verb in verbs)


_CHANGES = ("build", "change", "remove", "move", "reshape")


def _chance(signs: Signs) -> float:
    odds = _ALWAYS + sum(weight * sign for weight, sign in zip(_WEIGHTS, signs, strict=True))
    return 1 / (1 + math.exp(-odds))


def _quoted(goal: Text, one: Stretch, other: Stretch, pairs: list[_Pair]) -> tuple[str, str]:
    if one is not other:
        return goal.quote(one), goal.quote(other)
    pair = max(pairs, key=lambda pair: len(pair.one.term.words) + len(pair.other.term.words))
    first, second = (
        goal.text[goal.tokens[hit.first].start : goal.tokens[hit.last].end]
        for hit in (pair.one, pair.other)
    )
    return first, second


def _meaning(pairs: list[_Pair]) -> tuple[str, str] | None:
    """What the two poles mean that the most words speak for."""
    if not pairs:
        return None
    pair = max(pairs, key=lambda pair: len(pair.one.term.words) + len(pair.other.term.words))
    axis = axes()[pair.one.term.axis]
    return axis[pair.poles[0]], axis[pair.poles[1]]
