"""What a named step of ./check needs besides .venv, from its lock in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def put_beside(group: str, *options: str) -> Path | None:
    """The folder with the packages of requirements-GROUP.lock, made where it is not there; None
    where they cannot be installed. By the pip of the Python that .venv was made by."""
    lock, folder = ROOT / f"requirements-{group}.lock", ROOT / f".venv.{group}"
    installed = folder / "installed.lock"
    if installed.exists() and installed.read_bytes() == lock.read_bytes():
        return folder
    base = os.path.realpath(sys.executable)
    pip = [base, "-I", "-m", "pip", f"--python={sys.executable}", "install", "--quiet", *options]
    where = ["--target", str(folder), "--upgrade", "--require-hashes", "--requirement", str(lock)]
    if subprocess.run([*pip, *where], cwd=ROOT, check=False).returncode != 0:
        return None
    installed.write_bytes(lock.read_bytes())
    return folder


def run_tests(folder: Path, *words: str) -> int:
    """pytest with the folder on its path."""
    command = [sys.executable, "-m", "pytest", "-q", "-rs", *words]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
