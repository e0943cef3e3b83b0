"""Data files that people write in YAML: found, read and bounded, one line for what is wrong.

Dimensions and archetypes are read the same way wherever they come from. A file is refused by its
name (ERR-1) before anything is built from it: no links, no aliases, no depth, no size by which a
small file fills a machine (INV-11).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plangate.core.model.errors import BadInput

#: How the name of a data file ends.
SUFFIXES = (".yaml", ".yml")
_MOST_FILES = 500
_LARGEST_FILE = 200_000
_DEEPEST = 12


def files_in(folder: Path) -> dict[str, bytes]:
    """The data files of a person's folder by their path; none when there is no such folder."""
    return {f"{folder}/{path.name}": _bytes(path) for path in _paths_in(folder)}


def files_at(path: Path) -> dict[str, bytes]:
    """A data file, or every one of a folder and the folders `dimensions` and `archetypes` in it."""
    if not path.is_dir():
        return {str(path): _bytes(path)}
    found = files_in(path)
    for name in ("dimensions", "archetypes"):
        found |= files_in(path / name)
    return found


def _paths_in(folder: Path) -> list[Path]:
    if folder.is_symlink():
        raise BadInput(str(folder), "is a link", "a folder")
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise BadInput(str(folder), f"cannot be read: {error.strerror}") from None
    if len(found) > _MOST_FILES:
        raise BadInput(str(folder), f"{len(found):,} files", f"at most {_MOST_FILES:,}")
    return found


def _bytes(path: Path) -> bytes:
    name = str(path)
    if path.is_symlink():
        raise BadInput(name, "is a link", "a file")
    if not path.is_file():
        raise BadInput(name, "is not a file", "a file")
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(name, f"cannot be read: {error.strerror}") from None


def yaml_document(name: str, raw: bytes) -> Any:
    """The one document of a file; what is wrong with it is said with the file's name."""
    if len(raw) > _LARGEST_FILE:
        raise BadInput(name, "is too large", f"up to {_LARGEST_FILE:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(name, f"byte {error.start} is not UTF-8", "YAML in UTF-8") from None
    try:
        return _yaml(text)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None


def _yaml(text: str) -> Any:
    import yaml  # lazy: 20 ms that only somebody's own files need

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is 8 times as fast
    try:
        _check_events(yaml.parse(text, Loader=loader))
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise BadInput(
            "document", f"is not YAML: {error.problem}{where}", "one YAML document"
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadInput("document", f"is not YAML: {error}", "one YAML document") from None


def _check_events(events: Iterator[Any]) -> None:
    """Before anything is built: no aliases and no depth, by which a small file fills a machine."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        if kind == "AliasEvent":
            raise BadInput("document", f"uses the alias *{event.anchor}", "YAML without aliases")
        depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
        if depth > _DEEPEST:
            raise BadInput("document", "is nested too deeply", f"at most {_DEEPEST} levels")
