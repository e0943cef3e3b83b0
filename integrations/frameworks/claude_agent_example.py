"""Claude Code as a library, its questions through the gate. Killed while it waits, run it again.

Needs `pip install plangate claude-agent-sdk`.
"""

import asyncio

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage

from plangate.frameworks.claude_agent import can_use_tool


async def main() -> None:
    options = ClaudeAgentOptions(can_use_tool=can_use_tool(run="roll-out"))
    async with ClaudeSDKClient(options) as client:
        await client.query("Plan the roll-out.")
        async for message in client.receive_response():
            if isinstance(message, ResultMessage):
                print(message.result)


asyncio.run(main())
