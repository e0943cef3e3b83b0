"""An agent whose question is a deferred tool; its messages are kept while the question waits.

Needs `pip install plangate 'pydantic-ai-slim[openai]'`. Run it, answer with plangate, run it again
with `resume`.
"""

import asyncio
import sys
from pathlib import Path

from pydantic import TypeAdapter
from pydantic_ai import Agent, DeferredToolRequests, ModelMessagesTypeAdapter

from plangate.frameworks.pydantic_ai import ask, question_tool, settle

REQUESTS = TypeAdapter(DeferredToolRequests)
MESSAGES, WAITING = Path("messages.json"), Path("waiting.json")
agent = Agent("openai-chat:gpt-5", tools=[question_tool()], output_type=[str, DeferredToolRequests])


async def main() -> None:
    if "resume" in sys.argv:
        waiting = REQUESTS.validate_json(WAITING.read_bytes())
        history = ModelMessagesTypeAdapter.validate_json(MESSAGES.read_bytes())
        results = await settle(waiting)
        result = await agent.run(message_history=history, deferred_tool_results=results)
    else:
        result = await agent.run("Plan the roll-out.")
    if isinstance(result.output, DeferredToolRequests):
        await ask(result.output)
        MESSAGES.write_bytes(result.all_messages_json())
        WAITING.write_bytes(REQUESTS.dump_json(result.output))
        print("waits")
    else:
        print(result.output)


asyncio.run(main())
