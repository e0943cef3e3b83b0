"""Frozen: oneway.py of edition 1, for replaying old logs only (REC-2).

Says from a text or an id alone whether a decision is one-way: it cannot be cheaply undone.

Why: PREF-2. A stored preference, or a guess, may settle a two-way question; a one-way one is put to
a person whatever they said before. Three things make a decision one-way: its declared
reversibility (the gate's business), the registry of question ids, and the word net over the text.
ADQ-4 uses the destructive part of the same net.

The net errs to one side: a false alarm costs one question, a miss may cost the data. It must never
do I/O, raise on any text, take more than linear time, or be overruled by what a proposer declares.
It reads the text in two forms (oneway_patterns.py) and says what it saw, not how sure it is. A text
none of whose words belongs to a row costs one tokenising pass and runs no pattern.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.core.audit.edition1.oneway_patterns import Form, Row, any_of, expand, trigger_words
from plangate.core.audit.edition1.oneway_rows import ROWS
from plangate.core.audit.edition1.oneway_words import ARTEFACTS, TURNS


class Cue(NamedTuple):
    """Why a text reads as one-way: the row that fired and the words it fired on."""

    kind: str
    saw: str


# Ids whose answer is one-way however it is worded.
REGISTRY: frozenset[str] = frozenset(
    "account-deletion data-deletion data-migration force-push history-rewrite key-rotation "
    "license-change mass-email package-publish payment-capture production-deploy public-api-break "
    "schema-migration secret-revocation".split()
)

_SPLIT_ID_MAX = 64
_SAW_MAX = 80
_LOOK_AROUND = 120


def one_way_cues(text: str) -> tuple[Cue, ...]:
    """Every kind of one-way decision the text speaks of, at most one cue each, in row order.

    Separate texts (a prompt, labels, consequences) are joined by line breaks: a denial ends there.
    """
    return _cues_of_label(text) if len(text) <= _LABEL else _cues(text)


#: Labels and consequences are met again and again; texts up to this long are remembered.
_LABEL = 400


@lru_cache(maxsize=4_096)
def _cues_of_label(text: str) -> tuple[Cue, ...]:
    return _cues(text)


def _cues(text: str) -> tuple[Cue, ...]:
    return tuple(_cues_found(text, _index()))


def _cues_found(text: str, index: Mapping[str, tuple[int, ...]]) -> Iterator[Cue]:
    """The cues of the rows an index leads to, each row tried only when its cue is asked for."""
    low = folded(text)
    tokens = _tokeniser()(low)
    if index.keys().isdisjoint(tokens):
        return
    tried = sorted({number for token in set(tokens) for number in index.get(token, ())})
    forms: dict[Form, str] = {}
    kinds: set[str] = set()
    for row in (ROWS[number] for number in tried):
        if row.kind in kinds:
            continue
        if row.form not in forms:
            forms[row.form] = _words(low) if row.form == "words" else _command(low)
        if saw := _seen(row, forms[row.form]):
            kinds.add(row.kind)
            yield Cue(row.kind, saw)


def is_registered_one_way(question_id: str) -> bool:
    """Whether the id alone makes the question one-way; case and ``_`` for ``-`` do not matter."""
    return question_id.strip().lower().replace("_", "-") in REGISTRY


def is_split_id(question_id: str) -> bool:
    """Whether the id is that of a part of a chain: ``<skill>-split-<slug>`` (SPLIT-8, SPLIT-9)."""
    return (
        len(question_id) <= _SPLIT_ID_MAX
        and "-split-" in question_id
        and _kebab().fullmatch(question_id) is not None
    )


@cache
def _kebab() -> re.Pattern[str]:
    return re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")


# ------------------------------------------------------------------ the text, in its two forms

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\uff07\u00b4"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\ufeff"
    + "".join(map(chr, range(0x200B, 0x2010)))
    + "".join(map(chr, range(0x202A, 0x202F)))
    + "".join(map(chr, range(0x2060, 0x2070)))
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)


@cache
def _look_alikes() -> dict[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys(map(ord, _INVISIBLE))
    table.update(dict.fromkeys(map(ord, _DASHES), "-"))
    table.update(dict.fromkeys(map(ord, _QUOTES), "'"))
    table.update(dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"'))
    # Lower-casing a dotted capital I leaves its dot behind, a dotless one never meets "i".
    table.update({0x0307: None, 0x0131: "i"})
    return table


def folded(text: str) -> str:
    """A text in lower case, look-alikes and invisible characters as what they pass for."""
    if text.isascii():
        return text.lower()
    table = _look_alikes()
    plain = unicodedata.normalize("NFKC", text.translate(table)).casefold()
    return plain.translate(table)


@cache
def _clause_end() -> re.Pattern[str]:
    return re.compile(
        r"(?<![.!?:])[.!?:]+(?=[\s\"')\]]|$)|;|\n[ \t]*(?=[-*+#>\u2022\n]|\d{1,3}[.)])"
        r"|(?<=\s)-+(?=\s)|&&|\|\||,(?= or\b)"
    )


@cache
def _marks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(any_of(TURNS)), re.compile(any_of(ARTEFACTS))


@cache
def _not_words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(r"[^\w,]+|_+"), re.compile(r" ?,[ ,]*")


def _plain(line: str) -> str:
    """The words of a line, single spaces between them, commas at the word before."""
    other, commas = _not_words()
    spaced = other.sub(" ", line)
    if "," in spaced:
        spaced = commas.sub(", ", spaced)
    return " ".join(spaced.split())


def _words(folded: str) -> str:
    clauses = _clause_end().sub("\n\n", folded.replace("'", "")).split("\n\n")
    lines = (
        "% ".join(filter(None, map(_plain, clause.split("\n")))) if clause.strip() else ""
        for clause in clauses
    )
    return "\n".join([" ".join(map(_marked, line.split(" "))) for line in lines if line])


@lru_cache(maxsize=16_384)
def _marked(word: str) -> str:
    """A word with `~` behind it when a gap never crosses it, and `^` when it is an artefact."""
    core = word.rstrip(",%")
    end = len(core) + word.startswith(",", len(core))
    turns, artefacts = _marks()
    marks = "~" * bool(turns.fullmatch(core)) + "^" * bool(artefacts.fullmatch(core))
    return word[:end] + marks + word[end:]


def _command(folded: str) -> str:
    joined = re.sub(r"(?<=\w)'(?=\w)", "", folded.replace("\\\n", " "))
    bare = re.sub(r"[\"'`,\[\]{}]+|\((?!\))|(?<!\()\)", " ", joined)
    return "\n".join(" ".join(line.split()) for line in bare.split("\n"))


# ----------------------------------------------------------------------------- finding a row


@cache
def _tokeniser() -> Callable[[str], list[str]]:
    # Every trigger is ASCII; a letter from elsewhere may split a word, which only costs a pattern.
    return re.compile(r"[a-z0-9]+").findall


@cache
def _index() -> dict[str, tuple[int, ...]]:
    index: dict[str, tuple[int, ...]] = {}
    for number, row in enumerate(ROWS):
        for word in trigger_words(row):
            index[word] = (*index.get(word, ()), number)
    return index


@cache
def _pattern(row: Row) -> re.Pattern[str]:
    return re.compile(expand(row), re.MULTILINE)


def _seen(row: Row, text: str) -> str | None:
    """The words the row fires on, the first that are not denied."""
    pattern, at = _pattern(row), 0
    while found := pattern.search(text, at):
        if not _is_denied(row, text, found):
            return _quote(row, text, found)
        # Not behind the match: a denied one may reach into the next ("never drop it, drop x").
        at = found.start() + 1
    return None


def _quote(row: Row, text: str, found: re.Match[str]) -> str:
    if row.form == "words":
        return re.sub(r"[~^%]", "", found[0])[:_SAW_MAX]
    # A pattern may end within a flag; people read whole ones.
    whole = text[found.start() : found.end() + _SAW_MAX]
    rest = re.match(r"\S*", whole[len(found[0]) :])
    return whole[: len(found[0]) + (rest.end() if rest else 0)].strip()[:_SAW_MAX]


# ------------------------------------------------------------------------- what is only denied

# Words that may stand between a denial and what it denies. "Just", "only" and "all" are not among
# them: "not just delete", "not all rows are deleted" deny something else.
_FILLERS = """ever to be being been the a an any our your accidental accidentally unintended
    unintentional unintentionally silently blindly directly from against automatically actually
    have having need needing want wanting run running use using call calling execute executing
    perform performing do doing allow allowing permit permitting make making introduce introducing
    cause causing require requires requiring involve involving sudo git risk risking potential"""
_DENIALS = """(?<!why_)(?<!or_)(?<!whether_)not never(?:,?_ever)? cannot without no no_longer nor
    (?:do|does|did|should|must|need|ca|wo)nt neither none_of nothing nobody instead_of rather_than
    avoid(?:s|ed|ing)? prevent(?:s|ed|ing)? forbid(?:s|den|ding)? disallow(?:s|ed|ing)?
    prohibit(?:s|ed|ing)? refus(?:e|es|ed|ing) stop(?:s|ped|ping)? block(?:s|ed|ing)?
    (?:protect|guard|warn)(?:s|ed|ing)?_(?:from|against|about|on)
    (?:prevent|stop|block|keep|forbid|protect)(?:s|ed|ing)?_(?:\\w+_){1,3}from"""
_TROUBLES = """crash error exception bug race leak panic freeze hang glitch flicker deadlock stale
    broken wrong toast spinner warning"""


class _Denials(NamedTuple):
    direct: re.Pattern[str]
    """Right before the cue: "never", "do not", "without"."""
    listed: re.Pattern[str]
    """The cue is the second of two denied: "do not drop the table or"."""
    refusal: re.Pattern[str]
    """Before a denial it turns it around: "do not block force pushes"."""
    condition: re.Pattern[str]
    """Behind the cue: "do not drop it until Friday" is a drop on Friday."""
    described: re.Pattern[str]
    """The clause is about words or trouble: "document how to", "fix the crash when"."""


@cache
def _denials() -> _Denials:
    deny = any_of(_DENIALS).replace("_", " ")
    fill = rf"(?: {any_of(_FILLERS)}){{0,3}}"
    return _Denials(
        direct=re.compile(rf"\b(?P<word>{deny}){fill} $"),
        listed=re.compile(
            rf"\b{deny}{fill} (?P<verb>\w+),? (?:(?!(?:and|then|but)\b)\w+,? ){{0,6}}?n?or{fill} $"
        ),
        refusal=re.compile(r"\b(?:not|dont|cannot|cant|never|impossible|no)\b"),
        condition=re.compile(r"\b(?:until|till|unless|before|yet|except|without)\b"),
        described=re.compile(
            r"^(?:fix(?:es|ed|ing)?|document(?:s|ed|ing)?|describ(?:e|es|ing)|explain(?:s|ing)?"
            r"|detect(?:s|ing)?)(?: (?:how to|the|a|an|any|all|accidental|unwanted|possible))* $"
            rf"|^(?!(?:on|in|if|when|upon|after)\b)(?:\w+ ){{0,4}}{any_of(_TROUBLES)}\w*"
            r"(?: \w+){0,5} (?:when|while|on|upon|if|during|after)"
            r"(?: (?!(?:by|and|then|to|via|so|we)\b)\w+){0,3} $"
        ),
    )


def _is_denied(row: Row, text: str, found: re.Match[str]) -> bool:
    """Whether the clause says that this is not done, or only speaks about it."""
    start, end = found.span()
    before = _clause_before(row, text, start)
    denials = _denials()
    if row.form == "words" and denials.described.search(before):
        return True
    if denials.condition.search(text[end : end + _LOOK_AROUND].partition("\n")[0]):
        return False
    if denial := denials.direct.search(before):
        return not _is_turned(denial["word"], before[: denial.start()])
    listed = denials.listed.search(before)
    return listed is not None and listed["verb"] in _index()


def _is_turned(denial: str, before: str) -> bool:
    # "We cannot upgrade without dropping it" denies from afar; other denials only side by side.
    near = before if denial == "without" else " ".join(before.rpartition(",")[2].split()[-2:])
    return _denials().refusal.search(near) is not None


def _clause_before(row: Row, text: str, start: int) -> str:
    """The words of the clause up to the cue, a space behind each."""
    before = text[max(0, start - _LOOK_AROUND) : start]
    if row.form == "command":
        return _plain(re.split(r"[\n;|&]|[.:!?]\s", before)[-1]) + " "
    lines = re.split(r"\n|% ", before)
    is_whole = start <= _LOOK_AROUND or len(lines) > 1
    return ("" if is_whole else "... ") + re.sub(r"[~^]", "", lines[-1])
