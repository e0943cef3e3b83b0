"""What is made of the catalog and the words: in no repository, made again when it is stale."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from plangate.adapters.minds.compiled_catalog import Compiled
from plangate.adapters.minds.drafting.drafting_archetypes import SHIPPED as ARCHETYPES
from plangate.adapters.minds.rules.loading import SHIPPED as DIMENSIONS
from plangate.core.model.errors import BadInput

pytestmark = pytest.mark.rule("HOUSE-1")

ROOT = Path(__file__).resolve().parents[2]
CATALOG = {f"{Path(*made.package.split('.'))}/{made.file}" for made in (DIMENSIONS, ARCHETYPES)}
WORDS = {f"plangate/language/words/{name}" for name in ("compiled.py", "one_way_net.py")}
MADE = CATALOG | WORDS


class Shelf:
    """A package of its own with two data files, and how often they were made into one."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = place / "shelf"
        self.sources = self.folder / "sources"
        self.sources.mkdir(parents=True)
        (self.folder / "__init__.py").touch()
        for name in ("a", "b"):
            self.write(name, f"id: {name}\n")
        monkeypatch.syspath_prepend(str(place))
        monkeypatch.delitem(sys.modules, "shelf", raising=False)
        self.makings = 0
        self.compiled = Compiled("shelf", "made.json", "sources", self._make)

    def write(self, name: str, text: str) -> None:
        (self.sources / f"{name}.yaml").write_text(text, encoding="utf-8")

    def _make(self, files: object) -> list[dict[str, str]]:
        assert isinstance(files, dict)
        self.makings += 1
        if any(b"wrong" in raw for raw in files.values()):
            raise BadInput("a.yaml: id", "is wrong")
        return [{"file": name, "text": raw.decode()} for name, raw in files.items()]

    def texts(self) -> list[str]:
        return [document["text"] for document in self.compiled.documents()]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


def test_a_missing_file_is_made_once_and_read_from_then_on(shelf: Shelf) -> None:
    assert shelf.texts() == shelf.texts() == ["id: a\n", "id: b\n"]
    assert shelf.makings == 1


