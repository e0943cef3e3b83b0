"""Every rule id is tied to tests and to code, and every test to a rule id (HOUSE-6).

Test modules are read, never imported: what counts is what stands in them. A check takes what was
read and returns the problems it found, so that each is tried on made-up sources first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from scripts import rules
from tests.requirements import GAPS, PARTLY, REQUIREMENTS, SECTIONS, Requirement

pytestmark = pytest.mark.rule("HOUSE-6")

ROOT = Path(__file__).resolve().parents[1]


class Carrier(NamedTuple):
    """A test function and the rule ids it carries."""

    test: str
    ids: frozenset[str]


# --- reading --------------------------------------------------------------------------------------


def carriers(source: str, path: str) -> list[Carrier]:
    """The test functions of a module, with the ids of their own, their class's and its markers."""
    module = ast.parse(source)
    return list(_tests(module.body, path, frozenset(), _constants(module)))


def markers(source: str) -> frozenset[str]:
    """Every id in a rule marker, wherever in the module it stands."""
    module = ast.parse(source)
    return _marked([module], _constants(module))


def named_rules(source: str) -> frozenset[str]:
    """Every whole rule id in a text; of `ASK-1…6` only the first is one."""
    families = {name.partition("-")[0] for name in REQUIREMENTS}
    return frozenset(re.findall(rf"\b(?:{'|'.join(sorted(families))})-\d+\b", source))


Constants = Mapping[str, ast.expr]


def _tests(
    body: Iterable[ast.AST], place: str, inherited: frozenset[str], constants: Constants
) -> Iterator[Carrier]:
    nodes = list(body)
    inherited |= _marked((n for n in nodes if "pytestmark" in _assigned(n)), constants)
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_"):
                    own = inherited | _marked(node.decorator_list, constants)
                    yield Carrier(f"{place}::{name}", own)
            case ast.ClassDef(name=name):
                own = inherited | _marked(node.decorator_list, constants)
                yield from _tests(node.body, f"{place}::{name}", own, constants)
            case ast.If() | ast.Try() | ast.With():
                yield from _tests(ast.iter_child_nodes(node), place, inherited, constants)
            case _:
                pass


def _constants(module: ast.Module) -> dict[str, ast.expr]:
    return {name: value for node in module.body for name, value in _assigned(node).items()}


def _assigned(node: ast.AST) -> dict[str, ast.expr]:
    """The names a statement binds, with what to."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return {name: value}
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return {name: value}
        case _:
            return {}


def _marked(nodes: Iterable[ast.AST], constants: Constants) -> frozenset[str]:
    """The ids of every `mark.rule(...)` in some nodes."""
    calls = (
        part
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and _is_rule_mark(part.func)
    )
    return frozenset(
        name for call in calls for given in call.args for name in _ids(given, constants)
    )


def _is_rule_mark(called: ast.expr) -> bool:
    match called:
        case ast.Attribute(attr="rule", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return True
        case _:
            return False


def _ids(given: ast.expr, constants: Constants) -> Iterator[str]:
    """The ids a marker's argument stands for; what cannot be read stays as it is written."""
    match given:
        case ast.Constant(value=str() as name):
            yield name
        case ast.Starred(value=inner):
            yield from _ids(inner, constants)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _ids(part, constants)
        case ast.Name(id=name) if name in constants:
            others = {other: value for other, value in constants.items() if other != name}
            yield from _ids(constants[name], others)
        case _:
            yield ast.unparse(given)


# --- checking -------------------------------------------------------------------------------------


def unknown_ids(marked: Mapping[str, Collection[str]], known: Collection[str]) -> list[str]:
    return [
        f"{path}: {name}"
        for path, ids in sorted(marked.items())
        for name in sorted(ids)
        if name not in known
    ]


def uncarried(manifest: Mapping[str, Requirement], found: Iterable[Carrier]) -> list[str]:
    carried = {name for carrier in found for name in carrier.ids}
    return [
        f"{name}: {requirement.observable}"
        for name, requirement in manifest.items()
        if requirement.is_due and name not in carried
    ]


def without_id(found: Iterable[Carrier]) -> list[str]:
    return [carrier.test for carrier in found if not carrier.ids]


def empty_gaps(manifest: Mapping[str, Requirement]) -> list[str]:
    return [
        name
        for name, requirement in manifest.items()
        if requirement.gap is not None and not requirement.gap.removeprefix(PARTLY.strip()).strip()
    ]


def unnamed(manifest: Mapping[str, Requirement], named: Collection[str]) -> list[str]:
    return [
        f"{name}: {requirement.observable}"
        for name, requirement in manifest.items()
        if requirement.is_due and not name.startswith("HOUSE-") and name not in named
    ]


def holes(names: Iterable[str]) -> list[str]:
    """Ids that are missing between 1 and the highest of their family."""
    numbers: dict[str, set[int]] = {}
    for name in names:
        family, _, number = name.partition("-")
        numbers.setdefault(family, set()).update([int(number)] if number else [])
    return [
        f"{family}-{number}"
        for family, there in numbers.items()
        for number in range(1, max(there, default=0))
        if number not in there
    ]


