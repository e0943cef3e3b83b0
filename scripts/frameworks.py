"""`./check frameworks`: the adapters against the real agent frameworks (EXT-2).

The frameworks are put into a folder of their own, beside .venv and not into it, from
requirements-frameworks.lock; where that cannot be done it is said plainly that nothing ran. The
clients of the JSON port need jq and Go: the machine's own, or Debian's where this may install them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.beside import put_beside, run_tests


def main() -> int:
    folder = put_beside("frameworks")
    if folder is None:
        print("The tests with agent frameworks DID NOT RUN: they could not be installed.")
        return 1
    install_programs({"jq": "jq", "go": "golang-go"})
    return run_tests(folder, "--frameworks", "tests/frameworks")


def install_programs(wanted: dict[str, str]) -> None:
    """Debian's packages for what is missing; a test whose program is missing says so itself."""
    packages = [package for name, package in wanted.items() if shutil.which(name) is None]
    apt = shutil.which("apt-get")
    if not packages or apt is None or os.name != "posix" or os.getuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *packages]):
        subprocess.run([apt, *words], env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
