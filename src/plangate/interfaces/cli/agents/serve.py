"""`plangate serve`, `plangate login` and `plangate open`: the web page (WEB-1, WEB-5)."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act, settings_for
from plangate.interfaces.cli.printing import complain, emit
from plangate.interfaces.cli.shared_options import db_option, json_option

if TYPE_CHECKING:
    from plangate.interfaces.web.web_desk import Desk
    from plangate.settings import Database


@click.command(epilog="Example: plangate serve --open")
@click.option("--port", type=click.IntRange(0, 65_535), default=8_780, help="0 takes a free one.")
@click.option("--open", "opened", is_flag=True, help="Open the page in your browser.")
@click.option("--host", default="127.0.0.1", help="Where it listens; beyond loopback with TLS.")
@click.option(
    "--public", metavar="URL", help="The address of a proxy before it, with the prefix it uses."
)
@click.option("--tls-cert", type=click.Path(path_type=Path), help="A certificate, for TLS.")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Its key.")
@db_option
@json_option
def serve(
    port: int,
    opened: bool,
    host: str,
    public: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    db: Database | None,
    as_json: bool,
) -> int:
    """Serve the web page: what waits for you, what was assumed, the plans and their history.

    At a terminal it prints a link to log in with, which works once; started otherwise it runs, and
    `plangate login` makes one. Ctrl-C stops it.
    """
    from plangate.interfaces.extras import require_extra

    require_extra("web", "plangate serve")
    from plangate.interfaces.web.serving.web_server import Listen, serve
    from plangate.wiring.this_machine import user_name

    settings = settings_for(None, db)
    listen = Listen(host, port, public, tls_cert, tls_key)
    serve(settings, user_name(), listen, lambda desk: _ready(desk, opened, as_json))
    return 0


def _ready(desk: Desk, opened: bool, as_json: bool) -> None:
    """WEB-5: a link on a person's terminal and nowhere else; a browser is given no more."""
    from plangate.core.guard.acts import ACTS
    from plangate.core.model.errors import Refused
    from plangate.wiring.measuring import measuring
    from plangate.wiring.members import login_of
    from plangate.wiring.this_machine import acting

    desk.measured = measuring(complain)
    address, actor, link = desk.address.of(), acting(), None
    if ACTS["login"].verdict(actor.surface) == "yes":
        with suppress(Refused):  # TEAM-3: somebody the team does not know serves it all the same
            secret = desk.access.new_link(*login_of(desk.settings, actor), desk.now())
            link = desk.address.of(f"/login/{secret}")
    if as_json:
        document = {"schema": "plangate.serving/1", "address": address, "link": link}
        _say(json.dumps(document))
    elif link is None:
        _say(f"plangate serves {address}; `plangate login` at a terminal makes a link to log in")
    else:
        _say(f"plangate serves {address}; log in once, within 5 minutes: {link}")
    if opened and link is not None:
        _open(link)


@command(epilog="Example: plangate login")
@click.option("--open", "opened", is_flag=True, help="Open the link in your browser.")
@click.option("--end", "ended", is_flag=True, help="End every login there is instead.")
def login(call: Call, opened: bool, ended: bool) -> int:
    """Print a link that logs you in to the page of `plangate serve`: once, within five minutes.

    A person's act: a script or an agent is refused.
    """
    from plangate.interfaces.web.serving.access import Access
    from plangate.interfaces.web.serving.whereabouts import web_folder
    from plangate.wiring.members import login_of
    from plangate.wiring.this_machine import system_clock

    access = Access(web_folder(call.settings.db))
    if ended:  # fewer logins are safer: anybody may end them
        number = access.end_all()
        document = {"schema": "plangate.logins-ended/1", "ended": number}
        return call.show(document, f"logins ended: {number}")
    person = require_act("login", "plangate login", call.settings)
    known = login_of(call.settings, person)
    address = _server(call)
    link = f"{address}/login/{access.new_link(*known, system_clock().now())}"
    if opened:
        _open(link)
    return call.show({"schema": "plangate.login/1", "link": link, "seconds": 300}, link)


@command("open", epilog="Example: plangate open D2")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--print", "printed", is_flag=True, help="Print the address instead.")
def open_(call: Call, name: str | None, printed: bool) -> int:
    """Open the page of ID: a question, plan, ledger entry or scope, or its number in this
    directory's project (D2); without one the first page.

    The address carries no credential: the page asks for a login.
    """
    address = f"{_server(call)}{_path(call, name)}"
    if not printed and not call.as_json:
        _open(address)
    return call.show({"schema": "plangate.address/1", "address": address}, address)


def _server(call: Call) -> str:
    from plangate.core.model.errors import BadInput
    from plangate.interfaces.web.serving.whereabouts import server_of

    address = server_of(call.settings.db)
    if address is None:
        raise BadInput("server", "no page of this database is served", "plangate serve")
    return address


def _path(call: Call, name: str | None) -> str:
    """The page of whatever an id names."""
    from plangate.app.naming.lookup import find_any
    from plangate.core.log.tables import Query
    from plangate.wiring.workspaces import here_in

    if name is None:
        return "/"
    with call.store() as store:
        if name[:1] in "dD" and name[1:].isdigit():
            places = here_in(store, call.here).places
            for table, page in (("questions", "questions"), ("scopes", "scopes")):
                where = Query(table, equals={"number": name.upper()}, places=places)
                if rows := store.rows(where):
                    return f"/{page}/{rows[-1]['id']}"
        table, row = find_any(store, name)
    pages = {"questions": "questions", "assumptions": "ledger", "scopes": "scopes"}
    if table in pages:
        return f"/{pages[table]}/{row['id']}"
    session = str(row.get("session") or row["plan_session_id"])
    return f"/plans/{session}" + (f"?v={row['version']}" if table == "plans" else "")


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        emit("no browser was found; open the address yourself")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