def _told(problems: Sequence[str], what: str) -> str:
    return "\n  ".join([f"{what} ({len(problems)}):", *problems])


# --- the real tree --------------------------------------------------------------------------------


def _sources(folder: str, pattern: str) -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / folder).rglob(pattern))
    }


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    found = _sources("tests", "test_*.py")
    return {path: text for path, text in found.items() if not path.startswith("tests/sets/repos/")}


@pytest.fixture(scope="module")
def all_carriers(modules: dict[str, str]) -> list[Carrier]:
    return [one for path, source in modules.items() for one in carriers(source, path)]


@pytest.fixture(scope="module")
def code() -> dict[str, str]:
    return _sources("src", "*.py")


def test_every_id_in_a_marker_is_in_the_manifest(modules: dict[str, str]) -> None:
    marked = {path: markers(source) for path, source in modules.items()}
    problems = unknown_ids(marked, REQUIREMENTS)
    assert not problems, _told(problems, "not in tests/requirements.py")


def test_every_requirement_that_is_due_is_carried_by_a_test(all_carriers: list[Carrier]) -> None:
    problems = uncarried(REQUIREMENTS, all_carriers)
    assert not problems, _told(problems, "no test carries")


def test_every_test_carries_an_id(all_carriers: list[Carrier]) -> None:
    problems = without_id(all_carriers)
    assert not problems, _told(problems, "no pytest.mark.rule on")


def test_every_requirement_that_is_due_is_named_in_the_code(code: dict[str, str]) -> None:
    problems = unnamed(REQUIREMENTS, named_rules("\n".join(code.values())))
    assert not problems, _told(problems, "nothing in src/ names")


def test_the_code_names_no_rule_that_does_not_exist(code: dict[str, str]) -> None:
    named = {path: named_rules(source) for path, source in code.items()}
    problems = unknown_ids(named, REQUIREMENTS)
    assert not problems, _told(problems, "not in tests/requirements.py")


def test_every_gap_says_what_is_missing() -> None:
    assert empty_gaps(REQUIREMENTS) == []


def test_every_gap_belongs_to_a_requirement() -> None:
    assert sorted(GAPS.keys() - REQUIREMENTS.keys()) == []


def test_no_id_is_left_out_or_stands_twice() -> None:
    names = [name for section in SECTIONS for name in section.rules]
    assert holes(names) == []
    assert sorted(names) == sorted(set(names))


def test_every_observable_is_one_short_line() -> None:
    long = [name for name, one in REQUIREMENTS.items() if not 10 <= len(one.observable) <= 100]
    assert long == []
    assert [name for name, one in REQUIREMENTS.items() if "\n" in one.observable] == []


# --- the collector and the checks, on made-up sources ---------------------------------------------

MADE_UP = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.slow, pytest.mark.rule("INT-1")]

@pytest.mark.rule("VOI-1", "VOI-2")
@pytest.mark.parametrize("n", [1])
def test_one(n): ...

async def test_two():
    def test_inside(): ...

def helper(): ...

@mark.rule("GATE-1")
class TestGroup:
    pytestmark = pytest.mark.rule("GATE-2")

    @pytest.mark.rule("GATE-3")
    def test_three(self): ...

    class TestInner:
        def test_four(self): ...

if True:
    @pytest.mark.rule("ASK-1")
    def test_five(): ...
"""


def test_a_test_carries_its_own_ids_its_classes_and_its_modules() -> None:
    assert carriers(MADE_UP, "m.py") == [
        Carrier("m.py::test_one", frozenset({"INT-1", "VOI-1", "VOI-2"})),
        Carrier("m.py::test_two", frozenset({"INT-1"})),
        Carrier("m.py::TestGroup::test_three", frozenset({"INT-1", "GATE-1", "GATE-2", "GATE-3"})),
        Carrier("m.py::TestGroup::TestInner::test_four", frozenset({"INT-1", "GATE-1", "GATE-2"})),
        Carrier("m.py::test_five", frozenset({"INT-1", "ASK-1"})),
    ]


def test_a_class_does_not_lend_its_ids_to_its_neighbours() -> None:
    source = """
@pytest.mark.rule("GATE-1")
class TestGroup:
    def test_one(self): ...

def test_two(): ...
"""
    assert carriers(source, "m.py")[-1] == Carrier("m.py::test_two", frozenset())


@pytest.mark.parametrize(
    "decorator",
    ["@rule('INT-1')", "@pytest.mark.rules('INT-1')", "@pytest.rule('INT-1')", "# INT-1"],
)
def test_what_only_looks_like_a_marker_carries_nothing(decorator: str) -> None:
    assert carriers(f"{decorator}\ndef test_one(): ...", "m.py")[0].ids == frozenset()


def test_markers_of_single_cases_are_seen() -> None:
    source = """
CASES = [pytest.param(1, marks=pytest.mark.rule("VOI-9"))]

