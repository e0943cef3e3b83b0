"""A language model as the mind of a session (LLM-1…4): it proposes, the core judges.

Its proposal is a host's document (MCP-3) and passes the same judge. What cannot be used goes back
once with every reason; then the rules' result stands with a note, and nothing is lost. Every call
is in the record, so that a session replays and is audited without the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from plangate.app.model_documents import (
    as_proposed,
    id_of,
    laid_over,
    meant,
    task_rows,
    unknown_names,
    wanted_parts,
    with_expansions,
)
from plangate.app.planner_parts import Models
from plangate.app.ports import Investigator, Matter, Mind, Thought, Witness
from plangate.core.agents.finality import with_finality
from plangate.core.agents.host_words import one_line
from plangate.core.agents.judging import Judged, judge, still_stands
from plangate.core.agents.proposals import Proposal, read_proposal, told_fields
from plangate.core.agents.said_words import as_far_as_named, as_in_the_goal, as_passed_on
from plangate.core.agents.showing import to_draft, to_expand, to_propose, to_understand
from plangate.core.agents.telling import THE_GOAL
from plangate.core.events import event as e
from plangate.core.guard.redaction import redact_value
from plangate.core.investigation.brief_values import Brief, Earlier
from plangate.core.log.session import MODEL, Session
from plangate.core.model.errors import BadInput
from plangate.core.model.model_use import CallOutcome, Purpose, signal_of
from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.model.records import Fields
from plangate.core.model.sighting import Sighting
from plangate.core.moves import DraftPlan, ExpandPlan
from plangate.core.understanding.open_matters import Open

#: How many characters of a fault are kept with its call.
_LONGEST_WHY = 300
Taken = TypeVar("Taken")
#: Makes something of a document, or says everything that is wrong with it.
Accepts = Callable[[Fields], "tuple[Taken | None, Sequence[str]]"]


class Fault(NamedTuple):
    """How a model came to bring nothing."""

    outcome: CallOutcome
    why: str = ""


class Proposed(NamedTuple):
    """A proposal that was taken."""

    proposal: Proposal
    judged: Judged
    document: Fields


class Thinking:
    """What the chores ask of a model, and what is recorded of it."""

    def __init__(
        self,
        models: Models,
        earlier: Callable[[Session], Sequence[Earlier]],
        progress: Callable[[str], None],
    ) -> None:
        self._mind_of, self._witness = models
        self._earlier = earlier
        self._progress = progress

    # --- decisions --------------------------------------------------------------------------------

    def propose(
        self, session: Session, known: Sequence[Ambiguity]
    ) -> tuple[list[e.Event], Proposed | None]:
        """Decisions, tasks and evidence, judged beside what the rules know (GATE-18)."""
        shown = to_propose(session, known, self._earlier(session))
        brief = _known(session, known)

        def accept(document: Fields) -> tuple[Proposed | None, Sequence[str]]:
            proposal = read_proposal(wanted_parts(document))
            if proposal.is_empty:
                return None, ("proposal: is empty; accepted: decisions and tasks",)
            if not proposal.faults:
                root = session.begun.workspace
                proposal = looked_up(proposal, decisions_of(brief), root, self._witness)
            judged = judge(proposal, brief, session, MODEL)
            return Proposed(proposal, judged, document), judged.faults

        self._progress("the model reads the brief")
        happened, taken, fault = self._asked(session, "propose", shown, accept)
        if taken is None:
            return [*happened, self._fell_back(session, "propose", fault)], None
        return [*happened, self._proposed(session, "propose", taken)], taken

    # --- tasks ------------------------------------------------------------------------------------

    def draft(
        self, session: Session, chore: DraftPlan
    ) -> tuple[list[e.Event], Sequence[Task] | None]:
        """Tasks under what was decided; None for them when the rules have to draft.

        Tasks that were proposed for just these decisions, and a plan that was drafted for them,
        stand as they are and cost no call (ASK-17).
        """
        if session.mind != MODEL:
            return [], None
        if (tasks := still_stands(session, chore) or as_proposed(session, chore)) is not None:
            return [], tasks
        shown = to_draft(session, chore, self._earlier(session))

        def accept(document: Fields) -> tuple[tuple[Task, ...] | None, Sequence[str]]:
            proposal = read_proposal(wanted_parts(document, "tasks"))
            sent = with_finality(proposal.tasks or (), session.ambiguities)
            tasks = laid_over(session, chore, sent, proposal.dropped_tasks)
            faults = [*proposal.faults, *unknown_names(tasks, session)]
            if not proposal.tasks and not faults:
                faults = ["tasks: is empty; accepted: the tasks of the plan"]
            return tasks, faults

        self._progress("the model drafts the plan")
        happened, tasks, fault = self._asked(session, "draft", shown, accept)
        if tasks is None:
            return [*happened, self._fell_back(session, "draft", fault)], None
        return happened, tasks

    def expand(
        self, session: Session, chore: ExpandPlan
    ) -> tuple[list[e.Event], Sequence[Task] | None]:
        """REF-1: the plan with what the model adds to it; None when the rules have to."""
        if session.mind != MODEL:
            return [], None
        shown = to_expand(session, chore)

        def accept(document: Fields) -> tuple[tuple[Task, ...] | None, Sequence[str]]:
            parts = wanted_parts(document, "tasks")
            proposal = read_proposal(parts)
            told = {str(id_of(raw)): told_fields(raw) for raw in task_rows(parts)}
            return with_expansions(chore.plan.tasks, proposal.tasks or (), told), proposal.faults

        self._progress("the model adds to the plan")
        happened, tasks, fault = self._asked(session, "expand", shown, accept)
        return happened, None if fault is not None else tasks

    # --- somebody's own words ---------------------------------------------------------------------

    def hear(
        self, session: Session, words: str, heard: Mapping[str, str | None]
    ) -> tuple[list[e.Event], Mapping[str, str | None]]:
        """ASK-15: what words say about decisions, by the rules and by the session's model; where
        the two name different readings it is unsure."""
        about = [one for one in session.ambiguities if one.id not in heard]
        if session.mind != MODEL or not about:
            return [], heard
        readings = {one.id: {r.id for r in one.interpretations} for one in about}

        def accept(document: Fields) -> tuple[dict[str, str | None], Sequence[str]]:
            return meant(document, readings)

        shown = to_understand(words, about)
        happened, named, _ = self._asked(session, "understand", shown, accept)
        return happened, {**(named or {}), **heard}

    # --- investigators ----------------------------------------------------------------------------

    def investigator(self, session: Session, own: Investigator) -> Investigator:
        """LLM-2: who looks in this session, with what it may cost: our own, or the model too."""
        mind = self._mind(session)
        if mind is None:
            return own
        mind.begin(_left(session, ()))
        return mind.investigator(own)

    def drained(self, session: Session) -> list[e.Event]:
        """The calls of an investigation that is over."""
        mind = self._mind(session)
        return [] if mind is None else _signalled(session, (), mind.calls())

    # --- inside -----------------------------------------------------------------------------------

    def _mind(self, session: Session) -> Mind | None:
        return self._mind_of(session) if session.begun.proposer == MODEL else None

    def _asked(
        self,
        session: Session,
        purpose: Purpose,
        shown: Fields,
        accept: Accepts[Taken],
    ) -> tuple[list[e.Event], Taken | None, Fault | None]:
        """LLM-3: one call, and one more with every reason when its result cannot be used."""
        mind = self._mind_of(session)
        if mind is None:
            return [], None, Fault("failed", "no model is set up here")
        matter = Matter(purpose, session.begun.workspace, shown, session.begun.depth)
        happened: list[e.Event] = []
        faults: Sequence[str] = ()
        for _ in range(2):
            mind.begin(_left(session, happened))
            thought = mind.think(matter, faults)
            taken, faults = _accepted(thought, accept)
            happened += _signalled(session, happened, _marked(mind.calls(), thought, faults))
            if not faults and thought.document is not None:
                if purpose != "propose":  # a proposal is recorded as it was judged
                    document = dict(redact_value(wanted_parts(thought.document)))
                    happened.append(e.ModelProposed(purpose, mind.name, document))
                return happened, taken, None
            if thought.outcome not in ("ok", "invalid"):
                return happened, None, Fault(thought.outcome, thought.why)
        return happened, None, Fault("invalid", one_line(faults)[:_LONGEST_WHY])

    def _proposed(self, session: Session, purpose: Purpose, taken: Proposed) -> e.ModelProposed:
        return e.ModelProposed(
            purpose,
            self._name(session),
            dict(redact_value(wanted_parts(taken.document))),
            taken.judged.kept,
            unseen(taken.proposal),
        )

    def _fell_back(self, session: Session, purpose: Purpose, fault: Fault | None) -> e.MindFellBack:
        assert fault is not None, "nothing was taken, and there is a reason"
        return e.MindFellBack(purpose, self._name(session), fault.outcome, fault.why)

    def _name(self, session: Session) -> str:
        mind = self._mind_of(session)
        return mind.name if mind is not None else session.begun.model


def _accepted(thought: Thought, accept: Accepts[Taken]) -> tuple[Taken | None, Sequence[str]]:
    if thought.document is None:
        return None, (thought.why or "the reply is not a document",)
    try:
        return accept(thought.document)
    except BadInput as error:
        return None, (str(error),)


def _marked(
    calls: Sequence[e.ModelCalled], thought: Thought, faults: Sequence[str]
) -> Sequence[e.ModelCalled]:
    """The calls, the last of them as what the judge made of it."""
    if not calls or thought.document is None or not faults:
        return calls
    why = one_line(faults)[:_LONGEST_WHY]
    return [*calls[:-1], calls[-1]._replace(outcome="invalid", why=why)]


def _signalled(
    session: Session, before: Sequence[e.Event], calls: Sequence[e.ModelCalled]
) -> list[e.Event]:
    """LLM-4: each call with what the count says after it."""
    most = session.begun.max_cost
    spent = session.thinking.spent + _cost(before)
    found: list[e.Event] = []
    for call in calls:
        spent += _cost((call,))
        refused = call.outcome == "over_budget"
        found.append(call._replace(signal=signal_of(spent, most, refused=refused)))
    return found


def _left(session: Session, happened: Sequence[e.Event]) -> int | None:
    most = session.begun.max_cost
    return None if most is None else most - session.thinking.spent - _cost(happened)


def _cost(happened: Sequence[e.Event]) -> int:
    calls = (event for event in happened if isinstance(event, e.ModelCalled))
    return sum(call.cost if call.cost is not None else call.reserved or 0 for call in calls)


def _known(session: Session, known: Sequence[Ambiguity]) -> Brief:
    opened = tuple(Open("dimension", one) for one in known)
    return Brief(session.goal, Sighting(), open=opened)


def decisions_of(brief: Brief) -> tuple[Ambiguity, ...]:
    return tuple(one.ambiguity for one in brief.open)


def looked_up(
    proposal: Proposal,
    known: Iterable[Ambiguity],
    workspace: str,
    witness: Witness,
    session: Session | None = None,
) -> Proposal:
    """MCP-3: every quote at its locator: whether it stands there, in the last commit, in what was
    passed on to a question of the session, or in its goal (UND-7), and whether it says anything of
    the option it is quoted for."""
    looked = []
    for entry in proposal.evidence:
        if session is not None and entry.locator == THE_GOAL:
            looked.append(as_in_the_goal(entry, session))
            continue
        if session is not None and entry.locator in session.questions:
            looked.append(as_passed_on(entry, session))
            continue
        looked.append(entry.seen(*witness.seen(workspace, entry.locator, entry.quote)))
    goal = session.goal if session is not None else ""
    return proposal._replace(evidence=tuple(as_far_as_named(looked, proposal, known, goal)))


def unseen(proposal: Proposal) -> tuple[str, ...]:
    """The quotes that count for nothing, and why."""
    return tuple(
        f"{entry.locator or entry.claim[:60]}: {entry.why_not}"
        for entry in proposal.evidence
        if entry.why_not
    )
