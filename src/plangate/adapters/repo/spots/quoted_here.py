"""Where the very text stands that a goal quotes, writes as code or names as code does (UND-5).

A text that people read stands between quotation marks or tags; the same letters within a longer
name are something else. Of several places the program's come before its pages, and the language
it is written in before its translations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.indexed_texts import words_in
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import Issue

_MOST_LITERALS = 12
_LONGEST_LITERAL = 120
#: So many of the files that carry a text's words are read for it, the likeliest first.
_MOST_READ = 120
#: Of what people quote from a screen without its marks so many words in a row are enough.
_IN_A_ROW = 4
#: Two words that may be written as one.
_WRITTEN_AS_ONE = 2
#: A name that only code has; “iCal” and “PostgreSQL” are what people call something.
_OF_CODE = re.compile(r"_|\.\w|^[a-z]{2,}[A-Z]")
_ARROW = re.compile(r"(?<![\w-])([\w'’.-]{3,40})\s*(?:->|→|=>)\s*[\w'’.-]{2,40}")
_KINDS: tuple[FileKind, ...] = ("code", "markup", "config", "docs", "test", "example")
_RANK: Mapping[FileKind, int] = {"code": 0, "markup": 0, "config": 1, "docs": 2}
#: Texts of screens, one file for each language; the first group says which.
_SCREEN_TEXTS = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|intl|lang|langs|languages|translations?|messages)/"
    r"(?:.*[/.])?(?P<language>[a-z]{2}(?:[-_][A-Za-z]{2,4})?)[./]"
)
#: In another language a text is looked at last.
_TRANSLATED = 9
_OURS = re.compile(r"^en(?:[-_](?:US|us))?$")
_OPENS, _CLOSES = frozenset("\"'`>“‘"), frozenset("\"'`<”’:.!?…{")


class _Standing(NamedTuple):
    """A place of a text; the smaller, the likelier it is the one that was read."""

    is_translated: bool
    apart: int
    kind: int
    unlike: float
    path: str
    line: int


def literals(
    workspace: Workspace, index: Index, issue: Issue, likely: Mapping[str, float]
) -> dict[str, str]:
    """For each piece of a goal that stands for itself, where; "" for nowhere."""
    heard = hear(issue.said)
    pieces = (
        *heard.quotes,
        *(code for code in heard.code if "\n" not in code),
        *(name.rpartition(".")[2] for name in heard.identifiers if _OF_CODE.search(name)),
        *_ARROW.findall(heard.text),
    )
    wanted = [piece.strip() for piece in dict.fromkeys(pieces)]
    kept = [p for p in wanted if 1 < len(p) <= _LONGEST_LITERAL][:_MOST_LITERALS]
    return {piece: _where(workspace, index, piece, likely) for piece in kept}


def _ways_to_say(quote: str) -> Iterator[str]:
    """A text as it was quoted, then as it may be written: “Log in” for “Login”, or a part of it."""
    yield quote
    words = quote.split()
    if len(words) == _WRITTEN_AS_ONE:
        yield "".join(words).capitalize()
    for at in range(len(words) - _IN_A_ROW + 1):
        yield " ".join(words[at : at + _IN_A_ROW])


def _where(workspace: Workspace, index: Index, piece: str, likely: Mapping[str, float]) -> str:
    best = None
    for way in _ways_to_say(piece):
        found = (
            _standing(workspace, path, kind, way, likely)
            for path, kind in _carrying(index, way, likely)
        )
        best = min(filter(None, (best, *found)), default=None)
        if best and not best.is_translated:
            break
    return f"{best.path}:{best.line}" if best else ""


def _carrying(
    index: Index, piece: str, likely: Mapping[str, float]
) -> Sequence[tuple[str, FileKind]]:
    """The files that carry every word of a text, those first that are likely to be meant; for a
    text of marks alone all there are."""
    among = index.texts.of_kinds(_KINDS)
    carriers = [
        {number for number, _ in index.texts.said.carriers(word)}
        for word in set(words_in(piece).split())
    ]
    numbers = set.intersection(*carriers) if carriers else set(among)
    files = [among[number] for number in numbers if number in among]
    files.sort(key=lambda f: (_rank(f.path, f.kind), -likely.get(f.path, 0.0), f.path))
    return [(file.path, file.kind) for file in files[:_MOST_READ]]


def _rank(path: str, kind: FileKind) -> int:
    """The program and the texts of its screens first; what is for its authors alone last."""
    if texts := _SCREEN_TEXTS.search(path):
        return 0 if _OURS.match(texts["language"]) else _TRANSLATED
    return _RANK.get(kind, 3) + (3 if path.startswith(".") else 0)


def _standing(
    workspace: Workspace, path: str, kind: FileKind, piece: str, likely: Mapping[str, float]
) -> _Standing | None:
    text = workspace.text(path) or ""
    first = min(((_apart(text, at, piece), at) for at in _all(text, piece)), default=None)
    if first is None:
        return None
    line = text.count("\n", 0, first[1]) + 1
    rank = _rank(path, kind)
    unlike = -likely.get(path, 0.0)
    return _Standing(rank >= _TRANSLATED, first[0], rank, unlike, path, line)


def _all(text: str, piece: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + len(piece))


def _apart(text: str, at: int, piece: str) -> int:
    """0 for a text of its own, 1 for words among others, 2 for letters within a longer name."""
    before, after = text[at - 1 : at], text[at + len(piece) : at + len(piece) + 1]
    if before in _OPENS and after in _CLOSES:
        return 0
    within = (before.isalnum() and piece[0].isalnum()) or (after.isalnum() and piece[-1].isalnum())
    return 2 if within or "_" in (before, after) else 1
