"""The server's use cases, each a plain function call with a database connection of its own.

The desk knows which workspaces the server was started for and serves no session of any other. It
offers nothing that is a person's to do (MCP-6): no preference, focus, budget, threshold, attention
signal, route, deadline or approval passes through here. Every call says whether a tool or a form
acts, and the table of core/guard/acts.py decides what that may do (ACT-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from plangate.app import questions, scopes
from plangate.app.lookup import find_question, find_row, find_session
from plangate.app.planner import Advanced, Planner
from plangate.app.reports import report
from plangate.app.unfinished import Begun, begin_or_go_on
from plangate.core.guard.acts import Actor
from plangate.core.guard.found_text import NOTICE
from plangate.core.guard.redaction import redact
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.errors import BadInput, NotFound, PlangateError
from plangate.core.model.nouns import Option, Question, plain
from plangate.core.moves import Ask, Decide, Deliver, Entrust, Loop, Proceed, Wait
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.scopes.scope_log import scope_document
from plangate.core.steps.deadlines import seconds_to_wait
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.mcp.forms import (
    Form,
    Given,
    chosen_option,
    question_form,
    scope_form,
    typed_form,
)
from plangate.interfaces.outcomes import outcome_document
from plangate.interfaces.render import answer_words, question_card
from plangate.settings import Settings, environment, read_settings
from plangate.wiring import open_planner, quote_reader, wish_of

SURFACE = "mcp"
_MOST_ENTRIES = 200


class Reply(NamedTuple):
    """What a tool answers with, and the form that could settle what it waits for."""

    document: dict[str, Any]
    form: Form | None = None


class Desk:
    """Everything the tools do, for the workspaces of one server."""

    def __init__(self, roots: tuple[Path, ...], db: Path | None, person: str) -> None:
        self.roots = roots
        self.person = person
        self.db = db or read_settings(environment(), roots[0]).db

    # --- planning ---------------------------------------------------------------------------------

    def plan(self, arguments: Mapping[str, Any], agent: str) -> Reply:
        """Begin a session, or go on with the unfinished one of the same goal."""
        workspace = self._workspace(arguments.get("workspace"))
        settings = read_settings(environment(), workspace, self.db)
        seconds, raised = seconds_to_wait(settings.timeout_secs, is_person=False)
        said = {"deadline_note": raised} if raised else {}
        wish = wish_of(
            settings,
            depth=arguments.get("depth", "standard"),
            timeout_secs=seconds,
            by=agent,
            surface=SURFACE,
            proposer=arguments.get("proposer", "rules"),
            workspace_rules=settings.session_rules,
        )
        with self._planner(_tool(agent), settings) as planner:
            begun = begin_or_go_on(planner, arguments["goal"], str(workspace), wish)
            return _outcome(
                planner.advance(begun.session), went_on=begun.went_on, **_earlier(begun), **said
            )

    def report(self, arguments: Mapping[str, Any]) -> Reply:
        with self._planner() as planner:
            name = self._session(planner, arguments["session"])
            done = report(planner, name, arguments["chore"], arguments["result"], quote_reader())
            return _outcome(done.advanced, taken=done.taken)

    def go_on(self, name: str) -> Reply:
        """GATE-19: where a session stands whose joined question was just answered."""
        with self._planner() as planner:
            return _outcome(planner.advance(self._session(planner, name)))

    # --- questions --------------------------------------------------------------------------------

    def look(self, name: str) -> Reply:
        """Where a question and its session stand; an overdue one expires by being looked at."""
        with self._planner() as planner:
            row = self._question(planner, name)
            advanced = planner.advance(row["session"])
            return _about(advanced, advanced.session.question(row["id"]))

    def relay(self, arguments: Mapping[str, Any], agent: str) -> Reply:
        """An agent passes on what a person said; it is recorded as that (ASK-12)."""
        return self._answered(
            arguments["question"],
            Given(arguments["reply"], arguments.get("note", "")),
            by=agent,
            provenance=RELAYED,
        )

    def answered(self, name: str, given: Given) -> Reply:
        """A person answered through the form their client showed."""
        return self._answered(name, given, by=self.person, provenance="choice")

    def _answered(self, name: str, given: Given, *, by: str, provenance: str) -> Reply:
        actor = _tool(by) if provenance == RELAYED else Actor("form", by)
        with self._planner(actor) as planner:
            row = self._question(planner, name)
            question = planner.session(row["session"]).question(row["id"])
            reply = given.reply
            if provenance != RELAYED and (option := chosen_option(question, reply)) is not None:
                if option.reversibility == "irreversible" and question.is_open:
                    return self._to_be_typed(planner, question, option)
                reply = option.key
            replied = questions.answer(
                planner,
                row["id"],
                reply,
                note=given.note or None,
                by=by,
                surface=SURFACE,
                provenance=provenance,
            )
            advanced = replied.advanced or planner.advance(row["session"])
            about = _about(advanced, replied.question)
            document = {"result": replied.result, "message": replied.message, **about.document}
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
        decision = scopes.read_decision(document)
        if whole and "surface" not in document:
            decision = decision._replace(surface="whole")
        with self._planner(_tool(agent)) as planner:
            begun = scopes.start(planner, decision, str(self.roots[0]), by=agent)
            return _scope(begun)

    def look_at_scope(self, name: str) -> Reply:
        with self._planner() as planner:
            return _scope(scopes.show(planner, self._scope(planner, name)))

    def relay_scope(self, name: str, part: str, reply: str, agent: str) -> Reply:
        with self._planner(_tool(agent)) as planner:
            found = self._scope(planner, name)
            if scopes.show(planner, found).chain.status == "held":
                raise BadInput("id", "a person put it on hold", "plangate scope continue, by them")
            answered = scopes.answer(
                planner, found, reply, by=agent, surface=SURFACE, number=part, provenance=RELAYED
            )
            return _scope(answered)

    def decided(self, kind: str, name: str, part: str, given: Given) -> Reply:
        """A person decided through a form: rows of the table, or the open part."""
        with self._planner(Actor("form", self.person)) as planner:
            found = self._scope(planner, name)
            if kind == "part":
                answered = scopes.answer(
                    planner, found, given.reply, by=self.person, surface=SURFACE, number=part
                )
                return _scope(answered)
            # A hold stops the chain, so it comes last and the other rows are not lost. A row that
            # says nothing stays undecided, and the next form shows it again.
            for key, said in sorted(given.rows, key=lambda row: row[1] == "hold"):
                with suppress(BadInput):
                    scopes.decide_row(planner, found, key, said, by=self.person, surface=SURFACE)
            return _scope(scopes.show(planner, found))

    # --- the ledger -------------------------------------------------------------------------------

    def ledger(self, arguments: Mapping[str, Any]) -> Reply:
        with self._planner() as planner:
            where = {}
            if "session" in arguments:
                where["session"] = self._session(planner, arguments["session"])
            if arguments.get("only_open"):
                where["status"] = "open"
            rows = planner.store.rows(Query("assumptions", equals=where, order=("id",)))
            entries, _ = documents_of(row for row in rows if self._serves_row(planner, row))
        return Reply(
            {
                "schema": "plangate.assumptions/1",
                "assumptions": entries[-_MOST_ENTRIES:],
                "left_out": max(0, len(entries) - _MOST_ENTRIES),
                "next": "A person confirms or overturns one: plangate assumptions confirm|wrong ID",
            }
        )

    # --- inside -----------------------------------------------------------------------------------

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

    def _serves_row(self, planner: Planner, row: Mapping[str, Any]) -> bool:
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

    def _question(self, planner: Planner, name: str) -> dict[str, Any]:
        row = find_question(planner.store, name)
        if not self._serves_row(planner, row):
            raise NotFound("question id", f"{name[:60]!r} is not known", "one of this server")
        return row

    def _scope(self, planner: Planner, name: str) -> str:
        found = scopes.find_scope(planner, name)
        if not self._serves_row(planner, find_row(planner.store, "scopes", found)):
            raise NotFound("scope id", f"{name[:60]!r} is not known", "one of this server")
        return found


def _earlier(begun: Begun) -> dict[str, str]:
    """ASK-16: a finished or stopped session of the same goal is only mentioned."""
    return {"earlier": begun.earlier} if begun.earlier else {}


def _tool(agent: str) -> Actor:
    """ACT-1: a tool call is never a person, whoever its client is."""
    return Actor("mcp", agent)


def _outcome(advanced: Advanced, **more: Any) -> Reply:
    """Where a session stands, for an agent."""
    outcome = advanced.outcome
    told = {"found_text": NOTICE, "next": _next(advanced)}
    document = {**outcome_document(advanced), **more, **told}
    if isinstance(outcome, Ask | Wait):
        document |= _put(outcome.question)
        if outcome.question.status == "pending":
            form = question_form(outcome.question)
            joined = advanced.session.id if isinstance(outcome, Wait) else ""
            return Reply(document, form._replace(session=joined))
    if isinstance(outcome, Decide):
        return Reply(document, scope_form(outcome.scope, outcome.chain))
    return Reply(document)


def _about(advanced: Advanced, question: Question) -> Reply:
    """Where a session stands, and the question somebody asked after."""
    reply = _outcome(advanced)
    about = {"status": question.status, "about": plain(question)}
    return reply._replace(document={**reply.document, **about})


def _put(question: Question) -> dict[str, Any]:
    """MCP-4: the id, a text rendering and where to answer."""
    where = [f"plangate answer {question.id} {answer_words(question)}"]
    if not is_one_way(question):
        where.append(f"the tool answer, with question {question.id} and what the person said")
    return {
        "status": question.status,
        "text": question_card(question),
        "where_to_answer": where,
    }


def _scope(found: scopes.Scope) -> Reply:
    document = scope_document(found.id, found.chain)
    if document["status"] == "open":
        document["where_to_answer"] = [
            f"plangate scope answer {found.id} CHOICE",
            f"the tool decide_scope, with id {found.id}, part and reply",
        ]
    return Reply(document, scope_form(found.id, found.chain))


def _next(advanced: Advanced) -> str:
    match advanced.outcome:
        case Ask(question=question) if question.status == "held":
            return "On hold until the person resumes or answers it; do not go on."
        case Wait(question=question) if question.status == "held":
            return "On hold until the person resumes or answers it; do not go on."
        case Wait(question=question):
            return (
                f"The person is being asked this already: wait on {question.id}, then call plan "
                "with this goal again; do not go on."
            )
        case Ask(question=question):
            return f"Show the question to the person, then wait on {question.id}; do not go on."
        case Decide(scope=name):
            return f"The person decides what ships: show {name}, relay with decide_scope."
        case Deliver(plan=plan) if plan.requires_approval:
            return "Show the plan; steps that cannot be undone wait for the person's approval."
        case Deliver():
            return "Work from the plan, and tell the person what it assumes."
        case Proceed():
            return "Go ahead; no plan is needed."
        case Loop():
            return "Observe, orient, decide, act; plan again once the goal is clear."
        case Entrust(id=owed):
            return f"Do the chore, then report {owed} in the shape of its report_schema."
        case _:
            return "It stopped; its report says why and what a person can do."


def refusal(error: PlangateError) -> str:
    """One line, without secrets (ERR-1, ASK-14)."""
    return redact(" ".join(str(error).split()))
