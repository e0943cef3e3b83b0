"""The page is its owner's (WEB-5, ACT-1): a link that works once, and nothing without a login."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import stat
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from plangate.core.guard.acts import ACTS as WHOSE
from plangate.interfaces.web.pages.site_map import ACTS, PAGES
from tests.conftest import Runner
from tests.interfaces.support import OPEN
from tests.interfaces.web.site import Site, Visitor, site_in, start
from tests.patience import HANGS
from tests.person import at_terminal

pytestmark = pytest.mark.rule("WEB-5", "ACT-1")


def events(site: Site) -> int:
    if not site.db.exists():
        return 0
    with sqlite3.connect(site.db) as connection:
        (count,) = connection.execute("SELECT count(*) FROM plan_events").fetchone()
    connection.close()
    return int(count)


def test_a_link_logs_in_once_and_the_cookie_is_for_the_browser_alone(site: Site) -> None:
    link = at_terminal("login", environment=site.environment).text.strip()
    first = Visitor(site.server.address)
    answer = first.ask("GET", urlsplit(link).path)
    cookie = answer.headers["set-cookie"].lower()
    assert answer.status == 303
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "While you were away" in first.get("/").words
    followed = first.ask("GET", urlsplit(link).path)
    assert (followed.status, followed.headers["location"]) == (303, "/")
    assert "set-cookie" not in followed.headers
    again = Visitor(site.server.address).ask("GET", urlsplit(link).path)
    assert again.status == 403
    assert "used already" in again.text


def test_a_browser_that_only_looks_ahead_does_not_use_a_link_up(site: Site) -> None:
    link = urlsplit(at_terminal("login", environment=site.environment).text.strip()).path
    visitor = Visitor(site.server.address)
    assert visitor.ask("GET", link, headers={"sec-purpose": "prefetch"}).status == 200
    assert visitor.ask("HEAD", link).status == 200
    assert visitor.cookie == ""
    assert visitor.ask("GET", link).status == 303


@pytest.mark.usefixtures("visitor")
def test_a_link_is_over_after_five_minutes(site: Site) -> None:
    link = urlsplit(at_terminal("login", environment=site.environment).text.strip()).path
    (folder,) = (site.db.parent / "web").iterdir()
    for file in (folder / "links").iterdir():
        about = json.loads(file.read_text())
        file.write_text(json.dumps({**about, "until": "2020-01-01T00:00:00.000Z"}))
    assert Visitor(site.server.address).ask("GET", link).status == 403


def test_what_is_kept_of_a_login_is_the_owners_and_no_secret(site: Site, visitor: Visitor) -> None:
    (folder,) = (site.db.parent / "web").iterdir()
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert kept
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in kept)
    secret = visitor.cookie.partition("=")[2].partition(".")[0]
    assert not any(secret.encode() in path.read_bytes() for path in kept)


@pytest.mark.parametrize("path", sorted(PAGES))
def test_without_a_login_nothing_is_shown(site: Site, path: str) -> None:
    answer = Visitor(site.server.address).ask("GET", path.replace("{id}", "w1"))
    assert answer.status == 401
    assert "plangate login" in answer.words
    assert "Inbox" not in answer.text


@pytest.mark.parametrize("path", sorted(ACTS))
def test_without_a_login_nothing_acts(site: Site, path: str) -> None:
    before = events(site)
    answer = Visitor(site.server.address).ask("POST", path.replace("{id}", "w1"), b"choice=a")
    assert answer.status == 401
    assert events(site) == before


def test_a_cookie_somebody_made_up_is_no_login(site: Site, visitor: Visitor) -> None:
    name, _, value = visitor.cookie.partition("=")
    login, _, signature = value.partition(".")
    for forged in (f"{login}.{'0' * 64}", f"x{login}.{signature}", "", ".", "é.é", "a" * 5_000):
        stranger = Visitor(site.server.address)
        stranger.cookie = f"{name}={forged}".encode().decode("latin-1")
        assert stranger.ask("GET", "/inbox").status == 401


def test_a_form_needs_the_token_of_its_own_login(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    other = site.visitor()
    other.get("/")
    before = events(site)
    for token in ("", "x", "é", other.token):
        sent = urlencode({"form_token": token, "choice": "a"}).encode()
        assert visitor.ask("POST", f"/questions/{question.id}/answer", sent).status == 403
    assert events(site) == before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-length": "9999999"}, 413),
        ({"content-length": "-1"}, 400),
    ],
    ids=str,
)
def test_what_comes_from_elsewhere_is_not_even_looked_at(
    site: Site, visitor: Visitor, headers: dict[str, str], status: int
) -> None:
    question = site.question(OPEN)
    before = events(site)
    visitor.get("/")
    sent = urlencode({"form_token": visitor.token, "choice": "a"}).encode()
    if headers.get("content-length") == "-1":
        sent = b""  # what nobody reads resets the connection, and the answer may go with it
    answer = visitor.ask("POST", f"/questions/{question.id}/answer", sent, headers)
    assert answer.status == status
    assert events(site) == before


def test_a_body_beyond_the_bound_is_refused(site: Site, visitor: Visitor) -> None:
    question = site.question(OPEN)
    visitor.get("/")
    sent = urlencode({"form_token": visitor.token, "words": "x" * 300_000}).encode()
    assert visitor.ask("POST", f"/questions/{question.id}/answer", sent).status == 413


@pytest.mark.full
@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: 127", b"POST / HTTP/1.1\r\n"])
def test_a_client_that_never_finishes_its_request_is_let_go(site: Site, begun: bytes) -> None:
    place = urlsplit(site.server.address)
    with socket.create_connection((str(place.hostname), int(place.port or 0))) as connection:
        connection.sendall(begun)
        assert connection.recv(1) == b""  # the server closes; it says nothing to it


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_only_looking_and_forms_are_known(visitor: Visitor, method: str) -> None:
    assert visitor.ask(method, "/").status == 405


def test_the_browser_is_told_to_load_our_own_files_and_nothing_else(visitor: Visitor) -> None:
    headers = visitor.get("/").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_logging_out_ends_the_login_and_no_other(site: Site, visitor: Visitor) -> None:
    leaving = site.visitor()
    assert "plangate login" in leaving.post("/logout").words
    cookie = leaving.cookie
    assert leaving.ask("GET", "/inbox").status == 401
    stolen = Visitor(site.server.address)
    stolen.cookie = cookie
    assert stolen.ask("GET", "/inbox").status == 401
    assert visitor.get("/inbox").status == 200


def test_everything_but_the_login_itself_is_a_persons_on_the_page_too() -> None:
    assert {name for name, act in WHOSE.items() if act.verdict("web") != "yes"} == {"login"}


# --- the commands ---------------------------------------------------------------------------------


def test_a_script_gets_no_link_and_is_told_what_a_person_runs(cli: Runner, site: Site) -> None:
    ran = cli("login", "--db", site.db)
    assert ran.code == 5
    assert "ACT-1" in ran.err
    assert "a person runs: plangate login" in ran.err


def test_started_without_a_person_it_runs_and_prints_no_link(tmp_path: Path) -> None:
    server = start({"HOME": str(tmp_path)}, "--open", cwd=tmp_path, at_terminal=False)
    try:
        assert "/login/" not in server.said
        assert "`plangate login` at a terminal" in server.said
        assert Visitor(server.address).ask("GET", "/").status == 401
    finally:
        server.stop()


def test_it_stops_cleanly_and_a_login_outlives_it(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path)}
    server = start(environment, cwd=tmp_path)
    visitor = Visitor(server.address).log_in(server.link)
    assert server.stop(signal.SIGINT) == 0
    gone = at_terminal("login", environment=environment)
    assert gone.code == 2
    assert "plangate serve" in gone.text
    again = start(environment, cwd=tmp_path)
    try:
        back = Visitor(again.address)
        back.cookie = visitor.cookie
        assert "While you were away" in back.get("/").words
        assert "1" in at_terminal("login", "--end", environment=environment).text
        assert back.ask("GET", "/").status == 401
    finally:
        assert again.stop(signal.SIGTERM) in (0, -signal.SIGTERM)


def test_behind_a_proxy_the_page_has_its_name_its_prefix_and_a_secure_cookie(
    tmp_path: Path,
) -> None:
    public = ("--public", "https://plans.example.org/gate")
    server = start({"HOME": str(tmp_path)}, *public, cwd=tmp_path)
    try:
        assert server.link.startswith("https://plans.example.org/gate/login/")
        inside = _inside(server.process.pid)
        proxy = Visitor(inside)
        named = {"host": "plans.example.org"}
        answer = proxy.ask("GET", urlsplit(server.link).path, headers=named)
        assert answer.headers["location"] == "/gate/"
        cookie = answer.headers["set-cookie"].lower()
        assert "secure" in cookie
        assert "path=/gate/" in cookie
        page = proxy.ask("GET", "/gate/inbox", headers=named)
        assert page.status == 200
        assert 'href="/gate/ledger"' in page.text
        assert proxy.ask("GET", "/inbox", headers=named).status == 200  # a proxy that strips it
        assert "strict-transport-security" in page.headers
    finally:
        server.stop()


def _inside(process: int) -> str:
    """The address a server listens on, as the system tells it."""
    inodes = {
        link.readlink().name.removeprefix("socket:[").rstrip("]")
        for link in Path(f"/proc/{process}/fd").iterdir()
        if str(link.readlink()).startswith("socket:[")
    }
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and words[9] in inodes:
            return f"http://127.0.0.1:{int(words[1].partition(':')[2], 16)}"
    raise AssertionError("it listens nowhere")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--host", "0.0.0.0"), "--host: 0.0.0.0 is not loopback"),
        (("--host", "0.0.0.0", "--public", "http://plans.example.org"), "--host"),
        (("--host", "0.0.0.0", "--tls-cert", "page.pem"), "--public: is needed"),
        (("--tls-cert", "nothing.pem"), "--tls-cert: 'nothing.pem' is not a file"),
        (("--public", "plans.example.org"), "--public"),
        (("--public", "https://u:p@plans.example.org"), "--public"),
        (("--public", "https://plans.example.org/?a=b"), "--public"),
        (("--port", "99999"), "--port"),
    ],
    ids=str,
)
def test_an_address_it_may_not_have_is_one_line(
    cli: Runner, arguments: tuple[str, ...], says: str
) -> None:
    ran = cli("serve", *arguments)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


def newest(site: Site) -> Path:
    """The project the last question was asked in."""
    return max(site.workspace.glob("p*"), key=lambda path: int(path.name[1:]))


def test_an_address_of_a_page_carries_no_credential(site: Site) -> None:
    question = site.question(OPEN)
    told = at_terminal("open", "--print", str(question.id), environment=site.environment)
    assert told.text.strip() == f"{site.server.address}/questions/{question.id}"
    by_number = at_terminal("open", "--print", "D1", environment=site.environment, cwd=newest(site))
    assert by_number.text.strip().endswith(f"/questions/{question.id}")
    unknown = at_terminal("open", "--print", "nothing-q9", environment=site.environment)
    assert unknown.code == 2


@pytest.mark.rule("TEAM-6")
def test_whoever_starts_servers_learns_without_a_login_that_it_runs_and_nothing_else(
    site: Site,
) -> None:
    for path in ("/health/live", "/health/ready"):
        answer = Visitor(site.server.address).ask("GET", path)
        assert (answer.status, answer.text) == (200, "ok\n")


# --- a team ---------------------------------------------------------------------------------------


class Team(NamedTuple):
    """A server whose database has a team: ada, who says who is in, and bob."""

    site: Site
    alone: Visitor
    """Who had logged in before there was a team."""
    ada: str
    bob: str

    def people(self, *words: str) -> str:
        return at_terminal("people", *words, environment=self.site.environment).text

    def login(self, token: str) -> Visitor:
        visitor = Visitor(self.site.server.address)
        assert visitor.ask("POST", "/login", urlencode({"token": token}).encode()).status == 303
        return visitor

    def refuses(self, token: str) -> bool:
        sent = urlencode({"token": token}).encode()
        return Visitor(self.site.server.address).ask("POST", "/login", sent).status == 403


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    with site_in(tmp_path) as site:
        alone = Visitor(site.server.address).log_in(site.server.link)
        made = Team(site, alone, "", "")
        ada = made.people("add", "ada", "--role", "people", "--role", "answer").split()[0]
        made.people("enter", ada)
        bob = made.people("add", "bob", "--role", "answer").split()[0]
        yield made._replace(ada=ada, bob=bob)


@pytest.mark.rule("TEAM-3")
def test_a_person_of_a_team_logs_in_with_their_token_and_an_agent_never(team: Team) -> None:
    agent = team.people("add", "bot", "--agent").split()[0]
    assert all(team.refuses(wrong) for wrong in ("", "pgp_nobody", agent))
    assert team.login(team.bob).get("/inbox").status == 200
    assert team.alone.ask("GET", "/inbox").status == 401, "it names nobody of the team"


@pytest.mark.rule("TEAM-3")
@pytest.mark.parametrize("how", ["revoke", "remove"])
def test_taking_back_a_token_ends_the_logins_begun_with_it_at_once(team: Team, how: str) -> None:
    question = team.site.question(OPEN)
    bob, ada = team.login(team.bob), team.site.visitor()
    assert bob.get("/inbox").status == 200
    assert ada.get("/inbox").status == 200, "by the link of a terminal where ada entered her token"
    team.people(how, team.bob.split("_")[1] if how == "revoke" else "bob")
    before = events(team.site)
    sent = urlencode({"form_token": bob.token, "choice": "a"}).encode()
    assert bob.ask("POST", f"/questions/{question.id}/answer", sent).status == 401
    assert bob.ask("GET", "/inbox").status == 401
    assert bob.ask("GET", "/events").status == 401
    assert team.refuses(team.bob)
    assert events(team.site) == before
    assert ada.get("/inbox").status == 200, "it ends no other login"
    again = team.people("add", "bob", "--role", "answer").split()[0]
    assert team.login(again).get("/inbox").status == 200
    assert bob.ask("GET", "/inbox").status == 401, "an ended login stays ended"


@pytest.mark.rule("TEAM-3")
def test_a_page_that_listens_is_let_go_when_its_token_is_taken_back(team: Team) -> None:
    bob = team.login(team.bob)
    connection = HTTPConnection(bob.host, timeout=HANGS)
    connection.request("GET", "/events", headers={"cookie": bob.cookie})
    heard = connection.getresponse()
    assert heard.readline().startswith(b"event: written")
    team.people("revoke", team.bob.split("_")[1])
    rest = heard.read()  # until the server closes it
    assert rest.count(b"event: written") == 0
    connection.close()


@pytest.mark.rule("TEAM-3")
def test_a_link_that_waits_is_worth_nothing_once_its_token_is_taken_back(team: Team) -> None:
    link = at_terminal("login", environment=team.site.environment).text.strip()
    team.people("add", "eve", "--role", "people")
    team.people("revoke", team.ada.split("_")[1])
    late = Visitor(team.site.server.address)
    late.ask("GET", urlsplit(link).path)
    assert late.ask("GET", "/inbox").status == 401


@pytest.mark.rule("TEAM-3", "WEB-1")
def test_settings_name_the_team_and_a_refusal_says_why_without_a_rules_name(team: Team) -> None:
    question = team.site.question(OPEN)
    team.people("add", "bot", "--agent")
    eve = team.login(team.people("add", "eve").split()[0])
    settings = eve.get("/settings").words
    assert "ada a person answer, people" in settings
    assert "eve (you) a person look" in settings
    assert "bot an agent plan and relay" in settings
    refused = eve.post(f"/questions/{question.id}/withdraw", {"why": "it need not be asked"})
    assert refused.status == 403
    assert "Not done. " in refused.words
    assert "TEAM-3" not in refused.words
    assert "eve" in refused.words.partition("Not done. ")[2][:80]


@pytest.mark.rule("TEAM-3")
def test_the_page_shows_whose_a_question_is_and_it_changes_hands_there(team: Team) -> None:
    question = team.site.question(OPEN)
    ada, bob = team.login(team.ada), team.login(team.bob)
    here = f"/questions/{question.id}"
    assert "anybody’s to answer Claim" in ada.get(here).words
    assert "bob’s to answer" in bob.post(f"{here}/claim").words
    assert "bob’s to answer" in ada.get("/inbox").words
    assert "ada’s to answer" in bob.post(f"{here}/assign", {"to": "ada"}).words
    wrong = bob.post(f"{here}/assign", {"to": "eve"})
    assert (wrong.status, "ada, bob" in wrong.words) == (400, True)
    said = at_terminal("inbox", "--json", environment=team.site.environment).text
    assert f'"assigned": {{"{question.id}": "ada"}}' in said
    assert "anybody’s to answer" in ada.post(f"{here}/assign", {"to": ""}).words
    team.people("add", "bob", "--role", "approve")
    refused = bob.post(f"{here}/claim")
    assert (refused.status, "bob may not" in refused.words) == (403, True)
