"""What a document may look like, written once: the same description reads it and makes its schema.

A shape turns a JSON value into checked plain Python (`read`) or refuses it with one line that names
the field and what would be accepted (ERR-1); `schema` gives the JSON Schema of exactly what `read`
takes. Relations between fields (ids that must exist, priors that must sum to one) are the business
of the module that owns the document, not of a shape.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.language.patterns import lazy

#: Control characters other than tab, newline and carriage return, and lone surrogates.
_UNPRINTABLE = lazy("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_LARGEST_DOCUMENT = 64 * 1024 * 1024
_SHOWN = 40


class Shape(Protocol):
    def read(self, value: object, at: str) -> Any: ...

    def schema(self) -> Document: ...


class Text(NamedTuple):
    """A string, not blank unless `blank` allows it."""

    longest: int = 2_000
    blank: bool = False

    def read(self, value: object, at: str) -> str:
        accepted = f"text of {0 if self.blank else 1} to {self.longest:,} characters"
        if not isinstance(value, str):
            raise BadInput(at, f"{_kind(value)} is not text", accepted)
        if len(value) > self.longest:
            raise BadInput(at, f"{len(value):,} characters are too many", accepted)
        if not value.isprintable() and (found := _UNPRINTABLE.search(value)):
            raise BadInput(
                at,
                f"contains {_named(ord(found.group()))} at position {found.start()}",
                "printable text, tabs and newlines",
            )
        if not self.blank and not value.strip():
            raise BadInput(at, "is empty", accepted)
        return value

    def schema(self) -> Document:
        shape: Document = {"type": "string", "maxLength": self.longest}
        return shape if self.blank else shape | {"minLength": 1, "pattern": r"\S"}


class Number(NamedTuple):
    """A finite number between two bounds; `above` and `below` are bounds not reached."""

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None

    def read(self, value: object, at: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadInput(at, f"{_kind(value)} is not a number", self.accepted())
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        outside = (
            not math.isfinite(number)
            or (self.least is not None and number < self.least)
            or (self.most is not None and number > self.most)
            or (self.above is not None and number <= self.above)
            or (self.below is not None and number >= self.below)
        )
        if outside:
            raise BadInput(at, f"{_shown(value)} is out of range", self.accepted())
        return number

    def accepted(self) -> str:
        low = f"from {self.least:g}" if self.least is not None else ""
        low = f"above {self.above:g}" if self.above is not None else low
        high = f"to {self.most:g}" if self.most is not None else ""
        high = f"below {self.below:g}" if self.below is not None else high
        return " ".join(("a finite number", low, high)).strip().replace("  ", " ")

    def schema(self) -> Document:
        bounds = {
            "minimum": self.least,
            "maximum": self.most,
            "exclusiveMinimum": self.above,
            "exclusiveMaximum": self.below,
        }
        return {"type": "number"} | {k: v for k, v in bounds.items() if v is not None}


class Whole(NamedTuple):
    """An integer between two bounds."""

    least: int
    most: int

    def read(self, value: object, at: str) -> int:
        accepted = f"a whole number from {self.least:,} to {self.most:,}"
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(at, f"{_kind(value)} is not a whole number", accepted)
        if not self.least <= value <= self.most:
            raise BadInput(at, f"{_shown(value)} is out of range", accepted)
        return value

    def schema(self) -> Document:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Flag(NamedTuple):
    """true or false."""

    def read(self, value: object, at: str) -> bool:
        if not isinstance(value, bool):
            raise BadInput(at, f"{_kind(value)} is not a flag", "true, false")
        return value

    def schema(self) -> Document:
        return {"type": "boolean"}


class FlagOr(NamedTuple):
    """true, false or something else."""

    shape: Shape

    def read(self, value: object, at: str) -> Any:
        return value if isinstance(value, bool) else self.shape.read(value, at)

    def schema(self) -> Document:
        return {"anyOf": [{"type": "boolean"}, self.shape.schema()]}


class Choice(NamedTuple):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, at: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise BadInput(at, f"{_shown(value)} is not known", ", ".join(self.words))
        return value

    def schema(self) -> Document:
        return {"enum": list(self.words)}


class ListOf(NamedTuple):
    """A list of one shape, read as a tuple."""

    item: Shape
    least: int = 0
    most: int = 100_000

    def read(self, value: object, at: str) -> tuple[Any, ...]:
        accepted = f"a list of {self.least:,} to {self.most:,} entries"
        if not isinstance(value, list | tuple):
            raise BadInput(at, f"{_kind(value)} is not a list", accepted)
        if not self.least <= len(value) <= self.most:
            raise BadInput(at, f"{len(value):,} entries", accepted)
        read = self.item.read
        return tuple([read(entry, f"{at}[{place}]") for place, entry in enumerate(value)])

    def schema(self) -> Document:
        return {
            "type": "array",
            "items": self.item.schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }


class MapOf(NamedTuple):
    """An object from any name to one shape."""

    item: Shape
    longest_name: int = 200

    def read(self, value: object, at: str) -> Document:
        if not isinstance(value, Mapping):
            raise BadInput(at, f"{_kind(value)} is not an object", "an object")
        name_shape = Text(self.longest_name)
        return {
            name_shape.read(name, f"{at} (a name in it)"): self.item.read(entry, f"{at}.{name}")
            for name, entry in value.items()
        }

    def schema(self) -> Document:
        return {
            "type": "object",
            "additionalProperties": self.item.schema(),
            "propertyNames": Text(self.longest_name).schema(),
        }


class Nullable(NamedTuple):
    """A shape, or null."""

    item: Shape

    def read(self, value: object, at: str) -> Any:
        return None if value is None else self.item.read(value, at)

    def schema(self) -> Document:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}


class Record(NamedTuple):
    """An object with known fields; an unknown one is refused by name.

    An absent optional field is absent from what is read, so that the owner can tell absent from
    empty.
    """

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape]

    def read(self, value: object, at: str) -> Document:
        if not isinstance(value, Mapping):
            raise BadInput(at, f"{_kind(value)} is not an object", self.accepted())
        inside = f"{at}." if at and at != "document" else ""
        read: Document = {}
        for name, shape in self.required.items():
            if name not in value:
                raise BadInput(f"{inside}{name}", "is missing", f"an object with {name}")
            read[name] = shape.read(value[name], inside + name)
        optional = self.optional
        for name, entry in value.items():
            if name in read:
                continue
            if name not in optional:
                raise BadInput(f"{inside}{_plain(name)}", "is not a field", self.accepted())
            read[name] = optional[name].read(entry, inside + name)
        return read

    def with_optional(self, **more: Shape) -> Record:
        return Record(self.required, {**self.optional, **more})

    def accepted(self) -> str:
        return ", ".join([*self.required, *self.optional])

    def schema(self) -> Document:
        fields = {**self.required, **self.optional}
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in fields.items()},
            "required": list(self.required),
            "additionalProperties": False,
        }


def read_json(raw: bytes, at: str = "document") -> Any:
    """A JSON value from bytes, or one line about why not (ERR-1)."""
    if len(raw) > _LARGEST_DOCUMENT:
        raise BadInput(at, f"{len(raw):,} bytes are too many", f"up to {_LARGEST_DOCUMENT:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(at, f"byte {error.start} is not UTF-8", "JSON in UTF-8") from None
    if not text.strip():
        raise BadInput(at, "is empty", "one JSON document")
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_repeats)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(at, f"is not JSON: {error.msg} at {where}", "one JSON document") from None
    except _Repeated as error:
        raise BadInput(at, f"names {_plain(error.args[0])} twice", "each name once") from None
    except _Constant as error:
        raise BadInput(at, f"contains {error.args[0]}", "finite numbers") from None
    except RecursionError:
        raise BadInput(at, "is nested too deeply", "one JSON document") from None
    except ValueError:
        raise BadInput(at, "contains a number of too many digits", "finite numbers") from None


class _Repeated(Exception):
    pass


class _Constant(Exception):
    pass


def _no_constant(name: str) -> Any:
    raise _Constant(name)


def _no_repeats(pairs: list[tuple[str, Any]]) -> Document:
    record = dict(pairs)
    if len(record) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _Repeated(name)
            seen.add(name)
    return record


def _named(code: int) -> str:
    """A character that is not taken; Python reads a byte that is not UTF-8 as U+DC80 to U+DCFF."""
    if 0xDC80 <= code <= 0xDCFF:
        return f"the byte {code - 0xDC00:02X}, which is not UTF-8,"
    return f"the control character U+{code:04X}"


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool | int | float | str):
        return _shown(value)
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, Mapping) else f"a {type(value).__name__}"


def _shown(value: object) -> str:
    """A value as it may stand inside a one-line message."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 128:
        return "a number of too many digits"
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _plain(name: object) -> str:
    """A name somebody wrote, safe to print on one line."""
    text = str(name)[:_SHOWN]
    return text if text.isidentifier() else json.dumps(text, ensure_ascii=True)
