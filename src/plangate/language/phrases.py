"""What a goal asks for, word by word: phrases of data files, found in what people write.

Why: a dimension must be raised when a goal leaves its decision open, and not whenever a word of it
occurs. So the words of a goal are read once and marked: denied (“without a login”, “instead of
Redis”), aside (quotes, code, paths, addresses), spoken of (“fix the login”, “remove the cache”,
“tests for the queue”, “when a user deletes …”, “the existing cache”), or wanted (the object of
building: “add a cache”, but not “add a button to the cache page”). Then a phrase can be

* stated: said at all and not denied, quoted or not (“use `redis`”);
* asked: not denied, not aside, not merely spoken of;
* built: asked for as the thing that is to be made, or as the deed the clause opens with.

A phrase is written in its dictionary form and finds its plural and its -ing form. A hyphen in it
stands for a hyphen, a space or nothing (`e-mail`), `|` separates words of which one is enough
(`add|build`), `*` up to three words, `$` at the end that no noun follows (“sync it daily”, not “a
daily report”); `<url>`, `<path>` and `<number>` are what they say. Articles and how much of a thing
(“all of their”) may stand between its words. Nothing is found inside a word.

Nothing here knows a dimension. Every look around a word is bounded: time is linear in the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from plangate.language.moods import is_light, moods, opens, removed_elsewhere
from plangate.language.negation import denied_places
from plangate.language.tokens import LABEL, Word, bare, words_of
from plangate.language.words.sorts import BREAKS, NEAR, behind_deeds, clear_deeds
from plangate.language.words.stems import group

_BOTH = frozenset(("both",))
_OF = frozenset(("of",))

#: The first and the last word of a place.
Span = tuple[int, int]


class Marked(NamedTuple):
    """A text with its words marked: which are denied, spoken of or wanted."""

    text: str
    words: tuple[Word, ...]
    places: dict[str, list[int]]
    denied: frozenset[int]
    spoken_of: frozenset[int]
    wanted: frozenset[int]
    parallel: frozenset[int]

    def stated(self, phrases: Iterable[str]) -> Span | None:
        """Where one of the phrases is said and not denied."""
        return self._first(phrases, self._is_stated)

    def denies(self, phrases: Iterable[str]) -> bool:
        """Whether one of the phrases is said and denied."""
        return self._first(phrases, lambda first, _last: first in self.denied) is not None

    def asked(self, phrases: Iterable[str]) -> Span | None:
        """Where the goal asks for one of the phrases."""
        return self._first(phrases, self._is_asked)

    def built(self, phrases: Iterable[str]) -> Span | None:
        """Where the goal wants one of the phrases made."""
        return self._first(phrases, self._is_built)

    def quote(self, span: Span) -> str:
        """The goal's own words there."""
        return self.text[self.words[span[0]].start : self.words[span[1]].end]

    def clause(self, span: Span) -> str:
        """The goal's own words from the break before a place to the one behind it."""
        first, last = span
        while first > 0 and self.words[first].link not in ("stop", "comma"):
            first -= 1
        while last + 1 < len(self.words) and self.words[last + 1].link not in ("stop", "comma"):
            last += 1
        return self.quote((first, last))

    def are_one(self, one: Span, other: Span) -> bool:
        """Whether two places share a word."""
        return one[0] <= other[1] and other[0] <= one[1]

    def are_joined(self, one: Span, other: Span) -> bool:
        """Whether the goal wants two things together: “both X and Y”."""
        (first, _), _ = sorted((one, other))
        return any(word.is_any(_BOTH) for word in self.words[max(0, first - NEAR) : first])

    def is_choice(self, one: Span, other: Span) -> bool:
        """Whether the goal leaves two things it names to choose from: “Redis or Memcached”."""
        (_, end), (start, _) = sorted((one, other))
        between = self.words[end + 1 : start]
        return len(between) <= NEAR and any(word.is_any(group("ors")) for word in between)

    def _first(self, phrases: Iterable[str], fits: Callable[[int, int], bool]) -> Span | None:
        for phrase in phrases:
            for steps in _spellings(phrase):
                for place in self._begins(steps[0]):
                    last = _follow(self.words, place, steps[1:])
                    if last is not None and self._is_whole(place, last) and fits(place, last):
                        return place, last
        return None

    def _begins(self, step: Step) -> Iterable[int]:
        """The places of a step, in order: the same goal is always quoted by the same words."""
        found = [places for name in step if (places := self.places.get(name))]
        return found[0] if len(found) == 1 else sorted(place for some in found for place in some)

    def _is_whole(self, first: int, last: int) -> bool:
        """“non-login” and “login-free” are words of their own."""
        if self.words[first].link == "hyphen":
            return False
        behind = self._behind(last)
        return behind is None or behind.link != "hyphen" or not behind.is_any(group("turning_ends"))

    def _is_stated(self, first: int, _last: int) -> bool:
        return first not in self.denied

    def _is_asked(self, first: int, last: int) -> bool:
        behind = self._behind(last)
        return (
            first not in self.denied
            and first not in self.spoken_of
            and not (self.words[first].aside or self.words[last].aside)
            and (behind is None or behind.link in BREAKS or not behind.is_any(group("bearers")))
        )

    def _is_built(self, first: int, last: int) -> bool:
        if first in self.denied or first in self.spoken_of or self.words[first].aside:
            return False
        behind = self._behind(last)
        ends = behind is None or behind.link in BREAKS
        if first in self.wanted:
            return self._is_head(last)
        if first in self.parallel:
            return behind is not None and not ends and behind.is_any(group("places"))
        if self.text.startswith(":", self.words[last].end):
            return False  # “api: add …” names a part, not a deed
        return opens(self.words, first) and (
            ends or (behind is not None and behind.is_any(behind_deeds()))
        )

    def _is_head(self, last: int) -> bool:
        """Whether a thing ends here, or behind words for its kind: “a login”, “a login page”."""
        for at in range(last, min(last + 3, len(self.words))):
            if _is_end(self.words, at):
                return True
            if not self.words[at + 1].is_any(group("kind_names")):
                return False
        return False

    def _behind(self, last: int) -> Word | None:
        return self.words[last + 1] if last + 1 < len(self.words) else None


