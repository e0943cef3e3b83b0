"""`scripts/release`: builds the distributions of a version, and only from a tree that is whole.

It refuses a tree with changes, a version without notes in CHANGELOG.md, and a red `./check`. What
it builds is installed into an empty environment of every Python there is and made to plan before
it is called a release; `uvx` runs it from the wheel where uv is there. It tags nothing and uploads
nothing: it ends by saying what to type.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
GOAL = "Add rate limiting to the public API"


class Refused(Exception):
    """Why there is no release; one line."""


def main() -> int:
    try:
        version = ready()
        must_pass("./check", [str(ROOT / "check")])
        wheel = build()
        for python in pythons():
            try_out(python, wheel)
        try_uvx(wheel)
    except Refused as refusal:
        print(f"release: {refusal}", file=sys.stderr)
        return 1
    print(f"\n{version} is in {DIST.name}/. To publish it:")
    print(f"  git tag -a v{version} -m 'plangate {version}' && git push origin v{version}")
    print(f"  uv publish {DIST.name}/plangate-{version}*")
    return 0


def ready() -> str:
    """The version of a tree that is committed and has notes for people."""
    if output("git", "status", "--porcelain"):
        raise Refused("there are changes that are not committed")
    text = (ROOT / "src" / "plangate" / "_version.py").read_text(encoding="utf-8")
    version = text.split('"')[1]
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version)}\b", notes, re.MULTILINE):
        raise Refused(f"CHANGELOG.md has no section “## {version}”")
    if f"v{version}" in output("git", "tag").split():
        raise Refused(f"v{version} is tagged already")
    return version


def build() -> Path:
    """The source distribution, and the wheel made from it: what others will build is built."""
    shutil.rmtree(DIST, ignore_errors=True)
    python = ROOT / ".venv" / "bin" / "python"
    code = (
        "import sys, hatchling.build as b; from pathlib import Path;"
        "print(getattr(b, sys.argv[1])(sys.argv[2]))"
    )
    source = made("build the source distribution", [python, "-c", code, "build_sdist", DIST], ROOT)
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(DIST / source, folder)
        (unpacked,) = Path(folder).iterdir()
        wheel = made("build the wheel", [python, "-c", code, "build_wheel", DIST], unpacked)
    return DIST / wheel


def pythons() -> list[str]:
    """One Python of each version that runs here, those of pyenv too."""
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = {}
    for name in PYTHONS:
        candidates = [shutil.which(name), *map(str, kept.glob(f"*/bin/{name}"))]
        found[name] = next((path for path in candidates if path and runs(path)), None)
        if found[name] is None:
            print(f"{name} is not here: it was NOT tried")
    return [path for path in found.values() if path is not None]


def runs(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def try_out(python: str, wheel: Path) -> None:
    """Install the wheel into an empty environment and plan with it, in an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        must_pass(f"a new environment of {python}", [python, "-m", "venv", f"{home}/v"])
        pip = [f"{home}/v/bin/python", "-m", "pip", "install", "--quiet", str(wheel)]
        must_pass(f"{wheel.name} on {python}", pip)
        plan = [f"{home}/v/bin/plangate", "plan", GOAL, "-w", folder, "--json"]
        must_pass(f"a plan on {python}", plan, HOME=folder, codes=(0, 3))
        print(f"ok  {wheel.name} installs and plans on {Path(python).name}")


def try_uvx(wheel: Path) -> None:
    uvx = shutil.which("uvx")
    if uvx is None:
        print("uv is not here: `uvx plangate` was NOT tried")
        return
    must_pass("uvx", [uvx, "--from", str(wheel), "plangate", "--version"])
    print(f"ok  uvx --from {wheel.name} plangate")


def must_pass(
    what: str, command: Sequence[str | Path], codes: tuple[int, ...] = (0,), **more: str
) -> None:
    environment = {**os.environ, **more}
    shown = subprocess.DEVNULL if more else None
    ended = subprocess.run(command, cwd=ROOT, env=environment, stdout=shown, check=False)
    if ended.returncode not in codes:
        raise Refused(f"{what} failed")


def made(what: str, command: Sequence[str | Path], where: Path) -> str:
    """The file a builder names on its last line."""
    ended = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise Refused(f"could not {what}: {ended.stderr.strip().splitlines()[-1]}")
    return ended.stdout.strip().splitlines()[-1]


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
