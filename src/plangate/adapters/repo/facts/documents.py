"""Documentation pages near the goal, decision records and the changelog."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from plangate.adapters.repo.facts.paths_aside import folder_of
from plangate.adapters.repo.facts.view import View, fact
from plangate.core.model.nouns import Evidence

_MOST_PAGES = 6
_README = re.compile(r"^readme(?:\.(?:md|rst|txt|adoc))?$", re.IGNORECASE)
_CHANGELOG = re.compile(
    r"^(?:changelog|changes|history|news|release[-_]?notes|releases)(?:\.(?:md|rst|txt|adoc))?$",
    re.IGNORECASE,
)
_PAGE = re.compile(r"^(?:docs?|documentation|website|site|guide|manual)/.*\.(?:mdx?|rst|adoc|txt)$")
_RECORD = re.compile(
    r"(?:^|/)(?:adrs?|decisions|decision-records|architecture-decisions|rfcs|docs?/records)/[^/]+"
    r"\.(?:md|rst|adoc)$",
    re.IGNORECASE,
)


def documents(view: View) -> list[Evidence]:
    return [*_pages(view), *_changelog(view), *_records(view)]


@lru_cache(maxsize=200_000)
def is_page(path: str) -> bool:
    """Whether a path is documentation that people read."""
    return bool(_PAGE.match(path) or ("/" not in path and _README.match(path)))


@lru_cache(maxsize=200_000)
def is_record(path: str) -> bool:
    return _RECORD.search(path) is not None


_STANCE = re.compile(
    r"(?:^|/)(?:[\w-]*[-_])?(?:architecture|compatibility|constraints|conventions|decisions|design"
    r"|guidelines|house-?rules|philosophy|policy|policies|principles|privacy|rules|scope|why-[\w-]+)"
    r"(?:[-_][\w-]*)?\.(?:md|rst|adoc|txt)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=200_000)
def is_stance(path: str) -> bool:
    """Whether a page by its name says what the program is meant to be."""
    return _STANCE.search(path) is not None


def has_documents(files: Iterable[str]) -> bool:
    """Whether there is any page, record or changelog to read."""
    return any(is_page(p) or is_record(p) or is_changelog(p) or is_own_rules(p) for p in files)


_OWN_RULES = re.compile(
    r"^(?:AGENTS|CLAUDE|CONTRIBUTING|ARCHITECTURE|DESIGN|HACKING|DEVELOPMENT)\.(?:md|rst|txt)$"
)


def is_own_rules(path: str) -> bool:
    """Whether a page at the top says how people work here."""
    return _OWN_RULES.match(path) is not None


@lru_cache(maxsize=200_000)
def is_changelog(path: str) -> bool:
    return _CHANGELOG.match(path.rpartition("/")[2]) is not None


def _pages(view: View) -> list[Evidence]:
    """The README, and the pages whose names share the goal's words."""
    readme = [path for path in view.files if "/" not in path and _README.match(path)][:1]
    alike = [
        (len(shared), path)
        for path in view.files
        if _PAGE.match(path) and not is_record(path) and (shared := view.goal.shared(_name(path)))
    ]
    alike.sort(key=lambda pair: (-pair[0], pair[1].count("/"), pair[1]))
    pages = [fact("doc_page", path, path, min(0.9, 0.5 + 0.2 * count)) for count, path in alike]
    room = _MOST_PAGES - len(readme)
    return [*pages[:room], *(fact("doc_page", path, path, 0.5) for path in readme)]


def _name(path: str) -> str:
    """Without the outermost folder: `docs` is no sign that a page is about documentation."""
    return path.partition("/")[2].rpartition(".")[0]


def _changelog(view: View) -> list[Evidence]:
    """The topmost one; a folder of fragments (towncrier) counts too."""
    found = [path for path in view.files if path.count("/") < 2 and is_changelog(path)][:1]
    return [fact("changelog", path, path) for path in found]


def _records(view: View) -> list[Evidence]:
    pages = [path for path in view.files if is_record(path)]
    if not pages:
        return []
    folder = folder_of(pages[0])
    alike = [path for path in pages if view.goal.shared(path.rpartition("/")[2])]
    return [
        fact("decision_record", folder, pages[-1], 0.95),
        *(fact("decision_record", path, path, 0.8) for path in alike[:3]),
    ]
