"""One question of somebody's own program to a person, as durable as every other (ASK-7…13).

A key names the question for good: a program that runs again after a crash finds the question it
asked, or the answer it got, and never asks twice. Whether a person is interrupted at all is the
gate's decision, as always.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.guard.redaction import redact
from plangate.core.log.session import Session
from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput, StoreBusy
from plangate.core.model.nouns import Ambiguity, Answer, Assumption, Interpretation, Question
from plangate.core.model.shapes import ListOf, Text
from plangate.core.model.slugs import LONGEST, slug
from plangate.core.moves import Wait
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.words.routine import routine_matter

_KEY = Text(200)
_PROMPT = Text(2_000)
_OPTIONS = ListOf(Text(200), least=2, most=20)

#: How much of a digest tells keys apart.
_DIGITS = 12


class Answered(NamedTuple):
    """A person said so, in time or late; `value` is an option, or their own words."""

    value: str
    by: str
    provenance: str
    late: bool
    question: Question


class Assumed(NamedTuple):
    """Nobody was asked: the gate took this, by this rule and for this reason."""

    value: str
    rule: str
    reason: str


class TimedOut(NamedTuple):
    """Nobody answered in time: the default is assumed, or, when `value` is None, nothing is."""

    value: str | None
    question: Question


class Held(NamedTuple):
    """A person put it on hold: nothing happens until they resume or answer it."""

    question: Question


class Declined(NamedTuple):
    """A person took the question back; its default holds instead."""

    value: str
    question: Question


class Waiting(NamedTuple):
    """The caller stopped waiting; the question stays open, and the same key finds it again."""

    question: Question


Outcome = Answered | Assumed | TimedOut | Held | Declined | Waiting


class Asking(NamedTuple):
    """What is to be asked, checked: its session's id, its words, and its options as readings."""

    session: str
    prompt: str
    ambiguity: Ambiguity


def asking(
    prompt: str,
    options: Sequence[str] | Mapping[str, str],
    *,
    key: str,
    workspace: str,
    default: str | None = None,
    one_way: Collection[str] = (),
) -> Asking:
    """A question as the gate weighs it: every option as likely as the others, as far as we know."""
    _KEY.read(key, "key")
    _PROMPT.read(prompt, "prompt")
    if isinstance(options, str):
        raise BadInput("options", "is one text", "two or more options")
    given: object = options  # whatever a program hands over
    labels = _OPTIONS.read([*given] if isinstance(given, Iterable) else given, "options")
    if len({" ".join(label.casefold().split()) for label in labels}) < len(labels):  # VOI-2
        raise BadInput("options", "names an option twice", "each option once")
    for field, named in (("default", [default] if default else []), ("one_way", one_way)):
        for label in named:
            if label not in labels:
                raise BadInput(field, f"{str(label)[:60]!r} is not an option", ", ".join(labels))
    name = _name_of(key)
    if (matter := routine_matter(name, prompt)) is not None:
        problem = f"asks about {matter}, which is never a question to a person (GATE-13)"
        raise BadInput("prompt", problem, "a question that names a choice")
    told = options if isinstance(options, Mapping) else {}
    readings = tuple(
        Interpretation(
            id=f"option-{place}",
            label=redact(label),
            consequence=redact(Text(600).read(told.get(label) or f"goes on with {label}", label)),
            prior=1.0 / len(labels),
            complexity=0.5,
            reversibility="irreversible" if label in one_way else "partial",
        )
        for place, label in enumerate(labels, start=1)
    )
    safe = f"option-{labels.index(default) + 1}" if default else None
    ambiguity = Ambiguity(
        name,
        readings,
        safe_default=safe,
        prompt=redact(prompt.strip()),
        heard=_matter_of(key, prompt, labels, one_way),
        catalogued=True,
    )
    return Asking(_session_of(key, workspace), redact(prompt.strip()), ambiguity)


