"""The shapes of the gate's input: what others write in JSON, and what a session adds (CLI-3)."""

from __future__ import annotations

from plangate.core.model.nouns import (
    BLOCKER_TYPES,
    BUDGET_SIGNALS,
    DIALS,
    EXHAUSTION_PARTS,
    FOCI,
    PHASES,
    PREFERENCES,
    REVERSIBILITIES,
    SOURCES,
)
from plangate.core.model.policy import POLICY_SHAPE
from plangate.core.model.shapes import (
    Choice,
    Flag,
    FlagOr,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Record,
    Text,
    Whole,
)

_ID = Text(200)
_IDS = ListOf(_ID)
#: What a session found is named by its place, and a path may have 4,096 letters.
_FOUND = Text(10_000)
INTERPRETATION = Record(
    required={
        "id": _ID,
        "label": Text(2_000),
        "consequence": Text(20_000, blank=True),
        "prior": Number(least=0, most=1),
        "complexity": Number(above=0, most=1),
        "reversibility": Choice(REVERSIBILITIES),
    },
    optional={
        "touches": ListOf(Text(1_000), most=10_000),
        "strictness": Number(least=0, most=10),
        "settles": MapOf(_ID),
        "rules_out": _IDS,
        "undo_why": Text(300, blank=True),
        "undo_told": Nullable(Choice(REVERSIBILITIES)),
        "in_code": Flag(),
    },
)
AMBIGUITY = Record(
    required={"id": _ID, "interpretations": ListOf(INTERPRETATION, least=1, most=200)},
    optional={
        "blocker_type": Choice(BLOCKER_TYPES),
        "blocker_evidence": ListOf(Text(20_000, blank=True), most=100),
        "prompt": Text(2_000),
        "safe_default": _ID,
        "none_fits": Number(least=0, most=1),
        "groups": ListOf(ListOf(_ID, least=1, most=200), least=1, most=200),
        "by_words": Flag(),
        "known_elsewhere": Flag(),
        "in_turn": Whole(-1, 1),
        "hours_told": Whole(0, 1_000),
        "by_hours": Flag(),
        "told_as": Whole(0, 1_000),
        "in_order": Flag(),
        "spoken_for": _ID,
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
_COUNT = Whole(0, 1_000_000)
GATE_DOCUMENT = Record(
    required={"goal": Text(100_000), "ambiguities": ListOf(AMBIGUITY)},
    optional={
        "phase": Choice(PHASES),
        "evidence": ListOf(EVIDENCE),
        "exhaustion": Record(
            required={},
            optional=dict.fromkeys((*EXHAUSTION_PARTS, "investigation"), _IDS),
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
                "asked": _COUNT,
                "open_in_session": _COUNT,
                "open_in_workspace": FlagOr(_COUNT),
                "used": Flag(),
                "attempts": _COUNT,
            },
        ),
        "preferences": MapOf(Choice((*PREFERENCES, *DIALS))),
        "policy": POLICY_SHAPE,
    },
)
#: What only a session adds: searches that found nothing, ASK-6's rule for hard goals, what earlier
#: outcomes taught about a prior, and where its decisions stand (GATE-4, GATE-16, GATE-17, STOP-3).
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
        "exhaustion": Record(
            required={},
            optional=dict.fromkeys((*EXHAUSTION_PARTS, "investigation"), ListOf(_FOUND)),
        ),
        "evidence": ListOf(
            Record(
                required={"id": _FOUND, "source": Choice(SOURCES), "confidence": Number(0, 1)},
                optional={
                    "ambiguity": Nullable(_ID),
                    "supports": Nullable(_ID),
                    "locator": Nullable(_FOUND),
                    "kind": Text(200),
                    "fact": Text(20_000, blank=True),
                    "digest": Nullable(Text(200)),
                },
            )
        ),
        "investigation_required": Flag(),
        "chains": _COUNT,
        "started": _IDS,
        "withdrawn": _IDS,
        "review": _IDS,
        "gaps": _IDS,
        "held": ListOf(
            Record(
                required={"ambiguity": _ID},
                optional={
                    "interpretation": Nullable(_ID),
                    "firm": Flag(),
                    "settles": MapOf(_ID),
                    "rules_out": _IDS,
                },
            )
        ),
    },
)
