"""What is remembered of a workspace: symbols by a goal's words, and looks at what is unchanged.

Everything is tried with the index on disk and with the one in memory: they answer alike.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from plangate.adapters.explore import explorer
from plangate.adapters.explore.explorer import Explorer
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.repo.checkout.ripgrep import find_ripgrep
from plangate.adapters.repo.checkout.symbols import SOURCES, symbols_of
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.index.index import key_of, with_index
from plangate.app.ports import Surveyed
from plangate.core.moves import Survey

LONG_AGO = 1_000_000_000
GOAL = "Limit the requests of a client"


def made(root: Path, files: Mapping[str, str]) -> Path:
    """Files that were not changed just now: what is brand new is never remembered."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))
    return root


def alike(root: Path, cache: Path | None, goal: str = GOAL, *, ripgrep: bool = True) -> list[str]:
    """The symbols for a goal, best file first."""
    workspace = Workspace(root)
    program = find_ripgrep(root) if ripgrep else None
    words = goal_of(goal).words
    found = with_index(cache, root, lambda index: index.symbols_like(workspace, words, program))
    return [f"{symbol.kind} {symbol.name} {symbol.path}:{symbol.line}" for symbol in found]


def surveyed(root: Path, cache: Path | None, goal: str = GOAL) -> Surveyed:
    return Explorer(lambda _root: shipped_dimensions(), cache).survey(Survey(str(root), goal))


