"""Decisions with many options over MCP: begun and passed on by an agent, made by a person."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from plangate.app.acts import scope_acts
from plangate.core.guard.acts import Actor
from plangate.core.model.errors import BadInput
from plangate.core.plans.plan_graph import RELAYED
from plangate.core.scopes.scope_log import scope_document
from plangate.interfaces.mcp.desks.served import SURFACE, Reply, Serving, as_tool
from plangate.interfaces.mcp.forms import Given, scope_form


class ScopeDesk(Serving):
    """What becomes of a decision with many options."""

    def start_scope(self, document: Any, agent: str, *, whole: bool) -> Reply:
        decision = scope_acts.read_decision(document)
        if whole and "surface" not in document:
            decision = decision._replace(surface="whole")
        workspace = str(self.roots[0])
        with self.planner(as_tool(agent)) as planner:
            if (found := scope_acts.open_alike(planner, decision, workspace)) is not None:
                return _scope(found)
            goal = scope_acts.goal_asked_for(planner, workspace, SURFACE)
            if goal is not None:
                scope_acts.must_be_left(planner, goal)
            asked_for = goal.id if goal is not None else ""
            return _scope(
                scope_acts.start(planner, decision, workspace, by=agent, asked_for=asked_for)
            )

    def look_at_scope(self, name: str) -> Reply:
        with self.planner() as planner:
            return _scope(scope_acts.show(planner, self.scope_name(planner, name)))

    def relay_scope(self, name: str, part: str, reply: str, agent: str) -> Reply:
        with self.planner(as_tool(agent)) as planner:
            found = self.scope_name(planner, name)
            if scope_acts.show(planner, found).chain.status == "held":
                raise BadInput("id", "a person put it on hold", "plangate scope continue, by them")
            answered = scope_acts.answer(
                planner, found, reply, by=agent, surface=SURFACE, number=part, provenance=RELAYED
            )
            return _scope(answered)

    def decided(self, kind: str, name: str, part: str, given: Given) -> Reply:
        """A person decided through a form: rows of the table, or the open part."""
        with self.planner(Actor("form", self.person)) as planner:
            found = self.scope_name(planner, name)
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


def _scope(found: scope_acts.Scope) -> Reply:
    document = scope_document(found.id, found.chain)
    if document["status"] == "open":
        part = document["open"]
        final = part is not None and "ship" in part["choices"]
        who = "only the person, in a form or with plangate scope answer " + found.id
        relay = f"decide_scope with id {found.id}, part and reply: what the person said"
        document["answer_by"] = who if final else relay
    return Reply(document, scope_form(found.id, found.chain))
