"""Where a session stands, for programs: the document, its word and the exit code (CLI-2).

Nothing here decides anything, and nothing here prints.
"""

from __future__ import annotations

from plangate.app.planner import Advanced
from plangate.core.events.event import IterationDecided, StopReport
from plangate.core.gate.session_facts import grasp_in, is_recommended, ledger_of
from plangate.core.log.session import Session
from plangate.core.model.nouns import plain
from plangate.core.model.records import Document
from plangate.core.moves import (
    Ask,
    Decide,
    Deliver,
    Entrust,
    Interview,
    Loop,
    Outcome,
    Proceed,
    Propose,
    Wait,
)
from plangate.core.plans.work.task_progress import waiting_on
from plangate.core.understanding.restating import is_skeleton_in


def outcome_document(advanced: Advanced) -> Document:
    """`plangate.outcome/2`."""
    session, outcome, rules = advanced
    return {
        "schema": "plangate.outcome/2",
        "session": session.id,
        "goal": session.goal,
        "intake": session.intake.outcome if session.intake else None,
        "intake_reasons": plain(session.intake.reasons) if session.intake else [],
        "complexity": session.intake.complexity if session.intake else None,
        "outcome": outcome_word(advanced),
        **understanding_document(session, outcome),
        "plan": _plan_document(session, outcome),
        "waiting": _waiting_document(session, outcome),
        "groups": _groups(session, outcome),
        "question": plain(outcome.question) if isinstance(outcome, Ask | Wait) else None,
        "assumptions": [plain(entry) for entry in ledger_of(session)],
        "deferrals": [plain(entry) for entry in session.deferrals.values()],
        "investigation": _investigation_document(session),
        "stop": stop_document(outcome.stop),
        **_owed(outcome),
        **({"workspace_rules": rules_document(advanced)} if rules else {}),
        **_joined(outcome),
        **_scope(outcome),
        **_interview(outcome),
    }


def understanding_document(session: Session, outcome: Outcome) -> Document:
    """UND-2, UND-8, UND-9, INT-10: how far all of this is to be believed."""
    grasp, seen = grasp_in(session), session.seen
    skeleton = is_skeleton_in(session) or outcome.stop.ending == "not_understood"
    return {
        "confidence": outcome.stop.confidence,
        "grasp": grasp.value if grasp else None,
        "not_understood": list(grasp.not_understood) if grasp else [],
        "recommended": outcome.stop.ending in ("plan", "proceed", "loop")
        and is_recommended(session),
        "kind": "skeleton" if skeleton else "plan",
        "brief": {
            "places": [place.path for place in seen.places[:5]] if seen else [],
            "exists": [plain(entry) for entry in seen.exists[:3]] if seen else [],
            "nearest": [plain(entry) for entry in seen.nearest] if seen else [],
        },
    }


def _plan_document(session: Session, outcome: Outcome) -> Document | None:
    """The plan delivered, or the one drafted so far while a question is open (ASK-17)."""
    if isinstance(outcome, Deliver):
        plan: Document = plain(outcome.plan)
        return plan
    return plain(session.plan) if _is_drafted(session, outcome) else None


def _is_drafted(session: Session, outcome: Outcome) -> bool:
    return session.plan is not None and (
        isinstance(outcome, Ask | Wait) or outcome.stop.ending in ("parked", "not_understood")
    )


def _waiting_document(session: Session, outcome: Outcome) -> list[Document]:
    """ASK-17: the tasks that hang on an open, waiting or parked decision, each with which."""
    if session.plan is None or not (isinstance(outcome, Deliver) or _is_drafted(session, outcome)):
        return []
    found = waiting_on(session, session.plan)
    return [{"task": task, "decisions": names} for task, names in found.items()]


def _interview(outcome: Outcome) -> Document:
    """INT-11: every decision still to be gone through."""
    if not isinstance(outcome, Interview):
        return {}
    return {"interview": [plain(question) for question in outcome.questions]}


