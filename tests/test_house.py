"""The numbers the house is held to: they may get better and never worse (HOUSE-2)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from plangate.app.log.turned_numbers import core_modules, groups, numbers_of, turned
from tests.sources import SOURCE, parsed

#: Made of words/*.toml.
MADE = ("compiled.py", "one_way_net.py")
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.name not in MADE]
#: Frozen as it was, for replaying old logs.
FROZEN = SOURCE / "core" / "audit" / "edition1"

#: Lines with `Any`, for each thousand lines of the package.
MOST_ANY = 4.0
#: Lines that name an object nobody has read (`Document`, `Fields`), for each thousand lines.
MOST_UNREAD = 9.0
#: Lines of a function, blank ones and docstring included: median, ninth of ten, longest.
MOST_LINES = (7, 18, 50)
#: Lines of a module.
LONG = 400
#: Editions of what is written, and what no rule compares with: NUMBERS of another kind.
NO_POLICY = frozenset("WORDING EDITION _VERSION _DIGESTED DEFAULT_TIMEOUT_SECS".split())
#: How many modules a room may hold, its page among them.
MOST_MODULES = 16


#: What the root of the tree holds: whatever else git has there got in by mistake.
ROOT_NAMES = frozenset(
    """
    .agents .ci .claude-plugin .dockerignore .gitattributes .github .gitignore .importlinter
    .pre-commit-hooks.yaml AGENTS.md CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md LICENSE
    README.md SECURITY.md benchmarks check compose.yaml docs examples hatch_build.py integrations
    mkdocs.yml plangate pyproject.toml requirements-dev.lock requirements-docs.lock
    requirements-embeddings.lock requirements-frameworks.lock requirements-models.lock
    requirements.lock scripts src tests
    """.split()
)


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


TOTAL = sum(len(lines_of(path)) for path in MODULES)


def per_thousand(pattern: str) -> float:
    found = re.compile(pattern)
    said = sum(bool(found.search(line)) for path in MODULES for line in lines_of(path))
    return 1000 * said / TOTAL


@pytest.mark.rule("HOUSE-2")
def test_the_root_of_the_tree_holds_what_belongs_there() -> None:
    root = SOURCE.parents[1]
    if not (root / ".git").exists():
        pytest.skip("no git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    assert {name.partition("/")[0] for name in listed if name} == ROOT_NAMES


@pytest.mark.rule("HOUSE-2")
def test_few_lines_leave_the_type_checker_out() -> None:
    assert per_thousand(r"\bAny\b") <= MOST_ANY


@pytest.mark.rule("HOUSE-2")
def test_few_lines_speak_of_objects_nobody_has_read() -> None:
    assert per_thousand(r"\b(?:Document|Fields)\b") <= MOST_UNREAD


@pytest.mark.rule("HOUSE-2")
def test_the_fold_and_everything_beside_it_is_typed() -> None:
    for path in (SOURCE / "core" / "log").glob("*.py"):
        assert not re.search(r"\bAny\b", path.read_text(encoding="utf-8")), path.name


def function_lengths() -> list[tuple[int, str]]:
    found = []
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = int(node.end_lineno or 0) - node.lineno + 1
                found.append((length, f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"))
    return sorted(found)


@pytest.mark.rule("HOUSE-2")
def test_functions_are_short() -> None:
    lengths = function_lengths()
    number = len(lengths)
    median, ninth = lengths[number // 2], lengths[number * 9 // 10]
    assert median[0] <= MOST_LINES[0], median
    assert ninth[0] <= MOST_LINES[1], ninth
    assert lengths[-1][0] <= MOST_LINES[2], lengths[-1]


@pytest.mark.rule("HOUSE-2")
def test_no_module_grows_long() -> None:
    long = [str(path.relative_to(SOURCE)) for path in MODULES if len(lines_of(path)) > LONG]
    assert long == [], "cut it"


@pytest.mark.rule("HOUSE-2")
def test_no_room_is_crowded_and_each_has_its_page() -> None:
    rooms: dict[Path, int] = {}
    for path in MODULES:
        rooms[path.parent] = rooms.get(path.parent, 0) + 1
    for room, number in rooms.items():
        name = str(room.relative_to(SOURCE))
        page = ast.get_docstring(parsed(room / "__init__.py"))
        assert page, f"{name} has no page that says what it is for"
        if room != FROZEN:
            assert number <= MOST_MODULES, f"{name} has {number} modules"


@pytest.mark.rule("HOUSE-2")
def test_a_file_is_found_by_its_name() -> None:
    names = Counter(path.name for path in SOURCE.rglob("*.py") if path.name != "__init__.py")
    twice = [name for name, number in names.items() if number > 1]
    assert twice == [], "give the new one a name that no other module has"


@pytest.mark.rule("HOUSE-2")
def test_a_module_that_a_docstring_names_is_there() -> None:
    """Named alone it is a neighbour or has a name of its own; with its room it is below src."""
    known = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}
    known |= {path.rpartition("/")[2] for path in known}
    known |= {"hatch_build.py", "conftest.py"}
    rooms = tuple(f"{path.name}/" for path in SOURCE.iterdir() if path.is_dir())
    gone = []
    for path in MODULES:
        page = ast.get_docstring(parsed(path)) or ""
        for named in re.findall(r"(?<![\w/.-])[\w/]*\w\.py\b", page):
            if (named.startswith(rooms) or "/" not in named) and named not in known:
                gone.append(f"{path.relative_to(SOURCE)}: {named}")
    assert gone == []


@pytest.mark.rule("HOUSE-2")
def test_a_mistake_of_ours_in_the_fold_is_no_damaged_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an event that names what no event brought is damage; the rest is a defect of ours."""
    from plangate.core.events import event as e
    from plangate.core.log import folding
    from plangate.core.log.chain import seal_all
    from plangate.core.log.session import ERASED_GOAL

    entries = seal_all("s1", None, [ERASED_GOAL], at=datetime(2026, 1, 1, tzinfo=UTC))
    for ours in (KeyError("ours"), AttributeError("ours")):

        def mistaken(_session: object, _event: object, _at: str, error: Exception = ours) -> None:
            raise error

        monkeypatch.setitem(folding.on._by_kind, e.GoalReceived, mistaken)
        with pytest.raises(type(ours), match="ours"):
            folding.fold(entries)


