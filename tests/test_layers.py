"""The core is pure and the layers point one way; importing does nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import SOURCE, parsed

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
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found.add(str(node.module))
    return found


@pytest.mark.rule("HOUSE-2")
def test_a_module_of_the_core_imports_the_core_and_the_pure_standard_library() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in CORE
        for name in imported(path)
        if not _is_pure(name, ("plangate.language",) if path in LANGUAGE else _PURE)
    ]
    assert wrong == []


def _is_pure(name: str, rooms: tuple[str, ...]) -> bool:
    top = name.partition(".")[0]
    if top == "plangate":
        return name.startswith(rooms)
    return top in sys.stdlib_module_names and top not in IMPURE


@pytest.mark.rule("HOUSE-2")
def test_a_module_of_the_core_never_asks_what_time_it_is() -> None:
    asking = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in CORE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute)
        and node.attr in ("now", "utcnow", "today")
        and not _is_a_field(node)
    ]
    assert asking == []


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


_CHANGES = ("append", "extend", "update", "pop", "add", "discard", "clear", "setdefault", "insert")


def _session_written(node: ast.AST) -> str | None:
    """The field of a session that a statement writes to, if it does."""
    for target in _targets(node):
        field = target.value if isinstance(target, ast.Subscript) else target
        if isinstance(field, ast.Attribute) and ast.unparse(field.value) == "session":
            return field.attr
    return None


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign | ast.Delete):
        return list(node.targets)
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value] if node.func.attr in _CHANGES else []
    return []


@pytest.mark.rule("REC-1")
def test_the_fold_alone_writes_to_a_session() -> None:
    written = [
        f"{path.relative_to(SOURCE)}: session.{field}"
        for path in sorted(SOURCE.rglob("*.py"))
        if (SOURCE / "core" / "log") not in path.parents
        for node in ast.walk(parsed(path))
        if (field := _session_written(node)) is not None
    ]
    assert written == []


@pytest.mark.rule("REC-1")
def test_a_write_to_a_session_would_be_seen() -> None:
    for line in (
        "session.stop = None",
        "session.settled['a'] = 1",
        "session.plans.append(plan)",
        "del session.notes['q']",
        "session.calls += 1",
    ):
        (statement,) = ast.parse(line).body
        node = statement.value if isinstance(statement, ast.Expr) else statement
        assert _session_written(node), line
