"""The root command: which commands there are, loaded only when called, and how each one ends.

Every deliberate failure leaves as one line on stderr and its exit code (ERR-1, CLI-2); with --json
a `plangate.error/1` document goes to stdout as well, so that a program always reads one document.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn, TextIO

import click

from plangate._version import __version__
from plangate.core.model.errors import BadInput, PersonsAct, PlangateError
from plangate.core.model.records import Document


class _Listed:
    """A command's place and its one line in the list, so that the list loads none of them."""

    def __init__(self, module: str, attribute: str, line: str) -> None:
        self.module = f"plangate.interfaces.cli.{module}"
        self.attribute = attribute
        self.line = line


#: CLI-1, CLI-6: every command in its group, what a day needs first.
GROUPS: dict[str, dict[str, _Listed]] = {
    "Every day": {
        "plan": _Listed(
            "plans.plan", "plan", "Plan a goal: a plan, one question, a go-ahead or a loop."
        ),
        "inbox": _Listed("questions.inbox", "inbox", "Open questions, most costly first."),
        "answer": _Listed("questions.answer", "answer", "Answer a question and go on."),
        "ready": _Listed(
            "plans.progress", "ready", "What of a plan can start now, in which waves."
        ),
        "start": _Listed(
            "plans.progress", "start", "Start a task; nothing asks about it after this."
        ),
        "done": _Listed("plans.progress", "done", "Say that a task is done."),
        "wrong": _Listed(
            "decisions.ledger_commands", "wrong", "Overturn what was decided; the plan follows."
        ),
        "status": _Listed("plans.progress", "status", "How far the work on a plan is."),
    },
    "Questions": {
        "show": _Listed(
            "questions.show", "show", "Show a question, session, assumption or deferral."
        ),
        "hold": _Listed("questions.answer", "hold", "Suspend a question and its deadline."),
        "resume": _Listed("questions.answer", "resume", "Ask a held question again."),
        "withdraw": _Listed(
            "questions.answer", "withdraw", "Take a question back; a likely reading holds."
        ),
        "note": _Listed(
            "questions.answer", "note", "Say something about a question without answering."
        ),
        "discuss": _Listed(
            "questions.answer",
            "discuss",
            "Go through a goal's decisions, or talk about a question.",
        ),
        "wait": _Listed("questions.wait", "wait", "Wait until a question is settled."),
        "decide": _Listed(
            "decisions.ledger_commands",
            "decide",
            "Decide what is parked because nobody may assume it.",
        ),
        "scope": _Listed(
            "questions.scope", "scope", "Decide about many options without dropping one."
        ),
        "deferrals": _Listed(
            "decisions.ledger_commands", "deferrals", "Questions left for a quieter moment."
        ),
    },
    "Plans": {
        "sessions": _Listed(
            "plans.session_list", "sessions", "Recent sessions and where they stand."
        ),
        "brief": _Listed(
            "plans.brief", "brief", "What is there already, where the work is, what to copy."
        ),
        "explore": _Listed(
            "plans.brief", "explore", "Look something up in the workspace; nothing is planned."
        ),
        "adopt": _Listed(
            "plans.adopt", "adopt", "Put session, ledger and judge around an existing plan."
        ),
        "fail": _Listed("plans.progress", "fail", "Mark a task as failed and replan it."),
        "approve": _Listed(
            "plans.plan_versions", "approve", "Approve the steps that cannot be undone."
        ),
        "plan-diff": _Listed(
            "plans.plan_versions", "plan_diff", "What two versions of a plan differ in."
        ),
        "plan-edit": _Listed(
            "plans.plan_versions", "plan_edit", "Write your own version of a plan."
        ),
        "publish": _Listed("plans.publish", "publish", "Keep a plan as a file in its repository."),
        "ooda": _Listed("plans.ooda", "ooda", "Take a turn of an open loop, or make a plan of it."),
        "check": _Listed(
            "plans.check", "check", "Say whether a plan is detailed enough to work from."
        ),
        "convert": _Listed(
            "plans.convert", "convert", "Write a plan file in another tool's format."
        ),
    },
    "Decisions": {
        "assumptions": _Listed(
            "decisions.ledger_commands", "assumptions", "What was decided without asking, and why."
        ),
        "confirm": _Listed("decisions.ledger_commands", "confirm", "Say that a decision is right."),
        "undo": _Listed(
            "decisions.ledger_commands", "undo", "Take the last revision of a decision back."
        ),
        "remember": _Listed(
            "decisions.memories", "remember", "Keep a fact or a decision for later plans."
        ),
        "forget": _Listed(
            "decisions.forget", "forget", "Never use a memory again, or erase from the log."
        ),
        "memories": _Listed("decisions.memories", "memories", "What later plans may rest on."),
    },
    "You": {
        "asks": _Listed("person.prefs", "asks", "Be asked more, as usual, or less in a workspace."),
        "prefs": _Listed("person.prefs", "prefs", "What you do not want to be asked."),
        "focus": _Listed("person.focus", "focus", "Say how much you may be interrupted."),
        "notify": _Listed("person.notify", "notify", "Where you are told that something waits."),
        "stats": _Listed(
            "person.prefs", "stats", "What your questions cost and what came of them."
        ),
        "allow": _Listed(
            "person.allow", "allow", "Hand one of your rights to a script, for a while."
        ),
        "models": _Listed(
            "person.models", "models", "Which language model may think, and where it is."
        ),
        "trust": _Listed(
            "person.trust", "trust", "Let the rules count that a workspace brings along."
        ),
    },
    "Agents and the record": {
        "setup": _Listed(
            "agents.setup", "setup", "Put plangate into a coding agent, or take it out again."
        ),
        "mcp": _Listed("agents.mcp", "mcp", "Serve planning to coding agents (MCP)."),
        "hook": _Listed(
            "agents.hook", "hook", "What a coding agent runs before it asks you or plans."
        ),
        "serve": _Listed("agents.serve", "serve", "Serve the web page, for you alone."),
        "login": _Listed("agents.serve", "login", "Print a link that logs you in to the web page."),
        "open": _Listed("agents.serve", "open_", "Open the page of a question, plan or decision."),
        "prime": _Listed(
            "agents.prime", "prime", "What an agent needs to know, in under 400 tokens."
        ),
        "gate": _Listed(
            "agents.gate", "gate", "Decide a document of ambiguities; needs no database."
        ),
        "lint-question": _Listed(
            "agents.gate", "lint_question", "Find what is wrong with a question."
        ),
        "catalog": _Listed(
            "agents.catalog", "catalog", "Check decisions and kinds of change of your own."
        ),
        "audit": _Listed(
            "log.audit", "audit", "Prove from the record that the rules were followed."
        ),
        "export": _Listed("log.record", "export", "Write the record as JSON lines."),
        "import": _Listed("log.record", "import_", "Bring an export back in."),
        "move": _Listed("log.move", "move", "Carry the record into another database."),
        "doctor": _Listed("log.doctor", "doctor", "Look after the database and say what to do."),
        "people": _Listed(
            "team.people_commands", "people", "Who is in a team, and what they may do."
        ),
        "policy": _Listed("team.policy", "policy", "What a team's gate goes by, by version."),
        "assign": _Listed("team.people_commands", "assign", "Say whose question it is."),
        "claim": _Listed("team.people_commands", "claim", "Take a question on."),
        "worker": _Listed("team.worker", "worker", "Move a team's sessions on, until stopped."),
        "workers": _Listed("team.worker", "workers", "Who serves which workspace of a team."),
        "demo": _Listed("demo", "demo", "A two-minute tour in a temporary directory."),
        "completion": _Listed(
            "completion", "completion", "Print the completion script of a shell."
        ),
    },
}
COMMANDS = {name: listed for group in GROUPS.values() for name, listed in group.items()}


