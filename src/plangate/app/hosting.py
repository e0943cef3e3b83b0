"""The agent that hosts a session thinks, plangate judges (MCP-3): its proposal is taken in here.

What a session still wants of its host follows from its record, so nothing is kept in between: the
server may be gone, and of two agents that bring a proposal at once the first is taken. With a fault
anywhere nothing is taken.

A session whose first model failed, or that rules planned, is thought through by another mind in the
same way (LLM-3): judged, weighed, made the next version; what was decided stays decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Witness
from plangate.app.thinking import decisions_of, looked_up, unseen
from plangate.core.agents.host_words import one_line
from plangate.core.agents.judging import Judged, by_decision, judge
from plangate.core.agents.proposals import Proposal, read_proposal
from plangate.core.events import event as e
from plangate.core.gate.session_facts import complexity_of
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import HOST, MODEL, Session
from plangate.core.model.errors import BadInput, Conflict, StoreBusy
from plangate.core.model.nouns import Ambiguity, Assumption, Evidence, Reason, Task
from plangate.core.model.records import Fields
from plangate.core.model.sighting import Sighting
from plangate.core.moves import Ask, Deliver, DraftPlan, Entrust, Loop, Proceed, Propose, Wait
from plangate.core.plans.revisions import resting_tasks
from plangate.core.understanding.open_matters import Open
from plangate.core.words.irreversible import option_says_so
from plangate.language.tokens import counted

_TRIES = 100


class Hosted(NamedTuple):
    """Where a session stands after its host's call, and what became of the proposal."""

    advanced: Advanced
    judged: Judged | None = None
    ignored: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    """Decisions that were known, and that the host's first proposal neither tells nor drops."""
    quoted: tuple[str, ...] = ()
    """Decisions that only a person is said to know, and that a line of a file is quoted for."""
    never: tuple[str, ...] = ()
    """Decisions of which every option is said to be final, and whose words say nothing of it."""
    misquoted: tuple[str, ...] = ()
    """Decisions that a person answered in their own words, which are not quoted as they stand."""
    told: frozenset[str] = frozenset()
    """The decisions that the proposal speaks of."""


def hosted(planner: Planner, name: str, given: Fields, witness: Witness, who: str = HOST) -> Hosted:
    """Take what a host brings as far as its session wants it; nothing is wanted, nothing taken.

    A `model` that thinks a session through again brings the same (LLM-3).
    """
    proposal = read_proposal(given)
    if proposal.is_empty:
        return Hosted(planner.advance(name))
    for _ in range(_TRIES):
        advanced = planner.advance(name)
        known = _known(advanced)
        if not proposal.faults:
            proposal = _looked_up(advanced, known, proposal, witness)
        judged = judge(proposal, known, advanced.session, who)
        if judged.faults:
            raise BadInput("proposal", one_line(judged.faults))
        try:
            advanced = _decided(planner, advanced, proposal, judged, who)
            advanced = _drafted(planner, advanced, proposal, judged, who)
        except Conflict:
            continue
        told = {decision.id for decision in proposal.decisions or ()}
        untold = tuple(one.ambiguity.id for one in known.open if one.ambiguity.id not in told)
        return Hosted(
            advanced,
            judged,
            proposal.ignored,
            unseen(proposal),
            proposal.altered,
            untold,
            _quoted_for_people(proposal),
            _nothing_but_never(proposal),
            _misquoted(proposal, advanced.session),
            frozenset(told),
        )
    raise StoreBusy(f"session {name} keeps being changed by other processes; try again")


def _quoted_for_people(proposal: Proposal) -> tuple[str, ...]:
    """A file does not count for what only a person knows: one of the two is not meant."""
    lines = [x for x in proposal.evidence if x.digest is not None and not x.passed_on]
    named = {name for entry in lines for name, _ in entry.supports}
    told = (one for one in proposal.decisions or () if one.who_knows == "person")
    return tuple(one.id for one in told if one.id in named)


def _misquoted(proposal: Proposal, session: Session) -> tuple[str, ...]:
    """What a person said is read once, not asked for again because it was copied badly."""
    said = {session.questions[name].question_id for name in session.said_otherwise}
    told = {
        name for entry in proposal.evidence if entry.digest is None for name, _ in entry.supports
    }
    return tuple(sorted(said & told))


