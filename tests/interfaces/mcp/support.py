"""What the tests of the MCP server share: a server in this process, and clients of both eras."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext, ElicitationFnT
from mcp.server.lowlevel import Server
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from plangate.interfaces.mcp.desk import Desk
from plangate.interfaces.mcp.server import make_server

Result = TypeVar("Result")
Answering = ElicitationFnT

#: The two generations of the protocol, as the SDK's client names them.
ERAS = ("legacy", "2026-07-28")
KEY = b"a key of the tests, 32 bytes long"

#: A goal whose question has an option that cannot be undone.
DELETING = "Let users delete their account"
#: A two-way question: an agent may pass its answer on.
CONTRADICTION = (
    "Add authentication with session cookies; passwordless, and users set strong passwords"
)
#: A goal in which the catalog sees nothing to decide.
CLEAR = "Print the invoice number on every page of the report generator and in its footer"

#: What a host brings for a goal of its own: a decision worth a question, and tasks.
DECISIONS: list[dict[str, Any]] = [
    {
        "id": "number-place",
        "question": "Where does the invoice number stand?",
        "options": [
            {
                "id": "top",
                "label": "At the top of each page",
                "consequence": "changes the page header in report.py",
                "prior": 0.55,
                "effort": 5,
                "undo": "partly",
            },
            {
                "id": "bottom",
                "label": "In the footer only",
                "consequence": "changes the footer template",
                "prior": 0.45,
                "effort": 5,
                "undo": "partly",
            },
        ],
        "default": "top",
    }
]
TASKS: list[dict[str, Any]] = [
    {
        "id": "t1",
        "title": "Add the number to the page",
        "do": "Add the invoice number to the page template in app/api.py",
        "files": ["app/api.py"],
        "rests_on": ["number-place"],
        "check": "pytest tests/test_api.py passes with a test for the number",
        "effort": 4,
    },
    {
        "id": "t2",
        "title": "Test the number on two pages",
        "do": "Write a test that renders two pages and verifies the number on each",
        "files": ["tests/test_api.py"],
        "after": ["t1"],
        "check": "pytest tests/test_api.py passes",
    },
]
PROPOSAL: dict[str, Any] = {"decisions": DECISIONS, "tasks": TASKS}


def server_for(workspace: Path, db: Path) -> Server[Any]:
    return make_server(Desk((workspace,), db, "ada"), KEY[:32])


def run(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run a test's coroutine; a hang is a failure, not a wait."""

    async def bounded() -> Result:
        with anyio.fail_after(60):
            return await work()

    return anyio.run(bounded)


def choosing(place: int) -> Answering:
    """A person who picks the option at this place of the enum."""

    async def answer(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        return ElicitResult(action="accept", content={"choice": options(params)[place]})

    return answer


def taking(*keys: str, shown: list[str] | None = None) -> Answering:
    """A person who answers one question after the other by these letters."""
    left = list(keys)

    async def answer(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        if shown is not None:
            shown.append(params.message)
        return ElicitResult(action="accept", content={"choice": left.pop(0)})

    return answer


def typing(label: str, shown: list[Any]) -> Answering:
    """A person who picks the last option, before own words, and types this into the form that
    follows."""

    async def answer(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        schema: Any = getattr(params, "requested_schema", {})
        picks: dict[str, Any] = (
            {"choice": options(params)[-2]} if "choice" in schema["properties"] else {}
        )
        return ElicitResult(action="accept", content=picks or {"its_label": label})

    return answer


def saying(action: Any, content: Mapping[str, Any] | None = None) -> Answering:
    """A client that always sends the same thing back."""

    async def answer(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        return ElicitResult(action=action, content=dict(content) if content is not None else None)

    return answer


def options(params: ElicitRequestParams) -> list[str]:
    schema: Any = getattr(params, "requested_schema", {})
    return list(schema["properties"]["choice"]["enum"])


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The document a tool answers with, said once (MCP-7)."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, text_of(result)
    assert result.structured_content is None
    return dict(json.loads(text_of(result)))


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The one line with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    line = text_of(result)
    assert "\n" not in line
    assert "Traceback" not in line
    return line


def text_of(result: CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, TextContent)
    return block.text


def process_of(workspace: Path, environment: Mapping[str, str]) -> StdioServerParameters:
    """The server as a process of its own, as an agent starts it."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "plangate", "mcp", "--workspace", str(workspace)],
        env=dict(environment),
    )
