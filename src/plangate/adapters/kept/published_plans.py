"""The files of published plans in a workspace, and what is remembered of them (PUB-1).

A file is written whole or not at all, into a real folder of the workspace: no link is followed out
of it. Which version was published with which anchor is remembered in the user's state directory,
where nobody who edits the file can reach it; nothing there holds a word of a plan.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from plangate.adapters.machine.private import private_directory
from plangate.core.log.anchors import Anchor
from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.core.publishing.page import read_page
from plangate.trust.rule_files import FOLDER, open_unfollowed

PLANS = f"{FOLDER}/plans"
REFUSED = ".rej.md"
_LARGEST = 2_000_000
_HEADING = """# Not taken over

These edits of the plan beside this file were not taken over. A decision is changed with
`plangate wrong`, an approval given with `plangate approve`, files and order of work with
`plangate plan-edit`. Delete this file when you have read it.

"""


class PublishedPlans:
    """The published plans of one workspace; PlanFiles of app/acts/plans/publishing.py."""

    def __init__(self, workspace: Path, memory: PublishedMemory) -> None:
        self._workspace = workspace
        self._folder = workspace / PLANS
        self._memory = memory

    def read(self, name: str) -> str | None:
        try:
            self._real_folder()
            return read_plan_page(self._folder / name)
        except FileNotFoundError:
            return None

    def write(self, name: str, text: str) -> str:
        try:
            (self._workspace / FOLDER).mkdir(exist_ok=True)
            self._folder.mkdir(exist_ok=True)
            self._real_folder()
            _write_whole(self._folder, name, text)
        except OSError as error:
            raise BadInput(f"{PLANS}/{name}", f"cannot be written ({error.strerror})") from None
        return f"{PLANS}/{name}"

    def add_refused(self, name: str, lines: Sequence[str]) -> str:
        beside = f"{name.removesuffix('.md')}{REFUSED}"
        before = None
        with suppress(BadInput):  # what cannot be read is written anew
            before = self.read(beside)
        text = before or _HEADING
        new = [line for line in (f"- {line}\n" for line in lines) if line not in text]
        return self.write(beside, text + "".join(new))

    def is_known(self, session: str, updated_at: str, name: str) -> bool:
        known = self._memory.of(session, self._workspace)
        return (
            known is not None
            and known.get("updated_at") == updated_at
            and known.get("file") == _signature(self._folder / name)
        )

    def remember(self, session: str, updated_at: str, version: int, anchor: str, name: str) -> None:
        entry = {
            "updated_at": updated_at,
            "version": version,
            "anchor": anchor,
            "tag": name.removesuffix(".md").rpartition("-")[2],
            "file": _signature(self._folder / name),
        }
        self._memory.add(session, self._workspace, entry)

    def anchor_of(self, session: str, version: int) -> str | None:
        known = self._memory.of(session, self._workspace)
        same = known is not None and known.get("version") == version
        return known.get("anchor") if known is not None and same else None

    def _real_folder(self) -> None:
        """Refuse a folder that leads elsewhere: whoever wrote the workspace may be a stranger."""
        for place in (self._workspace / FOLDER, self._folder):
            if not stat.S_ISDIR(place.lstat().st_mode):
                why = "is a link" if place.is_symlink() else "is no folder"
                raise BadInput(str(place.relative_to(self._workspace)), why, "a folder")


def read_plan_page(path: Path) -> str:
    """The text of a published plan; FileNotFoundError without one, BadInput when it is no text."""
    try:
        with open_unfollowed(path) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput(path.name, "is not a file", "a file")
            raw = file.read(_LARGEST + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = "is a link" if path.is_symlink() else f"cannot be read ({error.strerror})"
        raise BadInput(path.name, why, "a file") from None
    if len(raw) > _LARGEST:
        raise BadInput(path.name, f"has more than {_LARGEST:,} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(path.name, f"byte {error.start} is not UTF-8", "UTF-8 text") from None


def plan_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The published plans in a folder, and what was not taken over beside them."""
    found = sorted(path for path in folder.glob("*.md"))
    refused = [path for path in found if path.name.endswith(REFUSED)]
    return [path for path in found if path not in refused], refused


def _write_whole(folder: Path, name: str, text: str) -> None:
    handle, made = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(made).chmod(0o666 & ~_umask())
        Path(made).replace(folder / name)
    except OSError:
        Path(made).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What others may do with a file of this user; there is no way to look without setting it."""
    current = os.umask(0o077)
    os.umask(current)
    return current


def _signature(path: Path) -> list[int]:
    """Tells a file that was touched from one that was not, without reading it."""
    try:
        found = path.lstat()
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size, found.st_ino]


class PublishedMemory:
    """Which sessions of one database were published where, as which version, with which anchor."""

    def __init__(self, place: str, state: Path) -> None:
        self._file = state / "published" / f"{sha256(place)[:16]}.json"

    def of(self, session: str, workspace: Path) -> Document | None:
        return self._read().get(f"{session} {workspace}")

    def add(self, session: str, workspace: Path, entry: Document) -> None:
        """Remember it; what cannot be remembered is published all the same."""
        with suppress(OSError):
            known = self._read()
            known[f"{session} {workspace}"] = entry
            private_directory(self._file.parent)
            handle, made = tempfile.mkstemp(dir=self._file.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(known, file, ensure_ascii=False)
            Path(made).replace(self._file)

    def anchors(self) -> Iterator[tuple[Path, Anchor]]:
        """REC-6: the anchors that published plans carry, each with its file."""
        for path, session in self._files():
            with suppress(BadInput, OSError):
                page = read_page(read_plan_page(path))
                if page.session == session and (found := read_anchor_line(page.anchor)):
                    yield path, found

    def that_hold(self, sessions: Collection[str]) -> list[Path]:
        """REC-10: the files of these sessions that are still there."""
        return [path for path, session in self._files() if session in sessions]

    def _files(self) -> Iterator[tuple[Path, str]]:
        for key, entry in self._read().items():
            session, _, workspace = key.partition(" ")
            tag = str(entry.get("tag"))
            for path in sorted((Path(workspace) / PLANS).glob("*.md")):
                if path.name.endswith((f"-{tag}.md", f"-{tag}{REFUSED}")):
                    yield path, session

    def _read(self) -> Document:
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def read_anchor_line(line: str) -> Anchor | None:
    """The anchor on a page: events, sum and time."""
    events, _, rest = line.partition(" ")
    total, _, at = rest.partition(" ")
    well_formed = len(total) == 64 and set(total) <= set("0123456789abcdef")
    if not (events.isascii() and events.isdigit() and len(events) < 16 and well_formed):
        return None
    return Anchor(int(events), total, at[:40], "")
