"""Commands by the names a project gives them: Makefile, justfile, Taskfile, and the steps of CI.

What such a command runs stands in its recipe, and so does which language it is for; where the
recipe names no tool that is known, it speaks for everything below its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.facts.lines_in_text import line_at
from plangate.adapters.repo.facts.paths_aside import folder_of
from plangate.adapters.repo.facts.running.runner_commands import ANY, TARGETS, Command
from plangate.adapters.repo.facts.view import View

_MAKERS = (
    (("Makefile", "makefile", "GNUmakefile"), "make"),
    (("justfile", "Justfile", ".justfile"), "just"),
    (("Taskfile.yml", "Taskfile.yaml"), "task"),
)
#: The tools by which a recipe shows what language it is about.
_TOOLS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (language, re.compile(rf"(?<![\w-])(?:{tools})(?![\w-])"))
    for language, tools in (
        ("Python", r"pytest|tox|nox|unittest|ruff|flake8|pylint|mypy|manage\.py|hatch|black"),
        ("JavaScript", "npm|yarn|pnpm|npx|bun|vitest|jest|eslint|tsc|prettier|vite"),
        ("Go", r"go (?:test|build|vet|run|tool)|gotestsum|golangci-lint|ginkgo|goreleaser"),
        ("Rust", "cargo"),
        ("Java", r"gradlew?|\./gradlew|mvnw?|\./mvnw"),
        ("Ruby", "rspec|rake|rubocop|bundle|rails"),
        ("PHP", "phpunit|pest|composer|phpstan|artisan|php-cs-fixer|pint"),
        ("C#", "dotnet"),
        ("Elixir", "mix"),
    )
)
_LONGEST_STEP = 120
_NEEDS = re.compile(r"[\w.-]+")
_MOST_NEEDS = 8
_IN_CI = re.compile(
    r"^(?:(?:python3? -m|uv run|poetry run|bundle exec|npx|\./) ?)?(?:"
    r"(?P<test>pytest|tox|nox|unittest|rspec|(?:npm|yarn|pnpm)(?: run)? test|go test|cargo test"
    r"|mvnw? (?:-\S+ )*(?:test|verify)|gradlew? (?:-\S+ )*(?:test|check)|(?:vendor/bin/)?phpunit"
    r"|dotnet test|ctest|make (?:test|check)|bats|mix test|rake test|composer test)"
    r"|(?P<lint>ruff check|flake8|pylint|(?:npm|yarn|pnpm)(?: run)? lint|golangci-lint run"
    r"|cargo clippy|rubocop|(?:vendor/bin/)?phpstan|gradlew? (?:-\S+ )*(?:lint|ktlintCheck|detekt))"
    r"|(?P<build>(?:npm|yarn|pnpm) run build|go build|cargo build|dotnet build)"
    r")(?![\w:-])"
)
_CI = (".github/workflows/", ".gitlab-ci", ".circleci/", "azure-", ".travis")


def made(view: View, _dependencies: object) -> Iterator[Command]:
    """The targets a project calls its tests, lint and build by."""
    for names, tool in _MAKERS:
        for path in view.own(*names)[:10]:
            text = view.manifest_text(path) or ""
            for kind, targets in TARGETS.items():
                ending = (name for name in targets if _ends(name, text, tool))
                if target := next(ending, None):
                    where = f"{path}:{_target(target, text, tool)}"
                    sure = 0.7 if target == "check" else 0.96
                    command = f"{tool} {target}"
                    for language in _languages(_recipe(target, text, tool)):
                        yield Command(kind, command, folder_of(path), where, sure, language)


def _ends(name: str, text: str, tool: str) -> bool:
    """Whether a target is there, and is done at some time: one that watches the files never is."""
    return _target(name, text, tool) > 0 and not _WATCHES.search(_recipe(name, text, tool))


_WATCHES = re.compile(r"(?<![\w-])(?:watch(?:exec|man)?|nodemon)(?![\w-])|--watch(?!\w*=false)\b")


def _target(name: str, text: str, tool: str) -> int:
    """The line at which a target is defined; 0 when it is not."""
    found = _defined(name, text, tool)
    return line_at(text, found.start()) if found else 0


def _defined(name: str, text: str, tool: str) -> re.Match[str] | None:
    before = r"^  " if tool == "task" else "^@?"
    return re.search(
        rf"{before}{re.escape(name)}\b(?![-_/.])[^:=\n]*:(?!=)(?P<needs>.*)$", text, re.M
    )


def _recipe(name: str, text: str, tool: str) -> str:
    """What a target runs, with what those it needs run."""
    found = _defined(name, text, tool)
    if found is None:
        return ""
    needs = [need for need in _NEEDS.findall(found["needs"])[:_MOST_NEEDS] if need != name]
    return "\n".join((_body(text, found), *(_own_recipe(need, text, tool) for need in needs)))


def _own_recipe(name: str, text: str, tool: str) -> str:
    found = _defined(name, text, tool)
    return _body(text, found) if found else ""


def _body(text: str, found: re.Match[str]) -> str:
    """The indented lines below a target."""
    deep = r"(?: {4,}|\t)" if found.group().startswith("  ") else r"[ \t]"
    below = re.compile(rf"(?:\n{deep}[^\n]*|\n(?=\n{deep}))*").match(text, found.end())
    return below.group() if below else ""


def _languages(recipe: str) -> list[str]:
    """What a recipe is about; one that only makes an image is about none of the code."""
    found = [language for language, tools in _TOOLS if tools.search(recipe)]
    return found or ([] if _OF_IMAGES.search(recipe) else [ANY])


_OF_IMAGES = re.compile(r"\b(?:docker|podman|buildah|helm|kubectl)\b")


def in_ci(view: View) -> Iterator[Command]:
    """The first step of a workflow that runs each thing for each language, as it stands there."""
    told: set[tuple[str, str]] = set()
    for path in view.named("*.yml", "*.yaml"):
        if not path.startswith(_CI):
            continue
        for row in view.yaml(path):
            if "run" not in row.path and "script" not in row.path:
                continue
            for line in map(str.strip, row.value.splitlines()):
                for command in _step(line, f"{path}:{row.line}"):
                    if (command.kind, command.language) not in told:
                        told.add((command.kind, command.language))
                        yield command


def _step(line: str, locator: str) -> Iterator[Command]:
    found = _IN_CI.match(line) if "$" not in line and len(line) <= _LONGEST_STEP else None
    if found and found.lastgroup:
        for language in _languages(line):
            yield Command(f"{found.lastgroup}_command", line, "", locator, 0.7, language)
