"""The question linter: what a good question never does (ASK-5, GATE-13).

A list of small rules, each with an id, over a question as JSON. They are used on plangate's own
questions, on those agents want to put to a person, and by `plangate lint-question` on anybody's.
A finding names what it saw and what would cure it; it never changes what the gate decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, ListOf, Nullable, Record, Text
from plangate.core.model.slugs import option_key
from plangate.core.words.routine import routine_sentence
from plangate.language.tokens import counted
from plangate.language.words.stems import rows_of


class Finding(NamedTuple):
    """A refusal: which rule, what it saw, what would cure it."""

    rule: str
    saw: str
    cure: str


LintRule = Callable[[Fields], Iterator[tuple[str, str]]]

QUESTION = Record(
    required={"prompt": Text(20_000)},
    optional={
        "kind": Choice(("multiple_choice", "open_ended")),
        "options": ListOf(
            Record(
                required={"label": Text(2_000, blank=True)},
                optional={
                    "key": Text(200),
                    "consequence": Nullable(Text(20_000, blank=True)),
                },
            ),
            most=500,
        ),
        "default": Nullable(Text(2_000, blank=True)),
        "stakes": Nullable(Text(20_000, blank=True)),
        "why_now": Nullable(Text(20_000, blank=True)),
    },
)


def read_question(document: Any) -> Document:
    """A question somebody wrote, or one line about what is wrong with its form (ERR-1).

    A question of our own, as `show --json` prints it, is read too: what lint does not look at is
    passed over when it is a field of ours and refused when it is nobody's.
    """
    if isinstance(document, Mapping) and "schema" in document and "question" in document:
        document = document["question"]
    if isinstance(document, Mapping):
        document = {k: v for k, v in document.items() if k not in _OUR_OTHER_FIELDS}
        options = document.get("options")
        if isinstance(options, list):
            document["options"] = [_lean_option(option) for option in options]
    return QUESTION.read(document, "document")


def lint_question(question: Fields, only: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Every finding, in the order of the rules; of some rules alone for whoever is in a hurry."""
    return tuple(
        Finding(rule, saw, cure)
        for rule, look in LINT_RULES
        if only is None or rule in only
        for saw, cure in look(question)
    )


# --- the rules ------------------------------------------------------------------------------------


def _generic_wording(question: Fields) -> Iterator[tuple[str, str]]:
    """Asks for clarification as such instead of for a decision."""
    if found := _pattern("generic_wording").search(_folded(_without_quotes(question["prompt"]))):
        yield f"“{found.group()}”", "name the one decision and what depends on it"


def _two_questions(question: Fields) -> Iterator[tuple[str, str]]:
    """Asks two things at once."""
    prompt = _without_quotes(question["prompt"])
    marks = len(re.findall(r"\?+(?=\s|$|[\"'”’)\]])", prompt))
    if marks > 1:
        yield f"{marks} question marks", "ask the one that blocks; decide the other or ask it later"
    elif found := _pattern("second_questions").search(_folded(prompt)):
        yield f"“{found.group().strip()}”", "ask one thing; decide the other or ask it later"


def _answered_by_tool(question: Fields) -> Iterator[tuple[str, str]]:
    """Asks what a file or a command of the workspace answers."""
    text = _folded(_without_quotes(question["prompt"]))
    if re.search(r"\byou (?:prefer|want|like)\b|\bpreferred\b", text):
        return  # what a person wants stands in no file
    for source, pattern in _answerable():
        if found := pattern.search(text):
            yield f"“{found.group()}” is answered by {source}", f"use {source}"
            return


def _routine(question: Fields) -> Iterator[tuple[str, str]]:
    """Asks leave to go on, or about something a planner settles itself (GATE-13)."""
    if matter := routine_sentence(question["prompt"]):
        yield matter, "decide it and note the assumption"


def _abstract_options(question: Fields) -> Iterator[tuple[str, str]]:
    """Offers categories instead of what would be done."""
    for place, option in enumerate(question.get("options") or ()):
        label = option["label"].strip()
        folded = _folded(label).strip(" .!()")
        if not folded:
            yield f"option {place + 1} has no label", "say what would be done"
        elif folded in rows_of("abstract_options") or re.fullmatch(
            r"(?:option|choice|approach) \w{1,3}", folded
        ):
            yield f"option “{label}”", "say what would be done and what it touches"


def _no_consequence(question: Fields) -> Iterator[tuple[str, str]]:
    """Offers options that do not say what they lead to (ASK-2)."""
    for option in question.get("options") or ():
        if "consequence" in option and not (option["consequence"] or "").strip():
            yield f"option “{option['label']}” has an empty consequence", "say what it changes"


