"""What the record says about a question an agent is about to ask, in a few look-ups."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from plangate.core.agent_calls import AgentQuestion, KeptAnswer, agent_stream
from plangate.core.agent_questions import Known
from plangate.core.policy import Policy

if TYPE_CHECKING:
    from plangate.adapters.sql.glimpse import Glimpse
    from plangate.interfaces.hook.calls import Call

#: Of many answers to one question the latest count.
_MOST_ANSWERS = 20
_MOST_SCOPES = 50


def known_about(
    seen: Glimpse,
    call: Call,
    questions: tuple[AgentQuestion, ...],
    workspace: str,
    policy: Policy,
) -> Mapping[AgentQuestion, Known]:
    """For each question of a call what bears on it."""
    places = places_seen(seen, workspace)
    marks = ", ".join("?" * len(places))
    open_questions = _documents(
        seen,
        f"SELECT document FROM questions WHERE place IN ({marks}) "
        "AND status IN ('pending', 'held')",
        places,
    )
    for_all = Known(
        focus=_focus(seen),
        clarification_used=_asked_before(seen, call),
        open_questions=tuple(asked for asked in open_questions if not is_past(asked)),
        scopes=_documents(
            seen,
            f"SELECT document FROM scopes WHERE place IN ({marks}) "
            "AND status IN ('open', 'held') ORDER BY updated_at DESC LIMIT ?",
            (*places, _MOST_SCOPES),
        ),
        policy=policy,
    )
    return {
        question: for_all._replace(
            answers=_answers(seen, places, question.key),
            preferences=_preferences(seen, workspace, places, question.names),
        )
        for question in questions
    }


def places_seen(seen: Glimpse, workspace: str) -> tuple[str, ...]:
    """REC-8: where what belongs to this directory is kept."""
    from plangate.adapters.repo.identity import identify
    from plangate.core.places import here_from

    identity = identify(workspace)
    if identity.is_path:
        return (workspace,)
    rows = seen.rows("SELECT * FROM workspaces WHERE identity = ?", (identity.key,))
    return here_from(identity, rows).places


def is_past(question: Mapping[str, Any]) -> bool:
    """ASK-8: whether its time is over, for those who cannot settle it and only look."""
    if question.get("status") != "pending" or question.get("on_timeout") == "wait":
        return False
    now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
    return str(question.get("deadline") or now) < now


def _asked_before(seen: Glimpse, call: Call) -> bool:
    """GATE-7: whether the person was asked in this session already, or since this prompt."""
    found = seen.rows(
        "SELECT 1 FROM agent_calls WHERE session = ? AND goal = ? AND kind = 'answer' "
        "AND call != ? LIMIT 1",
        (agent_stream(call.session), call.goal, call.id),
    )
    return bool(found)


def _focus(seen: Glimpse) -> Any:
    """ATT-1: what the person set, while it lasts."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    for row in seen.rows("SELECT focus, until FROM focus"):
        if row["until"] is None or row["until"] > now:
            return row["focus"]
    return "ambient"


def _answers(seen: Glimpse, places: tuple[str, ...], key: str) -> tuple[KeptAnswer, ...]:
    marks = ", ".join("?" * len(places))
    rows = seen.rows(
        f"SELECT id, at, document FROM agent_calls WHERE place IN ({marks}) AND key = ? "
        "AND kind = 'answer' AND forgotten = 0 ORDER BY at DESC, id DESC LIMIT ?",
        (*places, key, _MOST_ANSWERS),
    )
    kept = [(row, json.loads(row["document"])) for row in rows]
    return tuple(
        KeptAnswer(
            id=row["id"],
            value=document["value"],
            chosen=tuple(document["chosen"]),
            offered=tuple(document["offered"]),
            at=row["at"],
        )
        for row, document in kept
        if document["reusable"]
    )


def _preferences(
    seen: Glimpse, workspace: str, places: tuple[str, ...], names: tuple[str, ...]
) -> Mapping[str, str]:
    """PREF-1: workspace over user, for the ids a question is known by."""
    from plangate.core.places import Here
    from plangate.core.preferences import in_force

    rows = seen.rows(
        f"SELECT * FROM preferences WHERE place IN ('*', {', '.join('?' * len(places))}) "
        f"AND question_id IN ({', '.join('?' * len(names))}) AND value IS NOT NULL",
        (*places, *names),
    )
    found = in_force(rows, Here(workspace, places[0], places))
    return {name: row["value"] for name, row in found.items()}


def _documents(seen: Glimpse, sql: str, values: tuple[Any, ...]) -> tuple[Mapping[str, Any], ...]:
    return tuple(json.loads(row["document"]) for row in seen.rows(sql, values))
