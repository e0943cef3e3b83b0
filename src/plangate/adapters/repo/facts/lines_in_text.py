"""Where a name is declared in a text, and a text without what is only said in it."""

from __future__ import annotations

import re
from collections.abc import Mapping


def declared_line(text: str, name: str) -> int:
    """The line on which a manifest declares a name, by the surest form it has; 0 for none."""
    own = re.escape(name)
    for pattern in (
        rf"[\"']{own}[ \t]*(?:\[[^\]\n]{0, 200}\])?[ \t]*[<>=!~;@]",  # a requirement with a version
        rf"[\"']{own}[\"'][ \t]*:[ \t]*[\"'{{]",  # a key of a JSON object
        rf"^[ \t]*[\"']?{own}[\"']?[ \t]*=",  # a key of a TOML table
        rf"^[ \t]*{own}[ \t]*(?:\[[^\]\n]{0, 200}\])?[ \t]*(?:[<>=!~;@#].*)?$",  # a line of its own
        rf"(?<![\w-]){own}(?![\w-])",
    ):
        if found := re.search(pattern, text, re.IGNORECASE | re.MULTILINE):
            return line_at(text, found.start() + len(found.group()) - len(found.group().lstrip()))
    return 0


def line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


_PYTHON_TEXTS = {'"""': '"""', "'''": "'''"}


_LINE_COMMENT = re.compile(r"(?:^|(?<=\s))//[^\n]*", re.MULTILINE)


_HASH_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)


def code_of(path: str, text: str) -> str:
    """A source text with its comments and docstrings blanked; every line keeps its number."""
    if path.endswith(".py"):
        return blanked(text, _PYTHON_TEXTS)
    if path.endswith((".rb", ".rake", ".ex", ".exs")):
        return _HASH_COMMENT.sub("", blanked(text, {"\n=begin": "\n=end"}))
    return _LINE_COMMENT.sub("", blanked(text, {"/*": "*/"}))


def blanked(text: str, spans: Mapping[str, str]) -> str:
    """Nothing but line ends from each opener to its closer; what is never closed stays.

    Linear in the text, which a lazy pattern is not: an opener without a closer is sought once.
    """
    opener = re.compile("|".join(map(re.escape, spans)))
    kept: list[str] = []
    unclosed: set[str] = set()
    place = 0
    while found := opener.search(text, place):
        name, end = found.group(), -1
        if name not in unclosed:
            end = text.find(spans[name], found.end())
        if end < 0:
            unclosed.add(name)
            kept.append(text[place : found.end()])
            place = found.end()
            continue
        after = end + len(spans[name])
        kept += [text[place : found.start()], "\n" * text.count("\n", found.start(), after)]
        place = after
    return "".join([*kept, text[place:]])


def key_line(text: str, key: str) -> int:
    """The line that assigns something to a key, as TOML, JSON and INI do; 1 when none does."""
    found = re.search(rf"^[ \t{{,]*[\"']?{re.escape(key)}[\"']?\s*[=:]", text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1
