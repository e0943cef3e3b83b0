"""`plangate catalog`: data files of one's own, checked before they are relied on (EXT-1)."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option


@click.group(epilog="Example: plangate catalog check .plangate")
def catalog() -> None:
    """Dimensions and kinds of change of your own, as YAML files.

    They lie in `.plangate/dimensions` and `.plangate/archetypes` of a workspace, in the folders of
    these names in your configuration directory, or in a package; docs/catalog.md has the fields.
    """


@command(
    of=catalog, database=False, epilog="Example: plangate catalog check .plangate/dimensions/a.yaml"
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@workspace_option("The directory whose own files are checked (default: here).")
def check(call: Call, paths: tuple[Path, ...]) -> int:
    """Say of each file PATH, or of each file in the folder PATH, whether it can be used.

    Without a PATH: the files of the workspace and your own. Exit 0, or 5 when one cannot be used.
    """
    from plangate.wiring.catalogs import catalog_files, checked_catalog

    found = checked_catalog(catalog_files(paths, call.here))
    ok = all(one.problem is None for one in found)
    if call.as_json:
        files = [one._asdict() for one in found]
        emit_json({"schema": "plangate.catalog/1", "ok": ok, "files": files})
        return 0 if ok else 5
    for one in found:
        emit(f"ok      {one.file}: {one.kind} {one.id}" if one.problem is None else one.problem)
    if not found:
        emit("No file of your own was found.")
    return 0 if ok else 5


@command(of=catalog, database=False, epilog="Example: plangate catalog schema dimension")
@click.argument("kind", type=click.Choice(("dimension", "archetype")))
def schema(call: Call, kind: str) -> int:  # the same document with and without --json
    """Print the JSON schema of a file of KIND."""
    from plangate.wiring.catalogs import catalog_schema

    emit_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"plangate.{kind}/1",
            **catalog_schema(kind),
        }
    )
    return 0
