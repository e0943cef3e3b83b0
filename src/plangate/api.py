"""The library's functions, as `from plangate import …` offers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plangate.app.planner import Planner
from plangate.core.gate_document import read_gate_document
from plangate.core.gate_report import gate_report
from plangate.settings import environment, read_settings


def gate(document: Mapping[str, Any]) -> dict[str, Any]:
    """Decide one gate document; the same document and the same answer as `plangate gate --json`.

    Raises BadInput with one line that names the field when the document cannot be used.
    """
    return gate_report(read_gate_document(document))


@contextmanager
def open_planner(*, workspace: str | Path = ".", db: str | Path | None = None) -> Iterator[Planner]:
    """A planner over the user's database, or over the file named by `db`."""
    from plangate import wiring  # lazy: the adapters are loaded by whoever plans

    settings = read_settings(environment(), Path(workspace), Path(db) if db else None)
    with wiring.open_planner(settings) as planner:
        yield planner
