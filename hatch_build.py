"""Puts the JSON files of the catalog into a wheel; they are made here and are in no repository.

The YAML they are made of stays out of the wheel (pyproject.toml), so that an installed plangate
never asks whether its JSON is current. Nothing is written to the checkout that is built.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class CatalogHook(BuildHookInterface[Any]):
    """Adds `dimensions.json` and `archetypes.json` to a wheel, made of the sources at hand."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, str(ROOT / "src"))  # what is built is not installed yet
        from plangate.adapters.minds.drafting import drafting_archetypes
        from plangate.adapters.minds.rules import loading

        folder = Path(tempfile.mkdtemp(prefix="plangate-build-"))
        for compiled in (loading.SHIPPED, drafting_archetypes.SHIPPED):
            inside = Path(*compiled.package.split("."))
            made = folder / compiled.file
            text = compiled.text(ROOT / "src" / inside / compiled.sources)
            made.write_text(text, encoding="utf-8", newline="\n")
            build_data["force_include"][str(made)] = str(inside / compiled.file)
        self._made = folder

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling names the arguments
        if hasattr(self, "_made"):
            shutil.rmtree(self._made)
