"""What a proposal is worth beside the brief and the session (MCP-3, GATE-18, UND-3).

One pure function judges for everybody who proposes: a host over MCP, a model, a person's file. It
says every fault at once, merges decisions with those already known (whoever proposes one owns it,
and what is one-way stays one-way), weighs quotes, and judges every task.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum
from typing import Any, NamedTuple

from plangate.core.agents.proposals import HostDecision, HostEvidence, HostOption, Proposal
from plangate.core.gate.asking.matters import object_of
from plangate.core.gate.session_facts import complexity_of, provisional
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.evidence import QUOTED
from plangate.core.model.graphs import undecided_of
from plangate.core.model.nouns import (
    REVERSIBILITIES,
    Ambiguity,
    Assumption,
    Evidence,
    Interpretation,
    Plan,
    Reversibility,
    Task,
)
from plangate.core.model.policy.agents_numbers import JUDGING_EFFORT
from plangate.core.model.records import Fields
from plangate.core.moves import DraftPlan
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.adequacy.substance import Terrain
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.words.irreversible import (
    cannot_be_undone,
    irreversible_by_words,
    is_one_way,
    option_cue,
    option_says_so,
)

#: How the ledger names a decision that its proposer dropped (GATE-18).
DROPPED = "dropped_by_host"
_AS_TOLD = {"reversible": "easy", "partial": "partly"}
_FINALITY = {name: place for place, name in enumerate(REVERSIBILITIES)}


class Dropped(NamedTuple):
    """A decision that was known and is none, by the host's reason."""

    ambiguity: Ambiguity
    why: str

    def entry(self, name: str, session: str, who: str = "host") -> Assumption:
        """GATE-18: shown among what was decided without the person."""
        return Assumption(
            decision=f"{self.ambiguity.prompt or self.ambiguity.id}: does not arise",
            blocker_type="none",
            user_response=DROPPED,
            reasoning=f"the {who} dropped it (GATE-18): {self.why}",
            confidence="low",
            risk_if_wrong="low - it can be put back",
            source=who,
            id=name,
            session=session,
            ambiguity=self.ambiguity.id,
            rule="GATE-18",
        )


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


def judge(proposal: Proposal, brief: Brief, session: Session, who: str = "host") -> Judged:
    """Judge a proposal of a `host` or a `model`; with a fault nothing of it is taken."""
    proposed = session.proposed.ambiguities if session.proposed is not None else None
    known = tuple(one.ambiguity for one in brief.open) if proposed is None else proposed
    # What only waits for another question is judged by nobody yet, and its proposer's (GATE-18).
    begun = {name for name, action in session.undecided.items() if action != "wait"}
    settled = {*session.settled, *begun, *(gap.id for gap in session.gaps)}
    mended = _mended(proposal.decisions or (), session, who)
    settled -= mended.keys()
    ambiguities, dropped, kept = _merged(proposal.decisions or (), known, settled, who)
    faults = [
        *proposal.faults,
        *_unknown_names(proposal, (*session.gaps, *ambiguities), session.plan),
    ]
    if faults:
        return Judged(tuple(faults))
    tasks = proposal.tasks
    if tasks is not None:
        tasks = with_finality(tasks, (*session.gaps, *ambiguities))
    return Judged(
        (),
        ambiguities,
        dropped,
        kept,
        tuple(weighed(proposal.evidence, who)),
        tasks,
        tuple(mended.values()),
    )


def faults_alone(proposal: Proposal, known: Sequence[Ambiguity], who: str = "host") -> list[str]:
    """Every fault of a proposal that would begin a session: with one it begins none."""
    ambiguities, _, _ = _merged(proposal.decisions or (), known, (), who)
    return [*proposal.faults, *_unknown_names(proposal, ambiguities, None)]


# --- decisions ------------------------------------------------------------------------------------


def _merged(
    told: Sequence[HostDecision],
    known: Sequence[Ambiguity],
    judged: Collection[str],
    who: str,
) -> tuple[tuple[Ambiguity, ...], tuple[Dropped, ...], tuple[str, ...]]:
    """GATE-18: what the host tells again is its own; what it drops goes, unless it is one-way."""
    ours = {ambiguity.id: ambiguity for ambiguity in known}
    dropped: list[Dropped] = []
    kept: list[str] = []
    for decision in told:
        mine = ours.get(decision.id)
        if decision.id in judged:
            kept.append(f"{decision.id}: judged already, as it was told first")
        elif decision.drop is not None:
            if mine is None:
                kept.append(f"{decision.id}: there was no such decision to drop")
            elif _is_final(mine):
                kept.append(f"{decision.id}: an option of it cannot be undone, so it stays")
            else:
                dropped.append(Dropped(ours.pop(decision.id), decision.drop))
        else:
            ours[decision.id] = (
                _told_again(mine, decision, who) if mine else _as_ambiguity(decision, who)
            )
            kept += _stricter(decision)
            if mine and (back := _left_out(mine, decision)):
                names = ", ".join(reading.id for reading in back)
                kept.append(f"{decision.id}: {names} stays among its options")
    return tuple(ours.values()), tuple(dropped), tuple(kept)


