"""A decision that is told otherwise after it was judged (GATE-18, GATE-19, ASK-15).

Its proposer may correct what nobody but plangate took, drop what is moot, and say which option a
person's own words mean. What a person chose, what work has begun on, and what is one-way and with a
person stay as they are, and the proposer is told which of these it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from plangate.core.agents.proposals import HostDecision, HostEvidence
from plangate.core.agents.said_words import IN_FORM, said_whole
from plangate.core.agents.telling import DROPPED, Backing, is_final, told_again
from plangate.core.gate.preferences import one_way_by_words
from plangate.core.gate.session_facts import is_said, provisional
from plangate.core.log.session import HOST, Session
from plangate.core.model.graphs import open_decision
from plangate.core.model.nouns import HANDED_BACK, Ambiguity, Assumption, Question
from plangate.core.model.policy.agents_numbers import HOST_QUESTIONS
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.words.irreversible import is_one_way

_ASKED_FOR_GOOD = "a person is asked about it, and an option of it cannot be undone"
_ASKED = "a person is asked about it ({question}), so it stays as they see it"
_ANSWERED = "a person answered it, so that stands"
_SAID_OTHERWISE = (
    "a person answered it in their own words, which stand; evidence with their words as the quote "
    "and the question as the locator says which option they mean"
)


def told_while_asked(
    told: Sequence[HostDecision], session: Session, who: str, backing: Backing
) -> dict[str, str]:
    """The decisions that are told otherwise while their question waits, and that question.

    GATE-19: what is on hold or waited for by others stays as it was asked, and so does what is
    one-way, unless a reason lifts that (GATE-18), or the person said in its form that no option
    fits: then options are added to it.
    """
    question = session.open_question
    if question is None or question.status != "pending" or question.joined:
        return {}
    now = {a.id: a for a in session.ambiguities}
    may_drop = question.blocker_type in ("ambiguous_goal", "none") and not is_one_way(question)
    dropped = [one for one in told if one.drop is not None and may_drop]
    return {
        one.id: str(question.id)
        for one in (*dropped, *_told_otherwise(told, session, who, backing))
        if one.id == question.question_id
        if one.drop is not None or not _asks_the_same(now[one.id], one, who, backing)
        if not is_one_way(question)
        or str(question.id) in session.said_otherwise
        or not _is_one_way(told_again(now[one.id], one, who, backing))
    }


def _asks_the_same(mine: Ambiguity, told: HostDecision, who: str, backing: Backing) -> bool:
    """Whether a person is asked just this already: the same options, whatever its proposer, or
    another one that plans the same goal, believes of them by now. What stands nowhere but in their
    heads takes no question out of a person's hands, nor gives its letters another meaning."""
    again = told_again(mine, told, who, backing)
    believed = again.known_elsewhere == mine.known_elsewhere and again.craft == mine.craft
    return believed and not backing.get(mine.id) and _as_asked(again) == _as_asked(mine)


def _as_asked(ambiguity: Ambiguity) -> frozenset[tuple[str, str, str, str]]:
    readings = ambiguity.interpretations
    return frozenset((r.id, r.label, r.consequence, r.reversibility) for r in readings)


def _is_one_way(told: Ambiguity) -> bool:
    return is_final(told) or one_way_by_words(told.id, told.prompt or "") is not None


def told_after_assuming(
    told: Sequence[HostDecision], session: Session, who: str, backing: Backing
) -> dict[str, Assumption]:
    """The decisions that are told otherwise after they were assumed, and their ledger entries.

    Its proposer may correct what nobody but plangate took (GATE-18): not what somebody chose or
    confirmed, and nothing that work has begun on (GATE-4). A reply that fits no option is no
    choice: the decision is told again with an option that its words speak for, or asked once more
    while there is a question left; what somebody said is never assumed away.
    """
    entries = {
        str(x.ambiguity): x
        for x in session.in_force
        if x.ambiguity and (not is_said(x) or _fits_no_option(session, x))
    }
    begun = _begun(session)
    otherwise = {one.id for one in _told_otherwise(told, session, who, backing)}
    otherwise |= {one.id for one in told if one.drop is not None and _may_go(session, one)}
    return {
        one.id: entry
        for one in told
        if (entry := entries.get(one.id)) is not None and entry.id not in begun
        if _words_speak_for(entry, one, backing)
        or (one.id in otherwise and (not is_said(entry) or session.asked < HOST_QUESTIONS))
    }