def _same_options(question: Fields) -> Iterator[tuple[str, str]]:
    """Offers the same thing twice."""
    seen: set[str] = set()
    for option in question.get("options") or ():
        folded = _folded(option["label"])
        if folded in seen:
            yield f"“{option['label']}” appears twice", "offer each reading once"
        seen.add(folded)


def _too_few_options(question: Fields) -> Iterator[tuple[str, str]]:
    """Offers nothing to choose from."""
    if question.get("kind") == "open_ended":
        return
    count = len(question.get("options") or ())
    if count < 2:
        yield counted(count, "option"), "offer every plausible reading"


def _default_is_no_option(question: Fields) -> Iterator[tuple[str, str]]:
    """Falls back on something that was not offered, or on nothing."""
    default = (question.get("default") or "").strip()
    if question.get("kind") == "open_ended":
        if not default:
            yield "no default", "name the action taken when nobody answers"
        return
    options = question.get("options") or ()
    keys = [o["key"] if "key" in o else option_key(i) for i, o in enumerate(options)]
    known = {_folded(name) for name in (*keys, *(o["label"] for o in options))}
    if not default:
        yield "no default", "name the option taken when nobody answers"
    elif _folded(default) not in known:
        yield f"default “{default}”", f"one of {', '.join(keys)}"


def _dropped_options(question: Fields) -> Iterator[tuple[str, str]]:
    """Shortens a set of options so that it fits, or names one that it does not offer (SPLIT-1)."""
    options = question.get("options") or ()
    texts = [question["prompt"], *(option.get("consequence") or "" for option in options)]
    cure = "offer every option, in groups or one after the other (plangate scope)"
    for text in texts:
        if found := _pattern("dropped_options").search(_folded(text)):
            yield f"“{found.group().strip()}”", cure
            return
    keys = [found.group() for o in options if (found := _OPTION_KEY.match(o["label"].strip()))]
    if len(keys) >= 3 and len({key[0] for key in keys}) == 1:
        named = [name for name in _OPTION_KEY.findall(question["prompt"]) if name[0] == keys[0][0]]
        if missing := [name for name in dict.fromkeys(named) if name not in keys]:
            yield f"{', '.join(missing)} is named and not offered", cure


def _no_stakes(question: Fields) -> Iterator[tuple[str, str]]:
    """Gives no reason to care (ASK-4)."""
    if "stakes" in question and not (question["stakes"] or "").strip():
        yield "empty stakes", "say in one sentence what changes between the options"


LINT_RULES: tuple[tuple[str, LintRule], ...] = (
    ("ASK-5/generic-wording", _generic_wording),
    ("ASK-5/two-questions", _two_questions),
    ("ASK-5/answered-by-tool", _answered_by_tool),
    ("GATE-13/routine", _routine),
    ("ASK-5/abstract-options", _abstract_options),
    ("ASK-2/no-consequence", _no_consequence),
    ("ASK-5/same-options", _same_options),
    ("SPLIT-1/dropped-options", _dropped_options),
    ("ASK-5/too-few-options", _too_few_options),
    ("ASK-5/default-is-no-option", _default_is_no_option),
    ("ASK-4/no-stakes", _no_stakes),
)


# --- the words ------------------------------------------------------------------------------------

#: How a list of options is numbered by those who have many: E1, E2 …
_OPTION_KEY = re.compile(r"\b[A-Z]\d{1,2}\b")
_OUR_OTHER_FIELDS = frozenset(
    "schema id number question_id session default_reason recommended risk_if_wrong timeout_secs "
    "deadline on_timeout one_way blocker_type missing evidence_summary exhaustion status asked_at "
    "resolved_at answer notes expected_loss lint heard catalogued joined left goal workspace "
    "ordinal at_most blocks unseen taken_beside read_back".split()
)
_OUR_OPTION_FIELDS = frozenset("interpretation reversibility touches strictness together".split())


@cache
def _pattern(name: str) -> re.Pattern[str]:
    rows = "|".join(rows_of(name))
    return re.compile(rf"\b(?:{rows})" if name == "generic_wording" else rows)


@cache
def _answerable() -> Sequence[tuple[str, re.Pattern[str]]]:
    rows = (row.split(" = ", 1) for row in rows_of("answered_by_tools"))
    return [(source, re.compile(rf"\b(?:{pattern})")) for source, pattern in rows]


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def _without_quotes(text: str) -> str:
    """A question mark inside quoted words or code is not a question of ours."""
    return re.sub(r"`[^`]*`|“[^“”]*”|\"[^\"]*\"|https?://\S+", "…", text)


def _lean_option(option: Any) -> Any:
    if isinstance(option, str):
        return {"label": option}
    if isinstance(option, Mapping):
        return {k: v for k, v in option.items() if k not in _OUR_OPTION_FIELDS}
    return option
