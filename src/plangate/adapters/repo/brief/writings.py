"""The decision records and pages somebody should read before deciding (UND-3).

What a repository has decided stands in records and pages that seldom share a goal's words, so a few
of them are named even where nothing else speaks for them, with their titles and how they begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog, is_page, is_record
from plangate.adapters.repo.facts.house_rules import PAGES
from plangate.adapters.repo.index.index import Index
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import HouseRule
from plangate.language.words.stems import content_stems

_TITLE = re.compile(r"^(?:#+\s+|title:\s*)(?P<title>\S.{2,140})$", re.MULTILINE)
#: A folder with more records is a library: only those that share the goal's words are named.
_FEW_RECORDS = 12
_FEW_PAGES, _LIKELY_PAGES = 6, 12
#: What asks something of whoever works here: a page that shares no word with a goal may bind it.
_BINDS = re.compile(
    r"\b(?:must|never|always|do not|don['’]t|shall|forbidden|not allowed)\b", re.IGNORECASE
)
#: Where a record says what was decided; one without such a heading begins with it.
_DECIDED = re.compile(r"^#+\s+(?:the\s+)?(?:decision|outcome)\b.*$", re.IGNORECASE | re.MULTILINE)
_LONGEST = 300


def writings(
    workspace: Workspace, index: Index, words: Sequence[str], most: int
) -> list[HouseRule]:
    """The records and pages about a goal, likeliest first, records before pages."""
    scores = index.texts.scores(index.texts.said, words, ("docs",))
    likely = sorted(scores, key=lambda path: -scores[path])
    records = [path for path in workspace.files if is_record(path)]
    shared = [path for path in likely if is_record(path)]
    others = [path for path in records if path not in scores] if len(records) < _FEW_RECORDS else []
    pages = [path for path in likely if _is_telling(path)]
    unlikely = [path for path in workspace.files if _is_telling(path) and path not in scores]
    if len(pages) + len(unlikely) <= _FEW_PAGES:
        pages += [path for path in unlikely if _BINDS.search(workspace.text(path) or "")]
    else:
        pages = [path for path in pages[:_LIKELY_PAGES] if _is_about(workspace, path, words)]
    named = dict.fromkeys((*shared, *pages[: most // 2], *others))
    return list(islice(_begun(workspace, named), most))


def _is_about(workspace: Workspace, path: str, words: Sequence[str]) -> bool:
    """Whether a page is called after a word of the goal: a manual has every word somewhere."""
    title = _TITLE.search((workspace.text(path) or "")[:2_000])
    called = f"{path} {title['title'] if title else ''}"
    return not frozenset(words).isdisjoint(content_stems(called.replace("/", " ")))


def _is_telling(path: str) -> bool:
    """Whether a page is read for what it says of one matter: no changelog, no front page."""
    return "/" in path and is_page(path) and not (is_record(path) or is_changelog(path))


def _begun(workspace: Workspace, paths: Iterable[str]) -> Iterator[HouseRule]:
    for path in paths:
        text = workspace.text(path) or ""
        title = _TITLE.search(text[:2_000])
        if title and path not in PAGES:
            decided = _DECIDED.search(text, title.end())
            line, gist = _first_words(text, decided.end() if decided else title.end())
            told = ": ".join(filter(None, (title["title"].strip(), gist)))
            yield HouseRule(f"{path}:{line}", found_text(told, _LONGEST))


def _first_words(text: str, start: int) -> tuple[int, str]:
    """The first paragraph from somewhere on that is no heading, and its line."""
    found: list[str] = []
    first = 1
    for number, line in enumerate(text[start:].splitlines(), start=text.count("\n", 0, start) + 1):
        plain = line.strip()
        if found and not plain:
            break
        if plain and not plain.startswith(("#", "---", "|", "```")):
            first = first if found else number
            found.append(plain)
    return first, " ".join(found)
