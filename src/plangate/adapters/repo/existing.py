"""What is there already: names in the workspace that say what the goal asks for (UND-4).

The goal's object is a few terms, each with its other names. A declared name, a route, a command, a
setting, a column or a heading that carries the terms that matter is something that exists; how sure
that is follows from how much of the object it carries, by how rare the words are here. A common
word of this repository ("note" in a program for notes) shows nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from plangate.adapters.repo.files import Workspace
from plangate.adapters.repo.index import Index
from plangate.adapters.repo.kinds import FileKind
from plangate.adapters.repo.rankings import with_component
from plangate.core.model.sighting import Existing
from plangate.language.clauses import Clause
from plangate.language.features import ASSIGNING, Phrase, actions, names_of_features
from plangate.language.hearing import hear
from plangate.language.issue_text import Issue
from plangate.language.stems import content_stems, group, is_stop, parts, stem
from plangate.language.vocabulary import thing_kind, verb_of

_READ: tuple[tuple[tuple[FileKind, ...], int], ...] = (
    (("code",), 16),
    (("config",), 4),
    (("docs",), 4),
)
_MOST = 6
_LEAST_TOLD = 0.4
#: What a goal that adds nothing finds is what it works on, not something that makes it needless.
_MOST_IF_NOT_ADDING = 0.7
_LONGEST_LINE = 300
#: So many of the best are believed; what stands behind it is alike, and seldom the thing itself.
_SURE = 1
#: Texts shown to people name everything and do nothing.
_SHOWN = re.compile(r"(?:^|/)(?:locales?|i18n|l10n|lang|langs|languages|translations?|messages)/")


class Term(NamedTuple):
    """A part of what is wanted: every name it goes by, and how much it matters here."""

    names: frozenset[Phrase]
    weight: float
    #: Whether the repository knows the word at all.
    is_here: bool = True
    #: Whether it is which one is wanted, and not what for or what kind of thing.
    is_which: bool = False
    is_kind: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it is a feature that people have several names for."""
        return len(self.names) > 1


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
    telling = any(term.weight >= (_LEAST_KNOWN if term.is_known else _LEAST) for term in terms)
    most = 1.0 if telling and adds(issue) else _MOST_IF_NOT_ADDING
    found: list[Existing] = []
    said = frozenset(content_stems(issue.title))
    sought = _beginnings(word for term in terms for name in term.names for word in name)
    of_kind = _of_kind(issue.title)
    wide = _width(index, issue.title)
    deed = _words(next(iter(with_component(issue.title)[1].split()), ""))
    for path in _likely(index, terms):
        text = workspace.text(path)
        best = _best(path, text, terms, said, sought) if text is not None else None
        if best is not None:
            kind, _, name = best.what.partition(" ")
            lone = (wide > 1 or _words(name) == deed) and _is_lone(name, terms)
            if lone or (of_kind and kind not in of_kind):
                best = _unsure(best)  # a setting is no page, and `time` is no reading time
            found.append(best._replace(strength=round(min(best.strength, most), 2)))
    found.sort(key=lambda entry: -entry.strength)
    kept = [entry for entry in found[:_MOST] if entry.strength >= _LEAST_TOLD]
    return tuple(entry if at < _SURE else _unsure(entry) for at, entry in enumerate(kept))


#: What kinds of names may be the thing that a goal calls a page, a command and so on.
_CALLED = {
    "page": frozenset("class route handler heading".split()),
    "command": frozenset("command function class option heading".split()),
    "endpoint": frozenset("route function class handler heading".split()),
    "column": frozenset("column field".split()),
    "setting": frozenset("setting option field heading".split()),
}


def _of_kind(title: str) -> frozenset[str]:
    """The kinds of names that fit the kind of thing a title wants; empty when it names none."""
    clause = _wanted(title)
    return _CALLED.get(clause.thing_kind, frozenset()) if clause else frozenset()


def _width(index: Index, title: str) -> int:
    """How many words of weight say which thing is wanted."""
    clause = _wanted(with_component(title)[1])
    if clause is None:
        return 0
    wanted, _ = _wanted_and_around(index, clause)
    words = dict.fromkeys(part for word in re.findall(r"[\w-]+", wanted) for part in parts(word))
    return sum(not is_stop(word) and not thing_kind(word) for word in words)


