"""The server itself: the tools on the SDK's low-level server, for both generations (MCP-1).

The low-level server, because a form must come back to the session it belongs to and an empty accept
is an answer of ours to give; docs/decisions/0006 says why.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from mcp_types import Tool as ListedTool

from plangate._version import __version__
from plangate.core.model.errors import PlangateError
from plangate.interfaces.mcp import texts
from plangate.interfaces.mcp.asking import Call
from plangate.interfaces.mcp.desk import Desk, refusal
from plangate.interfaces.mcp.listing import TOOLS
from plangate.interfaces.mcp.tools import DOING, Answered, Doing

NAME = "plangate"

#: MCP-5: a question may wait as long as this, and so may the state that leads back to it.
_STATE_LIVES = 2_592_000.0 + 86_400.0

_logger = logging.getLogger(__name__)


def make_server(desk: Desk, key: bytes) -> Server[Any]:
    """The server over a desk; `key` seals what a stateless client carries for us (MCP-5)."""

    async def list_tools(
        _context: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=listed_tools())

    async def call_tool(
        context: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        doing = DOING.get(params.name)
        if doing is None:
            known = ", ".join(DOING)
            message = f"there is no tool {params.name[:40]!r}; there are {known}"
            raise MCPError(code=INVALID_PARAMS, message=message)
        return await _called(desk, doing, Call(context, params))

    server: Server[Any] = Server(
        NAME,
        version=__version__,
        title="plangate",
        instructions=texts.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda name: DOING[name].tool.schema() if name in DOING else None,
    )
    security = RequestStateSecurity(keys=[key], ttl=_STATE_LIVES, audience=NAME)
    server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
    return server


async def _called(desk: Desk, doing: Doing, call: Call) -> CallToolResult | InputRequiredResult:
    try:
        arguments = doing.tool.read(call.params.arguments or {})
        with desk.measured(f"mcp {doing.tool.name}"):
            return _result(await doing.work(desk, call, arguments))
    except PlangateError as error:
        return _failed(refusal(error))
    except MCPError:
        raise
    except Exception as error:  # a traceback is never what an agent should meet
        _logger.exception("a defect of plangate in the tool %s", doing.tool.name)
        return _failed(f"a defect of plangate ({type(error).__name__}); its log says more")


def listed_tools() -> list[ListedTool]:
    """MCP-2: what an agent is told about the tools, always in the same order."""
    return [ListedTool.model_validate(tool.listed()) for tool in TOOLS]


def _result(answered: Answered) -> CallToolResult | InputRequiredResult:
    if isinstance(answered, InputRequiredResult):
        return answered
    # MCP-7: text or structure, not both: clients put both before the model.
    text = json.dumps(answered.document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return CallToolResult(content=[TextContent(type="text", text=text)])


def _failed(message: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=message)], is_error=True)
