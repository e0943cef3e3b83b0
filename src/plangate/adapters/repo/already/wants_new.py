"""Whether a goal wants something that could be there already, or works on what is there (UND-4)."""

from __future__ import annotations

import re

from plangate.adapters.repo.already.wish_sentences import wish_of, works_on
from plangate.adapters.repo.places.goal_words import with_component
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import Issue
from plangate.language.words.features import ABOUT_SOMETHING, ASSIGNING, is_label_of_work
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.stems import names_whole, stem, words_of
from plangate.language.words.vocabulary import verb_of
from plangate.language.words.wishes import wishes_in

_ABOUT_WHAT_IS_THERE = frozenset("fix document decide tune".split())
#: Kinds of verbs that may still ask for a feature by one of its known names.
_MAY_ADD = frozenset("move reshape".split())
#: Kinds that look at something: a feature does so for its users, and a goal to find out how things
#: are.
_LOOKS = frozenset(("explore", "verify"))
#: Kinds that work on what is there, or only look at it (UND-4): what they find is what they are
#: about. Everything else may ask for something that exists.
_NOT_ADDING = _ABOUT_WHAT_IS_THERE | _MAY_ADD | _LOOKS
#: Verbs whose object is there as a rule (“show the stock”), unless the verb names the feature.
_OF_WHAT_IS_THERE = frozenset("show change operate".split())
#: Something is to be done to what is there, once.
_ONCE = re.compile(r"\bnow\b|\d\.\d")
_REWORDED = re.compile(r"->|→|=>|instead of \d|[\"“”][^\"“”]+[\"“”]")
#: So few words behind a colon add to what stands before it; more say what is wanted of it.
_FEW = 5
_BEFORE_A_COLON = re.compile(r"^([^:]{3,40}):\s+(\S.*)$", re.DOTALL)
IDENTIFIER = re.compile(
    r"\b_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+\b|\b[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b"
)
CODE = re.compile(rf"`|\w\(|{IDENTIFIER.pattern}")
#: A title without a verb that is longer tells of something.
_LONGEST_NAME = 6


def adds(issue: Issue, *, in_so_many_words: bool = False, plainly: bool = False) -> bool:
    """Whether a goal wants something that could be there already.

    What is shown, changed or run is there as a rule; a sentence that says both what is done and to
    what shows more than the name of the thing. Who asks plainly for a known feature wants it
    whatever the verb, unless something is mended or described.
    """
    component, title = without_component(issue.title)
    clause = first_wanted(title)
    if (
        clause is None
        or issue.is_report
        or _REWORDED.search(title)
        or works_on(title)
        or (_ONCE.search(title) and not in_so_many_words)
    ):
        return False
    if CODE.search(title) and not CODE.search(before_any_place(clause.thing)):
        return False  # who writes a name out of the code knows what is there
    if clause.trouble or clause.mood == "question" or (clause.negated and not in_so_many_words):
        return False
    if stem(clause.head) in ABOUT_SOMETHING or is_label_of_work(component):
        return False
    if plainly:
        return clause.kind not in _ABOUT_WHAT_IS_THERE
    if clause.verb and not clause.obliges:
        if clause.kind in _OF_WHAT_IS_THERE and not names_feature(clause.verb):
            return in_so_many_words or any_case("lets_somebody").match(title) is not None
        if in_so_many_words and (clause.kind in _MAY_ADD or clause.verb in ASSIGNING):
            return True
        if in_so_many_words and clause.kind in _LOOKS:
            return any_case("investigates").search(title) is None
        return clause.kind not in _NOT_ADDING and clause.verb not in ASSIGNING
    if modal := any_case("may_or_must").match(clause.text):
        verb = verb_of(next(iter(re.findall(r"[a-z]+", clause.text[modal.end() :].lower())), ""))
        if verb is not None and not names_feature(verb.name):
            return verb.kind not in _OF_WHAT_IS_THERE | _NOT_ADDING
    short = len(clause.thing.split()) <= _LONGEST_NAME and not any_row("tells_how_it_is").search(
        clause.text
    )
    return clause.obliges or short or in_so_many_words


#: Who only wants to know how things are, or to have them mended, describes nothing new.
_LOOKS_ONLY = _ABOUT_WHAT_IS_THERE | _LOOKS


def tells_a_wish(issue: Issue) -> bool:
    """Whether a story may describe what is there: no report, and nothing only insiders say."""
    story = issue.title
    if issue.is_report or CODE.search(story) or any_case("only_insiders_say").search(story):
        return False
    wish = wish_of(story)
    clause = first_wanted(wish)
    if clause is None or clause.trouble or works_on(wish):
        return False
    return not any(one.asks_for_work and one.kind in _LOOKS_ONLY for one in hear(story).clauses)


def told_from_inside(issue: Issue) -> bool:
    """Whether a long goal tells what is to change in what is there, and wishes for nothing new."""
    wished = any_case("wishes_from_outside").search(issue.title)
    return len(issue.title.split()) >= _LONG and wished is None


#: Nobody needs so many words to say what is wanted and no more.
_LONG = 18


def may_not_know(issue: Issue) -> bool:
    """Whether somebody may want what they have not found: no report, no work on what they know,
    and no name out of the code."""
    clauses = [clause for clause in hear(issue.title).clauses if clause.asks_for_work]
    knows = issue.is_report or CODE.search(issue.title) or _BECOMES.search(issue.title)
    return not knows and not any(clause.kind in _ON_WHAT_IS_KNOWN for clause in clauses)


_BECOMES = re.compile(r"->|→|=>")
_ON_WHAT_IS_KNOWN = frozenset("fix document tune reshape verify".split())


def without_component(title: str) -> tuple[str, str]:
    """The component of a title, and what is wanted without it and without who wants it.

    What stands before a colon is what is wanted if it names a feature and no order follows, else it
    is where something is wanted.
    """
    component, rest = with_component(title)
    if found := _BEFORE_A_COLON.match(rest):
        told = found[2].split()
        if wishes_in(words_of(found[1])) and len(told) < _FEW and verb_of(told[0].lower()) is None:
            rest = found[1]
        else:
            component, rest = f"{component} {found[1]}", found[2]
    return component.strip(), names_whole(any_case("somebody_needs").sub("", rest).strip())


def before_any_place(thing: str) -> str:
    """What is wanted, without where, when or for whom."""
    return any_row("says_where_or_when").split(thing, maxsplit=1)[0]


def first_wanted(title: str) -> Clause | None:
    """The first thing a title wants."""
    clauses = hear(title).clauses
    return next((clause for clause in clauses if clause.asks_for_work), next(iter(clauses), None))


def names_feature(verb: str) -> bool:
    """Whether a verb itself names a feature: “export”, “pin”; “release” and “show” name none."""
    return bool(wishes_in([verb]))
