"""`plangate gate --json [FILE]` without the command line around it (CLI-3).

Other languages call the gate as a process; half of such a call would be spent on building commands
it does not use. Whatever is not plain (another option, bad input, a closed pipe) goes the long way,
which knows how to say so.
"""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Sequence

_LARGEST = 64 * 1024 * 1024


def decided(arguments: Sequence[str]) -> int | None:
    """The exit code once the report is written; None when the long way has to be taken."""
    files = [word for word in arguments if word != "--json"]
    if "--json" not in arguments or len(files) > 1 or any(word[:1] == "-" for word in files):
        return None
    gc.disable()  # a process this short leaves nothing behind that is worth looking for
    from plangate.core.gate.document import read_gate_document
    from plangate.core.gate.report import exit_code, gate_report
    from plangate.core.model.errors import BadInput
    from plangate.core.model.shapes import read_json
    from plangate.interfaces.text import json_text, shown

    raw = _raw(files)
    if raw is None:
        return None
    try:
        report = gate_report(read_gate_document(read_json(raw)))
        sys.stdout.buffer.write(f"{shown(json_text(report))}\n".encode())
        sys.stdout.flush()
    except (BadInput, OSError, RecursionError):
        return None
    return exit_code(report)


def _raw(files: Sequence[str]) -> bytes | None:
    """The document's bytes; of a pipe they are put back, so that the long way can read them too."""
    try:
        if files:
            with open(files[0], "rb") as file:  # noqa: PTH123 - pathlib is a tenth of the whole call
                return file.read(_LARGEST)
        if sys.stdin.isatty():
            return None
        raw = sys.stdin.buffer.read()
    except (OSError, ValueError):
        return None
    sys.stdin = io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8")
    return raw
