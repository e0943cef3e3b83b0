"""Dependencies of Python projects: names as PyPI normalises them, and whether for development."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from configparser import ConfigParser
from configparser import Error as BadIni
from typing import TYPE_CHECKING, Any

from plangate.adapters.repo.facts.parsed_files import dig, table, texts
from plangate.adapters.repo.facts.view import View

if TYPE_CHECKING:
    import ast

Name = tuple[str, bool]
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~;@(#,]|$)")
_DEVELOPMENT = re.compile(r"dev|test|lint|doc|typing|check|style|ci\b|bench|build", re.IGNORECASE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required(line: str) -> str | None:
    """The package of one requirement (PEP 508), None for an option, a path or a URL."""
    found = _REQUIREMENT.match(line)
    return normal(found.group(1)) if found else None


def pyproject(view: View, path: str) -> Iterator[Name]:
    document = view.toml(path)
    yield from _lines(texts(document, "project", "dependencies"), False)
    for extra, lines in table(document, "project", "optional-dependencies").items():
        yield from _lines(_strings(lines), _is_development(extra))
    for _, lines in table(document, "dependency-groups").items():
        yield from _lines(_strings(lines), True)
    yield from _poetry(document)
    for _, lines in table(document, "tool", "pdm", "dev-dependencies").items():
        yield from _lines(_strings(lines), True)
    yield from _lines(texts(document, "tool", "uv", "dev-dependencies"), True)


def _poetry(document: Any) -> Iterator[Name]:
    own = table(document, "tool", "poetry")
    for name in table(own, "dependencies"):
        if name != "python":
            yield normal(name), False
    for name in table(own, "dev-dependencies"):
        yield normal(name), True
    for group in table(own, "group").values():
        for name in table(group, "dependencies"):
            yield normal(name), True


def requirements(view: View, path: str) -> Iterator[Name]:
    text = view.manifest_text(path) or ""
    name = path.removesuffix(".txt").removesuffix(".in").rpartition("/")[2]
    yield from _lines(text.splitlines(), _is_development(name))


def pipfile(view: View, path: str) -> Iterator[Name]:
    document = view.toml(path)
    for section, development in (("packages", False), ("dev-packages", True)):
        for name in table(document, section):
            yield normal(name), development


def setup_cfg(view: View, path: str) -> Iterator[Name]:
    parsed = ini(view, path)
    if parsed is None:
        return
    yield from _lines(parsed.get("options", "install_requires", fallback="").splitlines(), False)
    if parsed.has_section("options.extras_require"):
        for extra, lines in parsed.items("options.extras_require"):
            yield from _lines(lines.splitlines(), _is_development(extra))


def ini(view: View, path: str) -> ConfigParser | None:
    """An INI file, None when it is not one."""
    text = view.manifest_text(path)
    if text is None:
        return None
    parsed = ConfigParser(interpolation=None, strict=False)
    try:
        parsed.read_string(text)
    except BadIni as error:
        where = getattr(error, "lineno", None)
        view.limit(f"{path}: not INI{f' at line {where}' if where else ''}")
        return None
    return parsed


def setup_py(view: View, path: str) -> Iterator[Name]:
    """Read, never run: literal lists given to `setup`, or names bound to such lists."""
    text = view.manifest_text(path)
    if text is None or (tree := syntax(view, path, text)) is None:
        return
    import ast  # lazy: only a setup.py needs it

    bound = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _called(call) == "setup":
            for keyword in call.keywords:
                given = bound.get(getattr(keyword.value, "id", ""), keyword.value)
                if keyword.arg in ("install_requires", "requires"):
                    yield from _lines(_strings(_literal(given)), False)
                elif keyword.arg == "tests_require":
                    yield from _lines(_strings(_literal(given)), True)
                elif keyword.arg == "extras_require":
                    for extra, lines in table({"": _literal(given)}, "").items():
                        yield from _lines(_strings(lines), _is_development(extra))


def syntax(view: View, path: str, text: str) -> ast.Module | None:
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a project's odd escapes are not our user's business
            return ast.parse(text)
    except SyntaxError as error:
        view.limit(f"{path}: not Python at line {error.lineno}")
    except (ValueError, RecursionError, MemoryError):
        view.limit(f"{path}: not Python that can be read")
    return None


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _literal(node: ast.expr) -> Any:
    import ast

    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.splitlines()
    if isinstance(value, list | tuple):
        return [entry for entry in value if isinstance(entry, str)]
    return []


def _lines(lines: Iterable[str], development: bool) -> Iterator[Name]:
    for line in lines:
        if name := required(line):
            yield name, development


def _is_development(name: str) -> bool:
    return _DEVELOPMENT.search(name) is not None


def project_name(view: View, path: str) -> str | None:
    found = dig(view.toml(path), "project", "name") or dig(
        view.toml(path), "tool", "poetry", "name"
    )
    return found if isinstance(found, str) else None
