"""What a plan format is, whoever wrote it: the values it is given and what it can do (PLAN-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Fields

Task = Fields
Kind = Literal["json", "markdown"]

_INSTEAD = "`plangate convert PLAN --to markdown` makes a file in which they can"


class Written(NamedTuple):
    """A plan to be written: its tasks in order, as plangate's own JSON has them."""

    goal: str
    tasks: Sequence[Task]
    done: frozenset[str] = frozenset()
    ledger: Sequence[str] = ()


class Edit(NamedTuple):
    """A file whose tasks are to be these; `changed` are those that are new or other than before."""

    text: str
    value: Any
    """The parsed document of a JSON format; the text again of any other."""
    tasks: Sequence[Task]
    before: Mapping[str, Task]
    changed: Mapping[str, Task]
    gone: frozenset[str]

    def refused(self, kind: str) -> BadInput:
        """The one line for a format that cannot do it in place."""
        deed = "taken out of" if self.gone else "changed in"
        return BadInput("PLAN", f"tasks of a {kind} file cannot be {deed} it", _INSTEAD)

    def refused_word(self, task: str) -> BadInput:
        return BadInput("PLAN", f"the words of {task} cannot be changed in place", _INSTEAD)


class Format(NamedTuple):
    """A format in one row: its name and what it can do."""

    name: str
    said: str
    """The name a file that was read is reported under."""
    kind: Kind = "markdown"
    rank: int = 50
    looks_like: Callable[[Any, str], bool] | None = None
    read: Callable[[Any], Any] | None = None
    left_out: Callable[[Any], str] = lambda _: ""
    """What of the file was not read, to stand behind the name."""
    done: Callable[[Any], frozenset[str]] = lambda _: frozenset()
    """The ids of the tasks that a file says are done."""
    write: Callable[[Written], str] | None = None
    rewrite: Callable[[Edit], str] | None = None


_DEEDS = ("looks_like", "read", "left_out", "done", "write", "rewrite")


def format_of(found: object, name: str) -> Format:
    """The row of a module, class or object that has the names of a format (tools/__init__.py)."""
    deeds = {deed: getattr(found, deed) for deed in _DEEDS if callable(getattr(found, deed, None))}
    kind = getattr(found, "KIND", "markdown")
    if getattr(found, "NAME", None) != name:
        raise BadInput(f"format {name}", "its NAME is another", f"NAME = {name!r}")
    if kind not in ("json", "markdown"):
        raise BadInput(f"format {name}", f"KIND is {kind!r}", "json, markdown")
    if not deeds.keys() & {"read", "write"}:
        raise BadInput(f"format {name}", "can neither be read nor written", "read or write")
    rank = int(getattr(found, "RANK", 50))
    takes: Kind = "json" if kind == "json" else "markdown"
    return Format(name, getattr(found, "SAID", name), takes, rank, **deeds)
