"""What a proposal is worth beside the brief and the session (MCP-3, GATE-18, UND-3).

One pure function judges for everybody who proposes: a host over MCP, a model, a person's file. It
says every fault at once, merges decisions with those already known (telling.py), weighs quotes, and
judges every task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from plangate.core.agents.finality import told_with_tasks, with_finality
from plangate.core.agents.option_weights import with_turns
from plangate.core.agents.proposals import HostEvidence, Proposal
from plangate.core.agents.retelling import (
    ReadAs,
    asked_while_read,
    read_as,
    spoken_for,
    told_after_assuming,
    told_while_asked,
    unheeded_notes,
    why_it_stays,
)
from plangate.core.agents.said_words import IN_FORM
from plangate.core.agents.telling import (
    Backing,
    Dropped,
    backing_of,
    merged,
)
from plangate.core.gate.session_facts import complexity_of, is_said, provisional, size_of_plan
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import HOST, Session
from plangate.core.model.errors import BadInput
from plangate.core.model.evidence import QUOTED
from plangate.core.model.graphs import undecided_of
from plangate.core.model.nouns import Ambiguity, Assumption, Evidence, Plan, Task
from plangate.core.model.records import Fields
from plangate.core.moves import DraftPlan
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.adequacy.substance import Terrain
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.plans.quality import chosen_for_good


class Judged(NamedTuple):
    """A proposal after judging: what is taken, what was kept against it, and what is wrong."""

    faults: tuple[str, ...]
    ambiguities: tuple[Ambiguity, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    kept: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    tasks: tuple[Task, ...] | None = None
    mended: tuple[str, ...] = ()
    """Questions nobody has answered whose decision was told otherwise."""
    corrected: tuple[Assumption, ...] = ()
    """What was assumed of decisions that are told otherwise now."""
    read: tuple[ReadAs, ...] = ()
    """What a person's own words mean, as the host reads them."""
    unquoted: Mapping[str, str] = {}
    """Decisions that the repository is said to know without a line of it that stands, and why."""


def judge(proposal: Proposal, brief: Brief, session: Session, who: str = "host") -> Judged:
    """Judge a proposal of a `host` or a `model`; with a fault nothing of it is taken."""
    proposed = session.proposed.ambiguities if session.proposed is not None else None
    known = tuple(one.ambiguity for one in brief.open) if proposed is None else proposed
    told = told_with_tasks(proposal.decisions or (), _tasks_in(proposal, session))
    of_people = {one.id for one in told if one.who_knows == "person"}
    backing = backing_of(proposal.evidence, session, of_people)
    mended = told_while_asked(told, session, who, backing)
    corrected = told_after_assuming(told, session, who, backing)
    # What waits for another question, or parked because nothing of it could be taken, is settled by
    # nobody yet, and its proposer's (GATE-18).
    begun = {name for name, action in session.undecided.items() if action == "ask"}
    settled = {*session.settled, *begun, *(gap.id for gap in session.gaps)}
    stays = settled - mended.keys() - corrected.keys()
    why = why_it_stays([one for one in told if one.id in stays], session, who, backing)
    found = merged(told, known, why, who, backing)
    faults = [
        *proposal.faults,
        *_unknown_names(proposal, (*session.gaps, *found.ambiguities), session.plan),
    ]
    if faults:
        return Judged(tuple(faults))
    if who == HOST:
        spoken = spoken_for(proposal.evidence, session, found.ambiguities)
        found, mended = (
            found._replace(ambiguities=spoken),
            {**mended, **asked_while_read(spoken, session)},
        )
    tasks = proposal.tasks
    if tasks is not None:
        tasks = with_finality(tasks, (*session.gaps, *found.ambiguities))
    return Judged(
        (),
        _with_turns(found.ambiguities, known, session) if who == HOST else found.ambiguities,
        found.dropped,
        found.kept,
        tuple(weighed(proposal.evidence, who, of_people)),
        tasks,
        tuple(mended.values()),
        tuple(corrected.values()),
        tuple(read_as(proposal.evidence, session, found.ambiguities)),
        dict(_not_quoted(proposal, settled, backing)),
    )


def _with_turns(
    told: Sequence[Ambiguity], known: Sequence[Ambiguity], session: Session
) -> tuple[Ambiguity, ...]:
    late = session.asked > 0 or bool(session.said_otherwise)
    return with_turns(told, known, late=late)


