"""The seven tools as they are listed (MCP-2): names, descriptions, arguments, annotations.

Nothing here needs the SDK: `tools/list` is answered before it is loaded (MCP-9). What each tool
does is tools.py's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from plangate.core.model.nouns import DEPTHS
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Flag, Number, Record, Shape, Text
from plangate.interfaces.mcp import texts

#: MCP-4: no `wait` is longer, in seconds.
LONGEST_WAIT = 55.0
_NAME = Text(200)


class AsGiven(NamedTuple):
    """A value that its own reader looks at: of one of these JSON types, or of any."""

    types: tuple[str, ...] = ()

    def read(self, value: object, at: str) -> Any:  # noqa: ARG002 - every shape is read so
        return value

    def schema(self) -> Document:
        return {"type": list(self.types) if len(self.types) > 1 else self.types[0]}


#: The empty lists by which an agent says that it has nothing to bring.
_SAYS_NONE = ({"decisions"}, {"decisions", "tasks"})


def _is_none(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


class Tool(NamedTuple):
    """One tool: what an agent reads about it, and what it takes."""

    name: str
    description: str
    shape: Record
    notes: Mapping[str, str]
    reads_only: bool = False
    always_loaded: bool = False

    def read(self, given: Fields) -> Document:
        """The arguments of a call. Some clients send every field, and null, an empty text or an
        empty list for one that they leave out."""
        told = {n: v for n, v in given.items() if n not in self.shape.optional or not _is_none(v)}
        empty = {name for name in self.shape.optional if told.get(name) == []}
        if empty not in _SAYS_NONE:
            empty -= {"decisions"} if "tasks" not in empty else set()
            told = {name: value for name, value in told.items() if name not in empty}
        return self.shape.read(told, "")

    def schema(self) -> Document:
        """The JSON schema of the arguments, lean: each property as little as an agent needs."""
        fields: dict[str, Shape] = {**self.shape.required, **self.shape.optional}
        return {
            "type": "object",
            "properties": {name: self._property(name, shape) for name, shape in fields.items()},
            **({"required": list(self.shape.required)} if self.shape.required else {}),
        }

    def _property(self, name: str, shape: Shape) -> Document:
        left_out = ("pattern", "minLength", "maxLength")
        lean = {k: v for k, v in shape.schema().items() if k not in left_out}
        if "enum" in lean:
            lean = {"type": "string", **lean}
        return {**lean, **({"description": self.notes[name]} if name in self.notes else {})}

    def listed(self) -> Document:
        """The tool as it goes over the wire: nothing it does destroys or reaches outside."""
        document: Document = {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.schema(),
            "annotations": {
                "readOnlyHint": self.reads_only,
                "destructiveHint": False,
                "openWorldHint": False,
            },
        }
        if self.always_loaded:
            document["_meta"] = {"anthropic/alwaysLoad": True}
        return document


TOOLS: tuple[Tool, ...] = (
    Tool(
        "plan",
        texts.PLAN,
        Record(
            required={"goal": Text(20_000)},
            optional={
                "workspace": Text(4_096),
                "decisions": AsGiven(("array",)),
                "tasks": AsGiven(("array",)),
                "evidence": AsGiven(("array",)),
                "mind": Choice(("host", "rules")),
                "depth": Choice(DEPTHS),
                "again": Flag(),
            },
        ),
        {
            "decisions": "[{id, question, who_knows: person|repository|anyone, options: [{id, "
            "label, consequence, prior 0-1, effort 1-10 hours lost if wrong, "
            "undo easy|partly|never, undo_why}], default}], or {id, drop: why}.",
            "tasks": "[{id, title, do, files, new_files, after: task ids, rests_on: decision ids, "
            "check, preconditions, effort, undo}]",
            "evidence": "[{claim, locator path:line, quote, supports: {decision: option}}]",
            "mind": "rules: plangate plans by itself.",
            "again": "Begin anew.",
        },
        reads_only=True,
        always_loaded=True,
    ),
    Tool(
        "status",
        texts.STATUS,
        Record(
            required={},
            optional={
                "workspace": Text(4_096),
                "session": _NAME,
                "since": Text(40),
                "after": _NAME,
            },
        ),
        {},
        reads_only=True,
    ),
    Tool(
        "wait",
        texts.WAIT,
        Record(
            required={"question": _NAME},
            optional={"seconds": Number(least=0, most=LONGEST_WAIT)},
        ),
        {},
        reads_only=True,
    ),
    Tool(
        "answer",
        texts.ANSWER,
        Record(
            required={"question": _NAME, "reply": Text(20_000)}, optional={"note": Text(20_000)}
        ),
        {"reply": "An option, or their own words."},
    ),
    Tool(
        "task",
        texts.TASK,
        Record(
            required={"session": _NAME, "task": _NAME, "do": Choice(("start", "done", "fail"))},
            optional={"note": Text(20_000), "proof": Text(2_000)},
        ),
        {
            "note": "Why it failed.",
            "proof": "commit SHA, file PATH, or exit 0: COMMAND.",
        },
    ),
    Tool(
        "check_plan",
        texts.CHECK_PLAN,
        Record(
            required={"plan": AsGiven(("string", "object"))},
            optional={"goal": Text(20_000), "workspace": Text(4_096), "depth": Choice(DEPTHS)},
        ),
        {},
        reads_only=True,
    ),
    Tool(
        "decide_scope",
        texts.DECIDE_SCOPE,
        Record(
            required={},
            optional={
                "decision": AsGiven(("object", "string")),
                "id": _NAME,
                "part": _NAME,
                "reply": Text(2_000),
            },
        ),
        {
            "decision": "{decision: the question, kind: independent|alternatives, options: [{key, "
            "label, scope, cost, requires, conflicts, recommend, reason}]}"
        },
    ),
)  # fmt: skip
