"""Where dimensions come from: the package, the person's own folder, a workspace they trust.

Later ones take the place of earlier ones with the same id. The shipped files are YAML for people;
a plan reads the JSON that is made of them once they are checked (compiled_catalog.py). A file of
somebody's own that cannot be used is refused by file and field (ERR-1), and planning stops: whoever
wrote a dimension wants to be asked about it, and going on without it would decide in silence what
they meant to keep. What a workspace nobody trusts may add is the business of strangers.py
(ACT-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from plangate.adapters.minds.compiled_catalog import Compiled
from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.dimension_file import DIMENSION, dimension_of, read_dimension
from plangate.adapters.minds.rules.signs import check_patterns
from plangate.adapters.minds.yaml_files import files_in, yaml_document
from plangate.core.gate.settling import check_links
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document


def _checked(files: Mapping[str, bytes]) -> list[Document]:
    """The documents of the shipped files, each with every field that its shape knows."""
    checked = []
    for name, raw in files.items():
        document = yaml_document(name, raw)
        _named(name, document)
        checked.append(DIMENSION.read(document, "document"))
    links = [dimension_of(document).as_ambiguity() for document in checked]
    check_links(links, "dimensions")  # GATE-17
    return checked


SHIPPED = Compiled("plangate.adapters.minds.rules", "dimensions.json", "dimensions", _checked)


@cache
def shipped_dimensions() -> tuple[Dimension, ...]:
    """The dimensions that come with the package, in the order of their file names."""
    return tuple(dimension_of(document) for document in SHIPPED.documents())


def dimensions_for(
    own: Iterable[Dimension] = (), users: Path | None = None, packages: Iterable[Path] = ()
) -> tuple[Dimension, ...]:
    """The shipped dimensions, those of packages, of the person's folder, of a trusted workspace.

    Files of people are read anew at every call: they belong to whoever edits them. In the person's
    folder a link is not followed (INV-11).
    """
    dimensions = {dimension.id: dimension for dimension in shipped_dimensions()}
    for folder in (*packages, *([users] if users is not None else ())):
        theirs = dimensions_in(files_in(folder))
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


def dimension_in(name: str, raw: bytes) -> Dimension:
    """The dimension of a file somebody wrote, or one line about what is wrong with it."""
    return _named(name, yaml_document(name, raw))


def _named(name: str, document: object) -> Dimension:
    """A dimension from a document; what is wrong with it is said with its file's name."""
    try:
        dimension = read_dimension(document)
        check_patterns(dimension)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None
    return dimension
