"""`./check browser`: the web page in a real Chromium (WEB-6).

The browser is the machine's own; where there is none and this runs as root on Debian it is
installed with apt. Otherwise it is said plainly that these tests did not run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    from tests.browser.chromium import browser_program  # noqa: PLC0415 - the path is set above

    if browser_program() is None:
        install()
    if browser_program() is None:
        print("The tests in a browser DID NOT RUN: there is no Chromium and none could be put in.")
        return 1
    command = [sys.executable, "-m", "pytest", "-q", "-m", "browser", "tests/browser"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def install() -> None:
    """Debian's own browser, for whoever may install packages."""
    apt = shutil.which("apt-get")
    if apt is None or os.name != "posix" or os.getuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, *words], env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
