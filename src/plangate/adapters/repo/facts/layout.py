"""Where source and tests lie, and which test file belongs to which source file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from plangate.adapters.repo.facts.dependencies.python import project_name
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.paths_aside import beside, folder_of, is_test, is_test_name
from plangate.adapters.repo.facts.sources import is_source
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence

_MOST = 6
_NOT_CODE = frozenset(("SQL", "Shell", "Terraform"))

#: A manifest, and the folders beside it that hold source by convention.
_ROOTS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("package.json",), "src lib app pages components server"),
    (("Cargo.toml",), "src"),
    (("go.mod",), "cmd internal pkg"),
    (
        ("pom.xml", "build.gradle", "build.gradle.kts"),
        "src/main/java src/main/kotlin src/main/scala src/commonMain/kotlin",
    ),
    (("Gemfile",), "app lib"),
    (("composer.json",), "src app"),
    (("mix.exs",), "lib"),
)
_SOURCE_OF_TEST = (
    re.compile(r"^test_(.+)$"),
    re.compile(r"^(.+)_test$"),
    re.compile(r"^(.+)[.-](?:test|spec)$"),
    re.compile(r"^(.+)_spec$"),
    re.compile(r"^(.+?)(?:Tests?|IT|Spec)$"),
)


def source_roots(view: View) -> list[Evidence]:
    found = first([*_python_roots(view), *_rooted(view), *_dotnet_roots(view)], _MOST)
    return found or list(_heaviest(view))


def _heaviest(view: View) -> Iterator[Evidence]:
    """Without a convention: the top folder that holds most of the source."""
    counted = Counter(path.split("/")[0] for path in view.files if is_source(path) and "/" in path)
    for folder, count in counted.most_common(1):
        if count > counted.total() / 2:
            yield fact("source_root", folder, None, 0.7)


def _python_roots(view: View) -> Iterator[Evidence]:
    """Packages that are not inside another one; the one the project is named after comes first."""
    packages = {folder_of(path) for path in view.own("__init__.py")}
    tops = sorted(
        (folder for folder in packages if folder and folder_of(folder) not in packages),
        key=lambda folder: (folder.count("/"), folder),
    )
    declared = (project_name(view, path) for path in view.own("pyproject.toml"))
    names = {_plain(name) for name in declared if name}
    own = [folder for folder in tops if _plain(folder.rpartition("/")[2]) in names]
    near = [folder for folder in tops if folder.count("/") <= 1 and not folder.startswith(".")]
    for folder in dict.fromkeys([*own, *near]):
        sure = 0.95 if folder in own or folder.startswith("src/") else 0.8
        yield fact("source_root", folder, beside(folder, "__init__.py"), sure)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]", "", name).lower()


def _rooted(view: View) -> Iterator[Evidence]:
    for manifests, folders in _ROOTS:
        for path in view.own(*manifests):
            for name in folders.split():
                folder = beside(folder_of(path), name)
                if folder in view.folders and _holds_source(view, folder):
                    yield fact("source_root", folder, path, 0.85)


def _holds_source(view: View, folder: str) -> bool:
    return any(
        path.startswith(f"{folder}/") and language_of(path) and not is_test(path)
        for path in view.files
    )


def _dotnet_roots(view: View) -> Iterator[Evidence]:
    for path in view.own("*.csproj", "*.fsproj"):
        folder = folder_of(path)
        if folder and not re.search(r"\bTests?\b", folder):
            yield fact("source_root", folder, path, 0.9)


def test_folders(view: View) -> list[Evidence]:
    """The topmost folders that hold test files, those with the most files first."""
    counted: Counter[str] = Counter()
    example: dict[str, str] = {}
    for path in view.files:
        if _is_test_file(path) and (folder := _test_root(path)):
            counted[folder] += 1
            example.setdefault(folder, path)
    # One test beside a button deep in a tree says nothing of where others belong.
    ranked = [
        name for name, count in counted.most_common() if name.count("/") < 3 or count >= _SEVERAL
    ]
    called = [name for name in ranked if _CALLED.search(name)]
    return [fact("test_folder", name, example[name]) for name in (called or ranked)[:4]]


_SEVERAL = 3
_CALLED = re.compile(r"^t$|tests?\b|__tests__|specs?\b|e2e", re.IGNORECASE)


def _is_test_file(path: str) -> bool:
    """By its name where a language's runner goes by names, else by its folder."""
    language = language_of(path)
    if language is None or language in _NOT_CODE or _SHOWN.search(path):
        return False
    named = language in ("Python", "Go", "Ruby", "Java", "Kotlin", "C#", "PHP")
    return is_test_name(path) if named else is_test(path)


_SHOWN = re.compile(
    r"(?:^|/)(?:examples?|samples?|fixtures|__fixtures__|testdata|vendor(?:ed)?|_vendor|third_party"
    r"|prebuilds?|prebuilt|[Pp]ods)/"
)


def _test_root(path: str) -> str:
    """The outermost folder that is called after tests; beside the source when there is none."""
    parts = path.split("/")[:-1]
    for place, part in enumerate(parts):
        if re.fullmatch(r"tests?|__tests__|specs?|e2e|[\w.]+[.]?Tests", part) or parts[0] == "t":
            inner = parts[place : place + 2] in (["test", "java"], ["test", "kotlin"])
            return "/".join(parts[: place + (2 if inner else 1)])
    return "/".join(parts)


def test_files(view: View, related: Sequence[str]) -> list[Evidence]:
    """For the files a goal is about: the test file of each, by its name."""
    wanted: dict[str, list[str]] = {}
    for path in related:
        wanted.setdefault(_stem(path).lower(), []).append(path)
    found: list[Evidence] = []
    for path in view.files:
        if not _is_test_file(path) or (tested := _tested(_stem(path))) is None:
            continue
        for source in wanted.get(tested.lower(), ()):
            sure = _sureness(source, path)
            if source != path and sure and _kindred(source, path):
                found.append(fact("test_file", source, path, sure))
    return first(sorted(found, key=lambda entry: -entry.confidence), _MOST)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _tested(stem: str) -> str | None:
    """The name of what a test file tests."""
    for pattern in _SOURCE_OF_TEST:
        if found := pattern.match(stem):
            return found.group(1)
    return stem if stem not in ("conftest", "tests") else None


def _kindred(source: str, test: str) -> bool:
    families = ({"JavaScript", "TypeScript", "Vue", "Svelte"}, {"Java", "Kotlin", "Scala"})
    pair = {language_of(source), language_of(test)}
    return len(pair) == 1 or any(pair <= family for family in families)


def _sureness(source: str, test: str) -> float:
    """A shared name says much unless every folder has one of that name; shared folders say more."""
    where = [
        {part for part in folder_of(path).lower().split("/") if part not in _HOMES}
        for path in (source, test)
    ]
    if where[0] == where[1]:
        return 0.95
    if _stem(source).lower() in _ANYWHERE:
        return 0.0
    return 0.85 if where[0] & where[1] else 0.75


_HOMES = frozenset(
    ("", *"src lib app main test tests spec unit java kotlin __tests__ integration".split())
)
_ANYWHERE = frozenset(
    "index main app views models utils helpers service services urls admin forms base types client "
    "common config settings mod lib handler routes constants errors".split()
)
