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

from plangate.adapters.repo.already.wants_new import (
    CODE,
    IDENTIFIER,
    adds,
    before_any_place,
    first_wanted,
    without_component,
)
from plangate.adapters.repo.already.wish_sentences import (
    asks_what_is,
    known_subject,
    narrowing_clauses,
    proper_names_in,
    sentences_of,
    who_may,
    wish_of,
)
from plangate.adapters.repo.index.index import Index
from plangate.language.issues.issue_text import Issue
from plangate.language.words.described import Described
from plangate.language.words.features import (
    CHANGE_LABELS,
)
from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.stems import (
    content_stems,
    group,
    is_stop,
    parts,
    rows_of,
    stem,
    words_of,
)
from plangate.language.words.vocabulary import verb_of
from plangate.language.words.wishes import Phrase, kindred, wishes_in
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
    #: Whether it tells which one is wanted: a name, or what a clause behind the object says of it.
    is_distinct: bool = False

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
    about: frozenset[str]
    """What it says it is about: a component before a colon, a subject that is known."""
    is_new: bool
    """Whether it asks for something to be built, as somebody says who builds it."""
    may_be_there: bool
    """Whether it asks for something that could be there."""
    said_so_may_be_there: bool
    """Whether what says it in so many words could be it."""
    is_to_know: bool = False
    """Whether it asks who, when or how many: no name of a thing is the answer."""
    described: Described | None = None
    """The feature it describes without naming it: its first term."""

    @property
    def may_be_asked_for(self) -> bool:
        """Whether it is asked for in any way that makes what is found needless to build."""
        return self.is_new or self.may_be_there or self.said_so_may_be_there

    def quoted_in(self, text: str) -> bool:
        """Whether a text quotes the goal itself, as an example or a list of wishes has it."""
        return self.title in plain(text)


def plain(text: str) -> str:
    """A text by its words alone: a file named after a goal quotes it too."""
    return " ".join(_PLAIN_WORD.findall(text.lower()))


_PLAIN_WORD = re.compile(r"[^\W_]+")


def wanted_of(index: Index, issue: Issue, repository: str = "") -> Wanted:
    """What a goal asks for, as this repository would call it; its own name says nothing here."""
    wish = issue._replace(title=wish_of(issue.title))
    own = frozenset(map(stem, parts(repository)))
    found = [term for term in terms_of(index, wish.title) if not _is_named(term, own)]
    if not any(term.asked_by > 1 for term in found):
        found += _told_besides(index, issue.title, found)
    terms = _marked(sorted(found, key=lambda term: -term.weight), wish.title)
    asked_by = max((term.asked_by for term in terms), default=0)
    telling = is_telling(terms)
    return Wanted(
        plain(issue.title),
        terms,
        said_in(wish.title),
        qualifiers_of(wish.title, terms),
        about(issue.title),
        telling and adds(wish),
        telling and adds(wish, in_so_many_words=asked_by > 0, plainly=asked_by > 1),
        telling and adds(wish, in_so_many_words=True, plainly=asked_by > 1),
        asks_what_is(wish.title) and not any(_is_told(term) for term in terms),
    )


def _is_told(term: Term) -> bool:
    """Whether a feature is asked for by words none of which is its name."""
    return term.is_known and term.own.isdisjoint(term.names)


def _marked(terms: Sequence[Term], title: str) -> list[Term]:
    """The terms, with those marked that tell which one is wanted, however plainly it is asked for.

    “Slovenian” of “Slovenian as a language”, and the rarest word of “when an agent stops working”.
    """
    names = _stems_of(proper_names_in(title))
    distinct = {id(term) for term in terms if _asks_with(term, names)}
    for clause in narrowing_clauses(title):
        said = _stems_of(clause)
        rarest = next((term for term in terms if term.is_required and _asks_with(term, said)), None)
        distinct.add(id(rarest))
    return [term._replace(is_distinct=id(term) in distinct) for term in terms]


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(map(stem, words_of(text)))


def _asks_with(term: Term, words: frozenset[str]) -> bool:
    """Whether any of these words asks for a term."""
    return any(not words.isdisjoint(name) for name in term.own or term.names)


