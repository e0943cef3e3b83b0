"""One pass for all signs: the same by ripgrep and by reading, in the right place, if it counts.

The contract of the two ways to search runs every case with both of them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.explore.explorer import Explorer
from plangate.adapters.explore.literals import needed
from plangate.adapters.explore.search import Found, Hit, Sign, search
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.repo.checkout.ripgrep import find_ripgrep
from plangate.adapters.repo.checkout.sign_weights import place_of
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Ambiguity, Dispatch, Interpretation
from plangate.core.moves import Investigate
from tests.conftest import Runner

#: Enough other files that starting ripgrep pays.
OTHERS = 150
LIMITER = Sign(("*.py", "*.js"), r"\blimit_requests\(\s*[\"']api")
IMAGE = Sign(("compose*.y*ml",), r"^\s*image:\s*(?:redis|valkey)(?![\w-])")


def made(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def large(root: Path, files: Mapping[str, str | bytes]) -> Path:
    others = {f"other/f{n}.py": f"def f{n}(): return {n}\n" for n in range(OTHERS)}
    return made(root, {**others, **files})


def both(root: Path, *signs: Sign) -> tuple[Hit | None, ...]:
    """What the two ways find, which must be the same."""
    ripgrep = find_ripgrep(root)
    assert ripgrep is not None, "ripgrep comes with the package"
    by_ripgrep = search(Workspace(root), signs, lambda: 60.0, ripgrep)
    by_reading = search(Workspace(root), signs, lambda: 60.0, None)
    assert by_ripgrep == by_reading
    return by_ripgrep.hits


def place(root: Path, *signs: Sign) -> list[str | None]:
    return [hit and f"{hit.path}:{hit.line}" for hit in both(root, *signs)]


# --- the contract of both ways --------------------------------------------------------------------


@pytest.mark.rule("INV-3")
def test_all_signs_are_found_with_their_lines(tmp_path: Path) -> None:
    large(
        tmp_path,
        {
            "app/api.py": "import x\n\n\nlimit_requests('api')\n",
            "compose.yaml": "services:\n  cache:\n    image: redis\n",
        },
    )

    assert place(tmp_path, LIMITER, IMAGE) == ["app/api.py:4", "compose.yaml:3"]


@pytest.mark.rule("INV-3")
def test_a_sign_that_goes_over_two_lines_is_found_where_it_begins(tmp_path: Path) -> None:
    large(tmp_path, {"app/api.py": "\n\nlimit_requests(\n    'api',\n)\n"})

    assert place(tmp_path, LIMITER) == ["app/api.py:3"]


@pytest.mark.rule("INV-3")
def test_a_sign_without_any_needed_text_is_found_all_the_same(tmp_path: Path) -> None:
    sign = Sign(("*.py",), r"['\"]/v[1-9]/")
    large(tmp_path, {"app/urls.py": "x\npath('/v2/orders')\n"})

    assert needed(sign.pattern) is None
    assert place(tmp_path, sign) == ["app/urls.py:2"]


@pytest.mark.rule("INV-3")
def test_a_rare_sign_is_found_in_a_file_full_of_another(tmp_path: Path) -> None:
    common = Sign(("*.py",), r"\bcommon_call\(")
    large(tmp_path, {"a.py": "common_call()\n" * 500 + "limit_requests('api')\n"})

    assert place(tmp_path, common, LIMITER) == ["a.py:1", "a.py:501"]


@pytest.mark.rule("INV-3")
def test_a_very_wide_line_hides_nothing(tmp_path: Path) -> None:
    large(tmp_path, {"a.py": "x = 1; " * 1_000 + "limit_requests('api')\n"})

    assert place(tmp_path, LIMITER) == ["a.py:1"]


@pytest.mark.rule("INV-11")
@pytest.mark.parametrize(
    "name", ["a.pyc", "node_modules/a.py", ".git/a.py", "ignored/a.py", "b.py", "huge.py"]
)
def test_what_the_listing_leaves_out_is_not_found(tmp_path: Path, name: str) -> None:
    files: dict[str, str | bytes] = {name: "limit_requests('api')\n"}
    large(tmp_path, {".gitignore": "ignored/\n", "b.py": b"\0" * 10, **files})
    if name == "b.py":
        (tmp_path / name).write_bytes(b"\0\0limit_requests('api')\n")
    if name == "huge.py":
        (tmp_path / name).write_text("limit_requests('api')\n" + "#" * 1_000_001)

    assert place(tmp_path, LIMITER) == [None]


@pytest.mark.rule("INV-11")
def test_rules_of_another_tool_do_not_hide_a_file(tmp_path: Path) -> None:
    large(tmp_path, {".ignore": "*.py\n", ".rgignore": "*\n", "a.py": "limit_requests('api')\n"})

    assert place(tmp_path, LIMITER) == ["a.py:1"]


@pytest.mark.rule("INV-11")
def test_bad_utf8_and_utf16_are_searched_alike(tmp_path: Path) -> None:
    large(
        tmp_path,
        {
            "a.py": b"# caf\xe9\nx = '\xff'\nlimit_requests('api')\n",
            "b.py": "\ufefflimit_requests('api')\n".encode("utf-16"),
        },
    )

    assert place(tmp_path, LIMITER) == ["a.py:3"]


@pytest.mark.rule("INV-3")
def test_names_are_matched_as_python_matches_them(tmp_path: Path) -> None:
    sign = Sign(("odd{1,2}*.py", "[a]?.py"), "needed_text")
    large(tmp_path, {"odd{1,2}x.py": "\nneeded_text", "odd1x.py": "needed_text"})
    made(tmp_path, {f"odd{{1,2}}{n}.py": "x" for n in range(OTHERS)})

    assert place(tmp_path, sign) == ["odd{1,2}x.py:2"]


@pytest.mark.rule("INV-3")
@given(
    st.lists(st.sampled_from(["limit_requests('api')", "LIMIT", "x", "# limit_requests('api')"]))
)
@settings(max_examples=6)
def test_both_ways_agree_on_any_lines(tmp_path: Path, lines: list[str]) -> None:
    loud = Sign(("*.py",), r"(?i:limit)\b")
    large(tmp_path, {"a.py": "\n".join(lines), "tests/test_a.py": "\n".join(reversed(lines))})

    both(tmp_path, LIMITER, loud)


# --- ripgrep's failures ---------------------------------------------------------------------------


@pytest.mark.rule("INV-4", "INV-11")
@pytest.mark.parametrize("how", ["missing", "refusing", "killed"])
@pytest.mark.skipif(os.name != "posix", reason="programs of shell scripts")
def test_without_a_working_ripgrep_the_files_are_read_and_that_is_said(
    tmp_path: Path, how: str
) -> None:
    root = large(tmp_path / "shop", {"a.py": "limit_requests('api')\n"})
    program = tmp_path / "rg"
    if how != "missing":
        ending = "echo no such option >&2; exit 2" if how == "refusing" else "kill -9 $$"
        program.write_text(f"#!/bin/sh\n{ending}\n")
        program.chmod(0o755)

    found = search(Workspace(root), [LIMITER], lambda: 60.0, program)

    assert [hit and hit.path for hit in found.hits] == ["a.py"]
    assert len(found.limits) == 1
    assert found.limits[0].startswith("ripgrep could not search (")


@pytest.mark.rule("INV-11")
def test_a_program_of_the_workspace_is_never_taken_for_ripgrep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "elsewhere" / "python"))
    mine = made(tmp_path / "shop", {"rg": "#!/bin/sh\n"})
    (mine / "rg").chmod(0o755)
    monkeypatch.chdir(mine)
    for path in (str(mine), ".", ""):
        monkeypatch.setenv("PATH", path)
        assert find_ripgrep(mine) is None


@pytest.mark.rule("INV-11")
def test_no_setting_of_its_owner_reaches_ripgrep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched = tmp_path / "touched"
    made(tmp_path, {"pre": f"#!/bin/sh\ntouch {touched}\n", "config": f"--pre={tmp_path}/pre\n"})
    (tmp_path / "pre").chmod(0o755)
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "config"))
    root = large(tmp_path / "shop", {"a.py": "limit_requests('api')\n"})

    assert place(root, LIMITER) == ["a.py:1"]
    assert not touched.exists()


@pytest.mark.rule("INV-4")
def test_a_search_whose_time_is_over_is_partial(tmp_path: Path) -> None:
    large(tmp_path, {"a.py": "limit_requests('api')\n"})

    for ripgrep in (None, find_ripgrep(tmp_path)):
        found = search(Workspace(tmp_path), [LIMITER], lambda: 0.0, ripgrep)
        assert found.partial
        assert found.hits == (None,)


# --- needed texts ---------------------------------------------------------------------------------

DETECTORS = [
    detector.text
    for dimension in shipped_dimensions()
    for reading in dimension.readings
    for detector in reading.seen
]


@pytest.mark.rule("INV-3")
@given(st.data())
@settings(max_examples=60)
def test_whatever_a_shipped_sign_matches_holds_one_of_its_needed_texts(data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from([p for p in DETECTORS if "{0,4000}" not in p]))
    need = needed(pattern)
    if need is None:
        return
    text = data.draw(st.from_regex(re.compile(pattern, re.MULTILINE)))
    held = text.casefold() if need.any_case else text
    assert any((t.casefold() if need.any_case else t) in held for t in need.texts)


@pytest.mark.rule("INV-3")
def test_nearly_every_shipped_sign_can_be_narrowed_down() -> None:
    assert sum(needed(pattern) is None for pattern in DETECTORS) < len(DETECTORS) / 10


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"\bjwt\.(?:encode|decode)\(", {"jwt.encode(", "jwt.decode("}),
        (r"(?i:redis)s?", {"redis"}),
        (r"ab?cdef|ghi+j", {"cdef", "ghi"}),
        (r"(?:abc){2}d", {"abc"}),
        (r"(?:abc)*def", {"def"}),
        (r"abc(?=def)", {"abc"}),
        (r"abc{0,3}def", {"def"}),
        (r"x\{abc\}", {"x{abc}"}),
        (r"abc|\w+", None),
        (r"abc|d", None),
        (r"a\x41bc", None),
        (r"(?P<name>abc)\b", {"abc"}),
        ("abc\ndefg", {"defg"}),
        (r"(?(1)abc|def)", None),
        (r"(abc)\1", None),
        ("", None),
    ],
)
def test_needed_texts_by_example(pattern: str, texts: set[str] | None) -> None:
    need = needed(pattern)

    assert (need and set(need.texts)) == texts


# --- what counts, and how much --------------------------------------------------------------------

PLACES = [
    ("app/api.py", 1.0),
    ("tests/test_api.py", 0.4),
    ("app/test_api.py", 0.4),
    ("app/api_test.py", 0.4),
    ("src/api.spec.js", 0.4),
    ("tests/fixtures/shop/app.py", 0.4),
    ("examples/shop/app.py", 0.4),
    ("docs/snippets/app.py", 0.4),
    ("app/latest.py", 1.0),
    ("app/contest/api.py", 1.0),
    ("static/app.min.js", None),
    ("app/_vendor/limits.py", None),
    ("app/api_pb2.py", None),
    ("types/api.d.ts", None),
]


@pytest.mark.rule("INV-3", "GATE-2")
@pytest.mark.parametrize(("path", "share"), PLACES)
def test_a_sign_counts_by_its_place(tmp_path: Path, path: str, share: float | None) -> None:
    made(tmp_path, {path: "limit_requests('api')\n"})

    (hit,) = both(tmp_path, LIMITER)

    assert (hit and hit.place.share) == share


@pytest.mark.rule("INV-3")
def test_the_place_that_counts_most_is_the_one_that_is_shown(tmp_path: Path) -> None:
    large(
        tmp_path,
        {
            "conftest.py": "limit_requests('api')\n",
            "examples/a.py": "limit_requests('api')\n",
            "src/deep/down/api.py": "\nlimit_requests('api')\n",
        },
    )

    assert place(tmp_path, LIMITER) == ["src/deep/down/api.py:2"]


REMARKS = [
    ("a.py", "# limit_requests('api')\n"),
    ("a.py", "x = 1  # limit_requests('api')\n"),
    ("a.py", '"""Says.\n\nlimit_requests(\'api\')\n"""\n'),
    ("a.py", "def f():\n    '''limit_requests(\"api\")'''\n"),
    ("a.js", "// limit_requests('api')\n"),
    ("a.js", "/**\n * limit_requests('api')\n */\n"),
    ("a.js", "/*\nlimit_requests('api')\n*/\n"),
    ("a.js", "x()\n  /* see\n limit_requests('api') */\n"),
]
CODE = [
    ("a.py", "x = '#'; limit_requests('api')\n"),
    ("a.py", '"""Says."""\nlimit_requests(\'api\')\n'),
    ("a.py", 'SQL = """\nlimit_requests(\'api\')\n"""\n'),
    ("a.py", 'run(\n    """\n    limit_requests(\'api\')\n    """\n)\n'),
    ("a.js", "fetch('https://shop') ; limit_requests('api')\n"),
    ("a.js", "/* why */ limit_requests('api')\n"),
    ("a.js", "/* why\n */\nlimit_requests('api')\n"),
]


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize(("name", "text"), REMARKS)
def test_a_sign_in_a_comment_or_docstring_counts_for_nothing(
    tmp_path: Path, name: str, text: str
) -> None:
    made(tmp_path, {name: text})

    assert place(tmp_path, LIMITER) == [None]


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize(("name", "text"), CODE)
def test_a_sign_in_code_counts_whatever_stands_around_it(
    tmp_path: Path, name: str, text: str
) -> None:
    made(tmp_path, {name: text})

    (hit,) = both(tmp_path, LIMITER)

    assert hit is not None
    assert text.splitlines()[hit.line - 1].strip().find("limit_requests") >= 0