def _tasks_in(proposal: Proposal, session: Session) -> Iterator[Task]:
    """The tasks a proposal brings, and those of the plan that it leaves as they are."""
    sent = {*(task.id for task in proposal.tasks or ()), *proposal.dropped_tasks}
    yield from proposal.tasks or ()
    if session.plan is not None:
        yield from (x for x in by_decision(session.plan.tasks, session) if x.id not in sent)


def faults_alone(proposal: Proposal, known: Sequence[Ambiguity], who: str = "host") -> list[str]:
    """Every fault of a proposal that would begin a session: with one it begins none."""
    told = told_with_tasks(proposal.decisions or (), proposal.tasks or ())
    backing = backing_of(proposal.evidence)
    found = merged(told, known, {}, who, backing)
    return [*proposal.faults, *_unknown_names(proposal, found.ambiguities, None)]


def _not_quoted(
    proposal: Proposal, settled: Collection[str], backing: Backing
) -> Iterator[tuple[str, str]]:
    """GATE-6: what the repository is said to know and no line that stands is quoted for: weighed as
    a guess, and its proposer hears of it before a person does."""
    for one in proposal.decisions or ():
        if one.who_knows != "repository" or one.drop is not None:
            continue
        if one.id not in settled and not backing.get(one.id):
            sent = [x for x in proposal.evidence if one.id in dict(x.supports)]
            yield one.id, f"{sent[0].locator}: {sent[0].why_not}" if sent else "no line is quoted"


# --- what names nothing ---------------------------------------------------------------------------


def _unknown_names(
    proposal: Proposal, ambiguities: Sequence[Ambiguity], plan: Plan | None
) -> list[str]:
    """Evidence and tasks that name a decision, an option or a task there is none of."""
    options = {a.id: {r.id for r in a.interpretations} for a in ambiguities}
    for told in proposal.decisions or ():  # one that stays as it was is told of by itself
        if told.id in options:
            options[told.id].update(option.id for option in told.options)
    dropped = {d.id for d in proposal.decisions or () if d.drop is not None}
    faults = []
    for place, entry in enumerate(proposal.evidence):
        at = f"evidence[{place}].supports"
        for decision, option in entry.supports:
            if decision not in options:
                faults.append(BadInput(at, f"{decision!r} is no decision", _list(options)))
            elif option not in options[decision]:
                faults.append(BadInput(at, f"{option!r} is no option", _list(options[decision])))
    tasks = {task.id for task in proposal.tasks or ()}
    tasks |= {task.id for task in plan.tasks} if plan else set()
    for task in proposal.tasks or ():
        for name in task.rests_on:
            if name not in options and name not in dropped:
                at = f"tasks.{task.id}.rests_on"
                faults.append(BadInput(at, f"{name!r} is no decision", _list(options)))
        for name in task.depends_on:
            if name not in tasks:
                at = f"tasks.{task.id}.after"
                faults.append(BadInput(at, f"{name!r} is no task", _list(tasks)))
    return [str(fault) for fault in faults]


def _list(names: Any) -> str:
    return ", ".join(sorted(names)[:20]) or "none are known"


# --- evidence and tasks ---------------------------------------------------------------------------


def weighed(
    told: Sequence[HostEvidence], who: str, of_people: Collection[str] = ()
) -> list[Evidence]:
    """MCP-3: of what somebody quotes for an option, one piece counts, and at most so much; a file
    says nothing for what only people know."""
    counted: set[tuple[str, str]] = set()
    found: list[Evidence] = []
    for place, entry in enumerate(told, start=1):
        stands = entry.digest is not None
        for about in entry.supports or ((None, None),):
            decision, option = about
            counts = stands and option is not None and about not in (*counted, *entry.idle)
            counts = counts and (entry.passed_on or decision not in of_people)
            if counts:
                counted.add((str(decision), str(option)))
            found.append(
                Evidence(
                    id=f"{who}:{place}:{decision}" if decision else f"{who}:{place}",
                    ambiguity=decision,
                    source="repo_facts",
                    supports=option if counts else None,
                    confidence=QUOTED if counts else 0.0,
                    locator=entry.locator,
                    kind=_kind(entry, who),
                    fact=entry.claim,
                    digest=entry.digest,
                )
            )
    return found


def _kind(entry: HostEvidence, who: str) -> str:
    if entry.digest is None:
        return f"{who}_unverified"
    if entry.in_form:
        return f"{who}_{IN_FORM}"
    return f"{who}_{RELAYED}" if entry.passed_on else who