class _Root(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click names the arguments
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click names the arguments
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        command: click.Command = getattr(import_module(listed.module), listed.attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[:1] == ["help"]:  # as other tools are asked
            if args[1:2] and args[1] in COMMANDS:
                return super().resolve_command(ctx, [args[1], "--help"])
            click.echo(ctx.get_help())
            ctx.exit()
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]}?" if close else "see plangate --help"
            raise click.UsageError(f"there is no command {args[0][:40]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click names the arguments
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, listed.line) for name, listed in commands.items()])


@click.group(
    cls=_Root,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: plangate plan 'Add rate limiting to the public API' --workspace .",
)
@click.version_option(__version__, "-V", "--version", message="plangate %(version)s")
@click.pass_context
def root(context: click.Context) -> int:
    """The planning gate between a goal and the work.

    plangate looks at your goal and your workspace, asks at most three questions, one at a time,
    where an answer is worth your attention, writes down everything it assumes, and ends in a plan,
    a question, a go-ahead, a loop, or an honest stop. Without a command it says what waits here
    and what comes next.
    """
    if context.invoked_subcommand is None:
        from plangate.interfaces.cli.bare_call import home

        return home()
    return 0


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows a replacement, never a traceback.
        with suppress(OSError):  # it flushes; what is wrong there is told when something is written
            getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    given = sys.argv[1:] if arguments is None else arguments
    sys.exit(_outcome(given))


