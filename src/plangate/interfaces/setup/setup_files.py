"""Set-up on files: look, put in, take out; all or none, and nothing that cannot be taken back.

What is to be written is worked out for every file first and tried: after it the file must hold what
it held and ours, and taking ours out must give the bytes that were there. Only then is a file put
in place of the old one, whole (a copy beside it, renamed), with its mode, where a link leads.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from plangate.core.model.errors import BadInput
from plangate.interfaces.setup import blocks, jsonc
from plangate.interfaces.setup.known_agents import BlockFile, JsonFile, Target

_LARGEST = 16 * 1024 * 1024
_EMPTY = "\ufeff \t\r\n"


class Change(NamedTuple):
    """What becomes of one file: its text (None for no file) before and after."""

    path: Path
    before: str | None
    after: str | None
    folders: int = 0
    """How many folders go with the file, counted upwards."""

    @property
    def state(self) -> str:
        if self.before == self.after:
            return "unchanged"
        if self.after is None:
            return "deleted"
        return "created" if self.before is None else "changed"


def state_of(target: Target) -> str:
    """`in_place`, `different` (ours, but not as it would be written now) or `missing`."""
    text = _read(target.path)
    if text is None or not text.strip(_EMPTY):
        return "missing"
    with _Refusing(target.path):
        return _state(text, target.content)


def addition_to(target: Target) -> Change:
    """The file with ours in it."""
    before = _read(target.path)
    with _Refusing(target.path):
        after = _with(before, target)
        folders = 0
        if before is None:
            folders = _missing_folders(target.path)
            after += "\n" * folders
        _must_hold(before, after, target)
    return Change(target.path, before, after, folders)


def removal_from(target: Target) -> Change:
    """The file without ours."""
    before = _read(target.path)
    if before is None or not before.strip(_EMPTY):
        return Change(target.path, before, before)
    with _Refusing(target.path):
        after = _without(before, target.content)
    return Change(target.path, before, after, _folders_made(before) if after is None else 0)


def apply(changes: Sequence[Change]) -> None:
    """Make the changes, each file whole or not at all."""
    for change in changes:
        if change.before == change.after:
            continue
        try:
            if change.after is None:
                _delete(change)
            else:
                _replace(change.path, change.after)
        except OSError as error:
            raise BadInput(str(change.path), f"cannot be written ({error.strerror})") from None


# --- what goes where ------------------------------------------------------------------------------


def _with(before: str | None, target: Target) -> str:
    match target.content:
        case JsonFile(additions=additions):
            if before is None:
                return jsonc.fresh(additions) + "\n"
            if not before.strip(_EMPTY):
                return jsonc.in_empty(before, additions)
            for addition in additions:
                before = jsonc.added(before, addition)
            return before
        case BlockFile(marks=marks, body=body):
            if before is None:
                return blocks.fresh_block(marks, body)
            return blocks.with_block(before, marks, body)


def _without(text: str, content: JsonFile | BlockFile) -> str | None:
    if isinstance(content, BlockFile):
        return blocks.without_block(text, content.marks)
    left: str | None = text
    for addition in reversed(content.additions):
        left = jsonc.removed(left, addition) if left is not None else None
    return left


def _state(text: str, content: JsonFile | BlockFile) -> str:
    if isinstance(content, BlockFile):
        there = blocks.block_of(text, content.marks)
        if there is None:
            return "missing"
        return "in_place" if there == content.body.rstrip("\n") else "different"
    found = [(jsonc.found(text, addition), addition.value) for addition in content.additions]
    if all(there == wanted for there, wanted in found):
        return "in_place"
    return "missing" if all(there is None for there, _ in found) else "different"


def _must_hold(before: str | None, after: str, target: Target) -> None:
    """Ours is in it, an agent can read it, and the way back is exact."""
    content = target.content
    if _state(after, content) != "in_place":
        raise jsonc.NotUnderstood("it would not hold what is put into it")
    if target.path.suffix == ".toml":
        _must_be_toml(after)
    was_empty = before is None or not before.strip(_EMPTY)
    back = before if was_empty or before is None else _without(before, content)
    if _without(after, content) != back:
        raise jsonc.NotUnderstood("it cannot be edited so that the edit can be taken back")


def _must_be_toml(text: str) -> None:
    import tomllib

    try:
        tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise jsonc.NotUnderstood(f"it would be no TOML ({error})") from None


# --- files ----------------------------------------------------------------------------------------


class _Refusing:
    """A file that is not understood is left alone, and one line says which and why."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, jsonc.NotUnderstood | RecursionError):
            raise BadInput(
                str(self._path),
                f"{error}; it was left as it is",
                "a file the agent itself can read",
            ) from None


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except FileNotFoundError:
        if path.is_symlink():
            raise BadInput(str(path), "is a link that leads nowhere", "a file") from None
        return None
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})", "a readable file") from None
    if len(raw) > _LARGEST:
        raise BadInput(str(path), f"more than {_LARGEST:,} bytes", "a configuration file")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8; it was left as it is"
        raise BadInput(str(path), problem, "text in UTF-8") from None


def _replace(path: Path, text: str) -> None:
    path = path.resolve()  # the file a link leads to, so that the link stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else None
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode if mode is not None else 0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What new files are not allowed here; there is no way to ask but to set it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _delete(change: Change) -> None:
    change.path.unlink()
    folder = change.path.parent
    for _ in range(change.folders):
        with suppress(OSError):  # somebody else keeps something there
            folder.rmdir()
        folder = folder.parent


def _missing_folders(path: Path) -> int:
    return sum(not folder.exists() for folder in path.parents)


def _folders_made(text: str) -> int:
    """Set-up ends a file it makes with a line end, and one more for each folder it makes."""
    return max(0, len(text) - len(text.rstrip("\n")) - 1)
