"""What the manifests of a project declare it depends on, one reader for each kind of file.

A dependency counts where a manifest declares it; that its name stands somewhere says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from plangate.adapters.repo.facts.dependencies import dotnet, jvm, python
from plangate.adapters.repo.facts.dependencies import other_languages as others
from plangate.adapters.repo.facts.lines_in_text import declared_line
from plangate.adapters.repo.facts.view import View

Ecosystem = Literal["python", "javascript", "rust", "go", "jvm", "ruby", "php", "dotnet", "elixir"]
Name = tuple[str, bool]
Reader = Callable[[View, str], Iterable[Name]]

_MOST_MANIFESTS = 60


class Declared(NamedTuple):
    """A dependency, the manifest that declares it, and whether only developers need it."""

    ecosystem: Ecosystem
    name: str
    manifest: str
    only_development: bool

    def locator(self, view: View) -> str:
        """The manifest and the line there; looked up when it is told, for few ever are."""
        text = view.text(self.manifest) or ""
        line = declared_line(text, self.name.rpartition(":")[2])
        return f"{self.manifest}:{line}" if line else self.manifest


class _Kind(NamedTuple):
    ecosystem: Ecosystem
    patterns: tuple[str, ...]
    read: Reader


_KINDS = (
    _Kind("python", ("pyproject.toml",), python.pyproject),
    _Kind("python", ("setup.py",), python.setup_py),
    _Kind("python", ("setup.cfg",), python.setup_cfg),
    _Kind(
        "python",
        ("requirements*.txt", "requirements*.in", "*requirements.txt", "*requirements.in"),
        python.requirements,
    ),
    _Kind("python", ("Pipfile",), python.pipfile),
    _Kind("javascript", ("package.json",), others.package_json),
    _Kind("rust", ("Cargo.toml",), others.cargo),
    _Kind("go", ("go.mod",), others.go_mod),
    _Kind("jvm", ("pom.xml",), jvm.maven),
    _Kind("jvm", ("build.gradle", "build.gradle.kts"), jvm.gradle),
    _Kind("ruby", ("Gemfile", "*.gemspec"), others.gemfile),
    _Kind("php", ("composer.json",), others.composer),
    _Kind("dotnet", ("*.csproj", "*.fsproj", "*.vbproj"), dotnet.project),
    _Kind("elixir", ("mix.exs",), others.mix),
)


def declared(view: View) -> tuple[Declared, ...]:
    """Every dependency of the project's own manifests, those near the top first."""
    return tuple(_declared(view))


def _declared(view: View) -> Iterator[Declared]:
    for kind in _KINDS:
        paths = view.own(*kind.patterns)
        if kind.read is python.requirements:
            paths += [p for p in view.own("*.txt", "*.in") if _in_requirements(p)]
        for path in paths[:_MOST_MANIFESTS]:
            for name, only_development in _merged(kind.read(view, path)).items():
                yield Declared(kind.ecosystem, name, path, only_development)


def _in_requirements(path: str) -> bool:
    """`requirements/base.txt`: the folder says what the file is."""
    return path.split("/")[-2:-1] == ["requirements"]


def _merged(names: Iterable[Name]) -> dict[str, bool]:
    """A name that is needed at run time anywhere in a manifest is needed at run time."""
    found: dict[str, bool] = {}
    for name, only_development in names:
        found[name] = only_development and found.get(name, True)
    return found
