"""One request as a handler sees it, and what it gives back: a page, or another address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote, urlencode

from plangate.app.planner import Planner
from plangate.core.model.records import Fields
from plangate.interfaces.web.serving.access import Login
from plangate.interfaces.web.web_desk import Desk


class Visit(NamedTuple):
    """Who asks for what. `problem` is why the act that led here was not done."""

    desk: Desk
    login: Login
    now: datetime
    path: str
    named: Mapping[str, str]
    query: Mapping[str, str]
    form: Mapping[str, Sequence[str]] = {}
    problem: str = ""
    mark: int = 0
    """How many events there were when the page was made; 0 when that does not matter."""

    def given(self, field: str) -> str:
        """A field of the form; empty when it was not sent."""
        return next(iter(self.form.get(field, ())), "").strip()

    def look(self) -> Planner:
        return self.desk.look()

    @contextmanager
    def act(self) -> Iterator[Planner]:
        with self.desk.act(self.login) as planner:
            yield planner


class Page(NamedTuple):
    """A template and what stands in it."""

    template: str
    title: str
    values: Fields
    status: int = 200
    part: str = ""
    """Which entry of the navigation it belongs to."""


class Go(NamedTuple):
    """After an act: another address, and the sentence that says what came of it."""

    path: str
    said: str = ""
    undo: str = ""
    undo_label: str = ""


Show = Callable[[Visit], Page]
Act = Callable[[Visit], Go]


def to(*parts: str, **query: str | int | None) -> str:
    """An address of ours, without the prefix: every part quoted, empty queries left out."""
    path = "/" + "/".join(quote(str(part), safe="") for part in parts)
    asked = urlencode({name: value for name, value in query.items() if value not in (None, "")})
    return f"{path}?{asked}" if asked else path
