"""What a goal leaves open beyond the catalog (UND-6), from its own words and the workspace.

A term nobody defines, a limit nobody states, clauses against each other or against the repository's
pages, something that is there already, a one-way door. Readings come from evidence where there is
some; where there is none, a default action and something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import (
    DOUBTS_EXPLAINED,
    DOUBTS_MOST,
    DOUBTS_UNSAID,
    LIMIT_EFFORT,
    LIMIT_SHORT,
    UNDERSPECIFIED_FROM,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.contradictions import contradictions_of
from plangate.core.understanding.against.pages import page_against
from plangate.core.understanding.already_there import already_there
from plangate.core.understanding.changes import is_small, small_kind
from plangate.core.understanding.door_questions import LOST
from plangate.core.understanding.doors import (
    door_by_sound,
    doors_of,
    doors_of_small,
    is_of_what_is_here,
    sounds_harmless,
)
from plangate.core.understanding.effort import effort_of
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.understanding.grasp import (
    ATTACHES_FROM,
    STOP_BELOW,
    clauses_of_work,
    grasp_of,
    is_placed,
    speaks_of_the_last,
)
from plangate.core.understanding.open_matters import Open, opened, reading, short_of
from plangate.core.understanding.unsaid.open_requests import is_request, request_of
from plangate.core.understanding.unsaid.pointing import pointed_at
from plangate.core.understanding.unsaid.underspecified import underspecified
from plangate.core.understanding.unsaid.unstated import unstated_in
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.issues.reports import without_statement
from plangate.language.issues.requirements import wondering
from plangate.language.paths import TYPED
from plangate.language.words.qualifiers import is_personal
from plangate.language.words.row_patterns import any_beginning, any_case, any_row, any_said
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import forms, verb_of

VAGUE, LIMIT, TERM = "what-is-wanted", "unstated-limit", "undefined-term"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def doubts_of(
    goal: str, seen: Sighting, named: Sequence[Ambiguity] = (), *, by_sound: bool = True
) -> list[Open]:
    """Everything open that the catalog did not raise; `named` is what it did. A mind that reads
    sentences needs nobody to tell it what one sounds like: without `by_sound` only what is named
    by its words is a door."""
    if is_small(goal, seen):
        return [_for_a_person(one) for one in _small_doubts(goal, seen)]
    asks = is_request(goal, seen)
    for_themselves = asks and (is_personal(goal) or goal.rstrip().endswith("?"))
    if exploratory_cue(goal) and not for_themselves:
        return []  # INT-3: who wants to find out has not said yet what is to change
    effort = effort_of(goal, seen, named).value / 10
    final = () if any(map(_is_one_way, named)) else _doors(goal, seen, by_sound=by_sound)
    if asks:
        wanted = request_of(goal, max(effort, 0.35))
        found = [*final] or ([wanted] if wanted else [])
        return [_for_a_person(one) for one in found]
    excluded = any(one.blocker_type == "mutually_exclusive_requirements" for one in named)
    found = [] if excluded else list(contradictions_of(goal, seen))
    found += final
    there = already_there(goal, seen.exists)
    found += [there] if there else []
    lost = any(one.ambiguity.id == LOST for one in found)
    unclear = (one for one in _unclear(goal, seen, effort) if not (lost and one.kind == "term"))
    found += unclear
    taken = {one.id for one in named}
    return [_for_a_person(one) for one in found if one.ambiguity.id not in taken][:DOUBTS_MOST]


def _doors(goal: str, seen: Sighting, *, by_sound: bool) -> list[Open]:
    """The doors of a goal by what its words name, unless all of them together say that there is
    none and nothing that is kept here is named; else the one that they sound like."""
    named = list(doors_of(goal, seen))
    if named and sounds_harmless(goal):
        named = [one for one in named if is_of_what_is_here(one, seen)]
    return named or (list(door_by_sound(goal)) if by_sound else [])


def _small_doubts(goal: str, seen: Sighting) -> Iterator[Open]:
    """INT-2: a small change is made at once, unless a page rules it out or others use the name."""
    against = page_against(goal, seen) if small_kind(goal) in ("version", None) else None
    if against is not None and against.plainly:
        yield from contradictions_of(goal, seen)
    else:
        yield from doors_of_small(goal, seen)


def doubts_beside(
    goal: str, told: Sequence[str], seen: Sighting, named: Sequence[Ambiguity] = ()
) -> list[Open]:
    """UND-7: what a plan leaves open that is there already. Its tasks say what is wanted and what
    is done with what is here; open is what they do that cannot be undone, and what goes against the
    repository or the goal itself."""
    found = [*contradictions_of(goal, seen)]
    if not any(_is_one_way(one) for one in named):
        found += doors_of(". ".join(task.rstrip(" .") for task in told), seen)
    taken = {one.id for one in named}
    return [_for_a_person(one) for one in found if one.ambiguity.id not in taken][:DOUBTS_MOST]


def _for_a_person(one: Open) -> Open:
    """The brief has looked already: what is meant, no further look can tell (INV-7)."""
    return one._replace(ambiguity=one.ambiguity._replace(only_a_person=True))


def _is_one_way(one: Ambiguity) -> bool:
    return any(r.reversibility == "irreversible" for r in one.interpretations)


def _unclear(goal: str, seen: Sighting, effort: float) -> Iterator[Open]:
    """What is praised, blamed or limited without a measure."""
    if found := unstated_in(goal, max(effort, 0.35)):
        yield found
        return
    issue = read_issue(goal)
    wonders, share = wondering(goal) if issue.is_report else ((), 0.0)
    open_ended = share > 0 and not issue.of("expected")
    if open_ended and underspecified(goal) > UNDERSPECIFIED_FROM:
        yield _wanted(wonders[0], Clause(wonders[0]), seen, effort)
    if issue.is_report or hear(goal).language == "other":
        return
    clauses = clauses_of_work(goal)
    yield from pointed_at(goal, clauses, seen, effort)
    for clause in clauses:
        if quote := _speed_in(clause):
            yield _speed(quote, clause, effort)
            return
    unexplained = list(_unexplained(goal, clauses))
    for clause in unexplained:
        if quote := vague_in(clause):
            plainly = any(_says_what(one, seen) for one in clauses if one is not clause)
            yield _wanted(
                quote, clause, seen, effort, DOUBTS_EXPLAINED if plainly else DOUBTS_UNSAID
            )
            return
    for clause in clauses:
        if quote := limit_in(clause):
            is_all = len(clauses) == 1 and _is_the_wish(quote, clause)
            yield _limit(quote, clause, max(effort, 0.3) if is_all else LIMIT_EFFORT)
            return
    if len(clauses) > 1 and grasp_of(goal, seen).value >= STOP_BELOW:
        for clause in clauses:
            of_oneself = any_case("one_speaks_of_oneself").match(clause.text)
            strange = clause.verb and not of_oneself and clause.unknown
            if strange and not is_placed(clause, seen):
                yield _term(clause, effort)
                return


def _says_what(clause: Clause, seen: Sighting) -> bool:
    """Whether a clause wants something definite that has a place: a plan begins there, and what a
    clause beside it leaves open is assumed."""
    definite = (
        clause.kind in ("build", "show", "send", "remove", "change", "move") or clause.obliges
    )
    return definite and not vague_in(clause) and is_placed(clause, seen)


def _unexplained(goal: str, clauses: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses that stand for themselves: a title is explained by what stands below it, and
    “change it” speaks of what was told before."""
    title, _, below = goal.strip().partition("\n\n")
    told = hear(goal).clauses
    for clause in clauses:
        before = told[: told.index(clause)] if clause in told else ()
        if clause.text in title and any(other.text in below for other in clauses):
            continue
        if before and speaks_of_the_last(clause) and clause.verb not in group("vague_deeds"):
            yield before[-1]
        else:
            yield clause


