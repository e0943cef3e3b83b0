"""LangGraph (EXT-2): a node asks, the graph is interrupted, the answer is its resume value.

`ask` stands inside a node, `resume` outside. The checkpointer keeps the graph and plangate's record
the question, so both survive a restart. What `Command(resume=…)` brings is not believed by itself:
a node goes on when the record says that the question is settled.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from langgraph.config import get_config
from langgraph.types import Command, interrupt

from plangate.app.acts.human import Outcome
from plangate.core.model.records import Fields
from plangate.frameworks.person import HERE, AgentAsks, Person, is_open, question_of, told

#: Marks an interrupt as one of ours, for `resume`.
_OURS = "plangate_question"

#: A compiled graph, or its state: LangGraph types neither for us.
Graph: TypeAlias = Any


def ask(
    prompt: str,
    options: Sequence[str] | Mapping[str, str],
    *,
    key: str,
    default: str | None = None,
    one_way: Collection[str] = (),
    person: Person = HERE,
) -> Outcome:
    """Ask from inside a node: returns what came of it, or interrupts the graph until it is settled.

    LangGraph runs a node again from its start when it resumes: put what must not happen twice
    behind this call. The key is one question for each thread of the graph.
    """
    thread = get_config()["configurable"].get("thread_id", "")
    asked = question_of(prompt, options, key=f"{thread}-{key}", one_way=one_way, default=default)
    while is_open(outcome := person.ask(asked)):
        interrupt({_OURS: asked._asdict()})
    return outcome


def resume(graph: Graph, config: Fields, *, person: Person = HERE) -> Any:
    """Wait for the answers to everything this thread asked, then let the graph go on."""
    answers = {
        name: told(person.wait_for(asked)) for name, asked in _asked(graph.get_state(config))
    }
    return graph.invoke(Command(resume=answers), config)


async def resume_async(graph: Graph, config: Fields, *, person: Person = HERE) -> Any:
    """As `resume`, for a graph that is run with `ainvoke`."""
    asked = _asked(await graph.aget_state(config))
    answers = {name: told(await person.wait_for_async(question)) for name, question in asked}
    return await graph.ainvoke(Command(resume=answers), config)


def _asked(state: Graph) -> list[tuple[str, AgentAsks]]:
    """The questions a thread was interrupted by, with the ids of their interrupts."""
    return [
        (found.id, AgentAsks(**found.value[_OURS]))
        for found in state.interrupts
        if isinstance(found.value, Mapping) and _OURS in found.value
    ]