def _mended(told: Sequence[HostDecision], session: Session, who: str) -> dict[str, str]:
    """The decisions that are told otherwise while their question waits, and that question.

    GATE-19: what is one-way, on hold or waited for by others stays as it was asked.
    """
    question = session.open_question
    if question is None or question.status != "pending" or is_one_way(question) or question.joined:
        return {}
    now = {a.id: _as_said(a) for a in session.ambiguities}
    return {
        one.id: str(question.id)
        for one in told
        if one.id == question.question_id and one.drop is None and one.options
        if _as_said(_as_ambiguity(one, who)) != now.get(one.id)
    }


def _as_said(ambiguity: Ambiguity) -> tuple[object, ...]:
    """A decision by what its proposer says of it, to tell whether it is told otherwise."""
    readings = tuple(
        (r.id, r.label, r.consequence, round(r.prior, 6), r.complexity, r.reversibility, r.touches)
        for r in ambiguity.interpretations
    )
    return (ambiguity.prompt, ambiguity.safe_default, readings)


def _stricter(told: HostDecision) -> list[str]:
    """PREF-2: where an option's words disagree with how easily the host says it is undone."""
    seen = [(o, option_cue(o.label, o.consequence)) for o in told.options]
    return [
        f"{told.id}.{o.id}: undo is never, not {_AS_TOLD[o.undo]}: its words say “{cue}”"
        for o, cue in seen
        if cue is not None and o.undo in _AS_TOLD
    ]


def _is_final(ambiguity: Ambiguity) -> bool:
    return any(map(cannot_be_undone, ambiguity.interpretations))


def _left_out(ours: Ambiguity, told: HostDecision) -> list[Interpretation]:
    """What the host leaves out of a decision that holds something irreversible: it is not thinned.

    Of another decision the host's options replace ours.
    """
    if not _is_final(ours):
        return []
    names = {option.id for option in told.options}
    return [reading for reading in ours.interpretations if reading.id not in names]


def _as_ambiguity(told: HostDecision, who: str) -> Ambiguity:
    readings = _proportioned([_reading(option, told.default) for option in told.options])
    return Ambiguity(
        told.id,
        readings,
        prompt=told.question,
        safe_default=told.default,
        safe_default_reason=f"the {who}'s default" if told.default else None,
        heard=object_of(told.question),
    )


def _told_again(ours: Ambiguity, told: HostDecision, who: str) -> Ambiguity:
    """Our decision in the host's words, as final as it was."""
    fresh = _as_ambiguity(told, who)
    before = {reading.id: reading for reading in ours.interpretations}
    undo = {option.id for option in told.options if option.undo}
    readings = [
        _no_less_final(
            r, before.get(r.id), is_told=r.id in undo or r.reversibility == "irreversible"
        )
        for r in fresh.interpretations
    ]
    readings += _left_out(ours, told)
    is_blocker = ours.blocker_type not in ("ambiguous_goal", "none")
    default = ours.safe_default if is_blocker and ours.safe_default else told.default
    if default not in {reading.id for reading in readings}:
        default = None
    return ours._replace(
        interpretations=_proportioned(readings),
        prompt=told.question or ours.prompt,
        safe_default=default,
        safe_default_reason=ours.safe_default_reason if is_blocker else f"the {who}'s default",
        learned=None,
        groups=(),
    )


def _no_less_final(
    told: Interpretation, ours: Interpretation | None, *, is_told: bool
) -> Interpretation:
    """The stricter of the two reversibilities; what is final keeps the weight it had (VOI-9)."""
    if ours is None:
        return told
    said = told.reversibility if is_told else ours.reversibility
    stricter = max(said, ours.reversibility, key=_FINALITY.__getitem__)
    prior = max(told.prior, ours.prior) if stricter == "irreversible" else told.prior
    strictness = told.strictness if told.strictness is not None else ours.strictness
    return told._replace(
        reversibility=stricter,
        prior=prior,
        strictness=strictness,
        settles=ours.settles,
        rules_out=ours.rules_out,
    )


def _reading(option: HostOption, default: str | None) -> Interpretation:
    """An option as a reading; a host that gives no priors believes its default most. How hard it is
    to take back is not known where it is not told, so it is not taken for easy."""
    undo: Reversibility = option.undo or "partial"  # type: ignore[assignment]
    if option_says_so(option.label, option.consequence):  # PREF-2, whatever the host says
        undo = "irreversible"
    prior = option.prior
    if prior is None:
        prior = 0.6 if option.id == default else 0.3
    return Interpretation(
        id=option.id,
        label=option.label,
        consequence=option.consequence or option.label,
        prior=max(prior, 0.001),
        complexity=(option.effort or JUDGING_EFFORT) / 10,
        reversibility=undo,
        touches=option.decides,
    )


