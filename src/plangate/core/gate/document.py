"""The gate's one input, as others write it in JSON and as the core reads it.

The public shape is the contract of `plangate gate`; a session's own document adds what only a
session knows (document_shapes.py) and is what the log keeps, so that every decision can
be replayed from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import NamedTuple

from plangate.core.gate.document_shapes import GATE_DOCUMENT, SESSION_DOCUMENT
from plangate.core.gate.reading_lists import (
    check_partition,
    merged,
    mostly_shared,
    normalised,
    renamed_within,
)
from plangate.core.gate.settling import Held, check_links
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import (
    DIALS,
    EVERY_QUESTION,
    EXHAUSTION_PARTS,
    PREFERENCES,
    Ambiguity,
    Attention,
    Dial,
    Evidence,
    Interpretation,
    Phase,
    Preference,
    Quota,
    plain,
)
from plangate.core.model.policy import DEFAULT_POLICY, Policy, policy_from
from plangate.core.model.policy.gate_numbers import DOCUMENT_PRIOR_SLACK, TOLERANCE
from plangate.core.model.records import Document, Fields


class GateDocument(NamedTuple):
    """What the gate looks at, complete: nothing else can move its decision."""

    goal: str
    ambiguities: tuple[Ambiguity, ...]
    phase: Phase = "planning"
    evidence: tuple[Evidence, ...] = ()
    exhaustion: Mapping[str, tuple[str, ...]] | None = None
    budget_left: bool = True
    attention: Attention = Attention()
    quota: Quota = Quota()
    preferences: Mapping[str, Preference] = {}
    policy: Policy = DEFAULT_POLICY
    investigation_required: bool = False
    dial: Dial = "normal"
    #: What a reader should know about how the document was read.
    notes: tuple[str, ...] = ()
    #: SPLIT-10: how many of `quota.asked` were decisions with many options.
    chains: int = 0
    #: GATE-4, GATE-16: a task that rests on these has begun; their question was withdrawn.
    started: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    #: ASK-15: spoken of in words that name no single reading.
    review: tuple[str, ...] = ()
    #: STOP-3: gaps no tool can close.
    gaps: tuple[str, ...] = ()
    #: GATE-17: the decisions that hold and bear on others.
    held: tuple[Held, ...] = ()

    def missing_parts(self) -> tuple[str, ...]:
        """ASK-6: which parts of exhaustion are absent. No `exhaustion` at all means vouched for."""
        if self.exhaustion is None:
            return ()
        needed = EXHAUSTION_PARTS + (("investigation",) if self.investigation_required else ())
        return tuple(part for part in needed if not self.exhaustion.get(part))


def read_gate_document(document: object) -> GateDocument:
    """A caller's document, or one line that names the field and what is accepted (ERR-1)."""
    return _assemble(GATE_DOCUMENT.read(document, "document"), complete=True)


def read_session_document(document: object) -> GateDocument:
    """The document a session recorded, read back from the log."""
    return _assemble(SESSION_DOCUMENT.read(document, "document"), complete=False)


def session_document(document: GateDocument) -> Document:
    """The inverse of `read_session_document`: plain JSON that reads back to an equal value."""
    record: Document = {
        "goal": document.goal,
        "phase": document.phase,
        "ambiguities": [_lean(entry) for entry in document.ambiguities],
        "evidence": [_lean(entry) for entry in document.evidence],
        "budget_left": document.budget_left,
        "attention": plain(document.attention),
        "quota": plain(document.quota),
        "preferences": dict(document.preferences),
        "policy": plain(document.policy),
        "investigation_required": document.investigation_required,
    }
    if document.dial != "normal":
        record["preferences"][EVERY_QUESTION] = document.dial
    for name in ("chains", "started", "withdrawn", "review", "gaps", "held"):
        if value := getattr(document, name):
            record[name] = plain(value)
    if document.exhaustion is not None:
        record["exhaustion"] = {part: list(ids) for part, ids in document.exhaustion.items()}
    return record


