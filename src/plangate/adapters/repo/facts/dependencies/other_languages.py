"""Dependencies of JavaScript, Rust, Go, Ruby, PHP and Elixir projects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.facts.lines_in_text import blanked
from plangate.adapters.repo.facts.parsed_files import table
from plangate.adapters.repo.facts.view import View

Name = tuple[str, bool]

_LONGEST_LINE = 500
_GO_REQUIRE = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+(?:/[\w.~-]+)*)\s+v\d")
_GO_ASIDE = {"\nreplace (": "\n)", "\nexclude (": "\n)", "\nretract (": "\n)"}
_GEM = re.compile(r"^\s*gem[\s(]+[\"']([\w-]+)[\"']([^\n]*)")
_GEM_SPEC = re.compile(r"\.add_((?:runtime_|development_)?)dependency[\s(]+[\"']([\w-]+)[\"']")
_GEM_GROUP = re.compile(r"^\s*group\b(.*)\bdo\s*$")
_GEM_END = re.compile(r"^\s*end\b")
_MIX = re.compile(r"\{\s*:(\w+)\s*,([^}\n]{0,200})\}")


def package_json(view: View, path: str) -> Iterator[Name]:
    document = view.json(path)
    for section, development in (
        ("dependencies", False),
        ("peerDependencies", False),
        ("optionalDependencies", False),
        ("devDependencies", True),
    ):
        for name in table(document, section):
            yield name, development


def cargo(view: View, path: str) -> Iterator[Name]:
    document = view.toml(path)
    tables = [document, *table(document, "target").values(), table(document, "workspace")]
    for holder in tables:
        for section, development in (
            ("dependencies", False),
            ("dev-dependencies", True),
            ("build-dependencies", True),
        ):
            for name in table(holder, section):
                yield name, development


def go_mod(view: View, path: str) -> Iterator[Name]:
    """Direct requirements only: what is indirect somebody else has chosen."""
    for line in _short_lines(blanked(view.manifest_text(path) or "", _GO_ASIDE)):
        found = _GO_REQUIRE.match(line)
        if found and "// indirect" not in line:
            yield re.sub(r"/v\d+$", "", found.group(1)), False


def gemfile(view: View, path: str) -> Iterator[Name]:
    text = view.manifest_text(path) or ""
    for kind, name in _GEM_SPEC.findall(text):
        yield name, kind == "development_"
    blocks: list[bool] = []
    for line in _short_lines(text):
        if found := _GEM_GROUP.match(line):
            blocks.append(_only_development(found.group(1)))
        elif re.search(r"\bdo\s*(?:\|[^|]*\|)?\s*$", line):
            blocks.append(False)
        elif _GEM_END.match(line) and blocks:
            blocks.pop()
        elif found := _GEM.match(line):
            yield found.group(1), any(blocks) or _only_development(found.group(2))


def _short_lines(text: str) -> Iterator[str]:
    """Lines as people write them: a longer one declares nothing."""
    return (line for line in text.splitlines() if len(line) <= _LONGEST_LINE)


def _only_development(groups: str) -> bool:
    return re.search(r":(?:development|test)\b", groups) is not None


def composer(view: View, path: str) -> Iterator[Name]:
    document = view.json(path)
    for section, development in (("require", False), ("require-dev", True)):
        for name in table(document, section):
            yield name, development


def mix(view: View, path: str) -> Iterator[Name]:
    for name, options in _MIX.findall(view.manifest_text(path) or ""):
        yield name, "only:" in options
