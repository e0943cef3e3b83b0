"""The words of a host's proposal (MCP-3): what each field is called, and what else it is taken by.

A host is a language model that has read no manual. One table of synonyms (CLI-7) serves every
reader of its documents; a JSON string where an object is wanted is read; what is not known and
harmless is passed over and named, what is a person's to say is refused by name (MCP-6). Every fault
is told at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Number, Shape, Text

#: CLI-7: the short word, and what else a model or a document of plangate calls the same.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "id": ("name", "key", "slug"),
    "question": ("prompt", "decision", "ask"),
    "who_knows": ("who", "known_by", "knows", "knower", "who_decides", "decided_by"),
    "options": ("interpretations", "choices", "alternatives"),
    "label": ("option", "choice", "text"),
    "consequence": ("consequences", "effect", "impact", "description", "leads_to"),
    "prior": ("probability", "likelihood", "weight", "p"),
    "effort": ("complexity", "cost", "size", "estimate"),
    "undo": ("reversibility", "reversible", "undoable"),
    "undo_why": ("objection", "why_undo", "undo_reason", "undo_because"),
    "decides": ("touches", "affects"),
    "default": ("safe_default", "recommended", "recommendation", "preferred", "choose", "chosen"),
    "drop": ("dropped", "not_applicable", "skip"),
    "do": ("description", "details", "steps", "what", "body", "how"),
    "title": ("summary", "subject"),
    "files": ("paths", "file", "changes", "modifies"),
    "new_files": ("creates", "adds", "new"),
    "after": ("depends_on", "dependencies", "depends", "needs", "blocked_by"),
    "rests_on": ("decisions", "relies_on", "decision"),
    "check": ("verify", "verification", "test", "done_when", "acceptance", "acceptance_criteria"),
    "claim": ("fact", "statement", "finding", "says"),
    "locator": ("location", "at", "where", "source", "path"),
    "quote": ("text", "excerpt", "line", "snippet"),
    "supports": ("support", "for", "backs"),
}

#: MCP-6: what only a person, or the record itself, says; a host that sends it is refused.
_NOT_A_HOSTS = frozenset(
    "answer answered approve approved by budget confidence_threshold evidence_threshold enforce "
    "on_timeout policy provenance route status threshold timeout timeout_secs user_response".split()
)
_UNDO: Mapping[str, str] = {
    **dict.fromkeys(("easy", "easily", "yes", "true", "reversible", "full"), "reversible"),
    **dict.fromkeys(("partly", "partial", "partially", "some"), "partial"),
    **dict.fromkeys(("never", "no", "false", "irreversible", "impossible", "none"), "irreversible"),
}
#: “hard” to undo may be partly or never: it is asked for, not guessed.
_UNDO_TAKEN = "easy, partly, never; the same as " + "; ".join(
    ", ".join(told for told, meant in _UNDO.items() if meant == _UNDO[word] and told != word)
    for word in ("easy", "partly", "never")
)

#: MCP-3: who can say how a decision should go, in a model's words.
_KNOWERS: Mapping[str, str] = {
    "person": "person",
    "user": "person",
    "owner": "person",
    "repository": "repository",
    "repo": "repository",
    "code": "repository",
    "anyone": "anyone",
}


#: What may be cut without anything being lost that counts: words about a choice, not a choice.
_MAY_BE_CUT = frozenset(
    "question label consequence undo_why claim quote drop title do check".split()
)
#: “4”, “4h”, “2.5 hours”, “3-5”.
_HOURS = re.compile(r"\s*(\d{1,6}(?:\.\d{1,3})?)(?:\s*(?:-|–|to)\s*\d+)?\s*(?:h|hours?)?\s*$")

#: “70%”.
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,3})?) ?%\s*$")


class Field(NamedTuple):
    """One field of a document: how its value is read, and whether it must be there."""

    shape: Shape
    required: bool = False


class Undo(NamedTuple):
    """How hard it is to take something back, in a model's words."""

    def read(self, value: object, at: str) -> str:
        word = str(value).strip().casefold()
        if word not in _UNDO:
            raise BadInput(at, f"{str(value)[:40]!r} is not known", _UNDO_TAKEN)
        return _UNDO[word]

    def schema(self) -> Document:
        return {"enum": ["easy", "partly", "never"]}


class Knower(NamedTuple):
    """Who can say how a decision should go."""

    def read(self, value: object, at: str) -> str:
        word = str(value).strip().casefold()
        if word not in _KNOWERS:
            raise BadInput(at, f"{str(value)[:40]!r} is not known", "person, repository or anyone")
        return _KNOWERS[word]

    def schema(self) -> Document:
        return {"enum": ["person", "repository", "anyone"]}


class Effort(NamedTuple):
    """Hours, from 1 to 10 and more: more counts as 10, as it is lost twice over by then."""

    def read(self, value: object, at: str) -> int:
        if isinstance(value, str) and (told := _HOURS.match(value)) is not None:
            value = float(told[1])
        number = Number(least=0, most=10_000).read(value, at)
        return max(1, min(10, round(number)))

    def schema(self) -> Document:
        return {"type": "number", "exclusiveMinimum": 0, "maximum": 10}


class Share(NamedTuple):
    """A share of one; 70 and “70%” are hundredths."""

    def read(self, value: object, at: str) -> float:
        if isinstance(value, str) and (told := _PERCENT.match(value)) is not None:
            value = float(told[1])
        number = Number(least=0, most=100).read(value, at)
        return number / 100 if number > 1 else number

    def schema(self) -> Document:
        return Number(least=0, most=1).schema()


