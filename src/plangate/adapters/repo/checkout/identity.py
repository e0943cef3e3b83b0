"""What a workspace is, read from git's own files (REC-8).

Nothing is run: `.git` is followed from the workspace upwards, worktrees and submodules included,
and the remote is read from the repository's configuration without its includes. Whoever is in a
hurry pays a few looks at the file system. Only the root commits, wanted once when a clone is first
met, need git itself, with everything a repository could configure disarmed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from plangate.adapters.machine.regular_files import start_of
from plangate.core.model.places import Identity, key_of, normalised_remote
from plangate.language.patterns import lazy

_LARGEST = 256 * 1024
_SECTION = lazy(r'\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\]', re.IGNORECASE)
_URL = lazy(r"\s*url\s*=\s*(.*)", re.IGNORECASE)
_ROOT = lazy(r"[0-9a-f]{40,64}")
_MOST_ROOTS = 16
_SECONDS = 2.0


class _Repository(NamedTuple):
    """Where its files lie, what they are shared with, and where its work tree begins."""

    folder: Path
    common: Path
    top: Path


def identify(workspace: str) -> Identity:
    """The identity of a directory; its path when it is of no repository, or of one that is closed
    to us."""
    path = os.path.realpath(workspace)
    try:
        repository = _repository(Path(path))
        if repository is None:
            return Identity(workspace, path)
        inside = Path(path).relative_to(repository.top).as_posix()
        inside = "" if inside == "." else inside
        remote = _remote(repository)
        if remote is not None:
            return Identity(workspace, key_of(remote, inside))
        main = _main_tree(repository)
        return Identity(workspace, str(main / inside) if inside else str(main))
    except (OSError, ValueError, RuntimeError):
        return Identity(workspace, path)


def roots_of(workspace: str) -> tuple[str, ...]:
    """The root commits of the repository; none when its history is cut off or cannot be asked."""
    from plangate.adapters.repo.checkout.git import git_says  # lazy: needed once for a clone

    try:
        here = Path(os.path.realpath(workspace))
        repository = _repository(here)
        if repository is None or (repository.common / "shallow").exists():
            return ()
    except OSError:
        return ()
    wanted = ("rev-list", "--max-parents=0", "--all", f"--max-count={_MOST_ROOTS}")
    told = git_says(repository.common, *wanted, near=here, seconds=_SECONDS)
    return tuple(sorted(line for line in (told or "").split() if _ROOT.fullmatch(line)))


def _repository(path: Path) -> _Repository | None:
    """The repository a directory lies in: the nearest `.git` from there upwards."""
    for top in (path, *path.parents):
        mark = top / ".git"
        if mark.is_dir():
            return _Repository(mark, mark, top) if (mark / "HEAD").exists() else None
        if mark.is_file():
            folder = _pointed(mark, top)
            return None if folder is None else _Repository(folder, _common(folder), top)
    return None


def _pointed(mark: Path, top: Path) -> Path | None:
    """Where a `.git` file of a worktree or a submodule points."""
    text = _text(mark)
    if not text.startswith("gitdir:"):
        return None
    return (top / text.removeprefix("gitdir:").strip()).resolve()


def _common(folder: Path) -> Path:
    shared = _text(folder / "commondir").strip()
    return (folder / shared).resolve() if shared else folder


def _main_tree(repository: _Repository) -> Path:
    """What the worktrees of a repository without a remote share: its first work tree."""
    if repository.folder == repository.common:
        return repository.top
    common = repository.common
    return common.parent if common.name == ".git" else common


def _remote(repository: _Repository) -> str | None:
    """`origin`, or the first by name; a path on this machine as the real path it leads to."""
    remotes = dict(_remotes(_text(repository.common / "config")))
    if not remotes:
        return None
    url = remotes.get("origin") or remotes[min(remotes)]
    if (found := normalised_remote(url)) is not None:
        return found
    path = unquote(re.sub(r"^file://[^/]*", "", url)) if url.startswith("file:") else url
    if not path or (_has_scheme(path) and not path.startswith(("/", "."))):
        return None
    real = os.path.realpath(repository.top / path)
    return real.removesuffix("/.git").removesuffix(".git") or None


def _has_scheme(path: str) -> bool:
    return "://" in path


def _remotes(config: str) -> Iterator[tuple[str, str]]:
    """Each remote and its first address; includes are not followed."""
    name: str | None = None
    seen: set[str] = set()
    for line in config.splitlines():
        text = line.strip()
        if text.startswith("["):
            section = _SECTION.match(text)
            name = re.sub(r"\\(.)", r"\1", section[1]) if section else None
            text = text[section.end() :] if section else ""
        if name is not None and name not in seen and (url := _URL.fullmatch(text)):
            seen.add(name)
            yield name, _value(url[1])


def _value(text: str) -> str:
    """A value without its comment and quotes."""
    if text.startswith('"') and text.count('"') >= 2:
        return re.sub(r"\\(.)", r"\1", text[1 : text.index('"', 1)])
    return re.split(r"\s[#;]", text, maxsplit=1)[0].strip()


def _text(path: Path) -> str:
    try:
        return start_of(path, _LARGEST).decode("utf-8", errors="replace")
    except OSError:
        return ""
