"""Core values to JSON text and back, for the record.

Canonical text (sorted names, no spaces, no escapes that are not needed) so that equal values are
equal bytes and a digest means something. Decoding trusts nothing but the types: a field that is
absent takes its default, so that a record written before a field existed still reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from plangate.core.model.kinds import plain
from plangate.core.model.records import UNREAD

Made = TypeVar("Made")
#: Makes a value of the JSON object it was written as.
Decoder = Callable[[dict[str, object]], Made]
#: Makes a field of a value of what JSON has for it.
_Reader = Callable[[object], object]

#: Made once: json.dumps would make one for every value.
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical(value: object) -> str:
    """The one JSON text of a plain value."""
    return _ENCODER.encode(value)


def encode(value: object) -> str:
    """The one JSON text of a core value."""
    return canonical(plain(value))


@cache
def decoder(cls: type[Made]) -> Decoder[Made]:
    """A function that makes a `cls` (a named tuple) of what `plain` made of one."""
    fields = _names_of(cls)
    hints = get_type_hints(cls)
    readers = [(name, reader) for name in fields if (reader := _reader(hints[name])) is not None]
    renamed = any(name.endswith("_") for name in fields)

    def decode(record: dict[str, object]) -> Made:
        if renamed:
            record = {f"{k}_" if f"{k}_" in fields else k: v for k, v in record.items()}
        if not readers:
            return cls(**record)
        record = dict(record)
        for name, reader in readers:
            if record.get(name) is not None:
                record[name] = reader(record[name])
        return cls(**record)

    return decode


def misfit(value: object, hint: object, at: str) -> str | None:
    """Where a JSON value is not what a field of this type holds; None when it fits.

    Our own record is read without this; a record somebody hands in is not trusted as much.
    """
    origin, kinds = get_origin(hint), get_args(hint)
    if hint is UNREAD:
        return None
    if origin in (Union, UnionType):
        return None if any(misfit(value, kind, at) is None for kind in kinds) else at
    if origin is Literal:
        return None if value in kinds else at
    if origin in (tuple, list):
        if not isinstance(value, list):
            return at
        inside = ((entry, kinds[0], f"{at}[{place}]") for place, entry in enumerate(value))
    elif not isinstance(value, dict):
        return None if _is_plain(value, hint) else at
    elif origin is dict:
        inside = ((entry, kinds[1], f"{at}.{name}") for name, entry in value.items())
    elif isinstance(hint, type) and (_names_of(hint) or is_typeddict(hint)):
        hints, owed = _fields_of(hint)
        if not owed <= value.keys() <= hints.keys():
            return at
        inside = ((entry, hints[name], f"{at}.{name}") for name, entry in value.items())
    else:
        return at
    return next((found for part in inside if (found := misfit(*part)) is not None), None)


def _names_of(kind: object) -> tuple[str, ...]:
    """The fields of a named tuple; none of anything else."""
    return tuple(getattr(kind, "_fields", ()))


@cache
def _fields_of(cls: type) -> tuple[dict[str, object], frozenset[str]]:
    """The fields of a named tuple or a typed object as JSON names them, and those it must have."""
    hints: dict[str, object] = {
        name.rstrip("_"): kind for name, kind in get_type_hints(cls).items()
    }
    if is_typeddict(cls):
        return hints, frozenset(getattr(cls, "__required_keys__", ()))
    absent: Mapping[str, object] = getattr(cls, "_field_defaults", {})
    return hints, frozenset(name.rstrip("_") for name in _names_of(cls) if name not in absent)


def _is_plain(value: object, hint: object) -> bool:
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return type(value) is int and abs(value) < 2**63
    return type(value) is hint


def _reader(hint: object) -> _Reader | None:
    """How a field of this type is read; None when JSON already has it as it should be."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        kinds = [arg for arg in get_args(hint) if arg is not NoneType]
        return _reader(kinds[0]) if len(kinds) == 1 else None
    if origin is tuple:
        inner = _reader(get_args(hint)[0])
        return lambda entries: _tuple_of(entries, inner)
    if isinstance(hint, type) and _names_of(hint):
        return _nested(decoder(hint))
    if is_typeddict(hint):
        return _with_fields(_fields_of(hint)[1])
    return None


def _tuple_of(entries: object, inner: _Reader | None) -> tuple[object, ...]:
    if not isinstance(entries, list):
        raise TypeError(f"{type(entries).__name__} where a list belongs")
    return tuple(entries) if inner is None else tuple([inner(entry) for entry in entries])


def _nested(decode: Decoder[object]) -> _Reader:
    def read(record: object) -> object:
        if not isinstance(record, dict):
            raise TypeError(f"{type(record).__name__} where an object belongs")
        return decode(record)

    return read


def _with_fields(owed: frozenset[str]) -> _Reader:
    """An object stays one; what it must have is looked for, so that nobody else has to."""

    def read(record: object) -> object:
        if not isinstance(record, dict) or not owed <= record.keys():
            raise TypeError(f"an object without {', '.join(sorted(owed))}")
        return record

    return read
