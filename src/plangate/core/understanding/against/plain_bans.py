"""What a page turns down, freezes, never does or calls wrong, by the name of the thing (UND-6).

A sentence names what it binds and what is not to happen to it. It is held against a clause by both:
the thing the clause works on or brings in, and what the clause does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.measures import is_beyond
from plangate.core.understanding.against.needs import rests_on_denied
from plangate.core.understanding.against.opposed import light_words
from plangate.language.amounts import amounts
from plangate.language.clauses import Clause
from plangate.language.denials import says_no
from plangate.language.programs import turns_programs_away
from plangate.language.words.row_patterns import any_case, each_row
from plangate.language.words.stems import content_stems, group, stem
from plangate.language.words.vocabulary import products, verb_of

#: Kinds of deeds by which something is there afterwards that was not, or is another than before.
_BRINGS = frozenset("build send move take operate keep show".split())
_CHANGES = frozenset("build change remove move reshape".split())


def is_turned_down(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“We do not accept new languages”: one more of them is wanted."""
    if (clause.kind not in _BRINGS and not clause.obliges) or turns_programs_away(sentence):
        return 0.0
    wanted = frozenset(content_stems(_done_to(clause)))
    for what in _named(sentence, "declined_things"):
        named = [word for word in content_stems(what) if word not in light_words()]
        if named and named[-1] in wanted and _most(named, wanted):
            return 1.85
    return 0.0


def is_frozen(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“The wire format is frozen”: something is added to it, or taken from it."""
    if clause.kind not in _CHANGES:
        return 0.0
    there = frozenset(content_stems(f"{clause.thing} {clause.place}"))
    for what in _named(sentence, "frozen_so"):
        named = [word for word in content_stems(what) if word not in light_words()]
        into = frozenset(content_stems(clause.place)) if clause.kind == "build" else there
        if named and named[-1] in into and _most(named, there):
            return 1.9
    return 0.0


def is_never_done(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Passwords are never sent by e-mail”: the very deed is wanted, done to the very thing."""
    found = any_case("forbidden_deeds").search(sentence.strip(" “”"))
    verb = verb_of(found["deed"].lower()) if found else None
    if found is None or verb is None or not clause.verb or clause.kind in ("fix", "document"):
        return 0.0
    subject = [word for word in content_stems(found["subject"]) if word not in light_words()]
    if not subject or stem(verb.name) in _everyday():
        return 0.0
    passive = found["deed"].lower() != verb.name
    if passive:
        wanted = verb_of(clause.verb)
        same = wanted is not None and (
            wanted.name == verb.name or wanted.kind == verb.kind in ("send", "remove")
        )
        return 1.9 if same and subject[-1] in content_stems(_done_to(clause)) else 0.0
    who = subject[-1] in content_stems(clause.text)
    behind = [word for word in content_stems(found["rest"]) if word not in light_words()]
    what = behind and rests_on_denied(clause.text, f"no {found['rest'].split()[-1]}")
    return 1.7 if who and what else 0.0


def is_called_wrong(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“A bare `time.sleep` is a defect”: a name of code that the clause brings in."""
    if clause.kind in ("remove", "fix", "document", "verify") or not _forbids(sentence):
        return 0.0
    ours = {name.lower() for name in names_of_code(sentence)}
    for found in _TOKEN.finditer(clause.text):
        name = (found["code"] or found["bare"]).lower()
        behind = clause.text[: found.start()].rstrip("`'\"“ ") + " "
        if name in ours and any_case("brought_in_by").search(behind):
            return 1.95
    return 0.0


def is_one_more_need(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“The only dependency is Postgres”: a cache server is to be brought in."""
    if clause.kind not in _BRINGS or not any_case("only_needs").search(sentence):
        return 0.0
    here, wanted = _products(sentence), _products(clause.text)
    return 1.5 if any(kind in _SERVICES for kind, _ in wanted - here) else 0.0


def is_out_of_bounds(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Must be at least 6 characters”: three are to be enough, of the very thing."""
    if clause.kind in ("verify", "document") or not any_case("bounds_an_amount").search(sentence):
        return 0.0
    same = frozenset(content_stems(clause.text)) & frozenset(content_stems(sentence))
    units = {stem(one.unit) for one in amounts(sentence)}
    if not same - light_words() - units:
        return 0.0
    return 1.6 if is_beyond(sentence, clause.text) else 0.0


def is_more_than_mending(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Only bug fixes are accepted”: something new is wanted, and much of it."""
    if clause.kind != "build" or not any_case("only_mended").search(sentence):
        return 0.0
    large = frozenset(map(stem, group("large_matters")))
    return 0.5 if large.intersection(content_stems(clause.text)) else 0.0


_SERVICES = frozenset("database cache queue cloud ai".split())
#: A name as code has it: in backticks, or with a mark within.
_TOKEN = re.compile(
    r"`(?P<code>[^`\s]{2,60})`"
    r"|(?<![\w/.-])(?P<bare>--[a-z][\w-]+|[A-Za-z]\w*(?:(?:\.|/|_|::)\w+)+(?:\(\))?)"
)


def names_of_code(sentence: str) -> Iterator[str]:
    """The names in a text that are written as in code."""
    for found in _TOKEN.finditer(sentence):
        yield found["code"] or found["bare"]


def _forbids(sentence: str) -> bool:
    return any_case("is_wrong").search(sentence) is not None or says_no(sentence)


def _named(sentence: str, rows: str) -> Iterator[str]:
    plain = sentence.strip(" “”")
    for row in each_row(rows):
        yield from (found["what"] for found in row.finditer(plain))


def _most(named: list[str], wanted: frozenset[str]) -> bool:
    return 2 * len(wanted.intersection(named)) >= len(named)


def _done_to(clause: Clause) -> str:
    """What a clause works on, without when and for whom."""
    return clause.thing or clause.what or clause.text


def _products(text: str) -> frozenset[tuple[str, str]]:
    words = (found.group().lower() for found in re.finditer(r"[A-Za-z][\w+#]*(?:\.js)?", text))
    return frozenset(products()[word] for word in words if word in products())


@cache
def _everyday() -> frozenset[str]:
    return frozenset(map(stem, "add change use make keep need run set put take work be".split()))
