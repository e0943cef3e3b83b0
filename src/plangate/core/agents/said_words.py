"""Words that a host quotes: a person's, from the goal or what they said to a question, and lines.

A person's are looked up in the record, by the question's id, and count as a quote of a file does,
never as a person's choice (MCP-6). That a line stands where it is said to proves that the line is
there: it speaks for an option where it has a word of the options that the goal does not have; where
one of them cannot be undone, a word that tells the option from the others. Any other line would
settle whatever its proposer likes (MCP-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from plangate.core.agents.option_weights import is_final_option
from plangate.core.agents.proposals import HostEvidence, Proposal
from plangate.core.agents.telling import THE_GOAL
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Answer
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.words.irreversible import cannot_be_undone
from plangate.language.cutting import sentences
from plangate.language.negation import denied_by_the_rest
from plangate.language.words.stems import content_stems, stem, words_of

#: The kind of evidence that a person wrote in a form (MCP-6).
IN_FORM = "in_form"
#: ASK-15: words that mean the opposite where they stand.
_CUT = "in “{told}” these words are denied; quote that whole"
_NOT_THERE = "those words are not recorded with that question; answer passes them on, or its note"


def as_in_the_goal(entry: HostEvidence, session: Session) -> HostEvidence:
    """UND-7: evidence whose locator is the goal: whether its words stand there. They are a
    person's, and count as a quote does."""
    quote = plain(entry.quote or "")
    if len(content_stems(quote)) < 2 or quote not in plain(session.goal):
        return entry._replace(why_not="those words do not stand in the goal")
    if told := _denied_in((session.goal,), quote):
        return entry._replace(why_not=_CUT.format(told=told))
    digest = sha256(f"{THE_GOAL}\n{quote}".encode()).hexdigest()[:16]
    return entry._replace(digest=digest, passed_on=True)


def as_passed_on(entry: HostEvidence, session: Session) -> HostEvidence:
    """Evidence whose locator is a question: whether its words were said there."""
    name, quote = str(entry.locator), plain(entry.quote or "")
    if not quote or not _is_said_to(session, name, quote):
        others = (str(x) for x in session.questions if quote and _is_said_to(session, x, quote))
        where = next(others, None)
        return entry._replace(why_not=f"those words were said to {where}" if where else _NOT_THERE)
    if told := _denied_in(_said_to(session, name), quote):
        return entry._replace(why_not=_CUT.format(told=told))
    digest = sha256(f"{name}\n{quote}".encode()).hexdigest()[:16]
    return entry._replace(digest=digest, passed_on=True, in_form=_is_theirs(session, name, quote))


def _is_theirs(session: Session, name: str, quote: str) -> bool:
    """MCP-6: whether a person wrote it in a form themselves: what an agent passed on to the same
    question, before or after, is its own."""
    said = session.questions[name].answer
    in_form = said.provenance != RELAYED if said else name in session.said_otherwise
    return in_form and any(quote in plain(text) for text in _written_to(session, name))


def _is_said_to(session: Session, name: str, quote: str) -> bool:
    return any(quote in plain(text) for text in _said_to(session, name))


def _said_to(session: Session, name: str) -> list[str]:
    return [*session.notes.get(name, ()), *(answer.value for answer in _answers_to(session, name))]


def _written_to(session: Session, name: str) -> list[str]:
    """What a person said in their own words: not what an option they took is called, nor what was
    passed on."""
    relayed = session.passed_on.get(name, ())
    notes = (note for note in session.notes.get(name, ()) if note not in relayed)
    answers = (x for x in _answers_to(session, name) if x.provenance != RELAYED)
    return [*notes, *(answer.value for answer in answers if answer.option is None)]


def _answers_to(session: Session, name: str) -> list[Answer]:
    question = session.questions[name]
    answers = [question.answer] if question.answer is not None else []
    return [
        *answers,
        *session.earlier_answers.get(name, ()),
        *session.late_answers.get(name, ()),
    ]


def said_whole(session: Session, name: str, quote: str) -> str:
    """The sentences that a quote was taken from, as they were written."""
    return next(filter(None, (_around(x, quote) for x in _written_to(session, name))), "")


def read_back(session: Session, about: Ambiguity) -> str:
    """ASK-15: what a person wrote, and which option its host reads in it, for them to confirm."""
    if not about.spoken_for:
        return ""
    quoted = (
        str(x.locator)
        for x in reversed(session.evidence)
        if (x.ambiguity, x.supports) == (about.id, about.spoken_for) and x.locator
    )
    name = next((name for name in quoted if name in session.questions), "")
    said = session.said_otherwise.get(name) or " / ".join(
        _written_to(session, name) if name else ()
    )
    label = about.reading(about.spoken_for).label
    return f"You wrote: “{said}” The agent reads it as: “{label}”" if said else ""


def _around(text: str, quote: str) -> str:
    wanted = plain(quote)
    if wanted not in plain(text):
        return ""
    inside = [x for x in sentences(text) if plain(x) in wanted or wanted in plain(x)]
    return " ".join(inside) if wanted in plain(" ".join(inside)) else " ".join(text.split())


def _denied_in(texts: Iterable[str], quote: str) -> str:
    """The sentences around a quote where they say no to what it says: “delete it”, of “do not
    delete it”; empty where one of the texts says it as it is quoted."""
    found = ""
    for text in filter(None, (_around(text, quote) for text in texts)):
        if not denied_by_the_rest(plain(text), quote):
            return ""
        found = text
    return found


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


# --- lines of files -------------------------------------------------------------------------------

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
        ordered = entry.locator == THE_GOAL
        found = entry.digest is not None and (ordered or not entry.passed_on)
        spoken = frozenset(map(stem, words_of(entry.quote or "")))
        idle = tuple(
            (name, option)
            for name, option in (entry.supports if found else ())
            if name in asked and (not ordered or _may_go_back(asked[name], option))
            if not _says_something(spoken, asked[name], option, frozenset() if ordered else of_goal)
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


def _may_go_back(options: Sequence[_Named], name: str) -> bool:
    """Whether an option can be undone where another cannot: what a goal orders for good is weighed
    by its own words (UND-7)."""
    return _is_strict(options) and any(o.id == name and not o.final for o in options)


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
    """The words of an option that neither the goal nor another option has; of a label that has
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
    """The words of an option that no other one has."""
    return frozenset(words(own)).difference(*map(words, others))


def _numbers(one: _Named) -> Iterator[str]:
    return (word for word in words_of(f"{one.label} {one.consequence}") if word.isdigit())
