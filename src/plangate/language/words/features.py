"""Words that tell what kind of goal somebody has: deeds, labels of changes, looks and pages.

The features themselves, and what they are called, are in `wishes`.
"""

from __future__ import annotations

from functools import cache

from plangate.language.words.stems import stem

#: What is done to all sorts of things: without its object such a word names no feature.
_ACTIONS = """
delete remove erase destroy discard drop forget wipe purge prune search find lookup query filter
sort import load copy clone cancel abort validate check notify send show export download limit max
"""


#: Verbs that say nothing of what is wanted: “set the limit”, “get a list”.
ASSIGNING = frozenset(
    "set get change update modify edit adjust alter bump increase decrease".split()
)
#: What is wanted for something that is there.
ABOUT_SOMETHING = frozenset(
    map(
        stem,
        "test spec testcase benchmark docs docstring readme changelog example annotation".split(),
    )
)
#: What stands before a colon and names a kind of change, not a component.
CHANGE_LABELS = frozenset(
    map(
        stem,
        "feat fix bug chore docs doc refactor perf test build ci style revert wip todo hotfix "
        "feature bugfix improvement enhancement note security deps release types closes "
        "resolves".split(),
    )
)
#: Those that may stand before something new.
_OF_NEWS = frozenset(map(stem, "feat feature enhancement improvement".split()))


def is_label_of_work(component: str) -> bool:
    """Whether what stands before a colon says that something known is mended or tended."""
    words = frozenset(stem(word) for word in component.lower().split())
    return bool(words) and words <= CHANGE_LABELS and not words & _OF_NEWS


#: Words by which somebody speaks of what a screen looks like, and of pages for people.
OF_LOOKS = frozenset(
    map(
        stem,
        "style css stylesheet template html markup layout theme color font icon button margin "
        "padding page header footer sidebar menu modal form responsive mobile".split(),
    )
)
OF_PAGES = frozenset(map(stem, "docs readme changelog guide manual tutorial".split()))


@cache
def actions() -> frozenset[str]:
    """The stems of deeds that need an object to name a feature."""
    return frozenset(map(stem, _ACTIONS.split()))
