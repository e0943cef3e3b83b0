"""How the tests and the lint of a Python project are run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.facts.dependencies.declared import Declared
from plangate.adapters.repo.facts.lines_in_text import line_at
from plangate.adapters.repo.facts.paths_aside import beside, folder_of
from plangate.adapters.repo.facts.running.runner_commands import Command
from plangate.adapters.repo.facts.view import View

_MANAGERS = (
    ("uv.lock", "uv run "),
    ("poetry.lock", "poetry run "),
    ("pdm.lock", "pdm run "),
    ("Pipfile.lock", "pipenv run "),
)


def python(view: View, dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for folder in _python_projects(view):
        prefix = next((run for lock, run in _MANAGERS if beside(folder, lock) in view.present), "")
        for command, locator, sure in _python_tests(view, dependencies, folder):
            yield Command("test_command", f"{prefix}{command}", folder, locator, sure, "Python")
            break
        for command, locator, sure in _python_lints(view, dependencies, folder):
            yield Command("lint_command", f"{prefix}{command}", folder, locator, sure, "Python")


def _python_projects(view: View) -> list[str]:
    """Folders that hold a Python project, the top first."""
    names = (
        "pyproject.toml setup.py setup.cfg manage.py Pipfile requirements.txt pytest.ini tox.ini"
    )
    found = dict.fromkeys(folder_of(path) for path in view.own(*names.split()))
    if "conftest.py" in view.present or "tests/conftest.py" in view.present:
        found = {"": None, **found}
    return list(found)[:10]


_PYTEST_CONFIGURED: tuple[tuple[str, str], ...] = (
    ("pyproject.toml", r"^\[tool\.pytest"),
    ("pytest.ini", r"^\[pytest\]"),
    (".pytest.ini", r"^\[pytest\]"),
    ("pytest.toml", r""),
    ("tox.ini", r"^\[pytest\]|\bpytest\b"),
    ("setup.cfg", r"^\[tool:pytest\]"),
    ("conftest.py", r""),
    ("tests/conftest.py", r""),
    ("test/conftest.py", r""),
)


def _python_tests(
    view: View, dependencies: tuple[Declared, ...], folder: str
) -> Iterator[tuple[str, str, float]]:
    for name, pattern in _PYTEST_CONFIGURED:
        path = beside(folder, name)
        if path in view.present and (text := view.text(path)) is not None:
            found = re.search(pattern, text, re.M)
            if found:
                where = f"{path}:{line_at(text, found.start())}" if pattern else path
                yield "pytest", where, 0.95
    if declared := _declares(view, dependencies, folder, "pytest"):
        yield "pytest", declared, 0.9
    for name, command in (
        ("tests/runtests.py", "python tests/runtests.py"),
        ("runtests.py", "python runtests.py"),
        ("manage.py", "python manage.py test"),
    ):
        by_pytest = name == "manage.py" and any(e.name == "pytest-django" for e in dependencies)
        if (path := beside(folder, name)) in view.present and not by_pytest:
            yield command, path, 0.85
    for name, command in (("noxfile.py", "nox"), ("tox.ini", "tox")):
        if (path := beside(folder, name)) in view.present:
            yield command, path, 0.8
    if (example := _unittests(view, folder)) and not _declares(
        view, dependencies, folder, "django"
    ):
        yield "python -m unittest", example, 0.7


def _unittests(view: View, folder: str) -> str | None:
    """A test file that is written for the standard library's runner."""
    for path in view.named("test_*.py")[:20]:
        inside = not folder or path.startswith(f"{folder}/")
        if inside and "unittest.TestCase" in (view.text(path) or ""):
            return path
    return None


def _python_lints(
    view: View, dependencies: tuple[Declared, ...], folder: str
) -> Iterator[tuple[str, str, float]]:
    pyproject = beside(folder, "pyproject.toml")
    text = view.text(pyproject) or "" if pyproject in view.present else ""
    for name, command, files in (
        ("ruff", "ruff check .", ("ruff.toml", ".ruff.toml")),
        ("flake8", "flake8", (".flake8",)),
        ("pylint", "pylint", (".pylintrc",)),
    ):
        for file in files:
            if beside(folder, file) in view.present:
                yield command, beside(folder, file), 0.9
        if found := re.search(rf"^\[tool\.{name}\b", text, re.M):
            yield command, f"{pyproject}:{line_at(text, found.start())}", 0.9
        elif declared := _declares(view, dependencies, folder, name):
            yield command, declared, 0.8


def _declares(view: View, dependencies: tuple[Declared, ...], folder: str, name: str) -> str | None:
    for entry in dependencies:
        inside = not folder or entry.manifest.startswith(f"{folder}/")
        if inside and entry.ecosystem == "python" and entry.name == name:
            return entry.locator(view)
    return None
