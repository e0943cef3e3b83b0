"""Where dimensions come from: the package, the person's own folder, a workspace they trust.

Later ones take the place of earlier ones with the same id. The shipped files are YAML for people;
a plan reads `dimensions.json`, which `scripts/catalog.py` makes of them once they are checked, so
that planning needs no YAML. A file of somebody's own that cannot be used is refused by file and
field (ERR-1), and planning stops: whoever wrote a dimension wants to be asked about it, and going
on without it would decide in silence what they meant to keep for themselves. What a workspace
nobody trusts may add is the business of strangers.py (ACT-2).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.dimension_file import DIMENSION, dimension_of, read_dimension
from plangate.adapters.minds.rules.signs import check_patterns
from plangate.core.gate.settling import check_links
from plangate.core.model.errors import BadInput

#: How the name of a dimension's file ends.
SUFFIXES = (".yaml", ".yml")
#: The shipped files in one, checked; made by scripts/catalog.py.
COMPILED = "dimensions.json"
_PACKAGE = "plangate.adapters.minds.rules"
_MOST_FILES = 500
_LARGEST_FILE = 200_000
_DEEPEST = 12


@cache
def shipped_dimensions() -> tuple[Dimension, ...]:
    """The dimensions that come with the package, in the order of their file names."""
    documents = json.loads((resources.files(_PACKAGE) / COMPILED).read_bytes())
    return tuple(dimension_of(document) for document in documents)


def compiled_dimensions() -> str:
    """What `dimensions.json` must hold: the shipped data files, checked, one to a line."""
    folder = resources.files(_PACKAGE) / "dimensions"
    lines = []
    dimensions: list[Dimension] = []
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".yaml"):
            document = _yaml(path.read_text(encoding="utf-8"), guarded=False)
            _named(path.name, document)
            checked = DIMENSION.read(document, "document")
            lines.append(json.dumps(checked, ensure_ascii=False, separators=(",", ":")))
            dimensions.append(dimension_of(checked))
    check_links([dimension.as_ambiguity() for dimension in dimensions], "dimensions")
    return "[" + ",\n".join(lines) + "]\n"


def dimensions_for(
    own: Iterable[Dimension] = (), users: Path | None = None
) -> tuple[Dimension, ...]:
    """The shipped dimensions, those of the person's folder, and those of a trusted workspace.

    Files of people are read anew at every call: they belong to whoever edits them. In the person's
    folder a link is not followed (INV-11).
    """
    dimensions = {dimension.id: dimension for dimension in shipped_dimensions()}
    if users is not None:
        files = {f"{users}/{path.name}": path for path in _users_files(users)}
        theirs = dimensions_in({name: _bytes(path, name) for name, path in files.items()})
        dimensions |= {dimension.id: dimension for dimension in theirs.values()}
    dimensions |= {dimension.id: dimension for dimension in own}
    if len(dimensions) > len(shipped_dimensions()) or any(
        dimensions[known.id] is not known for known in shipped_dimensions()
    ):  # GATE-17: people's own files may not make decisions go round in a circle
        check_links([dimension.as_ambiguity() for dimension in dimensions.values()], "dimensions")
    return tuple(dimensions.values())


def dimensions_in(files: Mapping[str, bytes]) -> dict[str, Dimension]:
    """The dimensions of files that people wrote, by what a person calls the file."""
    dimensions: dict[str, Dimension] = {}
    named: dict[str, str] = {}
    for name, raw in files.items():
        dimension = dimension_in(name, raw)
        if dimension.id in named:
            problem = f"{dimension.id!r} is the id of {named[dimension.id]} too"
            raise BadInput(f"{name}: id", problem, "each id once")
        named[dimension.id] = name
        dimensions[name] = dimension
    return dimensions


def _users_files(folder: Path) -> list[Path]:
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


def _bytes(path: Path, name: str) -> bytes:
    if path.is_symlink():
        raise BadInput(name, "is a link", "a file")
    if not path.is_file():
        raise BadInput(name, "is no file", "a file")
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(name, f"cannot be read: {error.strerror}") from None


def dimension_in(name: str, raw: bytes) -> Dimension:
    """The dimension of a file somebody wrote, or one line about what is wrong with it."""
    if len(raw) > _LARGEST_FILE:
        raise BadInput(name, "is too large", f"up to {_LARGEST_FILE:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(name, f"byte {error.start} is not UTF-8", "YAML in UTF-8") from None
    try:
        document = _yaml(text, guarded=True)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None
    return _named(name, document)


def _named(name: str, document: Any) -> Dimension:
    """A dimension from a document; what is wrong with it is said with its file's name."""
    try:
        dimension = read_dimension(document)
        check_patterns(dimension)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None
    return dimension


def _yaml(text: str, *, guarded: bool) -> Any:
    import yaml  # lazy: 20 ms that only somebody's own files need

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is 8 times as fast
    try:
        if guarded:
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
