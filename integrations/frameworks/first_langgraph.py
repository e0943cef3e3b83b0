"""From nothing to the first question in LangGraph; `langgraph_example.py` also goes on after it."""

from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

from plangate.frameworks.langgraph import ask


class State(TypedDict, total=False):
    region: str


def choose(state: State) -> State:
    options = {"eu-west": "nearest to us", "us-east": "nearest to them"}
    return {"region": ask("Which region comes first?", options, key="region").value}


graph = StateGraph(State).add_node("choose", choose).add_edge(START, "choose")
program = graph.compile(checkpointer=InMemorySaver())
print(program.invoke({}, {"configurable": {"thread_id": "roll-out"}}))