def _begun(session: Session) -> set[str]:
    """GATE-4: the ledger entries that work has begun on."""
    return {
        name
        for task in (session.plan.tasks if session.plan else ())
        if session.progress.get(task.id) in ("started", "done")
        for name in task.rests_on
    }


def _may_go(session: Session, told: HostDecision) -> bool:
    """GATE-18: what its proposer alone saw, or what can be undone, is dropped when it is moot."""
    found = (a for a in session.ambiguities if a.id == told.id)
    return any(a.own or not is_final(a) for a in found)


def _fits_no_option(session: Session, entry: Assumption) -> bool:
    """ASK-13: an answer in somebody's own words; asked twice, the second stands."""
    if entry.interpretation is not None or not entry.user_response.startswith("custom:"):
        return False
    asked = [q for q in session.questions.values() if q.question_id == entry.ambiguity]
    return sum(question.status == "answered" for question in asked) == 1


def _words_speak_for(entry: Assumption, told: HostDecision, backing: Backing) -> bool:
    """Whether what people said is quoted for one of its options, where their answer fits none."""
    return entry.interpretation is None and told.who_knows == "person" and told.id in backing


def _told_otherwise(
    told: Sequence[HostDecision], session: Session, who: str, backing: Backing
) -> list[HostDecision]:
    now = {a.id: a for a in session.ambiguities}
    return [
        one
        for one in told
        if one.drop is None and one.options and (mine := now.get(one.id)) is not None
        if _as_said(told_again(mine, one, who, backing)) != _as_said(mine)
    ]


def _as_said(ambiguity: Ambiguity) -> tuple[object, ...]:
    """A decision by what its proposer says of it, to tell whether it is told otherwise."""
    readings = tuple(
        (r.id, r.label, r.consequence, round(r.prior, 6), r.complexity, r.reversibility, r.touches)
        for r in ambiguity.interpretations
    )
    return (ambiguity.prompt, ambiguity.safe_default, readings)


def why_it_stays(
    told: Sequence[HostDecision], session: Session, who: str, backing: Backing
) -> dict[str, str]:
    """Why nothing can be told about a judged decision any more; empty where it is as it was."""
    otherwise = {one.id for one in _told_otherwise(told, session, who, backing)}
    asked = session.open_question
    now = {a.id: a for a in session.ambiguities}
    entries = {str(x.ambiguity): x for x in session.in_force}
    gone = {name for name, entry in entries.items() if entry.user_response == DROPPED}
    otherwise |= {one.id for one in told if one.drop is not None and one.id not in gone}
    begun = _begun(session)
    found: dict[str, str] = {}
    for one in told:
        entry = entries.get(one.id)
        if one.id not in otherwise:
            found[one.id] = ""
        elif entry is not None and is_said(entry):
            found[one.id] = _ANSWERED if entry.interpretation else _SAID_OTHERWISE
        elif entry is not None and entry.id in begun:
            found[one.id] = "work that rests on it has begun, so it stands"
        elif asked is not None and asked.question_id == one.id:
            final = is_one_way(asked) or is_final(told_again(now[one.id], one, who, backing))
            found[one.id] = _ASKED_FOR_GOOD if final else _ASKED.format(question=asked.id)
        else:
            found[one.id] = "it stays as it was told: nothing but a person settles it now"
    return found


# --- an answer that was not reckoned with ---------------------------------------------------------


def answered_otherwise(session: Session) -> frozenset[str]:
    """The decisions whose answer is neither their default nor what was taken meanwhile, and that
    no tasks were sent for since; own words that nobody has read yet are among them, and what was
    chosen with a note that was not quoted yet."""
    return frozenset((*chosen_otherwise(session), *unheeded_notes(session)))


