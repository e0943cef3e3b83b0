"""From nothing to the first question in pydantic-ai; `pydantic_ai_example.py` also goes on."""

import asyncio

from pydantic_ai import Agent, DeferredToolRequests

from plangate.frameworks.pydantic_ai import ask, question_tool

agent = Agent("openai-chat:gpt-5", tools=[question_tool()], output_type=[str, DeferredToolRequests])


async def main() -> None:
    result = await agent.run("Plan the roll-out.")
    if isinstance(result.output, DeferredToolRequests):
        await ask(result.output)
    print(result.output)


asyncio.run(main())
