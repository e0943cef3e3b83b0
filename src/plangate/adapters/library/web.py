"""The web for the librarian: a search API over HTTP, or a command of the person's own (INV-13).

Off unless the person configures one. Words of a question leave the machine with it, secrets taken
out; what comes back is untrusted text and is treated as such by whoever reads it. Only addresses a
search gave are fetched, over https, and never one of this machine or its network.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from plangate.adapters.machine.program_lookup import find_program
from plangate.app.ports import Result
from plangate.core.guard.redaction import redact

BRAVE = "https://api.search.brave.com/res/v1/web/search"
_SECONDS = 15
_LARGEST = 500_000
_LONGEST_QUERY = 300


class HttpSearch:
    """A search API that answers as Brave Search does; its key is in PLANGATE_WEB_KEY."""

    def __init__(self, address: str, key: str) -> None:
        self._address = address or BRAVE
        self._key = key

    def search(self, query: str, most: int) -> Sequence[Result]:
        asked = urllib.parse.urlencode({"q": redact(query)[:_LONGEST_QUERY], "count": most})
        headers = {"Accept": "application/json", "X-Subscription-Token": self._key}
        return _results(_get(f"{self._address}?{asked}", headers), most)

    def fetch(self, address: str) -> str:
        _require_outside(address)
        return page_text(_get(address, {"Accept": "text/html,text/plain"}))


class CommandSearch:
    """A command of the person's own: `search QUERY` prints a JSON list of title, address and
    excerpt; `fetch ADDRESS` prints a page's text."""

    def __init__(self, command: Sequence[str], workspace: Path) -> None:
        self._command = tuple(command)
        self._workspace = workspace

    def search(self, query: str, most: int) -> Sequence[Result]:
        return _results(self._said("search", redact(query)[:_LONGEST_QUERY]), most)

    def fetch(self, address: str) -> str:
        return page_text(self._said("fetch", address))

    def _said(self, *words: str) -> str:
        name = self._command[0]
        program = Path(name) if Path(name).is_absolute() else find_program(name, self._workspace)
        if program is None:
            raise OSError(f"{name!r} is not found outside the workspace")
        line = [str(program), *self._command[1:], *words]
        try:
            ended = subprocess.run(
                line, capture_output=True, timeout=_SECONDS, check=True, stdin=subprocess.DEVNULL
            )
        except subprocess.SubprocessError as error:
            raise OSError(f"{name}: {type(error).__name__}") from None
        return ended.stdout[:_LARGEST].decode("utf-8", "replace")


def _results(text: str, most: int) -> list[Result]:
    """The hits of an answer: a list, or Brave's document with one in it."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise OSError("the search gave no JSON") from None
    if isinstance(found, dict):
        web = found.get("web", found)
        found = web.get("results", []) if isinstance(web, dict) else []
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    return [
        Result(
            page_text(str(row.get("title", "")))[:200],
            str(row.get("address") or row.get("url") or "")[:500],
            page_text(str(row.get("excerpt") or row.get("description") or ""))[:1_000],
        )
        for row in rows[:most]
    ]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Where a page sends us on is nowhere anybody looked at."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _get(address: str, headers: dict[str, str]) -> str:
    request = urllib.request.Request(address, headers=headers)
    opener = urllib.request.build_opener(_NoRedirects)
    with opener.open(request, timeout=_SECONDS) as answer:
        return str(answer.read(_LARGEST).decode("utf-8", "replace"))


def _require_outside(address: str) -> None:
    """An https address that leads to no machine of this network."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme != "https" or not parts.hostname:
        raise OSError("only https pages are read")
    for found in socket.getaddrinfo(parts.hostname, 443, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(found[4][0]).is_global:
            raise OSError("an address of this network is not read")


class _Text(HTMLParser):
    """The words of a page, without what a browser would run or style by."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _attrs: Any) -> None:
        self._hidden += tag in ("script", "style", "template")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "template") and self._hidden > 0

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)


def page_text(page: str) -> str:
    """A page as plain text, line by line."""
    if "<" not in page:
        return page
    reader = _Text()
    reader.feed(page)
    return re.sub(r"[ \t]+", " ", "".join(reader.words)).strip()