@pytest.mark.parametrize("change", ["edited", "edited back in time", "added", "removed", "cut"])
def test_a_stale_file_is_noticed_and_made_again(shelf: Shelf, change: str) -> None:
    before = shelf.texts()
    if change.startswith("edited"):
        shelf.write("a", "id: c\n")
    if change == "edited back in time":
        os.utime(shelf.sources / "a.yaml", (1, 1))
    elif change == "added":
        shelf.write("c", "id: c\n")
    elif change == "removed":
        (shelf.sources / "b.yaml").unlink()
    elif change == "cut":
        made = shelf.folder / "made.json"
        made.write_text(made.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    after = shelf.texts()
    assert (after == before) is (change == "cut")
    assert shelf.texts() == after
    assert shelf.makings == 2


def test_a_copy_with_other_file_times_is_not_made_again(shelf: Shelf) -> None:
    shelf.texts()
    for source in shelf.sources.iterdir():
        os.utime(source, (1, 1))
    assert shelf.texts() == ["id: a\n", "id: b\n"]
    assert shelf.makings == 1


def test_an_installed_package_has_no_sources_and_asks_no_further(shelf: Shelf) -> None:
    shelf.texts()
    shutil.rmtree(shelf.sources)
    assert shelf.texts() == ["id: a\n", "id: b\n"]
    (shelf.folder / "made.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"shelf was built without its made\.json"):
        shelf.texts()


def test_a_source_that_is_wrong_leaves_what_was_made_before(shelf: Shelf) -> None:
    shelf.texts()
    made = (shelf.folder / "made.json").read_bytes()
    shelf.write("a", "wrong")
    with pytest.raises(BadInput, match=r"a\.yaml: id: is wrong"):
        shelf.texts()
    assert (shelf.folder / "made.json").read_bytes() == made
    assert sorted(path.name for path in shelf.folder.glob("made*")) == ["made.json"]


def test_where_nothing_may_be_written_it_is_made_in_memory(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", refuse)
    assert shelf.texts() == ["id: a\n", "id: b\n"]
    assert not (shelf.folder / "made.json").exists()


class Checkout:
    """The words of this checkout and what makes modules of them, in a place of their own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.words = place / "src" / "plangate" / "language" / "words"
        shutil.copytree(ROOT / "scripts", place / "scripts")
        shutil.copytree(ROOT / "src" / "plangate" / "language", self.words.parent)
        for name in ("__init__.py", "_version.py"):
            shutil.copy2(ROOT / "src" / "plangate" / name, self.words.parents[1] / name)
        self.modules = [self.words / Path(name).name for name in sorted(WORDS)]

    def make(self) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", str(self.place / "scripts" / "words.py")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def add(self, row: str) -> None:
        with (self.words / "common.toml").open("a", encoding="utf-8") as file:
            file.write(row)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.parametrize("before", ["missing", "of other words", "cut"])
def test_words_are_made_where_they_are_missing_or_stale(checkout: Checkout, before: str) -> None:
    texts = [path.read_bytes() for path in checkout.modules]
    for path in checkout.modules:
        if before == "missing":
            path.unlink()
        else:
            path.write_text("" if before == "cut" else '"""Made of others (0123456789abcdef)."""\n')
    assert checkout.make().returncode == 0
    assert [path.read_bytes() for path in checkout.modules] == texts


def test_words_that_did_not_change_are_not_made_again_and_are_not_older(
    checkout: Checkout,
) -> None:
    edited = checkout.words / "common.toml"
    later = checkout.modules[0].stat().st_mtime_ns + 10**10
    os.utime(edited, ns=(later, later))
    files = [path.stat().st_ino for path in checkout.modules]
    assert checkout.make().returncode == 0
    assert [path.stat().st_ino for path in checkout.modules] == files
    assert [path.stat().st_mtime_ns for path in checkout.modules] == [later, later]


def test_a_new_word_is_there_once_they_are_made(checkout: Checkout) -> None:
    checkout.add('\n[a_new_list]\nwords = "brandnewword"\nexample = "a brandnewword"\n')
    assert checkout.make().returncode == 0
    assert "brandnewword" in (checkout.words / "compiled.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('\n[bare]\nwords = "bare"\n', "common.toml: bare has no example"),
        ('\n[points_back]\nwords = "it"\nexample = "it"\n', "two lists are called points_back"),
        ("\n= 1\n", "common.toml: .* line"),
    ],
)
def test_words_that_are_wrong_are_named_and_leave_what_was_made_before(
    checkout: Checkout, row: str, told: str
) -> None:
    texts = [path.read_bytes() for path in checkout.modules]
    checkout.add(row)
    done = checkout.make()
    assert done.returncode == 1
    assert re.search(told, done.stderr)
    assert "Traceback" not in done.stderr
    assert [path.read_bytes() for path in checkout.modules] == texts


def test_git_holds_none_of_the_made_files() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert listed
    assert not {f"src/{name}" for name in MADE} & set(listed)


@pytest.mark.full
def test_a_wheel_and_an_sdist_of_a_fresh_clone_hold_a_catalog_that_plans(
    tmp_path: Path, workspace: Path
) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    shutil.copytree(ROOT / "src", clone / "src", dirs_exist_ok=True)
    shutil.copytree(ROOT / "scripts", clone / "scripts", dirs_exist_ok=True)
    for name in ("pyproject.toml", "hatch_build.py", ".gitignore"):
        shutil.copy2(ROOT / name, clone / name)
    for name in MADE:
        (clone / "src" / name).unlink(missing_ok=True)
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=clone, check=True, capture_output=True)
    sdist, wheel = sorted((tmp_path / "dist").iterdir(), key=lambda path: path.suffix)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "sdist", filter="data")
    [source] = (tmp_path / "sdist").iterdir()
    again = [*build[:-1], str(tmp_path / "again")]
    subprocess.run([*again, "-t", "wheel"], cwd=source, check=True, capture_output=True)
    [from_sdist] = (tmp_path / "again").iterdir()
    for place, built in (("one", wheel), ("two", from_sdist)):
        with zipfile.ZipFile(built) as archive:
            names = set(archive.namelist())
            archive.extractall(tmp_path / place)
        assert names >= MADE
        assert not [name for name in names if name.endswith((".yaml", ".yml", ".toml"))]
        command = [sys.executable, "-P", "-m", "plangate", "plan", "--json", "-w", str(workspace)]
        goal = "Add rate limiting to the public API"
        environment = {"HOME": str(tmp_path / place), "PYTHONPATH": str(tmp_path / place)}
        done = subprocess.run([*command, goal], env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["outcome"] == "plan"
    assert not [name for name in MADE if (clone / "src" / name).exists()]
