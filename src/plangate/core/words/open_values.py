"""What an option leaves to be said: “until a fixed day”, “some roles”, “by postcode” (MCP-4).

Whoever picks such an option has not said which, and nobody learns it. So a form asks for it in its
note, and the proposer of the question hears that its words bring no value.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.core.model.nouns import Question
from plangate.language.amounts import amounts
from plangate.language.words.stems import rows_of


def asks_for(label: str, consequence: str = "") -> str:
    """What an option leaves open, as it would be asked: “which day”; empty where it leaves nothing
    open or says it: a number, a name in quotes or an amount, wherever it stands."""
    told = " ".join(label.split())
    for ask, pattern, is_bound in _patterns():
        found = pattern.search(told)
        if found is None or (not is_bound and _says_a_value(f"{told} {consequence}")):
            continue
        return ask.replace("<what>", found.groupdict().get("what") or "").lower()
    return ""


def values_left_open(question: Question) -> str:
    """What the options of a question leave to be said, each with its key: “b) which day?”."""
    asked = (
        (option.key, asks_for(option.label, option.consequence)) for option in question.options
    )
    return " ".join(f"{key}) {asks}?" for key, asks in asked if asks)


def _says_a_value(text: str) -> bool:
    return bool(re.search(r"\d|[“\"'‘`(]|: ", text) or amounts(text))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    """Every way to leave a value open; a bound (“two years or longer”) does so beside a value."""
    things, sizes = ("|".join(rows_of(f"open_value_{name}")) for name in ("things", "sizes"))
    found = []
    for row in rows_of("open_values"):
        ask, pattern = row.split(" = ", 1)
        whole = pattern.replace("<things>", things).replace("<sizes>", sizes)
        found.append((ask, re.compile(whole, re.IGNORECASE), "exactly" in ask))
    return tuple(found)
