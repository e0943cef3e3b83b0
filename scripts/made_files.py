"""Makes every file of the package that is in no repository, where it is missing or stale.

Two modules of words (words.py) come first: the program cannot start without them. Then two JSON
files of the catalog. Set-up runs it (environment.py), `./check catalog` does, and hatch_build.py
makes the same files for a wheel. What cannot be used is named in one line.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from scripts import words  # noqa: E402


def main() -> int:
    if words.main() != 0:
        return 1
    from plangate.adapters.minds.drafting.drafting_archetypes import SHIPPED as ARCHETYPES
    from plangate.adapters.minds.rules.loading import SHIPPED as DIMENSIONS
    from plangate.core.model.errors import BadInput

    try:
        for compiled in (DIMENSIONS, ARCHETYPES):
            compiled.documents()
    except BadInput as error:
        print(f"catalog: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
