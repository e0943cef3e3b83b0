"""Frozen: gate_document.py of edition 1, for replaying old logs only (REC-2).

The gate's one input, as others write it in JSON and as the core reads it.

The public shape is the contract of `plangate gate`; a session's own document adds what only a
session knows (`Record.with_optional` below) and is what the log keeps, so that every decision can
be replayed from the record alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any, NamedTuple

from plangate.core.audit.edition1.frozen_policy import (
    DEFAULT_POLICY,
    POLICY_SHAPE,
    TOLERANCE,
    Policy,
    policy_from,
)
from plangate.core.audit.edition1.model import (
    BLOCKER_TYPES,
    BUDGET_SIGNALS,
    EXHAUSTION_PARTS,
    FOCI,
    PHASES,
    PREFERENCES,
    REVERSIBILITIES,
    SOURCES,
    Ambiguity,
    Attention,
    Evidence,
    Interpretation,
    Phase,
    Preference,
    Quota,
    plain,
)
from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import (
    Choice,
    Flag,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Record,
    Text,
    Whole,
)

_ID = Text(200)
_PRIOR_SLACK = 0.01

INTERPRETATION = Record(
    required={
        "id": _ID,
        "label": Text(2_000),
        "consequence": Text(20_000, blank=True),
        "prior": Number(above=0, most=1),
        "complexity": Number(above=0, most=1),
        "reversibility": Choice(REVERSIBILITIES),
    },
    optional={"touches": ListOf(Text(1_000), most=10_000), "strictness": Number(least=0, most=10)},
)
AMBIGUITY = Record(
    required={"id": _ID, "interpretations": ListOf(INTERPRETATION, least=1, most=200)},
    optional={
        "blocker_type": Choice(BLOCKER_TYPES),
        "blocker_evidence": ListOf(Text(20_000, blank=True), most=100),
        "safe_default": _ID,
        "none_fits": Number(least=0, most=1),
    },
)
EVIDENCE = Record(
    required={
        "id": _ID,
        "ambiguity": _ID,
        "source": Choice(SOURCES),
        "supports": _ID,
        "confidence": Number(least=0, most=1),
    },
    optional={"locator": Text(2_000)},
)
_EVIDENCE_IDS = ListOf(_ID)
GATE_DOCUMENT = Record(
    required={"goal": Text(100_000), "ambiguities": ListOf(AMBIGUITY)},
    optional={
        "phase": Choice(PHASES),
        "evidence": ListOf(EVIDENCE),
        "exhaustion": Record(
            required={},
            optional=dict.fromkeys((*EXHAUSTION_PARTS, "investigation"), _EVIDENCE_IDS),
        ),
        "budget_left": Flag(),
        "attention": Record(
            required={},
            optional={
                "focus": Choice(FOCI),
                "budget": Choice(BUDGET_SIGNALS),
                "interrupt_ewma": Number(least=0, below=1),
            },
        ),
        "quota": Record(
            required={},
            optional={
                "used": Flag(),
                "open_in_workspace": Flag(),
                "attempts": Whole(0, 1_000_000),
            },
        ),
        "preferences": MapOf(Choice(PREFERENCES)),
        "policy": POLICY_SHAPE,
    },
)

#: What only a session adds: its own wording, searches that found nothing, ASK-6's rule for hard
#: goals, and what an earlier person's outcomes taught about a prior.
SESSION_DOCUMENT = Record(
    required={
        **GATE_DOCUMENT.required,
        "ambiguities": ListOf(
            AMBIGUITY.with_optional(
                prompt=Nullable(Text(2_000)),
                safe_default_reason=Nullable(Text(2_000)),
                learned=Nullable(Text(2_000)),
            )
        ),
    },
    optional={
        **GATE_DOCUMENT.optional,
        "evidence": ListOf(
            Record(
                required={"id": _ID, "source": Choice(SOURCES), "confidence": Number(0, 1)},
                optional={
                    "ambiguity": Nullable(_ID),
                    "supports": Nullable(_ID),
                    "locator": Nullable(Text(2_000)),
                    "kind": Text(200),
                    "fact": Text(20_000, blank=True),
                    "digest": Nullable(Text(200)),
                },
            )
        ),
        "investigation_required": Flag(),
    },
)


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

    def missing_parts(self) -> tuple[str, ...]:
        """ASK-6: which parts of exhaustion are absent. No `exhaustion` at all means vouched for."""
        if self.exhaustion is None:
            return ()
        needed = EXHAUSTION_PARTS + (("investigation",) if self.investigation_required else ())
        return tuple(part for part in needed if not self.exhaustion.get(part))


def read_session_document(document: Any) -> GateDocument:
    """The document a session recorded, read back from the log."""
    return _assemble(SESSION_DOCUMENT.read(document, "document"))


def session_document(document: GateDocument) -> dict[str, Any]:
    """The inverse of `read_session_document`: plain JSON that reads back to an equal value."""
    record: dict[str, Any] = {
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
    if document.exhaustion is not None:
        record["exhaustion"] = {part: list(ids) for part, ids in document.exhaustion.items()}
    return record


def _lean(entry: Ambiguity | Evidence) -> dict[str, Any]:
    """An entry without its unset fields."""
    record: dict[str, Any] = {k: v for k, v in plain(entry).items() if v is not None}
    if isinstance(entry, Ambiguity):
        del record["reads"]  # where to look is no matter of the gate
        record["interpretations"] = [
            {k: v for k, v in reading.items() if v is not None}
            for reading in record["interpretations"]
        ]
    return record


def _assemble(read: dict[str, Any]) -> GateDocument:
    ambiguities = tuple(
        _ambiguity(entry, f"ambiguities[{place}]")
        for place, entry in enumerate(read["ambiguities"])
    )
    _each_once((entry.id for entry in ambiguities), "ambiguities", "id")
    evidence = tuple(
        Evidence(**{"ambiguity": None, "supports": None, **entry})
        for entry in read.get("evidence", ())
    )
    _each_once((entry.id for entry in evidence), "evidence", "id")
    _check_evidence(evidence, ambiguities)
    exhaustion = read.get("exhaustion")
    if exhaustion is not None:
        _check_exhaustion(exhaustion, {entry.id for entry in evidence})
    return GateDocument(
        goal=read["goal"],
        ambiguities=ambiguities,
        phase=read.get("phase", "planning"),
        evidence=evidence,
        exhaustion=exhaustion,
        budget_left=read.get("budget_left", True),
        attention=Attention(**read.get("attention", {})),
        quota=Quota(**read.get("quota", {})),
        preferences=read.get("preferences", {}),
        policy=policy_from(read.get("policy", {})),
        investigation_required=read.get("investigation_required", False),
    )


def _ambiguity(entry: dict[str, Any], at: str) -> Ambiguity:
    readings = tuple(Interpretation(**reading) for reading in entry["interpretations"])
    _each_once((reading.id for reading in readings), f"{at}.interpretations", "id")
    total = fsum([reading.prior for reading in readings])
    if abs(total - 1.0) > _PRIOR_SLACK + TOLERANCE:
        raise BadInput(
            f"{at}.interpretations",
            f"the priors sum to {total:.6g}",
            "priors that sum to 1, give or take 0.01",
        )
    default = entry.get("safe_default")
    if default is not None and default not in {reading.id for reading in readings}:
        known = ", ".join(reading.id for reading in readings[:20])
        raise BadInput(f"{at}.safe_default", f"{default!r} is no interpretation", known)
    return Ambiguity(**{**entry, "interpretations": readings})


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
                f"{entry.supports!r} is no interpretation of {entry.ambiguity!r}",
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


def _each_once(names: Any, at: str, field: str) -> None:
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name in seen:
            raise BadInput(f"{at}[{place}].{field}", f"{name!r} stands twice", "each id once")
        seen.add(name)
