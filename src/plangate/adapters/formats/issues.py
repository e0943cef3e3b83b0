"""An issue as the usual tools export it (PLAN-12): GitHub's and GitLab's JSON, Jira's, what
`gh issue view` prints, or plain Markdown. Title and text become the goal; comments do not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import read_json

_FIELD = "--from"
_ACCEPTED = "an issue as JSON of gh, glab or Jira, or Markdown with a title"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONT = re.compile(r"\A---\r?\n(.*?)\r?\n---\r?\n", re.DOTALL)
_VIEWED = re.compile(r"\Atitle:\t([^\n]+)\n((?:[\w -]+:\t?[^\n]*\n)*)--\n", re.ASCII)
_FRONT_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_HEADING = re.compile(r"#{1,2}\s+(.+?)\s*#*\s*")
_LONGEST_TITLE = 300


class Issue(NamedTuple):
    """What an issue wants, and where it stands."""

    title: str
    text: str
    source: str

    @property
    def goal(self) -> str:
        return f"{self.title}\n\n{self.text}".strip()


def read_issue(raw: bytes, name: str) -> Issue:
    """The issue in a file, or one line about why there is none (ERR-1)."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(_FIELD, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    if not text.strip():
        raise BadInput(_FIELD, "is empty", _ACCEPTED)
    if name.endswith(".json") or text.lstrip()[:1] in ("{", "["):
        return _from_json(read_json(raw, _FIELD), name)
    return _from_text("\n".join(text.splitlines()), name)


def _from_json(value: Any, name: str) -> Issue:
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != 1:
            raise BadInput(_FIELD, f"holds {len(value)} issues", "one issue")
        value = value[0]
    if not isinstance(value, Mapping):
        raise BadInput(_FIELD, "is not an issue", _ACCEPTED)
    fields = value.get("fields")
    if isinstance(fields, Mapping):  # Jira
        value = {**fields, "title": fields.get("summary"), "url": value.get("key")}
    title = value.get("title")
    if not isinstance(title, str) or not title.strip():
        raise BadInput(f"{_FIELD}: title", "is missing or is not text", _ACCEPTED)
    body = value.get("body") if value.get("body") is not None else value.get("description")
    if body is not None and not isinstance(body, str):
        raise BadInput(f"{_FIELD}: body", "is no text", "text")
    where = (value.get(key) for key in ("url", "html_url", "web_url"))
    source = next((place for place in where if isinstance(place, str) and place), name)
    return Issue(_line(title), _cleaned(body or ""), source)


def _from_text(text: str, name: str) -> Issue:
    if viewed := _VIEWED.match(text):
        return Issue(_line(viewed[1]), _cleaned(text[viewed.end() :]), name)
    title = ""
    if front := _FRONT.match(text):
        text = text[front.end() :]
        if stated := _FRONT_TITLE.search(front[1]):
            title = stated[1]
    text = _cleaned(text)
    first, _, rest = text.partition("\n")
    heading = _HEADING.fullmatch(first)
    if not title and (heading or len(first) <= _LONGEST_TITLE):
        title, text = heading[1] if heading else first, rest.strip()
    if not (title or text):
        raise BadInput(_FIELD, "holds no text", _ACCEPTED)
    return Issue(_line(title), text, name)


def _cleaned(text: str) -> str:
    """Without the remarks of a template that nobody sees."""
    return _COMMENT.sub("", text).strip()


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_TITLE]
