"""A block of ours at the end of a text, between two marks, taken out again without a trace.

The block ends as the text before it did: with a line end when that had one, without when it had
none. So what is left after it is taken out is what was there, to the byte.
"""

from __future__ import annotations

from typing import NamedTuple

from plangate.interfaces.setup.jsonc import NotUnderstood


class Marks(NamedTuple):
    """The first and the last line of a block."""

    begin: str
    end: str


def block_of(text: str, marks: Marks) -> str | None:
    """The lines between the marks, with plain line ends; None when there is no block."""
    place = _place(text, marks)
    if place is None:
        return None
    inside = text[place[0] : place[1]].replace("\r\n", "\n").splitlines()[1:-1]
    return "\n".join(inside)


def with_block(text: str, marks: Marks, body: str) -> str:
    """The text with the block at its end, or anew where one stands already."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    block = line_end.join([marks.begin, *body.splitlines(), marks.end])
    if (place := _place(text, marks)) is not None:
        return text[: place[0]] + block + text[place[1] :]
    if text.endswith("\n"):
        return f"{text}{block}{line_end}"
    return f"{text}{line_end if text else ''}{block}"


def without_block(text: str, marks: Marks) -> str | None:
    """The text without the block; None when the whole file was ours."""
    place = _place(text, marks)
    if place is None:
        return text
    before, behind = text[: place[0]], text[place[1] :]
    if behind and not before and not behind.strip("\n"):
        return None
    if behind:
        line_end = "\r\n" if behind.startswith("\r\n") else "\n"
        return before + behind.removeprefix(line_end)
    for line_end in ("\r\n", "\n"):
        if before.endswith(line_end):
            return before.removesuffix(line_end)
    return before


def fresh_block(marks: Marks, body: str) -> str:
    """A file that holds the block and nothing else; a line end says so."""
    return f"{with_block('', marks, body)}\n"


def _place(text: str, marks: Marks) -> tuple[int, int] | None:
    begins = _lines_that_are(text, marks.begin)
    ends = _lines_that_are(text, marks.end)
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        raise NotUnderstood(f"the marks {marks.begin!r} and {marks.end!r} do not stand once each")
    return begins[0], ends[0] + len(marks.end)


def _lines_that_are(text: str, line: str) -> list[int]:
    places, position = [], 0
    for part in text.splitlines(keepends=True):
        if part.rstrip("\r\n") == line:
            places.append(position)
        position += len(part)
    return places
