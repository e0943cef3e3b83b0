"""A release cannot be made from a tree that is not whole, and what is built plans by itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plangate import __version__

pytestmark = pytest.mark.rule("HOUSE-1")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small checkout with the script, a version, notes and a check that can be red."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "release.py", tmp_path / "scripts" / "release.py")
    (tmp_path / "src" / "plangate").mkdir(parents=True)
    (tmp_path / "src" / "plangate" / "_version.py").write_text('__version__ = "9.9.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 9.9.0\n\n- Everything.\n")
    (tmp_path / "check").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "check").chmod(0o755)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *words: str) -> None:
    line = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
    subprocess.run(line, cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "change")


def release(tree: Path) -> str:
    """What a refused release says; nothing was built."""
    command = [sys.executable, "-P", "scripts/release.py"]
    ended = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert not (tree / "dist").exists()
    return ended.stderr.strip()


def test_a_red_check_is_no_release(tree: Path) -> None:
    assert release(tree) == "release: ./check failed"


def test_a_change_that_is_not_committed_is_no_release(tree: Path) -> None:
    (tree / "check").write_text("#!/bin/sh\nexit 0\n")

    assert release(tree) == "release: there are changes that are not committed"


def test_a_version_without_notes_is_no_release(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    commit(tree)

    assert release(tree) == "release: CHANGELOG.md has no section “## 9.9.0”"


def test_a_version_that_is_tagged_is_no_release(tree: Path) -> None:
    git(tree, "tag", "v9.9.0")

    assert release(tree) == "release: v9.9.0 is tagged already"


def test_this_version_has_notes_and_says_what_an_upgrade_changes() -> None:
    """What is not released yet may stand above them."""
    sections = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]
    (notes, *_) = [one for one in sections if "(unreleased)" not in one.partition("\n")[0]]

    assert notes.startswith(f"{__version__}\n")
    assert "\n### Coming from " in notes
