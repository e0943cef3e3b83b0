"""Documents of manifests and settings: what lies at a path of keys, and the rows of a YAML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plangate.core.model.records import Document

_DEEPEST = 40


class FactRow(NamedTuple):
    """One scalar of a YAML document: the keys that lead to it, its text and its line."""

    path: tuple[str, ...]
    value: str
    line: int


class NotYaml(Exception):
    """A text that stops being YAML at a line (0: unknown)."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def yaml_rows(text: str) -> Iterator[FactRow]:
    """The scalars of a text, from the parser's events: no alias is ever expanded."""
    import yaml  # lazy: 20 ms that only planning needs

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    path: list[str | int | None] = []  # a name or None (awaiting a key) in a mapping, else a place
    try:
        for event in yaml.parse(text, Loader=loader):
            kind = type(event).__name__
            if kind in ("MappingStartEvent", "SequenceStartEvent"):
                if len(path) >= _DEEPEST:
                    raise NotYaml(event.start_mark.line + 1)
                path.append(None if kind == "MappingStartEvent" else 0)
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                path.pop()
                _advance(path)
            elif kind in ("ScalarEvent", "AliasEvent"):
                value = event.value if kind == "ScalarEvent" else ""
                if path and path[-1] is None:
                    path[-1] = value
                    continue
                yield FactRow(tuple(str(part) for part in path), value, event.start_mark.line + 1)
                _advance(path)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise NotYaml(mark.line + 1 if mark else 0) from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise NotYaml(0) from None


def _advance(path: list[str | int | None]) -> None:
    """After a whole value: a mapping waits for its next key, a sequence counts on."""
    if path:
        last = path[-1]
        path[-1] = last + 1 if isinstance(last, int) else None


def dig(document: Any, *keys: str) -> Any:
    """What lies at a path of keys; None as soon as something is not as expected."""
    for key in keys:
        if not isinstance(document, dict):
            return None
        document = document.get(key)
    return document


def table(document: Any, *keys: str) -> Document:
    """The mapping at a path of keys, empty when there is none."""
    found = dig(document, *keys)
    return {str(k): v for k, v in found.items()} if isinstance(found, dict) else {}


def texts(document: Any, *keys: str) -> list[str]:
    """The strings of the list at a path of keys."""
    found = dig(document, *keys)
    return [entry for entry in found if isinstance(entry, str)] if isinstance(found, list) else []
