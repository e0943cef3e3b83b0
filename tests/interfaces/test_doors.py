"""EXT-1: what a package adds is found by its entry points, chosen in the settings, and used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import Runner

pytestmark = pytest.mark.rule("EXT-1")

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "extend.md").read_text(encoding="utf-8")
GOAL = "Add rate limiting to the public API"


def shown(pattern: str) -> str:
    """A block of docs/extend.md: the documentation's own example is what is tried here."""
    found = re.search(pattern + r".*?\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, pattern
    return found[1]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of docs/extend.md, installed: its module and its entry points."""
    folder = tmp_path / "site"
    (folder / "acme_plangate-1.0.dist-info").mkdir(parents=True)
    (folder / "acme_plangate.py").write_text(shown("`acme_plangate.py`:"), encoding="utf-8")
    groups = tomllib.loads(shown("In the package's `pyproject.toml`:"))["project"]["entry-points"]
    (folder / "plan_lines.py").write_text(shown("`plan_lines.py`"), encoding="utf-8")
    groups |= tomllib.loads(shown("The whole `pyproject.toml`:"))["project"]["entry-points"]
    groups["plangate.catalogs"] = {"acme": "acme_catalog"}
    groups["plangate.minds"]["broken"] = "acme_plangate:nothing"
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    about = folder / "acme_plangate-1.0.dist-info"
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-plangate\nVersion: 1.0\n")
    catalog = folder / "acme_catalog"
    (catalog / "dimensions").mkdir(parents=True)
    (catalog / "__init__.py").touch()
    warehouse = shown("`depot/.plangate/dimensions/warehouse.yaml`:")
    (catalog / "dimensions" / "warehouse.yaml").write_text(warehouse, encoding="utf-8")
    (catalog / "archetypes").mkdir()
    label = shown("`depot/.plangate/archetypes/label.yaml`:")
    (catalog / "archetypes" / "label.yaml").write_text(label, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    for name in ("acme_plangate", "acme_catalog", "plan_lines"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return folder


@pytest.fixture
def use(home: Path) -> Path:
    folder = home / ".config" / "plangate"
    folder.mkdir(parents=True)
    return folder / "config.toml"


@pytest.mark.usefixtures("package")
def test_a_mind_and_a_notifier_of_a_package_are_used_once_they_are_named(
    use: Path, cli: Runner, workspace: Path, db: Path
) -> None:
    before = cli("plan", GOAL, "-w", workspace, "--json").json["plan"]["tasks"]
    use.write_text(shown("And in your `config.toml`:"), encoding="utf-8")
    after = cli("plan", GOAL, "-w", workspace, "--again", "--json").json["plan"]["tasks"]
    assert "Write the decision record" not in [task["title"] for task in before]
    assert "Write the decision record" in [task["title"] for task in after]
    cli("plan", "Let users delete their account", "-w", workspace)
    assert (db.parent / "blackboard.txt").read_text(encoding="utf-8").startswith("created: ")


@pytest.mark.usefixtures("package")
def test_a_store_of_a_package_keeps_the_log(
    use: Path, cli: Runner, workspace: Path, db: Path
) -> None:
    use.write_text('[use]\nstore = "memory"\n', encoding="utf-8")
    planned = cli("plan", GOAL, "-w", workspace, "--json").json
    listed = cli("sessions", "--json").json["sessions"]
    assert [row["session"] for row in listed] == [planned["session"]]
    assert cli("audit").code == 0
    assert not db.exists()


@pytest.mark.usefixtures("package")
def test_a_format_of_a_package_is_written_read_and_recognised(cli: Runner, tmp_path: Path) -> None:
    plan = tmp_path / "plan.md"
    plan.write_text("# Count\n\n- [ ] Add the counter\n- [ ] Test the counter\n", encoding="utf-8")
    written = cli("convert", plan, "--to", "lines")
    assert (written.code, written.out) == (0, "Count\nAdd the counter\nTest the counter\n")
    lines = tmp_path / "plan.lines"
    lines.write_text(written.out, encoding="utf-8")
    for more in ((), ("--from", "lines")):
        report = cli("check", lines, *more, "--json").json
        assert (report["format"], len(report["per_task"])) == ("lines", 2)
        same = cli("convert", lines, *more, "--to", "lines")
        assert (same.code, same.out) == (0, written.out), "its own format comes back as it is"
    assert cli("convert", lines, "--from", "lines", "--to", "checklist").out.startswith("# Count")


def test_the_suite_of_a_format_passes_as_it_is_written_down(package: Path) -> None:
    suite = package / "test_lines.py"
    suite.write_text(shown("Its suite:"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(suite)],
        cwd=package,
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in done.stdout, done.stdout


@pytest.mark.usefixtures("package")
def test_a_catalog_of_a_package_is_asked_about_and_planned_by(
    use: Path, cli: Runner, workspace: Path
) -> None:
    use.write_text('[use]\ncatalogs = ["acme"]\n', encoding="utf-8")
    asked = cli("plan", "Ship the order once it is paid", "-w", workspace, "--json").json
    assert asked["question"]["prompt"] == "Which warehouse should ship the order?"
    goal = "Print the shipping label"
    planned = cli("plan", goal, "-w", workspace, "--complexity", "6", "--json").json
    assert "Lay the label out" in [task["title"] for task in planned["plan"]["tasks"]]


@pytest.mark.parametrize(
    ("key", "value", "accepted"),
    [
        ("mind", "nobody", "rules, broken, careful"),
        ("investigator", "nobody", "workspace, wiki"),
        ("store", "nobody", "sqlite, memory"),
        ("notifier", "nobody", "command, blackboard"),
    ],
)
@pytest.mark.usefixtures("package")
def test_a_part_that_is_not_installed_is_refused_by_name(
    use: Path, cli: Runner, workspace: Path, key: str, value: str, accepted: str
) -> None:
    use.write_text(f'[use]\n{key} = "{value}"\n', encoding="utf-8")
    ran = cli("plan", GOAL, "-w", workspace)
    line = f"plangate: use.{key}: '{value}' is not installed; accepted: {accepted}\n"
    assert (ran.code, ran.out, ran.err) == (2, "", line)


@pytest.mark.usefixtures("package")
def test_a_part_that_cannot_be_loaded_is_one_line_that_names_its_package(
    use: Path, cli: Runner, workspace: Path
) -> None:
    use.write_text('[use]\nmind = "broken"\n', encoding="utf-8")
    ran = cli("plan", GOAL, "-w", workspace)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("plangate: plangate.minds broken: acme-plangate: AttributeError: ")
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("package")
def test_a_workspace_nobody_trusts_chooses_no_part(cli: Runner, workspace: Path) -> None:
    (workspace / "plangate.toml").write_text('[use]\nmind = "broken"\n', encoding="utf-8")
    assert cli("plan", GOAL, "-w", workspace).code == 0


def test_entry_points_are_looked_up_only_for_names_that_are_not_ours(workspace: Path) -> None:
    program = (
        "import sys; from plangate.interfaces.cli.root import _outcome; "
        f"code = _outcome(['check', {str(workspace / 'plan.md')!r}]); "
        "sys.exit(code or 10 * ('importlib.metadata' in sys.modules))"
    )
    (workspace / "plan.md").write_text("- [ ] Add the counter in api.py\n", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


# --- catalogs -------------------------------------------------------------------------------------


def test_catalog_check_says_of_every_file_whether_it_can_be_used(
    cli: Runner, workspace: Path
) -> None:
    own = workspace / ".plangate"
    (own / "dimensions").mkdir(parents=True)
    (own / "archetypes").mkdir()
    good = shown("`depot/.plangate/dimensions/warehouse.yaml`:")
    (own / "dimensions" / "warehouse.yaml").write_text(good, encoding="utf-8")
    label = shown("`depot/.plangate/archetypes/label.yaml`:")
    (own / "archetypes" / "label.yaml").write_text(label, encoding="utf-8")
    assert cli("catalog", "check", "-w", workspace).code == 0
    (own / "archetypes" / "bad.yaml").write_text(label.replace("core: true", "core: 3"))
    ran = cli("catalog", "check", "-w", workspace, "--json")
    assert ran.code == 5
    problems = [file["problem"] for file in ran.json["files"] if file["problem"]]
    assert len(ran.json["files"]) == 3
    assert (
        problems
        == [
            ".plangate/archetypes/bad.yaml: tasks[1].core: a number is not accepted; "
            "accepted: true or false"
        ]
        or ".plangate/archetypes/bad.yaml: tasks[1].core:" in problems[0]
    )


def test_own_kinds_of_change_count_for_their_owner_and_in_a_trusted_workspace_only(
    cli: Runner, workspace: Path, home: Path
) -> None:
    label = shown("`depot/.plangate/archetypes/label.yaml`:")
    goal = ("plan", "Print the shipping label", "-w", workspace, "--complexity", "6", "--json")

    def titles(*more: str) -> list[str]:
        return [task["title"] for task in cli(*goal, *more).json["plan"]["tasks"]]

    (workspace / ".plangate" / "archetypes").mkdir(parents=True)
    (workspace / ".plangate" / "archetypes" / "label.yaml").write_text(label, encoding="utf-8")
    assert "Lay the label out" not in titles()
    own = home / ".config" / "plangate" / "archetypes"
    own.mkdir(parents=True)
    (own / "label.yaml").write_text(label, encoding="utf-8")
    assert "Lay the label out" in titles("--again")


@pytest.mark.parametrize("kind", ["dimension", "archetype"])
def test_the_schema_of_a_data_file_is_printed(cli: Runner, kind: str) -> None:
    document = json.loads(cli("catalog", "schema", kind).out)
    assert document["$id"] == f"plangate.{kind}/1"
    assert "id" in document["required"]


def test_the_page_of_fields_is_what_the_shapes_say() -> None:
    from scripts.catalog_page import PAGE as FIELDS
    from scripts.catalog_page import page

    assert FIELDS.read_text(encoding="utf-8") == page(), "run scripts/catalog_page.py"


@pytest.mark.rule("UND-2", "HOUSE-4")
def test_the_table_of_what_is_understood_is_what_the_program_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from scripts.grasp_page import PAGE as CONCEPTS
    from scripts.grasp_page import page

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert CONCEPTS.read_text(encoding="utf-8") == page(), "run scripts/grasp_page.py"