def vague_in(clause: Clause) -> str:
    """The word of a clause that says something is to change and not what; "" when it says what."""
    if clause.amounts or clause.negated:
        return ""
    if any_said("ends_it").search(clause.text):
        return ""  # “must no longer clean up …”: what is done today is not done any more
    text = without_statement(_without_code(clause.text).lower())
    text = any_row("gives_a_reason").split(text, maxsplit=1)[0]
    text = any_beginning("kindly_wished").sub(" ", text).strip().rstrip(" .!")
    words = [found.group() for found in _WORD.finditer(text)]
    for place, word in enumerate(words):
        before = words[max(1, place - 2) : place]
        is_reason = "for" in before or (
            "with" in before and clause.obliges
        )  # “… for a better start”
        # “Smart playlists should have …”
        is_name = place == 0 and any_row("named_thing_does").match(text)
        if word in group("evaluates") and not is_reason and not is_name:
            return word
    if found := any_beginning("wished_vaguely").search(text) or _blame().search(text):
        return found.group()
    if found := _undefined().search(text):
        return found["word"]
    verb = verb_of(clause.verb) if clause.verb else None
    named = hear(clause.text).identifiers or clause.said.lower() not in text
    if clause.verb in group("vague_deeds") and not named:
        return clause.said or clause.verb
    short = len(words) <= 3 and verb is not None and verb.kind in ("limit", "tune")
    of_code = clause.head in group("codes")
    return clause.text if short and not clause.thing_kind and not of_code else ""