class Ground(NamedTuple):
    """What tasks are held against: the workspace, and the files that are yet to be made in it."""

    terrain: Terrain
    new_files: frozenset[str] = frozenset()


#: ADQ: what a look at the workspace, the decisions or the order of tasks shows, and what no plan
#: may hold (PLAN-5).
_SHOWN = frozenset(
    "unknown_file unknown_command no_place goal_uncovered decision_uncovered "
    "deps_incomplete_or_order risk_destructive tbd_placeholder manifest_empty_path".split()
)


def findings_of(
    tasks: Sequence[Task], session: Session, ground: Ground | None = None
) -> dict[str, tuple[str, ...]]:
    """MCP-3: what the workspace and the decisions show is wrong with each task, in a line each. How
    its proposer words and cuts its tasks is its own, save where a policy refuses for it (REF-4)."""
    if not tasks:
        return {}
    every = session.begun.plan_policy.plan_adequacy_enforce
    report = check_plan(
        PlanDocument(
            goal=session.goal,
            tasks=tuple(_to_judge(task, ground) for task in by_decision(tasks, session)),
            goal_complexity=size_of_plan(session, tasks, complexity_of(session)),
            depth=session.begun.depth,
            decisions=_to_be_carried_out(session),
        ),
        ground.terrain if ground is not None else None,
    )
    chosen = chosen_for_good(session, tasks)
    lines = {
        task["id"]: tuple(
            _line(finding)
            for finding in task["findings"]
            if every or finding["code"] in _SHOWN
            if finding["code"] != "risk_destructive" or task["id"] not in chosen
        )
        for task in report["per_task"]
    }
    found = {name: told for name, told in lines.items() if told}
    whole = tuple(_line(x) for x in report["findings"] if every or x["code"] in _SHOWN)
    return {**found, **({"plan": whole} if whole else {})}


def _to_be_carried_out(session: Session) -> tuple[str, ...]:
    """ADQ-25: the decisions a task should rest on: what a person said. What is merely assumed may
    leave things as they are."""
    return tuple(
        str(entry.ambiguity)
        for entry in session.in_force
        if entry.ambiguity and entry.interpretation and is_said(entry)
    )


def _to_judge(task: Task, ground: Ground | None) -> PlanTask:
    new = ground.new_files if ground is not None else frozenset()
    return PlanTask(
        task.id,
        task.description,
        task.title,
        tuple(path for path in task.files if path not in new),
        task.complexity,
        task.depends_on,
        task.preconditions,
        task.check,
        new_files=tuple(path for path in task.files if path in new),
        rests_on=task.rests_on,
    )


def _line(finding: Fields) -> str:
    return f"{finding['code']}: {finding['saw']}; {finding['cure']}"


# --- a plan whose ground was decided meanwhile ----------------------------------------------------


def still_stands(session: Session, chore: DraftPlan) -> tuple[Task, ...] | None:
    """ASK-17: the tasks of the last draft, when all that was decided since is what they were
    drafted for; None when the host has to think again."""
    if chore.previous is None:
        return None
    entries = {str(entry.id): entry for entry in session.in_force}
    before = {str(entry.id): entry for entry in session.assumptions.values()}
    drafted = {a.id: a.safe_default or provisional(session, a) for a in session.ambiguities}
    noted = unheeded_notes(session)
    for name in {name for task in chore.previous.tasks for name in task.rests_on}:
        about = undecided_of(name)
        if about is None:
            if name not in entries and not _decided_alike(session, before.get(name)):
                return None
        elif about in session.settled and (
            chore.readings.get(about) != drafted.get(about) or about in noted
        ):
            return None
    return by_decision(chore.previous.tasks, session)


def _decided_alike(session: Session, gone: Assumption | None) -> bool:
    """Whether a decision that was told again came out as it was."""
    if gone is None or gone.interpretation is None:
        return False
    now = session.settled.get(str(gone.ambiguity))
    return now is not None and now.interpretation == gone.interpretation


def by_decision(tasks: Sequence[Task], session: Session) -> tuple[Task, ...]:
    """Tasks of a plan as their proposer wrote them: resting on decisions, not on ledger entries."""
    names = {str(entry.id): str(entry.ambiguity) for entry in session.assumptions.values()}
    return tuple(
        task._replace(
            rests_on=tuple(undecided_of(name) or names.get(name, name) for name in task.rests_on)
        )
        for task in tasks
    )
