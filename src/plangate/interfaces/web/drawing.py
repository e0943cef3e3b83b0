"""A laid-out plan as SVG, made on the server (WEB-3): no script is needed to see it.

Shapes carry the meaning, colour only repeats it: hatched rests on a guess, a bar at the left cannot
be undone, a dashed edge waits for a decision, a bold one is ready, a tick is done. The list beside
it says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from plangate.interfaces.text import shown
from plangate.interfaces.web.graph import BOX, Layout, Line

_MARGIN = 8.0
_LETTERS = 24


class Drawn(NamedTuple):
    """A box as it is drawn: its link, its words, and what is said about it."""

    name: str
    title: str
    href: str
    marks: frozenset[str]
    says: str
    """What the marks mean, for whoever cannot see them."""


def lines_of(layout: Layout) -> Markup:
    """The arrows, which are the same for every look at a version."""
    return Markup("").join(map(_line, layout.lines))


def drawing(layout: Layout, lines: Markup, boxes: Sequence[Drawn], label: str) -> Markup:
    """The whole graph."""
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    parts = [
        Markup(
            '<svg class="graph" role="group" aria-label="{}" viewBox="0 0 {:g} {:g}" width="{:g}"'
            ' height="{:g}" xmlns="http://www.w3.org/2000/svg">'
        ).format(shown(label), width, height, width, height),
        _DEFINITIONS,
        Markup('<g transform="translate({0:g} {0:g})">').format(_MARGIN),
        Markup('<g class="lines" aria-hidden="true">'),
        lines,
        Markup("</g>"),
        *(_box(box, layout) for box in boxes),
        Markup("</g></svg>"),
    ]
    return Markup("").join(parts)


_DEFINITIONS = Markup(
    '<defs><pattern id="guess" width="7" height="7" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect class="guess-paper" width="7" height="7"/>'
    '<rect class="guess-ink" width="2" height="7"/></pattern>'
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>'
)


def _line(line: Line) -> Markup:
    steps = " ".join(f"{x:g} {y:g}" for x, y in line.corners)
    return Markup(f'<path d="M{steps}" marker-end="url(#tip)"/>')


def _box(box: Drawn, layout: Layout) -> Markup:
    """Written out by hand and not by Markup.format: a large plan has hundreds of them."""
    placed = layout.boxes[box.name]
    first, second = map(escape, _two_lines(shown(" ".join(box.title.split()))))
    tick = '<text class="tick" x="160" y="16">✓</text>' if "done" in box.marks else ""
    bar = '<rect class="bar" width="5" height="54" rx="2"/>' if "final" in box.marks else ""
    marks = escape(" ".join(sorted(box.marks)))
    return Markup(
        f'<a href="{escape(box.href)}" class="box {marks}">'
        f'<g transform="translate({placed.x:g} {placed.y:g})"><title>{escape(shown(box.says))}'
        f'</title><rect class="body" width="{BOX[0]:g}" height="{BOX[1]:g}" rx="7"/>{bar}'
        f'<text class="id" x="12" y="16">{escape(shown(box.name))}</text>{tick}'
        f'<text class="words" x="12" y="32">{first}</text>'
        f'<text class="words" x="12" y="46">{second}</text></g></a>'
    )


def _two_lines(text: str) -> tuple[str, str]:
    """A title in two lines of a box, cut at words where it can be."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LETTERS:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    cut = [_cut(line) for line in lines[:2]]
    if len(lines) > 2:
        cut[1] = f"{cut[1][: _LETTERS - 1].rstrip(',.;: ')}…"
    return cut[0], cut[1] if len(cut) > 1 else ""


def _cut(line: str) -> str:
    return line if len(line) <= _LETTERS + 1 else f"{line[:_LETTERS]}…"


# --- small plots ----------------------------------------------------------------------------------


class Bar(NamedTuple):
    """A bar of a plot: its label, its height, and the part of it that is marked."""

    label: str
    height: float
    part: float = 0.0


def bars(entries: Sequence[Bar], label: str) -> Markup:
    """Upright bars over a line; the figures stand above the bars."""
    top = max([*(bar.height for bar in entries), 1e-9])
    width = max(220.0, len(entries) * 44.0 + 16)
    body = Markup("").join(_bar(bar, place, top) for place, bar in enumerate(entries))
    return Markup(
        '<svg class="plot" role="img" aria-label="{label}" viewBox="0 0 {w:g} 134" width="{w:g}"'
        ' height="134">{body}<path class="base" d="M0 114H{w:g}"/></svg>'
    ).format(label=shown(label), w=width, body=body)


def _bar(bar: Bar, place: int, top: float) -> Markup:
    tall = round(96.0 * bar.height / top, 1)
    marked = round(96.0 * bar.part / top, 1)
    x = 12 + place * 44
    return Markup(
        '<rect class="bar-all" x="{x}" y="{y:g}" width="28" height="{tall:g}"/>'
        '<rect class="bar-part" x="{x}" y="{part:g}" width="28" height="{marked:g}"/>'
        '<text class="figure" x="{middle}" y="{over:g}">{figure}</text>'
        '<text class="name" x="{middle}" y="128">{label}</text>'
    ).format(
        x=x,
        y=114 - tall,
        tall=tall,
        part=114 - marked,
        marked=marked,
        middle=x + 14,
        over=108 - tall,
        figure=f"{bar.height:.3g}",
        label=escape(shown(bar.label)),
    )


def named(marks: Iterable[str]) -> str:
    """What marks mean, in words."""
    words = {
        "done": "done",
        "started": "under way",
        "ready": "can start now",
        "final": "cannot be undone",
        "waits": "waits for a decision",
        "guess": "rests on a guess",
        "failed": "failed",
    }
    return ", ".join(words[mark] for mark in words if mark in set(marks))
