"""What is there already: names and sentences that say what the goal asks for (UND-4).

A handler, a route, a command, an option, a setting or a screen that carries what is wanted is
something that exists; so is what a page, a list of changes or a commit says was built. How sure it
is follows from how much of the wish it carries, by how rare the words are here. What lacks a word
of the wish, or one that makes it wider or narrower (“all”, “automatically”, “after 30 days”), is
something alike: a sibling to copy, not the thing itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from plangate.adapters.repo.already.chronicle import built
from plangate.adapters.repo.already.fitting import Fit, described_by, fitted
from plangate.adapters.repo.already.goal_terms import Term, Wanted, wanted_of
from plangate.adapters.repo.already.lines_read import begun_lines, labels, sentences
from plangate.adapters.repo.already.naming import (
    EXPLAINED,
    Named,
    called,
    is_feature,
    named,
    words_of_name,
)
from plangate.adapters.repo.already.nearest import nearest
from plangate.adapters.repo.already.stories import described_wants
from plangate.adapters.repo.already.wants_new import may_not_know, told_from_inside
from plangate.adapters.repo.already.weighing import Sign, is_weighed, weighed
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.things import LEFT_OUT
from plangate.core.guard.found_text import found_text
from plangate.core.model.policy.understanding_numbers import IS_THERE
from plangate.core.model.sighting import PERHAPS, Existing
from plangate.language.denials import named_for_removal, rules_out, takes_away
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import Issue
from plangate.language.words.stems import beginnings, group, rows_of, stem
from plangate.language.words.wishes import Phrase, names_of_features

_READ: tuple[tuple[tuple[FileKind, ...], int], ...] = (
    (("code", "markup"), 20),
    (("config",), 3),
    (("docs",), 4),
)
_MOST, _LEAST_TOLD = 6, 0.4
#: Of what may be there, and decides nothing, so much is told.
_MOST_MAYBE = 2
#: What is alike, and what a goal works on that adds nothing, makes nothing needless.
_MOST_IF_ALIKE = 0.7
_LONGEST_LINE, _LONGEST_PARAGRAPH, _LONGEST_TEXT = 300, 2_000, 200_000
#: So many of the best are believed; what stands behind it is alike, and seldom the thing itself.
_SURE = 1
_SAYS, _CARRIES = "says what the goal asks for", "carries what the goal names"
#: Texts there say which words a screen or a format uses, seldom what is done.
_ONLY_SAID = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|intl|lang|langs|languages|translations?|messages)/"
    r"|\.(?:json|ya?ml)$",
    re.IGNORECASE,
)
_PROSE = (".md", ".mdx", ".rst", ".adoc", ".txt")
_LONGEST_QUOTE = 100


class _Sought(NamedTuple):
    """The names of a wish, their words, and where a line may have one of those without which it is
    not looked at, or any."""

    heavy: re.Pattern[str]
    names: frozenset[Phrase]
    words: frozenset[str]
    any: re.Pattern[str]


class Found(NamedTuple):
    """The best of one file, and whether it can be all that is wanted."""

    entry: Existing
    is_whole: bool
    #: The names of several words for what is wanted that it carries, if it lacks nothing.
    names: frozenset[Phrase] = frozenset()
    fit: Fit | None = None


class There(NamedTuple):
    """What is told to be there or perhaps there, and what is nearest to what is wanted."""

    exists: tuple[Existing, ...] = ()
    nearest: tuple[Existing, ...] = ()


def existing(
    workspace: Workspace, index: Index, issue: Issue, *, quotes_what_is_here: bool = False
) -> There:
    """The best of each file and what is told to have been built, likeliest first; behind it what to
    look at, unless the goal shows that its writer has."""
    wanted = wanted_of(index, issue, workspace.root.name)
    stories = tuple(described_wants(index, issue))
    signs = _signs(workspace, index, issue, (wanted, *stories))
    found = weighed(index, signs)
    asks = any(one.wanted.may_be_asked_for or one.is_told for one in signs)
    if not asks or told_from_inside(issue):
        found = list(map(_alike, found))
    told = [entry for entry in found[:_MOST] if entry.strength >= _LEAST_TOLD]
    sure = [entry for entry in told[:_SURE] if entry.strength >= IS_THERE]
    maybe = list(map(_alike, told[len(sure) :]))
    if asks and is_weighed(index):
        maybe = [one._replace(why=f"{PERHAPS}: {one.why}") for one in maybe[:_MOST_MAYBE]]
    near: tuple[Existing, ...] = ()
    if not quotes_what_is_here and may_not_know(issue):
        near = nearest(index, issue.title, found, (*sure, *maybe))
    return There((*sure, *maybe), near)


def _signs(workspace: Workspace, index: Index, issue: Issue, wants: Sequence[Wanted]) -> list[Sign]:
    """Everything found that may be wanted; what speaks against it has made it less."""
    wanted, *stories = wants
    found = _found(workspace, index, wanted) if wanted.terms else []
    found += [Sign(one, one.strength, wanted) for one in built(workspace, index, wanted)]
    asked_by = max((term.asked_by for term in wanted.terms), default=0)
    for story in stories:
        if story.described and story.described.slots > max(asked_by, _NEVER_SHORT):
            found = list(map(_less, found))
        found += _found(workspace, index, story)
    if not takes_away(issue.title):
        found = [_less(one) if _removes(one.entry) else one for one in found]
    return list(map(_less, found)) if told_from_inside(issue) else found


def _found(workspace: Workspace, index: Index, wanted: Wanted) -> list[Sign]:
    """The best of each file that may have what is wanted."""
    sought = _Sought(
        _beginnings(w for term in _heavy(wanted.terms) for name in term.names for w in name),
        names := frozenset(name for term in wanted.terms for name in term.names),
        words := frozenset(word for name in names for word in name),
        beginnings(words),
    )
    found = [
        best
        for path in _likely(index, wanted.terms)
        if (text := workspace.text(path)) is not None
        and (best := _best(path, text[:_LONGEST_TEXT], wanted, sought)) is not None
    ]
    places = Counter(name for one in found for name in one.names)
    often = frozenset(name for name, files in places.items() if files >= _OFTEN)
    return [_believed(_as_often(one, often), wanted, one.entry.strength) for one in found]


def _as_often(found: Found, often: frozenset[Phrase]) -> Found:
    """What several files call by the same name of several words is there, be it only data."""
    if often.isdisjoint(found.names):
        return found
    strength = max(found.entry.strength, _SAID_OFTEN)
    return found._replace(entry=found.entry._replace(strength=strength), is_whole=True)


def _names_of_several(own: frozenset[str], wanted: Wanted) -> frozenset[Phrase]:
    """The names of several words that a name or a sentence has for what is described or known."""
    return frozenset(
        name
        for term in wanted.terms
        if term.is_known
        for name in term.names
        if len(name) > 1 and own.issuperset(name) and not _is_asked(name, term)
    )


def _is_asked(name: Phrase, term: Term) -> bool:
    """Whether the goal itself says a name word by word."""
    return all((word,) in term.own for word in name)


def _believed(found: Found, wanted: Wanted, carried: float) -> Sign:
    """What is found with what it is worth: what a goal only works on makes it not needless."""
    entry, says = found.entry, found.entry.why == _SAYS
    told = wanted.may_be_there or (wanted.said_so_may_be_there and says)
    kept = entry if told and found.is_whole else _alike(entry)
    return Sign(kept, carried, wanted, found.fit, says)


def _less(one: Sign) -> Sign:
    return one._replace(entry=_alike(one.entry))


def _removes(entry: Existing) -> bool:
    """Whether it is code named for what the goal does not want: `deleteNote` keeps no note."""
    return takes_away(entry.what) or any(map(named_for_removal, hear(entry.what).code))


def _alike(entry: Existing) -> Existing:
    """Something alike, and seldom the thing itself."""
    return entry._replace(strength=min(entry.strength, _MOST_IF_ALIKE))


def _heavy(terms: Sequence[Term]) -> list[Term]:
    """The terms without which nothing is what is wanted: a line that has none is not looked at."""
    least = _HEAVY * max(term.weight for term in terms)
    return [term for term in terms if term.weight >= least or term.is_plain]


def _beginnings(words: Iterable[str]) -> re.Pattern[str]:
    """Where any of the stems may begin, to the end of the line: a cheap look first."""
    either = "|".join(sorted({re.escape(word[:4]) for word in words}))
    return re.compile(rf"(?:{either})[^\n]*")


def _likely(index: Index, terms: Sequence[Term]) -> Iterator[str]:
    """The files that carry most of the terms under any of their names."""
    carried: Counter[int] = Counter()
    for term in terms:
        for number in set().union(*(_carriers(index, name) for name in term.names)):
            carried[number] += term.weight  # type: ignore[assignment]
    words = [word for term in terms for name in sorted(term.names) for word in name]
    for kinds, most in _READ:
        among = index.texts.of_kinds(kinds)
        scores = index.texts.said.scores(words, among)
        best = sorted(scores, key=lambda number: (-carried[number], -scores[number]))
        paths = (among[number].path for number in best)
        yield from islice((path for path in paths if not LEFT_OUT.search(path)), most)


def _carriers(index: Index, name: Sequence[str]) -> set[int]:
    """The files that carry every word of a name."""
    each = ({number for number, _ in index.texts.said.carriers(word)} for word in name)
    return set.intersection(*each)


def _best(path: str, text: str, wanted: Wanted, sought: _Sought) -> Found | None:
    """The name or the sentence of a file that carries most of what is wanted."""
    around, prose = frozenset(words_of_name(path)), path.endswith(_PROSE)
    if prose:  # a sample of a page or what is planned shows what might be, and is no statement
        text = _planned().sub(_blank, _FENCED.sub(_blank, text))
    own = path.rpartition("/")[2].partition(".")[0]
    file = fitted(frozenset(words_of_name(own)), around, wanted)
    file = _told(file, frozenset(words_of_name(own)), around, wanted)
    best = _as_named(path, Named("file", own, 1, _FILE), file, True, wanted)
    longest = _LONGEST_PARAGRAPH if prose else _LONGEST_LINE
    for number, at, line in begun_lines(sought.heavy, text, longest):
        for one in named(path, prose, number, line):
            if not sought.any.search(one.name):
                continue  # it carries nothing
            name = frozenset(words_of_name(one.name))
            if not any(map(name.issuperset, sought.names)):
                continue
            behind = _HELP if one.kind in EXPLAINED else 0
            beside = around.union(words_of_name(text[at : at + len(line) + behind]))
            fit = _told(fitted(name, beside, wanted), name, beside, wanted)
            if _could_be_better(one.worth * fit.named, best):
                found = _as_named(path, one, fit, is_feature(one, text, at), wanted)
                best = max(best, found, key=_worth)
        for spoken in sentences(line) if prose else labels(line):
            if _begin(sought.any, spoken) >= _LEAST_STATED:
                best = _as_said(path, number, spoken, around, wanted, sought.words, best)
    return best if best.entry.strength else None


def _begin(words: re.Pattern[str], text: str) -> int:
    """In how many places of a text any of the words may begin, as far as that matters."""
    found = words.search(text)
    return 0 if found is None else 2 if words.search(text, found.start() + 1) else 1


@cache
def _planned() -> re.Pattern[str]:
    """What a page says is not there: below such a heading, up to the next one."""
    heading = "|".join(rows_of("heads_what_is_not_there"))
    below = r"(?:(?!#{1,6} )[^\n]*\n?)*"
    return re.compile(
        rf"^#{{1,6}} [^\n]*(?:{heading})[^\n]*\n{below}", re.MULTILINE | re.IGNORECASE
    )


def _blank(found: re.Match[str]) -> str:
    """As many empty lines as a piece of a text has."""
    return "\n" * found.group().count("\n")


def _told(fit: Fit, own: frozenset[str], beside: frozenset[str], wanted: Wanted) -> Fit:
    """A fit, with what it is worth where a feature is described and not named."""
    if wanted.described is None:
        return fit
    sure = described_by(own, beside, wanted, fit)
    return fit._replace(share=sure, named=sure, is_whole=fit.is_whole and sure > 0)


def _worth(found: Found) -> tuple[float, float]:
    strength = found.entry.strength
    return (strength if found.is_whole else min(strength, _MOST_IF_ALIKE), strength)


def _could_be_better(strength: float, best: Found) -> bool:
    """Whether what is so strong may be worth more than the best so far: what it is takes longer to
    tell."""
    return (strength, strength) > _worth(best)


def _as_named(path: str, one: Named, fit: Fit, feature: bool, wanted: Wanted) -> Found:
    entry = Existing(called(path, one), f"{path}:{one.line}", one.worth * fit.named, _CARRIES)
    own = frozenset(words_of_name(one.name))
    lone = len(own) == 1 and fit.is_homonym
    narrow = not fit.spare.isdisjoint(_narrowing())
    if not fit.is_whole or lone or narrow or wanted.is_to_know:
        return Found(entry, False, fit=fit)
    feature = feature and not _is_another(one, wanted)
    return Found(entry, feature, _names_of_several(own, wanted), fit)


def _is_another(one: Named, wanted: Wanted) -> bool:
    """Whether a word of the wish stands in the name of another feature: “rate” in a rate limit."""
    asked = frozenset(name for term in wanted.terms for name in term.names)
    return any(
        end - start > 1 and asked.isdisjoint(names)
        for start, end, names in names_of_features(words_of_name(one.name))
    )


@cache
def _narrowing() -> frozenset[str]:
    """The stems of words by which a name means some of the things only: `delete_unused_tags`."""
    return frozenset(map(stem, group("vague_amounts")))


def _as_said(
    path: str,
    line: int,
    spoken: str,
    around: frozenset[str],
    wanted: Wanted,
    words: frozenset[str],
    best: Found,
) -> Found:
    """The better of the best so far and what a sentence says."""
    own = frozenset(words_of_name(spoken))
    if len(own & words) < _LEAST_STATED:
        return best
    fit = _told(fitted(own, around, wanted), own, around, wanted)
    sure = fit.share if wanted.described else _STATED * fit.share
    if fit.telling < _LEAST_STATED or not _could_be_better(sure, best):
        return best
    if rules_out(spoken) or wanted.quoted_in(spoken):
        return best
    what = found_text(spoken.strip(" \t\"'"), _LONGEST_QUOTE)
    found = Found(Existing(what, f"{path}:{line}", sure, _SAYS), False, fit=fit)
    told = fit.is_whole and fit.besides <= _MOST_BESIDES and not wanted.is_to_know
    if told and _is_near(spoken, around, wanted):
        said = wanted.described is not None or not _ONLY_SAID.search(path)
        found = found._replace(is_whole=said, names=_names_of_several(own, wanted))
    return max(best, found, key=_worth)


def _is_near(spoken: str, around: frozenset[str], wanted: Wanted) -> bool:
    """Whether what carries the wish stands close together: a long sentence has any words."""
    words = words_of_name(spoken)
    reach = max(_REACH, _REACH_A_TERM * len(wanted.terms))
    starts = range(max(1, len(words) - reach + 1))
    return any(
        fitted(frozenset(words[start : start + reach]), around, wanted).is_whole for start in starts
    )


_FENCED = re.compile(r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)", re.MULTILINE | re.DOTALL)
_STATED, _FILE = 0.95, 0.95
#: A name of several words in so many files is no accident, and so sure.
_OFTEN, _SAID_OFTEN = 3, 0.78
#: Who describes a feature in more words wants it, and not what else the words may mean.
_NEVER_SHORT = 3
_HEAVY = 0.5
_LEAST_STATED = 2
#: What stands so far behind a name explains it: the help of an option.
_HELP = 160
_REACH, _REACH_A_TERM = 12, 4
#: A sentence that says more besides the wish tells of something else.
_MOST_BESIDES = 0.6
