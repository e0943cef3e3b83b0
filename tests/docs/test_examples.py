"""The programs of examples/ are run, each as a program of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import Ran, Runner

pytestmark = pytest.mark.rule("HOUSE-4")

FOLDER = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, environment: Mapping[str, str], cwd: Path, *arguments: str) -> Ran:
    command = [sys.executable, str(FOLDER / name), *arguments]
    done = subprocess.run(
        command, env={**environment}, cwd=cwd, capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_every_example_is_named_in_its_readme_and_run_here() -> None:
    named = (FOLDER / "README.md").read_text(encoding="utf-8")
    here = Path(__file__).read_text(encoding="utf-8")
    programs = sorted(path.name for path in FOLDER.glob("*.py"))
    assert len(programs) == 4
    assert [name for name in programs if f"`{name}`" not in named or f'"{name}"' not in here] == []


def test_a_deployment_waits_for_a_person_and_goes_on_from_the_answer(
    environment: dict[str, str], workspace: Path, person: Runner
) -> None:
    asked = run("ask_before_deploy.py", environment, workspace, "1.4.2")
    assert (asked.code, asked.out) == (3, "waiting for a person\n")
    question = asked.err.rpartition("plangate answer ")[2].split()[0]
    assert run("ask_before_deploy.py", environment, workspace, "1.4.2").code == 3
    assert person("answer", question, "Leave it").code == 0
    again = run("ask_before_deploy.py", environment, workspace, "1.4.2")
    assert (again.code, again.out) == (0, "left alone\n")


def test_a_thin_plan_stops_a_commit_and_is_named(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "thin.md").write_text("- [ ] fix stuff\n- [ ] misc\n", encoding="utf-8")
    (tmp_path / "none.md").write_text("", encoding="utf-8")
    checked = run("check_plans.py", environment, tmp_path, "thin.md", "none.md")
    assert checked.code == 1
    assert [line.partition(":")[0] for line in checked.out.splitlines()] == ["thin.md", "none.md"]
    assert run("check_plans.py", environment, tmp_path).code == 0


def test_the_gate_decides_a_document(environment: dict[str, str], tmp_path: Path) -> None:
    decided = run("gate_document.py", environment, tmp_path)
    assert (decided.code, decided.out) == (0, "keep-backups: ask by GATE-9\n")


def test_a_mind_that_wraps_another_adds_its_task(
    environment: dict[str, str], tmp_path: Path
) -> None:
    planned = run("decision_records.py", environment, tmp_path)
    assert planned.code == 0, planned.err
    assert planned.out.splitlines()[-1].endswith("Write the decision record")
