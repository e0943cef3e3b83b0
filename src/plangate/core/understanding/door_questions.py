"""The question each one-way door of a goal puts (UND-6): a reading that can be undone, and the one
that cannot. A door is a row."""

from __future__ import annotations

from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity
from plangate.core.understanding.open_matters import Open, reading, short_of

LOST, SENT, RENAMED, REMOVED = "lost-for-good", "sent-out", "public-name", "public-removal"
BY_SOUND = "no-way-back"
TURNED, LASTING, MEETS, REFORMED = "turned-over", "not-taken-back", "brought-in", "old-form"


class Door(NamedTuple):
    """Both readings by id, label, what follows and effort; how likely the final one is."""

    prompt: str
    safe: tuple[str, str, str, float]
    final: tuple[str, str, str, float]
    likely: float = 0.5


DOORS = {
    BY_SOUND: Door(
        "“{}”: once that is done it may not be taken back. Prepare it for a person, or do it?",
        (
            "prepare",
            "Prepare it, and a person does it",
            "nothing happens until somebody lets it",
            0.4,
        ),
        ("do", "Do it", "what it does to data, people or other programs stays done", 0.3),
    ),
    MEETS: Door(
        "“{}”: may what comes in replace what is there already?",
        (
            "add-only",
            "What is there stays; only what is new is added",
            "nobody loses anything, some of it may be there twice",
            0.4,
        ),
        (
            "overwrite",
            "What comes in replaces what is there",
            "what was there under the same name is gone",
            0.3,
        ),
        likely=0.4,
    ),
    REFORMED: Door(
        "“{}”: what is there already relies on the form of today. "
        "Should that still be understood beside the new one?",
        (
            "keep-old",
            "The new form, and the old one is still understood",
            "what was made before goes on working",
            0.4,
        ),
        (
            "new-only",
            "The new form only",
            "whoever or whatever has the old form breaks at once",
            0.2,
        ),
    ),
    REMOVED: Door(
        "“{}”: others may use it. Announce its end first, or remove it at once?",
        (
            "deprecate",
            "Mark it as going away first, remove it in a later release",
            "it works on with a warning; nobody breaks today",
            0.3,
        ),
        ("remove", "Remove it now", "whoever still uses it breaks with the next release", 0.2),
    ),
    TURNED: Door(
        "“{}”: keep what is stored until the new form is proven, or convert it?",
        (
            "beside",
            "Convert a copy, compare, switch over later",
            "the old form stays until the new one is known to be right",
            0.5,
        ),
        ("in-place", "Convert it where it is", "the old form is gone with the first run", 0.3),
        likely=0.45,
    ),
    LASTING: Door(
        "“{}” cannot be taken back. Only prepare it, or do it?",
        (
            "prepare",
            "Prepare it, and a person does it",
            "nothing happens until somebody lets it",
            0.4,
        ),
        ("do", "Do it", "it cannot be taken back", 0.3),
    ),
    LOST: Door(
        "“{}”: should what goes be recoverable, or gone for good?",
        (
            "recoverable",
            "Keep it recoverable: mark or archive first, remove later",
            "what goes can be brought back for a while",
            0.4,
        ),
        ("for-good", "Remove it for good", "the data is gone and nobody can bring it back", 0.3),
    ),
    SENT: Door(
        "“{}”: should it go out at once, or be prepared for a person to release?",
        ("prepare", "Prepare it and stop before it goes out", "nothing leaves yet", 0.2),
        ("send", "Let it go out", "others receive it and keep it", 0.2),
        likely=0.6,
    ),
    RENAMED: Door(
        "“{}”: others may use the old name. Keep it working beside the new one?",
        ("keep-old", "New name, the old one still works", "callers move when they like", 0.3),
        ("break", "New name only", "whoever uses the old name breaks at once", 0.2),
        likely=0.55,
    ),
}


def ask_at(name: str, quote: str, likely: float | None = None) -> Open:
    """The question of the door with this name, about these words of the goal."""
    door = DOORS[name]
    final = door.likely if likely is None else likely
    ambiguity = Ambiguity(
        name,
        (
            reading(*door.safe[:3], round(1 - final, 2), door.safe[3]),
            reading(*door.final[:3], final, door.final[3], "irreversible"),
        ),
        safe_default=door.safe[0],
        safe_default_reason="it is the reading that can be undone",
        prompt=door.prompt.format(short_of(quote)),
        heard=short_of(quote),
    )
    return Open("dimension", ambiguity, (quote,))
