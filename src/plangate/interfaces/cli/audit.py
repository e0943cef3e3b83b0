"""`plangate audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    planner_for,
    read_file_or_stdin,
    settings_for,
)


@click.command(epilog="Example: plangate audit --policy stricter.json")
@click.option("--session", help="Only this session.")
@click.option("--policy", "policy_file", help="A policy as JSON: what would it have done?")
@db_option
@json_option
def audit(session: str | None, policy_file: str | None, db: Path | None, as_json: bool) -> int:
    """Prove from the record alone that every decision followed the rules.

    Replays every gate decision, verifies the chain of digests, compares the tables with the record
    and names the session and event that break a rule. Exit 0, or 5 when something does not hold.
    """
    from plangate.app.audits import audit_document, run_audit
    from plangate.app.lookup import find_session
    from plangate.core.policy import read_policy
    from plangate.core.shapes import read_json

    policy = None
    if policy_file is not None:
        policy = read_policy(read_json(read_file_or_stdin(policy_file), "policy"))
    with planner_for(settings_for(None, db)) as planner:
        only = find_session(planner.store, session) if session else None
        document = audit_document(run_audit(planner.store, only, policy))
    if as_json:
        emit_json(document)
    else:
        emit(_text(document))
    return 0 if document["ok"] else 5


def _text(document: dict[str, Any]) -> str:
    lines = [f"{document['sessions']} sessions, {document['events']} events"]
    rows = [(c["id"], c["ok"], c["checked"], c["means"], c["broken"]) for c in document["criteria"]]
    chain, tables, replay = document["chain"], document["tables"], document["replay"]
    rows += [
        ("chain", chain["ok"], document["events"], "nothing was changed", chain["broken"]),
        ("tables", tables["ok"], document["sessions"], "they fit the record", tables["broken"]),
        (
            "replay",
            not replay["differ"],
            replay["decisions"],
            "every decision replays",
            replay["differ"],
        ),
    ]
    for name, ok, checked, means, broken in rows:
        lines.append(f"{'ok    ' if ok else 'BROKEN'}  {name}: {means} ({checked} looked at)")
        lines += [
            f"        session {b['session']}, event {b['event']}: {b['what']}" for b in broken
        ]
    if found := document.get("counterfactual"):
        lines += [
            "",
            f"Under policy {found['policy_version']}: {found['questions_under_policy']} questions "
            f"instead of {found['questions_asked']}, of {found['decisions']} decisions.",
        ]
        for name, changes in found["sessions"].items():
            for kind, what in changes.items():
                lines.append(f"  {name}: {kind.replace('_', ' ')}: {', '.join(what)}")
    if not document["ok"]:
        lines += [
            "",
            "Something does not hold. Keep the file as it is and look at the places above.",
        ]
    return "\n".join(lines)
