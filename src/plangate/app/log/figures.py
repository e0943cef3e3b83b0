"""What questions cost and whether they were worth it, from the record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from plangate.app.ports import Store
from plangate.core.log.chain import time_of
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.model_use import MICROS
from plangate.core.model.places import Here
from plangate.core.model.records import Document

SCHEMA = "plangate.stats/1"


def question_stats(store: Store, here: Here | None = None) -> Document:
    """CLI-8: asked, avoided, regretted, how often a guess held, how fast, and to what effect.

    Auto-decisions are counted by themselves and in none of the other figures (PREF-4).
    """
    places = here.places if here else ()
    questions, unreadable = documents_of(store.rows(Query("questions", places=places)))
    entries, more = documents_of(store.rows(Query("assumptions", places=places)))
    answered = [q for q in questions if q["status"] == "answered"]
    chosen = [q for q in answered if q["answer"]["option"] is not None]
    followed = [q for q in chosen if q["answer"]["option"] == q["recommended"]]
    return {
        "schema": SCHEMA,
        "asked": len(questions),
        "open": sum(q["status"] in ("pending", "held") for q in questions),
        "answered": len(answered),
        "timed_out": sum(q["status"] == "timed_out" for q in questions),
        "withdrawn": sum(q["status"] == "withdrawn" for q in questions),
        "auto_decided": sum(entry["user_response"] == "preference" for entry in entries),
        "followed_recommendation": _share(len(followed), len(answered)),
        "changed_nothing": sum(q["answer"]["option"] == q["default"] for q in answered),
        "free_text_by_options": _free_text(answered),
        "seconds_to_answer": _times(answered),
        **_without_asking(entries),
        **_model_cost(store, places, entries),
        "by_question": _by_question(questions, entries),
        **({"unreadable": lost} if (lost := sorted({*unreadable, *more})) else {}),
    }


def _without_asking(entries: list[Document]) -> Document:
    """CLI-8: what was decided without a question, by how; what of it a person took back; and how
    often what was called sure, likely or a guess still stands (UND-8's calibration)."""
    others = ("confirmed:", "custom:", "preference")  # PREF-4: these are counted by themselves
    alone = [entry for entry in entries if not entry["user_response"].startswith(others)]
    kinds: dict[str, int] = {}
    for entry in alone:
        kind = entry["user_response"].partition(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    calibration = {}
    for name in ("high", "medium", "low"):
        said = [entry for entry in alone if entry["confidence"] == name]
        stands = sum(entry["status"] != "wrong" for entry in said)
        calibration[name] = _share(stands, len(said))
    return {
        "avoided": len(alone),
        "avoided_by": dict(sorted(kinds.items())),
        "regretted": _share(sum(e["status"] == "wrong" for e in alone), len(alone)),
        "calibration": calibration,
    }


def _model_cost(store: Store, places: Sequence[str], entries: list[Document]) -> Document:
    """LLM-4: dollars per plan that a model made, and per question it avoided."""
    cost: dict[str, int] = {}
    calls = 0
    for row in store.rows(Query("plan_sessions", places=tuple(places))):
        measured = json.loads(row["iterative_loop_metadata_json"] or "{}")
        if "model_cost_micros" in measured:
            cost[str(row["plan_session_id"])] = measured["model_cost_micros"]
            calls += measured["model_calls"]
    if not cost:
        return {}
    others = ("confirmed:", "custom:", "preference")
    avoided = sum(
        entry["session"] in cost and not entry["user_response"].startswith(others)
        for entry in entries
    )
    whole = sum(cost.values()) / MICROS
    return {
        "model": {
            "plans": len(cost),
            "calls": calls,
            "cost": whole,
            "cost_per_plan": whole / len(cost),
            "cost_per_question_avoided": whole / avoided if avoided else None,
        }
    }


def _by_question(questions: list[Document], entries: list[Document]) -> dict[str, dict[str, int]]:
    """Per question id: how often asked, answered as recommended, decided by preference."""
    found: dict[str, dict[str, int]] = {}
    blank = {"asked": 0, "answered": 0, "followed": 0, "auto_decided": 0}
    for question in questions:
        row = found.setdefault(question["question_id"], dict(blank))
        row["asked"] += 1
        if question["status"] == "answered":
            row["answered"] += 1
            option = question["answer"]["option"]
            row["followed"] += option is not None and option == question["recommended"]
    for entry in entries:
        if entry["user_response"] == "preference":
            found.setdefault(str(entry["ambiguity"]), dict(blank))["auto_decided"] += 1
    return dict(sorted(found.items()))


def _free_text(answered: Iterable[Document]) -> dict[str, Document]:
    """How often people used their own words, by how many options they had."""
    groups: dict[int, list[bool]] = {}
    for question in answered:
        own = question["answer"]["option"] is None
        groups.setdefault(len(question["options"]), []).append(own)
    return {
        str(count): {"answered": len(own), "free_text": sum(own), "share": sum(own) / len(own)}
        for count, own in sorted(groups.items())
    }


def _times(answered: Iterable[Document]) -> dict[str, float] | None:
    spent = sorted(
        (time_of(q["resolved_at"]) - time_of(q["asked_at"])).total_seconds() for q in answered
    )
    if not spent:
        return None
    median = (spent[(len(spent) - 1) // 2] + spent[len(spent) // 2]) / 2
    return {"median": median, "fastest": spent[0], "slowest": spent[-1]}


def _share(part: int, whole: int) -> Document:
    return {"count": part, "of": whole, "share": part / whole if whole else None}
