"""What a server serves: its workspaces, its record, and no session of any other (MCP-6).

Every use case of the desk opens its planner here, and finds here what it is about: a name of
another workspace is not known, whoever says it. Every call says whether a tool or a form acts, and
the table of core/guard/acts.py decides what that may do (ACT-1).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from plangate.app.acts import scope_acts
from plangate.app.naming.lookup import find_question, find_row, find_session
from plangate.app.planner import Planner
from plangate.core.guard.acts import Actor
from plangate.core.model.errors import BadInput, NotFound, StoreError
from plangate.core.model.records import Document, Fields
from plangate.interfaces.mcp.forms import Form
from plangate.interfaces.mcp.waking import Heard, Waking
from plangate.interfaces.web.serving.whereabouts import web_folder
from plangate.settings import Database, Settings, read_settings
from plangate.user_folders import environment
from plangate.wiring.databases import Changes, changes
from plangate.wiring.measuring import Measured, unmeasured
from plangate.wiring.members import agent_holder
from plangate.wiring.planners import open_planner

SURFACE = "mcp"
#: How long until a server that is away is tried again by who listens to it.
_AGAIN = 0.5


class Reply(NamedTuple):
    """What a tool answers with, and the form that could settle what it waits for."""

    document: Document
    form: Form | None = None
    seconds: float = 0.0
    """How long there is nothing new to see of the question that was asked after, unless somebody
    writes: until its deadline."""


class Serving:
    """The workspaces of one server, and what is found in them."""

    def __init__(self, roots: tuple[Path, ...], db: Database | None, person: str) -> None:
        self.roots = roots
        self.person = person
        self.db = db or read_settings(environment(), roots[0]).db
        #: Where its token and its key lie: beside a file, with the user's data for a server.
        self.folder = self.db.parent if isinstance(self.db, Path) else web_folder(self.db)
        self.waking = Waking(self._heard)
        self.measured: Measured = unmeasured
        #: MCP-7: whether all calls are one client's, and it was told what a proposal looks like.
        self.has_one_client, self.was_told_how = False, False
        self._changes: Changes | None = None

    def agent_of(self, token: str) -> str | None:
        """TEAM-3: the agent of the team whose token this is, as the record names it."""
        return agent_holder(read_settings(environment(), self.roots[0], self.db), token)

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
    def planner(
        self, actor: Actor | None = None, settings: Settings | None = None
    ) -> Iterator[Planner]:
        settings = settings or read_settings(environment(), self.roots[0], self.db)
        with open_planner(settings, actor=actor or as_tool("an agent")) as planner:
            yield planner

    def workspace(self, named: str | None) -> Path:
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

    def session_name(self, planner: Planner, name: str) -> str:
        found = find_session(planner.store, name)
        row = find_row(planner.store, "plan_sessions", found)
        if not self._serves_row(planner, row):
            raise NotFound("session id", f"{name[:60]!r} is not known", "a session of this server")
        return found

    def question_row(self, planner: Planner, name: str) -> Document:
        row = find_question(planner.store, name)
        if not self._serves_row(planner, row):
            raise NotFound("question id", f"{name[:60]!r} is not known", "one of this server")
        return row

    def scope_name(self, planner: Planner, name: str) -> str:
        found = scope_acts.find_scope(planner, name)
        if not self._serves_row(planner, find_row(planner.store, "scopes", found)):
            raise NotFound("scope id", f"{name[:60]!r} is not known", "one of this server")
        return found


def as_tool(agent: str) -> Actor:
    """ACT-1: a tool call is never a person, whoever its client is."""
    return Actor("mcp", agent)
