"""All rows of PREF-2's word net, in the order their cues are given.

The net is a list people argue about, so it is data that can be read, reviewed and printed
(docs/rules.md) without reading the matcher in one_way.py: `language/words/one_way_*.toml`. The
tests run every row's example.
"""

from __future__ import annotations

from plangate.core.words.one_way_patterns import Form, OneWayRow
from plangate.language.words import one_way_net


def _read(lines: str) -> OneWayRow:
    head, means, triggers, example, pattern = lines.split("\n", 4)
    kind, does, read = head.split()
    form: Form = "command" if read == "command" else "words"
    return OneWayRow(kind, does == "destroys", means, form, triggers, pattern, example)


ROWS = tuple(_read(lines) for lines in one_way_net.ROWS.strip("\n").split("\n\n"))
