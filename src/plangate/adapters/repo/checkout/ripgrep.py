"""Which lines of a workspace hold one of many expressions, by ripgrep.

It only ever narrows down: what it says is looked up in the listing and matched again. No setting of
the workspace or of its owner reaches it, and nothing but ripgrep itself is run (INV-11).
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.machine.program_lookup import find_program
from plangate.adapters.repo.checkout.workspace_files import (
    LARGEST_FILE,
    OWN_OUTPUT,
    SKIPPED_FOLDERS,
)

#: A file with so many lines that hold something is better read as a whole.
MOST_LINES = 20
#: A line wider than this is not shown, only that it holds something.
_WIDEST_LINE = 400
_HIDDEN_LINE = b"[Omitted long"

_OPTIONS = (
    *("--no-config", "--no-follow", "--hidden", "--text", "--encoding=none", "--no-messages"),
    *("--no-ignore-dot", "--no-ignore-global", "--no-ignore-parent", "--no-ignore-exclude"),
    *("--no-require-git", "--null", "--no-heading", "--no-line-number", "--color=never"),
    *(f"--max-filesize={LARGEST_FILE}", "--type=wanted", "--file=-"),
    *(f"--glob=!{folder}" for folder in sorted(SKIPPED_FOLDERS)),
    f"--glob=!**/{OWN_OUTPUT}",
)


class Failed(Exception):
    """ripgrep could not do it, and why."""


class Files(NamedTuple):
    """Files of a folder, as relative paths: of others nothing is told."""

    root: Path
    paths: Iterable[str]


class Line(NamedTuple):
    """A line that holds something; its text is None when it is too wide to be shown."""

    path: str
    text: str | None


def find_ripgrep(workspace: Path) -> Path | None:
    """The program of this environment, else one on the path that is no part of the workspace."""
    name = "rg.exe" if os.name == "nt" else "rg"
    beside = Path(sys.executable).parent / name
    if beside.is_file():
        return beside
    return find_program("rg", workspace)


def matching_lines(
    program: Path, within: Files, names: Iterable[str], expressions: Sequence[str], seconds: float
) -> Iterator[Line]:
    """The first lines of each file with such a name; files in no order."""
    bounds = (f"--max-columns={_WIDEST_LINE}", f"--max-count={MOST_LINES}")
    return _found(program, within, names, expressions, seconds, bounds)


def matches(
    program: Path, within: Files, names: Iterable[str], expression: str, seconds: float
) -> Iterator[Line]:
    """Every match in the files with such names, alone; files in no order."""
    return _found(program, within, names, [expression], seconds, ["--only-matching"])


def _found(
    program: Path,
    within: Files,
    names: Iterable[str],
    expressions: Sequence[str],
    seconds: float,
    options: Iterable[str],
) -> Iterator[Line]:
    """What ripgrep shows of these files; Failed when it did not do its work."""
    import subprocess  # lazy: nobody but an investigation starts a program

    types = (f"--type-add=wanted:{_as_glob(name)}" for name in names)
    environment = {key: os.environ[key] for key in ("SYSTEMROOT",) if key in os.environ}
    try:
        process = subprocess.Popen(
            [str(program), *types, *_OPTIONS, *options, "--", "."],
            cwd=within.root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        raise Failed(error.strerror or type(error).__name__) from None
    out_of_time = threading.Timer(max(seconds, 0.0), process.kill)
    out_of_time.start()
    try:
        with process:
            given, shown, said = process.stdin, process.stdout, process.stderr
            assert given is not None
            assert shown is not None
            assert said is not None
            given.write("\n".join(expressions).encode())
            given.close()
            wanted = {
                os.fsencode(f".{os.sep}{path.replace('/', os.sep)}"): path for path in within.paths
            }
            for raw in shown:
                named, _, text = raw.partition(b"\0")
                if path := wanted.get(named):
                    yield Line(path, _decoded(text))
            complaint = said.read().decode(errors="replace").strip()
    except OSError as error:
        raise Failed(error.strerror or type(error).__name__) from None
    finally:
        out_of_time.cancel()
        process.kill()
    if process.returncode not in (0, 1, 2) or complaint:
        raise Failed(complaint.splitlines()[0] if complaint else f"ended with {process.returncode}")


def _decoded(text: bytes) -> str | None:
    return None if text.startswith(_HIDDEN_LINE) else text.decode("utf-8", errors="replace")


def _as_glob(name: str) -> str:
    """A file name pattern as Python means it: braces and backslashes are themselves."""
    return re.sub(r"[{},\\]", lambda found: f"[{found.group()}]", name)