def _without_code(text: str) -> str:
    """A text without what it quotes: “`koel:tidy` should …” tidies nothing up, nor does the
    command of “book clean --dry-run”."""
    for quote in (*hear(text).code, *hear(text).quotes):
        text = text.replace(quote, " ")
    return _READABLE.sub(" ", TYPED.sub(" ", text))


#: What is read by a program, or by people, is no praise.
_READABLE = re.compile(r"\b(?:machine|human)[- ]readable\b")


@cache
def _blame() -> re.Pattern[str]:
    """“The pipeline is unreliable”, “make it more robust”: praise or blame, and no more."""
    said = "|".join(sorted(group("evaluates_behind"), key=len, reverse=True))
    much = r"(?:(?:a bit|a lot|too|very|really|so|quite|rather|more|less|much|still|just) )*"
    return re.compile(
        rf"(?:\b(?:is|are|was|were|feels?|looks?|gets?|seems?|became|becomes?) {much}(?:{said})"
        r"(?:(?: compared| next to| beside) .{2,40})?"
        rf"|^(?:please )?make (?:[\w'’-]+ ){{1,6}}?{much}(?:{said})|^(?:more|less) (?:{said})"
        # whatever the word is: “fights feel unfair”, “make the start more exciting”
        rf"|^(?:[\w'’-]+ ){{1,5}}(?:feels?|looks?|seems?|sounds?) {much}[a-z-]+"
        rf"|^(?:please )?make (?:[\w'’-]+ ){{1,6}}?(?:more|less) [a-z-]+)$"
    )


@cache
def _undefined() -> re.Pattern[str]:
    """“Highlight unusual transactions”, “must be fast”: a word nobody can go by decides which ones
    are meant or when it is done; “more control” is an aim without a measure."""
    degree = r"(?:(?:as|so|more|less|very|really|quite|reasonably|sufficiently) )?"
    word = "|".join(sorted(group("needs_defining"), key=len, reverse=True))
    said = "|".join(
        sorted(group("needs_defining") | group("evaluates_behind"), key=len, reverse=True)
    )
    picks = "|".join(form for name in sorted(group("picks_out")) for form in forms(name))
    aims = "|".join(sorted(group("abstract_aims"), key=len, reverse=True))
    return re.compile(
        rf"(?<!the )(?<!an )(?<!a )\b(?P<word>(?:{picks}) (?:(?!an? |how )[\w'’-]+ ){{0,3}}?"
        rf"{degree}(?:{word}) [\w-]+"
        rf"|(?:should|must|has to|have to|needs? to) (?:\w+ )?(?:be|feel|look|stay|become) "
        rf"{degree}(?:{said})\b(?! (?:than|for|as|if|when) )"
        rf"|(?:more|better|less|fewer) (?:[\w-]+ )?(?:{aims})\b(?! than))"
    )