class Words(NamedTuple):
    """A list of short texts; one text alone is a list of one."""

    most: int = 50
    longest: int = 300

    def read(self, value: object, at: str) -> tuple[str, ...]:
        entries = [value] if isinstance(value, str | int) else value
        if not isinstance(entries, list | tuple):
            raise BadInput(at, "is no list", "a list of texts")
        if len(entries) > self.most:
            raise BadInput(at, f"{len(entries):,} are too many", f"at most {self.most}")
        given = (str(entry) if isinstance(entry, int) else entry for entry in entries)
        read = (
            Text(self.longest).read(entry, f"{at}[{place}]") for place, entry in enumerate(given)
        )
        return tuple(dict.fromkeys(entry.strip() for entry in read))

    def schema(self) -> Document:
        return {"type": "array", "items": {"type": "string"}}


class Read:
    """What reading a proposal came to: its faults, what was passed over, and what was altered."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.ignored: list[str] = []
        self.altered: list[str] = []

    def fault(self, at: str, problem: str, accepted: str) -> None:
        self.faults.append(str(BadInput(at, problem, accepted)))

    def value(self, shape: Shape, value: object, at: str) -> Any:
        """The value by its shape; None with a fault noted."""
        try:
            return shape.read(value, at)
        except BadInput as error:
            self.faults.append(str(error))
            return None

    def record(self, fields: Mapping[str, Field], value: object, at: str) -> Document:
        """An object with its fields under their own names, whatever they were called."""
        given = opened(value)
        if not isinstance(given, Mapping):
            self.fault(at, "is no object", f"an object with {', '.join(fields)}")
            return {}
        named = self._named(fields, given, at)
        for name in (name for name, field in fields.items() if field.required):
            if name not in named:
                self.fault(f"{at}.{name}", "is missing", f"a {name}")
        for name in [name for name in named if self._says_nothing(name, fields[name], named[name])]:
            del named[name]
            if name != "consequence":  # its label stands for it
                self.altered.append(f"{at}.{name}: is empty, taken as not told")
        read = {
            name: self.value(
                fields[name].shape, self._fitting(fields[name], opened_list(entry), at, name),
                f"{at}.{name}",
            )
            for name, entry in named.items()
            if entry is not None
        }  # fmt: skip
        return {name: entry for name, entry in read.items() if entry is not None}

    def _fitting(self, field: Field, value: object, at: str, name: str) -> object:
        """A text beside the matter that is too long is cut and named, and costs nothing else."""
        longest = field.shape.longest if isinstance(field.shape, Text) else 0
        if name not in _MAY_BE_CUT or not isinstance(value, str) or len(value) <= longest:
            return value
        self.altered.append(f"{at}.{name}: cut to {longest} of {len(value):,} characters")
        return value[:longest].rpartition(" ")[0] or value[:longest]

    @staticmethod
    def _says_nothing(name: str, field: Field, value: object) -> bool:
        """An empty text where none is needed throws nothing away; a drop is nothing without why."""
        empty = isinstance(value, str) and not value.strip()
        return empty and isinstance(field.shape, Text) and not field.required and name != "drop"

    def _named(self, fields: Mapping[str, Field], given: Fields, at: str) -> Document:
        named: Document = {}
        for told, value in given.items():
            word = str(told).strip().casefold().replace("-", "_")
            if word in _NOT_A_HOSTS and word not in fields:
                self.fault(f"{at}.{word}", "is not the host's to say", ", ".join(fields))
                continue
            name = word if word in fields else _meant(word, fields, given)
            if name is None:
                self.ignored.append(f"{at}.{word}"[:80])
            elif name not in named:
                named[name] = _tenfold(value) if word == "complexity" else value
        return named

    def entries(self, value: object, at: str, most: int) -> Iterator[tuple[str, Any]]:
        """The entries of a list with where each stands; an object of objects is a list too."""
        given = opened(value)
        if isinstance(given, Mapping):
            given = [
                {"id": key, **entry} if isinstance(entry := opened(one), Mapping) else one
                for key, one in given.items()
            ]
        if not isinstance(given, list | tuple):
            self.fault(at, "is no list", "a list of objects")
            return
        if len(given) > most:
            self.fault(at, f"{len(given):,} are too many", f"at most {most}")
            return
        for place, entry in enumerate(given):
            yield f"{at}[{place}]", entry


def _tenfold(value: object) -> object:
    """VOI-1: a complexity as the gate writes it, a share of one, in tenths."""
    return value * 10 if isinstance(value, float) and value <= 1 else value


def _meant(word: str, fields: Mapping[str, Field], given: Fields) -> str | None:
    """The field another word stands for, unless that is told by its own name too."""
    for name in fields:
        if name not in given and word in SYNONYMS.get(name, ()):
            return name
    return None


def opened(value: object) -> Any:
    """A JSON string as what it says; anything else as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def opened_list(value: object) -> Any:
    """A list written as a JSON string is read; text that only begins like one is text."""
    read = opened(value)
    return read if isinstance(read, list) else value


def one_line(faults: Sequence[str]) -> str:
    """Every fault in one line, so that one more call can cure them all."""
    shown = [" ".join(fault.split()) for fault in faults]
    many = f"{len(shown)} faults; nothing was taken. " if len(shown) > 1 else ""
    return f"{many}{' | '.join(shown[:40])}"
