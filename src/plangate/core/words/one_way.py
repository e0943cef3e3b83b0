"""Says from a text or an id alone whether a decision is one-way: it cannot be cheaply undone.

Why: PREF-2. A stored preference, or a guess, may settle a two-way question; a one-way one is put to
a person whatever they said before. Three things make a decision one-way: its declared
reversibility (the gate's business), the registry of question ids, and the word net over the text.
ADQ-4 uses the destructive part of the same net.

The net errs to one side: a false alarm costs one question, a miss may cost the data. It must never
do I/O, raise on any text, take more than linear time, or be overruled by what a proposer declares.
It reads the text in two forms (one_way_patterns.py) and says what it saw, not how sure it is. A
text none of whose words belongs to a row costs one tokenising pass and runs no pattern.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.core.model.policy.texts_numbers import (
    ONE_WAY_LABEL,
    ONE_WAY_LOOK_AROUND,
    ONE_WAY_SAW_MAX,
    ONE_WAY_SPLIT_ID_MAX,
)
from plangate.core.words.one_way_denials import denials
from plangate.core.words.one_way_patterns import (
    ROWS,
    Form,
    OneWayRow,
    any_of,
    expand,
    trigger_words,
)
from plangate.language.words import one_way_net


class Cue(NamedTuple):
    """Why a text reads as one-way: the row that fired and the words it fired on."""

    kind: str
    saw: str
    destructive: bool


#: Ids whose answer is one-way however it is worded, and why (`language/words/one_way_words.toml`).
REGISTERED: dict[str, str] = dict(
    line.split(": ", 1) for line in one_way_net.REGISTERED.splitlines()
)
REGISTRY: frozenset[str] = frozenset(REGISTERED)
_LISTS = one_way_net.LISTS


def one_way_cues(text: str) -> tuple[Cue, ...]:
    """Every kind of one-way decision the text speaks of, at most one cue each, in row order.

    Separate texts (a prompt, labels, consequences) are joined by line breaks: a denial ends there.
    """
    return _cues_of_label(text) if len(text) <= ONE_WAY_LABEL else _cues(text)


@lru_cache(maxsize=4_096)
def _cues_of_label(text: str) -> tuple[Cue, ...]:
    return _cues(text)


def _cues(text: str) -> tuple[Cue, ...]:
    return tuple(_cues_found(text, _index()))


def _cues_found(text: str, index: Mapping[str, tuple[int, ...]]) -> Iterator[Cue]:
    """The cues of the rows an index leads to, each row tried only when its cue is asked for."""
    low = folded(_with_tables(_without_routes(text)))
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
            yield Cue(row.kind, saw, row.destructive)


def destructive_cues(text: str) -> tuple[Cue, ...]:
    """The cues of operations that destroy data, files, hosts or history (ADQ-4)."""
    return tuple(each_destructive_cue(text))


def each_destructive_cue(text: str) -> Iterator[Cue]:
    """The same, one at a time: whoever needs to know only whether there is one takes the first."""
    return _cues_found(text, _destructive_index())


def is_registered_one_way(question_id: str) -> bool:
    """Whether the id alone makes the question one-way; case and ``_`` for ``-`` do not matter."""
    return question_id.strip().lower().replace("_", "-") in REGISTRY


def is_split_id(question_id: str) -> bool:
    """Whether the id is that of a part of a chain: ``<skill>-split-<slug>`` (SPLIT-8, SPLIT-9)."""
    return (
        len(question_id) <= ONE_WAY_SPLIT_ID_MAX
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
def _repairs() -> re.Pattern[str]:
    """How a change log says that something went wrong at some deed: "fix: crash after deleting"."""
    return re.compile(
        r"(?:(?<=\n)|(?<![\s\S]))fix(?:\([^()\n]{0,40}\))?!?: "
        r"((?:[\w-]+ ){1,8}(?:when|while|after|upon|during|before|if|on)) "
    )


@cache
def _marks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(any_of(_LISTS["turns"])), re.compile(any_of(_LISTS["artefacts"]))


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


@cache
def _named_code() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A piece of code by its kind and name ("function delete_account"), and what runs one."""
    return (
        re.compile(rf"\b({any_of(_LISTS['code'])}) `?[a-z]\w*_\w+`?(?![\w(./-])"),
        re.compile(rf"\b(?:{any_of(_LISTS['runs'])})\b[^\n.;]{{0,60}}$"),
    )


def _without_names(folded: str) -> str:
    """A name of code is no deed, unless the code is run."""
    named, run = _named_code()

    def bare(found: re.Match[str]) -> str:
        before = folded[max(0, found.start() - ONE_WAY_LOOK_AROUND) : found.start()]
        return found[0] if run.search(before) else found[1]

    plain = named.sub(bare, folded) if "_" in folded else folded
    return _actions().sub("actions", plain) if "destroy" in plain or "delete" in plain else plain


def _without_routes(text: str) -> str:
    """“DELETE /v2/users/me” names what a service answers to; a path of a machine is none."""
    return _routes().sub("a route", text) if "DELETE" in text else text


