"""A decision with many options as a person reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plangate.core.model.records import Document, Fields
from plangate.interfaces.screens.screen import PIPE, Screen, placed, project


def scope_text(document: Fields, screen: Screen = PIPE) -> str:
    """The open part first, then every option."""
    told = screen.wrapped(document["decision"], f"{document['parent']}  ", "    ")
    lines = [*placed(screen, told, f"({document['id']})"), ""]
    part = document["open"]
    if part is not None:
        lines += screen.wrapped(part["prompt"], f"  {part['number']}  ", "      ")
        for choice in part["choices"]:
            lines += screen.wrapped(choice, "      ")
        lines += ["", f"Answer with: plangate scope answer {document['id']} CHOICE", ""]
    elif document["status"] == "held":
        why = f"Waits: {document['waits']}" if document.get("waits") else "On hold"
        lines += [f"{why}. Go on with: plangate scope continue {document['id']}", ""]
    else:
        lines += [f"It is {document['status']}.", ""]
    if "why_kind" in document:
        one = document["kind"] == "alternatives"
        how = "One of them is picked" if one else "Each is decided by itself"
        lines += screen.wrapped(f"{how}: {document['why_kind']}.", "  ")
    for option in document["options"]:
        head = f"  {option['disposition']:9}  {option['key']}  "
        lines += screen.wrapped(option["label"], head, " " * len(head))
    lines.append(f"  {document['decided']} of {document['offered']} decided")
    lines += [f"  clash: {clash}" for clash in document["conflicts"]]
    lines += [f"  accepted: {clash}" for clash in document["accepted"]]
    return "\n".join(lines) + "\n"


def waiting_scope_lines(
    screen: Screen, found: Iterable[tuple[Document, Document]]
) -> Iterator[str]:
    """Every decision with many options that waits, by its row and document, and how it goes on."""
    for row, scope in found:
        yield screen.paint("dim", f"{project(row['workspace'])} · a decision with many options")
        yield from screen.block("strong", scope["decision"], f"  {scope['parent']}  ", "      ")
        far = f"{scope['decided']} of {scope['offered']} decided"
        on_hold = "" if scope["open"] else f", {scope.get('waits') or 'on hold'}"
        yield from screen.wrapped(f"{far}{on_hold}", "      ")
        yield from screen.wrapped("If you do nothing: it waits", "      ")
        yield from screen.wrapped(f"Go on with: plangate scope continue {scope['id']}", "      ")
        yield ""