#: Left out while they say nothing.
_LINKS = frozenset(
    {
        *("settles", "rules_out", "groups", "undo_why", "by_words", "in_code"),
        *(
            "known_elsewhere",
            "in_turn",
            "hours_told",
            "by_hours",
            "told_as",
            "in_order",
            "spoken_for",
        ),
    }
)
#: No matter of the gate's table.
_NOT_WEIGHED = ("reads", "heard", "catalogued", "only_a_person", "craft", "own")


def _lean(entry: Ambiguity | Evidence) -> Document:
    """An entry without its unset fields."""
    record = _without_unset(plain(entry))
    if isinstance(entry, Ambiguity):
        for name in _NOT_WEIGHED:
            record.pop(name, None)
        record["interpretations"] = [_without_unset(plain(r)) for r in entry.interpretations]
    return record


def _without_unset(record: Document) -> Document:
    return {k: v for k, v in record.items() if v is not None and (v or k not in _LINKS)}


def _assemble(read: Document, *, complete: bool) -> GateDocument:
    notes: list[str] = []
    renamed: dict[str, dict[str, str]] = {}
    ambiguities = tuple(
        _ambiguity(entry, f"ambiguities[{place}]", notes, renamed)
        for place, entry in enumerate(read["ambiguities"])
    )
    _each_once((entry.id for entry in ambiguities), "ambiguities")
    ambiguities = tuple(_links_renamed(entry, renamed) for entry in ambiguities)
    check_links(ambiguities, complete=complete)
    evidence = tuple(
        _evidence({"ambiguity": None, "supports": None, **entry}, renamed)
        for entry in read.get("evidence", ())
    )
    _each_once((entry.id for entry in evidence), "evidence")
    if complete:  # a session keeps what was found for an option that its proposer took back since
        _check_evidence(evidence, ambiguities)
    exhaustion = read.get("exhaustion")
    if exhaustion is not None:
        _check_exhaustion(exhaustion, {entry.id for entry in evidence})
    preferences, dial = _preferences(read.get("preferences", {}))
    quota, policy = _quota(read.get("quota", {}), policy_from(read.get("policy", {})))
    if "min_divergence" in read.get("policy", {}):
        notes.append("policy.min_divergence is read and has no effect")
    return GateDocument(
        goal=read["goal"],
        ambiguities=ambiguities,
        phase=read.get("phase", "planning"),
        evidence=evidence,
        exhaustion=exhaustion,
        budget_left=read.get("budget_left", True),
        attention=Attention(**read.get("attention", {})),
        quota=quota,
        preferences=preferences,
        policy=policy,
        investigation_required=read.get("investigation_required", False),
        dial=dial,
        notes=tuple(notes) if complete else (),
        chains=read.get("chains", 0),
        held=tuple(Held(**{"interpretation": None, **entry}) for entry in read.get("held", ())),
        **{name: read.get(name, ()) for name in ("started", "withdrawn", "review", "gaps")},
    )


def _preferences(given: Fields) -> tuple[dict[str, Preference], Dial]:
    """PREF-1 and PREF-3: what is wanted for each question, and the dial under `*`."""
    dial: Dial = "normal"
    preferences: dict[str, Preference] = {}
    for name, value in given.items():
        accepted = DIALS if name == EVERY_QUESTION else PREFERENCES
        if value not in accepted:
            raise BadInput(f"preferences.{name}", f"{value!r} is not known", ", ".join(accepted))
        if name == EVERY_QUESTION:
            dial = value
        else:
            preferences[name] = value
    return preferences, dial


def _quota(given: Fields, policy: Policy) -> tuple[Quota, Policy]:
    """The counts; in the old form of yes and no one question is all a session and a workspace
    have."""
    flags = [name for name, value in given.items() if isinstance(value, bool)]
    if not flags:
        return Quota(**given), policy
    counts = [n for n, v in given.items() if n != "attempts" and not isinstance(v, bool)]
    if counts:
        problem = f"mixes {flags[0]} (true, false) with {counts[0]} (a count)"
        raise BadInput("quota", problem, "asked, open_in_session, open_in_workspace as counts")
    quota = Quota(
        asked=int(given.get("used", False)),
        open_in_workspace=int(given.get("open_in_workspace", False)),
        attempts=given.get("attempts", 0),
    )
    return quota, policy._replace(clarifications=1, open_questions=1)


