"""A goal in stretches that can stand against each other, and what each says or denies (UND-6).

A mark ends a stretch, and so does a word that joins two: “fully anonymous *and* let us see who”,
“in plain Go *using* Gin”. What a stretch denies counts for its opposite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from plangate.core.model.policy.understanding_numbers import (
    DENIAL_REACHES,
    JOINED_FROM,
    QUOTE_LONGEST,
    STRETCHES_MOST,
    TAKING_REACHES,
)
from plangate.language.words.poles import Token, tokens_of
from plangate.language.words.stems import group, is_stop, stem, words_in_rows


@dataclass(slots=True)
class Stretch:
    """A stretch of a goal: its place, its words, the stems it speaks of and those it denies."""

    sentence: int
    first: int
    last: int = 0
    words: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)


class Text:
    """A goal in tokens and stretches."""

    def __init__(self, text: str) -> None:
        self.text = _QUOTE.sub(_shortened, " ".join(text.split()))
        self.tokens: list[Token] = tokens_of(self.text)
        self.stretches: list[Stretch] = []
        self.of: list[int] = []
        for place, token in enumerate(self.tokens):
            self._place(place, token)
        for place, token in enumerate(self.tokens):
            self._say(place, token.word)

    def _place(self, place: int, token: Token) -> None:
        ends = place > 0 and _ENDS.search(token.mark) is not None
        long = place > 0 and place - self.stretches[-1].first >= JOINED_FROM
        joins = long and token.word in words_in_rows("joins_pieces")
        cut = ends or place == 0 or joins or _CUTS.search(token.mark)
        if cut and len(self.stretches) < STRETCHES_MOST:
            before = self.stretches[-1].sentence if self.stretches else 0
            self.stretches.append(Stretch(before + ends, place))
        self.stretches[-1].last = place
        self.of.append(len(self.stretches) - 1)

    def _say(self, place: int, word: str) -> None:
        stretch = self.stretches[self.of[place]]
        if self.picks(place):
            return
        stretch.words.add(word)
        telling = len(word) > 2 and not is_stop(word)
        if telling and word not in words_in_rows("denies_in_pieces") | words_in_rows(
            "joins_pieces"
        ):
            is_denied = self.denies(place, place)
            (stretch.denied if is_denied else stretch.said).add(stem(word))

    def picks(self, place: int) -> bool:
        """“Everyone who never logged in”: a denial that says which people are meant forbids
        nothing."""
        before = [token.word for token in self.tokens[max(0, place - 2) : place]]
        return "who" in before and self.tokens[place].word in words_in_rows("denies_in_pieces")

    def denies(self, first: int, last: int) -> bool:
        """Whether what stands there is denied; who denies a denial does not."""
        before = sum(
            self._denial(place, first)
            for place in range(first - 1, max(-1, first - 1 - DENIAL_REACHES), -1)
            if self._reaches(place, first)
        )
        return before % 2 == 1 or self._denied_behind(last)

    def _denial(self, place: int, first: int) -> bool:
        word = self.tokens[place].word
        behind = self.tokens[place + 1].word
        if self.picks(place):
            return False
        if word in words_in_rows("denies_in_pieces"):
            return not (word == "not" and behind in group("only"))
        opens = place == self.stretches[self.of[place]].first
        opens = opens or self.tokens[place - 1].word in words_in_rows("opens_deeds")
        return (
            word in words_in_rows("takes_away_in_pieces")
            and opens
            and first - place <= TAKING_REACHES
        )

    def _reaches(self, place: int, first: int) -> bool:
        """Whether a denial at one place goes on to another: over “and”, not over a mark."""
        if self.stretches[self.of[place]].sentence != self.stretches[self.of[first]].sentence:
            return False
        return all(
            "," not in self.tokens[at].mark
            and self.tokens[at].word not in words_in_rows("ends_denials")
            for at in range(place + 1, first + 1)
            if self.of[at] != self.of[at - 1]
        )

    def _denied_behind(self, last: int) -> bool:
        """“Ad-free”, “cookies are not allowed”."""
        behind = self.tokens[last + 1 : last + 6]
        if not behind or self.of[last + 1] != self.of[last]:
            return False
        if behind[0].word in ("free", "less") and behind[0].mark == "-":
            return True
        if behind[0].word in ("nothing", "nobody", "none"):
            return True  # “delete nothing, ever”
        at = next((n for n, token in enumerate(behind[:3]) if token.word in _NOT), None)
        return at is not None and any(
            token.word in words_in_rows("denied_so") for token in behind[at + 1 : at + 3]
        )

    def quote(self, stretch: Stretch) -> str:
        """A stretch as the goal has it, without the word that joins it to what stands before."""
        first = stretch.first
        if first < stretch.last and self.tokens[first].word in words_in_rows("joins_loosely"):
            first += 1
        begin = self.tokens[first].start
        mark = self.tokens[first].mark
        begin -= len(mark) - len(mark.rstrip("`\"“'([-")) if mark else 0
        end = self.tokens[stretch.last].end
        closing = _CLOSES.match(self.text, end)
        return self.text[begin : closing.end() if closing else end]


_QUOTE = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
_ENDS = re.compile(r"[.;:!?\n](?:\s|$|[)\"”])|\s[-–—]\s|—")
_CUTS = re.compile(r"[,()]")
_CLOSES = re.compile(r"[`\"”')\]]+")
_NOT = ("not", "never", "cannot")


def words_in(stretches: Sequence[Stretch]) -> set[str]:
    """All words of some stretches."""
    return set().union(*(one.words for one in stretches)) if stretches else set()


def _shortened(quote: re.Match[str]) -> str:
    """A quotation as it stands, or three dots where it is long: it says nothing of the wish."""
    return quote.group() if len(quote.group()) <= QUOTE_LONGEST else " … "
