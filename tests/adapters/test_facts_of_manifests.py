"""Manifests, lock files, languages, frameworks and the commands a developer would type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, facts, located, said

pytestmark = pytest.mark.rule("INV-3")

_PYPROJECT = """
    [project]
    name = "shop"
    dependencies = ["Flask>=3", "sqlalchemy[asyncio]~=2.0 ; python_version > '3.8'"]

    [project.optional-dependencies]
    test = ["pytest"]
"""
_POM = """
    <project>
      <parent>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-starter-parent</artifactId>
      </parent>
      <!-- <dependency>
        <groupId>io.quarkus</groupId><artifactId>quarkus-core</artifactId>
      </dependency> -->
      <dependencyManagement><dependencies>
        <dependency>
          <groupId>io.dropwizard</groupId><artifactId>dropwizard-core</artifactId>
        </dependency>
      </dependencies></dependencyManagement>
    </project>
"""

#: A manifest, and the frameworks it declares with the line of each.
DECLARED: dict[str, tuple[Tree, list[tuple[str, str | None]]]] = {
    "pyproject": (
        {"pyproject.toml": _PYPROJECT},
        [("Flask", "pyproject.toml:3"), ("SQLAlchemy", "pyproject.toml:3")],
    ),
    "poetry": (
        {"pyproject.toml": '[tool.poetry.dependencies]\npython = "^3.11"\nDjango = "^5"\n'},
        [("Django", "pyproject.toml:3")],
    ),
    "setup.py": (
        {
            "setup.py": "import setuptools\nNEEDS = ['fastapi>=0.1']\n"
            "setuptools.setup(install_requires=NEEDS)\n"
        },
        [("FastAPI", "setup.py:2")],
    ),
    "setup.cfg": (
        {"setup.cfg": "[options]\ninstall_requires =\n    celery>=5\n    click\n"},
        [("Celery", "setup.cfg:3"), ("Click", "setup.cfg:4")],
    ),
    "requirements": (
        {"requirements.txt": "-r base.txt\n# flask\ndjango-cors-headers\nTornado==6.4\n"},
        [("Tornado", "requirements.txt:4")],
    ),
    "requirements folder": (
        {"requirements/base.txt": "starlette\n"},
        [("Starlette", "requirements/base.txt:1")],
    ),
    "Pipfile": ({"Pipfile": '[packages]\nquart = "*"\n'}, [("Quart", "Pipfile:2")]),
    "package.json": (
        {
            "package.json": '{\n "dependencies": {"express": "^4"},\n'
            ' "devDependencies": {"react": "^18"}\n}'
        },
        [("Express", "package.json:2"), ("React", "package.json:3")],
    ),
    "Cargo": (
        {"Cargo.toml": '[package]\nname = "x"\n[dependencies]\naxum = "0.7"\n'},
        [("Axum", "Cargo.toml:4")],
    ),
    "go.mod": (
        {
            "go.mod": """
            module example.org/shop

            require (
                github.com/gin-gonic/gin v1.9.1
                github.com/spf13/cobra v1.8.0 // indirect
            )
            """
        },
        [("Gin", "go.mod:4")],
    ),
    "Maven": ({"pom.xml": _POM}, [("Spring Boot", "pom.xml:4")]),
    "Gradle": (
        {"build.gradle": "dependencies {\n    implementation 'io.ktor:ktor-server-core:2.3'\n}\n"},
        [("Ktor", "build.gradle:2")],
    ),
    "Gradle with a catalog": (
        {
            "app/build.gradle.kts": "dependencies {\n    implementation(libs.quarkus.core)\n}\n",
            "gradle/libs.versions.toml": "[libraries]\n"
            'quarkus-core = {module = "io.quarkus:quarkus-core"}\n',
        },
        [("Quarkus", "app/build.gradle.kts")],
    ),
    "Gemfile": (
        {"Gemfile": "gem 'rails', '~> 7'\ngroup :test do\n  gem 'sinatra'\nend\n"},
        [("Rails", "Gemfile:1"), ("Sinatra", "Gemfile:3")],
    ),
    "composer": (
        {"composer.json": '{"require": {"laravel/framework": "^11"}}'},
        [("Laravel", "composer.json:1")],
    ),
    "csproj": (
        {
            "Shop/Shop.csproj": """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <ItemGroup>
                <PackageReference Include="Microsoft.EntityFrameworkCore.Sqlite" />
              </ItemGroup>
            </Project>
            """
        },
        [
            ("ASP.NET Core", "Shop/Shop.csproj:1"),
            ("Entity Framework Core", "Shop/Shop.csproj:3"),
        ],
    ),
    "mix": (
        {"mix.exs": 'defp deps do\n  [{:phoenix, "~> 1.7"}]\nend\n'},
        [("Phoenix", "mix.exs:2")],
    ),
    "an example's dependency is not the project's": (
        {"examples/web/requirements.txt": "flask\n", "docs/requirements.txt": "django\n"},
        [],
    ),
    "a mention is no declaration": (
        {"package.json": '{"description": "like express", "keywords": ["react", "vue"]}'},
        [],
    ),
}


@pytest.mark.parametrize(("tree", "expected"), DECLARED.values(), ids=DECLARED)
def test_a_framework_is_known_by_the_dependency_a_manifest_declares(
    tmp_path: Path, tree: Tree, expected: list[tuple[str, str | None]]
) -> None:
    assert located(facts(tmp_path, tree), "framework") == expected


def test_what_only_developers_need_is_less_sure_to_be_the_framework(tmp_path: Path) -> None:
    found = facts(tmp_path, {"package.json": '{"devDependencies": {"svelte": "^4"}}'})
    assert [entry.confidence for entry in found.evidence if entry.kind == "framework"] == [0.6]


#: A tree, and the command that runs its tests first.
TESTED: dict[str, tuple[Tree, str | None]] = {
    "pytest": ({"pyproject.toml": "[tool.pytest.ini_options]\n"}, "pytest"),
    "pytest with uv": (
        {"pyproject.toml": "[tool.pytest.ini_options]\n", "uv.lock": ""},
        "uv run pytest",
    ),
    "pytest with poetry": (
        {"pyproject.toml": "[tool.pytest.ini_options]\n", "poetry.lock": ""},
        "poetry run pytest",
    ),
    "pytest declared": ({"pyproject.toml": _PYPROJECT}, "pytest"),
    "a Makefile's own": (
        {"Makefile": "all:\n\ttrue\n\ntest: all\n\tpytest\n", "conftest.py": ""},
        "make test",
    ),
    "a Makefile without": ({"Makefile": "testing := 1\nall:\n", "conftest.py": ""}, "pytest"),
    "just": ({"justfile": "test *args:\n    pytest {{args}}\n"}, "just test"),
    "Django": ({"manage.py": "", "requirements.txt": "django\n"}, "python manage.py test"),
    "tox": ({"tox.ini": "[testenv]\ncommands = stestr run\n", "setup.py": ""}, "tox"),
    "unittest": (
        {"setup.py": "", "tests/test_a.py": "import unittest\nclass A(unittest.TestCase): pass\n"},
        "python -m unittest",
    ),
    "npm": ({"package.json": '{"scripts": {"test": "jest"}}'}, "npm test"),
    "pnpm": (
        {"package.json": '{"scripts": {"test": "vitest"}}', "pnpm-lock.yaml": ""},
        "pnpm test",
    ),
    "yarn": ({"package.json": '{"scripts": {"test": "jest"}}', "yarn.lock": ""}, "yarn test"),
    "bun": (
        {"package.json": '{"scripts": {"test": "vitest"}, "packageManager": "bun@1.1"}'},
        "bun run test",
    ),
    "npm's own placeholder": (
        {"package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}'},
        None,
    ),
    "a frontend below": (
        {"web/package.json": '{"scripts": {"test": "vitest"}}', "web/package-lock.json": "{}"},
        "cd web && npm test",
    ),
    "cargo": ({"Cargo.toml": '[workspace]\nmembers = ["a"]\n'}, "cargo test --workspace"),
    "go": ({"go.mod": "module example.org/x\n"}, "go test ./..."),
    "Maven": ({"pom.xml": _POM, "mvnw": "#!/bin/sh\n"}, "./mvnw test"),
    "Gradle": ({"build.gradle.kts": "", "gradlew": "#!/bin/sh\n"}, "./gradlew test"),
    "RSpec": ({"Gemfile": "gem 'rspec'\n"}, "bundle exec rspec"),
    "Rails": ({"Gemfile": "gem 'rails'\n", "bin/rails": "#!ruby\n"}, "bin/rails test"),
    "PHPUnit": (
        {"composer.json": '{"require-dev": {"phpunit/phpunit": "^11"}}'},
        "vendor/bin/phpunit",
    ),
    "artisan": ({"composer.json": "{}", "artisan": "<?php\n"}, "php artisan test"),
    ".NET": (
        {
            "Shop.sln": "",
            "Tests/Shop.Tests.csproj": "<Project>"
            '<PackageReference Include="Microsoft.NET.Test.Sdk" /></Project>',
        },
        "dotnet test",
    ),
    "nothing": ({"notes.txt": "run pytest some day"}, None),
}


@pytest.mark.parametrize(("tree", "expected"), TESTED.values(), ids=TESTED)
def test_the_test_command_is_the_one_a_developer_would_type(
    tmp_path: Path, tree: Tree, expected: str | None
) -> None:
    assert [*said(facts(tmp_path, tree), "test_command"), None][0] == expected


def test_the_part_the_goal_names_says_how_its_tests_run(tmp_path: Path) -> None:
    tree = {
        "pyproject.toml": "[tool.pytest.ini_options]\n",
        "web/package.json": '{"scripts": {"test": "vitest"}}',
        "web/src/cart.ts": "",
    }
    commands = said(facts(tmp_path, tree, "Sort the cart in web/src/cart.ts"), "test_command")
    assert commands == ["cd web && npm test", "pytest"]


def test_languages_come_with_their_share_and_examples_do_not_count(tmp_path: Path) -> None:
    tree = {f"app/m{n}.py": "" for n in range(3)} | {"web/a.ts": "", "examples/x.rb": ""}
    found = facts(tmp_path, tree)
    shares = [(e.fact, e.confidence) for e in found.evidence if e.kind == "language"]
    assert shares == [("Python", 0.75), ("TypeScript", 0.25)]


def test_manifests_and_lock_files_are_named(tmp_path: Path) -> None:
    found = facts(tmp_path, {"Cargo.toml": "", "Cargo.lock": "", "web/package.json": "{}"})
    assert said(found, "manifest") == ["Cargo.toml", "web/package.json"]
    assert said(found, "lock_file") == ["Cargo.lock"]
