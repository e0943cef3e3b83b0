"""What is there already: names and sentences that say what the goal asks for (UND-4).

A declared name, a route, a command, a setting, a column or a heading that carries the terms that
matter is something that exists; so is what a sentence is about that carries several of them: a line
of the documentation, the help of an option, a text for people, a comment. How sure that is follows
from how much of the object it carries, by how rare the words are here. A common word of this
repository ("note" in a program for notes) shows nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from plangate.adapters.repo.brief.wanted import Term, adds, is_telling, terms_of
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.core.guard.found_text import found_text
from plangate.core.model.sighting import Existing
from plangate.language.denials import rules_out
from plangate.language.issues.issue_text import Issue
from plangate.language.words.features import actions
from plangate.language.words.stems import content_stems, is_stop, parts, stem

_READ: tuple[tuple[tuple[FileKind, ...], int], ...] = (
    (("code", "markup"), 12),
    (("config",), 3),
    (("docs",), 4),
)
_MOST = 6
_LEAST_TOLD = 0.4
#: What a goal that adds nothing finds is what it works on, not something that makes it needless.
_MOST_IF_NOT_ADDING = 0.7
_LONGEST_LINE, _LONGEST_PARAGRAPH, _LONGEST_TEXT = 300, 2_000, 200_000
#: So many of the best are believed; what stands behind it is alike, and seldom the thing itself.
_SURE = 1
#: Names of values: one of a single word shows that something is kept, not what is done with it.
_DATA = ("setting", "field", "column")
_SAYS, _CARRIES = "says what the goal asks for", "carries what the goal names"
#: Texts in other languages say the same again, a list of changes names everything, and what is
#: for its authors and their tools is no part of a program.
_LEFT_OUT = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|lang|langs|languages|translations?)/(?!(?:.*[/.])?en(?:[-_]US)?[./])"
    r"|(?:^|/)(?:benchmarks?|examples?|fixtures?|samples?|scripts|demos?)/"
    r"|^\.|(?:^|/)(?:change(?:s|log)|history|news|releases?|agents|claude|contributing|security"
    r"|licen[cs]e|code_of_conduct)(?:[.-][^/]*)?$",
    re.IGNORECASE,
)


class Named(NamedTuple):
    """A name that a file gives to something."""

    kind: str
    name: str
    line: int
    worth: float


class Wanted(NamedTuple):
    """A goal as names and sentences are held against it."""

    title: str
    terms: Sequence[Term]
    said: frozenset[str]
    sought: re.Pattern[str]


def existing(workspace: Workspace, index: Index, issue: Issue) -> tuple[Existing, ...]:
    """The best of each file, likeliest first."""
    terms = terms_of(index, issue.title)
    if not terms:
        return ()
    words = (word for term in terms for name in term.names for word in name)
    title = _plain(issue.title)
    wanted = Wanted(title, terms, frozenset(content_stems(issue.title)), _beginnings(words))
    found = [
        best._replace(strength=round(_believed(best, issue, terms), 2))
        for path in _likely(index, terms)
        if (text := workspace.text(path)) is not None
        and (best := _best(path, text[:_LONGEST_TEXT], wanted)) is not None
    ]
    found.sort(key=lambda entry: -entry.strength)
    kept = [entry for entry in found[:_MOST] if entry.strength >= _LEAST_TOLD]
    return tuple(entry if at < _SURE else _unsure(entry) for at, entry in enumerate(kept))


def _believed(entry: Existing, issue: Issue, terms: Sequence[Term]) -> float:
    """How sure an entry is: what a goal only works on makes it not needless."""
    asked_by = max(term.asked_by for term in terms)
    told = is_telling(terms) and adds(
        issue, in_so_many_words=asked_by > 0 or entry.why == _SAYS, plainly=asked_by > 1
    )
    if told and not _is_homonym(entry, terms):
        return entry.strength
    return min(entry.strength, _MOST_IF_NOT_ADDING)


def _is_homonym(entry: Existing, terms: Sequence[Term]) -> bool:
    """Whether a name is one word that is wanted: `end` is no end-to-end encryption, and a field
    `stock` shows no stock to anybody."""
    kind, _, name = entry.what.partition(" ")
    own = frozenset(_words(name))
    if kind in _DATA and len(own) == 1:
        return entry.why == _CARRIES
    fitting = [term for term in terms if any(own.issuperset(name) for name in term.names)]
    lone = len(own) == 1 and len(fitting) == 1 and not fitting[0].is_known
    return entry.why == _CARRIES and lone


def _unsure(entry: Existing) -> Existing:
    """What stands behind the best: alike, and seldom the thing itself."""
    return entry._replace(strength=min(entry.strength, _MOST_IF_NOT_ADDING))


def _beginnings(words: Iterable[str]) -> re.Pattern[str]:
    """Where any of the stems may begin: a cheap look before the dear one."""
    return re.compile("|".join(sorted({re.escape(word[:4]) for word in words})))


def _likely(index: Index, terms: Sequence[Term]) -> Iterator[str]:
    """The files that carry most of the terms under any of their names."""
    carried: Counter[int] = Counter()
    for term in terms:
        for number in set().union(*(_carriers(index, name) for name in term.names)):
            carried[number] += term.weight  # type: ignore[assignment]
    words = [word for term in terms for name in sorted(term.names) for word in name]
    for kinds, most in _READ:
        among = index.texts.of_kinds(kinds)
        scores = index.texts.said.scores(words, among)
        best = sorted(scores, key=lambda number: (-carried[number], -scores[number]))
        paths = (among[number].path for number in best)
        yield from islice((path for path in paths if not _LEFT_OUT.search(path)), most)


def _carriers(index: Index, name: Sequence[str]) -> set[int]:
    """The files that carry every word of a name."""
    each = ({number for number, _ in index.texts.said.carriers(word)} for word in name)
    return set.intersection(*each)


# --- what is named --------------------------------------------------------------------------------

_TYPE = "TEXT|INTEGER|INT|BIGINT|BOOLEAN|TIMESTAMP\\w*|VARCHAR|DATE|NUMERIC|SERIAL|JSONB?|REAL|UUID"
_ACCESS = "public|private|protected|static|final|async|override"
#: Kind, worth, what a line must have for the pattern to be tried at all, and the pattern.
_PATTERNS: tuple[tuple[str, float, str, re.Pattern[str]], ...] = tuple(
    (kind, worth, needs, re.compile(pattern))
    for kind, worth, needs, pattern in (
        ("class", 1.0, " ", r"\b(?:class|struct|trait|interface|enum|record|type)\s+(\w+)"),
        ("function", 1.0, " ", r"\b(?:def|func|fn|function|fun)\s+(?:\([^()]{0,80}\)\s*)?(\w+)"),
        (
            "function",
            1.0,
            "(",
            r"^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(",
        ),
        ("function", 1.0, "(", rf"^\s*(?:(?:{_ACCESS})\s+)+[\w<>\[\], ?.]{{0,60}}?(\w+)\s*\("),
        ("option", 1.0, "--", r"[\"'`](--[a-z][\w-]+)"),
        ("option", 0.9, "bool", r"^\s*(?:pub\s+)?(\w+)\s*:\s*(?:Option<)?bool\b"),
        ("command", 1.0, "(", r"\.(?:command|add_parser|subcommand)\(\s*[\"'`]([\w:-]+)"),
        ("command", 1.0, "Use:", r"\bUse:\s*\"([\w-]+)"),
        ("route", 1.0, "/", r"[\"'`](/[\w{}<>:/.$-]{2,80})[\"'`]"),
        ("setting", 1.0, "", r"^\s*(?:export\s+)?(?:const\s+)?([A-Z][A-Z0-9_]{3,})\s*[:=]"),
        ("setting", 0.9, "", r"^\s*([a-z][\w-]{2,}(?:\.[\w-]+)*)\s*[:=]\s*[\w\"'\[{-]"),
        ("column", 0.95, " ", rf"^\s*(?:ADD\s+COLUMN\s+)?[\"`]?(\w+)[\"`]?\s+(?:{_TYPE})\b"),
        (
            "table",
            0.95,
            " ",
            r"(?i:\bCREATE\s(?:VIRTUAL\s)?TABLE\s(?:IF NOT EXISTS\s)?)[\"`]?(\w+)",
        ),
        (
            "field",
            0.9,
            ":",
            r"^\s*(?:pub\s+|public\s+|private\s+|readonly\s+)*(\w+)\??\s*:\s*[\w<\[]",
        ),
        ("field", 0.9, " ", r"^\s+([A-Z]\w+)\s+[\w.*\[\]]+(?:\s+`|$)"),
        ("handler", 0.9, "={", r"\b(on[A-Z]\w+)=\{"),
        ("style", 0.9, "", r"\[(data-[\w-]+)|^\s*\.([a-z][\w-]+)"),
        ("heading", 0.8, "#", r"^#{1,6}\s+(.{3,80})$"),
    )
)


_TITLE_LINES = 2
_PROSE = (".md", ".mdx", ".rst", ".adoc", ".txt")
_LONGEST_QUOTE = 100


def _named(prose: bool, number: int, line: str) -> Iterator[Named]:
    for kind, worth, needs, pattern in _PATTERNS:
        if needs not in line or prose != (kind == "heading"):
            continue
        if kind == "heading" and number <= _TITLE_LINES:
            continue  # what a page is called as a whole is often what the project is called
        for found in pattern.finditer(line):
            yield Named(kind, next(filter(None, found.groups()), ""), number, worth)


@lru_cache(maxsize=50_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(map(stem, parts(name.replace("-", "_"))))


def _best(path: str, text: str, wanted: Wanted) -> Existing | None:
    """The name or the sentence of a file that carries most of what is wanted."""
    around, prose = frozenset(_words(path)), path.endswith(_PROSE)
    own = path.rpartition("/")[2].partition(".")[0]
    score, quote = _FILE * _worth(own, around, wanted), ""
    best = Named("file", own, 1, score)
    longest = _LONGEST_PARAGRAPH if prose else _LONGEST_LINE
    if prose:  # a sample of a page shows what might be, and is no statement
        text = _FENCED.sub(lambda sample: "\n" * sample.group().count("\n"), text)
    for number, line in _lines_with(wanted.sought, text, longest):
        for named in _named(prose, number, line):
            worth = named.worth * _worth(named.name, around, wanted)
            if worth > score:
                score, best, quote = worth, named, ""
        for spoken in _sentences(line) if prose else _SPOKEN.findall(line):
            worth = _stated(spoken, around, wanted.terms)
            if worth > score and not rules_out(spoken) and not _is_the_wish(spoken, wanted):
                score, best, quote = worth, Named("", "", number, worth), spoken.strip(" \t\"'")
    if not score:
        return None
    what = found_text(quote, _LONGEST_QUOTE) if quote else f"{best.kind} {best.name}"
    why = _SAYS if quote else _CARRIES
    return Existing(what, f"{path}:{best.line}", score, why)


def _is_the_wish(spoken: str, wanted: Wanted) -> bool:
    """Whether a text quotes the goal itself, as an example or a list of wishes has it."""
    return wanted.title in _plain(spoken)


def _plain(text: str) -> str:
    """A text by its words alone: a file named after a goal quotes it too."""
    return " ".join(_PLAIN_WORD.findall(text.lower()))


_PLAIN_WORD = re.compile(r"[^\W_]+")


def _sentences(line: str) -> Iterator[str]:
    """The sentences of a line of prose; none of a line of code."""
    if not _CODE.search(line):
        yield from (one for one in _SENTENCE.split(line) if one.count(" ") >= _LEAST_WORDS)


def _lines_with(sought: re.Pattern[str], text: str, longest: int) -> Iterator[tuple[int, str]]:
    """The lines in which one of the words stands: a name is looked at nowhere else."""
    number, start, end = 1, 0, -1
    low = text.lower()
    for found in sought.finditer(low if len(low) == len(text) else text):
        if found.start() < end:
            continue
        begins = text.rfind("\n", 0, found.start()) + 1
        number += text.count("\n", start, begins)
        start, end = begins, text.find("\n", found.end())
        end = len(text) if end < 0 else end
        if end - start <= longest:
            yield number, text[start:end].rstrip("\r")


def _worth(name: str, around: frozenset[str], wanted: Wanted) -> float:
    """How much of the object a name carries; little of all that was said makes it another thing."""
    own = frozenset(_words(name))
    return _carried(own, around, wanted.terms, wanted.said) if own else 0.0


_FENCED = re.compile(r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)", re.MULTILINE | re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?;])\s")
_CODE = re.compile(r"^(?: {4}|\t|\.\. |_|\$ )|[{};]\s*$|[{%]%|</")
_LEAST_WORDS = 3
#: Texts for people: some words in quotation marks, or the entry of a list of texts.
_SPOKEN = re.compile(r"[\"'](?:[A-Za-z][\w-]*[,.:;]* +){2,}[^\"']*[\"']|^\s*[\w.-]+: (?:\w+ ){2}.*")
_STATED, _FILE = 0.95, 0.95
_LEAST_STATED = 2


def _stated(line: str, around: frozenset[str], terms: Sequence[Term]) -> float:
    """The share of the wanted terms in one line; one word alone is not a statement."""
    share, telling = _share(frozenset(_words(line)), around, terms)
    return _STATED * share if telling >= _LEAST_STATED else 0.0


def _share(own: frozenset[str], around: frozenset[str], terms: Sequence[Term]) -> tuple[float, int]:
    """The share of the terms that words carry, with those of the path; how many telling ones."""
    carried, telling = 0.0, 0
    for term in terms:
        if fitting := [name for name in term.names if own.issuperset(name)]:
            carried += term.weight
            telling += max(map(len, fitting)) if is_telling([term]) else 0
        elif any(around.issuperset(name) for name in term.names):
            carried += _BESIDE * term.weight
    return carried / sum(term.weight for term in terms), telling


def _carried(
    own: frozenset[str], around: frozenset[str], terms: Sequence[Term], said: frozenset[str]
) -> float:
    """The share of the wanted terms that a name carries itself; its path's words count a little."""
    whole = sum(term.weight for term in terms)
    carried = 0.0
    explained: set[str] = set()
    beside = missed = 0
    for term in terms:
        fitting = [name for name in term.names if own.issuperset(name)]
        if fitting:
            carried += term.weight
            explained.update(word for name in fitting for word in name)
        elif any(around.issuperset(name) for name in term.names):
            carried += _BESIDE * term.weight
            beside += 1
        else:
            missed += 1
    if not explained:
        return 0.0
    telling = {word for word in own if not is_stop(word)} or own
    spare = len(telling - explained - said) / len(telling)
    share = carried / whole * (1 - (_SPARE_AND_MISSED if missed else _SPARE) * spare)
    lone = not beside and missed and explained <= actions()
    return share * (_LONE_ACTION if lone else 1.0)


#: What the path says of a thing counts less than its name.
_BESIDE = 0.6
#: What a name says besides what is wanted makes it another thing, the more if something is missing.
_SPARE, _SPARE_AND_MISSED = 0.35, 0.45
_LONE_ACTION = 0.8
