"""Makes, completes and repairs .venv, the private environment of this checkout.

Called by scripts/bootstrap with any Python >= 3.11, so it uses the standard library only.

What the rest relies on: .venv/installed.lock is a copy of the lock file whose packages are all
there. It is empty while .venv is being made and is written last, in one step, so a build that was
killed is never believed and is made again. A .venv without that file is somebody else's and is
never touched. Nothing in .venv that we use names an absolute path of the checkout, so a checkout
may be moved or copied.

One set-up runs at a time. The lock is the kernel's (flock), so it cannot outlive its owner; an
installer left behind by a killed set-up inherits it and is waited for.
"""

import argparse
import errno
import fcntl
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUNTIME = ROOT / "requirements.lock"
DEV = ROOT / "requirements-dev.lock"  # a superset of RUNTIME: scripts/lock pins both together
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
INSTALLED = VENV / "installed.lock"
ADDING = VENV / "adding"  # there while the dev set is being added to a finished runtime set
MADE_FILES = ROOT / "scripts" / "made_files.py"  # makes the files that are in no repository
TRASH = ROOT / ".venv.trash"

UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS}
DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
DISK_FULL_ADVICE = "the disk is full: free some space and run the command again"
PIP_INSTALLS_ELSEWHERE = (22, 3)  # the first pip that knows --python


class SetupError(Exception):
    """Set-up cannot go on; the message says what is missing and what to do."""


