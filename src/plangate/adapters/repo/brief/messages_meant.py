"""Where a message is put together that a goal tells: “it says this feed already exists” (UND-5).

Who speaks of what a program said to him has its words, and not the names that the code has for it.
Some words in a row stand in a string of the program, or in the texts of its screens under a name
that the program uses. A number or a name that was filled in breaks no row of what is around it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.kin.kin_points import declared_around
from plangate.adapters.repo.trace.trail_layers import layer_of
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import SAYS, Spot
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import is_stop, parts, stem

#: So many words in a row are nobody else's, so many of them with a weight of their own; of a whole
#: quotation fewer words.
_IN_A_ROW, _OF_WEIGHT, _QUOTED = 4, 2, 3
#: A text told without marks ends at the latest here.
_LONGEST = 14
_MOST_READ, _LARGEST_FILE, _LONGEST_TEXT = 40, 400_000, 100
#: A message that more files put together is none of theirs.
_MOST_SAYING = 3
_WORD = re.compile(r"[^\W\d_][\w'’]*")
_QUOTES = re.compile(r"[\"“«]([^\"”»\n]{8,160})[\"”»]|(?<!\w)['‘]([^'’\n]{12,160})['’](?!\w)")
_STRING = re.compile(r"[\"'`“>]|^\s*(?:[-\w.]+\s*[:=]|msgid)")
#: The name of a text of a screen, before the text.
_KEY = re.compile(r"[\"']?(?P<key>[\w.-]*\w)[\"']?\s*(?:[:=]|=>|>)")


def message_meant(
    workspace: Workspace, index: Index, goal: str, likely: Mapping[str, float]
) -> Spot | None:
    """The line that puts a message together which a goal tells; None where it tells none, or
    where too many do."""
    for rows in _told(goal):
        said = Counter(at for words in rows for at in _saying(workspace, index, words))
        most = max(said.values(), default=0)
        found = [at for at, times in said.items() if times == most]
        texts = [at for at in found if layer_of(at[0]) == "texts"]
        own = [at for at in found if at not in texts]
        own = own or [use for at in texts for use in _using(workspace, index, *at)]
        if own and len({path for path, _ in own}) <= _MOST_SAYING:
            path, line = max(own, key=lambda at: (likely.get(at[0], 0.0), -at[1]))
            lines = (workspace.text(path) or "").splitlines()
            shown = found_text(lines[line - 1].strip(), _LONGEST_TEXT)
            stems = {stem(word) for words in rows for word in words if not is_stop(word)}
            around = declared_around(lines, line)
            return Spot(f"{path}:{line}", around, shown, SAYS, 1.0, tuple(sorted(stems)))
    return None


def with_first(found: Sequence[Spot], told: Spot | None) -> list[Spot]:
    """Spots with the line that a goal leads to before all others."""
    first = [told] if told is not None else []
    return [*first, *(spot for spot in found if not first or spot.locator != first[0].locator)]


def _told(goal: str) -> Iterator[list[tuple[str, ...]]]:
    """Of each text that may be a message its rows of words: what is quoted first, then what
    somebody was told."""
    quoted = [one or other for one, other in _QUOTES.findall(goal)]
    said = (goal[found.end() :] for found in any_said("says_to_somebody").finditer(goal))
    for text in (*quoted, *said):
        words = _WORD.findall(re.split(r"[.!?\n]\s|[.!?]$", text)[0])[:_LONGEST]
        whole = text in quoted and len(words) == _QUOTED
        size = _QUOTED if whole else _IN_A_ROW
        rows = [tuple(words[at : at + size]) for at in range(len(words) - size + 1)]
        telling = [row for row in rows if sum(not is_stop(word) for word in row) >= _OF_WEIGHT]
        if telling:
            yield telling


def _saying(workspace: Workspace, index: Index, words: Sequence[str]) -> list[tuple[str, int]]:
    """The lines of the program, or of the texts of its screens, on which a message stands."""
    found: list[tuple[str, int]] = []
    for path in _carrying(index, [word for word in words if not is_stop(word)]):
        text = (workspace.text(path) or "")[:_LARGEST_FILE]
        for at in _in_a_row(tuple(words)).finditer(text):
            start = text.rfind("\n", 0, at.start()) + 1
            if _STRING.search(text[start : at.start()]):
                found.append((path, text.count("\n", 0, start) + 1))
    return found


def _carrying(index: Index, words: Sequence[str]) -> list[str]:
    """The files of the program and of its texts that carry all of some words."""
    files = index.texts.files
    own = [{n for n, _ in index.texts.said.carriers(stem(word))} for word in words]
    carriers = set.intersection(*own) if own else set()
    paths = (files[number].path for number in carriers if number in files)
    return sorted(path for path in paths if _is_read(path))[:_MOST_READ]


def _is_read(path: str) -> bool:
    layer = layer_of(path)
    if layer == "texts":
        return not _TRANSLATED.search(path)
    return layer in ("code", "store", "screen")


#: Texts in another language than the program's own.
_TRANSLATED = re.compile(
    r"(?:^|[/._-])(?!en(?![a-z]))[a-z]{2}(?:[-_][A-Za-z]{2,4})?(?=[/.][^/]*$|\.)"
)


@lru_cache(maxsize=64)
def _in_a_row(words: tuple[str, ...]) -> re.Pattern[str]:
    """The words as a program may write them: a mark or a break of the line between them."""
    return re.compile(r"\b" + r"[^\w\n-]{1,4}".join(map(re.escape, words)) + r"\b", re.IGNORECASE)


def _using(workspace: Workspace, index: Index, path: str, line: int) -> Iterator[tuple[str, int]]:
    """Where the program uses the name under which a text of its screens stands."""
    text = (workspace.text(path) or "").splitlines()[line - 1]
    found = _KEY.search(text)
    if found is None:
        return
    key = found["key"]
    name = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    for other in _carrying(index, parts(key)):
        own = (workspace.text(other) or "")[:_LARGEST_FILE] if layer_of(other) != "texts" else ""
        if at := name.search(own):
            yield other, own.count("\n", 0, at.start()) + 1
