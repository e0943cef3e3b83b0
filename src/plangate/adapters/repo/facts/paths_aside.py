"""What a path says: whether it lies aside, is a test, and in which folder."""

from __future__ import annotations

import re
from functools import lru_cache

#: Folders whose manifests, routes and settings are about something else than the project.
_ASIDE = frozenset(
    "test tests testing __tests__ spec fixtures __fixtures__ testdata test-data test_data "
    "examples example samples sample demo demos docs doc benchmark benchmarks bench e2e "
    "__mocks__ mocks templates template cookiecutter vendor vendored _vendor built third_party "
    "node_modules sandbox docs_src "
    "playground playgrounds prebuilds prebuilt pods".split()
)


_TEMPLATES = ("_template", "-template", "_templates", "-templates")


_TEST_NAME = re.compile(
    r"(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*[.-](?:test|spec)|[^/]*_spec|conftest|tests)\.\w+$"
    r"|(?:^|/)(?:[A-Z]\w*Tests?|[A-Z]\w*IT|[A-Z]\w*Spec)\.(?:java|kt|cs|php|scala|groovy|swift)$"
    r"|(?:^|/)\w+Spec\.[jt]s$"
)


_TEST_FOLDERS = frozenset("test tests __tests__ spec testing e2e".split())


@lru_cache(maxsize=100_000)
def is_aside(path: str) -> bool:
    """Whether a path lies where things are shown, tried or described instead of done."""
    parts = path.lower().split("/")[:-1]
    return (
        not _ASIDE.isdisjoint(parts)
        or parts[:1] == ["t"]
        or any(part.endswith(_TEMPLATES) for part in parts)
    )


def is_test_name(path: str) -> bool:
    """Whether a file is called as test runners expect it."""
    return _TEST_NAME.search(path) is not None


@lru_cache(maxsize=100_000)
def is_test(path: str) -> bool:
    if is_test_name(path) or path.startswith("t/"):
        return True
    folders = path.split("/")[:-1]
    return not _TEST_FOLDERS.isdisjoint(map(str.lower, folders)) or any(
        map(_NAMED_FOR_TESTS.search, folders)
    )


#: A folder whose name ends so: `Shop.Core.Test`, `commonTest`, `api-tests`; `tokio-test` is a tool.
_NAMED_FOR_TESTS = re.compile(r"(?:\.[Tt]ests?|(?<=[a-z0-9])Tests?|[_-]tests)$")


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def beside(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