@cache
def _routes() -> re.Pattern[str]:
    roots, runs = any_of(_LISTS["roots"]), r"(?<!-X )(?<!url )"
    return re.compile(rf"(?<![\w/-]){runs}DELETE `?/(?!(?i:{roots})\b)[\w{{<:][\w{{}}<>:*./-]*`?")


def _with_tables(text: str) -> str:
    """SQL may leave out what it empties: “TRUNCATE bookmarks” is a table, “truncate labels” not."""
    return _emptied().sub("TRUNCATE TABLE ", text) if "TRUNCATE " in text else text


@cache
def _emptied() -> re.Pattern[str]:
    other = any_of(
        f"{_LISTS['turns']} {_LISTS['artefacts']} {_LISTS['statements']} and or is was are"
    )
    return re.compile(rf"\bTRUNCATE (?:ONLY )?(?!(?i:{other}|table)\b)(?=[`\"\w])")


@cache
def _actions() -> re.Pattern[str]:
    """“new, create, edit, update, destroy”: the actions of a controller by their names."""
    named = r"(?:index|show|new|create|edit|update)"
    between, whole = r"[\s,:/|]{1,4}", r"(?! (?:all|every|each|the|our|old|any)\b)"
    return re.compile(rf"\b(?:{named}\b{between}){{3,6}}(?:destroy|delete)\b{whole}")


def _words(folded: str) -> str:
    plain = _repairs().sub(r"fix \1 ", _without_names(folded).replace("'", ""))
    clauses = _clause_end().sub("\n\n", plain).split("\n\n")
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
def _destructive_index() -> dict[str, tuple[int, ...]]:
    kept = {
        word: tuple(number for number in numbers if ROWS[number].destructive)
        for word, numbers in _index().items()
    }
    return {word: numbers for word, numbers in kept.items() if numbers}


@cache
def _pattern(row: OneWayRow) -> re.Pattern[str]:
    return re.compile(expand(row), re.MULTILINE)


def _seen(row: OneWayRow, text: str) -> str | None:
    """The words the row fires on, the first that are not denied."""
    pattern, at = _pattern(row), 0
    while found := pattern.search(text, at):
        if not _is_denied(row, text, found):
            return _quote(row, text, found)
        # Not behind the match: a denied one may reach into the next ("never drop it, drop x").
        at = found.start() + 1
    return None


def _quote(row: OneWayRow, text: str, found: re.Match[str]) -> str:
    if row.form == "words":
        return re.sub(r"[~^%]", "", found[0])[:ONE_WAY_SAW_MAX]
    # A pattern may end within a flag; people read whole ones.
    whole = text[found.start() : found.end() + ONE_WAY_SAW_MAX]
    rest = re.match(r"\S*", whole[len(found[0]) :])
    return whole[: len(found[0]) + (rest.end() if rest else 0)].strip()[:ONE_WAY_SAW_MAX]


# ------------------------------------------------------------------------- what is only denied


def _is_denied(row: OneWayRow, text: str, found: re.Match[str]) -> bool:
    """Whether the clause says that this is not done, or only speaks about it."""
    start, end = found.span()
    before = _clause_before(row, text, start)
    said = denials()
    if row.form == "words" and said.described.search(before):
        return True
    if _is_subject_of_a_denial(before, text, found) or said.language.match(text, end):
        return _named_code()[1].search(before) is None
    if said.condition.search(text[end : end + ONE_WAY_LOOK_AROUND].partition("\n")[0]):
        return False
    if denial := said.direct.search(before):
        return not _is_turned(denial["word"], before[: denial.start()])
    listed = said.listed.search(before)
    return listed is not None and listed["verb"] in _index()


def _is_subject_of_a_denial(before: str, text: str, found: re.Match[str]) -> bool:
    """Whether it is said what a deed that is there already must not do."""
    if not denials().kept_from.search(before):
        return False
    said = text[found.start() : found.end() + ONE_WAY_LOOK_AROUND].partition("\n")[0]
    return re.match(r"\w+ing\b.*\b(?:doesnt|does not~? |never|cannot|no longer)", said) is not None


def _is_turned(denial: str, before: str) -> bool:
    # "We cannot upgrade without dropping it" denies from afar; other denials only side by side.
    near = before if denial == "without" else " ".join(before.rpartition(",")[2].split()[-2:])
    return denials().refusal.search(near) is not None


def _clause_before(row: OneWayRow, text: str, start: int) -> str:
    """The words of the clause up to the cue, a space behind each."""
    before = text[max(0, start - ONE_WAY_LOOK_AROUND) : start]
    if row.form == "command":
        return _plain(re.split(r"[\n;|&]|[.:!?]\s", before)[-1]) + " "
    lines = re.split(r"\n|% ", before)
    is_whole = start <= ONE_WAY_LOOK_AROUND or len(lines) > 1
    return ("" if is_whole else "... ") + re.sub(r"[~^]", "", lines[-1])
