"""All rows of PREF-2's word net, in the order their cues are given.

The net is a list people argue about, so it is data that can be read, reviewed and printed
(docs/rules.md) without reading the matcher in oneway.py; the tests run every row's example.
"""

from __future__ import annotations

from plangate.core.words.one_way_destructive import DESTRUCTIVE_ROWS
from plangate.core.words.one_way_lasting import LASTING_ROWS

ROWS = (*DESTRUCTIVE_ROWS, *LASTING_ROWS)
