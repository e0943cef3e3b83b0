"""The question each one-way door of a goal puts (UND-6): a reading that can be undone, and the one
that cannot."""

from __future__ import annotations

from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.understanding.open_matters import Open, reading, short_of

LOST, SENT, RENAMED, REMOVED = "lost-for-good", "sent-out", "public-name", "public-removal"
TURNED, LASTING, MEETS, REFORMED = "turned-over", "not-taken-back", "brought-in", "old-form"


def meeting(quote: str) -> Open:
    readings = (
        reading(
            "add-only",
            "What is there stays; only what is new is added",
            "nobody loses anything, some of it may be there twice",
            0.6,
            0.4,
        ),
        reading(
            "overwrite",
            "What comes in replaces what is there",
            "what was there under the same name is gone",
            0.4,
            0.3,
            "irreversible",
        ),
    )
    prompt = f"“{short_of(quote)}”: may what comes in replace what is there already?"
    return _open(MEETS, readings, prompt, quote, "add-only")


def reforming(quote: str) -> Open:
    readings = (
        reading(
            "keep-old",
            "The new form, and the old one is still understood",
            "what was made before goes on working",
            0.5,
            0.4,
        ),
        reading(
            "new-only",
            "The new form only",
            "whoever or whatever has the old form breaks at once",
            0.5,
            0.2,
            "irreversible",
        ),
    )
    prompt = (
        f"“{short_of(quote)}”: what is there already relies on the form of today. "
        "Should that still be understood beside the new one?"
    )
    return _open(REFORMED, readings, prompt, quote, "keep-old")


def removing(quote: str) -> Open:
    readings = (
        reading(
            "deprecate",
            "Mark it as going away first, remove it in a later release",
            "it works on with a warning; nobody breaks today",
            0.5,
            0.3,
        ),
        reading(
            "remove",
            "Remove it now",
            "whoever still uses it breaks with the next release",
            0.5,
            0.2,
            "irreversible",
        ),
    )
    prompt = (
        f"“{short_of(quote)}”: others may use it. Announce its end first, or remove it at once?"
    )
    return _open(REMOVED, readings, prompt, quote, "deprecate")


def turning(quote: str) -> Open:
    readings = (
        reading(
            "beside",
            "Convert a copy, compare, switch over later",
            "the old form stays until the new one is known to be right",
            0.55,
            0.5,
        ),
        reading(
            "in-place",
            "Convert it where it is",
            "the old form is gone with the first run",
            0.45,
            0.3,
            "irreversible",
        ),
    )
    prompt = (
        f"“{short_of(quote)}”: keep what is stored until the new form is proven, or convert it?"
    )
    return _open(TURNED, readings, prompt, quote, "beside")


def lasting(quote: str) -> Open:
    readings = (
        reading(
            "prepare",
            "Prepare it, and a person does it",
            "nothing happens until somebody lets it",
            0.5,
            0.4,
        ),
        reading("do", "Do it", "it cannot be taken back", 0.5, 0.3, "irreversible"),
    )
    prompt = f"“{short_of(quote)}” cannot be taken back. Only prepare it, or do it?"
    return _open(LASTING, readings, prompt, quote, "prepare")


def losing(quote: str, *, stated: bool) -> Open:
    gone = 0.9 if stated else 0.5
    readings = (
        reading(
            "recoverable",
            "Keep it recoverable: mark or archive first, remove later",
            "what goes can be brought back for a while",
            round(1 - gone, 2),
            0.4,
        ),
        reading(
            "for-good",
            "Remove it for good",
            "the data is gone and nobody can bring it back",
            gone,
            0.3,
            "irreversible",
        ),
    )
    prompt = f"“{short_of(quote)}”: should what goes be recoverable, or gone for good?"
    return _open(LOST, readings, prompt, quote, "recoverable")


def sending(quote: str) -> Open:
    readings = (
        reading(
            "prepare", "Prepare it and stop before it goes out", "nothing leaves yet", 0.4, 0.2
        ),
        reading("send", "Let it go out", "others receive it and keep it", 0.6, 0.2, "irreversible"),
    )
    prompt = (
        f"“{short_of(quote)}”: should it go out at once, or be prepared for a person to release?"
    )
    return _open(SENT, readings, prompt, quote, "prepare")


def renaming(quote: str) -> Open:
    readings = (
        reading(
            "keep-old",
            "New name, the old one still works",
            "callers move when they like",
            0.45,
            0.3,
        ),
        reading(
            "break",
            "New name only",
            "whoever uses the old name breaks at once",
            0.55,
            0.2,
            "irreversible",
        ),
    )
    prompt = (
        f"“{short_of(quote)}”: others may use the old name. Keep it working beside the new one?"
    )
    return _open(RENAMED, readings, prompt, quote, "keep-old")


def _open(
    name: str, readings: tuple[Interpretation, ...], prompt: str, quote: str, safe: str
) -> Open:
    ambiguity = Ambiguity(
        name,
        readings,
        safe_default=safe,
        safe_default_reason="it is the reading that can be undone",
        prompt=prompt,
        heard=short_of(quote),
    )
    return Open("dimension", ambiguity, (quote,))