def chosen_otherwise(session: Session) -> frozenset[str]:
    """Those that were not chosen as they were drafted."""
    over = {session.questions[name].question_id for name in session.drafted_after}
    drafted = {a.id: a.safe_default or provisional(session, a) for a in session.ambiguities}
    return frozenset(
        name
        for x in session.in_force
        if is_said(x) and (name := str(x.ambiguity)) not in over
        if drafted.get(name, x.interpretation) != x.interpretation
    )


def unheeded_notes(session: Session) -> frozenset[str]:
    """ASK-12: the decisions that were answered with a note which their host neither quoted nor sent
    tasks after: it is told of a note once. Words that leave the choice to it (ASK-11) are none."""
    return frozenset(
        question.question_id
        for question in _unheeded(session)
        if noted_with(session, question.question_id)
        if question.answer is None or question.answer.provenance != HANDED_BACK
    )


def unread_words(session: Session) -> tuple[Question, ...]:
    """ASK-15: the questions answered in a person's own words that their host has not heeded yet."""
    closed = (question for question in _unheeded(session) if not question.is_open)
    return tuple(question for question in closed if _own_words(session, question))


def _unheeded(session: Session) -> Iterator[Question]:
    """The questions whose words their host neither quoted nor sent tasks after."""
    kinds = (f"{HOST}_{RELAYED}", f"{HOST}_{IN_FORM}")
    quoted = {x.locator for x in session.evidence if x.kind in kinds}
    heeded = quoted | session.drafted_after
    return (question for name, question in session.questions.items() if name not in heeded)


def noted_with(session: Session, decision: str) -> str:
    """ASK-12: what a person said beside the option they chose; empty for what an agent passed on,
    which it knows."""
    for name, question in session.questions.items():
        said = question.answer
        if question.question_id != decision or question.status != "answered" or said is None:
            continue
        if said.option is not None and said.provenance != RELAYED:
            relayed = session.passed_on.get(name, ())
            return " / ".join(x for x in session.notes.get(name, ()) if x and x not in relayed)
    return ""


def host_thinks_first(session: Session, decision: str) -> bool:
    """GATE-6: whether an answer may change what is asked next, so that the host hears it first."""
    waits = session.open_question is not None and session.begun.proposer == HOST
    return waits and decision in answered_otherwise(session)


def waits_for_its_host(session: Session) -> bool:
    """GATE-6: whether the open question is held back because its host's tasks were drafted for
    another answer than the last one, and are not sent again yet."""
    if session.open_question is None or session.begun.proposer != HOST or session.plan is None:
        return False
    drafted_for = {open_decision(name) for name in answered_otherwise(session)}
    return any(not drafted_for.isdisjoint(task.rests_on) for task in session.plan.tasks)


# --- a person's own words -------------------------------------------------------------------------


class ReadAs(NamedTuple):
    """Which option of a decision a host reads in what a person said in a form, in place of every
    option or about another matter beside it."""

    question: Question
    decision: str
    words: str
    option: str

    @property
    def answers_it(self) -> bool:
        """Whether the decision is the one that was asked about."""
        return self.decision == self.question.question_id

    def entry(self, session: Session, name: str, label: str) -> Assumption:
        """ASK-15: the person's words, in the ledger as that; the option is the host's reading."""
        standing = _standing(session, self.decision)
        how = "answered" if self.answers_it else "spoke of it beside"
        return Assumption(
            decision=label,
            blocker_type=self.question.blocker_type,
            user_response=f"custom: {self.words}",
            reasoning=f"a person {how} {self.question.number} in their own words, and the host "
            f"reads “{label}” in them",
            confidence="high",
            risk_if_wrong="low - said by a person",
            source="answer",
            id=name,
            session=session.id,
            ambiguity=self.decision,
            interpretation=self.option,
            rule="ASK-15",
            status="confirmed",
            replaces=standing.id if standing is not None else None,
        )


