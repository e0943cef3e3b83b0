"""The addresses of the page, and how a request becomes an answer.

A handler runs in a thread. A page that was made is kept for as long as nothing is written and the
minute is the same, because its words say times; what is kept is kept for one login.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs

from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from plangate.core.model.errors import (
    AlreadySettled,
    NotFound,
    PlangateError,
    Refused,
    StillWaiting,
    StoreError,
)
from plangate.core.model.records import Fields
from plangate.interfaces.web import words
from plangate.interfaces.web.kept import Kept
from plangate.interfaces.web.pages.site_map import ACTS, PAGES
from plangate.interfaces.web.rendering import STATIC, around, rendered, shut, static_file
from plangate.interfaces.web.serving.access import LOGIN_LASTS, Login
from plangate.interfaces.web.serving.guard import Application, guarded
from plangate.interfaces.web.serving.live import Live
from plangate.interfaces.web.visit import Act, Go, Page, Show, Visit
from plangate.interfaces.web.web_desk import Desk, Said

T = TypeVar("T")

_PLAIN = {"cache-control": "no-store"}
_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
_LEAST_PACKED = 4_096
_MOST_FIELDS = 1_000


class Made(NamedTuple):
    """A page as it goes out."""

    body: bytes
    status: int = 200


def application_of(desk: Desk) -> Application:
    """The whole page, with its guard around it."""
    return guarded(_Pages(desk).application(), desk.address)


class _Pages:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._prefix = desk.address.prefix
        self._threads = ThreadPoolExecutor(5, "plangate-web")
        self._kept: Kept[Made] = Kept(128)
        self._live = Live(lambda: self._in_thread(desk.mark), lambda: self._in_thread(desk.pause))
        desk.leaving.append(self._live.end)

    def application(self) -> Starlette:
        routes = [
            Route("/login", self._no_login, methods=["GET"]),
            Route("/login", self._log_in_by_token, methods=["POST"]),
            Route("/login/{secret}", self._log_in),
            Route("/logout", self._log_out, methods=["POST"]),
            Route("/events", self._events),
            Route("/health/live", self._live_or_ready),
            Route("/health/ready", self._live_or_ready),
            Route("/static/{name}", self._static),
            *(Route(path, self._showing(show, path)) for path, show in PAGES.items()),
            *(
                Route(path, self._acting(act, show, path), methods=["POST"])
                for path, (act, show) in ACTS.items()
            ),
        ]
        return Starlette(
            routes=routes,
            lifespan=self._life,
            exception_handlers={
                HTTPException: self._nothing_here,
                StoreError: _away,
                Exception: _defect,
            },
        )

    @asynccontextmanager
    async def _life(self, _app: Starlette) -> AsyncIterator[None]:
        yield
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # --- logging in and out -----------------------------------------------------------------------

    async def _login(self, request: Request) -> Login | None:
        """Who asks; TEAM-3: nobody from the moment their token was taken back or they are gone."""
        cookie = request.cookies.get(self._desk.access.cookie, "")
        login = self._desk.access.login_of(cookie, self._desk.now()) if cookie else None
        return login if login is not None and await self._holds(login) else None

    async def _holds(self, login: Login) -> bool:
        if await self._in_thread(lambda: self._desk.holds(login)):
            return True
        self._desk.access.end(login)
        return False

    async def _no_login(self, request: Request) -> Response:
        return await self._shut(request, 200)

    async def _shut(self, request: Request, status: int, why: str = "") -> Response:
        """The page for somebody who has not logged in; nothing of the database is on it."""
        page = shut(why, status)
        return self._answer(request, Made(self._html(page, {}), status))

    async def _log_in(self, request: Request) -> Response:
        """WEB-5: a link works once; a browser that only looks ahead does not use it up."""
        if request.method != "GET" or "prefetch" in request.headers.get("sec-purpose", ""):
            return PlainTextResponse("a login link\n", headers=_PLAIN)
        access, now = self._desk.access, self._desk.now()
        known = access.claim(request.path_params["secret"], now)
        if known is None:
            if await self._login(request) is not None:  # this browser used it: its owner is in
                return RedirectResponse(f"{self._prefix}/", 303, headers=_PLAIN)
            return await self._shut(request, 403, "That link was used already, or is over.")
        return self._logged_in(*known)

    async def _log_in_by_token(self, request: Request) -> Response:
        """TEAM-3: a person of the team by the token they were given; the Origin was checked."""
        token = next(iter((await _form(request)).get("token", ())), "")
        known = await self._in_thread(lambda: self._desk.holder_of(token)) if token else None
        if known is None:
            return await self._shut(request, 403, "That token is not known, or it was revoked.")
        return self._logged_in(*known)

    def _logged_in(self, by: str, token: str) -> Response:
        access = self._desk.access
        _, cookie = access.begin(by, token, self._desk.now())
        answer = RedirectResponse(f"{self._prefix}/", 303, headers=_PLAIN)
        answer.set_cookie(
            access.cookie,
            cookie,
            max_age=int(LOGIN_LASTS.total_seconds()),
            path=f"{self._prefix}/",
            secure=self._desk.address.is_secure,
            httponly=True,
            samesite="lax",
        )
        return answer

    async def _log_out(self, request: Request) -> Response:
        login, form = await self._login(request), await _form(request)
        if login is None:
            return await self._shut(request, 401)
        if not self._is_ours(login, form):
            return await self._shut(request, 403, "This form is not of this login.")
        self._desk.access.end(login)
        answer = RedirectResponse(f"{self._prefix}/login", 303, headers=_PLAIN)
        answer.delete_cookie(self._desk.access.cookie, path=f"{self._prefix}/")
        return answer

    def _is_ours(self, login: Login, form: Mapping[str, Sequence[str]]) -> bool:
        token = next(iter(form.get("form_token", ())), "")
        return self._desk.access.is_own_form(login, token)

    # --- pages ------------------------------------------------------------------------------------

    def _showing(self, show: Show, path: str) -> Callable[[Request], Any]:
        async def shown(request: Request) -> Response:
            login = await self._login(request)
            if login is None:
                return await self._shut(request, 401)
            visit = self._visit(request, login)
            return self._answer(request, await self._in_thread(lambda: self._shown(show, visit)))

        return self._measured(shown, path)

    def _acting(self, act: Act, show: Show, path: str) -> Callable[[Request], Any]:
        async def acted(request: Request) -> Response:
            login, form = await self._login(request), await _form(request)
            if login is None:
                return await self._shut(request, 401)
            if not self._is_ours(login, form):
                return await self._shut(request, 403, "This form is not of this login.")
            visit = self._visit(request, login)._replace(form=form)
            done = await self._in_thread(lambda: self._acted(act, show, visit))
            if isinstance(done, Made):
                return self._answer(request, done)
            return RedirectResponse(self._prefix + done, 303, headers=_PLAIN)

        return self._measured(acted, path)

    def _measured(self, answer: Callable[[Request], Any], path: str) -> Callable[[Request], Any]:
        """TEAM-6: a page or an act by its address, without what it is about."""

        async def endpoint(request: Request) -> Response:
            with self._desk.measured(f"page {request.method} {path}"):
                found: Response = await answer(request)
                return found

        return endpoint

    def _visit(self, request: Request, login: Login) -> Visit:
        self._desk.note_presence()
        return Visit(
            desk=self._desk,
            login=login,
            now=self._desk.now(),
            path=request.url.path,
            named=dict(request.path_params),
            query=dict(request.query_params),
        )

    def _shown(self, show: Show, visit: Visit) -> Made:
        """A page; the one that was made before while nothing has happened."""
        try:
            said = self._desk.said(visit.query["said"]) if "said" in visit.query else None
            self._desk.settle()
            mark = self._desk.mark()
            key = (
                visit.login.name,
                visit.path,
                tuple(sorted(visit.query.items())),
                mark,
                f"{visit.now:%Y%m%d%H%M}",
                self._desk.seen(),
            )
            if said is None and (made := self._kept.get(key)) is not None:
                return made
            made = self._made(show(visit), visit._replace(mark=mark), said)
        except PlangateError as error:
            return self._failed(error, visit)
        if said is None and made.status == 200:
            self._kept.put(key, made)
        return made

    def _acted(self, act: Act, show: Show, visit: Visit) -> Made | str:
        """Where to go after an act; or the page it was done on, with why it was not."""
        try:
            done = act(visit)
        except PlangateError as error:
            visit = visit._replace(problem=words.refusal(error))
            try:
                return self._made(show(visit)._replace(status=_status(error)), visit, None)
            except PlangateError as worse:
                return self._failed(worse, visit)
        return self._after(done)

    def _after(self, done: Go) -> str:
        if not done.said:
            return done.path
        path, mark, fragment = done.path.partition("#")
        name = self._desk.say(Said(done.said, done.undo, done.undo_label))
        return f"{path}{'&' if '?' in path else '?'}said={name}{mark}{fragment}"

    def _failed(self, error: PlangateError, visit: Visit) -> Made:
        status = _status(error)
        values = {"problem_line": words.refusal(error), "status": status}
        title = "Not found" if status == 404 else "That did not work"
        try:
            return self._made(Page("failed.html", title, values, status), visit, None)
        except StoreError:
            return Made(f"{words.refusal(error)}\n".encode(), status)

    def _made(self, page: Page, visit: Visit, said: Said | None) -> Made:
        return Made(self._html(page, around(visit, page, said)), page.status)

    def _html(self, page: Page, more: Fields) -> bytes:
        values = {"title": page.title, "part": page.part, **page.values, **more}
        return rendered(self._prefix, page.template, self._desk.now(), values)

    def _answer(self, request: Request, made: Made) -> Response:
        headers = {"content-type": "text/html; charset=utf-8", "vary": "accept-encoding", **_PLAIN}
        if len(made.body) >= _LEAST_PACKED and _takes_gzip(request):
            packed = self._kept.packed(made.body, lambda: gzip.compress(made.body, 5, mtime=0))
            return Response(packed, made.status, {**headers, "content-encoding": "gzip"})
        return Response(made.body, made.status, headers)

    # --- the rest ---------------------------------------------------------------------------------

    async def _events(self, request: Request) -> Response:
        login = await self._login(request)
        if login is None:
            return PlainTextResponse("log in first\n", 401, _PLAIN)
        return EventSourceResponse(self._told(login), ping=20, headers=_PLAIN)

    async def _told(self, login: Login) -> AsyncIterator[dict[str, str]]:
        """What an open page hears, until its login counts no more (whatever ends it is written)."""
        async for told in self._live.listen():
            if not await self._holds(login):
                return
            yield told

    async def _live_or_ready(self, request: Request) -> Response:
        """TEAM-6: for whoever starts and stops servers: it runs; it can read its database.

        Nothing of the database is in the answer, so no login is asked for.
        """
        if request.url.path.endswith("/ready"):
            try:
                await self._in_thread(self._desk.mark)
            except StoreError:
                return PlainTextResponse("the database cannot be read\n", 503, _PLAIN)
        return PlainTextResponse("ok\n", 200, _PLAIN)

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return PlainTextResponse("there is no such file\n", 404, _PLAIN)
        return Response(static_file(name)[0], media_type=STATIC[name], headers=_FOR_EVER)

    async def _nothing_here(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        if (login := await self._login(request)) is None:
            return await self._shut(request, status if status == 405 else 401)
        visit = self._visit(request, login)
        missing = NotFound("address", f"{visit.path[:120]!r} is not a page", "one of those above")
        made = await self._in_thread(lambda: self._failed(missing, visit))
        return self._answer(request, made)


async def _away(_request: Request, error: Exception) -> Response:
    """Whose login this is cannot be looked up now; nothing is shown to whoever it may be."""
    return PlainTextResponse(f"{words.refusal(error)}\n", 503, _PLAIN)


async def _defect(_request: Request, error: Exception) -> Response:
    """What nobody foresaw: the terminal of the server shows where."""
    text = f"a defect of plangate ({type(error).__name__}); the server's terminal shows where\n"
    return PlainTextResponse(text, 500, _PLAIN)


async def _form(request: Request) -> dict[str, list[str]]:
    """The fields of a form; none when it is too large, cut off or not one."""
    try:
        raw = await request.body()
        text = raw.decode("ascii")
        return parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except (ClientDisconnect, UnicodeDecodeError, ValueError):
        return {}


def _takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _status(error: PlangateError) -> int:
    match error:
        case NotFound():
            return 404
        case AlreadySettled() | StillWaiting():
            return 409
        case Refused():
            return 403
        case StoreError():
            return 503
        case _:
            return 400
