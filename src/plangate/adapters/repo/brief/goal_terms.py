"""What a goal asks for, as terms to look for: is it something that could be there already (UND-4)?

The object of a goal is a few terms, each with its other names and how rare it is here. What it is
wanted for counts little; a word that only says what kind of thing it is ("endpoint", "page") counts
next to nothing; a word the repository does not know counts against everything that lacks it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.places.goal_words import with_component
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import Issue
from plangate.language.words.features import (
    ABOUT_SOMETHING,
    ASSIGNING,
    CHANGE_LABELS,
    is_label_of_work,
)
from plangate.language.words.stems import (
    content_stems,
    group,
    is_stop,
    names_whole,
    parts,
    rows_of,
    stem,
    words_of,
)
from plangate.language.words.vocabulary import verb_of
from plangate.language.words.wishes import Phrase, wishes_in
from plangate.language.words.wishes import is_telling as is_telling_word


class Term(NamedTuple):
    """A part of what is wanted: every name it goes by, and how much it matters here."""

    names: frozenset[Phrase]
    weight: float
    #: Whether the repository knows the word at all.
    is_here: bool = True
    #: How many telling words ask for it: none when it is no feature that has several names.
    asked_by: int = 0
    #: Whether what lacks it is something else; “endpoint” and “page” only say what kind it is.
    is_required: bool = True
    #: The word of the wish itself; its other names say a little less.
    own: frozenset[Phrase] = frozenset()

    @property
    def is_known(self) -> bool:
        """Whether it is a feature that people have several names for."""
        return self.asked_by > 0

    @property
    def is_plain(self) -> bool:
        """Whether it is asked for by what it does, not by a word that may be its name."""
        return self.asked_by > 1 or (self.is_known and self.own.isdisjoint(self.names))


class Wanted(NamedTuple):
    """A goal as names and sentences are held against it."""

    title: str
    """The words of it, one after the other."""
    terms: Sequence[Term]
    """The heaviest first."""
    said: frozenset[str]
    qualifiers: Sequence[frozenset[str]]
    """What makes it wider or narrower: each set of words, one of which must be found too."""
    is_new: bool
    """Whether it asks for something to be built, as somebody says who builds it."""
    may_be_there: bool
    """Whether it asks for something that could be there."""
    said_so_may_be_there: bool
    """Whether what says it in so many words could be it."""

    def quoted_in(self, text: str) -> bool:
        """Whether a text quotes the goal itself, as an example or a list of wishes has it."""
        return self.title in plain(text)


def plain(text: str) -> str:
    """A text by its words alone: a file named after a goal quotes it too."""
    return " ".join(_PLAIN_WORD.findall(text.lower()))


_PLAIN_WORD = re.compile(r"[^\W_]+")


def wanted_of(index: Index, issue: Issue) -> Wanted:
    """What a goal asks for, as this repository would call it."""
    wish = issue._replace(title=_wish_of(issue.title))
    terms = sorted(terms_of(index, wish.title), key=lambda term: -term.weight)
    asked_by = max((term.asked_by for term in terms), default=0)
    telling = is_telling(terms)
    return Wanted(
        plain(issue.title),
        terms,
        said_in(wish.title),
        qualifiers_of(wish.title, terms),
        telling and adds(wish),
        telling and adds(wish, in_so_many_words=asked_by > 0, plainly=asked_by > 1),
        telling and adds(wish, in_so_many_words=True, plainly=asked_by > 1),
    )


def said_in(title: str) -> frozenset[str]:
    """The telling words of a title and its component, without the label of a change."""
    component, rest = _bare(title)
    return frozenset(content_stems(f"{component} {rest}")) - CHANGE_LABELS


def _wish_of(title: str) -> str:
    """The sentence that wants something: what goes before it tells how things are."""
    sentences = _SENTENCE.split(title)
    return next(filter(_WISHES.search, sentences), sentences[0])


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])")
_WISHES = re.compile(
    r"\b(?:should|must|want|would like|['’]d like|needs?|please|could|let|has to|have to)\b"
    r"|^(?:add|allow|support|make|give|show|create|implement|enable|provide|offer|introduce)\b",
    re.IGNORECASE,
)


def qualifiers_of(title: str, terms: Sequence[Term]) -> list[frozenset[str]]:
    """The words by which a wish is wider or narrower than what is usual, as they are answered."""
    said = f" {plain(title)} "
    asked = {word for term in terms if term.is_known for name in term.names for word in name}
    found: list[frozenset[str]] = []
    for row in rows_of("qualifiers"):
        ways, _, answers = row.partition("=>")
        answered = frozenset(stem(word) for word in answers.split())
        if any(f" {way.strip()} " in said for way in ways.split(";")) and not answered & asked:
            found.append(answered)
    return [*found, frozenset()] if _ANOTHER.match(title) else found


@cache
def everyday_deeds() -> frozenset[str]:
    """The stems of what is done to all sorts of things."""
    return frozenset(map(stem, group("everyday_deeds")))


#: Who may is not what: “allow sessions to be timed” asks for no permissions.
_LETS = re.compile(r"^(?:allow|enable|support|let|permit)\w*\b", re.IGNORECASE)
#: One more of what is there.
_ANOTHER = re.compile(
    r"^(?:\S+: )?(?:add|support|introduce|create|implement|allow|provide)\w* (?:for )?"
    r"(?:an? |some )?"
    r"(?:new|another|more|additional|further|extra|other)\b"
    r"(?! (?:option|setting|command|page|flag)\b)",
    re.IGNORECASE,
)
_ABOUT_WHAT_IS_THERE = frozenset("fix document decide tune".split())
#: Kinds of verbs that may still ask for a feature by one of its known names.
_MAY_ADD = frozenset("move reshape".split())
#: Kinds that work on what is there, or only look at it (UND-4): what they find is what they are
#: about. Everything else may ask for something that exists.
_NOT_ADDING = _ABOUT_WHAT_IS_THERE | _MAY_ADD | frozenset(("explore", "verify"))
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
#: So few words behind a colon add to what stands before it; more say what is wanted of it.
_FEW = 5
_BEFORE_A_COLON = re.compile(r"^([^:]{3,40}):\s+(\S.*)$", re.DOTALL)
_IDENTIFIER = re.compile(
    r"\b_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+\b|\b[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b"
)
_CODE = re.compile(rf"`|\w\(|{_IDENTIFIER.pattern}")
#: A title without a verb that is longer tells of something.
_LONGEST_NAME = 6
#: What it is wanted for counts half; so does the verb, unless it names the feature.
_AROUND, _VERB, _EVERYDAY = 0.5, 0.5, 0.2
#: A word nobody here uses is often just another way of putting it.
_UNKNOWN = 0.5
_EXPLAINED = re.compile(r"[:;,(]| - ")
_MEANS = re.compile(r"\b(?:by|via|with|using|through|as)\s+(?:an?\s+|the\s+)?(\w+(?:\s\w+)?)")
#: “Endpoint”, “flag”, “page”: what kind of thing is wanted, not which one.
_KIND = 0.1
#: A word that stands everywhere here still belongs to the wish.
_COMMON = 0.6
#: An object of words that stand everywhere here names nothing in particular.
_LEAST, _LEAST_KNOWN = 1.3, 1.0


def adds(issue: Issue, *, in_so_many_words: bool = False, plainly: bool = False) -> bool:
    """Whether a goal wants something that could be there already.

    What is shown, changed or run is there as a rule; a sentence that says both what is done and to
    what shows more than the name of the thing. Who asks plainly for a known feature wants it
    whatever the verb, unless something is mended or described.
    """
    component, title = _bare(issue.title)
    clause = _wanted(title)
    if (
        clause is None
        or issue.is_report
        or _REWORDED.search(title)
        or (_ONCE.search(title) and not in_so_many_words)
    ):
        return False
    if _CODE.search(title) and not _CODE.search(_ELSEWHERE.split(clause.thing, maxsplit=1)[0]):
        return False  # who writes a name out of the code knows what is there
    if clause.trouble or clause.mood == "question" or (clause.negated and not in_so_many_words):
        return False
    if stem(clause.head) in ABOUT_SOMETHING or is_label_of_work(component):
        return False
    if plainly:
        return clause.kind not in _ABOUT_WHAT_IS_THERE
    if clause.verb and not clause.obliges:
        if clause.kind in _OF_WHAT_IS_THERE and not _is_feature(clause.verb):
            return in_so_many_words or _LETS.match(title) is not None
        if in_so_many_words and clause.kind in _MAY_ADD:
            return True
        return clause.kind not in _NOT_ADDING and clause.verb not in ASSIGNING
    if modal := _MODAL.match(clause.text):
        verb = verb_of(next(iter(re.findall(r"[a-z]+", clause.text[modal.end() :].lower())), ""))
        if verb is not None and not _is_feature(verb.name):
            return verb.kind not in _OF_WHAT_IS_THERE | _NOT_ADDING
    short = len(clause.thing.split()) <= _LONGEST_NAME and not _TELLS.search(clause.text)
    return clause.obliges or short or in_so_many_words


def _bare(title: str) -> tuple[str, str]:
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
    return component.strip(), names_whole(_NEEDS.sub("", rest).strip())


def _wanted(title: str) -> Clause | None:
    """The first thing a title wants."""
    clauses = hear(title).clauses
    return next((clause for clause in clauses if clause.asks_for_work), next(iter(clauses), None))


def terms_of(index: Index, title: str) -> list[Term]:
    """What a goal asks for: known wishes and other words, each by how much it tells here.

    What is neither its object nor by which means counts less; what only explains it, nothing.
    """
    component, title = _bare(title)
    clause = _wanted(title)
    if clause is None:
        return []
    text = f"{component} {_EXPLAINED.split(clause.text, maxsplit=1)[0]}"
    thing = _ELSEWHERE.split(clause.thing, maxsplit=1)[0]
    whole = {stem(word) for word in _plain(" ".join((component, thing, *_MEANS.findall(text))))}
    verb = stem(clause.said) if clause.said else ""
    asked = f"{component} {_LETS.sub('', title)}"
    return [_weighed(term, whole, verb) for term in _terms(index, text, asked)]


def _weighed(term: Term, whole: Collection[str], verb: str) -> Term:
    words = {word for name in term.names for word in name}
    if term.is_known:
        return term
    if verb in words:
        told = verb not in everyday_deeds()
        share = _VERB if told else _EVERYDAY
        return term._replace(weight=term.weight * share, is_required=told)
    return term if words & set(whole) else term._replace(weight=term.weight * _AROUND)


def is_telling(terms: Sequence[Term]) -> bool:
    """Whether any of the terms names something in particular here."""
    return any(term.weight >= (_LEAST_KNOWN if term.is_known else _LEAST) for term in terms)


def _is_feature(verb: str) -> bool:
    """Whether a verb itself names a feature: “export”, “pin”; “release” and “show” name none."""
    return bool(wishes_in([verb]))


def _terms(index: Index, text: str, title: str) -> Iterator[Term]:
    """The wishes of a title and the other words of its first wish.

    A name out of the code is one term: who asks for it wants all of it. A word that only names a
    kind of thing counts little.
    """
    for name in dict.fromkeys(_IDENTIFIER.findall(text)):
        if phrase := tuple(stem(part) for part in parts(name) if not is_stop(part)):
            yield Term(frozenset((phrase,)), _rarity(index, "".join(parts(name))))
    words = _plain(_IDENTIFIER.sub(" ", text))
    told: set[str] = set()
    for wish in wishes_in(words_of(_IDENTIFIER.sub(" ", title))):
        telling = list(filter(is_telling_word, wish.words))
        weight = max((_rarity(index, word) for word in telling), default=0.0)
        told.update(wish.words)
        own = frozenset((word,) for word in telling)
        yield Term(wish.names, max(weight, _LEAST_KNOWN), True, max(1, len(telling)), own=own)
    for word in words:
        if (stemmed := stem(word)) not in told and not _is_empty(word):
            told.add(stemmed)
            is_here = bool(index.texts.said.carriers(stemmed))
            if word in group("says_only_the_kind"):
                rarity = _rarity(index, stemmed) * _KIND
                yield Term(frozenset(((stemmed,),)), rarity, is_here, is_required=False)
                continue
            weight = max(_COMMON, _rarity(index, stemmed)) * (1.0 if is_here else _UNKNOWN)
            yield Term(frozenset(((stemmed,),)), weight, is_here)


def _plain(text: str) -> list[str]:
    """The words of a text, taken apart, without numbers and amounts."""
    amounts = group("vague_amounts")
    return [word for word in words_of(text) if not word.isdigit() and word not in amounts]


def _is_empty(word: str) -> bool:
    """Whether a word says nothing of what is wanted."""
    if is_stop(word) or len(word) < 2 or _HOW.fullmatch(word):
        return True
    return any(word in group(name) for name in ("says_little", "light_verbs", "weak_in_goals"))


#: How something is done: “automatically”; “weekly” says when.
_HOW = re.compile(r"(?!hourly|daily|weekly|monthly|yearly|reply|apply|supply|family)\w{4,}ly")


def _rarity(index: Index, word: str) -> float:
    files = max(1, len(index.texts.files))
    carriers = len(index.texts.said.carriers(word))
    return math.log(1 + files / (1 + carriers)) + 0.1
