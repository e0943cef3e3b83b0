"""A second look at a workspace: whether places and evidence are as they were (PLAN-10), and which
commits were made since (PLAN-11). Read only, and within the bounds of every other look (INV-11).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from plangate.adapters.repo.checkout.git import commit_of, logged
from plangate.adapters.repo.checkout.workspace_files import LARGEST_FILE, Workspace
from plangate.core.model.digests import sha256
from plangate.core.plans.work.done_proof import Commit
from plangate.core.plans.work.staleness import Seen

#: So many commits since a plan was made are looked through for the name of a task.
_MOST_COMMITS = 200
_FORMAT = "--format=%x01%H%n%s%n%b"
_NAME = re.compile(r"[0-9a-f]{7,64}|HEAD")


class WorkspaceGround:
    """Looks at the files and the history of a workspace as they are now."""

    def see(self, workspace: str, files: Iterable[str], lines: Mapping[str, str]) -> Seen:
        places = {path: path.rstrip("/") for path in files}
        behind = {locator: locator.rpartition(":")[0] for locator in lines}
        only = sorted({*places.values(), *behind.values()})
        looked = Workspace(Path(workspace), only=[path for path in only if path])
        found = {path: _digest(looked, place) for path, place in places.items()}
        by_line = {
            locator: _line(looked.text(behind[locator]), locator, before)
            for locator, before in lines.items()
        }
        return Seen(found, by_line)

    def commits(self, workspace: str, since: str) -> Sequence[Commit]:
        wanted = (_FORMAT, f"--since={since}", "--no-merges")
        return _commits(logged(Path(workspace), *wanted, most=_MOST_COMMITS))

    def commit(self, workspace: str, name: str) -> Commit | None:
        if not _NAME.fullmatch(name):
            return None
        return next(iter(_commits(commit_of(Path(workspace), name, _FORMAT))), None)


def _digest(workspace: Workspace, path: str) -> str:
    """A file by its content, a large one by its size, a folder as such; empty for nothing."""
    stamp = workspace.stamps.get(path)
    if stamp is None:
        return "folder" if _is_folder_in(workspace.root, path) else ""
    text = workspace.text(path) if stamp.size <= LARGEST_FILE else None
    return _short(text) if text is not None else f"{stamp.size} bytes"


def _is_folder_in(root: Path, path: str) -> bool:
    try:
        place = (root / path).resolve()
        return bool(path) and place.is_relative_to(root.resolve()) and place.is_dir()
    except (OSError, ValueError):  # too long a name, or one no file can have
        return False


def _line(text: str | None, locator: str, before: str) -> str:
    """The digest a line had as long as it stands somewhere, else of the line that is there now."""
    lines = [line.strip() for line in (text or "").splitlines()]
    if before and any(_short(line) == before for line in lines):
        return before
    number = locator.rpartition(":")[2]
    place = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    return _short(lines[place - 1]) if 0 < place <= len(lines) else ""


def _commits(text: str | None) -> list[Commit]:
    found: list[Commit] = []
    for block in (text or "").split("\x01")[1:]:
        name, _, message = block.partition("\n")
        subject, _, body = message.partition("\n")
        found.append(Commit(name.strip(), subject.strip(), body.strip()))
    return found


def _short(text: str) -> str:
    return sha256(text)[:16]
