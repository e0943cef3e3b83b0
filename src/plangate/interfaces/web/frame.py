"""What stands around every page: the navigation with its counts, the focus, the form token."""

from __future__ import annotations

from markupsafe import Markup

from plangate.core.log.tables import Query
from plangate.core.model.records import Document
from plangate.interfaces.web.visit import Page, Visit
from plangate.interfaces.web.web_desk import Said

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
