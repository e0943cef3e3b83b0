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
from typing import Any, Union, get_args, get_origin, get_type_hints

from plangate.core.model import plain

Decoder = Callable[[Any], Any]


def canonical(value: Any) -> str:
    """The one JSON text of a plain value."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


def encode(value: Any) -> str:
    """The one JSON text of a core value."""
    return canonical(plain(value))


@cache
def decoder(cls: type) -> Decoder:
    """A function that makes a `cls` (a named tuple) of what `plain` made of one."""
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    hints = get_type_hints(cls)
    readers = [
        (name, name.rstrip("_"), reader)
        for name in fields
        if (reader := _reader(hints[name])) is not None
    ]
    renamed = any(name.endswith("_") for name in fields)

    def decode(record: dict[str, Any]) -> Any:
        if renamed:
            record = {f"{k}_" if f"{k}_" in fields else k: v for k, v in record.items()}
        if not readers:
            return cls(**record)
        known = dict(record)
        for name, _, reader in readers:
            if name in known and known[name] is not None:
                known[name] = reader(known[name])
        return cls(**known)

    return decode


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
