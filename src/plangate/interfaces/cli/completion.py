"""`plangate completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from plangate.interfaces.cli.printing import emit_document, emit_json
from plangate.interfaces.cli.shared_options import json_option


@click.command(epilog="Example: plangate completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@json_option
def completion(shell: str, as_json: bool) -> int:
    """Print the completion script of a SHELL; add it to that shell's start-up file."""
    from plangate.interfaces.cli.root import root

    made = get_completion_class(shell)
    assert made is not None
    script = made(root, {}, "plangate", "_PLANGATE_COMPLETE").source()
    if as_json:
        emit_json({"schema": "plangate.completion/1", "shell": shell, "script": script})
    else:
        emit_document(script)
    return 0
