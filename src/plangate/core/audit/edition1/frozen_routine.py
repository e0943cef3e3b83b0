"""Frozen: routine.py of edition 1, for replaying old logs only (REC-2).

GATE-13: matters a planner settles by itself; asking about them is never a clarification.

Recognised by the exact id of an ambiguity, or by a question that is nothing but a request to go on.
Matching is narrow on purpose: a wrong hit would silence a question somebody needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

_BY_ID: Mapping[str, str] = {
    **dict.fromkeys(("continue", "keep-going"), "whether to continue"),
    **dict.fromkeys(("proceed", "go-ahead"), "whether to proceed"),
    **dict.fromkeys(("approve", "approval", "plan-approval", "confirm-plan"), "approval"),
    **dict.fromkeys(
        ("test-framework", "test-runner", "testing-framework", "test-library"), "the test framework"
    ),
    **dict.fromkeys(
        ("parallelism", "parallel-tests", "parallelisation", "parallelization", "run-in-parallel"),
        "parallelism",
    ),
    **dict.fromkeys(
        ("style", "code-style", "coding-style", "formatting", "naming-style", "naming-convention"),
        "style",
    ),
}

_LEAVE = (
    r"(?:do you want me to|would you like me to|shall i|should i|can i|may i|is it ok(?:ay)? "
    r"(?:to|if i)|ready to|want me to)\s+(?:now\s+|please\s+)?"
)
_REST = r"(?: (?:with|on|to|fixing|working|implementing)\b[^?]{0,80})?\s*[?.!]*$"
#: Whole sentences; one that offers a choice (“… or …”) is never routine, see `routine_sentence`.
_SENTENCES: tuple[tuple[str, str], ...] = (
    ("whether to continue", rf"(?:{_LEAVE})?(?:continue|keep going|go on|carry on){_REST}"),
    ("whether to proceed", rf"(?:{_LEAVE})?(?:proceed|go ahead){_REST}"),
    ("whether to proceed", rf"{_LEAVE}(?:start|begin|move on|execute|implement){_REST}"),
    (
        "approval",
        r"(?:do you |can you |please )?approve(?: (?:it|this|these|(?:this |the |my )?"
        r"(?:plan|steps?|changes?|approach|proposal|draft)))?\s*[?.!]*$",
    ),
    ("approval", r"is (?:this|the|my) plan (?:ok|okay|good|fine|ready)\b.{0,40}$"),
    ("the test framework", r"(?:which|what) (?:unit )?test(?:ing)? (?:framework|runner|library)\b"),
    (
        "parallelism",
        r"(?:should|shall|can|may) (?:i|we) run (?:the |these )?"
        r"(?:tests?|tasks?|steps?|jobs?|builds?|checks?|it|them|this) in parallel\b",
    ),
    ("style", r"(?:which|what) (?:code|coding|naming|formatting) (?:style|convention)s?\b"),
    ("style", r"(?:tabs or spaces|spaces or tabs|single or double quotes)\b"),
)
_CHOICE_IS_ROUTINE = ("the test framework", "parallelism", "style")


def routine_matter(ambiguity: str, prompt: str | None = None) -> str | None:
    """What routine matter this is, or None when it is a real one."""
    if known := _BY_ID.get(ambiguity.lower().replace("_", "-")):
        return known
    return routine_sentence(prompt) if prompt else None


def routine_sentence(prompt: str) -> str | None:
    """The routine matter a sentence asks about, when that is all it asks."""
    text = " ".join(prompt.lower().split())
    for matter, pattern in _patterns():
        if pattern.match(text) and (matter in _CHOICE_IS_ROUTINE or " or " not in text):
            return matter
    return None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((matter, re.compile(pattern)) for matter, pattern in _SENTENCES)
