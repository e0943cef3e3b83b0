"""A goal cut into words: where each stands, what a phrase may call it, what it hangs on.

Quotes, code, paths and addresses are words too, marked as standing aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from plangate.language.patterns import lazy
from plangate.language.words.stems import american, group
from plangate.language.words.vocabulary import irregular_nouns

Link = Literal["hyphen", "space", "slash", "comma", "stop"]


class Word(NamedTuple):
    """A word of a goal: where it stands, what a phrase may call it, what it hangs on."""

    start: int
    end: int
    names: tuple[str, ...]
    link: Link
    aside: bool = False

    def is_any(self, names: frozenset[str]) -> bool:
        return not names.isdisjoint(self.names)


_ASIDE = lazy(
    r"\A\W*[a-z]+\([^()\n]{0,60}\)!?:|"  # “feat(api):” names a part
    r"(?P<url>\b[a-z][a-z0-9+.-]{1,20}://[^\s`\"”»]+|\bwww\.[^\s`\"”»]+)"
    r"|```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]"
    r"|‘[^‘’\n]*’(?!\w)|(?<![\w'])'[^'\n]*'(?!\w)",
    re.DOTALL | re.IGNORECASE,
)
_CHUNK = lazy(r"[^\s,;()\[\]{}<>!?\"“”„«»‘`…|*—–]+")
_STOPS = lazy(r"[.;!?…]|\n\s*(?:\n|[-*•]\s|\d+[.)]\s)")
_COMMAS = lazy(r"[,:()\[\]—–]|\s-\s")
#: “fix:”, “docs(api):”, “[Bug]”: a title that says by itself that it is upkeep.
LABEL = lazy(
    r"\W*(?:fix|bug|docs?|tests?|chore|refactor|style|perf|ci|build|revert)"
    r"(?:\([^()\n]{0,60}\))?(?:\]|!?:)",
    re.IGNORECASE,
)
_FOLDERS = frozenset("src lib app apps pkg packages internal cmd docs tests scripts".split())


def words_of(goal: str) -> tuple[Word, ...]:
    found: list[Word] = []
    end = 0
    for start, stop, aside in _stretches(goal):
        if aside == "url":
            found.append(Word(start, stop, ("<url>",), _link(goal, end, start), aside=True))
            end = stop
            continue
        for chunk in _CHUNK.finditer(goal, start, stop):
            for word in _chunk_words(goal, chunk, end, aside=aside != ""):
                found.append(word)
                end = word.end
    return tuple(found)


def _stretches(goal: str) -> Iterator[tuple[int, int, str]]:
    """The goal in stretches: plain text, what stands aside, and addresses."""
    bare = goal.strip()
    at = 0
    for found in _ASIDE.finditer(goal):
        if found.group() == bare and not found["url"]:
            break  # a goal that is quoted as a whole is no quotation
        yield at, found.start(), ""
        yield found.start(), found.end(), "url" if found["url"] else "aside"
        at = found.end()
    yield at, len(goal), ""


def _chunk_words(goal: str, chunk: re.Match[str], end: int, *, aside: bool) -> Iterator[Word]:
    """The words of a stretch without blanks: one, or several joined by hyphens or slashes."""
    text = chunk.group()
    core = text.strip(".:'’-_~/") if not text.startswith(("--", "/", "~/", "./", "../")) else text
    if not any(letter.isalnum() for letter in core):
        return
    start = chunk.start() + text.index(core)
    if _is_code(core) or _is_call(goal, start, start + len(core)):
        names = ("<path>", core.lower()) if "/" in core else (core.lower(),)
        if _VERSION.fullmatch(core):
            names = (core.lower(), "<number>")
        yield Word(start, start + len(core), names, _link(goal, end, start), aside=True)
        return
    for piece in re.finditer(r"[^-/‐‑]+", core):
        begin = start + piece.start()
        yield Word(
            begin, start + piece.end(), _names(piece.group()), _link(goal, end, begin), aside
        )
        end = start + piece.end()


def _is_code(core: str) -> bool:
    """A path, an identifier, a flag, a version: what nobody would read aloud as words."""
    if core.startswith(("--", "/", "~", ".")) or re.search(r"[_\\@#$%^&=+:.~]", core):
        return True
    parts = core.split("/")
    return len(parts) > 1 and (parts[0].lower() in _FOLDERS or not all(parts))


def _is_call(goal: str, start: int, end: int) -> bool:
    """`login(user)` and `<login>`; not “user(s)”."""
    if goal.startswith("(", end):
        is_label = start < 10 and LABEL.match(goal[:100]) is not None
        return not goal.startswith(("(s)", "(es)"), end) and not is_label
    return goal.startswith(">", end) and start > 0 and goal[start - 1] in "</"


def _link(goal: str, end: int, start: int) -> Link:
    between = goal[end:start]
    if end == 0 or _STOPS.search(between):
        return "stop"
    if _COMMAS.search(between):
        return "comma"
    if "/" in between:
        return "slash"
    return "space" if between.strip("-‐‑") != "" or not between else "hyphen"


#: Behind these a plural takes “es”; “notes” is no plural of “not”.
_PLURAL_ES = ("ses", "xes", "zes", "ches", "shes", "oes")


def _names(word: str) -> tuple[str, ...]:
    """What a phrase may call a word: itself, its singular, the verb it is the -ing or -s of."""
    plain = bare(word)
    if plain.isdigit() or plain in group("number_words"):
        return plain, "<number>"
    names = [plain]
    if known := irregular_nouns().get(plain):
        names.append(known)
    if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss"):
        names.append(plain[:-1])
        if plain.endswith("ies"):
            names.append(plain[:-3] + "y")
        elif plain.endswith(_PLURAL_ES):
            names.append(plain[:-2])
    if len(plain) > 5 and plain.endswith("ing"):
        stem = plain[:-3]
        names += [stem, stem + "e"]
        if stem[-1] == stem[-2]:
            names.append(stem[:-1])
    return tuple(dict.fromkeys(names))


_VERSION = lazy(r"[vV]?\d{1,6}(?:\.(?:\d{1,6}|x)){1,3}\+?")


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """Lower case, no owner's s, and one spelling for British and American words."""
    return american(word.lower())


def shortened(text: str, longest: int) -> str:
    """A text cut between words where it is too long."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    return line[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:…") + "…"


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 task`, `2,000 tasks`, `3 memories`."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
