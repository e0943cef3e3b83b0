"""How the work on a plan stands, for `plangate ready` and `status` and the quick way to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plangate.core.model.records import Document
from plangate.interfaces.cli.printing import emit_json, emit_screen

if TYPE_CHECKING:
    from plangate.app.acts.plans.plan_looks import Look
    from plangate.app.naming.nearby import Nearby
    from plangate.app.ports import Ground
    from plangate.core.log.session import Session
    from plangate.core.model.nouns import Plan
    from plangate.interfaces.cli.command import Call


def show_ready(call: Call, name: str | None, groups: bool = False) -> int:
    """What can start now, and what no longer is as it was when the plan was made."""
    from plangate.core.plans.work.task_progress import ready_document, standing

    session, plan, look = _looked_at(call, name)
    document = ready_document(session, plan) | look
    if groups:
        from plangate.core.plans.work.groups import handed_out, session_groups

        document["groups"] = handed_out(session_groups(session, plan), standing(session, plan))
    if call.as_json:
        emit_json(document)
    else:
        from plangate.interfaces.screens.work import group_lines, look_lines, ready_lines

        screen = call.screen
        lines = list(ready_lines(screen, session, plan, document))
        if groups:
            lines = [*group_lines(screen, session, plan, document["groups"])]
            lines += look_lines(screen, document)
        emit_screen("\n".join(lines))
    return 0


def show_status(call: Call, name: str | None) -> int:
    """How far the work is, and what is next."""
    from plangate.core.plans.work.task_progress import status_document

    session, plan, look = _looked_at(call, name)
    document = status_document(session, plan) | look
    if call.as_json:
        emit_json(document)
    else:
        from plangate.interfaces.screens.work import status_lines

        emit_screen("\n".join(status_lines(call.screen, session, plan, document)))
    return 0


def _looked_at(call: Call, name: str | None) -> tuple[Session, Plan, Document]:
    """The plan ID and a second look at it; a planner only where a session may have to move on."""
    from plangate.app.acts.plans.plan_looks import plan_at_rest
    from plangate.app.naming.lookup import find_session
    from plangate.wiring.this_machine import system_clock
    from plangate.wiring.workspaces import open_ground

    if not call.settings.publish:  # PUB-1: an edit of a published file would come first
        with call.looking() as store:
            near = call.near(store)
            session_id = find_session(store, near.planned(name))
            found = plan_at_rest(store, session_id, system_clock().now())
        if found is not None:
            return *found, _second_look(call, near, open_ground(), *found)
    from plangate.app.acts.plans.plan_acts import plan_session

    with call.planner() as planner:
        near = call.near(planner.store)
        session, plan = plan_session(planner, near.planned(name))
    return session, plan, _second_look(call, near, planner.eyes.ground, session, plan)


def _second_look(
    call: Call, near: Nearby, ground: Ground | None, session: Session, plan: Plan
) -> Document:
    """PLAN-10, PLAN-11: what of the tasks at hand no longer holds, and commits that name one."""
    from plangate.app.acts.plans.plan_looks import Standing, look_again
    from plangate.core.plans.work.task_progress import standing

    now, there = standing(session, plan), Standing(str(call.here), near.places)
    look = look_again(ground, session, plan, now.ready, (*now.started, *now.done), there)
    return look_document(session.id, look)


def look_document(session: str, look: Look) -> Document:
    from plangate.core.plans.work.staleness import stale_documents

    return {
        "stale": stale_documents(look.stale),
        "proof_offered": [
            {
                "task": task,
                "commit": commit.name,
                "subject": commit.subject,
                "command": f"plangate done {session} {task} --proof {commit.name[:12]}",
            }
            for task, commit in look.offered.items()
        ],
    }
