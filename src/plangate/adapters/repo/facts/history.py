"""What git remembers: which files change together, and how busy the related ones are.

One bounded `git log`, read only. The repository's own configuration is not trusted: no hook, file
system monitor, pager, signature check, text conversion, external diff or network is used, and only
a `.git` folder that lies in the workspace is opened (INV-11). git itself is found outside the
workspace (ACT-2), and this is the one place that runs it. Without a history there are no facts.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.programs import find_program, safe_folders
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence

_COMMITS = 400
_SECONDS = 5.0
_MOST_BYTES = 4_000_000
#: A commit that touches more files than this says nothing about any two of them.
_LARGEST_COMMIT = 40
_LEAST_TOGETHER, _LEAST_SHARE = 3, 0.4
_MOST = 4

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


class _Commit(NamedTuple):
    day: str
    files: tuple[str, ...]


def history(view: View, related: Sequence[str]) -> list[Evidence]:
    if not related or not (commits := _commits(view)):
        return []
    return [*_together(commits, related, view.present), *_activity(commits, related)]


def _together(
    commits: Sequence[_Commit], related: Sequence[str], present: frozenset[str]
) -> list[Evidence]:
    found: list[tuple[float, Evidence]] = []
    for path in related:
        own = [commit for commit in commits if path in commit.files]
        others = Counter(name for commit in own for name in commit.files if name != path)
        for other, times in others.most_common(3):
            share = times / len(own)
            if times >= _LEAST_TOGETHER and share >= _LEAST_SHARE and other in present:
                said = f"{path} changes with {other} ({times} of {len(own)} commits)"
                found.append((share, fact("co_change", said, path, min(0.9, share))))
    found.sort(key=lambda pair: -pair[0])
    return [entry for _, entry in found[:_MOST]]


def _activity(commits: Sequence[_Commit], related: Sequence[str]) -> list[Evidence]:
    found: list[Evidence] = []
    for path in related[:3]:
        days = [commit.day for commit in commits if path in commit.files]
        if days:
            said = (
                f"{path}: changed in {len(days)} of the last {len(commits)} commits, "
                f"last on {max(days)}"
            )
            found.append(fact("recent_activity", said, path))
    return found


def _commits(view: View) -> list[_Commit]:
    """The newest commits with the files of each; empty without a history of its own."""
    root = view.workspace.root
    if not has_history(root):
        return []
    text = logged(root, "--format=%x01%ct", "--name-only", "--no-renames")
    if text is None:
        view.limit("git history: could not be read")
        return []
    found: list[_Commit] = []
    for block in text.split("\x01")[1:]:
        stamp, *names = block.split("\n")
        files = tuple(name for name in names if name and not name.startswith('"'))
        if stamp.isdigit() and len(stamp) < 12 and len(files) <= _LARGEST_COMMIT:
            day = datetime.fromtimestamp(int(stamp), UTC).date().isoformat()
            found.append(_Commit(day, files))
    return found


def has_history(root: Path) -> bool:
    """Whether a `.git` folder of its own lies in the workspace (INV-11)."""
    folder = root / ".git"
    return folder.is_dir() and not folder.is_symlink() and not (folder / "commondir").exists()


def logged(root: Path, *wanted: str) -> str | None:
    """What `git log` says of the newest commits; None when it cannot be asked."""
    harmless = ("--no-textconv", "--no-ext-diff", "--no-color", "--no-show-signature")
    return git_says(root / ".git", "log", f"-n{_COMMITS}", *wanted, *harmless)


def git_says(folder: Path, *arguments: str, seconds: float = _SECONDS) -> str | None:
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
            text = out.read(_MOST_BYTES)
        process.kill()
        process.wait()
    finally:
        alarm.cancel()
    return text.decode("utf-8", errors="replace")