def _is_lone(name: str, terms: Sequence[Term]) -> bool:
    """Whether a name is one of several wanted words and nothing else: a homonym as a rule."""
    own = frozenset(_words(name))
    fitting = [t for t in terms if any(own.issuperset(phrase) for phrase in t.names)]
    return len(fitting) == 1 and not fitting[0].is_known


def _unsure(entry: Existing) -> Existing:
    """What stands behind the best: alike, and seldom the thing itself."""
    return entry._replace(strength=min(entry.strength, _MOST_IF_NOT_ADDING))


def _beginnings(words: Iterable[str]) -> re.Pattern[str]:
    """Where any of the stems may begin: a cheap look before the dear one."""
    return re.compile("|".join(sorted({re.escape(word[:4]) for word in words})), re.IGNORECASE)


# --- what is wanted -------------------------------------------------------------------------------

#: Kinds of verbs that work on what is there, or only look at it (UND-4): what they find is what
#: they are about. Everything else may ask for something that exists.
_NOT_ADDING = frozenset("fix move reshape explore document decide verify".split())
#: Verbs whose object is there as a rule (“show the stock”), unless the verb names the feature.
_OF_WHAT_IS_THERE = frozenset("show take change operate".split())
#: Who says so of a thing knows that it is there: “delete the drafts”, “improve the search”.
_HANDLING = frozenset("remove tune keep".split())
_ELSEWHERE = re.compile(
    r"(?<![\w-])(?:to|on|in|for|of|from|at|against|with|per|by|via|into|before|after|about|over|so)(?![\w-])"
)
_MODAL = re.compile(
    r"^(.{0,60}?)\b(?:should|must|needs? to|ha(?:s|ve) to|can|may)\b", re.IGNORECASE
)
_REWORDED = re.compile(r"->|→|=>|[\"“”][^\"“”]+[\"“”]")
_TELLS = re.compile(r"\b(?:is|are|was|were|has|have|does|do|did|cannot|gets?|never)\b")
#: What it is wanted for counts half, and never more than this share of what is wanted.
_AROUND, _MOST_AROUND = 0.5, 0.3
#: “Endpoint”, “flag”, “page”: what kind of thing is wanted, not which one.
_KIND = 0.1
#: An object of words that stand everywhere here names nothing in particular.
_LEAST, _LEAST_KNOWN = 1.3, 1.0


def adds(issue: Issue) -> bool:
    """Whether a goal wants something that could be there already."""
    title = with_component(issue.title)[1]
    clause = _wanted(title)
    if clause is None or issue.is_report or _REWORDED.search(title):
        return False
    if clause.trouble or clause.negated or clause.mood == "question":
        return False
    if clause.verb and not clause.obliges:
        if clause.kind in _OF_WHAT_IS_THERE and not _is_feature(clause.verb):
            return False
        return clause.kind not in _NOT_ADDING | _HANDLING and clause.verb not in ASSIGNING
    if modal := _MODAL.match(clause.text):
        verb = verb_of(next(iter(re.findall(r"[a-z]+", clause.text[modal.end() :].lower())), ""))
        if verb is not None and not _is_feature(verb.name):
            return verb.kind not in _OF_WHAT_IS_THERE | _NOT_ADDING
    return clause.obliges or not _TELLS.search(clause.text)


def _wanted(title: str) -> Clause | None:
    """The first thing a title wants."""
    clauses = hear(title).clauses
    return next((clause for clause in clauses if clause.asks_for_work), next(iter(clauses), None))


def terms_of(index: Index, title: str) -> list[Term]:
    """The object of a goal: what it asks for counts whole, where it is wanted counts little."""
    component, title = with_component(title)
    clause = _wanted(title)
    if clause is None:
        return []
    wanted, around = _wanted_and_around(index, clause)
    first = [term._replace(is_which=not term.is_kind) for term in _terms(index, wanted)]
    others = [
        term._replace(weight=_AROUND * term.weight)
        for term in _terms(index, f"{around} {component}")
        if term.is_here
    ]
    most = _MOST_AROUND * sum(term.weight for term in first)
    scale = min(1.0, most / max(1e-9, sum(term.weight for term in others)))
    scaled = [term._replace(weight=term.weight * scale) for term in others]
    return [*first, *scaled] if first else []


