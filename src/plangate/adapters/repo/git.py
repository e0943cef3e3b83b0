"""git, asked read-only: the one place that runs it.

The repository's own configuration is not trusted: no hook, file system monitor, pager, signature
check, text conversion, external diff or network is used, and only a `.git` folder that lies in the
workspace is opened (INV-11). git itself is found outside the workspace (ACT-2).
"""

from __future__ import annotations

import os
from pathlib import Path

from plangate.adapters.programs import find_program, safe_folders

#: INV-13: so much of the past is looked at, and no more.
MOST_COMMITS = 2_000
_FEW_COMMITS = 400
_SECONDS = 5.0
_MOST_BYTES = 4_000_000
_MOST_LISTED = 32_000_000

_NEUTRAL = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "log.showSignature=false",
    "log.mailmap=false",
    "diff.submodule=short",
    "protocol.allow=never",
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}


def has_history(root: Path) -> bool:
    """Whether a `.git` folder of its own lies in the workspace (INV-11)."""
    folder = root / ".git"
    return folder.is_dir() and not folder.is_symlink() and not (folder / "commondir").exists()


def logged(
    root: Path, *wanted: str, most: int = _FEW_COMMITS, most_bytes: int = _MOST_BYTES
) -> str | None:
    """What `git log` says of the newest commits; None when it cannot be asked."""
    harmless = ("--no-textconv", "--no-ext-diff", "--no-color", "--no-show-signature")
    folder = root / ".git"
    return git_says(folder, "log", f"-n{most}", *wanted, *harmless, most_bytes=most_bytes)


def tracked(root: Path) -> frozenset[str]:
    """The paths git keeps here, whatever .gitignore says of them; none without a repository."""
    if not has_history(root):
        return frozenset()
    listed = git_says(root / ".git", "ls-files", "-z", "--cached", most_bytes=_MOST_LISTED)
    return frozenset(path for path in (listed or "").split("\0") if path)


def git_says(
    folder: Path, *arguments: str, seconds: float = _SECONDS, most_bytes: int = _MOST_BYTES
) -> str | None:
    """What a command of git that only reads says of the repository in this folder, in bounded
    time; None when it cannot be asked."""
    import subprocess  # lazy: most commands start nothing
    import threading

    root = folder.parent  # the work tree, or what holds a bare one: no program is taken from it
    git = find_program("git", root)
    if git is None:
        return None
    command = [str(git), f"--git-dir={folder}", "--no-pager"]
    for setting in _NEUTRAL:
        command += ["-c", setting]
    command += arguments
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    kept["PATH"] = os.pathsep.join(map(str, safe_folders(root)))
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=kept | _ENVIRONMENT,
        )
    except OSError:
        return None
    alarm = threading.Timer(seconds, process.kill)
    alarm.start()
    try:
        assert process.stdout is not None, "asked for above"
        with process.stdout as out:
            text = out.read(most_bytes)
        process.kill()
        process.wait()
    finally:
        alarm.cancel()
    return text.decode("utf-8", errors="replace")
