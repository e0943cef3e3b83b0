"""The generated pages of commands and settings, and the site made of the documentation."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from plangate.core.guard.strictness import SETTINGS
from plangate.interfaces.cli.command_list import COMMANDS
from plangate.settings import default_values

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.rule("HOUSE-4", "CLI-1")


def test_every_command_and_setting_has_its_place_on_its_page() -> None:
    commands = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"\n### plangate {name}\n" not in commands] == []
    settings = (DOCS / "settings.md").read_text(encoding="utf-8")
    known = {one.key for one in SETTINGS}
    assert [key for key in known | default_values().keys() if f"| `{key}` |" not in settings] == []


def test_the_generated_pages_are_those_of_the_code() -> None:
    words = [sys.executable, "scripts/reference_page.py", "--check"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_site_has_every_page_in_its_navigation_and_asks_nobody_for_fonts() -> None:
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = sorted(page for entry in site["nav"] for page in entry.values())
    assert listed == sorted(page.name for page in DOCS.glob("*.md"))
    assert site["theme"]["font"] is False
    assert site["plugins"] == ["search"]


def test_a_page_that_would_load_something_from_elsewhere_is_found(tmp_path: Path) -> None:
    fetched = runpy.run_path(str(ROOT / "scripts" / "docs_site.py"))["fetched"]
    page = tmp_path / "page.html"
    page.write_text('<link rel="stylesheet" href="a.css"><a href="https://x.example">x</a>')
    (tmp_path / "a.css").write_text("p { color: red }")
    assert fetched(page) == []
    (tmp_path / "a.css").write_text(
        "@import 'https://fonts.example/f.css'; i { u: url(//y/z.png) }"
    )
    page.write_text(page.read_text() + '<script src="https://cdn.example/a.js"></script>')
    assert fetched(page) == ["https://cdn.example/a.js", "https://fonts.example/f.css", "//y/z.png"]
