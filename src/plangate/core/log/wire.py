"""Core values to JSON text and back, for the record.

Canonical text (sorted names, no spaces, no escapes that are not needed) so that equal values are
equal bytes and a digest means something. Decoding trusts nothing but the types: a field that is
absent takes its default, so that a record written before a field existed still reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from plangate.core.model.kinds import plain

Decoder = Callable[[Any], Any]

#: Made once: json.dumps would make one for every value.
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical(value: Any) -> str:
    """The one JSON text of a plain value."""
    return _ENCODER.encode(value)


def encode(value: Any) -> str:
    """The one JSON text of a core value."""
    return canonical(plain(value))


@cache
def decoder(cls: type) -> Decoder:
    """A function that makes a `cls` (a named tuple) of what `plain` made of one."""
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    hints = get_type_hints(cls)
    readers = [(name, reader) for name in fields if (reader := _reader(hints[name])) is not None]
    renamed = any(name.endswith("_") for name in fields)

    def decode(record: dict[str, Any]) -> Any:
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


def misfit(value: Any, hint: Any, at: str) -> str | None:
    """Where a JSON value is not what a field of this type holds; None when it fits.

    Our own record is read without this; a record somebody hands in is not trusted as much.
    """
    origin, kinds = get_origin(hint), get_args(hint)
    if hint is Any:
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
    elif hasattr(hint, "_fields"):
        hints, owed = _fields_of(hint)
        if not owed <= value.keys() <= hints.keys():
            return at
        inside = ((entry, hints[name], f"{at}.{name}") for name, entry in value.items())
    else:
        return at
    return next((found for part in inside if (found := misfit(*part)) is not None), None)


@cache
def _fields_of(cls: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a named tuple as JSON names them, and those that have no default."""
    hints = {name.rstrip("_"): kind for name, kind in get_type_hints(cls).items()}
    owed = (name.rstrip("_") for name in cls._fields if name not in cls._field_defaults)
    return hints, frozenset(owed)


def _is_plain(value: Any, hint: Any) -> bool:
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is hint and (hint is not int or abs(value) < 2**63)


def _reader(hint: Any) -> Decoder | None:
    """How a field of this type is read; None when JSON already has it as it should be."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        kinds = [arg for arg in get_args(hint) if arg is not NoneType]
        return _reader(kinds[0]) if len(kinds) == 1 else None
    if origin is tuple:
        inner = _reader(get_args(hint)[0])
        return tuple if inner is None else lambda entries: tuple([inner(e) for e in entries])
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return decoder(hint)
    return None
