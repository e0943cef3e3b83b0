"""The core is pure and the layers point one way; importing does nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "plangate"
LANGUAGE = sorted((SOURCE / "language").rglob("*.py"))
CORE = [*sorted((SOURCE / "core").rglob("*.py")), *LANGUAGE]

#: Of the standard library, what reads a clock, rolls dice or touches the outside.
IMPURE = frozenset(
    "os io sys time random secrets pathlib subprocess socket threading asyncio logging shutil "
    "tempfile urllib http sqlite3 ctypes signal select multiprocessing uuid glob".split()
)


_PURE = ("plangate.core", "plangate.language")


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found.add(str(node.module))
    return found


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_a_module_of_the_core_imports_the_core_and_the_pure_standard_library(path: Path) -> None:
    for name in imported(path):
        top = name.partition(".")[0]
        if top == "plangate":
            rooms = ("plangate.language",) if path in LANGUAGE else _PURE
            assert name.startswith(rooms), f"{path.name} imports {name}"
        else:
            assert top in sys.stdlib_module_names, f"{path.name} imports {name}"
            assert top not in IMPURE, f"{path.name} imports {name}, which is not pure"


@pytest.mark.rule("HOUSE-2")
@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_a_module_of_the_core_never_asks_what_time_it_is(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("now", "utcnow", "today") or _is_a_field(node), path.name


def _is_a_field(node: ast.Attribute) -> bool:
    """`around.now` is a value that was passed in; `datetime.now` is a clock."""
    return isinstance(node.value, ast.Name) and node.value.id not in ("datetime", "date")


@pytest.mark.rule("HOUSE-5")
def test_importing_plangate_loads_no_other_library_and_touches_nothing(tmp_path: Path) -> None:
    script = (
        "import sys, os\n"
        "before = set(sys.modules)\n"
        "import plangate\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))\n"
        "print(os.listdir(os.environ['HOME']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"HOME": str(tmp_path), "PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["['plangate']", "[]"]