def _ambiguity(
    entry: Document, at: str, notes: list[str], renamed: dict[str, dict[str, str]]
) -> Ambiguity:
    readings = tuple(Interpretation(**reading) for reading in entry["interpretations"])
    _each_once((reading.id for reading in readings), f"{at}.interpretations")
    total = fsum([reading.prior for reading in readings])
    if abs(total - 1.0) > DOCUMENT_PRIOR_SLACK + TOLERANCE:
        raise BadInput(
            f"{at}.interpretations",
            f"the priors sum to {total:.9g}",
            "priors that sum to 1, give or take 0.1",
        )
    known = {reading.id for reading in readings}
    default = entry.get("safe_default")
    if default is not None and default not in known:
        names = ", ".join(reading.id for reading in readings[:20])
        raise BadInput(f"{at}.safe_default", f"{default!r} is not an interpretation", names)
    check_partition(entry.get("groups", ()), known, at)
    one, names_now = merged(readings, at)
    ambiguity = Ambiguity(**{**entry, "interpretations": one})
    if names_now:
        renamed[ambiguity.id] = names_now
        gone = ", ".join(f"{old} is {new}" for old, new in names_now.items())
        notes.append(f"{at}: interpretations with the same label are one: {gone}")
        ambiguity = renamed_within(ambiguity, names_now)
    if abs(total - 1.0) > TOLERANCE:
        notes.append(f"{at}: the priors sum to {total:.6g} and are taken in proportion")
        ambiguity = normalised(ambiguity)
    if mostly_shared(ambiguity.interpretations):
        notes.append(
            f"{at}: all interpretations share more than half of what one touches; touches names "
            "what an interpretation alone decides"
        )
    return ambiguity


def _links_renamed(ambiguity: Ambiguity, renamed: Mapping[str, Mapping[str, str]]) -> Ambiguity:
    if not renamed:
        return ambiguity
    readings = tuple(
        reading._replace(
            settles={
                n: renamed.get(n, {}).get(wanted, wanted) for n, wanted in reading.settles.items()
            }
        )
        for reading in ambiguity.interpretations
    )
    return ambiguity._replace(interpretations=readings)


def _evidence(entry: Document, renamed: Mapping[str, Mapping[str, str]]) -> Evidence:
    supports = entry["supports"]
    if entry["ambiguity"] in renamed:
        entry["supports"] = renamed[entry["ambiguity"]].get(supports, supports)
    return Evidence(**entry)


def _check_evidence(evidence: tuple[Evidence, ...], ambiguities: tuple[Ambiguity, ...]) -> None:
    readings = {entry.id: {r.id for r in entry.interpretations} for entry in ambiguities}
    for place, entry in enumerate(evidence):
        if entry.ambiguity is None:
            continue
        if entry.ambiguity not in readings:
            known = ", ".join(list(readings)[:20]) or "none: there are no ambiguities"
            raise BadInput(
                f"evidence[{place}].ambiguity", f"{entry.ambiguity!r} is no ambiguity", known
            )
        if entry.supports is not None and entry.supports not in readings[entry.ambiguity]:
            known = ", ".join(sorted(readings[entry.ambiguity])[:20])
            raise BadInput(
                f"evidence[{place}].supports",
                f"{entry.supports!r} is not an interpretation of {entry.ambiguity!r}",
                known,
            )


def _check_exhaustion(exhaustion: Mapping[str, tuple[str, ...]], known: set[str]) -> None:
    for part, ids in exhaustion.items():
        for place, entry in enumerate(ids):
            if entry not in known:
                raise BadInput(
                    f"exhaustion.{part}[{place}]",
                    f"{entry!r} is no evidence",
                    ", ".join(sorted(known)[:20]) or "none: there is no evidence",
                )


def _each_once(names: Iterable[str], at: str) -> None:
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name in seen:
            raise BadInput(f"{at}[{place}].id", f"{name!r} appears twice", "each id once")
        seen.add(name)
