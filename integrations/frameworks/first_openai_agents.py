"""From nothing to the first question in the OpenAI Agents SDK; see `openai_agents_example.py`."""

import asyncio

from agents import Agent, Runner

from plangate.frameworks.openai_agents import ask, question_tool


async def main() -> None:
    agent = Agent("Planner", tools=[question_tool()], model="gpt-5")
    result = await Runner.run(agent, "Plan the roll-out.")
    await ask(result.to_state())
    print(result.interruptions or result.final_output)


asyncio.run(main())
