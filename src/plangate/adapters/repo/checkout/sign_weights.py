"""How much a sign counts where it stands: code that runs says more than what talks about it.

Precision comes before recall: a wrong inference is worse than none. A sign in tests, examples or
documentation shows what somebody tried or described; it counts for less than an inference needs.
One in a comment, or in generated or copied code, shows nothing about this project.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TRIED = frozenset(
    "test tests testing __tests__ spec specs e2e fixtures __fixtures__ testdata test-data "
    "test_data mocks __mocks__ stubs benchmark benchmarks bench".split()
)
SHOWN = frozenset(
    "examples example samples sample demo demos docs doc documentation sandbox playground "
    "playgrounds cookiecutter scaffold tutorial tutorials".split()
)
_WRITTEN = frozenset("docs doc documentation".split())
COPIED = frozenset(
    "vendor vendored _vendor third_party third-party thirdparty extern externals generated "
    "__generated__ gen".split()
)
_TEST_NAME = re.compile(
    r"^(?:test_.*|.*_test|.*[.-](?:test|spec)|.*_spec|conftest|tests)\.\w+$"
    r"|^[A-Z]\w*(?:Tests?|IT|Spec)\.(?:java|kt|cs|php|scala|groovy|swift)$"
)
GENERATED_NAME = re.compile(
    r"\.min\.(?:js|css)$|[-.]lock(?:\.\w+)?$|lock\.(?:json|ya?ml)$|_pb2(?:_grpc)?\.py$|\.pb\.go$"
    r"|\.(?:generated|g|designer)\.\w+$|\.bundle\.js$|\.d\.[cm]?ts$",
    re.IGNORECASE,
)
_PROSE = (".md", ".rst", ".adoc")


class SignPlace(NamedTuple):
    """What lies at a path, in the words of a report, and the share of a sign's weight it keeps."""

    share: float
    name: str = ""


_HERE = SignPlace(1.0)
_IN_TESTS = SignPlace(0.4, "in tests")
_IN_EXAMPLES = SignPlace(0.4, "in examples or documentation")
_IN_COPIES = SignPlace(0.0, "in generated or copied files")
_TO_DEVELOP = SignPlace(0.4, "for development")
_DEVELOPS = re.compile(
    r"^requirements[-_.]?(?:dev\w*|tests?|testing|docs?|lint|ci|typing)\.(?:txt|in)$"
)
_DEVELOPING = r"(?:dev\w*|tests?|testing|docs?|lint\w*|typing|ci|release)"


def is_test(path: str) -> bool:
    """Whether a file holds tests, by its name or its folders; not their data."""
    *folders, name = path.split("/")
    if _TEST_NAME.match(name):
        return True
    around = {folder.lower() for folder in folders}
    return not around.isdisjoint(_TRIED) and around.isdisjoint(_TEST_DATA)


#: Folders beside tests that hold what they work on.
_TEST_DATA = frozenset(
    "fixtures __fixtures__ testdata test-data test_data mocks __mocks__ stubs benchmark benchmarks "
    "bench".split()
)


def place_of(path: str) -> SignPlace:
    *folders, name = path.split("/")
    around = {folder.lower() for folder in folders}
    if not around.isdisjoint(COPIED) or GENERATED_NAME.search(name):
        return _IN_COPIES
    if not around.isdisjoint(_TRIED) or _TEST_NAME.match(name):
        return _IN_TESTS
    if _DEVELOPS.match(name) or (
        "requirements" in around and re.fullmatch(rf"{_DEVELOPING}\.(?:txt|in)", name)
    ):
        return _TO_DEVELOP
    if not around.isdisjoint(SHOWN) and not (name.endswith(_PROSE) and around & _WRITTEN):
        return _IN_EXAMPLES  # prose in a documentation folder is where prose belongs
    return _HERE


