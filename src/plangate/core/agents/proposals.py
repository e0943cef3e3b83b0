"""A host's proposal as it is read (MCP-3): decisions, tasks and evidence in a model's own words.

Reading is forgiving about form and exact about what is said: nothing here knows the repository, the
catalog or the session. What the proposal is worth beside those is judging.py's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import fsum
from typing import Any, NamedTuple

from plangate.core.agents.host_words import Effort, Field, Knower, Read, Share, Undo, Words, opened
from plangate.core.guard.redaction import redact_value
from plangate.core.guard.workspace_paths import is_outside
from plangate.core.model.graphs import circle_in
from plangate.core.model.nouns import Task
from plangate.core.model.policy.agents_numbers import PROPOSALS_NEARLY_ONE
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Text

MOST_DECISIONS, MOST_OPTIONS, MOST_TASKS, MOST_EVIDENCE = 40, 12, 200, 100

_NAME = Text(200)


class Raw(NamedTuple):
    """A value that is read a level deeper."""

    def read(self, value: object, at: str) -> Any:  # noqa: ARG002 - every shape is read so
        return value

    def schema(self) -> Document:
        return {}


_DECISION = {
    "id": Field(_NAME),
    "question": Field(Text(300)),
    "options": Field(Raw()),
    "who_knows": Field(Knower()),
    "default": Field(Text(2_000)),
    "drop": Field(Text(300)),
}
_OPTION = {
    "id": Field(_NAME),
    "label": Field(Text(400)),
    "consequence": Field(Text(600)),
    "prior": Field(Share()),
    "effort": Field(Effort()),
    "undo": Field(Undo()),
    "undo_why": Field(Text(300)),
    "decides": Field(Words()),
}
_TASK = {
    "id": Field(_NAME),
    "title": Field(Text(200)),
    "do": Field(Text(20_000)),
    "files": Field(Words(200)),
    "new_files": Field(Words(200)),
    "after": Field(Words(200, 200)),
    "rests_on": Field(Words(MOST_DECISIONS, 200)),
    "check": Field(Text(4_000)),
    "effort": Field(Effort()),
    "undo": Field(Undo()),
    "undo_why": Field(Text(300)),
    "preconditions": Field(Words(50, 2_000)),
    "drop": Field(Text(300)),
}
_EVIDENCE = {
    "claim": Field(Text(600)),
    "locator": Field(Text(300)),
    "quote": Field(Text(600)),
    "supports": Field(Raw()),
}


#: A host is told of these and asked again; what a model is shown is kept with its replies.
_HOSTS_ONLY = ("who_knows", "undo_why")


class HostOption(NamedTuple):
    """One way to decide, as far as the host said anything about it."""

    id: str
    label: str
    consequence: str = ""
    prior: float | None = None
    effort: int | None = None
    undo: str | None = None
    undo_why: str = ""
    decides: tuple[str, ...] = ()
    #: Whether tasks that only write code carry it out; nothing a host says (finality.py).
    in_code: bool = False


class HostDecision(NamedTuple):
    """A decision the host sees, or drops with a reason."""

    id: str
    question: str = ""
    options: tuple[HostOption, ...] = ()
    default: str | None = None
    drop: str | None = None
    who_knows: str | None = None


class HostEvidence(NamedTuple):
    """A claim with the place it is said to stand at; `digest` is set once it was found there."""

    claim: str
    locator: str | None = None
    quote: str | None = None
    supports: tuple[tuple[str, str], ...] = ()
    digest: str | None = None
    why_not: str = ""
    in_form: bool = False
    """Whether a person wrote it themselves, in a form of the session."""
    passed_on: bool = False
    """Whether a person is said to have said it, rather than a file."""
    idle: tuple[tuple[str, str], ...] = ()
    """What it is quoted for and says nothing of (said_words.py)."""

    def seen(self, digest: str | None, why_not: str, at: str) -> HostEvidence:
        """The same once it was looked up, with the line at which it stands."""
        where = at or self.locator
        return self._replace(digest=digest, why_not=why_not, locator=where)


class Proposal(NamedTuple):
    """What a host brought; None for a part it did not bring."""

    decisions: tuple[HostDecision, ...] | None = None
    tasks: tuple[Task, ...] | None = None
    evidence: tuple[HostEvidence, ...] = ()
    dropped_tasks: tuple[str, ...] = ()
    new_files: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()

    @property
    def names_others(self) -> bool:
        """Whether it names a decision, a task or a file's knowledge it does not bring itself."""
        if any(decision.who_knows == "repository" for decision in self.decisions or ()):
            return True
        decisions = {decision.id for decision in self.decisions or ()}
        named = {name for entry in self.evidence for name, _ in entry.supports}
        named |= {name for task in self.tasks or () for name in task.rests_on}
        after = {name for task in self.tasks or () for name in task.depends_on}
        return not (named <= decisions and after <= {task.id for task in self.tasks or ()})

    @property
    def is_empty(self) -> bool:
        return self.decisions is None and self.tasks is None and not self.evidence


