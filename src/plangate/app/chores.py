"""The chores a move may ask for, done by whoever stands behind the ports and told as events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from plangate.app.outside import Outside
from plangate.app.planner_parts import Eyes
from plangate.app.ports import Clock, Investigator, Proposer
from plangate.app.thinking import Thinking
from plangate.core.events import event as e
from plangate.core.gate.learning import learned
from plangate.core.gate.session_facts import one_way, plan_notes
from plangate.core.guard.found_text import as_recorded
from plangate.core.guard.redaction import redact, redact_value
from plangate.core.investigation.findings import admitted
from plangate.core.investigation.named_places import named_evidence
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import HOST, MODEL, Session
from plangate.core.log.wire import decoder
from plangate.core.model.errors import ProposerFailed
from plangate.core.model.graphs import in_order, open_decision
from plangate.core.model.nouns import Ambiguity, Plan, Task, plain
from plangate.core.model.sighting import Sighting
from plangate.core.moves import (
    Chore,
    DraftPlan,
    Entrust,
    ExpandPlan,
    HostChore,
    Investigate,
    LookAround,
    Note,
    Propose,
    Recollect,
    SeePlaces,
    Stop,
    Survey,
)
from plangate.core.plans.plan_graph import next_version
from plangate.core.plans.replanning import as_sent, replanned
from plangate.core.steps.plan_step import expansion_events
from plangate.core.understanding.doubts import doubts_beside, doubts_of
from plangate.core.understanding.grasp import grasp_of
from plangate.language.hearing import hear


class Minds(NamedTuple):
    """Who thinks and looks into things for a planner; `thinking` is its model, if it has one."""

    proposer: Proposer
    investigator: Investigator
    thinking: Thinking | None


class Chores:
    """Does a chore and says what came of it; appending that is the planner's."""

    def __init__(
        self,
        minds: Minds,
        eyes: Eyes,
        clock: Clock,
        outside: Outside,
        progress: Callable[[str], None],
    ) -> None:
        self._proposer, self._investigator, self._thinking = minds
        self._recall, self._scout, self._ground = eyes
        self._clock, self._outside, self._progress = clock, outside, progress

    def perform(self, session: Session, chore: Chore) -> Sequence[e.Event]:
        match chore:
            case Note(events=happened):
                return happened
            case Survey():
                self._progress("looking at the workspace")
                began = self._clock.now()
                seen = self._investigator.survey(chore)
                spent = (self._clock.now() - began) / timedelta(seconds=1)
                if seen.failure is not None:
                    return (e.SurveyFailed(seen.failure),)
                evidence = tuple(map(as_recorded, seen.evidence))
                return (
                    e.TriadLocked(
                        session.goal,
                        seen.constraints,
                        evidence,
                        spent,
                        seen.strategies,
                        tuple(map(redact, seen.limits)),
                    ),
                )
            case LookAround():
                return (self.looked_around(chore),)
            case Propose():
                return self.ideas(session, self._known(session, chore))
            case Recollect():
                began = self._clock.now()
                known = tuple(self._recall.recall(chore)) if self._recall else ()
                spent = (self._clock.now() - began) / timedelta(seconds=1)
                return (e.MemoriesRecalled(known, spent),)
            case Investigate():
                return self._looked_into(session, chore)
            case SeePlaces():
                return (self.seen(chore),)
            case DraftPlan():
                return self._drafted(session, chore)
            case ExpandPlan():
                return self.expanded(session, chore)

    def looked_around(self, chore: LookAround) -> e.WorkspaceSeen:
        """UND-3: what a scout sees, with everything secret taken out."""
        assert self._scout is not None, "nobody is asked to look where there is nobody"
        self._progress("reading the workspace")
        began = self._clock.now()
        seen = self._scout.look(chore.goal, chore.workspace)
        spent = (self._clock.now() - began) / timedelta(seconds=1)
        return e.WorkspaceSeen(decoder(Sighting)(redact_value(plain(seen))), spent)

    def _known(self, session: Session, chore: Propose) -> list[Ambiguity]:
        """What the mind proposes, and what the goal and the workspace leave open (UND-6)."""
        found = list(self._proposer.propose(chore))
        if session.seen is None:
            return found
        adopted = session.work.adopted
        if adopted is not None:
            told = [task.title for task in adopted.tasks]
            left = doubts_beside(session.aim, told, session.seen, found)
        else:
            by_rules = session.begun.proposer not in (HOST, MODEL)
            left = doubts_of(session.aim, session.seen, found, by_sound=by_rules)
        return [*found, *(one.ambiguity for one in left)]

    def ideas(self, session: Session, known: Sequence[Ambiguity]) -> Sequence[e.Event]:
        """The ways a goal can be read: by the session's model (LLM-1), else as the rules know."""
        name, happened = type(self._proposer).__name__, list[e.Event]()
        if session.begun.proposer != MODEL or self._thinking is None:
            return (self.proposed(session, name, known),)
        happened, taken = self._thinking.propose(session, known)
        if taken is None:
            return (*happened, self.proposed(session, name, known))
        judged = taken.judged
        happened.append(self.proposed(session, MODEL, judged.ambiguities))
        for place, dropped in enumerate(judged.dropped, start=len(session.assumptions) + 1):
            entry = dropped.entry(f"{session.id}-a{place}", session.id, MODEL)
            happened.append(e.AssumptionRecorded(entry))
        if judged.evidence:
            happened.append(e.EvidenceBrought(judged.evidence))
        return happened

    def _drafted(self, session: Session, chore: DraftPlan) -> Sequence[e.Event]:
        """The plan: by the session's model when it has one, by the rules when not (LLM-3)."""
        happened: list[e.Event] = []
        if self._thinking is not None:
            happened, tasks = self._thinking.draft(session, chore)
            if tasks is not None:
                return (*happened, self.drafted(session, tasks))
        self._progress("drafting the plan")
        return (*happened, self.drafted(session, self._proposer.draft(chore)))

    def _looked_into(self, session: Session, chore: Investigate) -> Sequence[e.Event]:
        """What was found, and what a model that looked cost (LLM-2, LLM-4)."""
        if self._thinking is None:
            return tuple(self.looked(chore, self._investigator))
        found = self.looked(chore, self._thinking.investigator(session, self._investigator))
        return (*found, *self._thinking.drained(session))

    def hear(
        self, session: Session, words: str, heard: Mapping[str, str | None]
    ) -> tuple[Sequence[e.Event], Mapping[str, str | None]]:
        """ASK-15: what words say, by the rules, and by the session's model where it has one."""
        if self._thinking is None:
            return (), heard
        return self._thinking.hear(session, words, heard)

    def named(self, session: Session, words: str) -> tuple[e.Event, ...]:
        """UND-5: the places somebody's own words name, looked up and kept as evidence."""
        heard = hear(words)
        if self._scout is None or not (heard.paths or heard.identifiers):
            return ()
        seen = self._scout.look(words, session.begun.workspace)
        found = named_evidence(seen, len(session.evidence))
        return (e.EvidenceBrought(tuple(map(as_recorded, found))),) if found else ()

    def entrusted(self, session: Session, chore: HostChore) -> Entrust:
        """MCP-3: what is wanted of the agent that hosts the session."""
        known = tuple(self._known(session, chore)) if isinstance(chore, Propose) else ()
        wanted = "decisions and tasks" if isinstance(chore, Propose) else "tasks"
        action = f"the agent that plans this session owes {wanted}: it calls plan with them"
        return Entrust(chore, stop_report(session, "entrusted", [action]), known)

    def left_to_a_worker(self, session: Session) -> Stop:
        """TEAM-2: what comes next needs the workspace, and it is not on this machine."""
        action = (
            f"a worker that serves {session.place or session.begun.workspace} goes on with it: "
            "`plangate workers` shows whether there is one"
        )
        return Stop(stop_report(session, "elsewhere", [action]))

    def proposed(
        self, session: Session, proposer: str, found: Iterable[Ambiguity]
    ) -> e.AmbiguitiesProposed:
        """Somebody's proposal, with the priors that this workspace's outcomes taught (ASM-4)."""
        if session.begun.learning:
            taught = self._outside.taught(session)
            found = [learned(ambiguity, taught) for ambiguity in found]
        proposed = tuple(found)
        if session.seen is None:
            return e.AmbiguitiesProposed(proposer, proposed)
        grasp = grasp_of(session.aim, session.seen, proposed)
        return e.AmbiguitiesProposed(proposer, proposed, grasp.value, grasp.not_understood)

    def looked(
        self, chore: Investigate, investigator: Investigator
    ) -> Sequence[e.EvidenceGathered]:
        """What plangate's own subagents find."""
        names = ", ".join(ambiguity.id for ambiguity in chore.ambiguities)
        self._progress(f"looking for what decides {names}")
        return admitted(chore, investigator.investigate(chore))

    def seen(self, chore: SeePlaces) -> e.PlacesSeen:
        """PLAN-10: places and evidence as they are now."""
        if self._ground is None:
            return e.PlacesSeen(chore.version, {}, {})
        lines = dict.fromkeys(chore.locators, "")
        found = self._ground.see(chore.workspace, chore.files, lines)
        return e.PlacesSeen(chore.version, dict(found.files), dict(found.lines))

    def drafted(self, session: Session, draft: Sequence[Task]) -> e.PlanDrafted:
        """Somebody's tasks as the plan's next version."""
        return e.PlanDrafted(self._next_plan(session, draft))

    def expanded(self, session: Session, chore: ExpandPlan) -> Sequence[e.Event]:
        """What plangate's own proposer adds to the plan, if it may stand; a host's plan is mended
        after a failure and otherwise left to its host, who is told what was found (MCP-3)."""
        if session.begun.proposer == HOST and not chore.failures:
            return expansion_events(session, chore, None, "the host's plan is the host's")
        happened: list[e.Event] = []
        if self._thinking is not None:
            happened, tasks = self._thinking.expand(session, chore)
            if tasks is not None:
                offered = tuple(self._linked(session, task, chore) for task in tasks)
                return (*happened, *expansion_events(session, chore, offered))
        self._progress("expanding the plan")
        try:
            offered = tuple(self._proposer.expand(chore))
        except ProposerFailed as error:
            return (*happened, *expansion_events(session, chore, None, str(error)))
        return (*happened, *expansion_events(session, chore, offered))

    def _linked(self, session: Session, task: Task, chore: ExpandPlan) -> Task:
        """A task a model added, resting on ledger entries as those that were there do."""
        if any(task.id == before.id for before in chore.plan.tasks):
            return task
        return _resting(task, _entries(session))

    def _next_plan(self, session: Session, draft: Sequence[Task]) -> Plan:
        tasks = in_order(list(draft))
        tasks = tuple(_resting(task, _entries(session)) for task in tasks)
        tasks = _waiting(tasks, [open_decision(a.id) for a in session.left_open])
        if session.plan is not None and session.mind != "rules":
            tasks = as_sent(session, tasks)
        elif session.plan is not None:
            tasks = replanned(session, tasks)
        trigger = session.stale_plan or "drafted"
        return next_version(tasks, plan_notes(session), one_way(session), session.plan, trigger)


def _waiting(tasks: tuple[Task, ...], undecided: Sequence[str]) -> tuple[Task, ...]:
    """ASK-17: an open decision that the draft forgot is everybody's: any doubt means waiting."""
    named = {name for task in tasks for name in task.rests_on}
    forgotten = tuple(name for name in undecided if name not in named)
    return tuple(task._replace(rests_on=(*task.rests_on, *forgotten)) for task in tasks)


def _entries(session: Session) -> Mapping[str | None, str]:
    """For each ambiguity the ledger entry that settled it, or the name of what is open."""
    settled = {entry.ambiguity: str(entry.id) for entry in session.in_force}
    return settled | {one.id: open_decision(one.id) for one in session.left_open}


def _resting(task: Task, by_ambiguity: Mapping[str | None, str]) -> Task:
    """A proposer names ambiguities; the plan names the ledger entries that settled them."""
    names = [by_ambiguity[name] for name in task.rests_on if name in by_ambiguity]
    return task._replace(rests_on=tuple(dict.fromkeys(names)))
