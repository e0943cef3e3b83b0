"""`plangate trust`: a person looks at a workspace's own rules and lets them count (ACT-2)."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act, who
from plangate.interfaces.cli.printing import complain, emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option

if TYPE_CHECKING:
    from plangate.trust.rule_files import RuleFiles
    from plangate.trust.trust_store import Trusted, TrustStore

_DECLINED = 4


@command(database=False, epilog="Example: plangate trust --workspace .")
@workspace_option("The directory whose own rules are meant (default: here).")
@click.option("--list", "to_list", is_flag=True, help="Show what you trust and whether it holds.")
@click.option("--revoke", is_flag=True, help="Stop trusting the workspace.")
def trust(call: Call, to_list: bool, revoke: bool) -> int:
    """Let the rules count that a workspace brings along in plangate.toml and .plangate/.

    Until then they can only make the gate stricter. You are shown every file; what you accept is
    remembered outside the workspace, and one changed byte ends it. It takes a person at a terminal.
    """
    from plangate.trust.rule_files import read_rule_files
    from plangate.user_folders import environment, trust_store

    store = trust_store(environment())
    if to_list:
        if revoke or call.workspace is not None:
            other = "--revoke" if revoke else "--workspace"
            raise BadInput("--list", f"does not go with {other}", "one of them")
        return _listed(store, call.as_json)
    if revoke:
        here = (call.workspace or Path()).resolve()  # it may be gone by now
        require_act(
            "trust", f"plangate trust --revoke --workspace {quote(str(here))}", workspace=here
        )
        was = store.remove(here)
        said = "is trusted no more" if was else "was not trusted"
        return _told(here, "revoked" if was else "not_trusted", said, call.as_json)
    here = call.here
    rules = read_rule_files(here)
    if not (rules.files or rules.problems):
        return _told(here, "nothing", "has no rules of its own: nothing to trust", call.as_json)
    if store.holds(rules):
        return _told(here, "trusted", "is trusted already, and nothing has changed", call.as_json)
    require_act("trust", f"plangate trust --workspace {quote(str(here))}", workspace=here)
    _check(rules)
    return _accepted(store, rules, call.as_json)


def _check(rules: RuleFiles) -> None:
    """Nobody can accept what cannot be shown, or could not be used afterwards."""
    from plangate.trust.settings_file import check_rules
    from plangate.user_folders import environment, own_dimensions
    from plangate.wiring.catalogs import check_dimensions

    if rules.problems:
        name, why = rules.problems[0]
        raise BadInput(name, why, "files of the workspace itself, small enough to be looked at")
    check_rules(rules)
    check_dimensions(rules, own_dimensions(environment(), rules.root))


def _accepted(store: TrustStore, rules: RuleFiles, as_json: bool) -> int:
    from plangate.wiring.this_machine import system_clock

    before = store.find(rules.root)
    click.echo(_page(rules, before), err=as_json, nl=False)
    _drop_what_was_typed_before()
    answer = click.prompt("Type yes to trust them", default="no", show_default=False, err=as_json)
    if answer.strip().lower() != "yes":
        complain("nothing was trusted")
        return _DECLINED
    store.add(rules, system_clock().now().isoformat(), who())
    return _told(rules.root, "trusted", "is trusted until one of these files changes", as_json)


def _drop_what_was_typed_before() -> None:
    """A yes counts only from somebody who could have read what they say it to."""
    try:
        import termios
    except ImportError:  # not on Windows
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _page(rules: RuleFiles, before: Trusted | None) -> str:
    """Every file as it is, nothing in it obeyed by the terminal."""
    from plangate.interfaces.text import shown

    lines = [f"{rules.root} brings along:", ""]
    for name, content in rules.files.items():
        text = content.decode("utf-8", errors="backslashreplace")
        lines += [f"--- {_name(name)} ({len(content):,} bytes)", *text.splitlines(), ""]
    if before is not None:
        lines += [f"You trusted other files here at {before.at[:19]}; they have changed since.", ""]
    lines += [
        "Trusted, they may run the notify command, move the database, and set what is asked, how",
        "long a question waits, what silence does and which decisions plangate looks for.",
        "",
    ]
    return "".join(f"{shown(line)}\n" for line in lines)


def _name(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode().replace("\n", "\\n")


def _listed(store: TrustStore, as_json: bool) -> int:
    from plangate.interfaces.text import clock, table

    entries, unread = store.entries()
    rows = [(entry, store.state(entry)) for entry in entries]
    if as_json:
        trusted = [{**entry._asdict(), "state": state} for entry, state in rows]
        emit_json({"schema": "plangate.trust-list/1", "trusted": trusted, "unread": unread})
        return 0
    if rows:
        emit(table([[state, clock(entry.at), entry.workspace] for entry, state in rows]))
    else:
        emit("You trust no workspace.")
    for name in unread:
        complain(f"{store.folder / name} cannot be relied on and counts for nothing")
    return 0


def _told(workspace: Path, result: str, said: str, as_json: bool) -> int:
    if as_json:
        document = {"schema": "plangate.trust/1", "workspace": str(workspace), "result": result}
        emit_json(document)
    else:
        emit(f"{workspace} {said}.")
    return 0
