"""Sentences by which a project says that it takes nothing made by a program (UND-3).

Whoever plans with an agent must know it before anything is written. What such a sentence allows
under a condition is left to the person who reads it: it is quoted, never decided upon. A sentence
about how people are to talk (issues, descriptions, comments) binds no change, and is none of them.
"""

from __future__ import annotations

import re

from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case, any_said

_AGENTS = (
    r"(?:(?:ai|coding|autonomous|automated|llm)[- ](?:agents?|assistants?|tools?|bots?)|agents?)"
)
_PROGRAMS = (
    r"(?<![\w.])(?:a\.?i\.?(?![\w.])|artificial intelligence\b|llms?\b"
    r"|(?:large )?language models?\b|agentic\b|(?:coding|autonomous|automated) agents?\b"
    r"|an agent\b|(?<!user )agents\b|copilot\b|chatgpt\b|claude\b|generative\b"
    r"|machine[- ]generated\b|vibe[- ]cod\w*)"
)
_REFUSES = r"\b(?:reject|clos|prohibit|forbid|disallow|bann|refus|declin|deny|denied)\w*"
_TAKES = (
    r"(?:accept|allow|permit|welcom|merg|submit|tolerat|contribut|open|send|post|consent|includ"
    r"|made)\w*"
)
_NOT = r"\b(?:no|not|never|cannot|n['’]t)\b"
_MAKES = r"(?:chang|modif|edit|writ|generat|submit|contribut|creat|alter|open|mak)\w*"
_TURNS_AWAY = lazy(
    rf"{_NOT}.{{0,60}}{_TAKES}.{{0,80}}{_PROGRAMS}"
    rf"|{_NOT}.{{0,20}}\bus(?:ed?|ing)\b(?: \w+){{0,2}} {_PROGRAMS}"
    rf"|{_REFUSES}.{{0,80}}{_PROGRAMS}"
    rf"|{_PROGRAMS}.{{0,80}}(?:{_REFUSES}|\bnot (?:be )?{_TAKES})"
    rf"|\bno (?:\w+ )?{_PROGRAMS}[- ]?(?:\w+[- ])?"
    r"(?:code|contribution|content|pull|pr|patch|tool|slop)"
    rf"|\b{_AGENTS} (?:must|may|should|shall) (?:not|never) {_MAKES}(?: or {_MAKES})?"
    r" (?:the |any |this )?(?:code|files?|anything|repository|project|changes|contributions|commits"
    r"|pull requests)(?:,? (?:or|and) (?:code|changes|contributions|commits|pull requests))?"
    r"(?: (?:for|in|of) (?:this|the) (?:project|repository|repo))?\W*$"
    rf"|\b(?:humans?|people)\b.{{0,40}}\bnot (?:by )?{_PROGRAMS}",
    re.IGNORECASE,
)
#: Said to the program itself, and of it: whatever the work is.
_SENDS_OFF = lazy(
    rf"\bif you are an? .{{0,20}}\b{_AGENTS}\b.{{0,40}}\b(?:do nothing|stop|exit|leave|refuse)\b"
    rf"|\b{_AGENTS} are not\b(?: (?:welcome|allowed|permitted))?\W*$",
    re.IGNORECASE,
)


def turns_programs_away(sentence: str) -> bool:
    """Whether a rule says that what a program has made is not taken."""
    if _SENDS_OFF.search(sentence):
        return True
    about = any_case("talk_about_the_work").sub(" ", sentence)
    of_work = any_said("work_of_others").search(about) is not None
    return _TURNS_AWAY.search(sentence) is not None and of_work
