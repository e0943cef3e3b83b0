"""The command line. `main` answers `--version` before anything heavy is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """The `plangate` command."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from plangate._version import __version__

        sys.stdout.write(f"plangate {__version__}\n")
        return
    from plangate.interfaces.cli.root import run

    run()
