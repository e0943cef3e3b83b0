"""The files of a workspace that may be read, within bounds that are said aloud (INV-11).

Nothing outside the workspace is ever opened: links are not followed, and only what the listing
found can be read, so that no `..` and no absolute path leads anywhere. Ignore rules are read as
text, and git is asked what it keeps: a file it tracks is read even where a rule leaves it out
(UND-3). What is passed over is counted and named for the report.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.repo.checkout.git import tracked
from plangate.adapters.repo.checkout.ignored import Ignored

#: Folders of installed, generated or other people's files, and of tools' own records.
SKIPPED_FOLDERS = frozenset(
    ".git .hg .svn .venv venv env node_modules __pycache__ .mypy_cache .pytest_cache .ruff_cache "
    ".tox .nox dist build target vendor third_party .idea .vscode .next coverage .eggs "
    "site-packages bower_components .gradle .terraform".split()
)
#: Those that belong to a project when git keeps them: other people's code stays out all the same.
_OWN_IF_KEPT = frozenset("venv env dist build target coverage".split())
#: Those that hold nothing a reader of the report could miss.
_UNSAID_FOLDERS = frozenset(
    ".git .hg .svn __pycache__ .mypy_cache .pytest_cache .ruff_cache .idea .vscode".split()
)
#: Plans plangate published here (PUB-1): what it said itself is evidence of nothing.
OWN_OUTPUT = ".plangate/plans"
MOST_FILES = 100_000
LARGEST_FILE = 1_000_000
_LARGEST_IGNORE_FILE = 100_000
_NAMED_EXAMPLES = 3
_MOST_KEPT, _LONGEST_KEPT = 200, 200_000
#: Opened without waiting for a writer and without following a link, where the system knows how.
_OPENING = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


class Stamp(NamedTuple):
    """What tells whether a file has changed since it was last looked at."""

    size: int
    changed: int


#: A file changed so recently may change again without its time showing it, in seconds.
_TOO_FRESH = 2.0


def is_fresh(stamp: Stamp) -> bool:
    return stamp.changed / 1e9 > time.time() - _TOO_FRESH


class Workspace:
    """A directory's readable files, listed once.

    Not for long: it is made anew for every look, because people go on working meanwhile.
    """

    def __init__(self, root: Path, only: Sequence[str] = ()) -> None:
        self.root = root
        self._only = only
        self._start = str(root)
        self._passed_over: dict[str, dict[str, None]] = {}
        self._texts: dict[str, str | None] = {}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Relative paths with forward slashes, sorted within each folder, shallow ones first."""
        return tuple(self.stamps)

    @cached_property
    def stamps(self) -> dict[str, Stamp]:
        """Every file with its size and the time of its last change."""
        found: dict[str, Stamp] = {}
        for path, stamp in self._given() if self._only else self._walk():
            if len(found) >= MOST_FILES:
                self._pass_over(f"all beyond the first {MOST_FILES:,} files, from here on", path)
                break
            found[path] = stamp
            if stamp.size > LARGEST_FILE:
                self._pass_over(f"file over {LARGEST_FILE // 1_000_000} MB", path)
        return found

    @cached_property
    def fingerprint(self) -> str:
        """Another one as soon as any file, its size or its time of change is another."""
        import hashlib

        state = hashlib.sha256()
        for path, stamp in self.stamps.items():
            state.update(f"{path}\0{stamp.size}\0{stamp.changed}\n".encode())
        state.update("\n".join(self.limits()).encode())
        return state.hexdigest()

    def text(self, relative: str) -> str | None:
        """A listed file's text; None for one that is too large, not text, or cannot be read. Some
        of those read last are kept: a look asks for the likeliest files many times."""
        if relative in self._texts:
            return self._texts[relative]
        text = self._text(relative)
        if len(self._texts) >= _MOST_KEPT:
            self._texts.clear()
        if text is None or len(text) <= _LONGEST_KEPT:
            self._texts[relative] = text
        return text

    def _text(self, relative: str) -> str | None:
        stamp = self.stamps.get(relative)
        if stamp is None or stamp.size > LARGEST_FILE:
            return None
        try:
            raw = self._bytes(relative, LARGEST_FILE)
        except OSError:
            self._pass_over("unreadable file", relative)
            return None
        if raw is None or b"\0" in raw[:8_000]:
            self._pass_over("file that is not text", relative)
            return None
        return raw.decode("utf-8", errors="replace")

    def limits(self) -> tuple[str, ...]:
        """What was passed over, for the report: how many of each kind, and the first of them."""
        return tuple(
            f"not read: {what} ({len(paths)}): {_some(paths)}"
            for what, paths in sorted(self._passed_over.items())
        )

    def _pass_over(self, what: str, path: str) -> None:
        if what != _UNSAID:
            shown = path if path.isprintable() else ascii(path)[1:-1]
            self._passed_over.setdefault(what, {})[shown] = None

    def _bytes(self, relative: str, most: int) -> bytes | None:
        """The first bytes of a regular file; None for anything else and for more than `most`."""
        number = os.open(f"{self._start}/{relative}", _OPENING)
        with os.fdopen(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                return None
            raw = file.read(most + 1)
        return raw if len(raw) <= most else None

    def _given(self) -> Iterator[tuple[str, Stamp]]:
        """The files that are asked for by name and lie in the workspace, behind no link."""
        start = self.root.resolve()
        for path in self._only:
            place = start / path
            try:
                inside = path.isprintable() and place.resolve() == place
                inside = inside and place.is_relative_to(start) and place.is_file()
                found = place.stat() if inside else None
            except OSError:  # too long a name, or gone since
                found = None
            if found is not None:
                yield path, Stamp(found.st_size, found.st_mtime_ns)
            else:
                self._pass_over("file that is not in the workspace", path)

    # --- listing ----------------------------------------------------------------------------------

    def _walk(self) -> Iterator[tuple[str, Stamp]]:
        """Breadth first, so that a bound cuts the deepest files and not the manifest."""
        level = [_Folder("", Ignored())]
        while level:
            below: list[_Folder] = []
            for folder in level:
                entries = self._entries(folder.prefix)
                rules = folder.rules
                if any(entry.name == ".gitignore" for entry in entries):
                    rules = self._with_own_rules(f"{folder.prefix}.gitignore", rules)
                for entry in entries:
                    path = folder.prefix + entry.name
                    why = _why_not(entry, path, rules) or (_IGNORED if folder.left_out else None)
                    left_out = why in _KEPT_ANYWAY
                    if why and not (left_out and self._is_kept(entry, path)):
                        self._pass_over(why, path)
                    elif entry.is_dir(follow_symlinks=False):
                        below.append(_Folder(f"{path}/", rules.below(entry.name), left_out))
                    else:
                        yield path, _stamp(entry)
            level = below

    def _is_kept(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether git tracks what a rule or a folder's name leaves out, or something in it."""
        if not entry.is_dir(follow_symlinks=False):
            return path in self._tracked
        foreign = entry.name in SKIPPED_FOLDERS and entry.name not in _OWN_IF_KEPT
        return not foreign and path in self._tracked_folders

    @cached_property
    def _tracked(self) -> frozenset[str]:
        return tracked(self.root)

    @cached_property
    def _tracked_folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self._tracked:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    def _entries(self, prefix: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self._start}/{prefix}") as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError:
            self._pass_over("unreadable folder", prefix.rstrip("/") or ".")
            return []

    def _with_own_rules(self, path: str, rules: Ignored) -> Ignored:
        try:
            raw = self._bytes(path, _LARGEST_IGNORE_FILE)
        except OSError:  # a link, or not ours to read
            raw = None
        if raw is None:
            self._pass_over("ignore rules that cannot be used", path)
            return rules
        return rules.with_file(raw.decode("utf-8", errors="replace"))


def _stamp(entry: os.DirEntry[str]) -> Stamp:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:  # gone since the folder was listed: reading it will say so
        return Stamp(0, 0)
    return Stamp(found.st_size, found.st_mtime_ns)


class _Folder(NamedTuple):
    """A folder on the way down; of one that is left out only what git keeps is listed."""

    prefix: str
    rules: Ignored
    left_out: bool = False


_UNSAID = "nothing anybody would miss"
_IGNORED = "what .gitignore leaves out"
_INSTALLED = "folder of installed or generated files"
_KEPT_ANYWAY = (_IGNORED, _INSTALLED)


def _why_not(entry: os.DirEntry[str], path: str, rules: Ignored) -> str | None:
    """Why an entry is passed over, None when it is not."""
    name = entry.name
    if not name.isprintable():  # not UTF-8, or made to move a cursor
        return "name that cannot be printed"
    folder = entry.is_dir(follow_symlinks=False)
    if not folder and not entry.is_file(follow_symlinks=False):
        return "link" if entry.is_symlink() else "pipe, socket or device"
    if folder and f"/{path}".endswith(f"/{OWN_OUTPUT}"):
        return _UNSAID
    if folder and name in SKIPPED_FOLDERS:
        return _UNSAID if name in _UNSAID_FOLDERS else _INSTALLED
    return _IGNORED if rules.leaves_out(name, folder=folder) else None


def _some(paths: Iterable[str]) -> str:
    """The first few, in order."""
    first = sorted(paths)
    names = ", ".join(first[:_NAMED_EXAMPLES])
    return f"{names}, …" if len(first) > _NAMED_EXAMPLES else names