def about(title: str) -> frozenset[str]:
    """The stems of what a title speaks of as something that is there."""
    return frozenset(map(stem, words_of(f"{without_component(title)[0]} {known_subject(title)}")))


def _is_named(term: Term, own: frozenset[str]) -> bool:
    """Whether a plain term is nothing but the repository's own name."""
    return not term.is_known and any(own.issuperset(name) for name in term.own)


def _told_besides(index: Index, title: str, found: Sequence[Term]) -> list[Term]:
    """What the rest of a story asks for plainly, where the sentence that wants it names nothing."""
    if CODE.search(title):
        return []  # who writes names out of the code describes no wish, but what is there
    names = frozenset(name for term in found for name in term.names)
    told = (term for sentence in sentences_of(title) for term in _known(index, sentence))
    asked = (term for term in told if term.asked_by > 1)
    return [term for term in asked if names.isdisjoint(term.names)][:1]


def said_in(title: str) -> frozenset[str]:
    """The telling words of a title and its component, without the label of a change."""
    component, rest = without_component(title)
    return frozenset(content_stems(f"{component} {rest}")) - CHANGE_LABELS


def qualifiers_of(title: str, terms: Sequence[Term]) -> list[frozenset[str]]:
    """The words by which a wish is wider or narrower than what is usual, as they are answered."""
    said = f" {plain(_TOO_MUCH.sub('', title))} "
    asked = {word for term in terms if term.is_known for name in term.names for word in name}
    found: list[frozenset[str]] = []
    for row in rows_of("qualifiers"):
        ways, _, answers = row.partition("=>")
        answered = frozenset(stem(word) for word in answers.split())
        if any(f" {way.strip()} " in said for way in ways.split(";")) and not answered & asked:
            found.append(answered)
    return [*found, frozenset()] if any_case("one_more_of_them").match(title) else found


#: “Too long” is no “too”.
_TOO_MUCH = re.compile(r"\btoo (?=[a-z])", re.IGNORECASE)


@cache
def everyday_deeds() -> frozenset[str]:
    """The stems of what is done to all sorts of things."""
    return frozenset(map(stem, group("everyday_deeds")))


#: What it is wanted for counts half; so does the verb, unless it names the feature.
_AROUND, _VERB, _EVERYDAY = 0.5, 0.5, 0.2
#: A word nobody here uses is often just another way of putting it.
_UNKNOWN = 0.5
_EXPLAINED = re.compile(r"[:;,(]| - ")
#: “Endpoint”, “flag”, “page”: what kind of thing is wanted, not which one.
_KIND = 0.1
#: A word that stands everywhere here still belongs to the wish.
_COMMON = 0.6
#: An object of words that stand everywhere here names nothing in particular.
_LEAST, _LEAST_KNOWN = 1.3, 1.0


def terms_of(index: Index, title: str) -> list[Term]:
    """What a goal asks for: known wishes and other words, each by how much it tells here.

    What is neither its object nor by which means counts less; what only explains it, nothing.
    """
    component, title = without_component(title)
    clause = first_wanted(title)
    if clause is None:
        return []
    whole = title[max(0, title.find(clause.text)) :]
    text = f"{component} {_EXPLAINED.split(whole, maxsplit=1)[0]}"
    thing = before_any_place(clause.thing)
    means = any_row("by_what_means").findall(text)
    objects = {stem(word) for word in _plain(" ".join((component, thing, *means)))}
    who, deed = who_may(title)
    verb = stem(deed if stem(deed) in everyday_deeds() else clause.said or "")
    people = frozenset(map(stem, words_of(who)))
    asked = f"{component} {any_case('lets_somebody').sub('', title)}"
    return [_weighed(term, objects, verb, people) for term in _terms(index, text, asked)]


def _weighed(term: Term, whole: Collection[str], verb: str, who: frozenset[str]) -> Term:
    words = {word for name in term.names for word in name}
    if term.is_known:
        return term
    if not who.isdisjoint(words):
        return term._replace(weight=term.weight * _KIND, is_required=False)
    if verb in words:
        told = verb not in everyday_deeds()
        share = _VERB if told else _EVERYDAY
        return term._replace(weight=term.weight * share, is_required=told)
    return term if words & set(whole) else term._replace(weight=term.weight * _AROUND)


