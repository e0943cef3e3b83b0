"""Writes docs/rules.md, docs/commands.md and docs/settings.md; `--check` says if one is old."""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(arguments: list[str]) -> int:
    pages = [runpy.run_path(str(HERE / name)) for name in ("rules.py", "reference_page.py")]
    return max(int(page["main"](arguments)) for page in pages)


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    sys.exit(main(sys.argv[1:]))
