"""The hooks of coding agents as a process (HOOK-1, HOOK-3, HOOK-4): `pre-ask`, `post-ask`,
`plan-review` and `prime`.

Each reads one document, says at most one thing on standard output, and ends with 0: whatever goes
wrong, the agent goes on as if there were no hook, and one line on stderr says why. A clock of a few
seconds runs from the start, because a slow disk waits where no timeout of ours reaches.

Start-up is most of what a hook costs, so nothing is loaded before it is needed, and no command line
library at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import NoReturn

from plangate.interfaces.hook.place import HookReply

#: Which hooks each agent has.
HOOKS = {
    "claude": ("pre-ask", "post-ask", "plan-review", "prime", "allow-own"),
    "codex": ("pre-ask", "prime"),
    "gemini": ("pre-ask", "plan-review", "prime"),
    "opencode": ("pre-ask", "prime"),
}
LONGEST_RUN_SECONDS = 4.0
LARGEST_INPUT = 4 * 1024 * 1024
_CHUNK = 1024 * 1024


def main(agent: str, name: str) -> NoReturn:
    """Run a hook from standard input to its end."""
    _give_up_after(LONGEST_RUN_SECONDS)
    put_out(name, run(agent, name, standard_input(), os.environ))
    os._exit(0)  # everything is written and closed; taking Python apart would only take time


def run(agent: str, name: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """What a hook says to a document; never an exception."""
    if len(raw) > LARGEST_INPUT:
        return HookReply(
            line=f"passed: the input is larger than {LARGEST_INPUT // 1024 // 1024} MB"
        )
    try:
        match name:
            case "pre-ask":
                from plangate.interfaces.hook.before_asking import pre_ask as hook
            case "post-ask":
                from plangate.interfaces.hook.answering import post_ask as hook
            case "allow-own":
                from plangate.interfaces.hook.allowing import allow_own as hook
            case "plan-review":
                from plangate.interfaces.hook.planning import plan_review as hook
            case _:
                from plangate.interfaces.hook.priming import prime as hook
        return hook(agent, raw, environ)
    except Exception as error:  # noqa: BLE001  # nothing of ours may stop the agent
        return HookReply(line=f"passed: {str(error) or type(error).__name__}")


def standard_input() -> bytes:
    """All of it is taken, so that nobody writes into a closed pipe; too much is not kept."""
    kept = b""
    while chunk := sys.stdin.buffer.read(_CHUNK):
        if len(kept) <= LARGEST_INPUT:
            kept += chunk
    return kept


def put_out(name: str, said: HookReply) -> None:
    """The verdict on stdout, the one line on stderr; a reader that left is not waited for."""
    line = " ".join(said.line.split())
    for stream, text in (
        (sys.stderr, f"plangate hook {name}: {line}\n" if line else ""),
        (sys.stdout, said.out),
    ):
        try:
            stream.write(text.encode("ascii", "backslashreplace").decode("ascii"))
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _give_up_after(seconds: float) -> None:
    """Leave with 0 when the time is up, wherever the process waits."""
    import signal

    if not hasattr(signal, "setitimer"):
        return  # the client has a timeout of its own

    def leave(_signal: int, _frame: object) -> None:
        os.write(2, b"plangate hook: passed: it took too long\n")
        os._exit(0)

    signal.signal(signal.SIGALRM, leave)
    signal.setitimer(signal.ITIMER_REAL, seconds)
