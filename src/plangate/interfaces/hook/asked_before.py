"""What the record says about a question an agent is about to ask, in a few look-ups (HOOK-1).

Only what people said and what planning recorded is read; the workspace itself is not looked at.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from plangate.core.agents.agent_calls import AgentQuestion, KeptAnswer, OpenQuestion, agent_stream
from plangate.core.agents.agent_evidence import Recorded, facts_about
from plangate.core.agents.agent_questions import Known
from plangate.core.model.policy import Policy
from plangate.core.model.records import Document, Fields

if TYPE_CHECKING:
    from plangate.interfaces.hook.calls import Call
    from plangate.wiring.databases import Glimpse

#: HOOK-1: what somebody said longer ago than this is asked again.
LONGEST_KEPT = timedelta(days=90)
#: Of many answers to one question the latest count.
_MOST_ANSWERS = 20
_MOST_SCOPES = 50
#: Of many sessions the latest say what a decision was about.
_MOST_SESSIONS = 40
#: What a way of working is asked for by.
_WAYS = {"test": ("test-framework", "test-runner"), "lint": ("code-linter",)}


def known_about(
    seen: Glimpse,
    call: Call,
    questions: tuple[AgentQuestion, ...],
    workspace: str,
    policy: Policy,
) -> Mapping[AgentQuestion, Known]:
    """For each question of a call what bears on it."""
    places = places_seen(seen, workspace)
    marks = _marks(places)
    for_all = Known(
        waiting=waiting_in(seen, places),
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
            preferences=_preferences(seen, workspace, places, (*question.names, *subjects)),
            recorded=recorded,
            refused_before=_refused_before(seen, call, question.key),
        )
        for question in questions
        for recorded in [tuple(_recorded(seen, places, question))]
        for subjects in [{entry.about for entry in recorded}]
    }


def places_seen(seen: Glimpse, workspace: str) -> tuple[str, ...]:
    """REC-8: where what belongs to this directory is kept."""
    from plangate.core.model.places import here_from
    from plangate.wiring.workspaces import identify

    identity = identify(workspace)
    if identity.is_path:
        return (workspace,)
    rows = seen.rows("SELECT * FROM workspaces WHERE identity = ?", (identity.key,))
    return here_from(identity, rows).places


def is_past(question: Fields) -> bool:
    """ASK-8: whether its time is over, for those who cannot settle it and only look."""
    if question.get("status") != "pending" or question.get("on_timeout") == "wait":
        return False
    now = _moment(datetime.now(UTC))
    return str(question.get("deadline") or now) < now


def waiting_in(seen: Glimpse, places: tuple[str, ...]) -> tuple[OpenQuestion, ...]:
    """The questions of ours that are open here; ASK-8: the stored deadline is compared."""
    now = _moment(datetime.now(UTC))
    rows = seen.rows(
        "SELECT id, status, deadline, document FROM questions "
        f"WHERE place IN ({_marks(places)}) AND status IN ('pending', 'held') ORDER BY asked_at",
        places,
    )
    return tuple(
        OpenQuestion(
            id=row["id"],
            prompt=document["prompt"],
            labels=tuple(option["label"] for option in document["options"]),
            overdue=row["status"] == "pending" and (row["deadline"] or now) < now,
        )
        for row in rows
        for document in [json.loads(row["document"])]
    )


def _marks(places: tuple[str, ...]) -> str:
    return ", ".join("?" * len(places))


def _moment(at: datetime) -> str:
    """A time as the record writes it, to the second; later ones compare as greater."""
    return at.strftime("%Y-%m-%dT%H:%M:%S")


def _refused_before(seen: Glimpse, call: Call, key: str) -> bool:
    """Whether this session had the question sent back already: then the person is asked."""
    found = seen.rows(
        "SELECT 1 FROM agent_calls WHERE session = ? AND kind = 'refused' AND key = ? "
        "AND (call != ? OR call = '') LIMIT 1",
        (agent_stream(call.session), key, call.id),
    )
    return bool(found)


def _answers(seen: Glimpse, places: tuple[str, ...], key: str) -> tuple[KeptAnswer, ...]:
    rows = seen.rows(
        f"SELECT id, at, document FROM agent_calls WHERE place IN ({_marks(places)}) AND key = ? "
        "AND kind = 'answer' AND forgotten = 0 AND at >= ? ORDER BY at DESC, id DESC LIMIT ?",
        (*places, key, _moment(datetime.now(UTC) - LONGEST_KEPT), _MOST_ANSWERS),
    )
    kept = [(row, json.loads(row["document"])) for row in rows]
    return tuple(
        KeptAnswer(
            id=row["id"],
            value=document["value"],
            chosen=tuple(document["chosen"]),
            offered=tuple(document["offered"]),
            at=row["at"],
            prompt=document["prompt"],
            call=document["call"],
            seen=document.get("seen", False),
            verified=document.get("verified", False),
            transcript=document.get("transcript", ""),
        )
        for row, document in kept
        if document["reusable"]
    )


def _preferences(
    seen: Glimpse, workspace: str, places: tuple[str, ...], names: tuple[str, ...]
) -> Mapping[str, str]:
    """PREF-1: workspace over user, for the ids a question is known by."""
    rows = seen.rows(
        f"SELECT * FROM preferences WHERE place IN ('*', {', '.join('?' * len(places))}) "
        f"AND question_id IN ({', '.join('?' * len(names))}) AND value IS NOT NULL",
        (*places, *names),
    )
    if not rows:
        return {}
    from plangate.core.gate.preferences import in_force
    from plangate.core.model.places import Here

    found = in_force(rows, Here(workspace, places[0], places))
    return {name: row["value"] for name, row in found.items()}


# --- what planning recorded -----------------------------------------------------------------------


def _recorded(
    seen: Glimpse, places: tuple[str, ...], question: AgentQuestion
) -> Iterator[Recorded]:
    """What planning wrote down in this workspace that is about the question."""
    marks = _marks(places)
    entries = seen.rows(
        "SELECT id, session, ambiguity AS about FROM assumptions "
        f"WHERE place IN ({marks}) AND ambiguity IS NOT NULL AND status != 'wrong'",
        places,
    )
    asked = _proposed(seen, {row["session"] for row in entries})
    told = (
        Recorded(row["id"], row["about"], "", "file")._replace(
            **asked.get((row["session"], row["about"]), {})
        )
        for row in entries
    )
    for entry in facts_about(question, told):
        yield from _vouched(seen, entry)
    memories = seen.rows(
        f"SELECT id, question_id, text FROM memories WHERE place IN ({marks}) "
        "AND kind = 'memory' AND status = 'kept' AND question_id IS NOT NULL",
        places,
    )
    kept = (Recorded(r["id"], r["question_id"], r["text"], "memory") for r in memories)
    yield from facts_about(question, kept)
    yield from facts_about(question, _ways(seen, places))


def _proposed(seen: Glimpse, sessions: Collection[str]) -> dict[tuple[str, str], Document]:
    """What the latest sessions asked themselves, and between which readings."""
    rows = seen.rows(
        f"SELECT stream, payload FROM plan_events WHERE stream IN ({_marks(tuple(sessions))}) "
        "AND type = 'AmbiguitiesProposed' ORDER BY position DESC LIMIT ?",
        (*sessions, _MOST_SESSIONS),
    )
    return {
        (row["stream"], one["id"]): {
            "prompt": one["prompt"],
            "readings": tuple(reading["label"] for reading in one["interpretations"]),
        }
        for row in reversed(rows)
        for one in json.loads(row["payload"])["ambiguities"]
    }


def _ways(seen: Glimpse, places: tuple[str, ...]) -> Iterator[Recorded]:
    """How tests and the linter are run here, as the latest session saw it."""
    rows = seen.rows(
        "SELECT stream, payload FROM plan_events WHERE type = 'WorkspaceSeen' AND stream IN "
        f"(SELECT plan_session_id FROM plan_sessions WHERE place IN ({_marks(places)}) "
        "ORDER BY updated_at DESC LIMIT 1)",
        places,
    )
    for row in rows:
        ways = json.loads(row["payload"])["seen"]["conventions"]
        for name, subjects in _WAYS.items():
            if way := ways.get(name):
                yield from (Recorded(row["stream"], s, _shown(way), "way") for s in subjects)


def _vouched(seen: Glimpse, entry: Recorded) -> Iterator[Recorded]:
    """An entry with what vouches for it: a line of a file, or the person's own two-way answer."""
    (row,) = seen.rows("SELECT session, document FROM assumptions WHERE id = ?", (entry.id,))
    document = json.loads(row["document"])
    decided = entry._replace(decision=document["decision"])
    if document["source"] == "answer" and document["status"] == "confirmed":
        asked = _documents(
            seen,
            "SELECT document FROM questions WHERE session = ? AND question_id = ?",
            (row["session"], entry.about),
        )
        if asked and not any(question["one_way"] for question in asked):
            yield decided._replace(kind="person")
    elif document["user_response"] == "inferred_from_codebase":
        for fact in _facts(seen, row["session"], document["evidence"]):
            if fact["supports"] == document["interpretation"] and fact["locator"]:
                yield decided._replace(where=_shown(fact["locator"]), said=_shown(fact["fact"]))
                return


def _facts(seen: Glimpse, session: str, wanted: list[str]) -> Iterator[Fields]:
    rows = seen.rows(
        "SELECT payload FROM plan_events WHERE stream = ? AND type = 'EvidenceGathered'", (session,)
    )
    for row in rows:
        for fact in json.loads(row["payload"])["evidence"]:
            if fact["id"] in wanted and fact["source"] == "repo_facts":
                yield fact


def _shown(text: str) -> str:
    """ACT-3: what stands in a repository is bounded, and no control character leaves."""
    line = " ".join(text.split())[:200]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _documents(seen: Glimpse, sql: str, values: tuple[Any, ...]) -> tuple[Fields, ...]:
    return tuple(json.loads(row["document"]) for row in seen.rows(sql, values))
