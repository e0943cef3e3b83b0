"""Runs what must hold on every patch release also on the distribution's own Python (ASK-14).

Debian 12's 3.11.2 once stored passwords in clear where 3.11.7 redacted them: same code, same lock.
The packages of .venv are used as they are; the tests named here need none that is compiled.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CANDIDATES = (
    "/usr/bin/python3",
    "/usr/bin/python3.11",
    "/usr/bin/python3.12",
    "/usr/bin/python3.13",
)
TESTS = (
    "tests/test_patterns.py",
    "tests/core/test_redaction.py",
    "tests/core/test_oneway.py",
    "tests/core/test_gate.py",
)


def version_of(python: str) -> tuple[int, ...]:
    told = subprocess.run(
        [python, "-I", "-c", "import sys; print(*sys.version_info[:3])"],
        capture_output=True,
        text=True,
        check=False,
    )
    return tuple(map(int, told.stdout.split()))


def other_pythons() -> dict[tuple[int, ...], str]:
    """Each other release that plangate supports and this machine has, once."""
    found = {version_of(path): path for path in CANDIDATES if Path(path).exists()}
    return {v: p for v, p in found.items() if v >= (3, 11) and v != sys.version_info[:3]}


def main() -> int:
    others = other_pythons()
    if not others:
        print("no other Python on this machine; the tests ran on the only one there is")
    failed = 0
    for version, python in others.items():
        print(f"Python {'.'.join(map(str, version))}", flush=True)
        path = os.pathsep.join((str(ROOT / "src"), sysconfig.get_path("purelib")))
        # Nothing is kept of it, so nothing is rewritten: what fails here is looked at elsewhere.
        flags = ["-q", "-p", "no:cacheprovider", "--assert=plain"]
        command = [python, "-P", "-m", "pytest", *flags, *TESTS]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        failed |= subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