def _wanted_and_around(index: Index, clause: Clause) -> tuple[str, str]:
    """What a clause wants, its verb where that says something, and what it is wanted for."""
    modal = _MODAL.match(clause.text)
    if clause.obliges and modal:  # “entries should be thrown away”: what happens, and to what
        rest, *elsewhere = _ELSEWHERE.split(clause.text[modal.end() :], maxsplit=1)
        return rest, " ".join((modal[1], *elsewhere))
    thing, *elsewhere = _ELSEWHERE.split(clause.thing, maxsplit=1)
    around = " ".join((*elsewhere, clause.place))
    if clause.kind in ("", "build") or clause.verb in ASSIGNING:
        return thing, around
    if _is_feature(clause.verb):
        return clause.said, f"{thing} {around}"
    known = index.texts.said.carriers(stem(clause.said))
    return f"{clause.said} {thing}" if known else thing, around


def _is_feature(verb: str) -> bool:
    """Whether a verb itself names a feature: “export”, “pin”; “release” and “show” name none."""
    return len(next(names_of_features([stem(verb)]))[2]) > 1


def _terms(index: Index, text: str) -> Iterator[Term]:
    plain = [word for word in re.findall(r"[\w-]+", text) if not any(map(str.isdigit, word))]
    words = [part for word in plain for part in parts(word.replace("-", "_"))]
    words = [word for word in words if word not in group("vague_amounts")]
    stemmed = [stem(word) for word in words]
    for start, end, names in names_of_features(stemmed):
        if end - start > 1 or len(names) > 1 or not _is_empty(words[start]):
            weight = max(_rarity(index, word) for word in stemmed[start:end])
            is_kind = len(names) == 1 and thing_kind(words[start])
            is_here = len(names) > 1 or bool(index.texts.said.carriers(stemmed[start]))
            yield Term(names, weight * (_KIND if is_kind else 1.0), is_here, is_kind=bool(is_kind))


def _is_empty(word: str) -> bool:
    light = ("light_verbs", "weak_in_goals")
    return is_stop(word) or len(word) < 2 or any(word in group(name) for name in light)


def _rarity(index: Index, word: str) -> float:
    files = max(1, len(index.texts.files))
    carriers = len(index.texts.said.carriers(word))
    return math.log(1 + files / (1 + carriers)) + 0.1


def _likely(index: Index, terms: Sequence[Term]) -> Iterator[str]:
    """The files that carry most of the terms under any of their names."""
    words = [word for term in terms for name in sorted(term.names) for word in name]
    for kinds, most in _READ:
        found = index.texts.ranked(index.texts.said, words, kinds, most)
        yield from (path for path in found if not _SHOWN.search(path))


# --- what is named --------------------------------------------------------------------------------

