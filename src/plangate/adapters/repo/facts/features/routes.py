"""HTTP routes, as rows: which file is looked at, what proves the framework, how a route is written.

A row's pattern names its parts: `path`, and `method` where the route says it. A prefix counts when
it is given in the same file (a blueprint, a router, a class); what another file adds is not known
here and not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.facts.lines_in_text import code_of, line_at
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence
from plangate.language.words.stems import words_in_rows

_MOST, _MOST_WITHOUT_WORDS = 6, 3
_Q = r"[\"'`]"
_PATH = r"(?P<path>[^\"'`\s]*)"
_JS_VERBS = r"(?P<method>get|post|put|patch|delete|all)"


class _RouteRow(NamedTuple):
    endings: tuple[str, ...]
    hints: tuple[str, ...]  # plain words of which the proof needs one: cheap to look for
    proof: re.Pattern[str]
    route: re.Pattern[str]
    prefix: re.Pattern[str] | None = None
    method: str = "ANY"
    is_relative: bool = False  # another file says where it hangs: it is told as it is written


def _row(
    endings: str,
    hints: str,
    proof: str,
    route: str,
    prefix: str | None = None,
    method: str = "ANY",
    is_relative: bool = False,
) -> _RouteRow:
    return _RouteRow(
        tuple(endings.split()),
        tuple(hints.split()),
        re.compile(proof, re.M),
        re.compile(route, re.M),
        re.compile(prefix, re.M) if prefix else None,
        method,
        is_relative,
    )


_JS = ".js .ts .mjs .cjs .jsx .tsx .mts"
ROWS = (
    _row(
        ".py",
        "flask quart sanic",
        r"^[ \t]*(?:from|import) (?:flask|quart|sanic|flask_\w+)\b",
        rf"^[ \t]*@\w+\.route\(\s*{_Q}{_PATH}{_Q}"
        rf"(?:[^)\n]*methods\s*=\s*[\[(]\s*{_Q}(?P<method>\w+))?",
        r"Blueprint\([^)]{0,300}url_prefix"
        rf"\s*=\s*{_Q}(?P<path>[^\"'\n]*){_Q}",
        "GET",
    ),
    _row(
        ".py",
        "fastapi flask quart litestar sanic aiohttp starlette",
        r"^[ \t]*(?:from|import) (?:fastapi|flask|quart|litestar|sanic|aiohttp|starlette)\b",
        r"^[ \t]*@\w+\.(?P<method>get|post|put|patch|delete|websocket)"
        rf"\(\s*(?:path\s*=\s*)?{_Q}{_PATH}{_Q}",
        r"(?:APIRouter|Blueprint)\([^)]{0,300}?(?:prefix|url_prefix)"
        rf"\s*=\s*{_Q}(?P<path>[^\"'\n]*){_Q}",
    ),
    _row(
        ".py",
        "django",
        r"^[ \t]*from django\.(?:urls|conf\.urls)\b",
        rf"^[ \t]*(?:re_)?path\(\s*_?\(?r?{_Q}(?P<path>[^\"'\n]+){_Q}",
        is_relative=True,
    ),
    _row(
        _JS,
        "express koa fastify hono restify polka",
        r"(?:require\(|from\s+)[\"'](?:[\w./@-]*/)?(?:express|koa-router|@koa/router|fastify|hono|restify|polka)[\"']",
        rf"\b(?:app|router|server|api|fastify|\w*[rR]outer|routes)\.{_JS_VERBS}\(\s*{_Q}(?P<path>/[^\"'`\s]*){_Q}",
    ),
    _row(
        _JS,
        "@nestjs/common",
        r"from\s+[\"']@nestjs/common[\"']",
        rf"^[ \t]*@(?P<method>Get|Post|Put|Patch|Delete|All)\(\s*(?:{_Q}{_PATH}{_Q})?\s*\)",
        rf"@Controller\(\s*{_Q}(?P<path>[^\"'`]*){_Q}",
    ),
    _row(
        ".rb",
        "Rails namespace Sinatra",
        r"Rails\.application\.routes\.draw|^[ \t]*namespace\b|Sinatra",
        r"^[ \t]*(?P<method>get|post|put|patch|delete|resources?)"
        rf"[ \t(]+(?:{_Q}|:)(?P<path>[\w/:.*-]+)",
    ),
    _row(
        ".java .kt",
        "springframework",
        r"import org\.springframework\.web\.bind\.annotation",
        r"^[ \t]*@(?P<method>Get|Post|Put|Patch|Delete)Mapping"
        r"(?:\(\s*(?:(?:value|path)\s*=\s*)?[\[{]?\s*\"(?P<path>[^\"]*)\")?",
        r"^@RequestMapping\(\s*(?:(?:value|path)\s*=\s*)?[\[{]?\s*\"(?P<path>[^\"]*)\"",
    ),
    _row(
        ".go",
        "net/http",
        r"\"net/http\"",
        r"\.Handle(?:Func)?\(\s*\"(?:(?P<method>[A-Z]+) )?(?P<path>/[^\"\s]*)\"",
    ),
    _row(
        ".go",
        "gin-gonic labstack gofiber go-chi",
        r"\"(?:github\.com/gin-gonic/gin|github\.com/labstack/echo|github\.com/gofiber/fiber"
        r"|github\.com/go-chi/chi)",
        r"\.(?P<method>GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete)\(\s*\"(?P<path>/[^\"\s]*)\"",
    ),
    _row(
        ".php",
        "Route",
        r"Illuminate\\+Support\\+Facades\\+Route|^Route::",
        rf"\bRoute::(?P<method>get|post|put|patch|delete|any|resource|apiResource)\(\s*{_Q}(?P<path>[^\"'\n]*){_Q}",
    ),
    _row(
        ".php",
        "Slim router",
        r"\bSlim\\+|\$(?:app|router|group)->(?:get|post|put|patch|delete)\(",
        rf"\$(?:this|app|router|group)->(?P<method>get|post|put|patch|delete|any)\(\s*{_Q}(?P<path>/[^\"'\n]*){_Q}\s*,",
    ),
    _row(
        ".php",
        "Symfony",
        r"Symfony\\+Component\\+Routing",
        rf"#\[Route\(\s*(?:path:\s*)?{_Q}(?P<path>[^\"'\n]*){_Q}"
        rf"(?:[^\]]{{0,200}}methods:\s*\[\s*{_Q}(?P<method>\w+))?",
    ),
    _row(
        ".cs",
        "ApiController ControllerBase Controller",
        r"\[ApiController\]|ControllerBase|:\s*Controller\b",
        r"\[Http(?P<method>Get|Post|Put|Patch|Delete)(?:\(\s*\"(?P<path>[^\"]*)\")?",
        r"^[ \t]*\[Route\(\s*\"(?P<path>[^\"]*)\"",
    ),
    _row(
        ".cs",
        "WebApplication IEndpointRouteBuilder RouteGroupBuilder",
        r"WebApplication|IEndpointRouteBuilder|RouteGroupBuilder",
        r"\.Map(?P<method>Get|Post|Put|Patch|Delete)\(\s*\"(?P<path>[^\"]*)\"",
        r"\.MapGroup\(\s*\"(?P<path>[^\"]*)\"",
    ),
    _row(
        ".rs",
        "actix_web rocket",
        r"\b(?:actix_web|rocket)\b",
        r"^[ \t]*#\[(?P<method>get|post|put|patch|delete)\(\s*\"(?P<path>[^\"]*)\"",
    ),
    _row(
        ".rs",
        "axum",
        r"\baxum\b",
        r"\.route\(\s*\"(?P<path>[^\"]*)\"\s*,\s*(?P<method>get|post|put|patch|delete)\b",
    ),
)
#: Files that are a route by where they lie.
_BY_PLACE = re.compile(
    r"^(?:src/)?(?:app/(?P<app>(?:[\w\[\]().-]+/)*)route|pages/(?P<pages>api/[\w\[\]./-]+?))\.[jt]sx?$"
)


def routes(view: View, opened: Sequence[str], frameworks: Sequence[str]) -> list[Evidence]:
    """Routes that share the goal's words; a few others when the goal is about routes at all."""
    found = [*_written(view, opened), *(_placed(view) if "Next.js" in frameworks else ())]
    shared = {route: view.goal.shared(_fixed(route.fact)) for route in found}
    alike = [route for route in found if shared[route]]
    alike.sort(key=lambda route: -len(shared[route]))
    if view.goal.speaks_of(words_in_rows("about_routes")):
        alike += [route for route in found if route not in alike][:_MOST_WITHOUT_WORDS]
    return first(alike, _MOST)


