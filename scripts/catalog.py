"""Makes the JSON forms of the catalog's data files, which a plan reads instead of YAML.

Run it after a change to a file of `dimensions/` or `archetypes/`; with --check it only says whether
that was done.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from plangate.adapters.minds.drafting import drafting_archetypes as drafting  # noqa: E402
from plangate.adapters.minds.rules import loading  # noqa: E402

MINDS = ROOT / "src" / "plangate" / "adapters" / "minds"
DRAFTING = MINDS / "drafting"


def main(arguments: list[str]) -> int:
    files = sorted((DRAFTING / "archetypes").glob("*.yaml"))
    archetypes = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in files}
    wanted = {
        MINDS / "rules" / loading.COMPILED: loading.compiled_dimensions(),
        DRAFTING / drafting.COMPILED: drafting.compiled_archetypes(archetypes),
    }
    stale = [path for path, text in wanted.items() if not _holds(path, text)]
    for path in stale:
        if arguments == ["--check"]:
            name = path.relative_to(ROOT)
            print(f"{name} is out of date: run scripts/catalog.py", file=sys.stderr)
        else:
            path.write_text(wanted[path], encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if stale and arguments == ["--check"] else 0


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
