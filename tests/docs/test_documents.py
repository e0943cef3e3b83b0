"""Every snippet of the README and the documentation is run, and says what it really says.

What only a person may do, and every answer, is run by a person at a terminal (ACT-1), unless the
page shows how a script is refused.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from plangate.trust.rule_files import read_rule_files
from plangate.trust.settings_file import check_rules
from tests.conftest import Runner

pytestmark = pytest.mark.rule("HOUSE-4")

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

#: The ids the documentation shows, in the order sessions are begun on one page.
SHOWN_IDS = ("k3v9xq2m", "w7c4n8tz", "h5r2y6bd", "p9g3m7vx")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)?"
    r"|\((?:\w{3} \d{1,2} \w{3}(?: \d{4})?, )?\d\d:\d\d\)"
)
_SPENT = re.compile(r"\d+\.\ds/")


class Snippet(NamedTuple):
    language: str
    text: str


def snippets(page: Path) -> list[Snippet]:
    return [Snippet(*found) for found in _BLOCK.findall(page.read_text(encoding="utf-8"))]


def named_files(page: Path) -> list[tuple[str, str]]:
    """Files a page shows: a block behind a line that ends in “`NAME`:”."""
    pattern = re.compile(r"`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return pattern.findall(page.read_text(encoding="utf-8"))


def pages_with(language: str) -> list[object]:
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)))
        for page in PAGES
        if any(snippet.language == language for snippet in snippets(page))
    ]


@pytest.mark.parametrize("page", pages_with("console"))
def test_every_console_session_of_a_page_prints_what_it_shows(
    page: Path,
    cli: Runner,
    person: Runner,
    workspace: Path,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(workspace.parent)
    for name, text in named_files(page):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    for snippet in snippets(page):
        if snippet.language != "console":
            continue
        for command, expected in commands(snippet.text):
            words = shlex.split(_real_ids(command, db))
            if words[0] == "cd":
                monkeypatch.chdir(words[1])
                continue
            assert words[0] in ("plangate", "./plangate"), f"{page.name}: not ours: {command}"
            stdin = ""
            if "<" in words:
                stdin = Path(words.pop()).read_text(encoding="utf-8")
                words.pop()
            is_answer = "answer" in words[1:3]
            ran = person(*words[1:]) if is_answer else cli(*words[1:], stdin=stdin)
            if "ACT-1" in ran.err and "ACT-1" not in expected:
                ran = person(*words[1:], typed="\n")  # Enter leaves what a terminal asks
            told = _comparable(_shown_ids(ran.out + ran.err, db))
            _matches(_comparable(expected), told, f"{page.name}: {command}")


@pytest.mark.parametrize("page", pages_with("python"))
def test_every_python_example_of_a_page_runs_and_prints_what_it_says(
    page: Path, cli: Runner, workspace: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del cli  # its environment is what the examples run in
    monkeypatch.chdir(workspace.parent)
    for snippet in snippets(page):
        if snippet.language == "python":
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(snippet.text, str(page), "exec"), {"__name__": "__main__"})
            expected = [
                line.partition("# prints: ")[2]
                for line in snippet.text.splitlines()
                if "# prints: " in line
            ]
            assert _shown_ids(out.getvalue(), db).splitlines() == expected


@pytest.mark.parametrize("page", [*pages_with("json"), *pages_with("toml")])
def test_every_document_a_page_shows_can_be_read(page: Path, tmp_path: Path) -> None:
    for snippet in snippets(page):
        if snippet.language == "json":
            json.loads(snippet.text)
        if snippet.language == "toml" and not snippet.text.startswith("[project"):
            (tmp_path / "plangate.toml").write_text(snippet.text, encoding="utf-8")
            check_rules(read_rule_files(tmp_path))


@pytest.mark.parametrize("page", pages_with("sh"))
def test_every_shell_snippet_is_shell_and_names_scripts_that_are_there(page: Path) -> None:
    for snippet in snippets(page):
        if snippet.language == "sh":
            checked = subprocess.run(
                ["sh", "-n"], input=snippet.text, text=True, capture_output=True, check=False
            )
            assert checked.returncode == 0, checked.stderr
            for script in re.findall(r"^\./([\w./-]+)", snippet.text, re.MULTILINE):
                assert (ROOT / script).is_file(), f"{page.name} names ./{script}"


@pytest.mark.parametrize("page", [pytest.param(p, id=str(p.relative_to(ROOT))) for p in PAGES])
def test_every_link_to_a_file_of_ours_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_page_of_the_documentation_is_listed_once_in_the_readme() -> None:
    _, _, listed = (ROOT / "README.md").read_text(encoding="utf-8").partition("Where to read on")
    links = re.findall(r"\]\((docs/[\w-]+\.md)\)", listed)
    assert sorted(links) == [f"docs/{page.name}" for page in sorted(ROOT.glob("docs/*.md"))]


def test_decision_pages_are_numbered_without_gaps_and_bear_their_number() -> None:
    pages = sorted(ROOT.glob("docs/decisions/*.md"))
    assert [page.name[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        assert page.read_text(encoding="utf-8").startswith(f"# {page.name[:4]} "), page.name


@pytest.mark.rule("EXT-2")
def test_programs_that_need_more_than_plangate_are_quoted_as_they_are_run() -> None:
    """Blocks marked `py`: they stand in a program of integrations/, which a named step runs."""
    programs = [p.read_text(encoding="utf-8") for p in ROOT.glob("integrations/**/*.py")]
    shown = [s.text for page in PAGES for s in snippets(page) if s.language == "py"]

    assert shown
    assert [text for text in shown if not any(text in program for program in programs)] == []


def test_only_kinds_of_snippets_that_are_checked_are_used() -> None:
    unknown = {
        f"{page.name}: {snippet.language}"
        for page in PAGES
        for snippet in snippets(page)
        if snippet.language
        not in ("console", "python", "py", "sh", "json", "yaml", "toml", "mermaid", "text")
    }
    assert not unknown


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console session, each with the output shown under it."""
    command: str | None = None
    output: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield command, "\n".join(output)
            command, output = line[2:], []
        else:
            output.append(line)
    if command is not None:
        yield command, "\n".join(output)


def _matches(expected: str, told: str, where: str) -> None:
    """A line “…” stands for any number of lines; within a line it stands for anything."""
    lines = ["(?:.*\n)*" if line.strip() == "…" else _line(line) for line in expected.splitlines()]
    pattern = "".join(lines)
    assert re.fullmatch(pattern, told if told.endswith("\n") else f"{told}\n"), (
        f"{where}\n--- expected\n{expected}\n--- got\n{told}"
    )


def _line(line: str) -> str:
    return re.escape(line).replace("…", ".*") + " *\n"


def _comparable(text: str) -> str:
    text = _SPENT.sub("0.0s/", _TIME.sub("<time>", text))
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def _sessions(db: Path) -> list[str]:
    if not db.exists():
        return []
    with sqlite3.connect(db) as connection:
        found = connection.execute(
            "SELECT stream FROM plan_events WHERE type IN ('GoalReceived', 'MemoryKept') "
            "ORDER BY position"
        ).fetchall()
    connection.close()
    return [stream.removeprefix("mem-") for (stream,) in found]


def _shown_ids(text: str, db: Path) -> str:
    for real, shown in zip(_sessions(db), SHOWN_IDS, strict=False):
        text = text.replace(real, shown)
    return text


def _real_ids(text: str, db: Path) -> str:
    for real, shown in zip(_sessions(db), SHOWN_IDS, strict=False):
        text = text.replace(shown, real)
    return text
