"""`./check frameworks`: the adapters against the real agent frameworks (EXT-2).

The frameworks are put into a folder of their own, beside .venv and not into it, from
requirements-frameworks.lock; where that cannot be done it is said plainly that nothing ran.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-frameworks.lock"
FOLDER = ROOT / ".venv.frameworks"
INSTALLED = FOLDER / "installed.lock"


def main() -> int:
    if not INSTALLED.exists() or INSTALLED.read_bytes() != LOCK.read_bytes():
        install()
    if not INSTALLED.exists():
        print("The tests with agent frameworks DID NOT RUN: they could not be installed.")
        return 1
    command = [sys.executable, "-m", "pytest", "-q", "--frameworks", "tests/frameworks"]
    environment = {**os.environ, "PYTHONPATH": str(FOLDER)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def install() -> None:
    """Into the folder, with the pip of the Python that .venv was made by."""
    base = os.path.realpath(sys.executable)
    pip = [base, "-I", "-m", "pip", f"--python={sys.executable}", "install", "--quiet"]
    where = ["--target", str(FOLDER), "--upgrade", "--require-hashes", "--requirement", str(LOCK)]
    if subprocess.run([*pip, *where], cwd=ROOT, check=False).returncode == 0:
        INSTALLED.write_bytes(LOCK.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
