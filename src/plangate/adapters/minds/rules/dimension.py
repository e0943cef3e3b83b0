"""A decision dimension as a data file describes it.

A dimension says in which goals it matters, how such a goal can be read (`readings`), and how a
repository would show which reading already holds (`seen`). Where dimensions come from is the
business of loading.py, the shape of their files that of dimension_file.py.

In which goals it matters is said by phrases (phrases.py):

* `when`    asked for anywhere in the goal;
* `builds`  wanted as the thing to be made (“add a cache”), not just named (“a button on it”);
* `contradiction`  one phrase of each side in one goal, which then asks for both at once;
* `said`, per reading: the goal has decided, and `unless`: it has decided otherwise.

A decision the goal states is no ambiguity, so the dimension is left out instead of being proposed
with a prior near 1: the ledger must not list what a person said as something assumed, evidence
from the repository (GATE-2) and learned priors (ASM-4) must not outvote the words of the goal, and
a blocker, which GATE-1 never settles, must not be asked about after it was answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from plangate.core.gate.asking.matters import object_of
from plangate.core.model.nouns import Ambiguity, BlockerType, Interpretation, Task
from plangate.language.phrases import Marked, Span, marked, other_words
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.vocabulary import is_known, product_names, thing_kind

#: What the decision is made for: once for a workspace, or anew for each goal (recall).
Settles = Literal["workspace", "goal"]
#: What a reading does about an external item the workspace lacks (GATE-15).
Role = Literal["supplied", "stand-in", "left-out"]


class Detector(NamedTuple):
    """How a file of the repository shows that a reading already holds."""

    files: tuple[str, ...]
    text: str
    confidence: float
    says: str


class Reading(NamedTuple):
    interpretation: Interpretation
    seen: tuple[Detector, ...]
    task: Task | None
    said: tuple[str, ...] = ()
    role: Role | None = None


class Contradiction(NamedTuple):
    """Two sets of phrases; a goal with one of each asks for both at once, unless it says how."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    unless: tuple[str, ...] = ()