def _fixed(route: str) -> str:
    """The parts of a path that are always the same: what a parameter is called says little."""
    return re.sub(r"<[^>]*>|\{[^}]*\}|\(\?P<[^)]*\)|:\w+", "", route.partition(" ")[2])


def _written(view: View, opened: Sequence[str]) -> Iterator[Evidence]:
    for path in opened:
        if not path.endswith(_ENDINGS):
            continue
        text = code_of(path, view.source(path))
        for said, start, _ in routes_in(path, text):
            yield fact("route", said, f"{path}:{line_at(text, start)}", 0.9)


def routes_in(path: str, text: str) -> Iterator[tuple[str, int, str]]:
    """The routes that a text declares, where each begins and what answers it."""
    for row in ROWS:
        fits = path.endswith(row.endings) and any(hint in text for hint in row.hints)
        if fits and row.proof.search(text):
            yield from _matches(row, path, text)


_ENDINGS = tuple(dict.fromkeys(ending for row in ROWS for ending in row.endings))


def _matches(row: _RouteRow, path: str, text: str) -> Iterator[tuple[str, int, str]]:
    prefix = _prefix(row, path, text)
    for found in row.route.finditer(text):
        method = (found.groupdict().get("method") or row.method).upper()
        path_there = found.group("path") or ""
        where = path_there if row.is_relative else _joined(prefix, path_there)
        said = f"{method} {where}"
        if method in ("RESOURCE", "RESOURCES", "APIRESOURCE"):
            said = f"{'RESOURCES' if method != 'RESOURCE' else method} {where}"
        yield said, found.start(), _answering(text[found.start() : found.end() + _NEAR])


