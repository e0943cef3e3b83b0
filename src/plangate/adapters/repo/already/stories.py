"""What a story describes, as something to look for: a feature nobody named, and its object (UND-4).

Who does not know a feature tells what it would do for them. What programs call it is looked for,
together with the other words of the story: a template is the one that is wanted where it is a
template of documents.
"""

from __future__ import annotations

from collections.abc import Iterator

from plangate.adapters.repo.already.goal_terms import (
    Term,
    Wanted,
    about,
    plain,
    said_in,
    telling_terms,
)
from plangate.adapters.repo.already.wants_new import tells_a_wish
from plangate.adapters.repo.index.index import Index
from plangate.language.issues.issue_text import Issue
from plangate.language.words.described import Described, described_in
from plangate.language.words.stems import words_of

#: So many features are looked for, those that take most words of the story.
_MOST = 2
#: What a slot of a description weighs; the other words of a story weigh no more than all of it.
_SLOT = 1.5


def described_wants(index: Index, issue: Issue) -> Iterator[Wanted]:
    """What a story describes without naming it, the likeliest first."""
    if not tells_a_wish(issue):
        return
    subject = about(issue.title)
    described = described_in(words_of(issue.title))
    new = [one for one in described if not any(subject.issuperset(name) for name in one.names)]
    for found in new[:_MOST]:
        yield _wanted(index, issue.title, found)


def _wanted(index: Index, story: str, found: Described) -> Wanted:
    feature = Term(found.names, _SLOT * found.slots, True, max(2, found.slots))
    others = [
        term
        for term in telling_terms(index, story)
        if all(found.words.isdisjoint(name) for name in term.own)
    ]
    share = feature.weight / max(feature.weight, sum(term.weight for term in others))
    terms = [feature, *(t._replace(weight=t.weight * share, is_required=False) for t in others)]
    return Wanted(
        plain(story), terms, said_in(story), (), about(story), True, True, True, False, found
    )
