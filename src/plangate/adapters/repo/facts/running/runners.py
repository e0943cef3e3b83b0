"""The commands a developer would type: tests, lint and build, as the repository declares them.

What the project itself calls its tests (a Makefile target, a package script) comes before the bare
runner, and the package manager is the one whose lock file lies there. What only CI runs counts when
nothing else says how.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence

from plangate.adapters.repo.facts.dependencies.declared import Declared
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.running import runners_others as others
from plangate.adapters.repo.facts.running.runner_commands import ANY, TARGETS, Command
from plangate.adapters.repo.facts.running.runners_made import in_ci, made
from plangate.adapters.repo.facts.running.runners_python import python
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence

_MOST = 3
#: Languages whose tests another one's tools run.
_RUN_WITH = {
    "TypeScript": "JavaScript",
    "Vue": "JavaScript",
    "Svelte": "JavaScript",
    "Kotlin": "Java",
    "Scala": "Java",
    "F#": "C#",
}


def runs_for(commands: Sequence[Command], paths: Sequence[str]) -> dict[str, str]:
    """For each kind the command that really runs for these files: no pytest on a TypeScript file.

    The first file decides, and only what nothing is declared for is taken from those behind it.
    """
    found: dict[str, str] = {}
    for path in (path for path in paths if language_of(path)):
        for command in sorted(_fitting(commands, path), key=_nearness):
            found.setdefault(command.kind, _evidence(command).fact)
    if not any(map(language_of, paths)):
        found = {c.kind: _evidence(c).fact for c in sorted(commands, key=_height, reverse=True)}
    return {kind: found[kind] for kind in TARGETS if kind in found}


def _fitting(commands: Sequence[Command], path: str) -> Iterator[Command]:
    """The commands typed in a folder above a file that its language is run with."""
    written = language_of(path) or ""
    languages = (_RUN_WITH.get(written, written), ANY)
    for command in commands:
        above = not command.folder or path.startswith(f"{command.folder}/")
        if above and command.language in languages:
            yield command


def _nearness(command: Command) -> tuple[int, float]:
    """The nearest folder first, there the surest."""
    return -len(command.folder), -command.sure


def _height(command: Command) -> tuple[int, float]:
    return len(command.folder), -command.sure


def commands_of(view: View, dependencies: tuple[Declared, ...]) -> list[Command]:
    """Every command that is declared here."""
    commands = [command for read in _READERS for command in read(view, dependencies)]
    told = {(command.kind, command.language) for command in commands}
    others = (c for c in in_ci(view) if {(c.kind, c.language), (c.kind, ANY)}.isdisjoint(told))
    return [*commands, *others]


def runners(view: View, dependencies: tuple[Declared, ...], languages: list[str]) -> list[Evidence]:
    commands = commands_of(view, dependencies)
    order = [ANY, *dict.fromkeys(_RUN_WITH.get(name, name) for name in languages)]
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


_READERS: tuple[Callable[[View, tuple[Declared, ...]], Iterator[Command]], ...] = (
    made,
    python,
    others.javascript,
    others.rust,
    others.go,
    others.jvm,
    others.ruby,
    others.php,
    others.dotnet,
    others.elixir,
    others.dart,
    others.swift,
)
