"""Whether a quoted line says anything of the option it is quoted for (MCP-3).

That a line stands where it is said to proves that the line is there. It speaks for an option where
it has a word of the options that the goal does not have; where one of them cannot be undone, a word
that tells the option from the others. Any other line would settle whatever its proposer likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from plangate.core.agents.option_weights import is_final_option
from plangate.core.agents.proposals import HostEvidence, Proposal
from plangate.core.model.nouns import Ambiguity
from plangate.core.words.irreversible import cannot_be_undone
from plangate.language.words.stems import content_stems, stem, words_of

_NAMES_NOTHING = (
    "the line has no word of {options}{apart}, so it says nothing for it; quote one that does, or "
    "name in decides what it shows"
)
_APART = " that tells it from the others"


class _Named(NamedTuple):
    """An option by what it is called, what comes of it and what it touches."""

    id: str
    label: str
    consequence: str
    touches: tuple[str, ...]
    final: bool


def as_far_as_named(
    told: Iterable[HostEvidence], proposal: Proposal, known: Iterable[Ambiguity], goal: str
) -> Iterator[HostEvidence]:
    """Lines of files that were found, each for those options alone that it has words of."""
    asked = _asked(proposal, known)
    of_goal = frozenset(content_stems(goal))
    for entry in told:
        found = entry.digest is not None and not entry.passed_on
        spoken = frozenset(map(stem, words_of(entry.quote or "")))
        idle = tuple(
            (name, option)
            for name, option in (entry.supports if found else ())
            if name in asked and not _says_something(spoken, asked[name], option, of_goal)
        )
        apart = _APART if any(_is_strict(asked[name]) for name, _ in idle) else ""
        options = ", ".join(option for _, option in idle)
        why = _NAMES_NOTHING.format(options=options, apart=apart) if idle else entry.why_not
        yield entry._replace(idle=idle, why_not=why)


def _asked(proposal: Proposal, known: Iterable[Ambiguity]) -> dict[str, tuple[_Named, ...]]:
    """The options of every decision that a quote may name: as they are told now, and those of
    before that are not told again."""
    found = {
        one.id: tuple(
            _Named(r.id, r.label, r.consequence, r.touches, cannot_be_undone(r))
            for r in one.interpretations
        )
        for one in known
    }
    for one in proposal.decisions or ():
        if one.options:
            told = [
                _Named(o.id, o.label, o.consequence, o.decides, is_final_option(o))
                for o in one.options
            ]
            names = {option.id for option in told}
            told += (option for option in found.get(one.id, ()) if option.id not in names)
            found[one.id] = tuple(told)
    return found


def _is_strict(options: Sequence[_Named]) -> bool:
    return any(option.final for option in options)


def _says_something(
    spoken: frozenset[str], options: Sequence[_Named], name: str, of_goal: frozenset[str]
) -> bool:
    own = next((option for option in options if option.id == name), None)
    if own is None:
        return True  # a fault of the proposal, which is told as one
    others = [option for option in options if option.id != name]
    words = _words(own, others, of_goal)
    if not _is_strict(options):
        words = words.union(*(_words(option, (), of_goal) for option in options))
    return not spoken.isdisjoint(words)


def _words(own: _Named, others: Sequence[_Named], of_goal: frozenset[str]) -> frozenset[str]:
    """The words of an option that neither the goal nor every other option has; of a label that has
    no other words these too, “one” and “two” among them."""
    called = _only_its(own, others, lambda one: content_stems(f"{one.id} {one.label}"))
    label = (
        called - of_goal
        or called
        or _only_its(own, others, lambda one: map(stem, words_of(f"{one.id} {one.label}")))
    )
    beside = _only_its(own, others, lambda one: content_stems(one.consequence)) - of_goal
    touched = _only_its(own, others, lambda one: content_stems(" ".join(one.touches)))
    return label | beside | touched | _only_its(own, others, _numbers)


def _only_its(
    own: _Named, others: Sequence[_Named], words: Callable[[_Named], Iterable[str]]
) -> frozenset[str]:
    """The words of an option that not every other one has too."""
    shared = [frozenset(words(one)) for one in others]
    return frozenset(words(own)) - (frozenset.intersection(*shared) if shared else frozenset())


def _numbers(one: _Named) -> Iterator[str]:
    return (word for word in words_of(f"{one.label} {one.consequence}") if word.isdigit())
