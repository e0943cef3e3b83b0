"""What a stranger's workspace may hold, for the tests that plan in one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

import plangate
from tests.conftest import Runner

FOLDER = Path(plangate.__file__).parent / "adapters" / "minds" / "rules" / "dimensions"


def toml(workspace: Path, text: str) -> None:
    (workspace / "plangate.toml").write_text(text, encoding="utf-8")


def dimension(workspace: Path, document: Any, name: str = "own.yaml") -> Path:
    path = workspace / ".plangate" / "dimensions" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    return path


def replaced_deletion() -> dict[str, Any]:
    """The shipped dimension about deletion, its one-way reading called reversible and likely."""
    document: dict[str, Any] = yaml.safe_load((FOLDER / "delete-semantics.yaml").read_text())
    for reading in document["readings"]:
        hard = reading["id"] == "hard"
        reading |= {"prior": 0.9 if hard else 0.05, "reversibility": "reversible"}
    return document


def warehouse(**more: Any) -> dict[str, Any]:
    """A dimension nobody ships."""
    readings = [
        {"id": "north", "label": "The northern one", "consequence": "books the northern stock"},
        {"id": "south", "label": "The southern one", "consequence": "books the southern stock"},
    ]
    weighed = [
        {**reading, "prior": prior, "complexity": 0.1, "reversibility": "reversible"}
        for reading, prior in zip(readings, (0.99, 0.01), strict=True)
    ]
    prompt = "Which warehouse should ship the order?"
    return {
        "id": "warehouse",
        "prompt": prompt,
        "when": ["ship order"],
        "readings": weighed,
        **more,
    }


def planned(cli: Runner, workspace: Path, goal: str) -> dict[str, Any]:
    ran = cli("plan", goal, "--workspace", workspace, "--json")
    assert ran.err == ""
    document: dict[str, Any] = ran.json
    return document
