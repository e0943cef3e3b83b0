"""A chain as the fold of its events, and the document others read (`plangate.scope/1`)."""

from __future__ import annotations

from collections.abc import Iterable

from plangate.core.events import event as e
from plangate.core.log.chain import Entry, event_of
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.records import Document
from plangate.core.model.scope_nouns import Chain, warnings_of
from plangate.core.scopes import scope_moves as moves
from plangate.core.scopes.scope_parts import open_part


def fold_chain(entries: Iterable[Entry]) -> Chain:
    """The chain its entries make; after each of them no option is missing (SPLIT-1)."""
    chain: Chain | None = None
    for entry in entries:
        event = event_of(entry)
        try:
            chain = after(chain, event)
        except (BadInput, KeyError, IndexError) as error:
            raise StoreDamaged(
                f"scope {entry.stream}, event {entry.seq} ({entry.type}) does not fit the events "
                f"before it ({error}); run `plangate doctor`"
            ) from error
        if set(chain.dispositions) != {option.key for option in chain.decision.options}:
            raise StoreDamaged(f"scope {entry.stream}, event {entry.seq}: an option is missing")
    if chain is None:
        raise StoreDamaged("a scope without events")
    return chain


def after(chain: Chain | None, event: e.Event) -> Chain:
    """The chain one event further."""
    if chain is None and isinstance(event, e.ScopeStarted):
        began = (event.decision, event.parent, event.session, event.waits)
        return moves.start(*began, opened=event.opened, asked_for=event.asked_for)
    if chain is None:
        raise StoreDamaged("a scope that never started")
    match event:
        case e.ScopeAnswered(reply=reply):
            return moves.answer(chain, reply)
        case e.ScopeRowDecided(key=key, bucket=bucket):
            return moves.decide_row(chain, key, bucket)
        case e.ScopeContinued(key=wanted):
            return moves.resume(chain, wanted)
        case e.ScopeRevised(key=key):
            return moves.revise(chain, key)
        case e.ScopeWithdrawn():
            return moves.withdraw(chain)
        case e.ScopeRestarted():
            return moves.restart(chain)
        case _:
            raise StoreDamaged(f"a scope holds a {type(event).__name__}; run `plangate doctor`")


def scope_document(name: str, chain: Chain) -> Document:
    """`plangate.scope/1`."""
    part = open_part(chain)
    options = {option.key: option for option in chain.decision.options}
    return {
        "schema": "plangate.scope/1",
        "id": name,
        "status": chain.status,
        "parent": chain.parent,
        "decision": chain.decision.decision,
        "open": None
        if part is None
        else {
            "number": part.number,
            "question_id": part.question_id,
            "about": part.about,
            "prompt": part.prompt,
            "choices": list(part.choices),
            "recommend": part.recommend,
        },
        "options": [
            {"key": key, "label": options[key].label, "disposition": given}
            for key, given in chain.dispositions.items()
        ],
        "conflicts": warnings_of(chain),
        "accepted": [clash.name for clash in chain.accepted],
        "decided": chain.decided,
        "offered": len(chain.dispositions),
        **(
            {"kind": chain.decision.kind, "why_kind": why}
            if (why := chain.decision.why_kind)
            else {}
        ),
        **({"session": chain.session, "waits": chain.waits or None} if chain.session else {}),
        **({"opened": True} if chain.opened else {}),
        **({"asked_for": chain.asked_for} if chain.asked_for else {}),
    }