def is_telling(terms: Sequence[Term]) -> bool:
    """Whether any of the terms names something in particular here."""
    return any(
        term.asked_by > 1 or term.weight > (_LEAST_KNOWN if term.is_known else _LEAST)
        for term in terms
        if term.is_known or not _is_everyday(term)
    )


def _is_everyday(term: Term) -> bool:
    """Whether it only says what is done to all sorts of things."""
    return bool(term.own) and all(everyday_deeds().issuperset(name) for name in term.own)


def _terms(index: Index, text: str, title: str) -> Iterator[Term]:
    """The wishes of a title and the other words of its first wish.

    A name out of the code is one term: who asks for it wants all of it. A word that only names a
    kind of thing counts little.
    """
    for name in dict.fromkeys(IDENTIFIER.findall(text)):
        if phrase := tuple(stem(part) for part in parts(name) if not is_stop(part)):
            yield Term(frozenset((phrase,)), rarity(index, "".join(parts(name))))
    words = _plain(IDENTIFIER.sub(" ", text))
    told: set[str] = set()
    for term in _known(index, title):
        told.update(word for (word,) in term.own)
        yield term
    for word in words:
        if (stemmed := stem(word)) not in told and not _is_empty(word):
            told.add(stemmed)
            yield _plain_term(index, word, stemmed)


def _known(index: Index, title: str) -> Iterator[Term]:
    """The features a title asks for under any of the ways people ask for them.

    A name of one that the title says of something else means that here: bookmarks, not stars.
    """
    places = any_row("where_it_is_wanted").findall(title)
    where = frozenset(stem(word) for found in places for word in words_of(found))
    words = words_of(IDENTIFIER.sub(" ", title))
    said = frozenset(map(stem, words))
    for wish in wishes_in(words):
        telling = list(filter(is_telling_word, wish.words))
        weight = max((rarity(index, word) for word in telling), default=0.0)
        own = frozenset((word,) for word in telling)
        asking = sum(rarity(index, word) > _LEAST for word in telling)
        asked_by = 1 if where.issuperset(telling) else max(1, wish.asked_by, asking)
        names = frozenset(name for name in wish.names if not said.difference(telling) >= set(name))
        yield Term(names, max(weight, _LEAST_KNOWN), True, asked_by, own=own)


def telling_terms(index: Index, text: str) -> list[Term]:
    """The words of a text that say something, each as a term of its own."""
    words = dict.fromkeys(word for word in _plain(text) if not _is_empty(word))
    return [_plain_term(index, word, stem(word)) for word in words]


def _plain_term(index: Index, word: str, stemmed: str) -> Term:
    """A word that is no wish by itself, with what else it may be called."""
    own = frozenset(((stemmed,),))
    is_here = bool(index.texts.said.carriers(stemmed))
    if word in group("says_only_the_kind"):
        return Term(own, rarity(index, stemmed) * _KIND, is_here, is_required=False)
    weight = max(_COMMON, rarity(index, stemmed)) * (1.0 if is_here else _UNKNOWN)
    return Term(own | kindred(stemmed), weight, is_here, own=own)


def _plain(text: str) -> list[str]:
    """The words of a text, taken apart, without numbers and amounts."""
    amounts = group("vague_amounts")
    return [word for word in words_of(text) if not word.isdigit() and word not in amounts]


def _is_empty(word: str) -> bool:
    """Whether a word says nothing of what is wanted."""
    if is_stop(word) or len(word) < 2 or _HOW.fullmatch(word):
        return True
    if word in group("light_verbs") and (verb := verb_of(word)) is not None:
        return verb.kind in _BRINGS or word in group("says_little")
    return any(word in group(name) for name in ("says_little", "weak_in_goals"))


#: Kinds of verbs that only say that something is wanted; what else is done belongs to the wish.
_BRINGS = frozenset("build limit fix tune show".split())


#: How something is done: “automatically”; “weekly” says when.
_HOW = re.compile(r"(?!hourly|daily|weekly|monthly|yearly|reply|apply|supply|family)\w{4,}ly")


def rarity(index: Index, word: str) -> float:
    """How rare a word is among the files here."""
    files = max(1, len(index.texts.files))
    carriers = len(index.texts.said.carriers(word))
    return math.log(1 + files / (1 + carriers)) + 0.1
