"""The commands a developer would type: tests, lint and build, as the repository declares them.

What the project itself calls its tests (a Makefile target, a package script) comes before the bare
runner, and the package manager is the one whose lock file lies there. What only CI runs counts when
nothing else says how.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence

from plangate.adapters.repo.facts.dependencies.declared import Declared
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.running import runners_others as others
from plangate.adapters.repo.facts.running.runner_commands import TARGETS, Command
from plangate.adapters.repo.facts.running.runners_python import python
from plangate.adapters.repo.facts.view import View, fact, first, folder_of, line_at
from plangate.core.model.nouns import Evidence

_MOST = 3
#: A Makefile speaks for whatever the project is mostly written in.
_ANY = "any"
#: Languages whose tests another one's tools run.
_RUN_WITH = {
    "TypeScript": "JavaScript",
    "Vue": "JavaScript",
    "Svelte": "JavaScript",
    "Kotlin": "Java",
    "Scala": "Java",
    "F#": "C#",
}
_MAKERS = (
    (("Makefile", "makefile", "GNUmakefile"), "make"),
    (("justfile", "Justfile", ".justfile"), "just"),
)
_IN_CI = re.compile(
    r"^(?:(?:python3? -m|uv run|poetry run|bundle exec|npx|\./) ?)?(?:pytest|tox|nox|unittest|rspec"
    r"|(?:npm|yarn|pnpm)(?: run)? test|go test|cargo test|mvnw? (?:-\S+ )*(?:test|verify)"
    r"|gradlew? (?:-\S+ )*(?:test|check)|(?:vendor/bin/)?phpunit|dotnet test|ctest"
    r"|make (?:test|check)|bats|mix test|rake test)\b"
)


def runs_for(
    view: View, dependencies: tuple[Declared, ...], paths: Sequence[str]
) -> dict[str, str]:
    """For each kind the command that really runs for these files: no pytest on a TypeScript file.

    A Makefile's or CI's command speaks for every language.
    """
    written = [language for path in paths if (language := language_of(path))]
    order = [*dict.fromkeys(_RUN_WITH.get(name, name) for name in written), _ANY]
    fitting = [c for c in _commands(view, dependencies) if not written or c.language in order]
    fitting.sort(key=lambda command: _rank(command, [_ANY, *order[:-1]], list(paths)))
    found = {command.kind: _evidence(command).fact for command in reversed(fitting)}
    return {kind: found[kind] for kind in TARGETS if kind in found}


def _commands(view: View, dependencies: tuple[Declared, ...]) -> list[Command]:
    commands = [command for read in _READERS for command in read(view, dependencies)]
    if not any(command.kind == "test_command" for command in commands):
        commands += _in_ci(view)
    return commands


def runners(view: View, dependencies: tuple[Declared, ...], languages: list[str]) -> list[Evidence]:
    commands = _commands(view, dependencies)
    order = [_ANY, *dict.fromkeys(_RUN_WITH.get(name, name) for name in languages)]
    related = [path for path in view.goal.paths if path in view.present]
    commands.sort(key=lambda command: _rank(command, order, related))
    found: list[Evidence] = []
    for kind in TARGETS:
        facts = (_evidence(command) for command in commands if command.kind == kind)
        found += first(facts, _MOST)
    return found


def _rank(command: Command, order: list[str], related: list[str]) -> tuple[bool, int, int, float]:
    """Nearest to what the goal names, then at the top, then of the main language."""
    here = command.folder != "" and any(p.startswith(f"{command.folder}/") for p in related)
    place = order.index(command.language) if command.language in order else len(order)
    return not here, command.folder.count("/") + (command.folder != ""), place, -command.sure


def _evidence(command: Command) -> Evidence:
    into = f"cd {shlex.quote(command.folder)} && " if command.folder else ""
    return fact(command.kind, f"{into}{command.command}", command.locator, command.sure)


def _makefiles(view: View, _dependencies: tuple[Declared, ...]) -> Iterator[Command]:
    for names, tool in _MAKERS:
        for path in view.own(*names)[:10]:
            text = view.manifest_text(path) or ""
            for kind, targets in TARGETS.items():
                if target := next((name for name in targets if _target(name, text)), None):
                    where = f"{path}:{_target(target, text)}"
                    sure = 0.7 if target == "check" else 0.96
                    command = f"{tool} {target}"
                    yield Command(kind, command, folder_of(path), where, sure, _ANY)


def _target(name: str, text: str) -> int:
    """The line at which a Makefile or justfile defines a target; 0 when it does not."""
    found = re.search(rf"^@?{name}\b[^:=\n]*:(?!=)", text, re.M)
    return line_at(text, found.start()) if found else 0


def _in_ci(view: View) -> Iterator[Command]:
    """The first step of a workflow that runs tests, as it stands there."""
    for path in view.named("*.yml", "*.yaml"):
        if not path.startswith(
            (".github/workflows/", ".gitlab-ci", ".circleci/", "azure-", ".travis")
        ):
            continue
        for row in view.yaml(path):
            if "run" not in row.path and "script" not in row.path:
                continue
            for line in map(str.strip, row.value.splitlines()):
                if _IN_CI.match(line) and "$" not in line and len(line) <= 120:
                    yield Command("test_command", line, "", f"{path}:{row.line}", 0.7, _ANY)
                    return


_READERS: tuple[Callable[[View, tuple[Declared, ...]], Iterator[Command]], ...] = (
    _makefiles,
    python,
    others.javascript,
    others.rust,
    others.go,
    others.jvm,
    others.ruby,
    others.php,
    others.dotnet,
    others.elixir,
)