def read_proposal(given: Fields) -> Proposal:
    """Everything a host sent, with every fault in it; secrets are removed (ASK-14)."""
    read = Read()
    told = {name: redact_value(opened(value)) for name, value in given.items()}
    decisions = _decisions(read, told["decisions"]) if "decisions" in told else None
    tasks = _tasks(read, told["tasks"]) if "tasks" in told else _Tasks(None, (), ())
    evidence = _evidence(read, told["evidence"]) if "evidence" in told else ()
    return Proposal(
        decisions, tasks.tasks, evidence, tasks.dropped, tasks.new_files,
        tuple(read.faults), tuple(read.ignored), tuple(read.altered),
    )  # fmt: skip


def proposal_schema() -> dict[str, Any]:
    """The JSON schema of a proposal, lean, for whoever is shown one (LLM-3)."""
    decision = _object(_DECISION) | {"required": ["id"]}
    decision["properties"]["options"] = _list_of(_object(_OPTION) | {"required": ["id", "label"]})
    evidence = _object(_EVIDENCE) | {"required": ["claim"]}
    evidence["properties"]["supports"] = {
        "type": "object",
        "additionalProperties": {"type": "string"},
    }
    return {
        "type": "object",
        "properties": {
            "decisions": _list_of(decision),
            "tasks": _list_of(_object(_TASK) | {"required": ["id", "do"]}),
            "evidence": _list_of(evidence),
        },
        "required": ["decisions", "tasks"],
    }


def _object(fields: Mapping[str, Field]) -> dict[str, Any]:
    left_out = ("pattern", "minLength", "maxLength")
    return {
        "type": "object",
        "properties": {
            name: {k: v for k, v in field.shape.schema().items() if k not in left_out}
            for name, field in fields.items()
            if name not in _HOSTS_ONLY
        },
    }