@lru_cache(maxsize=64)
def marked(goal: str) -> Marked:
    """A goal's words, marked."""
    words = words_of(goal)
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        for name in word.names:
            places.setdefault(name, []).append(place)
    spoken_of, wanted, parallel = moods(words, is_labelled=LABEL.match(goal) is not None)
    return Marked(
        text=goal,
        words=words,
        places=places,
        denied=frozenset(denied_places(words)),
        spoken_of=frozenset((*spoken_of, *removed_elsewhere(words, goal))),
        wanted=frozenset(wanted),
        parallel=frozenset(parallel),
    )


def other_words(goal: str, phrases: Iterable[str]) -> int:
    """How many words of weight a text has beyond the first of the phrases it states."""
    heard = marked(goal)
    found = heard.stated(phrases)
    inside = range(found[0], found[1] + 1) if found else range(0)
    return sum(
        1
        for place, word in enumerate(heard.words)
        if place not in inside and not is_light(word) and not word.is_any(clear_deeds())
    )


def phrase_problem(phrase: str) -> str | None:
    """What is wrong with a phrase, None when it can be looked for in a short time."""
    parts = phrase.split()
    ways = prod(1 + sum("-" in word.strip("-") for word in part.split("|")) for part in parts)
    if len(parts) > _MOST_PARTS or parts.count("*") > 2 or ways > _MOST_WAYS:
        return "is too long, or can be written in too many ways"
    if not parts or any(steps[0] in (_ANY, _BLANK, _END) for steps in _spellings(phrase)):
        return "does not begin with a word"
    return None


# --- phrases --------------------------------------------------------------------------------------

#: The names that fit one word of a phrase; empty for `*`.
Step = frozenset[str]

_ANY: Step = frozenset()
_BLANK: Step = frozenset([""])
_END: Step = frozenset("$")
_MOST_ANY = 3
_MOST_FILLERS = 5
_MOST_PARTS = 8
_MOST_WAYS = 64


@cache
def _spellings(phrase: str) -> tuple[tuple[Step, ...], ...]:
    """A phrase as the sequences of words it may be written as."""
    choices: list[list[tuple[Step, ...]]] = []
    for part in phrase.lower().split():
        if part == "*":
            choices.append([(_ANY,)])
            continue
        single: set[str] = set()
        longer: list[tuple[Step, ...]] = []
        for word in part.split("|"):
            pieces = [bare(piece) for piece in word.split("-") if piece]
            single.add("".join(pieces))
            if len(pieces) > 1:
                longer.append(tuple(frozenset([piece]) for piece in pieces))
        choices.append([(frozenset(single),), *longer])
    return tuple(
        tuple(step for part in parts for step in part) for parts in product(*choices) if parts
    )


def _is_end(words: Sequence[Word], last: int) -> bool:
    """Whether a thing or a clause ends with this word."""
    if last + 1 >= len(words):
        return True
    behind = words[last + 1]
    return behind.link in BREAKS or is_light(behind)


def _is_filler(words: Sequence[Word], at: int) -> bool:
    """“the”, “their whole”, “all of your”: what may stand between the words of a phrase."""
    if words[at].is_any(_OF):
        return words[at - 1].is_any(group("shares"))
    return words[at].is_any(group("determiners")) or words[at].is_any(group("shares"))


def _follow(words: Sequence[Word], place: int, steps: Sequence[Step]) -> int | None:
    """The last word of a phrase whose first stands at this place; None when it is not there."""
    if not steps:
        return place
    step, rest = steps[0], steps[1:]
    if step == _END:
        return place if _is_end(words, place) else None
    most = _MOST_ANY if step == _ANY else _MOST_FILLERS
    for skipped in range(most + 1):
        at = place + 1 + skipped
        if at >= len(words) or words[at].link in BREAKS:
            return None
        if step == _ANY:
            last = _follow(words, at - 1, rest)
        else:
            last = _follow(words, at, rest) if words[at].is_any(step) else None
            if last is None and not _is_filler(words, at):
                return None
        if last is not None:
            return last
    return None