def _speed_in(clause: Clause) -> str:
    """The word that wants less time or money and says no amount."""
    words = [found.group().lower() for found in _WORD.finditer(clause.text)]
    tunes = clause.verb in group("vague_deeds") or clause.kind == "tune"
    known = group("speeds") | (group("measures") if tunes else frozenset())
    return "" if clause.amounts else next((word for word in words if word in known), "")


def limit_in(clause: Clause) -> str:
    """The words that mean a limit and say none: “old entries”; an amount settles it (UND-7)."""
    reports = clause.trouble and not clause.obliges
    if clause.amounts or reports or any_said("ends_it").search(clause.text):
        return ""
    of_code = clause.kind == "remove" and clause.head.removesuffix("s") in group("codes")
    if of_code:
        return ""  # “delete old comments of the parser”: whoever reads them sees which
    text = any_row("what_it_is_good_for").split(clause.text.lower(), maxsplit=1)[0].rstrip(" .!")
    found = any_beginning("vague_spans").search(text)
    if found is None:
        return ""
    known = any_row("one_everybody_knows").search(text[: found.start()])
    if known and not found.group().endswith("s"):
        return ""  # “the old signing key”: one that everybody knows
    return found.group()


def _wanted(
    quote: str, clause: Clause, seen: Sighting, effort: float, unsaid: float = DOUBTS_UNSAID
) -> Open:
    sure = seen.places and seen.places[0].strength >= ATTACHES_FROM
    where = seen.places[0].path if sure else "the part it names"
    effort = max(effort, 0.35)
    readings = (
        reading(
            "nearest",
            f"The smallest change that helps, in {where}",
            f"{where} changes and nothing else",
            1.0,
            effort,
        ),
    )
    prompt = f"“{short_of(clause.text)}” does not say what. What should be different afterwards?"
    return opened("term", VAGUE, readings, prompt, quote, clause, "nearest", unsaid)


def _is_the_wish(quote: str, clause: Clause) -> bool:
    """“Keep samples longer”: the limit is what is to change, and no part of what is wanted."""
    return (
        clause.text.lower().rstrip(" .!").endswith(quote)
        and len(clause.text.split()) <= LIMIT_SHORT
    )


def _limit(quote: str, clause: Clause, effort: float) -> Open:
    """A limit nobody states is one value: whoever minds it says another, and nothing is redone."""
    readings = (
        reading(
            "setting",
            "A setting with a careful default",
            "whoever runs it can change the limit later",
            1.0,
            effort,
        ),
    )
    prompt = f"What does “{quote}” mean in “{short_of(clause.text)}”: which limit?"
    return opened("limit", LIMIT, readings, prompt, quote, clause, "setting", DOUBTS_UNSAID)


def _speed(quote: str, clause: Clause, effort: float) -> Open:
    effort = max(effort, 0.3)
    readings = (
        reading(
            "measured",
            "Measure first, then mend what costs most",
            "a measurement says what changes, and when it is enough",
            1.0,
            effort,
        ),
    )
    prompt = f"“{short_of(clause.text)}” names no measure. Measure first, or is there a number?"
    return opened("limit", LIMIT, readings, prompt, quote, clause, "measured", DOUBTS_UNSAID)


def _term(clause: Clause, effort: float) -> Open:
    term = ", ".join(clause.unknown[:2])
    usual = reading(
        "as-usual", f"{term} as it is usually meant", "built by that meaning", 1.0, effort
    )
    prompt = f"“{term}” stands nowhere in this workspace. What does it mean here?"
    return opened("term", TERM, (usual,), prompt, term, clause, "as-usual", DOUBTS_UNSAID)
