"""Pages to HTML: one environment, in which everybody's text is text and nothing else (WEB-6).

Whatever a template puts out is escaped, and characters that reorder or hide text are shown as what
they are, as on a terminal. Only what `drawing` makes is markup. Around every page stand the
navigation with its counts, the focus and the form token.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from plangate._version import __version__
from plangate.core.log.tables import Query
from plangate.core.model.records import Document, Fields
from plangate.interfaces.screens.session_states import standing_word
from plangate.interfaces.text import shown
from plangate.interfaces.web import words
from plangate.interfaces.web.visit import Page, Visit, to
from plangate.interfaces.web.web_desk import Said
from plangate.language.tokens import counted

_HERE = Path(__file__).parent
STATIC = {"plangate.css": "text/css", "page.js": "text/javascript", "mark.svg": "image/svg+xml"}


def _as_text(value: Any) -> Any:
    """Every value a template puts out goes through here."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def _environment(prefix: str) -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_as_text,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )
    made.filters |= {
        "short": words.short,
        "project": words.project,
        "counted": counted,
        "took": words.seconds,
        "given": words.given,
        "topic": words.topic,
        "standing": standing_word,
    }
    made.globals |= {
        "prefix": prefix,
        "version": __version__,
        "static": lambda name: f"{prefix}/static/{name}?v={static_file(name)[1]}",
        "to": lambda *parts, **query: prefix + to(*parts, **query),
    }
    return made


def rendered(prefix: str, template: str, now: datetime, values: Fields) -> bytes:
    """A page as bytes."""
    made = _environment(prefix).get_template(template)
    times = {
        "when": lambda stamp: words.when(stamp, now),
        "clock": lambda stamp: words.clock(stamp, now),
    }
    return made.render(**times, **values).encode("utf-8", "backslashreplace")


@cache
def static_file(name: str) -> tuple[bytes, str]:
    """A file of ours, and the digest that names this version of it."""
    raw = (_HERE / "static" / name).read_bytes()
    return raw, hashlib.sha256(raw).hexdigest()[:12]


#: More than this many are not counted but called `99+`.
_MOST_COUNTED = 99
_FIELD = '<input type="hidden" name="form_token" value="{}">'


def around(visit: Visit, page: Page, said: Said | None) -> Document:
    """The values of base.html for somebody who logged in."""
    planner = visit.look()
    token = visit.desk.access.form_token(visit.login)
    waiting = Query("questions", among=("status", ("pending", "held")), limit=_MOST_COUNTED + 1)
    open_entries = Query("assumptions", equals={"status": "open"}, limit=_MOST_COUNTED + 1)
    return {
        "login": visit.login,
        "token": lambda: Markup(_FIELD).format(token),
        "form_token": token,
        "said": said,
        "problem": visit.problem,
        "mark": visit.mark,
        "inbox_count": _counted(len(planner.store.rows(waiting))),
        "ledger_count": _counted(len(planner.store.rows(open_entries))),
        "focus": planner.outside.focus(),
    }


def _counted(number: int) -> str:
    return f"{_MOST_COUNTED}+" if number > _MOST_COUNTED else str(number or "")


def shut(why: str, status: int) -> Page:
    """The only page for somebody who has not logged in."""
    return Page("shut.html", "Log in", {"why": why, "login": None}, status)