def ask(planner: Planner, wanted: Asking, workspace: str, wish: SessionOptions) -> Outcome:
    """Ask, or find what was asked under this key before; where it stands now."""
    if not planner.store.read(wanted.session):
        # Equal priors of many options would all be below the floor and none worth a question.
        least = min(wish.policy.min_prior, 0.9 / len(wanted.ambiguity.interpretations))
        wish = wish._replace(complexity=1, policy=wish.policy._replace(min_prior=least))
        try:
            planner.begin(wanted.prompt, workspace, wish)
        except StoreBusy:
            if not planner.store.read(wanted.session):
                raise
    advanced = planner.advance(wanted.session)
    session, outcome = advanced.session, advanced.outcome
    _must_be_the_same(session, wanted)
    if isinstance(outcome, Wait):
        return (
            Held(outcome.question)
            if outcome.question.status == "held"
            else Waiting(outcome.question)
        )
    return _joined(planner, session) or standing(session)


def _joined(planner: Planner, session: Session) -> Outcome | None:
    """GATE-19: what became of a question that another run had asked already."""
    entry = next(iter(session.in_force), None)
    for join in session.joins.values():
        if join.is_over:
            continue
        question = planner.session(join.session).question(join.question)
        late = question.status == "timed_out"
        if join.answer is not None and entry is not None:
            how = RELAYED if entry.source == RELAYED else join.answer.provenance
            return Answered(entry.decision, join.answer.by, how, late, question)
        if join.how == "timed_out":
            return TimedOut(entry.decision if entry else None, question)
    return None


def standing(session: Session) -> Outcome:
    """Where the one question of a session stands."""
    entry = next(iter(session.in_force), None)
    asked = list(session.questions)
    if not asked:
        assert entry is not None, "what is not asked is taken"
        return Assumed(entry.decision, str(entry.rule), entry.reasoning)
    question = session.question(asked[-1])
    match question.status:
        case "pending":
            return Waiting(question)
        case "held":
            return Held(question)
        case "answered" if question.answer is not None:
            return _answered(question, question.answer, late=False)
        case "withdrawn":
            return Declined(entry.decision if entry else question.default, question)
        case _:
            return _timed_out(session, question, entry)


def _timed_out(session: Session, question: Question, entry: Assumption | None) -> Outcome:
    late = session.late_answers.get(str(question.id), ())
    if late:
        return _answered(question, late[-1], late=True)
    return TimedOut(entry.decision if entry else None, question)


def _answered(question: Question, given: Answer, *, late: bool) -> Answered:
    return Answered(given.value, given.by, given.provenance, late, question)


def _must_be_the_same(session: Session, wanted: Asking) -> None:
    """A key is for one question: under another's it would get another's answer."""
    labels = [r.label for a in session.ambiguities for r in a.interpretations]
    mine = [reading.label for reading in wanted.ambiguity.interpretations]
    if session.goal != wanted.prompt or labels != mine:
        problem = f"was used to ask “{session.goal[:80]}”"
        raise BadInput("key", problem, "another key for another question")


def _name_of(key: str) -> str:
    """The key as an id; one that no id can hold whole is told apart by its digest."""
    name = slug(key)
    if name == key and len(name) <= LONGEST:
        return name
    tail = f"-{sha256(key)[:_DIGITS]}"
    return f"{name[: LONGEST - len(tail)].strip('-')}{tail}"


def _matter_of(key: str, prompt: str, labels: Sequence[str], one_way: Collection[str]) -> str:
    """GATE-19: what is said to one question of a program holds for that one alone, so nothing that
    only sounds like it joins it: the key, the words and the options are the same to the letter."""
    final = sorted(set(one_way))
    return f"key {sha256(repr((key, prompt.strip(), list(labels), final)))[:_DIGITS]}"


def _session_of(key: str, workspace: str) -> str:
    """The id every run of the program comes to, without anything being kept beside the record."""
    return f"h{sha256(f'{workspace}{chr(0)}{key}')[:_DIGITS]}"
