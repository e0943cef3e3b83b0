"""Sentences by which a project says that it takes nothing made by a program (UND-3).

Whoever plans with an agent must know it before anything is written. What such a sentence allows
under a condition is left to the person who reads it: it is quoted, never decided upon.
"""

from __future__ import annotations

import re

from plangate.language.patterns import lazy

_PROGRAMS = (
    r"(?<![\w.])(?:a\.?i\.?(?![\w.])|llms?\b|(?:coding|autonomous|automated) agents?\b|agentic\b"
    r"|agents\b|copilot\b|chatgpt\b|claude\b|generative\b|machine[- ]generated\b|vibe[- ]cod\w*)"
)
_REFUSES = r"\b(?:reject|clos|prohibit|forbid|disallow|bann|refus|declin)\w*"
_TAKES = r"(?:accept|allow|permit|welcom|merg|submit|tolerat|contribut|open|send|post)\w*"
_NOT = r"\b(?:no|not|never|cannot|n['’]t)\b"
_TURNS_AWAY = lazy(
    rf"{_NOT}.{{0,60}}{_TAKES}.{{0,80}}{_PROGRAMS}"
    rf"|{_NOT}.{{0,20}}\bus(?:ed?|ing)\b(?: \w+){{0,2}} {_PROGRAMS}"
    rf"|{_REFUSES}.{{0,80}}{_PROGRAMS}"
    rf"|{_PROGRAMS}.{{0,80}}(?:{_REFUSES}|\bnot (?:be )?{_TAKES})"
    rf"|\bno {_PROGRAMS}[- ]?(?:\w+[- ])?(?:code|contribution|content|pull|pr|patch|tool|slop)",
    re.IGNORECASE,
)


def turns_programs_away(sentence: str) -> bool:
    """Whether a rule says that what a program has made is not taken."""
    return _TURNS_AWAY.search(sentence) is not None