#: So far behind a route what answers it is named.
_NEAR = 400
_FUNCTION = re.compile(
    r"(?:\bdef|\bfunc|\bfun|\bfn|\bfunction)\s+(?P<name>\w+)"
    r"|^[ \t]*(?:public|private|protected|async|static|export)\s[^\n=(]*?(?P<method>\w+)\(",
    re.M,
)
_TAKEN = re.compile(
    r"(?<![\"'\w])(?P<name>[A-Za-z_][\w.:]*)|[\"'](?P<quoted>[A-Za-z_]\w*)[\"']\s*\]"
)


_RAILS = re.compile(r"(?:=>|to:)\s*[\"'](?:[\w/]+)#(?P<name>\w+)")


def _answering(text: str) -> str:
    """The name of what answers a route: the last that is handed over with it, or the function that
    stands below its mark."""
    if text.lstrip()[:1] in "@#[":
        found = _FUNCTION.search(text)
        return (found["name"] or found["method"]) if found else ""
    if "(" not in text.partition("\n")[0]:
        found = _RAILS.search(text.partition("\n")[0])
        return found["name"] if found else ""
    depth, end = 0, len(text)
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter in ")]" and depth == 0:
            end = at
            break
    names = [one["name"] or one["quoted"] for one in _TAKEN.finditer(text[:end])]
    names = [_bare(name) for name in names[1:] if not name.endswith("::class")]
    written = text[: text.find("\n")].lower()
    path = next(iter(re.findall(r"[\"'`]([^\"'`]*)", written)), "")
    said = [word.rstrip("s") for word in re.findall(r"[a-z]{4,}", path)]
    alike = [name for name in names if any(word in name.lower() for word in said)]
    return next(iter((*alike[-1:], *names[-1:])), "")


def _bare(name: str) -> str:
    return name.rpartition(".")[2].rpartition(":")[2]


def _prefix(row: _RouteRow, path: str, text: str) -> str:
    """The one prefix of a file; with two there is no telling which a route has."""
    if row.prefix is None:
        return ""
    found = {match.group("path") for match in row.prefix.finditer(text)}
    if len(found) != 1:
        return ""
    name = path.rpartition("/")[2].rpartition(".")[0].removesuffix("Controller")
    return re.sub(r"\[controller\]", name.lower(), found.pop(), flags=re.IGNORECASE)


def _joined(prefix: str, path: str) -> str:
    parts = [part.strip("/") for part in (prefix, path)]
    end = "/" if path.endswith("/") and path != "/" else ""
    return f"/{'/'.join(filter(None, parts))}{end}" if any(parts) else "/"


def _placed(view: View) -> Iterator[Evidence]:
    for path in view.files:
        if found := _BY_PLACE.match(path):
            inside = found.group("app")
            where = inside.rstrip("/") if inside is not None else found.group("pages")
            yield fact("route", f"ANY /{where.removesuffix('/index')}", path, 0.9)