# --- through the explorer -------------------------------------------------------------------------

SESSIONS = Ambiguity(
    "session-state",
    tuple(
        Interpretation(name, name, f"adds {name}", 0.5, 0.5, "reversible", (name,))
        for name in ("server-sessions", "tokens")
    ),
)


def looked(root: Path, reads: tuple[str, ...] = ()) -> EvidenceGathered:
    dispatch = Dispatch("d1", "explore", "code search", "x", (SESSIONS.id,), (), 60.0, reads)
    chore = Investigate(str(root), "Add authentication", (SESSIONS,), (dispatch,))
    return Explorer(lambda _root: shipped_dimensions()).look(chore, dispatch, lambda: 60.0)


@pytest.mark.rule("INV-3", "GATE-2")
def test_what_only_tests_show_is_too_weak_to_be_inferred_and_says_why(tmp_path: Path) -> None:
    made(tmp_path, {"tests/test_login.py": "import jwt\n\njwt.decode('x')\n"})

    (fact,) = [fact for fact in looked(tmp_path).evidence if fact.supports]

    assert fact.locator == "tests/test_login.py:1"
    assert fact.confidence < 0.5
    assert fact.fact.endswith(", but only in tests")


@pytest.mark.rule("ASK-6")
def test_files_named_like_a_reading_are_named_and_a_word_that_many_carry_says_nothing(
    tmp_path: Path,
) -> None:
    many = {f"server/view{number}.py": "" for number in range(20)}
    made(tmp_path, {**many, "app/signed_tokens.py": "", "app/main.py": ""})

    (fact,) = [fact for fact in looked(tmp_path).evidence if fact.kind == "similar_features"]

    assert fact.fact == "files named like one of the readings: app/signed_tokens.py"