def similar(seen: Surveyed) -> list[tuple[str, str | None]]:
    return [(fact.fact, fact.locator) for fact in seen.evidence if fact.kind == "similar_symbol"]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace that is kept however small it is."""
    monkeypatch.setattr(explorer, "WORTH_KEEPING", 0)
    return made(
        tmp_path / "shop",
        {
            "app/limits.py": "import x\n\n\nclass Limiter:\n    def limit_requests(self): ...\n",
            "app/orders.py": "def order(): ...\n",
            "web/client.ts": "export const retryRequest = () => 1\n",
            "tests/test_limits.py": "def test_limit_requests(): ...\n",
        },
    )


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


# --- symbols --------------------------------------------------------------------------------------

DECLARING = {
    "a.py": ("class A:\n  def limit(self): ...\ndef other(): ...", ["class A", "method limit"]),
    "a.js": ("class A { limit() {} }\nconst f = () => 1", ["method limit", "function f"]),
    "a.ts": ("interface I {}\ntype T = 1\nenum E { A }", ["interface I", "type T", "enum E"]),
    "a.tsx": ("export function Page() { return <p/> }", ["function Page"]),
    "a.go": ("package a\nfunc (r *R) Limit() {}\ntype R struct{}", ["method Limit", "type R"]),
    "a.rs": ("fn limit() {} struct S; trait T {}", ["function limit", "struct S", "trait T"]),
    "A.java": ("class A { void limit() {} }", ["class A", "method limit"]),
    "a.kt": ("class A { fun limit() {} }\nobject O", ["class A", "function limit", "object O"]),
    "a.rb": (
        "module M\nclass A\ndef limit; end\nend\nend",
        ["module M", "class A", "method limit"],
    ),
    "a.php": ("<?php class A { function limit() {} }", ["class A", "method limit"]),
    "A.cs": ("class A { void Limit() {} }", ["class A", "method Limit"]),
    "a.swift": ("protocol P {}\nfunc limit() {}", ["protocol P", "function limit"]),
    "a.scala": ("object O { def limit = 1 }", ["object O", "function limit"]),
}


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize("name", DECLARING)
def test_every_language_says_what_it_declares(name: str) -> None:
    text, expected = DECLARING[name]

    found = [f"{symbol.kind} {symbol.name}" for symbol in symbols_of(name, text)]

    assert [each for each in expected if each not in found] == []


@pytest.mark.rule("INV-3")
def test_every_ending_that_is_looked_at_can_be_parsed_and_no_other_is() -> None:
    for name in SOURCES:
        assert symbols_of(name.replace("*", "a"), "") == []
    for name in ("a.txt", "a.nolang", "Makefile", "a"):
        assert symbols_of(name, "def f(): ...") == []


@pytest.mark.rule("INV-3", "ERR-1")
@pytest.mark.parametrize(
    "text", ["(" * 50_000, "\0\ufffd" * 1_000, "def (:\n  class", "{" * 50_000]
)
def test_what_cannot_be_parsed_harms_nobody(text: str) -> None:
    for name in SOURCES:
        found = symbols_of(name.replace("*", "a"), text)
        assert all(1 <= symbol.line <= text.count("\n") + 1 for symbol in found)


# --- by the words of a goal -----------------------------------------------------------------------


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize("kept", [True, False], ids=["on disk", "in memory"])
def test_files_that_declare_the_goals_words_are_parsed_and_no_other(
    shop: Path, cache: Path, kept: bool
) -> None:
    assert alike(shop, cache if kept else None) == [
        "class Limiter app/limits.py:4",
        "method limit_requests app/limits.py:5",
        "function retryRequest web/client.ts:1",
    ]


@pytest.mark.rule("INV-3")
def test_names_are_found_alike_by_ripgrep_and_by_reading(tmp_path: Path) -> None:
    files = {f"app/f{n}.py": f"def f{n}(): ...\n" for n in range(150)}
    files |= {
        "app/go.go": "package a\nfunc (r *R) LimitRequests() {}\n",
        "app/rb.rb": "def self.limit_requests; end\n",
        "app/wide.py": f"{'x = 1; ' * 200}\nclass RequestLimit: ...\n",
    }
    root = made(tmp_path / "shop", files)

    assert alike(root, None) == alike(root, None, ripgrep=False)
    assert len(alike(root, None)) == 3


@pytest.mark.rule("INV-3")
@pytest.mark.parametrize("goal", ["Fix it", "", '" OR 1 --', "NEAR(a b) * ^"])
def test_a_goal_of_no_or_of_strange_words_finds_nothing_and_breaks_nothing(
    shop: Path, cache: Path, goal: str
) -> None:
    assert alike(shop, cache, goal) == []


@pytest.mark.rule("INV-3")
def test_a_change_is_seen_at_the_next_look(shop: Path, cache: Path) -> None:
    before = alike(shop, cache)
    assert alike(shop, cache) == before

    made(shop, {"app/limits.py": "def limit_requests_by_client(): ...\n", "app/new.py": "x"})
    (shop / "web" / "client.ts").unlink()

    assert alike(shop, cache) == ["function limit_requests_by_client app/limits.py:1"]


@pytest.mark.rule("INV-3")
def test_a_file_changed_just_now_is_not_believed_to_stay_as_it_is(shop: Path, cache: Path) -> None:
    path = shop / "app" / "limits.py"
    path.write_text("def limit_one(): ...\n")
    stamp = path.stat()
    assert alike(shop, cache)[0] == "function limit_one app/limits.py:1"

    path.write_text("def limit_two(): ...\n")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert alike(shop, cache)[0] == "function limit_two app/limits.py:1"


# --- whole looks ----------------------------------------------------------------------------------


@pytest.mark.rule("INV-3")
def test_a_second_look_says_what_the_first_said(shop: Path, cache: Path) -> None:
    made(shop, {"vendor/x.py": "x", "app/blob.py": "\0"})

    first, second, without = (surveyed(shop, place) for place in (cache, cache, None))

    assert first == second == without
    assert ("class Limiter", "app/limits.py:4") not in similar(first)
    assert similar(first)[0] == ("method limit_requests", "app/limits.py:5")
    assert any("vendor" in line for line in second.limits)


@pytest.mark.rule("INV-3")
def test_a_key_is_another_one_when_anything_that_counts_is(shop: Path) -> None:
    keys = [key_of(Workspace(shop), "facts", GOAL)]
    assert keys == [key_of(Workspace(shop), "facts", GOAL)]
    keys.append(key_of(Workspace(shop), "facts", "Another goal"))
    made(shop, {"app/orders.py": "def order(number): ...\n"})
    keys.append(key_of(Workspace(shop), "facts", GOAL))
    made(shop, {"app/more.py": ""})
    keys.append(key_of(Workspace(shop), "facts", GOAL))
    os.utime(shop / "app" / "more.py", (LONG_AGO + 1, LONG_AGO + 1))
    keys.append(key_of(Workspace(shop), "facts", GOAL))
    made(shop, {".git/HEAD": "ref: refs/heads/main\n"})
    keys.append(key_of(Workspace(shop), "facts", GOAL))

    assert len(set(keys)) == len(keys)


# --- its file -------------------------------------------------------------------------------------


def index_file(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


@pytest.mark.rule("INV-11")
@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX systems")
def test_it_is_its_owners_alone_and_outside_the_workspace(shop: Path, cache: Path) -> None:
    before = sorted(shop.rglob("*"))

    surveyed(shop, cache)

    assert sorted(shop.rglob("*")) == before
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert stat.S_IMODE(index_file(cache).stat().st_mode) == 0o600


@pytest.mark.rule("INV-11")
def test_of_a_small_workspace_nothing_is_kept(tmp_path: Path, cache: Path) -> None:
    surveyed(made(tmp_path / "small", {"a.py": "def limit(): ..."}), cache)

    assert not cache.exists()


@pytest.mark.rule("INV-11")
def test_a_cache_that_lies_in_the_workspace_is_not_used(shop: Path) -> None:
    seen = surveyed(shop, shop / ".cache")

    assert not (shop / ".cache").exists()
    assert seen == surveyed(shop, None)


@pytest.mark.rule("INV-4")
@pytest.mark.parametrize("how", ["garbage", "cut", "no table", "older", "empty"])
def test_a_broken_index_is_made_anew(shop: Path, cache: Path, how: str) -> None:
    first = surveyed(shop, cache)
    path = index_file(cache)
    if how == "garbage":
        path.write_bytes(b"no database at all, " * 500)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:9_000])
    elif how == "empty":
        path.write_bytes(b"")
    else:
        with sqlite3.connect(path) as database:
            database.execute("DROP TABLE looks" if how == "no table" else "PRAGMA user_version = 0")
        database.close()

    assert surveyed(shop, cache) == first
    assert surveyed(shop, cache) == first
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM looks").fetchone() == (1,)
    database.close()


@pytest.mark.rule("INV-4")
def test_a_locked_index_is_done_without_and_that_is_said(shop: Path, cache: Path) -> None:
    first = surveyed(shop, cache)
    other = sqlite3.connect(index_file(cache))
    other.execute("BEGIN EXCLUSIVE")

    seen = surveyed(shop, cache)
    other.close()

    assert seen.evidence == first.evidence
    assert seen.limits == (
        *first.limits,
        "the index of this workspace could not be used: database is locked",
    )


@pytest.mark.rule("INV-4")
@pytest.mark.parametrize("what", ["a file", "a folder of its name"])
def test_without_a_place_for_the_index_it_is_done_without_and_that_is_said(
    shop: Path, cache: Path, what: str
) -> None:
    first = surveyed(shop, None)
    if what == "a file":
        cache.write_text("in the way")
    else:
        surveyed(shop, cache)
        path = index_file(cache)
        path.unlink()
        path.mkdir()

    seen = surveyed(shop, cache)

    assert seen.evidence == first.evidence
    assert any("the index of this workspace could not be used: " in line for line in seen.limits)
