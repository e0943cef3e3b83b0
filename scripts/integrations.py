"""Writes integrations/ and the two catalogs from the rows set-up runs on; `--check` compares.

Why: a plugin that is written by hand says something else than set-up after the first change.
"""

import sys
from pathlib import Path

from plangate.interfaces.setup.plugins import PLUGINS, marketplaces

ROOT = Path(__file__).resolve().parents[1]


def files() -> dict[str, str]:
    """Every file that is made, by its path in the repository."""
    made = {
        f"integrations/{agent}/{name}": text
        for agent, plugin in PLUGINS.items()
        for name, text in plugin(["plangate"]).items()
    }
    return made | marketplaces()


def main(arguments: list[str]) -> int:
    made = files()
    if arguments == ["--check"]:
        folders = [ROOT / "integrations" / agent for agent in PLUGINS]
        there = {
            p.relative_to(ROOT).as_posix() for f in folders for p in f.rglob("*") if p.is_file()
        }
        wrong = [n for n, text in made.items() if not _is(ROOT / n, text)] + sorted(
            there - set(made)
        )
        for name in wrong:
            print(f"{name} is not what scripts/integrations.py makes: run it", file=sys.stderr)
        return int(bool(wrong))
    for name, text in made.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


def _is(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
