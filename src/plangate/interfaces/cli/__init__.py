"""The command line. What agents call often is done before anything heavy is loaded.

`root` lists every command with its one line and loads it when it is called; `command` is the one
decorator (`--db`, `--json`, settings, planner); `common` prints. A command parses, calls one use
case and renders; the commands stand in rooms named like the groups of the help:

    questions   plans   decisions   person   agents   log
"""

from __future__ import annotations

import os
import sys

#: How many new objects Python looks for garbage after; its own 700 come every few modules.
_OBJECTS_BETWEEN_LOOKS = 100_000


def main() -> None:
    """The `plangate` command."""
    _open_what_is_closed()
    if sys.argv[1:] in (["--version"], ["-V"]) and _said_version():
        return
    _run_hook(sys.argv[1:])
    if sys.argv[1:3] == ["gate", "--json"] or sys.argv[1:2] + sys.argv[3:] == ["gate", "--json"]:
        from plangate.interfaces.cli.quick_gate import decided

        if (code := decided(sys.argv[2:])) is not None:
            sys.exit(code)
    _run_command()


def _run_command() -> None:
    """Any other call: whatever is loaded stays to the end, so it is not searched for garbage."""
    import gc

    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
    try:
        _look_quickly(sys.argv[1:])
        from plangate.interfaces.cli.root import run

        run()
    finally:
        gc.freeze()  # Python would look at all of it once more on its way out


def _look_quickly(arguments: list[str]) -> None:
    if arguments[:1] in (["inbox"], ["ready"], ["status"]):
        from plangate.interfaces.cli.quick_looks import looked

        if (code := looked(arguments)) is not None:
            sys.exit(code)


def _said_version() -> bool:
    from plangate._version import __version__

    try:
        sys.stdout.write(f"plangate {__version__}\n")
        sys.stdout.flush()
    except OSError:
        return False  # the long way says what is wrong with stdout
    return True


def _run_hook(arguments: list[str]) -> None:
    """A hook runs before everything an agent does, so that it does without the command line."""
    if arguments[:1] != ["hook"] or len(arguments) != 3:
        return
    import gc

    gc.disable()  # a process this short leaves nothing behind that is worth looking for
    from plangate.interfaces.hook import running

    if arguments[2] in running.HOOKS.get(arguments[1], ()):
        running.main(arguments[1], arguments[2])
    gc.enable()  # the long way says which hooks there are


def _open_what_is_closed() -> None:
    """A stream closed by whoever started us leads nowhere, and no file of ours takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
