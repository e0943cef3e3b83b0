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
from plangate.interfaces.cli.command_list import COMMANDS, GROUPS


class _Called(click.Context):
    """Help says its commands as they can be typed here (CLI-5)."""

    def get_help(self) -> str:
        from plangate.interfaces.cli.own_name import as_called

        return as_called(super().get_help())


def _as_called(command: click.Command) -> click.Command:
    command.context_class = _Called
    if isinstance(command, click.Group):
        for below in command.commands.values():
            _as_called(below)
    return command


class _Root(click.Group):
    context_class = _Called

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click names the arguments
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click names the arguments
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        return _as_called(getattr(import_module(listed.module), listed.attribute))

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
            hint = f"did you mean {close[0]}?" if close else "all of them: plangate --help"
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
    sys.exit(_outcome([*map(_as_said, given)]))


def _as_said(word: str) -> str:
    """CLI-6: “--all should list closed ones too” is a goal that opens with an option's name; no
    option has a space in it before its “=”."""
    name = word.partition("=")[0]
    return f" {word}" if word.startswith("-") and " " in name else word


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


#: What most commands take, and plangate itself does not.
_OF_COMMANDS = ("--db", "--json", "--workspace", "-w", "--verbose", "-v")


def _usage_problem(error: click.ClickException) -> str:
    """An issue given as a goal looks like an option, for its front matter begins with dashes."""
    if isinstance(error, click.NoSuchOption) and error.option_name.startswith("---"):
        return "GOAL: begins as an issue with front matter; accepted: --from FILE, or --from -"
    context = getattr(error, "ctx", None)
    named = error.option_name if isinstance(error, click.NoSuchOption) else ""
    if named in _OF_COMMANDS and context is not None and context.parent is None:
        return f"{named} stands behind the command: plangate status {named} …"
    problem = _one_line(error.format_message())
    epilog = context.command.epilog if context is not None else None
    if isinstance(error, click.MissingParameter) and epilog and epilog.startswith("Example: "):
        return f"{problem}{'' if problem.endswith(('.', '!', '?')) else '.'} {_one_line(epilog)}"
    return problem


def _failed(
    given: list[str],
    code: int,
    message: str,
    command: str = "plangate",
    error: BaseException | None = None,
) -> int:
    from plangate.core.guard.redaction import redact
    from plangate.interfaces.cli.printing import at_words
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
