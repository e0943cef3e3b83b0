"""Puts the made files into a wheel: JSON of the catalog, modules of words. No repository has them.

The YAML and TOML they are made of stay out of the wheel (pyproject.toml), so that an installed
plangate never asks whether they are current. Nothing is written to the checkout that is built,
unless it is installed to be edited: that one runs from the checkout itself.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class MadeFilesHook(BuildHookInterface[Any]):
    """Adds the files that scripts/made_files.py makes, made of the sources at hand."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # what is built is not installed yet
        if version == "editable":
            from scripts import made_files

            if made_files.main() != 0:
                raise SystemExit("plangate: the words or the catalog cannot be used, see above")
            return
        self._made = Path(tempfile.mkdtemp(prefix="plangate-build-"))
        for texts in (self._words, self._catalog):
            for path, text in texts().items():
                made = self._made / path.name
                made.write_text(text, encoding="utf-8", newline="\n")
                build_data["force_include"][str(made)] = str(path)

    def _words(self) -> dict[Path, str]:
        from scripts import words

        inside = words.WORDS.relative_to(ROOT / "src")
        made = words.modules(words.digest_of_sources())
        return {inside / name: text for name, text in made.items()}

    def _catalog(self) -> dict[Path, str]:
        """The catalog is read by the program, which needs its words: from where they were made."""
        import plangate.language.words

        plangate.language.words.__path__.insert(0, str(self._made))
        from plangate.adapters.minds.drafting import drafting_archetypes
        from plangate.adapters.minds.rules import loading

        found = {}
        for compiled in (loading.SHIPPED, drafting_archetypes.SHIPPED):
            inside = Path(*compiled.package.split("."))
            text = compiled.text(ROOT / "src" / inside / compiled.sources)
            found[inside / compiled.file] = text
        return found

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling names the arguments
        if hasattr(self, "_made"):
            shutil.rmtree(self._made)
