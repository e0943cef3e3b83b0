"""Which file tests another, and how its tests are run: by the repository's own names and runner."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.language.words.stems import parts, stem

_CODE = frozenset(
    "py pyi js jsx mjs cjs ts tsx vue svelte rb go java kt kts scala groovy php rs cs fs c cc cpp "
    "h hpp swift ex exs erl clj dart lua pl sh bash sql prisma graphql proto html erb haml css "
    "scss less jinja j2 twig".split()
)
TEST_FOLDERS = frozenset("test tests spec specs unit __tests__ t testing".split())


class Tests(NamedTuple):
    """The file that tests another; `like` is a sibling its name was taken from when it is new."""

    path: str
    like: str | None = None


def narrowed(command: str, test: str | None) -> str:
    """A test command for one test file, where the runner takes one; else the command as it is. One
    that drives a browser has a runner of its own."""
    if test is not None and (browsing := driven(test)):
        return browsing
    if test is None or not runs_language(command, test):
        return command
    if inside := WITHIN.match(command):  # paths are those of the folder one went into
        folder = f"{inside['folder'].strip('/')}/"
        here = narrowed(
            inside["run"], test.removeprefix(folder) if folder in test[: len(folder)] else None
        )
        return f"cd {inside['folder']} && {here}"
    if _TAKES_A_FILE.search(command):
        return f"{command} {test}"
    if re.fullmatch(r"(?:npm|pnpm)(?: run)? test", command):
        return f"{command} -- {test}"
    if re.fullmatch(r"yarn(?: run)? test|mix test|bin/rails test|php artisan test", command):
        return f"{command} {test}"
    if command == "go test ./...":
        folder = posixpath.dirname(test)
        return f"go test ./{folder}" if folder else "go test ."
    if re.search(r"(?:unittest|manage\.py test)$", command) and test.endswith(".py"):
        return f"{command} {test[:-3].replace('/', '.')}"
    if command == "dotnet test" and test.endswith(".cs"):
        return f"{command} --filter {stem_of(test)}"
    if command in ("cargo test", "cargo test --workspace") and test.endswith(".rs"):
        return f"cargo test {_of_cargo(test)}"
    return _of_java(command, test)


def driven(test: str) -> str | None:
    """How a test that drives a browser runs, whose runner knows it by its place or its name; None
    for any other. What runs the other tests does not read it."""
    found = _DRIVEN.match(test)
    if found is None:
        return None
    into = f"cd {found['folder']} && " if found["folder"] else ""
    return f"{into}npx cypress run --spec {found['spec'] or test}"


_DRIVEN = re.compile(
    r"(?:(?P<folder>[^ ]+?)/)?(?P<spec>cypress/[^ ]+\.[cm]?[jt]sx?)$|[^ ]+\.cy\.[cm]?[jt]sx?$"
)


_TAKES_A_FILE = re.compile(
    r"(?:^|[\s/])(?:pytest|rspec|vitest(?: run)?|jest|mocha|phpunit|pest|ava)$"
)


def _of_cargo(test: str) -> str:
    """A test file as cargo names it: a test of its own, or a module of the program."""
    *folders, name = test.split("/")
    if folders[-1:] == ["tests"]:
        return f"--test {stem_of(name)}"
    within = folders[folders.index("src") + 1 :] if "src" in folders else []
    module = [part for part in (*within, stem_of(name)) if part not in ("mod", "lib", "main")]
    return "::".join(module) or "--lib"


def _of_java(command: str, test: str) -> str:
    """A test class as Maven and Gradle take one, in the module it lies in."""
    module, found, _ = test.partition("src/test/")
    if not found:
        return command
    if command.endswith(("mvn test", "mvnw test")):
        within = f" -pl {module.rstrip('/')}" if module else ""
        return f"{command}{within} -Dtest={stem_of(test)}"
    if command.endswith(("gradle test", "gradlew test")):
        task = f":{module.rstrip('/').replace('/', ':')}:test" if module else "test"
        return f"{command.removesuffix('test')}{task} --tests '*{stem_of(test)}'"
    return command


WITHIN = re.compile(r"cd (?P<folder>[\w./-]+) && (?P<run>.+)$")
#: Runners, and the endings of the files they read.
_RUN_BY = (
    (
        re.compile(r"\b(?:npm|pnpm|yarn|bun|vitest|jest|mocha|ava)\b"),
        "js jsx ts tsx mjs cjs mts cts vue svelte astro",
    ),
    (re.compile(r"\bpytest\b|unittest|manage\.py|\b(?:tox|nox)\b"), "py pyx"),
    (re.compile(r"\brspec\b|\brails\b|\brake\b"), "rb erb"),
    (re.compile(r"\bphpunit\b|\bartisan\b|\bpest\b|\bcomposer\b"), "php"),
    (re.compile(r"\bgo test\b"), "go"),
    (re.compile(r"\bcargo\b"), "rs"),
    (re.compile(r"\b(?:mvnw?|gradlew?)\b"), "java kt kts scala groovy"),
    (re.compile(r"\bdotnet\b"), "cs fs vb"),
    (re.compile(r"\bmix test\b"), "ex exs eex heex"),
)


def runs_language(command: str, path: str) -> bool:
    """Whether a runner reads a file: yarn is handed no PHP; what shows or is no code, any may."""
    known = next((endings for runs, endings in _RUN_BY if runs.search(command)), "")
    ending = suffix_of(path)
    if not known or not is_code(path) or ending in known.split():
        return True
    return ending in _SHOWN and ending not in _SCRIPTS


def can_test(test: str, path: str) -> bool:
    """Whether a test is in the language and the module of a program's file: no browser test of a
    Go one, and none of a plugin that has its own."""
    if "/src/main/" in path and "/src/test/" in test:
        module = test.partition("/src/test/")[0]
        if module != path.partition("/src/main/")[0] and "test" not in module:
            return False
    one, other = suffix_of(test), suffix_of(path)
    if one in _BY_NAME and not _CALLED.search(stem_of(test)):
        return False  # a file of a program that lies among the tests
    if one == other == "go" and "/" in path:  # a package is a folder, and its tests are in it
        return posixpath.dirname(test) == posixpath.dirname(path)
    if one == other == "rs" and "tests" in test.split("/"):  # a crate's, or the whole program's
        return path.startswith(test.partition("tests/")[0])
    return _are_alike(one, other) or not is_code(path) or other in _SHOWN - _SCRIPTS


def _are_alike(one: str, other: str) -> bool:
    """Whether tests of one ending may be of files of the other."""
    return one == other or any({one, other} <= each for each in (_SCRIPTS, *_ONE_LANGUAGE))


def is_named_by_habit(path: str) -> bool:
    """Whether tests of its language are files of their own, named after what they test: those of
    Rust stand in the file itself, and those of C wherever somebody put them."""
    return suffix_of(path) in _NAMED_AFTER


_NAMED_AFTER = frozenset(
    "py go rb erb java kt scala groovy cs php ex exs swift dart js jsx ts tsx mjs cjs vue "
    "svelte".split()
)
#: Languages whose runners know a test by its name.
_BY_NAME = frozenset("py go rb erb java kt cs php exs".split())
_CALLED = re.compile(r"(?i:(?:^|[_-])(?:tests?|specs?)(?:[_-]|$))|(?:Tests?|Spec|IT)$|^Test[A-Z]")
#: Endings of one language, or of languages that run together: Elixir's tests are scripts.
_ONE_LANGUAGE = tuple(map(frozenset, ("ex exs".split(), "java kt groovy scala".split())))
#: Languages that test each other's files, and files that any language may test.
_SCRIPTS = frozenset("js jsx ts tsx mjs cjs mts cts vue svelte".split())
_SHOWN = frozenset("html htm hbs erb haml twig blade jinja j2 css scss less vue svelte".split())


def is_helper(path: str) -> bool:
    """A file that serves tests and holds none."""
    *folders, _ = path.lower().split("/")
    name = stem_of(path).strip("_").lower()
    return (
        name in _HELPERS
        or name.endswith("fixtures")
        or "factories" in folders
        or not _HELPERS.isdisjoint(folders)
    )


_HELPERS = frozenset("helper helpers utils util conftest init mod fixtures testdata mocks".split())


def is_named_after(test: str, path: str) -> bool:
    """Whether a test has the name of a file and the mark of a test, and nothing else."""
    return _MARK.sub("", stem_of(test)).lower() == stem_of(path).lower()


def is_within(test: str, path: str) -> bool:
    """Whether a test lies in the folder of tests that a file's own folder has."""
    folder, held = posixpath.dirname(path), posixpath.dirname(test)
    return bool(folder) and posixpath.split(held)[0] == folder and held.endswith(_HOLD_TESTS)


