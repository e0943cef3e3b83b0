"""Makes `compiled.py` and `one_way_net.py` of the vocabulary in `language/words/*.toml`.

Both are in no repository. Set-up makes them (made_files.py), so do the tests and a build of the
package; run this after a change to a word when you call Python yourself. Each has the digest of
what it was made of in its first line, so it is made again only when that has changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if find_spec("plangate") is None:  # a build, or a checkout that nobody set up
    sys.path.insert(0, str(ROOT / "src"))

from plangate.language.words.inflections import british, inflected  # noqa: E402

WORDS = ROOT / "src" / "plangate" / "language" / "words"
HEAD = '''"""Made by scripts/words.py from words/*.toml ({digest}); change those files."""

from typing import Final
'''
#: Files that are more than lists.
APART = ("verbs", "things", "languages")
#: Files of the one-way net: what destroys comes first (PREF-2).
NET_ROWS = {"one_way_destructive": "destroys", "one_way_lasting": "lasts"}
NET_FILES = (*NET_ROWS, "one_way_words")
Tables = dict[str, dict[str, Any]]


def main() -> int:
    """Make both modules where they stand, unless they are made of these words already."""
    digest = digest_of_sources()
    if is_current(digest):
        return 0
    try:
        made = modules(digest)
    except ValueError as faults:  # what was made before stays
        print(faults, file=sys.stderr)
        return 1
    for name, text in made.items():
        draft = WORDS / f"{name}.{os.getpid()}.new"
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(WORDS / name)  # in one step: another process never reads half of it
    return 0


def is_current(digest: str) -> bool:
    """Whether both modules are made of these sources; they are then as new as any of them."""
    newest = max(path.stat().st_mtime_ns for path in sources())
    for path in (WORDS / "one_way_net.py", WORDS / "compiled.py"):
        if not path.is_file() or digest not in path.read_text(encoding="utf-8")[:200]:
            return False
        if path.stat().st_mtime_ns < newest:
            os.utime(path, ns=(newest, newest))  # ./plangate compares file times
    return True


def digest_of_sources() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.name.encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """The words, and the programs that make modules of them."""
    return [*sorted(WORDS.glob("*.toml")), WORDS / "inflections.py", Path(__file__)]


def modules(digest: str) -> dict[str, str]:
    """The text of each module by its file name; ValueError says what is wrong with the words."""
    files = read_words()
    if faults := list(problems(files)):
        raise ValueError("\n".join(faults))
    head = HEAD.format(digest=digest)
    # compiled.py is last: where it is newer than the words, so is the other.
    return {"one_way_net.py": head + one_way_net(files), "compiled.py": head + compiled(files)}


def read_words() -> dict[str, Tables]:
    """The files of the vocabulary, by their names."""
    files = {}
    for path in sorted(WORDS.glob("*.toml")):
        try:
            files[path.stem] = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
    return files


def problems(files: dict[str, Tables]) -> Iterator[str]:
    """What is wrong: a word or name in two places, a list of no verbs, a row without example."""
    kinds, lists = verb_kinds(files), files["verbs"]["lists"]
    yield from (
        f"verbs.toml: two rows for {verb}" for verb in twice(v for k in kinds.values() for v in k)
    )
    known = {verb for kind in kinds.values() for verb in kind}
    for name, row in lists.items():
        strangers = {words[0] for words in rows_of(row)} - known
        yield from (f"verbs.toml: lists.{name}: no verb {verb!r}" for verb in sorted(strangers))
    nouns = [noun for row in files["things"].values() for noun in row["words"].split()]
    yield from (f"things.toml: two rows for {noun}" for noun in twice(nouns))
    plain = files.keys() - {*APART, *NET_FILES}
    names = twice(name for file in sorted(plain) for name in files[file])
    yield from (f"two lists are called {name}" for name in names)
    for file in files.keys() - {"verbs", "languages", *NET_FILES}:
        for name, row in files[file].items():
            if not row.get("example") and len(row.get("examples", ())) != len(row.get("rows", "?")):
                yield f"{file}.toml: {name} has no example"
    net = files["one_way_words"]
    for name, row in (*net["classes"].items(), *net["lists"].items()):
        if not row.get("example"):
            yield f"one_way_words.toml: {name} has no example"


def twice(words: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    return [word for word in words if word in seen or seen.add(word)]  # type: ignore[func-returns-value]


def rows_of(row: dict[str, Any]) -> list[list[str]]:
    """A list as rows of words: a plain list has one word in each."""
    return [words.split() for words in row.get("rows", ())] or [
        [word] for word in row["words"].split()
    ]


def verb_kinds(files: dict[str, Tables]) -> Tables:
    return {kind: rows for kind, rows in files["verbs"].items() if kind != "lists"}


def compiled(files: dict[str, Tables]) -> str:
    """The text of the module."""
    others = [rows for name, rows in files.items() if name not in (*APART, *NET_FILES)]
    lists = {name: row for rows in others for name, row in rows.items()}
    words = {name: row["words"].split() for name, row in lists.items() if "words" in row}
    rows = {name: row["rows"] for name, row in lists.items() if "rows" in row}
    verbs = list(verb_lines(files))
    words["light_verbs"] = [form for line in verbs for form in forms_of(line, "light")]
    words["verb_forms"] = [form for line in verbs for form in forms_of(line)]
    sure = [line for line in verbs if not forms_of(line, "nouns")]
    words["action_forms"] = [form for line in sure for form in forms_of(line)]
    words["action_forms"] += [f for line in verbs for f in forms_of(line, "actions_anywhere")]
    rows["things"] = [f"{kind} {row['words']}" for kind, row in files["things"].items()]
    made = [*table("GROUPS", {name: wrapped(some) for name, some in words.items()})]
    made += [*table("ROWS", rows), *block("VERBS", ["", *verbs])]
    for name, some in files["languages"].items():
        lines = {language: row["words"].split() for language, row in some.items()}
        made += table(f"{name.upper()}_ELSEWHERE", {k: [" ".join(v)] for k, v in lines.items()})
    return "\n".join([*made, ""])


def one_way_net(files: dict[str, Tables]) -> str:
    """The text of the module with the rows of the one-way net, and its words."""
    words = files["one_way_words"]
    families = {name: [" ".join(forms)] for name, forms in families_of(words["families"])}
    made = table("FAMILIES", families)
    for name in ("classes", "lists"):
        blocks = {key: [" ".join(row["words"].split())] for key, row in words[name].items()}
        made += table(name.upper(), blocks)
    registered = [f"{name}: {why}" for name, why in words["registered"].items()]
    made += block("REGISTERED", registered)
    rows = (net_row(row, does) for file, does in NET_ROWS.items() for row in net_rows(files[file]))
    made += ['ROWS: Final = r"""', "\n".join(rows) + '"""']
    return "\n".join([*made, ""])


def net_rows(file: Tables) -> list[dict[str, Any]]:
    """The rows of a file of the net: a list of tables, where others have tables by name."""
    return [*file["row"]]  # type: ignore[list-item]


def families_of(families: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each family in its forms: a stem with each of its endings."""
    for name, family in families.items():
        stem, _, endings = family.partition(":")
        yield name, [stem + ending for ending in endings.split(",")]


def net_row(row: dict[str, Any], does: str) -> str:
    """A row as lines: what it is, what it means, triggers, example, each line of its pattern."""
    pattern = re.sub(r"\\\n\s*", "", row["pattern"])  # a backslash carries a line on
    head = [f"{row['kind']} {does} {row['form']}", row["means"], row["triggers"], row["example"]]
    return "\n".join([*head, *(line for line in pattern.splitlines() if line), ""])


def forms_of(line: str, listed: str | None = None) -> list[str]:
    """All forms of a verb's line; with a list, when the verb is on it."""
    name, _, lists, forms, _ = line.split("|")
    return [name, *forms.split()] if listed is None or listed in lists.split(",") else []


def verb_lines(files: dict[str, Tables]) -> Iterator[str]:
    """A line for each verb: its name, its kind, the lists it is on, its other forms."""
    lists = files["verbs"]["lists"]
    irregular = {row[0]: row[1:] for row in rows_of(lists["irregular"])}
    doubled = set(lists["doubled"]["words"].split())
    told = {name: set(row["words"].split()) for name, row in lists.items() if "words" in row}
    kinds = {verb: kind for kind, rows in verb_kinds(files).items() for verb in rows}
    for verb, kind in sorted(kinds.items()):
        spelled = [
            form for one in (verb, *british(verb)) for form in inflected(one, doubled=doubled)
        ]
        every = dict.fromkeys([*spelled, *irregular.get(verb, ())])
        on = ",".join(sorted(name for name, words in told.items() if verb in words)) or ""
        yield f"{verb}|{kind}|{on}| {' '.join(list(every)[1:])} |"


def table(name: str, blocks: dict[str, list[str]]) -> list[str]:
    lines = []
    for key in sorted(blocks):
        escaped = (line.replace("\\", "\\\\") for line in blocks[key])
        lines += [f'    "{key}": """\\', *escaped, '""",']
    return [f"{name}: Final = {{", *lines, "}"]


def block(name: str, lines: Iterable[str]) -> list[str]:
    return [f'{name}: Final = """\\', *lines, '"""']


def wrapped(words: list[str]) -> list[str]:
    """Words in order, in a line for each first letter: a new word changes one line."""
    by_letter: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        by_letter.setdefault(word[0], []).append(word)
    return [" ".join(some) for some in by_letter.values()]


if __name__ == "__main__":
    sys.exit(main())
