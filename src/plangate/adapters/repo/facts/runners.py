"""The commands a developer would type: tests, lint and build, as the repository declares them.

What the project itself calls its tests (a Makefile target, a package script) comes before the bare
runner, and the package manager is the one whose lock file lies there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from plangate.adapters.repo.facts.declared import Declared
from plangate.adapters.repo.facts.declared_dotnet import is_test_project
from plangate.adapters.repo.facts.view import (
    View,
    beside,
    fact,
    first,
    folder_of,
    is_aside,
    line_at,
    table,
)
from plangate.core.model import Evidence

_MOST = 3


class _Command(NamedTuple):
    """A command, the folder it is typed in, what declares it and which language it is about."""

    kind: str
    command: str
    folder: str
    locator: str
    sure: float
    language: str


#: The names by which projects call these things, in their Makefiles and scripts.
_TARGETS = {
    "test_command": ("test", "tests", "check"),
    "lint_command": ("lint", "format-check", "fmt-check", "style"),
    "build_command": ("build", "dist", "compile"),
}
_MANAGERS = (
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
    ("bun.lock", "bun"),
    ("bun.lockb", "bun"),
    ("package-lock.json", "npm"),
    ("npm-shrinkwrap.json", "npm"),
)
_PYTHON_MANAGERS = (
    ("uv.lock", "uv run "),
    ("poetry.lock", "poetry run "),
    ("pdm.lock", "pdm run "),
    ("Pipfile.lock", "pipenv run "),
)
_NO_TEST = re.compile(r"no test specified|^\s*(?:echo|true|:|exit \d)\b")


def runners(view: View, dependencies: tuple[Declared, ...], languages: list[str]) -> list[Evidence]:
    commands = [command for read in _READERS for command in read(view, dependencies)]
    related = [path for path in view.goal.paths if path in view.present]
    commands.sort(key=lambda command: _rank(command, languages, related))
    found: list[Evidence] = []
    for kind in _TARGETS:
        facts = (_evidence(command) for command in commands if command.kind == kind)
        found += first(facts, _MOST)
    return found


def _rank(
    command: _Command, languages: list[str], related: list[str]
) -> tuple[bool, int, int, float]:
    """Nearest to what the goal names, then at the top, then of the main language."""
    here = command.folder != "" and any(p.startswith(f"{command.folder}/") for p in related)
    order = [_ANY, *languages]
    place = order.index(command.language) if command.language in order else len(order)
    return not here, command.folder.count("/") + (command.folder != ""), place, -command.sure


def _evidence(command: _Command) -> Evidence:
    said = f"cd {command.folder} && {command.command}" if command.folder else command.command
    return fact(command.kind, said, command.locator, command.sure)


def _makefiles(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for names, tool in (
        (("Makefile", "makefile", "GNUmakefile"), "make"),
        (("justfile", "Justfile", ".justfile"), "just"),
    ):
        for path in view.own(*names)[:10]:
            text = view.manifest_text(path) or ""
            for kind, targets in _TARGETS.items():
                for target in targets:
                    found = re.search(rf"^@?{target}\b[^:=\n]*:(?!=)", text, re.M)
                    if found:
                        where = f"{path}:{line_at(text, found.start())}"
                        sure = 0.96 if target in ("test", "tests", "lint", "build") else 0.7
                        language = _ANY
                        yield _Command(
                            kind, f"{tool} {target}", folder_of(path), where, sure, language
                        )
                        break


#: A Makefile speaks for whatever the project is mostly written in.
_ANY = "any"


def _javascript(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for path in view.own("package.json")[:20]:
        document = view.json(path)
        scripts = table(document, "scripts")
        manager = _manager(view, document, folder_of(path))
        text = view.text(path) or ""
        for kind, names in _TARGETS.items():
            for name in names[:1]:
                script = scripts.get(name)
                if isinstance(script, str) and script.strip() and not _NO_TEST.search(script):
                    found = re.search(rf'"{name}"\s*:\s*"', text)
                    where = f"{path}:{line_at(text, found.start()) if found else 1}"
                    yield _Command(
                        kind, _script(manager, name), folder_of(path), where, 0.95, "JavaScript"
                    )


def _manager(view: View, document: object, folder: str) -> str:
    """The declared package manager, else the one whose lock file lies nearest."""
    declared = document.get("packageManager") if isinstance(document, dict) else None
    if isinstance(declared, str) and declared.partition("@")[0] in ("npm", "yarn", "pnpm", "bun"):
        return declared.partition("@")[0]
    while True:
        for lock, manager in _MANAGERS:
            if beside(folder, lock) in view.present:
                return manager
        if not folder:
            return "npm"
        folder = folder_of(folder)


def _script(manager: str, name: str) -> str:
    if name == "test":
        return "bun run test" if manager == "bun" else f"{manager} test"
    return f"yarn {name}" if manager == "yarn" else f"{manager} run {name}"


def _python(view: View, dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for folder in _python_projects(view):
        prefix = next(
            (run for lock, run in _PYTHON_MANAGERS if beside(folder, lock) in view.present), ""
        )
        for command, locator, sure in _python_tests(view, dependencies, folder):
            yield _Command("test_command", f"{prefix}{command}", folder, locator, sure, "Python")
            break
        for command, locator, sure in _python_lints(view, dependencies, folder):
            yield _Command("lint_command", f"{prefix}{command}", folder, locator, sure, "Python")


def _python_projects(view: View) -> list[str]:
    """Folders that hold a Python project, the top first."""
    names = (
        "pyproject.toml setup.py setup.cfg manage.py Pipfile requirements.txt pytest.ini tox.ini"
    )
    paths = [path for path in view.own(*names.split()) if not is_aside(path)]
    found = dict.fromkeys(folder_of(path) for path in paths)
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
    if declared := _declares(dependencies, folder, "pytest"):
        yield "pytest", declared, 0.9
    for name, command in (
        ("tests/runtests.py", "python tests/runtests.py"),
        ("runtests.py", "python runtests.py"),
        ("manage.py", "python manage.py test"),
    ):
        if (path := beside(folder, name)) in view.present:
            yield command, path, 0.85
    for name, command in (("noxfile.py", "nox"), ("tox.ini", "tox")):
        if (path := beside(folder, name)) in view.present:
            yield command, path, 0.8
    if example := _unittests(view, folder):
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
        elif declared := _declares(dependencies, folder, name):
            yield command, declared, 0.8


def _declares(dependencies: tuple[Declared, ...], folder: str, name: str) -> str | None:
    for entry in dependencies:
        inside = not folder or entry.manifest.startswith(f"{folder}/")
        if inside and entry.ecosystem == "python" and entry.name == name:
            return f"{entry.manifest}:{entry.line}"
    return None


def _rust(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for path in _topmost(view.own("Cargo.toml")):
        text = view.text(path) or ""
        if re.search(r"^\[(?:package|workspace)", text, re.M):
            everything = " --workspace" if "[workspace]" in text else ""
            for kind, command in (
                ("test_command", f"cargo test{everything}"),
                ("lint_command", "cargo clippy"),
                ("build_command", "cargo build"),
            ):
                yield _Command(kind, command, folder_of(path), path, 0.9, "Rust")


def _go(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for path in _topmost(view.own("go.mod")):
        if re.search(r"^module\s+\S", view.text(path) or "", re.M):
            for kind, command in (
                ("test_command", "go test ./..."),
                ("lint_command", "go vet ./..."),
                ("build_command", "go build ./..."),
            ):
                yield _Command(kind, command, folder_of(path), path, 0.9, "Go")


def _jvm(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for path in _topmost(view.own("pom.xml")):
        if "<project" in (view.text(path) or ""):
            wrapped = beside(folder_of(path), "mvnw") in view.present
            tool = "./mvnw" if wrapped else "mvn"
            yield _Command("test_command", f"{tool} test", folder_of(path), path, 0.9, "Java")
            yield _Command("build_command", f"{tool} package", folder_of(path), path, 0.9, "Java")
    for path in _topmost(view.own("build.gradle", "build.gradle.kts")):
        wrapped = beside(folder_of(path), "gradlew") in view.present
        tool = "./gradlew" if wrapped else "gradle"
        yield _Command("test_command", f"{tool} test", folder_of(path), path, 0.9, "Java")
        yield _Command("build_command", f"{tool} build", folder_of(path), path, 0.9, "Java")


def _ruby(view: View, dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    gems = {entry.name: entry for entry in dependencies if entry.ecosystem == "ruby"}
    for path in _topmost(view.own("Gemfile")):
        folder = folder_of(path)
        if beside(folder, ".rspec") in view.present or gems.keys() & {"rspec", "rspec-rails"}:
            yield _Command("test_command", "bundle exec rspec", folder, path, 0.95, "Ruby")
        elif beside(folder, "bin/rails") in view.present or "rails" in gems:
            yield _Command("test_command", "bin/rails test", folder, path, 0.85, "Ruby")
        elif beside(folder, "Rakefile") in view.present:
            yield _Command("test_command", "bundle exec rake test", folder, path, 0.7, "Ruby")
        if "rubocop" in gems or beside(folder, ".rubocop.yml") in view.present:
            yield _Command("lint_command", "bundle exec rubocop", folder, path, 0.9, "Ruby")


def _php(view: View, dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    names = {entry.name for entry in dependencies if entry.ecosystem == "php"}
    for path in _topmost(view.own("composer.json")):
        folder = folder_of(path)
        if "test" in table(view.json(path), "scripts"):
            yield _Command("test_command", "composer test", folder, path, 0.95, "PHP")
        elif beside(folder, "artisan") in view.present:
            yield _Command("test_command", "php artisan test", folder, path, 0.9, "PHP")
        elif "pestphp/pest" in names:
            yield _Command("test_command", "vendor/bin/pest", folder, path, 0.9, "PHP")
        elif "phpunit/phpunit" in names:
            yield _Command("test_command", "vendor/bin/phpunit", folder, path, 0.9, "PHP")


def _dotnet(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    solutions = view.named("*.sln", "*.slnx")
    projects = view.named("*.csproj", "*.fsproj")
    tested = any(is_test_project(view.text(path) or "") for path in projects[:60])
    for path in (solutions or projects)[:1]:
        folder = folder_of(path)
        yield _Command("build_command", "dotnet build", folder, path, 0.9, "C#")
        if tested:
            yield _Command("test_command", "dotnet test", folder, path, 0.95, "C#")


def _elixir(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[_Command]:
    for path in _topmost(view.own("mix.exs")):
        yield _Command("test_command", "mix test", folder_of(path), path, 0.9, "Elixir")


def _topmost(paths: list[str]) -> list[str]:
    """Manifests that no other of them stands above: a workspace's members run with their root."""
    found: list[str] = []
    for path in paths:
        folders = [folder_of(known) for known in found]
        if not any(not folder or path.startswith(f"{folder}/") for folder in folders):
            found.append(path)
    return found[:5]


_READERS: tuple[Callable[[View, tuple[Declared, ...]], Iterator[_Command]], ...] = (
    _makefiles,
    _javascript,
    _python,
    _rust,
    _go,
    _jvm,
    _ruby,
    _php,
    _dotnet,
    _elixir,
)
