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
    for_all = Known(
        focus=_focus(seen),
        clarification_used=_asked_before(seen, call),
        open_questions=_documents(
            seen,
            "SELECT document FROM questions WHERE workspace = ? AND status IN ('pending', 'held')",
            (workspace,),
        ),
        scopes=_documents(
            seen,
            "SELECT document FROM scopes WHERE workspace = ? AND status IN ('open', 'held') "
            "ORDER BY updated_at DESC LIMIT ?",
            (workspace, _MOST_SCOPES),
        ),
        policy=policy,
    )
    return {
        question: for_all._replace(
            answers=_answers(seen, workspace, question.key),
            preferences=_preferences(seen, workspace, question.names),
        )
        for question in questions
    }


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


def _answers(seen: Glimpse, workspace: str, key: str) -> tuple[KeptAnswer, ...]:
    rows = seen.rows(
        "SELECT id, at, document FROM agent_calls WHERE workspace = ? AND key = ? "
        "AND kind = 'answer' AND forgotten = 0 ORDER BY at DESC, id DESC LIMIT ?",
        (workspace, key, _MOST_ANSWERS),
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


def _preferences(seen: Glimpse, workspace: str, names: tuple[str, ...]) -> Mapping[str, str]:
    """PREF-1: workspace over user, for the ids a question is known by."""
    marks = ", ".join("?" * len(names))
    rows = seen.rows(
        f"SELECT place, question_id, value FROM preferences WHERE place IN ('*', ?) "
        f"AND question_id IN ({marks}) AND value IS NOT NULL ORDER BY place = '*' DESC",
        (workspace, *names),
    )
    return {row["question_id"]: row["value"] for row in rows}


def _documents(seen: Glimpse, sql: str, values: tuple[Any, ...]) -> tuple[Mapping[str, Any], ...]:
    return tuple(json.loads(row["document"]) for row in seen.rows(sql, values))
