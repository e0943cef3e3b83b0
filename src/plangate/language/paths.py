"""Paths, addresses and identifiers in a text: what is named, and not said."""

from __future__ import annotations

import re

from plangate.language.patterns import lazy

#: What stands behind the ending of a file that another is made from, or that is kept beside it.
COPY_ENDING = r"(?:\.(?:example|sample|dist|template|tmpl|local|bak|j2|erb))?"
_PATH = lazy(
    r"(?<![\w/.@+-])(?:\.{1,2}/)?(?:[\w@.+-]+/)+[\w@.+-]*[\w-]"
    r"|(?<![\w/.@+<~-])[\w+-]+\.(?:py|js|ts|jsx|tsx|rs|go|java|kt|rb|php|cs|c|h|cpp|swift|sql|sh|md"
    r"|rst|txt|toml|yaml|yml|json|cfg|ini|html|css|scss|vue|svelte|tf|proto|lock|xml|gradle)"
    rf"{COPY_ENDING}\b"
)
#: A command with its option, as it is typed: “tool clean --dry-run”.
TYPED = lazy(r"[\w-]+ --?[a-z][\w-]*")
#: A migration that ran already is not changed: what comes next is a new one.
PAST_MIGRATION = lazy(
    r"(?:^|/)(?:migrations?|migrate|versions)/(?:.*/)?\d[^/]*$"
    r"|(?:^|/)migrations?/(?:.*/)?[VU]\d[\d._]*__[^/]*$|(?:^|/)(?:migrations|alembic)/versions/[^/]+$",
    re.IGNORECASE,
)
#: What any change of a program brings along: its version, its notes, what it says in other tongues.
GOES_ALONG = lazy(
    r"(?:^|/)(?:_?version|changelog|changes|release[_-]?notes|i18n|l10n|locales?|lang|languages?"
    r"|translations?)(?=[/.])",
    re.IGNORECASE,
)
_SCREEN = lazy(
    r"\.(?:jsx|tsx|vue|svelte|astro|html?|erb|haml|slim|twig|hbs|ejs|pug|jinja2?|j2|phtml|razor"
    r"|cshtml|heex|css|scss|sass|less|qml|xaml)$|\.blade\.php$"
)
_OF_SCREENS = lazy(
    r"(?:^|/)(?:ui|frontend|front-end|webapp|client|components?|screens?|widgets?|templates?)/",
    re.IGNORECASE,
)
_PARTS = lazy(r"(?:^|/)(?:components?|screens?|widgets?|views|pages)/", re.IGNORECASE)
_SCRIPTS = (".js", ".ts")
URL = lazy(r"(?<![\w+.-])[a-z][a-z0-9+.-]{0,30}://\S+", re.IGNORECASE)
_PROTOCOL = lazy(r"[A-Z]{2,6}/\d(?:\.\d)?")
#: What a handler is given, and a method of it that reads like the ending of a file.
_CALL = lazy(
    r"(?:res|req|resp|response|request|ctx|reply|self|this|client|r)\.(?:json|html|txt|xml)"
)
#: snake_case, camelCase, PascalCase, dotted.names, CONSTANTS_LIKE_THIS and calls().
_IDENTIFIER = lazy(
    r"(?<![\w./@-])(?:[A-Za-z]\w*(?:\.[A-Za-z_]\w*)+|_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+"
    r"|[a-z]+[a-z0-9]*[A-Z][A-Za-z0-9]*|[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*|[A-Za-z_]\w*(?=\(\)))"
    r"(?![\w/])"
)


def named_paths(text: str) -> tuple[str, ...]:
    """The paths a text names, in order, each once."""
    plain = URL.sub(" ", text)
    found = (match.group().rstrip(".") for match in _PATH.finditer(plain))
    return tuple(dict.fromkeys(path for path in found if not _is_word_pair(path)))


def _is_word_pair(path: str) -> bool:
    """“and/or”, “24/7”, “KB/MB/GB”, “HTTP/3”, `res.json`: words, numbers or a call, and no path."""
    parts = path.split("/")
    if all(part.isdigit() for part in parts) or _PROTOCOL.fullmatch(path) or _CALL.fullmatch(path):
        return True
    is_plain = "." not in path and all(part.isalpha() for part in parts)
    # “KB/MB/GB” are units or names beside each other
    return is_plain and (len(parts) == 2 or all(part.isupper() for part in parts))


def identifiers(text: str) -> tuple[str, ...]:
    """The names of code in a text, in order, each once; paths and addresses are none."""
    plain = _PATH.sub(" ", URL.sub(" ", text))
    return tuple(dict.fromkeys(found.group() for found in _IDENTIFIER.finditer(plain)))


def is_drawn(path: str) -> bool:
    """Whether a file says what a screen looks like: by its ending, or a script among such parts."""
    return bool(_SCREEN.search(path) or (path.endswith(_SCRIPTS) and _PARTS.search(path)))


def is_screen(path: str) -> bool:
    """Whether a file is what people see, by its ending or the folder it lies in."""
    return bool(_SCREEN.search(path) or _OF_SCREENS.search(path))