def _list_of(entry: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": entry}


def told_fields(task: Any) -> frozenset[str]:
    """The fields a task names, by their own names: what it does not name is not meant to change."""
    fields = Read().record(_TASK, task, "task")
    names = {"do": "description", "after": "depends_on", "effort": "complexity"}
    names |= {"undo": "reversibility", "new_files": "files"}
    return frozenset(names.get(name, name) for name in fields)


def slug(text: str) -> str:
    """A name as plangate writes names: lower-case words and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:64].strip("-")


# --- decisions ------------------------------------------------------------------------------------


def _decisions(read: Read, value: object) -> tuple[HostDecision, ...]:
    found: dict[str, HostDecision] = {}
    for at, entry in read.entries(value, "decisions", MOST_DECISIONS):
        fields = read.record(_DECISION, entry, at)
        if not fields:
            continue
        name = slug(fields.get("id") or fields.get("question", ""))
        decision = _decision(read, name, fields, at)  # every fault of it, whatever its name
        if not name:
            read.fault(f"{at}.id", "is missing", "a short name such as session-store")
        elif name in found:
            read.fault(f"{at}.id", f"{name} stands twice", "each decision once")
        else:
            found[name] = decision
    return tuple(found.values())


def _decision(read: Read, name: str, fields: Fields, at: str) -> HostDecision:
    if "drop" in fields:
        return HostDecision(name, drop=fields["drop"])
    options = _options(read, fields.get("options"), at)
    question = fields.get("question") or f"{name.replace('-', ' ').capitalize()}?"
    default = _option_named(options, fields["default"]) if "default" in fields else None
    if "default" in fields and default is None and options:
        known = ", ".join(option.id for option in options)
        read.fault(f"{at}.default", f"{fields['default']!r} is no option", known)
    read.altered += _altered(options, at)
    return HostDecision(name, question, options, default, who_knows=fields.get("who_knows"))


def _altered(options: tuple[HostOption, ...], at: str) -> list[str]:
    """What is taken otherwise than it was told, or for what was not told."""
    found = []
    told = [option.prior for option in options if option.prior is not None]
    if len(told) == len(options) and abs(fsum(told) - 1) > PROPOSALS_NEARLY_ONE:
        found.append(f"{at}: priors sum to {fsum(told):.2g}, scaled to 1")
    elif told and len(told) < len(options):
        found.append(f"{at}: an option without prior is given one, and all are scaled to 1")
    return found


def _options(read: Read, value: object, at: str) -> tuple[HostOption, ...]:
    at = f"{at}.options"
    if value is None:
        read.fault(at, "is missing", "two or more options, or drop with a reason")
        return ()
    found: dict[str, HostOption] = {}
    faults = len(read.faults)
    for place, entry in read.entries(value, at, MOST_OPTIONS):
        plain = isinstance(entry, str) and not isinstance(opened(entry), Mapping)
        fields = read.record(_OPTION, {"label": entry} if plain else entry, place)
        if not fields:
            continue
        label = fields.get("label") or str(fields.get("id", "")).replace("-", " ").capitalize()
        name = slug(fields.get("id") or label)
        if not name:
            read.fault(f"{place}.label", "is missing", "a few words")
            continue
        if name in found:
            read.fault(f"{place}.id", f"{name} stands twice", "each option once")
            continue
        found[name] = HostOption(**{**fields, "id": name, "label": label})
    if len(found) < 2 and len(read.faults) == faults:
        read.fault(at, f"has {len(found)}", "two or more options, or drop with a reason")
    return tuple(found.values())


def _option_named(options: tuple[HostOption, ...], said: str) -> str | None:
    wanted = (said.strip().casefold(), slug(said))
    for option in options:
        if option.id in wanted or option.label.casefold() == wanted[0]:
            return option.id
    return None


# --- tasks ----------------------------------------------------------------------------------------


class _Tasks(NamedTuple):
    tasks: tuple[Task, ...] | None
    dropped: tuple[str, ...]
    new_files: tuple[str, ...]


def _tasks(read: Read, value: object) -> _Tasks:
    tasks: dict[str, Task] = {}
    dropped: list[str] = []
    new: list[str] = []
    for at, entry in read.entries(value, "tasks", MOST_TASKS):
        told = {"do": entry} if isinstance(entry, str) and isinstance(opened(entry), str) else entry
        fields = read.record(_TASK, told, at)
        if not fields:
            continue
        name = str(fields.get("id") or f"t{len(tasks) + 1}")
        if name in tasks:
            read.fault(f"{at}.id", f"{name} stands twice", "each task once")
        elif "drop" in fields:
            dropped.append(name)
        elif not (fields.get("do") or fields.get("title")):
            read.fault(f"{at}.do", "is missing", "what is done, in a sentence or two")
        else:
            tasks[name] = _task(read, name, fields, at)
            new += fields.get("new_files", ())
    return _Tasks(tuple(_linked(read, tasks)), tuple(dropped), tuple(dict.fromkeys(new)))


def _task(read: Read, name: str, fields: Fields, at: str) -> Task:
    for name_of, path in ((n, p) for n in ("files", "new_files") for p in fields.get(n, ())):
        if is_outside(path):
            read.fault(f"{at}.{name_of}", f"{path[:60]!r} is outside", "paths within the workspace")
    files = (*fields.get("files", ()), *fields.get("new_files", ()))
    do = str(fields.get("do") or fields["title"])
    title = fields.get("title") or re.split(r"(?<=[.!?])\s|\n", do)[0].rstrip(".")[:120]
    return Task(
        id=name,
        title=title,
        description=do,
        files=tuple(dict.fromkeys(path.removeprefix("./") for path in files)),
        complexity=fields.get("effort", 3),
        depends_on=fields.get("after", ()),
        preconditions=fields.get("preconditions", ()),
        check=fields.get("check", ""),
        reversibility=fields.get("undo", "reversible"),
        rests_on=tuple(slug(decision) for decision in fields.get("rests_on", ())),
        undo_why=fields.get("undo_why", ""),
    )


def _linked(read: Read, tasks: Mapping[str, Task]) -> list[Task]:
    """Tasks with what they come after by id; a title or a number is understood as well."""
    names = {task.title.casefold(): name for name, task in tasks.items()}
    names |= {str(place): name for place, name in enumerate(tasks, start=1)}
    names |= {name.casefold(): name for name in tasks}
    linked = []
    for place, task in enumerate(tasks.values()):
        after = [names.get(name.casefold(), name) for name in task.depends_on]
        if task.id in after:
            read.fault(f"tasks[{place}].after", f"{task.id} comes after itself", "other tasks")
        linked.append(task._replace(depends_on=tuple(dict.fromkeys(after))))
    circle = circle_in({t.id: [n for n in t.depends_on if n in tasks] for t in linked})
    if len(circle) > 2:
        read.fault("tasks", f"{' → '.join(circle)} is a cycle", "tasks without one")
    return linked


# --- evidence -------------------------------------------------------------------------------------


def _evidence(read: Read, value: object) -> tuple[HostEvidence, ...]:
    found = []
    for at, entry in read.entries(value, "evidence", MOST_EVIDENCE):
        told = {"claim": entry} if isinstance(entry, str) else entry
        fields = read.record(_EVIDENCE, told, at)
        if not fields:
            continue
        supports = _supports(read, fields.pop("supports", None), f"{at}.supports")
        claim = fields.pop("claim", None) or fields.get("quote")
        if claim is None:
            read.fault(f"{at}.claim", "is missing", "what the line shows")
            continue
        found.append(HostEvidence(claim, supports=supports, **fields))
    return tuple(found)


def _supports(read: Read, value: object, at: str) -> tuple[tuple[str, str], ...]:
    told = opened(value)
    if told is None:
        return ()
    if isinstance(told, str) and (parts := re.split(r"\s*[:=]\s*", told, maxsplit=1))[1:]:
        told = {parts[0]: parts[1]}
    if isinstance(told, Mapping) and set(told) == {"decision", "option"}:
        told = {told["decision"]: told["option"]}
    if not isinstance(told, Mapping) or not all(isinstance(v, str) for v in told.values()):
        read.fault(at, "is not understood", '{"decision-id": "option-id"}')
        return ()
    return tuple((slug(str(name)), slug(option)) for name, option in told.items())
