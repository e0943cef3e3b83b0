"""Runs the named checks one after the other and ends with one line for each.

Called by ./check with .venv's Python. A failing check does not stop the ones after it.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
# A command's file, run by name of the interpreter: its first line breaks when a checkout moves.
LINT_IMPORTS = str(Path(sys.executable).with_name("lint-imports"))
TESTS = ["-m", "pytest", "-q", "-n", "auto", "--maxprocesses", "4"]

CHECKS = {
    "format": ["-m", "ruff", "format", "--check"],
    "lint": ["-m", "ruff", "check"],
    "types": ["-m", "mypy"],
    "imports": [LINT_IMPORTS, "--no-logo"],
    "tests": TESTS,
    "pythons": ["scripts/other_python.py"],
    "docs": ["scripts/pages.py", "--check"],
    "fields": ["scripts/catalog_page.py", "--check"],
    "grasp": ["scripts/grasp_page.py", "--check"],
    "plugins": ["scripts/integrations.py", "--check"],
    "catalog": ["scripts/made_files.py"],
    "words": ["scripts/words.py"],
}
#: Run when they are named, not by default: they take many minutes, or need a browser
#: or a database server.
BY_NAME = {
    "browser": ["scripts/browser.py"],
    "models": ["scripts/models.py"],
    "clients": ["-m", "pytest", "-q", "-rs", "--clients", "tests/clients"],
    "coverage": ["scripts/coverage.py"],
    "site": ["scripts/docs_site.py"],
    "frameworks": ["scripts/frameworks.py"],
    "team": ["scripts/team.py"],
    "full": [*TESTS, "--full", "-m", "full or hypothesis"],
}
#: A file system in memory, and what it must have room for: the databases of the tests are flushed
#: to it thousands of times.
MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30
REPAIRS = {
    "lint": ["-m", "ruff", "check", "--fix"],
    "format": ["-m", "ruff", "format"],
}


def main(names: list[str]) -> int:
    every = CHECKS | BY_NAME
    if names == ["full"]:
        names = ["full", "coverage"]  # what takes minutes, both of it
    if names == ["docs"]:
        names = ["docs", "fields", "grasp", "site"]  # every page, and the site of them
    unknown = [name for name in names if name not in every]
    if names == ["fix"]:
        steps = REPAIRS
    elif unknown:
        known = ", ".join([*every, "fix (alone)"])
        print(f"check: no step named {', '.join(unknown)}; there are {known}", file=sys.stderr)
        return 2
    else:
        steps = {name: every[name] for name in names or CHECKS}

    lines = [run(name, arguments) for name, arguments in steps.items()]
    print("\n" + "\n".join(lines))
    return int(any(line.startswith("FAILED") for line in lines))


def environment() -> dict[str, str]:
    """Ours, but bytecode is kept: without it every worker compiles every test again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def place_for_files() -> str | None:
    """Where the files of the steps lie, gone afterwards: in memory, if it has room."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    may_run = os.access(MEMORY, os.W_OK) and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return str(MEMORY) if may_run else None


def run(name: str, arguments: list[str]) -> str:
    print(f"\n== {name}", flush=True)
    began = time.monotonic()
    with TemporaryDirectory(prefix="pg-", dir=place_for_files()) as folder:
        Path(folder).chmod(0o711)  # a database server runs as another user, and passes through
        command = [sys.executable, *arguments]
        if "pytest" in arguments:
            command.append(f"--basetemp={folder}/t")  # short: screens break lines at long paths
        there = environment() | {"TMPDIR": folder}
        passed = subprocess.run(command, cwd=ROOT, env=there, check=False).returncode == 0
    line = f"{'ok' if passed else 'FAILED':<7} {name:<8} {time.monotonic() - began:5.1f} s"
    print(f"== {line}", flush=True)
    return line


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