def _nothing_but_never(proposal: Proposal) -> tuple[str, ...]:
    """Where no option can be undone `undo` was told of the deed, not of the change back, unless the
    words of one say otherwise."""
    return tuple(
        one.id
        for one in proposal.decisions or ()
        if one.options and all(option.undo == "irreversible" for option in one.options)
        if not any(option_says_so(option.label, option.consequence) for option in one.options)
    )


def faults_beside(advanced: Advanced, proposal: Proposal, witness: Witness) -> Sequence[str]:
    """Every fault of a proposal beside the session it is for."""
    known = _known(advanced)
    proposal = _looked_up(advanced, known, proposal, witness)
    return judge(proposal, known, advanced.session, HOST).faults


def _looked_up(now: Advanced, brief: Brief, proposal: Proposal, witness: Witness) -> Proposal:
    session = now.session
    seen = session.proposed.ambiguities if session.proposed is not None else decisions_of(brief)
    return looked_up(proposal, seen, session.begun.workspace, witness, session)


def _known(advanced: Advanced) -> Brief:
    """What a proposal is judged beside: the decisions the catalog sees in this goal."""
    owed = advanced.outcome
    known = owed.known if isinstance(owed, Entrust) else ()
    return Brief(
        advanced.session.goal, Sighting(), open=tuple(Open("dimension", one) for one in known)
    )


def _decided(
    planner: Planner, now: Advanced, proposal: Proposal, judged: Judged, who: str
) -> Advanced:
    """The decisions and the evidence of a proposal, weighed by the gate."""
    session, happened = now.session, list[e.Event]()
    read = {one.decision for one in judged.read}
    answers = (one.question for one in judged.read if one.answers_it)
    open_ones = (str(question.id) for question in answers if question.is_open)
    withdrawn = dict.fromkeys((*judged.mended, *open_ones))
    happened += [e.QuestionWithdrawn(name, who, e.TOLD_ANEW) for name in withdrawn]
    again = (entry for entry in judged.corrected if entry.ambiguity not in read)
    happened += [_reopened_entry(session, entry, who) for entry in again]
    owes_them = isinstance(now.outcome, Entrust) and isinstance(now.outcome.chore, Propose)
    before = session.proposed.ambiguities if session.proposed is not None else None
    told = proposal.decisions is not None or _read_anew(judged, before or ())
    if owes_them or (told and judged.ambiguities != before):
        happened.append(planner.chores.proposed(session, who, judged.ambiguities))
    for place, dropped in enumerate(judged.dropped, start=len(session.assumptions) + 1):
        entry = dropped.entry(f"{session.id}-a{place}", session.id, who)
        happened.append(e.AssumptionRecorded(entry))
    happened += _read_entries(session, judged, who)
    if brought := _not_brought_before(session, judged.evidence, who):
        happened.append(e.EvidenceBrought(brought))
    if not happened:
        return now
    if session.stop is not None and session.open_question is None:
        happened.append(e.SessionReopened(f"the {who} brought more decisions", who))
    planner.append(session.id, session, happened)
    return planner.advance(session.id)


def _read_anew(judged: Judged, before: Sequence[Ambiguity]) -> bool:
    """ASK-15: whether somebody's words are read as an option that they are yet to confirm."""
    return {a.spoken_for for a in judged.ambiguities} != {a.spoken_for for a in before}


def _read_entries(session: Session, judged: Judged, who: str) -> list[e.Event]:
    """ASK-15: what a person said in their own words, with the option the host reads in it."""
    labels = {(a.id, r.id): r.label for a in judged.ambiguities for r in a.interpretations}
    first = len(session.assumptions) + len(judged.dropped) + 1
    happened: list[e.Event] = []
    for place, one in enumerate(judged.read, start=first):
        label = labels[(one.decision, one.option)]
        entry = one.entry(session, f"{session.id}-a{place}", label)
        if entry.replaces is None:
            happened.append(e.AssumptionRecorded(entry))
            continue
        tasks = resting_tasks(session.plan, entry.replaces)
        why = f"the {who} reads the person's words as {one.option}"
        happened.append(e.DecisionRevised(entry.replaces, entry, tasks, why, who))
    return happened


