"""Makes the JSON files that a plan reads from the YAML files of the catalog.

Set-up runs it (scripts/environment.py), `./check catalog` does, and whoever changed a data file
may. A file that cannot be used is named in one line.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from plangate.adapters.minds.drafting.drafting_archetypes import SHIPPED as ARCHETYPES
from plangate.adapters.minds.rules.loading import SHIPPED as DIMENSIONS
from plangate.core.model.errors import BadInput


def main() -> int:
    try:
        for compiled in (DIMENSIONS, ARCHETYPES):
            compiled.documents()
    except BadInput as error:
        print(f"catalog: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
