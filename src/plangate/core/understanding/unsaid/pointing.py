"""What a goal points at and does not say (UND-6): a referent, a share of a set, a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plangate.core.model.sighting import Sighting
from plangate.core.understanding.open_matters import Open, opened, reading, short_of
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of
from plangate.language.words.row_patterns import any_beginning, any_row
from plangate.language.words.stems import content_stems, group

REFERENT, EXTENT, OUTSIDE = "what-is-meant", "which-of-them", "not-handed-over"


def pointed_at(
    goal: str, clauses: Sequence[Clause], seen: Sighting, effort: float
) -> Iterator[Open]:
    """What a goal points at and does not say: a referent, a share of a set, a paper elsewhere."""
    first = next(iter(hear(goal_of(goal)).clauses), None)
    named_before = first is None or not clauses or first.text != clauses[0].text
    if not named_before and (quote := referent_in(clauses[0])) and not _is_of_all(clauses[0]):
        yield _referent(quote, clauses[0], seen, effort)
    elif found := next(_several(clauses, seen), None):
        yield _fits_several(*found, effort)
    for clause in clauses:
        if quote := _said(clause, "extents"):
            yield _extent(quote, clause, effort)
            break
    outside = any_beginning("handed_over").search(goal.lower())
    if outside and not _is_here(outside.group(), goal, seen):
        yield _outside(outside.group(), clauses[0] if clauses else None, effort)


def _is_here(quote: str, goal: str, seen: Sighting) -> bool:
    """Whether what is spoken of is a thing of the program itself: attachments, as of tickets."""
    if any(where and text in goal for text, where in seen.literals.items()):
        return True
    declared = (symbol.partition(":")[0] for place in seen.places for symbol in place.symbols)
    names = frozenset(word for name in declared for word in content_stems(name))
    return any(word in names for word in content_stems(quote))


def referent_in(clause: Clause) -> str:
    """The word by which a goal's first clause points at what nobody named: “rename it”."""
    about = clause.what.lower().rstrip(" .!")
    if not clause.verb or hear(clause.text).identifiers or hear(clause.text).paths:
        return ""
    found = any_beginning("pointing").match(about)
    return found.group() if found else ""


def _is_of_all(clause: Clause) -> bool:
    """“Make it faster”: it is the whole of it, and what is asked is what should be different."""
    words = frozenset(found.group().lower() for found in _WORD.finditer(clause.text))
    said = group("speeds") | group("evaluates") | group("evaluates_behind")
    return bool(words & said) or clause.verb in group("vague_deeds") or clause.kind == "tune"


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def _said(clause: Clause, name: str) -> str:
    if clause.amounts or clause.trouble or clause.negated or not clause.wants:
        return ""
    text = clause.text.lower().rstrip(" .!")
    found = any_beginning(name).search(text)
    behind = text[found.end() :] if found else ""
    if any_row("stays_as_it_is").match(behind) or any_row("examples_follow").search(behind):
        return ""  # “the other fields stay”: nobody is to change them; “some paths, e.g. /admin”
    if found is None or any_row("compared_with").search(text[: found.start()]):
        return ""
    return found.group()


#: So near to each other two places are, and so sure, before a name fits both.
_ALIKE, _LIKELY = 0.9, 0.4
_OF_WHAT_IS_THERE = frozenset("rename change fix remove move reshape tune".split())


def _several(clauses: Sequence[Clause], seen: Sighting) -> Iterator[tuple[Clause, tuple[str, str]]]:
    """“The parser”, where two files declare one by that very name."""
    for clause in clauses:
        words = content_stems(clause.thing)
        if clause.kind not in _OF_WHAT_IS_THERE or len(words) != 1 or hear(clause.text).paths:
            continue
        fitting = [
            place
            for place in seen.places[:4]
            if place.strength >= _LIKELY
            and any(content_stems(s.partition(":")[0]) == words for s in place.symbols)
        ]
        if len(fitting) > 1 and fitting[1].strength >= _ALIKE * fitting[0].strength:
            yield clause, (fitting[0].path, fitting[1].path)


def _referent(quote: str, clause: Clause, seen: Sighting, effort: float) -> Open:
    places = [place.path for place in seen.places if place.strength >= _LIKELY][:2]
    places = places or [place.path for place in seen.places[:1]]
    effort = max(effort, 0.4)
    each = 1.0 / max(1, len(places))
    meant = [
        reading(f"place-{at}", f"What {path} holds", f"{path} changes", each, effort)
        for at, path in enumerate(places, start=1)
    ]
    none = reading("named-first", "None yet: somebody names it", "nothing changes yet", 1.0, effort)
    readings = tuple(meant) or (none,)
    unsaid = 0.5 if len(readings) < 2 else 0.4
    prompt = f"“{short_of(clause.text)}”: the goal does not say what “{quote}” is. What is meant?"
    first = readings[0].id
    return opened("referent", REFERENT, readings, prompt, quote, clause, first, unsaid)


def _fits_several(clause: Clause, paths: tuple[str, str], effort: float) -> Open:
    effort = max(effort, 0.3)
    one, other = paths
    readings = (
        reading("first", f"The one in {one}", f"{one} changes, {other} stays", 0.4, effort),
        reading("second", f"The one in {other}", f"{other} changes, {one} stays", 0.3, effort),
        reading("both", "Both", "both files change alike", 0.3, effort),
    )
    prompt = f"“{clause.thing}” fits {one} and {other}. Which one is meant?"
    return opened("referent", REFERENT, readings, prompt, clause.thing, clause, "first")


def _extent(quote: str, clause: Clause, effort: float) -> Open:
    effort = max(effort, 0.3)
    readings = (
        reading("clear-ones", "The clear cases, listed for review", "the rest stays", 0.6, effort),
        reading("all", "All of them", "every one that is found changes", 0.4, effort),
    )
    prompt = f"“{short_of(clause.text)}”: “{quote}” leaves open which ones. Which are meant?"
    return opened("extent", EXTENT, readings, prompt, quote, clause, "clear-ones", 0.2)


def _outside(quote: str, clause: Clause | None, effort: float) -> Open:
    effort = max(effort, 0.35)
    without = reading(
        "without", "Go on from what the repository shows", "it may differ from it", 1.0, effort
    )
    prompt = f"The goal rests on “{quote}”, which is not in this workspace. What does it say?"
    about = clause or Clause(quote)
    found = opened("external", OUTSIDE, (without,), prompt, quote, about, "without", 0.6)
    missing = found.ambiguity._replace(
        blocker_type="missing_external_data", blocker_evidence=(quote,)
    )
    return found._replace(ambiguity=missing)
