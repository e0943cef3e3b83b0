"""How other projects are tested, linted and built, with the package manager they have chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from plangate.adapters.repo.facts.dependencies.declared import Declared
from plangate.adapters.repo.facts.dependencies.dotnet import is_test_project
from plangate.adapters.repo.facts.lines_in_text import line_at
from plangate.adapters.repo.facts.parsed_files import table
from plangate.adapters.repo.facts.paths_aside import beside, folder_of
from plangate.adapters.repo.facts.running.runner_commands import TARGETS, Command
from plangate.adapters.repo.facts.view import View

_MANAGERS = (
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
    ("bun.lock", "bun"),
    ("bun.lockb", "bun"),
    ("package-lock.json", "npm"),
    ("npm-shrinkwrap.json", "npm"),
)
_NO_TEST = re.compile(r"no test specified|^\s*(?:echo|true|:|exit \d)\b")


def javascript(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in view.own("package.json")[:20]:
        document = view.json(path)
        scripts = table(document, "scripts")
        manager = _manager(view, document, folder_of(path))
        text = view.text(path) or ""
        for kind in TARGETS:
            if name := _script_for(kind, scripts):
                found = re.search(rf'"{re.escape(name)}"\s*:\s*"', text)
                where = f"{path}:{line_at(text, found.start()) if found else 1}"
                command = _script(manager, name)
                run = _runner(scripts, name) if kind == "test_command" else ""
                if run:  # of several things in one script only the tests take a file, and end
                    bare = f"{_BINARIES.get(manager, manager)} {run}"
                    yield Command(kind, bare, folder_of(path), where, 0.96, "JavaScript")
                yield Command(kind, command, folder_of(path), where, 0.95, "JavaScript")


#: How a manager calls a program of a package by its name, where not by its own.
_BINARIES = {"npm": "npx", "bun": "bunx"}
_RUNNERS = (("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha"), ("ava", "ava"))
_SEVERAL = re.compile(r"\brun-[ps]\b|npm-run-all|concurrently|&&|--watch(?!\w*=false)")


def _runner(scripts: Mapping[str, object], name: str) -> str:
    """The runner of the tests, where the script of that name does more than run them once."""
    if not _SEVERAL.search(str(scripts[name]).strip()):
        return ""
    told = " ".join(text for text in scripts.values() if isinstance(text, str))
    return next((run for tool, run in _RUNNERS if re.search(rf"\b{tool}\b", told)), "")


#: The names of scripts, the usual one first; a longer name is a kind of it (“build:production”).
_SCRIPTS = {
    "test_command": ("test", "test:unit", "test:run", "unit", "vitest", "jest"),
    "lint_command": ("lint", "eslint", "check", "lint:check", "lint:js", "lint:ts"),
    "build_command": ("build", "build:production", "build:prod", "compile"),
}


def _script_for(kind: str, scripts: Mapping[str, object]) -> str | None:
    for name in _SCRIPTS[kind]:
        script = scripts.get(name)
        if isinstance(script, str) and script.strip() and not _NO_TEST.search(script):
            return name
    return None


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


def rust(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("Cargo.toml")):
        text = view.text(path) or ""
        if re.search(r"^\[(?:package|workspace)", text, re.M):
            everything = " --workspace" if "[workspace]" in text else ""
            for kind, command in (
                ("test_command", f"cargo test{everything}"),
                ("lint_command", "cargo clippy"),
                ("build_command", "cargo build"),
            ):
                yield Command(kind, command, folder_of(path), path, 0.9, "Rust")


_GOLANGCI = (".golangci.yml", ".golangci.yaml", ".golangci.toml")


def go(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("go.mod")):
        if re.search(r"^module\s+\S", view.text(path) or "", re.M):
            configured = any(beside(folder_of(path), name) in view.present for name in _GOLANGCI)
            for kind, command in (
                ("test_command", "go test ./..."),
                ("lint_command", "golangci-lint run" if configured else "go vet ./..."),
                ("build_command", "go build ./..."),
            ):
                yield Command(kind, command, folder_of(path), path, 0.9, "Go")


def jvm(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("pom.xml")):
        if "<project" in (view.text(path) or ""):
            wrapped = beside(folder_of(path), "mvnw") in view.present
            tool = "./mvnw" if wrapped else "mvn"
            yield Command("test_command", f"{tool} test", folder_of(path), path, 0.9, "Java")
            yield Command("build_command", f"{tool} package", folder_of(path), path, 0.9, "Java")
    for path in _topmost(view.own("build.gradle", "build.gradle.kts")):
        wrapped = beside(folder_of(path), "gradlew") in view.present
        tool = "./gradlew" if wrapped else "gradle"
        yield Command("test_command", f"{tool} test", folder_of(path), path, 0.9, "Java")
        yield Command("build_command", f"{tool} build", folder_of(path), path, 0.9, "Java")
        if task := _gradle_lint(view, folder_of(path)):
            yield Command("lint_command", f"{tool} {task}", folder_of(path), path, 0.85, "Java")


#: Plugins of a build and the task by which each looks at the code.
_GRADLE_LINTS = (
    ("com.android.", "lint"),
    ("spotless", "spotlessCheck"),
    ("ktlint", "ktlintCheck"),
    ("detekt", "detekt"),
    ("checkstyle", "check"),
)


def _gradle_lint(view: View, folder: str) -> str | None:
    """The task of the first plugin that a build below a folder applies."""
    builds = [p for p in view.own("build.gradle", "build.gradle.kts") if p.startswith(folder)]
    text = "\n".join(view.text(path) or "" for path in builds[:10])
    return next((task for plugin, task in _GRADLE_LINTS if plugin in text), None)


def ruby(view: View, dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    gems = {entry.name: entry for entry in dependencies if entry.ecosystem == "ruby"}
    for path in _topmost(view.own("Gemfile")):
        folder = folder_of(path)
        rspec = gems.keys() & {"rspec", "rspec-rails"}
        if beside(folder, ".rspec") in view.present or (rspec and view.named("*_spec.rb")):
            yield Command("test_command", "bundle exec rspec", folder, path, 0.95, "Ruby")
        elif beside(folder, "bin/rails") in view.present or "rails" in gems:
            yield Command("test_command", "bin/rails test", folder, path, 0.85, "Ruby")
        elif beside(folder, "Rakefile") in view.present:
            yield Command("test_command", "bundle exec rake test", folder, path, 0.7, "Ruby")
        elif rspec:
            yield Command("test_command", "bundle exec rspec", folder, path, 0.6, "Ruby")
        if "rubocop" in gems or beside(folder, ".rubocop.yml") in view.present:
            yield Command("lint_command", "bundle exec rubocop", folder, path, 0.9, "Ruby")


def php(view: View, dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    names = {entry.name for entry in dependencies if entry.ecosystem == "php"}
    for path in _topmost(view.own("composer.json")):
        folder = folder_of(path)
        scripts = table(view.json(path), "scripts")
        if lint := _php_lint(view, scripts, names, folder):
            yield Command("lint_command", lint, folder, path, 0.9, "PHP")
        if "test" in scripts:
            yield Command("test_command", "composer test", folder, path, 0.95, "PHP")
        if beside(folder, "artisan") in view.present:
            yield Command("test_command", "php artisan test", folder, path, 0.9, "PHP")
        elif "pestphp/pest" in names:
            yield Command("test_command", "vendor/bin/pest", folder, path, 0.9, "PHP")
        elif "phpunit/phpunit" in names:
            yield Command("test_command", "vendor/bin/phpunit", folder, path, 0.9, "PHP")


_PHP_LINTS = ("lint", "cs", "cs-check", "check-style", "phpcs", "phpstan", "analyse", "analyze")


def _php_lint(
    view: View, scripts: Mapping[str, object], names: set[str], folder: str
) -> str | None:
    if script := next((name for name in _PHP_LINTS if name in scripts), None):
        return f"composer {script}"
    if any(beside(folder, name) in view.present for name in ("phpstan.neon", "phpstan.neon.dist")):
        return "vendor/bin/phpstan analyse"
    return "vendor/bin/pint --test" if "laravel/pint" in names else None


def dotnet(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    solutions = view.named("*.sln", "*.slnx")
    projects = view.named("*.csproj", "*.fsproj")
    tested = any(is_test_project(view.text(path) or "") for path in projects[:60])
    for path in (solutions or projects)[:1]:
        folder = folder_of(path)
        yield Command("build_command", "dotnet build", folder, path, 0.9, "C#")
        if tested:
            yield Command("test_command", "dotnet test", folder, path, 0.95, "C#")


def elixir(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("mix.exs")):
        yield Command("test_command", "mix test", folder_of(path), path, 0.9, "Elixir")
        yield Command("build_command", "mix compile", folder_of(path), path, 0.9, "Elixir")


def dart(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("pubspec.yaml")):
        tool = "flutter" if "flutter:" in (view.text(path) or "") else "dart"
        yield Command("test_command", f"{tool} test", folder_of(path), path, 0.9, "Dart")
        yield Command("lint_command", f"{tool} analyze", folder_of(path), path, 0.9, "Dart")


def swift(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for path in _topmost(view.own("Package.swift")):
        yield Command("test_command", "swift test", folder_of(path), path, 0.9, "Swift")
        yield Command("build_command", "swift build", folder_of(path), path, 0.9, "Swift")


def _topmost(paths: list[str]) -> list[str]:
    """Manifests that no other of them stands above: a workspace's members run with their root."""
    found: list[str] = []
    for path in paths:
        folders = [folder_of(known) for known in found]
        if not any(not folder or path.startswith(f"{folder}/") for folder in folders):
            found.append(path)
    return found[:5]
