# mypy: ignore-errors
# ruff: noqa: SIM117, T201
"""A session as the SDK's first generation makes it; run by its own Python, never imported here."""

import asyncio
import json
import os
import sys
from importlib.metadata import version

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ElicitResult


async def main() -> None:
    command, goal = json.loads(sys.argv[1]), sys.argv[2]
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    seen = {"sdk": version("mcp")}

    async def person(_context, params):
        seen["enum"] = params.requestedSchema["properties"]["choice"]["enum"]
        return ElicitResult(action="accept", content={"choice": seen["enum"][1]})

    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            await session.initialize()
            asked = await session.call_tool(
                "plan", {"goal": "Handle user PII properly", "mind": "rules"}
            )
            seen["without_forms"] = json.loads(asked.content[0].text)
            name = seen["without_forms"]["question"]["id"]
            said = await session.call_tool("answer", {"question": name, "reply": "a"})
            seen["relayed"] = json.loads(said.content[0].text)
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing, elicitation_callback=person) as session:
            await session.initialize()
            seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
            done = await session.call_tool("plan", {"goal": goal, "mind": "rules"})
            seen["with_forms"] = json.loads(done.content[0].text)
    print(json.dumps(seen))


asyncio.run(main())