_HOLD_TESTS = ("/test", "/tests", "/spec", "/specs")


def named_as(test: str, path: str) -> str | None:
    """What the test of a file is called beside another test, by that one's mark of a test."""
    folder, own = posixpath.split(test)
    found = _MARKED.fullmatch(own)
    if found is None or not stem_of(path) or not _is_in_its_language(test, path):
        return None
    if not found["before"] and found["behind"].startswith(f".{suffix_of(test)}"):
        return None  # nothing in its name says that it is a test
    return posixpath.join(folder, f"{found['before'] or ''}{stem_of(path)}{found['behind']}")


def _is_in_its_language(test: str, path: str) -> bool:
    one, other = suffix_of(test), suffix_of(path)
    return one == other or {one, other} <= _ONE_LANGUAGE[0]


_MARKED = re.compile(
    r"(?P<before>[Tt]ests?_)?(?P<name>[\w-]+?)"
    r"(?P<behind>(?:[._-](?:tests?|specs?|cy)|Tests?|Spec|IT)?\.\w+)"
)


def passing(test: str | None, run: str, values: str = "") -> str:
    """A check that names the test which shows a change, and the command that runs it."""
    where = f" in {posixpath.basename(test)}" if test else ""
    shown = f", with {values}," if values else ""
    said = f"the new test{where}{shown} passes"
    return f"{said}: `{run}`" if run else said


