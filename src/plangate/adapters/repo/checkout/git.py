"""git, asked read-only: the one place that runs it.

The repository's own configuration is not trusted: no hook, file system monitor, pager, signature
check, text conversion, external diff or network is used. git itself is found outside the workspace
and its repository (ACT-2).

Only a repository that the workspace is really part of is opened (INV-11): a `.git` folder in it or
above it, or that of a worktree which the repository itself knows of. A file that merely points at
somebody's repository opens nothing. Of a folder within a repository only its own part is read: the
commits that touch it (INV-13), with paths as they are from there.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.machine.program_lookup import find_program, safe_folders
from plangate.adapters.machine.regular_files import is_regular_or_absent, start_of

#: INV-13: so much of the past is looked at, and no more.
MOST_COMMITS = 2_000
_FEW_COMMITS = 400
_SECONDS = 5.0
_MOST_BYTES = 4_000_000
_MOST_LISTED = 32_000_000
_HARMLESS = ("--no-textconv", "--no-ext-diff", "--no-color", "--no-show-signature")

#: What git reads beside its references, and may be a link to somewhere else.
_READ_TOO = (
    "HEAD",
    "shallow",
    "info/attributes",
    "info/exclude",
    "info/grafts",
    "info/sparse-checkout",
    "objects/info/alternates",
    "objects/info/commit-graph",
)

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


class Repository(NamedTuple):
    """Where git keeps what it knows of a workspace, and which part of the work tree that is."""

    folder: Path
    workspace: Path
    inside: str

    @property
    def part(self) -> tuple[str, ...]:
        """What keeps a command to the workspace."""
        return ("--", f":(top,literal){self.inside}") if self.inside else ()


def repository_of(root: Path) -> Repository | None:
    """The repository that a workspace is part of; None where there is none to be opened."""
    try:
        real = root.resolve()
        for top in (real, *real.parents):
            mark = top / ".git"
            if not (mark.is_symlink() or mark.exists()):
                continue
            folder = None if mark.is_symlink() else _folder(mark)
            if folder is None or not _same_owner(mark, real):
                return None
            inside = real.relative_to(top).as_posix()
            return Repository(folder, real, "" if inside == "." else inside)
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name no file can have
        return None
    return None


def _folder(mark: Path) -> Path | None:
    """The folder that a `.git` stands for: itself, or that of a worktree its repository knows."""
    if mark.is_dir():
        return None if (mark / "commondir").exists() or not _is_whole(mark, mark) else mark
    told = _line(mark)
    if not told.startswith("gitdir:"):
        return None
    folder = (mark.parent / told.removeprefix("gitdir:").strip()).resolve()
    common = folder.parent.parent
    # What points back can only have been written by whoever may write to that repository.
    back = (folder / _line(folder / "gitdir")).resolve() == mark.resolve()
    shared = (folder / _line(folder / "commondir")).resolve() == common
    knows = folder.parent.name == "worktrees" and back and shared
    return folder if knows and _is_whole(folder, common) else None


def _is_whole(folder: Path, common: Path) -> bool:
    """Whether what is read lies where it seems to: a link may lead into somebody's repository, and
    whoever opens a pipe waits for good."""
    head = folder / "HEAD"
    ref = _line(head).removeprefix("ref:").strip()
    own = [head, folder / "index"]
    shared = [common / name for name in ("packed-refs", "config", ref or "HEAD")]
    folders = [common / name for name in ("refs", "objects")]
    pairs = [*((path, folder) for path in own), *((path, common) for path in (*shared, *folders))]
    lies_there = all(path.resolve().is_relative_to(home.resolve()) for path, home in pairs)
    read_too = (common / name for name in _READ_TOO)
    return lies_there and all(map(is_regular_or_absent, (*own, *shared, *read_too)))


def _line(path: Path) -> str:
    return start_of(path, 4_096).decode("utf-8", errors="replace").strip()


def _same_owner(mark: Path, root: Path) -> bool:
    """Whether whoever owns the repository owns the workspace too, or is the one who asks."""
    if mark.parent == root or not hasattr(os, "geteuid"):
        return True
    return mark.stat().st_uid in (os.geteuid(), root.stat().st_uid)


def has_history(root: Path) -> bool:
    """Whether a workspace has a history that may be read (INV-11)."""
    return repository_of(root) is not None


def logged(
    root: Path,
    *wanted: str,
    most: int = _FEW_COMMITS,
    most_bytes: int = _MOST_BYTES,
    seconds: float = _SECONDS,
) -> str | None:
    """What `git log` says of the newest commits that touch a workspace, with paths as they are from
    there; None when it cannot be asked."""
    if (repository := repository_of(root)) is None:
        return None
    relative = (f"--relative={repository.inside}/",) if repository.inside else ()
    asked = (f"-n{most}", *wanted, *_HARMLESS, *relative, *repository.part)
    return _said_of(repository, "log", *asked, most_bytes=most_bytes, seconds=seconds)


def commit_of(root: Path, name: str, form: str) -> str | None:
    """What `git log` says of one commit of the repository, whatever it touches."""
    if (repository := repository_of(root)) is None:
        return None
    return _said_of(repository, "log", "-n1", form, *_HARMLESS, name, "--")


def committed(root: Path, path: str, most_bytes: int) -> str | None:
    """A file of a workspace as HEAD has it; None without a history, or a file git does not keep."""
    if (repository := repository_of(root)) is None:
        return None
    start = f"{repository.inside}/" if repository.inside else ""
    asked = ("cat-file", "blob", f"HEAD:{start}{path}")
    return _said_of(repository, *asked, most_bytes=most_bytes) or None


def head_of(root: Path) -> str:
    """The commit that is checked out in a workspace; "" for none."""
    if (repository := repository_of(root)) is None:
        return ""
    told = _branch_tip(repository.folder) or _said_of(repository, "rev-parse", "HEAD")
    return (told or "").strip()


def _branch_tip(folder: Path) -> str:
    """The commit of the branch that is checked out, where a file of its own has it: no program
    needs to be started for that."""
    try:
        head = _line(folder / "HEAD")
        branch = _BRANCH.fullmatch(head)
        tip = _line(folder / branch[1]) if branch else head
    except (OSError, ValueError):
        return ""
    return tip if _COMMIT.fullmatch(tip) else ""


_BRANCH = re.compile(r"ref: (refs/heads/(?!.*\.\.)[\w./-]+)")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def tracked(root: Path) -> frozenset[str]:
    """The paths git keeps here, whatever .gitignore says of them; none without a repository."""
    if (repository := repository_of(root)) is None:
        return frozenset()
    asked = ("ls-files", "-z", "--cached", *repository.part)
    listed = _said_of(repository, *asked, most_bytes=_MOST_LISTED) or ""
    start = f"{repository.inside}/" if repository.inside else ""
    return frozenset(path.removeprefix(start) for path in listed.split("\0") if path)


def _said_of(
    repository: Repository,
    *arguments: str,
    most_bytes: int = _MOST_BYTES,
    seconds: float = _SECONDS,
) -> str | None:
    near = repository.workspace
    return git_says(
        repository.folder, *arguments, near=near, most_bytes=most_bytes, seconds=seconds
    )


def git_says(
    folder: Path,
    *arguments: str,
    near: Path,
    seconds: float = _SECONDS,
    most_bytes: int = _MOST_BYTES,
) -> str | None:
    """What a command of git that only reads says of the repository in this folder, in bounded
    time; None when it cannot be asked. `near` is the work tree it is asked for."""
    import subprocess  # lazy: most commands start nothing
    import threading

    strange = (near, folder)  # no program is taken from either, nor from the repository around it
    git = find_program("git", *strange)
    if git is None:
        return None
    command = [str(git), f"--git-dir={folder}", "--no-pager"]
    for setting in _NEUTRAL:
        command += ["-c", setting]
    command += arguments
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    kept["PATH"] = os.pathsep.join(map(str, safe_folders(*strange)))
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
