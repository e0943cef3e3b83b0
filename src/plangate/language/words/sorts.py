"""What words do in a sentence: which verbs want something made, which work on what is there.

Groups of the vocabulary put together, once; what each is for stands in the modules that use it.
"""

from __future__ import annotations

from functools import cache

from plangate.language.words.vocabulary import group, listed, of_kinds, verbs

#: How many words a look around a word takes in.
NEAR = 6
BREAKS = ("slash", "comma", "stop")


@cache
def makes() -> frozenset[str]:
    """Verbs whose object is what the goal wants to have."""
    return listed("want_their_object") | {"want", "need"}


@cache
def upkeep() -> frozenset[str]:
    """Verbs that work on what is there, and the labels of such work."""
    works_on = of_kinds("fix", "tune", "reshape", "change", "verify", "document", "explore")
    return (works_on - listed("ask_for_new")) | group("upkeep_labels")


@cache
def deeds() -> frozenset[str]:
    """Verbs that ask for something new."""
    return (frozenset(verb.name for verb in verbs()) - upkeep()) | makes()


@cache
def clear_deeds() -> frozenset[str]:
    """Those of them that are not as often nouns."""
    return deeds() - listed("nouns")


@cache
def light() -> frozenset[str]:
    """Words that carry no thing of their own."""
    names = "determiners places joins subordinates leads obliges denies about light".split()
    return frozenset().union(*map(group, names))


@cache
def behind_deeds() -> frozenset[str]:
    """What follows a verb, and not a noun that is the subject of its clause."""
    return group("determiners") | group("places") | group("behind_verbs")


@cache
def pairs(name: str) -> frozenset[tuple[str, str]]:
    """A list of words that count only two by two."""
    return frozenset((one, two) for one, _, two in (pair.partition("_") for pair in group(name)))