@pytest.mark.rule("ASK-6", "STOP-2")
def test_a_question_about_a_missing_file_names_the_one_that_is_spelled_alike(
    cli: Runner, tmp_path: Path
) -> None:
    root = made(tmp_path / "w", {"shop/bin/worker.py": "", "lib/worker.py": "", "shop/cart.py": ""})

    result = cli("plan", "Fix shop/bin/workr.py", "--workspace", str(root), "-v")

    assert "files named like one of the readings: shop/bin/worker.py" in result.out


@pytest.mark.rule("INV-3", "INV-11")
def test_a_fast_path_reads_the_named_files_and_no_other(tmp_path: Path) -> None:
    made(tmp_path, {"a.py": "import jwt\n", "b.py": "import jwt\n"})

    found = looked(tmp_path, reads=("b.py",))

    assert [fact.locator for fact in found.evidence if fact.supports] == ["b.py:1"]
    assert found.files == ("b.py",)
    assert found.calls == 0


@pytest.mark.rule("INV-11")
def test_what_was_passed_over_is_in_the_finding(tmp_path: Path) -> None:
    made(tmp_path, {"a.py": "x", "vendor/b.py": "x"})

    assert "not read: folder of installed or generated files (1): vendor" in looked(tmp_path).limits


@pytest.mark.rule("INV-3")
def test_searching_nothing_finds_nothing(tmp_path: Path) -> None:
    assert search(Workspace(tmp_path), [], lambda: 60.0, find_ripgrep(tmp_path)) == Found(())


