"""Makes `language/compiled.py` of the vocabulary in `language/words/*.toml`.

Run it after a change to one of those files; with --check it only says whether that was done. The
result is in git, because a checkout must run before anything was set up; it has a line for each
row or first letter, so that two people who add words seldom meet in it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = ROOT / "src" / "plangate" / "language"
TARGET = LANGUAGE / "compiled.py"
HEAD = '''"""Made by scripts/words.py from words/*.toml; change those files and run it."""

from typing import Final
'''


def main(arguments: list[str]) -> int:
    text = compiled(read_words())
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    name = TARGET.relative_to(ROOT)
    if arguments == ["--check"]:
        print(f"{name} is out of date: run scripts/words.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {name}")
    return 0


def read_words() -> dict[str, dict[str, Any]]:
    """The files of the vocabulary, by their names."""
    files = sorted((LANGUAGE / "words").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def compiled(files: dict[str, dict[str, Any]]) -> str:
    """The text of the module."""
    common = files["common"]
    groups = {name: row["words"].split() for name, row in common.items() if "words" in row}
    made = [HEAD, "GROUPS: Final = {"]
    for name, words in sorted(groups.items()):
        made += [f'    "{name}": """', *wrapped(words), '""",']
    made += ["}", 'SAME: Final = """', *sorted(common["same"]["rows"]), '"""', ""]
    return "\n".join(made)


def wrapped(words: list[str]) -> list[str]:
    """Words in order, in a line for each first letter: a new word changes one line."""
    by_letter: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        by_letter.setdefault(word[0], []).append(word)
    return [" ".join(some) for some in by_letter.values()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
