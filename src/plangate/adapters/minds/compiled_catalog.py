"""Shipped data files in one: YAML for people, one JSON file for the program, made from it.

Reading a hundred YAML files takes half a second, reading their JSON form a few milliseconds. The
JSON is in no repository: set-up makes it (scripts/made_files.py), and so does the build of a wheel
(hatch_build.py), which has the JSON alone. In a checkout both are there, and a JSON file that was
made of other sources is made again when it is read; where nothing may be written, in memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.minds.yaml_files import SUFFIXES
from plangate.core.model.digests import sha256_of_bytes
from plangate.core.model.records import Document, Fields

#: Raised when what is made of the same sources changes.
EDITION = 1


class Compiled(NamedTuple):
    """A JSON file of a package, the folder of data files beside it, and how it is made of them."""

    package: str
    file: str
    sources: str
    make: Callable[[Mapping[str, bytes]], Sequence[Fields]]

    def documents(self) -> list[Document]:
        """The checked documents, made again first when the sources are no longer the same."""
        folder = resources.files(self.package)
        there = _read(folder / self.file)
        sources = Path(str(folder)) / self.sources
        if not sources.is_dir():
            if there is None:
                raise FileNotFoundError(f"{self.package} was built without its {self.file}")
            return list(there["documents"])
        if there is not None and self._is_current(there, sources):
            return list(there["documents"])
        text = self.text(sources)
        with suppress(OSError):  # a checkout that may not be written to works without
            write_whole(Path(str(folder)) / self.file, text)
        return list(json.loads(text)["documents"])

    def text(self, sources: Path) -> str:
        """What the JSON file must hold; BadInput names the file and field that are wrong."""
        files = _files(sources)
        lines = [
            json.dumps(document, ensure_ascii=False, separators=(",", ":"))
            for document in self.make(files)
        ]
        head = {"edition": EDITION, "digest": _digest(files), "stamp": _stamp(sources)}
        first = json.dumps(head, separators=(",", ":"))[:-1]
        return f'{first},"documents":[\n' + ",\n".join(lines) + "\n]}\n"

    def _is_current(self, there: Fields, sources: Path) -> bool:
        """By name, size and time of the sources; by their bytes where a copy has other times."""
        if there.get("edition") != EDITION:
            return False
        if there["stamp"] == _stamp(sources):
            return True
        return bool(there["digest"] == _digest(_files(sources)))


def write_whole(path: Path, text: str) -> None:
    """Put a file in place in one step: another process never reads half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _read(file: Traversable) -> Document | None:
    """What was made before; None when it is not there or is not whole."""
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) else None


def _files(sources: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(sources.iterdir()) if _is_source(path)}


def _is_source(path: Path | os.DirEntry[str]) -> bool:
    return path.name.endswith(SUFFIXES)


def _digest(files: Mapping[str, bytes]) -> str:
    parts = [b"%d %d\n%b%b" % (len(n), len(c), n.encode(), c) for n, c in files.items()]
    return sha256_of_bytes(b"".join(parts))


def _stamp(sources: Path) -> str:
    """A hundred looks at the file system: under a millisecond."""
    with os.scandir(sources) as entries:
        seen = [
            (entry.name, (found := entry.stat()).st_size, found.st_mtime_ns)
            for entry in entries
            if _is_source(entry)
        ]
    return sha256_of_bytes(repr(sorted(seen)).encode())