def _proportioned(readings: Sequence[Interpretation]) -> tuple[Interpretation, ...]:
    whole = fsum(reading.prior for reading in readings)
    return tuple(reading._replace(prior=reading.prior / whole) for reading in readings)


# --- what names nothing ---------------------------------------------------------------------------


def _unknown_names(
    proposal: Proposal, ambiguities: Sequence[Ambiguity], plan: Plan | None
) -> list[str]:
    """Evidence and tasks that name a decision, an option or a task there is none of."""
    options = {a.id: {r.id for r in a.interpretations} for a in ambiguities}
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


def weighed(told: Sequence[HostEvidence], who: str) -> list[Evidence]:
    """MCP-3: of what somebody quotes for an option, one piece counts, and at most so much."""
    counted: set[tuple[str, str]] = set()
    found: list[Evidence] = []
    for place, entry in enumerate(told, start=1):
        stands = entry.digest is not None
        for about in entry.supports or ((None, None),):
            decision, option = about
            counts = stands and option is not None and about not in counted
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
                    kind=who if stands else f"{who}_unverified",
                    fact=entry.claim,
                    digest=entry.digest,
                )
            )
    return found


def with_finality(tasks: Sequence[Task], decided: Sequence[Ambiguity]) -> tuple[Task, ...]:
    """Proposed tasks, none less final than its words."""
    names = [ambiguity.id for ambiguity in decided if _is_final(ambiguity)]
    return tuple(_finality_kept(task, names) for task in tasks)


def _finality_kept(task: Task, decided: Sequence[str]) -> Task:
    """A step that cannot be undone says so and rests on every decision with an option that cannot,
    so that no omission makes it look confirmed (PLAN-6, MCP-6); what can be undone holds it up only
    where the proposer says so (ASK-17)."""
    if irreversible_by_words(_by_file_names(task), code_too=True):
        task = task._replace(reversibility="irreversible")
    if task.reversibility == "irreversible":
        task = task._replace(rests_on=tuple(dict.fromkeys((*task.rests_on, *decided))))
    return task


def _by_file_names(task: Task) -> Task:
    """A task whose files are called by their names: the folders of a path are no words of a deed
    (“internal/database/migrations.go” runs no database migration)."""
    title, do = task.title, task.description
    for path in task.files:
        name = path.rpartition("/")[2]
        title, do = title.replace(path, name), do.replace(path, name)
    return task._replace(title=title, description=do)


class Ground(NamedTuple):
    """What tasks are held against: the workspace, and the files that are yet to be made in it."""

    terrain: Terrain
    new_files: frozenset[str] = frozenset()


def findings_of(
    tasks: Sequence[Task], session: Session, ground: Ground | None = None
) -> dict[str, tuple[str, ...]]:
    """ADQ: what is wrong with each task, in a line each; those with nothing are left out."""
    if not tasks:
        return {}
    report = check_plan(
        PlanDocument(
            goal=session.goal,
            tasks=tuple(_to_judge(task, ground) for task in by_decision(tasks, session)),
            goal_complexity=complexity_of(session),
            depth=session.begun.depth,
            decisions=_to_be_carried_out(session),
        ),
        ground.terrain if ground is not None else None,
    )
    found = {
        task["id"]: tuple(_line(finding) for finding in task["findings"])
        for task in report["per_task"]
        if task["findings"]
    }
    whole = tuple(_line(finding) for finding in report["findings"])
    return {**found, **({"plan": whole} if whole else {})}


def _to_be_carried_out(session: Session) -> tuple[str, ...]:
    """ADQ-25: the decisions a task should rest on; what was dropped leaves nothing to do."""
    return tuple(
        str(entry.ambiguity)
        for entry in session.in_force
        if entry.ambiguity and entry.interpretation and entry.user_response != DROPPED
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
    drafted = {a.id: a.safe_default or provisional(session, a) for a in session.ambiguities}
    for name in {name for task in chore.previous.tasks for name in task.rests_on}:
        about = undecided_of(name)
        if about is None:
            if name not in entries:
                return None
        elif about in session.settled and chore.readings.get(about) != drafted.get(about):
            return None
    return by_decision(chore.previous.tasks, session)


def by_decision(tasks: Sequence[Task], session: Session) -> tuple[Task, ...]:
    """Tasks of a plan as their proposer wrote them: resting on decisions, not on ledger entries."""
    names = {str(entry.id): str(entry.ambiguity) for entry in session.assumptions.values()}
    return tuple(
        task._replace(
            rests_on=tuple(undecided_of(name) or names.get(name, name) for name in task.rests_on)
        )
        for task in tasks
    )