@pytest.mark.rule("INV-3", "GATE-2")
@pytest.mark.parametrize(
    ("path", "share"),
    [
        ("requirements.txt", 1.0),
        ("examples/celery/requirements.txt", 0.4),
        ("docs/requirements.txt", 0.4),
        ("requirements-dev.txt", 0.4),
        ("requirements/test.txt", 0.4),
        ("requirements/base.txt", 1.0),
        ("docs/decisions/0001-redis.md", 1.0),
        ("examples/readme.md", 0.4),
    ],
)
def test_what_an_example_needs_the_project_does_not_need(path: str, share: float) -> None:
    assert place_of(path).share == share


@pytest.mark.rule("INV-3", "GATE-2")
@pytest.mark.parametrize(
    ("path", "text", "share"),
    [
        ("package.json", '{"dependencies": {"redis": "1"}}', 1.0),
        ("package.json", '{"name": "lib", "devDependencies": {"a": "2", "redis": "1"}}', 0.4),
        ("package.json", '{"private": true, "devDependencies": {"redis": "1"}}', 1.0),
        ("package.json", '{"devDependencies": {"a": "2"}, "dependencies": {"redis": "1"}}', 1.0),
        ("pyproject.toml", '[project]\ndependencies = ["redis>=5"]\n', 1.0),
        ("pyproject.toml", '[dependency-groups]\ndev = ["redis>=5"]\n', 0.4),
        ("pyproject.toml", '[project.optional-dependencies]\ntest = ["redis>=5"]\n', 0.4),
        ("pyproject.toml", '[project.optional-dependencies]\ncache = ["redis>=5"]\n', 1.0),
        ("pyproject.toml", '[tool.poetry.group.dev.dependencies]\nredis = "^5"\n', 0.4),
        (
            "pyproject.toml",
            '[dependency-groups]\ndev = ["redis>=5"]\n[project]\ndependencies = ["redis>=5"]\n',
            1.0,
        ),
    ],
)
def test_what_only_its_authors_need_counts_less_than_what_the_program_needs(
    tmp_path: Path, path: str, text: str, share: float
) -> None:
    made(tmp_path, {path: text})

    (hit,) = both(tmp_path, Sign((path,), r"\bredis\b"))

    assert hit is not None
    assert hit.place.share == share
