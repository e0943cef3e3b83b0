"""What a workspace's listing takes in, what it passes over, and that it says so (INV-11)."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.repo.checkout import workspace_files as listing
from plangate.adapters.repo.checkout.ignored import Ignored
from plangate.adapters.repo.checkout.workspace_files import Workspace

posix = pytest.mark.skipif(os.name != "posix", reason="a thing of POSIX systems")


def made(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def said(workspace: Workspace) -> str:
    return "\n".join(workspace.limits())


# --- what leads outside ---------------------------------------------------------------------------


@posix
@pytest.mark.rule("INV-11")
def test_links_are_not_followed_whether_they_lead_out_round_or_nowhere(tmp_path: Path) -> None:
    outside = made(tmp_path / "outside", {"secret.py": "KEY = 1"})
    root = made(tmp_path / "shop", {"app/main.py": "x"})
    (root / "out").symlink_to(outside)
    (root / "out.py").symlink_to(outside / "secret.py")
    (root / "app" / "round").symlink_to(root)
    (root / "nowhere").symlink_to(root / "gone")

    workspace = Workspace(root)

    assert workspace.files == ("app/main.py",)
    assert workspace.text("out.py") is None
    assert workspace.text("out/secret.py") is None
    assert "not read: link (4): app/round, nowhere, out, …" in said(workspace)


@pytest.mark.rule("INV-11")
@pytest.mark.parametrize("path", ["../outside.py", "app/../../outside.py", "{tmp}/outside.py"])
def test_no_path_leads_out_of_the_workspace(tmp_path: Path, path: str) -> None:
    made(tmp_path, {"outside.py": "KEY = 1", "shop/app/main.py": "x"})
    named = path.format(tmp=tmp_path)

    assert Workspace(tmp_path / "shop").text(named) is None
    only = Workspace(tmp_path / "shop", only=(named, "app/main.py"))
    assert only.files == ("app/main.py",)
    assert only.text(named) is None
    assert "file that is not in the workspace (1)" in said(only)


@posix
@pytest.mark.rule("INV-11")
def test_a_file_asked_for_by_name_is_not_reached_through_a_link(tmp_path: Path) -> None:
    made(tmp_path, {"outside/secret.py": "KEY = 1", "shop/a.py": "x"})
    (tmp_path / "shop" / "out").symlink_to(tmp_path / "outside")

    assert Workspace(tmp_path / "shop", only=("out/secret.py",)).files == ()


@posix
@pytest.mark.rule("INV-11")
def test_a_file_that_becomes_a_link_or_a_pipe_after_the_listing_is_not_read(tmp_path: Path) -> None:
    made(tmp_path, {"outside.py": "KEY = 1", "shop/a.py": "x", "shop/b.py": "x"})
    workspace = Workspace(tmp_path / "shop")
    assert workspace.files == ("a.py", "b.py")
    (tmp_path / "shop" / "a.py").unlink()
    (tmp_path / "shop" / "a.py").symlink_to(tmp_path / "outside.py")
    (tmp_path / "shop" / "b.py").unlink()
    os.mkfifo(tmp_path / "shop" / "b.py")

    assert workspace.text("a.py") is None
    assert workspace.text("b.py") is None
    assert "unreadable file (1): a.py" in said(workspace)
    assert "file that is not text (1): b.py" in said(workspace)


# --- strange files --------------------------------------------------------------------------------


@posix
@pytest.mark.rule("INV-11")
def test_pipes_and_sockets_are_named_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(tmp_path / "s.sock"))
        workspace = Workspace(tmp_path)

        assert workspace.files == ()
        assert "pipe, socket or device (2): pipe.py, s.sock" in said(workspace)


@pytest.mark.rule("INV-11")
def test_a_file_of_two_gigabytes_is_listed_named_and_not_read(tmp_path: Path) -> None:
    with (tmp_path / "dump.sql").open("wb") as file:
        file.truncate(2 * 1024**3)

    workspace = Workspace(tmp_path)

    assert workspace.files == ("dump.sql",)
    assert workspace.text("dump.sql") is None
    assert "file over 1 MB (1): dump.sql" in said(workspace)


@pytest.mark.rule("INV-11")
def test_what_is_not_text_is_named_and_bad_utf8_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    made(tmp_path, {"a.py": b"\x7fELF\0\0", "b.py": "caf\xe9 = 1".encode("latin-1")})

    workspace = Workspace(tmp_path)

    assert workspace.text("a.py") is None
    assert workspace.text("b.py") == "caf\ufffd = 1"
    assert "file that is not text (1): a.py" in said(workspace)


@posix
@pytest.mark.rule("INV-11", "ERR-1")
def test_names_that_cannot_be_printed_are_passed_over_and_shown_escaped(tmp_path: Path) -> None:
    made(tmp_path, {"a.py": "x", "up\x1b[2J.py": "x", "two\nlines.py": "x"})
    try:
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.py"))).write_text("x")
    except OSError:
        pytest.skip("this file system keeps names in UTF-8 only")

    workspace = Workspace(tmp_path)

    assert workspace.files == ("a.py",)
    assert "name that cannot be printed (3)" in said(workspace)
    assert all(line.isprintable() for line in workspace.limits())


@posix
@pytest.mark.rule("INV-11")
def test_a_folder_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    made(tmp_path, {"a.py": "x", "private/b.py": "x"})
    (tmp_path / "private").chmod(0)
    try:
        if os.access(tmp_path / "private", os.R_OK):
            pytest.skip("whoever runs this reads everything")
        workspace = Workspace(tmp_path)
        assert workspace.files == ("a.py",)
        assert "unreadable folder (1): private" in said(workspace)
    finally:
        (tmp_path / "private").chmod(0o755)


@pytest.mark.rule("INV-11")
def test_a_folder_deeper_than_a_path_may_be_long_is_named(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    inner = os.dup(here)
    try:
        for _ in range(30):
            os.mkdir("d" * 200, dir_fd=inner)
            deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=inner)
            os.close(inner)
            inner = deeper
        workspace = Workspace(tmp_path)
        assert workspace.files == ()
        assert "unreadable folder (1)" in said(workspace)
    finally:
        os.close(inner)
        os.close(here)
        shutil.rmtree(tmp_path / ("d" * 200), ignore_errors=True)


@pytest.mark.rule("INV-11")
@pytest.mark.parametrize("what", ["gone", "a file"])
def test_a_workspace_that_is_no_directory_has_no_files_and_says_so(
    tmp_path: Path, what: str
) -> None:
    if what == "a file":
        (tmp_path / "place").write_text("x")

    workspace = Workspace(tmp_path / "place")

    assert workspace.files == ()
    assert "unreadable folder (1): ." in said(workspace)


# --- many files -----------------------------------------------------------------------------------


@pytest.mark.rule("INV-11")
def test_twenty_thousand_files_are_listed_shallow_ones_first(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / f"part{number:02}"
        folder.mkdir()
        for place in range(1_000):
            os.close(os.open(folder / f"f{place}.txt", os.O_CREAT | os.O_WRONLY))
    (tmp_path / "zz.toml").write_text("x")

    workspace = Workspace(tmp_path)

    assert len(workspace.files) == 20_001
    assert workspace.files[0] == "zz.toml"
    assert workspace.limits() == ()


@pytest.mark.rule("INV-11", "INV-4")
def test_what_lies_beyond_the_bound_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_FILES", 3)
    made(tmp_path, {f"{name}.py": "x" for name in "abcde"} | {"package.json": "{}"})

    workspace = Workspace(tmp_path)

    assert workspace.files == ("a.py", "b.py", "c.py")
    assert "all beyond the first 3 files, from here on (1): d.py" in said(workspace)


# --- what is left out -----------------------------------------------------------------------------


@pytest.mark.rule("INV-11")
def test_installed_and_ignored_files_are_passed_over_and_said(tmp_path: Path) -> None:
    made(
        tmp_path,
        {
            ".gitignore": "*.log\n/data/\n!keep.log\n",
            "a.py": "x",
            "b.log": "x",
            "keep.log": "x",
            "data/c.py": "x",
            "lib/data/d.py": "x",
            "node_modules/e.js": "x",
            ".git/config": "x",
        },
    )

    workspace = Workspace(tmp_path)

    assert workspace.files == (".gitignore", "a.py", "keep.log", "lib/data/d.py")
    assert said(workspace) == (
        "not read: folder of installed or generated files (1): node_modules\n"
        "not read: what .gitignore leaves out (2): b.log, data"
    )


GITIGNORES = [
    {"": "*.pyc\nbuild/\n"},
    {"": "/a\nb/c\n"},
    {"": "**/x\n"},
    {"": "a/**\n!a/keep/\n"},
    {"": "a/**/c\n"},
    {"": "*\n!*/\n!*.py\n"},
    {"": "[ab].py\n[!c]x.py\n\\!odd.py\n\\#odd.py\n"},
    {"": "# a comment\n\n  \nname with space\ntrailing  \n"},
    {"": "a/\n", "b/": "!a/\nc.py\n"},
    {"": "c.py\n", "a/": "!c.py\n"},
    {"": "a/b/c.py\n**/b/x/\nfoo/**/bar\n?x.py\n"},
]
TREE = [
    "a/c.py",
    "a/keep/k.py",
    "a/b/c.py",
    "a/b/c/c.py",
    "a/b/x/y.py",
    "b/a/z.py",
    "b/c/w.txt",
    "b/c.py",
    "c.py",
    "x/x.py",
    "ax.py",
    "cx.py",
    "a.py",
    "m.pyc",
    "!odd.py",
    "#odd.py",
    "name with space",
    "trailing",
    "foo/bar/1.py",
    "foo/q/r/bar/2.py",
    "x.txt",
]


@pytest.mark.rule("INV-11")
@pytest.mark.skipif(shutil.which("git") is None, reason="git says what is right")
@pytest.mark.parametrize("rules", GITIGNORES, ids=range(len(GITIGNORES)))
def test_ignore_rules_mean_what_git_means_by_them(tmp_path: Path, rules: dict[str, str]) -> None:
    made(tmp_path, dict.fromkeys(TREE, "x") | {f"{k}.gitignore": v for k, v in rules.items()})
    git = ["git", "-c", "core.hooksPath=/dev/null", "-C", str(tmp_path)]
    alone = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(tmp_path / ".git")}
    subprocess.run([*git, "init", "-q"], check=True, env=alone)
    shown = subprocess.run(
        [*git, "ls-files", "-z", "--others", "--exclude-standard"],
        check=True,
        env=alone,
        stdout=subprocess.PIPE,
    ).stdout.decode()

    assert sorted(Workspace(tmp_path).files) == sorted(filter(None, shown.split("\0")))


@pytest.mark.rule("INV-11")
@given(st.text(alphabet="ab*?[]!/\\#. ", max_size=40), st.text(alphabet="ab.", min_size=1))
@settings(max_examples=200)
def test_no_ignore_file_breaks_the_listing(text: str, name: str) -> None:
    rules = Ignored().with_file(text)

    assert rules.leaves_out(name, folder=False) in (True, False)
    assert rules.below(name).leaves_out(name, folder=True) in (True, False)


@pytest.mark.rule("INV-11")
def test_an_ignore_file_made_to_take_for_ever_does_not() -> None:
    rules = Ignored().with_file("*a" * 100 + "*b\n" + "**/a/" * 50 + "c\n")
    began = time.process_time()

    for _ in range(20):
        assert not rules.leaves_out("a" * 250, folder=False)
        rules = rules.below("a")

    assert time.process_time() - began < 5


@posix
@pytest.mark.rule("INV-11")
def test_ignore_rules_that_are_a_link_are_not_read_and_that_is_said(tmp_path: Path) -> None:
    made(tmp_path, {"outside": "*.py\n", "shop/a.py": "x"})
    (tmp_path / "shop" / ".gitignore").symlink_to(tmp_path / "outside")

    workspace = Workspace(tmp_path / "shop")

    assert workspace.files == ("a.py",)
    assert "ignore rules that cannot be used (1): .gitignore" in said(workspace)
