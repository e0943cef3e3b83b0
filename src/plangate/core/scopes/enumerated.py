"""Options that a goal enumerates (“E1 … E6, which ship?”), and of which kind they are (PLAN-9).

A list alone is a list of wishes. It opens a scope only where the goal also asks to choose from it.
Whether one option will be picked or each is decided by itself is read from how the goal asks and
from the options (SPLIT-2); who is unsure decides each by itself, and loses none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from plangate.core.model.policy.scopes_numbers import ENUMERATED_MOST, LONGEST_LABEL
from plangate.core.model.scope_nouns import Choice, Decision, is_one_question
from plangate.core.model.slugs import option_key
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.row_patterns import any_case

#: A key such as E1 or F-12, and what stands behind it up to the next key or the sentence's end.
_KEYED = re.compile(
    r"(?<![\w-])\(?([A-Z]{1,3}-?\d{1,3})\)?[ \t]*[:.)=]?[ \t]+"
    r"(.+?)(?=[ \t]*[,;][ \t]*(?:and[ \t]+|or[ \t]+)?\(?[A-Z]{1,3}-?\d{1,3}\b"
    r"|[ \t]+(?:and|or)[ \t]+\(?[A-Z]{1,3}-?\d{1,3}\b|[ \t]+[—–][ \t]|[ \t]+-{1,2}[ \t]"
    r"|[.?!](?:\s|$)|[ \t]*[;,]?[ \t]*(?:\bwhich\b|\bwhat\b)|\n|$)"
)
_ITEM = re.compile(
    r"^[ \t]*(?:[-*+•]|(\d{1,3})[.)]|\(?([A-Za-z]|[A-Z]{1,3}-?\d{1,3})[.):])[ \t]+(.+?)[ \t]*$"
)
_SEPARATED = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", re.IGNORECASE)

_VERSION = re.compile(
    r"\bv?\d+(?:\.\d+)+\b|\bv\d+\b|\b(?:version|edition|release)\s+\w+", re.IGNORECASE
)
_FRAMEWORKS = frozenset(
    "react vue svelte angular solid preact ember django flask fastapi starlette rails laravel "
    "symfony spring quarkus express fastify koa nest nestjs nextjs nuxt remix astro phoenix gin "
    "echo actix axum postgresql postgres mysql mariadb sqlite mongodb dynamodb cassandra redis "
    "memcached kafka rabbitmq nats graphql rest grpc tailwind bootstrap bulma pytest unittest jest "
    "vitest mocha kubernetes nomad terraform pulumi".split()
)


class Enumerated(NamedTuple):
    """A decision found in a goal, and the goal without it."""

    decision: Decision
    stem: str


def enumerated(goal: str) -> Enumerated | None:
    """The options a goal enumerates and asks to choose from; None when it does not."""
    if read_issue(goal).of("steps", "actual", "traceback"):
        return None  # the steps of a report are no options
    for find in (_items, _keyed, _among):
        found = find(goal)
        if found is None:
            continue
        options, around = found
        asked = _question(around)
        if not 2 <= len(options) <= ENUMERATED_MOST or not asked:
            continue
        kind, why = kind_of(asked, options)
        decision = Decision(
            asked, kind, tuple(options), one_question=is_one_question(kind, options), why_kind=why
        )
        return Enumerated(decision, _stem(around, asked))
    return None


def kind_of(asked: str, options: Sequence[Choice]) -> tuple[str, str]:
    """SPLIT-2: whether one of them is picked or each is decided, and why one thinks so."""
    if any_case("one_is_chosen").search(asked):
        return "alternatives", "the question asks for one"
    if any_case("several_are_chosen").search(asked):
        return "independent", "the question asks which ship"
    labels = [option.label for option in options]
    if all(_VERSION.search(label) for label in labels):
        return "alternatives", "the options are versions of one thing"
    if all(_words(label) & _FRAMEWORKS and len(label.split()) <= 3 for label in labels):
        return "alternatives", "the options are frameworks or stores for one purpose"
    if len({label.split()[-1].casefold() for label in labels}) == 1 and len(labels[0].split()) > 1:
        return "alternatives", f"each option is a {labels[0].split()[-1].lower()} of one thing"
    parts = [label for label in labels if any_case("parts_of_a_program").search(label)]
    if len(parts) * 2 > len(labels):
        return "independent", "the options are features or tasks of their own"
    if any(option.conflicts for option in options):
        return "independent", "only what the options name excludes another"
    return "unsure", "nothing says that one excludes another"


def _items(goal: str) -> tuple[list[Choice], str] | None:
    """The first list, one option a line; only what stands right before and behind it asks."""
    lines = goal.splitlines()
    places = [place for place, line in enumerate(lines) if _ITEM.match(line)]
    if not places:
        return None
    last = places[0]
    for place in places:
        if any(line.strip() for line in lines[last + 1 : place]):
            break
        last = place
    options: list[Choice] = []
    for line in lines[places[0] : last + 1]:
        if found := _ITEM.match(line):
            options.append(_choice(found[2] or found[1] or option_key(len(options)), found[3]))
    before = [line for line in lines[: places[0]] if line.strip()]
    behind = [line for line in lines[last + 1 :] if line.strip()]
    near = "\n".join((*before[-1:], *behind[:1]))
    if not _question(near):
        return None
    around = "\n".join((*before, *behind))
    return _distinct(options), around


def _keyed(goal: str) -> tuple[list[Choice], str] | None:
    """Keys in running text: “E1 Slack, E2 Teams and E3 Telegram”."""
    found = list(_KEYED.finditer(goal))
    prefixes = {re.sub(r"[-\d]", "", match[1]) for match in found}
    if len(found) < 2 or len(prefixes) != 1:
        return None
    around = f"{goal[: found[0].start()]} {goal[found[-1].end() :]}"
    return _distinct([_choice(match[1], match[2]) for match in found]), around.strip()


def _among(goal: str) -> tuple[list[Choice], str] | None:
    """“Which of Slack, Teams and Telegram should ship?”"""
    found = any_case("which_among").search(goal)
    if found is None:
        return None
    labels = [label for label in _SEPARATED.split(found[1]) if label.strip()]
    if len(labels) < 2 or any(len(label.split()) > 8 for label in labels):
        return None
    options = [_choice(option_key(place), label) for place, label in enumerate(labels)]
    return _distinct(options), goal.strip()


def _choice(key: str, text: str) -> Choice:
    label, _, scope = " ".join(text.split()).partition(": ")
    if len(label) > 60 or not scope:
        label, scope = " ".join(text.split()), ""
    return Choice(key.strip(), label.strip(" ,;:.()")[:LONGEST_LABEL], scope=scope.strip())


def _distinct(options: Sequence[Choice]) -> list[Choice]:
    """Each key once; two options under one key are no enumeration."""
    keys = {option.key.casefold() for option in options}
    whole = len(keys) == len(options) and all(option.label for option in options)
    return list(options) if whole else []


def _question(around: str) -> str:
    """The sentence that asks; the last one, where several do."""
    sentences = re.split(r"(?<=[.?!;])\s+|(?<=:)\s*\n+|\n+|\s+[—–]\s+|\s+--?\s+", around)
    trimmed = [sentence.strip(" ,;:—–-") for sentence in sentences]
    asking = list(filter(any_case("somebody_is_to_choose").search, trimmed))
    return asking[-1][:300] if asking else ""


def _stem(around: str, asked: str) -> str:
    """The goal without the list and the question about it."""
    left = " ".join(around.replace(asked, " ").split())
    return left.strip(" .:;,—–-")


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.casefold()))
