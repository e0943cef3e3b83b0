"""The decision records and pages somebody should read before deciding (UND-3).

What a repository has decided stands in records and pages that seldom share a goal's words, so a few
of them are named even where nothing else speaks for them: each by the sentence that binds whoever
works here and shares most of the goal's words, or where none does by its title and how it begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog, is_page, is_record
from plangate.adapters.repo.facts.house_rules import (
    FENCED,
    PAGES,
    blanked,
    is_no_sentence,
    plain_rule,
    sentences,
)
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.written_pages import written_in
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import HouseRule
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems

_TITLE = re.compile(r"^(?:#+\s+|title:\s*)(?P<title>\S.{2,140})$", re.MULTILINE)
#: A folder with more records is a library: only those that share the goal's words are named.
_FEW_RECORDS = 12
_FEW_PAGES, _LIKELY_PAGES = 6, 12
#: What was, told to say why: it binds nobody.
_WAS = re.compile(r"\b(?:had|was|were|so far)\b", re.IGNORECASE)
#: Where a record says what was decided; one without such a heading begins with it.
_DECIDED = re.compile(r"^#+\s+(?:the\s+)?(?:decision|outcome)\b.*$", re.IGNORECASE | re.MULTILINE)
_LONGEST = 300
_BOTH = 110
_SHORTEST_WORDS = 4
_ORDERS, _CLOSES, _SHARES = 3, 1, 2


def writings(
    workspace: Workspace, index: Index, words: Sequence[str], most: int
) -> list[HouseRule]:
    """The records and pages about a goal, likeliest first, records before pages."""
    scores = index.texts.scores(index.texts.said, words, ("docs",))
    likely = sorted(scores, key=lambda path: -scores[path])
    written = written_in(workspace, index)
    records = written.records
    shared = [path for path in likely if is_record(path)]
    others = [path for path in records if path not in scores] if len(records) < _FEW_RECORDS else []
    pages = [path for path in likely if _is_telling(path)]
    unlikely = [path for path in written.pages if _is_telling(path) and path not in scores]
    if len(pages) + len(unlikely) <= _FEW_PAGES:
        pages += [path for path in unlikely if _binds(workspace.text(path) or "")]
    else:
        pages = [path for path in pages[:_LIKELY_PAGES] if _is_about(workspace, path, words)]
    named = dict.fromkeys((*shared, *pages, *others))
    found = [each for path in named if (each := _told_in(workspace, path, frozenset(words)))]
    firsts = sorted((each[0] for each in found), key=lambda one: -one.worth)
    seconds = sorted((one for each in found for one in each[1:]), key=lambda one: -one.worth)
    return [one.rule for one in (*firsts, *seconds)][:most]


class _Told(NamedTuple):
    """What a page tells about a goal, and how much it concerns it."""

    worth: int
    rule: HouseRule


def _told_in(workspace: Workspace, path: str, words: frozenset[str]) -> list[_Told]:
    """The two sentences of a page that bind and concern a goal most; how it begins where none
    binds."""
    text = FENCED.sub(blanked, workspace.text(path) or "")
    title = _TITLE.search(text[:2_000])
    if title is None or path in PAGES:
        return []
    decided = _DECIDED.search(text, title.end())
    start = text.count("\n", 0, decided.end() if decided else title.end()) + 1
    binding = []
    for line, sentence in sentences(text):
        worth = _worth(sentence, words) if line >= start else 0
        if worth:
            told = _titled(path, title["title"].strip(), plain_rule(sentence))
            binding.append(_Told(worth, HouseRule(f"{path}:{line}", found_text(told, _LONGEST))))
    best = sorted(binding, key=lambda one: -one.worth)
    if best:
        return best[:2]
    line, gist = _first_words(text, decided.end() if decided else title.end())
    told = ": ".join(filter(None, (title["title"].strip(), gist)))
    return [_Told(0, HouseRule(f"{path}:{line}", found_text(told, _LONGEST)))]


def _titled(path: str, title: str, sentence: str) -> str:
    """What a record is called is decided too: it stands before a sentence with room for it."""
    both = f"{title}: {sentence}"
    return both if is_record(path) and len(both) <= _BOTH else sentence


def _worth(sentence: str, words: frozenset[str]) -> int:
    """How much a sentence binds and shares; 0 for one that leaves every choice."""
    if is_no_sentence(sentence) or sentence.startswith("|"):
        return 0
    if len(sentence.split()) < _SHORTEST_WORDS:
        return 0
    orders = _ORDERS if any_said("binds_any_goal").search(sentence) else 0
    closes = _CLOSES if any_said("leaves_no_choice").search(sentence) else 0
    if not (orders or closes) or _WAS.search(sentence):
        return 0
    return orders + closes + _SHARES * len(words.intersection(content_stems(sentence)))


def _binds(text: str) -> bool:
    kinds = ("binds_any_goal", "leaves_no_choice")
    return any(any_said(kind).search(text) for kind in kinds)


def _is_about(workspace: Workspace, path: str, words: Sequence[str]) -> bool:
    """Whether a page is called after a word of the goal: a manual has every word somewhere."""
    title = _TITLE.search((workspace.text(path) or "")[:2_000])
    called = f"{path} {title['title'] if title else ''}"
    return not frozenset(words).isdisjoint(content_stems(called.replace("/", " ")))


def _is_telling(path: str) -> bool:
    """Whether a page is read for what it says of one matter: no changelog, no front page."""
    return "/" in path and is_page(path) and not (is_record(path) or is_changelog(path))


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
