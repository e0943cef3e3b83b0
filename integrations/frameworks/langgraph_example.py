"""A graph that asks where to begin. Run it twice: it stops at the question, and goes on after it.

Needs `pip install plangate langgraph langgraph-checkpoint-sqlite`.
"""

import sys
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

from plangate.frameworks.langgraph import ask, resume


class State(TypedDict, total=False):
    region: str


def choose(state: State) -> State:
    options = {"eu-west": "nearest to us", "us-east": "nearest to them"}
    return {"region": ask("Which region comes first?", options, key="region").value}


config = {"configurable": {"thread_id": "roll-out"}}
with SqliteSaver.from_conn_string("graph.db") as checkpoints:
    graph = StateGraph(State).add_node("choose", choose).add_edge(START, "choose")
    program = graph.compile(checkpointer=checkpoints)
    if "resume" in sys.argv:
        print("begins in", resume(program, config)["region"])
    else:
        program.invoke({}, config)
        print("asked; plangate inbox shows it")
