"""Paths as a workspace has them: relative, within it, with forward slashes.

Agents name files by where they lie on a machine. Whatever comes in is made relative to its
workspace before it is read, so that a plan and its evidence mean the same in every clone (REC-8);
what lies outside is nobody's to plan on (INV-11).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def folders_above(files: Iterable[str]) -> frozenset[str]:
    """Every folder that some of the files lie in; of an absolute path, those below the root."""
    found: set[str] = set()
    for path in files:
        folder = posixpath.dirname(path)
        while folder.strip("/") and folder not in found:
            found.add(folder)
            folder = posixpath.dirname(folder)
    return frozenset(found)


def is_outside(path: str) -> bool:
    """Whether a path leads out of the workspace it is told for, or is none of this machine's."""
    plain = path.strip()
    if plain.startswith(("/", "~")) or _DRIVE.match(plain) or "\\" in plain:
        return True
    return posixpath.normpath(plain).partition("/")[0] == ".."


def check_inside(paths: Iterable[str], field: str) -> None:
    """Refuse, in one line, the first path that leads out of the workspace (ERR-1)."""
    for path in filter(is_outside, paths):
        raise BadInput(field, f"{path[:60]!r} is outside", "paths within the workspace")


def made_relative(value: Any, roots: Iterable[str]) -> Any:
    """A text, or every text in a JSON value, with the paths below one of the roots as they are from
    there; anything else as it is."""
    for root in roots:
        if len(plain := root.rstrip("/")) > 1:
            value = _relative(value, plain)
    return value


def evidence_made_relative(entries: Any, roots: Iterable[str]) -> Any:
    """The same for evidence, of which only the locators are paths: a quote stays as it stands."""
    if isinstance(entries, Mapping):
        return _with_locator(entries, roots)
    return [_with_locator(x, roots) for x in entries] if isinstance(entries, list) else entries


def _with_locator(entry: Any, roots: Iterable[str]) -> Any:
    if not isinstance(entry, Mapping) or "locator" not in entry:
        return entry
    told: Document = {**entry, "locator": made_relative(entry["locator"], roots)}
    return told


def _relative(value: Any, root: str) -> Any:
    if isinstance(value, str):
        return _named(root).sub(_from_there, value) if root in value else value
    if isinstance(value, Mapping):
        return {name: _relative(inner, root) for name, inner in value.items()}
    return [_relative(inner, root) for inner in value] if isinstance(value, list) else value


@lru_cache(maxsize=16)
def _named(root: str) -> re.Pattern[str]:
    """A root where a path begins, with what leads on from it, or by itself."""
    return re.compile(
        rf"(?<![\w/.~@+-]){re.escape(root)}(?:(?P<on>/+(?=[\w.@+-]))|/*(?![\w./@+-]))"
    )


def _from_there(found: re.Match[str]) -> str:
    return "" if found["on"] else "."
