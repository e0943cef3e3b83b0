"""Starting the server as an agent would, to see whether it does (HOOK-2)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_LONGEST = 20.0
_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "plangate-setup", "version": "1"},
}
_ASKED = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _INITIALIZE},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def why_not_started(
    command: Sequence[str], workspace: Path, environ: Mapping[str, str]
) -> str | None:
    """Why the server does not answer with its tools, in one line; None when it does."""
    told = "".join(json.dumps(message) + "\n" for message in _ASKED)
    try:
        ended = subprocess.run(
            [*command, "mcp"],
            input=told,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            cwd=workspace,
            env=dict(environ),
            timeout=_LONGEST,
            check=False,
        )
    except FileNotFoundError:
        return f"{command[0]} is not found on the PATH"
    except OSError as error:
        return f"{command[0]} cannot be started ({error.strerror})"
    except subprocess.TimeoutExpired:
        return f"it did not answer within {_LONGEST:.0f} s"
    if any(_lists_tools(line) for line in ended.stdout.splitlines()):
        return None
    return (ended.stderr.strip().splitlines() or ["it said nothing"])[-1][:200]


def _lists_tools(line: str) -> bool:
    try:
        return bool(json.loads(line)["result"]["tools"])
    except (ValueError, LookupError, TypeError):
        return False
