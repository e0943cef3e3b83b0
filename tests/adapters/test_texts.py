"""The index of words: one changed file costs that file, and old words are never found again."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from plangate.adapters.repo.brief.scout import Scout
from plangate.adapters.repo.checkout.ignored import Ignored
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind, kind_of
from plangate.adapters.repo.index.index import Index, with_index
from plangate.adapters.repo.index.postings import Postings, tables_of
from tests.adapters.trees import plant

OLD = time.time() - 3_600


def aged(root: Path) -> Path:
    """Files that were last changed an hour ago: the index trusts their time."""
    for path in root.rglob("*"):
        os.utime(path, (OLD, OLD))
    return root


def read(index: Index, root: Path) -> int:
    return index.texts.refresh(Workspace(root))


def found(index: Index, *words: str, kinds: Sequence[FileKind] = ("code",)) -> list[str]:
    return index.texts.ranked(index.texts.said, words, kinds)


@pytest.mark.rule("UND-3")
def test_a_changed_file_costs_that_file_and_its_old_words_are_gone(tmp_path: Path) -> None:
    root = aged(plant(tmp_path / "w", {f"f{n}.py": f"alpha = {n}\n" for n in range(30)}))

    def work(index: Index) -> None:
        assert read(index, root) == 30
        assert read(index, root) == 0
        (root / "f3.py").write_text("omega = 1\n")
        assert read(index, root) == 1
        assert found(index, "omega") == ["f3.py"]
        assert "f3.py" not in found(index, "alpha")
        (root / "f4.py").unlink()
        read(index, root)
        assert len(found(index, "alpha")) == 28

    with_index(tmp_path / "cache", root, work)


@pytest.mark.rule("UND-3")
def test_what_a_look_parsed_is_not_parsed_again(tmp_path: Path) -> None:
    texts = {f"app/m{n}.py": f"def other_{n}(): ...\n" for n in range(60)}
    texts["app/orders.py"] = "def export_orders(day):\n    return day\n"
    root = aged(plant(tmp_path / "w", texts))
    Scout(tmp_path / "cache").look("Export orders of one day", str(root))
    (kept,) = (tmp_path / "cache").glob("*.db")
    with closing(sqlite3.connect(kept)) as database:
        rows = database.execute("SELECT path, found FROM symbols").fetchall()
    assert "export_orders" in dict(rows)["app/orders.py"]


@pytest.mark.rule("UND-5")
def test_an_empty_file_is_no_place_whatever_its_folder_is_called(tmp_path: Path) -> None:
    root = aged(
        plant(tmp_path / "w", {"patients/__init__.py": "\n", "patients/admin.py": "x = 1\n"})
    )

    def work(index: Index) -> None:
        read(index, root)
        assert found(index, "patient") == ["patients/admin.py"]

    with_index(tmp_path / "cache", root, work)


@pytest.mark.rule("UND-3")
def test_what_was_read_is_there_the_next_time(tmp_path: Path) -> None:
    root = aged(plant(tmp_path / "w", {"a.py": "alpha = 1\n"}))

    first = with_index(tmp_path / "cache", root, lambda index: read(index, root))
    second = with_index(tmp_path / "cache", root, lambda index: read(index, root))

    assert (first, second) == (1, 0)


@pytest.mark.rule("UND-3")
def test_many_changes_leave_no_heap_of_stale_rows(tmp_path: Path) -> None:
    root = aged(plant(tmp_path / "w", {"a.py": "alpha = 1\n"}))

    def work(index: Index) -> int:
        for change in range(1_100):
            os.utime(root / "a.py", (OLD + change, OLD + change))
            read(index, root)
        return max(index.texts.files)

    assert with_index(None, root, work) < 1_100


@pytest.mark.rule("UND-3")
@pytest.mark.parametrize("word", ["rate", "limit", "stor", "ratelimitstore"])
def test_an_identifier_is_found_by_its_parts_and_as_a_whole(tmp_path: Path, word: str) -> None:
    root = plant(tmp_path / "w", {"a.py": "class RateLimitStore: ...\n", "b.py": "x = 1\n"})

    def work(index: Index) -> list[str]:
        read(index, root)
        return found(index, word)

    assert with_index(None, root, work) == ["a.py"]


@pytest.mark.rule("UND-3")
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("src/app.py", "code"),
        ("web/style.css", "markup"),
        ("web/page.html.erb", "markup"),
        ("types/index.d.ts", "code"),
        ("tests/test_app.py", "test"),
        ("src/app.test.ts", "test"),
        ("src/test/java/AppTest.java", "test"),
        ("src/Shop.Core.Test/Orders/OrderFixture.cs", "test"),
        ("core/src/commonTest/kotlin/FakeStore.kt", "test"),
        ("packages/api-tests/orders.ts", "test"),
        ("tokio-test/src/task.rs", "code"),
        ("rules/src/main/kotlin/rules/documentation/Missing.kt", "code"),
        ("web/Footer.css.d.ts", "copied"),
        ("docs/guide.md", "docs"),
        ("examples/hello.py", "example"),
        ("vendor/lib/app.go", "copied"),
        ("dist/app.js", "copied"),
        ("api/service_pb2.py", "copied"),
        ("config/app.yml", "config"),
        ("logo.svg", "asset"),
        ("tests/fixtures/big.json", "asset"),
    ],
)
def test_a_file_is_known_for_what_it_is(path: str, kind: str) -> None:
    assert kind_of(path) == kind


@pytest.mark.rule("UND-5")
def test_a_word_that_counts_once_counts_alike_in_a_short_file_and_in_a_long_one() -> None:
    database = sqlite3.connect(":memory:")
    database.executescript(tables_of("here"))
    postings = Postings(database, "here", str)
    postings.write(1, {"pin": 3})
    postings.write(2, {"pin": 1, "filler": 500})
    postings.flush()

    counted = postings.scores(["pin"], {1: "", 2: ""})
    once = postings.scores(["pin", "pin"], {1: "", 2: ""}, "once")

    assert counted[1] > counted[2]
    assert once[1] == once[2] > 0


@pytest.mark.rule("UND-5")
def test_a_word_of_every_file_still_counts_and_a_rare_one_counts_more() -> None:
    database = sqlite3.connect(":memory:")
    database.executescript(tables_of("here"))
    postings = Postings(database, "here", str)
    postings.write(1, {"common": 2, "filler": 1})
    postings.write(2, {"common": 1, "rare": 1, "filler": 1})
    postings.write(3, {"common": 1, "filler": 2})
    postings.flush()

    common = postings.scores(["common"], {1: 0, 2: 0, 3: 0})
    both = postings.scores(["common", "rare"], {1: 0, 2: 0, 3: 0})

    assert min(common.values()) > 0
    assert max(both, key=lambda document: both[document]) == 2
    assert 3 not in postings.scores(["common"], {1: 0, 2: 0}), "only what is asked about"
    database.close()


@pytest.mark.rule("UND-3")
def test_rules_of_ignoring_are_compiled_once_for_folders_where_the_same_hold() -> None:
    top = Ignored().with_file("/dist\npackages/*/temp\n*.log\n")

    packages = top.below("packages")

    assert packages.below("one") is packages.below("two")
    assert packages.below("one").leaves_out("temp", folder=True)
    assert not packages.below("one").leaves_out("dist", folder=True)
