"""How the parts of a pasted issue are headed (UND-10): `### Steps`, `**Steps**`, `h3. Steps`.

The words are data (`words/issues.toml`), in the languages such forms are written in. What is marked
as a heading needs only to begin with one of them; a bare line must be one, or ask one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from plangate.language.words.stems import rows_of

Headed = Literal[
    "nothing",
    "environment",
    "steps",
    "expected",
    "actual",
    "wish",
    "criteria",
    "traceback",
    "aside",
    "prose",
]
#: In this order: what is for the form's own sake before what merely begins alike.
_KINDS: tuple[Headed, ...] = (
    "nothing",
    "steps",
    "expected",
    "actual",
    "environment",
    "aside",
    "traceback",
    "criteria",
    "wish",
    "prose",
)


class Heading(NamedTuple):
    """A heading: what stands under it, and what stands behind it in the same line."""

    kind: Headed | None
    """None for one that nobody knows."""
    rest: str = ""
    loose: bool = False
    """Whether nothing marks it but a colon: it ends where its paragraph or its list does."""


_MARKED = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+(.{1,300}?)\s*#*|h[1-6]\.\s+(.{1,120}?)|(?:\*\*|__)(.{1,120}?)(?:\*\*|__):?"
    r"|\*([^*]{1,80}?)\*:?)\s*$"
)
_BARE = re.compile(r"^\s{0,3}([^\s:][^:]{0,79}):\s*$")
_BOLD_LABEL = re.compile(
    r"^\s*(?:[-*+]\s+)?(?:\*\*|__|\*)([^*_:]{1,60}?)\s*(?::(?:\*\*|__|\*)|(?:\*\*|__|\*)\s*:)\s*(\S.*)$"
)
_LABEL = re.compile(r"^\s{0,3}([^\s:*#>-][^:]{0,39}):\s+(\S.*)$")
_LISTED = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)]|\[)")
#: How a form's question opens.
_ASKS = re.compile(
    r"(?:describe|is|are|have|has|do|does|did|what|where|how|which|why|would|will|can|could)\b|¿"
)
_JIRA = re.compile(r"^h[1-6]\.\s|^\*[^*\n]{1,60}:\*", re.MULTILINE)
_MOST_WORDS, _MOST_LABEL = 12, 4


def heading_of(row: str) -> Heading | None:
    """The heading a row is, by its marks or, with a colon behind it, by its words."""
    if found := _MARKED.match(row):
        words = next(filter(None, found.groups()), "").strip(" :*_")
        if found[4] and _known(words) is None:
            return None  # *emphasis* of a line
        return Heading(_known(words))
    if (found := _BARE.match(row)) and not _LISTED.match(row):
        kind = _known(found[1])
        if kind and len(found[1].split()) <= _MOST_WORDS // 2:
            return Heading(kind, loose=True)
    return _labelled(row)


def _labelled(row: str) -> Heading | None:
    """“**Expected:** the page opens”, “Severity: minor”."""
    if found := _BOLD_LABEL.match(row):
        kind = _known(found[1].strip())
        return Heading(kind, found[2].strip(), loose=True) if kind else None
    found = _LABEL.match(row)
    if found and len(found[1].split()) <= _MOST_LABEL and (kind := _whole(found[1].strip())):
        return Heading(kind, found[2].strip(), loose=True)
    return None


def asks_alone(row: str) -> Headed | None:
    """What a bare line heads that stands by itself: “Version”, “What do you see instead?”."""
    words = row.strip()
    if len(words.split()) > _MOST_WORDS or _LISTED.match(row):
        return None
    return _known(words) if words.endswith("?") and _ASKS.match(words.lower()) else _whole(words)


def heads_a_form(row: str) -> bool:
    """Whether a text's first row is a form's first heading and so no title."""
    found = _MARKED.match(row)
    if found is None:
        heading = heading_of(row)
        return heading is not None and heading.loose and not heading.rest
    words = next(filter(None, found.groups()), "").strip(" :*_")
    asked = words.endswith("?") or _ASKS.match(words.lower()) is not None
    return (asked and _known(words) is not None) or _whole(words) is not None


def is_no_title(row: str) -> bool:
    """Whether a text's first row says only what kind of text it is: “Bug report”."""
    return _whole(row) in ("prose", "wish")


def is_jira(text: str) -> bool:
    """Whether a text is marked up as Jira does it, where `# ` begins a step and not a heading."""
    return _JIRA.search(text) is not None


def is_of_the_template(row: str) -> bool:
    """Whether a row is a form's own sentence, or its placeholder for no answer."""
    return _rows("template_lines").match(row.strip(" *>-•_").lower()) is not None or (
        _rows("template_lines").match(row.strip().lower()) is not None
    )


def is_of_a_letter(row: str) -> bool:
    """Whether a row greets or takes leave."""
    return _rows("letter_lines").match(row.strip().lower()) is not None


@cache
def _rows(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{row})" for row in rows_of(name)))


def _known(words: str) -> Headed | None:
    """What a heading that begins so heads."""
    low = words.lower()
    return next((kind for kind in _KINDS if _rows(f"headed_{kind}").match(low)), None)


def _whole(words: str) -> Headed | None:
    """What a heading heads that says nothing else."""
    low = words.lower().strip(" ?.")
    return next((kind for kind in _KINDS if _rows(f"headed_{kind}").fullmatch(low)), None)
