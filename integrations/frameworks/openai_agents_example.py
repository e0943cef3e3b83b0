"""An agent with a tool that needs leave and one to ask with; its run survives the process.

Needs `pip install plangate openai-agents`. Run it, answer with plangate, run it again with
`resume`.
"""

import asyncio
import sys
from pathlib import Path

from agents import Agent, Runner, RunState, function_tool

from plangate.frameworks.openai_agents import ask, question_tool, settle

SAVED = Path("run.json")


@function_tool(needs_approval=True)
def delete_bucket(name: str) -> str:
    """Delete a bucket and everything in it."""
    return f"{name} is gone"


agent = Agent("Keeper", tools=[delete_bucket, question_tool()], model="gpt-5")


async def main() -> None:
    if "resume" in sys.argv:
        stored = await RunState.from_string(agent, SAVED.read_text())
        result = await Runner.run(agent, await settle(stored))
    else:
        result = await Runner.run(agent, "Tidy up the buckets.")
    state = result.to_state()
    await ask(state)
    SAVED.write_text(state.to_string())
    print("waits" if result.interruptions else result.final_output)


asyncio.run(main())
