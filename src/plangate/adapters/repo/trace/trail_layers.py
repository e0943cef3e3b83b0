"""Which layer of a program a file belongs to: store, code, screen, texts, tests, pages (UND-5)."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from plangate.adapters.repo.index.file_kinds import keeps_records, kind_of

#: The layers in the order in which they are built.
LAYERS = ("migration", "store", "code", "screen", "texts", "test", "docs")
#: A row of steps, one file that has them all, or the shape of all tables.
_MIGRATES = re.compile(
    r"(?:^|/)(?:\w*migrat\w*|versions)/(?:.*/)?[vV]?\d[^/]*$|(?:^|/)versions/[0-9a-f]{12}_\w+\.py$|(?:^|/)migrations?\.\w+$|\.sql$"
    r"|(?:^|/)schema\.(?:rb|prisma)$|(?:^|/)schema/[^/]+\.php$",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"(?:^|/)(?:locales?|lang(?:uages?)?|i18n|l10n|translations?|messages|intl)/"
    r"|\.(?:po|ftl|arb|strings)$",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\.(?:tsx|jsx|vue|svelte|html?|erb|haml|slim|twig|hbs|ejs|pug|cshtml|razor)$|\.blade\.php$"
    r"|(?:^|/)(?:[\w-]+-)?(?:ui|views?|templates?|components?|frontend|client|webapp|pages|screens|assets|public"
    r"|static|web/src|vue\d*|react|angular|svelte|webui|gui|javascript)/.*(?<!\.py)(?<!\.go)(?<!\.rb)"
    r"(?<!\.java)(?<!\.rs)(?<!\.kt)(?<!\.cs)$",
    re.IGNORECASE,
)
_TRIES = re.compile(
    r"(?:^|/)(?:e2e|[\w-]*(?<![a-z])(?:tests?|specs?)(?![a-z])[\w-]*)/", re.IGNORECASE
)
_PAGES = re.compile(r"(?:^|/)docs?/", re.IGNORECASE)
_STEP = re.compile(r"\d{3,}|[Vv]\d+_|\d+[._]\d+|[0-9a-f]{12}_")


@lru_cache(maxsize=50_000)
def layer_of(path: str) -> str:
    """The layer a file belongs to, by its path."""
    kind = kind_of(path)
    if kind == "test" or _TRIES.search(path):
        return "test"
    if kind == "docs" or _PAGES.search(path):
        return "docs"
    if _SPEAKS.search(path):
        return "texts"
    if _MIGRATES.search(path):
        return "migration"
    if kind == "markup" or _SHOWS.search(path):
        return "screen"
    return "store" if keeps_records(path) else "code"


def is_step(path: str) -> bool:
    """Whether a file is one step of a numbered row of migrations, or lies in one."""
    folder, name = posixpath.split(path)
    numbered = is_numbered(name) or is_numbered(posixpath.basename(folder))
    return numbered and layer_of(path) == "migration"


def is_numbered(name: str) -> bool:
    return _STEP.match(name) is not None
