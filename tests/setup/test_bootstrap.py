"""./plangate stands up from a bare checkout, says clearly why when it cannot, and is quick after.

Each test works on a copy of the scripts in a directory of its own. The one package that is really
installed is a wheel made here, so nothing needs the network.
"""

import errno
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.environment import advice
from tests.patience import HANGS

pytestmark = pytest.mark.rule("HOUSE-1")

ROOT = Path(__file__).resolve().parents[2]
BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))


def bare_checkout(place: Path, packages: Path) -> Path:
    """The set-up scripts, a program that prints its arguments, and a lock with one package."""
    shutil.copytree(ROOT / "scripts", place / "scripts")
    shutil.copy2(ROOT / "plangate", place / "plangate")
    (place / "scripts" / "made_files.py").write_text("import tiny\nopen('made', 'w').close()\n")
    program = place / "src" / "plangate" / "__main__.py"
    program.parent.mkdir(parents=True)
    words = program.parent / "language" / "words"
    words.mkdir(parents=True)
    (words / "some.toml").touch()
    (words / "compiled.py").touch()
    program.write_text("import sys, tiny\nprint(sys.argv[1:])\nsys.exit(tiny.EXIT_CODE)\n")
    digest = hashlib.sha256(tiny_wheel(packages).read_bytes()).hexdigest()
    for name in ["requirements.lock", "requirements-dev.lock"]:
        (place / name).write_text(f"tiny==1.0 --hash=sha256:{digest}\n")
    return place


def tiny_wheel(directory: Path) -> Path:
    directory.mkdir(exist_ok=True)
    wheel = directory / "tiny-1.0-py3-none-any.whl"
    about = "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tiny.py", "EXIT_CODE = 7\n")
        file.writestr("tiny-1.0.dist-info/METADATA", about)
        file.writestr("tiny-1.0.dist-info/WHEEL", tags)
        file.writestr("tiny-1.0.dist-info/RECORD", "tiny.py,,\n")
    return wheel


def offline(packages: Path, **more: str) -> dict[str, str]:
    """An environment in which pip and uv know one directory of packages and no index."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(packages),
        "PLANGATE_PYTHON": BASE_PYTHON,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(packages),
        "UV_NO_CONFIG": "1",
        "UV_OFFLINE": "1",
        "UV_FIND_LINKS": str(packages),
        **more,
    }


def start(
    *command: str | Path, env: dict[str, str], cwd: Path | None = None
) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=env, cwd=cwd, stdout=pipe, stderr=pipe, text=True)


def call(
    *command: str | Path, env: dict[str, str], cwd: Path | None = None
) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of one call."""
    process = start(*command, env=env, cwd=cwd)
    out, err = process.communicate(timeout=HANGS)
    return process.returncode, out, err


