"""Every form a verb takes: apply, applies, applied, applying; British spelling too."""

from __future__ import annotations

from collections.abc import Collection

_VOWELS = "aeiou"


def inflected(verb: str, *, doubled: Collection[str] = ()) -> tuple[str, ...]:
    """A verb, its -s, its -ed and its -ing, in this order; `doubled` double their last letter."""
    if verb == "have":
        return (verb, "has", "had", "having")
    if verb in doubled:
        return (verb, f"{verb}s", f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing")
    if verb.endswith("ee"):
        return (verb, f"{verb}s", f"{verb}d", f"{verb}ing")
    if verb.endswith("e"):
        return (verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing")
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return (verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing")
    hisses = verb.endswith(("s", "sh", "ch", "x", "z"))
    goes = verb.endswith("o") and verb[-2:-1] not in _VOWELS
    plural = "es" if hisses or goes else "s"
    return (verb, f"{verb}{plural}", f"{verb}ed", f"{verb}ing")


def british(verb: str) -> tuple[str, ...]:
    """How else a verb is spelled: organise, analyse, centre, colour."""
    for here, there in (("ize", "ise"), ("yze", "yse"), ("center", "centre"), ("color", "colour")):
        if verb.endswith(here):
            return (verb[: -len(here)] + there,)
    return ()
