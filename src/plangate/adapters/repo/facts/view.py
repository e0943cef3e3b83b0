"""A workspace as the fact families see it: files by name, every text read once, parsed gently.

Nothing here raises on what a file contains. A file that cannot be understood gives nothing and is
named in `limits` (“package.json: not JSON at line 3”); nothing of a project is ever executed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import translate
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.goal import Goal
from plangate.core.guard.redaction import redact
from plangate.core.model.nouns import Evidence
from plangate.core.model.records import Document

#: A manifest beyond this is generated or an attack; either way it is no place to read.
_LARGEST_MANIFEST = 1_000_000
_LARGEST_SOURCE = 400_000
#: Lines of a source are shorter than this on the average, or nobody wrote them.
_LONGEST_LINES = 200
_LONGEST_KEY = 100
_MOST_LIMITS = 20
_DEEPEST = 40
_LONGEST_FACT = 300

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


class FactRow(NamedTuple):
    """One scalar of a YAML document: the keys that lead to it, its text and its line."""

    path: tuple[str, ...]
    value: str
    line: int


class View:
    """What the families share while they look at one workspace for one goal."""

    def __init__(self, workspace: Workspace, goal: Goal) -> None:
        self.workspace = workspace
        self.goal = goal
        self.files = workspace.files
        self._texts: dict[str, str | None] = {}
        self._parsed: Document = {}
        self._limits: dict[str, None] = {}

    @cached_property
    def present(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, near or far."""
        found: set[str] = set()
        for path in self.files:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def named(self, *patterns: str) -> list[str]:
        """Paths by their last part, shallow ones first."""
        loose = [translate(pattern) for pattern in patterns if "*" in pattern]
        names = {pattern for pattern in patterns if pattern in self._by_name}
        if loose:
            names.update(filter(re.compile("|".join(loose)).match, self._by_name))
        found = [path for name in names for path in self._by_name[name]]
        return sorted(found, key=lambda path: (path.count("/"), path))

    def own(self, *patterns: str) -> list[str]:
        """As `named`, without what lies aside: examples, fixtures, documentation, tests."""
        return [path for path in self.named(*patterns) if not is_aside(path)]

    def text(self, path: str) -> str | None:
        if path not in self._texts:
            self._texts[path] = self.workspace.text(path)
        return self._texts[path]

    def source(self, path: str) -> str:
        """A source text as people write it; empty for one that a tool has made or pressed."""
        text = self.text(path) or ""
        pressed = len(text) > _LONGEST_LINES * (text.count("\n") + 20)
        return "" if pressed or len(text) > _LARGEST_SOURCE else text

    def manifest_text(self, path: str) -> str | None:
        """A text that matters by itself: when it cannot be read, that is said with its name."""
        text = self.text(path)
        if text is None:
            self.limit(f"{path}: passed over, too large, unreadable or not text")
        elif len(text) > _LARGEST_MANIFEST:
            self.limit(f"{path}: passed over, too large")
            return None
        return text

    def json(self, path: str) -> Any:
        return self._once(path, self._json)

    def toml(self, path: str) -> Any:
        return self._once(path, self._toml)

    def yaml(self, path: str) -> list[FactRow]:
        found = self._once(path, self._yaml)
        return found if found is not None else []

    def limit(self, line: str) -> None:
        if len(self._limits) < _MOST_LIMITS:
            self._limits[line] = None

    def limits(self) -> tuple[str, ...]:
        return tuple(self._limits)

    def _once(self, path: str, parse: Any) -> Any:
        if path not in self._parsed:
            text = self.manifest_text(path)
            self._parsed[path] = None if text is None else parse(path, text)
        return self._parsed[path]

    def _json(self, path: str, text: str) -> Any:
        try:
            return json.loads(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            self.limit(f"{path}: not JSON at line {error.lineno}")
        except (ValueError, RecursionError):
            self.limit(f"{path}: not JSON that can be read")
        return None

    def _toml(self, path: str, text: str) -> Any:
        """The standard library takes time with the square of a key's length: no long keys."""
        if any(line.partition("=")[0].count(".") > _LONGEST_KEY for line in text.split("\n")):
            self.limit(f"{path}: not TOML that can be read")
            return None
        try:
            return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            self.limit(f"{path}: not TOML{f' at line {found.group(1)}' if found else ''}")
        except (ValueError, RecursionError):
            self.limit(f"{path}: not TOML that can be read")
        return None

    def _yaml(self, path: str, text: str) -> list[FactRow]:
        rows: list[FactRow] = []
        try:
            rows.extend(yaml_rows(text))
        except _NotYaml as error:
            self.limit(f"{path}: not YAML{f' at line {error.line}' if error.line else ''}")
        return rows


class _NotYaml(Exception):
    """A text that stops being YAML at a line (0: unknown)."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def yaml_rows(text: str) -> Iterator[FactRow]:
    """The scalars of a text, from the parser's events: no alias is ever expanded."""
    import yaml  # lazy: 20 ms that only planning needs

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    path: list[str | int | None] = []  # a name or None (awaiting a key) in a mapping, else a place
    try:
        for event in yaml.parse(text, Loader=loader):
            kind = type(event).__name__
            if kind in ("MappingStartEvent", "SequenceStartEvent"):
                if len(path) >= _DEEPEST:
                    raise _NotYaml(event.start_mark.line + 1)
                path.append(None if kind == "MappingStartEvent" else 0)
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                path.pop()
                _advance(path)
            elif kind in ("ScalarEvent", "AliasEvent"):
                value = event.value if kind == "ScalarEvent" else ""
                if path and path[-1] is None:
                    path[-1] = value
                    continue
                yield FactRow(tuple(str(part) for part in path), value, event.start_mark.line + 1)
                _advance(path)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise _NotYaml(mark.line + 1 if mark else 0) from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise _NotYaml(0) from None


def _advance(path: list[str | int | None]) -> None:
    """After a whole value: a mapping waits for its next key, a sequence counts on."""
    if path:
        last = path[-1]
        path[-1] = last + 1 if isinstance(last, int) else None


def dig(document: Any, *keys: str) -> Any:
    """What lies at a path of keys; None as soon as something is not as expected."""
    for key in keys:
        if not isinstance(document, dict):
            return None
        document = document.get(key)
    return document


def table(document: Any, *keys: str) -> Document:
    """The mapping at a path of keys, empty when there is none."""
    found = dig(document, *keys)
    return {str(k): v for k, v in found.items()} if isinstance(found, dict) else {}


def texts(document: Any, *keys: str) -> list[str]:
    """The strings of the list at a path of keys."""
    found = dig(document, *keys)
    return [entry for entry in found if isinstance(entry, str)] if isinstance(found, list) else []


def declared_line(text: str, name: str) -> int:
    """The line on which a manifest declares a name, by the surest form it has; 0 for none."""
    own = re.escape(name)
    for pattern in (
        rf"[\"']{own}[ \t]*(?:\[[^\]\n]{0, 200}\])?[ \t]*[<>=!~;@]",  # a requirement with a version
        rf"[\"']{own}[\"'][ \t]*:[ \t]*[\"'{{]",  # a key of a JSON object
        rf"^[ \t]*[\"']?{own}[\"']?[ \t]*=",  # a key of a TOML table
        rf"^[ \t]*{own}[ \t]*(?:\[[^\]\n]{0, 200}\])?[ \t]*(?:[<>=!~;@#].*)?$",  # a line of its own
        rf"(?<![\w-]){own}(?![\w-])",
    ):
        if found := re.search(pattern, text, re.IGNORECASE | re.MULTILINE):
            return line_at(text, found.start() + len(found.group()) - len(found.group().lstrip()))
    return 0


def line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


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


_PYTHON_TEXTS = {'"""': '"""', "'''": "'''"}
_LINE_COMMENT = re.compile(r"(?:^|(?<=\s))//[^\n]*", re.MULTILINE)
_HASH_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)