def fake_command(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return bare_checkout(tmp_path / "checkout", tmp_path / "packages")


@pytest.fixture
def finished(checkout: Path) -> Path:
    """A checkout as set-up leaves it, with a Python that only shows how it was called."""
    fake_command(checkout / ".venv" / "bin" / "python", 'echo "$@"; exit 7')
    installed = checkout / ".venv" / "installed.lock"
    shutil.copy(checkout / "requirements.lock", installed)
    later = (checkout / "requirements.lock").stat().st_mtime + 1
    os.utime(installed, (later, later))
    return checkout


@dataclass(frozen=True)
class FirstCalls:
    """What two first calls at once did to a checkout in which an earlier build was killed."""

    checkout: Path
    codes: list[int]
    outputs: list[str]
    messages: list[str]


@pytest.fixture(scope="module")
def first_calls(tmp_path_factory: pytest.TempPathFactory) -> FirstCalls:
    place = tmp_path_factory.mktemp("first-calls")
    checkout = bare_checkout(place / "checkout", place / "packages")
    (checkout / ".venv").mkdir()
    for left_behind in [".venv/installed.lock", ".venv/half-written", ".venv.lock"]:
        (checkout / left_behind).touch()

    env = offline(place / "packages")
    calls = [start(checkout / "plangate", "a b", "", env=env) for _ in range(2)]
    said = [each.communicate(timeout=HANGS) for each in calls]
    codes = [each.returncode for each in calls]
    return FirstCalls(checkout, codes, [out for out, _ in said], [err for _, err in said])


def test_two_first_calls_at_once_make_one_environment_and_both_go_on(
    first_calls: FirstCalls,
) -> None:
    assert first_calls.codes == [7, 7], first_calls.messages
    assert first_calls.outputs == ["['a b', '']\n"] * 2
    assert "".join(first_calls.messages).count("making .venv") == 1


def test_a_build_that_was_killed_is_made_again_from_nothing(first_calls: FirstCalls) -> None:
    assert not (first_calls.checkout / ".venv" / "half-written").exists()


def test_set_up_makes_the_files_that_are_in_no_repository(first_calls: FirstCalls) -> None:
    assert (first_calls.checkout / "made").is_file()


def test_a_moved_checkout_works_with_no_python_and_no_network_in_reach(
    first_calls: FirstCalls, tmp_path: Path
) -> None:
    moved = shutil.copytree(first_calls.checkout, tmp_path / "another place", symlinks=True)

    assert call(moved / "plangate", "x", env={"PATH": ""}) == (7, "['x']\n", "")


def test_packages_that_cannot_be_had_leave_no_environment_and_one_line_of_advice(
    checkout: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()

    code, out, err = call(checkout / "plangate", env=offline(tmp_path / "empty"))

    assert (code, out) == (1, "")
    assert "tiny" in err, "the installer's own last lines are shown"
    assert re.search(r"pip failed .* check the network, .* run the command again", err)
    assert not (checkout / ".venv").exists()


def test_the_next_call_runs_python_and_nothing_else(finished: Path) -> None:
    result = call(finished / "plangate", "plan", "two words", "", env={"PATH": ""})

    assert result == (7, "-P -m plangate plan two words \n", "")


def test_it_is_found_through_links_and_from_any_directory(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pg").symlink_to(Path("..") / "link")
    (tmp_path / "link").symlink_to(finished / "plangate")
    env = {"PATH": os.environ["PATH"]}
    answer = (7, "-P -m plangate x\n", "")

    assert call(tmp_path / "bin" / "pg", "x", env=env) == answer
    assert call("../checkout/plangate", "x", env=env, cwd=tmp_path / "bin") == answer
    assert call("./plangate", "x", env=env, cwd=finished) == answer


@pytest.mark.parametrize("change", ["requirements.lock", ".git/logs/HEAD"])
def test_a_newer_lock_or_a_git_move_calls_set_up_again(finished: Path, change: str) -> None:
    changed = finished / change
    changed.parent.mkdir(parents=True, exist_ok=True)
    changed.touch()
    later = (finished / ".venv" / "installed.lock").stat().st_mtime + 1
    os.utime(changed, (later, later))
    fake_command(finished / "scripts" / "bootstrap", 'echo "set-up for $1"')

    assert call(finished / "plangate", env={"PATH": ""}) == (
        7,
        "-P -m plangate\n",
        "set-up for runtime\n",
    )


@pytest.mark.parametrize("change", ["some.toml is newer", "compiled.py is missing"])
def test_words_that_are_not_made_yet_call_set_up_again(finished: Path, change: str) -> None:
    words = finished / "src" / "plangate" / "language" / "words"
    if change == "compiled.py is missing":
        (words / "compiled.py").unlink()
    else:
        later = (words / "compiled.py").stat().st_mtime + 1
        os.utime(words / "some.toml", (later, later))
    fake_command(finished / "scripts" / "bootstrap", 'echo "set-up for $1"')

    assert call(finished / "plangate", env={"PATH": ""})[2] == "set-up for runtime\n"


def test_without_a_suitable_python_it_names_what_it_found(checkout: Path, tmp_path: Path) -> None:
    fake_command(tmp_path / "bin" / "python3", "echo 3.9.2; exit 1")
    fake_command(tmp_path / "bin" / "python3.12", "echo no such version >&2; exit 127")

    assert call(checkout / "plangate", env={"PATH": str(tmp_path / "bin")}) == (
        1,
        "",
        "plangate set-up: needs Python 3.11 or newer; found python3 (3.9.2), "
        "python3.12 (does not run). Install one, or set PLANGATE_PYTHON to its path, "
        "and run the command again.\n",
    )


def test_a_python_that_was_asked_for_is_not_replaced_by_another(checkout: Path) -> None:
    code, _, err = call(
        checkout / "plangate", env={"PATH": os.environ["PATH"], "PLANGATE_PYTHON": "/no/such"}
    )

    assert code == 1
    assert "found none of: /no/such." in err


@pytest.mark.parametrize("kind", ["file", "directory", "link"])
def test_a_venv_of_somebody_else_is_never_touched(checkout: Path, kind: str) -> None:
    theirs = checkout / ".venv"
    if kind == "file":
        theirs.touch()
    elif kind == "directory":
        (theirs / "bin").mkdir(parents=True)
    else:
        theirs.symlink_to("elsewhere")

    code, out, err = call(checkout / "plangate", env=offline(checkout.parent / "packages"))

    assert (code, out) == (1, "")
    assert err == (
        f"plangate set-up: {theirs} is in the way and was not made by this script: move it away\n"
    )
    assert theirs.is_symlink() or theirs.exists()


def test_a_checkout_that_cannot_be_written_to_says_so(checkout: Path) -> None:
    command: list[str | Path] = [checkout / "plangate"]
    if os.geteuid() == 0:  # root writes anywhere unless it gives that power up first
        if not shutil.which("setpriv"):
            pytest.skip("root without setpriv cannot be refused")
        command = ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override", *command]
    checkout.chmod(0o555)
    code, _, err = call(*command, env=offline(checkout.parent / "packages"))
    checkout.chmod(0o755)

    assert code == 1
    assert re.fullmatch(r"plangate set-up: cannot write to .*`pip install \.` .*\n", err)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EROFS, "cannot write to /there"),
        (errno.EACCES, "cannot write to /there"),
        (errno.ENOSPC, "the disk is full"),
        (errno.EIO, "remove "),
    ],
)
def test_each_fault_of_the_file_system_gets_its_own_advice(code: int, words: str) -> None:
    assert words in advice(OSError(code, os.strerror(code), "/there"))


def test_the_dev_lock_holds_the_runtime_lock_so_that_one_environment_serves_both() -> None:
    runtime, dev = (
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.MULTILINE))
        for name in ["requirements.lock", "requirements-dev.lock"]
    )
    assert runtime
    assert runtime < dev


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_every_package_by_hash_and_names_no_registry(name: str) -> None:
    text = (ROOT / name).read_text()

    packages = re.split(r"\n(?=\S)", text.strip())
    assert [each for each in packages if "==" not in each or "--hash=sha256:" not in each] == []
    assert "://" not in text