def _outcome(given: list[str]) -> int:
    try:
        result = root.main(args=given, prog_name="plangate", standalone_mode=False)
        sys.stdout.flush()
        return int(result or 0)
    except click.exceptions.Exit as leaving:
        return int(leaving.exit_code)
    except click.ClickException as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # a group alone; click before 8.2 has none
            click.echo(error.format_message())
            return 0
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "plangate"
        return _failed(given, 2, _usage_problem(error), command)
    except (click.Abort, KeyboardInterrupt):
        text = "interrupted; what was recorded stays recorded"
        return _failed(given, 130, text, error=KeyboardInterrupt())
    except PlangateError as error:
        return _failed(given, error.exit_code, str(error), error=error)
    except BrokenPipeError:
        _let_go(sys.stdout)  # the reader left; there is nobody to tell
        return 1
    except OSError as error:
        text = f"{error.filename or 'the system'}: {error.strerror or error}"
        return _failed(given, 1, text, error=error)
    except Exception as error:  # a traceback is never what a user should meet
        if os.environ.get("PLANGATE_DEBUG"):
            raise
        kind = type(error).__name__
        text = f"a defect of plangate ({kind}: {error}); PLANGATE_DEBUG=1 shows where"
        return _failed(given, 1, text, error=error)


def _usage_problem(error: click.ClickException) -> str:
    """An issue given as a goal looks like an option, for its front matter begins with dashes."""
    if isinstance(error, click.NoSuchOption) and error.option_name.startswith("---"):
        return "GOAL: begins as an issue with front matter; accepted: --from FILE, or --from -"
    problem = _one_line(error.format_message())
    context = getattr(error, "ctx", None)
    epilog = context.command.epilog if context is not None else None
    if isinstance(error, click.MissingParameter) and epilog and epilog.startswith("Example: "):
        return f"{problem} {_one_line(epilog)}"
    return problem


def _failed(
    given: list[str],
    code: int,
    message: str,
    command: str = "plangate",
    error: BaseException | None = None,
) -> int:
    from plangate.core.guard.redaction import redact
    from plangate.interfaces.cli.common import at_words
    from plangate.interfaces.text import json_text, shown

    line = shown(redact(_one_line(message)))  # ASK-14: what is refused is repeated without secrets
    _write(sys.stderr, at_words(f"{command}: {line}\n", sys.stderr))
    told = ""
    if "--json" in given:
        told = shown(json_text(_error_document(code, line, error))) + "\n"
    _write(sys.stdout, told)
    return code


def _error_document(code: int, line: str, error: BaseException | None) -> Document:
    if isinstance(error, PersonsAct):  # ACT-1
        return {
            "schema": "plangate.refused/1",
            "rule": error.rule,
            "act": error.act,
            "command": error.command,
            "exit_code": code,
            "message": line,
        }
    return {
        "schema": "plangate.error/1",
        "exit_code": code,
        "error": type(error).__name__ if error else "Usage",
        "field": error.field if isinstance(error, BadInput) else None,
        "message": line,
    }


def _write(stream: TextIO, text: str) -> None:
    """Write as far as the stream takes it: a full disk behind it must not hide the one line."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        _let_go(stream)


def _let_go(stream: TextIO) -> None:
    """Send what the stream still holds nowhere, so that Python's own exit does not trip over it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _one_line(text: str) -> str:
    return " ".join(text.split())
