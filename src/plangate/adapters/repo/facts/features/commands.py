"""Commands of a command line that the project itself defines, and where it starts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.facts.lines_in_text import code_of, key_line, line_at
from plangate.adapters.repo.facts.parsed_files import table
from plangate.adapters.repo.facts.paths_aside import beside, folder_of, is_aside, is_test
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence
from plangate.language.words.stems import words_in_rows

_MOST, _MOST_WITHOUT_WORDS, _MOST_ENTRIES = 6, 3, 6


class _CommandRow(NamedTuple):
    endings: tuple[str, ...]
    hint: str  # a plain text the command needs: cheap to look for
    proof: re.Pattern[str]
    command: re.Pattern[str]


def _row(endings: str, hint: str, proof: str, command: str) -> _CommandRow:
    return _CommandRow(
        tuple(endings.split()), hint, re.compile(proof, re.M), re.compile(command, re.M)
    )


_ROWS = (
    _row(
        ".py",
        ".command(",
        r"^[ \t]*(?:import|from) (?:click|typer|rich_click|asyncclick|flask)\b",
        r"^[ \t]*@[\w.]+\.command\((?:[ \t\n]*(?:name[ \t]*=[ \t]*)?[\"'](?P<name>[\w:-]+)[\"'])?"
        r"[\s\S]{0,600}?^[ \t]*(?:async[ \t]+)?def[ \t]+(?P<function>\w+)",
    ),
    _row(".py", ".add_parser(", r"\bargparse\b", r"\.add_parser\(\s*[\"'](?P<name>[\w:-]+)[\"']"),
    _row(
        ".js .ts .mjs .cjs",
        ".command(",
        r"[\"'](?:commander|yargs|cac)[\"']",
        r"\.command\(\s*[\"'`](?P<name>[a-z][\w:-]*)",
    ),
    _row(".go", "cobra", r"\"github\.com/spf13/cobra\"", r"\bUse:\s*\"(?P<name>[\w-]+)"),
    _row(".go", "urfave", r"\"github\.com/urfave/cli", r"\bName:\s*\"(?P<name>[\w-]+)\""),
    _row(
        ".php",
        "AsCommand",
        r"Symfony\\+Component\\+Console",
        r"AsCommand\(\s*(?:name:\s*)?[\"'](?P<name>[\w:-]+)",
    ),
    _row(
        ".php",
        "$signature",
        r"Illuminate\\+Console",
        r"\$signature\s*=\s*[\"'](?P<name>[\w:-]+)",
    ),
    _row(".rake", "task", r"", r"^[ \t]*task[ \t(]+:?[\"']?(?P<name>\w+)"),
)
_MANAGEMENT = re.compile(r"(?:^|/)management/commands/(?P<name>[a-z]\w*)\.py$")
_MAINS = re.compile(
    r"(?:^|/)(?:manage\.py|wsgi\.py|asgi\.py|__main__\.py|src/main\.rs|cmd/[\w-]+/main\.go|config\.ru"
    r"|Program\.cs|artisan|public/index\.php)$|^(?:main\.(?:py|go)|app\.py|server\.[jt]s|index\.[jt]s)$"
)


def commands(view: View, opened: Sequence[str]) -> list[Evidence]:
    found = [*_managed(view), *_defined(view, opened)]
    alike = [command for command in found if view.goal.shared(command.fact)]
    alike.sort(key=lambda command: -len(view.goal.shared(command.fact)))
    if view.goal.speaks_of(words_in_rows("about_commands")):
        alike += [command for command in found if command not in alike][:_MOST_WITHOUT_WORDS]
    return first(alike, _MOST)


def _managed(view: View) -> Iterator[Evidence]:
    for path in view.files:
        found = _MANAGEMENT.search(path)
        if found and not is_aside(path) and not is_test(path):
            yield fact("command", found.group("name"), path, 0.95)


def _defined(view: View, opened: Sequence[str]) -> Iterator[Evidence]:
    for path in opened:
        rows = [row for row in _ROWS if path.endswith(row.endings)]
        text = view.source(path) if rows else ""
        for row in rows:
            if row.hint not in text or not row.proof.search(text):
                continue
            code = code_of(path, text)
            for found in row.command.finditer(code):
                name: str | None = found.group("name") or _spoken(found.groupdict().get("function"))
                if name:
                    yield fact("command", name, f"{path}:{line_at(code, found.start())}", 0.9)


def _spoken(function: str | None) -> str | None:
    """Click's and Typer's own rule for the name of a command."""
    return function.rstrip("_").replace("_", "-").lower() if function else None


def entry_points(view: View) -> list[Evidence]:
    """What the manifests install or start, then files that start something by their name."""
    placed = [
        fact("entry_point", path, path, 0.8)
        for path in view.files
        if _MAINS.search(path) and not is_aside(path) and not is_test(path) and _starts(view, path)
    ]
    return first([*_scripts(view), *placed], _MOST_ENTRIES)


def _starts(view: View, path: str) -> bool:
    """A module called after WSGI starts something when it holds an application."""
    if not path.endswith(("wsgi.py", "asgi.py")):
        return True
    return re.search(r"^app(?:lication)?\b\s*=", view.text(path) or "", re.M) is not None


def _scripts(view: View) -> Iterator[Evidence]:
    for path in view.own("pyproject.toml")[:5]:
        text = view.text(path) or ""
        document = view.toml(path)
        for keys in (("project", "scripts"), ("tool", "poetry", "scripts")):
            for name, target in table(document, *keys).items():
                if isinstance(target, str):
                    line = key_line(text, name)
                    yield fact("entry_point", f"{name} = {target}", f"{path}:{line}", 0.95)
    for path in view.own("package.json")[:5]:
        document = view.json(path)
        given = document.get("bin") if isinstance(document, dict) else None
        bins = (
            {str(document.get("name")): given} if isinstance(given, str) else table(document, "bin")
        )
        for name, target in bins.items():
            if isinstance(target, str):
                line = key_line(view.text(path) or "", "bin")
                yield fact("entry_point", f"{name} = {target}", f"{path}:{line}", 0.95)
    for path in view.own("Cargo.toml")[:5]:
        binaries = view.toml(path)
        listed = binaries.get("bin") if isinstance(binaries, dict) else None
        for entry in listed if isinstance(listed, list) else []:
            called, target = table(entry).get("name"), table(entry).get("path", "src/main.rs")
            if isinstance(called, str) and isinstance(target, str):
                said = f"{called} = {beside(folder_of(path), target)}"
                yield fact(
                    "entry_point", said, f"{path}:{key_line(view.text(path) or '', 'name')}", 0.95
                )