def _scope(outcome: Outcome) -> Document:
    """PLAN-9: the scope a session waits for."""
    if not isinstance(outcome, Decide):
        return {}
    from plangate.core.scopes.scope_log import scope_document  # lazy: few goals enumerate options

    return {"scope": scope_document(outcome.scope, outcome.chain)}


def _groups(session: Session, outcome: Outcome) -> Document | None:
    """PLAN-8: what can be worked on side by side."""
    if not isinstance(outcome, Deliver):
        return None
    from plangate.core.plans.work.groups import groups_document, session_groups  # lazy: plans only

    return groups_document(session_groups(session, outcome.plan))


def _joined(outcome: Outcome) -> Document:
    """GATE-19: whose question a session waits for."""
    if not isinstance(outcome, Wait):
        return {}
    question = outcome.question
    return {
        "joined": {
            "rule": "GATE-19",
            "question": question.id,
            "number": question.number,
            "session": question.session,
        }
    }


def rules_document(advanced: Advanced) -> Document:
    """ACT-2: what of the workspace's own rules led here, and how a person lets them count."""
    document: Document = plain(advanced.workspace_rules)
    if advanced.workspace_rules.passed_over:
        document["command"] = trust_command(advanced.session.begun.workspace)
    return document


def trust_command(workspace: str) -> str:
    """The command by which a person looks at a workspace's rules and lets them count."""
    from shlex import quote  # lazy: few outcomes name it

    return f"plangate trust --workspace {quote(workspace)}"


def _owed(outcome: Outcome) -> Document:
    """MCP-3: what a session waits for that its host agent thinks for."""
    return {"wanted": wanted_of(outcome)} if isinstance(outcome, Entrust) else {}


def wanted_of(owed: Entrust) -> list[str]:
    """MCP-3: the parts of a proposal that a session wants next."""
    return ["decisions", "tasks"] if isinstance(owed.chore, Propose) else ["tasks"]


def _investigation_document(session: Session) -> Document | None:
    """INV-2: the turns after the triad; None when there was nothing to look for."""
    planned = session.inquiry.planned
    if planned is None:
        return None
    return {
        "exploration_plan": plain(planned.steps),
        "budget_allocation": plain(planned.budget),
        "turns": [_turn_document(turn) for turn in session.inquiry.turns],
        "switched": plain(session.inquiry.switched),
    }


def _turn_document(turn: IterationDecided) -> Document:
    return {
        "turn": turn.turn,
        "novelty_check": {
            "new_information": turn.new_information,
            "uncertainty_reduction": turn.reduction / 100,
            "confidence_level": turn.confidence / 100,
        },
        "gained": list(turn.gained),
        "continue_decision": turn.decision,
        "rule": turn.rule,
        "saw": turn.saw,
    }


def outcome_word(advanced: Advanced) -> str:
    match advanced.outcome:
        case Deliver():
            return "plan"
        case Ask() | Decide() | Interview():
            return "question"
        case Wait():
            return "wait"
        case Proceed():
            return "proceed"
        case Loop():
            return "loop"
        case Entrust():
            return "wanted"
        case _:
            return "stop"


def exit_code_of(advanced: Advanced) -> int:
    """CLI-2, for `plan` and what goes on planning."""
    match advanced.outcome:
        case Deliver() | Proceed() | Loop():
            return 0
        case Wait(question=question):
            return 4 if question.status == "held" else 3
        case Ask(question=question, stop=stop):
            if question.status == "held":
                return 4
            return 6 if stop.ending in ("exhausted", "stagnation") else 3
        case Entrust():
            return 3
        case _:
            endings = {
                "parked": 3,
                "not_understood": 3,
                "scope": 3,
                "interview": 3,
                "blocked": 3,
                "aborted": 4,
                "closed": 4,
                "exhausted": 6,
                "thin": 5,
                "quality": 5,
            }
            return endings[advanced.outcome.stop.ending]


def stop_document(report: StopReport) -> Document:
    """STOP-1's fields and no other."""
    record: Document = plain(report)
    del record["ending"]
    return record
