"""Write the golden screens of tests/interfaces/screens anew; read the diff before you commit it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEST = "tests/interfaces/test_screens.py"


def main() -> int:
    words = [sys.executable, "-P", "-m", "pytest", "-q", TEST, "-k", "reads_as_its_file_says"]
    environment = {**os.environ, "PLANGATE_WRITE_SCREENS": "1"}
    return subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