@pytest.mark.parametrize("n", [pytest.param(2, marks=pytest.mark.rule("VOI-1"))])
def test_one(n): ...
"""
    assert markers(source) == {"VOI-9", "VOI-1"}
    assert carriers(source, "m.py") == [Carrier("m.py::test_one", frozenset({"VOI-1"}))]


def test_an_id_the_manifest_does_not_have_is_reported_with_its_file() -> None:
    marked = {"m.py": markers("@pytest.mark.rule('INT-1', 'INT-99')\ndef test_one(): ...")}
    assert unknown_ids(marked, {"INT-1"}) == ["m.py: INT-99"]


def test_ids_may_be_written_out_in_a_constant_of_the_module() -> None:
    source = """
SOME = ("INT-1", "INT-2")
ALL: tuple[str, ...] = (*SOME, "INT-3")

@pytest.mark.rule(*ALL, "INT-4")
def test_one(): ...
"""
    assert carriers(source, "m.py")[0].ids == {"INT-1", "INT-2", "INT-3", "INT-4"}


@pytest.mark.parametrize("constant", ["", "IDS = sorted(OTHERS)", "IDS = (*IDS,)"])
def test_ids_that_cannot_be_read_are_reported_as_unknown(constant: str) -> None:
    marked = {"m.py": markers(f"{constant}\n@pytest.mark.rule(*IDS)\ndef test_one(): ...")}
    assert len(unknown_ids(marked, {"INT-1"})) == 1


def test_a_requirement_no_test_carries_is_reported_unless_it_is_all_gap() -> None:
    manifest = {
        "A-1": Requirement("s", "carried"),
        "A-2": Requirement("s", "not carried"),
        "A-3": Requirement("s", "not there", "comes later"),
        "A-4": Requirement("s", "half there", f"{PARTLY}the rest comes later"),
    }
    found = [Carrier("m.py::test_one", frozenset({"A-1"}))]
    assert uncarried(manifest, found) == ["A-2: not carried", "A-4: half there"]
    assert uncarried(manifest, [*found, Carrier("t", frozenset({"A-2", "A-4"}))]) == []


def test_a_test_without_an_id_is_reported() -> None:
    found = carriers("def test_one(): ...", "m.py")
    assert without_id(found) == ["m.py::test_one"]
    assert without_id(carriers(MADE_UP, "m.py")) == []


@pytest.mark.parametrize("gap", ["", "   ", PARTLY, PARTLY.strip()])
def test_a_gap_that_says_nothing_is_reported(gap: str) -> None:
    assert empty_gaps({"A-1": Requirement("s", "o", gap)}) == ["A-1"]


def test_a_gap_that_says_something_and_no_gap_are_fine() -> None:
    manifest = {"A-1": Requirement("s", "o", f"{PARTLY}x"), "A-2": Requirement("s", "o")}
    assert empty_gaps(manifest) == []


def test_a_requirement_the_code_does_not_name_is_reported_unless_it_is_of_the_house() -> None:
    manifest = {
        "INT-1": Requirement("s", "named"),
        "INT-2": Requirement("s", "not named"),
        "INT-3": Requirement("s", "not there", "comes later"),
        "HOUSE-1": Requirement("s", "ours"),
    }
    assert unnamed(manifest, named_rules('"""INT-1: see there."""')) == ["INT-2: not named"]


def test_a_rule_is_named_by_its_whole_id_only() -> None:
    text = "VOI-1…8, ASK-5/generic-wording, INT-12, UTF-8, PRINT-1, GATE-, TEAMS-1"
    assert named_rules(text) == {"VOI-1", "ASK-5", "INT-12"}


def test_a_missing_number_is_reported() -> None:
    assert holes(["A-1", "A-3", "B-2", "WEB"]) == ["A-2", "B-1"]
    assert holes(["A-2", "A-1", "WEB"]) == []


# --- the page made of the manifest ----------------------------------------------------------------


@pytest.mark.rule("HOUSE-4")
def test_the_page_of_rules_shows_every_requirement_and_every_gap() -> None:
    page = rules.page()
    missing = [
        name
        for name, one in REQUIREMENTS.items()
        if f"| {name} | {one.observable} |" not in page or (one.gap or "") not in page
    ]
    assert missing == []


@pytest.mark.rule("HOUSE-4")
def test_a_page_that_is_not_what_the_code_says_is_refused_with_what_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "rules.md"
    assert rules.main([], page) == 0
    assert rules.main(["--check"], page) == 0
    assert capsys.readouterr().err == ""
    page.write_text(page.read_text("utf-8").replace("INT-1 |", "INT-0 |"), encoding="utf-8")
    assert rules.main(["--check"], page) == 1
    told = capsys.readouterr().err
    assert "-| INT-0 | every goal" in told
    assert "+| INT-1 | every goal" in told
    assert told.endswith("docs/rules.md is not what the code says: run scripts/rules.py\n")


@pytest.mark.rule("HOUSE-4")
def test_a_page_that_is_not_there_is_refused_in_few_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules.main(["--check"], tmp_path / "none.md") == 1
    assert len(capsys.readouterr().err.splitlines()) <= rules.LONGEST_DIFF + 2
