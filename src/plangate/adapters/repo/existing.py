"""What is there already: names in the workspace that say what the goal asks for (UND-4).

The goal's object is a few terms, each with its other names. A declared name, a route, a command, a
setting, a column or a heading that carries the terms that matter is something that exists; how sure
that is follows from how much of the object it carries, by how rare the words are here. A common
word of this repository ("note" in a program for notes) shows nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from plangate.adapters.repo.files import Workspace
from plangate.adapters.repo.index import Index
from plangate.adapters.repo.kinds import FileKind
from plangate.core.investigation.briefs import Existing
from plangate.language.features import Phrase, names_of_features
from plangate.language.issue_text import Issue
from plangate.language.stems import group, is_stop, parts, stem

_READ: tuple[tuple[tuple[FileKind, ...], int], ...] = (
    (("code",), 16),
    (("config",), 4),
    (("docs",), 4),
)
_MOST = 6
_LEAST = 0.4
#: What a goal that adds nothing finds is what it works on, not something that makes it needless.
_MOST_IF_NOT_ADDING = 0.7
_LONGEST_LINE = 300


class Term(NamedTuple):
    """A part of what is wanted: every name it goes by, and how much it matters here."""

    names: frozenset[Phrase]
    weight: float


class Named(NamedTuple):
    """A name that a file gives to something."""

    kind: str
    name: str
    line: int
    worth: float


def existing(workspace: Workspace, index: Index, issue: Issue) -> tuple[Existing, ...]:
    """The best of each file, likeliest first."""
    terms = terms_of(index, issue.title)
    if not terms:
        return ()
    most = 1.0 if adds(issue) else _MOST_IF_NOT_ADDING
    found: list[Existing] = []
    for path in _likely(index, terms):
        text = workspace.text(path)
        best = _best(path, text, terms) if text is not None else None
        if best is not None:
            found.append(best._replace(strength=round(min(best.strength, most), 2)))
    found.sort(key=lambda entry: -entry.strength)
    return tuple(entry for entry in found[:_MOST] if entry.strength >= _LEAST)


# --- what is wanted -------------------------------------------------------------------------------

_ENDS = re.compile(
    r"[;:!?—]|[.,](?:\s|$)|\s-+\s|\(|\b(?:so that|because|since|instead of|but|when|while|which|e\.g|i\.e)\b",
    re.IGNORECASE,
)
_WHERE = frozenset("to on in for of from at against before after with per by via into onto".split())
_NOT_ADDING = re.compile(
    r"^\W*(?:fix|remove|delete|drop|rename|refactor|move|bump|upgrade|update|change|replace|migrate|clean"
    r"|revert|correct|simplify|rewrite|deprecate|why|how|what|where|investigate|find out|explain|debug"
    r"|bug|error|crash|wrong|broken|docs?)\b"
    r"|\b(?:doesn['’]?t|does not|isn['’]?t|is not|not working|fails?|failing|broken|crash(?:es)?|wrong|error|bug)\b",
    re.IGNORECASE,
)


def adds(issue: Issue) -> bool:
    """Whether a goal wants something that could be there already."""
    return not _NOT_ADDING.search(issue.title) and not issue.of("traceback")


def terms_of(index: Index, title: str) -> list[Term]:
    """The object of a goal: what it asks for counts whole, where it is wanted counts half."""
    clause = _ENDS.split(re.sub(r"^\s*\[[^\]]{1,40}\]\s*:?", "", title).strip(), maxsplit=1)[0]
    words: list[str] = []
    shares: list[float] = []
    share = 1.0
    for word in re.findall(r"[\w'’-]+", clause):
        if word.lower() in _WHERE and words:
            share = 0.5
            continue
        for part in parts(word.replace("-", "_")):
            words.append(stem(part))
            shares.append(0.0 if _is_empty(part) else share)
    found: list[Term] = []
    for start, end, names in names_of_features(words):
        share = max(shares[start:end])
        if share:
            weight = share * max(_rarity(index, word) for word in words[start:end])
            found.append(Term(names, weight))
    return found


def _is_empty(word: str) -> bool:
    light = (*("light_verbs", "weak_in_goals"),)
    return is_stop(word) or len(word) < 2 or any(word in group(name) for name in light)


def _rarity(index: Index, word: str) -> float:
    files = max(1, len(index.texts.files))
    carriers = len(index.texts.said.carriers(word))
    return math.log(1 + files / (1 + carriers)) + 0.1


def _likely(index: Index, terms: Sequence[Term]) -> Iterator[str]:
    """The files that carry most of the terms under any of their names."""
    words = [word for term in terms for name in sorted(term.names) for word in name]
    for kinds, most in _READ:
        yield from index.texts.ranked(index.texts.said, words, kinds, most)


# --- what is named --------------------------------------------------------------------------------

_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = tuple(
    (kind, worth, re.compile(pattern))
    for kind, worth, pattern in (
        ("class", 1.0, r"\b(?:class|struct|trait|interface|enum|record|type)\s+(\w+)"),
        (
            "function",
            1.0,
            r"\b(?:def|func|fn|function|fun)\s+(?:\([^()]{0,80}\)\s*)?(?:self\.)?(\w+)",
        ),
        (
            "function",
            1.0,
            r"^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\(|function|\w+\s*=>)",
        ),
        (
            "function",
            1.0,
            r"^\s*(?:(?:public|private|protected|static|final|async|override)\s+)+[\w<>\[\], ?.]{0,60}?(\w+)\s*\(",
        ),
        ("option", 1.0, r"[\"'`](--[a-z][\w-]+)"),
        ("option", 0.9, r"^\s*(?:pub\s+)?(\w+)\s*:\s*(?:Option<)?bool\b"),
        ("command", 1.0, r"\.(?:command|add_parser|subcommand)\(\s*[\"'`]([\w:-]+)"),
        ("command", 1.0, r"\bUse:\s*\"([\w-]+)"),
        ("route", 1.0, r"[\"'`](/[\w{}<>:/.$-]{2,80})[\"'`]"),
        ("setting", 1.0, r"^\s*(?:export\s+)?(?:const\s+)?([A-Z][A-Z0-9_]{3,})\s*[:=]"),
        ("setting", 0.9, r"^\s*([a-z][\w-]{2,}(?:\.[\w-]+)*)\s*[:=]\s*[\w\"'\[{-]"),
        (
            "column",
            0.95,
            r"^\s*(?:ADD\s+COLUMN\s+)?[\"`]?(\w+)[\"`]?\s+(?:TEXT|INTEGER|INT|BIGINT|BOOLEAN|TIMESTAMP\w*|VARCHAR|DATE|NUMERIC|SERIAL|JSONB?|REAL|UUID)\b",
        ),
        (
            "table",
            0.95,
            r"(?i:CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?)[\"`]?(\w+)",
        ),
        ("field", 0.9, r"^\s*(?:pub\s+|public\s+|private\s+|readonly\s+)*(\w+)\??\s*:\s*[\w<\[]"),
        ("field", 0.9, r"^\s+([A-Z]\w+)\s+[\w.*\[\]]+(?:\s+`|$)"),
        ("style", 0.9, r"\[(data-[\w-]+)|^\s*\.([a-z][\w-]+)"),
        ("heading", 0.8, r"^#{1,6}\s+(.{3,80})$"),
    )
)


def _named(path: str, text: str) -> Iterator[Named]:
    prose = path.endswith((".md", ".mdx", ".rst", ".adoc", ".txt"))
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE:
            continue
        for kind, worth, pattern in _PATTERNS:
            if prose != (kind == "heading"):
                continue
            for found in pattern.finditer(line):
                name = next(filter(None, found.groups()), "")
                yield Named(kind, name, number, worth)


@lru_cache(maxsize=50_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in parts(name.replace("-", "_")))


def _best(path: str, text: str, terms: Sequence[Term]) -> Existing | None:
    """The name of a file that carries most of what is wanted."""
    around = frozenset(_words(path))
    best: tuple[float, Named] | None = None
    for named in _named(path, text):
        score = _carried(frozenset(_words(named.name)), around, terms) * named.worth
        if best is None or score > best[0]:
            best = score, named
    if best is None or best[0] <= 0:
        return None
    score, named = best
    locator = f"{path}:{named.line}"
    return Existing(f"{named.kind} {named.name}", locator, score, "carries what the goal names")


def _carried(own: frozenset[str], around: frozenset[str], terms: Sequence[Term]) -> float:
    """The share of the wanted terms that a name carries itself; its path's words count a little."""
    whole = sum(term.weight for term in terms)
    carried = 0.0
    explained: set[str] = set()
    for term in terms:
        fitting = [name for name in term.names if own.issuperset(name)]
        if fitting:
            carried += term.weight
            explained.update(word for name in fitting for word in name)
        elif any(around.issuperset(name) for name in term.names):
            carried += 0.6 * term.weight
    if not explained:
        return 0.0
    spare = len(own - explained) / max(1, len(own))
    return carried / whole * (1 - 0.3 * spare)
