"""What a goal asks for, as terms to look for: is it something that could be there already (UND-4)?

The object of a goal is a few terms, each with its other names and how rare it is here. What it is
wanted for counts little; a word that only says what kind of thing it is ("endpoint", "page") counts
next to nothing; a word the repository does not know counts against everything that lacks it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.brief.rankings import with_component
from plangate.adapters.repo.index.index import Index
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issue_text import Issue
from plangate.language.words.features import (
    ABOUT_SOMETHING,
    ASSIGNING,
    SAYS_LITTLE,
    Phrase,
    is_label_of_work,
    names_of_features,
)
from plangate.language.words.stems import group, is_stop, parts, stem
from plangate.language.words.vocabulary import thing_kind, verb_of


class Term(NamedTuple):
    """A part of what is wanted: every name it goes by, and how much it matters here."""

    names: frozenset[Phrase]
    weight: float
    #: Whether the repository knows the word at all.
    is_here: bool = True

    @property
    def is_known(self) -> bool:
        """Whether it is a feature that people have several names for."""
        return len(self.names) > 1


#: Kinds of verbs that work on what is there, or only look at it (UND-4): what they find is what
#: they are about. Everything else may ask for something that exists.
_NOT_ADDING = frozenset("fix move reshape explore document decide verify".split())
#: Verbs whose object is there as a rule (“show the stock”), unless the verb names the feature.
_OF_WHAT_IS_THERE = frozenset("show change operate".split())
_ELSEWHERE = re.compile(
    r"\b(?:to|on|in|for|of|from|at|against|with|per|by|via|into|before|after|about|over|so|when|while"
    r"|if|because|until|that|which|who)\b"
)
_MODAL = re.compile(
    r"^(.{0,60}?)\b(?:should|must|needs? to|ha(?:s|ve) to|can|may)\b", re.IGNORECASE
)
#: Something is to be done to what is there, once.
_ONCE = re.compile(r"\bnow\b|\d\.\d")
_REWORDED = re.compile(r"->|→|=>|instead of \d|[\"“”][^\"“”]+[\"“”]")
_TELLS = re.compile(r"\b(?:is|are|was|were|has|have|does|do|did|cannot|gets?|never)\b")
_NEEDS = re.compile(r"^\w+ (?:need|want|wish)s?(?: to)?\b(?: be able to)?", re.IGNORECASE)
_BEFORE_A_COLON = re.compile(r"^([^:]{3,40}):\s+(\S.*)$", re.DOTALL)
_IDENTIFIER = re.compile(
    r"\b_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+\b|\b[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b"
)
_CODE = re.compile(rf"`|\w\(|{_IDENTIFIER.pattern}")
#: A title without a verb that is longer tells of something.
_LONGEST_NAME = 6
#: What it is wanted for counts half, and never more than this share of what is wanted.
_AROUND, _MOST_AROUND = 0.5, 0.3
_BESIDE = 0.4
#: A word nobody here uses is often just another way of putting it.
_UNKNOWN = 0.5
_EXPLAINED = re.compile(r"[:;,(]| - ")
_MEANS = re.compile(r"\b(?:by|via|with|using|through|as)\s+(?:an?\s+|the\s+)?(\w+(?:\s\w+)?)")
#: “Endpoint”, “flag”, “page”: what kind of thing is wanted, not which one.
_KIND = 0.1
#: An object of words that stand everywhere here names nothing in particular.
_LEAST, _LEAST_KNOWN = 1.3, 1.0


def adds(issue: Issue, *, in_so_many_words: bool = False) -> bool:
    """Whether a goal wants something that could be there already.

    What is shown, changed or run is there as a rule; a sentence that says both what is done and to
    what shows more than the name of the thing.
    """
    component, title = _bare(issue.title)
    clause = _wanted(title)
    if (
        clause is None
        or issue.is_report
        or any(pattern.search(title) for pattern in (_REWORDED, _ONCE))
    ):
        return False
    if _CODE.search(title) and not _CODE.search(_ELSEWHERE.split(clause.thing, maxsplit=1)[0]):
        return False  # who writes a name out of the code knows what is there
    if clause.trouble or clause.negated or clause.mood == "question":
        return False
    if stem(clause.head) in ABOUT_SOMETHING or is_label_of_work(component):
        return False
    if clause.verb and not clause.obliges:
        if clause.kind in _OF_WHAT_IS_THERE and not _is_feature(clause.verb):
            return in_so_many_words
        return clause.kind not in _NOT_ADDING and clause.verb not in ASSIGNING
    if modal := _MODAL.match(clause.text):
        verb = verb_of(next(iter(re.findall(r"[a-z]+", clause.text[modal.end() :].lower())), ""))
        if verb is not None and not _is_feature(verb.name):
            return verb.kind not in _OF_WHAT_IS_THERE | _NOT_ADDING
    short = len(clause.thing.split()) <= _LONGEST_NAME and not _TELLS.search(clause.text)
    return clause.obliges or short


def _bare(title: str) -> tuple[str, str]:
    """The component of a title, and what is wanted without it and without who wants it.

    What stands before a colon is what is wanted if it names a feature and no order follows, else it
    is where something is wanted.
    """
    component, rest = with_component(title)
    if found := _BEFORE_A_COLON.match(rest):
        stemmed = [stem(word) for word in re.findall(r"\w+", found[1])]
        known = any(len(names) > 1 for _, _, names in names_of_features(stemmed))
        if known and verb_of(found[2].split()[0].lower()) is None:
            rest = found[1]
        else:
            component, rest = f"{component} {found[1]}", found[2]
    return component.strip(), _NEEDS.sub("", rest).strip()


def _wanted(title: str) -> Clause | None:
    """The first thing a title wants."""
    clauses = hear(title).clauses
    return next((clause for clause in clauses if clause.asks_for_work), next(iter(clauses), None))


def terms_of(index: Index, title: str) -> list[Term]:
    """The object of a goal: what it asks for counts whole, where it is wanted counts little."""
    component, title = _bare(title)
    clause = _wanted(title)
    if clause is None:
        return []
    wanted, around = _wanted_and_around(index, clause)
    first = list(_terms(index, wanted))
    others = [term for term in _terms(index, f"{around} {component}") if term.is_here]
    most = _MOST_AROUND * sum(term.weight for term in first)
    scale = min(_AROUND, most / max(1e-9, sum(term.weight for term in others)))
    if not is_telling(first):  # “a button that …”: what it does is said behind it
        return list(_terms(index, f"{component} {clause.text}"))
    return [*first, *(term._replace(weight=term.weight * scale) for term in others)]


def all_terms_of(index: Index, title: str) -> list[Term]:
    """Everything the clause of a goal names that wants something.

    What is neither its object nor where nor by which means counts less; what only explains it
    counts nothing.
    """
    component, title = _bare(title)
    clause = _wanted(title)
    if clause is None:
        return []
    text = f"{component} {_EXPLAINED.split(clause.text, maxsplit=1)[0]}"
    counted = {
        term.names
        for found in (component, _wanted_and_around(index, clause)[0], *_MEANS.findall(text))
        for term in _terms(index, found)
    }
    return [
        term if term.names in counted else term._replace(weight=_BESIDE * term.weight)
        for term in _terms(index, text, whole=True)
    ]


def is_telling(terms: Sequence[Term]) -> bool:
    """Whether any of the terms names something in particular here."""
    return any(term.weight >= (_LEAST_KNOWN if term.is_known else _LEAST) for term in terms)


def _wanted_and_around(index: Index, clause: Clause) -> tuple[str, str]:
    """What a clause wants, its verb where that says something, and what it is wanted for."""
    modal = _MODAL.match(clause.text)
    if clause.obliges and modal and "," not in modal[1]:
        # “entries should be thrown away”: what happens, and to what
        rest, *elsewhere = _ELSEWHERE.split(clause.text[modal.end() :], maxsplit=1)
        return rest, " ".join((modal[1], *elsewhere))
    thing, *elsewhere = _ELSEWHERE.split(clause.thing, maxsplit=1)
    around = " ".join((*elsewhere, clause.place))
    if clause.kind in ("", "build") or clause.verb in ASSIGNING:
        return thing, around
    if _is_feature(clause.verb):
        return clause.said, f"{thing} {around}"
    known = index.texts.said.carriers(stem(clause.said))
    return f"{clause.said} {thing}" if known else thing, around


def _is_feature(verb: str) -> bool:
    """Whether a verb itself names a feature: “export”, “pin”; “release” and “show” name none."""
    return len(next(names_of_features([stem(verb)]))[2]) > 1


def _terms(index: Index, text: str, *, whole: bool = False) -> Iterator[Term]:
    """The terms of a text; those that name a kind of thing count little, unless whole.

    A name out of the code is one term: who asks for it wants all of it.
    """
    for name in dict.fromkeys(_IDENTIFIER.findall(text)):
        if phrase := tuple(stem(part) for part in parts(name) if not is_stop(part)):
            yield Term(frozenset((phrase,)), _rarity(index, "".join(parts(name))))
    text = _IDENTIFIER.sub(" ", text)
    plain = [word for word in re.findall(r"[\w-]+", text) if not any(map(str.isdigit, word))]
    words = [part for word in plain for part in parts(word.replace("-", "_"))]
    words = [word for word in words if word not in group("vague_amounts")]
    stemmed = [stem(word) for word in words]
    told: set[frozenset[Phrase]] = set()
    for start, end, names in names_of_features(stemmed):
        if names in told:
            continue
        told.add(names)
        if end - start > 1 or not _is_empty(words[start], known=len(names) > 1):
            weight = max(_rarity(index, word) for word in stemmed[start:end])
            is_kind = len(names) == 1 and not whole and thing_kind(words[start])
            is_here = len(names) > 1 or bool(index.texts.said.carriers(stemmed[start]))
            share = _KIND if is_kind else 1.0 if is_here else _UNKNOWN
            yield Term(names, weight * share, is_here)


def _is_empty(word: str, *, known: bool) -> bool:
    """Whether a word says nothing of what is wanted; a verb may, if it names a feature."""
    if is_stop(word) or len(word) < 2 or word in SAYS_LITTLE or _HOW.fullmatch(word):
        return True
    return not known and any(word in group(name) for name in ("light_verbs", "weak_in_goals"))


#: How something is done: “automatically”; “weekly” says when.
_HOW = re.compile(r"(?!hourly|daily|weekly|monthly|yearly|reply|apply|supply|family)\w{4,}ly")


def _rarity(index: Index, word: str) -> float:
    files = max(1, len(index.texts.files))
    carriers = len(index.texts.said.carriers(word))
    return math.log(1 + files / (1 + carriers)) + 0.1
