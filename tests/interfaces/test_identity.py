"""A workspace is known by what it is (REC-8): clones, worktrees, folders of a monorepo."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.repo.checkout.identity import identify, roots_of
from plangate.core.model.places import normalised_remote
from tests.conftest import Runner
from tests.interfaces.test_plans_stay_true import API, MANIFEST

pytestmark = [
    pytest.mark.rule("REC-8"),
    pytest.mark.skipif(shutil.which("git") is None, reason="clones are made with git"),
]
GOAL = "Let users delete their account"
REMOTE = "https://example.org/acme/shop.git"


def git(where: Path, *words: str) -> str:
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
    done = subprocess.run(
        ["git", "-C", str(where), *own, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def repository(root: Path, remote: str | None = REMOTE, message: str = "first") -> Path:
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    if remote is not None:
        git(root, "remote", "add", "origin", remote)
    return root


def key(path: Path) -> str:
    return identify(str(path)).key


# --- what it is -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/acme/shop.git",
        "https://ada:s3cret@Example.ORG/acme/shop",
        "http://example.org/acme/shop/",
        "git@example.org:acme/shop.git",
        "ada@corp@example.org:acme/shop",
        "ssh://git@example.org:2222/acme/shop.git",
        "git://example.org//acme/./shop.git",
        "https://example.org/acme/shop.git?token=abc#x",
    ],
)
def test_every_form_of_one_remote_is_the_same_workspace(tmp_path: Path, url: str) -> None:
    assert key(repository(tmp_path / "here", url)) == "example.org/acme/shop"


@pytest.mark.parametrize(
    "url", ["https://example.org/acme/Shop.git", "https://example.org:8443/acme/shop", "other:shop"]
)
def test_another_remote_is_another_workspace(tmp_path: Path, url: str) -> None:
    assert key(repository(tmp_path / "here", url)) != "example.org/acme/shop"


@given(st.text(max_size=120))
def test_no_text_breaks_the_reading_of_a_remote(url: str) -> None:
    found = normalised_remote(url)
    assert found is None or "@" not in found.partition("/")[0]


def test_a_clone_and_a_worktree_share_and_a_folder_is_its_own(tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    git(tmp_path, "clone", "-q", "--bare", str(repository(tmp_path / "seed", None)), str(bare))
    one, other, tree = tmp_path / "one", tmp_path / "other", tmp_path / "tree"
    git(tmp_path, "clone", "-q", str(bare), str(one))
    git(tmp_path, "clone", "-q", f"file://{bare}", str(other))
    git(one, "worktree", "add", "-q", str(tree), "-b", "side")
    for root in (one, other, tree):
        (root / "services" / "api").mkdir(parents=True)

    assert key(one) == key(other) == key(tree) == str(tmp_path / "shop")
    folders = {key(root / "services" / "api") for root in (one, other, tree)}
    assert folders == {f"{tmp_path / 'shop'}//services/api"}
    assert key(one / "services") not in folders


def test_without_a_remote_it_is_its_real_path_and_worktrees_still_share(tmp_path: Path) -> None:
    alone = repository(tmp_path / "alone", None)
    tree, link, plain = tmp_path / "tree", tmp_path / "link", tmp_path / "plain"
    git(alone, "worktree", "add", "-q", str(tree), "-b", "side")
    link.symlink_to(alone)
    plain.mkdir()

    assert key(alone) == key(tree) == key(link) == str(alone)
    assert key(plain) == str(plain)


def test_a_submodule_is_its_own_workspace(tmp_path: Path) -> None:
    part = repository(tmp_path / "part", None)
    whole = repository(tmp_path / "whole")
    git(whole, "submodule", "--quiet", "add", str(part), "libs/part")

    assert key(whole / "libs" / "part") == str(part)
    assert key(whole / "libs") == "example.org/acme/shop//libs"


def test_a_configuration_is_read_and_never_obeyed(tmp_path: Path) -> None:
    root = repository(tmp_path / "here", None)
    outside = tmp_path / "outside"
    outside.write_text('[remote "origin"]\n\turl = https://example.org/other/one\n')
    ran = tmp_path / "ran"
    with (root / ".git" / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {outside}\n[core]\n\tfsmonitor = touch {ran}\n")
        config.write(f"\thooksPath = {tmp_path}\n\tpager = touch {ran}\n")
        config.write('[Remote "fork"]\n\tURL = "git@example.org:me/shop.git" ; mine\n')

    assert key(root) == "example.org/me/shop"
    assert len(roots_of(str(root))) == 1
    assert not ran.exists()


@pytest.mark.parametrize("mark", ["gitdir: /nowhere/at/all", "garbage", "", "gitdir: ."])
def test_a_broken_mark_leaves_the_path(tmp_path: Path, mark: str) -> None:
    (tmp_path / ".git").write_text(mark)
    assert key(tmp_path) == str(tmp_path)


# --- what follows it ------------------------------------------------------------------------------


def plan(user: Runner, where: Path, goal: str = GOAL, *more: str) -> dict[str, object]:
    found: dict[str, object] = user("plan", goal, "--workspace", where, "--json", *more).json
    return found


def test_sessions_decisions_and_questions_follow_a_workspace_to_its_clone(
    user: Runner, tmp_path: Path
) -> None:
    one = repository(tmp_path / "one", "git@example.org:acme/shop.git")
    git(tmp_path, "clone", "-q", str(one), "two")
    two = tmp_path / "two"
    git(two, "remote", "set-url", "origin", REMOTE)
    asked = plan(user, one)

    again = plan(user, two)

    assert again["session"] == asked["session"]
    assert again["went_on"] is True
    listed = user("inbox", "--workspace", two, "--json").json["questions"]
    assert [question["id"] for question in listed] == [asked["question"]["id"]]  # type: ignore[index]
    assert user("inbox", "--workspace", tmp_path, "--json").json["questions"] == []
    assert user("audit").code == 0


@pytest.mark.rule("PLAN-10")
def test_a_clone_that_goes_on_with_a_plan_hears_what_is_otherwise_in_it(
    user: Runner, tmp_path: Path
) -> None:
    one = repository(tmp_path / "one")
    for path, text in (("pyproject.toml", MANIFEST), ("shop/api.py", API)):
        (one / path).parent.mkdir(exist_ok=True)
        (one / path).write_text(text)
    git(one, "add", "-A")
    git(one, "commit", "-q", "-m", "serve the orders")
    git(tmp_path, "clone", "-q", str(one), "two")
    two, goal = tmp_path / "two", "Add rate limiting to the public API"
    git(two, "remote", "set-url", "origin", REMOTE)
    (two / "shop/api.py").write_text(f"# Thirty commits later.\n{API}")
    done = plan(user, one, goal)
    task = {"id": "t1", "title": "Limit the orders", "files": ["shop/api.py"]}
    task |= {"description": "Limit how often shop/api.py is called", "check": "pytest passes"}
    edit = json.dumps({"tasks": [task]})
    assert user("plan-edit", str(done["session"]), "--from-stdin", stdin=edit).code == 0
    assert plan(user, two, goal)["went_on"] is True
    says = "shop/api.py has changed since the plan was made"

    def stale(command: str, where: Path) -> list[str]:
        found = user(command, "--workspace", where, "--json").json
        return [row["says"] for row in found["stale"]]

    assert stale("ready", one) == stale("status", one) == []
    assert stale("ready", two) == stale("status", two) == [says]
    elsewhere = user("ready", str(done["session"]), "--workspace", tmp_path, "--json").json
    assert elsewhere["stale"] == [], "a directory beside it is no clone of it"
    assert says in user("start", "t1", "--workspace", two).out


def test_folders_of_one_repository_do_not_share(user: Runner, tmp_path: Path) -> None:
    root = repository(tmp_path / "mono")
    for name in ("api", "web"):
        (root / name).mkdir()
    asked = plan(user, root / "api")

    other = plan(user, root / "web")

    assert other["outcome"] == "question"
    assert other["session"] != asked["session"]


def test_a_reused_remote_is_told_apart_by_its_root_when_both_are_complete(
    user: Runner, tmp_path: Path
) -> None:
    first = repository(tmp_path / "first", message="one history")
    reused = repository(tmp_path / "reused", message="another history")
    asked = plan(user, first)

    other = plan(user, reused)

    assert (other["outcome"], other["went_on"]) == ("question", False)
    assert other["session"] != asked["session"]
    git(first, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{first}", "cut")
    git(tmp_path / "cut", "remote", "set-url", "origin", REMOTE)
    assert roots_of(str(tmp_path / "cut")) == ()
    assert plan(user, tmp_path / "cut")["session"] == asked["session"]


def test_what_was_kept_by_path_is_adopted_when_the_path_is_met(
    user: Runner, tmp_path: Path, db: Path
) -> None:
    """As 0.1.0 left it, or before there was a remote: the path alone."""
    root = repository(tmp_path / "one", None)
    asked = plan(user, root)
    assert user("remember", "Accounts are archived", "--workspace", root).code == 0
    git(root, "remote", "add", "origin", REMOTE)
    clone = repository(tmp_path / "two")
    shutil.rmtree(clone / ".git")
    shutil.copytree(root / ".git", clone / ".git")

    def listed() -> list[str]:
        found = user("sessions", "--workspace", clone, "--json").json["sessions"]
        return [row["session"] for row in found]

    assert listed() == [], "the path was not met yet"
    assert plan(user, root)["session"] == asked["session"]
    assert listed() == [asked["session"]]
    assert plan(user, clone)["session"] == asked["session"]
    kept = user("memories", "--workspace", clone, "--json").json["memories"]
    assert "Accounts are archived" in {entry["text"] for entry in kept}
    assert user("audit").code == 0
    assert user("doctor", "--rebuild").code == 0
    assert user("audit").code == 0
    with sqlite3.connect(db) as table:
        assert table.execute("SELECT sum(adopts) FROM workspaces").fetchone() == (1,)


@pytest.mark.rule("PREF-1")
def test_a_preference_that_asks_more_follows_and_one_that_asks_less_stays(
    user: Runner, tmp_path: Path
) -> None:
    one, two = repository(tmp_path / "one"), tmp_path / "two"
    shutil.copytree(one, two)

    def holds(where: Path) -> str | None:
        found: str | None = user("prefs", "explain", "x-y", "-w", where, "--json").json["value"]
        return found

    user("prefs", "set", "x-y", "never-ask", "-w", one)
    assert (holds(one), holds(two)) == ("never-ask", None)
    user("prefs", "set", "x-y", "always-ask", "-w", two)
    assert (holds(one), holds(two)) == ("always-ask", "always-ask")
    user("prefs", "set", "x-y", "ask-only-for-one-way", "-w", one)
    assert (holds(one), holds(two)) == ("ask-only-for-one-way", "always-ask")
    assert user("prefs", "clear", "x-y", "-w", one, "--json").json["cleared"] is True
    assert (holds(one), holds(two)) == ("always-ask", "always-ask")
    assert user("audit").code == 0
