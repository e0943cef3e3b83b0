"""The files by which a workspace would set plangate's own rules, read once, with their digest.

`plangate.toml` and everything in `.plangate/` but `plans/`, which is output. Nothing is followed
out of the workspace, nothing but a regular file is opened, and everything is bounded: whoever wrote
these files may be a stranger. What cannot be taken is a problem, by name; with a problem there is
no digest and so no trust.
"""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from plangate.core.model.digests import sha256_of_bytes

SETTINGS_FILE = "plangate.toml"
FOLDER = ".plangate"
DIMENSIONS = f"{FOLDER}/dimensions"
ARCHETYPES = f"{FOLDER}/archetypes"
#: What plangate writes itself.
_OUTPUT = f"{FOLDER}/plans"
_LARGEST_FILE = 200_000
_LARGEST_SUM = 2_000_000
_MOST_FILES = 500
_DEEPEST = 8


class Problem(NamedTuple):
    """A file that cannot be taken, and why."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


class RuleFiles(NamedTuple):
    """The bytes of a workspace's rule files by name, in the order of their names."""

    root: Path
    files: dict[str, bytes]
    problems: tuple[Problem, ...] = ()

    @property
    def digest(self) -> str | None:
        """Names exactly these files with exactly these bytes; None when one could not be read."""
        if self.problems:
            return None
        parts = []
        for name, content in self.files.items():
            encoded = os.fsencode(name)
            parts.append(b"%d %d\n%b%b" % (len(encoded), len(content), encoded, content))
        return sha256_of_bytes(b"plangate rules 1\n" + b"".join(parts))


def read_rule_files(workspace: Path) -> RuleFiles:
    """What is there now; a workspace without rules of its own costs two looks."""
    try:
        root = workspace.resolve()
    except (OSError, RuntimeError):
        return RuleFiles(workspace, {})
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for name in _names(root, problems):
        if len(files) >= _MOST_FILES:
            problems.append(Problem(FOLDER, f"more than {_MOST_FILES:,} files"))
            break
        try:
            content = _content(root, name)
        except _NotTaken as why:
            problems.append(Problem(name, str(why)))
            continue
        if content is not None:
            files[name] = content
        if sum(map(len, files.values())) > _LARGEST_SUM:
            problems.append(Problem(FOLDER, f"more than {_LARGEST_SUM:,} bytes"))
            break
    return RuleFiles(root, dict(sorted(files.items())), tuple(problems))


class _NotTaken(Exception):
    """Why a file is not read."""


def _names(root: Path, problems: list[Problem]) -> Iterator[str]:
    yield SETTINGS_FILE
    if (root / FOLDER).is_symlink():
        problems.append(Problem(FOLDER, "is a link"))
        return
    yield from _within(root, FOLDER, problems)


def _within(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """The names of the files below a folder; links are left to whoever opens them."""
    try:
        with os.scandir(root / folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        problems.append(Problem(folder, f"cannot be read ({error.strerror})"))
        return
    for entry in found:
        name = f"{folder}/{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield name
        elif name != _OUTPUT:
            if name.count("/") > _DEEPEST:
                problems.append(Problem(name, "lies too deep"))
            else:
                yield from _within(root, name, problems)


def _content(root: Path, name: str) -> bytes | None:
    """The bytes of a file; None when there is none."""
    path = root / name
    try:
        path = _target(root, path) if name == SETTINGS_FILE else path
        with open_unfollowed(path) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise _NotTaken("is not a file")
            content = file.read(_LARGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        why = "is a link" if error.errno == errno.ELOOP else f"cannot be read ({error.strerror})"
        raise _NotTaken(why) from None
    if len(content) > _LARGEST_FILE:
        raise _NotTaken(f"has more than {_LARGEST_FILE:,} bytes")
    return content


def open_unfollowed(path: Path) -> BinaryIO:
    """A file for reading: no link is followed, and no pipe waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb")


def _target(root: Path, path: Path) -> Path:
    """Where the settings file really lies: a link may lead on within the workspace, never out."""
    if not path.is_symlink():
        return path
    try:
        target = path.resolve(strict=True)
    except RuntimeError:
        raise _NotTaken("is a link that leads round in a circle") from None
    if not target.is_relative_to(root):
        raise _NotTaken("is a link that leaves the workspace")
    return target
