"""The server's use cases, each a plain function call with a database connection of its own.

The desk knows which workspaces the server was started for and serves no session of any other. It
offers nothing that is a person's to do (MCP-6): no preference, focus, budget, threshold, attention
signal, route, deadline or approval passes through here. Every call says whether a tool or a form
acts, and the table of core/guard/acts.py decides what that may do (ACT-1).
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from plangate.app.acts import question_acts, scope_acts
from plangate.app.acts.plans import progress_acts
from plangate.app.briefs import lines_about
from plangate.app.hosting import faults_beside, hosted
from plangate.app.naming.lookup import find_question, find_row, find_session
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
from plangate.core.agents.proposals import Proposal, read_proposal
from plangate.core.agents.telling import backing_of
from plangate.core.guard.acts import Actor
from plangate.core.guard.redaction import redact
from plangate.core.investigation.brief_values import Brief
from plangate.core.log.session import HOST, Session
from plangate.core.model.errors import BadInput, NotFound, PlangateError, StoreError
from plangate.core.model.nouns import Option, Question, Task, plain
from plangate.core.model.records import Document, Fields
from plangate.core.moves import Ask, Decide, Entrust, Propose, Wait
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.scopes.scope_log import scope_document
from plangate.core.steps.deadlines import seconds_to_wait, seconds_unchanged
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.forms import (
    OWN_WORDS,
    Form,
    Given,
    chosen_option,
    question_form,
    scope_form,
    typed_form,
    words_form,
)
from plangate.interfaces.mcp.replies import bounded, host_reply, session_reply
from plangate.interfaces.mcp.standings import moved_reply, workspace_status
from plangate.interfaces.mcp.waking import Heard, Waking
from plangate.interfaces.mcp.wanted import ALSO_SAID
from plangate.interfaces.web.serving.whereabouts import web_folder
from plangate.settings import Database, Settings, read_settings
from plangate.user_folders import environment
from plangate.wiring.databases import Changes, changes
from plangate.wiring.measuring import Measured, unmeasured
from plangate.wiring.members import agent_holder
from plangate.wiring.planners import open_planner, session_options
from plangate.wiring.workspaces import brief_of, open_scout, quote_reader, terrain_of

SURFACE = "mcp"
#: How long until a server that is away is tried again by who listens to it.
_AGAIN = 0.5
#: MCP-3: the parts of a proposal.
_PARTS = ("decisions", "tasks", "evidence")


class Reply(NamedTuple):
    """What a tool answers with, and the form that could settle what it waits for."""

    document: Document
    form: Form | None = None
    seconds: float = 0.0
    """How long there is nothing new to see of the question that was asked after, unless somebody
    writes: until its deadline."""


class Desk:
    """Everything the tools do, for the workspaces of one server."""

    def __init__(self, roots: tuple[Path, ...], db: Database | None, person: str) -> None:
        self.roots = roots
        self.person = person
        self.db = db or read_settings(environment(), roots[0]).db
        #: Where its token and its key lie: beside a file, with the user's data for a server.
        self.folder = self.db.parent if isinstance(self.db, Path) else web_folder(self.db)
        self.waking = Waking(self._heard)
        self.measured: Measured = unmeasured
        self._changes: Changes | None = None

    def agent_of(self, token: str) -> str | None:
        """TEAM-3: the agent of the team whose token this is, as the record names it."""
        return agent_holder(read_settings(environment(), self.roots[0], self.db), token)

    # --- planning ---------------------------------------------------------------------------------

    def plan(self, arguments: Fields, agent: str) -> Reply:
        """MCP-3: the brief and what is wanted, or a verdict on everything the host brings."""
        workspace = self._workspace(arguments.get("workspace"))
        settings = read_settings(environment(), workspace, self.db)
        seconds, raised = seconds_to_wait(settings.timeout_secs, is_person=False)
        said = {"deadline_note": raised} if raised else {}
        brought = _brought(arguments)
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
        with self._planner(_tool(agent), settings) as planner:
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
        return Reply(document, _form(done.advanced))

    def _no_faults(
        self, planner: Planner, settings: Settings, arguments: Fields, wish: SessionOptions
    ) -> None:
        """A faulty proposal begins no session, and every fault of it is told at once."""
        proposal = read_proposal(_brought(arguments))
        if not (proposal.faults or proposal.names_others):
            return
        goal, workspace = arguments["goal"], str(self._workspace(arguments.get("workspace")))
        again = arguments.get("again", False)
        name = None if again else session_to_go_on_with(planner, goal, workspace, wish)
        if name is not None:
            faults = faults_beside(planner.advance(name), proposal, quote_reader())
        else:
            planner.check(goal, workspace)
            known = [one.ambiguity for one in brief_of(settings, goal, workspace).open]
            faults = faults_alone(looked_up(proposal, workspace, quote_reader()), known)
        if faults:
            raise BadInput("proposal", one_line(faults) + _where_to_look(proposal, workspace))

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

    def go_on(self, name: str) -> Reply:
        """GATE-19: where a session stands whose joined question was just answered."""
        with self._planner() as planner:
            return _session(planner.advance(self._session(planner, name)))

    def check_plan(self, arguments: Fields) -> Document:
        """A plan judged: a host's own words are read as everybody's are (CLI-7)."""
        from plangate.api import check

        workspace = self._workspace(arguments.get("workspace"))
        plan = opened(arguments["plan"])
        if isinstance(plan, list):
            plan = {"tasks": plan}
        if not isinstance(plan, str | Mapping):
            raise BadInput("plan", "is neither text nor an object", "a plan's text or document")
        if isinstance(plan, Mapping):
            plan = _in_plain_words(plan)
        given = {name: arguments[name] for name in ("goal", "depth") if name in arguments}
        return check(plan, workspace=workspace, **given)

    # --- the work ---------------------------------------------------------------------------------

    def status(self, arguments: Fields) -> Reply:
        """MCP-8: all a host needs that lost its context."""
        with self._planner() as planner:
            if "session" in arguments:
                advanced = planner.advance(self._session(planner, arguments["session"]))
                document = bounded({**session_reply(advanced, in_full=True), **_goal(advanced)})
                return Reply(document)
            here = planner.places.here(str(self._workspace(arguments.get("workspace"))))
            return Reply(workspace_status(planner, here, arguments.get("since")))

    def task(self, arguments: Fields, agent: str) -> Reply:
        """MCP-8: a task begun, done or failed, and what is ready now."""
        with self._planner(_tool(agent)) as planner:
            name, about = self._session(planner, arguments["session"]), arguments["task"]
            match arguments["do"]:
                case "start":
                    moved = progress_acts.start_task(planner, name, about, by=agent)
                case "done":
                    proof = arguments.get("proof")
                    moved = progress_acts.finish_task(planner, name, about, by=agent, proof=proof)
                case _:
                    why = arguments.get("note") or "it did not work"
                    moved = progress_acts.fail_task(planner, name, about, why, by=agent)
        return Reply(moved_reply(moved, arguments["do"]))

    # --- questions --------------------------------------------------------------------------------

    def look(self, name: str, *, in_a_form: bool = False) -> Reply:
        """Where a question and its session stand; an overdue one expires by being looked at, one
        that stands in a form before a person does not (ASK-8)."""
        with self._planner() as planner:
            row = self._question(planner, name)
            if in_a_form:
                question_acts.keep_open(planner, row["id"], surface="mcp")
            advanced = planner.advance(row["session"])
            question = advanced.session.question(row["id"])
            quiet = seconds_unchanged(question, planner.clock.now())
            return _about(advanced, question)._replace(seconds=quiet)

    def relay(self, arguments: Fields, agent: str) -> Reply:
        """An agent passes on what a person said; it is recorded as that (ASK-12)."""
        return self._answered(
            arguments["question"],
            Given(arguments["reply"]),
            by=agent,
            provenance=RELAYED,
            note=arguments.get("note"),
        )

    def answered(self, name: str, given: Given) -> Reply:
        """A person answered through the form their client showed."""
        return self._answered(name, given, by=self.person, provenance="choice")

    def _answered(
        self, name: str, given: Given, *, by: str, provenance: str, note: str | None = None
    ) -> Reply:
        actor = _tool(by) if provenance == RELAYED else Actor("form", by)
        with self._planner(actor) as planner:
            row = self._question(planner, name)
            question = planner.session(row["session"]).question(row["id"])
            reply = given.reply
            if provenance == RELAYED and question.is_open and is_one_way(question):
                _keep_words(planner, question, (reply, note or ""), by)
            if provenance != RELAYED and reply == OWN_WORDS and question.is_open:
                return Reply(
                    _about(planner.advance(row["session"]), question).document, words_form(question)
                )
            if provenance != RELAYED and (option := chosen_option(question, reply)) is not None:
                if option.reversibility == "irreversible" and question.is_open:
                    return self._to_be_typed(planner, question, option)
                reply = option.key
            replied = question_acts.answer(
                planner,
                row["id"],
                reply,
                note=note or None,
                by=by,
                surface=SURFACE,
                provenance=provenance,
            )
            advanced = replied.advanced or planner.advance(row["session"])
            about = _about(advanced, replied.question)
            document = {"result": replied.result, **_message(replied), **about.document}
            said = replied.question.answer
            if provenance == RELAYED and (note or (said is not None and said.option is None)):
                document["next"] += f" {ALSO_SAID.format(question=question.id)}"
            # What was refused is not put again in the same call: the agent sees why, and may.
            return Reply(document, None if replied.result == "refused" else about.form)

    def _to_be_typed(self, planner: Planner, question: Question, option: Option) -> Reply:
        """ASK-11: what cannot be undone is not chosen by a click; its label is typed next."""
        about = _about(planner.advance(str(question.session)), question)
        message = f"“{option.label}” cannot be undone: it is chosen by typing its label"
        document = {"result": "refused", "message": message, **about.document}
        return Reply(document, typed_form(question, option))

    # --- decisions with many options --------------------------------------------------------------

    def start_scope(self, document: Any, agent: str, *, whole: bool) -> Reply:
        decision = scope_acts.read_decision(document)
        if whole and "surface" not in document:
            decision = decision._replace(surface="whole")
        with self._planner(_tool(agent)) as planner:
            begun = scope_acts.start(planner, decision, str(self.roots[0]), by=agent)
            return _scope(begun)

    def look_at_scope(self, name: str) -> Reply:
        with self._planner() as planner:
            return _scope(scope_acts.show(planner, self._scope(planner, name)))

    def relay_scope(self, name: str, part: str, reply: str, agent: str) -> Reply:
        with self._planner(_tool(agent)) as planner:
            found = self._scope(planner, name)
            if scope_acts.show(planner, found).chain.status == "held":
                raise BadInput("id", "a person put it on hold", "plangate scope continue, by them")
            answered = scope_acts.answer(
                planner, found, reply, by=agent, surface=SURFACE, number=part, provenance=RELAYED
            )
            return _scope(answered)

    def decided(self, kind: str, name: str, part: str, given: Given) -> Reply:
        """A person decided through a form: rows of the table, or the open part."""
        with self._planner(Actor("form", self.person)) as planner:
            found = self._scope(planner, name)
            if kind == "part":
                answered = scope_acts.answer(
                    planner, found, given.reply, by=self.person, surface=SURFACE, number=part
                )
                return _scope(answered)
            # A hold stops the chain, so it comes last and the other rows are not lost. A row that
            # says nothing stays undecided, and the next form shows it again.
            for key, said in sorted(given.rows, key=lambda row: row[1] == "hold"):
                with suppress(BadInput):
                    scope_acts.decide_row(
                        planner, found, key, said, by=self.person, surface=SURFACE
                    )
            return _scope(scope_acts.show(planner, found))

    # --- inside -----------------------------------------------------------------------------------

    def _heard(self) -> Heard:
        """What was written within a second; anything may have been before somebody listened."""
        try:
            if self._changes is not None:
                return self._changes.wait(1.0)
            self._changes = changes(read_settings(environment(), self.roots[0], self.db))
        except StoreError:
            time.sleep(_AGAIN)
        return None

    @contextmanager
    def _planner(
        self, actor: Actor | None = None, settings: Settings | None = None
    ) -> Iterator[Planner]:
        settings = settings or read_settings(environment(), self.roots[0], self.db)
        with open_planner(settings, actor=actor or _tool("an agent")) as planner:
            yield planner

    def _workspace(self, named: str | None) -> Path:
        """A directory within what the server was started for."""
        try:
            workspace = (self.roots[0] / (named or ".")).resolve()
            found = workspace.is_dir()
        except (OSError, RuntimeError, ValueError):
            found = False
        accepted = f"a directory within {', '.join(map(str, self.roots))}"
        if not found or not self._serves(str(workspace)):
            raise BadInput("workspace", f"{(named or '.')[:200]!r} is not served", accepted)
        return workspace

    def _serves(self, workspace: str) -> bool:
        return any(Path(workspace).is_relative_to(root) for root in self.roots)

    def _serves_row(self, planner: Planner, row: Fields) -> bool:
        """REC-8: what belongs to a workspace of this server, wherever it was begun."""
        if self._serves(row["workspace"]):
            return True
        homes = [planner.places.here(str(root)).place for root in self.roots]
        return any(row["place"] == home or row["place"].startswith(f"{home}/") for home in homes)

    def _session(self, planner: Planner, name: str) -> str:
        found = find_session(planner.store, name)
        row = find_row(planner.store, "plan_sessions", found)
        if not self._serves_row(planner, row):
            raise NotFound("session id", f"{name[:60]!r} is not known", "a session of this server")
        return found

    def _question(self, planner: Planner, name: str) -> Document:
        row = find_question(planner.store, name)
        if not self._serves_row(planner, row):
            raise NotFound("question id", f"{name[:60]!r} is not known", "one of this server")
        return row

    def _scope(self, planner: Planner, name: str) -> str:
        found = scope_acts.find_scope(planner, name)
        if not self._serves_row(planner, find_row(planner.store, "scopes", found)):
            raise NotFound("scope id", f"{name[:60]!r} is not known", "one of this server")
        return found


def _keep_words(planner: Planner, question: Question, said: Iterable[str], by: str) -> None:
    """MCP-6, ASK-11: what is passed on settles nothing one-way; the words are kept with it."""
    for words in dict.fromkeys(words.strip() for words in said):
        if words and words not in question.notes:
            question_acts.add_note(planner, str(question.id), words, by=by)


def _where_to_look(proposal: Proposal, workspace: str) -> str:
    """Where the lines may stand that are wanted as evidence."""
    quoted = backing_of(looked_up(proposal, workspace, quote_reader()).evidence)
    told = [
        x
        for x in proposal.decisions or ()
        if x.who_knows == "repository" and x.id not in quoted and x.options
    ]
    found = lines_about(told, workspace, open_scout()) if told else {}
    return "".join(f" | {name}: see {line}" for name, line in found.items())


def _brought(arguments: Fields) -> Document:
    return {part: arguments[part] for part in _PARTS if part in arguments}


def _ground(workspace: Path, brought: Fields, session: Session) -> Ground | None:
    """ADQ-20…26: what tasks that were just sent are held against; those that were not are left."""
    proposal = read_proposal(brought)
    if proposal.tasks is None:
        return None
    sent = {task.id for task in proposal.tasks}
    others = session.plan.tasks if session.plan is not None else ()
    kept = {path for task in others if task.id not in sent for path in task.files}
    return Ground(terrain_of(workspace), frozenset((*proposal.new_files, *kept)))


def _earlier(begun: Begun) -> dict[str, str]:
    """ASK-16: a finished or stopped session of the same goal is only mentioned."""
    return {"earlier": begun.earlier} if begun.earlier else {}


def _tool(agent: str) -> Actor:
    """ACT-1: a tool call is never a person, whoever its client is."""
    return Actor("mcp", agent)


def _session(advanced: Advanced) -> Reply:
    """Where a session stands, for an agent, and the form that could settle what it waits for."""
    return Reply(bounded(session_reply(advanced)), _form(advanced))


def _form(advanced: Advanced) -> Form | None:
    outcome = advanced.outcome
    if isinstance(outcome, Ask | Wait) and outcome.question.status == "pending":
        joined = advanced.session.id if isinstance(outcome, Wait) else ""
        return question_form(outcome.question)._replace(session=joined)
    return scope_form(outcome.scope, outcome.chain) if isinstance(outcome, Decide) else None


def _about(advanced: Advanced, question: Question) -> Reply:
    """Where a session stands, and what became of the question somebody asked after."""
    reply = _session(advanced)
    about: Document = {"asked": str(question.id), "status": question.status}
    if question.answer is not None:
        said = question.answer
        about["answer"] = {
            "value": said.value,
            "option": said.option,
            "provenance": said.provenance,
        }
    return reply._replace(document={**about, **reply.document})


def _message(replied: question_acts.Replied) -> Document:
    return {"message": replied.message} if replied.message else {}


def _goal(advanced: Advanced) -> Document:
    return {"goal": advanced.session.goal[:400]}


def _in_plain_words(plan: Fields) -> Document:
    """A plan document whose tasks are in a host's words, in plangate's; others as they are."""
    told = plan.get("plan") if isinstance(plan.get("plan"), Mapping) else plan
    assert isinstance(told, Mapping), "looked at in the line above"
    read = read_proposal({"tasks": told["tasks"]}) if told.get("tasks") else None
    if read is None or read.faults or read.tasks is None:
        return dict(plan)
    goal = {"goal": plan["goal"]} if isinstance(plan.get("goal"), str) else {}
    return {**goal, "tasks": [_with_new_files(task, read.new_files) for task in read.tasks]}


def _with_new_files(task: Task, new: Collection[str]) -> Document:
    """A task as a plan document has it: what is to be made stands apart from what is there."""
    files = {
        "files": [path for path in task.files if path not in new],
        "new_files": [path for path in task.files if path in new],
    }
    return {**plain(task), **files}


def _scope(found: scope_acts.Scope) -> Reply:
    document = scope_document(found.id, found.chain)
    if document["status"] == "open":
        part = document["open"]
        final = part is not None and "ship" in part["choices"]
        who = "only the person, in a form or with plangate scope answer " + found.id
        relay = f"decide_scope with id {found.id}, part and reply: what the person said"
        document["answer_by"] = who if final else relay
    return Reply(document, scope_form(found.id, found.chain))


#: MCP-7: what a command lists, and the tool that does.
_BY_A_TOOL = (
    (re.compile(r"`?plangate (?:sessions|inbox)`?"), "the tool status"),
    (re.compile(r"`?plangate scope list`?"), "the tool decide_scope"),
    (re.compile(r"`?plangate show (\w+)(?: --json)?`?"), r"status with session \1"),
)


def refusal(error: PlangateError) -> str:
    """One line, without secrets, naming tools where there are some (ERR-1, ASK-14, MCP-7)."""
    line = redact(" ".join(str(error).split()))
    for command, tool in _BY_A_TOOL:
        line = command.sub(tool, line)
    return line
