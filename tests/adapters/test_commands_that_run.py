"""The command named for a place is one that runs its language (UND-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.dependencies.declared import declared
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.running.runners import commands_of, runs_for
from plangate.adapters.repo.facts.view import View
from tests.adapters.trees import Tree, plant

BOTH: Tree = {
    "go.mod": "module example.org/notes\n\ngo 1.22\n",
    "store/notes.go": "package store\n\nfunc ArchiveNotes() {}\n",
    "web/package.json": '{"scripts": {"test": "vitest run", "lint": "eslint ."}}',
    "web/src/notes.ts": "export function archiveNotes() {}\n",
    "web/src/archive.ts": "export function archive(notes) { return notes }\n",
}


@pytest.mark.rule("UND-3")
@pytest.mark.parametrize(
    ("added", "paths", "test"),
    [
        ({}, ["store/notes.go", "web/src/notes.ts"], "go test ./..."),
        ({}, ["web/src/notes.ts", "store/notes.go"], "cd web && npm test"),
        ({"Makefile": "test:\n\tgo test -race ./...\n"}, ["store/notes.go"], "make test"),
        ({"Makefile": "test: unit\n\nunit:\n\tgo test ./...\n"}, ["tool.py"], None),
        ({"Makefile": "test:\n\t./try everything\n"}, ["tool.py"], "make test"),
        ({"Makefile": "test:\n\tdocker run notes\n"}, ["tool.py"], None),
        (
            {"justfile": "watch args:\n  go watch {{args}}\n\ntest: (watch 'test')\n"},
            ["store/notes.go"],
            "go test ./...",
        ),
        (
            {"web/package.json": '{"scripts": {"test": "run-p lint unit", "unit": "vitest run"}}'},
            ["web/src/notes.ts"],
            "cd web && npx vitest run",
        ),
        (
            {"Taskfile.yml": "tasks:\n  test:\n    cmds:\n      - pytest -q\n"},
            ["tool.py"],
            "task test",
        ),
        (
            {".github/workflows/ci.yml": "jobs:\n  t:\n    steps:\n      - run: pytest -q tests\n"},
            ["tool.py"],
            "pytest -q tests",
        ),
        (
            {
                "Notes.slnx": "<Solution />\n",
                "tests/Notes.Tests.csproj": '<Project><PackageReference Include="xunit.v3" />\n',
                "src/Notes.cs": "class Notes {}\n",
            },
            ["src/Notes.cs"],
            "dotnet test",
        ),
    ],
    ids="Go|web|made of Go|none|unknown|an image|watch|all|task|CI|xunit alone".split("|"),
)
def test_a_command_is_named_only_if_it_runs_the_language_of_the_first_file(
    tmp_path: Path, added: Tree, paths: list[str], test: str | None
) -> None:
    root = plant(tmp_path / "w", {**BOTH, "tool.py": "def tool():\n    return 1\n", **added})
    view = View(Workspace(root), goal_of("Archive notes"))

    assert runs_for(commands_of(view, declared(view)), paths).get("test_command") == test


@pytest.mark.rule("UND-3")
@pytest.mark.parametrize(
    ("tree", "path", "lint"),
    [
        (
            {"web/package.json": '{"scripts": {"check": "vp check"}}'},
            "web/a.ts",
            "cd web && npm run check",
        ),
        ({"go.mod": "module x\n", ".golangci.yml": "version: 2\n"}, "a.go", "golangci-lint run"),
        ({"composer.json": '{"scripts": {"cs": "mago lint"}}'}, "a.php", "composer cs"),
        (
            {"composer.json": "{}", "phpstan.neon": "level: 1\n"},
            "a.php",
            "vendor/bin/phpstan analyse",
        ),
        ({"build.gradle": "id 'com.android.application'\n"}, "a/B.kt", "gradle lint"),
        ({"docker/Makefile": "lint:\n\t./all\n"}, "a.go", None),
    ],
    ids=["script", "golangci", "composer", "phpstan", "android", "another folder"],
)
def test_what_looks_at_the_code_is_named_as_it_is_declared(
    tmp_path: Path, tree: Tree, path: str, lint: str | None
) -> None:
    view = View(Workspace(plant(tmp_path / "w", {**tree, path: "x\n"})), goal_of("Archive notes"))

    assert runs_for(commands_of(view, declared(view)), [path]).get("lint_command") == lint