def _reopened_entry(session: Session, entry: Assumption, who: str) -> e.DecisionReopened:
    """GATE-18: what was assumed of a decision that its proposer corrects is weighed anew."""
    tasks = resting_tasks(session.plan, str(entry.id))
    return e.DecisionReopened(str(entry.id), tasks, e.TOLD_ANEW, who)


def _not_brought_before(
    session: Session, told: Sequence[Evidence], who: str
) -> tuple[Evidence, ...]:
    """What somebody quotes, each piece once however often it is sent."""
    assert session.head is not None, "a session has begun"
    prefix = f"{who}:{session.head.seq}"
    kept = {(x.locator, x.fact, x.ambiguity, x.supports) for x in session.evidence}
    return tuple(
        x._replace(id=x.id.replace(who, prefix, 1))
        for x in told
        if (x.locator, x.fact, x.ambiguity, x.supports) not in kept
    )


def _drafted(
    planner: Planner, now: Advanced, proposal: Proposal, judged: Judged, who: str
) -> Advanced:
    """The tasks of a proposal as the plan, or as its next version."""
    session, outcome = now.session, now.outcome
    if judged.tasks is None and not proposal.dropped_tasks:
        return now
    tasks = _laid_over(session, judged.tasks or (), proposal.dropped_tasks)
    wanted = isinstance(outcome, Entrust)
    same = session.plan is not None and by_decision(session.plan.tasks, session) == tasks
    if same and not wanted and not session.stale_plan:
        return now
    drafted = planner.chores.drafted(session, tasks)._replace(by=who)
    match outcome:
        case Entrust(chore=DraftPlan()):
            happened: tuple[e.Event, ...] = (drafted,)
        case Ask() | Wait():
            happened = (drafted,)
        case Proceed():
            happened = (_planned_after_all(session, tasks), _reopened(who), drafted)
        case Loop() | Entrust():
            return now
        case Deliver() | _:
            if session.plan is None:
                return now
            happened = (_reopened(who), drafted)
    planner.append(session.id, session, happened)
    return planner.advance(session.id)


def _reopened(who: str) -> e.SessionReopened:
    return e.SessionReopened(f"the {who} sent tasks again", who)


def _planned_after_all(session: Session, tasks: Sequence[Task]) -> e.IntakeDecided:
    """INT-2 needs no plan; a host that brought one gets it judged all the same."""
    reason = Reason("MCP-3", f"{counted(len(tasks), 'task')} brought all the same")
    return e.IntakeDecided("HierarchicalPlan", (reason,), complexity_of(session))


def _laid_over(session: Session, told: Sequence[Task], dropped: Sequence[str]) -> tuple[Task, ...]:
    """Tasks the host does not send again stay as they are; what it drops goes."""
    before = by_decision(session.plan.tasks, session) if session.plan is not None else ()
    tasks = {task.id: task for task in before} | {task.id: task for task in told}
    for name in dropped:
        tasks.pop(name, None)
    return tuple(
        task._replace(depends_on=tuple(n for n in task.depends_on if n in tasks))
        for task in tasks.values()
    )


def wants_a_model(advanced: Advanced, *, named: bool) -> bool:
    """Whether a model is let think again: one was named, or the session's own had failed; never
    over work that has begun."""
    session = advanced.session
    fell_back = session.thinking.fell_back is not None
    return session.mind == "rules" and not session.progress and (named or fell_back)


def think_again(planner: Planner, name: str, witness: Witness) -> Advanced:
    """The session after its model proposed anew; as it was, with a note, when that failed."""
    session = planner.session(name)
    assert planner.thinking is not None, "whoever names a model has one"
    known = [one for one in session.ambiguities if one.id not in session.settled]
    happened, taken = planner.thinking.propose(session, known)
    planner.append(name, session, happened)
    if taken is None:
        return planner.advance(name)
    return hosted(planner, name, taken.document, witness, MODEL).advanced