def failing(run: str) -> str:
    """The check of a test: it says no where the change is not made."""
    return f"the new cases fail without the change: `{run}`" if run else "they fail without it"


def by_hand(steps: str, run: str = "") -> str:
    """How a change is tried where no test reaches it, and what runs on."""
    return f"by hand: {steps}; `{run}` still passes" if run else f"by hand: {steps}"


def is_about(test: str, rare: Mapping[str, float]) -> float:
    """How much of what a goal is about the name of a test says, where it says nothing else, or
    two words of it: `upload_files` is about uploading files."""
    named = [part.lower() for part in parts(_MARK.sub("", stem_of(test))) if len(part) > 2]
    told = [rare[stem(part)] for part in named if stem(part) in rare]
    return sum(told) if told and (len(told) == len(named) or len(told) > 1) else 0.0


def is_called_after(path: str, words: Sequence[str]) -> bool:
    """Whether the name of a file, without the mark of a test, is made of some words alone."""
    own = [part for part in parts(_MARK.sub("", stem_of(path))) if part]
    said = {stem(word.lower()) for word in words}
    return bool(own) and all(stem(part.lower()) in said for part in own)


_MARK = re.compile(r"^[Tt]ests?_?|_?(?:[Tt]ests?|[Ss]pec)$")


def is_code(path: str) -> bool:
    return suffix_of(path) in _CODE


def suffix_of(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower()


def by_habit(path: str, tested: str, test: str) -> str | None:
    """What the test of `path` would be called where `test` is the test of `tested`."""
    stem = stem_of(tested)
    base = posixpath.basename(test)
    if not stem or stem not in base or not stem_of(path) or stem_of(path).startswith("_"):
        return None
    name = base.replace(stem, stem_of(path), 1)
    from_, to, here = (_parts(posixpath.dirname(p)) for p in (tested, test, path))
    if to == from_ or to[:-1] == from_:  # beside it, or in a folder beside it
        return "/".join((*here, *to[len(from_) :], name))
    same = 0
    while same < min(len(from_), len(to)) and from_[-1 - same] == to[-1 - same]:
        same += 1
    root = from_[: len(from_) - same]
    if same and here[: len(root)] == root:  # a tree that mirrors the sources
        return "/".join((*to[: len(to) - same], *here[len(root) :], name))
    is_flat = not same and to[-1].lower() in TEST_FOLDERS and here[:1] == from_[:1]
    inside = to[:1] == from_[:1] and here != from_
    return "/".join((*to, name)) if is_flat and not inside else None


def stem_of(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]


def _parts(folder: str) -> tuple[str, ...]:
    return tuple(folder.split("/")) if folder else ()


def short_names(paths: Sequence[str]) -> list[str]:
    """Paths as a title has them: by their names, with their folders where two are called alike."""
    names, depth = [posixpath.basename(path) for path in paths], 1
    while len(set(names)) < len(set(paths)) and depth < _DEEPEST:
        depth += 1
        tails = ["/".join(path.split("/")[-depth:]) for path in paths]
        alike = {name for name in names if names.count(name) > 1}
        names = [t if n in alike else n for t, n in zip(tails, names, strict=True)]
    return names


#: With so many folders at most a title names a file.
_DEEPEST = 6
