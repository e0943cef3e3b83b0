"""Takes secrets out of a text before anything is stored (ASK-14).

A secret becomes a reference, ``[redacted:KIND#N]``: the kind says what stood there and the number
tells distinct values apart, so that the text can still be read and acted on. RULES
(redaction_rows.py) is the whole knowledge. The pattern of a row runs when one of its hints occurs;
a judge (redaction_judges.py) cuts the secret out of a match or refuses it.

It must never put a secret into an error or a repr, never take more than linear time (every repeat
is bounded or last), and never change a text again that it has redacted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from plangate.core.guard.redaction_judges import (
    LITERAL,
    LOOSE,
    MIXED_WORD,
    SHORTEST,
    SHORTEST_UNSURE,
    compiled,
    is_believed,
    looks,
    promise_of,
)
from plangate.core.guard.redaction_rows import CONTEXTS, RULES, TOKENS, Rule
from plangate.core.model.policy.texts_numbers import SHORTEST_TOKEN

Found = tuple[int, int, int]  # start, end, row of RULES


REFERENCE = r"\[redacted:[a-z0-9-]{1,40}#([0-9]{1,9})\]"
PASSES, ECHOED = 4, 64
#: What evidence speaks for, an option's name by a decision's (MCP-3): no name there says that what
#: stands behind it is a secret, though a decision be called “feed-token”.
_NAMES_NAMES = "supports"


def _hints(rules: tuple[Rule, ...], first: int) -> tuple[tuple[str, int], ...]:
    rows = enumerate(rules, first)
    return tuple((hint, row) for row, rule in rows for hint in rule.hints.split())


_TOKEN_HINTS, _CONTEXT_HINTS = _hints(TOKENS, 0), _hints(CONTEXTS, len(TOKENS))


class _References:
    """The references given: one per distinct value, numbered after those already in the text."""

    def __init__(self, text: str) -> None:
        there = compiled(REFERENCE).findall(text) if "[redacted:" in text else ()
        self.highest = max(map(int, there), default=0)
        self.rows: dict[str, int] = {}
        self.numbers: dict[str, int] = {}

    def give(self, value: str, row: int) -> str:
        if value not in self.numbers:
            self.highest += 1
            self.numbers[value], self.rows[value] = self.highest, row
        return f"[redacted:{RULES[self.rows[value]].kind}#{self.numbers[value]}]"


def redact(text: str) -> str:
    """Returns the text with every secret replaced by a reference; once more changes nothing."""
    return _redacted(text, _References(text))


def redact_value(value: object) -> Any:
    """Returns a JSON-shaped value with every string redacted, whole when its key names a secret."""
    references = _References(repr(value))
    walked = _walked(value, "", references)
    # Once more when there were secrets: one found late may also stand in a string walked early.
    return _walked(value, "", references) if references.numbers else walked


def _found(text: str, known: dict[str, int]) -> list[Found]:
    lowered = text.lower()
    rows = {row for hint, row in _CONTEXT_HINTS if hint in lowered}
    if len(max(text.split(), key=len, default="")) >= SHORTEST_TOKEN:
        rows.update([row for hint, row in _TOKEN_HINTS if hint in text])
    if not rows and not known:
        return []
    # Every reference is blanked, so that what overlaps one can be told and passed over.
    blanked = compiled(REFERENCE).sub(lambda reference: "\0" * len(reference[0]), text)
    spans: list[Found] = []
    for row in sorted(rows):
        for match in compiled(RULES[row].pattern).finditer(blanked):
            start, end = RULES[row].judge(match) or (0, 0)
            if start < end and blanked[start:end] == text[start:end]:
                spans.append((start, end, row))
    merged = _merged(spans)
    values = {**known, **{text[start:end]: row for start, end, row in merged}}
    return _merged([*merged, *_echoes(blanked, values)])


def _echoes(text: str, known: dict[str, int]) -> Iterator[Found]:
    """Finds where a secret is repeated without anything around it that would tell."""
    for value, row in islice(known.items(), ECHOED):
        if len(value) >= SHORTEST and looks(value) >= MIXED_WORD and value in text:
            for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text):
                yield *match.span(), row


def _merged(spans: list[Found]) -> list[Found]:
    """Makes one of spans that overlap; its row is the one that comes first in RULES."""
    merged: list[Found] = []
    for start, end, row in sorted(spans):
        if merged and start < merged[-1][1]:
            first, last, other = merged.pop()
            merged.append((first, max(last, end), min(other, row)))
        else:
            merged.append((start, end, row))
    return merged


def _redacted(text: str, references: _References) -> str:
    for _ in range(PASSES):
        found = _found(text, references.rows)
        if not found:
            break
        pieces: list[str] = []
        done = 0
        for start, end, row in found:
            pieces += text[done:start], references.give(text[start:end], row)
            done = end
        text = "".join((*pieces, text[done:]))
    return text


def _walked(value: object, name: str, references: _References) -> Any:
    if isinstance(value, str):
        redacted = _redacted(value, references)
        whole = redacted == value and _names_secret(name, value)
        return references.give(value, len(RULES) - 1) if whole else redacted
    if isinstance(value, dict):
        listed = str(value.get("name"))  # {"name": "DB_PASSWORD", "value": "hunter2"}
        names = {key: str(key) for key in value} | ({"value": listed} if listed.isupper() else {})
        if name == _NAMES_NAMES:
            names = dict.fromkeys(value, "")
        return {
            _walked(key, "", references): _walked(item, names[key], references)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        items = [_walked(item, name, references) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def _names_secret(name: str, value: str) -> bool:
    """Whether a key says that its value is a secret; one with blanks is a label and says less."""
    promise = promise_of(name) if value and "[redacted:" not in name + value else ""
    if promise == "unsure":
        return len(value) >= SHORTEST_UNSURE and is_believed(promise, LITERAL, value)
    form = LOOSE if " " in name else LITERAL
    return bool(promise) and is_believed("key" if promise != "password" else promise, form, value)
