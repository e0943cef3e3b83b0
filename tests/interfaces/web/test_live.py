"""Open pages hear at once what was written elsewhere (WEB-1)."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.interfaces.support import OPEN
from tests.interfaces.web.site import Site, Visitor
from tests.person import at_terminal

pytestmark = pytest.mark.rule("WEB-1")


def listen(visitor: Visitor) -> tuple[HTTPConnection, HTTPResponse]:
    connection = HTTPConnection(visitor.host, timeout=600)
    connection.request("GET", "/events", headers={"cookie": visitor.cookie})
    return connection, connection.getresponse()


def told(stream: HTTPResponse) -> int:
    """The next number of events it tells."""
    while True:
        line = stream.readline().decode().strip()
        assert line or not stream.closed
        if line.startswith("data:"):
            return int(line.removeprefix("data:"))


def test_an_answer_at_another_terminal_is_told_to_whoever_looks(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN)
    connection, stream = listen(visitor)
    try:
        assert stream.getheader("content-type", "").startswith("text/event-stream")
        before = told(stream)
        answered = at_terminal("answer", str(question.id), "b", environment=site.environment)
        assert answered.code == 0, answered.text
        assert told(stream) > before
        assert "The remote store" in visitor.get(f"/questions/{question.id}").words
    finally:
        connection.close()


def test_a_page_that_was_made_before_is_made_anew_once_something_was_written(
    site: Site, visitor: Visitor
) -> None:
    question = site.question(OPEN)
    where = f"/questions/{question.id}"
    assert "If you do nothing" in visitor.get(where).words
    assert "If you do nothing" in visitor.get(where).words
    at_terminal("hold", str(question.id), environment=site.environment)
    assert "on hold" in visitor.get(where).words


def test_only_whoever_logged_in_hears_anything(site: Site) -> None:
    assert Visitor(site.server.address).ask("GET", "/events").status == 401