_TYPE = "TEXT|INTEGER|INT|BIGINT|BOOLEAN|TIMESTAMP\\w*|VARCHAR|DATE|NUMERIC|SERIAL|JSONB?|REAL|UUID"
_ACCESS = "public|private|protected|static|final|async|override"
_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = tuple(
    (kind, worth, re.compile(pattern))
    for kind, worth, pattern in (
        ("class", 1.0, r"\b(?:class|struct|trait|interface|enum|record|type)\s+(\w+)"),
        ("function", 1.0, r"\b(?:def|func|fn|function|fun)\s+(?:\([^()]{0,80}\)\s*)?(\w+)"),
        ("function", 1.0, r"^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\("),
        ("function", 1.0, rf"^\s*(?:(?:{_ACCESS})\s+)+[\w<>\[\], ?.]{{0,60}}?(\w+)\s*\("),
        ("option", 1.0, r"[\"'`](--[a-z][\w-]+)"),
        ("option", 0.9, r"^\s*(?:pub\s+)?(\w+)\s*:\s*(?:Option<)?bool\b"),
        ("command", 1.0, r"\.(?:command|add_parser|subcommand)\(\s*[\"'`]([\w:-]+)"),
        ("command", 1.0, r"\bUse:\s*\"([\w-]+)"),
        ("route", 1.0, r"[\"'`](/[\w{}<>:/.$-]{2,80})[\"'`]"),
        ("setting", 1.0, r"^\s*(?:export\s+)?(?:const\s+)?([A-Z][A-Z0-9_]{3,})\s*[:=]"),
        ("setting", 0.9, r"^\s*([a-z][\w-]{2,}(?:\.[\w-]+)*)\s*[:=]\s*[\w\"'\[{-]"),
        ("column", 0.95, rf"^\s*(?:ADD\s+COLUMN\s+)?[\"`]?(\w+)[\"`]?\s+(?:{_TYPE})\b"),
        ("table", 0.95, r"(?i:\bCREATE\s(?:VIRTUAL\s)?TABLE\s(?:IF NOT EXISTS\s)?)[\"`]?(\w+)"),
        ("field", 0.9, r"^\s*(?:pub\s+|public\s+|private\s+|readonly\s+)*(\w+)\??\s*:\s*[\w<\[]"),
        ("field", 0.9, r"^\s+([A-Z]\w+)\s+[\w.*\[\]]+(?:\s+`|$)"),
        ("handler", 0.9, r"\b(on[A-Z]\w+)=\{"),
        ("style", 0.9, r"\[(data-[\w-]+)|^\s*\.([a-z][\w-]+)"),
        ("heading", 0.8, r"^#{1,6}\s+(.{3,80})$"),
    )
)


_TITLE_LINES = 2


def _named(path: str, text: str, sought: re.Pattern[str]) -> Iterator[Named]:
    prose = path.endswith((".md", ".mdx", ".rst", ".adoc", ".txt"))
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE or not sought.search(line):
            continue  # a name is looked at where one of the words stands
        for kind, worth, pattern in _PATTERNS:
            if prose != (kind == "heading") or (kind == "heading" and number <= _TITLE_LINES):
                continue  # what a page is called as a whole is often what the project is called
            for found in pattern.finditer(line):
                name = next(filter(None, found.groups()), "")
                yield Named(kind, name, number, worth)


@lru_cache(maxsize=50_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(stem(part) for part in parts(name.replace("-", "_")) if not is_stop(part))


def _best(
    path: str, text: str, terms: Sequence[Term], said: frozenset[str], sought: re.Pattern[str]
) -> Existing | None:
    """The name of a file that carries most of what is wanted."""
    around = frozenset(_words(path))
    best: tuple[float, Named] | None = None
    for named in _named(path, text, sought):
        own = frozenset(_words(named.name))
        score = _carried(own, around, terms, said) * named.worth if own else 0.0
        if best is None or score > best[0]:
            best = score, named
    if best is None or best[0] <= 0:
        return None
    score, named = best
    locator = f"{path}:{named.line}"
    return Existing(f"{named.kind} {named.name}", locator, score, "carries what the goal names")


def _carried(
    own: frozenset[str], around: frozenset[str], terms: Sequence[Term], said: frozenset[str]
) -> float:
    """The share of the wanted terms that a name carries itself; its path's words count a little."""
    whole = sum(term.weight for term in terms)
    carried = 0.0
    explained: set[str] = set()
    beside = missed = 0
    most = 1.0  # a name without one of the words that say which one is meant is another thing
    for term in terms:
        fitting = [name for name in term.names if own.issuperset(name)]
        if fitting:
            carried += term.weight
            explained.update(word for name in fitting for word in name)
        elif any(around.issuperset(name) for name in term.names):
            carried += 0.6 * term.weight
            beside += 1
        else:
            missed += 1
            most = _MOST_IF_NOT_ADDING if term.is_which else most
    if not explained:
        return 0.0
    spare = len(own - explained - said) / len(own)
    share = carried / whole * (1 - (_SPARE_AND_MISSED if missed else _SPARE) * spare)
    lone = not beside and missed and explained <= actions()
    return min(most, share * (_LONE_ACTION if lone else 1.0))


#: What a name says besides what is wanted makes it another thing, the more if something is missing.
_SPARE, _SPARE_AND_MISSED = 0.3, 0.45
_LONE_ACTION = 0.8
