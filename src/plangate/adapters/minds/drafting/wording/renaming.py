"""How a new name is written where another one stands: in that one's case and with its marks."""

from __future__ import annotations

import re


def renamed(written: str, member: str, name: str, file: str = "") -> str:
    """How the new one is written where a member is: `export-orgmode` gives `export-html`; a plain
    word is put together as the name of the new file is."""
    loose = r"[-_ ]?".join(map(re.escape, re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", member)))
    found = re.search(loose, written, re.IGNORECASE)
    words = re.findall(r"[^\W_]+", name)
    if found is None or not words:
        return written
    old = found.group()
    if old.isupper():
        new = "_".join(word.upper() for word in words)
    elif re.match(r"[a-z]+[A-Z]", old):
        new = "".join(word[:1].upper() + word[1:] for word in words)
        new = new.lower() if new.isupper() else f"{new[:1].lower()}{new[1:]}"
    elif old[:1].isupper():
        new = "".join(word.capitalize() for word in words)
    else:
        mark = next((one for text in (written, file) for one in "-_" if one in text), "")
        new = mark.join(word.lower() for word in words)
    return written[: found.start()] + new + written[found.end() :]