def place_within(path: str, text: str, at: int, place: SignPlace) -> SignPlace:
    """What a place of a manifest is worth: what only its authors need says little of the program.

    An application may build itself with anything; of a package for others, what it is developed
    with stays at home.
    """
    if place.share < 1.0:
        return place
    name = path.rpartition("/")[2]
    if name == "package.json":
        opened = text.rfind('"devDependencies"', 0, at)
        inside = opened >= 0 and "}" not in text[opened:at]
        return _TO_DEVELOP if inside and not _PRIVATE.search(text) else place
    if name == "pyproject.toml":
        header = max(_HEADERS.finditer(text, 0, at), key=re.Match.start, default=None)
        group = header[1] if header else ""
        if group == "project.optional-dependencies":
            key = max(
                _KEYS.finditer(text, header.end() if header else 0, at),
                key=re.Match.start,
                default=None,
            )
            group = f"extra.{key[1]}" if key else ""
        return _TO_DEVELOP if _DEVELOPED_BY.fullmatch(group) else place
    return place


_PRIVATE = re.compile(r'"private"\s*:\s*true')
_HEADERS = re.compile(r"^\[([\w.\"'-]+)\][ \t]*$", re.MULTILINE)
_KEYS = re.compile(r"^[\"']?([\w-]+)[\"']?[ \t]*=", re.MULTILINE)
_DEVELOPED_BY = re.compile(
    rf"dependency-groups|extra\.{_DEVELOPING}|tool\.poetry\.(?:dev-dependencies|group\.{_DEVELOPING}\.dependencies)"
    r"|tool\.(?:hatch\.envs\.[\w.-]+|tox[\w.]*)"
)

# --- comments -------------------------------------------------------------------------------------

_HASH = (
    "py rb sh bash ex exs yml yaml toml cfg ini conf tf properties env example sample template "
    "dist gemspec service nix r pl"
).split()
_SLASHES = "js jsx mjs ts tsx vue go java kt kts php rs cs scala swift c h cpp proto gradle".split()
_LINE_MARKS = {
    **dict.fromkeys(_HASH, ("#",)),
    **dict.fromkeys(_SLASHES, ("//", "/*", "*")),
    "php": ("//", "/*", "*", "#"),
    "sql": ("--",),
    **dict.fromkeys("html xml csproj".split(), ("<!--",)),
    "prisma": ("//",),
}
_NAMED_MARKS = {"Makefile": ("#",), "Dockerfile": ("#",), "Gemfile": ("#",), "Pipfile": ("#",)}
_AFTER_CODE = re.compile(r"\s(?:#|//)\s")


def is_remark(path: str, text: str, at: int) -> bool:
    """Whether what stands at a place of a file is a comment or a docstring."""
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2]
    marks = _NAMED_MARKS.get(name) or _LINE_MARKS.get(ending)
    if marks is None:
        return False
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if before.lstrip().startswith(marks) and "*/" not in before:
        return True
    found = _AFTER_CODE.search(before)
    if found is not None and found.group().strip() in marks:
        return True
    if ending == "py":
        return _in_docstring(text, at)
    return "/*" in marks and _in_block(text, at)


def _in_block(text: str, at: int) -> bool:
    opened = max(text.rfind("\n/*", 0, at), text.rfind(" /*", 0, at))
    return opened > text.rfind("*/", 0, at) or (text.startswith("/*") and "*/" not in text[:at])


#: Strings and comments of Python, each as one piece: what looks like one inside another is none.
_PYTHON_PIECES = re.compile(
    r"(?P<long>\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z)|'{3}(?:\\.|[^\\])*?(?:'{3}|\Z))"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*",
    re.DOTALL,
)
#: What the line before ends with when a text on its own line is a value and not a docstring.
_GOES_ON = ("(", "[", "{", ",", "=", "\\", "+", "%")


def _in_docstring(text: str, at: int) -> bool:
    for piece in _PYTHON_PIECES.finditer(text):
        if piece.start() > at:
            return False
        if piece["long"] and at < piece.end():
            start = text.rfind("\n", 0, piece.start()) + 1
            alone = not text[start : piece.start()].strip()
            return alone and not text[:start].rstrip().endswith(_GOES_ON)
    return False
