"""Makes src/plangate/adapters/catalog/dimensions.json of the data files beside it.

Run it after a change to a file of `dimensions/`; with --check it only says whether that was done.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from plangate.adapters.catalog.loading import COMPILED, compiled_dimensions  # noqa: E402

TARGET = ROOT / "src" / "plangate" / "adapters" / "catalog" / COMPILED


def main(arguments: list[str]) -> int:
    wanted = compiled_dimensions()
    if arguments == ["--check"]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == wanted:
            return 0
        print(f"{TARGET.relative_to(ROOT)} is out of date: run scripts/catalog.py", file=sys.stderr)
        return 1
    TARGET.write_text(wanted, encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