class ToolFailed(SetupError):
    """A tool ended with an error for a reason of its own, most often the network."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wanted", choices=["runtime", "dev"])
    lock = {"runtime": RUNTIME, "dev": DEV}[parser.parse_args().wanted]
    try:
        provide(lock)
    except SetupError as error:
        return failed(str(error))
    except OSError as error:
        return failed(advice(error))
    except KeyboardInterrupt:
        return failed("interrupted; run the command again to start over")
    return 0


def provide(lock: Path) -> None:
    """Leave a .venv that holds at least the packages of `lock`, and fresh bytecode."""
    if not holds(lock):
        with only_one_setup():
            if not holds(lock):  # another set-up may have made it while we waited
                began = time.monotonic()
                if lock == DEV and holds(RUNTIME) and not addition_was_cut_short():
                    add(lock)
                else:
                    make(lock)
                say(f"ready after {time.monotonic() - began:.1f} s")
    refresh()


def holds(lock: Path) -> bool:
    try:
        installed = INSTALLED.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return False
    enough = {RUNTIME: [RUNTIME, DEV], DEV: [DEV]}[lock]
    return PYTHON.exists() and installed in [each.read_bytes() for each in enough]


def make(lock: Path) -> None:
    clear_the_place()
    say(f"making .venv with Python {sys.version.split()[0]}")
    try:
        VENV.mkdir()
        INSTALLED.touch()
        if importlib.util.find_spec("venv") is None:
            raise SetupError(no_module("venv"))
        # The real file, not python3: .venv must notice when that starts to mean another version.
        base = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        run("venv", [base, "-I", "-m", "venv", "--without-pip", str(VENV)])
        source = os.path.relpath(ROOT / "src", site_packages())
        (site_packages() / "plangate.pth").write_text(source + "\n", encoding="utf-8")
        install(lock)
    except BaseException:
        throw_away(VENV)
        raise


def add(lock: Path) -> None:
    """Add the dev set to a finished runtime set, which stays valid whatever happens here."""
    ADDING.touch()
    install(lock)
    ADDING.unlink()


def addition_was_cut_short() -> bool:
    """Whether an earlier `add` ended early and had begun to write packages."""
    if not ADDING.exists():
        return False
    return site_packages().stat().st_mtime_ns >= ADDING.stat().st_mtime_ns


def install(lock: Path) -> None:
    content = lock.read_bytes()
    say(f"installing {lock.name}")
    packages = ["--require-hashes", "--requirement", str(lock)]
    if not installed_by_uv(packages):
        install_by_pip(packages)
    finished = INSTALLED.with_suffix(".new")
    finished.write_bytes(content)
    os.utime(finished, (0, 0))  # refresh gives it its time; till then ./plangate calls us again
    finished.replace(INSTALLED)


def installed_by_uv(packages: list[str]) -> bool:
    uv = shutil.which("uv")
    if not uv or subprocess.run([uv, "--version"], capture_output=True, check=False).returncode:
        return False
    before = set(site_packages().iterdir())
    try:
        run("uv", [uv, "pip", "install", f"--python={PYTHON}", "--compile-bytecode", *packages])
    except ToolFailed:
        if set(site_packages().iterdir()) != before:
            raise  # pip would take a half-written package for an installed one
        say("uv failed, trying pip, which may know of a mirror or proxy that uv does not")
        return False
    return True


def install_by_pip(packages: list[str]) -> None:
    if own_pip_version() >= PIP_INSTALLS_ELSEWHERE:
        pip = [sys.executable, "-I", "-m", "pip", f"--python={PYTHON}"]
    elif importlib.util.find_spec("ensurepip"):
        run("ensurepip", [str(PYTHON), "-m", "ensurepip"])
        pip = [str(PYTHON), "-m", "pip"]
    else:
        raise SetupError(no_module("ensurepip"))
    options = ["--quiet", "--compile", "--disable-pip-version-check", "--no-input"]
    run("pip", [*pip, "install", *options, *packages])


def own_pip_version() -> tuple[int, ...]:
    try:
        version = importlib.metadata.version("pip")
    except importlib.metadata.PackageNotFoundError:
        return (0,)
    return tuple(int(part) for part in version.split(".")[:2])


def run(name: str, command: list[str]) -> None:
    """Run a tool quietly; when it fails, show the end of what it said."""
    elsewhere = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"}
    environment = {key: value for key, value in os.environ.items() if key not in elsewhere}
    tool = subprocess.run(
        command,
        cwd=ROOT,
        env={"PIP_RETRIES": "2", "UV_HTTP_RETRIES": "1", **environment, "PIP_USER": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        close_fds=False,  # the tool shares our lock, see the module header
        check=False,
    )
    if tool.returncode == 0:
        return
    if any(os.strerror(code) in tool.stdout for code in DISK_FULL):
        raise SetupError(DISK_FULL_ADVICE)
    for line in [line for line in tool.stdout.splitlines() if line.strip()][-6:]:
        say(f"  {name}: {line.strip()}")
    raise ToolFailed(
        f"{name} failed (its last lines are above): check the network, and the index and proxy "
        "that pip and uv are told to use, and run the command again"
    )


def refresh() -> None:
    """Make and compile what changed in src and say so to ./plangate, which compares file times.

    The time written is just after the newest input's: a file put in place later is newer than
    that, whatever the clock says. Where we may not write, ./plangate works without.
    """
    inputs = [RUNTIME, ROOT / ".git" / "logs" / "HEAD"]
    newest = max(path.stat().st_mtime_ns for path in inputs if path.exists())
    with suppress(OSError):
        # What it cannot make is told by whoever reads it, in one line.
        make = [str(PYTHON), "-P", str(MADE_FILES)]
        subprocess.run(make, cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
        compile_source = [str(PYTHON), "-m", "compileall", "-qq", str(ROOT / "src")]
        subprocess.run(compile_source, stdin=subprocess.DEVNULL, check=False)
        os.utime(INSTALLED, ns=(newest + 10**9, newest + 10**9))


def clear_the_place() -> None:
    """Remove our own unfinished or outdated .venv; refuse to remove anything else."""
    with suppress(OSError):
        VENV.rmdir()  # empty: a set-up killed in its first instant
    if VENV.is_symlink() or (VENV.exists() and not INSTALLED.exists()):
        raise SetupError(f"{VENV} is in the way and was not made by this script: move it away")
    throw_away(VENV)


def throw_away(directory: Path) -> None:
    """Remove a tree so that a kill in the middle never leaves half of it in its place."""
    shutil.rmtree(TRASH, ignore_errors=True)
    if directory.exists():
        directory.rename(TRASH)
        shutil.rmtree(TRASH, ignore_errors=True)


@contextmanager
def only_one_setup() -> Iterator[None]:
    with (ROOT / ".venv.lock").open("a", encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this checkout to end")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def site_packages() -> Path:
    return next(VENV.glob("lib/python*/site-packages"))


def advice(error: OSError) -> str:
    if error.errno in DISK_FULL:
        return DISK_FULL_ADVICE
    if error.errno in UNWRITABLE:
        return (
            f"cannot write to {error.filename or ROOT}: copy the checkout to a place of your own, "
            "or run `pip install .` in an environment of your own"
        )
    return f"{error}; remove {VENV} and run the command again"


def no_module(name: str) -> str:
    return (
        f"{sys.executable} has no module {name}: install it (Debian and Ubuntu: "
        "`apt install python3-venv`), or uv, and run the command again"
    )


def failed(message: str) -> int:
    say(message)
    return 1


def say(line: str) -> None:
    print(f"plangate set-up: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