def constants(path: Path) -> list[str]:
    """The names a module gives to numbers."""
    found = []
    for node in parsed(path).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            (name,) = (target.id for target in node.targets if isinstance(target, ast.Name))
            if isinstance(node.value.value, int | float) and name.isupper():
                found.append(name)
    return found


@pytest.mark.rule("HOUSE-2")
def test_every_number_of_the_core_stands_in_its_policy() -> None:
    policy = SOURCE / "core" / "model" / "policy"
    for path in (SOURCE / "core").rglob("*.py"):
        if FROZEN in path.parents or policy.parent in path.parents:
            continue
        left = [name for name in constants(path) if name not in NO_POLICY]
        assert left == [], f"{path.relative_to(SOURCE)}: {left} belong into core/model/policy"


@pytest.mark.rule("HOUSE-2")
def test_every_number_of_the_policy_names_its_rule() -> None:
    for path in (SOURCE / "core" / "model" / "policy").glob("*.py"):
        for line in lines_of(path):
            if line.startswith("# --- "):
                assert re.search(r"\b[A-Z]{2,6}-\d+", line), f"{path.name}: {line}"


@pytest.mark.rule("HOUSE-2", "REC-3")
def test_every_number_of_the_policy_can_be_turned_and_whoever_reads_it_sees_the_new_one() -> None:
    """By `audit --policy` and benchmarks/turned.py; afterwards everything is as it was."""
    was = {group: numbers_of(group) for group in groups()}
    single = {
        group: {name: value + 1 for name, value in values.items() if isinstance(value, int | float)}
        for group, values in was.items()
    }
    new = {name: value for values in single.values() for name, value in values.items()}
    with turned(single):
        readers = [
            (module.__name__, name)
            for module in core_modules()
            for name in new.keys() & vars(module).keys()
            if not module.__name__.endswith("_numbers")
        ]
        assert [
            each for each in readers if vars(sys.modules[each[0]])[each[1]] != new[each[1]]
        ] == []
    assert {group: numbers_of(group) for group in groups()} == was
    assert min(len(new), len(readers)) >= 80