def code_of(path: str, text: str) -> str:
    """A source text with its comments and docstrings blanked; every line keeps its number."""
    if path.endswith(".py"):
        return blanked(text, _PYTHON_TEXTS)
    if path.endswith((".rb", ".rake", ".ex", ".exs")):
        return _HASH_COMMENT.sub("", blanked(text, {"\n=begin": "\n=end"}))
    return _LINE_COMMENT.sub("", blanked(text, {"/*": "*/"}))


def blanked(text: str, spans: Mapping[str, str]) -> str:
    """Nothing but line ends from each opener to its closer; what is never closed stays.

    Linear in the text, which a lazy pattern is not: an opener without a closer is sought once.
    """
    opener = re.compile("|".join(map(re.escape, spans)))
    kept: list[str] = []
    unclosed: set[str] = set()
    place = 0
    while found := opener.search(text, place):
        name, end = found.group(), -1
        if name not in unclosed:
            end = text.find(spans[name], found.end())
        if end < 0:
            unclosed.add(name)
            kept.append(text[place : found.end()])
            place = found.end()
            continue
        after = end + len(spans[name])
        kept += [text[place : found.start()], "\n" * text.count("\n", found.start(), after)]
        place = after
    return "".join([*kept, text[place:]])


def key_line(text: str, key: str) -> int:
    """The line that assigns something to a key, as TOML, JSON and INI do; 1 when none does."""
    found = re.search(rf"^[ \t{{,]*[\"']?{re.escape(key)}[\"']?\s*[=:]", text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def beside(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def fact(kind: str, said: str, locator: str | None = None, confidence: float = 1.0) -> Evidence:
    """One fact; what was read from a file is redacted and kept short (ASK-14)."""
    said = redact(" ".join(said.split()))[:_LONGEST_FACT]
    return Evidence(
        id=f"{kind}:{said}",
        ambiguity=None,
        source="repo_facts",
        supports=None,
        confidence=round(confidence, 2),
        locator=locator,
        kind=kind,
        fact=said,
    )


def first(entries: Iterable[Evidence], most: int) -> list[Evidence]:
    """The first few, each fact once."""
    found: dict[str, Evidence] = {}
    for entry in entries:
        found.setdefault(entry.id, entry)
    return list(found.values())[:most]
