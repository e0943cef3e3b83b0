"""What an agent brings to be judged (MCP-3): a goal and its proposal, or a plan of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from plangate.app.briefs import lines_about
from plangate.app.hosting import faults_beside, hosted
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import SessionOptions
from plangate.app.thinking import looked_up
from plangate.app.unfinished import (
    Begun,
    begin_or_go_on,
    session_to_go_on_with,
    with_todays_rules,
)
from plangate.core.agents.host_words import one_line, opened
from plangate.core.agents.judging import Ground, faults_alone
from plangate.core.agents.proposals import read_proposal
from plangate.core.guard.workspace_paths import evidence_made_relative, made_relative
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import HOST, Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Task, plain
from plangate.core.model.records import Document, Fields
from plangate.core.moves import Entrust, Propose
from plangate.core.plans.session_ground import runs_in
from plangate.core.steps.deadlines import seconds_to_wait
from plangate.interfaces.mcp.desks.served import SURFACE, Reply, Serving, as_tool
from plangate.interfaces.mcp.desks.session_shown import form_of
from plangate.interfaces.mcp.said.bounds import report_bounded
from plangate.interfaces.mcp.said.replies import as_for_the_last, host_first, host_reply
from plangate.settings import Settings, read_settings
from plangate.user_folders import environment
from plangate.wiring.plan_files import roots_of
from plangate.wiring.planners import session_options
from plangate.wiring.workspaces import (
    brief_of,
    open_scout,
    quote_reader,
    terrain_of,
)

#: MCP-3: the parts of a proposal.
_PARTS = ("decisions", "tasks", "evidence")


class PlanDesk(Serving):
    """Proposals and plans, judged."""

    def plan(self, arguments: Fields, agent: str) -> Reply:
        """MCP-3: the brief and what is wanted, or a verdict on everything the host brings."""
        workspace = self.workspace(arguments.get("workspace"))
        settings = read_settings(environment(), workspace, self.db)
        seconds, raised = seconds_to_wait(settings.timeout_secs, is_person=False)
        said = {"deadline_note": raised} if raised else {}
        brought = _brought(arguments, workspace)
        mind = arguments.get("mind", HOST)
        if brought and mind != HOST:
            raise BadInput("mind", f"{mind} takes no {', '.join(brought)}", HOST)
        wish = session_options(
            settings,
            depth=arguments.get("depth", "standard"),
            timeout_secs=seconds,
            by=agent,
            surface=SURFACE,
            proposer=mind,
            workspace_rules=settings.session_rules,
        )
        with self.planner(as_tool(agent), settings) as planner:
            self._no_faults(planner, settings, arguments, wish)
            begun = begin_or_go_on(
                planner,
                arguments["goal"],
                str(workspace),
                wish,
                again=arguments.get("again", False),
                same_mind=bool(brought),
            )
            done = hosted(planner, begun.session, brought, quote_reader())
        done = done._replace(
            advanced=with_todays_rules(done.advanced, begun, settings.session_rules)
        )
        brief = self._brief(settings, done.advanced)
        ground = _ground(workspace, brought, done.advanced.session)
        told = {**({"went_on": True} if begun.went_on else {}), **_earlier(begun), **said}
        see = self._overlooked(brought, done.advanced.session)
        document = host_reply(done, brief, ground, see, **told)
        if "example" in document:
            if self.was_told_how and self.has_one_client and not begun.went_on:
                document = as_for_the_last(document)
            self.was_told_how = True
        # What the host has yet to say is heard before a person is asked (GATE-6).
        return Reply(document, None if host_first(done) else form_of(done.advanced))

    def _no_faults(
        self, planner: Planner, settings: Settings, arguments: Fields, wish: SessionOptions
    ) -> None:
        """A faulty proposal begins no session, and every fault of it is told at once."""
        here = self.workspace(arguments.get("workspace"))
        proposal = read_proposal(_brought(arguments, here))
        if not (proposal.faults or proposal.names_others):
            return
        goal, workspace = arguments["goal"], str(here)
        again = arguments.get("again", False)
        name = None if again else session_to_go_on_with(planner, goal, workspace, wish)
        if name is not None:
            faults = faults_beside(planner.advance(name), proposal, quote_reader())
        else:
            planner.check(goal, workspace)
            known = [one.ambiguity for one in brief_of(settings, goal, workspace).open]
            faults = faults_alone(looked_up(proposal, known, workspace, quote_reader()), known)
        if faults:
            raise BadInput("proposal", one_line(faults))

    def _overlooked(self, brought: Fields, session: Session) -> Mapping[str, str]:
        """MCP-3: where the workspace speaks of a decision that was told without a line of it."""
        told = read_proposal(brought).decisions or ()
        quoted = {x.ambiguity for x in session.evidence if x.supports}
        unquoted = [x for x in told if x.options and x.who_knows != "anyone" and x.id not in quoted]
        return lines_about(unquoted, session.begun.workspace, open_scout()) if unquoted else {}

    def _brief(self, settings: Settings, advanced: Advanced) -> Brief | None:
        """UND-3: the brief, for a host that is yet to decide."""
        outcome, begun = advanced.outcome, advanced.session.begun
        if not (isinstance(outcome, Entrust) and isinstance(outcome.chore, Propose)):
            return None
        return brief_of(settings, begun.goal, begun.workspace)

    def check_plan(self, arguments: Fields) -> Document:
        """A plan judged: a host's own words are read as everybody's are (CLI-7)."""
        from plangate.api import check

        workspace = self.workspace(arguments.get("workspace"))
        plan = made_relative(opened(arguments["plan"]), roots_of(workspace))
        if isinstance(plan, list):
            plan = {"tasks": plan}
        if not isinstance(plan, str | Mapping):
            raise BadInput("plan", "is neither text nor an object", "a plan's text or document")
        if isinstance(plan, Mapping):
            plan = _in_plain_words(plan)
        given = {name: arguments[name] for name in ("goal", "depth") if name in arguments}
        return report_bounded(check(plan, workspace=workspace, **given))


def _brought(arguments: Fields, workspace: Path) -> Document:
    """The parts of a proposal, with the paths of tasks and evidence as the workspace has them."""
    brought = {part: opened(arguments[part]) for part in _PARTS if part in arguments}
    for part, made in (("tasks", made_relative), ("evidence", evidence_made_relative)):
        if part in brought:
            brought[part] = made(brought[part], roots_of(workspace))
    return brought


def _ground(workspace: Path, brought: Fields, session: Session) -> Ground | None:
    """ADQ-20…26: what tasks that were just sent are held against; those that were not are left."""
    proposal = read_proposal(brought)
    if proposal.tasks is None:
        return None
    sent = {task.id for task in proposal.tasks}
    others = session.plan.tasks if session.plan is not None else ()
    kept = {path for task in others if task.id not in sent for path in task.files}
    terrain = terrain_of(workspace)._replace(runs=runs_in(session))
    made = (path for path in kept if not terrain.has(path))
    return Ground(terrain, frozenset((*proposal.new_files, *made)))


def _earlier(begun: Begun) -> dict[str, str]:
    """ASK-16: a finished or stopped session of the same goal is only mentioned."""
    return {"earlier": begun.earlier} if begun.earlier else {}


def _in_plain_words(plan: Fields) -> Document:
    """A plan document whose tasks are in a host's words, in plangate's; others as they are."""
    told = plan.get("plan") if isinstance(plan.get("plan"), Mapping) else plan
    assert isinstance(told, Mapping), "looked at in the line above"
    tasks = told.get("tasks")
    read = read_proposal({"tasks": tasks}) if tasks else None
    if read is not None and read.faults and _says_do(tasks):
        raise BadInput("plan", one_line(read.faults))
    if read is None or read.faults or read.tasks is None:
        return dict(plan)
    goal = {"goal": plan["goal"]} if isinstance(plan.get("goal"), str) else {}
    return {**goal, "tasks": [_with_new_files(task, read.new_files) for task in read.tasks]}


def _says_do(tasks: object) -> bool:
    """Whether tasks are told in the words of `plan`, whatever else is wrong with them."""
    rows = [x for x in tasks if isinstance(x, Mapping)] if isinstance(tasks, list) else []
    return any("do" in row for row in rows) and not any("description" in row for row in rows)


def _with_new_files(task: Task, new: Collection[str]) -> Document:
    """A task as a plan document has it: what is to be made stands apart from what is there."""
    files = {
        "files": [path for path in task.files if path not in new],
        "new_files": [path for path in task.files if path in new],
    }
    return {**plain(task), **files}
