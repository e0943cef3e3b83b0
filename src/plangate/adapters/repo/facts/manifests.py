"""Manifests, lock files and languages: what a repository is made of, by the names of its files."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase

from plangate.adapters.repo.facts.paths_aside import is_aside
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence

_MOST = 12
_LEAST_SHARE = 0.05

_MANIFESTS = tuple(
    "pyproject.toml setup.py setup.cfg requirements.txt Pipfile package.json deno.json Cargo.toml "
    "go.mod pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts "
    "libs.versions.toml Gemfile *.gemspec composer.json *.csproj *.fsproj *.sln *.slnx "
    "Directory.Packages.props Directory.Build.props mix.exs Makefile justfile Taskfile.yml tox.ini "
    "noxfile.py docker-compose.yml docker-compose.yaml compose.yaml compose.yml Dockerfile".split()
)
_LOCKS = tuple(
    "poetry.lock uv.lock pdm.lock Pipfile.lock package-lock.json npm-shrinkwrap.json yarn.lock "
    "pnpm-lock.yaml bun.lock bun.lockb Cargo.lock go.sum gradle.lockfile Gemfile.lock "
    "composer.lock packages.lock.json mix.lock requirements.lock".split()
)
LANGUAGES = {
    "Python": "py pyi",
    "JavaScript": "js jsx mjs cjs",
    "TypeScript": "ts tsx mts cts",
    "Vue": "vue",
    "Svelte": "svelte",
    "Rust": "rs",
    "Go": "go",
    "Java": "java",
    "Kotlin": "kt kts",
    "Scala": "scala",
    "Ruby": "rb rake",
    "PHP": "php",
    "C#": "cs",
    "F#": "fs",
    "Elixir": "ex exs",
    "C": "c h",
    "C++": "cc cpp cxx hpp hh",
    "Swift": "swift",
    "Dart": "dart",
    "Shell": "sh bash",
    "SQL": "sql",
    "Terraform": "tf",
}
_BY_ENDING = {ending: name for name, endings in LANGUAGES.items() for ending in endings.split()}


def manifests(view: View) -> list[Evidence]:
    return [
        *(fact("manifest", path, path) for path in _by_worth(view, view.own(*_MANIFESTS)[:_MOST])),
        *(fact("lock_file", path, path) for path in view.own(*_LOCKS)[:_MOST]),
    ]


def _by_worth(view: View, paths: list[str]) -> list[str]:
    """Those of the language most of the project is written in first; the top before its folders."""
    written = [entry.fact for entry in languages(view)]
    first = _OF_LANGUAGE.get(written[0], ()) if written else ()
    return sorted(paths, key=lambda p: (p.count("/"), p.rpartition("/")[2] not in first))


#: The manifests that say what a language's code needs, where another language has some as well.
_OF_LANGUAGE = {
    "Python": ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"),
    "JavaScript": ("package.json",),
    "TypeScript": ("package.json", "deno.json"),
    "Rust": ("Cargo.toml",),
    "Go": ("go.mod",),
    "Java": ("pom.xml", "build.gradle", "build.gradle.kts"),
    "Kotlin": ("build.gradle.kts", "build.gradle"),
    "Ruby": ("Gemfile",),
    "PHP": ("composer.json",),
    "Elixir": ("mix.exs",),
}


def is_manifest(path: str) -> bool:
    """Whether a file at the top of a workspace is one of its manifests."""
    return "/" not in path and any(fnmatchcase(path, name) for name in _MANIFESTS)


def says_versions(path: str) -> bool:
    """Whether a file says which versions of others a project is built with; no lock does."""
    name = path.rpartition("/")[2]
    known = any(fnmatchcase(name, one) for one in (*_MANIFESTS, *_PINS))
    return known and not is_aside(path)


#: More files with nothing in them but what is needed, or in which version.
_PINS = tuple(
    "requirements*.txt requirements*.in .tool-versions .nvmrc .python-version .ruby-version "
    "runtime.txt environment.yml .pre-commit-config.yaml".split()
)


def languages(view: View) -> list[Evidence]:
    """Languages by their share of the project's own source files, the largest first."""
    counted = Counter(
        language
        for path in view.files
        if (language := language_of(path)) and not is_aside(path) and path[0] != "."
    )
    if not counted:
        counted = Counter(filter(None, map(language_of, view.files)))
    total = counted.total()
    return [
        fact("language", name, confidence=count / total)
        for name, count in counted.most_common(6)
        if count / total >= _LEAST_SHARE
    ]


def language_of(path: str) -> str | None:
    return _BY_ENDING.get(path.rpartition("/")[2].rpartition(".")[2].lower())
