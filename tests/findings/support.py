"""What the tests of findings share: a goal that asks, an MCP client of twenty lines, a sharp knife.

Nothing here may import plangate: it may be another one that is tried.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import Ran, Runner

Json = dict[str, Any]

#: A goal with one question, one of whose options cannot be undone.
DELETE = "Let users delete their account"
GOOD, GONE = "Mark as deleted", "Remove for good"
#: A goal that contradicts itself: always asked, whatever it is worth.
CLASH = "Add authentication; passwordless, and users set strong passwords"


def planned(run: Runner, goal: str, workspace: Path, *more: str | Path, **given: Any) -> Json:
    """The document of a plan that ended as plans do: planned, or with a question."""
    ran: Ran = run("plan", goal, "--workspace", workspace, "--json", *more, **given)
    assert ran.code in (0, 3), ran
    document: Json = ran.json
    return document


def question(document: Json) -> str:
    assert document["outcome"] == "question", document["outcome"]
    name: str = document["question"]["id"]
    return name


def open_questions(run: Runner) -> list[str]:
    ran = run("inbox", "--json")
    assert ran.code == 0, ran
    return [row["id"] for row in ran.json["questions"]]


@contextmanager
def knife(db: Path) -> Iterator[sqlite3.Connection]:
    """The file as somebody has it who may write it: without the triggers that protect the log."""
    with closing(sqlite3.connect(db)) as file:
        named = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'plan_events%'"
        for (name,) in file.execute(named).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        yield file
        file.commit()


class Client:
    """An agent's MCP client of June 2025, without forms; every version of the server knows it."""

    def __init__(self, workspace: Path, environment: Mapping[str, str]) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "plangate", "mcp", "--workspace", str(workspace)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            cwd=workspace,
            text=True,
        )
        self._number = 0
        info = {"name": "agent", "version": "1"}
        self._ask(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info},
        )
        self._send({"method": "notifications/initialized"})
        tools = self._ask("tools/list", {})["tools"]
        self._properties = {tool["name"]: tool["inputSchema"]["properties"] for tool in tools}

    def plan(self, goal: str) -> Json:
        """Plan by the rules: 0.1 had no other mind to name, and called the state an outcome."""
        mind = {"mind": "rules"} if "mind" in self._properties["plan"] else {}
        arguments = {"goal": goal, **mind}
        result = self._ask("tools/call", {"name": "plan", "arguments": arguments})
        document: Json = json.loads(result["content"][0]["text"])
        return {"outcome": document.get("state"), **document}

    def _ask(self, method: str, params: Json) -> Json:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._server.stdout is not None
        while line := self._server.stdout.readline():
            reply = json.loads(line)
            if reply.get("id") == self._number:
                result: Json = reply["result"]
                return result
        raise AssertionError("the server ended")

    def _send(self, message: Json) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._server.stdin.flush()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.communicate()