class Dimension(NamedTuple):
    id: str
    prompt: str
    when: tuple[str, ...]
    builds: tuple[str, ...]
    unless: tuple[str, ...]
    readings: tuple[Reading, ...]
    blocker_type: BlockerType
    blocker_evidence: tuple[str, ...]
    contradiction: Contradiction | None
    safe_default: str | None
    safe_default_reason: str | None
    settles: Settles = "goal"

    def applies_to(self, goal: str, wished: str | None = None) -> Ambiguity | None:
        """This dimension as an ambiguity of a goal, None when the goal does not leave it open.

        UND-7: only what is `wished` raises it, where the goal says more than that (an example, a
        log, a template, code); what settles it may stand anywhere.
        """
        heard = marked(goal if wished is None else wished)
        if sides := self._contradicted(heard):
            quotes = tuple(map(heard.quote, sides))
            raised = self._raised("mutually_exclusive_requirements", quotes)
            return raised._replace(heard=_object(heard, sides[0]))
        place = heard.asked(self.when) or heard.built(self.builds)
        if place is None or self._is_decided(heard) or _is_a_named_one(heard, place):
            return None
        if _is_only_told_of(heard, place) or self._has_its_own_value(heard, place):
            return None
        if wished is not None and self._is_decided(marked(goal)):
            return None
        return self.as_ambiguity()._replace(heard=_object(heard, place))

    def as_ambiguity(self) -> Ambiguity:
        """This dimension as if a goal had left it open."""
        return self._raised(self.blocker_type, self.blocker_evidence)

    def mentions(self, clause: str) -> bool:
        """Whether a clause of a goal raises this dimension."""
        heard = marked(clause)
        asked = heard.asked((*self.when, *self._sides())) or heard.built(self.builds)
        return asked is not None

    def covers(self, clause: str) -> bool:
        """Whether a clause says no more than this dimension decides, so that its task does it."""
        if not self.mentions(clause):
            return False
        sides = self._sides()
        if marked(clause).asked(sides):
            return True
        return other_words(clause, (*self.when, *self.builds)) <= _OTHER_WORDS

    def _sides(self) -> tuple[str, ...]:
        return self.contradiction.one + self.contradiction.other if self.contradiction else ()

    def _contradicted(self, heard: Marked) -> tuple[Span, ...]:
        if self.contradiction is None:
            return ()
        one = heard.asked(self.contradiction.one)
        other = heard.asked(self.contradiction.other)
        if one is None or other is None or heard.are_one(one, other):
            return ()
        if heard.are_joined(one, other) or heard.stated(self.contradiction.unless):
            return ()
        return one, other

    def _is_decided(self, heard: Marked) -> bool:
        """Whether the goal says which reading it wants; naming two to choose from does not."""
        if heard.stated(self.unless):
            return True
        said = [place for reading in self.readings if (place := heard.stated(reading.said))]
        open_choice = any(heard.is_choice(one, other) for one, other in combinations(said, 2))
        return bool(said) and not open_choice

    def _has_its_own_value(self, heard: Marked, place: Span) -> bool:
        """UND-7: “export the notes as a zip of Markdown files”: the goal names a value of this
        kind that no reading has, and nothing is assumed against it."""
        said = [word for reading in self.readings for word in reading.said]
        is_form = any(thing_kind(word) == "format" for word in said)
        of_products = not product_names().isdisjoint(said)
        behind = heard.text[heard.words[place[1]].end :]
        ends = _CLAUSE_ENDS.search(behind)
        told = behind[: ends.start()] if ends else behind
        for found in any_row("leads_to_a_value").finditer(told):
            words = [word.strip(".,") for word in found["value"].split()]
            if is_form and any(thing_kind(word.lower()) == "format" for word in words):
                return True
            name = words[0]
            is_name = name[:1].isupper() or "." in name
            leads = found["lead"] in ("as", "via", "over") or (
                of_products and found["lead"] in ("using", "with", "through", "by")
            )
            if leads and is_name and not is_known(name.lower()):
                return True
            if is_form and found["lead"] in ("to", "into", "in") and is_name and len(words) == 1:
                return not is_known(name.lower())
        return False

    def _raised(self, blocker: BlockerType, evidence: Sequence[str]) -> Ambiguity:
        return Ambiguity(
            id=self.id,
            interpretations=tuple(reading.interpretation for reading in self.readings),
            blocker_type=blocker,
            blocker_evidence=tuple(evidence),
            safe_default=self.safe_default,
            prompt=self.prompt,
            safe_default_reason=self.safe_default_reason,
            catalogued=True,
        )


def _is_a_named_one(heard: Marked, place: Span) -> bool:
    """UND-7: “a Matrix notification provider”: which one is said by its name."""
    if not place[0]:
        return False
    word = heard.words[place[0] - 1]
    before = heard.text[word.start : word.end]
    is_name = before[:1].isupper() and before[1:].islower() and len(before) > _SHORT_NAME
    return is_name and place[0] > 1 and not is_known(before.lower())


_CLAUSE_ENDS = re.compile(r"[.;:!?]\s|,\s| and (?=[a-z]+ )| but ")


def _is_only_told_of(heard: Marked, place: Span) -> bool:
    """UND-7: “logins that were not used”, “searching is painful”: what is told of is there."""
    before = heard.text[: heard.words[place[0]].start].rstrip()
    opens = not before or before[-1] in ".;!?:,"
    behind = heard.text[heard.words[place[1]].end :]
    return opens and any_case("told_of_a_thing").match(behind) is not None


_SHORT_NAME = 3
#: A clause with no more words than these beyond the phrase is about nothing else.
_OTHER_WORDS = 2


def _object(heard: Marked, place: Span) -> str:
    """GATE-19: what the clause is about that raised a dimension."""
    return object_of(heard.clause(place), heard.quote(place))
