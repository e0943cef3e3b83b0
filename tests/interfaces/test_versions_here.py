"""A goal that moves something on to another version is told where that version stands (INT-2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.core.model.sighting import VERSION
from tests.adapters.trees import Tree, plant
from tests.conftest import Runner

SHOP: Tree = {
    "composer.json": '{\n  "require": {\n    "php": ">=8.1",\n    "guzzle/http": "^7.2"\n  }\n}\n',
    ".github/workflows/ci.yml": """
        name: CI
        jobs:
          test:
            strategy:
              matrix:
                php-version: ['8.2', '8.3']
        """,
    "Dockerfile": "FROM php:8.2-apache\nRUN apt-get install -y php-xml\n",
    "system/query.php": "<?php\n// the CI run also checks PHP 8\n$ci_php_run = 8;\n",
}


@pytest.mark.rule("INT-2", "UND-5")
@pytest.mark.parametrize(
    ("goal", "place"),
    [
        ("Run the CI also on PHP 8.4", ".github/workflows/ci.yml:6"),
        ("Use php 8.4 in the docker image", "Dockerfile:1"),
        ("bump guzzle to 7.9", "composer.json:4"),
    ],
)
def test_the_line_with_the_version_is_told(
    cli: Runner, tmp_path: Path, goal: str, place: str
) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    outcome = cli("plan", goal, "-w", shop)

    assert "Go ahead" in outcome.out
    assert f"probably the one at {place}." in outcome.out


@pytest.mark.rule("INT-2", "UND-5")
def test_what_stands_in_no_file_of_versions_is_not_told(cli: Runner, tmp_path: Path) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    outcome = cli("plan", "bump symfony to 7.1", "-w", shop)

    assert "probably the one at" not in outcome.out


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    "goal",
    ["Raise the time of php sessions to 48 hours", "Raise php names from 6 to 9 characters"],
)
def test_what_is_counted_is_no_version(cli: Runner, tmp_path: Path, goal: str) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    brief = cli("brief", goal, "-w", shop, "--json").json

    assert not [one for one in brief["spots"] if one["why"] == VERSION]


@pytest.mark.rule("INT-2", "INT-9")
@pytest.mark.parametrize(
    "goal", ["Bump guzzle to 8.0", "upgrade guzzle to 9", "bump guzzle to v10"]
)
def test_another_major_version_is_never_small(cli: Runner, tmp_path: Path, goal: str) -> None:
    shop = plant(tmp_path / "shop", SHOP)

    outcome = cli("plan", goal, "-w", shop, "--json").json

    assert outcome["outcome"] == "plan"
    assert any("composer.json" in task["files"] for task in outcome["plan"]["tasks"])


@pytest.mark.rule("INT-2")
def test_a_long_line_says_no_version_that_is_cut_off(cli: Runner, tmp_path: Path) -> None:
    long = "- run: echo 'what php needs here " + "and more of it " * 7 + "is 8.2'\n"
    shop = plant(tmp_path / "shop", {**SHOP, ".github/workflows/ci.yml": long})

    outcome = cli("plan", "Build with php 9 in the pipeline image too", "-w", shop)

    assert outcome.code in (0, 3)
