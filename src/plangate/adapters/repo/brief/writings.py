"""The decision records and pages somebody should read before deciding (UND-3).

What a repository has decided stands in records and pages that seldom share a goal's words, so the
records are named by their titles even where nothing else speaks for them.
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

_TITLE = re.compile(r"^(?:#+\s+|title:\s*)(?P<title>\S.{2,140})$", re.MULTILINE)
#: A folder with more records is a library: only those that share the goal's words are named.
_FEW_RECORDS = 12


def writings(
    workspace: Workspace, index: Index, words: Sequence[str], most: int
) -> list[HouseRule]:
    """The titles of the records and pages about a goal, likeliest first, records before pages."""
    scores = index.texts.scores(index.texts.said, words, ("docs",))
    likely = sorted(scores, key=lambda path: -scores[path])
    records = [path for path in workspace.files if is_record(path)]
    shared = [path for path in likely if is_record(path)]
    others = [path for path in records if path not in scores] if len(records) < _FEW_RECORDS else []
    pages = [path for path in likely if _is_telling(path)]
    named = dict.fromkeys((*shared, *pages[: most // 2], *others))
    return list(islice(_titled(workspace, named), most))


def _is_telling(path: str) -> bool:
    """Whether a page is read for what it says of one matter: no changelog, no front page."""
    return "/" in path and is_page(path) and not (is_record(path) or is_changelog(path))


def _titled(workspace: Workspace, paths: Iterable[str]) -> Iterator[HouseRule]:
    for path in paths:
        title = _TITLE.search((workspace.text(path) or "")[:2_000])
        if title and path not in PAGES:
            yield HouseRule(f"{path}:1", found_text(title["title"].strip()))
