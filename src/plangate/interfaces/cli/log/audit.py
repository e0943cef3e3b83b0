"""`plangate audit`."""

from __future__ import annotations

import sys

import click

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act, who
from plangate.interfaces.cli.printing import at_words
from plangate.interfaces.cli.shared_options import read_file_or_stdin
from plangate.interfaces.screens.screen import Screen
from plangate.language.tokens import counted


@command(reads=True, epilog="Example: plangate audit --policy stricter.json")
@click.option("--session", help="Only this session.")
@click.option("--policy", "policy_file", help="Another policy as JSON: what would it ask?")
@click.option(
    "--accept-restore", is_flag=True, help="Take the log as it is, after restoring a backup."
)
def audit(call: Call, session: str | None, policy_file: str | None, accept_restore: bool) -> int:
    """Prove from the log alone that every decision followed the rules.

    Replays every gate decision, verifies the chain of digests, compares the log with its anchors
    and its tables, and names the session and event that break a rule. Exit 0, or 5 when something
    does not hold. Anchors are kept in your state directory: whoever can write there and in the
    database can forge both.
    """
    from plangate.app.log.audits import audit_document, run_audit
    from plangate.app.naming.lookup import find_session
    from plangate.core.model.shapes import read_json
    from plangate.wiring.databases import kept_anchors, open_store, strange_in

    if accept_restore:
        return _accept(call)
    policy, numbers = None, None
    if policy_file is not None:
        from plangate.app.log.turned_numbers import read_other_rules

        policy, numbers = read_other_rules(read_json(read_file_or_stdin(policy_file), "policy"))
    settings = call.settings
    with open_store(settings) as store:
        only = find_session(store, session) if session else None
        found = run_audit(store, only, policy, kept_anchors(settings, store), numbers)
        found.strange = strange_in(store) if only is None else []
        document = audit_document(found, numbers)
    return call.show(
        document,
        lambda: at_words(_text(document, call.screen), sys.stdout),
        0 if document["ok"] else 5,
    )


def _accept(call: Call) -> int:
    """REC-6: a person takes the log as it is; recorded in it, and anchored anew."""
    from plangate.app.log.logkeeping import accept_restore
    from plangate.core.log.chain import moment
    from plangate.core.model.errors import BadInput
    from plangate.wiring.databases import kept_anchors, open_anchors, open_store
    from plangate.wiring.this_machine import system_clock

    person = require_act("accept-restore", "plangate audit --accept-restore", call.settings)
    by = person.signed(who())
    clock = system_clock()
    with open_store(call.settings) as store:
        last = kept_anchors(call.settings, store).last
        if last is None:
            raise BadInput("--accept-restore", "there is no anchor that says otherwise")
        total = accept_restore(store, clock, last, by=by)
        open_anchors(call.settings).add(total, moment(clock.now()), accepted_by=by)
    document = {"schema": "plangate.restore-accepted/1", "events": total.events}
    accepted = counted(total.events, "event")
    return call.show(document, f"Accepted as it is: {accepted}; anchored from here on.")


def _anchor_lines(found: Document) -> list[str]:
    if found["ok"] is None:
        after = counted(found["after"], "event")
        return [f"        anchor: {found['says']}; {after} without one"]
    if not found["ok"]:
        return [
            f"BROKEN  anchor: {found['broken']}",
            "        if you restored a backup: plangate audit --accept-restore",
        ]
    anchored = counted(found["events"], "event")
    return [f"ok      anchor: {anchored} as anchored, {found['after']} after it"]


def _erased_lines(found: Document) -> list[str]:
    count, decisions = counted(found["events"], "event"), found["decisions"]
    lines = [f"        erased: {count}, not replayed; decisions among them: {decisions}"]
    for act in found["by"]:
        erased = f"{counted(act['events'], 'event')} erased by {act['by']} at {act['at']}"
        lines.append(f"        session {act['session']}: {erased}")
    if found["links_not_recomputed"]:
        lines.append(
            f"        {found['links_not_recomputed']} of them are of version 1: their links cannot "
            "be recomputed, the anchors' sum vouches for them"
        )
    return lines


def _of_the_whole_log(document: Document) -> list[str]:
    lines = _anchor_lines(document["anchor"]) if "anchor" in document else []
    lines += _erased_lines(document["erased"]) if "erased" in document else []
    lines += [f"BROKEN  database: {each}" for each in document.get("strange", ())]
    held = document.get("quarantined", ())
    return lines + [f"        session {name} is in quarantine" for name in held]


def _under(found: Document) -> str:
    """What another policy is called: its version, and the numbers beside it."""
    named = [f"policy {found['policy_version']}"] if "policy_version" in found else []
    for group, numbers in found.get("numbers", {}).items():
        named += [f"{group}.{name} = {value}" for name, value in numbers.items()]
    return f"Under {', '.join(named)}"


def _text(document: Document, screen: Screen) -> str:
    lines = [f"{counted(document['sessions'], 'session')}, {counted(document['events'], 'event')}"]
    rows = [(c["id"], c["ok"], c["checked"], c["means"], c["broken"]) for c in document["criteria"]]
    chain, tables, replay = document["chain"], document["tables"], document["replay"]
    rows += [
        ("chain", chain["ok"], document["events"], "nothing was changed", chain["broken"]),
        ("tables", tables["ok"], document["sessions"], "they fit the log", tables["broken"]),
        (
            "replay",
            not replay["differ"],
            replay["decisions"],
            "every decision replays",
            replay["differ"],
        ),
    ]
    for name, ok, checked, means, broken in rows:
        if name == "chain":
            lines += _of_the_whole_log(document)
        head, told = "ok      " if ok else "BROKEN  ", f"{name}: {means} ({checked} looked at)"
        lines += screen.wrapped(told, head, " " * len(head)) if screen.breaks else [head + told]
        lines += [
            f"        session {b['session']}, event {b['event']}: {b['what']}" for b in broken
        ]
    if found := document.get("counterfactual"):
        lines += [
            "",
            f"{_under(found)}: {counted(found['questions_under_policy'], 'question')} "
            f"instead of {found['questions_asked']}, of {counted(found['decisions'], 'decision')}.",
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
