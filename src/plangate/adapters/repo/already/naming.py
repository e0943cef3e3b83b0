"""What a line of a file gives a name to, and whether such a name can be a feature (UND-4).

A handler, a command, an option, a route, a setting or a screen does something for somebody. A
column, a constant, a style, a variable or an accessor only keeps what somebody else works with: it
shows that a word is known here, and never that a wish is granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from plangate.language.words.stems import parts, stem


class Named(NamedTuple):
    """A name that a file gives to something."""

    kind: str
    name: str
    line: int
    worth: float


_TYPES = "TEXT INT BOOLEAN TIMESTAMP VARCHAR DATE NUMERIC SERIAL JSON REAL UUID"
_TYPE = "TEXT|INTEGER|INT|BIGINT|BOOLEAN|TIMESTAMP\\w*|VARCHAR|DATE|NUMERIC|SERIAL|JSONB?|REAL|UUID"
_ACCESS = "public|private|protected|static|final|async|override"
#: Kind, worth, texts of which a line must have one for the pattern to be tried at all, the pattern
#: and whether it begins with the line: most of the time goes to lines that have none.
_PATTERNS: tuple[tuple[str, float, tuple[str, ...], re.Pattern[str], bool], ...] = tuple(
    (kind, worth, tuple(needs.split() or needs), re.compile(pattern), pattern.startswith("^"))
    for kind, worth, needs, pattern in (
        (
            "class",
            1.0,
            "class struct trait interface enum record type",
            r"\b(?:class|struct|trait|interface|enum|record|type)\s+(\w+)",
        ),
        (
            "function",
            1.0,
            "def fun fn",
            r"\b(?:def|func|fn|function|fun)\s+(?:\([^()]{0,80}\)\s*)?(\w+)",
        ),
        (
            "function",
            1.0,
            "const let var",
            r"^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(",
        ),
        (
            "function",
            1.0,
            _ACCESS.replace("|", " "),
            rf"^\s*(?:(?:{_ACCESS})\s+)+[\w<>\[\], ?.]{{0,60}}?(\w+)\s*\(",
        ),
        ("option", 1.0, "\"-- '-- `--", r"[\"'`](--[a-z][\w-]+)"),
        (
            "option",
            1.0,
            '",',
            r"\b(?:Bool|String|Int|Uint|Duration|Count|Float)\w{0,12}\((?:&[\w.]+,\s*)?\"([a-z][\w.-]+)\",",
        ),
        ("option", 1.0, ".long( Arg::new(", r"(?:\.long|Arg::new)\(\"([a-z][\w-]+)\""),
        ("option", 0.9, "bool", r"^\s*(?:pub\s+)?(\w+)\s*:\s*(?:Option<)?bool\b"),
        ("label", 1.0, "t(", r"\$?\b(?:t|tr|gettext|trans)\(\s*[\"'`]([A-Za-z][\w.-]{4,80})[\"'`]"),
        (
            "command",
            1.0,
            ".command( .add_parser( .subcommand(",
            r"\.(?:command|add_parser|subcommand)\(\s*[\"'`]([\w:-]+)",
        ),
        ("command", 1.0, "Use:", r"\bUse:\s*\"([\w-]+)"),
        ("route", 1.0, "\"/ '/ `/", r"[\"'`](/[\w{}<>:/.$-]{2,80})[\"'`]"),
        ("constant", 1.0, "= :", r"^\s*(?:export\s+)?(?:const\s+)?([A-Z][A-Z0-9_]{3,})\s*[:=]"),
        ("variable", 0.9, "= :", r"^\s*([a-z][\w-]{2,}(?:\.[\w-]+)*)\s*[:=]\s*[\w\"'\[{-]"),
        ("column", 0.95, _TYPES, rf"^\s*(?:ADD\s+COLUMN\s+)?[\"`]?(\w+)[\"`]?\s+(?:{_TYPE})\b"),
        (
            "table",
            0.95,
            "TABLE table Table",
            r"(?i:\bCREATE\s(?:VIRTUAL\s)?TABLE\s(?:IF NOT EXISTS\s)?)[\"`]?(\w+)",
        ),
        (
            "field",
            0.9,
            ":",
            r"^\s*(?:pub\s+|public\s+|private\s+|readonly\s+)*(\w+)\??\s*:\s*[\w<\[]",
        ),
        ("field", 0.9, " ", r"^\s+([A-Z]\w+)\s+[\w.*\[\]]+(?:\s+`|$)"),
        ("handler", 0.9, "={", r"\b(on[A-Z]\w+)=\{"),
        ("heading", 0.8, "#", r"^#{1,6}\s+(.{3,80})$"),
    )
)
#: A settings file tells what can be set in quotation marks: `{"show-read-feeds", …}`.
_KEY = re.compile(r"[\"']([A-Za-z]{2,}(?:[-_.][A-Za-z]{2,}){1,8})[\"']")
_OF_PAGES = tuple(one for one in _PATTERNS if one[0] == "heading")
_OF_CODE = tuple(one for one in _PATTERNS if one[0] != "heading")
_DATA = frozenset(("constant", "variable", "column", "table", "field"))
#: What is kept in such a file is there for people to set.
_OF_SETTINGS = re.compile(
    r"(?:^|/)[^/]*(?:config|setting|option|preference|default|flag)s?[^/]*$"
    r"|(?:^|[/._-])(?:conf|pref|arg|cli|env)s?(?![a-z])[^/]*$"
    r"|(?:^|/)(?:config|conf|settings|options|preferences)/[^/]*$"
    r"|^(?:[^/]+/)?[^/]+\.(?:toml|ini|cfg|properties)$|\.env$",
    re.IGNORECASE,
)
_TITLE_LINES = 2
_ASKS = re.compile(
    r"_*(?:[Ii]s|[Hh]as|[Cc]an|[Ss]hould|[Ww]as|[Ww]ill|[Nn]eeds?|[Dd]id|[Nn]ot)(?=[A-Z_])"
    r"|\w+(?:_exists|Exists)$"
)
_PASSES = re.compile(
    r"[^\n]*\n?\s*\{?\s*(?:return\s+(?:\$this->|this\.|self\.|@)?\w+\s*;?\s*(?:\n|\}|$)"
    r"|(?:\$this->|this\.|self\.)\w+\s*=\s)"
)
#: Every program has these, and they are about the program itself.
_OF_EVERY_PROGRAM = re.compile(r"--(?:version|help)")
_GETS = re.compile(r"[gs]et(?=[A-Z_])")


def named(path: str, prose: bool, number: int, line: str) -> Iterator[Named]:
    """The names a line gives; what a settings file keeps is a setting."""
    keeps = not prose and is_of_settings(path)
    for kind, worth, needs, pattern, is_first in _OF_PAGES if prose else _OF_CODE:
        for need in needs:
            if need in line:
                break
        else:
            continue
        if kind == "heading" and number <= _TITLE_LINES:
            continue  # what a page is called as a whole is often what the project is called
        once = [pattern.match(line)] if is_first else pattern.finditer(line)
        for found in filter(None, once):
            told = "setting" if keeps and kind in _DATA else kind
            yield Named(told, found[1], number, worth)
    for found in _KEY.finditer(line) if keeps else ():
        yield Named("setting", found[1], number, 0.95)


@lru_cache(maxsize=10_000)
def is_of_settings(path: str) -> bool:
    """Whether a file by its name holds what people set."""
    return _OF_SETTINGS.search(path) is not None


def is_feature(one: Named, text: str, at: int) -> bool:
    """Whether a name can be what somebody asked for; `at` is where its line begins in the text."""
    if one.kind in _DATA or _OF_EVERY_PROGRAM.fullmatch(one.name):
        return False
    if one.kind != "function":
        return True
    if _ASKS.match(one.name):
        return False
    return not (_GETS.match(one.name) and _PASSES.match(text, at))


def called(path: str, one: Named) -> str:
    """A thing as people speak of it: by what it is for them, and its name."""
    kind = one.kind
    if kind in ("function", "class") and _OF_REQUESTS.search(path):
        kind = "handler"
    elif kind in ("function", "class") and path.endswith(_SCREENS) and one.name[:1].isupper():
        kind = "screen"
    elif kind == "heading":
        return f"the section “{one.name}”"
    return f"the {kind} `{one.name}`"


_OF_REQUESTS = re.compile(
    r"(?:^|[/_.])(?:views?|controllers?|handlers?|routes?|routers?|endpoints?|resolvers?)[/._]"
    r"|Controller\.|Handler\.",
)
_SCREENS = (".vue", ".tsx", ".jsx", ".svelte", ".astro")
#: What explains such a thing stands beside it.
EXPLAINED = ("option", "command", "setting", "route")


@lru_cache(maxsize=50_000)
def words_of_name(name: str) -> tuple[str, ...]:
    """The stems of a name's parts."""
    return tuple(map(stem, parts(name.replace("-", "_"))))
