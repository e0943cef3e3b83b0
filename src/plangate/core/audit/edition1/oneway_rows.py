"""Frozen: oneway_rows.py of edition 1, for replaying old logs only (REC-2).

All rows of PREF-2's word net, in the order their cues are given.

The net is a list people argue about, so it is data that can be read, reviewed and printed
(docs/rules.md) without reading the matcher in oneway.py; the tests run every row's example.
"""

from __future__ import annotations

from plangate.core.audit.edition1.oneway_destructive import DESTRUCTIVE_ROWS
from plangate.core.audit.edition1.oneway_lasting import LASTING_ROWS

ROWS = (*DESTRUCTIVE_ROWS, *LASTING_ROWS)
