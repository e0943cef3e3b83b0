"""A decision with many options as one table (SPLIT-11): the same rules, the same events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plangate.app.acts import scope_acts
from plangate.app.planner import Planner
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.errors import BadInput
from plangate.core.model.scope_nouns import BUCKETS, Chain, Choice, Part, warnings_of
from plangate.core.scopes.scope_parts import open_part
from plangate.core.words.irreversible import says_so
from plangate.interfaces.web import words
from plangate.interfaces.web.visit import Go, Page, Visit, to
from plangate.interfaces.web.web_desk import SURFACE

_MOST = 100


class OptionRow(NamedTuple):
    """An option: where it stands, and whether including it can be undone."""

    option: Choice
    disposition: str
    final: bool
    troubles: list[str]


def listed(visit: Visit) -> Page:
    rows = visit.look().store.rows(
        Query("scopes", order=("updated_at",), descending=True, limit=_MOST)
    )
    values = {"rows": documents_of(rows)[0]}
    return Page("scopes.html", "Decisions with many options", values, part="plans")


def scope(visit: Visit) -> Page:
    found = scope_acts.show(visit.look(), visit.named["id"])
    chain = found.chain
    warnings = warnings_of(chain)
    part = open_part(chain)
    values = {
        "id": found.id,
        "chain": chain,
        "part": part,
        "rows": [_row(chain, option, warnings) for option in chain.decision.options],
        "warnings": warnings,
        "buckets": BUCKETS,
        "as_table": is_table(chain, part),
        "choices": _buttons(part) if part else [],
        "included": chain.keys("include"),
    }
    title = words.short(chain.decision.decision, 70)
    return Page("scope.html", title, values, part="plans")


def _row(chain: Chain, option: Choice, warnings: list[str]) -> OptionRow:
    mine = [
        line
        for line in warnings
        if line.startswith((f"{option.key} needs ", f"{option.key} excludes "))
    ]
    final = says_so(option.label, option.scope)
    return OptionRow(option, chain.dispositions[option.key], final, mine)


def is_table(chain: Chain, part: Part | None) -> bool:
    """Whether rows can be decided now: while the parts of the chain are about its options."""
    if chain.decision.kind == "alternatives":
        return False
    held = chain.status == "held" and not chain.waits
    if chain.decision.surface == "whole":
        return chain.stage == "parts" and (part is not None or held)
    return part is not None and part.kind in ("meta", "narrow", "option", "each")


def _buttons(part: Part) -> list[str]:
    """The choices of a part that need nothing filled in."""
    return [choice for choice in part.choices if "KEY" not in choice]


# --- what a person does with it -------------------------------------------------------------------


def rows(visit: Visit) -> Go:
    """The rows that were decided differently; what cannot be undone by its label (ASK-11)."""
    with visit.act() as planner:
        found = scope_acts.show(planner, visit.named["id"])
        wanted = _wanted(visit, found.chain)
        if not wanted:
            raise BadInput("option", "nothing was changed", "a choice in one of the rows")
        if found.chain.decision.surface == "whole":
            found = _as_table(planner, found, wanted, visit.login.by)
        else:
            found = _part_by_part(planner, found, wanted, visit.login.by)
    chain = found.chain
    said = f"{chain.decided} of {len(chain.dispositions)} decided."
    if chain.status == "held":
        said += " On hold where you said so."
    return Go(to("scopes", found.id), said)


def _wanted(visit: Visit, chain: Chain) -> dict[str, str]:
    """The new choices by key; for what cannot be undone the label that was typed."""
    found: dict[str, str] = {}
    for place, option in enumerate(chain.decision.options):
        bucket = visit.given(f"row-{place}")
        now = chain.dispositions[option.key].replace("held", "hold")
        if not bucket or bucket == now:
            continue
        if bucket == "include" and says_so(option.label, option.scope):
            bucket = visit.given(f"label-{place}") or bucket
        found[option.key] = bucket
    return found


def _as_table(
    planner: Planner, found: scope_acts.Scope, wanted: Mapping[str, str], by: str
) -> scope_acts.Scope:
    """A hold stops the chain, so it comes last and the other rows are not lost."""
    for key, bucket in sorted(wanted.items(), key=lambda row: row[1] == "hold"):
        found = scope_acts.decide_row(planner, found.id, key, bucket, by=by, surface=SURFACE)
    return found


def _part_by_part(
    planner: Planner, found: scope_acts.Scope, wanted: Mapping[str, str], by: str
) -> scope_acts.Scope:
    """A chain that was begun for a capped surface: its parts are answered in their order."""
    while (part := open_part(found.chain)) is not None:
        reply = _reply(found.chain, part, wanted)
        if reply is None:
            break
        found = scope_acts.answer(
            planner, found.id, reply, by=by, surface=SURFACE, number=part.number
        )
    return found


def _reply(chain: Chain, part: Part, wanted: Mapping[str, str]) -> str | None:
    """What the table says to a part; None when it says nothing to it."""
    match part.kind:
        case "meta" | "narrow":
            return "proceed"
        case "option":
            return wanted.get(str(part.about))
        case "each" if wanted.keys() == chain.dispositions.keys():
            known = {b: [k for k, w in wanted.items() if w == b] for b in BUCKETS}
            labels = [w for w in wanted.values() if w not in BUCKETS]
            known["include"] += labels
            return "; ".join(f"{b} {','.join(keys)}" for b, keys in known.items() if keys)
        case "each":
            raise BadInput("option", "this decision takes all of its options at once", "every row")
        case _:
            return None


def answer(visit: Visit) -> Go:
    """The open part, by one of its choices or typed: a clash, alternatives, shipping."""
    reply = visit.given("typed") or visit.given("choice")
    with visit.act() as planner:
        found = scope_acts.answer(
            planner,
            visit.named["id"],
            reply,
            by=visit.login.by,
            surface=SURFACE,
            number=visit.given("number") or None,
        )
    said = "Shipped." if found.chain.status == "shipped" else f"Answered: {reply}."
    return Go(to("scopes", found.id), said)


def resume(visit: Visit) -> Go:
    with visit.act() as planner:
        found = scope_acts.resume(planner, visit.named["id"], None, by=visit.login.by)
    return Go(to("scopes", found.id), "It goes on.")