def read_as(
    told: Iterable[HostEvidence], session: Session, ambiguities: Sequence[Ambiguity]
) -> Iterator[ReadAs]:
    """ASK-15: own words of a person, quoted for one option of the decision they were asked about,
    or of another that they spoke of beside it. What is read in them about what cannot be undone
    decides nothing: they confirm it themselves (ASK-11, GATE-20)."""
    known = {ambiguity.id: ambiguity for ambiguity in ambiguities}
    found: dict[tuple[str, str], dict[str, str]] = {}
    for entry in told:
        question = session.questions.get(str(entry.locator)) if entry.in_form else None
        for decision, option in entry.supports if question is not None else ():
            found.setdefault((str(entry.locator), decision), {})[option] = entry.quote or ""
    for (name, decision), named in found.items():
        option, quote = next(iter(named.items()))
        question, about = session.questions[name], known.get(decision)
        if about is None or len(named) > 1 or _is_theirs_to_confirm(question, about):
            continue
        if words := _said_about(session, question, decision, quote):
            yield ReadAs(question, decision, words, option)


def _is_theirs_to_confirm(question: Question, about: Ambiguity) -> bool:
    """GATE-20: whether what a host reads in somebody's words about a decision is theirs to confirm:
    where an option of it cannot be undone, or the question they wrote it to said so."""
    return is_final(about) or (question.question_id == about.id and is_one_way(question))


def spoken_for(
    told: Iterable[HostEvidence], session: Session, ambiguities: Sequence[Ambiguity]
) -> tuple[Ambiguity, ...]:
    """ASK-15: every decision with the option that a person's words in a form are quoted for, where
    that is theirs to confirm: nothing is taken against their words, and no reading of them takes
    what cannot be undone (GATE-20)."""
    quoted = [
        (str(x.locator), (x.ambiguity, x.supports))
        for x in session.evidence
        if x.ambiguity and x.supports and x.confidence > 0 and x.kind.endswith(f"_{IN_FORM}")
    ]
    quoted += [(str(x.locator), about) for x in told if x.in_form for about in x.supports]
    read = {
        decision: (session.questions[name], option)
        for name, (decision, option) in quoted
        if name in session.questions
    }
    return tuple(_as_spoken(one, *read[one.id]) if one.id in read else one for one in ambiguities)


def _as_spoken(about: Ambiguity, question: Question, option: str) -> Ambiguity:
    known = {reading.id for reading in about.interpretations}
    theirs = option in known and _is_theirs_to_confirm(question, about)
    return about._replace(spoken_for=option if theirs else "")


def asked_while_read(spoken: Iterable[Ambiguity], session: Session) -> dict[str, str]:
    """The decision whose question waits while its person's own words are read as an option of it,
    and that question: it is put again, with what was read (ASK-15)."""
    question = session.open_question
    if question is None or question.status != "pending" or question.joined:
        return {}
    refused = str(question.id) in session.said_otherwise
    return {
        one.id: str(question.id)
        for one in spoken
        if refused and one.id == question.question_id and one.spoken_for
    }


def _own_words(session: Session, question: Question) -> str:
    """What a person said in a form that fits no option; empty for anybody else's words."""
    if question.is_open:
        return session.said_otherwise.get(str(question.id), "")
    said, standing = question.answer, _standing(session, question.question_id)
    theirs = said is not None and said.provenance == "custom"
    fits_none = standing is not None and standing.interpretation is None
    return said.value if said is not None and theirs and fits_none else ""


def _said_about(session: Session, question: Question, decision: str, quote: str) -> str:
    """A person's own words about a decision: in place of every option of their question, or, of
    another matter that nobody answered since, what is quoted (ASK-12, ASK-15)."""
    if decision == question.question_id:
        return _own_words(session, question)
    standing = _standing(session, decision)
    open_still = standing is None or not is_said(standing)
    return said_whole(session, str(question.id), quote) if open_still else ""


def _standing(session: Session, decision: str) -> Assumption | None:
    return next((x for x in session.in_force if x.ambiguity == decision), None)
