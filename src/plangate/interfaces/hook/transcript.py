"""The client's own transcript as a witness (HOOK-3): does it hold the result of this call?

A document on a hook's standard input can be written by anybody. The transcript is written by the
client, one JSON object a line, and is what an agent's answer is checked against.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plangate.core.agents.agent_calls import folded
from plangate.core.model.records import Document

#: Only the end of a longer one is looked at.
_LARGEST = 32 * 1024 * 1024
_BETWEEN_LOOKS = 0.05


def head_of(name: str, largest: int) -> str:
    """The beginning of a regular file; nothing when there is none that can be read at once."""
    return _bytes(name, largest, from_end=False).decode("utf-8", "replace")


def holds_result(name: str, call: str, prompt: str, value: str, looks: int = 1) -> bool:
    """Whether the transcript says that this call asked the question and got this answer; where it
    is being written, after so many looks."""
    for look in range(looks):
        if look:
            time.sleep(_BETWEEN_LOOKS)
        if name and call and _holds(name, call, prompt, value):
            return True
    return False


def _holds(name: str, call: str, prompt: str, value: str) -> bool:
    asked = answered = False
    for line in _bytes(name, _LARGEST, from_end=True).splitlines():
        if call.encode() not in line:
            continue
        for block, result in _blocks(line):
            if block.get("type") == "tool_use" and block.get("id") == call:
                asked = asked or folded(prompt) in folded(json.dumps(block, ensure_ascii=False))
            elif block.get("type") == "tool_result" and block.get("tool_use_id") == call:
                answered = answered or _says(block, result, prompt, value)
    return asked and answered


def _says(block: Document, result: Any, prompt: str, value: str) -> bool:
    """By the structured result where the client keeps one, else by the words the model got."""
    if block.get("is_error"):
        return False
    answers = result.get("answers") if isinstance(result, dict) else None
    if isinstance(answers, dict):
        given = answers.get(prompt)
        told = ", ".join(map(str, given)) if isinstance(given, list) else str(given)
        return folded(told) == folded(value)
    text = folded(json.dumps(block.get("content"), ensure_ascii=False).replace('\\"', '"'))
    return f'"{folded(prompt)}"="{folded(value)}"' in text


def _blocks(line: bytes) -> Iterator[tuple[Document, Any]]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return
    message = entry.get("message") if isinstance(entry, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block, entry.get("toolUseResult")


def _bytes(name: str, largest: int, *, from_end: bool) -> bytes:
    if not name or "\0" in name:
        return b""
    try:
        # Without blocking, because a pipe of that name would wait for a writer.
        path = Path(name).expanduser()
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, RuntimeError):
        return b""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return b""
        if from_end and status.st_size > largest:
            os.lseek(descriptor, -largest, os.SEEK_END)
        return b"".join(_chunks(descriptor, largest))
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def _chunks(descriptor: int, largest: int) -> Iterator[bytes]:
    while largest > 0 and (chunk := os.read(descriptor, min(largest, 1024 * 1024))):
        largest -= len(chunk)
        yield chunk
