"""One more endpoint: the route of the same resource that is nearest, what answers it, what that
calls, and who else writes its path: clients, pages and tests (UND-5).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_of
from plangate.adapters.repo.kin.named_new import Wish
from plangate.core.model.sighting import Kin, KinPoint
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import parts, rows_as_words, rows_of, stem

_SPELLED = re.compile(r"\b(?P<method>GET|POST|PUT|PATCH|DELETE) (?P<path>/[\w/{}:.<>-]+)")
_PARAMETER = re.compile(r"<[^>]*>|\{[^}]*\}|\(\?P<[^)]*\)|:\w+|\*\w*")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_DEED = re.compile(r"\b(?:to|that|which) [a-z]+\b|^\w+", re.IGNORECASE)
_API = re.compile(r"(?:^|[/\s_])(?:api|v\d)(?:[/_.\s]|$)", re.I)
_CALLED = re.compile(r"(?<![\w])(?P<name>[A-Za-z_]\w{3,})\(")
#: What counts that a route does what the goal does, beside a word of its path.
_SAME_DEED, _UNSAID = 0.5, 0.15
#: So many lines of what answers are read, and so many files are told that write the path.
_BODY, _MOST_CARRIERS, _MOST_OTHERS = 60, 24, 4


class Route(NamedTuple):
    """A route, the file and line that declare it, and the name of what answers it."""

    said: str
    path: str
    line: int
    answered: str
    worth: float = 0.0


def route_kin(
    workspace: Workspace, index: Index, wish: Wish, likely: Mapping[str, float]
) -> Kin | None:
    """What one more endpoint takes, where a goal wants one; None where none is wanted."""
    if not _wants_one(wish):
        return None
    route = nearest_route(index, wish.clause.text, likely)
    if route is None:
        return None
    points = tuple(_points(workspace, index, route))
    return Kin(
        clause=wish.clause.text,
        name="",
        members=(route.said,),
        nearest=route.said,
        points=points,
        called="the endpoint",
    )


def _wants_one(wish: Wish) -> bool:
    first = wish.phrases[0].words if wish.phrases else ()
    sure, loose = rows_as_words("answered_over_http")
    words = [word.lower() for word in first]
    if not words:
        return False
    return words[-1] in sure or (words[-1] in loose and len(words) > 1 and "api" in words)


def nearest_route(index: Index, text: str, likely: Mapping[str, float]) -> Route | None:
    """The route whose path has most of what a text speaks of, and that does the like."""
    if spelled := _SPELLED.search(text):
        text = f"{text} {spelled['path']}"
    words = _WORD.findall(any_case("offered_over_http").sub(" ", _DEED.sub(" ", _plain(text))))
    said = frozenset(stem(part.lower()) for word in words for part in parts(word))
    heard = _Heard(said, index.texts.weights(said), _methods(text), "api" in text.lower())
    found = [one._replace(worth=_worth(one, heard, likely)) for one in _declared(index)]
    best = max(found, key=lambda one: one.worth, default=None)
    return best if best and best.worth > 0 else None


class _Heard(NamedTuple):
    """The stems of a goal, what each tells, the methods it may mean, and whether it says “API”."""

    said: frozenset[str]
    weights: Mapping[str, float]
    methods: Collection[str]
    is_api: bool


def named_route(index: Index, text: str, likely: Mapping[str, float]) -> Route | None:
    """The route that a text writes out; None where it writes none that is there."""
    spelled = _SPELLED.search(text)
    if spelled is None:
        return None
    tail = _fixed(spelled["path"])
    fitting = [
        one
        for one in _declared(index)
        if one.said.startswith((spelled["method"], "ANY")) and tail.endswith(_fixed(one.said))
    ]
    return max(fitting, key=lambda one: (len(one.said), likely.get(one.path, 0.0)), default=None)


def answering(workspace: Workspace, index: Index, route: Route) -> str:
    """The file that declares what answers a route; "" where that is not seen."""
    own = _declaring(workspace, index, route.answered)
    return own[0] if own else ""


def _methods(text: str) -> set[str]:
    words = {stem(word.lower()) for word in re.findall(r"[A-Za-z]+", text)}
    rows = (row.split() for row in rows_of("deeds_of_requests"))
    return {row[0].upper() for row in rows if words.intersection(map(stem, row[1:]))}


def _worth(one: Route, heard: _Heard, likely: Mapping[str, float]) -> float:
    own = {stem(part.lower()) for part in parts(_fixed(one.said))}
    told = sum(heard.weights.get(word, 0.0) for word in own if word in heard.said)
    if not told:
        return 0.0
    unsaid = sum(word not in heard.said for word in own)
    same = _SAME_DEED if one.said.partition(" ")[0] in heard.methods else 0.0
    is_api = heard.is_api and _API.search(f"{one.path} {one.said}") is not None
    return told - _UNSAID * unsaid + same + is_api + likely.get(one.path, 0.0)


def _fixed(route: str) -> str:
    """The parts of a path that are always the same."""
    return _PARAMETER.sub("", route.rpartition(" ")[2]).strip("/").replace("//", "/")


def _plain(text: str) -> str:
    return _SPELLED.sub(lambda found: _fixed(found["path"]), text)


def _declared(index: Index) -> Iterator[Route]:
    code = index.texts.of_kinds(("code",))
    for number, found in index.texts.surface.of_kind("route").items():
        if number in code:
            for one in found:
                yield Route(one.name, code[number].path, one.line, one.within)


def _points(workspace: Workspace, index: Index, route: Route) -> Iterator[KinPoint]:
    """The places of a route: its row, what answers it, what that calls, who writes its path."""
    yield KinPoint(route.path, route.line, "", route.said, "code")
    told = {route.path}
    answered = _declaring(workspace, index, route.answered) if route.answered else None
    if answered is not None:
        path, line = answered
        if path not in told:
            yield KinPoint(path, line, "", route.answered, "code")
        told.add(path)
        for name, at, row in _called_by(workspace, index, path, line, route):
            if at not in told:
                told.add(at)
                yield KinPoint(at, row, "", name, "code")
                break
    yield from _writing(workspace, index, route, told)


def _declaring(workspace: Workspace, index: Index, name: str) -> tuple[str, int] | None:
    """The file and line of the program that declare a function of a name."""
    whole = words_of(name).rpartition(" ")[2]
    declares = re.compile(
        rf"(?:\b(?:def|func|fun|fn|function|sub)\b[^\n=]*?\b{re.escape(name)}\s*[(<]"
        rf"|\b(?:public|private|protected|async|static|const|let)\s[^\n=;]*\b{re.escape(name)}\s*(?:\(|=\s*(?:async|\())"
        rf"|^[ \t]*{re.escape(name)}\s*(?:=\s*(?:async\s*)?\(|\([^()\n]*\)\s*\{{))",
        re.M,
    )
    code = index.texts.of_kinds(("code",))
    numbers = [n for n, _ in index.texts.said.carriers(whole) if n in code] if whole else []
    for number in numbers[:_MOST_CARRIERS]:
        text = workspace.text(code[number].path) or ""
        if found := declares.search(text):
            return code[number].path, text.count("\n", 0, found.start()) + 1
    return None


def _called_by(
    workspace: Workspace, index: Index, path: str, line: int, route: Route
) -> Iterator[tuple[str, str, int]]:
    """What the answering function calls that is named after the resource and declared elsewhere."""
    lines = (workspace.text(path) or "").splitlines()[line - 1 : line + _BODY]
    about = {stem(part.lower()) for part in parts(_fixed(route.said))}
    for found in dict.fromkeys(one["name"] for one in _CALLED.finditer("\n".join(lines[1:]))):
        named = {stem(part.lower()) for part in parts(found)}
        if named & about and len(named) > 1 and (at := _declaring(workspace, index, found)):
            yield found, *at


def _writing(
    workspace: Workspace, index: Index, route: Route, told: Collection[str]
) -> Iterator[KinPoint]:
    """The clients, pages and tests that write the path of a route out."""
    fixed = _fixed(route.said)
    words = [stem(part.lower()) for part in parts(fixed) if len(part) > 1]
    if len(words) < _TELLS:
        return
    pieces = [re.escape(one) for one in _PARAMETER.split(route.said.rpartition(" ")[2].strip("/"))]
    written = re.compile(r"[^/\s\"'`]{1,60}".join(pieces))
    carried = [{n for n, _ in index.texts.said.carriers(word)} for word in words]
    files = (index.texts.files.get(number) for number in set.intersection(*carried))
    paths = [f.path for f in files if f and f.path not in told and f.kind in _READ]
    most: list[tuple[int, KinPoint]] = []
    for path in sorted(p for p in paths if not is_changelog(p))[: 2 * _MOST_CARRIERS]:
        text = workspace.text(path) or ""
        if found := written.search(text):
            line = text.count("\n", 0, found.start()) + 1
            times = len(written.findall(text))
            most.append((times, KinPoint(path, line, "", found.group(), kind_of(path))))
    most.sort(key=lambda one: -one[0])
    yield from (point for _, point in most[:_MOST_OTHERS])


#: A path of fewer words may be anything's.
_TELLS = 2
_READ = ("code", "test", "docs", "config")
